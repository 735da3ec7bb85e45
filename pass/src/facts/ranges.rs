//! The bytes that an access touches in one iteration of a loop.
//!
//! ScalarEvolution gives an access's address as nested recurrences, the
//! innermost loop's outermost: `{{base,+,row},+,element}`. Sweeping over the
//! inner loops replaces each of their recurrences by its least and greatest
//! value, so that what is left is a range `low(i) .. high(i)` of bytes for
//! iteration `i` of the loop in question, both ends linear in `i` (or
//! invariant). This is the footprint of one iteration of a nest; for an
//! innermost loop it is the access itself. Of an iteration in which an inner loop is
//! skipped the formula says nothing: its counts are those of loops that are entered.
//! That is enough, since nothing is touched then.
//!
//! The numbers are those of the machine, modulo 2^64. They are used as integers,
//! which is sound only if no recurrence wraps around. Of each recurrence one of
//! these must hold:
//!
//! - ScalarEvolution knows that it does not wrap past its start;
//! - a constant step and a constant bound on the count keep it far from wrapping;
//! - the access is made in every iteration of its loop. Then all addresses lie in
//!   the one object that the pointer is derived from, which is smaller than half
//!   the address space; a recurrence that wraps would have to step over the other
//!   half, and no step, as a signed number, is that large;
//! - for the loop in question, whose executed iterations alone are compared: the
//!   instructions that compute the address would make it poison ([`no_wrap`](super::no_wrap)).

use super::no_wrap::{is_exact_pointer, runs_in_every_iteration};
use super::polynomial::Atoms;
use super::signs::Signs;
use crate::legality::distance::Strided;
use crate::llvm::{AddRec, Block, Host, Loop, Scev, Value};
use std::ops::RangeInclusive;

/// Longest distance in bytes that a recurrence without a no-wrap fact may travel
/// to be trusted, in an address space of `bits`.
fn safe_travel(bits: u32) -> u128 {
    1 << bits.saturating_sub(2).min(46)
}

/// How far a read may lie behind what is written at the same time to be shown disjoint where
/// the sign of a row's length is not known.
const MOST_BEHIND: i64 = 8;

/// Shifts that are tried one by one; greater ones by halves, where only multiples of a number
/// whose sign is known are found.
const NEAR: i64 = 64;

/// Elements of a row of constant length, at least.
const LEAST_ROW: u64 = 16;

/// How many lengths a gap may have whose sign is not known by itself.
const MOST_LENGTHS: usize = 8;

/// An address that is linear in the iterations of one loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Linear<'h> {
    /// In iteration 0.
    pub start: Scev<'h>,
    /// What an iteration adds; none if nothing.
    pub step: Option<Scev<'h>>,
}

/// The bytes from `low` up to, not including, `high`, in one iteration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Range<'h> {
    /// The first byte.
    pub low: Linear<'h>,
    /// Behind the last byte.
    pub high: Linear<'h>,
    /// Over all iterations: first byte and behind the last one, where known.
    pub whole: Option<Ends<'h>>,
    /// Both ends of the whole are touched, or nothing is: they lie in one object, and
    /// the first is below the other as a number.
    pub is_touched: bool,
    /// How many bytes the access touches at a time, at least: no range that is touched is
    /// narrower.
    pub least: u64,
}

/// A first byte and one behind a last byte.
pub type Ends<'h> = (Scev<'h>, Scev<'h>);

/// Does one end before the other begins, provided that all these loops are entered?
pub fn are_apart<'h>(
    host: &'h Host,
    (low0, high0): Ends<'h>,
    (low1, high1): Ends<'h>,
    entered: &[Loop<'h>],
) -> bool {
    let holds = |gap: Scev<'h>| entered.iter().any(|&l| gap.is_nonnegative(host, l));
    low1.minus(host, high0).is_some_and(holds) || low0.minus(host, high1).is_some_and(holds)
}

/// Is a number so many times a length, at most, and a constant that is not negative?
pub(crate) fn is_lengths_and_more<'h>(
    host: &'h Host,
    number: Scev<'h>,
    length: Scev<'h>,
    most: usize,
) -> bool {
    let mut atoms = Atoms::new(host, Vec::new());
    let both = atoms.polynomial(number).zip(atoms.polynomial(length));
    let rest = both.and_then(|(number, length)| number.rest_of_division(&length, most));
    rest.is_some_and(|n| n >= 0)
}

/// Is all that two accesses touch apart, if both touch anything? Then the length of what each does
/// from end to end is not negative, which of a variable nobody may know by itself: the gap is not,
/// either, if it is some such lengths and a bit. (Even eight of them are no large number, since they
/// fit into memory.)
pub fn never_meet<'h>(
    host: &'h Host,
    first: &Range<'h>,
    second: &Range<'h>,
    entered: &[Loop<'h>],
) -> bool {
    let (Some(whole0), Some(whole1)) = (first.whole, second.whole) else {
        return false;
    };
    let length = |range: &Range<'h>| {
        let (low, high) = range.whole.filter(|_| range.is_touched)?;
        let length = high.minus(host, low)?;
        length.as_constant().is_none().then_some(length)
    };
    let lengths: Vec<_> = [first, second].into_iter().filter_map(length).collect();
    let is_in_front = |(_, high): Ends<'h>, (low, _): Ends<'h>| {
        let is_gap = |gap| {
            let exceeds = |length: &Scev<'h>| is_lengths_and_more(host, gap, *length, MOST_LENGTHS);
            lengths.iter().any(exceeds)
        };
        low.minus(host, high).is_some_and(is_gap)
    };
    are_apart(host, whole0, whole1, entered)
        || is_in_front(whole0, whole1)
        || is_in_front(whole1, whole0)
}

/// How many bytes an access touches from its address on.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub enum Extent<'h> {
    /// A constant number.
    Bytes(u64),
    /// A length operand, unsigned.
    Length(Value<'h>),
}

impl<'h> Range<'h> {
    /// The range of an access at `pointer` by an instruction of `block`, for one
    /// iteration of `l`. That its recurrence in `l` does not wrap around is shown here, unless
    /// it `stays` as it is for reasons of the caller.
    pub fn find(
        host: &'h Host,
        l: Loop<'h>,
        block: Block<'h>,
        (pointer, extent): (Value<'h>, Extent<'h>),
        stays: bool,
    ) -> Option<Self> {
        let from = |address| Range::from_address(host, l, block, address, (pointer, extent), stays);
        Scev::addresses(host, pointer, block).find_map(from)
    }

    fn from_address(
        host: &'h Host,
        l: Loop<'h>,
        block: Block<'h>,
        address: Scev<'h>,
        (pointer, extent): (Value<'h>, Extent<'h>),
        stays: bool,
    ) -> Option<Self> {
        // A pointer made from an integer may wander from object to object.
        let is_in_one_object = !host.underlying_object(pointer).is_made_from_integer();
        let sweeper = Sweeper {
            host,
            block,
            is_in_one_object,
        };
        let (mut low, mut high) = (address, address);
        let mut inner = host.innermost_loop(block)?;
        while inner != l {
            (low, high) = sweeper.sweep(inner, low, high)?;
            inner = inner.parent()?;
        }
        high = match extent {
            Extent::Bytes(bytes) => high.offset(host, i64::try_from(bytes).ok()?)?,
            Extent::Length(length) => {
                let length = Scev::of(host, length)?.widened_like(host, high)?;
                if !length.is_invariant(host, l) || !length.is_nonnegative(host, l) {
                    return None;
                }
                high.plus(host, length)?
            }
        };
        // Recurrences of loops around `l` have the same value for both loops of
        // a pair of siblings, which run in one iteration of those.
        let outer = low.as_recurrence(host).filter(|r| r.l == l);
        let proved = |r| sweeper.stays(r) || is_exact_pointer(host, l, pointer);
        if !stays && !outer.is_none_or(proved) {
            return None;
        }
        Some(Range {
            low: Linear::of(host, l, low)?,
            high: Linear::of(host, l, high)?,
            whole: sweeper.sweep(l, low, high),
            is_touched: is_in_one_object && runs_in_every_iteration(host, l, block),
            least: match extent {
                Extent::Bytes(bytes) => bytes,
                Extent::Length(_) => 0,
            },
        })
    }

    /// The same of an access that is no loop's: as in a single iteration.
    pub fn once(host: &'h Host, pointer: Value<'h>, extent: Extent<'h>) -> Option<Self> {
        let low = Scev::of(host, pointer)?;
        let high = match extent {
            Extent::Bytes(bytes) => low.offset(host, i64::try_from(bytes).ok()?)?,
            // No object has as many bytes that this were negative.
            Extent::Length(length) => {
                let length = Scev::of(host, length)?.widened_like(host, low)?;
                low.plus(host, length)?
            }
        };
        let at = |start| Linear { start, step: None };
        Some(Range {
            low: at(low),
            high: at(high),
            whole: Some((low, high)),
            is_touched: !host.underlying_object(pointer).is_made_from_integer(),
            least: 0,
        })
    }

    /// The same of a load or store.
    pub fn of_access(host: &'h Host, l: Loop<'h>, access: Value<'h>) -> Option<Self> {
        let (pointer, bytes) = host.access(access)?;
        let at = (pointer, Extent::Bytes(bytes));
        Range::find(host, l, access.block()?, at, false)
    }

    /// Bytes from `low` to `high`, if the same constant in every iteration.
    fn width(&self, host: &'h Host) -> Option<u64> {
        if self.low.step != self.high.step {
            return None;
        }
        let width = self.high.start.minus(host, self.low.start)?.as_constant()?;
        u64::try_from(width).ok()
    }

    /// Two ranges of constant width and equal constant stride.
    pub fn strided(&self, host: &'h Host, second: &Self) -> Option<Strided> {
        let stride = self.low.constant_step()?;
        if second.low.constant_step()? != stride {
            return None;
        }
        Some(Strided {
            offset: self
                .low
                .start
                .minus(host, second.low.start)?
                .as_constant()?,
            stride,
            first_width: self.width(host)?,
            second_width: second.width(host)?,
        })
    }

    /// A shift beyond which this range, touched in iteration `i0` of the first loop, is
    /// disjoint from `second` in iteration `i1` of the second one: whenever
    /// `i0 > i1 + shift`. The least from the first of `shifts` on; else the first, where the
    /// proof is one for an even lesser shift: a multiple of a step whose sign nobody knows
    /// may be in the way of all others.
    ///
    /// Upwards, `low0(i0) >= low0(i1 + shift + 1)` if its step is not negative,
    /// and `low0(i1 + shift + 1) - high1(i1)` is linear in `i1`: not negative
    /// for all `i1 >= 0` if neither its start nor its slope is. Downwards the
    /// same with the ends swapped. The loops in `entered` all are, if both ranges are
    /// touched at all.
    pub fn disjoint_beyond(
        &self,
        host: &'h Host,
        second: &Self,
        shifts: RangeInclusive<u64>,
        entered: &[Loop<'h>],
    ) -> Option<u64> {
        self.disjoint_if(host, second, shifts, entered, None)
    }

    /// The same, if a margin is not negative.
    pub fn disjoint_if(
        &self,
        host: &'h Host,
        second: &Self,
        shifts: RangeInclusive<u64>,
        entered: &[Loop<'h>],
        margin: Option<Scev<'h>>,
    ) -> Option<u64> {
        let facts = [margin, self.room(host), second.room(host)];
        let signs = Signs::new(host, entered, facts.into_iter().flatten());
        let holds = |s: Option<Scev<'h>>| s.is_some_and(|s| signs.hold(s));
        // A range is not empty, so what is at least its width is positive, even
        // where its sign is not known by itself. That needs a width that is the
        // same in every iteration: in others a triangular nest may run nothing,
        // and the formula for its width be negative.
        let exceeds_width = |advance: Scev<'h>| {
            let width = self.high.start.minus(host, self.low.start);
            let is_constant = self.low.step == self.high.step;
            is_constant && width.is_some_and(|w| holds(advance.minus(host, w)))
        };
        let first = i64::try_from(*shifts.start()).ok()?;
        let last = i64::try_from(*shifts.end()).ok()?;
        let least = |step: Scev<'h>, is_enough: &dyn Fn(i64) -> bool| {
            let known = step.as_constant();
            // What is the same in every iteration is no further away after more of them.
            let last = if known == Some(0) { first } else { last };
            let behind = (first - MOST_BEHIND..first).rev();
            let mut behind = behind.filter(|_| known.is_none());
            least_shift(first, last, is_enough).or_else(|| behind.find(|&s| is_enough(s)))
        };
        let step_of = |end: Linear<'h>| {
            let zero = || end.start.constant_like(host, 0);
            end.step.or_else(zero)
        };
        // Of pointers into different objects no distance is known: then no sign needs to be.
        let ahead = || -> Option<i64> {
            self.low.start.minus(host, second.high.start)?;
            let (step, other) = (step_of(self.low)?, step_of(second.high)?);
            let rises = holds(Some(step)) || exceeds_width(step);
            let gap = |shift| {
                let next = self.low.after(host, shift)?;
                next.minus(host, second.high.start)
            };
            let is_free = rises && holds(step.minus(host, other));
            is_free
                .then(|| least(step, &|shift| holds(gap(shift))))
                .flatten()
        };
        let behind = || -> Option<i64> {
            second.low.start.minus(host, self.high.start)?;
            let (step, other) = (step_of(self.high)?, step_of(second.low)?);
            let falls = step.constant_like(host, 0)?.minus(host, step)?;
            let falls = holds(Some(falls)) || exceeds_width(falls);
            let gap = |shift| {
                let next = self.high.after(host, shift)?;
                second.low.start.minus(host, next)
            };
            let is_free = falls && holds(other.minus(host, step));
            is_free
                .then(|| least(step, &|shift| holds(gap(shift))))
                .flatten()
        };
        let least = ahead().into_iter().chain(behind()).min()?;
        u64::try_from(least.max(first)).ok()
    }

    /// A range as wide in every iteration that contains this one: where it grows or shrinks with
    /// the iterations of `l`, as in a triangle, its greatest width. The ends of what is touched
    /// in each iteration are numbers of one object, so the widest is no number that wraps.
    pub fn rectangular(&self, host: &'h Host, l: Loop<'h>) -> Option<Self> {
        let (Some(low), Some(high)) = (self.low.step, self.high.step) else {
            return Some(*self);
        };
        let grows = high.minus(host, low)?.as_constant()?;
        if grows == 0 {
            return Some(*self);
        }
        if !self.is_touched {
            return None;
        }
        let mut wide = *self;
        if grows > 0 {
            let last = l.wide_backedge_count(host)?.widened_like(host, low)?;
            let more = last.times(host, last.constant_like(host, grows)?)?;
            wide.high = Linear {
                start: self.high.start.plus(host, more)?,
                step: Some(low),
            };
        } else {
            wide.low.step = Some(high);
        }
        Some(wide)
    }

    /// By how much this range is wider than one access, if that is not constant: where it is
    /// touched, that is not negative.
    fn room(&self, host: &'h Host) -> Option<Scev<'h>> {
        let is_even = self.is_touched && self.low.step == self.high.step;
        // Lengths matter where the pitch is a variable, too.
        self.low.step.filter(|step| step.as_constant().is_none())?;
        let width = self
            .high
            .start
            .minus(host, self.low.start)
            .filter(|_| is_even)?;
        let room = width.offset(host, -i64::try_from(self.least).ok()?)?;
        room.as_constant().is_none().then_some(room)
    }

    /// By how much an iteration goes on further than this range is wide, if that is not known to
    /// be constant, but the same number for all iterations. Where it is not negative, no two
    /// iterations meet. None if that is not to be expected: if it is known to be negative where all
    /// these loops are entered, or if iterations go on by a few elements, as along a diagonal.
    pub fn margin(&self, host: &'h Host, entered: &[Loop<'h>]) -> Option<Scev<'h>> {
        let step = self.low.step.filter(|step| self.high.step == Some(*step))?;
        let is_row = |step: i64| step.unsigned_abs() >= self.least.saturating_mul(LEAST_ROW);
        if !step.as_constant().is_none_or(is_row) {
            return None;
        }
        let width = self.high.start.minus(host, self.low.start)?;
        let margin = step.minus(host, width)?;
        let less = margin.constant_like(host, -1)?.minus(host, margin)?;
        let is_negative = entered.iter().any(|&l| less.is_nonnegative(host, l));
        (margin.as_constant().is_none() && !is_negative).then_some(margin)
    }

    /// First byte and behind the last one over the first iterations, the last of which
    /// has the number `last`, one that the loop has.
    pub fn until(&self, host: &'h Host, last: Scev<'h>, l: Loop<'h>) -> Option<Ends<'h>> {
        self.whole?;
        let (Some(low), Some(high)) = (self.low.step, self.high.step) else {
            return self.whole;
        };
        let advance = |step: Scev<'h>| step.times(host, last.widened_like(host, step)?);
        let falls = |step: Scev<'h>| step.constant_like(host, 0)?.minus(host, step);
        if low.is_nonnegative(host, l) && high.is_nonnegative(host, l) {
            let end = self.high.start.plus(host, advance(high)?)?;
            return Some((self.low.start, end));
        }
        if falls(low)?.is_nonnegative(host, l) && falls(high)?.is_nonnegative(host, l) {
            let end = self.low.start.plus(host, advance(low)?)?;
            return Some((end, self.high.start));
        }
        self.whole
    }
}

impl<'h> Linear<'h> {
    fn of(host: &'h Host, l: Loop<'h>, address: Scev<'h>) -> Option<Self> {
        if address.is_invariant(host, l) {
            return Some(Linear {
                start: address,
                step: None,
            });
        }
        let recurrence = address.as_recurrence(host)?;
        let linear = recurrence.l == l
            && recurrence.start.is_invariant(host, l)
            && recurrence.step.is_invariant(host, l);
        linear.then_some(Linear {
            start: recurrence.start,
            step: Some(recurrence.step),
        })
    }

    fn constant_step(&self) -> Option<i64> {
        self.step.map_or(Some(0), Scev::as_constant)
    }

    /// In iteration `shift + 1`; before the first one, where it would be.
    fn after(&self, host: &'h Host, shift: i64) -> Option<Scev<'h>> {
        let Some(step) = self.step else {
            return Some(self.start);
        };
        let times = step.constant_like(host, shift.checked_add(1)?)?;
        self.start.plus(host, step.times(host, times)?)
    }
}

/// The least shift from `first` to `last` that is shown to be enough. If one is, so are greater
/// ones: among those that are far away the least is looked for by halves. (Where that does not hold
/// of what can be shown, the result is enough, but not the least.)
fn least_shift(first: i64, last: i64, is_enough: impl Fn(i64) -> bool) -> Option<i64> {
    let near = last.min(first.saturating_add(NEAR));
    let found = (first..=near).find(|&shift| is_enough(shift));
    if found.is_some() || near == last || !is_enough(last) {
        return found;
    }
    let (mut too_small, mut enough) = (near, last);
    while enough - too_small > 1 {
        let middle = too_small + (enough - too_small) / 2;
        if is_enough(middle) {
            enough = middle;
        } else {
            too_small = middle;
        }
    }
    Some(enough)
}

/// Replaces recurrences of one access's address by their ends.
struct Sweeper<'h> {
    host: &'h Host,
    block: Block<'h>,
    is_in_one_object: bool,
}

impl<'h> Sweeper<'h> {
    /// Least and greatest value over the iterations of `inner`.
    fn sweep(
        &self,
        inner: Loop<'h>,
        low: Scev<'h>,
        high: Scev<'h>,
    ) -> Option<(Scev<'h>, Scev<'h>)> {
        let host = self.host;
        // What lies between is not negative, so neither is what exceeds it, even
        // where the sign is not known by itself; if it is the same in every
        // iteration, as in a rectangular nest.
        let width = high.minus(host, low)?;
        let width = width.is_invariant(host, inner).then_some(width);
        let low = self.ends(inner, low, width)?.0;
        Some((low, self.ends(inner, high, width)?.1))
    }

    fn ends(
        &self,
        inner: Loop<'h>,
        s: Scev<'h>,
        width: Option<Scev<'h>>,
    ) -> Option<(Scev<'h>, Scev<'h>)> {
        let host = self.host;
        // What is touched is touched where all loops around are entered.
        let holds = |number: Scev<'h>| {
            let innermost = host.innermost_loop(self.block);
            let mut around =
                std::iter::successors(innermost, |l| l.parent().filter(|_| *l != inner));
            around.any(|l| number.is_nonnegative(host, l))
        };
        let is_forward = |advance: Scev<'h>| {
            let beyond = width.and_then(|w| advance.minus(host, w));
            holds(advance) || beyond.is_some_and(holds)
        };
        if s.is_invariant(host, inner) {
            return Some((s, s));
        }
        let recurrence = s.as_recurrence(host).filter(|r| r.l == inner)?;
        if !self.stays(recurrence) {
            return None;
        }
        let step = recurrence.step;
        let count = inner.wide_backedge_count(host)?.widened_like(host, step)?;
        let last = recurrence.start.plus(host, step.times(host, count)?)?;
        if is_forward(step) {
            return Some((recurrence.start, last));
        }
        let falls = step.constant_like(host, 0)?.minus(host, step)?;
        is_forward(falls).then_some((last, recurrence.start))
    }

    /// Does the recurrence, over all iterations of its loop, not wrap?
    fn stays(&self, recurrence: AddRec<'h>) -> bool {
        let travel = || {
            let step = u128::from(recurrence.step.as_constant()?.unsigned_abs());
            let count = u128::from(recurrence.l.max_backedge_count(self.host)?);
            step.checked_mul(count)
        };
        let limit = safe_travel(recurrence.step.bits(self.host));
        recurrence.no_self_wrap
            || travel().is_some_and(|bytes| bytes <= limit)
            || self.is_in_one_object && runs_in_every_iteration(self.host, recurrence.l, self.block)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    #[test]
    fn the_least_shift_is_found_in_few_steps() {
        for (first, last) in [(0, 0), (0, 4), (3, 9), (0, 1000), (7, i64::MAX)] {
            for least in [0, 1, 4, 64, 65, 66, 500, 1000, 1001, i64::MAX] {
                let asked = Cell::new(0);
                let found = least_shift(first, last, |shift| {
                    asked.set(asked.get() + 1);
                    shift >= least
                });
                let expected = (least <= last).then_some(least.max(first));
                assert_eq!(found, expected, "{least} in {first}..={last}");
                assert!(asked.get() <= 130, "{} proofs", asked.get());
            }
        }
    }
}
