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
//! - **Addresses modulo 2^64** are enough if an access stays, in all iterations, within half of all addresses around
//!   the pointer that it begins with: two that begin with one pointer, and of which this is so, touch the same byte
//!   only if their integers are the same. Bounds of what does not overflow say so, those of the access and of the size
//!   of the allocation that it is in. Where these do not, sizes that are less than some limit would: what is left to
//!   a run-time check are numbers that must not be negative.
//! - **From end to end.** An address that is a polynomial in counters alone is least and greatest in an iteration that is
//!   run: an access that is made in all of them is made there.
//! - **Rows of a pitch of their own.** Where `pitch` is another variable than the row's `length`, a check may ask that
//!   `pitch - length` is not negative. Then `pitch` is `length` and some number that is not negative, and this is put
//!   in its place. If the sign of `pitch` had to be assumed to find the ends, it follows from that of `length`. Planes of
//!   such rows, `pitch * height` behind each other, are apart then, too.
//! - **For a check of pointers**, ends may rest on assumed signs and on limits that keep them within a quarter of all addresses.
//!   The check asks for all of these.

use super::hazards::hazard;
use super::integers::{Address, MayAssume, Walk};
use super::polynomial::{Atoms, Polynomial};
use super::ranges::Ends;
use super::turn::loops_around;
use crate::llvm::{Block, Host, Limit, Loop, Scev, Value};
use crate::testing::{Fault, lacks};
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::RangeInclusive;
use std::rc::Rc;

/// Ends for a check of `n`-bit addresses are numbers of `n - FAR` bits with a sign: their distance is less than half of all
/// addresses.
const FAR: u32 = 2;

/// What an access touches in all iterations of a loop, or in one.
#[derive(PartialEq, Eq)]
pub(crate) struct Reach<'h> {
    /// A pointer.
    pub from: Value<'h>,
    /// From how many bytes behind it on, at least: all of these are true, if any is known.
    pub(super) lows: Vec<Polynomial>,
    /// Up to how many, at most.
    pub(super) highs: Vec<Polynomial>,
    /// Addresses are these sums, not only modulo 2^n, if unsigned numbers are less than their limits; `None` if no
    /// limits are known that are enough.
    limits: Option<Vec<Limit<'h>>>,
    /// The number of the iteration, if it is one.
    pub(super) iteration: Option<usize>,
    /// It has no other ends: the access is made there if it is made in every iteration.
    pub(super) is_attained: bool,
    /// Loops that are entered if the access is made.
    entered: Vec<Loop<'h>>,
    /// Atoms that the ends take to be not negative: they are wrong where one is.
    assumed: Vec<usize>,
    /// Sizes that the ends take to be less than their limits: they are wrong where one is not.
    sizes: Vec<Limit<'h>>,
}

/// What an iteration adds to a number, and what that is in the first one.
pub(super) type InIterations = (Polynomial, Polynomial);

impl Reach<'_> {
    /// Are addresses these sums, not only modulo 2^n?
    fn is_exact(&self) -> bool {
        self.limits.as_ref().is_some_and(Vec::is_empty) && self.sizes.is_empty()
    }

    /// Its ends in each iteration.
    fn in_iterations(&self) -> Option<Row> {
        Some(Row {
            lows: all_in_iterations(&self.lows, self.iteration)?,
            highs: all_in_iterations(&self.highs, self.iteration)?,
        })
    }
}

/// The ends of an access in each iteration of a loop.
struct Row {
    lows: Vec<InIterations>,
    highs: Vec<InIterations>,
}

/// How far rows are apart.
struct Pitch<'h> {
    /// As an atom.
    atom: usize,
    /// As the length of a row and some number that is not negative.
    number: Polynomial,
    /// It is that number if this is not negative.
    margin: Scev<'h>,
}

impl Pitch<'_> {
    /// The ends of rows with the number in place of the atom.
    fn put_into(&self, ends: &[InIterations]) -> Option<Vec<InIterations>> {
        let with = |of: &Polynomial| of.with(self.atom, &self.number);
        let end = |(step, start): &InIterations| Some((with(step)?, with(start)?));
        ends.iter().map(end).collect()
    }
}

/// Finds out where accesses lead.
pub(crate) struct Reaches<'h> {
    pub(super) host: &'h Host,
    pub(super) atoms: Atoms<'h>,
    /// Where accesses lead, as far as that was asked.
    known: FxHashMap<Asked<'h>, Option<Rc<Reach<'h>>>>,
    /// What of some pairs of accesses is disjoint, as far as that was asked.
    by_rows: FxHashMap<AskedOfBoth<'h>, Option<(u64, Vec<Scev<'h>>)>>,
    /// Blocks, and whether control goes on behind each once it is there.
    go_on: FxHashMap<Block<'h>, bool>,
    /// Accesses of which more is known if sizes are less than some limits.
    lack_sizes: FxHashSet<Value<'h>>,
}

/// Two accesses, each in its loop, and the shifts that are asked for.
type AskedOfBoth<'h> = ([Value<'h>; 2], [Loop<'h>; 2], RangeInclusive<u64>);

/// What is asked of an access in a loop.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Asked<'h> {
    access: Value<'h>,
    l: Loop<'h>,
    is_one_iteration: bool,
    may_assume: MayAssume,
}

impl<'h> Asked<'h> {
    pub fn all_iterations(access: Value<'h>, l: Loop<'h>) -> Self {
        Asked {
            access,
            l,
            is_one_iteration: false,
            may_assume: MayAssume::default(),
        }
    }

    pub fn one_iteration(access: Value<'h>, l: Loop<'h>) -> Self {
        Asked {
            is_one_iteration: true,
            ..Asked::all_iterations(access, l)
        }
    }

    fn assuming(self, sizes: bool) -> Self {
        Asked {
            may_assume: MayAssume { signs: true, sizes },
            ..self
        }
    }
}

impl<'h> Reaches<'h> {
    pub fn new(host: &'h Host) -> Self {
        Reaches {
            host,
            atoms: Atoms::new(host, Vec::new()),
            known: FxHashMap::default(),
            by_rows: FxHashMap::default(),
            go_on: FxHashMap::default(),
            lack_sizes: FxHashSet::default(),
        }
    }

    /// Do the bytes of two accesses, each in its loop, never meet in any iterations of these?
    pub fn never_meet(&mut self, accesses: [Value<'h>; 2], loops: [Loop<'h>; 2]) -> bool {
        let both = self.both_exact(accesses, loops, Asked::all_iterations);
        both.is_some_and(|[first, second]| self.are_apart(&first, &second))
    }

    /// Does all that an access may touch lie between the first and the last byte of what another one touches, which is
    /// made in every iteration of its loops? Both are made.
    pub fn is_within(&mut self, accesses: [Value<'h>; 2], loops: [Loop<'h>; 2]) -> bool {
        let Some([inner, outer]) = self.both_exact(accesses, loops, Asked::all_iterations) else {
            return false;
        };
        self.enter([&inner, &outer]);
        let ([begin], [end]) = (&outer.lows[..], &outer.highs[..]) else {
            return false;
        };
        outer.is_attained
            && inner.from == outer.from
            && inner.lows.iter().any(|low| self.is_at_least(low, begin))
            && inner.highs.iter().any(|high| self.is_at_least(end, high))
    }

    /// The least of some shifts `s` for which the bytes of two accesses never meet if the first one's iteration is
    /// greater than that of the second one and `s`.
    pub fn disjoint_beyond(
        &mut self,
        accesses: [Value<'h>; 2],
        loops: [Loop<'h>; 2],
        shifts: RangeInclusive<u64>,
    ) -> Option<u64> {
        let [first, second] = self.both_exact(accesses, loops, Asked::one_iteration)?;
        if first.from != second.from {
            return None;
        }
        self.enter([&first, &second]);
        let highs = if lacks(Fault::Reach) {
            &second.lows
        } else {
            &second.highs
        };
        let lows = all_in_iterations(&first.lows, first.iteration)?;
        let highs = all_in_iterations(highs, second.iteration)?;
        self.least_shift(&lows, &highs, shifts)
    }

    /// The same, if some numbers that do not change in the loops are not negative: sizes are such that addresses do not
    /// wrap around, and rows of one of the accesses are as far apart as they are long, or farther. Then their distance
    /// is that length and more. Found once: whether these numbers are known and whether a check may ask for them are two
    /// questions.
    pub fn disjoint_by_rows(
        &mut self,
        accesses: [Value<'h>; 2],
        loops: [Loop<'h>; 2],
        shifts: RangeInclusive<u64>,
    ) -> Option<(u64, Vec<Scev<'h>>)> {
        let asked = (accesses, loops, shifts);
        if let Some(known) = self.by_rows.get(&asked) {
            return known.clone();
        }
        let mut found = self.find_by_rows(asked.clone(), false);
        if found.is_none()
            && accesses
                .iter()
                .any(|access| self.lack_sizes.contains(access))
        {
            found = self.find_by_rows(asked.clone(), true);
        }
        self.by_rows.insert(asked, found.clone());
        found
    }

    fn find_by_rows(
        &mut self,
        (accesses, loops, shifts): AskedOfBoth<'h>,
        sizes: bool,
    ) -> Option<(u64, Vec<Scev<'h>>)> {
        let ask = |access, l| Asked::one_iteration(access, l).assuming(sizes);
        let [first, second] = self.both(accesses, loops, ask)?;
        if first.from != second.from {
            return None;
        }
        self.enter([&first, &second]);
        // One of the accesses may be made where the other one is not.
        self.atoms.forget_bounds();
        let mut margins = self.margins([&first, &second])?;
        let rows = [first.in_iterations()?, second.in_iterations()?];
        let assumed = [&first.assumed[..], &second.assumed].concat();
        if assumed.is_empty()
            && let Some(shift) = self.least_shift(&rows[0].lows, &rows[1].highs, shifts.clone())
        {
            return Some((shift, margins));
        }
        let like = Scev::of(self.host, first.from)?;
        let pitches = rows.each_ref().map(|row| self.pitch(row, &assumed, like));
        let found = pitches.iter().flatten().find_map(|pitch| {
            let lows = pitch.put_into(&rows[0].lows)?;
            let highs = pitch.put_into(&rows[1].highs)?;
            let shift = self.least_shift(&lows, &highs, shifts.clone())?;
            Some((shift, pitch.margin))
        });
        if let Some((shift, margin)) = found {
            margins.push(margin);
            return Some((shift, margins));
        }
        let all = |access, l| Asked::all_iterations(access, l).assuming(sizes);
        if let Some(whole) = self.both(accesses, loops, all) {
            self.enter([&first, &second]);
            self.atoms.forget_bounds();
            let mut pitches = pitches.iter().flatten();
            let margin = pitches.find_map(|pitch| self.apart_by_pitch(&whole, pitch));
            if let Some(margin) = margin {
                margins.extend(self.margins([&whole[0], &whole[1]])?);
                margins.push(margin);
                return Some((*shifts.start(), margins));
            }
        }
        // Signs may be asked for.
        let signs = self.atoms.fixed(&assumed)?;
        let ask = |atoms: &Atoms<'h>| least_shift(atoms, &rows[0].lows, &rows[1].highs, shifts);
        let shift = self.atoms.assuming(&assumed, ask)?;
        let are_new = signs.into_iter().filter(|sign| !margins.contains(sign));
        margins.extend(are_new.collect::<Vec<_>>());
        Some((shift, margins))
    }

    /// Do two accesses never meet, if rows are as far apart as they are long, or farther? Then what must not be
    /// negative for that.
    fn apart_by_pitch(&self, whole: &[Rc<Reach<'h>>; 2], pitch: &Pitch<'h>) -> Option<Scev<'h>> {
        let with = |ends: &[Polynomial]| -> Option<Vec<_>> {
            let with = |end: &Polynomial| end.with(pitch.atom, &pitch.number);
            ends.iter().map(with).collect()
        };
        let is_in_front = |front: &Reach<'h>, behind: &Reach<'h>| {
            let (highs, lows) = with(&front.highs).zip(with(&behind.lows))?;
            Some(self.are_behind(&lows, &highs))
        };
        let [first, second] = whole;
        let mut assumed = first.assumed.iter().chain(&second.assumed);
        let are_apart = assumed.all(|at| self.is_shown(*at, pitch))
            && (is_in_front(first, second)? || is_in_front(second, first)?);
        are_apart.then_some(pitch.margin)
    }

    /// Is an atom not negative if rows are as far apart as they are long, or farther?
    fn is_shown(&self, at: usize, pitch: &Pitch<'h>) -> bool {
        at == pitch.atom && self.atoms.is_nonnegative(&pitch.number)
    }

    /// How far the rows of an access are apart, if that is a variable of its own. None if other signs were `assumed`
    /// than follow from it.
    fn pitch(&mut self, row: &Row, assumed: &[usize], like: Scev<'h>) -> Option<Pitch<'h>> {
        let ([(step, low)], [(other, high)]) = (&row.lows[..], &row.highs[..]) else {
            return None;
        };
        let width = high.minus(low).filter(|_| step == other)?;
        let margin = step.minus(&width)?.primitive();
        let is_exact = self.atoms.is_signed(&margin, like.bits(self.host));
        let margin = self.atoms.expression(&margin, like).filter(|_| is_exact)?;
        let (atom, number) = self.atoms.exceeding(step, &width)?;
        let pitch = Pitch {
            atom,
            number,
            margin,
        };
        let mut assumed = assumed.iter();
        assumed
            .all(|at| self.is_shown(*at, &pitch))
            .then_some(pitch)
    }

    /// What must not be negative for the addresses of two accesses not to wrap around.
    fn margins(&mut self, both: [&Reach<'h>; 2]) -> Option<Vec<Scev<'h>>> {
        let host = self.host;
        let [first, second] = both.map(|reach| reach.limits.as_ref());
        let limits = first?.iter().chain(second?);
        let sizes = both.into_iter().flat_map(|reach| &reach.sizes);
        let mut margins = Vec::new();
        let mut ask = |margin: Scev<'h>| {
            if !margins.contains(&margin) {
                margins.push(margin);
            }
        };
        for (number, limit) in limits.chain(sizes.clone()) {
            let greatest = number.constant_like(host, i64::try_from(limit - 1).ok()?)?;
            ask(greatest.minus(host, *number)?);
            // As one atom: its parts may add up to more than a number of the machine.
            let alone = self.atoms.alone(*number);
            let mut sizes = sizes.clone();
            let is_natural = alone.is_some_and(|number| self.atoms.is_nonnegative(&number))
                || sizes.any(|(size, _)| size == number) && self.atoms.is_natural_product(*number);
            if !is_natural {
                ask(*number);
            }
        }
        Some(margins)
    }

    /// The least of some shifts by which what begins at one of `lows` is behind what ends at one of `highs`.
    fn least_shift(
        &self,
        lows: &[InIterations],
        highs: &[InIterations],
        shifts: RangeInclusive<u64>,
    ) -> Option<u64> {
        least_shift(&self.atoms, lows, highs, shifts)
    }

    /// Bytes that enclose what an access touches in all iterations of a loop, far fewer than there are addresses if
    /// some unsigned numbers are less than their limits.
    pub fn hull(&mut self, access: Value<'h>, l: Loop<'h>) -> Option<(Ends<'h>, Vec<Limit<'h>>)> {
        let host = self.host;
        let asked = Asked::all_iterations(access, l);
        let mut reach = self.find(asked.assuming(false));
        if reach.is_none() && self.lack_sizes.contains(&access) {
            reach = self.find(asked.assuming(true));
        }
        let reach = reach?;
        let from = Scev::of(host, reach.from)?;
        let bits = from.bits(host).checked_sub(FAR)?;
        let mut limits = reach.sizes.clone();
        let [low, high] = self.nearest(&reach)?.map(|end| {
            limits.extend(self.atoms.limits(end, bits, &reach.assumed)?);
            from.plus(host, self.atoms.expression(end, from)?)
        });
        Some((low.zip(high)?, limits))
    }

    /// The ends that are no farther than others, or any, if nobody knows.
    fn nearest<'r>(&self, reach: &'r Reach<'h>) -> Option<[&'r Polynomial; 2]> {
        let nearest = |ends, is_high| self.atoms.nearest(ends, is_high, &reach.assumed);
        let low = nearest(&reach.lows, false)?;
        let high = nearest(&reach.highs, true)?;
        Some([low, high])
    }

    /// Where two accesses lead, as far as that was not asked before.
    fn both(
        &mut self,
        accesses: [Value<'h>; 2],
        loops: [Loop<'h>; 2],
        ask: impl Fn(Value<'h>, Loop<'h>) -> Asked<'h>,
    ) -> Option<[Rc<Reach<'h>>; 2]> {
        let mut one = |at: usize| self.once(ask(accesses[at], loops[at]));
        Some([one(0)?, one(1)?])
    }

    /// Where an access leads, found once.
    fn once(&mut self, asked: Asked<'h>) -> Option<Rc<Reach<'h>>> {
        if let Some(known) = self.known.get(&asked) {
            return known.clone();
        }
        let reach = self.find(asked).map(Rc::new);
        self.known.insert(asked, reach.clone());
        reach
    }

    /// The same, if addresses are these sums in any case.
    pub(super) fn exact(&mut self, asked: Asked<'h>) -> Option<Rc<Reach<'h>>> {
        self.once(asked).filter(|reach| reach.is_exact())
    }

    /// The same, if addresses are these sums in any case.
    fn both_exact(
        &mut self,
        accesses: [Value<'h>; 2],
        loops: [Loop<'h>; 2],
        ask: impl Fn(Value<'h>, Loop<'h>) -> Asked<'h>,
    ) -> Option<[Rc<Reach<'h>>; 2]> {
        let both = self.both(accesses, loops, ask);
        both.filter(|both| both.iter().all(|reach| reach.is_exact()))
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
        if front.from != begin.from {
            return false;
        }
        self.enter(made);
        let ends = if lacks(Fault::Reach) {
            &front.lows
        } else {
            &front.highs
        };
        self.are_behind(&begin.lows, ends)
    }

    /// Is one of the first bytes known to be no less than one of the ends?
    fn are_behind(&self, lows: &[Polynomial], ends: &[Polynomial]) -> bool {
        let is_behind = |low: &Polynomial| ends.iter().any(|end| self.is_at_least(low, end));
        lows.iter().any(is_behind)
    }

    pub(super) fn is_at_least(&self, number: &Polynomial, least: &Polynomial) -> bool {
        is_at_least(&self.atoms, number, least)
    }

    /// Is the first byte that an access touches where an address leads to?
    pub fn is_begin(&mut self, reach: &Reach<'h>, address: Scev<'h>) -> bool {
        self.atoms.enter(reach.entered.clone());
        let offset =
            Scev::of(self.host, reach.from).and_then(|from| address.minus(self.host, from));
        let offset = offset.and_then(|offset| self.atoms.polynomial(offset));
        offset.is_some_and(|offset| reach.lows == [offset])
    }

    pub(super) fn enter(&mut self, [first, second]: [&Reach<'h>; 2]) {
        let mut entered = first.entered.clone();
        let others = second.entered.iter().filter(|l| !first.entered.contains(l));
        entered.extend(others);
        self.atoms.enter(entered);
    }

    /// What an access touches in all iterations of `l`, while what does not change in `l` has one value.
    pub fn reach(&mut self, access: Value<'h>, l: Loop<'h>) -> Option<Reach<'h>> {
        let reach = self.find(Asked::all_iterations(access, l));
        reach.filter(Reach::is_exact)
    }

    /// Where an access leads, perhaps modulo 2^n only.
    fn find(&mut self, asked: Asked<'h>) -> Option<Reach<'h>> {
        let host = self.host;
        let Asked { access, l, .. } = asked;
        let block = access.block()?;
        let entered = self.entered(block, l)?;
        self.atoms.enter(entered.clone());
        let (pointer, bytes) = host.access(access)?;
        let loops = (block, l, asked.is_one_iteration);
        let wide = Scev::of(host, pointer)?;
        let mut walk = Walk::new(host, &mut self.atoms, loops, wide, asked.may_assume);
        let reach = |address, walk: &mut Walk<'_, 'h>| {
            let entered = entered.clone();
            reach_of(walk, address, bytes, entered)
        };
        let by_steps = walk.address(pointer);
        let by_steps = by_steps.and_then(|address| reach(address, &mut walk));
        if walk.lacks_sizes {
            self.lack_sizes.insert(access);
        }
        if by_steps.as_ref().is_some_and(Reach::is_exact) {
            return by_steps;
        }
        let whole = walk.in_object(pointer);
        let whole = whole.and_then(|address| reach(address, &mut walk));
        match whole {
            Some(whole) if whole.is_exact() => Some(whole),
            whole => by_steps.or(whole),
        }
    }

    /// Loops that are entered if a block runs: those around it, and the one that it goes on to.
    pub(super) fn entered(&mut self, block: Block<'h>, l: Loop<'h>) -> Option<Vec<Loop<'h>>> {
        let host = self.host;
        let mut entered = loops_around(host, block, l.parent())?;
        let is_next = |inner: &Loop<'h>| inner.preheader() == Some(block);
        let is_free = |i| hazard(host.effects(i)).is_none();
        let mut goes_on = || {
            let known = self.go_on.entry(block);
            *known.or_insert_with(|| block.instructions().all(is_free))
        };
        let next = entered[0].children(host).into_iter().find(is_next);
        entered.extend(next.filter(|_| goes_on()));
        Some(entered)
    }
}

fn is_at_least(atoms: &Atoms<'_>, number: &Polynomial, least: &Polynomial) -> bool {
    let gap = number.minus(least);
    gap.is_some_and(|gap| atoms.is_nonnegative_by_order(&gap))
}

fn least_shift(
    atoms: &Atoms<'_>,
    lows: &[InIterations],
    highs: &[InIterations],
    shifts: RangeInclusive<u64>,
) -> Option<u64> {
    let is_at_least = |number: &Polynomial, least: &Polynomial| is_at_least(atoms, number, least);
    let shift = |(step, low): &InIterations, (other, high): &InIterations| {
        if !is_at_least(step, &Polynomial::constant(0)) || !is_at_least(step, other) {
            return None;
        }
        shifts.clone().find(|shift| {
            let ahead = Polynomial::constant(i128::from(*shift) + 1);
            let low = step.times(&ahead).and_then(|ahead| low.plus(&ahead));
            low.is_some_and(|low| is_at_least(&low, high))
        })
    };
    let pairs = lows
        .iter()
        .flat_map(|low| highs.iter().map(move |high| (low, high)));
    pairs.filter_map(|(low, high)| shift(low, high)).min()
}

/// What an access of so many bytes touches from an address on.
fn reach_of<'h>(
    walk: &mut Walk<'_, 'h>,
    address: Address<'h>,
    bytes: u64,
    entered: Vec<Loop<'h>>,
) -> Option<Reach<'h>> {
    let end = address.offset.plus(&Polynomial::constant(bytes.into()))?;
    let (lows, highs) = (walk.ends(address.offset, false), walk.ends(end, true));
    if address.may_wrap {
        walk.bound_by_size(address.from);
    }
    let limits = match address.may_wrap {
        true => {
            let both = limits_of(walk, &lows, false).zip(limits_of(walk, &highs, true));
            both.map(|(lows, highs)| lows.into_iter().chain(highs).collect())
        }
        false => Some(Vec::new()),
    };
    Some(Reach {
        from: address.from,
        limits,
        lows,
        highs,
        iteration: walk.iteration,
        is_attained: walk.has_counters_only(),
        assumed: walk.assumed.clone(),
        sizes: walk.sizes.clone(),
        entered,
    })
}

/// The fewest limits for one of some ends to be a number of the machine in all iterations.
pub(super) fn limits_of<'h>(
    walk: &mut Walk<'_, 'h>,
    ends: &[Polynomial],
    is_high: bool,
) -> Option<Vec<Limit<'h>>> {
    let over_all = |end: &Polynomial| walk.over_all(end.clone(), is_high);
    let farthest: Vec<_> = ends.iter().flat_map(over_all).collect();
    let limits = |end| walk.atoms.limits(end, walk.wide.bits(walk.host), &[]);
    farthest.iter().filter_map(limits).min_by_key(Vec::len)
}

pub(super) fn in_iterations(of: &Polynomial, iteration: Option<usize>) -> Option<InIterations> {
    match iteration {
        Some(at) => of.split(at),
        None => Some((Polynomial::constant(0), of.clone())),
    }
}

fn all_in_iterations(all: &[Polynomial], iteration: Option<usize>) -> Option<Vec<InIterations>> {
    all.iter().map(|of| in_iterations(of, iteration)).collect()
}
