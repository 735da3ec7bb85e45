//! The arrays of a group that could go, and what keeps them, for [`memory`](crate::memory).

use crate::group::{ArrayId, Edge, Group};
use crate::memory::{Arc, Instance};
use std::collections::BTreeSet;

/// What there is to contract, and which arrays these are. Arcs have the numbers of the group's edges.
pub fn instance(group: &Group) -> (Instance, Vec<ArrayId>) {
    let flows = group.edges.iter().filter(|edge| edge.is_flow());
    let handed_on: BTreeSet<ArrayId> = flows.filter_map(|edge| edge.array).collect();
    let may_go = |array: &ArrayId| {
        let known = &group.arrays[*array];
        known.is_own && known.users.iter().all(|node| group.nodes[*node].is_loop)
    };
    let arrays: Vec<_> = handed_on.into_iter().filter(may_go).collect();
    let number = |array: ArrayId| arrays.binary_search(&array).ok();
    let arc = |edge: &Edge| Arc {
        from: edge.from,
        to: edge.to,
        array: edge.array.and_then(number),
    };
    let apart = group.edges.iter().filter(|edge| edge.prevents(group));
    let instance = Instance {
        nodes: group.nodes.len(),
        arcs: group.edges.iter().map(arc).collect(),
        apart: apart.map(|edge| (edge.from, edge.to)).collect(),
        alone: group.nodes.iter().map(|node| !node.is_loop).collect(),
        // Of unknown sizes all that is known is that they are something.
        bytes: arrays
            .iter()
            .map(|array| group.arrays[*array].bytes.unwrap_or(1))
            .collect(),
    };
    (instance, arrays)
}
