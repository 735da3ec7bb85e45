//! Fraboulet, Kodary, Mignotte: which arrays to contract in random graphs.
//!
//! The paper does not define its graphs in full: [`graphs`](crate::graphs) says what ours are.

use crate::graphs::{Family, instance};
use crate::histogram::{Picture, mean};
use crate::random::Random;
use crate::table::{Row, Verdict};
use loopfuse_plan::memory::{Instance, Solution, solve};
use std::collections::HashSet;
use std::time::Instant;

/// More than any of these graphs takes.
pub const STEPS: u64 = 100_000_000;

/// Graphs of each size.
const GRAPHS: usize = 1000;

/// What came of the graphs of a family.
#[derive(Default)]
struct Outcome {
    proved: usize,
    milliseconds: Vec<f64>,
    /// Percents of all bytes that are contracted, of each graph, and of those that nothing prevents by itself.
    bytes: [Vec<f64>; 2],
    /// The same of arrays.
    arrays: [Vec<f64>; 2],
}

impl Outcome {
    fn of(family: Family) -> Self {
        let mut random = Random(1);
        let mut outcome = Outcome::default();
        for nodes in (10..=30).flat_map(|nodes| std::iter::repeat_n(nodes, GRAPHS)) {
            let instance = instance(&mut random, nodes, usize::MAX, family);
            let start = Instant::now();
            let solution = solve(&instance, &|_| true, STEPS);
            outcome
                .milliseconds
                .push(start.elapsed().as_secs_f64() * 1e3);
            outcome.proved += usize::from(solution.is_optimal);
            outcome.count(&instance, &solution);
        }
        outcome
    }

    fn count(&mut self, instance: &Instance, solution: &Solution) {
        let apart: HashSet<_> = instance.apart.iter().copied().collect();
        let prevented = instance
            .arcs
            .iter()
            .filter(|arc| apart.contains(&(arc.from, arc.to)));
        let prevented: HashSet<_> = prevented.filter_map(|arc| arc.array).collect();
        let sum = |of: &dyn Fn(usize) -> bool| {
            let all = (0..instance.bytes.len()).filter(|array| of(*array));
            all.fold((0.0, 0.0), |(bytes, count), array| {
                (bytes + instance.bytes[array] as f64, count + 1.0)
            })
        };
        let gone = sum(&|array| solution.contracted[array]);
        let all = [sum(&|_| true), sum(&|array| !prevented.contains(&array))];
        for (at, (bytes, count)) in all.into_iter().enumerate().filter(|(_, all)| all.1 > 0.0) {
            self.bytes[at].push(100.0 * gone.0 / bytes);
            self.arrays[at].push(100.0 * gone.1 / count);
        }
    }
}

/// The paper's rows, and how what is contracted is distributed.
pub fn rows() -> (Vec<Row>, Vec<Picture>) {
    let (mut rows, mut pictures) = (Vec::new(), Vec::new());
    let families = [
        (
            Family::Edges,
            "an array an edge",
            ["edges-bytes", "edges-arrays"],
        ),
        (
            Family::Walks,
            "arrays over walks of edges",
            ["walks-bytes", "walks-arrays"],
        ),
    ];
    for (family, name, files) in families {
        let outcome = Outcome::of(family);
        let time = mean(&outcome.milliseconds);
        let graphs = outcome.milliseconds.len();
        let mut row = Row::at_most(
            "Fraboulet",
            &format!("{graphs} graphs of 10 to 30 nodes, {name}: time for each"),
            (50.0, "50 ms (450 MHz, lp_solve)"),
            (
                time,
                format!("{time:.2} ms, {} of {graphs} proved best", outcome.proved),
            ),
        );
        if outcome.proved < graphs {
            row.verdict = Verdict::Missed;
        }
        rows.push(row);
        let of_all = [mean(&outcome.bytes[0]), mean(&outcome.arrays[0])];
        let of_free = [mean(&outcome.bytes[1]), mean(&outcome.arrays[1])];
        rows.push(Row {
            paper: "Fraboulet",
            what: format!("the same, {name}: size and arrays contracted, means over graphs"),
            figure: "60.7% and 61.8%".to_owned(),
            ours: format!(
                "{:.1}% and {:.1}% of all; {:.1}% and {:.1}% of those without a preventing edge",
                of_all[0], of_all[1], of_free[0], of_free[1]
            ),
            verdict: Verdict::Defined,
        });
        let [_, bytes] = outcome.bytes;
        let [_, arrays] = outcome.arrays;
        let title =
            |what: &str| format!("{what} contracted, of those without a preventing edge; {name}");
        for ((name, what), percents) in files
            .into_iter()
            .zip(["bytes", "arrays"])
            .zip([bytes, arrays])
        {
            pictures.push(Picture {
                name,
                title: title(what),
                percents,
            });
        }
    }
    (rows, pictures)
}
