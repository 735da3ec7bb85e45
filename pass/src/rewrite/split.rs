//! Takes iterations off a loop.
//!
//! The copy of a loop runs the iterations that have no partner: before the fused
//! loop (prologue), or behind it (remainder). In both cases the later part starts
//! from the values that the earlier part ends with, so that the loop's own exit
//! test, which depends on nothing else, ends the whole at the right iteration.
//! A remainder that may have no iterations runs under a condition.
//!
//! ```text
//!   prologue                         remainder
//!
//!   preheader                        latch1 ───► header0 (fused)
//!   copy of L0 ◄─┐ runs d times      exit1
//!   copy's latch ┘                   copy's preheader
//!   between                          copy of the longer loop ◄─┐
//!   new preheader                    copy's latch ─────────────┘
//!   L0, the rest                     copy's exit (what exit1 held)
//! ```

use crate::facts::guards::Shape;
use crate::llvm::edit;
use crate::llvm::region::LoopClone;
use crate::llvm::{Block, Host, Loop, Value};
use crate::model::LEFT_OVER;
use crate::testing::{Fault, lacks};

/// Splits off the first iterations of a loop. Afterwards `shape.preheader` is
/// the preheader of the rest. Returns the copy of the loop that runs them.
pub fn prologue<'h>(
    host: &'h Host,
    l: Loop<'h>,
    shape: &mut Shape<'h>,
    iterations: u64,
) -> LoopClone<'h> {
    let top = shape.preheader;
    let between = host.split_block(top, top.terminator());
    let preheader = host.split_block(between, between.terminator());
    shape.preheader = preheader;

    // Where a phi is a plain recurrence, what it is then is an expression of its start.
    let phis: Vec<_> = shape.header.phis().collect();
    let position = between.terminator();
    let known: Vec<_> = phis
        .iter()
        .map(|phi| host.value_after(l, *phi, (iterations, None), position))
        .collect();

    let clone = host.clone_loops(&[l], &[], between, top);
    let (first, header, latch) = (
        clone.block(preheader),
        clone.block(shape.header),
        clone.block(shape.latch),
    );
    edit::replace_successor(latch, shape.exit, between);
    let fewer = u64::from(iterations > 1 && lacks(Fault::Prologue));
    edit::count_to(first, header, latch, host.number(iterations - 1 - fewer));
    mark_nest(host, header);
    // Later runs want to see the rows of a prologue as the few iterations of one loop.
    if let Some(l) = host.innermost_loop(header)
        && !l.children(host).is_empty()
    {
        edit::add_attribute(l, c"llvm.loop.unroll.disable");
    }
    for (phi, known) in phis.into_iter().zip(known) {
        let carried = incoming(phi, shape.latch);
        let last = clone.value(carried);
        let end = match known {
            Some(known) => known,
            None if l.defines(carried) => edit::new_phi(between, last, last, latch, c".end"),
            None => last,
        };
        edit::set_incoming_value(phi, preheader, end);
    }
    edit::replace_successor(top, between, first);
    host.set_dominator(between, latch);
    host.recalculate_postdominators();
    host.forget_loop(l);
    clone
}

/// A header phi of a loop that goes on where the fused one stops.
struct Carried<'h> {
    /// The copy's phi.
    phi: Value<'h>,
    /// The value that the next iteration of the fused loop would start with.
    next: Value<'h>,
    /// The same, where it is there before the loops.
    known: Option<Value<'h>>,
}

/// A copy of a loop, to be run behind the fused one.
pub struct RemainderLoop<'h> {
    clone: LoopClone<'h>,
    preheader: Block<'h>,
    latch: Block<'h>,
    /// The exit of the copy.
    tail: Block<'h>,
    /// The way around the copy, if there is one.
    around: Option<Block<'h>>,
    carried: Vec<Carried<'h>>,
    /// Where both ways lead.
    exit: Block<'h>,
}

impl<'h> RemainderLoop<'h> {
    /// Copies `longer` while it is still whole and puts the copy behind where the fused
    /// loop will lead, in front of `position`. With `lesser`, the back-edge count of the fused
    /// loop, the copy runs only if its own is greater; what its counters begin with is then
    /// computed before the loops, at `before`, from theirs: a loop whose counter is used behind
    /// it gets no vectorised epilogue.
    pub fn prepare(
        host: &'h Host,
        l: Loop<'h>,
        longer: &Shape<'h>,
        (before, position): (Value<'h>, Value<'h>),
        lesser: Option<(Value<'h>, Value<'h>)>,
    ) -> Self {
        let begin = |phi: Value<'h>| {
            let (number, _) = lesser?;
            let one = u64::from(!lacks(Fault::Remainder));
            host.value_after(l, phi, (one, Some(number)), before)
        };
        let begins: Vec<_> = longer.header.phis().map(begin).collect();
        let above = position.block().expect("instructions are in blocks");
        let exit = host.split_block(above, position);
        let clone = host.clone_loops(&[l], &[], exit, above);
        let (preheader, latch) = (clone.block(longer.preheader), clone.block(longer.latch));
        edit::replace_successor(latch, longer.exit, exit);
        let condition = lesser.map(|(_, is_greater)| is_greater);
        let tail = match condition {
            None => {
                edit::replace_successor(above, exit, preheader);
                host.set_dominator(exit, latch);
                exit
            }
            Some(condition) => {
                host.branch_if_checked(above, condition, [preheader, exit]);
                host.split_predecessors(exit, &[latch])
            }
        };
        host.recalculate_postdominators();
        mark(host, clone.block(longer.header));
        let carried = longer
            .header
            .phis()
            .zip(begins)
            .map(|(phi, begin)| {
                let next = match lacks(Fault::Remainder) {
                    true => phi,
                    false => incoming(phi, longer.latch),
                };
                Carried {
                    phi: clone.value(phi),
                    next,
                    known: begin.or_else(|| (!l.defines(next)).then_some(next)),
                }
            })
            .collect();
        RemainderLoop {
            clone,
            preheader,
            latch,
            tail,
            around: condition.map(|_| above),
            carried,
            exit,
        }
    }

    /// Lets the copy start where the fused loop, ending in `latch1`, stops.
    /// `results` are the phis of `exit1` that hold results of the longer loop:
    /// the copy has the final ones. Returns the copy.
    pub fn attach(
        self,
        host: &'h Host,
        exit1: Block<'h>,
        latch1: Block<'h>,
        results: &[Value<'h>],
    ) -> LoopClone<'h> {
        for Carried { phi, next, known } in self.carried {
            let at_exit = || edit::new_phi(exit1, next, next, latch1, c".next");
            let start = known.unwrap_or_else(at_exit);
            edit::set_incoming_value(phi, self.preheader, start);
        }
        for &result in results {
            let last = self.clone.value(incoming(result, latch1));
            host.forget_value(result);
            let end = edit::new_phi(self.tail, result, last, self.latch, c".end");
            let Some(around) = self.around else {
                edit::replace_uses(result, end);
                edit::erase(result);
                continue;
            };
            let either = edit::new_phi(self.exit, result, end, self.tail, c".either");
            edit::replace_uses(result, either);
            edit::add_incoming(either, result, around);
        }
        self.clone
    }
}

/// What is left of a loop takes no part in further fusion.
pub(crate) fn mark(host: &Host, header: Block<'_>) {
    if let Some(l) = host.innermost_loop(header) {
        edit::add_attribute(l, LEFT_OVER);
    }
}

/// Nor do loops inside, in a prologue, which has few iterations, or where a check fails.
pub(crate) fn mark_nest(host: &Host, header: Block<'_>) {
    mark(host, header);
    let outer = host.innermost_loop(header);
    for inner in outer.into_iter().flat_map(|l| l.children(host)) {
        mark_nest(host, inner.header());
    }
}

/// A phi's value for one of its predecessors.
pub(crate) fn incoming<'h>(phi: Value<'h>, block: Block<'h>) -> Value<'h> {
    phi.incoming_from(block)
        .expect("a phi has a value for each predecessor")
}
