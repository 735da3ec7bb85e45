//! Loops of which one runs several iterations for each of another one, as where an image is made smaller or larger:
//!
//! ```text
//!   for i in 0..n: a[i] = f(i)
//!   for i in 0..n / 2: b[i] = a[2 * i] + a[2 * i + 1]
//! ```
//!
//! Unrolled so often, the longer loop has as many iterations as the shorter one, and both are fused like any others:
//!
//! ```text
//!   for i in 0..n / 2: a[2 * i] = f(2 * i); a[2 * i + 1] = f(2 * i + 1)
//!   for i in n / 2 * 2..n: a[i] = f(i)
//!   for i in 0..n / 2: b[i] = a[2 * i] + a[2 * i + 1]
//! ```
//!
//! How often is read off an array that both touch: one steps over so many elements, or rows, of it while the other steps
//! over one. The same iterations run in the same order, whatever that number is, if the longer loop has as many: that is asked
//! before the loops, of the counts that they have if they run.

use super::above::Above;
use crate::facts::guards::Guard;
use crate::facts::locals::is_read_only_by;
use crate::facts::loops::Surveyed;
use crate::facts::region::{Region, are_counted, first_among_eligible};
use crate::llvm::{Block, Host, Loop, Scev, Value};
use crate::model::{FLATTENED, FUSED, LEFT_OVER, SCALED, SEARCHED};
use rustc_hash::FxHashSet;
use std::ops::Range;

/// Loops are unrolled so often at most.
const MOST_TIMES: u64 = 4;

/// Loops that follow each other, some of them longer than the others.
pub struct Scaled<'h> {
    /// All of them, in program order.
    pub loops: Vec<Loop<'h>>,
    /// The places of the longer ones.
    pub longer: Vec<usize>,
    /// How many iterations of these there are for one of another loop.
    pub times: u64,
    /// The back-edge counts of the longer and of the shorter ones.
    pub counts: [Scev<'h>; 2],
    /// If the shorter ones step over less than that, it does not pay.
    pub least: Option<Least<'h>>,
    /// The longer ones have no iterations beside these. What is left of a nest is one, and stands in the way.
    pub exactly: bool,
    /// The conditions that they run under within the region.
    pub guards: Vec<Guard<'h>>,
    /// What is to be computed before the region for that, in order.
    pub lifted: Vec<Value<'h>>,
    /// All that holds them.
    pub region: Region<'h>,
}

/// How far a loop goes on in memory, at least.
#[derive(Clone, Copy)]
pub struct Least<'h> {
    /// By what an iteration goes on.
    pub step: Scev<'h>,
    /// How far all of them do.
    pub bytes: u64,
}

impl<'h> Scaled<'h> {
    /// The first ones among siblings, which are given in program order, and how many of these lie before or are
    /// among them. Unrolled, they have up to `limit` instructions. Where it is known not to pay, that may be no matter.
    pub fn find(
        host: &'h Host,
        siblings: &[Loop<'h>],
        (limit, must_pay): (u64, bool),
    ) -> Option<(Self, usize)> {
        first_among_eligible(host, siblings, |_, surveyed| {
            (1..surveyed.len()).find_map(|second| {
                let pair = [&surveyed[second - 1], &surveyed[second]];
                let scale = Scale::of(host, pair, must_pay)?;
                let pair = second - 1..second + 1;
                let alike = scale.extend(host, surveyed, pair.clone());
                let within = |run: &Range<usize>| {
                    let loops = &surveyed[run.clone()];
                    Some((Scaled::within(host, loops, &scale, limit)?, run.end))
                };
                within(&alike).or_else(|| within(Some(&pair).filter(|pair| **pair != alike)?))
            })
        })
    }

    /// The same, where the longer loops have no iterations beside these.
    pub fn exactly(self) -> Self {
        Scaled {
            exactly: true,
            ..self
        }
    }

    fn within(
        host: &'h Host,
        loops: &[Surveyed<'h>],
        scale: &Scale<'h>,
        limit: u64,
    ) -> Option<Self> {
        let count = |s: &Surveyed<'h>| s.l.wide_backedge_count(host);
        let is_longer = |at: &usize| count(&loops[*at]) == Some(scale.counts[0]);
        let longer: Vec<_> = (0..loops.len()).filter(is_longer).collect();
        let copied = longer.iter().map(|at| loops[*at].facts.instructions);
        let copied = copied.sum::<u64>().saturating_mul(scale.times);
        let rest = limit.checked_sub(copied)?;
        if !are_counted(loops) {
            return None;
        }
        let region = Region::around(host, loops.first()?, loops.last()?)?;
        let region = region.if_quiet(host, loops, rest)?;
        let mut above = Above::new(host, &region);
        let of_counts = scale.counts.iter().flat_map(|count| count.instructions());
        if !above.lift_all(&of_counts.collect::<Vec<_>>()) {
            return None;
        }
        // Checks ask for the lengths of rows.
        for l in loops.iter().flat_map(|s| s.l.nest(host)) {
            if let Some(count) = l.backedge_count(host) {
                above.lift_all(&count.instructions());
            }
        }
        let least = scale
            .least
            .filter(|least| above.lift_all(&least.step.instructions()));
        let guards = above.lift_guards(loops.iter().map(|s| s.l));
        let always = |block: Block<'h>| {
            block == region.top || host.nearest_post_dominator(region.top, block) == Some(block)
        };
        // The counts are those of loops that run.
        let is_known = |s: &Surveyed<'h>| {
            let shape = s.shape.as_ref()?;
            let guard = shape.guard.as_ref().filter(|g| region.asks_in(g.branch));
            let is_lifted = |g: &Guard<'h>| guards.iter().any(|lifted| lifted.branch == g.branch);
            guard.is_none_or(is_lifted).then_some(())?;
            always(guard.map_or(shape.preheader, |g| g.branch)).then_some(())
        };
        loops.iter().all(|s| is_known(s).is_some()).then_some(())?;
        Some(Scaled {
            loops: loops.iter().map(|s| s.l).collect(),
            longer,
            times: scale.times,
            counts: scale.counts,
            least,
            exactly: scale.is_even(host) || loops.iter().any(|s| !s.facts.is_innermost),
            guards,
            lifted: above.into_lifted(),
            region,
        })
    }
}

/// How two loops fit.
struct Scale<'h> {
    times: u64,
    /// The back-edge counts of the longer and of the shorter one.
    counts: [Scev<'h>; 2],
    /// If the shorter one steps over less than that, it does not pay.
    least: Option<Least<'h>>,
}

impl<'h> Scale<'h> {
    fn of(host: &'h Host, pair: [&Surveyed<'h>; 2], must_pay: bool) -> Option<Self> {
        if !pair.iter().all(|s| may_be_scaled(s)) {
            return None;
        }
        let count = |s: &Surveyed<'h>| s.l.wide_backedge_count(host);
        let counts = [count(pair[0])?, count(pair[1])?];
        if counts[0] == counts[1] {
            return None;
        }
        let Meeting {
            longer,
            times,
            least,
        } = Meeting::find(host, pair, must_pay)?;
        let [longer, shorter] = [counts[longer], counts[1 - longer]];
        let known = [longer, shorter].map(|count| count.as_unsigned_constant().map(u128::from));
        let may_fit = match known {
            [Some(longer), Some(shorter)] => longer + 1 >= (shorter + 1) * u128::from(times),
            _ => true,
        };
        let is_enough = |least: &Least<'h>| {
            let step = least.step.as_constant().map(i64::unsigned_abs);
            let all = known[1].zip(step.map(u128::from));
            all.is_none_or(|(shorter, step)| shorter.saturating_mul(step) >= least.bytes.into())
        };
        let pays = least.as_ref().is_none_or(is_enough);
        (may_fit && pays).then_some(Scale {
            times,
            counts: [longer, shorter],
            least,
        })
    }

    /// Is the longer one to have as many iterations as all of the shorter one meet, and no more?
    fn is_even(&self, host: &'h Host) -> bool {
        let expected = self.counts.map(|count| count.unlimited(host));
        let [Some(longer), Some(shorter)] = expected else {
            return false;
        };
        let all = || {
            let times = i64::try_from(self.times).ok()?;
            let factor = shorter.constant_like(host, times)?;
            shorter.times(host, factor)?.offset(host, times - 1)
        };
        all() == Some(longer)
    }

    /// Loops around a pair that are as long as one of the two.
    fn extend(
        &self,
        host: &'h Host,
        all: &[Surveyed<'h>],
        Range { mut start, mut end }: Range<usize>,
    ) -> Range<usize> {
        let fits = |s: &Surveyed<'h>| {
            let count = s.l.wide_backedge_count(host);
            may_be_scaled(s) && count.is_some_and(|count| self.counts.contains(&count))
        };
        while start > 0 && fits(&all[start - 1]) {
            start -= 1;
        }
        while end < all.len() && fits(&all[end]) {
            end += 1;
        }
        start..end
    }
}

/// Is a loop none of a version that counts otherwise, and has nobody asked for something else?
fn may_be_scaled(s: &Surveyed<'_>) -> bool {
    let mut settled = [LEFT_OVER, SCALED, SEARCHED, FLATTENED].into_iter();
    let mut attributes = s.facts.attributes.iter();
    !settled.any(|attribute| s.l.has_attribute(attribute))
        && !attributes.any(|attribute| attribute.name.starts_with("llvm.loop.unroll"))
}

/// What an array says of two loops that both touch it.
struct Meeting<'h> {
    /// Which one is the longer one.
    longer: usize,
    /// How many of its iterations one of the other loop meets.
    times: u64,
    /// If the other loop steps over less than that, it does not pay.
    least: Option<Least<'h>>,
}

impl<'h> Meeting<'h> {
    fn find(host: &'h Host, pair: [&Surveyed<'h>; 2], must_pay: bool) -> Option<Self> {
        let objects = pair.map(|s| {
            let pointers = s.memory.iter().filter_map(|access| host.access(*access));
            pointers
                .map(|(pointer, _)| host.underlying_object(pointer))
                .collect::<FxHashSet<_>>()
        });
        let of_both = |object| objects.iter().all(|all| all.contains(&object));
        let touched = pair.map(|s| touched(host, s, of_both));
        let both = |a| touched[1].iter().map(move |b| (a, b));
        let mut all = touched[0].iter().flat_map(both);
        // What goes the other way is behind what it waits for in half of the iterations.
        if all.clone().any(|(a, b)| a.turns_from(b)) {
            return None;
        }
        let (array, longer, times) = all.find_map(|(a, b)| {
            let (longer, times) = a.meets(host, b)?;
            Some(([a, b], longer, times))
        })?;
        let least = least(host, pair, [array[longer], array[1 - longer]]);
        let in_row = |s: &&Surveyed<'h>| {
            s.facts.is_innermost && s.l.parent().is_some_and(|l| l.has_attribute(FUSED))
        };
        // What rows of a nest hand on stays in the cache anyway: it pays if nothing is stored any more, for which nothing may be
        // left behind these iterations, or if it takes a vector of addresses to read it.
        let divides = array.iter().any(|a| matches!(a.by, By::Quotient(_)));
        let is_constant = |s: &&Surveyed<'h>| s.l.constant_trip_count(host).is_some();
        let goes = least.is_none() && pair.iter().all(is_constant);
        let pays = divides || goes || !pair.iter().any(in_row);
        (pays || !must_pay).then_some(Meeting {
            longer,
            times,
            least: least.filter(|_| must_pay),
        })
    }
}

/// So many bytes of an array stay in the first-level cache from one loop to the next.
const CACHED: u64 = 1 << 15;

/// So many bytes of a plane must be stepped over for rows to make up for the check, and for their being read soon after they
/// were stored.
const LEAST_PLANE: u64 = 1 << 13;

/// If the shorter one of two loops steps over less it does not pay to unroll the longer one. That stores every other
/// element then, and the next ones between: with vectors, this takes longer than it takes to load all again from the
/// cache. An array that is not stored any more saves that, and so does one whose elements are read several times, which
/// takes a vector of addresses. Rows are stored one by one, and ask for less.
fn least<'h>(
    host: &'h Host,
    pair: [&Surveyed<'h>; 2],
    [of_longer, of_shorter]: [&Touched<'h>; 2],
) -> Option<Least<'h>> {
    let [By::Step(_), By::Step(step)] = [of_longer.by, of_shorter.by] else {
        return None;
    };
    // Where a check fails, others read it.
    let is_left = |l: Loop<'h>| l.has_attribute(LEFT_OVER);
    let may_read =
        |read| pair.iter().any(|s| s.l.defines(read)) || host.loop_of(read).is_some_and(is_left);
    let far = step.as_constant().map(i64::saturating_abs);
    let is_nest = pair.iter().any(|s| !s.facts.is_innermost);
    let is_row = far.is_none_or(|far| far == 0);
    if !is_nest && (is_row || is_read_only_by(host, of_shorter.object, may_read)) {
        return None;
    }
    let step = far.map_or(Some(step), |far| step.constant_like(host, far))?;
    let bytes = if is_nest { LEAST_PLANE } else { CACHED };
    Some(Least { step, bytes })
}

/// An access to an array.
#[derive(PartialEq)]
struct Touched<'h> {
    object: Value<'h>,
    writes: bool,
    by: By<'h>,
}

/// How an access goes on from one iteration to the next.
#[derive(Clone, Copy, PartialEq)]
enum By<'h> {
    /// By so many bytes.
    Step(Scev<'h>),
    /// By an element, once in so many iterations.
    Quotient(u64),
}

/// What a loop touches of chosen objects as it goes on, each once.
fn touched<'h>(
    host: &'h Host,
    s: &Surveyed<'h>,
    is_chosen: impl Fn(Value<'h>) -> bool,
) -> Vec<Touched<'h>> {
    let touched = |access: &Value<'h>| {
        let (pointer, _) = host.access(*access)?;
        let object = host.underlying_object(pointer);
        if !is_chosen(object) {
            return None;
        }
        let by = match step(host, s.l, pointer) {
            Some(step) => By::Step(step),
            None => By::Quotient(quotient(host, s.l, pointer)?),
        };
        Some(Touched {
            object,
            writes: access.stored_value().is_some(),
            by,
        })
    };
    let mut all = Vec::new();
    for one in s.memory.iter().filter_map(touched) {
        if !all.contains(&one) {
            all.push(one);
        }
    }
    all
}

impl<'h> Touched<'h> {
    /// Do two loops conflict where one goes up and the other one down?
    fn turns_from(&self, second: &Self) -> bool {
        let up = |by| match by {
            By::Step(step) => step.as_constant().map(i64::signum),
            By::Quotient(_) => None,
        };
        let ways = up(self.by).zip(up(second.by));
        self.may_conflict(second) && ways.is_some_and(|(a, b)| a * b < 0)
    }

    fn may_conflict(&self, second: &Self) -> bool {
        self.object == second.object && (self.writes || second.writes)
    }

    /// Which one of two loops takes several iterations for what the other one does in one, and how many.
    fn meets(&self, host: &'h Host, second: &Self) -> Option<(usize, u64)> {
        if !self.may_conflict(second) {
            return None;
        }
        let times = |one: Scev<'h>, other: Scev<'h>| {
            let is_as_far = |times: &u64| {
                let factor = one.constant_like(host, i64::try_from(*times).ok()?)?;
                one.times(host, factor).filter(|far| *far == other)
            };
            (2..=MOST_TIMES).find(|times| is_as_far(times).is_some())
        };
        match [self.by, second.by] {
            [By::Step(a), By::Step(b)] => {
                let of_first = times(a, b).map(|times| (0, times));
                of_first.or_else(|| Some((1, times(b, a)?)))
            }
            [By::Quotient(times), By::Step(_)] => Some((0, times)),
            [By::Step(_), By::Quotient(times)] => Some((1, times)),
            [By::Quotient(_), By::Quotient(_)] => None,
        }
    }
}

/// What an address is to grow by in each iteration of a loop, inner loops aside.
fn step<'h>(host: &'h Host, l: Loop<'h>, pointer: Value<'h>) -> Option<Scev<'h>> {
    let mut address = Scev::of(host, pointer)?.unlimited(host)?;
    loop {
        let recurrence = address.as_recurrence(host)?;
        if recurrence.l == l {
            return Some(recurrence.step);
        }
        address = recurrence.start;
    }
}

/// More is not followed that an address is computed from.
const MOST_VALUES: usize = 16;

/// A number that a counter of a loop is divided by for an address.
fn quotient<'h>(host: &'h Host, l: Loop<'h>, pointer: Value<'h>) -> Option<u64> {
    let mut all = vec![pointer];
    let mut at = 0;
    while let Some(value) = all.get(at).copied() {
        at += 1;
        if let Some(times) = divisor(host, l, value) {
            return Some(times);
        }
        let inside = value.operands().filter(|v| l.defines(*v) && !v.is_phi());
        for operand in inside {
            if all.len() < MOST_VALUES && !all.contains(&operand) {
                all.push(operand);
            }
        }
    }
    None
}

/// What a value divides a counter of a loop by.
fn divisor<'h>(host: &'h Host, l: Loop<'h>, value: Value<'h>) -> Option<u64> {
    let (of, by) = value.quotient(host)?;
    let (number, times) = (Scev::of(host, of)?, u64::try_from(by).ok()?);
    let recurrence = number.as_recurrence(host)?;
    let counts = recurrence.l == l && recurrence.step.as_constant() == Some(1);
    (counts && (2..=MOST_TIMES).contains(&times)).then_some(times)
}
