//! Lam, Cociorva, Baumgartner, Sadayappan: which indices of a tree of nests to fuse, so that the least memory is held.

use crate::random::Random;
use crate::table::{Row, Verdict};
use loopfuse_plan::graph::Graph;
use loopfuse_plan::nest::{Answer, Node, Tree, plan};
use loopfuse_plan::tree;

/// More than the paper's trees take.
const STEPS: u64 = 10_000_000;

fn stored(file: &str) -> Tree {
    let graph: Graph = serde_json::from_str(file).expect("a graph that is stored here");
    tree::of(&graph.nest.expect("it has a tree")).expect("it contradicts itself nowhere")
}

/// What is held with nothing fused, and at best.
fn figures(file: &str) -> (f64, f64) {
    let mut tree = stored(file);
    let peak = |tree: &Tree| {
        let answer = plan(tree, STEPS).expect("the ranges are small");
        assert!(answer.is_optimal, "the paper's trees are small");
        answer.peak as f64
    };
    let fused = peak(&tree);
    tree.nodes
        .iter_mut()
        .for_each(|node| node.fusible = Some(Vec::new()));
    (peak(&tree), fused)
}

/// To the three digits that the paper gives.
fn rounded(figure: f64) -> f64 {
    format!("{figure:.2e}").parse().expect("a number")
}

/// The paper's rows.
pub fn rows() -> Vec<Row> {
    let (unfused, fused) = figures(include_str!("../../tests/graphs/nest-fig1.json"));
    let (all, once) = figures(include_str!("../../tests/graphs/nest-selfenergy-once.json"));
    let (_, relaxed) = figures(include_str!(
        "../../tests/graphs/nest-selfenergy-relaxed.json"
    ));
    let row = |what: &str, figure: (f64, &str), ours: (f64, String)| {
        Row::at_most("Lam", what, figure, ours)
    };
    vec![
        row(
            "figures 1 and 4: elements, nothing fused",
            (178_740.0, "178740"),
            (unfused, unfused.to_string()),
        ),
        row(
            "figures 1 and 4: elements, fused",
            (160.0, "160"),
            (fused, fused.to_string()),
        ),
        row(
            "section 3.4: elements, nothing fused",
            (1.13e14, "1.13e14"),
            (rounded(all), format!("{all:.5e}")),
        ),
        Row {
            paper: "Lam",
            what: "section 3.4: elements, each array computed once".to_owned(),
            figure: "1.10e11, one array made anew for each k".to_owned(),
            ours: format!("{once:.4e} with none made anew, proved best"),
            verdict: Verdict::Defined,
        },
        row(
            "section 3.4: elements, computed more than once",
            (1.1202e9, "1.12e9 (one array counted twice)"),
            (relaxed, format!("{relaxed:.4e}")),
        ),
    ]
}

/// A random tree, of nodes that have indices of their parent and others, so that much may be fused.
pub fn random_tree(random: &mut Random, count: usize, most: usize, indices: usize) -> Tree {
    let ranges = (0..indices).map(|_| 2 + random.below(9) as u64).collect();
    let mut nodes: Vec<Node> = Vec::new();
    for at in 0..count {
        let mut own = Vec::new();
        if at > 0 {
            let parent = random.below(at).max(at.saturating_sub(1 + random.below(8)));
            nodes[parent].children.push(at);
            own.clone_from(&nodes[parent].indices);
            own.retain(|_| random.below(4) > 0);
        }
        let size = most - random.below(most / 2);
        while own.len() < size {
            let index = random.below(indices);
            if !own.contains(&index) {
                own.push(index);
            }
        }
        nodes.push(Node {
            summed: own
                .iter()
                .filter(|_| random.below(4) == 0)
                .copied()
                .collect(),
            indices: own,
            children: Vec::new(),
            fusible: None,
            order: None,
            density: None,
            is_counted: true,
        });
    }
    Tree { ranges, nodes }
}

/// Plans a tree, with as many steps as a user has.
pub fn solve(tree: &Tree) -> Answer {
    plan(tree, STEPS).expect("the ranges are small")
}
