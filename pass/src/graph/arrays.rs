//! The arrays that siblings touch.

use crate::contract::must_write::is_filled_before_read;
use crate::facts::footprint::{Objects, Site};
use crate::facts::locals::{LocalAccess, accesses_of, spread};
use crate::facts::loops::Surveyed;
use crate::facts::parts;
use crate::facts::ranges::Range;
use crate::llvm::{Block, Host, Scev, Value};
use crate::model::{AccessKind, ObjectId};
use loopfuse_plan::graph::{Array, Edge, GREATEST, Id, Node, NodeKind, Number};
use std::collections::{BTreeMap, BTreeSet};

/// Arrays, by the numbers of their objects.
pub struct Arrays(BTreeMap<ObjectId, Touched>);

/// An array, and the nodes that touch it.
struct Touched {
    array: Array,
    nodes: Vec<Id>,
}

impl Arrays {
    /// All that loops touch which may be fused.
    pub fn find<'h>(
        host: &'h Host,
        loops: &[Surveyed<'h>],
        nodes: &[Node],
        objects: &Objects<'h>,
    ) -> Self {
        let fusible = loops.iter().zip(nodes);
        let fusible = fusible.filter(|(_, node)| node.kind == NodeKind::Loop);
        let mut touched: BTreeMap<ObjectId, Vec<(&Id, bool)>> = BTreeMap::new();
        let mut loops = Vec::new();
        for (surveyed, node) in fusible {
            loops.push(surveyed);
            for (object, is_one) in elements(host, surveyed, objects) {
                touched.entry(object).or_default().push((&node.id, is_one));
            }
        }
        let mut arrays = BTreeMap::new();
        for (at, (object, nodes)) in touched.into_iter().enumerate() {
            let mut array = array(host, &loops, (at, object), objects);
            array.private &= nodes.iter().all(|(_, is_one)| *is_one);
            let nodes = nodes.into_iter().map(|(node, _)| node.clone()).collect();
            arrays.insert(object, Touched { array, nodes });
        }
        Arrays(arrays)
    }

    /// The name of an object's array.
    pub fn id(&self, object: ObjectId) -> Option<Id> {
        self.0.get(&object).map(|touched| touched.array.id.clone())
    }

    /// All of them. One of which nodes touch parts that never meet is not one array of their own: parts would share
    /// places if it were folded.
    pub fn into_all(self, edges: &[Edge]) -> Vec<Array> {
        let settle = |touched: Touched| {
            let Touched { mut array, nodes } = touched;
            let of_array = |edge: &&Edge| edge.array.as_ref() == Some(&array.id);
            let met: BTreeSet<_> = edges
                .iter()
                .filter(of_array)
                .flat_map(|edge| [&edge.from, &edge.to])
                .collect();
            array.private &= nodes.len() < 2 || nodes.iter().all(|node| met.contains(node));
            array
        };
        self.0.into_values().map(settle).collect()
    }
}

/// What a loop touches, and whether it only reads that or touches the same bytes in an iteration whenever it does, of each
/// plane that may be expected to be one.
fn elements<'h>(
    host: &'h Host,
    surveyed: &Surveyed<'h>,
    objects: &Objects<'h>,
) -> BTreeMap<ObjectId, bool> {
    let footprint = surveyed.footprint(host, objects);
    let mut all: BTreeMap<ObjectId, (bool, Vec<Site<'h>>)> = BTreeMap::new();
    for (access, site) in footprint.accesses.iter().zip(&footprint.sites) {
        if let Some(object) = access.object {
            let (writes, sites) = all.entry(object).or_default();
            *writes |= access.kind == AccessKind::Write;
            sites.push(*site);
        }
    }
    let is_one = |whole: ObjectId, sites: &[Site<'h>]| {
        let mut planes: Vec<(Range<'_>, Site<'_>)> = Vec::new();
        sites.iter().all(|&site| {
            let Some(range) = site.range(host, objects) else {
                return false;
            };
            let at = |site| (site, surveyed.l);
            let is_apart = |(_, other): &(Range<'h>, Site<'h>)| {
                parts::expected_apart(host, objects, whole, [at(*other), at(site)]).is_some()
            };
            let is_known = planes.iter().any(|(known, _)| *known == range);
            let is_new = !is_known && planes.iter().all(is_apart);
            planes.extend(is_new.then_some((range, site)));
            is_known || is_new
        })
    };
    let settle = |(object, (writes, sites)): (_, (bool, Vec<_>))| {
        (object, !writes || is_one(object, &sites))
    };
    all.into_iter().map(settle).collect()
}

fn array<'h>(
    host: &'h Host,
    loops: &[&Surveyed<'h>],
    (at, object): (usize, ObjectId),
    objects: &Objects<'h>,
) -> Array {
    let id = format!("A{}", at + 1);
    let memory = objects.value(object);
    let bytes = host
        .allocated_bytes(memory)
        .and_then(Scev::as_unsigned_constant);
    let own = accesses_of(host, memory).and_then(|all| of_loops(host, loops, memory, all));
    let private = own.is_some();
    // What was not written since it was allocated, next to the loops, nobody may read.
    let around = loops.first().and_then(|s| s.l.parent());
    let is_new = || host.is_uninitialised(memory) && host.home_of(memory) == around;
    let is_filled = || own.is_some_and(|own| is_new() || is_filled_before_read(host, memory, &own));
    Array {
        bytes: match bytes.filter(|bytes| *bytes <= GREATEST) {
            Some(bytes) => Number::Known(bytes),
            None => Number::Named(format!("bytes_{id}")),
        },
        id,
        label: memory.label(),
        step: step(host, loops, object, objects).into_iter().collect(),
        private,
        live_in: !(private && is_filled()),
    }
}

/// Of all accesses to memory of the function's own, those in loops, if no other one runs before or behind these in a life
/// of the memory: others may be in the loops that a version is made of.
fn of_loops<'h>(
    host: &'h Host,
    loops: &[&Surveyed<'h>],
    memory: Value<'h>,
    all: Vec<LocalAccess<'h>>,
) -> Option<Vec<LocalAccess<'h>>> {
    let is_own = |access: &LocalAccess<'h>| loops.iter().any(|s| s.l.defines(access.instruction));
    let (own, others): (Vec<_>, Vec<_>) = all.into_iter().partition(is_own);
    if others.is_empty() {
        return Some(own);
    }
    let begin = host.begin_of(memory);
    let behind = loops.iter().flat_map(|s| s.l.exits());
    let behind = spread(begin, behind, Block::successors);
    let before = loops.iter().map(|s| s.l.header());
    let before = spread(begin, before, Block::predecessors);
    let is_met = |block: Block<'h>| behind.contains(&block) || before.contains(&block);
    let is_beside = |access: &LocalAccess<'h>| access.block().is_some_and(|b| !is_met(b));
    others.iter().all(is_beside).then_some(own)
}

/// How far one iteration goes on in an array, if all that do go on equally far.
fn step<'h>(
    host: &'h Host,
    loops: &[&Surveyed<'h>],
    object: ObjectId,
    objects: &Objects<'h>,
) -> Option<u64> {
    let steps = loops.iter().flat_map(|surveyed| {
        let footprint = surveyed.footprint(host, objects);
        let all = footprint.accesses.iter().zip(&footprint.sites);
        let of_array = all.filter(|(access, _)| access.object == Some(object));
        of_array.map(|(_, site)| {
            let low = site.range(host, objects)?.low;
            Some(low.step?.as_constant()?.unsigned_abs())
        })
    });
    let steps: Option<BTreeSet<_>> = steps.collect();
    let steps = steps?;
    let [step] = steps.into_iter().collect::<Vec<_>>()[..] else {
        return None;
    };
    (step <= GREATEST).then_some(step)
}
