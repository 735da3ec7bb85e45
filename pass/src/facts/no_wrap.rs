//! Does an access's address follow its recurrence as a plain integer, without
//! wrapping around?
//!
//! ScalarEvolution's expressions hold modulo 2^64. Where its recurrences carry no
//! no-wrap fact, the instructions that compute an address can show the same for
//! every access that is executed: if the address is a chain of `getelementptr
//! inbounds` over indices that are recurrences without overflow, or computed from
//! such by `nsw` or `nuw` arithmetic, any wrap would have made it poison, and an
//! access through poison is undefined behaviour (LLVM language reference,
//! "getelementptr" and "Poison Values").

use super::guards::Shape;
use crate::llvm::{Block, Host, Loop, Scev, Value};

/// How deep address computations are followed.
const DEPTH: usize = 8;

/// Is `pointer` computed, from values that do not change in `l`, in a way that
/// cannot wrap where it is dereferenced?
pub fn is_exact_pointer(host: &Host, l: Loop<'_>, pointer: Value<'_>) -> bool {
    pointer_is_exact(host, l, pointer, DEPTH)
}

fn pointer_is_exact(host: &Host, l: Loop<'_>, pointer: Value<'_>, depth: usize) -> bool {
    if !l.defines(pointer) {
        return true;
    }
    if depth == 0 || !pointer.is_inbounds_gep() {
        return false;
    }
    let mut operands = pointer.operands();
    operands
        .next()
        .is_some_and(|base| pointer_is_exact(host, l, base, depth - 1))
        && operands.all(|index| index_is_exact(host, l, index, depth - 1))
}

fn index_is_exact(host: &Host, l: Loop<'_>, index: Value<'_>, depth: usize) -> bool {
    if !l.defines(index) || recurs_without_overflow(host, l, index) {
        return true;
    }
    depth > 0
        && index.is_overflow_free()
        && index
            .operands()
            .all(|o| index_is_exact(host, l, o, depth - 1))
}

fn recurs_without_overflow(host: &Host, l: Loop<'_>, index: Value<'_>) -> bool {
    let Some(mut rest) = Scev::of(host, index) else {
        return false;
    };
    while let Some(recurrence) = rest.as_recurrence(host).filter(|r| r.no_overflow) {
        rest = recurrence.start;
        if recurrence.l == l {
            break;
        }
    }
    rest.is_invariant(host, l)
}

/// Does `block` run in every iteration of `l`, or in none? Inner loops may be
/// skipped by conditions that do not change in `l`.
pub fn runs_in_every_iteration<'h>(host: &'h Host, l: Loop<'h>, block: Block<'h>) -> bool {
    runs_always_or_never(host, l, l, block)
}

/// The same of `inner`, in `l` or that itself, by conditions that do not change in `l`.
fn runs_always_or_never<'h>(
    host: &'h Host,
    l: Loop<'h>,
    inner: Loop<'h>,
    block: Block<'h>,
) -> bool {
    let Some(latch) = inner.latch() else {
        return false;
    };
    if host.dominates(block, latch) {
        return true;
    }
    let guard = |child: Loop<'h>| {
        let guard = Shape::find(host, child)?.guard?;
        let is_fixed = !l.defines(guard.condition) && host.dominates(guard.branch, latch);
        is_fixed.then_some(guard.head.blocks)
    };
    let children = inner.children(host);
    match children.iter().find(|child| child.contains(block)) {
        Some(child) => guard(*child).is_some() && runs_always_or_never(host, l, *child, block),
        // What is computed right before a loop, where that is entered.
        None => children
            .iter()
            .any(|child| guard(*child).is_some_and(|head| head.contains(&block))),
    }
}
