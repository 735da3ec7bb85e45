//! Loops that load their sizes and arrays again and again, since their stores may write over them, and
//! what says that they do not.
//!
//! Why that is enough is said in `pass/bridge/invariant.cpp`, where the loads are made.

use super::sizes::sizes_to_be_equal;
use crate::candidate;
use crate::facts::bounds::{of_places, written};
use crate::facts::footprint::Objects;
use crate::facts::loops::survey;
use crate::facts::region::{Region, first_among_eligible, longest_runs};
use crate::llvm::region::Bounds;
use crate::llvm::{Block, Host, Loop, Place, Scev, Value};
use crate::model::{AccessKind, LEFT_OVER, LOADED_ONCE};
use crate::options::Options;
use crate::profit::payback;
use std::ops::Range;

/// So many blocks before a loop are looked at.
const MOST_BLOCKS: usize = 8;

/// Loops that follow each other, of which some load again what could be loaded once.
pub struct Reloading<'h> {
    /// In program order.
    pub loops: Vec<Loop<'h>>,
    /// All of them.
    pub region: Region<'h>,
}

impl<'h> Reloading<'h> {
    /// The first ones among siblings, which are given in program order, and how many of these lie before
    /// or are among them. They have up to `limit` instructions.
    pub fn find(host: &'h Host, siblings: &[Loop<'h>], limit: u64) -> Option<(Self, usize)> {
        let is_new = |l: &Loop<'h>| !l.has_attribute(LOADED_ONCE) && !l.has_attribute(LEFT_OVER);
        let reloads = |run: &[Loop<'h>]| {
            let between = |pair: &[Loop<'h>]| pair.iter().all(is_new) && reload_between(host, pair);
            run.iter().any(|l| is_new(l) && l.reloads(host)) || run.windows(2).any(between)
        };
        if !reloads(siblings) {
            return None;
        }
        first_among_eligible(host, siblings, |siblings, surveyed| {
            // Of other bytes, no check can tell that they are none of a place.
            let names: Vec<_> = surveyed.iter().map(|s| s.names_writes(host)).collect();
            let region = |run: Range<usize>| {
                if !names[run.clone()].iter().all(|names| *names) {
                    return None;
                }
                let loops = &surveyed[run];
                let region = Region::around(host, loops.first()?, loops.last()?)?;
                region.if_quiet(host, loops, limit)
            };
            let mut runs = longest_runs(surveyed.len(), 1, region);
            let (run, region) = runs.find(|(run, _)| reloads(&siblings[run.clone()]))?;
            let loops = siblings[run.clone()].to_vec();
            Some((Reloading { loops, region }, run.end))
        })
    }
}

/// Is something loaded right before the second of two loops that the first one may write over, as the second one would
/// load it again if LLVM had not hoisted that out of it?
fn reload_between<'h>(host: &'h Host, pair: &[Loop<'h>]) -> bool {
    let above = |block: &Block<'h>| match block.predecessors()[..] {
        [above] if !pair[0].contains(above) => Some(above),
        _ => None,
    };
    let mut blocks = std::iter::successors(pair[1].preheader(), above).take(MOST_BLOCKS);
    blocks.any(|block| block.loads_written(host, pair[0]))
}

/// What is asked where a stage ends.
#[derive(Default)]
pub struct StageCheck<'h> {
    /// Bytes that loops write, and places.
    pub bounds: Vec<Bounds<'h>>,
    /// Which of these must be apart.
    pub pairs: Vec<(usize, usize)>,
}

/// What is asked before loops.
pub struct Staged<'h> {
    /// For each stage.
    pub checks: Vec<StageCheck<'h>>,
    /// The first loop's back-edge count, which must be at least that.
    pub least_count: Option<(Scev<'h>, u64)>,
    /// Numbers of iterations that must be equal, asked where the last stage ends: the first stands for both then.
    pub equal: Vec<(Value<'h>, Value<'h>)>,
}

/// What says that no store of the loops meets one of the places: for each loop where its stage ends, or the last stage.
/// None if that cannot be asked, or not with the comparisons that the options allow.
pub fn keeps_places<'h>(
    host: &'h Host,
    stages: &[Block<'h>],
    loops: &[Loop<'h>],
    places: &[Place<'h>],
    options: &Options,
) -> Option<Staged<'h>> {
    let objects = Objects::default();
    let surveyed: Vec<_> = loops.iter().map(|l| survey(host, *l)).collect();
    let mut checks: Vec<_> = stages.iter().map(|_| StageCheck::default()).collect();
    let mut comparisons = 0;
    let last = checks.len().checked_sub(1)?;
    for (at, s) in surveyed.iter().enumerate() {
        candidate::check(&s.facts, false).ok()?;
        let footprint = s.footprint(host, &objects);
        let mut all = Vec::new();
        for access in footprint
            .accesses
            .iter()
            .filter(|a| a.kind == AccessKind::Write)
        {
            let object = access.object?;
            if !all.contains(&object) {
                all.push(object);
            }
        }
        for object in all {
            let accesses = footprint.accesses.iter().zip(&footprint.sites);
            let stores = accesses.filter_map(|(access, site)| {
                let is_it = access.kind == AccessKind::Write && access.object == Some(object);
                is_it.then_some(site.instruction)
            });
            let stores: Vec<_> = stores.collect();
            let is_in_danger = |place: &&Place<'h>| {
                let mut stores = stores.iter();
                stores.any(|store| host.may_conflict(*store, place.load, false))
            };
            let in_danger: Vec<_> = places.iter().filter(is_in_danger).copied().collect();
            for (stage, check) in checks.iter_mut().enumerate() {
                let is_now = |place: &&Place<'h>| place.stage.max(at).min(last) == stage;
                let now: Vec<_> = in_danger.iter().filter(is_now).copied().collect();
                if now.is_empty() {
                    continue;
                }
                let position = stages[stage].terminator();
                let bounds = written(host, (s.l, footprint), &objects, object, position)?;
                let first = check.bounds.len();
                check.bounds.push(bounds);
                for places in of_places(host, &now)? {
                    check.pairs.push((first, check.bounds.len()));
                    check.bounds.push(places);
                    comparisons += 1;
                }
            }
        }
    }
    let is_asked = checks.first().is_some_and(|check| !check.pairs.is_empty());
    if !is_asked || comparisons > options.max_checks {
        return None;
    }
    let facts = surveyed.iter().map(|s| &s.facts);
    let least_count = match payback::fewest(facts, comparisons, options) {
        None => None,
        Some(fewest) => {
            let count = surveyed[0].l.wide_backedge_count(host)?;
            let position = stages[0].terminator();
            if !host.is_expandable(count, position) {
                return None;
            }
            Some((count, fewest - 1))
        }
    };
    let last = *stages.last()?;
    let is_known = |v: &Value<'h>| v.block().is_none_or(|block| host.dominates(block, last));
    let mut equal = sizes_to_be_equal(host, loops);
    equal.retain(|(one, other)| is_known(one) && is_known(other));
    Some(Staged {
        checks,
        least_count,
        equal,
    })
}
