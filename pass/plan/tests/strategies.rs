//! Strategies against all partitions of small random graphs.

use loopfuse_plan::cost::{Cost, Value};
use loopfuse_plan::graph::{EdgeKind, Limits, Vector};
use loopfuse_plan::group::{Array, Edge, Group, Node, NodeId, Reuse};
use loopfuse_plan::index::Index;
use loopfuse_plan::strategy::{Proposal, auto, exact, maximal, pairwise};
use loopfuse_plan::verify::verify;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

fn node() -> impl Strategy<Value = Node> {
    let kind = prop_oneof![5 => Just(None), 1 => Just(Some("other".to_owned()))];
    let vector =
        prop_oneof![3 => Just(Some(Vector::Yes)), 1 => Just(Some(Vector::No)), 1 => Just(None)];
    let is_loop = prop_oneof![8 => Just(true), 1 => Just(false)];
    let all = (
        is_loop,
        kind,
        vector,
        1..20u64,
        0..3u64,
        proptest::option::of(2..200u64),
    );
    all.prop_map(|(is_loop, kind, vector, cost, carried, trips)| Node {
        is_loop,
        is_outer: false,
        trips,
        kind,
        cost,
        carried,
        vector: vector.filter(|_| is_loop),
    })
}

fn edge(nodes: usize, arrays: usize) -> impl Strategy<Value = Option<Edge>> {
    let kind = prop_oneof![
        3 => Just(EdgeKind::Flow),
        1 => Just(EdgeKind::Anti),
        1 => Just(EdgeKind::Output),
        1 => Just(EdgeKind::Order)
    ];
    let need = prop_oneof![1 => Just(None), 3 => Just(Some(0)), 1 => Just(Some(2))];
    let all = (0..nodes, 0..nodes, kind, 0..arrays, need, any::<bool>());
    all.prop_map(|(from, to, kind, array, need, is_asked)| {
        (from < to).then(|| Edge {
            number: 0,
            from,
            to,
            kind,
            array: (kind != EdgeKind::Order).then_some(array),
            need,
            least: need.unwrap_or(0) as i64,
            assume: is_asked
                .then(|| format!("{array} is apart"))
                .into_iter()
                .collect(),
        })
    })
}

fn group(most: usize) -> impl Strategy<Value = Group> {
    let arrays = vec((any::<bool>(), proptest::option::of(1..5000u64)), 3);
    let sizes = (vec(node(), 1..most + 1), arrays);
    let all = sizes.prop_flat_map(|(nodes, arrays)| {
        let count = nodes.len();
        let edges = vec(edge(count, arrays.len()), 0..2 * count);
        let reuses = vec((0..count, 0..count, 1..5000u64), 0..3);
        let refused = vec(vec(0..count, 2..4), 0..2);
        let limits = (
            proptest::option::of(1..6u64),
            proptest::option::of(10..60u64),
        );
        (Just(nodes), Just(arrays), edges, reuses, refused, limits)
    });
    all.prop_map(
        |(nodes, arrays, edges, reuses, refused, (max_streams, max_size))| {
            let edges: Vec<Edge> = edges.into_iter().flatten().collect();
            let array = |(number, (is_own, bytes)): (usize, (bool, Option<u64>))| {
                let touching = edges.iter().filter(|e| e.array == Some(number));
                let mut users: Vec<_> = touching.flat_map(|e| [e.from, e.to]).collect();
                users.sort_unstable();
                users.dedup();
                Array {
                    is_own,
                    bytes,
                    step: Some(8),
                    users,
                }
            };
            let refused = refused.into_iter().map(|mut set: Vec<NodeId>| {
                set.sort_unstable();
                set.dedup();
                set
            });
            let reuse = |(from, to, bytes): (usize, usize, u64)| {
                (from < to).then_some(Reuse { from, to, bytes })
            };
            Group {
                arrays: arrays.into_iter().enumerate().map(array).collect(),
                reuses: reuses.into_iter().filter_map(reuse).collect(),
                refused: refused.filter(|set| set.len() > 1).collect(),
                limits: Limits {
                    max_streams,
                    max_size,
                    max_shift: 2,
                    ..Limits::default()
                },
                nodes,
                edges,
            }
        },
    )
}

/// All partitions, in which code is alone.
fn partitions(group: &Group) -> Vec<Vec<Vec<NodeId>>> {
    let mut all: Vec<Vec<Vec<NodeId>>> = vec![vec![]];
    for (node, known) in group.nodes.iter().enumerate() {
        let with = |sets: Vec<Vec<NodeId>>| {
            let joins = |at: &usize| known.is_loop && group.nodes[sets[*at][0]].is_loop;
            let joined = (0..sets.len()).filter(joins).map(|at| {
                let mut joined = sets.clone();
                joined[at].push(node);
                joined
            });
            let mut all: Vec<_> = joined.collect();
            let mut alone = sets;
            alone.push(vec![node]);
            all.push(alone);
            all
        };
        all = all.into_iter().flat_map(with).collect();
    }
    all
}

/// The most that a legal partition is worth, and the fewest groups of loops that there can be.
fn best(cost: &Cost<'_>) -> (Value, usize) {
    let index = cost.index;
    let legal = partitions(index.group)
        .into_iter()
        .filter(|sets| verify(index, sets).is_ok());
    let legal: Vec<_> = legal.collect();
    let worth =
        |sets: &Vec<Vec<NodeId>>| sets.iter().map(|set| cost.of(set)).sum::<Option<Value>>();
    let loops = |sets: &Vec<Vec<NodeId>>| {
        sets.iter()
            .filter(|set| index.group.nodes[set[0]].is_loop)
            .count()
    };
    let most = legal.iter().filter_map(worth).max();
    (most.unwrap(), legal.iter().map(loops).min().unwrap())
}

fn worth(cost: &Cost<'_>, proposal: &Proposal) -> Value {
    assert!(verify(cost.index, &proposal.sets).is_ok(), "{proposal:?}");
    let values = proposal
        .sets
        .iter()
        .map(|set| cost.of(set).expect("a group that is worth something"));
    values.sum()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]
    #[test]
    fn the_best_partition_is_found(group in group(7)) {
        let index = Index::new(&group);
        let cost = Cost::new(&index);
        let (most, fewest) = best(&cost);
        prop_assert!(most <= cost.bound());
        let (sets, value) = exact::solve(&cost, 10_000_000).unwrap();
        let found = worth(&cost, &Proposal { sets, is_optimal: true });
        prop_assert_eq!((found, value), (most, most));
        let greedy = worth(&cost, &auto::propose(&cost, &[], 0));
        let pairs = worth(&cost, &pairwise::propose(&cost));
        prop_assert!((0..=most).contains(&greedy) && (0..=most).contains(&pairs));
        let (proposal, least) = maximal::propose(&cost);
        prop_assert!(verify(&index, &proposal.sets).is_ok());
        prop_assert!(least <= fewest && fewest <= proposal.sets.len());
        prop_assert!(!proposal.is_optimal || proposal.sets.len() == fewest);
    }

    /// Where only edges keep loops apart, and all of these forbid what they do not allow, the fewest groups are found.
    #[test]
    fn the_fewest_groups_are_found(mut group in group(7)) {
        group.refused.clear();
        group.nodes.iter_mut().for_each(|node| node.kind = None);
        group.edges.iter_mut().for_each(|edge| edge.need = edge.need.filter(|need| *need == 0));
        let index = Index::new(&group);
        let (proposal, least) = maximal::propose(&Cost::new(&index));
        prop_assert!(proposal.is_optimal);
        prop_assert_eq!(least, best(&Cost::new(&index)).1);
    }
}

/// Over many graphs, greedy merging comes near to the best, and nearer than pairs in program order.
#[test]
fn greedy_merging_is_near_the_best() {
    let mut runner = TestRunner::deterministic();
    let (mut best, mut greedy, mut pairs) = (0, 0, 0);
    for _ in 0..400 {
        let group = group(9).new_tree(&mut runner).unwrap().current();
        let index = Index::new(&group);
        let cost = Cost::new(&index);
        best += exact::solve(&cost, 10_000_000).unwrap().1;
        greedy += worth(&cost, &auto::propose(&cost, &[], 0));
        pairs += worth(&cost, &pairwise::propose(&cost));
    }
    println!(
        "of the best: greedy {:.4}, pairs {:.4}",
        greedy as f64 / best as f64,
        pairs as f64 / best as f64
    );
    assert!(
        greedy * 100 >= best * 98 && greedy >= pairs,
        "{greedy} and {pairs} of {best}"
    );
}
