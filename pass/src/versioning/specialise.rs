//! A copy of loops that come in versions, in which one version of each is left.
//!
//! ```text
//!   top            do all tests hold? ─── no ──┐
//!                  └──── yes ─┐                │
//!   copy of the region,                      region
//!   without what the tests exclude             │
//!                             └───────┬────────┘
//!   exit           values of the region, or of its copy
//! ```

use super::alternative::{Alternative, raise};
use super::specialised::Specialised;
use crate::llvm::specialise::{is_equal, is_multiple};
use crate::llvm::{Host, Value, edit};
use crate::model::SPECIALISED;

/// Makes the two versions. What is invariant in the copy only is still to leave its loops.
pub fn apply<'h>(host: &'h Host, specialised: Specialised<'h>) -> Alternative<'h> {
    let Specialised {
        loops,
        kept,
        region,
        ways,
        conditions,
        equal,
        multiples,
        rounded,
        lifted,
    } = specialised;
    let top = region.top;
    raise(host, top, lifted);
    let (alternative, region, copy) = Alternative::make(host, region, loops, &kept);
    let entry = alternative.entry;
    let position = top.terminator();
    let mut asked = vec![host.all_hold(position, &conditions)];
    let blocks: Vec<_> = region.blocks.iter().map(|b| copy.block(*b)).collect();
    // Each number, frozen once.
    let mut numbers: Vec<(Value<'h>, Value<'h>)> = Vec::new();
    let mut frozen = |number| {
        let known = numbers.iter().find(|known| known.0 == number).copied();
        let (_, frozen) = known.unwrap_or_else(|| {
            numbers.push((number, host.freeze(position, number)));
            numbers[numbers.len() - 1]
        });
        frozen
    };
    let mut instead = Vec::new();
    for (one, other) in equal {
        asked.push(is_equal(position, frozen(one), frozen(other)));
        instead.push((other, frozen(one)));
    }
    for (number, unit) in multiples {
        asked.push(is_multiple(position, frozen(number), unit));
    }
    for (number, same) in instead.into_iter().chain(numbers) {
        edit::replace_uses_in_blocks(number, same, &blocks);
    }
    for address in rounded {
        host.drop_rounding(copy.value(address));
    }
    alternative.close_other_ways(host, &copy, top, ways);
    host.branch_if_checked(
        top,
        edit::and(position, &asked),
        [alternative.begin(), entry],
    );
    for l in &alternative.loops {
        edit::add_attribute(*l, SPECIALISED);
    }
    alternative.settle(host);
    alternative
}
