//! Times of the planner for trees of nests: random trees of 100 nodes with at most four indices each, of twelve in all.
//!
//! The arguments are nodes, the most indices of a node, all indices, and steps.

use loopfuse_plan::nest::{Node, Tree, plan};
use std::time::Instant;

/// Steps, if no others are given.
const STEPS: u64 = 10_000_000;

/// Trees that are planned.
const TREES: u64 = 200;

/// A small generator (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % most
    }
}

/// Nodes have indices of their parent and others, so that much may be fused.
fn tree(seed: u64, count: usize, most: usize, indices: usize) -> Tree {
    let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
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

fn main() {
    let mut given = std::env::args()
        .skip(1)
        .map(|n| n.parse().expect("a number"));
    let mut next = |usual| given.next().unwrap_or(usual);
    let (count, most, indices) = (next(100), next(4), next(12));
    let steps = next(STEPS as usize) as u64;
    let (mut times, mut optimal, mut gap) = (Vec::new(), 0, 0.0f64);
    for seed in 1..=TREES {
        let tree = tree(seed, count, most, indices);
        let start = Instant::now();
        let answer = plan(&tree, steps).expect("the ranges are small");
        times.push(start.elapsed());
        optimal += usize::from(answer.is_optimal);
        gap = gap.max((answer.peak - answer.bound) as f64 / answer.bound.max(1) as f64);
    }
    times.sort();
    let (middle, last) = (times[times.len() / 2], times[times.len() - 1]);
    println!("{TREES} trees of {count} nodes, at most {most} of {indices} indices:");
    println!(
        "median {middle:?}, slowest {last:?}; {optimal} proved optimal, greatest gap {gap:.4}"
    );
}
