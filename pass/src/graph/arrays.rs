//! The arrays that siblings touch.

use crate::contract::must_write::is_filled_before_read;
use crate::facts::footprint::Objects;
use crate::facts::locals::accesses_of;
use crate::facts::loops::Surveyed;
use crate::facts::ranges::Range;
use crate::llvm::{Host, Scev};
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

/// What a loop touches, and whether it only reads that or touches the same bytes in an iteration whenever it does.
fn elements<'h>(
    host: &'h Host,
    surveyed: &Surveyed<'h>,
    objects: &Objects<'h>,
) -> BTreeMap<ObjectId, bool> {
    let footprint = surveyed.footprint(host, objects);
    let mut all: BTreeMap<ObjectId, (bool, Vec<Option<Range<'_>>>)> = BTreeMap::new();
    for (access, site) in footprint.accesses.iter().zip(&footprint.sites) {
        if let Some(object) = access.object {
            let (writes, ranges) = all.entry(object).or_default();
            *writes |= access.kind == AccessKind::Write;
            ranges.push(site.range(host, objects));
        }
    }
    let is_one =
        |ranges: &[Option<Range<'_>>]| ranges.iter().all(|r| r.is_some() && *r == ranges[0]);
    let settle =
        |(object, (writes, ranges)): (_, (bool, Vec<_>))| (object, !writes || is_one(&ranges));
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
    let own = accesses_of(host, memory);
    let private = own.as_ref().is_some_and(|accesses| {
        let mut all = accesses.iter();
        all.all(|access| {
            loops
                .iter()
                .any(|surveyed| surveyed.l.defines(access.instruction))
        })
    });
    let is_filled = || {
        own.as_ref()
            .is_some_and(|own| is_filled_before_read(host, memory, own))
    };
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
