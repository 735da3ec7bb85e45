//! Pairs in program order: what a pass does that judges two loops at a time.
//!
//! Each loop is tried with the nearest before it, then with the one before that, and joins the first with which it is
//! legal and worth more than without. The group is tried with what is before it, too. It is the baseline that others are
//! compared with.

use super::Proposal;
use super::auto::STEPS;
use crate::cost::Cost;
use crate::partition::{Partition, SetId};
use std::collections::BTreeSet;

/// How many groups before a loop are tried.
const MOST_APART: usize = 4;

/// Proposes groups.
pub fn propose(cost: &Cost<'_>) -> Proposal {
    let nodes = &cost.index.group.nodes;
    let mut partition = Partition::alone(cost.index);
    for (node, known) in nodes.iter().enumerate() {
        let mut newest = known.is_loop.then_some(node);
        while let Some(set) = newest.filter(|_| partition.steps < STEPS) {
            newest = merge_with_earlier(cost, &mut partition, set, node);
        }
    }
    Proposal {
        sets: partition.into_sets(),
        is_optimal: false,
    }
}

/// Merges a group with one before it; none if that is legal and pays with none.
fn merge_with_earlier(
    cost: &Cost<'_>,
    partition: &mut Partition,
    set: SetId,
    newest: usize,
) -> Option<SetId> {
    let nodes = &cost.index.group.nodes;
    let first_of = |set: &SetId| partition.members(*set)[0];
    let begin = first_of(&set);
    // Groups by where they begin: as a pair of loops stands in the code.
    let earlier = (0..=newest).rev().filter(|node| {
        nodes[*node].is_loop && first_of(&partition.home(*node)) == *node && *node < begin
    });
    let earlier: Vec<_> = earlier
        .take(MOST_APART)
        .map(|node| partition.home(node))
        .collect();
    for other in earlier {
        let closure = partition.closure(cost.index, &BTreeSet::from([other, set]));
        let Some(closure) = closure.filter(|closure| closure.len() == 2) else {
            continue;
        };
        let parts = [other, set].map(|set| cost.of(partition.members(set)));
        let (Some(a), Some(b)) = (parts[0], parts[1]) else {
            continue;
        };
        let both = cost.of(&partition.union(&closure));
        if both.is_some_and(|value| value > a + b) {
            return Some(partition.merge(cost.index, &closure));
        }
    }
    None
}
