//! What is answered when a plan is asked for: which loops become one, what becomes of each array, and how good that is.

use crate::cluster::{Cluster, Fate, Violation};
use crate::cost::{BYTE, Cost, Value};
use crate::graph::{Array, Graph, Id, Number};
use crate::group::{ArrayId, Group};
use crate::index::Index;
use crate::memory;
use crate::names::Fault;
use crate::nest::{self, Tree};
use crate::strategy::{Proposal, Strategy, auto, exact, maximal, pairwise, to_contract};
use crate::tree;
use crate::verify::{Plan, verify};
use serde::{Serialize, Serializer};
use std::cell::Cell;
use std::fmt;

/// A plan, and what it is worth.
#[derive(Clone, Debug, Serialize)]
pub struct Answer {
    /// Who made it.
    pub strategy: Strategy,
    /// Is there none that is better?
    pub status: Status,
    /// What it is worth: bytes that need not move (`pairwise`, `auto`), bytes of arrays that go (`memory`), loops that are
    /// none any more (`maximal`), elements held (`nest`).
    pub value: Amount,
    /// No plan has a better value.
    pub bound: Amount,
    /// How far the two are apart: their difference by the bound, which counts as one if it is less.
    pub gap: f64,
    /// Of nests: elements held.
    pub peak: Option<u64>,
    /// Loops that become one, and those that stay, in an order in which they can run.
    pub groups: Vec<Fused>,
    /// Of each array.
    pub arrays: Vec<Becomes>,
    /// Of each nest.
    pub nest: Vec<Nested>,
    /// Arrays that could go if others, or legality, allowed it.
    pub given_up: Vec<GivenUp>,
}

/// How sure it is that no plan is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// None is.
    Optimal,
    /// The steps were used up before that was known.
    Bounded,
    /// It was not asked.
    Heuristic,
}

/// A number in hundredths, written as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Amount(pub Value);

/// Loops that become one.
#[derive(Clone, Debug, Serialize)]
pub struct Fused {
    /// In the order in which an iteration runs them.
    pub loops: Vec<Id>,
    /// By how many iterations each lags behind the first one.
    pub lags: Vec<u64>,
}

/// What becomes of an array.
#[derive(Clone, Debug, Serialize)]
pub struct Becomes {
    /// The array.
    pub id: Id,
    /// What it becomes.
    pub becomes: Kind,
    /// Of how many iterations elements live at a time, if it goes.
    pub window: Option<u64>,
    /// Bytes that are kept, if that is known.
    pub bytes: Option<Number>,
}

/// What arrays become.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A value in a register.
    Value,
    /// Values in registers.
    Registers,
    /// A few rows.
    Rows,
    /// It stays.
    Kept,
}

/// A nest in a tree.
#[derive(Clone, Debug, Serialize)]
pub struct Nested {
    /// Its name.
    pub id: Id,
    /// Indices whose loops are fused with those of the parent, the outermost first.
    pub fused: Vec<Id>,
    /// Elements of its array that are held.
    pub elements: u64,
}

/// An array that stays.
#[derive(Clone, Debug, Serialize)]
pub struct GivenUp {
    /// The array.
    pub array: Id,
    /// Edges of a cycle that would have to be one loop, by their places in the graph.
    pub conflict: Vec<usize>,
}

/// A graph that was found to be well made.
#[derive(Debug)]
pub struct Input {
    graph: Graph,
    group: Group,
    tree: Option<Tree>,
}

/// Steps to look for a better plan, or to prove that there is none.
const STEPS: u64 = 20_000_000;

/// So many times as many if the best one is asked for.
const EXACT: u64 = 30;

impl Input {
    /// Does it take long enough to say that something is being done?
    pub fn is_large(&self) -> bool {
        let nests = self.tree.as_ref().map_or(0, |tree| tree.nodes.len());
        self.group.nodes.len() + self.group.edges.len() + 10 * nests > 500
    }

    /// Of a graph.
    ///
    /// # Errors
    /// Where it contradicts itself.
    pub fn of(graph: Graph) -> Result<Self, Fault> {
        Ok(Input {
            group: Group::of(&graph)?,
            tree: graph.nest.as_ref().map(tree::of).transpose()?,
            graph,
        })
    }

    /// The graph.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// What an answer is worth, in words. An array of unknown size counts as one byte: then arrays are counted.
    pub fn worth(&self, answer: &Answer) -> String {
        let value = answer.value;
        let goes = |(becomes, _): &(&Becomes, &Array)| becomes.becomes != Kind::Kept;
        let arrays = answer.arrays.iter().zip(&self.graph.arrays).filter(goes);
        let is_unknown = |array: &Array| matches!(array.bytes, Number::Named(_));
        match answer.strategy {
            Strategy::Memory if arrays.clone().any(|(_, array)| is_unknown(array)) => {
                format!("{} array(s) go", arrays.count())
            }
            Strategy::Memory => format!("{value} byte(s) of arrays go"),
            Strategy::Pairwise | Strategy::Auto => format!("{value} byte(s) need not move"),
            Strategy::Maximal => format!("{value} loop(s) fewer"),
            Strategy::Nest => format!("{value} element(s) are held"),
        }
    }

    /// What a strategy makes of it. `is_exact`: with more patience.
    ///
    /// # Errors
    /// If the strategy has nothing to plan, or would hold more elements than can be counted.
    pub fn answer(&self, strategy: Strategy, is_exact: bool) -> Result<Answer, Fault> {
        let patience = if is_exact { EXACT } else { 1 };
        if strategy == Strategy::Nest {
            return self.nest(patience);
        }
        if self.group.nodes.is_empty() && self.tree.is_some() {
            let message = format!(
                "missing: {} plans loops, and there are none",
                strategy.name()
            );
            return Err(Fault::new("/nodes", message));
        }
        let index = Index::new(&self.group);
        let cost = Cost::new(&index);
        Ok(match strategy {
            Strategy::Maximal => self.maximal(&cost),
            Strategy::Memory => self.memory(&index, patience),
            Strategy::Auto => self.auto(&cost, patience),
            Strategy::Pairwise | Strategy::Nest => self.pairwise(&cost, patience),
        })
    }

    fn maximal(&self, cost: &Cost<'_>) -> Answer {
        let (proposal, fewest) = maximal::propose(cost);
        let loops = self.group.nodes.iter().filter(|node| node.is_loop).count();
        let less = |groups: usize| Amount::of(loops - groups);
        let made = (less(proposal.sets.len()), less(fewest));
        self.made(
            cost.index,
            Strategy::Maximal,
            &proposal,
            made,
            Status::Heuristic,
        )
    }

    fn auto(&self, cost: &Cost<'_>, patience: u64) -> Answer {
        let instance = to_contract::instance(&self.group);
        let fits = |set: &[usize]| Cluster::of(cost.index, set).is_ok();
        let start = memory::solve(&instance.0, &fits, STEPS / 10).groups;
        let proposal = auto::propose(cost, &[start], patience);
        self.valued(cost, Strategy::Auto, &proposal, None)
    }

    fn pairwise(&self, cost: &Cost<'_>, patience: u64) -> Answer {
        let proposal = pairwise::propose(cost);
        let best = exact::solve(cost, auto::EXACT_STEPS * patience).map(|(_, value)| value);
        self.valued(cost, Strategy::Pairwise, &proposal, best)
    }

    /// A plan that is worth bytes; `best` is what the best one is worth, if that is known.
    fn valued(
        &self,
        cost: &Cost<'_>,
        strategy: Strategy,
        proposal: &Proposal,
        best: Option<Value>,
    ) -> Answer {
        let value = auto::value(cost, &proposal.sets);
        let bound = match proposal.is_optimal {
            true => value,
            false => best.unwrap_or_else(|| cost.bound().max(value)),
        };
        let made = (Amount(value), Amount(bound));
        self.made(cost.index, strategy, proposal, made, Status::Heuristic)
    }

    fn memory(&self, index: &Index<'_>, patience: u64) -> Answer {
        let (instance, arrays) = to_contract::instance(&self.group);
        // More members may cure what lags too far behind the member before it: then the best plan is not known.
        let is_curable = Cell::new(false);
        let fits = |set: &[usize]| {
            let found = Cluster::of(index, set);
            is_curable.set(is_curable.get() || matches!(found, Err(Violation::Shift { .. })));
            found.is_ok()
        };
        let solution = memory::solve(&instance, &fits, STEPS * patience);
        let all = || instance.bytes.iter().copied().fold(0, u64::saturating_add);
        let (bound, else_status) = match is_curable.get() {
            true => (all(), Status::Heuristic),
            false => (solution.bound, Status::Bounded),
        };
        let proposal = Proposal {
            sets: solution.groups,
            is_optimal: solution.is_optimal && !is_curable.get(),
        };
        let made = (Amount::of_bytes(solution.value), Amount::of_bytes(bound));
        let mut answer = self.made(index, Strategy::Memory, &proposal, made, else_status);
        let all = arrays
            .iter()
            .zip(solution.contracted)
            .zip(solution.conflicts);
        let given_up = all.filter(|((_, is_contracted), _)| !is_contracted);
        answer.given_up = given_up
            .map(|((array, _), conflict)| GivenUp {
                array: self.graph.arrays[*array].id.clone(),
                conflict: self.edges(&conflict.unwrap_or_default()),
            })
            .collect();
        answer
    }

    /// The edges of a walk, by their places in the graph; it may go back on one.
    fn edges(&self, walk: &[usize]) -> Vec<usize> {
        let mut edges = Vec::new();
        for arc in walk {
            let number = self.group.edges[*arc].number;
            if !edges.contains(&number) {
                edges.push(number);
            }
        }
        edges
    }

    fn nest(&self, patience: u64) -> Result<Answer, Fault> {
        let (Some(tree), Some(nest)) = (&self.tree, &self.graph.nest) else {
            return Err(Fault::new("/nest", "missing: nest plans a tree of nests"));
        };
        let plan = nest::plan(tree, STEPS * patience)
            .map_err(|_| Fault::new("/nest", "more than 2^53 elements would be held"))?;
        let names: Vec<_> = nest.indices.keys().collect();
        let nodes = nest.tree.iter().zip(plan.fused).zip(plan.elements);
        let nested = nodes.map(|((node, fused), elements)| Nested {
            id: node.id.clone(),
            fused: fused.iter().map(|index| names[*index].clone()).collect(),
            elements,
        });
        let (peak, bound) = (Amount::of_bytes(plan.peak), Amount::of_bytes(plan.bound));
        Ok(Answer {
            strategy: Strategy::Nest,
            status: status(plan.is_optimal, (peak, bound), Status::Bounded),
            value: peak,
            bound,
            gap: gap(peak, bound),
            peak: Some(plan.peak),
            groups: vec![],
            arrays: vec![],
            nest: nested.collect(),
            given_up: vec![],
        })
    }

    /// The answer of a proposal that is verified here: its value, and what no other exceeds.
    fn made(
        &self,
        index: &Index<'_>,
        strategy: Strategy,
        proposal: &Proposal,
        (value, bound): (Amount, Amount),
        else_status: Status,
    ) -> Answer {
        let plan = verify(index, &proposal.sets);
        let plan = plan.unwrap_or_else(|why| panic!("{} made no plan: {why}", strategy.name()));
        Answer {
            strategy,
            status: status(proposal.is_optimal, (value, bound), else_status),
            value,
            bound,
            gap: gap(value, bound),
            peak: None,
            groups: self.groups(&plan),
            arrays: plan
                .fates()
                .iter()
                .enumerate()
                .map(|(array, fate)| self.becomes(array, *fate))
                .collect(),
            nest: vec![],
            given_up: vec![],
        }
    }

    fn groups(&self, plan: &Plan) -> Vec<Fused> {
        let is_loop = |cluster: &&Cluster| self.group.nodes[cluster.members()[0].0].is_loop;
        let clusters = plan.clusters().iter().filter(is_loop);
        let fused = clusters.map(|cluster| Fused {
            loops: cluster
                .members()
                .iter()
                .map(|(node, _)| self.graph.nodes[*node].id.clone())
                .collect(),
            lags: cluster.members().iter().map(|(_, lag)| *lag).collect(),
        });
        fused.collect()
    }

    fn becomes(&self, array: ArrayId, fate: Fate) -> Becomes {
        let known = &self.graph.arrays[array];
        let step = self.group.arrays[array].step;
        let some = |count: u64| {
            let bytes = step.map(|step| count.saturating_mul(step));
            let all = self.group.arrays[array].bytes.unwrap_or(u64::MAX);
            bytes.map(|bytes| Number::Known(bytes.min(all)))
        };
        let (becomes, window, bytes) = match fate {
            Fate::Kept => (Kind::Kept, None, Some(known.bytes.clone())),
            Fate::Value => (Kind::Value, Some(1), Some(Number::Known(0))),
            Fate::Registers(count) => (Kind::Registers, Some(count), some(count)),
            Fate::Rows(count) => (Kind::Rows, Some(count), some(count)),
        };
        Becomes {
            id: known.id.clone(),
            becomes,
            window,
            bytes,
        }
    }
}

fn status(is_optimal: bool, (value, bound): (Amount, Amount), other: Status) -> Status {
    if is_optimal || value == bound {
        Status::Optimal
    } else {
        other
    }
}

fn gap(value: Amount, bound: Amount) -> f64 {
    let apart = (value.0 - bound.0).abs();
    apart as f64 / bound.0.max(BYTE) as f64
}

impl Amount {
    fn of(count: usize) -> Self {
        Amount(count as Value * BYTE)
    }

    fn of_bytes(bytes: u64) -> Self {
        Amount(Value::from(bytes) * BYTE)
    }
}

impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 % BYTE {
            0 => write!(f, "{}", self.0 / BYTE),
            _ => write!(f, "{}", self.0 as f64 / BYTE as f64),
        }
    }
}

impl Serialize for Amount {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match i64::try_from(self.0 / BYTE) {
            Ok(whole) if self.0 % BYTE == 0 => to.serialize_i64(whole),
            _ => to.serialize_f64(self.0 as f64 / BYTE as f64),
        }
    }
}
