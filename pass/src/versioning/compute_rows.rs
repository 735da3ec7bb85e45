//! Two versions of loops over rows that pointers lead to: one that computes the pointers, for where they are evenly
//! apart, and the original.
//!
//! ```text
//!   top            do all loops run? ─── no ───────────────┐
//!                  └──── yes ─┐                            │
//!   check          are all pointers evenly apart, ── no ──┤
//!                  and are they left alone?                │
//!                             └─ yes ─┐                    │
//!   copy of the region, rows computed                   region
//!                             └───────┬────────────────────┘
//!   exit           values of the region, or of its copy
//! ```

use super::alternative::{Alternative, raise};
use super::reloading::StageCheck;
use super::row_pointers::{RowPointers, keeps_pointers};
use crate::llvm::{Host, RowLoad, edit};
use crate::model::ROWS_COMPUTED;
use crate::options::Options;

/// Makes the two versions; none if no check can tell.
pub fn apply<'h>(
    host: &'h Host,
    rows: RowPointers<'h>,
    options: &Options,
) -> Option<Alternative<'h>> {
    let RowPointers {
        loops,
        region,
        ways,
        conditions,
        lifted,
        loads,
        least,
        threats,
    } = rows;
    let top = region.top;
    raise(host, top, lifted);
    let kept = loops.clone();
    let (mut alternative, _, copy) = Alternative::make(host, region, loops, &kept);
    alternative.close_other_ways(host, &copy, top, ways);
    let in_copy = |load: RowLoad<'h>| RowLoad {
        load: copy.value(load.load),
        ..load
    };
    let loads: Vec<_> = loads.into_iter().map(in_copy).collect();
    let (begin, entry) = (alternative.begin(), alternative.entry);
    let check = host.compute_rows((begin, entry), &alternative.loops, &loads);
    alternative.ask_from(check);
    let position = top.terminator();
    let holds = (!conditions.is_empty()).then(|| host.all_hold(position, &conditions));
    let pays = least
        .into_iter()
        .map(|least| host.is_at_least(position, least));
    let asked: Vec<_> = holds.into_iter().chain(pays).collect();
    if !asked.is_empty() {
        let holds = edit::and(position, &asked);
        host.branch_if_checked(top, holds, [check, entry]);
    }
    if !threats.is_empty() {
        host.recalculate_dominators();
        // The trial goes on behind the block that asks.
        let asking = alternative.begin();
        let begin = host.split_block(asking, edit::first_insertion_point(asking));
        let in_copy = |(write, array)| (copy.value(write), array);
        let threats: Vec<_> = threats.into_iter().map(in_copy).collect();
        let position = asking.terminator();
        let keeps = keeps_pointers(
            host,
            &alternative.loops,
            &loads,
            &threats,
            position,
            options,
        );
        let Some(StageCheck { bounds, pairs }) = keeps else {
            alternative.undo(host);
            return None;
        };
        let apart = host.check(position, &[], (&bounds, &pairs), &[]);
        let all = edit::and(position, &apart);
        host.branch_if_checked(asking, all, [begin, entry]);
    }
    for l in &alternative.loops {
        edit::add_attribute(*l, ROWS_COMPUTED);
    }
    alternative.settle(host);
    Some(alternative)
}
