//! Allocates memory where it is needed.
//!
//! ```text
//!   before                     after
//!
//!   t = malloc(n)
//!   t null? ─► failed
//!   check ─────────┐           check ─────────┐
//!   fused loops    loops       fused loops    t' = malloc(n)
//!   │              │           │              t' null? ─► failed
//!   │              │           │              loops
//!   join ◄─────────┘           join ◄─────────┘
//!   free(t)                    free([null, t'])
//! ```
//!
//! A call that may throw to a landing pad in the function gets a block of its own. The last one
//! goes first: what its landing pad gives back then is what stands in front of it.

use super::allocation_sinking::{Allocation, AllocationSinking, SinkingStep};
use super::null_test::NullTest;
use crate::llvm::{Host, Value, edit};

/// Moves the allocations.
pub fn apply(host: &Host, sinking: AllocationSinking<'_>) {
    sinking.loads.into_iter().for_each(edit::drop_promises);
    sinking
        .branches
        .into_iter()
        .for_each(edit::freeze_condition);
    let mut position = sinking.position;
    for step in sinking.steps.into_iter().rev() {
        position = match step {
            SinkingStep::Allocate(allocation) => allocate(host, allocation, position),
            SinkingStep::Test(test) => move_test(host, test, position),
        };
    }
    host.ir_changed();
}

/// Allocates memory, and computes pointers into it, in front of `position`.
fn allocate<'h>(host: &'h Host, allocation: Allocation<'h>, position: Value<'h>) -> Value<'h> {
    allocation.dead.into_iter().for_each(edit::erase);
    for pointer in &allocation.moved {
        edit::move_before(*pointer, position);
    }
    let first = allocation.moved.first().copied().unwrap_or(position);
    let old = allocation.memory;
    let new = host.allocate_before(old, first);
    match old.block().filter(|_| old.is_terminator()) {
        // An invoke leads on first, and then to its landing pad.
        Some(block) => host.fold_branch(block, block.successors()[0]),
        None => edit::erase(old),
    }
    new
}

/// Tests whether allocations failed in front of `position`.
fn move_test<'h>(host: &'h Host, test: NullTest<'h>, position: Value<'h>) -> Value<'h> {
    let first = host.test_before((test.block, test.failed), &test.condition, position);
    host.fold_branch(test.block, test.passed);
    test.condition.into_iter().rev().for_each(edit::erase);
    first
}
