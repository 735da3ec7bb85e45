//! The published figures, and all choices of small trees: what is legal there is judged by scopes, not by nestings.

mod oracle;

use super::*;
use oracle::{allowed, check, enumerated};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::subsequence;
use serde_json::Value;
use std::collections::BTreeMap;

/// More than any of these trees needs.
const ENOUGH: u64 = 1 << 24;

/// The tree of a file in `tests/graphs`.
fn stored(file: &str) -> Tree {
    let graph: Value = serde_json::from_str(file).unwrap();
    let nest = &graph["nest"];
    let ranges = nest["indices"].as_object().unwrap();
    let indices: Vec<_> = ranges.keys().map(String::as_str).collect();
    let nodes = nest["tree"].as_array().unwrap();
    let ids: Vec<_> = nodes.iter().map(|n| n["id"].as_str().unwrap()).collect();
    let list = |value: &Value, names: &[&str]| -> Option<Vec<usize>> {
        let place = |name: &Value| names.iter().position(|n| *n == name).unwrap();
        Some(value.as_array()?.iter().map(place).collect())
    };
    let node = |node: &Value| Node {
        indices: list(&node["indices"], &indices).unwrap(),
        summed: list(&node["sum"], &indices).unwrap_or_default(),
        children: list(&node["children"], &ids).unwrap_or_default(),
        fusible: list(&node["fusible"], &indices),
        order: list(&node["order"], &indices),
        density: node["density"].as_f64(),
        is_counted: node["counted"].as_bool().unwrap_or(true),
    };
    Tree {
        ranges: ranges.values().map(|n| n.as_u64().unwrap()).collect(),
        nodes: nodes.iter().map(node).collect(),
    }
}

/// Elements held with and without fusion; both answers are checked.
fn figures(file: &str) -> (u64, u64) {
    let mut tree = stored(file);
    let peak = |tree: &Tree| {
        let answer = plan(tree, ENOUGH).unwrap();
        assert!(answer.is_optimal);
        check(tree, &answer);
        answer.peak
    };
    let fused = peak(&tree);
    for node in &mut tree.nodes {
        node.fusible = Some(Vec::new());
    }
    (fused, peak(&tree))
}

#[test]
fn the_example_of_the_paper_needs_160_of_178_740() {
    let file = include_str!("../../tests/graphs/nest-fig1.json");
    assert_eq!(figures(file), (160, 178_740));
}

#[test]
fn self_energy_computed_once_needs_a_thousandth() {
    let file = include_str!("../../tests/graphs/nest-selfenergy-once.json");
    let (fused, unfused) = figures(file);
    assert_eq!(format!("{:.4e}", fused as f64), "1.1100e11");
    assert_eq!(format!("{:.5e}", unfused as f64), "1.13210e14");
}

#[test]
fn self_energy_relaxed_needs_a_hundredth_of_that() {
    let file = include_str!("../../tests/graphs/nest-selfenergy-relaxed.json");
    let (fused, _) = figures(file);
    assert_eq!(format!("{:.4e}", fused as f64), "1.1002e9");
}

/// A node with these indices, all of which may be fused.
fn nest(indices: &[usize], children: &[usize]) -> Node {
    Node {
        indices: indices.to_vec(),
        summed: Vec::new(),
        children: children.to_vec(),
        fusible: None,
        order: None,
        density: None,
        is_counted: true,
    }
}

#[test]
fn two_children_that_want_different_loops_outside_are_not_both_fused() {
    let mut nodes = vec![nest(&[0], &[]), nest(&[1], &[]), nest(&[0, 1], &[0, 1])];
    nodes[2].summed = vec![0, 1];
    let mut tree = Tree {
        ranges: vec![5, 7],
        nodes,
    };
    let answer = plan(&tree, 0).unwrap();
    assert_eq!(answer.elements, [5, 1, 1]);
    assert_eq!(answer.fused, [vec![], vec![1], vec![]]);
    tree.nodes[2].order = Some(vec![0, 1]);
    assert_eq!(plan(&tree, 0).unwrap().elements, [1, 7, 1]);
}

#[test]
fn an_order_forbids_a_wider_loop_inside() {
    // The middle node has loops 0 and 1, and only 1 goes on to the root.
    let mut nodes = vec![nest(&[0, 1], &[]), nest(&[0, 1], &[0]), nest(&[1], &[1])];
    nodes[2].summed = vec![1];
    let mut tree = Tree {
        ranges: vec![5, 7],
        nodes,
    };
    let answer = plan(&tree, 0).unwrap();
    assert_eq!(answer.elements, [1, 5, 1]);
    assert_eq!(answer.fused[0], [1, 0]);
    tree.nodes[0].order = Some(vec![0, 1]);
    assert_eq!(plan(&tree, 0).unwrap().elements, [1, 5 * 7, 1]);
}

#[test]
fn more_than_two_to_the_53_elements_are_an_error_if_they_count() {
    let mut tree = Tree {
        ranges: vec![1 << 53, 2, u64::MAX],
        nodes: vec![nest(&[0], &[])],
    };
    assert_eq!(plan(&tree, 0).unwrap().peak, MOST_ELEMENTS);
    tree.nodes[0].indices = vec![0, 1];
    assert_eq!(plan(&tree, 0), Err(Unsolvable::TooMany));
    tree.nodes[0].indices = vec![0, 1, 2];
    assert_eq!(plan(&tree, 0), Err(Unsolvable::TooMany));
    tree.nodes[0].is_counted = false;
    let answer = plan(&tree, 0).unwrap();
    assert_eq!((answer.peak, answer.elements), (0, vec![MOST_ELEMENTS]));
    tree.nodes = vec![nest(&[0, 1, 2], &[]), nest(&[0, 1, 2], &[0])];
    tree.nodes[1].summed = vec![0, 1, 2];
    assert_eq!(plan(&tree, 0).unwrap().peak, 2);
}

#[test]
fn rounding_errors_are_not_rounded_up() {
    let mut tree = Tree {
        ranges: vec![70],
        nodes: vec![nest(&[0], &[])],
    };
    for (density, elements) in [(0.1, 7), (0.7, 49), (0.11, 8), (1.0, 70), (1e-9, 1)] {
        tree.nodes[0].density = Some(density);
        assert_eq!(plan(&tree, 0).unwrap().peak, elements);
    }
}

#[test]
fn more_indices_than_a_set_has_are_left_out_and_the_bound_says_so() {
    let all: Vec<usize> = (0..70).collect();
    let mut tree = Tree {
        ranges: vec![2; 70],
        nodes: vec![nest(&all, &[]), nest(&all, &[0])],
    };
    tree.nodes[1].summed.clone_from(&all);
    let answer = plan(&tree, 0).unwrap();
    assert_eq!((answer.fused[0].len(), answer.peak), (64, 65));
    assert_eq!((answer.bound, answer.is_optimal), (2, false));
    tree.ranges[64..].fill(1);
    assert!(plan(&tree, 0).unwrap().is_optimal);
    tree.ranges[64..].fill(1 << 20);
    assert_eq!(plan(&tree, 0), Err(Unsolvable::TooMany));
}

#[test]
fn a_tree_may_be_empty_deep_or_wide() {
    let mut tree = Tree {
        ranges: vec![3, 4],
        nodes: Vec::new(),
    };
    assert_eq!(plan(&tree, 0).unwrap().peak, 0);
    let children = |at: usize| if at == 0 { vec![] } else { vec![at - 1] };
    tree.nodes = (0..5000).map(|at| nest(&[0, 1], &children(at))).collect();
    assert_eq!(plan(&tree, 0).unwrap().peak, 4999 + 12);
    let all: Vec<usize> = (0..5000).collect();
    tree.nodes = vec![nest(&[0, 1], &[]); 5000];
    tree.nodes.push(nest(&[0], &all));
    assert_eq!(plan(&tree, 0).unwrap().peak, 5000 * 4 + 3);
}

/// Trees of so many nodes over so many indices, of which each node has at most `each`.
fn tree(nodes: std::ops::Range<usize>, indices: usize, each: usize) -> impl Strategy<Value = Tree> {
    let all: Vec<usize> = (0..indices).collect();
    let some = |most| subsequence(all.clone(), 0..=most);
    let order = prop_oneof![
        3 => Just(None),
        1 => subsequence(all.clone(), 0..=indices).prop_shuffle().prop_map(Some),
    ];
    let fusible = prop_oneof![3 => Just(None), 1 => some(indices).prop_map(Some)];
    let density = prop_oneof![4 => Just(None), 1 => prop::sample::select(vec![0.125, 0.25, 0.5]).prop_map(Some)];
    let sizes = subsequence(all.clone(), each.min(2)..=each);
    let node = (
        sizes,
        some(indices / 2),
        fusible,
        order,
        density,
        prop::bool::weighted(0.9),
        any::<prop::sample::Index>(),
    );
    (vec(1..9u64, indices), vec(node, nodes)).prop_map(|(ranges, parts)| {
        let mut nodes: Vec<Node> = Vec::new();
        for (at, (indices, summed, fusible, order, density, is_counted, parent)) in
            parts.into_iter().enumerate()
        {
            if at > 0 {
                nodes[parent.index(at)].children.push(at);
            }
            let within = |list: Vec<usize>| -> Vec<usize> {
                list.into_iter()
                    .filter(|index| indices.contains(index))
                    .collect()
            };
            nodes.push(Node {
                summed: within(summed),
                children: Vec::new(),
                fusible: fusible.map(&within),
                order: order.map(&within),
                density,
                is_counted,
                indices,
            });
        }
        Tree { ranges, nodes }
    })
}

/// The same tree with its nodes, and with that their children, in another order.
fn permuted(tree: &Tree, order: &[usize]) -> Tree {
    let places: BTreeMap<usize, usize> = order
        .iter()
        .enumerate()
        .map(|(to, from)| (*from, to))
        .collect();
    let moved = |from: &usize| {
        let mut node = tree.nodes[*from].clone();
        node.children = node
            .children
            .iter()
            .rev()
            .map(|child| places[child])
            .collect();
        node.indices.reverse();
        node
    };
    Tree {
        ranges: tree.ranges.clone(),
        nodes: order.iter().map(moved).collect(),
    }
}

fn shuffled() -> impl Strategy<Value = (Tree, Vec<usize>)> {
    let trees = tree(2..30, 7, 5);
    trees.prop_flat_map(|tree| {
        let order: Vec<usize> = (0..tree.nodes.len()).collect();
        (Just(tree), Just(order).prop_shuffle())
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn no_choice_needs_less(tree in prop_oneof![tree(1..7, 3, 3), tree(1..6, 4, 4), tree(1..7, 5, 3)]) {
        let choices: u64 = allowed(&tree).iter().map(|may| 1 << may.len()).product();
        prop_assume!(choices <= 1 << 15);
        let answer = plan(&tree, ENOUGH).unwrap();
        check(&tree, &answer);
        prop_assert!(answer.is_optimal);
        prop_assert_eq!(answer.peak, enumerated(&tree));
    }

    #[test]
    fn few_steps_give_a_legal_answer_and_a_true_bound(
        tree in prop_oneof![tree(2..6, 4, 4), tree(8..30, 7, 5)],
        width in 1..4usize,
        steps in 0..200u64,
    ) {
        let few = plan_from(&tree, 0, 1).unwrap();
        let more = plan_from(&tree, steps, width).unwrap();
        let all = plan_from(&tree, ENOUGH, 1).unwrap();
        prop_assert!(all.is_optimal);
        for answer in [few, more] {
            check(&tree, &answer);
            prop_assert!(answer.bound <= all.peak && all.peak <= answer.peak);
        }
    }

    #[test]
    fn the_order_of_nodes_changes_nothing((tree, order) in shuffled(), width in 1..20usize, steps in 0..2000u64) {
        let one = plan_from(&tree, steps, width).unwrap();
        check(&tree, &one);
        let other = permuted(&tree, &order);
        let two = plan_from(&other, steps, width).unwrap();
        check(&other, &two);
        prop_assert_eq!((one.peak, one.bound, one.is_optimal), (two.peak, two.bound, two.is_optimal));
    }
}
