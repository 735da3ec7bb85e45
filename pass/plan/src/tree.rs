//! A tree of nests with numbers in place of names.

use crate::graph::{GREATEST, Nest, NestNode};
use crate::names::{Fault, Names};
use crate::nest::{Node, Tree};

/// The tree of a graph.
///
/// # Errors
/// A name that stands twice, or that the graph uses and does not define; what is no tree; what is summed, fusible or
/// ordered and no index of its node.
pub fn of(nest: &Nest) -> Result<Tree, Fault> {
    let indices = Names::number("index", "/nest/indices", nest.indices.keys())?;
    for (name, range) in &nest.indices {
        if *range > GREATEST {
            let message = format!("{range} is above 2^53 - 1");
            return Err(Fault::new(format!("/nest/indices/{name}"), message));
        }
    }
    let ids = nest.tree.iter().map(|node| &node.id);
    let names = Names::number("node", "/nest/tree", ids)?;
    let nodes = nest.tree.iter().enumerate().map(|(at, node)| {
        let at = format!("/nest/tree/{at}");
        numbered(node, &at, &indices, &names)
    });
    let tree = Tree {
        ranges: nest.indices.values().copied().collect(),
        nodes: nodes.collect::<Result<_, _>>()?,
    };
    check(nest, &tree)?;
    Ok(tree)
}

fn numbered(
    node: &NestNode,
    at: &str,
    indices: &Names<'_>,
    names: &Names<'_>,
) -> Result<Node, Fault> {
    let own = indices.find_all(&node.indices, &format!("{at}/indices"))?;
    let find_own = |list: &[String], field: &str| {
        let pointer = format!("{at}/{field}");
        let found = indices.find_all(list, &pointer)?;
        match found.iter().position(|index| !own.contains(index)) {
            None => Ok(found),
            Some(place) => {
                let message = format!("'{}' is no index of '{}'", list[place], node.id);
                Err(Fault::new(format!("{pointer}/{place}"), message))
            }
        }
    };
    Ok(Node {
        summed: find_own(&node.sum, "sum")?,
        children: names.find_all(&node.children, &format!("{at}/children"))?,
        fusible: node
            .fusible
            .as_ref()
            .map(|list| find_own(list, "fusible"))
            .transpose()?,
        order: node
            .order
            .as_ref()
            .map(|list| find_own(list, "order"))
            .transpose()?,
        density: node.density,
        is_counted: node.counted,
        indices: own,
    })
}

/// Is it one tree?
fn check(nest: &Nest, tree: &Tree) -> Result<(), Fault> {
    let id = |node: usize| &nest.tree[node].id;
    let mut parents = vec![None; tree.nodes.len()];
    for (parent, node) in tree.nodes.iter().enumerate() {
        for (at, child) in node.children.iter().enumerate() {
            if let Some(other) = parents[*child].replace(parent) {
                let pointer = format!("/nest/tree/{parent}/children/{at}");
                let message = format!(
                    "'{}' has two parents, '{}' and '{}'",
                    id(*child),
                    id(other),
                    id(parent)
                );
                return Err(Fault::new(pointer, message));
            }
        }
    }
    // From each node up, as far as no other one went: what comes back to itself is a cycle.
    let mut seen_from = vec![None; tree.nodes.len()];
    for node in 0..tree.nodes.len() {
        let mut at = Some(node);
        while let Some(next) = at {
            match seen_from[next] {
                Some(from) if from == node => {
                    let message = format!("no tree: '{}' is within itself", id(next));
                    return Err(Fault::new(format!("/nest/tree/{next}"), message));
                }
                Some(_) => break,
                None => seen_from[next] = Some(node),
            }
            at = parents[next];
        }
    }
    let mut roots = (0..tree.nodes.len()).filter(|node| parents[*node].is_none());
    match (roots.next(), roots.next()) {
        (Some(_), None) => Ok(()),
        (None, _) => Err(Fault::new("/nest/tree", "has no node")),
        (Some(first), Some(second)) => {
            let message = format!(
                "two roots, '{}' and '{}': neither is a child",
                id(first),
                id(second)
            );
            Err(Fault::new(format!("/nest/tree/{second}"), message))
        }
    }
}
