//! Two versions of a run of loops: one in which an iteration of the longer loops is several ones, and the original for where
//! these have not as many.
//!
//! ```text
//!   top            do the loops run, and have the longer ones all iterations? ─ no ──┐
//!                  └──── yes ─┐                                                      │
//!   copy of the region, with longer loops unrolled,                                region
//!   each followed by what is left of it                                              │
//!                             └───────┬───────────────────────────────────────────────┘
//!   exit           values of the region, or of its copy
//! ```

use super::alternative::{Alternative, raise};
use super::scaled::Scaled;
use crate::facts::guards::Shape;
use crate::llvm::{Host, Loop, ScaledCounts, Scev, Value, edit};
use crate::model::SCALED;
use crate::rewrite::split::RemainderLoop;
use crate::testing::{Fault, lacks};

/// Makes the two versions, if that may be.
pub fn apply<'h>(host: &'h Host, scaled: Scaled<'h>) -> Option<Alternative<'h>> {
    let Scaled {
        loops,
        longer,
        times,
        counts,
        least,
        exactly,
        guards,
        lifted,
        region,
    } = scaled;
    let top = region.top;
    raise(host, top, lifted);
    let are_known = |count: &Scev<'h>| host.is_expandable(*count, top.terminator());
    if !counts.iter().all(are_known) {
        return None;
    }
    let least = least.filter(|least| are_known(&least.step));
    let (ways, conditions): (Vec<_>, Vec<_>) = guards.iter().map(|guard| guard.way()).unzip();
    let kept = loops.clone();
    let (version, _, copy) = Alternative::make(host, region, loops, &kept);
    let position = top.terminator();
    let all_run = host.all_hold(position, &conditions);
    let counts = host.scaled(
        position,
        counts,
        times,
        (least.map(|l| (l.step, l.bytes)), exactly),
    );
    let asked = match lacks(Fault::Scales) {
        true => all_run,
        false => edit::and(position, &[all_run, counts.fits]),
    };
    host.branch_if_checked(top, asked, [version.begin(), version.entry]);
    version.close_other_ways(host, &copy, top, ways);
    host.recalculate_dominators();
    let unroll = |at: &usize| unroll(host, version.loops[*at], times, counts);
    let align = |l: &Loop<'h>| align(host, *l, counts.last);
    if !longer.iter().all(unroll) || !version.loops.iter().all(align) {
        version.undo(host);
        return None;
    }
    version.settle(host);
    Some(version)
}

/// Lets each iteration of a loop do what several did, and what is left of it follow. False if that may not be; the loop may
/// have changed then.
fn unroll<'h>(host: &'h Host, l: Loop<'h>, times: u64, counts: ScaledCounts<'h>) -> bool {
    let Some(mut shape) = Shape::find(host, l) else {
        return false;
    };
    host.forget_loop(l);
    // A copy of a loop copies its preheader, too.
    shape.preheader = host.split_block(shape.preheader, shape.preheader.terminator());
    let results: Vec<_> = shape.exit.phis().collect();
    let prepare = |has_more| {
        let before = shape.preheader.terminator();
        let behind = edit::first_insertion_point(shape.exit);
        let lesser = Some((counts.last_of_longer, has_more));
        RemainderLoop::prepare(host, l, &shape, (before, behind), lesser)
    };
    let rest = counts.has_more.map(prepare);
    let (preheader, header, latch) = (shape.preheader, shape.header, shape.latch);
    edit::count_to(preheader, header, latch, counts.last_of_longer);
    if let Some(rest) = rest {
        rest.attach(host, shape.exit, latch, &results);
    }
    host.recalculate_dominators();
    host.forget_loop(l);
    if !host.unroll(l, times) {
        return false;
    }
    // It had a multiple of that many iterations, whether or not LLVM knows.
    for block in l.exiting_blocks() {
        let stays = block.successors().into_iter().find(|to| l.contains(*to));
        if let Some(to) = stays.filter(|_| Some(block) != l.latch()) {
            host.fold_branch(block, to);
        }
    }
    edit::add_attribute(l, SCALED);
    host.forget_loop(l);
    l.only_exiting_block().is_some() && l.only_exiting_block() == l.latch()
}

/// Lets a loop be known to end with an iteration, as it does, by a number as wide as those of the others: what is narrower
/// is cut off one of these once they are fused, and such a number may wrap around. False if that may not be.
fn align<'h>(host: &'h Host, l: Loop<'h>, last: Value<'h>) -> bool {
    if l.backedge_count(host) == Scev::of(host, last) {
        return true;
    }
    let shape = Shape::find(host, l);
    if let Some(shape) = &shape {
        host.forget_loop(l);
        edit::count_to(shape.preheader, shape.header, shape.latch, last);
    }
    shape.is_some()
}
