//! All sets of arrays of small instances, against what is solved.

use super::*;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, subsequence};
use serde_json::Value;

/// More than any test needs.
const ENOUGH: u64 = 1_000_000_000;

/// What fits: no more nodes than these, and not all of any of the sets.
#[derive(Clone, Debug)]
struct Fits {
    most: usize,
    refused: Vec<Vec<usize>>,
}

impl Fits {
    fn all() -> Self {
        Fits {
            most: usize::MAX,
            refused: Vec::new(),
        }
    }

    fn ask(&self, nodes: &[usize]) -> bool {
        assert!(nodes.is_sorted());
        let has = |set: &Vec<usize>| set.iter().all(|v| nodes.contains(v));
        nodes.len() <= self.most && !self.refused.iter().any(has)
    }
}

fn solved(instance: &Instance, fits: &Fits, steps: u64) -> Solution {
    solve(instance, &|nodes| fits.ask(nodes), steps)
}

/// May these nodes be one group?
fn is_group(instance: &Instance, fits: &Fits, nodes: &[usize]) -> bool {
    let has = |v| nodes.contains(v);
    nodes.len() == 1
        || !instance
            .apart
            .iter()
            .any(|(u, v)| u != v && has(u) && has(v))
            && !nodes.iter().any(|v| instance.alone[*v])
            && fits.ask(nodes)
}

/// What leads where, with these arrays contracted.
fn closure(instance: &Instance, is_contracted: impl Fn(usize) -> bool) -> Vec<Vec<bool>> {
    let mut leads = vec![vec![false; instance.nodes]; instance.nodes];
    for arc in &instance.arcs {
        leads[arc.from][arc.to] = true;
        if arc.array.is_some_and(&is_contracted) {
            leads[arc.to][arc.from] = true;
        }
    }
    for via in 0..instance.nodes {
        leads[via][via] = true;
        for from in 0..instance.nodes {
            for to in 0..instance.nodes {
                leads[from][to] |= leads[from][via] && leads[via][to];
            }
        }
    }
    leads
}

/// The groups, if they are legal, by their first nodes.
fn groups(
    instance: &Instance,
    fits: &Fits,
    is_contracted: impl Fn(usize) -> bool,
) -> Option<Vec<Vec<usize>>> {
    let leads = closure(instance, is_contracted);
    let mut groups = Vec::new();
    for (v, led) in leads.iter().enumerate() {
        let same = (0..instance.nodes).filter(|u| led[*u] && leads[*u][v]);
        let group: Vec<usize> = same.collect();
        if group[0] == v {
            groups.push(group);
        }
    }
    let is_legal = groups.iter().all(|group| is_group(instance, fits, group));
    is_legal.then_some(groups)
}

/// The most bytes, of all sets of arrays.
fn most(instance: &Instance, fits: &Fits) -> u64 {
    let sets = 0..1u32 << instance.bytes.len();
    let legal = sets.filter(|set| groups(instance, fits, |a| set >> a & 1 == 1).is_some());
    let bytes = |set: u32| {
        let all = instance.bytes.iter().enumerate();
        all.filter(|(a, _)| set >> a & 1 == 1)
            .map(|(_, bytes)| bytes)
            .sum()
    };
    legal.map(bytes).max().expect("no array is legal")
}

/// The nodes of a closed walk along arcs, and against those of contracted arrays.
fn walked(
    instance: &Instance,
    walk: &[usize],
    is_contracted: &dyn Fn(usize) -> bool,
) -> Option<Vec<usize>> {
    let first = instance.arcs[*walk.first()?];
    [first.from, first.to].into_iter().find_map(|start| {
        let (mut at, mut nodes) = (start, Vec::new());
        for arc in walk.iter().map(|arc| instance.arcs[*arc]) {
            nodes.push(at);
            at = if at == arc.from {
                arc.to
            } else if at == arc.to && arc.array.is_some_and(is_contracted) {
                arc.from
            } else {
                return None;
            };
        }
        nodes.sort_unstable();
        nodes.dedup();
        (at == start).then_some(nodes)
    })
}

/// Whatever the steps: it is legal, groups can be run in their order, and conflicts are such.
fn check(instance: &Instance, fits: &Fits, solution: &Solution) {
    let is_contracted = |a: usize| solution.contracted[a];
    let mut found = solution.groups.clone();
    found.sort();
    assert_eq!(Some(found), groups(instance, fits, is_contracted));
    let home = |v: usize| solution.groups.iter().position(|group| group.contains(&v));
    for arc in &instance.arcs {
        assert!(home(arc.from) <= home(arc.to));
        if arc.array.is_some_and(is_contracted) {
            assert_eq!(home(arc.from), home(arc.to));
        }
    }
    let all = instance.bytes.iter().enumerate();
    let value: u64 = all
        .filter(|(a, _)| is_contracted(*a))
        .map(|(_, bytes)| bytes)
        .sum();
    assert_eq!(value, solution.value);
    assert_eq!(solution.is_optimal, solution.value == solution.bound);
    for (array, conflict) in solution.conflicts.iter().enumerate() {
        if let Some(walk) = conflict {
            assert!(!is_contracted(array));
            let nodes = walked(instance, walk, &|a| a == array || is_contracted(a));
            assert!(!is_group(instance, fits, &nodes.expect("a closed walk")));
        }
    }
}

prop_compose! {
    fn instance(bytes: impl Strategy<Value = u64> + Clone)(nodes in 2..8usize, arrays in 1..9usize)(
        arcs in vec((0..nodes - 1, any::<Index>(), prop_oneof![1 => Just(None), 3 => (0..arrays).prop_map(Some)]), 0..14),
        apart in vec((0..nodes, 0..nodes), 0..4),
        alone in vec(prop::bool::weighted(0.07), nodes),
        bytes in vec(bytes.clone(), arrays),
        nodes in Just(nodes),
    ) -> Instance {
        let arc = |(from, to, array): (usize, Index, Option<usize>)| {
            Arc { from, to: from + 1 + to.index(nodes - 1 - from), array }
        };
        Instance { nodes, arcs: arcs.into_iter().map(arc).collect(), apart, alone, bytes }
    }
}

fn fits() -> impl Strategy<Value = Fits> {
    let sets = vec(subsequence((0..7usize).collect::<Vec<_>>(), 2..4), 0..3);
    let most = prop_oneof![Just(usize::MAX), 2..7usize];
    (most, sets).prop_map(|(most, refused)| Fits { most, refused })
}

fn small() -> impl Strategy<Value = Instance> {
    instance(prop_oneof![1 => Just(0), 9 => 1..30u64])
}

/// Of these, many have a cycle of conflicts, where half of each array is given up.
fn tight() -> impl Strategy<Value = Instance> {
    let pairs = (0..6usize, any::<Index>());
    (
        vec(pairs, 8),
        vec((0..7usize, 0..7usize), 2..8),
        vec(9..12u64, 8),
    )
        .prop_map(|(arcs, apart, bytes)| Instance {
            nodes: 7,
            arcs: arcs
                .into_iter()
                .enumerate()
                .map(|(array, (from, to))| Arc {
                    from,
                    to: from + 1 + to.index(6 - from),
                    array: Some(array),
                })
                .collect(),
            apart,
            alone: vec![false; 7],
            bytes,
        })
}

fn permuted(instance: &Instance, arcs: &[usize], arrays: &[usize]) -> Instance {
    let mut permuted = instance.clone();
    for (at, &array) in arrays.iter().enumerate() {
        permuted.bytes[array] = instance.bytes[at];
    }
    permuted.arcs = arcs.iter().map(|at| instance.arcs[*at]).collect();
    for arc in &mut permuted.arcs {
        arc.array = arc.array.map(|array| arrays[array]);
    }
    permuted.apart.reverse();
    permuted
}

fn shuffled(count: usize) -> impl Strategy<Value = Vec<usize>> {
    Just((0..count).collect::<Vec<_>>()).prop_shuffle()
}

fn with_orders(
    instances: impl Strategy<Value = Instance>,
) -> impl Strategy<Value = (Instance, Vec<usize>, Vec<usize>)> {
    instances.prop_flat_map(|instance| {
        let (arcs, arrays) = (instance.arcs.len(), instance.bytes.len());
        (Just(instance), shuffled(arcs), shuffled(arrays))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn no_set_of_arrays_is_better(instance in prop_oneof![small(), tight()], fits in fits()) {
        let solution = solved(&instance, &fits, ENOUGH);
        check(&instance, &fits, &solution);
        prop_assert_eq!(solution.value, most(&instance, &fits));
        prop_assert!(solution.is_optimal);
        for (contracted, conflict) in solution.contracted.iter().zip(&solution.conflicts) {
            prop_assert_eq!(*contracted, conflict.is_none());
        }
    }

    #[test]
    fn no_set_of_great_arrays_is_better(instance in instance((1u64 << 53) - 1000..1 << 53), fits in fits()) {
        let solution = solved(&instance, &fits, ENOUGH);
        check(&instance, &fits, &solution);
        prop_assert_eq!(solution.value, most(&instance, &fits));
        prop_assert!(solution.is_optimal);
    }

    #[test]
    fn the_order_of_the_lists_does_not_matter(
        (instance, arcs, arrays) in with_orders(prop_oneof![small(), tight()]),
        fits in fits(),
        steps in prop_oneof![0..5000u64, Just(ENOUGH)],
    ) {
        let solution = solved(&instance, &fits, steps);
        let permuted = solved(&permuted(&instance, &arcs, &arrays), &fits, steps);
        prop_assert_eq!(solution.value, permuted.value);
        prop_assert_eq!(solution.bound, permuted.bound);
        prop_assert_eq!(solution.groups, permuted.groups);
    }

    #[test]
    fn one_more_pair_apart_never_gains(instance in small(), fits in fits(), u in 0..7usize, v in 0..7usize) {
        let mut apart = instance.clone();
        apart.apart.push((u % instance.nodes, v % instance.nodes));
        prop_assert!(solved(&apart, &fits, ENOUGH).value <= solved(&instance, &fits, ENOUGH).value);
    }

    #[test]
    fn few_steps_make_a_legal_answer(instance in prop_oneof![small(), tight()], fits in fits(), steps in 0..3000u64) {
        let solution = solved(&instance, &fits, steps);
        check(&instance, &fits, &solution);
        let most = most(&instance, &fits);
        prop_assert!(solution.value <= most && most <= solution.bound);
    }

    /// More nodes may fit where fewer do not: the assumption fails, and no group is illegal still.
    #[test]
    fn what_fits_without_rhyme_or_reason_is_legal(instance in small(), salt in any::<u64>()) {
        let fits = |nodes: &[usize]| {
            let hash = nodes.iter().fold(salt, |h, v| (h ^ *v as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15));
            nodes.len() == 1 || hash >> 62 != 0
        };
        let solution = solve(&instance, &fits, ENOUGH);
        prop_assert!(solution.value <= solution.bound);
        for group in &solution.groups {
            prop_assert!(fits(group) && is_group(&instance, &Fits::all(), group));
        }
    }
}

/// A stored graph: an edge without `need` keeps its ends apart, and private arrays may be contracted.
fn stored(graph: &str) -> Instance {
    let graph: Value = serde_json::from_str(graph).unwrap();
    let list = |key: &str| graph[key].as_array().unwrap().clone();
    let place = |all: &[Value], id: &Value| all.iter().position(|one| one["id"] == *id);
    let (nodes, edges, mut arrays) = (list("nodes"), list("edges"), list("arrays"));
    arrays.retain(|array| array["private"] == true);
    let node = |id: &Value| place(&nodes, id).unwrap();
    let ends = |edge: &Value| (node(&edge["from"]), node(&edge["to"]));
    let arc = |edge: &Value| Arc {
        from: ends(edge).0,
        to: ends(edge).1,
        array: place(&arrays, &edge["array"]),
    };
    let preventing = edges.iter().filter(|edge| edge["need"].is_null());
    let bytes = arrays.iter().map(|array| array["bytes"].as_u64());
    Instance {
        nodes: nodes.len(),
        arcs: edges.iter().map(arc).collect(),
        apart: preventing.map(ends).collect(),
        alone: vec![false; nodes.len()],
        bytes: bytes.map(Option::unwrap).collect(),
    }
}

/// `L2` and `L3` are apart. Of `a2` they touch both. For `a1`, `L1`, `L2` and `L4` are one group, and then `L3` is, which
/// stands between `L2` and `L4`. Without these, `a3` and `a4` make `L3`, `L4` and `L5` one, behind `L1` and `L2`: 70 of 100.
#[test]
fn an_array_is_given_up_for_a_node_between() {
    let instance = stored(include_str!("../../tests/graphs/memory-fig3.json"));
    let solution = solved(&instance, &Fits::all(), ENOUGH);
    check(&instance, &Fits::all(), &solution);
    assert_eq!(
        (solution.value, solution.bound, solution.is_optimal),
        (70, 70, true)
    );
    assert_eq!(solution.contracted, [false, false, true, true]);
    assert_eq!(solution.groups, [vec![0], vec![1], vec![2, 3, 4]]);
    // L2 -> L3 -> L4 => L1 -> L2, and L2 -> L3 => L2.
    assert_eq!(solution.conflicts[0], Some(vec![2, 4, 1, 0]));
    assert_eq!(solution.conflicts[1], Some(vec![2, 2]));
}

/// `c` has both ends apart. With `a` and `b`, `u -> v => p -> q => u` is a cycle with `u` and `v` on it: the smaller one is
/// given up, 60 of 110. `d` is no array of the nodes' own, but its edge closes the cycle.
#[test]
fn of_two_arrays_not_both() {
    let instance = stored(include_str!("../../tests/graphs/memory-conflict.json"));
    let solution = solved(&instance, &Fits::all(), ENOUGH);
    check(&instance, &Fits::all(), &solution);
    assert_eq!(
        (solution.value, solution.bound, solution.is_optimal),
        (60, 60, true)
    );
    assert_eq!(solution.contracted, [false, true, false]);
    assert_eq!(solution.groups, [vec![1], vec![0, 2], vec![3]]);
    assert_eq!(solution.conflicts[0], Some(vec![2, 0, 3, 1]));
    assert_eq!(solution.conflicts[2], Some(vec![2, 2]));
}

#[test]
fn nothing_is_nothing() {
    let solution = solved(&Instance::default(), &Fits::all(), 0);
    assert_eq!((solution.value, solution.is_optimal), (0, true));
}
