//! An interpreter runs random programs as they are and as plans say: with these lags, in this order, and arrays in
//! windows no larger than planned. What is left in arrays that others see must be the same.

use loopfuse_plan::cluster::{Fate, Violation};
use loopfuse_plan::graph::EdgeKind;
use loopfuse_plan::group::{Array, Edge, Group, Node, NodeId};
use loopfuse_plan::index::Index;
use loopfuse_plan::verify::{Plan, verify};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use std::collections::BTreeMap;

/// Elements before the first that a loop touches.
const MARGIN: i64 = 8;

/// Elements of an array.
const ELEMENTS: usize = 32;

/// An access to `array[i + offset]`.
type Access = (usize, i64);

/// `array[i + offset]` becomes a function of what the loop reads.
#[derive(Clone, Debug)]
struct Loop {
    trips: i64,
    write: Access,
    reads: Vec<Access>,
    is_outer: bool,
}

#[derive(Clone, Debug)]
struct Program {
    loops: Vec<Loop>,
    /// For each array: may others see it?
    seen: Vec<bool>,
    /// The group that each loop is proposed for.
    homes: Vec<usize>,
}

fn program() -> impl Strategy<Value = Program> {
    let access = || (0..4usize, prop_oneof![4 => -2..3i64, 1 => -7..8i64]);
    let body = (6..10i64, access(), vec(access(), 1..4), any::<bool>());
    let one = body.prop_map(|(trips, write, reads, is_outer)| Loop {
        trips,
        write,
        reads,
        is_outer,
    });
    let all = (vec(one, 2..6), vec(any::<bool>(), 4), vec(0..3usize, 6));
    all.prop_map(|(loops, seen, homes)| Program { loops, seen, homes })
}

/// What is in memory, and whether something was read that nobody had written.
struct Memory {
    arrays: Vec<Vec<u64>>,
    /// Elements that share a place with those so many further on.
    windows: Vec<Option<i64>>,
    written: Vec<Vec<bool>>,
    live_in: Vec<bool>,
}

impl Memory {
    fn new(windows: Vec<Option<i64>>) -> Self {
        let fill = |array: u64| (0..ELEMENTS as u64).map(|e| array * 1000 + e).collect();
        Memory {
            arrays: (0..4).map(fill).collect(),
            written: vec![vec![false; ELEMENTS]; 4],
            live_in: vec![false; 4],
            windows,
        }
    }

    fn place(&self, (array, offset): Access, i: i64) -> usize {
        let element = i + offset + MARGIN;
        let place = self.windows[array].map_or(element, |window| element.rem_euclid(window));
        usize::try_from(place).unwrap()
    }

    fn run(&mut self, l: &Loop, number: usize, i: i64) {
        let mut value = number as u64;
        for read in &l.reads {
            let place = self.place(*read, i);
            value = value
                .wrapping_mul(31)
                .wrapping_add(self.arrays[read.0][place]);
            self.live_in[read.0] |= !self.written[read.0][place];
        }
        let place = self.place(l.write, i);
        self.arrays[l.write.0][place] = value;
        self.written[l.write.0][place] = true;
    }
}

impl Loop {
    /// Accesses of both to one array, one of them writing, and how many iterations they are apart.
    fn meetings(&self, later: &Loop) -> impl Iterator<Item = (EdgeKind, usize, i64)> {
        let flows = later
            .reads
            .iter()
            .map(|read| (EdgeKind::Flow, self.write, *read));
        let antis = self
            .reads
            .iter()
            .map(|read| (EdgeKind::Anti, *read, later.write));
        let all = flows
            .chain(antis)
            .chain([(EdgeKind::Output, self.write, later.write)]);
        let meets = all.filter(|(_, a, b)| a.0 == b.0);
        meets.map(|(kind, a, b)| (kind, a.0, b.1 - a.1))
    }
}

impl Program {
    fn run(&self) -> Memory {
        let mut memory = Memory::new(vec![None; 4]);
        for (number, l) in self.loops.iter().enumerate() {
            (0..l.trips).for_each(|i| memory.run(l, number, i));
        }
        memory
    }

    fn run_planned(&self, plan: &Plan, windows: Vec<Option<i64>>) -> Memory {
        let mut memory = Memory::new(windows);
        for cluster in plan.clusters() {
            for t in 0..40 {
                for &(node, lag) in cluster.members() {
                    let (l, i) = (&self.loops[node], t - i64::try_from(lag).unwrap());
                    if (0..l.trips).contains(&i) {
                        memory.run(l, node, i);
                    }
                }
            }
        }
        memory
    }

    fn group(&self) -> Group {
        let live_in = self.run().live_in;
        let mut edges: BTreeMap<_, Edge> = BTreeMap::new();
        for (v, second) in self.loops.iter().enumerate() {
            for (u, first) in self.loops.iter().enumerate().take(v) {
                for (kind, array, distance) in first.meetings(second) {
                    let is_met = distance < first.trips && -distance < second.trips;
                    let new = edge((u, v), kind, array, distance, is_met);
                    let known = edges.entry((u, v, kind, array)).or_insert(new.clone());
                    known.need = known.need.max(new.need);
                    known.least = known.least.min(new.least);
                }
            }
        }
        let node = |l: &Loop| Node {
            is_loop: true,
            is_outer: l.is_outer,
            trips: u64::try_from(l.trips).ok(),
            ..Node::default()
        };
        let edges: Vec<_> = edges.into_values().filter(|e| e.need.is_some()).collect();
        let touches = |l: &Loop, array| l.write.0 == array || l.reads.iter().any(|r| r.0 == array);
        let users = |array| (0..self.loops.len()).filter(move |n| touches(&self.loops[*n], array));
        let is_own =
            |array: usize| !self.seen[array] && !live_in[array] && self.is_private(array, &edges);
        Group {
            nodes: self.loops.iter().map(node).collect(),
            arrays: (0..4)
                .map(|array| Array {
                    is_own: is_own(array),
                    users: users(array).collect(),
                    ..Array::default()
                })
                .collect(),
            edges,
            ..Group::default()
        }
    }

    /// What graphs promise of private arrays: who writes one touches one element in each iteration, and nobody touches
    /// a part of it that no other loop does.
    fn is_private(&self, array: usize, edges: &[Edge]) -> bool {
        let reads = |l: &Loop, offset| l.reads.iter().all(|r| r.0 != array || r.1 == offset);
        let is_one = |l: &Loop| l.write.0 != array || reads(l, l.write.1);
        let touches = |l: &Loop| l.write.0 == array || l.reads.iter().any(|r| r.0 == array);
        let touching: Vec<_> = (0..self.loops.len())
            .filter(|n| touches(&self.loops[*n]))
            .collect();
        let meets = |n: &NodeId| {
            let mut met = edges.iter().filter(|e| e.array == Some(array));
            met.any(|e| e.from == *n || e.to == *n)
        };
        self.loops.iter().all(is_one) && (touching.len() < 2 || touching.iter().all(meets))
    }

    fn partition(&self) -> Vec<Vec<NodeId>> {
        let of = |home| {
            (0..self.loops.len())
                .filter(move |n| self.homes[*n] == home)
                .collect()
        };
        (0..3).map(of).collect()
    }

    fn is_equal(&self, memory: &Memory) -> bool {
        let expected = self.run();
        let mut seen = (0..4).filter(|array| self.seen[*array]);
        seen.all(|array| memory.arrays[array] == expected.arrays[array])
    }
}

/// Both touch one element in iterations `distance` apart, if they have so many.
fn edge(
    (from, to): (NodeId, NodeId),
    kind: EdgeKind,
    array: usize,
    distance: i64,
    is_met: bool,
) -> Edge {
    Edge {
        number: 0,
        from,
        to,
        kind,
        array: Some(array),
        need: u64::try_from(distance.max(0)).ok().filter(|_| is_met),
        least: distance,
        assume: vec![],
    }
}

fn windows(plan: &Plan) -> Vec<Option<i64>> {
    let window = |fate: &Fate| match fate {
        Fate::Kept => None,
        Fate::Value => Some(1),
        Fate::Registers(n) | Fate::Rows(n) => i64::try_from(*n).ok(),
    };
    plan.fates().iter().map(window).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]
    #[test]
    fn plans_keep_what_programs_do(program in program()) {
        if let Ok(plan) = verify(&Index::new(&program.group()), &program.partition()) {
            let memory = program.run_planned(&plan, windows(&plan));
            prop_assert!(program.is_equal(&memory), "{plan:?}");
        }
    }

    #[test]
    fn loops_alone_are_a_plan(program in program()) {
        let plan = verify(&Index::new(&program.group()), &[]).unwrap();
        prop_assert_eq!(plan.clusters().len(), program.loops.len());
    }

    /// Whatever lags keep all edges, the least ones do, and are no greater.
    #[test]
    fn least_lags_are_found_where_there_are_any(program in program()) {
        let mut group = program.group();
        group.limits.max_shift = 100;
        let all: Vec<_> = (0..program.loops.len()).collect();
        match verify(&Index::new(&group), std::slice::from_ref(&all)) {
            Ok(plan) => {
                let mut lags = vec![0; all.len()];
                plan.clusters()[0].members().iter().for_each(|(node, lag)| lags[*node] = *lag);
                let keeps = |e: &Edge| lags[e.to] >= lags[e.from] + e.need.unwrap();
                prop_assert!(group.edges.iter().all(keeps));
                let is_tight = |v: usize| lags[v] == 0
                    || group.edges.iter().any(|e| e.to == v && lags[v] == lags[e.from] + e.need.unwrap());
                prop_assert!(all.iter().all(|v| is_tight(*v)));
            }
            Err(violation) => prop_assert!(matches!(violation, Violation::Lag { .. }), "{violation}"),
        }
    }
}

/// Of programs whose plans a fault touches, at least one must go wrong.
fn is_found(fault: impl Fn(&Program) -> Option<bool>) -> bool {
    let mut runner = TestRunner::deterministic();
    let mut programs = (0..4000).map(|_| program().new_tree(&mut runner).unwrap().current());
    programs.any(|program| fault(&program) == Some(false))
}

#[test]
fn a_lesser_need_is_found() {
    assert!(is_found(|program| {
        let mut group = program.group();
        group
            .edges
            .iter_mut()
            .for_each(|e| e.need = e.need.map(|need| need.saturating_sub(1)));
        let plan = verify(&Index::new(&group), &program.partition()).ok()?;
        Some(program.is_equal(&program.run_planned(&plan, vec![None; 4])))
    }));
}

#[test]
fn a_lesser_window_is_found() {
    assert!(is_found(|program| {
        let plan = verify(&Index::new(&program.group()), &program.partition()).ok()?;
        let less = |window: Option<i64>| window.map(|n| (n - 1).max(1));
        let windows = windows(&plan).into_iter().map(less).collect();
        Some(program.is_equal(&program.run_planned(&plan, windows)))
    }));
}

/// What overwrites an array later may come between a write and a read of other elements, if it lags more than it must.
#[test]
fn windows_are_as_wide_as_what_overwrites_lags() {
    let one = |write, reads: &[Access]| Loop {
        trips: 9,
        write,
        reads: reads.to_vec(),
        is_outer: false,
    };
    let program = Program {
        loops: vec![
            one((0, -2), &[(1, 0)]),
            one((0, 0), &[(1, 0)]),
            one((2, 0), &[(0, -2)]),
            one((0, -2), &[(2, 2)]),
        ],
        seen: vec![false, true, true, true],
        homes: vec![0; 4],
    };
    let mut group = program.group();
    let plan = verify(&Index::new(&group), &program.partition()).unwrap();
    assert_eq!(plan.fates()[0], Fate::Registers(5));
    assert!(program.is_equal(&program.run_planned(&plan, windows(&plan))));
    let overwrites = |e: &&mut Edge| e.kind == EdgeKind::Output && e.to == 3;
    let far = group.edges.iter_mut().filter(overwrites);
    far.for_each(|e| e.least = 9);
    let narrow = verify(&Index::new(&group), &program.partition()).unwrap();
    assert_eq!(narrow.clusters(), plan.clusters());
    assert!(!program.is_equal(&program.run_planned(&plan, windows(&narrow))));
}

/// Parts of an array that never meet would share places.
#[test]
fn parts_of_an_array_are_kept() {
    let one = |write, read| Loop {
        trips: 6,
        write,
        reads: vec![read],
        is_outer: false,
    };
    let loops = vec![
        one((0, -7), (1, 0)),
        one((0, 6), (1, 1)),
        one((2, 0), (0, -7)),
        one((3, 0), (0, 6)),
    ];
    let fates = |loops: &[Loop]| {
        let program = Program {
            loops: loops.to_vec(),
            seen: vec![false, true, true, true],
            homes: vec![0; loops.len()],
        };
        let plan = verify(&Index::new(&program.group()), &program.partition()).unwrap();
        assert!(program.is_equal(&program.run_planned(&plan, windows(&plan))));
        plan.fates().to_vec()
    };
    assert_eq!(fates(&loops)[0], Fate::Kept);
    assert_eq!(fates(&[loops[0].clone(), loops[2].clone()])[0], Fate::Value);
}

#[test]
fn forgotten_anti_dependences_are_found() {
    assert!(is_found(|program| {
        let mut group = program.group();
        group.edges.retain(|e| e.kind != EdgeKind::Anti);
        let plan = verify(&Index::new(&group), &program.partition()).ok()?;
        Some(program.is_equal(&program.run_planned(&plan, vec![None; 4])))
    }));
}
