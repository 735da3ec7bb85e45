//! Where two accesses to one array lead in all iterations of their loops, as integers.
//!
//! `a[c * h * w + y * w + x]` with `x < w` and `y < h` stays within plane `c`. ScalarEvolution's expressions
//! say so modulo 2^64 only, and [`ranges`](super::ranges) knows no products of variables. Here the
//! instructions are read themselves, as [`integers`](super::integers) does: an access is made, and so its address is the
//! pointer that it begins with, and that integer.
//!
//! - Two accesses never meet if the difference between the first byte of one and the end of the other is not
//!   negative. Both are made, so what is known where their loops are entered holds for all atoms,
//!   which do not change in the loops of the pair.
//! - **In one iteration** of a loop, its counter `k` stays. One access's iterations `k0` touch nothing that another one's `k1`
//!   do, if `k0 > k1 + s`, where `low0(k0) = a0 + b0 * k0` and `high1(k1) = a1 + b1 * k1` with `b0 >= 0`, `b0 >= b1` and
//!   `a0 + b0 * (s + 1) >= a1`.
//! - **Addresses modulo 2^64** are enough for an access to an allocation, whose bytes are less than 2^63 from its begin: if both ends
//!   of the polynomial are so, by the bounds of what does not overflow, then it is the offset.

use super::hazards::hazard;
use super::integers::Walk;
use super::polynomial::{Atoms, Polynomial};
use super::ranges::{Linear, Range};
use super::temporary::loops_around;
use crate::llvm::{Host, Loop, Scev, Value};
use crate::testing::{Fault, lacks};
use std::collections::HashMap;
use std::ops::RangeInclusive;
use std::rc::Rc;

/// What an access touches in all iterations of a loop, or in one.
#[derive(PartialEq, Eq)]
pub(super) struct Reach<'h> {
    /// A pointer.
    pub from: Value<'h>,
    /// From how many bytes behind it on, at least: all of these are true, if any is known.
    lows: Vec<Polynomial>,
    /// Up to how many, at most.
    highs: Vec<Polynomial>,
    /// The number of the iteration, if it is one.
    iteration: Option<usize>,
    /// Loops that are entered if the access is made.
    entered: Vec<Loop<'h>>,
}

/// Finds out where accesses lead.
pub(super) struct Reaches<'h> {
    host: &'h Host,
    atoms: Atoms<'h>,
    /// Where accesses lead, as far as that was asked.
    known: HashMap<Asked<'h>, Option<Rc<Reach<'h>>>>,
}

/// An access in a loop, and whether in one iteration.
type Asked<'h> = (Value<'h>, Loop<'h>, bool);

impl<'h> Reaches<'h> {
    pub fn new(host: &'h Host) -> Self {
        Reaches {
            host,
            atoms: Atoms::new(host, Vec::new()),
            known: HashMap::new(),
        }
    }

    /// Do the bytes of two accesses, each in its loop, never meet in any iterations of these?
    pub fn never_meet(&mut self, accesses: [Value<'h>; 2], loops: [Loop<'h>; 2]) -> bool {
        let both = self.reach_once(accesses, loops, false);
        both.is_some_and(|[first, second]| self.are_apart(&first, &second))
    }

    /// The least of some shifts `s` for which the bytes of two accesses never meet if the first one's iteration is
    /// greater than that of the second one and `s`.
    pub fn disjoint_beyond(
        &mut self,
        accesses: [Value<'h>; 2],
        loops: [Loop<'h>; 2],
        shifts: RangeInclusive<u64>,
    ) -> Option<u64> {
        let [first, second] = self.reach_once(accesses, loops, true)?;
        self.enter([&first, &second]);
        let shift = |low: &Polynomial, high: &Polynomial| {
            let (step, low) = in_iterations(low, first.iteration)?;
            let (other, high) = in_iterations(high, second.iteration)?;
            if !self.is_at_least(&step, &Polynomial::constant(0))
                || !self.is_at_least(&step, &other)
            {
                return None;
            }
            shifts.clone().find(|shift| {
                let ahead = Polynomial::constant(i128::from(*shift) + 1);
                let low = step.times(&ahead).and_then(|ahead| low.plus(&ahead));
                low.is_some_and(|low| self.is_at_least(&low, &high))
            })
        };
        let ends = if lacks(Fault::Reach) {
            &second.lows
        } else {
            &second.highs
        };
        let pairs = first
            .lows
            .iter()
            .flat_map(|low| ends.iter().map(move |high| (low, high)));
        let all = pairs.filter_map(|(low, high)| shift(low, high));
        all.min().filter(|_| first.from == second.from)
    }

    /// Bytes that enclose what an access touches in one iteration of a loop, from end to end linear in the iterations.
    /// An iteration goes on by `pitch`, if it may be written so.
    pub fn enclosing(
        &mut self,
        access: Value<'h>,
        l: Loop<'h>,
        pitch: Option<Scev<'h>>,
    ) -> Option<Range<'h>> {
        let host = self.host;
        let reach = self.find((access, l, true))?;
        let (_, bytes) = host.access(access)?;
        let from = Scev::of(host, reach.from)?;
        let pitch = pitch.and_then(|pitch| Some((pitch, self.atoms.polynomial(pitch)?)));
        let linear = |(step, start): &(Polynomial, Polynomial)| {
            let is_step = |(_, pitch): &&(Scev<'h>, Polynomial)| pitch == step;
            let same = pitch.as_ref().filter(is_step).map(|(pitch, _)| *pitch);
            Some(Linear {
                start: from.plus(host, self.atoms.expression(start, from)?)?,
                step: Some(same.or_else(|| self.atoms.expression(step, from))?),
            })
        };
        // The nearest ends, as far as that is known.
        let is_low =
            |low: &&Polynomial| reach.lows.iter().all(|other| self.is_at_least(low, other));
        let is_high = |high: &&Polynomial| {
            reach
                .highs
                .iter()
                .all(|other| self.is_at_least(other, high))
        };
        let low = reach.lows.iter().find(is_low).or(reach.lows.first())?;
        let high = reach.highs.iter().find(is_high).or(reach.highs.first())?;
        let [low, high] = [low, high].map(|end| linear(&in_iterations(end, reach.iteration)?));
        let (low, high) = low.zip(high)?;
        Some(Range {
            low,
            high,
            whole: None,
            is_touched: false,
            least: bytes,
        })
    }

    fn reach_once(
        &mut self,
        accesses: [Value<'h>; 2],
        loops: [Loop<'h>; 2],
        in_one: bool,
    ) -> Option<[Rc<Reach<'h>>; 2]> {
        let mut one = |at: usize| {
            let asked = (accesses[at], loops[at], in_one);
            if let Some(known) = self.known.get(&asked) {
                return known.clone();
            }
            let reach = self.find(asked).map(Rc::new);
            self.known.insert(asked, reach.clone());
            reach
        };
        Some([one(0)?, one(1)?])
    }

    /// Do two accesses never meet, in any iterations of their loops?
    pub fn are_apart(&mut self, first: &Reach<'h>, second: &Reach<'h>) -> bool {
        let made = [first, second];
        self.ends_before(first, second, made) || self.ends_before(second, first, made)
    }

    /// Does the first begin no earlier than another one, where all of these are made?
    pub fn begins_behind(&mut self, first: &Reach<'h>, begin: &Reach<'h>) -> bool {
        self.atoms.enter(first.entered.clone());
        let [begins] = &begin.lows[..] else {
            return false;
        };
        first.from == begin.from && first.lows.iter().any(|low| self.is_at_least(low, begins))
    }

    /// Does one end where the other begins, or before, where both of `made` are made?
    pub fn ends_before(
        &mut self,
        front: &Reach<'h>,
        begin: &Reach<'h>,
        made: [&Reach<'h>; 2],
    ) -> bool {
        self.enter(made);
        let ends = if lacks(Fault::Reach) {
            &front.lows
        } else {
            &front.highs
        };
        let is_behind = |low: &Polynomial| ends.iter().any(|end| self.is_at_least(low, end));
        front.from == begin.from && begin.lows.iter().any(is_behind)
    }

    fn is_at_least(&self, number: &Polynomial, least: &Polynomial) -> bool {
        let gap = number.minus(least);
        gap.is_some_and(|gap| self.atoms.is_nonnegative(&gap))
    }

    /// Is the first byte that an access touches where an address leads to?
    pub fn is_begin(&mut self, reach: &Reach<'h>, address: Scev<'h>) -> bool {
        self.atoms.enter(reach.entered.clone());
        let offset =
            Scev::of(self.host, reach.from).and_then(|from| address.minus(self.host, from));
        let offset = offset.and_then(|offset| self.atoms.polynomial(offset));
        offset.is_some_and(|offset| reach.lows == [offset])
    }

    fn enter(&mut self, [first, second]: [&Reach<'h>; 2]) {
        let mut entered = first.entered.clone();
        let others = second.entered.iter().filter(|l| !first.entered.contains(l));
        entered.extend(others);
        self.atoms.enter(entered);
    }

    /// What an access touches in all iterations of `l`, while what does not change in `l` has one value.
    pub fn reach(&mut self, access: Value<'h>, l: Loop<'h>) -> Option<Reach<'h>> {
        self.find((access, l, false))
    }

    fn find(&mut self, (access, l, is_one_iteration): Asked<'h>) -> Option<Reach<'h>> {
        let host = self.host;
        let block = access.block()?;
        let mut entered = loops_around(host, block, l.parent())?;
        // Right before a loop, that is entered next.
        let is_next = |inner: &Loop<'h>| inner.preheader() == Some(block);
        let goes_on = || {
            block
                .instructions()
                .all(|i| hazard(host.effects(i)).is_none())
        };
        let next = entered[0].children(host).into_iter().find(is_next);
        entered.extend(next.filter(|_| goes_on()));
        self.atoms.enter(entered.clone());
        let (pointer, bytes) = host.access(access)?;
        let wide = Scev::of(host, pointer)?;
        let mut walk = Walk::new(host, &mut self.atoms, (l, is_one_iteration), wide);
        let exact = walk.address(pointer);
        let is_exact = exact.is_some();
        let (from, offset) = exact.or_else(|| walk.in_allocation(pointer))?;
        let end = offset.plus(&Polynomial::constant(bytes.into()))?;
        let (lows, highs) = (walk.ends(offset, false), walk.ends(end, true));
        let has_bits = |end: &Polynomial| walk.atoms.is_signed(end, walk.wide.bits(host));
        let are_both = !lows.is_empty() && !highs.is_empty();
        let have_bits = || are_both && lows.iter().chain(&highs).all(has_bits);
        (is_exact || have_bits()).then_some(Reach {
            from,
            lows,
            highs,
            iteration: walk.iteration,
            entered,
        })
    }
}

/// What an iteration adds to a polynomial, and what is left.
fn in_iterations(of: &Polynomial, iteration: Option<usize>) -> Option<(Polynomial, Polynomial)> {
    match iteration {
        Some(at) => of.split(at),
        None => Some((Polynomial::constant(0), of.clone())),
    }
}
