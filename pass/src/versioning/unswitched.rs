//! Loops of which some run under a condition that is known before all of them: a step that can be switched off, or
//! one of two ways to do it.
//!
//! ```text
//!   for i: b[i] = f(a[i])
//!   if (c) for i: b[i] = g(b[i])
//!   for i: d[i] = h(b[i])
//! ```
//!
//! No loop lies straight behind the first one. A version of all loops for each way that the condition goes has loops
//! that follow each other (loop unswitching, of a condition that stands between loops and not within one). So the
//! copy keeps one way, and the originals the other one.
//!
//! That is sound because:
//!
//! - What the condition is computed from moves before the loops ([`Above`]), and it is frozen there.
//! - Each version leaves out only ways that the frozen condition keeps closed. Where it is poison, asking it in its
//!   place would have been wrong before, or it is not asked there.
//!
//! It is worth trying where a loop under the condition is as long as one that runs in either case, and a way leads from
//! the one to the other. The guard of a loop against having no iterations is none: all loops of that length run under it.
//! Nor are versions made of one loop that always runs and loops behind it under one condition: these are fused where both run.

use super::above::Above;
use crate::facts::reached::Reached;
use crate::facts::region::{Region, first_among_eligible, longest_runs};
use crate::llvm::{Block, Host, Loop, Value};
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::Range;
use std::rc::Rc;

/// How far above a loop conditions are looked for, in dominators.
const REACH: usize = 16;

/// How many of the loops before and behind a loop may be its partners.
const MOST_APART: usize = 4;

/// A condition that is computed from more values than these is left where it is.
const MOST_VALUES: usize = 256;

/// How many conditions are looked at more closely.
const MOST_TRIED: usize = 4;

/// How many loops may run in place of others: only all of them make a region.
const MOST_IN_ARMS: usize = 4;

/// A condition under which some loops run.
struct Condition<'h> {
    value: Value<'h>,
    /// Which loops run only if it does not hold, and which if it does, in program order.
    under: [Vec<usize>; 2],
    /// Wherever it is asked, the way around the loop leads straight to what others lead to, too: nothing runs in place
    /// of the loop.
    only_skips: bool,
}

/// All conditions under which loops run that not all of them run under.
fn conditions<'h>(host: &'h Host, loops: &[Loop<'h>]) -> Vec<Condition<'h>> {
    let mut all: Vec<Condition<'h>> = Vec::new();
    let mut known = FxHashMap::default();
    for (n, l) in loops.iter().enumerate() {
        let header = l.header();
        let above = std::iter::successors(Some(header), |block| host.immediate_dominator(*block));
        for block in above.skip(1).take(REACH) {
            let is_outside = host.innermost_loop(block) == l.parent();
            let Some(value) = block.terminator().branch_condition().filter(|_| is_outside) else {
                continue;
            };
            let leads_here = |way: &Block<'h>| {
                way.single_predecessor().is_some() && host.dominates(*way, header)
            };
            let ways = block.successors();
            let Some(way) = ways.iter().position(leads_here) else {
                continue;
            };
            let holds = usize::from(way == 0);
            let at = *known.entry(value).or_insert(all.len());
            if at == all.len() {
                all.push(Condition {
                    value,
                    under: [vec![], vec![]],
                    only_skips: true,
                });
            }
            let is_shared = |other: &Block<'h>| other.single_predecessor().is_none();
            all[at].only_skips &= ways.get(1 - way).is_some_and(is_shared);
            // It may be asked twice above a loop.
            if all[at].under[holds].last() != Some(&n) {
                all[at].under[holds].push(n);
            }
        }
    }
    all.retain(|c| c.under.iter().any(|under| under.len() < loops.len()));
    all
}

impl<'h> Condition<'h> {
    /// The value for which loops run that have partners among those that run in either case, and from where to where
    /// these and their partners reach, if it pays to have two versions.
    fn chosen(
        &self,
        host: &'h Host,
        loops: &[Loop<'h>],
        reached: &Reached<'h>,
    ) -> Option<(bool, Range<usize>)> {
        let in_arms = self.under.iter().map(Vec::len).sum::<usize>();
        let first = *self.under.iter().flatten().min()?;
        // With a loop that always runs, those behind it are fused where both run.
        let is_alone = in_arms + 2 > loops.len() && self.under.iter().any(Vec::is_empty);
        if is_alone && !(first == 0 && self.only_skips) {
            return None;
        }
        let may_be_before = |n: usize| is_perhaps_before(host, self.value, loops[n]);
        if !may_be_before(first) {
            return None;
        }
        let is_open = |other: &usize| {
            host.condition_at(self.value, loops[*other].header())
                .is_none()
        };
        let runs_always = |n: &usize| {
            let mut under = self.under.iter();
            under.all(|under| under.binary_search(n).is_err())
        };
        let partners = |n: usize| {
            let is_as_long = move |other: &usize| {
                let count = loops[n].backedge_count(host);
                count.is_some() && count == loops[*other].backedge_count(host)
            };
            let near = n.saturating_sub(MOST_APART)..loops.len().min(n + MOST_APART + 1);
            let partners = near.filter(|other| runs_always(other));
            let follows =
                move |other: &usize| reached.may_follow(loops[n.min(*other)], loops[n.max(*other)]);
            let partners = partners.filter(follows).filter(is_as_long);
            partners
                .filter(is_open)
                .filter(|other| may_be_before(*other))
        };
        let [if_not, if_so] = self.under.each_ref().map(|under| {
            let partners = under.iter().flat_map(|n| partners(*n));
            partners.collect::<Vec<_>>()
        });
        if if_so.is_empty() && if_not.is_empty() {
            return None;
        }
        let holds = !if_so.is_empty();
        let all = || self.under.iter().flatten().chain(&if_so).chain(&if_not);
        Some((holds, *all().min()?..*all().max()? + 1))
    }

    /// How many loops may run under it that only make a region together.
    fn most_in_arms(&self) -> usize {
        self.under
            .iter()
            .map(Vec::len)
            .sum::<usize>()
            .min(MOST_IN_ARMS)
    }
}

/// Loops with a condition between them, of which each way is to have a version.
pub struct Unswitched<'h> {
    /// All of them, in program order.
    pub loops: Vec<Loop<'h>>,
    /// All that holds them.
    pub region: Region<'h>,
    /// The condition, and the value for which the copy runs.
    pub condition: (Value<'h>, bool),
    /// Blocks that branch on it.
    pub branches: Vec<Block<'h>>,
    /// The loops of the copy.
    pub kept: Vec<Loop<'h>>,
    /// Those of them that run in no other version.
    pub chosen: Vec<Loop<'h>>,
    /// The originals that stay.
    pub others: Vec<Loop<'h>>,
    /// What the condition is computed from, to go before the loops in that order.
    pub lifted: Vec<Value<'h>>,
}

impl<'h> Unswitched<'h> {
    /// As loops come, may some of them be among such?
    pub fn is_conceivable(host: &'h Host, loops: &[Loop<'h>], reached: &Reached<'h>) -> bool {
        let is_chosen = |c: &Condition<'h>| c.chosen(host, loops, reached).is_some();
        loops.len() > 1 && !host.is_for_size() && conditions(host, loops).iter().any(is_chosen)
    }

    /// The first ones among siblings, which are given in program order. They have up to `limit` instructions. What of the
    /// siblings may follow what is asked for where there are conditions.
    pub fn find(
        host: &'h Host,
        siblings: &[Loop<'h>],
        limit: u64,
        reached: impl FnOnce() -> Rc<Reached<'h>>,
    ) -> Option<Self> {
        let all = conditions(host, siblings);
        if all.is_empty() {
            return None;
        }
        let reached = &reached();
        let chosen = |condition| {
            let (_, span) = Condition::chosen(condition, host, siblings, reached)?;
            Some((condition, span))
        };
        let mut chosen = all.iter().filter_map(chosen).take(MOST_TRIED);
        chosen.find_map(|(condition, span)| {
            let siblings = &siblings[span];
            let steps = condition.most_in_arms();
            let found = first_among_eligible(host, siblings, |_, surveyed| {
                let region = |run: Range<usize>| Region::of_counted(host, &surveyed[run], limit);
                longest_runs(surveyed.len(), steps, region).find_map(|(run, region)| {
                    let loops: Vec<_> = surveyed[run.clone()].iter().map(|s| s.l).collect();
                    Some((Unswitched::of(host, loops, region, reached)?, run.end))
                })
            });
            Some(found?.0)
        })
    }

    fn of(
        host: &'h Host,
        loops: Vec<Loop<'h>>,
        region: Region<'h>,
        reached: &Reached<'h>,
    ) -> Option<Self> {
        conditions(host, &loops).into_iter().find_map(|condition| {
            let value = condition.value;
            let (holds, _) = condition.chosen(host, &loops, reached)?;
            let mut above = Above::new(host, &region);
            let lifted = above.lift(value).then(|| above.into_lifted())?;
            let around = host.innermost_loop(region.top);
            let asks = |block: &Block<'h>| {
                host.innermost_loop(*block) == around
                    && block.terminator().branch_condition() == Some(value)
            };
            let blocks = region.own_blocks().chain([&region.top]).copied();
            let branches: Vec<_> = blocks.filter(asks).collect();
            let ways = |holds| {
                let blocks = blocks_reached(&region, &branches, holds);
                let all = loops.iter().copied();
                all.filter(|l| blocks.contains(&l.header()))
                    .collect::<Vec<_>>()
            };
            let (kept, others) = (ways(holds), ways(!holds));
            let chosen = kept.iter().copied().filter(|l| !others.contains(l));
            let chosen: Vec<_> = chosen.collect();
            let pays = !chosen.is_empty() && kept.len() > 1;
            pays.then(|| Unswitched {
                condition: (value, holds),
                branches,
                kept,
                others,
                chosen,
                lifted,
                loops: loops.clone(),
                region: region.clone(),
            })
        })
    }
}

/// For all that its operands say, may a value be computed before a loop?
fn is_perhaps_before<'h>(host: &'h Host, value: Value<'h>, l: Loop<'h>) -> bool {
    let mut seen = FxHashSet::default();
    let mut rest = vec![value];
    while let Some(value) = rest.pop() {
        let behind = value.block().filter(|b| !host.dominates(*b, l.header()));
        let Some(block) = behind.filter(|_| seen.insert(value)) else {
            continue;
        };
        let is_beside = host.innermost_loop(block) == l.parent();
        if value.is_phi() || !is_beside || seen.len() > MOST_VALUES {
            return false;
        }
        rest.extend(value.operands());
    }
    true
}

/// The blocks of a region that are reached where all that branches on a condition finds it to hold, or not to.
fn blocks_reached<'h>(
    region: &Region<'h>,
    branches: &[Block<'h>],
    holds: bool,
) -> FxHashSet<Block<'h>> {
    let mut seen = FxHashSet::default();
    let mut rest = vec![region.top];
    while let Some(block) = rest.pop() {
        if !seen.insert(block) {
            continue;
        }
        let ways = block.successors();
        let ways = match branches.contains(&block) {
            true => &ways[usize::from(!holds)..][..1],
            false => &ways[..],
        };
        rest.extend(ways.iter().filter(|way| region.blocks.contains(way)));
    }
    seen
}
