//! What belongs to a node or to an array of a group, found once.

use crate::group::{ArrayId, Edge, Group, NodeId, Reuse};

/// A group, and where to find what of it.
#[derive(Debug)]
pub struct Index<'g> {
    /// The group.
    pub group: &'g Group,
    /// Edges that leave each node.
    pub out: Vec<Vec<&'g Edge>>,
    /// Edges that come into each node.
    pub into: Vec<Vec<&'g Edge>>,
    /// The nodes that edges lead to from each node, each once.
    pub next: Vec<Vec<NodeId>>,
    /// Edges of each array.
    pub of_array: Vec<Vec<&'g Edge>>,
    /// The arrays that each node touches.
    pub arrays: Vec<Vec<ArrayId>>,
    /// What each node shares with others beside arrays of known size.
    pub reuses: Vec<Vec<&'g Reuse>>,
    /// The refused sets that each node is in.
    pub refused: Vec<Vec<usize>>,
}

impl<'g> Index<'g> {
    /// Of a group.
    pub fn new(group: &'g Group) -> Self {
        let count = group.nodes.len();
        let mut index = Index {
            group,
            out: vec![Vec::new(); count],
            into: vec![Vec::new(); count],
            next: vec![Vec::new(); count],
            of_array: vec![Vec::new(); group.arrays.len()],
            arrays: vec![Vec::new(); count],
            reuses: vec![Vec::new(); count],
            refused: vec![Vec::new(); count],
        };
        for edge in &group.edges {
            index.out[edge.from].push(edge);
            index.into[edge.to].push(edge);
            if let Some(array) = edge.array {
                index.of_array[array].push(edge);
            }
        }
        for (next, out) in index.next.iter_mut().zip(&index.out) {
            next.extend(out.iter().map(|edge| edge.to));
            next.sort_unstable();
            next.dedup();
        }
        for (number, array) in group.arrays.iter().enumerate() {
            for user in &array.users {
                index.arrays[*user].push(number);
            }
        }
        for reuse in &group.reuses {
            index.reuses[reuse.from].push(reuse);
            index.reuses[reuse.to].push(reuse);
        }
        for (number, set) in group.refused.iter().enumerate() {
            for node in set {
                index.refused[*node].push(number);
            }
        }
        index
    }

    /// The edges between members, which are given in program order.
    pub fn within(&self, members: &[NodeId]) -> Vec<&'g Edge> {
        let edges = members.iter().flat_map(|node| &self.out[*node]);
        let inside = edges.filter(|edge| members.binary_search(&edge.to).is_ok());
        inside.copied().collect()
    }
}
