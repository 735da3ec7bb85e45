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

use super::alternative::Alternative;
use crate::llvm::specialise::{is_equal, is_multiple};
use crate::llvm::{Host, edit};
use crate::model::SPECIALISED;
use crate::survey::Specialised;

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
    for value in lifted {
        host.forget_value(value);
        // Loads are made in any case.
        if value.loaded_from().is_none() {
            edit::drop_promises(value);
        }
        edit::move_before(value, top.terminator());
    }
    let (alternative, region, copy) = Alternative::make(host, region, loops, &kept);
    let (entry, begin) = (alternative.entry, copy.block(alternative.entry));
    let position = top.terminator();
    let mut asked = vec![host.all_hold(position, &conditions)];
    let blocks: Vec<_> = region.blocks.iter().map(|b| copy.block(*b)).collect();
    for (one, other) in equal {
        let [frozen, another] = [one, other].map(|number| host.freeze(position, number));
        asked.push(is_equal(position, frozen, another));
        for number in [one, other] {
            edit::replace_uses_in_blocks(number, frozen, &blocks);
        }
    }
    for (number, unit) in multiples {
        let frozen = host.freeze(position, number);
        asked.push(is_multiple(position, frozen, unit));
        edit::replace_uses_in_blocks(number, frozen, &blocks);
    }
    for address in rounded {
        host.drop_rounding(copy.value(address));
    }
    for (branch, kept) in ways {
        let branch = if branch == top { entry } else { branch };
        let (branch, kept) = (copy.block(branch), copy.block(kept));
        let all = branch.successors();
        host.fold_branch(branch, kept);
        for way in all.into_iter().filter(|way| *way != kept) {
            host.delete_from(way);
        }
    }
    host.branch_if_checked(top, edit::and(position, &asked), [begin, entry]);
    for l in &alternative.loops {
        edit::add_attribute(*l, SPECIALISED);
    }
    alternative.settle(host);
    alternative
}
