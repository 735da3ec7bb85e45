//! What a group of loops is worth, in bytes that memory need not move.
//!
//! ```text
//!     + w · bytes              for each two members that follow each other in touching an array
//!     + 2 w · (bytes - rest)   for each array that goes: it is neither written nor read
//!     + trips · (members - 1)  for loops that need not count
//!     - 64                     for each thing that a run-time check must say
//!     - 16                     for each instruction copied: of a version behind a check, of iterations peeled off
//! ```
//!
//! `w` says how far the bytes have to come: it hangs on what all nodes touch from the first use to the second one, and on
//! the caches. Some groups are worth less than nothing, whatever they save: those of which one loop would not be
//! vectorised any more, and those that need more registers, streams or instructions than there may be. So is the one row
//! of a nest that takes in a line: in one iteration the line is one element, and not vectorised.
//!
//! Values are whole hundredths of a byte, so that no sum depends on its order. A loop alone is worth nothing.

use crate::apart::Apart;
use crate::cluster::{Cluster, Fate};
use crate::graph::Vector;
use crate::group::{ArrayId, NodeId, Reuse};
use crate::index::Index;
use rustc_hash::FxHashSet;

/// Hundredths of a byte.
pub type Value = i128;

/// Hundredths in a byte.
pub const BYTE: Value = 100;

/// Of arrays of which nothing is known.
const UNKNOWN_BYTES: u64 = 1 << 20;

/// Of loops of which nothing is known.
const UNKNOWN_TRIPS: u64 = 1 << 10;

/// For each thing that a check must say.
const CHECK: Value = 64 * BYTE;

/// For each instruction that is copied.
const COPY: Value = 16 * BYTE;

/// Sizes of the caches where a graph does not give them.
const CACHES: [u64; 3] = [32 << 10, 1 << 20, 32 << 20];

/// Hundredths that a byte from each of the caches counts; one from memory is whole.
const WEIGHTS: [Value; 3] = [5, 25, 60];

/// Of an array with more users it is not asked which of them are never in one group.
const MOST_COMPARED: usize = 256;

/// Values of groups of one graph.
#[derive(Debug)]
pub struct Cost<'g> {
    /// The graph.
    pub index: &'g Index<'g>,
    /// For each cache, from the smallest: behind which node what is touched from each node on does not fit any more.
    reaches: Vec<Vec<NodeId>>,
}

impl<'g> Cost<'g> {
    /// Of groups of a graph.
    pub fn new(index: &'g Index<'g>) -> Self {
        let given = &index.group.limits.cache_bytes;
        let caches: &[u64] = if given.is_empty() { &CACHES } else { given };
        Cost {
            index,
            reaches: caches.iter().map(|cache| reach(index, *cache)).collect(),
        }
    }

    /// The value of a group, given in program order; none if it is not legal, or worth less than nothing whatever it saves.
    pub fn of(&self, members: &[NodeId]) -> Option<Value> {
        if members.len() < 2 {
            return Some(0);
        }
        if !self.keeps_vectors(members) || !self.is_within_size(members) {
            return None;
        }
        self.of_cluster(&Cluster::of(self.index, members).ok()?, members)
    }

    /// May a legal group that is worth nothing be worth something with more members? An array may go only then, and take
    /// no stream.
    pub fn may_be_cured(&self, members: &[NodeId]) -> bool {
        self.keeps_vectors(members) && self.is_within_size(members)
    }

    fn of_cluster(&self, cluster: &Cluster, members: &[NodeId]) -> Option<Value> {
        let fates = cluster.fates(self.index);
        let gone = || fates.iter().filter(|(_, fate)| *fate != Fate::Kept);
        let touched = members.iter().flat_map(|node| &self.index.arrays[*node]);
        let touched: FxHashSet<ArrayId> = touched.copied().collect();
        if !self.is_within_registers(members, &fates, touched.len()) {
            return None;
        }
        let shared = touched.iter().map(|array| self.of_shared(*array, members));
        let removed = gone().map(|(array, fate)| self.of_gone(*array, *fate));
        let counters = Value::from(self.trips(members)) * (members.len() as Value - 1) * BYTE;
        let saved =
            shared.sum::<Value>() + removed.sum::<Value>() + self.of_reuses(members) + counters;
        Some(saved - self.paid(cluster, members))
    }

    /// What a run-time check and copies cost.
    fn paid(&self, cluster: &Cluster, members: &[NodeId]) -> Value {
        let checks = cluster.assume().len() + usize::from(cluster.exceeds().is_some());
        let copies = Value::from(checks > 0) + Value::from(cluster.greatest_lag() > 0);
        checks as Value * CHECK + copies * Value::from(self.size(members)) * COPY
    }

    /// Of an array that members use one behind the other.
    fn of_shared(&self, array: ArrayId, members: &[NodeId]) -> Value {
        let users = &self.index.group.arrays[array].users;
        let inside: Vec<_> = users
            .iter()
            .filter(|node| members.binary_search(node).is_ok())
            .collect();
        let bytes = self.bytes(array);
        let pairs = inside.windows(2);
        pairs
            .map(|pair| self.weight(*pair[0], *pair[1]) * bytes)
            .sum()
    }

    /// Of an array that goes: nothing writes it, and nothing reads it.
    fn of_gone(&self, array: ArrayId, fate: Fate) -> Value {
        let known = &self.index.group.arrays[array];
        let [first, .., last] = known.users[..] else {
            return 0;
        };
        let rest = match fate {
            Fate::Kept => return 0,
            Fate::Value => 0,
            Fate::Registers(count) | Fate::Rows(count) => count * known.step.unwrap_or(0),
        };
        2 * self.weight(first, last) * (self.bytes(array) - Value::from(rest)).max(0)
    }

    /// Of an array that two nodes use, one behind the other or the other way round.
    pub fn of_both(&self, array: ArrayId, a: NodeId, b: NodeId) -> Value {
        self.weight(a.min(b), a.max(b)) * self.bytes(array)
    }

    /// Of what two nodes share beside arrays of known size.
    pub fn of_reuse(&self, reuse: &Reuse) -> Value {
        self.weight(reuse.from, reuse.to) * Value::from(reuse.bytes)
    }

    fn of_reuses(&self, members: &[NodeId]) -> Value {
        let of = |node: &NodeId| {
            let later = self.index.reuses[*node].iter().filter(|r| r.from == *node);
            let inside = later.filter(|r| members.binary_search(&r.to).is_ok());
            inside.map(|r| self.of_reuse(r)).sum::<Value>()
        };
        members.iter().map(of).sum()
    }

    /// Bytes that a node and others touch both, by what they count.
    pub fn saved_with(&self, node: NodeId, others: &[NodeId]) -> Value {
        let arrays = self.index.arrays[node].iter().map(|array| {
            let users = &self.index.group.arrays[*array].users;
            let meets = |user: &&NodeId| **user != node && others.binary_search(user).is_ok();
            let near = users.iter().filter(meets);
            let near = near.map(|user| self.weight(node.min(*user), node.max(*user)));
            near.min().unwrap_or(0) * self.bytes(*array)
        });
        let reuses = self.index.reuses[node].iter().filter(|r| {
            let other = if r.from == node { r.to } else { r.from };
            others.binary_search(&other).is_ok()
        });
        let reuses = reuses.map(|r| self.of_reuse(r));
        arrays.sum::<Value>() + reuses.sum::<Value>()
    }

    fn bytes(&self, array: ArrayId) -> Value {
        Value::from(
            self.index.group.arrays[array]
                .bytes
                .unwrap_or(UNKNOWN_BYTES),
        )
    }

    /// The iterations that members have together.
    fn trips(&self, members: &[NodeId]) -> u64 {
        let known = members
            .iter()
            .filter_map(|node| self.index.group.nodes[*node].trips);
        known.min().unwrap_or(UNKNOWN_TRIPS)
    }

    fn size(&self, members: &[NodeId]) -> u64 {
        let costs = members
            .iter()
            .map(|node| self.index.group.nodes[*node].cost);
        costs.fold(0, u64::saturating_add)
    }

    fn keeps_vectors(&self, members: &[NodeId]) -> bool {
        let kinds = || {
            members
                .iter()
                .map(|node| self.index.group.nodes[*node].vector)
        };
        let is_lost = |kind| matches!(kind, Some(Vector::No | Vector::Outer));
        !kinds().any(|kind| kind == Some(Vector::Yes)) || !kinds().any(is_lost)
    }

    fn is_within_size(&self, members: &[NodeId]) -> bool {
        let most = self.index.group.limits.max_size;
        most.is_none_or(|most| self.size(members) <= most)
    }

    fn is_within_registers(
        &self,
        members: &[NodeId],
        fates: &[(ArrayId, Fate)],
        arrays: usize,
    ) -> bool {
        let limits = &self.index.group.limits;
        let carried = members
            .iter()
            .map(|node| self.index.group.nodes[*node].carried);
        let handed_on = fates.iter().map(|(_, fate)| match fate {
            Fate::Registers(count) => *count,
            Fate::Value | Fate::Rows(_) | Fate::Kept => 0,
        });
        let registers = carried.chain(handed_on).fold(0, u64::saturating_add);
        // Rows are handed on while they are in the cache: measured, see the pass's own rule on streams.
        let gone = fates.iter().filter(|(_, fate)| *fate != Fate::Kept).count();
        let streams = (arrays - gone) as u64;
        limits.registers.is_none_or(|most| registers <= most)
            && limits.max_streams.is_none_or(|most| streams <= most)
    }

    /// How far bytes come that one node touched, and another one touches again.
    fn weight(&self, first: NodeId, last: NodeId) -> Value {
        let level = self.reaches.iter().position(|reach| last < reach[first]);
        // Of fewer caches, the last one is as far from the loops as the last of three.
        let level =
            level.map(|level| level + WEIGHTS.len() - self.reaches.len().min(WEIGHTS.len()));
        level.map_or(BYTE, |level| WEIGHTS[level])
    }

    /// No partition is worth more: each node may have all before it in its group that are not [`apart`](crate::apart)
    /// from it.
    pub fn bound(&self) -> Value {
        let group = self.index.group;
        let apart = Apart::of(self.index);
        let arrays = (0..group.arrays.len()).map(|array| self.most_of(array, &apart));
        let reuses = group.reuses.iter().filter(|r| !apart.are(r.from, r.to));
        let reuses = reuses.map(|r| self.of_reuse(r));
        // The first member of a group counts as before.
        let is_loop = |node: &NodeId| group.nodes[*node].is_loop;
        let loops = (0..group.nodes.len()).filter(is_loop);
        let counters = loops.map(|node| {
            let mut before = (0..node).rev().filter(is_loop);
            let has_partner = before.any(|other| !apart.are(other, node));
            Value::from(group.nodes[node].trips.unwrap_or(UNKNOWN_TRIPS)) * Value::from(has_partner)
        });
        arrays.sum::<Value>() + reuses.sum::<Value>() + counters.sum::<Value>() * BYTE
    }

    /// What an array can be worth at most.
    fn most_of(&self, array: ArrayId, apart: &Apart<'_>) -> Value {
        let known = &self.index.group.arrays[array];
        let [first, .., last] = known.users[..] else {
            return 0;
        };
        let all = self.weight(first, last);
        if known.users.len() > MOST_COMPARED {
            let times = known.users.len() as Value - 1 + if known.is_own { 2 } else { 0 };
            return times * all * self.bytes(array);
        }
        // The user before, in one group, comes from no further than the first that is not apart.
        let shared = known.users.iter().enumerate().map(|(at, user)| {
            let mut before = known.users[..at].iter();
            let from = before.find(|other| !apart.are(**other, *user));
            from.map_or(0, |other| self.weight(*other, *user))
        });
        let may_go = known.is_own
            && known.users.iter().enumerate().all(|(at, user)| {
                let mut before = known.users[..at].iter();
                before.all(|other| !apart.are(*other, *user))
            });
        let weights = shared.sum::<Value>() + if may_go { 2 * all } else { 0 };
        weights * self.bytes(array)
    }
}

/// From each node on: the first node with which all that these touch together does not fit a cache.
fn reach(index: &Index<'_>, cache: u64) -> Vec<NodeId> {
    let bytes = |array: &ArrayId| index.group.arrays[*array].bytes;
    let nodes = index.arrays.len();
    // How many of the nodes at hand touch each array.
    let mut users = vec![0_usize; index.group.arrays.len()];
    let (mut held, mut end) = (0_u64, 0);
    let mut ends = Vec::with_capacity(nodes);
    for first in 0..nodes {
        while end < nodes {
            let new = index.arrays[end].iter().filter(|array| users[**array] == 0);
            let new = new
                .map(bytes)
                .try_fold(held, |sum, bytes| sum.checked_add(bytes?));
            let Some(all) = new.filter(|all| *all <= cache) else {
                break;
            };
            held = all;
            index.arrays[end]
                .iter()
                .for_each(|array| users[*array] += 1);
            end += 1;
        }
        ends.push(end);
        if end == first {
            // Not even this one fits.
            end += 1;
            continue;
        }
        for array in &index.arrays[first] {
            users[*array] -= 1;
            if users[*array] == 0 {
                held -= bytes(array).unwrap_or(0);
            }
        }
    }
    ends
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::group::{Array, Group, Node};
    use proptest::collection::vec;
    use proptest::prelude::*;

    /// As it is defined: by all bytes from one node to the other.
    fn plain(cost: &Cost<'_>, first: NodeId, last: NodeId) -> Value {
        let arrays = (first..=last).flat_map(|node| &cost.index.arrays[node]);
        let arrays: FxHashSet<_> = arrays.collect();
        let bytes = arrays
            .iter()
            .map(|array| cost.index.group.arrays[**array].bytes);
        let bytes: Option<u64> = bytes.sum();
        let level = bytes.and_then(|bytes| CACHES.iter().position(|cache| bytes <= *cache));
        level.map_or(BYTE, |level| WEIGHTS[level])
    }

    proptest! {
        #[test]
        fn weights_hang_on_all_that_lies_between(
            sizes in vec(prop_oneof![9 => (1..26_u32).prop_map(|bits| Some(1 << bits)), 1 => Just(None)], 1..9),
            users in vec(vec(0..9_usize, 0..5), 8),
        ) {
            let mut group = Group { nodes: vec![Node::default(); 9], ..Group::default() };
            for (bytes, users) in sizes.into_iter().zip(users) {
                let users: std::collections::BTreeSet<_> = users.into_iter().collect();
                group.arrays.push(Array { bytes, users: users.into_iter().collect(), ..Array::default() });
            }
            let index = Index::new(&group);
            let cost = Cost::new(&index);
            for first in 0..9 {
                for last in first..9 {
                    prop_assert_eq!(cost.weight(first, last), plain(&cost, first, last), "{} to {}", first, last);
                }
            }
        }
    }

    #[test]
    fn rows_are_no_streams() {
        // Two nests: a plane that the first one writes and the second one reads, and one of each one's own.
        let fits = |private, streams| {
            let graph = format!(
                r#"{{"version":1,"limits":{{"max_streams":{streams}}},
                "nodes":[{{"id":"a","trips":["n"],"vector":"outer"}},{{"id":"b","trips":["n"],"vector":"outer"}}],
                "arrays":[{{"id":"t","bytes":8,"private":{private}}},{{"id":"x","bytes":8}},{{"id":"y","bytes":8}}],
                "edges":[{{"from":"a","to":"b","kind":"flow","array":"t","need":[0],"least":[0]}},
                         {{"from":"a","to":"b","kind":"input","array":"x"}},
                         {{"from":"a","to":"b","kind":"input","array":"y"}}]}}"#
            );
            let group = Group::of(&serde_json::from_str(&graph).unwrap()).unwrap();
            Cost::new(&Index::new(&group)).of(&[0, 1]).is_some()
        };
        assert!(fits(true, 2) && !fits(true, 1));
        assert!(fits(false, 3) && !fits(false, 2));
    }
}
