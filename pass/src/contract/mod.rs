//! Arrays that fused loops need no more, or only a part of.
//!
//! What loops hand on to each other in the same or in a few iterations goes in registers
//! once they are one loop (`profit::carry`), and LLVM removes an array that nobody reads. This
//! stage comes behind the fusion of all loops of a function, for what still goes through
//! memory: what is written and not read on the way it is on, though another version of the
//! loops reads it, and rows of which few live at a time.
//!
//! [`dead_stores`] finds what is written for nothing (also before loops are fused), [`fold`](mod@fold) arrays of which few
//! rows live, which [`fold_rows`] folds, [`allocation_sinking`] allocations that only a failed check needs, which
//! [`sink_allocation`] moves ([`null_test`]: with what asks whether they failed), [`parallel`] inner loops whose iterations
//! do not meet. They rest on [`life`] (from where on), [`must_write`] (what is written before it is read), [`rows`] (in
//! numbers) and [`span`] (where memory of the call's own may live).

pub mod allocation_sinking;
mod dead_stores;
pub mod fold;
mod fold_rows;
mod life;
pub mod must_write;
mod null_test;
pub mod parallel;
mod rows;
mod sink_allocation;
mod span;

use crate::contract::allocation_sinking::{AllocationSinking, SinkingStep};
use crate::contract::dead_stores::DeadStores;
use crate::contract::fold::{Budget, Fold, is_small};
use crate::contract::parallel::Parallel;
use crate::edits::Kind;
use crate::facts::locals::{LocalAccess, accesses_of};
use crate::llvm::{Host, Value, edit};
use crate::options::Options;
use crate::remark::Reporter;

/// Is there memory of the function's own that only it accesses, and that is written in
/// loops?
pub fn has_prospect(host: &Host) -> bool {
    let is_in_loop =
        |access: &LocalAccess<'_>| access.writes && host.loop_of(access.instruction).is_some();
    !host.top_level_loops().is_empty()
        && local(host)
            .into_iter()
            .any(|memory| accesses_of(host, memory).is_some_and(|all| all.iter().any(is_in_loop)))
}

/// Memory of the function's own; none if control may come back in unseen ways.
pub fn local(host: &Host) -> Vec<Value<'_>> {
    match host.returns_twice() {
        true => vec![],
        false => host.local_memory(),
    }
}

/// Removes what is written for nothing; true if something was. Before loops are fused, such as
/// zeros that an array is filled with when it is allocated: one version of the loops is easier
/// to understand than several.
pub fn remove_dead_stores<'h>(host: &'h Host, report: &Reporter<'_, 'h>) -> bool {
    let mut changed = false;
    for memory in local(host) {
        let Some(accesses) = accesses_of(host, memory) else {
            continue;
        };
        let around = accesses.iter().find_map(|a| host.loop_of(a.instruction));
        // What has nothing to do with loops is left to LLVM.
        if around.is_none() && !host.is_folded(memory) {
            continue;
        }
        let dead = DeadStores::find(host, memory, &accesses);
        if dead.first_contents {
            // Until forget_overwritten(), which leaves no trace.
            edit::mark_overwritten(memory, true);
        }
        // The next call reads what this one wrote to a static variable.
        let outlives = memory.block().is_none() && !dead.first_contents;
        if outlives || dead.writes.is_empty() {
            continue;
        }
        let in_loops = dead.writes.iter().filter_map(|write| host.loop_of(*write));
        let l = in_loops.clone().next().or(around);
        let Some(permit) = report.edits.permit(Kind::DeadStores) else {
            break;
        };
        if let Some(l) = l.filter(|_| !host.is_folded(memory)) {
            report.dead_stores(&permit, memory, l, in_loops.count());
        } else {
            report.edited(permit.number, Kind::DeadStores);
        }
        permit.apply(|| dead.writes.into_iter().for_each(edit::erase));
        host.ir_changed();
        changed = true;
    }
    changed
}

/// Forgets of all arrays that what they hold at first is not read: the next run looks again.
pub fn forget_overwritten(host: &Host) {
    for memory in local(host) {
        edit::mark_overwritten(memory, false);
    }
}

/// Lets memory that only loops for a failed check need be allocated there; true if some was.
pub fn sink_allocations<'h>(host: &'h Host, report: &Reporter<'_, 'h>) -> bool {
    let mut left = local(host);
    let all = left.len();
    while let Some(sinking) = AllocationSinking::find(host, &left) {
        let Some(permit) = report.edits.permit(Kind::AllocationSunk) else {
            break;
        };
        for allocation in sinking.steps.iter().filter_map(SinkingStep::allocation) {
            report.sunk(&permit, allocation);
            left.retain(|memory| *memory != allocation.memory);
        }
        permit.apply(|| sink_allocation::apply(host, sinking));
    }
    left.len() < all
}

/// Folds what can be, and says which inner loops are parallel then; none if nothing was. Where
/// inner loops wait to be fused in a later run, arrays of which one row lives are left alone:
/// then one element may be enough.
/// Folding hides which loops are parallel: they are looked for before.
pub fn fold<'h>(
    host: &'h Host,
    options: &Options,
    waits: bool,
    report: &Reporter<'_, 'h>,
) -> Option<Vec<Parallel<'h>>> {
    let mut parallel = None;
    let mut budget = Budget {
        stack: options.max_stack,
        heap: options.heap,
    };
    for memory in local(host) {
        if options.profit && is_small(host, memory) {
            continue;
        }
        let Some(accesses) = accesses_of(host, memory) else {
            continue;
        };
        let folds = match Fold::find(host, memory, &accesses, budget) {
            Ok(fold) => vec![fold],
            Err(kept) => {
                let planes = Fold::find_planes(host, memory, &accesses, budget);
                // What goes to the original loops needs no other remark.
                if planes.is_empty() && AllocationSinking::find(host, &[memory]).is_none() {
                    report.kept(memory, &accesses, kept);
                }
                planes
            }
        };
        let pays =
            |fold: &Fold<'h>| !(waits && fold.rows == 1 || options.profit && fold.is_small(host));
        for fold in folds.into_iter().filter(pays) {
            let Some(permit) = report.edits.permit(Kind::Folded) else {
                return parallel;
            };
            budget.spend(&fold);
            report.folded(&permit, &fold);
            let parallel = parallel.get_or_insert_with(|| Parallel::find_all(host));
            parallel.retain(|one| one.survives(host, &fold));
            permit.apply(|| fold_rows::apply(host, &fold));
        }
    }
    parallel
}
