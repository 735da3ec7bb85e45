//! Two versions of loops, for the ways that a condition between them goes.
//!
//! ```text
//!   top            does the condition hold? ─── no ──┐
//!                  └──── yes ─┐                      │
//!   copy of the region,                      region, once the copy is kept
//!   where it holds                           where it does not
//!                             └───────┬──────────────┘
//!   exit           values of the region, or of its copy
//! ```

use super::alternative::{Alternative, Otherwise, keep_ways, raise, way};
use super::unswitched::Unswitched;
use crate::llvm::{Host, edit};
use crate::model::UNSWITCHED;

/// Makes the copy. The originals are as they were till it is kept.
pub fn apply<'h>(host: &'h Host, unswitched: Unswitched<'h>) -> Alternative<'h> {
    let Unswitched {
        loops,
        region,
        condition,
        branches,
        kept,
        chosen,
        others,
        lifted,
    } = unswitched;
    let top = region.top;
    raise(host, top, lifted);
    let (mut alternative, _, copy) = Alternative::make(host, region, loops, &kept);
    let asked = host.all_hold(top.terminator(), &[condition]);
    let branches = branches.into_iter();
    let branches = branches.map(|block| alternative.in_originals(top, block));
    let branches: Vec<_> = branches.collect();
    let (value, holds) = condition;
    let in_copy = branches.iter().map(|branch| copy.block(*branch));
    keep_ways(host, in_copy.map(|branch| (branch, way(branch, holds))));
    host.branch_if_checked(top, asked, [alternative.begin(), alternative.entry]);
    for l in &alternative.loops {
        edit::add_attribute(*l, UNSWITCHED);
    }
    let chosen = kept.iter().map(|l| chosen.contains(l));
    let chosen = alternative.loops.iter().zip(chosen).filter(|(_, is)| *is);
    alternative.otherwise = Some(Otherwise {
        condition: (value, !holds),
        branches,
        chosen: chosen.map(|(l, _)| *l).collect(),
        loops: others,
    });
    alternative.settle(host);
    alternative
}
