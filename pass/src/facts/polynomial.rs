//! Numbers as polynomials, compared by multiplying out.
//!
//! An expression is a sum of products of *atoms*, whatever else it is made of. As a number of the
//! machine it is congruent, modulo 2^64, to the integer that the polynomial has for the atoms' values as
//! signed numbers. That integer is not negative if the atoms have lower bounds, and no coefficient is
//! negative once each atom is written as its lower bound and what exceeds it: `4hw - 16w` with `h >= 5`
//! and `w >= 1` is `4h'w' + 4h' + 4w' + 4`, where `h' = h - 5` and `w' = w - 1`.
//!
//! Who asks has to show that the number does not exceed its width: the integer says nothing of a
//! product that wraps around.

use crate::llvm::{Form, Host, Limit, Loop, Scev};
use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

/// More terms are not multiplied out.
const MOST_TERMS: usize = 32;

/// More factors in a term are not either.
const MOST_FACTORS: usize = 4;

/// So many bits of a number are left to the constants that products are multiplied by.
const FACTOR_BITS: u32 = 8;

/// So many bits of a narrow number are left to the terms that are added up.
const SUM_BITS: u32 = 4;

/// The number of terms up to which it is asked which of two atoms is the greater one.
const MOST_ORDERED: usize = 6;

/// Stands for what an atom exceeds another one by.
const EXCESS: usize = usize::MAX;

/// Lower bounds that are tried, as long as a number is known to reach them.
const BOUNDS: [i64; 11] = [0, 1, 2, 3, 4, 5, 6, 8, 16, 32, 64];

/// The numbers of the atoms of a product, in order.
type Product = SmallVec<[usize; MOST_FACTORS]>;

/// The product of a term, and its factor, which is not zero.
type Term = (Product, i128);

/// What polynomials are made of, with lower bounds where some loops are entered.
pub(crate) struct Atoms<'h> {
    host: &'h Host,
    entered: Vec<Loop<'h>>,
    all: Vec<Atom<'h>>,
    /// Products of atoms that are not negative, with what they are at most.
    bounded: Vec<Term>,
    /// Atoms that are taken to be not negative: whoever says so asks for that.
    natural: Vec<usize>,
    /// The greatest of the tried bounds that a number exceeds where a loop is entered.
    leasts: RefCell<FxHashMap<(Scev<'h>, Loop<'h>), Option<i64>>>,
    /// The atoms of expressions, where these loops are entered.
    known: FxHashMap<Scev<'h>, usize>,
}

/// What the value of an atom is. One expression may stand for two numbers: a recurrence is in its loop the number of this
/// iteration, and behind it that of the last one. So only atoms of one kind are the same.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// A number that does not change in the loops of an access.
    Fixed,
    /// The number of a loop's iteration: known is what holds for all.
    Counter,
    /// One that changes otherwise, or has no expression: nothing else is the same.
    Other,
}

/// An atom, and what its value is at least and at most, wherever it is.
struct Atom<'h> {
    s: Scev<'h>,
    kind: Kind,
    least: i64,
    greatest: i64,
}

/// A polynomial of atoms: a sum of terms, in the order of their products.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Polynomial(SmallVec<[Term; 2]>);

impl<'h> Atoms<'h> {
    pub fn new(host: &'h Host, entered: Vec<Loop<'h>>) -> Self {
        Atoms {
            host,
            entered,
            all: Vec::new(),
            bounded: Vec::new(),
            natural: Vec::new(),
            leasts: RefCell::default(),
            known: FxHashMap::default(),
        }
    }

    /// From now on, what is known is what holds where these loops are entered.
    pub fn enter(&mut self, entered: Vec<Loop<'h>>) {
        if self.entered == entered {
            return;
        }
        self.entered = entered;
        self.known.clear();
        self.forget_bounds();
        for atom in self.all.iter_mut().filter(|atom| atom.kind == Kind::Fixed) {
            if let Some((_, greatest)) = atom.s.range(self.host) {
                atom.greatest = greatest;
            }
        }
    }

    /// An expression, where the loops are entered; none if it has too many terms.
    pub fn polynomial(&mut self, s: Scev<'h>) -> Option<Polynomial> {
        if let Some(constant) = s.as_constant() {
            return Some(Polynomial::constant(constant.into()));
        }
        match s.form(self.host) {
            Form::Sum => {
                let mut parts = s.operands(self.host);
                let first = self.polynomial(parts.next()?)?;
                parts.try_fold(first, |sum, part| sum.plus(&self.polynomial(part)?))
            }
            Form::Product => {
                let mut parts = s.operands(self.host);
                let first = self.polynomial(parts.next()?)?;
                parts.try_fold(first, |product, part| {
                    product.times(&self.polynomial(part)?)
                })
            }
            _ => self.alone(s),
        }
    }

    /// An expression that is no sum or product of others.
    pub fn alone(&mut self, s: Scev<'h>) -> Option<Polynomial> {
        Some(Polynomial::of(self.atom(s)?))
    }

    /// The number of a counter, which begins at 0 and reaches no more than that.
    pub fn counter(&mut self, s: Scev<'h>, greatest: i64) -> usize {
        let known = self.position(s, Kind::Counter);
        known.unwrap_or_else(|| {
            self.all.push(Atom {
                s,
                kind: Kind::Counter,
                least: 0,
                greatest,
            });
            self.all.len() - 1
        })
    }

    fn position(&self, s: Scev<'h>, kind: Kind) -> Option<usize> {
        let is_it = |atom: &Atom<'h>| atom.s == s && atom.kind == kind;
        self.all.iter().position(is_it)
    }

    /// The number of a new atom that changes, of which is known what ScalarEvolution knows of all its values.
    pub fn variable(&mut self, s: Scev<'h>) -> Option<usize> {
        let (least, greatest) = s.range(self.host)?;
        self.all.push(Atom {
            s,
            kind: Kind::Other,
            least,
            greatest,
        });
        Some(self.all.len() - 1)
    }

    /// The number of an atom: a length of rows to one instruction and a count to another are one.
    fn atom(&mut self, s: Scev<'h>) -> Option<usize> {
        if let Some(&at) = self.known.get(&s) {
            return Some(at);
        }
        let host = self.host;
        let entered = |s: Scev<'h>, l: &Loop<'h>| s.as_entered(host, *l).unwrap_or(s);
        let one = self.entered.iter().fold(s, entered);
        let (_, greatest) = s.range(host)?;
        let known = self.position(one, Kind::Fixed);
        let at = match known {
            Some(at) => at,
            None => {
                let (least, greatest) = one.range(host)?;
                self.all.push(Atom {
                    s: one,
                    kind: Kind::Fixed,
                    least,
                    greatest,
                });
                self.all.len() - 1
            }
        };
        let atom = &mut self.all[at];
        atom.greatest = atom.greatest.min(greatest);
        self.known.insert(s, at);
        Some(at)
    }

    /// What is known if some atoms are not negative.
    pub fn assuming<T>(&mut self, natural: &[usize], ask: impl FnOnce(&Self) -> T) -> T {
        self.natural.extend(natural);
        let known = ask(self);
        self.natural.clear();
        known
    }

    /// What an atom is at least, where the loops are entered.
    fn least(&self, at: usize) -> i64 {
        let known = self.known_least(at);
        match self.natural.contains(&at) {
            true => known.max(0),
            false => known,
        }
    }

    fn known_least(&self, at: usize) -> i64 {
        let Atom { s, kind, least, .. } = self.all[at];
        if kind != Kind::Fixed {
            return least;
        }
        let by_loop = |l: &Loop<'h>| self.least_in(s, *l);
        let most = self.entered.iter().filter_map(by_loop).max();
        most.map_or(least, |bound| bound.max(least))
    }

    /// The greatest of the tried bounds that a number is known to reach where a loop is entered. That is asked only once
    /// it matters: most numbers cancel out, and finding out that nothing is known takes longest.
    fn least_in(&self, s: Scev<'h>, l: Loop<'h>) -> Option<i64> {
        let host = self.host;
        let mut leasts = self.leasts.borrow_mut();
        *leasts.entry((s, l)).or_insert_with(|| {
            let exceeds = |bound: &i64| {
                let rest = s.offset(host, -bound);
                rest.is_some_and(|rest| rest.is_nonnegative(host, l))
            };
            // Where it is at least zero, what is less by some does not wrap around.
            BOUNDS.into_iter().take_while(exceeds).last()
        })
    }

    /// The number of the machine that a polynomial is, in the width of `like`.
    pub fn expression(&self, polynomial: &Polynomial, like: Scev<'h>) -> Option<Scev<'h>> {
        let host = self.host;
        let zero = like.constant_like(host, 0)?;
        let term = |(atoms, factor): &Term| {
            let factor = like.constant_like(host, i64::try_from(*factor).ok()?)?;
            let atom = |product: Scev<'h>, at: &usize| product.times(host, self.all[*at].s);
            atoms.iter().try_fold(factor, atom)
        };
        let mut terms = polynomial.0.iter().map(term);
        terms.try_fold(zero, |sum, term| sum.plus(host, term?))
    }

    /// Is the integer not negative where the loops are entered?
    pub fn is_nonnegative(&self, polynomial: &Polynomial) -> bool {
        self.is_nonnegative_if(polynomial, &[])
    }

    /// The same, if some atoms are not.
    pub fn is_nonnegative_if(&self, polynomial: &Polynomial, assumed: &[usize]) -> bool {
        if polynomial.has_negative_lead() {
            return false;
        }
        let shifted =
            polynomial
                .0
                .iter()
                .try_fold(Polynomial::constant(0), |sum, (atoms, factor)| {
                    let mut term = Polynomial::constant(*factor);
                    for at in atoms {
                        let exceeding = Polynomial::of(*at);
                        let [least, _] = self.ends(*at, assumed);
                        let atom = exceeding.plus(&Polynomial::constant(least.into()))?;
                        term = term.times(&atom)?;
                    }
                    sum.plus(&term)
                });
        shifted.is_some_and(|shifted| shifted.0.iter().all(|(_, factor)| *factor >= 0))
    }

    /// The same, if it may have to be known of two atoms which one is the greater one: a row's length and how far rows are
    /// apart. What the greater one exceeds the other by is put in its place. So it is of a quotient: `w` is `2 * (w / 2)` and
    /// something.
    pub fn is_nonnegative_by_order(&self, polynomial: &Polynomial) -> bool {
        if self.is_nonnegative(polynomial) {
            return true;
        }
        let terms = &polynomial.0;
        if terms.len() > MOST_ORDERED {
            return false;
        }
        let of_sign = |sign| {
            terms
                .iter()
                .filter(move |(_, factor)| factor.signum() == sign)
        };
        let lengths = of_sign(-1).filter_map(|(atoms, _)| match atoms[..] {
            [atom] => Some(atom),
            _ => None,
        });
        let pitches: BTreeSet<_> = of_sign(1).flat_map(|(atoms, _)| atoms).copied().collect();
        let exceeds = |length: usize, pitch: usize| {
            let divisor = self.divisor(pitch, length);
            let times = Polynomial::constant(divisor.unwrap_or(1).into());
            let least = Polynomial::of(length).times(&times);
            let number = least.and_then(|least| least.plus(&Polynomial::of(EXCESS)));
            let put = number.and_then(|number| polynomial.with(pitch, &number));
            put.is_some_and(|put| self.is_nonnegative(&put))
                && (divisor.is_some() || self.is_at_least(pitch, length))
        };
        lengths
            .into_iter()
            .any(|length| pitches.iter().any(|pitch| exceeds(length, *pitch)))
    }

    /// Of some ends one that is known to be no farther than any other, or the first, if there is none; if some atoms are
    /// not negative.
    pub fn nearest<'p>(
        &self,
        ends: impl IntoIterator<Item = &'p Polynomial, IntoIter: Clone>,
        is_high: bool,
        assumed: &[usize],
    ) -> Option<&'p Polynomial> {
        let all = ends.into_iter();
        let is_nearer = |end: &Polynomial, other: &Polynomial| {
            let gap = match is_high {
                true => other.minus(end),
                false => end.minus(other),
            };
            gap.is_some_and(|gap| self.is_nonnegative_if(&gap, assumed))
        };
        let is_nearest = |end: &&Polynomial| all.clone().all(|other| is_nearer(end, other));
        all.clone().find(is_nearest).or(all.clone().next())
    }

    /// What an atom, which is not negative, is divided by to get another one.
    fn divisor(&self, atom: usize, quotient: usize) -> Option<i64> {
        let (a, b) = (&self.all[atom], &self.all[quotient]);
        let are_fixed = [a, b].iter().all(|atom| atom.kind == Kind::Fixed);
        let is_natural = self.natural.contains(&atom);
        let divisor = |l: &Loop<'h>| a.s.divisor(self.host, b.s, is_natural, *l);
        are_fixed.then(|| self.entered.iter().find_map(divisor))?
    }

    /// Is it known that an atom is no less than another one?
    fn is_at_least(&self, atom: usize, least: usize) -> bool {
        let (a, b) = (&self.all[atom], &self.all[least]);
        let farthest = [(a.greatest, b.least), (a.least, b.greatest)];
        let may_wrap = farthest.iter().any(|(a, b)| a.checked_sub(*b).is_none());
        let are_fixed = [a, b].iter().all(|atom| atom.kind == Kind::Fixed);
        let is_known = |gap: Scev<'h>| {
            self.entered
                .iter()
                .any(|l| gap.is_nonnegative(self.host, *l))
        };
        atom != least && are_fixed && !may_wrap && a.s.minus(self.host, b.s).is_some_and(is_known)
    }

    /// Forgets what integers are at most: that holds where one access is made.
    pub fn forget_bounds(&mut self) {
        self.bounded.clear();
    }

    /// Says that an integer is at most so much, whatever else it is.
    pub fn bound(&mut self, polynomial: &Polynomial, most: i128) {
        let is_product = |(atoms, _): &&Term| atoms.len() > 1;
        let products = polynomial.0.iter().filter(is_product);
        let bounds: Vec<_> = products
            .map(|(atoms, factor)| (atoms.clone(), most / factor))
            .collect();
        let is_natural =
            |(atoms, factor): &Term| *factor > 0 && atoms.iter().all(|at| self.least(*at) >= 0);
        if !bounds.is_empty() && polynomial.0.iter().all(is_natural) {
            self.bounded.extend(bounds);
        }
    }

    /// What an atom is at least and at most, if some are not negative.
    fn ends(&self, at: usize, assumed: &[usize]) -> [i64; 2] {
        if at == EXCESS {
            return [0, i64::MAX];
        }
        let least = self.least(at);
        let is_assumed = assumed.contains(&at);
        let least = if is_assumed { least.max(0) } else { least };
        [least, self.all[at].greatest]
    }

    /// Has the integer so many bits, as a signed number, whatever the atoms are?
    pub fn is_signed(&self, polynomial: &Polynomial, bits: u32) -> bool {
        self.is_signed_if(polynomial, bits, &[])
    }

    fn is_signed_if(&self, polynomial: &Polynomial, bits: u32, assumed: &[usize]) -> bool {
        let limit = 1i128 << bits.saturating_sub(1).min(63);
        let range = self.range(polynomial, assumed);
        range.is_some_and(|(low, high)| low >= -limit && high < limit)
    }

    /// Has the integer so many bits, as an unsigned number or else as a signed one?
    fn is_unsigned(&self, polynomial: &Polynomial, bits: u32) -> bool {
        let limit = 1i128 << bits.min(64);
        let range = self.range(polynomial, &[]);
        self.is_signed(polynomial, bits)
            || range.is_some_and(|(low, high)| low >= 0 && high < limit)
    }

    /// The atoms of a single product with a positive factor that may be negative; `None` of anything else.
    pub fn unknown_signs(&self, product: &Polynomial) -> Option<Vec<usize>> {
        let mut terms = product.0.iter();
        let (Some((atoms, 1..)), None) = (terms.next(), terms.next()) else {
            return None;
        };
        let may_be_negative = |at: &usize| self.least(*at) < 0;
        Some(atoms.iter().copied().filter(may_be_negative).collect())
    }

    /// If `factor * atom >= least`: the atom, and the sum that it is of `least / factor` and a new atom that is not negative.
    /// Only if `least` can be divided and does not contain the atom.
    pub fn exceeding(
        &mut self,
        product: &Polynomial,
        least: &Polynomial,
    ) -> Option<(usize, Polynomial)> {
        let mut terms = product.0.iter();
        let (Some((atoms, factor)), None) = (terms.next(), terms.next()) else {
            return None;
        };
        let &[atom] = &atoms[..] else {
            return None;
        };
        let divided = |(atoms, times): &Term| {
            let is_whole = *factor > 0 && times % factor == 0 && !atoms.contains(&atom);
            is_whole.then(|| (atoms.clone(), times / factor))
        };
        let least = Polynomial(least.0.iter().map(divided).collect::<Option<_>>()?);
        self.all.push(Atom {
            s: self.all[atom].s,
            kind: Kind::Other,
            least: 0,
            greatest: i64::MAX,
        });
        let more = Polynomial::of(self.all.len() - 1);
        Some((atom, least.plus(&more)?))
    }

    /// Atoms as numbers, if none of them changes.
    pub fn fixed(&self, all: &[usize]) -> Option<Vec<Scev<'h>>> {
        let number = |at: &usize| (self.all[*at].kind == Kind::Fixed).then_some(self.all[*at].s);
        all.iter().map(number).collect()
    }

    /// What some atoms, as unsigned numbers, must be less than for the integer to have so many bits, and for those that are
    /// assumed to be not negative; none if that is not enough. All factors of a product may be equally large.
    pub fn limits(
        &self,
        polynomial: &Polynomial,
        bits: u32,
        assumed: &[usize],
    ) -> Option<Vec<Limit<'h>>> {
        let each = assumed.iter().map(|at| (*at, 1 << bits.min(62)));
        let mut limits: BTreeMap<_, _> = each.collect();
        if !self.is_signed_if(polynomial, bits, assumed) {
            let bits = bits.checked_sub(FACTOR_BITS)?;
            let mut sum = 0u128;
            for (atoms, factor) in &polynomial.0 {
                let number = u32::try_from(atoms.len()).ok()?;
                let most = 1u64 << bits.checked_div(number).unwrap_or(bits);
                sum = sum.checked_add(match number {
                    0 => factor.unsigned_abs().div_ceil(most.into()),
                    _ => factor.unsigned_abs(),
                })?;
                for at in atoms {
                    let ends = self.ends(*at, assumed);
                    let is_small = ends.iter().all(|end| end.unsigned_abs() < most);
                    if !is_small || assumed.contains(at) {
                        let known = limits.entry(*at).or_insert(most);
                        *known = most.min(*known);
                    }
                }
            }
            if sum >= 1 << (FACTOR_BITS - 1) {
                return None;
            }
        }
        let limit = |(at, most): (usize, u64)| (self.all[at].s, most);
        Some(limits.into_iter().map(limit).collect())
    }

    /// What products of atoms, as unsigned numbers of the width of `like`, must be less than for the integer to have so
    /// many bits, fewer than `like`; none if that is not enough. Products that are known to be less are left out.
    pub fn product_limits(
        &self,
        polynomial: &Polynomial,
        bits: u32,
        like: Scev<'h>,
    ) -> Option<Vec<Limit<'h>>> {
        let bits = bits.checked_sub(SUM_BITS).filter(|bits| *bits > 1)?;
        let most = 1u64 << (bits - 1);
        let mut sum = 0u128;
        let mut limits = Vec::new();
        for (atoms, factor) in &polynomial.0 {
            let factor = factor.unsigned_abs();
            sum = sum.checked_add(match atoms.len() {
                0 => factor.div_ceil(most.into()),
                _ => factor,
            })?;
            let product = Polynomial(smallvec![(atoms.clone(), 1)]);
            if self.is_signed(&product, bits) || self.is_part_of_another(atoms, polynomial) {
                continue;
            }
            if !self.is_unsigned(&product, like.bits(self.host)) {
                return None;
            }
            limits.push((self.expression(&product, like)?, most));
        }
        limits.retain(|limit| !self.holds(limit));
        (sum < 1 << SUM_BITS).then_some(limits)
    }

    /// Is a product no greater than another one, whose other factors are positive?
    fn is_part_of_another(&self, atoms: &[usize], polynomial: &Polynomial) -> bool {
        let are_positive = |rest: Product| rest.iter().all(|at| self.least(*at) > 0);
        polynomial.cofactors(atoms).any(are_positive) && atoms.iter().all(|at| self.least(*at) >= 0)
    }

    /// Is it known that an unsigned number is less than a limit?
    fn holds(&self, (number, limit): &Limit<'h>) -> bool {
        let host = self.host;
        let most = i64::try_from(*limit).ok();
        let room = most.and_then(|most| number.constant_like(host, most - 1)?.minus(host, *number));
        let is_known = |s: Scev<'h>| self.entered.iter().any(|l| s.is_nonnegative(host, *l));
        room.is_some_and(is_known) && (self.is_natural_product(*number) || is_known(*number))
    }

    /// Is a product one of numbers that are not negative, and does it not overflow as a signed number? They must not have
    /// overflowed themselves: sizes are narrower numbers, extended.
    pub fn is_natural_product(&self, s: Scev<'h>) -> bool {
        let host = self.host;
        let is_natural = |s: Scev<'h>| self.entered.iter().any(|l| s.is_nonnegative(host, *l));
        if s.form(host) != Form::Product {
            return is_natural(s);
        }
        let limit = 1i128 << (s.bits(host) - 1).min(63);
        let greatest = |most: i128, s: Scev<'h>| most.checked_mul(s.range(host)?.1.into());
        let most = s.operands(host).try_fold(1, greatest);
        most.is_some_and(|most| most < limit) && s.operands(host).all(is_natural)
    }

    /// Is the integer less than 2^64, whatever the atoms are?
    pub fn fits(&self, polynomial: &Polynomial) -> bool {
        let limit = 1i128 << 64;
        let range = self.range(polynomial, &[]);
        range.is_some_and(|(low, high)| low > -limit && high < limit)
    }

    /// What the integer is at least, whatever the atoms are; none if that is too little.
    pub fn least_of(&self, polynomial: &Polynomial) -> Option<i128> {
        self.range(polynomial, &[]).map(|(least, _)| least)
    }

    /// What the integer is at least and at most, whatever the atoms are; none if that is too large.
    fn range(&self, polynomial: &Polynomial, assumed: &[usize]) -> Option<(i128, i128)> {
        let product = |atoms: &[usize], first: (i128, i128)| {
            let mut factors = atoms.iter();
            factors.try_fold(first, |(low, high), at| {
                let ends = self.ends(*at, assumed).map(i128::from);
                let corners = [low, high].map(|end| ends.map(|other| end.checked_mul(other)));
                let mut all = corners.into_iter().flatten();
                let first = all.next()??;
                all.try_fold((first, first), |(low, high), corner| {
                    Some((low.min(corner?), high.max(corner?)))
                })
            })
        };
        let term = |(atoms, factor): &Term| {
            let bounded = self.bounded.iter().filter_map(|(known, most)| {
                let rest = without(atoms, known)?;
                let end = most.checked_mul(*factor)?;
                product(&rest, (end.min(0), end.max(0)))
            });
            let all = bounded.chain(product(atoms, (*factor, *factor)));
            all.min_by_key(|(low, high)| high.saturating_sub(*low))
        };
        let mut terms = polynomial.0.iter().map(term);
        terms.try_fold((0i128, 0i128), |(low, high), term| {
            let (least, greatest) = term?;
            Some((low.checked_add(least)?, high.checked_add(greatest)?))
        })
    }
}

impl Polynomial {
    /// An atom.
    pub fn of(atom: usize) -> Self {
        Polynomial(smallvec![(smallvec![atom], 1)])
    }

    pub fn constant(constant: i128) -> Self {
        let terms = [(Product::new(), constant)].into_iter();
        Polynomial(terms.filter(|(_, factor)| *factor != 0).collect())
    }

    /// What an atom counts times, and what is left; none if it is multiplied by itself.
    pub fn split(&self, atom: usize) -> Option<(Self, Self)> {
        let (mut factor, mut rest) = (SmallVec::new(), SmallVec::new());
        for (atoms, times) in &self.0 {
            let mut left = atoms.clone();
            match left.iter().position(|at| *at == atom) {
                None => rest.push((left, *times)),
                Some(at) => {
                    left.remove(at);
                    if left.contains(&atom) {
                        return None;
                    }
                    factor.push((left, *times));
                }
            }
        }
        // Without an atom, products may be in another order.
        factor.sort_unstable();
        Some((Polynomial(factor), Polynomial(rest)))
    }

    /// The same with another number in place of an atom.
    pub fn with(&self, atom: usize, number: &Self) -> Option<Self> {
        let (factor, rest) = self.split(atom)?;
        rest.plus(&factor.times(number)?)
    }

    /// The number that it is, if that is a constant.
    pub fn as_constant(&self) -> Option<i128> {
        let mut terms = self.0.iter();
        match (terms.next(), terms.next()) {
            (None, _) => Some(0),
            (Some((atoms, constant)), None) if atoms.is_empty() => Some(*constant),
            _ => None,
        }
    }

    /// What else the terms are products of that are multiples of a product, and not it alone.
    fn cofactors<'p>(&'p self, atoms: &'p [usize]) -> impl Iterator<Item = Product> + 'p {
        let products = self.0.iter().map(|(other, _)| other);
        let longer = products.filter(|other| other.len() > atoms.len());
        longer.filter_map(|other| without(other, atoms))
    }

    /// Is there a product of two atoms or more?
    pub fn has_products(&self) -> bool {
        self.0.iter().any(|(atoms, _)| atoms.len() > 1)
    }

    /// Is there a term with a negative factor of which no other term is a multiple? It stays as it is when each atom
    /// becomes a sum of itself and a number.
    fn has_negative_lead(&self) -> bool {
        let mut negative = self.0.iter().filter(|(_, factor)| *factor < 0);
        negative.any(|(atoms, _)| self.cofactors(atoms).next().is_none())
    }

    /// Does it depend on an atom?
    pub fn has(&self, atom: usize) -> bool {
        self.0.iter().any(|(atoms, _)| atoms.contains(&atom))
    }

    /// The polynomial that is this one, but for a positive constant that all terms are multiples of. Both have one sign.
    pub fn primitive(&self) -> Self {
        let gcd = |a: i128, b: i128| {
            let (mut a, mut b) = (a.abs(), b.abs());
            while b != 0 {
                (a, b) = (b, a % b);
            }
            a
        };
        let factors = self.0.iter().map(|(_, factor)| *factor);
        let common = factors.fold(0, gcd).max(1);
        let terms = self.0.iter();
        Polynomial(
            terms
                .map(|(atoms, n)| (atoms.clone(), n / common))
                .collect(),
        )
    }

    /// Divided by a positive constant, which all but the constant term are multiples of: the quotient, and what is left, which is
    /// not negative and less.
    pub fn divided(&self, by: i128) -> Option<(Self, i128)> {
        let mut rest = 0;
        let quotient = |(atoms, factor): &Term| {
            let left = factor.rem_euclid(by);
            if atoms.is_empty() {
                rest = left;
            } else if left != 0 {
                return None;
            }
            Some((atoms.clone(), factor.div_euclid(by)))
        };
        let terms: Option<SmallVec<_>> = self.0.iter().map(quotient).collect();
        let mut terms = terms?;
        terms.retain(|(_, factor)| *factor != 0);
        Some((Polynomial(terms), rest))
    }

    /// What another polynomial is multiplied by in it, and what is left: terms that are no multiples of the longest one of the other.
    pub fn multiples(&self, of: &Self) -> Option<(Self, Self)> {
        let (lead, times) = of.0.iter().max_by_key(|(atoms, _)| atoms.len())?;
        let (mut factor, mut rest) = (Polynomial::constant(0), self.clone());
        let multiple = |(atoms, number): &Term| {
            let others = without(atoms, lead).filter(|_| number % times == 0)?;
            Some(Polynomial(smallvec![(others, number / times)]))
        };
        for _ in 0..MOST_TERMS {
            let Some(more) = rest.0.iter().find_map(multiple) else {
                break;
            };
            rest = rest.minus(&of.times(&more)?)?;
            factor = factor.plus(&more)?;
        }
        Some((factor, rest))
    }

    /// What is left without another polynomial, up to so many times, if that is constant.
    pub fn rest_of_division(&self, other: &Self, most: usize) -> Option<i128> {
        let (atoms, factor) = other.0.iter().find(|(atoms, _)| !atoms.is_empty())?;
        let same = self.0.iter().find(|(product, _)| product == atoms);
        let times = same.map_or(0, |(_, factor)| *factor) / factor;
        usize::try_from(times).ok().filter(|times| *times <= most)?;
        let rest = self.minus(&other.times(&Polynomial::constant(times))?)?;
        rest.as_constant()
    }

    pub fn plus(&self, other: &Self) -> Option<Self> {
        let mut sum = self.0.clone();
        for (atoms, factor) in &other.0 {
            match sum.binary_search_by(|(known, _)| known.cmp(atoms)) {
                Ok(at) => sum[at].1 = sum[at].1.checked_add(*factor)?,
                Err(at) => sum.insert(at, (atoms.clone(), *factor)),
            }
        }
        sum.retain(|(_, factor)| *factor != 0);
        (sum.len() <= MOST_TERMS).then_some(Polynomial(sum))
    }

    pub fn minus(&self, other: &Self) -> Option<Self> {
        self.plus(&other.times(&Polynomial::constant(-1))?)
    }

    pub fn times(&self, other: &Self) -> Option<Self> {
        let mut product = Polynomial::constant(0);
        for (atoms0, factor0) in &self.0 {
            for (atoms1, factor1) in &other.0 {
                if atoms0.len() + atoms1.len() > MOST_FACTORS {
                    return None;
                }
                let mut atoms: Product = atoms0.iter().chain(atoms1).copied().collect();
                atoms.sort_unstable();
                let term = (atoms, factor0.checked_mul(*factor1)?);
                product = product.plus(&Polynomial(smallvec![term]))?;
            }
        }
        Some(product)
    }
}

/// The atoms of a product that are left without those of another one, if it has all of these.
fn without(atoms: &[usize], others: &[usize]) -> Option<Product> {
    let mut left = Product::from_slice(atoms);
    for other in others {
        let at = left.iter().position(|at| at == other)?;
        left.remove(at);
    }
    Some(left)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_of_sums_are_multiplied_out() {
        // (a + 2) * (b - 3) - a * b = 2b - 3a - 6
        let two = Polynomial::of(0).plus(&Polynomial::constant(2)).unwrap();
        let three = Polynomial::of(1).minus(&Polynomial::constant(3)).unwrap();
        let product = two.times(&three).unwrap();
        let rest = product
            .minus(&Polynomial::of(0).times(&Polynomial::of(1)).unwrap())
            .unwrap();
        let expected: [Term; 3] = [(smallvec![], -6), (smallvec![0], -3), (smallvec![1], 2)];
        assert_eq!(rest.0[..], expected);
    }

    #[test]
    fn an_atom_is_taken_out_once() {
        // a * b + 3a + c = a * (b + 3) + c
        let [a, b, c] = [0, 1, 2].map(Polynomial::of);
        let sum = a.times(&b).unwrap();
        let sum = sum.plus(&a.times(&Polynomial::constant(3)).unwrap());
        let sum = sum.unwrap().plus(&c).unwrap();
        let (factor, rest) = sum.split(0).unwrap();
        let expected = b.plus(&Polynomial::constant(3)).unwrap();
        assert!(factor == expected && rest == c);
        assert!(sum.has(0) && !factor.has(0) && !rest.has(0));
        let (factor, rest) = sum.split(3).unwrap();
        assert!(factor == Polynomial::constant(0) && rest == sum);
        assert!(a.times(&a).unwrap().split(0).is_none());
    }

    #[test]
    fn products_stay_in_order_without_an_atom() {
        // a * b * d + a * d: the first product comes before the second one, and behind it without d.
        let [a, b, d] = [0, 1, 9].map(Polynomial::of);
        let both = a.times(&b).unwrap();
        let sum = both.times(&d).unwrap().plus(&a.times(&d).unwrap());
        let (factor, rest) = sum.unwrap().split(9).unwrap();
        assert!(factor == a.plus(&both).unwrap() && rest == Polynomial::constant(0));
        // So that others are found in it.
        let twice = factor.plus(&both).unwrap();
        let expected: [Term; 2] = [(smallvec![0], 1), (smallvec![0, 1], 2)];
        assert_eq!(twice.0[..], expected);
    }

    #[test]
    fn a_number_is_some_lengths_and_a_rest() {
        // 3 * (ab - 2) + 7, by ab - 2.
        let product = Polynomial::of(0).times(&Polynomial::of(1)).unwrap();
        let length = product.plus(&Polynomial::constant(-2)).unwrap();
        let three = length.times(&Polynomial::constant(3)).unwrap();
        let number = three.plus(&Polynomial::constant(7)).unwrap();
        assert_eq!(number.rest_of_division(&length, 8), Some(7));
        assert_eq!(number.rest_of_division(&length, 2), None);
        assert_eq!(three.rest_of_division(&length, 3), Some(0));
        let more = number.plus(&Polynomial::of(0)).unwrap();
        assert_eq!(more.rest_of_division(&length, 8), None);
        assert_eq!(length.rest_of_division(&three, 8), None);
        let back = Polynomial::constant(0).minus(&three).unwrap();
        assert_eq!(back.rest_of_division(&length, 8), None);
        assert_eq!(
            Polynomial::constant(5).rest_of_division(&length, 8),
            Some(5)
        );
        assert_eq!(number.rest_of_division(&Polynomial::constant(2), 8), None);
    }

    #[test]
    fn multiples_of_a_pitch_are_taken_out_of_a_sum() {
        // 4w * (b - c) + 4a - 12 by 4w, and (w + 2) * b + a by w + 2.
        let [a, b, c, w] = [0, 1, 2, 3].map(Polynomial::of);
        let times = |factor, of: &Polynomial| of.times(&Polynomial::constant(factor)).unwrap();
        let row = b.minus(&c).unwrap();
        let column = times(4, &a).plus(&Polynomial::constant(-12)).unwrap();
        let pitch = times(4, &w);
        let sum = pitch.times(&row).unwrap().plus(&column).unwrap();
        assert!(sum.multiples(&pitch).unwrap() == (row, column));
        let pitch = w.plus(&Polynomial::constant(2)).unwrap();
        let sum = pitch.times(&b).unwrap().plus(&a).unwrap();
        assert!(sum.multiples(&pitch).unwrap() == (b, a.clone()));
        // Of a constant pitch, what is not divided by it is left.
        let sum = times(64, &c).plus(&times(4, &a)).unwrap();
        let (factor, rest) = sum.multiples(&Polynomial::constant(32)).unwrap();
        assert!(factor == times(2, &c) && rest == times(4, &a));
        assert!(a.multiples(&Polynomial::constant(0)).is_none());
    }

    #[test]
    fn a_sum_is_divided_with_a_rest() {
        // (4a + 6ab - 3) / 2 = 2a + 3ab - 2, and 1 is left.
        let [a, b] = [0, 1].map(Polynomial::of);
        let times = |factor, of: &Polynomial| of.times(&Polynomial::constant(factor)).unwrap();
        let sum = times(4, &a).plus(&times(6, &a.times(&b).unwrap())).unwrap();
        let sum = sum.plus(&Polynomial::constant(-3)).unwrap();
        let (quotient, rest) = sum.divided(2).unwrap();
        let expected: [Term; 3] = [(smallvec![], -2), (smallvec![0], 2), (smallvec![0, 1], 3)];
        assert!(quotient.0[..] == expected && rest == 1);
        assert!(sum.divided(4).is_none());
        let one = Polynomial::constant(1).divided(2).unwrap();
        assert!(one == (Polynomial::constant(0), 1));
    }

    #[test]
    fn what_is_added_to_atoms_leaves_leading_terms_as_they_are() {
        // ab - 16b + 3 may be positive for all a, b that are large enough; b - a + 3 and b - ab are not.
        let [a, b] = [0, 1].map(Polynomial::of);
        let product = a.times(&b).unwrap();
        let times = |factor, of: &Polynomial| of.times(&Polynomial::constant(factor)).unwrap();
        let plus = |sum: &Polynomial, of: &Polynomial| sum.plus(of).unwrap();
        let three = Polynomial::constant(3);
        let sum = plus(&plus(&product, &times(-16, &b)), &three);
        assert!(!sum.has_negative_lead());
        assert!(plus(&plus(&b, &times(-1, &a)), &three).has_negative_lead());
        assert!(plus(&b, &times(-1, &product)).has_negative_lead());
        assert!(Polynomial::constant(-1).has_negative_lead());
        assert!(!Polynomial::constant(0).has_negative_lead());
        assert!(!plus(&a, &Polynomial::constant(-1)).has_negative_lead());
    }

    #[test]
    fn a_product_is_divided_by_what_it_has() {
        assert_eq!(without(&[0, 1, 1], &[1]), Some(smallvec![0, 1]));
        assert_eq!(without(&[0, 1, 1], &[1, 0, 1]), Some(smallvec![]));
        assert_eq!(without(&[0, 1], &[1, 1]), None);
    }

    #[test]
    fn what_cancels_is_gone_and_too_much_is_refused() {
        assert!(
            Polynomial::of(0)
                .minus(&Polynomial::of(0))
                .unwrap()
                .0
                .is_empty()
        );
        let mut power = Polynomial::of(0);
        for _ in 1..MOST_FACTORS {
            power = power.times(&Polynomial::of(0)).unwrap();
        }
        assert!(power.times(&Polynomial::of(0)).is_none());
        let many = (0..MOST_TERMS).try_fold(Polynomial::constant(1), |sum, at| {
            sum.plus(&Polynomial::of(at))
        });
        assert!(many.is_none());
        let most = Polynomial::constant(i128::MAX);
        assert!(most.plus(&most).is_none() && most.times(&most).is_none());
    }
}
