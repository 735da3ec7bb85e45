//! Nodes in groups that can run one behind the other, while groups are merged.
//!
//! The groups stand in an order in which all edges go forwards. Where two are merged, all that must run between them has
//! to come with them; then only the order of what stands from the first to the last of these changes: what must run
//! behind the merged group goes behind it, the rest stays before it, as it stood (after Pearce and Kelly, A dynamic
//! topological sort algorithm, 2006).

use crate::group::NodeId;
use crate::index::Index;
use std::collections::{BTreeSet, HashMap};

/// Edges that are looked at for what runs between two groups: those that are further apart are rarely worth merging.
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
        let edges = self.members[set].iter().flat_map(|node| &index.out[*node]);
        self.steps += edges.clone().count() as u64;
        self.others(set, edges.map(|edge| edge.to))
    }

    /// The groups of nodes, without one.
    fn others(&self, set: SetId, nodes: impl Iterator<Item = NodeId>) -> BTreeSet<SetId> {
        let homes = nodes.map(|node| self.home[node]);
        homes.filter(|other| *other != set).collect()
    }

    /// Groups that must become one if some do: these, and all that must run between them. None if more edges than
    /// [`MOST_BETWEEN`] would have to be looked at.
    pub fn closure(
        &mut self,
        index: &Index<'_>,
        seeds: &BTreeSet<SetId>,
    ) -> Option<BTreeSet<SetId>> {
        let most = self.steps + MOST_BETWEEN;
        let end = seeds.iter().map(|set| self.place[*set]).max().unwrap_or(0);
        let (mut seen, mut rest) = (seeds.clone(), seeds.iter().copied().collect::<Vec<_>>());
        let mut before: HashMap<SetId, Vec<SetId>> = HashMap::new();
        while let Some(set) = rest.pop() {
            if self.steps > most {
                return None;
            }
            for next in self.behind(index, set) {
                if self.place[next] > end {
                    continue;
                }
                before.entry(next).or_default().push(set);
                if seen.insert(next) {
                    rest.push(next);
                }
            }
        }
        let (mut needed, mut rest) = (seeds.clone(), seeds.iter().copied().collect::<Vec<_>>());
        while let Some(set) = rest.pop() {
            for set in before.remove(&set).into_iter().flatten() {
                if needed.insert(set) {
                    rest.push(set);
                }
            }
        }
        Some(needed)
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
        sets.iter().for_each(|set| self.members[*set].clear());
        self.members[merged] = nodes;
        merged
    }
}
