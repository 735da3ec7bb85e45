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
//! allocation stays as it is: what nobody touches takes no memory. Rows of a static array go to
//! memory of the call's own instead:
//!
//! ```text
//!   begin = own memory, or T if that is not to be had: then back = 0
//!       ... begin + (T + (k + u)*P + j - T) - back
//! ```

use super::fold::Fold;
use crate::llvm::{Host, edit};

/// Moves all accesses of the array.
pub fn apply(host: &Host, fold: &Fold<'_>) {
    let rows = (fold.pitch, fold.rows);
    let own = fold.own.as_ref().map(|own| {
        let span = (own.span.position(), own.span.end());
        host.own_rows(fold.memory, span, rows, own.stack, &fold.limits)
    });
    for row in &fold.accesses {
        let at = (row.access.instruction, row.access.pointer, row.position);
        host.fold_access(at, row.row, rows, &fold.limits, own.as_ref());
    }
    edit::mark_folded(fold.memory);
    host.ir_changed();
}
