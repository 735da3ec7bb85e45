//! Contraction as an integer program for a general solver: what ours is compared with.
//!
//! `x` of each array says that it is given up. For each pair that is apart, a path that leads back, over arcs against
//! their direction where their arrays are contracted, must have an array that is given up: potentials along it rise by
//! no more than `x`, and by one in all.

use loopfuse_plan::memory::Instance;
use microlp::{ComparisonOp, OptimizationDirection, Problem, Variable};

/// The bytes contracted at best; none if the solver fails.
pub fn solve(instance: &Instance) -> Option<u64> {
    let mut problem = Problem::new(OptimizationDirection::Minimize);
    let bytes = instance.bytes.iter();
    let given_up: Vec<_> = bytes.map(|b| problem.add_binary_var(*b as f64)).collect();
    for &(end, start) in &instance.apart {
        let nodes = 0..instance.nodes;
        let potentials: Vec<_> = nodes.map(|_| problem.add_var(0.0, (0.0, 1.0))).collect();
        let mut rises = |low: usize, high: usize, by: Option<Variable>| {
            let mut terms = vec![(potentials[high], 1.0), (potentials[low], -1.0)];
            terms.extend(by.map(|x| (x, -1.0)));
            problem.add_constraint(&terms, ComparisonOp::Le, 0.0);
        };
        for arc in &instance.arcs {
            rises(arc.from, arc.to, None);
            if let Some(array) = arc.array {
                rises(arc.to, arc.from, Some(given_up[array]));
            }
        }
        problem.add_constraint([(potentials[start], 1.0)], ComparisonOp::Eq, 0.0);
        problem.add_constraint([(potentials[end], 1.0)], ComparisonOp::Eq, 1.0);
    }
    let solution = problem.solve().ok()?.into_solution().ok()?;
    let all: u64 = instance.bytes.iter().sum();
    Some(all - solution.objective().round() as u64)
}
