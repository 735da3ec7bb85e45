//! Arrays of pointers to rows (`double **a`, `a[y][x]`), whose rows may lie evenly in memory.
//!
//! Nobody knows of loops over such rows which rows are one, or overlap. Where the pointers of each array are a constant
//! number of bytes apart, it is an array with a pitch, as others are: `a[y]` is `base + y * pitch`. Rows lie so where they
//! were cut out of one block, and often where they were allocated in turn. A check asks for each pointer that the loops
//! would load; in a copy of the loops they are computed.
//!
//! Why the check may load them, before the loops:
//!
//! - It is made where the conditions hold under which loops run, and then it loads what they load: a load counts that is
//!   made in each iteration of its loop, whose iterations are counted. Nothing between stops the program.
//! - Nothing that loops write meets the pointers: as LLVM's alias analysis says (doubles are no pointers), or since the check
//!   asks that, too, of what the copy writes. Up to the first pointer that differed, the original would write the same.

use super::above::Above;
use super::reloading::StageCheck;
use super::row_loads::{Arrays, POINTER, Pointer, pointers};
use crate::facts::bounds::written;
use crate::facts::footprint::Objects;
use crate::facts::guards::Guard;
use crate::facts::loops::survey;
use crate::facts::region::{Region, first_among_eligible, longest_runs};
use crate::llvm::region::Bounds;
use crate::llvm::{Block, Host, Loop, RowLoad, Scev, Value};
use crate::model::{AccessKind, LEFT_OVER, ROWS_COMPUTED};
use crate::options::Options;
use crate::profit::payback;
use std::ops::Range;

/// Iterations are counted in so many bits.
const COUNTED: u32 = 64;

/// Loops that follow each other, of which some load pointers to rows.
pub struct RowPointers<'h> {
    /// All of them, in program order.
    pub loops: Vec<Loop<'h>>,
    /// All that holds them.
    pub region: Region<'h>,
    /// Blocks that branch, and where the copy always goes on.
    pub ways: Vec<(Block<'h>, Block<'h>)>,
    /// What must hold, with the value for which it does.
    pub conditions: Vec<(Value<'h>, bool)>,
    /// What that is computed from, to go before the loops in that order.
    pub lifted: Vec<Value<'h>>,
    /// Loads of pointers to rows.
    pub loads: Vec<RowLoad<'h>>,
    /// How often loops within must go back at least, for the check to pay.
    pub least: Vec<(Scev<'h>, u64)>,
    /// Stores that may meet pointers, and the numbers of the arrays of these.
    pub threats: Vec<(Value<'h>, usize)>,
}

impl<'h> RowPointers<'h> {
    /// The first ones among siblings, which are given in program order, and how many of these lie
    /// before or are among them. They have up to `limit` instructions.
    pub fn find(host: &'h Host, siblings: &[Loop<'h>], options: &Options) -> Option<(Self, usize)> {
        let limit = options.max_version;
        let is_nest = |l: &&Loop<'h>| {
            let is_old = [LEFT_OVER, ROWS_COMPUTED]
                .iter()
                .any(|word| l.has_attribute(word));
            !is_old && !l.children(host).is_empty()
        };
        let nests: Vec<_> = siblings.iter().filter(is_nest).collect();
        let has_rows = |l: &&Loop<'h>| pointers(host, **l).next().is_some();
        if nests.len() < 2 || !nests.iter().any(has_rows) {
            return None;
        }
        first_among_eligible(host, siblings, |siblings, surveyed| {
            let region = |run: Range<usize>| Region::of_counted(host, &surveyed[run], limit);
            longest_runs(surveyed.len(), 1, region).find_map(|(run, region)| {
                let loops = siblings[run.clone()].to_vec();
                (loops.len() > 1)
                    .then(|| Some((RowPointers::of(host, loops, region, options)?, run.end)))?
            })
        })
    }

    fn of(
        host: &'h Host,
        loops: Vec<Loop<'h>>,
        region: Region<'h>,
        options: &Options,
    ) -> Option<Self> {
        let mut above = Above::new(host, &region);
        let guards = above.lift_guards(loops.iter().flat_map(|l| l.nest(host)));
        let top = region.top;
        let can_ask = |s: &Scev<'h>| host.is_expandable(*s, top.terminator());
        let writes = region.own_blocks().flat_map(|block| block.instructions());
        let writes: Vec<_> = writes.filter(|i| host.effects(*i).writes()).collect();
        let mut arrays = Arrays::default();
        let (ways, mut conditions): (_, Vec<_>) = guards.iter().map(Guard::way).unzip();
        for (number, l) in loops.iter().enumerate() {
            let is_entered = || is_entered(host, top, *l, &guards);
            let can_count = |s: &Scev<'h>| s.bits(host) <= COUNTED && can_ask(s) && is_entered();
            let Some(count) = l.wide_backedge_count(host).filter(can_count) else {
                continue;
            };
            for Pointer {
                load,
                source,
                first,
                bytes,
            } in pointers(host, *l)
            {
                let is_made = || {
                    let block = load.block();
                    block.is_some_and(|block| is_made_always(host, block, *l, &guards))
                };
                if !can_ask(&first) || !is_made() {
                    continue;
                }
                if let Some(condition) = source.condition {
                    if !above.lift(condition.0) {
                        continue;
                    }
                    conditions.push(condition);
                }
                arrays.add(host, (load, source.place), (number, count), (first, bytes))?;
            }
        }
        let loads = arrays.into_loads()?;
        let mut threats = Vec::new();
        for write in writes {
            for row in &loads {
                let threat = (write, row.array);
                if !threats.contains(&threat) && host.may_conflict(write, row.load, false) {
                    threats.push(threat);
                }
            }
        }
        let mut least = Vec::new();
        for (number, l) in loops.iter().enumerate() {
            let compared = loads.iter().filter(|row| row.l == number).count();
            least.extend(least_count(host, &region, *l, compared as u64, options)?);
        }
        conditions.dedup();
        Some(RowPointers {
            lifted: above.into_lifted(),
            loops,
            region,
            ways,
            conditions,
            loads,
            least,
            threats,
        })
    }
}

/// How often the innermost loops within a nest must go back, if so many pointers are compared for each time that
/// they run. None if they are known not to, or if that cannot be asked.
fn least_count<'h>(
    host: &'h Host,
    region: &Region<'h>,
    l: Loop<'h>,
    compared: u64,
    options: &Options,
) -> Option<Vec<(Scev<'h>, u64)>> {
    let within = l.nest(host);
    let innermost = within.iter().filter(|l| l.children(host).is_empty());
    let asked = innermost.filter_map(|l| {
        let facts = survey(host, *l).facts;
        let fewest = payback::fewest(std::iter::once(&facts), compared, options)?;
        Some((*l, facts.max_trip_count, fewest))
    });
    let ask = |(l, most, fewest): (Loop<'h>, Option<u64>, u64)| {
        let count = l.wide_backedge_count(host)?;
        let may_be = most.is_none_or(|most| most >= fewest);
        let can_ask = host.is_expandable(count, region.top.terminator());
        (may_be && can_ask).then_some((count, fewest - 1))
    };
    asked.map(ask).collect()
}

/// Does a loop run if all these guards hold?
fn is_entered<'h>(host: &'h Host, top: Block<'h>, l: Loop<'h>, guards: &[Guard<'h>]) -> bool {
    let Some(mut block) = l.preheader() else {
        return false;
    };
    for _ in 0..=guards.len() {
        if host.nearest_post_dominator(top, block) == Some(block) {
            return true;
        }
        // The branch must lead there straight.
        let Some(guard) = guards.iter().find(|g| g.head.blocks.contains(&block)) else {
            return false;
        };
        block = guard.branch;
    }
    false
}

/// Does a block of a loop run in each of its iterations, if all these guards hold?
fn is_made_always<'h>(host: &'h Host, block: Block<'h>, l: Loop<'h>, guards: &[Guard<'h>]) -> bool {
    let (mut block, latch) = (block, l.latch());
    for _ in 0..=guards.len() {
        if latch.is_some_and(|latch| host.dominates(block, latch)) {
            return true;
        }
        // What leaves a loop has been there, if the loop runs.
        let runs = |g: &&Guard<'h>| {
            let mut tail = g.tail.blocks.iter();
            l.contains(g.branch)
                && host.dominates(g.head.first(), block)
                && tail.next().is_some_and(|exit| host.dominates(block, *exit))
        };
        let Some(guard) = guards.iter().find(runs) else {
            return false;
        };
        block = guard.branch;
    }
    false
}

/// What asks that stores of loops which compute rows leave the pointers alone. None if that cannot be asked in front of
/// `position`, or not with the comparisons that the options allow.
pub fn keeps_pointers<'h>(
    host: &'h Host,
    loops: &[Loop<'h>],
    loads: &[RowLoad<'h>],
    threats: &[(Value<'h>, usize)],
    position: Value<'h>,
    options: &Options,
) -> Option<StageCheck<'h>> {
    let (mut bounds, mut pairs) = (Vec::new(), Vec::new());
    let mut arrays: Vec<_> = threats.iter().map(|(_, array)| *array).collect();
    arrays.sort_unstable();
    arrays.dedup();
    for array in &arrays {
        let mut of_array = Bounds::default();
        for load in loads.iter().filter(|load| load.array == *array) {
            let count = load.count.widened_like(host, load.address)?;
            let bytes = count.times(host, count.constant_like(host, load.unit)?)?;
            let end = load.address.plus(host, bytes)?.offset(host, POINTER)?;
            of_array.lows.push(load.address);
            of_array.highs.push(end);
        }
        of_array.lows.dedup();
        of_array.highs.dedup();
        bounds.push(of_array);
    }
    let objects = Objects::default();
    let mut asked = Vec::new();
    for l in loops {
        let surveyed = survey(host, *l);
        let footprint = surveyed.footprint(host, &objects);
        let mut known = Vec::new();
        for (access, site) in footprint.accesses.iter().zip(&footprint.sites) {
            let of = |threat: &&(Value<'h>, usize)| threat.0 == site.instruction;
            let met: Vec<_> = threats.iter().filter(of).map(|(_, array)| *array).collect();
            if met.is_empty() || access.kind != AccessKind::Write {
                continue;
            }
            asked.push(site.instruction);
            let object = access.object?;
            let at = match known.iter().position(|(of, _)| *of == object) {
                Some(at) => at,
                None => {
                    let all = written(host, (*l, footprint), &objects, object, position)?;
                    bounds.push(all);
                    known.push((object, bounds.len() - 1));
                    known.len() - 1
                }
            };
            for array in met {
                let pair = (known[at].1, arrays.binary_search(&array).ok()?);
                if !pairs.contains(&pair) {
                    pairs.push(pair);
                }
            }
        }
    }
    // Of calls nobody knows what they write.
    let is_asked = threats.iter().all(|(write, _)| asked.contains(write));
    let is_short = pairs.len() as u64 <= options.max_checks;
    (is_asked && is_short).then_some(StageCheck { bounds, pairs })
}
