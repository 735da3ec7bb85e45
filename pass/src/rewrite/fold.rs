//! Folds an array onto its first rows.
//!
//! ```text
//!   before                        after
//!
//!   for u in rows                 for u in rows
//!                                   back = ((k + u) & -W) * P
//!     for j in columns              for j in columns
//!       ... T + (k + u)*P + j         ... T + (k + u)*P + j - back
//! ```
//!
//! Each access goes back by whole windows, computed where its row is entered. The
//! allocation stays as it is: what nobody touches takes no memory.

use crate::llvm::{Host, edit};
use crate::survey::Fold;

/// Moves all accesses of the array.
pub fn apply(host: &Host, fold: &Fold<'_>) {
    for access in &fold.accesses {
        let at = (access.instruction, access.pointer, access.position);
        let numbers = (access.row, fold.pitch);
        host.fold_access(at, access.l, numbers, fold.rows, &fold.limits);
    }
    edit::mark_folded(fold.memory);
    host.ir_changed();
}
