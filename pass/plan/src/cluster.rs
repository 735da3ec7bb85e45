//! Loops that become one: may they, with which lags, and what becomes of their arrays.
//!
//! **Arrays.** Element `e` of an array of the nodes' own, which one group alone touches, may share its place with `e + W`,
//! `e + 2W` and so on, if nothing else is written there between the time when `e` is written and when it is read.
//! Access `x` comes to `e` in iteration `e + c(x)` of the fused loop. Where an edge leads from `u` to `v`, `c(v) - c(u)` is
//! `r(v) - r(u) - (i0 - i1)`: at most `r(v) - r(u) - least`, and not negative. So for what `u` writes and `v` reads,
//!
//! - a write `w` of later elements comes behind the read if `W > c(v) - c(w)`: a flow edge leads from `w` to `v`, or one
//!   from `v` to `w`, and then the difference is none;
//! - a write `w` of earlier elements comes before the write of `e` if `W > c(w) - c(u)`: likewise of output edges from `u`.
//!
//! The window `W` is one more than the most of these, over all flow and output edges. Where no such edge leads from one node to
//! another, they touch different parts of the array, which would share places: it stays. So
//! `least` must hold for all accesses of two nodes, be it that some never meet, and a node that writes a private array
//! touches one element of it in each iteration ([`private`](crate::graph::Array::private)).

use crate::graph::EdgeKind;
use crate::group::{ArrayId, Edge, NodeId};
use crate::index::Index;
use crate::lags;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::fmt;

/// A window of more iterations of an innermost loop does not go in registers.
const MOST_REGISTERS: u64 = 9;

/// A window of more rows is not kept by itself.
const MOST_ROWS: u64 = 64;

/// Loops that become one, or code that stays by itself. Only [`Cluster::of`] makes one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cluster {
    members: Vec<(NodeId, u64)>,
    assume: BTreeSet<String>,
    exceeds: Option<u64>,
}

/// What becomes of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It stays.
    Kept,
    /// A value in a register.
    Value,
    /// Values of so many iterations, in registers.
    Registers(u64),
    /// So many rows.
    Rows(u64),
}

/// Why a partition is no plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Violation {
    /// A node is in no group, in several, or is none.
    NotOnce(NodeId),
    /// Code is in a group with others.
    Code(NodeId),
    /// Members are of different types.
    Types(NodeId, NodeId),
    /// These may not be in one group together.
    Refused(Vec<NodeId>),
    /// An edge prevents that two are in one group.
    Prevented(NodeId, NodeId),
    /// A member would lag too far behind the first one.
    Lag {
        /// The member.
        node: NodeId,
        /// By how much it would lag.
        lag: u64,
        /// By how much it may.
        most: u64,
    },
    /// A member would lag too far behind the one before it.
    Shift {
        /// The member.
        node: NodeId,
        /// By how much it would lag.
        shift: u64,
        /// By how much it may.
        most: u64,
    },
    /// These must run before each other.
    Cycle(Vec<NodeId>),
}

impl Cluster {
    /// Of members in program order.
    ///
    /// # Errors
    /// Why they cannot be one loop, whatever stands between them.
    pub fn of(index: &Index<'_>, members: &[NodeId]) -> Result<Self, Violation> {
        let group = index.group;
        let is_code = |node: &&NodeId| !group.nodes[**node].is_loop;
        if let Some(&code) = members.iter().find(is_code).filter(|_| members.len() > 1) {
            return Err(Violation::Code(code));
        }
        let kind = |node: NodeId| &group.nodes[node].kind;
        if let Some(&other) = members.iter().find(|&&node| kind(node) != kind(members[0])) {
            return Err(Violation::Types(members[0], other));
        }
        let is_inside = |set: &usize| {
            let mut nodes = group.refused[*set].iter();
            nodes.all(|node| members.binary_search(node).is_ok())
        };
        let mut sets = members.iter().flat_map(|node| &index.refused[*node]);
        if let Some(&set) = sets.find(|set| is_inside(set)) {
            return Err(Violation::Refused(group.refused[set].clone()));
        }
        let edges = index.within(members);
        let lags = lags::least(members, edges.iter().copied())
            .map_err(|edge| Violation::Prevented(edge.from, edge.to))?;
        let assume = edges.iter().flat_map(|edge| edge.assume.iter().cloned());
        let mut cluster = Cluster {
            members: members.iter().copied().zip(lags).collect(),
            assume: assume.collect(),
            exceeds: None,
        };
        cluster.members.sort_by_key(|(node, lag)| (*lag, *node));
        cluster.check_lags(index)?;
        Ok(cluster)
    }

    /// Do the members lag no more than they may, and than they have iterations, as far as that is known?
    fn check_lags(&mut self, index: &Index<'_>) -> Result<(), Violation> {
        let limits = &index.group.limits;
        let trips = |node: NodeId| index.group.nodes[node].trips;
        let counts = || self.members.iter().map(|(node, _)| trips(*node));
        let fewest = counts().flatten().min();
        let most = fewest.map_or(limits.max_lag, |count| {
            limits.max_lag.min(count.saturating_sub(1))
        });
        if let Some(&(node, lag)) = self.members.iter().find(|(_, lag)| *lag > most) {
            return Err(Violation::Lag { node, lag, most });
        }
        let most = limits.max_shift;
        for pair in self.members.windows(2) {
            let [(_, before), (node, lag)] = [pair[0], pair[1]];
            let shift = lag - before;
            if shift > most {
                return Err(Violation::Shift { node, shift, most });
            }
        }
        let is_known = counts().all(|count| count.is_some());
        self.exceeds = Some(self.greatest_lag()).filter(|lag| *lag > 0 && !is_known);
        Ok(())
    }

    /// Members with their lags, in the order in which an iteration runs them.
    pub fn members(&self) -> &[(NodeId, u64)] {
        &self.members
    }

    /// By how much the last member lags behind the first one.
    pub fn greatest_lag(&self) -> u64 {
        self.members.last().map_or(0, |(_, lag)| *lag)
    }

    /// What a run-time check must say.
    pub fn assume(&self) -> &BTreeSet<String> {
        &self.assume
    }

    /// It must also say that all members have more iterations than that.
    pub fn exceeds(&self) -> Option<u64> {
        self.exceeds
    }

    /// What becomes of arrays that only members touch, in the order of their numbers; all others stay.
    pub fn fates(&self, index: &Index<'_>) -> Vec<(ArrayId, Fate)> {
        let touched = self
            .members
            .iter()
            .flat_map(|(node, _)| &index.arrays[*node]);
        let own = touched.filter(|array| index.group.arrays[**array].is_own);
        let arrays: BTreeSet<_> = own.copied().collect();
        if arrays.is_empty() {
            return Vec::new();
        }
        let lags: FxHashMap<_, _> = self.members.iter().copied().collect();
        let all = arrays.into_iter();
        all.map(|array| (array, fate(index, array, &lags)))
            .collect()
    }
}

fn fate(index: &Index<'_>, array: ArrayId, lags: &FxHashMap<NodeId, u64>) -> Fate {
    let users = &index.group.arrays[array].users;
    let edges = &index.of_array[array];
    let has_flow = edges.iter().any(|edge| edge.kind == EdgeKind::Flow);
    let are_members = users.iter().all(|node| lags.contains_key(node));
    if !has_flow || !are_members || !all_meet(edges) {
        return Fate::Kept;
    }
    let writes = edges.iter().filter(|edge| edge.kind != EdgeKind::Anti);
    let waits = writes.map(|edge| {
        let lag = i128::from(lags[&edge.to]) - i128::from(lags[&edge.from]);
        lag - i128::from(edge.least) + 1
    });
    let Some(window) = waits.max().and_then(|window| u64::try_from(window).ok()) else {
        return Fate::Kept;
    };
    match window {
        _ if users.iter().any(|node| index.group.nodes[*node].is_outer) => {
            let rows = window.checked_next_power_of_two();
            let rows = rows.filter(|rows| *rows <= MOST_ROWS);
            rows.map_or(Fate::Kept, Fate::Rows)
        }
        0 | 1 => Fate::Value,
        2..=MOST_REGISTERS => Fate::Registers(window),
        _ => Fate::Kept,
    }
}

/// Does an edge lead from each node to each later one for all that both do to the array?
fn all_meet(edges: &[&Edge]) -> bool {
    let (mut reads, mut writes) = (BTreeSet::new(), BTreeSet::new());
    for edge in edges {
        let from_writes = edge.kind != EdgeKind::Anti;
        let to_writes = edge.kind != EdgeKind::Flow;
        for (node, is_write) in [(edge.from, from_writes), (edge.to, to_writes)] {
            if is_write {
                writes.insert(node)
            } else {
                reads.insert(node)
            };
        }
    }
    let met: BTreeSet<_> = edges
        .iter()
        .map(|edge| (edge.kind, edge.from, edge.to))
        .collect();
    let all = |kind, first: &BTreeSet<NodeId>, second: &BTreeSet<NodeId>| {
        let mut pairs = first
            .iter()
            .flat_map(|a| second.range(a + 1..).map(move |b| (*a, *b)));
        pairs.all(|(a, b)| met.contains(&(kind, a, b)))
    };
    all(EdgeKind::Flow, &writes, &reads)
        && all(EdgeKind::Anti, &reads, &writes)
        && all(EdgeKind::Output, &writes, &writes)
}

/// Nodes by their places in program order, from 0 on.
impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Violation::NotOnce(node) => write!(f, "node {node} is not in exactly one group"),
            Violation::Code(node) => write!(f, "node {node} is code, which joins no group"),
            Violation::Types(a, b) => write!(f, "nodes {a} and {b} are of different types"),
            Violation::Refused(nodes) => write!(f, "nodes {nodes:?} may not be in one group"),
            Violation::Prevented(a, b) => write!(f, "an edge keeps nodes {a} and {b} apart"),
            Violation::Lag { node, lag, most } => {
                write!(
                    f,
                    "node {node} would lag {lag} iterations behind; at most {most} are allowed"
                )
            }
            Violation::Shift { node, shift, most } => write!(
                f,
                "node {node} would lag {shift} iterations behind the one before it; at most {most} are allowed"
            ),
            Violation::Cycle(nodes) => {
                write!(f, "groups of nodes {nodes:?} would each wait for the other")
            }
        }
    }
}
