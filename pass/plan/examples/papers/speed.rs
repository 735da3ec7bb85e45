//! How long planners take, on random graphs; contraction beside a general solver, on the same graphs, in turns.

use crate::contraction::STEPS;
use crate::graphs::{Family, instance, pair};
use crate::histogram::mean;
use crate::milp;
use crate::nests;
use crate::random::Random;
use loopfuse_plan::answer::Input;
use loopfuse_plan::cost::Cost;
use loopfuse_plan::graph::{Array, Edge, EdgeKind, Graph, Limits, Node, NodeKind, Number, VERSION};
use loopfuse_plan::group::Group;
use loopfuse_plan::index::Index;
use loopfuse_plan::memory::{self, Instance};
use loopfuse_plan::strategy::{Proposal, Strategy, maximal};
use std::time::Instant;

/// Times of one planner on graphs of one kind.
#[derive(Default)]
struct Times {
    milliseconds: Vec<f64>,
    proved: usize,
    /// Of the general solver.
    others: Vec<f64>,
}

impl Times {
    fn take<T>(&mut self, is_proved: impl Fn(&T) -> bool, run: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let found = run();
        self.milliseconds.push(start.elapsed().as_secs_f64() * 1e3);
        self.proved += usize::from(is_proved(&found));
        found
    }

    fn print(&self, planner: &str, graphs: &str) {
        let worst = self.milliseconds.iter().copied().fold(0.0, f64::max);
        let other = match self.others.is_empty() {
            true => String::new(),
            false => format!("{:.1} ms", mean(&self.others)),
        };
        println!(
            "| {planner} | {} {graphs} | {} | {:.2} ms | {worst:.2} ms | {other} |",
            self.milliseconds.len(),
            self.proved,
            mean(&self.milliseconds)
        );
    }
}

/// Prints a table in Markdown.
pub fn print() {
    println!(
        "| planner | graphs | proved best | mean | worst | general solver, mean |\n|---|---|--:|--:|--:|--:|"
    );
    contraction(
        "of 10 to 30 nodes, edges anywhere",
        10..31,
        usize::MAX,
        210,
        true,
    );
    contraction("of 200 nodes, edges over up to 5", 200..201, 5, 40, false);
    contraction(
        "of 200 nodes, edges anywhere",
        200..201,
        usize::MAX,
        4,
        false,
    );
    let large = [
        (Strategy::Auto, 4_096, 8_192, 5),
        (Strategy::Auto, 4_096, 8_192, usize::MAX),
        (Strategy::Pairwise, 16_384, 131_072, 12),
        (Strategy::Auto, 16_384, 131_072, 12),
        (Strategy::Pairwise, 16_384, 131_072, usize::MAX),
        (Strategy::Auto, 16_384, 131_072, usize::MAX),
    ];
    for (strategy, nodes, edges, span) in large {
        let input = Input::of(graph(&mut Random(1), nodes, edges, span));
        let input = input.expect("the graph contradicts itself nowhere");
        let mut times = Times::default();
        let is_proved = |_: &_| false;
        let found = times.take(is_proved, || input.answer(strategy, false));
        let found = found.expect("there are loops to plan");
        times.proved = usize::from(found.value == found.bound);
        let reach = match span < nodes {
            true => format!("over up to {span}"),
            false => "anywhere".to_owned(),
        };
        times.print(
            strategy.name(),
            &format!("of {nodes} nodes, {edges} edges {reach}"),
        );
    }
    maximal();
    let (mut random, mut times) = (Random(1), Times::default());
    for _ in 0..200 {
        let tree = nests::random_tree(&mut random, 100, 4, 12);
        times.take(
            |answer: &loopfuse_plan::nest::Answer| answer.is_optimal,
            || nests::solve(&tree),
        );
    }
    times.print("nest", "trees of 100 nodes, up to 4 of 12 indices");
}

fn contraction(
    name: &str,
    nodes: std::ops::Range<usize>,
    span: usize,
    count: usize,
    is_paired: bool,
) {
    let (mut random, mut times) = (Random(1), Times::default());
    for at in 0..count {
        let instance: Instance = instance(
            &mut random,
            nodes.start + at % nodes.len(),
            span,
            Family::Edges,
        );
        let solution = times.take(
            |solution: &memory::Solution| solution.is_optimal,
            || memory::solve(&instance, &|_| true, STEPS),
        );
        if is_paired {
            let start = Instant::now();
            let other = milp::solve(&instance);
            times.others.push(start.elapsed().as_secs_f64() * 1e3);
            if let Some(other) = other {
                assert_eq!(
                    solution.value, other,
                    "the general solver finds another optimum"
                );
            }
        }
    }
    times.print("memory", name);
}

/// Maximal fusion by itself, without reading the graph and saying what comes of it.
fn maximal() {
    let graph = graph(&mut Random(1), 10_000, 20_000, 5);
    let group = Group::of(&graph).expect("the graph contradicts itself nowhere");
    let index = Index::new(&group);
    let cost = Cost::new(&index);
    let mut times = Times::default();
    for _ in 0..10 {
        times.take(
            |(proposal, _): &(Proposal, usize)| proposal.is_optimal,
            || maximal::propose(&cost),
        );
    }
    times.print(
        "maximal",
        "times one of 10000 nodes, 20000 edges over up to 5",
    );
}

/// A random graph of loops, an array for each edge, a third of the edges preventing.
fn graph(random: &mut Random, nodes: usize, edges: usize, span: usize) -> Graph {
    let mut pairs = std::collections::BTreeSet::new();
    while pairs.len() < edges {
        pairs.extend(pair(random, nodes, span));
    }
    let node = |at: usize| Node {
        id: format!("L{at}"),
        kind: NodeKind::Loop,
        trips: vec![Number::Known(1000)],
        ..Node::default()
    };
    let array = |at: usize, bytes: u64| Array {
        id: format!("a{at}"),
        bytes: Number::Known(bytes),
        label: String::new(),
        step: vec![],
        private: true,
        live_in: false,
    };
    let mut graph = Graph {
        version: VERSION,
        name: "random".to_owned(),
        limits: Limits::default(),
        nodes: (0..nodes).map(node).collect(),
        arrays: Vec::new(),
        edges: Vec::new(),
        refused: Vec::new(),
        nest: None,
    };
    for (at, (from, to)) in pairs.into_iter().enumerate() {
        graph
            .arrays
            .push(array(at, 1000 + random.below(100_000) as u64));
        let is_preventing = random.below(3) == 0;
        graph.edges.push(Edge {
            from: format!("L{from}"),
            to: format!("L{to}"),
            kind: EdgeKind::Flow,
            array: Some(format!("a{at}")),
            need: (!is_preventing).then(|| vec![0]),
            least: vec![],
            saves: 0,
            assume: vec![],
            outer: false,
        });
    }
    graph
}
