//! The default: groups of greatest [value](crate::cost).
//!
//! Small graphs are [solved](super::exact). In others the two groups whose merging gains most become one, with all that
//! must run between them, as long as that gains anything; where no two do, three are tried. Then single nodes are moved
//! to other groups, or left alone, as long as that gains. Other proposals may be begun with in place of single nodes, and
//! the best end counts.

use super::{Proposal, exact};
use crate::cost::{Cost, Value};
use crate::group::NodeId;
use crate::partition::{Partition, SetId};
use crate::verify::verify;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};

/// For an exact solution.
pub const EXACT_STEPS: u64 = 100_000;

/// Nodes looked at, and edges, before what there is must do.
pub const STEPS: u64 = 20_000_000;

/// To find the value of a group, so many for each member.
const VALUE_STEPS: u64 = 8;

/// Of an array that many groups touch, so many before and behind a group are its neighbours.
const NEIGHBOURS: usize = 4;

/// Of the neighbours of a group, so many are tried.
const MOST_NEAR: usize = 32;

/// Graphs of more nodes are not improved by moves.
const MOST_MOVED: usize = 256;

/// Each node is moved no more often.
const MOST_SWEEPS: usize = 8;

/// Proposes groups. `starts` are what else may be begun with; `patience` multiplies the steps that an exact solution may
/// take.
pub fn propose(cost: &Cost<'_>, starts: &[Vec<Vec<NodeId>>], patience: u64) -> Proposal {
    if let Some((sets, _)) = exact::solve(cost, EXACT_STEPS * patience) {
        return Proposal {
            sets,
            is_optimal: true,
        };
    }
    let alone = Partition::alone(cost.index);
    let starts = starts.iter().map(|sets| begin(cost, sets));
    let all = [alone].into_iter().chain(starts);
    let ends = all.map(|start| improve(cost, Greedy::new(cost, start).merge_all()));
    let worth = |sets: &Vec<Vec<NodeId>>| value(cost, sets);
    let best = ends.reduce(|a, b| if worth(&b) > worth(&a) { b } else { a });
    Proposal {
        sets: best.unwrap_or_default(),
        is_optimal: false,
    }
}

/// What groups are worth together; those that are not legal nothing.
pub fn value(cost: &Cost<'_>, sets: &[Vec<NodeId>]) -> Value {
    sets.iter().filter_map(|set| cost.of(set)).sum()
}

/// The groups of a proposal that are worth something, by themselves.
fn begin(cost: &Cost<'_>, sets: &[Vec<NodeId>]) -> Partition {
    let mut partition = Partition::alone(cost.index);
    for set in sets {
        let seeds: BTreeSet<_> = set.iter().map(|node| partition.home(*node)).collect();
        if seeds.len() < 2 || cost.of(set).is_none_or(|value| value <= 0) {
            continue;
        }
        if let Some(closure) = partition.closure(cost.index, &seeds)
            && closure.len() == seeds.len()
        {
            partition.merge(cost.index, &closure);
        }
    }
    partition
}

/// Two groups, and what is gained if they become one.
type Candidate = (Value, Reverse<(SetId, SetId)>);

struct Greedy<'c, 'g> {
    cost: &'c Cost<'g>,
    partition: Partition,
    /// What each group is worth.
    values: Vec<Value>,
    candidates: BinaryHeap<Candidate>,
    /// Pairs that gain nothing by themselves.
    poor: BTreeSet<(SetId, SetId)>,
}

impl<'c, 'g> Greedy<'c, 'g> {
    fn new(cost: &'c Cost<'g>, partition: Partition) -> Self {
        let count = cost.index.group.nodes.len();
        let worth = |set| cost.of(partition.members(set)).unwrap_or(0);
        Greedy {
            values: (0..count).map(worth).collect(),
            cost,
            partition,
            candidates: BinaryHeap::new(),
            poor: BTreeSet::new(),
        }
    }

    fn merge_all(mut self) -> Vec<Vec<NodeId>> {
        for set in self.partition.sets().to_vec() {
            if self.partition.steps < STEPS {
                self.consider(set, false);
            }
        }
        self.partition.steps = 0;
        while self.partition.steps < STEPS {
            let Some((gain, Reverse(pair))) = self.candidates.pop() else {
                if self.merge_three() {
                    continue;
                }
                break;
            };
            let seeds = BTreeSet::from([pair.0, pair.1]);
            if !self.is_there(&seeds) {
                continue;
            }
            // Others may have come between since.
            match self.gain(&seeds) {
                Some((now, closure)) if now == gain => self.merge(&closure, now),
                Some((now, _)) if now > 0 => self.candidates.push((now, Reverse(pair))),
                _ => {
                    self.poor.insert(pair);
                }
            }
        }
        self.partition.into_sets()
    }

    fn is_there(&self, seeds: &BTreeSet<SetId>) -> bool {
        seeds
            .iter()
            .all(|set| !self.partition.members(*set).is_empty())
    }

    /// What is gained if groups become one, with all that must; none if that is not legal.
    fn gain(&mut self, seeds: &BTreeSet<SetId>) -> Option<(Value, BTreeSet<SetId>)> {
        let index = self.cost.index;
        let closure = self.partition.closure(index, seeds)?;
        if closure.len() > seeds.len() && self.partition.are_prevented(index, &closure) {
            return None;
        }
        let union = self.partition.union(&closure);
        self.partition.steps += VALUE_STEPS * union.len() as u64;
        let together = self.cost.of(&union)?;
        let apart = self.worth(&closure);
        Some((together - apart, closure))
    }

    fn worth(&self, sets: &BTreeSet<SetId>) -> Value {
        sets.iter().map(|set| self.values[*set]).sum()
    }

    fn merge(&mut self, closure: &BTreeSet<SetId>, gain: Value) {
        let value = gain + self.worth(closure);
        let merged = self.partition.merge(self.cost.index, closure);
        self.values[merged] = value;
        self.consider(merged, true);
    }

    /// Makes candidates of a group and its neighbours, those before it too if `all`.
    fn consider(&mut self, set: SetId, all: bool) {
        if !self.cost.index.group.nodes[set].is_loop {
            return;
        }
        for other in self.neighbours(set) {
            if other < set && !all {
                continue;
            }
            let pair = (set.min(other), set.max(other));
            let two = BTreeSet::from([pair.0, pair.1]);
            if self.partition.are_prevented(self.cost.index, &two) {
                continue;
            }
            match self.gain(&two) {
                Some((gain, _)) if gain > 0 => self.candidates.push((gain, Reverse(pair))),
                _ => {
                    self.poor.insert(pair);
                }
            }
        }
    }

    /// Groups of loops that share something with a group, or are ordered with it, or stand beside it: the [`MOST_NEAR`] that
    /// share most.
    fn neighbours(&mut self, set: SetId) -> BTreeSet<SetId> {
        let index = self.cost.index;
        let mut all: FxHashMap<SetId, Value> = FxHashMap::default();
        let ordered = self.partition.behind(index, set).into_iter();
        let ordered = ordered.chain(self.partition.before(index, set));
        all.extend(ordered.map(|other| (other, 0)));
        let partition = &self.partition;
        let mut share = |other: NodeId, value: Value| {
            *all.entry(partition.home(other)).or_default() += value;
        };
        let loops = |node: &NodeId| index.group.nodes[*node].is_loop;
        for &node in partition.members(set) {
            let behind = (node + 1..index.group.nodes.len()).find(loops);
            let before = (0..node).rev().find(loops);
            behind
                .into_iter()
                .chain(before)
                .for_each(|other| share(other, 0));
            for array in &index.arrays[node] {
                let users = &index.group.arrays[*array].users;
                let at = users.partition_point(|user| *user < node);
                let near = at.saturating_sub(NEIGHBOURS)..users.len().min(at + 1 + NEIGHBOURS);
                for user in &users[near] {
                    share(*user, self.cost.of_both(*array, node, *user));
                }
            }
            for reuse in &index.reuses[node] {
                let other = if reuse.from == node {
                    reuse.to
                } else {
                    reuse.from
                };
                share(other, self.cost.of_reuse(reuse));
            }
        }
        all.retain(|other, _| *other != set && loops(other));
        let mut all: Vec<_> = all
            .into_iter()
            .map(|(set, value)| (Reverse(value), set))
            .collect();
        if all.len() > MOST_NEAR {
            all.select_nth_unstable(MOST_NEAR);
            all.truncate(MOST_NEAR);
        }
        all.into_iter().map(|(_, set)| set).collect()
    }

    /// Merges three groups of which no two gain; true if there were any.
    fn merge_three(&mut self) -> bool {
        let mut best: Option<(Value, BTreeSet<SetId>)> = None;
        for pair in std::mem::take(&mut self.poor) {
            let two = BTreeSet::from([pair.0, pair.1]);
            if !self.is_there(&two) {
                continue;
            }
            let mut others = self.neighbours(pair.0);
            others.extend(self.neighbours(pair.1));
            for other in others.into_iter().filter(|other| !two.contains(other)) {
                if self.partition.steps >= STEPS {
                    return false;
                }
                let mut three = two.clone();
                three.insert(other);
                if let Some((gain, closure)) = self.gain(&three)
                    && gain > best.as_ref().map_or(0, |(known, _)| *known)
                {
                    best = Some((gain, closure));
                }
            }
            // Of many, the first that gains.
            if best.is_some() {
                break;
            }
        }
        best.is_some_and(|(gain, closure)| {
            self.merge(&closure, gain);
            true
        })
    }
}

/// Moves single nodes to groups of their neighbours, or leaves them alone, as long as that gains.
fn improve(cost: &Cost<'_>, mut sets: Vec<Vec<NodeId>>) -> Vec<Vec<NodeId>> {
    let nodes = &cost.index.group.nodes;
    if nodes.len() > MOST_MOVED {
        return sets;
    }
    for _ in 0..MOST_SWEEPS {
        let mut changed = false;
        for node in (0..nodes.len()).filter(|node| nodes[*node].is_loop) {
            if let Some(moved) = best_move(cost, &sets, node) {
                sets = moved;
                changed = true;
            }
        }
        if !changed {
            break;
        }
    }
    sets
}

/// Nodes that an edge or an array joins with a node.
fn joined(cost: &Cost<'_>, node: NodeId) -> BTreeSet<NodeId> {
    let index = cost.index;
    let later = index.out[node].iter().map(|edge| edge.to);
    let earlier = index.into[node].iter().map(|edge| edge.from);
    let arrays = index.arrays[node].iter();
    let users = arrays.flat_map(|array| index.group.arrays[*array].users.iter().copied());
    let reuses = index.reuses[node].iter().flat_map(|r| [r.from, r.to]);
    let all = later.chain(earlier).chain(users).chain(reuses);
    all.filter(|other| *other != node && index.group.nodes[*other].is_loop)
        .collect()
}

/// The legal move of a node that gains most, if any does.
fn best_move(cost: &Cost<'_>, sets: &[Vec<NodeId>], node: NodeId) -> Option<Vec<Vec<NodeId>>> {
    let home = sets.iter().position(|set| set.contains(&node))?;
    let left: Vec<_> = sets[home]
        .iter()
        .copied()
        .filter(|other| *other != node)
        .collect();
    let lost = cost.of(&left)? - cost.of(&sets[home])?;
    let others = joined(cost, node);
    let is_near = |to: &usize| sets[*to].iter().any(|member| others.contains(member));
    let near = (0..sets.len()).filter(|to| *to != home && is_near(to));
    let mut moves: Vec<(Value, usize, Vec<NodeId>)> = Vec::new();
    for to in near.chain([sets.len()]) {
        let mut with = sets.get(to).cloned().unwrap_or_default();
        let known = cost.of(&with)?;
        with.push(node);
        with.sort_unstable();
        let gain = cost.of(&with).map_or(0, |value| lost + value - known);
        if gain > 0 {
            moves.push((gain, to, with));
        }
    }
    moves.sort_by_key(|(gain, to, _)| (Reverse(*gain), *to));
    moves.into_iter().find_map(|(_, to, with)| {
        let mut moved = sets.to_vec();
        moved[home].clone_from(&left);
        moved.resize(moved.len().max(to + 1), Vec::new());
        moved[to] = with;
        moved.retain(|set| !set.is_empty());
        verify(cost.index, &moved).is_ok().then_some(moved)
    })
}
