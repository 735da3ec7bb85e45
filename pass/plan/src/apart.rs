//! Which nodes are never in one group, whoever else is in it.
//!
//! Two nodes are apart if a path of edges from one to the other has an edge that prevents fusion, or code on it: in one group
//! they would have all of the path among them. So are nodes of different types, and two that are refused by themselves.

use crate::group::{Edge, NodeId};
use crate::index::Index;

/// Bits in a word.
const WORD: usize = u64::BITS as usize;

/// A set of nodes, by a bit each.
type Set = Vec<u64>;

/// For each node, the later ones that are apart from it.
#[derive(Debug)]
pub struct Apart<'g> {
    index: &'g Index<'g>,
    later: Vec<Set>,
}

impl<'g> Apart<'g> {
    /// Of the nodes of a graph: takes as many steps as there are edges, times a word for each 64 nodes.
    pub fn of(index: &'g Index<'g>) -> Self {
        let group = index.group;
        let count = group.nodes.len();
        let words = count.div_ceil(WORD);
        let (mut reached, mut later) = (vec![vec![0; words]; count], vec![vec![0; words]; count]);
        let is_code = |node: NodeId| !group.nodes[node].is_loop;
        let keeps_apart =
            |edge: &Edge| edge.prevents(group) || is_code(edge.from) || is_code(edge.to);
        // Edges go forwards, so that from behind all is known of where they lead to.
        for node in (0..count).rev() {
            let (before, behind) = reached.split_at_mut(node + 1);
            let own = &mut before[node];
            let (mine, others) = later.split_at_mut(node + 1);
            for edge in &index.out[node] {
                let at = edge.to - node - 1;
                add(own, &behind[at]);
                insert(own, edge.to);
                add(&mut mine[node], &others[at]);
                if keeps_apart(edge) {
                    add(&mut mine[node], &behind[at]);
                    insert(&mut mine[node], edge.to);
                }
            }
        }
        for set in &group.refused {
            if let [a, b] = set[..] {
                insert(&mut later[a.min(b)], a.max(b));
            }
        }
        Apart { index, later }
    }

    /// Are two nodes never in one group?
    pub fn are(&self, a: NodeId, b: NodeId) -> bool {
        let nodes = &self.index.group.nodes;
        let (a, b) = (a.min(b), a.max(b));
        self.later[a][b / WORD] >> (b % WORD) & 1 == 1 || nodes[a].kind != nodes[b].kind
    }
}

fn add(all: &mut Set, others: &Set) {
    all.iter_mut()
        .zip(others)
        .for_each(|(word, other)| *word |= other);
}

fn insert(all: &mut Set, node: NodeId) {
    all[node / WORD] |= 1 << (node % WORD);
}
