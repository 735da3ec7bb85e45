//! Nodes in groups that can run one behind the other, while groups are merged.
//!
//! The groups stand in an order in which all edges go forwards. Where two are merged, all that must run between them has
//! to come with them; then only the order of what stands from the first to the last of these changes: what must run
//! behind the merged group goes behind it, the rest stays before it, as it stood (after Pearce and Kelly, A dynamic
//! topological sort algorithm, 2006).

use crate::group::NodeId;
use crate::index::Index;
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// What leads on that is looked at for what runs between two groups: those that are further apart are rarely worth merging.
const MOST_BETWEEN: u64 = 400;

/// A group, by the least of the nodes that it began as.
pub type SetId = usize;

/// Nodes in groups.
#[derive(Clone, Debug)]
pub struct Partition {
    /// The group of each node.
    home: Vec<SetId>,
    /// Nodes of each group in program order; none of one that went into another one.
    members: Vec<Vec<NodeId>>,
    /// Groups in an order in which they can run, without those that are gone.
    order: Vec<SetId>,
    /// The place of each group in the order.
    place: Vec<usize>,
    /// How many nodes those of each group lead to, each counted for each of them.
    leads: Vec<u64>,
    /// In which search each group was last reached, and how many there were.
    seen: Vec<u64>,
    round: u64,
    /// Nodes and edges looked at.
    pub steps: u64,
}

impl Partition {
    /// Each node alone.
    pub fn alone(index: &Index<'_>) -> Self {
        let count = index.group.nodes.len();
        Partition {
            home: (0..count).collect(),
            members: (0..count).map(|node| vec![node]).collect(),
            order: (0..count).collect(),
            place: (0..count).collect(),
            leads: index.next.iter().map(|next| next.len() as u64).collect(),
            seen: vec![0; count],
            round: 0,
            steps: 0,
        }
    }

    /// The group of a node.
    pub fn home(&self, node: NodeId) -> SetId {
        self.home[node]
    }

    /// Nodes of a group in program order.
    pub fn members(&self, set: SetId) -> &[NodeId] {
        &self.members[set]
    }

    /// All groups, in an order in which they can run.
    pub fn sets(&self) -> &[SetId] {
        &self.order
    }

    /// All groups as lists of nodes.
    pub fn into_sets(self) -> Vec<Vec<NodeId>> {
        let Partition {
            mut members, order, ..
        } = self;
        let sets = order.into_iter();
        sets.map(|set| std::mem::take(&mut members[set])).collect()
    }

    /// Groups that edges come from into a group.
    pub fn before(&mut self, index: &Index<'_>, set: SetId) -> BTreeSet<SetId> {
        let edges = self.members[set].iter().flat_map(|node| &index.into[*node]);
        self.steps += edges.clone().count() as u64;
        self.others(set, edges.map(|edge| edge.from))
    }

    /// Groups that edges lead to from a group.
    pub fn behind(&mut self, index: &Index<'_>, set: SetId) -> BTreeSet<SetId> {
        let nodes = self.members[set].iter().flat_map(|node| &index.next[*node]);
        self.steps += self.leads[set];
        self.others(set, nodes.copied())
    }

    /// The groups of nodes, without one.
    fn others(&self, set: SetId, nodes: impl Iterator<Item = NodeId>) -> BTreeSet<SetId> {
        let homes = nodes.map(|node| self.home[node]);
        homes.filter(|other| *other != set).collect()
    }

    /// Groups that must become one if some do: these, and all that must run between them. None if more than
    /// [`MOST_BETWEEN`] would have to be looked at.
    pub fn closure(
        &mut self,
        index: &Index<'_>,
        seeds: &BTreeSet<SetId>,
    ) -> Option<BTreeSet<SetId>> {
        let most = self.steps + MOST_BETWEEN;
        let end = seeds.iter().map(|set| self.place[*set]).max().unwrap_or(0);
        self.round += 1;
        let mut rest: Vec<_> = seeds.iter().copied().collect();
        rest.iter().for_each(|set| self.seen[*set] = self.round);
        let mut reached = Vec::new();
        while let Some(set) = rest.pop() {
            self.steps += self.leads[set];
            if self.steps > most {
                return None;
            }
            reached.push(set);
            for node in &self.members[set] {
                for next in index.next[*node].iter().map(|next| self.home[*next]) {
                    if self.place[next] <= end && self.seen[next] != self.round {
                        self.seen[next] = self.round;
                        rest.push(next);
                    }
                }
            }
        }
        // From behind, so that it is known what a group leads to.
        reached.sort_unstable_by_key(|set| Reverse(self.place[*set]));
        self.round += 1;
        seeds.iter().for_each(|set| self.seen[*set] = self.round);
        let mut needed = seeds.clone();
        for set in reached {
            let mut nodes = self.members[set].iter();
            let is_needed = |next: &NodeId| {
                let next = self.home[*next];
                next != set && self.seen[next] == self.round
            };
            if nodes.any(|node| index.next[*node].iter().any(is_needed)) {
                self.seen[set] = self.round;
                needed.insert(set);
            }
        }
        Some(needed)
    }

    /// Does an edge keep any two of some groups apart, whatever else is in theirs?
    pub fn are_prevented(&mut self, index: &Index<'_>, sets: &BTreeSet<SetId>) -> bool {
        let greatest = sets.iter().max_by_key(|set| self.members[**set].len());
        let others = sets.iter().filter(|set| Some(*set) != greatest);
        let mut steps = 0;
        let found = others.flat_map(|set| &self.members[*set]).any(|node| {
            let later = index.out[*node].iter().map(|edge| (edge, edge.to));
            let earlier = index.into[*node].iter().map(|edge| (edge, edge.from));
            steps += (index.out[*node].len() + index.into[*node].len()) as u64;
            later
                .chain(earlier)
                .any(|(edge, other)| edge.prevents(index.group) && sets.contains(&self.home[other]))
        });
        self.steps += steps;
        found
    }

    /// Nodes of groups in program order.
    pub fn union(&self, sets: &BTreeSet<SetId>) -> Vec<NodeId> {
        let nodes = sets.iter().flat_map(|set| &self.members[*set]);
        let mut nodes: Vec<_> = nodes.copied().collect();
        nodes.sort_unstable();
        nodes
    }

    /// Makes one group of a closure, and says which one it is.
    pub fn merge(&mut self, index: &Index<'_>, sets: &BTreeSet<SetId>) -> SetId {
        let places = || sets.iter().map(|set| self.place[*set]);
        let (Some(from), Some(to)) = (places().min(), places().max()) else {
            unreachable!("a closure has two groups");
        };
        let merged = *sets.first().expect("a closure has two groups");
        let mut later = BTreeSet::new();
        let mut rest: Vec<_> = sets.iter().copied().collect();
        while let Some(set) = rest.pop() {
            for next in self.behind(index, set) {
                let is_new = self.place[next] <= to && !sets.contains(&next) && later.insert(next);
                rest.extend(is_new.then_some(next));
            }
        }
        let span = self.order[from..=to].to_vec();
        let others = || span.iter().copied().filter(|set| !sets.contains(set));
        let before = others().filter(|set| !later.contains(set));
        let behind = others().filter(|set| later.contains(set));
        let new: Vec<_> = before.chain([merged]).chain(behind).collect();
        self.order.splice(from..=to, new);
        for at in from..self.order.len() {
            self.place[self.order[at]] = at;
        }
        self.steps += (self.order.len() - from) as u64 / 8;
        let nodes = self.union(sets);
        for node in &nodes {
            self.home[*node] = merged;
        }
        let leads = sets.iter().map(|set| self.leads[*set]).sum();
        sets.iter().for_each(|set| self.members[*set].clear());
        self.leads[merged] = leads;
        self.members[merged] = nodes;
        merged
    }
}
