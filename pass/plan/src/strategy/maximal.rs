//! The fewest groups (Liu, Sha and others, maximum loop distribution and fusion).
//!
//! A path of edges needs one more group than it has edges that prevent fusion, and code on it between two loops prevents it
//! too. Where nothing but paths keeps loops apart, giving each loop the number of groups that its longest path needs is
//! legal, and no partition has fewer. Types, refused sets and lags may ask for more: each loop goes into the first group,
//! from that number on, that it fits in, or a new one. So the numbers are a bound, and the proposal is known to be the best
//! where it meets it.
//!
//! Then loops that may be in several groups go where they save most.

use super::Proposal;
use crate::cluster::Cluster;
use crate::cost::{Cost, Value};
use crate::group::{Edge, NodeId};
use std::collections::BTreeSet;

/// Members of groups that are looked at to move loops, in all.
const MOST_STEPS: usize = 4_000_000;

/// Proposes groups, and says how few there can be at least.
pub fn propose(cost: &Cost<'_>) -> (Proposal, usize) {
    let group = cost.index.group;
    let fewest = fewest(cost, |edge| edge.prevents(group));
    let mut places = Places::fill(cost);
    places.settle();
    let sets = places.sets.into_iter().map(|set| set.members);
    let sets: Vec<_> = sets.filter(|set| !set.is_empty()).collect();
    let proposal = Proposal {
        is_optimal: sets.len() == fewest,
        sets,
    };
    (proposal, fewest)
}

/// How many groups the path needs that needs most. Loops stand at even places, code at odd ones between them.
fn fewest(cost: &Cost<'_>, prevents: impl Fn(&Edge) -> bool) -> usize {
    let nodes = &cost.index.group.nodes;
    let mut places: Vec<Option<usize>> = Vec::with_capacity(nodes.len());
    for (node, known) in nodes.iter().enumerate() {
        let into = cost.index.into[node].iter();
        let after = into.filter_map(|edge| {
            let from = places[edge.from]?;
            Some(match (nodes[edge.from].is_loop, known.is_loop) {
                (true, true) if prevents(edge) => from + 2,
                (true, true) | (false, false) => from,
                (true, false) | (false, true) => from + 1,
            })
        });
        // Code that no loop stands before needs no place.
        places.push(after.max().or(known.is_loop.then_some(0)));
    }
    let loops = places.iter().zip(nodes).filter(|(_, node)| node.is_loop);
    let last = loops.filter_map(|(place, _)| *place).max();
    last.map_or(0, |place| place / 2 + 1)
}

/// A group while it is filled in program order: lags of members do not change then.
#[derive(Default)]
struct Filling {
    members: Vec<NodeId>,
    fewest_trips: Option<u64>,
    greatest_lag: u64,
}

/// Groups in the order in which they run, and where nodes are.
struct Places<'c, 'g> {
    cost: &'c Cost<'g>,
    sets: Vec<Filling>,
    /// As in [`fewest`]: twice the number of a loop's group; code stands between groups.
    of: Vec<Option<usize>>,
    /// By how much each node lags behind the first one of its group.
    lags: Vec<u64>,
    /// Members that may still be looked at to move loops.
    steps: usize,
}

impl<'c, 'g> Places<'c, 'g> {
    /// Each loop into the first group that it fits in.
    fn fill(cost: &'c Cost<'g>) -> Self {
        let nodes = &cost.index.group.nodes;
        let mut places = Places {
            cost,
            sets: Vec::new(),
            of: Vec::with_capacity(nodes.len()),
            lags: vec![0; nodes.len()],
            steps: MOST_STEPS,
        };
        for (node, known) in nodes.iter().enumerate() {
            let from = places.least(node);
            if !known.is_loop {
                places.of.push(from);
                continue;
            }
            let first = from.unwrap_or(0).div_ceil(2);
            let fitting =
                (first..places.sets.len()).find_map(|at| Some((at, places.lag(at, node)?)));
            let (at, lag) = fitting.unwrap_or((places.sets.len().max(first), 0));
            places
                .sets
                .resize_with(places.sets.len().max(at + 1), Filling::default);
            let set = &mut places.sets[at];
            set.members.push(node);
            set.greatest_lag = set.greatest_lag.max(lag);
            set.fewest_trips = set.fewest_trips.into_iter().chain(known.trips).min();
            places.lags[node] = lag;
            places.of.push(Some(2 * at));
        }
        places
    }

    fn is_member(&self, at: usize, node: NodeId) -> bool {
        self.of.get(node) == Some(&Some(2 * at))
    }

    /// Do types or refused sets keep a loop out of a group?
    fn differs(&self, at: usize, node: NodeId) -> bool {
        let index = self.cost.index;
        let group = index.group;
        let is_refused = |number: &usize| {
            let mut others = group.refused[*number].iter();
            others.all(|other| *other == node || self.is_member(at, *other))
        };
        let kind = |node: NodeId| &group.nodes[node].kind;
        let first = self.sets[at].members.first();
        first.is_some_and(|other| kind(*other) != kind(node))
            || index.refused[node].iter().any(is_refused)
    }

    /// The lag of the next loop in a group, if it may be one of its members.
    fn lag(&self, at: usize, node: NodeId) -> Option<u64> {
        let index = self.cost.index;
        let (group, set) = (index.group, &self.sets[at]);
        if self.differs(at, node) {
            return None;
        }
        let mut lag = 0;
        let before = index.into[node].iter();
        for edge in before.filter(|edge| self.is_member(at, edge.from)) {
            lag = lag.max(self.lags[edge.from].saturating_add(edge.need?));
        }
        let greatest = set.greatest_lag.max(lag);
        let fewest = set
            .fewest_trips
            .into_iter()
            .chain(group.nodes[node].trips)
            .min();
        let most = fewest.map_or(u64::MAX, |count| count.saturating_sub(1));
        let most = most.min(group.limits.max_lag);
        let fits =
            greatest <= most && lag.saturating_sub(set.greatest_lag) <= group.limits.max_shift;
        fits.then_some(lag)
    }

    /// Where a node may stand at the earliest.
    fn least(&self, node: NodeId) -> Option<usize> {
        let nodes = &self.cost.index.group.nodes;
        let after = self.cost.index.into[node].iter().filter_map(|edge| {
            let from = self.of[edge.from]?;
            Some(from + usize::from(nodes[edge.from].is_loop && !nodes[node].is_loop))
        });
        after.max()
    }

    /// Where a loop may stand at the latest.
    fn most(&self, node: NodeId) -> usize {
        let nodes = &self.cost.index.group.nodes;
        let before = self.cost.index.out[node].iter().filter_map(|edge| {
            let to = self.of[edge.to]?;
            Some(if nodes[edge.to].is_loop { to } else { to - 1 })
        });
        before.min().unwrap_or(usize::MAX)
    }

    /// Moves loops to the groups in which they save most.
    fn settle(&mut self) {
        let nodes = &self.cost.index.group.nodes;
        for node in (0..nodes.len()).rev().filter(|node| nodes[*node].is_loop) {
            let home = self.of[node].expect("loops have places") / 2;
            let may_be = self.least(node).unwrap_or(0)..=self.most(node);
            let others = self.partners(node).into_iter();
            let others = others.filter(|at| *at != home && may_be.contains(&(2 * at)));
            let mut best = (self.saved(node, home), home);
            for at in others {
                let saved = self.saved(node, at);
                if saved > best.0 && self.may_move(node, home, at) {
                    best = (saved, at);
                }
            }
            let (_, at) = best;
            if at != home {
                self.sets[home].members.retain(|other| *other != node);
                let members = &mut self.sets[at].members;
                members.insert(members.partition_point(|other| *other < node), node);
                self.of[node] = Some(2 * at);
            }
        }
    }

    /// Groups of loops that touch what a loop touches.
    fn partners(&self, node: NodeId) -> BTreeSet<usize> {
        let index = self.cost.index;
        let arrays = index.arrays[node]
            .iter()
            .flat_map(|array| &index.group.arrays[*array].users);
        let reuses = index.reuses[node].iter().flat_map(|r| [&r.from, &r.to]);
        let loops = arrays
            .chain(reuses)
            .filter(|other| index.group.nodes[**other].is_loop);
        loops
            .filter_map(|other| Some(self.of[*other]? / 2))
            .collect()
    }

    fn saved(&self, node: NodeId, at: usize) -> Value {
        self.cost.saved_with(node, &self.sets[at].members)
    }

    /// Are both groups legal if a member of the one goes to the other? Those that stay may lag too far behind each other.
    fn may_move(&mut self, node: NodeId, from: usize, to: usize) -> bool {
        if self.sets[from].members.len() < 2 {
            return false;
        }
        let lag_at_all = |at: usize| self.sets[at].greatest_lag > 0;
        if !lag_at_all(from) && !lag_at_all(to) {
            // What stays lags by nothing, too. So does the other group, if it need not.
            let needs = self.edges_with(node, to).map(|edge| edge.need);
            let fits = |need: Option<u64>| need == Some(0);
            if needs.clone().any(|need| need.is_none()) || self.differs(to, node) {
                return false;
            }
            if needs.clone().all(fits) {
                return true;
            }
        }
        let left = self.sets[from].members.iter().copied();
        let left: Vec<_> = left.filter(|other| *other != node).collect();
        let mut with = self.sets[to].members.clone();
        with.insert(with.partition_point(|other| *other < node), node);
        let Some(steps) = self.steps.checked_sub(left.len() + with.len()) else {
            return false;
        };
        self.steps = steps;
        let lag = |set: &[NodeId]| Some(Cluster::of(self.cost.index, set).ok()?.greatest_lag());
        let (Some(left), Some(with)) = (lag(&left), lag(&with)) else {
            return false;
        };
        // Of a move that is not made, these are no less than they were.
        for (at, lag) in [(from, left), (to, with)] {
            let set = &mut self.sets[at];
            set.greatest_lag = set.greatest_lag.max(lag);
        }
        true
    }

    /// Edges between a node and members of a group.
    fn edges_with(&self, node: NodeId, at: usize) -> impl Iterator<Item = &Edge> + Clone {
        let index = self.cost.index;
        let later = index.out[node].iter().map(|edge| (*edge, edge.to));
        let earlier = index.into[node].iter().map(|edge| (*edge, edge.from));
        let all = later.chain(earlier);
        all.filter(move |(_, other)| self.is_member(at, *other))
            .map(|(edge, _)| edge)
    }
}
