//! Allocates memory where it is needed.
//!
//! ```text
//!   before                     after
//!
//!   t = malloc(n)
//!   check ─────────┐           check ─────────┐
//!   fused loops    loops       fused loops    t' = malloc(n)
//!   │              │           │              loops
//!   join ◄─────────┘           join ◄─────────┘
//!   free(t)                    free([null, t'])
//! ```
//!
//! A call that may throw to a landing pad in the function gets a block of its own. The last one
//! goes first: what its landing pad gives back then is what stands in front of it.

use crate::llvm::{Host, edit};
use crate::survey::Postponed;

/// Moves the allocations.
pub fn apply(host: &Host, postponed: Postponed<'_>) {
    let mut position = postponed.position;
    for one in postponed.allocations.into_iter().rev() {
        one.dead.into_iter().for_each(edit::erase);
        for pointer in &one.moved {
            edit::move_before(*pointer, position);
        }
        let first = one.moved.first().copied().unwrap_or(position);
        position = host.allocate_before(one.memory, first);
    }
    host.ir_changed();
}
