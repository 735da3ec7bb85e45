//! Which partitions of the nodes are legal: the only maker of plans.
//!
//! Strategies are not trusted. A partition is a plan if
//!
//! - each loop is in one group, and code in none;
//! - a group can run at once, behind all groups and code that must run before it: with groups in place of their members
//!   the graph has no cycle;
//! - the members of a group may be one: nothing prevents it, they are of one type, and no refused set is among them;
//! - the least lags that keep every edge within a group ([`lags`]) are no
//!   greater than the limits, and less than the counts that are known; of others the run-time check asks.
//!
//! Then every edge is kept: one between groups by their order, one within a group by the lags.
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
use crate::group::{ArrayId, Edge, Group, NodeId};
use crate::lags;
use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap, HashMap};
use std::fmt;

/// Lags are no greater, if no trip count is less.
pub const MOST_LAG: u64 = 16;

/// A window of more iterations of an innermost loop does not go in registers.
const MOST_REGISTERS: u64 = 9;

/// A window of more rows is not kept by itself.
const MOST_ROWS: u64 = 64;

/// Groups that can be fused, in an order in which they can run. Only [`verify`] makes one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    clusters: Vec<Cluster>,
    fates: Vec<Fate>,
}

/// Loops that become one, or code that stays by itself.
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

impl Cluster {
    /// Members with their lags, in the order in which an iteration runs them.
    pub fn members(&self) -> &[(NodeId, u64)] {
        &self.members
    }

    /// What a run-time check must say.
    pub fn assume(&self) -> &BTreeSet<String> {
        &self.assume
    }

    /// It must also say that all members have more iterations than that.
    pub fn exceeds(&self) -> Option<u64> {
        self.exceeds
    }
}

/// Checks groups of nodes. Nodes that are in no group stand alone.
///
/// # Errors
/// The first condition that does not hold.
pub fn verify(group: &Group, partition: &[Vec<NodeId>]) -> Result<Plan, Violation> {
    let homes = homes(group, partition)?;
    let mut sets: Vec<Vec<NodeId>> =
        vec![Vec::new(); homes.iter().max().map_or(0, |most| most + 1)];
    for (node, home) in homes.iter().enumerate() {
        sets[*home].push(node);
    }
    let mut within: Vec<Vec<&Edge>> = vec![Vec::new(); sets.len()];
    for edge in &group.edges {
        if homes[edge.from] == homes[edge.to] {
            within[homes[edge.from]].push(edge);
        }
    }
    for refused in &group.refused {
        let home = refused.first().map(|node| homes[*node]);
        if refused.iter().all(|node| Some(homes[*node]) == home) {
            return Err(Violation::Refused(refused.clone()));
        }
    }
    let clusters = sets.iter().zip(&within);
    let clusters = clusters.map(|(members, edges)| cluster(group, members, edges));
    let mut clusters = clusters.collect::<Result<Vec<_>, _>>()?;
    let lags: HashMap<NodeId, u64> = clusters.iter().flat_map(|c| c.members.clone()).collect();
    let fate = |array| fate(group, array, &homes, &lags);
    let fates = (0..group.arrays.len()).map(fate).collect();
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
        let is_code = |node: &&NodeId| !group.nodes[**node].is_loop;
        if let Some(&code) = members.iter().find(is_code).filter(|_| members.len() > 1) {
            return Err(Violation::Code(code));
        }
    }
    let alone = partition.len()..;
    let homes = homes.into_iter().zip(alone);
    Ok(homes.map(|(home, alone)| home.unwrap_or(alone)).collect())
}

/// One group, its members given in program order.
fn cluster(group: &Group, members: &[NodeId], edges: &[&Edge]) -> Result<Cluster, Violation> {
    let kind = |node: NodeId| &group.nodes[node].kind;
    if let Some(&other) = members.iter().find(|&&node| kind(node) != kind(members[0])) {
        return Err(Violation::Types(members[0], other));
    }
    let lags = lags::least(members, edges.iter().copied())
        .map_err(|edge| Violation::Prevented(edge.from, edge.to))?;
    let counts = || members.iter().map(|node| group.nodes[*node].trips);
    let is_known = counts().all(|count| count.is_some());
    let most = counts()
        .flatten()
        .min()
        .map_or(MOST_LAG, |count| MOST_LAG.min(count.saturating_sub(1)));
    let mut members: Vec<_> = members.iter().copied().zip(lags).collect();
    members.sort_by_key(|(node, lag)| (*lag, *node));
    if let Some(&(node, lag)) = members.iter().find(|(_, lag)| *lag > most) {
        return Err(Violation::Lag { node, lag, most });
    }
    let most = group.limits.max_shift;
    for pair in members.windows(2) {
        let [(_, before), (node, lag)] = [pair[0], pair[1]];
        let shift = lag - before;
        if shift > most {
            return Err(Violation::Shift { node, shift, most });
        }
    }
    let assume = edges.iter().flat_map(|edge| edge.assume.iter().cloned());
    Ok(Cluster {
        assume: assume.collect(),
        exceeds: members
            .last()
            .map(|(_, lag)| *lag)
            .filter(|lag| *lag > 0 && !is_known),
        members,
    })
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

fn fate(group: &Group, array: ArrayId, homes: &[usize], lags: &HashMap<NodeId, u64>) -> Fate {
    let edges = group.edges.iter().filter(|edge| edge.array == Some(array));
    let edges: Vec<_> = edges.collect();
    let Some(home) = edges.first().map(|edge| homes[edge.from]) else {
        return Fate::Kept;
    };
    let is_within = |edge: &&Edge| homes[edge.from] == home && homes[edge.to] == home;
    let has_flow = edges.iter().any(|edge| edge.kind == EdgeKind::Flow);
    let is_own = group.arrays[array].is_own && edges.iter().all(is_within);
    if !is_own || !has_flow || !all_meet(&edges) {
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
    let mut ends = edges.iter().flat_map(|edge| [edge.from, edge.to]);
    match window {
        _ if ends.any(|node| group.nodes[node].is_outer) => {
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
