//! Which partitions of the nodes are legal: the only maker of plans.
//!
//! Strategies are not trusted. A partition is a plan if
//!
//! - each loop is in one group, and code in none;
//! - a group can run at once, behind all groups and code that must run before it: with groups in place of their members
//!   the graph has no cycle;
//! - the members of a group may be one: nothing prevents it, they are of one type, and no refused set is among them;
//! - the least lags that keep every edge within a group ([`lags`](crate::lags)) are no
//!   greater than the limits, and less than the counts that are known; of others the run-time check asks.
//!
//! Then every edge is kept: one between groups by their order, one within a group by the lags. What becomes of arrays
//! follows from the lags ([`cluster`](crate::cluster)).

use crate::cluster::{Cluster, Fate, Violation};
use crate::group::{Group, NodeId};
use crate::index::Index;
use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};

/// Groups that can be fused, in an order in which they can run. Only [`verify`] makes one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    clusters: Vec<Cluster>,
    fates: Vec<Fate>,
}

impl Plan {
    /// The groups, and loops and code that stay by themselves, in an order in which they can run.
    pub fn clusters(&self) -> &[Cluster] {
        &self.clusters
    }

    /// What becomes of each array.
    pub fn fates(&self) -> &[Fate] {
        &self.fates
    }
}

/// Checks groups of nodes. Nodes that are in no group stand alone.
///
/// # Errors
/// The first condition that does not hold.
pub fn verify(index: &Index<'_>, partition: &[Vec<NodeId>]) -> Result<Plan, Violation> {
    let group = index.group;
    let homes = homes(group, partition)?;
    let mut sets: Vec<Vec<NodeId>> =
        vec![Vec::new(); homes.iter().max().map_or(0, |most| most + 1)];
    for (node, home) in homes.iter().enumerate() {
        sets[*home].push(node);
    }
    let clusters = sets.iter().map(|members| Cluster::of(index, members));
    let mut clusters = clusters.collect::<Result<Vec<_>, _>>()?;
    let mut fates = vec![Fate::Kept; group.arrays.len()];
    for (array, fate) in clusters.iter().flat_map(|cluster| cluster.fates(index)) {
        if fate != Fate::Kept {
            fates[array] = fate;
        }
    }
    let order = order(group, &homes, &sets)?.into_iter();
    let clusters = order.map(|at| std::mem::take(&mut clusters[at])).collect();
    Ok(Plan { clusters, fates })
}

/// The number of the set that each node is in.
fn homes(group: &Group, partition: &[Vec<NodeId>]) -> Result<Vec<usize>, Violation> {
    let mut homes = vec![None; group.nodes.len()];
    for (home, members) in partition.iter().enumerate() {
        for &node in members {
            match homes.get_mut(node) {
                Some(known @ None) => *known = Some(home),
                _ => return Err(Violation::NotOnce(node)),
            }
        }
    }
    let alone = partition.len()..;
    let homes = homes.into_iter().zip(alone);
    Ok(homes.map(|(home, alone)| home.unwrap_or(alone)).collect())
}

/// An order of the sets in which all edges go forwards: of those that may be next, the one that begins first.
fn order(group: &Group, homes: &[usize], sets: &[Vec<NodeId>]) -> Result<Vec<usize>, Violation> {
    let links: BTreeSet<_> = group
        .edges
        .iter()
        .map(|edge| (homes[edge.from], homes[edge.to]))
        .filter(|(from, to)| from != to)
        .collect();
    let mut waits = vec![0; sets.len()];
    let mut behind: Vec<Vec<usize>> = vec![Vec::new(); sets.len()];
    for (from, to) in links {
        waits[to] += 1;
        behind[from].push(to);
    }
    let begin = |set: usize| sets[set].first().copied();
    let free = (0..sets.len()).filter(|set| waits[*set] == 0 && begin(*set).is_some());
    let mut ready: BinaryHeap<_> = free.map(|set| Reverse((begin(set), set))).collect();
    let mut ordered = Vec::new();
    while let Some(Reverse((_, set))) = ready.pop() {
        ordered.push(set);
        for &next in &behind[set] {
            waits[next] -= 1;
            if waits[next] == 0 {
                ready.push(Reverse((begin(next), next)));
            }
        }
    }
    let is_left = |set: &usize| waits[*set] > 0;
    let left: Vec<_> = (0..sets.len()).filter(is_left).collect();
    if left.is_empty() {
        return Ok(ordered);
    }
    let mut nodes: Vec<_> = left.iter().flat_map(|set| sets[*set].clone()).collect();
    nodes.sort_unstable();
    Err(Violation::Cycle(nodes))
}
