//! What is legal, and how much memory it needs, by the definitions alone.

use super::super::{Answer, Tree};
use std::collections::BTreeSet;

/// A loop: of an index, around the nodes of its scope.
type Loop = (usize, BTreeSet<usize>);

/// The scopes of all loops, each once.
fn scopes(tree: &Tree, fused: &[Vec<usize>]) -> BTreeSet<Loop> {
    let mut loops = BTreeSet::new();
    for index in 0..tree.ranges.len() {
        let holds = |at: &usize| tree.nodes[*at].indices.contains(&index);
        let mut homes: Vec<usize> = (0..tree.nodes.len()).collect();
        // As often as a chain may be long.
        for _ in 0..tree.nodes.len() {
            for (parent, node) in tree.nodes.iter().enumerate() {
                for &child in &node.children {
                    if fused[child].contains(&index) {
                        let home = homes[parent].min(homes[child]);
                        (homes[parent], homes[child]) = (home, home);
                    }
                }
            }
        }
        for home in 0..homes.len() {
            let of = (0..homes.len()).filter(|at| homes[*at] == home && holds(at));
            let scope: BTreeSet<usize> = of.collect();
            if !scope.is_empty() {
                loops.insert((index, scope));
            }
        }
    }
    loops
}

/// Scopes are disjoint or nested, and one order of all loops is as scopes and orders want it, and as the lists of
/// fused indices say if `is_listed`.
fn is_legal(tree: &Tree, fused: &[Vec<usize>], is_listed: bool) -> bool {
    let loops: Vec<Loop> = scopes(tree, fused).into_iter().collect();
    let mut outside: BTreeSet<(usize, usize)> = BTreeSet::new();
    for (a, (_, one)) in loops.iter().enumerate() {
        for (b, (_, two)) in loops.iter().enumerate() {
            if one.is_disjoint(two) || one == two {
                continue;
            }
            if !one.is_subset(two) && !two.is_subset(one) {
                return false;
            }
            if two.is_subset(one) {
                outside.insert((a, b));
            }
        }
    }
    let around = |at: usize, index: usize| {
        let is_it = |(of, scope): &Loop| *of == index && scope.contains(&at);
        loops.iter().position(is_it).unwrap()
    };
    for (at, node) in tree.nodes.iter().enumerate() {
        let mut lists: Vec<Vec<usize>> = Vec::new();
        if let Some(order) = &node.order {
            lists.push(order.clone());
            for index in node.indices.iter().filter(|index| !order.contains(index)) {
                lists.push(order.iter().chain([index]).copied().collect());
            }
        }
        if is_listed {
            lists.push(fused[at].clone());
        }
        for list in lists {
            for (nth, one) in list.iter().enumerate() {
                for two in &list[nth + 1..] {
                    outside.insert((around(at, *one), around(at, *two)));
                }
            }
        }
    }
    let mut left: BTreeSet<usize> = (0..loops.len()).collect();
    while !left.is_empty() {
        let is_inside = |one: &usize| (outside.iter()).any(|(a, b)| b == one && left.contains(a));
        let Some(next) = left.iter().find(|one| !is_inside(one)).copied() else {
            return false;
        };
        left.remove(&next);
    }
    true
}

fn held(tree: &Tree, at: usize, fused: &[usize]) -> u64 {
    let node = &tree.nodes[at];
    let is_left = |index: &&usize| !node.summed.contains(index) && !fused.contains(index);
    let left = node.indices.iter().filter(is_left);
    let product: u64 = left.map(|index| tree.ranges[*index]).product();
    match node.density {
        Some(density) if fused.is_empty() => (product as f64 * density).ceil() as u64,
        _ => product,
    }
}

/// What may be fused on each edge.
pub(super) fn allowed(tree: &Tree) -> Vec<Vec<usize>> {
    let mut allowed = vec![Vec::new(); tree.nodes.len()];
    for node in &tree.nodes {
        for &child in &node.children {
            let below = &tree.nodes[child];
            let may = below.fusible.as_ref().unwrap_or(&below.indices).iter();
            let both = may.filter(|i| node.indices.contains(i) && below.indices.contains(i));
            allowed[child] = both.copied().collect();
        }
    }
    allowed
}

/// An answer is legal, and its numbers are right.
pub(super) fn check(tree: &Tree, answer: &Answer) {
    let mut sum = 0;
    for (at, may) in allowed(tree).iter().enumerate() {
        let fused = &answer.fused[at];
        assert!(fused.iter().all(|index| may.contains(index)));
        assert_eq!(answer.elements[at], held(tree, at, fused));
        if tree.nodes[at].is_counted {
            sum += answer.elements[at];
        }
    }
    assert_eq!(answer.peak, sum);
    assert!(is_legal(tree, &answer.fused, true));
    assert!(answer.bound <= answer.peak);
    assert_eq!(answer.is_optimal, answer.bound == answer.peak);
}

/// The least memory of all choices.
pub(super) fn enumerated(tree: &Tree) -> u64 {
    let subsets = |may: &Vec<usize>| -> Vec<Vec<usize>> {
        let part = |set: usize| {
            may.iter()
                .enumerate()
                .filter(move |(k, _)| set >> k & 1 == 1)
        };
        let all = 0..1usize << may.len();
        all.map(|set| part(set).map(|(_, index)| *index).collect())
            .collect()
    };
    let choices: Vec<_> = allowed(tree).iter().map(subsets).collect();
    let mut digits = vec![0; choices.len()];
    let mut least = u64::MAX;
    loop {
        let fused: Vec<_> = (choices.iter().zip(&digits))
            .map(|(c, digit)| c[*digit].clone())
            .collect();
        let counted = (0..fused.len()).filter(|at| tree.nodes[*at].is_counted);
        let memory = counted.map(|at| held(tree, at, &fused[at])).sum();
        if memory < least && is_legal(tree, &fused, false) {
            least = memory;
        }
        let Some(at) = (0..digits.len()).find(|at| digits[*at] + 1 < choices[*at].len()) else {
            return least;
        };
        digits[at] += 1;
        digits[..at].fill(0);
    }
}
