//! The code from before a run of adjacent loops to behind them, as one piece that
//! can be copied.

use super::eligible::is_eligible;
use super::guards::{Arm, Guard};
use super::hazards::hazard;
use super::loops::{Surveyed, survey};
use crate::candidate;
use crate::llvm::{Block, Host, Loop, Value};
use rustc_hash::FxHashSet;
use std::ops::Range;

/// More blocks than this are not looked at.
const MOST_BLOCKS: usize = 256;

/// Blocks with one way in and one way out.
#[derive(Clone, Debug)]
pub struct Region<'h> {
    /// Leads into the region; its terminator is the first thing that is part of it.
    pub top: Block<'h>,
    /// All other blocks, in no order that matters.
    pub blocks: Vec<Block<'h>>,
    /// The outermost loops among them.
    pub loops: Vec<Loop<'h>>,
    /// Where the region leads. Of straight code, one of `blocks`: the region ends
    /// behind its phis.
    pub end: Block<'h>,
}

/// The longest runs of `siblings` loops that have a region, which `region` says of some that follow each other: which
/// ones they are, and their region. A run gets longer by one loop, or by up to `steps` where fewer have none.
pub fn longest_runs<'h>(
    siblings: usize,
    steps: usize,
    region: impl Fn(Range<usize>) -> Option<Region<'h>>,
) -> impl Iterator<Item = (Range<usize>, Region<'h>)> {
    let mut end = 0;
    let next = move || {
        if end >= siblings {
            return None;
        }
        let first = end;
        let longer = |last: usize| {
            let region = region((last < siblings).then_some(first..last + 1)?)?;
            Some((region, last + 1))
        };
        let mut longest = None;
        end += 1;
        while let Some((region, behind)) = (end..end + steps).find_map(longer) {
            longest = Some(region);
            end = behind;
        }
        Some(longest.map(|region| (first..end, region)))
    };
    std::iter::from_fn(next).flatten()
}

/// The first thing that `find` finds in siblings that follow each other, of which each may be fused for all that one look at
/// it says. `find` is given such siblings, surveyed, and says with the thing how many of them it is done with; the result
/// says so of all siblings.
pub(crate) fn first_among_eligible<'h, T>(
    host: &'h Host,
    siblings: &[Loop<'h>],
    find: impl Fn(&[Loop<'h>], &[Surveyed<'h>]) -> Option<(T, usize)>,
) -> Option<(T, usize)> {
    let mut behind = 0;
    let mut stretches = siblings.split(|l| !is_eligible(host, *l));
    stretches.find_map(|stretch| {
        let first = behind;
        behind += stretch.len() + 1;
        if stretch.len() < 2 {
            return None;
        }
        let surveyed: Vec<_> = stretch.iter().map(|l| survey(host, *l)).collect();
        let (found, end) = find(stretch, &surveyed)?;
        Some((found, first + end))
    })
}

/// Do loops end for certain, with numbers of iterations that are known before them?
pub(crate) fn are_counted(loops: &[Surveyed<'_>]) -> bool {
    let is_counted = |s: &Surveyed<'_>| candidate::check(&s.facts, false).is_ok();
    loops.iter().all(is_counted)
}

impl<'h> Region<'h> {
    /// The region of loops that follow each other, each under the guard of its own
    /// that comes with it, or straight. None if there is another way in or out.
    pub(crate) fn find(
        host: &'h Host,
        first: (&Surveyed<'h>, Option<&Guard<'h>>),
        last: (&Surveyed<'h>, Option<&Guard<'h>>),
    ) -> Option<Self> {
        let top = match first.1 {
            Some(guard) => guard.branch,
            None => first.0.shape.as_ref()?.preheader,
        };
        if let Some(guard) = last.1 {
            return Region::between(host, top, guard.join, false);
        }
        let shape = last.0.shape.as_ref()?;
        // A guard that the first loop's implies leads around the second loop all the same.
        let to_join = || Region::between(host, top, shape.guard.as_ref()?.join, false);
        Region::between(host, top, shape.exit, true).or_else(to_join)
    }

    /// The region of loops that follow each other in whatever way, each under conditions of its own or
    /// in the arm of one before.
    pub(crate) fn around(
        host: &'h Host,
        first: &Surveyed<'h>,
        last: &Surveyed<'h>,
    ) -> Option<Self> {
        let (first, last) = (first.shape.as_ref()?, last.shape.as_ref()?);
        let guards = first.guard.as_ref().zip(last.guard.as_ref());
        let guarded = || {
            let (guard0, guard1) = guards?;
            Region::between(host, guard0.branch, guard1.join, false)
        };
        let in_arm = || {
            let arm = Arm::find(host, first.preheader)?;
            Region::between(host, arm.branch, arm.skip, false)
        };
        let straight = || Region::between(host, first.preheader, last.exit, true);
        straight().or_else(guarded).or_else(in_arm)
    }

    /// The region of loops that end for certain, from where all ways to them part to where all ways from them meet, if it
    /// is quiet and has up to `limit` instructions.
    pub(crate) fn of_counted(host: &'h Host, loops: &[Surveyed<'h>], limit: u64) -> Option<Self> {
        if !are_counted(loops) {
            return None;
        }
        let all: Vec<_> = loops.iter().map(|s| s.l).collect();
        Region::enclosing(host, &all)?.if_quiet(host, loops, limit)
    }

    /// The region from where all ways to the loops part to where all ways from them meet.
    fn enclosing(host: &'h Host, loops: &[Loop<'h>]) -> Option<Self> {
        let borders = |l: &Loop<'h>| Some((l.preheader()?, l.unique_exit()?));
        let borders: Option<Vec<_>> = loops.iter().map(borders).collect();
        let borders = borders?;
        let (mut top, mut end) = *borders.first()?;
        for (preheader, exit) in &borders {
            top = host.nearest_dominator(top, *preheader)?;
            end = host.nearest_post_dominator(end, *exit)?;
        }
        Region::between(host, top, end, borders.iter().any(|(_, exit)| *exit == end))
    }

    /// The region from where all ways to loops part to where all ways from them meet, if it holds no others, nothing stops
    /// between them, and it has up to `limit` instructions.
    pub(crate) fn of_all(host: &'h Host, loops: &[Loop<'h>], limit: u64) -> Option<Self> {
        let region = Region::enclosing(host, loops)?;
        let is_free = |i| hazard(host.effects(i)).is_none();
        let goes_on = |block: &Block<'h>| block.instructions().all(is_free);
        let is_one = region.own_blocks().all(goes_on) && region.holds(host, loops, limit);
        is_one.then_some(region)
    }

    /// This, if it holds these loops and no others, nothing is written and nothing stops between
    /// them, and it has up to `limit` instructions.
    pub(crate) fn if_quiet(
        self,
        host: &'h Host,
        loops: &[Surveyed<'h>],
        limit: u64,
    ) -> Option<Self> {
        let all: Vec<_> = loops.iter().map(|s| s.l).collect();
        let is_free = |s: &Surveyed<'h>| s.facts.hazards.is_empty();
        let is_outside = |block: &&Block<'h>| !all.iter().any(|l| l.contains(**block));
        let is_quiet = |block: &Block<'h>| block.instructions().all(|i| is_quiet(host, i));
        let is_whole = loops.iter().all(is_free)
            && self.own_blocks().filter(is_outside).all(is_quiet)
            && self.holds(host, &all, limit);
        is_whole.then_some(self)
    }

    /// Does it hold these loops and no others, and has it up to `limit` instructions?
    fn holds(&self, host: &'h Host, loops: &[Loop<'h>], limit: u64) -> bool {
        self.loops.len() == loops.len()
            && loops.iter().all(|l| self.loops.contains(l))
            && self.size(host).is_some_and(|size| size <= limit)
    }

    /// All from behind a block to before another one, which is part of it if the region is straight.
    fn between(host: &'h Host, top: Block<'h>, end: Block<'h>, is_straight: bool) -> Option<Self> {
        // What ends the top is part of the region, but of none of its blocks.
        if !is_quiet(host, top.terminator()) {
            return None;
        }
        let mut seen = FxHashSet::from_iter([top]);
        let mut blocks = Vec::new();
        let mut rest = top.successors();
        while let Some(block) = rest.pop() {
            if block == end || !seen.insert(block) {
                continue;
            }
            let next = block.successors();
            blocks.push(block);
            if blocks.len() == MOST_BLOCKS || next.is_empty() || next.contains(&top) {
                return None;
            }
            rest.extend(next);
        }
        if is_straight {
            // All there is behind the end must not be reached around it.
            let is_inside = |next: &Block<'h>| *next != top && seen.contains(next);
            if end.successors().iter().any(is_inside) {
                return None;
            }
            blocks.push(end);
            seen.insert(end);
        }
        let has_one_way_in = |b: &Block<'h>| b.predecessors().iter().all(|p| seen.contains(p));
        if !blocks.iter().all(has_one_way_in) {
            return None;
        }
        let around = host.innermost_loop(top);
        let starts_loop = |block: &Block<'h>| {
            let l = host.innermost_loop(*block)?;
            (l.parent() == around && l.header() == *block).then_some(l)
        };
        let loops: Vec<_> = blocks.iter().filter_map(starts_loop).collect();
        loops
            .iter()
            .all(|l| l.is_safe_to_clone())
            .then_some(Region {
                top,
                blocks,
                loops,
                end,
            })
    }

    /// Blocks that are part of it as a whole.
    pub(crate) fn own_blocks(&self) -> impl Iterator<Item = &Block<'h>> {
        self.blocks.iter().filter(|block| **block != self.end)
    }

    /// Is what ends a block part of it?
    pub(crate) fn asks_in(&self, block: Block<'h>) -> bool {
        block == self.top || self.own_blocks().any(|b| *b == block)
    }

    /// How many instructions a copy holds; none if something must not be copied.
    pub(crate) fn size(&self, host: &Host) -> Option<u64> {
        let all = self.blocks.iter().flat_map(|block| block.instructions());
        let mut count = 0;
        for instruction in all {
            if !is_safe_to_copy(host, instruction) {
                return None;
            }
            count += 1;
        }
        Some(count)
    }

    /// Does the region end behind the phis of a block that is part of it?
    pub fn is_straight(&self) -> bool {
        self.blocks.contains(&self.end)
    }
}

/// Does an instruction write nothing, and does what follows run for certain?
fn is_quiet(host: &Host, instruction: Value<'_>) -> bool {
    let effects = host.effects(instruction);
    effects.is_harmless() || !effects.writes() && hazard(effects).is_none()
}

/// May an instruction be in two places?
pub(crate) fn is_safe_to_copy(host: &Host, instruction: Value<'_>) -> bool {
    let effects = host.effects(instruction);
    // A copied alloca would be two objects behind the copies.
    !effects.is_not_duplicable() && !effects.is_convergent() && !effects.orders_stack()
}

/// All blocks on ways from one to another one that it dominates, both included, each behind those that
/// lead to it. None if they are more than `most`, or if ways go in circles.
pub(crate) fn blocks_between<'h>(
    first: Block<'h>,
    last: Block<'h>,
    most: usize,
) -> Option<Vec<Block<'h>>> {
    let mut known = FxHashSet::from_iter([first, last]);
    let mut rest = if first == last {
        vec![]
    } else {
        last.predecessors().to_vec()
    };
    while let Some(block) = rest.pop() {
        if known.insert(block) {
            rest.extend(block.predecessors());
        }
        if known.len() > most {
            return None;
        }
    }
    let is_led_to = |block: &Block<'h>, before: &[Block<'h>]| {
        *block == first || block.predecessors().iter().all(|p| before.contains(p))
    };
    let mut blocks = Vec::new();
    let mut rest = vec![first];
    while let Some(block) = rest.pop() {
        blocks.push(block);
        for next in block.successors() {
            let is_new = known.contains(&next) && !blocks.contains(&next) && !rest.contains(&next);
            if is_new && is_led_to(&next, &blocks) {
                rest.push(next);
            }
        }
    }
    (blocks.len() == known.len()).then_some(blocks)
}
