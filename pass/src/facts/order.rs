//! What runs behind what.

use crate::llvm::{Block, Host, Loop};
use rustc_hash::FxHashSet;

/// How many blocks behind a loop are looked at.
pub(super) const MOST_BLOCKS: usize = 96;

/// May one sibling run behind another, in one iteration of what is around both? Not if they are in
/// arms of one condition. Of loops that are far apart: yes.
pub fn may_run_behind<'h>(host: &'h Host, first: Loop<'h>, second: Loop<'h>) -> bool {
    let around = first.parent();
    let mut seen = FxHashSet::default();
    let mut rest = ways_out(first);
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
            inside => rest.extend(inside.into_iter().flat_map(ways_out)),
        }
    }
    false
}

/// The blocks that a loop leads to.
pub fn ways_out(l: Loop<'_>) -> Vec<Block<'_>> {
    let exits = l.exiting_blocks().into_iter().flat_map(|b| b.successors());
    exits.filter(|b| !l.contains(*b)).collect()
}
