//! Random graphs of loops that hand on arrays.
//!
//! As Fraboulet, Kodary and Mignotte describe theirs, nodes have no more than ten neighbours. The rest is defined here: twice
//! as many edges as nodes, between distinct pairs of nodes in program order, a third of them preventing; arrays of 1 to
//! 100 bytes. There are two families: each edge with an array of its own, and arrays that walks of edges hand on (each
//! walk goes on with one half).

use crate::random::Random;
use loopfuse_plan::memory::{Arc, Instance};
use std::collections::HashSet;

/// Who writes and reads an array.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Family {
    /// One edge.
    Edges,
    /// A walk of edges.
    Walks,
}

/// A random graph, the edges of which reach over `span` nodes at most.
pub fn instance(random: &mut Random, nodes: usize, span: usize, family: Family) -> Instance {
    let mut degrees = vec![0; nodes];
    let mut pairs: Vec<(usize, usize)> = Vec::new();
    let mut known = HashSet::new();
    let mut tries = 0;
    while pairs.len() < 2 * nodes && tries < 200 * nodes {
        tries += 1;
        let Some(pair @ (a, b)) = pair(random, nodes, span) else {
            continue;
        };
        if degrees[a] < 10 && degrees[b] < 10 && known.insert(pair) {
            degrees[a] += 1;
            degrees[b] += 1;
            pairs.push(pair);
        }
    }
    let apart = pairs[..pairs.len() / 3].to_vec();
    let arrays = arrays(random, &pairs, family);
    let bytes =
        (0..=arrays.iter().copied().max().unwrap_or(0)).map(|_| 1 + random.below(100) as u64);
    Instance {
        nodes,
        bytes: bytes.collect(),
        arcs: pairs
            .iter()
            .zip(&arrays)
            .map(|(&(from, to), array)| Arc {
                from,
                to,
                array: Some(*array),
            })
            .collect(),
        alone: vec![false; nodes],
        apart,
    }
}

/// Two nodes, the earlier one first, at most `span` apart; none if the draw was of one node, or of one that is not there.
pub fn pair(random: &mut Random, nodes: usize, span: usize) -> Option<(usize, usize)> {
    let a = random.below(nodes);
    let b = match span < nodes {
        true => a + 1 + random.below(span),
        false => random.below(nodes),
    };
    (a != b && b < nodes).then_some((a.min(b), a.max(b)))
}

/// The array of each edge.
fn arrays(random: &mut Random, pairs: &[(usize, usize)], family: Family) -> Vec<usize> {
    if family == Family::Edges {
        return (0..pairs.len()).collect();
    }
    let mut arrays = vec![None; pairs.len()];
    for (array, first) in (0..pairs.len()).enumerate() {
        let mut next = Some(first).filter(|edge| arrays[*edge].is_none());
        while let Some(edge) = next {
            arrays[edge] = Some(array);
            let goes_on =
                |other: &usize| arrays[*other].is_none() && pairs[*other].0 == pairs[edge].1;
            let others: Vec<_> = (0..pairs.len()).filter(goes_on).collect();
            let ends = others.is_empty() || random.below(2) == 0;
            next = (!ends).then(|| others[random.below(others.len())]);
        }
    }
    // Numbered without gaps.
    let mut numbers = Vec::new();
    let number = |array: Option<usize>| {
        let array = array.expect("every edge was given an array");
        let at = numbers.iter().position(|known| *known == array);
        at.unwrap_or_else(|| {
            numbers.push(array);
            numbers.len() - 1
        })
    };
    arrays.into_iter().map(number).collect()
}
