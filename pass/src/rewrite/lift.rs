//! Moves code between two loops to before the first one, where it may go there.
//!
//! What it computes, such as pointers and bounds that are loaded anew for each loop, can
//! then be asked before the loops: by a run-time check, or to compare their counts.

use crate::llvm::{Host, Loop, edit};
use crate::survey::Lift;

/// Moves what was found to go before `first`.
pub fn apply<'h>(host: &'h Host, first: Loop<'h>, lift: Lift<'h>) {
    let Lift {
        blocks,
        instructions,
        speculated,
        position,
    } = lift;
    // What only rename a value of before the loop are in the way.
    for block in blocks {
        edit::drop_renaming_phis(block, |value| first.defines(value));
    }
    for instruction in speculated {
        edit::drop_promises(instruction);
    }
    for instruction in instructions {
        host.forget_value(instruction);
        edit::move_before(instruction, position);
    }
    host.forget_dispositions();
    host.ir_changed();
}
