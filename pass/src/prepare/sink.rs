//! Runs a loop right before the next one, behind the code that lies between them.
//!
//! ```text
//!   before                         after
//!
//!   preheader0 ─► header0          preheader0 ─► between
//!   latch0 ─► exit0                between ─► preheader1
//!   exit0 ─► between               preheader1 ─► header0
//!   between ─► preheader1          latch0 ─► exit0
//!   preheader1 ─► header1          exit0 ─► begin1 ─► header1
//! ```
//!
//! The exit keeps its phis, and nothing else; what stood behind them goes to `between`.

use super::sinkable::Sinkable;
use crate::llvm::{Host, edit};

/// Moves the loop.
pub fn apply(host: &Host, sinkable: Sinkable<'_>) {
    let Sinkable { first, second } = sinkable;
    for shape in [&first, &second] {
        let l = host.innermost_loop(shape.header);
        host.forget_loop(l.expect("a header is in its loop"));
    }
    let between = host.split_block(first.exit, edit::first_insertion_point(first.exit));
    let begin1 = host.split_block(second.preheader, second.preheader.terminator());
    // The second preheader was the exit itself, if nothing lay between.
    let preheader1 = begin1.single_predecessor();
    let preheader1 = preheader1.expect("a block that was split leads to its rest");
    edit::branch_always(first.preheader, between);
    edit::branch_always(first.exit, begin1);
    edit::branch_always(preheader1, first.header);
    for phi in first.header.phis() {
        edit::set_incoming_block(phi, first.preheader, preheader1);
    }
    host.recalculate_dominators();
    host.forget_dispositions();
    host.ir_changed();
}
