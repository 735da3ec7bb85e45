//! What does not change while solutions are looked for: the indices that matter at each node, and what the node holds.
//!
//! Only indices that may be fused on some edge of a node matter there. The loops of all others are innermost: had an
//! order one of them outside, none of the loops inside might be fused, so that they would not matter either.

use super::nesting::{MOST, Nesting, Set, places};
use super::walk::{ranks, upwards};
use super::{Node, Tree};

/// A tree, with one more node above its root: that has no indices, and is the last.
pub(super) struct Shape {
    sites: Vec<Site>,
    upwards: Vec<usize>,
    below: Vec<u64>,
    most_bound: u64,
}

/// A node.
pub(super) struct Site {
    /// In an order that does not depend on that of the tree's nodes.
    pub(super) children: Vec<usize>,
    /// The indices that matter, sorted: sets have their places.
    pub(super) indices: Vec<usize>,
    /// What its own order demands.
    pub(super) order: Nesting,
    /// Indices that may be fused with the parent.
    pub(super) may: Set,
    /// What counts of it at least.
    pub(super) least: u64,
    /// What does not count is free.
    pub(super) is_counted: bool,
    /// Of each place, if it may be fused: the place at the parent.
    up: Vec<Option<usize>>,
    /// All that matter at the parent.
    pub(super) above: Set,
    /// Ranges of the array's dimensions, each with its place if it has one.
    dimensions: Vec<(u64, Set)>,
    density: Option<f64>,
}

impl Shape {
    pub(super) fn of(tree: &Tree) -> Self {
        let mut parents = vec![tree.nodes.len(); tree.nodes.len()];
        for (parent, node) in tree.nodes.iter().enumerate() {
            for &child in &node.children {
                parents[child] = parent;
            }
        }
        let top = Node {
            indices: Vec::new(),
            summed: Vec::new(),
            children: (0..parents.len())
                .filter(|at| parents[*at] == parents.len())
                .collect(),
            fusible: None,
            order: None,
            density: None,
            is_counted: false,
        };
        let nodes: Vec<&Node> = tree.nodes.iter().chain([&top]).collect();
        let mut may: Vec<_> = parents
            .iter()
            .zip(&nodes)
            .map(|(parent, node)| fusible(node, nodes[*parent]))
            .chain([Vec::new()])
            .collect();
        let each = nodes.iter().zip(&may);
        let most_bound = each
            .map(|(node, may)| least(tree, node, may))
            .fold(0, u64::saturating_add);
        let is_limited = limit(&nodes, &mut may);
        let matter: Vec<_> = (0..nodes.len())
            .map(|at| matter(&nodes, &may, at))
            .collect();
        let mut sites: Vec<_> = (nodes.iter().zip(&matter).zip(&may))
            .map(|((node, indices), may)| Site::of(tree, node, indices, may))
            .collect();
        let upwards = upwards(&nodes);
        let ranks = ranks(&nodes, &upwards);
        for (at, site) in sites.iter_mut().enumerate() {
            site.children.sort_by_key(|child| ranks[*child]);
            if let Some(parent) = parents.get(at) {
                let place = |index| matter[*parent].binary_search(index).ok();
                site.up = site.indices.iter().map(place).collect();
                site.above = Set::MAX
                    .checked_shr((MOST - matter[*parent].len()) as u32)
                    .unwrap_or(0);
            }
        }
        let mut below = vec![0u64; sites.len()];
        for &at in &upwards {
            let children = sites[at].children.iter().map(|child| below[*child]);
            below[at] = children.fold(sites[at].least, u64::saturating_add);
        }
        Shape {
            sites,
            upwards,
            below,
            most_bound: if is_limited { most_bound } else { u64::MAX },
        }
    }

    /// The node above the root.
    pub(super) fn top(&self) -> usize {
        self.sites.len() - 1
    }

    /// All nodes, each behind its children.
    pub(super) fn upwards(&self) -> &[usize] {
        &self.upwards
    }

    pub(super) fn site(&self, at: usize) -> &Site {
        &self.sites[at]
    }

    /// What counts of a subtree at least: with each edge fused as deep as it may be, whatever the others are.
    pub(super) fn below(&self, at: usize) -> u64 {
        self.below[at]
    }

    /// What counts of the tree at least.
    pub(super) fn bound(&self) -> u64 {
        self.below[self.top()].min(self.most_bound)
    }

    /// The search proves no bound above this one: it does not see all indices.
    pub(super) fn most_bound(&self) -> u64 {
        self.most_bound
    }
}

impl Site {
    /// With places for these indices, of which some may be fused.
    fn of(tree: &Tree, node: &Node, indices: &[usize], may: &[usize]) -> Self {
        let set = |wanted: &[usize]| -> Set {
            let found = wanted.iter().filter_map(|i| indices.binary_search(i).ok());
            found.fold(0, |set, place| set | bit(place))
        };
        let listed = node.order.iter().flatten().map(|index| set(&[*index]));
        let all_listed = node.order.as_ref().map_or(0, |order| set(order));
        let dimensions = node.indices.iter().filter(|i| !node.summed.contains(i));
        Site {
            children: node.children.clone(),
            indices: indices.to_vec(),
            order: Nesting::of(listed.chain([set(indices) & !all_listed])),
            may: set(may),
            least: least(tree, node, may),
            is_counted: node.is_counted,
            up: Vec::new(),
            above: 0,
            dimensions: dimensions.map(|i| (tree.ranges[*i], set(&[*i]))).collect(),
            density: node.density,
        }
    }

    /// The elements that it holds with these indices fused with its parent.
    pub(super) fn held(&self, fused: Set) -> u64 {
        let left = self.dimensions.iter().filter(|(_, set)| set & fused == 0);
        let density = self.density.filter(|_| fused == 0);
        elements(left.map(|(range, _)| *range), density)
    }

    /// The places of these indices at the parent.
    pub(super) fn up(&self, fused: Set) -> Set {
        let above = places(fused).filter_map(|place| self.up[place]);
        above.fold(0, |set, place| set | bit(place))
    }
}

/// The elements of an array, or of a part of it.
///
/// A part that is within rounding errors of a whole number is that number.
fn elements(ranges: impl Iterator<Item = u64>, density: Option<f64>) -> u64 {
    let product = ranges.fold(1u128, |all, range| all.saturating_mul(range.into()));
    match density {
        None => u64::try_from(product).unwrap_or(u64::MAX),
        Some(density) => {
            let part = product as f64 * density;
            let whole = part.round();
            let is_whole = (part - whole).abs() <= part * f64::EPSILON;
            (if is_whole { whole } else { part.ceil() }) as u64
        }
    }
}

/// What counts of a node at least: all that may be fused is, or, for the sake of a sparse array, nothing.
fn least(tree: &Tree, node: &Node, may: &[usize]) -> u64 {
    if !node.is_counted {
        return 0;
    }
    let dimensions = node.indices.iter().filter(|i| !node.summed.contains(i));
    let left = dimensions.clone().filter(|index| !may.contains(index));
    let whole = elements(dimensions.map(|i| tree.ranges[*i]), node.density);
    match may {
        [] => whole,
        _ => whole.min(elements(left.map(|i| tree.ranges[*i]), None)),
    }
}

/// The set of one place.
fn bit(place: usize) -> Set {
    1 << place
}

/// What may be fused on an edge, sorted: a prefix of the orders of both nodes.
fn fusible(node: &Node, parent: &Node) -> Vec<usize> {
    let allowed = node.fusible.as_ref().unwrap_or(&node.indices);
    let has = |node: &Node, index| node.indices.contains(index);
    let mut may: Vec<_> = allowed
        .iter()
        .filter(|index| has(node, index) && has(parent, index))
        .copied()
        .collect();
    may.sort_unstable();
    may.dedup();
    cut(node, parent, &mut may);
    may
}

/// Takes away what is no prefix of the orders of both nodes.
fn cut(node: &Node, parent: &Node, may: &mut Vec<usize>) {
    let mut before = usize::MAX;
    while may.len() < before {
        before = may.len();
        for node in [node, parent] {
            let order = node.order.iter().flatten();
            let listed: Vec<_> = order.filter(|i| node.indices.contains(i)).collect();
            if let Some(stop) = listed.iter().position(|index| !may.contains(index)) {
                may.retain(|index| listed[..stop].contains(&index));
            }
        }
    }
}

/// The indices that may be fused on some edge of a node, sorted.
fn matter(nodes: &[&Node], may: &[Vec<usize>], at: usize) -> Vec<usize> {
    let children = nodes[at].children.iter().flat_map(|child| &may[*child]);
    let mut all: Vec<_> = may[at].iter().chain(children).copied().collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// Leaves no more than [`MOST`] indices that matter at each node. Was that needed?
fn limit(nodes: &[&Node], may: &mut [Vec<usize>]) -> bool {
    let mut is_limited = false;
    for at in 0..nodes.len() {
        while let Some(surplus) = matter(nodes, may, at).get(MOST..).filter(|s| !s.is_empty()) {
            is_limited = true;
            for edge in nodes[at].children.iter().chain([&at]) {
                may[*edge].retain(|index| !surplus.contains(index));
            }
        }
    }
    if is_limited {
        for (parent, node) in nodes.iter().enumerate() {
            for &child in &node.children {
                cut(nodes[child], nodes[parent], &mut may[child]);
            }
        }
    }
    is_limited
}
