//! What runs behind what.

use crate::llvm::{Host, Loop};
use rustc_hash::FxHashSet;

/// How many blocks behind a loop are looked at.
pub(super) const MOST_BLOCKS: usize = 96;

/// May one sibling run behind another, in one iteration of what is around both? Not if they are in
/// arms of one condition. Of loops that are far apart: yes.
pub fn may_run_behind<'h>(host: &'h Host, first: Loop<'h>, second: Loop<'h>) -> bool {
    let around = first.parent();
    let mut seen = FxHashSet::default();
    let mut rest = first.exits();
    while let Some(block) = rest.pop() {
        if around.is_some_and(|l| block == l.header() || !l.contains(block)) || !seen.insert(block)
        {
            continue;
        }
        if block == second.header() || seen.len() == MOST_BLOCKS {
            return true;
        }
        match host.innermost_loop(block) {
            inside if inside == around => rest.extend(block.successors()),
            inside => rest.extend(inside.into_iter().flat_map(Loop::exits)),
        }
    }
    false
}
