//! How long it takes to choose arrays on random graphs, and how often the choice is proved to be best.
//!
//! `cargo run --release -p loopfuse-plan --example memory [STEPS]`

use loopfuse_plan::memory::{Arc, Instance, solve};
use std::time::Instant;

/// SplitMix64.
struct Random(u64);

impl Random {
    fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % count as u64) as usize
    }
}

/// Twice as many edges as nodes, of distinct pairs, a third of them preventing, each with an array of its own.
fn instance(random: &mut Random, nodes: usize, span: usize) -> Instance {
    let mut degrees = vec![0; nodes];
    let mut pairs: Vec<(usize, usize)> = Vec::new();
    let mut known = std::collections::HashSet::new();
    let mut tries = 0;
    while pairs.len() < 2 * nodes && tries < 200 * nodes {
        tries += 1;
        let a = random.below(nodes);
        let b = if span < nodes {
            a + 1 + random.below(span)
        } else {
            random.below(nodes)
        };
        let pair = (a.min(b), a.max(b));
        if a != b && b < nodes && degrees[a] < 10 && degrees[b] < 10 && known.insert(pair) {
            degrees[a] += 1;
            degrees[b] += 1;
            pairs.push(pair);
        }
    }
    let apart = pairs[..pairs.len() / 3].to_vec();
    let arc = |(array, &(from, to)): (usize, &(usize, usize))| Arc {
        from,
        to,
        array: array.checked_sub(apart.len()),
    };
    Instance {
        nodes,
        arcs: pairs.iter().enumerate().map(arc).collect(),
        alone: vec![false; nodes],
        bytes: pairs[apart.len()..]
            .iter()
            .map(|_| 1 + random.below(100) as u64)
            .collect(),
        apart,
    }
}

fn main() {
    let steps = std::env::args()
        .nth(1)
        .map_or(100_000_000, |steps| steps.parse().expect("a number"));
    let families = [
        ("10..30 nodes", 10..31, usize::MAX, 21000),
        ("200 nodes, span 5", 200..201, 5, 50),
        ("200 nodes", 200..201, usize::MAX, 8),
        ("10000 nodes, span 5", 10000..10001, 5, 1),
        ("10000 nodes", 10000..10001, usize::MAX, 1),
    ];
    for (name, nodes, span, count) in families {
        let mut random = Random(1);
        let (mut proved, mut times, mut gaps) = (0, Vec::new(), Vec::new());
        for at in 0..count {
            let instance = instance(&mut random, nodes.start + at % nodes.len(), span);
            let start = Instant::now();
            let solution = solve(&instance, &|_| true, steps);
            times.push(start.elapsed().as_secs_f64() * 1e3);
            proved += usize::from(solution.is_optimal);
            gaps.push(
                (solution.bound - solution.value) as f64 / solution.bound.max(1) as f64 * 100.0,
            );
        }
        let mean = |all: &[f64]| all.iter().sum::<f64>() / all.len() as f64;
        let worst = |all: &[f64]| all.iter().copied().fold(0.0, f64::max);
        println!(
            "{name}: {proved} of {count} proved, mean {:.3} ms, worst {:.3} ms, gap mean {:.2}%, worst {:.2}%",
            mean(&times),
            worst(&times),
            mean(&gaps),
            worst(&gaps)
        );
    }
}
