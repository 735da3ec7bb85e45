//! Which arrays to contract: the most bytes, such that the loops that touch each of them can be fused.
//!
//! After Fraboulet, Kodary, Mignotte, Loop fusion for memory space optimization (2001). An array is contracted if all nodes
//! that touch it are in one group. Let `D(K)` be all arcs, and, of the arrays in `K`, also the reversed ones.
//!
//! **Groups.** To contract `K`, the nodes of each of its arcs are in one group, and groups can be run one after the other
//! only if no cycle leads through several: so whatever nodes are on a cycle of `D(K)` are in one group. The strongly
//! connected components of `D(K)` are the least groups that do, and without cycles between them. So `K` is legal if and
//! only if no component has two nodes that are apart, a node that is alone beside another, or nodes that do not fit. With
//! `K` components grow. **Assumed**: nodes that do not fit are not made to fit by more nodes. Where that fails the answer
//! is legal still, since each of its groups was asked for as it is; but there may be a better one.
//!
//! **Integer program.** `x = 1` for each array given up. Each closed walk through nodes that may not be one group has an
//! array that is given up; least bytes. That is directed multicut. Walks are never enumerated, but found where a solution
//! of the linear program violates them ([`cuts`]); the linear program gives bounds in integers ([`cover`]); [`search`]
//! rounds and branches.
//!
//! **Parts.** Cycles lie within the components of `D` with all arrays contracted that can be contracted alone. Components
//! that share no array are solved by themselves, the smallest first.

mod cover;
mod cuts;
mod graph;
mod search;
#[cfg(test)]
mod tests;

use cuts::{Step, walk};
use graph::{Groups, Oracle, Problem};
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

/// What is contracted of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Instance {
    /// How many there are; they are numbered in program order.
    pub nodes: usize,
    /// What orders them: all edges but `input` and `outer` ones.
    pub arcs: Vec<Arc>,
    /// Pairs that are never in one group.
    pub apart: Vec<(usize, usize)>,
    /// Of each node: it joins no group.
    pub alone: Vec<bool>,
    /// Of each array that could be contracted.
    pub bytes: Vec<u64>,
}

/// An edge from a node to a later one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arc {
    /// The earlier node.
    pub from: usize,
    /// The later one.
    pub to: usize,
    /// What both touch, if it could be contracted.
    pub array: Option<usize>,
}

/// Which arrays are contracted, and why not the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// Of each array.
    pub contracted: Vec<bool>,
    /// Bytes of these, or [`u64::MAX`] if they are more.
    pub value: u64,
    /// No solution contracts more.
    pub bound: u64,
    /// None contracts more than this one.
    pub is_optimal: bool,
    /// Each node is in one, in program order. In this order they can be run.
    pub groups: Vec<Vec<usize>>,
    /// Of each array given up: arcs of a closed walk that is illegal with the contracted arrays and this one, in the order
    /// of the walk. Steps that end before it is looked for leave none.
    pub conflicts: Vec<Option<Vec<usize>>>,
}

/// Chooses the arrays to contract.
///
/// `fits` says whether nodes, given in program order, may be one group, as far as it knows. `steps` bounds the work: a
/// step is about as much as to look at one arc, and ten million take about a tenth of a second. Where they end, what was
/// found so far is kept; with none, nothing is contracted. As many steps again may go into what comes last: to contract
/// what still can be, and to find conflicts.
///
/// # Panics
/// A number that is no node or array of the instance.
pub fn solve(instance: &Instance, fits: &dyn Fn(&[usize]) -> bool, steps: u64) -> Solution {
    let problem = Problem::new(instance);
    let mut oracle = Oracle::new(fits, steps);
    let (is_contracted, given_up) = choose(&problem, &mut oracle);
    oracle.grant(steps);
    let (groups, walks) = complete(&problem, is_contracted, &mut oracle);
    let is_contracted = |array: &usize| groups.is_contracted[*array];
    let bytes = |array: usize| problem.arrays[array].bytes;
    let all: i128 = (0..problem.arrays.len()).map(bytes).sum();
    let value: i128 = (0..problem.arrays.len())
        .filter(is_contracted)
        .map(bytes)
        .sum();
    let bound = value.max(all - given_up);
    let mut solution = Solution {
        contracted: vec![false; instance.bytes.len()],
        value: u64::try_from(value).unwrap_or(u64::MAX),
        bound: u64::try_from(bound).unwrap_or(u64::MAX),
        is_optimal: value == bound,
        groups: in_order(&problem, &groups),
        conflicts: vec![None; instance.bytes.len()],
    };
    let mut arcs = FxHashMap::default();
    for (at, arc) in instance.arcs.iter().enumerate() {
        arcs.entry((arc.from, arc.to, None)).or_insert(at);
        arcs.entry((arc.from, arc.to, arc.array)).or_insert(at);
    }
    for (at, array) in problem.arrays.iter().enumerate() {
        for &member in &array.members {
            solution.contracted[member] = is_contracted(&at);
            let arc = |step: &Step| match step.array {
                None => arcs[&(step.from, step.to, None)],
                Some(other) if other == at => arcs[&(step.to, step.from, Some(member))],
                Some(other) => {
                    let first = problem.arrays[other].members[0];
                    arcs[&(step.to, step.from, Some(first))]
                }
            };
            let walk = walks.get(&at).map(|walk| walk.iter().map(arc).collect());
            solution.conflicts[member] = walk;
        }
    }
    solution
}

/// Arrays to contract, and how many bytes are given up at least.
fn choose(problem: &Problem, oracle: &mut Oracle) -> (Vec<bool>, i128) {
    let mut is_contracted = vec![false; problem.arrays.len()];
    let mut given_up = 0;
    let single = Groups::new(problem);
    let mut candidates = Vec::new();
    for (at, array) in problem
        .arrays
        .iter()
        .enumerate()
        .filter(|(_, a)| a.bytes > 0)
    {
        if oracle.is_spent() || single.judge(at, oracle).is_ok() {
            candidates.push(at);
        } else {
            given_up += array.bytes;
        }
    }
    for (nodes, arrays) in parts(problem, &candidates, oracle) {
        let found = search::search(&problem.part(&nodes, &arrays), oracle);
        given_up += found.bound;
        for (array, contracted) in arrays.into_iter().zip(found.is_contracted) {
            is_contracted[array] = contracted;
        }
    }
    (is_contracted, given_up)
}

/// Nodes and arrays that have no cycle and no array in common with others, those with fewest arrays first.
fn parts(
    problem: &Problem,
    candidates: &[usize],
    oracle: &mut Oracle,
) -> Vec<(Vec<usize>, Vec<usize>)> {
    let mut may = vec![false; problem.arrays.len()];
    for &array in candidates {
        may[array] = true;
    }
    let nodes: Vec<usize> = (0..problem.names.len()).collect();
    let components = problem.components(&nodes, Some, |array| may[array], oracle);
    let mut homes: Vec<usize> = nodes.clone();
    for component in &components {
        for &v in component {
            homes[v] = component[0];
        }
    }
    fn find(homes: &mut [usize], mut v: usize) -> usize {
        while homes[v] != v {
            homes[v] = homes[homes[v]];
            v = homes[v];
        }
        v
    }
    for &array in candidates {
        for pair in problem.arrays[array].arcs.windows(2) {
            let (a, b) = (find(&mut homes, pair[0].0), find(&mut homes, pair[1].0));
            homes[a.max(b)] = a.min(b);
        }
    }
    let mut found: BTreeMap<usize, (Vec<usize>, Vec<usize>)> = BTreeMap::new();
    for v in nodes {
        let home = find(&mut homes, v);
        found.entry(home).or_default().0.push(v);
    }
    let mut free = Vec::new();
    for &array in candidates {
        match problem.arrays[array].arcs.first() {
            Some(&(v, _)) => {
                let home = find(&mut homes, v);
                found.entry(home).or_default().1.push(array);
            }
            None => free.push(array),
        }
    }
    let mut parts: Vec<_> = found.into_values().chain([(Vec::new(), free)]).collect();
    parts.retain(|(_, arrays)| !arrays.is_empty());
    parts.sort_by_key(|(_, arrays)| arrays.len());
    parts
}

/// Contracts what still can be, the greatest first. Of each other array a closed walk that is illegal.
fn complete<'p>(
    problem: &'p Problem,
    is_contracted: Vec<bool>,
    oracle: &mut Oracle,
) -> (Groups<'p>, FxHashMap<usize, Vec<Step>>) {
    let mut groups = Groups::of(problem, is_contracted, oracle);
    let mut walks = FxHashMap::default();
    for array in 0..problem.arrays.len() {
        if groups.is_contracted[array] || oracle.is_spent() {
            continue;
        }
        if let Err(refusal) = groups.contract(array, oracle) {
            let may = |other| other == array || groups.is_contracted[other];
            walks.insert(array, walk(problem, &refusal, may, oracle));
        }
    }
    (groups, walks)
}

/// The groups in an order that can be run, otherwise in program order of their first nodes.
fn in_order(problem: &Problem, groups: &Groups) -> Vec<Vec<usize>> {
    let all = groups.all();
    let mut home = vec![0; problem.names.len()];
    for group in &all {
        for &v in group {
            home[v] = group[0];
        }
    }
    let members: FxHashMap<usize, Vec<usize>> = all.into_iter().map(|g| (g[0], g)).collect();
    let onward = |v: usize| {
        let forward = problem.out[v].iter().filter(|link| link.array.is_none());
        forward
            .map(|link| home[link.node])
            .filter(|to| *to != home[v])
            .collect::<Vec<_>>()
    };
    let mut before = vec![0usize; problem.names.len()];
    for to in (0..problem.names.len()).flat_map(onward) {
        before[to] += 1;
    }
    let firsts = members.keys().copied().filter(|first| before[*first] == 0);
    let mut ready: BinaryHeap<_> = firsts.map(Reverse).collect();
    let mut order = Vec::new();
    while let Some(Reverse(first)) = ready.pop() {
        for to in members[&first].iter().flat_map(|v| onward(*v)) {
            before[to] -= 1;
            if before[to] == 0 {
                ready.push(Reverse(to));
            }
        }
        order.push(members[&first].clone());
    }
    order
}
