//! What wider counters may change.
//!
//! LLVM widens the counters of loops to addresses, and computes what loops leave behind from their counts. That takes
//! long, and comes behind a first try of the loops as they are. It is worth another one only where something may look
//! different then: subscripts that are extended from narrower counters, rows that are cut from a loop over all of
//! them, two counts of the same variables, or a loop's result that is used.

use super::pair::Pair;
use crate::legality::Refusal;
use crate::llvm::{Block, Host, Loop, Scev};
use crate::model::STRIP_MINED;

/// Might a refusal vanish once counters are as wide as addresses, and what loops leave behind is computed from their
/// counts?
pub fn may_vanish(host: &Host, pair: &Pair<'_, '_>, refusal: &Refusal) -> bool {
    match refusal {
        Refusal::ValueUsed { .. } => true,
        Refusal::TripCountsDiffer {
            difference: None, ..
        } => have_counts_of_same_variables(host, [pair.first.l, pair.second.l]),
        Refusal::BackwardDependence {
            needed_shift: None, ..
        }
        | Refusal::CannotMove { has_loop: true, .. } => {
            is_strip_mined(pair) || has_narrow_subscripts(host, pair)
        }
        _ => false,
    }
}

fn have_counts_of_same_variables<'h>(host: &'h Host, loops: [Loop<'h>; 2]) -> bool {
    match loops.map(|l| l.backedge_count(host)) {
        [Some(first), Some(second)] => {
            first.has_variables_of(second) && second.has_variables_of(first)
        }
        _ => true,
    }
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
