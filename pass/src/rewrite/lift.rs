//! Moves code between two loops to before the first one, where it may go there.
//!
//! What it computes, such as pointers and bounds that are loaded anew for each loop, can
//! then be asked before the loops: by a run-time check, or to compare their counts.

use crate::llvm::{Host, Value, edit};

/// Moves instructions, given in program order, in front of one that comes before them all.
pub fn apply<'h>(host: &'h Host, instructions: &[Value<'h>], position: Value<'h>) {
    for instruction in instructions {
        host.forget_value(*instruction);
        edit::move_before(*instruction, position);
    }
    host.forget_dispositions();
    host.ir_changed();
}
