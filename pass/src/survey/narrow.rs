//! What wider counters may change.
//!
//! LLVM widens the counters of loops to addresses, and computes what loops leave behind from their counts. That takes
//! long, and comes behind a first try of the loops as they are. It is worth another one only where something may look
//! different then: subscripts that are extended from narrower counters, rows that are cut from a loop over all of
//! them, two counts that may be equal, or a loop's result that is used and follows from its count.

use super::pair::Pair;
use crate::legality::Refusal;
use crate::llvm::{Block, Host, Loop, Scev, Value};
use crate::model::STRIP_MINED;

/// Might a refusal vanish once counters are as wide as addresses, and what loops leave behind is computed from their
/// counts?
pub fn may_vanish(host: &Host, pair: &Pair<'_, '_>, refusal: &Refusal) -> bool {
    match refusal {
        Refusal::ValueUsed { .. } => are_counted(host, pair),
        Refusal::TripCountsDiffer {
            difference: None, ..
        } => may_have_like_counts(host, [pair.first.l, pair.second.l]),
        Refusal::BackwardDependence {
            needed_shift: None, ..
        }
        | Refusal::CannotMove { has_loop: true, .. } => {
            is_strip_mined(pair) || has_narrow_subscripts(host, pair)
        }
        _ => false,
    }
}

/// Might wider types show that two trip counts are equal, or a constant apart? Not if they differ otherwise as long as nothing overflows.
fn may_have_like_counts<'h>(host: &'h Host, loops: [Loop<'h>; 2]) -> bool {
    match loops.map(|l| l.backedge_count(host)) {
        [Some(first), Some(second)] => first.may_be_constant_apart(host, second),
        _ => true,
    }
}

/// Are all results of the first loop that the second one uses numbers that may be computed from the first one's count?
fn are_counted(host: &Host, pair: &Pair<'_, '_>) -> bool {
    let first = pair.first.l;
    let is_counted = |(_, value): (Value<'_>, Value<'_>)| {
        let behind = Scev::of(host, value).and_then(|s| s.in_scope(host, first.parent()));
        behind.is_some_and(|s| s.is_invariant(host, first))
    };
    pair.results_used().all(is_counted)
}

/// Are rows of one of the loops as long as numbers say that the loop itself does not know?
fn is_strip_mined(pair: &Pair<'_, '_>) -> bool {
    let loops = [pair.first.l, pair.second.l];
    loops.iter().any(|l| l.has_attribute(STRIP_MINED))
}

/// Do the loops, or those between them, access memory by numbers that are extended from narrower recurrences?
fn has_narrow_subscripts(host: &Host, pair: &Pair<'_, '_>) -> bool {
    let detours = pair.between.iter().flat_map(|between| &between.detours);
    let between = detours.flat_map(|detour| &detour.blocks).copied();
    let loops = [pair.first.l, pair.second.l].into_iter();
    let blocks = loops.flat_map(Loop::blocks).chain(between);
    let mut pointers = blocks
        .flat_map(Block::instructions)
        .filter_map(|access| Some(host.access(access)?.0));
    pointers.any(|pointer| Scev::of(host, pointer).is_some_and(Scev::casts_recurrence))
}
