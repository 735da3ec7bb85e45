//! Liu, Sha and others: the fewest loops.

use crate::table::Row;
use loopfuse_plan::answer::{Answer, Input};
use loopfuse_plan::graph::Graph;
use loopfuse_plan::strategy::Strategy;
use std::time::Instant;

/// The paper's example: six pieces of four loops.
const EXAMPLE: &str = include_str!("../../tests/graphs/mdf-ex1.json");

fn example() -> Graph {
    serde_json::from_str(EXAMPLE).expect("a graph that is stored here")
}

/// The loops as they were, before they were distributed.
fn undistributed(mut graph: Graph) -> Graph {
    let origin = |id: &str| {
        let node = graph.nodes.iter().find(|node| node.id == id);
        let node = node.expect("edges lead from nodes to nodes");
        node.origin.clone().unwrap_or_else(|| node.id.clone())
    };
    let mut edges = graph.edges.clone();
    for edge in &mut edges {
        (edge.from, edge.to) = (origin(&edge.from), origin(&edge.to));
    }
    edges.retain(|edge| edge.from != edge.to);
    for node in &mut graph.nodes {
        node.id = node.origin.take().unwrap_or_else(|| node.id.clone());
    }
    graph
        .nodes
        .dedup_by(|later, earlier| later.id == earlier.id);
    graph.edges = edges;
    graph
}

fn plan(graph: Graph) -> Answer {
    let input = Input::of(graph).expect("the graph contradicts itself nowhere");
    let answer = input.answer(Strategy::Maximal, false);
    answer.expect("there are loops to plan")
}

fn groups(answer: &Answer) -> String {
    let group = |loops: &[String]| format!("{{{}}}", loops.join(", "));
    let all: Vec<_> = answer.groups.iter().map(|g| group(&g.loops)).collect();
    all.join(", ")
}

/// The paper's rows.
pub fn rows() -> Vec<Row> {
    let (whole, pieces) = (plan(undistributed(example())), plan(example()));
    let mut shifted = example();
    shifted.limits.max_shift = 4;
    let shifted = plan(shifted);
    let start = Instant::now();
    plan(example());
    let took = start.elapsed().as_secs_f64() * 1e3;
    let count = |answer: &Answer| answer.groups.len() as f64;
    vec![
        Row::at_most(
            "Liu",
            "its example, without distribution: loops",
            (3.0, "3"),
            (count(&whole), count(&whole).to_string()),
        ),
        Row::at_most(
            "Liu",
            "its example, distributed: loops",
            (2.0, "2: {L1, L2, L4}, {L3, L5, L6}"),
            (
                count(&pieces),
                format!("{}: {}", count(&pieces), groups(&pieces)),
            ),
        ),
        Row::at_most(
            "Liu",
            "its example, shifted by up to 4 iterations too (not in the paper): loops",
            (2.0, "2"),
            (
                count(&shifted),
                format!(
                    "{}, lags {}",
                    count(&shifted),
                    shifted.groups[0]
                        .lags
                        .iter()
                        .map(ToString::to_string)
                        .collect::<Vec<_>>()
                        .join(" ")
                ),
            ),
        ),
        Row::at_most(
            "Liu",
            "planning the example: time",
            (60_000.0, "less than a minute"),
            (took, format!("{took:.3} ms")),
        ),
    ]
}
