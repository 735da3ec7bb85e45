//! A general solver of integer programs finds no better arrays to contract.

#[path = "../examples/papers/graphs.rs"]
mod graphs;
#[path = "../examples/papers/milp.rs"]
mod milp;
#[path = "../examples/papers/random.rs"]
mod random;

use graphs::{Family, instance};
use loopfuse_plan::memory::solve;
use random::Random;

/// More than any of these graphs takes.
const STEPS: u64 = 100_000_000;

#[test]
fn contraction_finds_what_a_general_solver_finds() {
    let mut random = Random(3);
    for family in [Family::Edges, Family::Walks] {
        for nodes in 5..24 {
            let instance = instance(&mut random, nodes, usize::MAX, family);
            let solution = solve(&instance, &|_| true, STEPS);
            assert!(solution.is_optimal, "{nodes} nodes");
            assert_eq!(
                Some(solution.value),
                milp::solve(&instance),
                "{nodes} nodes"
            );
        }
    }
}
