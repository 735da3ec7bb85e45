//! The arrays that siblings touch.

use crate::llvm::{Host, Scev};
use crate::model::ObjectId;
use crate::survey::{Objects, Surveyed, accesses_of, is_filled_before_read};
use loopfuse_plan::graph::{Array, Edge, GREATEST, Id, Node, NodeKind, Number};
use std::collections::{BTreeMap, BTreeSet};

/// Arrays, by the numbers of their objects.
pub struct Arrays(BTreeMap<ObjectId, Touched>);

/// An array, and the nodes that touch it.
struct Touched {
    array: Array,
    by: Vec<Id>,
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
        let mut touched: BTreeMap<ObjectId, BTreeSet<&Id>> = BTreeMap::new();
        let mut loops = Vec::new();
        for (surveyed, node) in fusible {
            loops.push(surveyed);
            for access in &surveyed.footprint(host, objects).accesses {
                let of = access
                    .object
                    .map(|object| touched.entry(object).or_default());
                of.map(|by| by.insert(&node.id));
            }
        }
        let of = |(at, (object, by)): (usize, (ObjectId, BTreeSet<&Id>))| {
            let touched = Touched {
                array: array(host, &loops, (at, object), objects),
                by: by.into_iter().cloned().collect(),
            };
            (object, touched)
        };
        Arrays(touched.into_iter().enumerate().map(of).collect())
    }

    /// The name of an object's array.
    pub fn id(&self, object: ObjectId) -> Option<Id> {
        self.0.get(&object).map(|touched| touched.array.id.clone())
    }

    /// All of them. One of which nodes touch parts that never meet is not one array of their own: parts would share
    /// places if it were folded.
    pub fn into_all(self, edges: &[Edge]) -> Vec<Array> {
        let settle = |touched: Touched| {
            let Touched { mut array, by } = touched;
            let of_array = |edge: &&Edge| edge.array.as_ref() == Some(&array.id);
            let met: BTreeSet<_> = edges
                .iter()
                .filter(of_array)
                .flat_map(|edge| [&edge.from, &edge.to])
                .collect();
            array.private &= by.len() < 2 || by.iter().all(|node| met.contains(node));
            array
        };
        self.0.into_values().map(settle).collect()
    }
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
        all.all(|access| loops.iter().any(|surveyed| surveyed.l.defines(*access)))
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
        of_array.map(|(_, site)| Some(site.range?.low.step?.as_constant()?.unsigned_abs()))
    });
    let steps: Option<BTreeSet<_>> = steps.collect();
    let steps = steps?;
    let [step] = steps.into_iter().collect::<Vec<_>>()[..] else {
        return None;
    };
    (step <= GREATEST).then_some(step)
}
