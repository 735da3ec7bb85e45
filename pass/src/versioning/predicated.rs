//! Loops that stop where a check fails, of bounds or of what is asserted, and what says that none does.
//!
//! ```text
//!   for i in 0..n { t[i] = f(a[i]) }      // is i < t.len() and i < a.len()?
//!   for i in 0..n { c[i] = g(t[i]) }      // is i < c.len() and i < t.len()?
//! ```
//!
//! Such loops cannot be fused: what one has done is seen if the other one stops. In a copy of them no check is left; it is
//! entered where none would fail. That is loop predication (Click, "Loop predication", HotSpot; LLVM's pass of that
//! name), for all loops of a region at once.
//!
//! That is sound because:
//!
//! - ScalarEvolution knows after how many iterations a loop ends, and after how many a check in it would stop it, each as
//!   if the other one did not (`getExitCount`). It is asked of the loops as they are: of loops with one exit it would take
//!   more for granted, such as that a counter comes to its bound.
//! - Where the first number is less, the loop ends first, and the check holds in all iterations up to that: the copy does
//!   what the loop does. A check that does not run in each iteration has no such number.
//! - In a nest, and in an iteration that need not come to the check, the last index says the same: the first one, with each
//!   loop's step added as often as its back edge is taken. As unsigned numbers these only grow; where the sum does not wrap
//!   around, no index before it does, and none is greater.
//! - Checks beside the loops are asked with the same values before all of them ([`Above`]), also those that are not come to.
//! - What is asked may be loaded between the loops from where they may write, as a length in an object. It is loaded before
//!   them, too, where that harms nobody, and stands for what is loaded between in the copy. Their stores are asked to leave
//!   that place alone.
//! - All numbers are computed before the loops, and frozen. Where a loop does not run they mean nothing, and whatever they
//!   say, neither version runs it.

use super::above::Above;
use crate::facts::failing::{FailingCheck, is_eligible_if_checked, way_on};
use crate::facts::region::{Region, longest_runs};
use crate::llvm::{AddRec, Block, Host, Loop, Order, Scev, Value};
use crate::model::{LEFT_OVER, PREDICATED};
use crate::options::Options;
use rustc_hash::FxHashMap;
use std::ops::Range;

/// So many blocks beside loops are looked at.
const MOST_BLOCKS: usize = 64;

/// So many values that stores may change are looked at before loops.
const MOST_PLACES: usize = 16;

/// Loops that follow each other, of which some have checks that may fail.
pub struct Predicated<'h> {
    /// In program order.
    pub loops: Vec<Loop<'h>>,
    /// All of them.
    pub region: Region<'h>,
    /// Blocks that end in checks, and where they lead if these hold.
    pub ways: Vec<(Block<'h>, Block<'h>)>,
    /// Of the checks in loops, what must be so.
    pub questions: Vec<Question<'h>>,
    /// What checks between loops ask, with the values for which they hold.
    pub conditions: Vec<(Value<'h>, bool)>,
    /// What these are computed from, to go before the loops in that order.
    pub lifted: Vec<Value<'h>>,
    /// And what of that is to be copied behind it, since the loops may write over what it loads: where they do not, it is
    /// the same.
    pub copied: Vec<Value<'h>>,
}

/// What says before a loop that a check in it holds.
#[derive(Clone, PartialEq, Eq)]
pub enum Question<'h> {
    /// Is the back edge taken less often than the check needs to fail?
    Ends([Scev<'h>; 2]),
    /// Does an index stay below a limit?
    Below {
        /// Where it starts.
        start: Scev<'h>,
        /// What each loop adds to it, and how often.
        levels: Vec<(Scev<'h>, Scev<'h>)>,
        /// The limit.
        limit: Scev<'h>,
    },
}

impl<'h> Question<'h> {
    /// What to ask of a check in a loop, or in one within, where the loop begins.
    fn of(host: &'h Host, l: Loop<'h>, check: &FailingCheck<'h>) -> Option<Self> {
        let before = l.preheader()?;
        let can_be_asked = |question: &Self| question.can_be_asked(host, before);
        let of_index = || Question::of_index(host, l, check).filter(can_be_asked);
        Question::of_ends(host, check)
            .filter(can_be_asked)
            .or_else(of_index)
    }

    fn of_ends(host: &'h Host, check: &FailingCheck<'h>) -> Option<Self> {
        let l = host.innermost_loop(check.block)?;
        let ends = l.exit_count(host, l.latch()?)?;
        Some(Question::Ends([ends, l.exit_count(host, check.block)?]))
    }

    fn of_index(host: &'h Host, outer: Loop<'h>, check: &FailingCheck<'h>) -> Option<Self> {
        let (condition, holds_if) = check.condition();
        let (order, [a, b], is_unsigned) = condition.comparison()?;
        let (index, limit) = match (order, holds_if) {
            (Order::Less, true) => (a, b),
            // Not that the limit is not greater.
            (Order::NotGreater, false) => (b, a),
            _ => return None,
        };
        if !is_unsigned || index.integer_bits()? > u64::BITS {
            return None;
        }
        let mut start = Scev::of(host, index)?;
        let limit = Scev::of(host, limit)?;
        let mut levels = Vec::new();
        let inside = |r: &AddRec<'h>| outer.contains(r.l.header());
        while let Some(recurrence) = start.as_recurrence(host).filter(inside) {
            let l = recurrence.l;
            let count = l.exit_count(host, l.latch()?)?;
            if count.bits(host) > start.bits(host) {
                return None;
            }
            levels.push((recurrence.step, count));
            start = recurrence.start;
        }
        Some(Question::Below {
            start,
            levels,
            limit,
        })
    }

    /// The numbers that it speaks of.
    fn numbers(&self) -> Vec<Scev<'h>> {
        match self {
            Question::Ends(both) => both.to_vec(),
            Question::Below {
                start,
                levels,
                limit,
            } => {
                let levels = levels.iter().flat_map(|(step, count)| [*step, *count]);
                levels.chain([*start, *limit]).collect()
            }
        }
    }

    /// Can it be asked at the end of a block?
    fn can_be_asked(&self, host: &Host, block: Block<'h>) -> bool {
        let mut numbers = self.numbers().into_iter();
        numbers.all(|number| host.is_expandable(number, block.terminator()))
    }

    /// Lets what it speaks of be computed before a region, if that can be.
    fn lift(&self, above: &mut Above<'h, '_>) -> bool {
        let numbers = self.numbers().into_iter();
        let mut parts = numbers.flat_map(Scev::instructions);
        parts.all(|part| above.lift_or_copy(part))
    }

    /// The same question of other values in the place of some.
    pub fn with(&self, host: &'h Host, old: &[Value<'h>], new: &[Value<'h>]) -> Option<Self> {
        let with = |number: Scev<'h>| number.with(host, old, new);
        Some(match self {
            Question::Ends([ends, fails]) => Question::Ends([with(*ends)?, with(*fails)?]),
            Question::Below {
                start,
                levels,
                limit,
            } => {
                let level =
                    |(step, count): &(Scev<'h>, Scev<'h>)| Some((with(*step)?, with(*count)?));
                Question::Below {
                    start: with(*start)?,
                    levels: levels.iter().map(level).collect::<Option<_>>()?,
                    limit: with(*limit)?,
                }
            }
        })
    }

    /// Asks it in front of an instruction.
    pub fn ask(&self, host: &'h Host, position: Value<'h>) -> Value<'h> {
        match self {
            Question::Ends(both) => host.is_less(position, *both),
            Question::Below {
                start,
                levels,
                limit,
            } => host.stays_below(position, (*start, *limit), levels),
        }
    }
}

/// A loop of which it can be said before it whether its checks hold.
struct Checked<'h> {
    l: Loop<'h>,
    checks: Vec<FailingCheck<'h>>,
    /// As in [`Predicated`].
    questions: Vec<Question<'h>>,
}

impl<'h> Checked<'h> {
    fn find(host: &'h Host, l: Loop<'h>) -> Option<Self> {
        let is_done = [PREDICATED, LEFT_OVER]
            .iter()
            .any(|word| l.has_attribute(word));
        if is_done || !is_eligible_if_checked(host, l) {
            return None;
        }
        let checks = FailingCheck::all_of(l)?;
        let mut questions = Vec::new();
        for check in &checks {
            let question = Question::of(host, l, check)?;
            if !questions.contains(&question) {
                questions.push(question);
            }
        }
        Some(Checked {
            l,
            checks,
            questions,
        })
    }
}

/// Checks outside of loops that may be in a region of these, as far as they are found.
fn checks_beside<'h>(host: &'h Host, loops: &[Loop<'h>]) -> Vec<FailingCheck<'h>> {
    let preheaders: Option<Vec<_>> = loops.iter().map(|l| l.preheader()).collect();
    let [first, others @ ..] = &preheaders.unwrap_or_default()[..] else {
        return vec![];
    };
    let nearest = |top, other: &Block<'h>| host.nearest_dominator(top, *other);
    let Some(top) = others.iter().try_fold(*first, nearest) else {
        return vec![];
    };
    let around = loops[0].parent();
    let mut checks = Vec::new();
    let mut seen: Vec<_> = around.map(Loop::header).into_iter().collect();
    let mut rest = top.successors().to_vec();
    while let Some(block) = rest.pop() {
        if seen.contains(&block) || seen.len() == MOST_BLOCKS {
            continue;
        }
        seen.push(block);
        let inside = host.innermost_loop(block);
        if inside != around {
            rest.extend(inside.and_then(way_on));
        } else if let Some(check) = FailingCheck::at(block) {
            rest.push(check.passed);
            checks.push(check);
        } else {
            rest.extend(block.successors());
        }
    }
    checks
}

/// May two of the loops touch an array in common, for all that is seen of their pointers?
fn may_share<'h>(host: &'h Host, checked: &[&Checked<'h>]) -> bool {
    let mut known: FxHashMap<Value<'h>, usize> = FxHashMap::default();
    checked.iter().enumerate().any(|(at, one)| {
        let blocks = one.l.blocks();
        let mut all = blocks.iter().flat_map(|block| block.instructions());
        all.any(|i| {
            let Some(pointer) = i.loaded_from().or_else(|| i.stored_to()) else {
                return host.effects(i).reads() || host.effects(i).writes();
            };
            let object = host.underlying_object(pointer);
            // What is loaded twice, or comes on several ways, may be one.
            object.loaded_from().is_some()
                || object.is_phi()
                || *known.entry(object).or_insert(at) != at
        })
    })
}

impl<'h> Predicated<'h> {
    /// The first ones among siblings, which are given in program order, and how many of these lie before
    /// or are among them.
    pub fn find(host: &'h Host, siblings: &[Loop<'h>], options: &Options) -> Option<(Self, usize)> {
        let has_checks = |l: &Loop<'h>| l.only_exiting_block().is_none();
        let may_be =
            || siblings.iter().any(has_checks) || !checks_beside(host, siblings).is_empty();
        if siblings.len() < 2 || !may_be() {
            return None;
        }
        let all: Vec<_> = siblings.iter().map(|l| Checked::find(host, *l)).collect();
        let mut behind = 0;
        all.split(Option::is_none).find_map(|stretch| {
            let first = behind;
            behind += stretch.len() + 1;
            let stretch: Vec<_> = stretch.iter().flatten().collect();
            let (found, end) = Predicated::among(host, &stretch, options)?;
            Some((found, first + end))
        })
    }

    /// The first ones among loops, and how many of these lie before or are among them.
    fn among(host: &'h Host, checked: &[&Checked<'h>], options: &Options) -> Option<(Self, usize)> {
        if checked.len() < 2 || options.profit && !may_share(host, checked) {
            return None;
        }
        let limit = options.max_version;
        let loops: Vec<_> = checked.iter().map(|checked| checked.l).collect();
        let beside = checks_beside(host, &loops);
        let within = checked.iter().flat_map(|checked| &checked.checks);
        let ways = within.chain(&beside).map(FailingCheck::way);
        let ways: Vec<_> = ways.collect();
        if ways.is_empty() {
            return None;
        }
        let runs: Vec<_> = host.with_ways_kept(&ways, || {
            let region = |run: Range<usize>| Region::of_all(host, &loops[run], limit);
            longest_runs(loops.len(), 1, region).collect()
        });
        let mut runs = runs.into_iter().filter(|(run, _)| run.len() > 1);
        runs.find_map(|(run, region)| {
            let of_run = &checked[run.clone()];
            match Predicated::of(host, of_run, &beside, region) {
                Ok(found) => Some((found?, run.end)),
                Err(at) => {
                    let among = |part: Range<usize>| {
                        let (found, end) = Predicated::among(host, &of_run[part.clone()], options)?;
                        Some((found, run.start + part.start + end))
                    };
                    among(0..at).or_else(|| among(at.max(1)..run.len()))
                }
            }
        })
    }

    /// Loops, with checks beside them. None if there is nothing to ask; the error is the first loop of which it cannot be asked
    /// where the region begins.
    fn of(
        host: &'h Host,
        checked: &[&Checked<'h>],
        beside: &[FailingCheck<'h>],
        region: Region<'h>,
    ) -> Result<Option<Self>, usize> {
        let is_here = |check: &&FailingCheck<'h>| region.asks_in(check.block);
        let beside: Vec<_> = beside.iter().filter(is_here).collect();
        let within = checked.iter().flat_map(|checked| &checked.checks);
        let ways = within.chain(beside.iter().copied()).map(FailingCheck::way);
        let ways: Vec<_> = ways.collect();
        let mut above = Above::new(host, &region);
        let mut conditions = Vec::new();
        let mut questions: Vec<Question<'h>> = Vec::new();
        for check in beside {
            let condition = check.condition();
            if !above.lift(condition.0) {
                let is_behind = |one: &&Checked<'h>| host.dominates(check.block, one.l.header());
                let at = checked.iter().position(is_behind);
                return Err(at.unwrap_or(checked.len() - 1));
            }
            conditions.push(condition);
        }
        for (at, one) in checked.iter().enumerate() {
            for question in &one.questions {
                if !question.lift(&mut above) {
                    return Err(at);
                }
                if !questions.contains(question) {
                    questions.push(question.clone());
                }
            }
        }
        above.copy_others(MOST_PLACES);
        let (lifted, copied) = above.into_lifted_and_copied();
        Ok((!ways.is_empty()).then(|| Predicated {
            loops: checked.iter().map(|checked| checked.l).collect(),
            region,
            ways,
            questions,
            conditions,
            lifted,
            copied,
        }))
    }
}
