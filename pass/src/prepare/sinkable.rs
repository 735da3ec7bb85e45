//! Loops that may run behind code that may leave, as the allocation of what the next loop fills.
//!
//! ```text
//!   preheader ─ loop ─ exit … allocate … preheader ─ loop ─ exit
//!                             │      └── throws
//!                             └── too long: throws
//! ```
//!
//! In C++ a function that returns a vector tests its length and allocates it, and both may throw. The
//! loop before, which fills an argument of it, need not have run then. It is sound to run it behind
//! all that stands between it and the next loop:
//!
//! - All ways between lead to the next loop, or away; none goes in a circle. So the loop still runs as
//!   often as it did, unless control leaves.
//! - The loop writes nothing but memory of the function's own that no way out leads to a load of, while
//!   it lives. So where control leaves, nobody can tell whether the loop has run. The loop ends
//!   for certain, and has no other effect: it is a candidate.
//! - Nothing between touches what the loop writes, or writes what it reads, or uses its values. What is
//!   allocated there the loop does not reach: its addresses lead to what was there before. What allocates
//!   it, be it an `operator new` of the program's own, writes nothing else that the program reads: so LLVM's
//!   alias analysis has it, and clang moves loads past it. What is
//!   volatile, atomic or convergent, and what orders the stack, stays behind it.

use crate::facts::footprint::{Objects, the_object};
use crate::facts::guards::Shape;
use crate::facts::hazards::hazard;
use crate::facts::locals::{LocalAccess, accesses_of, spread};
use crate::facts::loops::Surveyed;
use crate::facts::region::blocks_between;
use crate::llvm::{Block, Host, Loop, Value};
use crate::model::{AccessKind, HazardKind, ObjectId};
use std::collections::BTreeSet;

/// How many blocks may lie between two loops.
const MOST_BLOCKS: usize = 32;

/// A loop that may run right before the next one.
pub struct Sinkable<'h> {
    /// Its borders.
    pub first: Shape<'h>,
    /// Those of the next one.
    pub second: Shape<'h>,
}

/// The blocks between two loops, and those that control leaves them for; none if it does not, or not only there.
fn between<'h>(
    host: &Host,
    first: Loop<'h>,
    shapes: [&Shape<'h>; 2],
) -> Option<(Vec<Block<'h>>, Vec<Block<'h>>)> {
    let (from, to) = (shapes[0].exit, shapes[1].preheader);
    let blocks = blocks_between(from, to, MOST_BLOCKS)?;
    let around = first.parent();
    let ways_out = blocks.iter().filter(|block| **block != to);
    let ways_out = ways_out.flat_map(|block| block.successors());
    let ways_out: Vec<_> = ways_out.filter(|block| !blocks.contains(block)).collect();
    let is_here =
        |block: &Block<'h>| host.innermost_loop(*block) == around && !block.is_address_taken();
    (!ways_out.is_empty() && blocks.iter().all(is_here)).then_some((blocks, ways_out))
}

impl<'h> Sinkable<'h> {
    /// Is it worth asking? Only if code between two loops may leave, and no store of the first one is to memory that
    /// is not the function's own.
    pub fn is_conceivable(host: &'h Host, l: Loop<'h>, shapes: [&Shape<'h>; 2]) -> bool {
        let is_own = |i: Value<'h>| {
            let to = host.access(i).filter(|_| host.effects(i).writes());
            to.is_none_or(|to| host.underlying_object(to.0).block().is_some())
        };
        let blocks = l.blocks();
        let mut code = blocks.iter().flat_map(|block| block.instructions());
        between(host, l, shapes).is_some() && code.all(is_own)
    }

    /// The first of two loops, if it may run behind what lies between them, and if that is of use: the
    /// second one reads what it writes, and code between may leave. Both are candidates.
    pub fn find(
        host: &'h Host,
        first: &Surveyed<'h>,
        second: &Surveyed<'h>,
        objects: &Objects<'h>,
    ) -> Option<Self> {
        let shapes = (first.shape.clone()?, second.shape.clone()?);
        let (from, to) = (shapes.0.exit, shapes.1.preheader);
        let (blocks, ways_out) = between(host, first.l, [&shapes.0, &shapes.1])?;
        let code = || blocks.iter().flat_map(|block| block.instructions());
        let memory = &first.memory;
        let keep_scopes = !first.declares_scopes;
        // What is allocated between was not there when the loop ran, nor does it reach it now.
        let is_new = |i: Value<'h>| {
            let object = the_object(host, i, objects).map_or(i, |object| objects.value(object));
            let is_between = |block: Block<'h>| blocks.contains(&block);
            object.block().is_some_and(is_between) && host.is_local_memory(object)
        };
        let may_pass = |i: Value<'h>| {
            let effects = host.effects(i);
            let is_free = match hazard(effects) {
                None | Some(HazardKind::MayThrow | HazardKind::MayNotReturn) => true,
                Some(_) => false,
            };
            let mut touched = memory.iter();
            let touches = effects.reads() || effects.writes();
            is_free
                && !effects.orders_stack()
                && (!touches
                    || is_new(i)
                    || !touched.any(|own| host.may_conflict(*own, i, keep_scopes)))
        };
        let is_free = code().filter(|i| !i.is_phi()).all(may_pass);
        (is_free
            && Self::is_seen_by_second(host, [first, second], objects)
            && Self::is_unread(host, first, objects, &ways_out)
            && Self::is_unused(host, first, (from, to), &shapes.1))
        .then_some(Sinkable {
            first: shapes.0,
            second: shapes.1,
        })
    }

    /// Does the second loop read what the first one writes?
    fn is_seen_by_second(
        host: &'h Host,
        [first, second]: [&Surveyed<'h>; 2],
        objects: &Objects<'h>,
    ) -> bool {
        let touched = |surveyed: &Surveyed<'h>, kind: AccessKind| -> BTreeSet<ObjectId> {
            let accesses = surveyed.footprint(host, objects).accesses.iter();
            let of_kind = accesses.filter(|access| access.kind == kind);
            of_kind.filter_map(|access| access.object).collect()
        };
        let written = touched(first, AccessKind::Write);
        !written.is_disjoint(&touched(second, AccessKind::Read))
    }

    /// Does the loop write nothing that is read where control leaves?
    fn is_unread(
        host: &'h Host,
        first: &Surveyed<'h>,
        objects: &Objects<'h>,
        ways_out: &[Block<'h>],
    ) -> bool {
        let accesses = first.footprint(host, objects).accesses.iter();
        let mut written = accesses.filter(|access| access.kind == AccessKind::Write);
        written.all(|access| {
            let Some(memory) = access.object.map(|object| objects.value(object)) else {
                return false;
            };
            let reached = spread(
                host.begin_of(memory),
                ways_out.iter().copied(),
                Block::successors,
            );
            let is_read = |access: &LocalAccess<'h>| {
                let block = access.block();
                !access.writes && block.is_none_or(|b| reached.contains(&b))
            };
            // Of a static variable the next call may read.
            memory.block().is_some()
                && accesses_of(host, memory).is_some_and(|all| !all.iter().any(is_read))
        })
    }

    /// Are values of the loop used behind the preheader of the second one only?
    fn is_unused(
        host: &'h Host,
        first: &Surveyed<'h>,
        (exit, preheader): (Block<'h>, Block<'h>),
        second: &Shape<'h>,
    ) -> bool {
        let inside = first.l.blocks();
        let is_behind = |value: Value<'h>, user: Value<'h>| {
            let Some(block) = user.block() else {
                return false;
            };
            if first.l.contains(block) || block == exit && user.is_phi() {
                return true;
            }
            let at = |from: Block<'h>| from == preheader || host.dominates(second.header, from);
            if user.is_phi() {
                let incoming = user.incoming();
                let mut mine = incoming.iter().filter(|(v, _)| *v == value);
                return host.dominates(second.header, block) && mine.all(|(_, from)| at(*from));
            }
            host.dominates(second.header, block)
        };
        let values = inside.iter().flat_map(|block| block.instructions());
        let mut values = values.chain(exit.phis());
        values.all(|value| value.users().all(|user| is_behind(value, user)))
    }
}
