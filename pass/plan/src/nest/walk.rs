//! Orders of a tree's nodes that do not depend on how they are listed.

use super::Node;
use std::collections::BTreeMap;

/// All nodes, each behind its children; the last one is the root.
pub(super) fn upwards(nodes: &[&Node]) -> Vec<usize> {
    let mut order = Vec::with_capacity(nodes.len());
    let mut next = vec![nodes.len() - 1];
    while let Some(at) = next.pop() {
        order.push(at);
        next.extend(&nodes[at].children);
    }
    order.reverse();
    order
}

/// Of each node a number that depends on nothing but its subtree: equal subtrees have equal numbers.
///
/// Subtrees are compared by height first, so that those of the children have numbers already.
pub(super) fn ranks(nodes: &[&Node], upwards: &[usize]) -> Vec<usize> {
    let mut heights = vec![0; nodes.len()];
    let mut levels: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for &at in upwards {
        let children = nodes[at].children.iter().map(|child| heights[*child] + 1);
        heights[at] = children.max().unwrap_or(0);
        levels.entry(heights[at]).or_default().push(at);
    }
    let mut ranks = vec![0; nodes.len()];
    let mut lower = 0;
    for level in levels.into_values() {
        let mut equal: BTreeMap<_, Vec<usize>> = BTreeMap::new();
        for at in level {
            let node = nodes[at];
            let children = node.children.iter().map(|child| ranks[*child]).collect();
            let key = (
                sorted(node.indices.clone()),
                sorted(node.summed.clone()),
                sorted(children),
                node.fusible.clone().map(sorted),
                &node.order,
                node.density.map(f64::to_bits),
                node.is_counted,
            );
            equal.entry(key).or_default().push(at);
        }
        for same in equal.into_values() {
            for at in same {
                ranks[at] = lower;
            }
            lower += 1;
        }
    }
    ranks
}

fn sorted(mut list: Vec<usize>) -> Vec<usize> {
    list.sort_unstable();
    list
}
