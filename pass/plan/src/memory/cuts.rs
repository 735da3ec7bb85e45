//! Cuts: sets of arrays of which one is given up, found where they are violated.
//!
//! A closed walk of `D` through nodes that may not be one group is illegal if the arrays of its reversed arcs are all
//! contracted, whatever else is: so one of these is given up, and they are a cut. An array counts once, however many of
//! its arcs the walk has.
//!
//! A shortest walk, where a reversed arc costs what is given up of its array, finds a violated cut wherever nothing is
//! given up in part, since both sums are 0 together. Elsewhere it adds up an array twice if the walk has two arcs of it,
//! and may miss a cut: then the bound is less than it could be.

use super::graph::{Link, Oracle, Problem, Refusal};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The cost of an array that is given up in whole.
const WHOLE: u64 = 1 << 40;

/// What a reversed arc costs at least, so that of walks that cost about the same the one with fewest is found.
const LEAST: u64 = 1 << 20;

/// A cut that lacks less than this is not violated.
const SLACK: f64 = 1e-6;

/// What reversed arcs cost, by arrays; none for those that are not reversed.
type Costs = [Option<u64>];

/// Which way arcs are walked.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    From,
    To,
}

/// Shortest paths from a node, or to one.
struct Paths {
    lengths: Vec<Option<u64>>,
    /// The link to the node before, seen from the start.
    before: Vec<Option<Link>>,
}

impl Paths {
    /// All that cost less than `limit`, by Dijkstra's method.
    fn new(problem: &Problem, start: usize, way: Way, costs: &Costs, limit: u64) -> Self {
        let links = match way {
            Way::From => &problem.out,
            Way::To => &problem.into,
        };
        let mut paths = Paths {
            lengths: vec![None; links.len()],
            before: vec![None; links.len()],
        };
        let mut is_done = vec![false; links.len()];
        paths.lengths[start] = Some(0);
        let mut heap = BinaryHeap::from([Reverse((0, start))]);
        while let Some(Reverse((length, node))) = heap.pop() {
            if std::mem::replace(&mut is_done[node], true) {
                continue;
            }
            for link in &links[node] {
                let Some(length) = cost(link, costs).map(|cost| length + cost) else {
                    continue;
                };
                if length < limit && paths.lengths[link.node].is_none_or(|known| length < known) {
                    paths.lengths[link.node] = Some(length);
                    paths.before[link.node] = Some(Link {
                        node,
                        array: link.array,
                    });
                    heap.push(Reverse((length, link.node)));
                }
            }
        }
        paths
    }

    /// The links between the start and a node, from the node on; each names the node nearer to the start.
    fn path(&self, node: usize) -> impl Iterator<Item = Link> {
        std::iter::successors(self.before[node], |link| self.before[link.node])
    }
}

fn cost(link: &Link, costs: &Costs) -> Option<u64> {
    link.array.map_or(Some(1), |array| costs[array])
}

/// A step of a walk: along an arc, or against one of an array.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub from: usize,
    pub to: usize,
    pub array: Option<usize>,
}

/// The arrays of a walk.
pub(super) fn cut(walk: &[Step]) -> Vec<usize> {
    sorted(walk.iter().filter_map(|step| step.array))
}

fn sorted(arrays: impl Iterator<Item = usize>) -> Vec<usize> {
    let mut arrays: Vec<usize> = arrays.collect();
    arrays.sort_unstable();
    arrays.dedup();
    arrays
}

/// Is less than one of these arrays given up?
pub(super) fn is_violated(cut: &[usize], x: &[f64]) -> bool {
    cut.iter().map(|array| x[*array]).sum::<f64>() < 1.0 - SLACK
}

/// A closed walk through what was refused, with few reversed arcs.
pub(super) fn walk(
    problem: &Problem,
    refusal: &Refusal,
    is_contracted: impl Fn(usize) -> bool,
    oracle: &mut Oracle,
) -> Vec<Step> {
    let costs: Vec<Option<u64>> = (0..problem.arrays.len())
        .map(|array| is_contracted(array).then_some(LEAST))
        .collect();
    let mut walk = Vec::new();
    let nodes = &refusal.nodes;
    for (at, &from) in nodes.iter().enumerate() {
        let to = nodes[(at + 1) % nodes.len()];
        oracle.spend(4 * problem.links);
        let paths = Paths::new(problem, from, Way::From, &costs, u64::MAX);
        let mut steps = Vec::new();
        let mut behind = to;
        if from == to {
            let Some((_, link)) = closing(problem, to, &paths, &costs) else {
                continue;
            };
            steps.push(Step {
                from: link.node,
                to,
                array: link.array,
            });
            behind = link.node;
        }
        for link in paths.path(behind) {
            steps.push(Step {
                from: link.node,
                to: behind,
                array: link.array,
            });
            behind = link.node;
        }
        walk.extend(steps.into_iter().rev());
    }
    walk
}

/// The last link of a shortest cycle through a node.
fn closing(problem: &Problem, node: usize, paths: &Paths, costs: &Costs) -> Option<(u64, Link)> {
    let links = problem.into[node].iter();
    let all =
        links.filter_map(|link| Some((paths.lengths[link.node]? + cost(link, costs)?, *link)));
    all.min()
}

/// Violated cuts, a shortest one for each pair that is apart and each node that is alone. `x` says what is given up, and
/// is at least 1 for arrays that are not contracted.
pub(super) fn separate(problem: &Problem, x: &[f64], oracle: &mut Oracle) -> Vec<Vec<usize>> {
    let costs: Vec<Option<u64>> = x
        .iter()
        .map(|x| (*x < 1.0 - SLACK).then(|| (x.max(0.0) * WHOLE as f64) as u64 + LEAST))
        .collect();
    let mut cuts = Vec::new();
    let mut keep = |arrays: Vec<usize>| {
        if is_violated(&arrays, x) {
            cuts.push(arrays);
        }
    };
    // Costs of forward arcs and of least reversed ones come on top.
    let limit = 2 * WHOLE;
    for node in 0..problem.names.len() {
        if oracle.is_spent() {
            break;
        }
        if problem.alone[node] {
            oracle.spend(4 * problem.links);
            let paths = Paths::new(problem, node, Way::From, &costs, limit);
            if let Some((_, link)) = closing(problem, node, &paths, &costs) {
                let links = paths.path(link.node).chain([link]);
                keep(sorted(links.filter_map(|link| link.array)));
            }
        }
        let later = problem.apart[node].iter().filter(|other| **other > node);
        let later: Vec<usize> = later.copied().collect();
        if later.is_empty() {
            continue;
        }
        oracle.spend(4 * problem.links);
        let back = Paths::new(problem, node, Way::To, &costs, limit);
        let is_next = |other: usize| {
            let forward = Link {
                node: other,
                array: None,
            };
            problem.out[node].binary_search(&forward).is_ok()
        };
        let is_back = |other: &&usize| back.lengths[**other].is_some();
        let forth = later
            .iter()
            .filter(is_back)
            .any(|other| !is_next(*other))
            .then(|| {
                oracle.spend(4 * problem.links);
                Paths::new(problem, node, Way::From, &costs, limit)
            });
        for &other in later.iter().filter(is_back) {
            let there = forth.iter().filter(|_| !is_next(other));
            if there.clone().any(|paths| paths.lengths[other].is_none()) {
                continue;
            }
            let there = there.flat_map(|paths| paths.path(other));
            keep(sorted(
                back.path(other).chain(there).filter_map(|link| link.array),
            ));
        }
    }
    cuts.sort_unstable();
    cuts.dedup();
    cuts
}
