//! Subscripts as integers: polynomials of counters and of numbers that do not change, read off the instructions of an
//! access that is made.
//!
//! - **Integers.** Indices are computed by arithmetic that is poison if it overflows as a signed number, or by
//!   extension. The access is made, and one through poison is undefined. So an index *is* the
//!   integer that this arithmetic has on what it begins with (LLVM language reference, "getelementptr", "Poison
//!   Values"). An address is a chain of `getelementptr` over a pointer that does not change. Its offset is the sum of what
//!   these add if all are `inbounds`, and that sum modulo 2^n if not.
//! - **Numbers** of ScalarEvolution, as the last value of a counter, are sums and products modulo 2^n. They
//!   are the same integers if that of the polynomial has n bits at most for all that its atoms may be; else
//!   the whole is an atom.
//! - **Recurrences** are, in their loop's iteration `k`, the integer `start + step * k`, if they do not overflow or
//!   if that is a number of so many bits. So are phis that a constant is added to, by arithmetic as above, whatever
//!   ScalarEvolution knows of them. `k` goes from 0 to the number of times the loop goes back. A polynomial in
//!   which it is multiplied by something of a known sign is least and greatest at these.
//! - **Between others.** The lesser or greater of two integers, one that a condition chooses, a difference that stops at
//!   zero, a remainder, and what has few values, lie between polynomials: `min(x + 1, w - 1)` is at most either. An
//!   unsigned operation is the signed one if neither number is negative. Of what a condition chooses, it says more: `x + 1` is
//!   at most `w - 1` where `x < w - 1`. Such a number is an atom that gives way to these
//!   ends, as a counter does. What nobody chooses may be poison: it says nothing of others. Of arithmetic that LLVM has
//!   put together anew, without saying that it does not overflow, ScalarEvolution still knows minima and maxima.
//! - **Bounds.** Arithmetic that does not overflow says how large its result is, and so its factors, if none is negative: of one
//!   access, where that is made, of its own subscripts and of the size of the allocation that it is in, which must not
//!   be poison, or which the stack has room for.
//! - **Assumptions.** If that is allowed, an atom of unknown sign that a counter is multiplied by is taken to be not negative.
//!   Whoever asked has to show that of each, or to check it.
//! - **Sizes.** Narrow arithmetic that may overflow, as on unsigned numbers or where LLVM made `w * (h + y)` of
//!   `w * h + w * y`, gives the integer modulo 2^n. It is that integer if the integer's ends over all iterations have `n` bits:
//!   if a few products of sizes, which a wider number of the machine holds whatever they are, are less than some limit. Where
//!   that is not known, it may be assumed, and is left to whoever asked.
//! - **Unsigned numbers.** What a number is made of that is extended as an unsigned one is read as unsigned numbers, too.
//!   The polynomial is that number modulo 2^n, and that number if it is never negative and has `n` bits.

use super::polynomial::{Atoms, Polynomial};
use crate::llvm::{
    AddRec, Between, Block, Exact, Extreme, Form, Host, Limit, Loop, Opcode, Order, Scev, Value,
};
use crate::testing::{Fault, lacks};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// More instructions and expressions are not looked at.
const MOST_PARTS: usize = 64;

/// Neither are more ends of one access.
const MOST_ENDS: usize = 8;

/// No end is so far beyond what is chosen.
const MOST_BEYOND: i128 = 1 << 12;

/// What has more values is not taken to lie between the least and the greatest.
const MOST_VALUES: i64 = 1 << 20;

/// Where an access leads.
pub(crate) struct Address<'h> {
    /// A pointer that does not change.
    pub from: Value<'h>,
    /// So many bytes behind it.
    pub offset: Polynomial,
    /// That is so modulo 2^n only.
    pub may_wrap: bool,
}

/// What may be assumed.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub(crate) struct MayAssume {
    /// That what a counter is multiplied by is not negative.
    pub signs: bool,
    /// That sizes are less than some limits.
    pub sizes: bool,
}

/// Finds out where one access leads.
pub(crate) struct Walk<'r, 'h> {
    pub host: &'h Host,
    pub atoms: &'r mut Atoms<'h>,
    l: Loop<'h>,
    /// An address: as wide are all atoms.
    pub wide: Scev<'h>,
    /// Numbers of iterations, as atoms, with their loops.
    counters: BTreeMap<usize, Loop<'h>>,
    /// Atoms that are at least and at most something else.
    between: BTreeMap<usize, [Vec<Polynomial>; 2]>,
    /// The values that these are.
    changing: FxHashMap<Value<'h>, usize>,
    /// The expressions that these are.
    extremes: FxHashMap<Scev<'h>, usize>,
    /// The numbers of the last iterations of loops.
    lasts: FxHashMap<Loop<'h>, Polynomial>,
    /// Of one iteration of the loop, its number.
    pub iteration: Option<usize>,
    is_one_iteration: bool,
    /// What is computed is no poison, where the access is made.
    is_needed: bool,
    /// Atoms that are taken to be not negative, if that is allowed.
    pub assumed: Vec<usize>,
    /// Sizes that are taken to be less than their limits, if that is allowed.
    pub sizes: Vec<Limit<'h>>,
    /// More would be known if some were.
    pub lacks_sizes: bool,
    may_assume: MayAssume,
    /// Where the access is made, as long as nobody asked what conditions say there.
    block: Option<Block<'h>>,
    /// Numbers that these say are not negative.
    said: Vec<Polynomial>,
    /// Looked at so far, of the address or of the size of what it is in.
    parts: usize,
}

impl<'r, 'h> Walk<'r, 'h> {
    /// Of an access in a block of a loop, over all its iterations or in one, whose address is `wide`.
    pub fn new(
        host: &'h Host,
        atoms: &'r mut Atoms<'h>,
        (block, l, is_one_iteration): (Block<'h>, Loop<'h>, bool),
        wide: Scev<'h>,
        may_assume: MayAssume,
    ) -> Self {
        // What another access would overflow at is no matter if it is not made.
        atoms.forget_bounds();
        Walk {
            host,
            atoms,
            l,
            wide,
            counters: BTreeMap::new(),
            between: BTreeMap::new(),
            changing: FxHashMap::default(),
            extremes: FxHashMap::default(),
            lasts: FxHashMap::default(),
            iteration: None,
            is_one_iteration,
            is_needed: true,
            assumed: Vec::new(),
            sizes: Vec::new(),
            lacks_sizes: false,
            may_assume,
            block: Some(block),
            said: Vec::new(),
            parts: 0,
        }
    }

    /// A pointer that does not change, and how many bytes behind it an address is.
    pub fn address(&mut self, mut pointer: Value<'h>) -> Option<Address<'h>> {
        let mut offset = Polynomial::constant(0);
        let mut may_wrap = false;
        while pointer.is_element_address() {
            let step = self.host.element_offset(pointer)?;
            offset = offset.plus(&Polynomial::constant(step.constant.into()))?;
            for (variable, scale) in step.variables {
                let times = self.integer(variable)?;
                offset = offset.plus(&times.times(&Polynomial::constant(scale.into()))?)?;
            }
            may_wrap |= step.may_wrap;
            pointer = pointer.operands().next()?;
        }
        if self.l.defines(pointer) {
            return None;
        }
        Some(Address {
            from: pointer,
            offset,
            may_wrap,
        })
    }

    /// An object, and how many bytes behind its begin an address in it is, modulo 2^n.
    pub fn in_object(&mut self, pointer: Value<'h>) -> Option<Address<'h>> {
        let host = self.host;
        let object = host.underlying_object(pointer);
        if self.l.defines(object) {
            return None;
        }
        self.parts = 0;
        let offset = Scev::of(host, pointer)?.minus(host, Scev::of(host, object)?)?;
        Some(Address {
            from: object,
            offset: self.modulo(offset, Self::number)?,
            may_wrap: true,
        })
    }

    /// What the size of the allocation behind a pointer is computed from does not overflow, or the call would be
    /// undefined. Neither has the stack room for as many bytes as half of all addresses. The access is to an
    /// allocation with these numbers if it was made on every way here, or just once.
    pub fn bound_by_size(&mut self, pointer: Value<'h>) {
        let host = self.host;
        let memory = host.underlying_object(pointer);
        let is_this =
            |block| host.dominates(block, self.l.header()) || host.innermost_loop(block).is_none();
        if !host.is_local_memory(memory) || !memory.block().is_some_and(is_this) {
            return;
        }
        self.parts = 0;
        for size in (0..).map_while(|n| self.host.defined_argument(memory, n)) {
            self.integer(size);
        }
        if let Some((count, bytes)) = self.host.alloca_count(memory)
            && let Some(count) = self.integer(count)
            && let Some(size) = count.times(&Polynomial::constant(bytes.into()))
        {
            self.atoms.bound(&size, i64::MAX.into());
        }
    }

    /// An expression as a polynomial, modulo 2^n, whose parts are numbers that `part` finds.
    fn modulo(
        &mut self,
        s: Scev<'h>,
        part: fn(&mut Self, Scev<'h>) -> Option<Polynomial>,
    ) -> Option<Polynomial> {
        let host = self.host;
        if let Some(AddRec { l, start, step, .. }) = s.as_recurrence(host)
            && self.l.contains(l.header())
        {
            let advance = self.modulo(step, part)?.times(&self.iteration(l)?)?;
            return self.modulo(start, part)?.plus(&advance);
        }
        let modulo = |walk: &mut Self, s| walk.modulo(s, part);
        match s.form(host) {
            Form::Sum => self.of_all(s, Polynomial::plus, modulo),
            Form::Product => self.of_all(s, Polynomial::times, modulo),
            _ => part(self, s),
        }
    }

    /// A narrow expression, as the unsigned number that it is. What it is made of does not matter, but for being that
    /// modulo 2^n.
    fn unsigned(&mut self, s: Scev<'h>) -> Option<Polynomial> {
        let part = |walk: &mut Self, s: Scev<'h>| {
            let host = walk.host;
            if s.as_constant().is_some() {
                return walk.number(s);
            }
            let natural = walk.natural(s);
            natural.or_else(|| {
                let wide = s.widened_like(host, walk.wide)?;
                s.is_invariant(host, walk.l)
                    .then(|| walk.atoms.alone(wide))?
            })
        };
        let number = self.modulo(s, part)?;
        let bits = s.bits(self.host);
        // Sizes are asked to be less than the same limits as those of signed numbers.
        let fits = self.atoms.is_signed(&number, bits + 1) || self.is_signed(&number, bits);
        let is_unsigned = fits && self.is_natural_in_all(&number);
        is_unsigned.then_some(number)
    }

    /// An expression, as the signed number that it is, if that is not negative.
    fn natural(&mut self, s: Scev<'h>) -> Option<Polynomial> {
        let noted = |walk: &Self| (walk.changing.len(), walk.extremes.len(), walk.said.len());
        let (before, sizes, assumed) = (noted(self), self.sizes.len(), self.assumed.len());
        let number = self.number(s);
        let natural = number.filter(|number| self.atoms.is_nonnegative(number));
        // Nothing that is kept rests on what was assumed for a number that is not asked for any more.
        if natural.is_none() && noted(self) == before {
            self.sizes.truncate(sizes);
            self.assumed.truncate(assumed);
        }
        natural
    }

    /// A value, as the signed number that it is where it is no poison.
    fn integer(&mut self, value: Value<'h>) -> Option<Polynomial> {
        self.parts += 1;
        if self.parts > MOST_PARTS {
            return None;
        }
        let number = match value.exact() {
            Some(Exact::Same(of)) => return self.integer(of),
            Some(Exact::Sum(a, b)) => self.integer(a)?.plus(&self.integer(b)?),
            Some(Exact::Difference(a, b)) => self.integer(a)?.minus(&self.integer(b)?),
            Some(Exact::Product(a, b)) => self.integer(a)?.times(&self.integer(b)?),
            Some(Exact::Shifted(a, by)) => {
                let by = Scev::of(self.host, by)?.as_constant()?;
                let times = 1i128.checked_shl(by.try_into().ok()?)?;
                self.integer(a)?.times(&Polynomial::constant(times))
            }
            None => {
                let number = self.number(Scev::of(self.host, value)?);
                let number = number.or_else(|| self.counter(value));
                return number.or_else(|| self.between(value));
            }
        }?;
        if let Some(bits @ 2..=64) = value.integer_bits().filter(|_| self.is_needed) {
            self.atoms.bound(&number, (1 << (bits - 1)) - 1);
        }
        Some(number)
    }

    /// A value that a constant is added to in each iteration of a loop, as arithmetic that is poison if it overflows.
    fn counter(&mut self, value: Value<'h>) -> Option<Polynomial> {
        let host = self.host;
        let l = host.loop_of(value)?;
        if !value.is_phi() || value.block() != Some(l.header()) || !self.l.contains(l.header()) {
            return None;
        }
        let (start, next) = (
            value.incoming_from(l.preheader()?)?,
            value.incoming_from(l.latch()?)?,
        );
        let step = match next.exact()? {
            Exact::Sum(a, b) if a == value => b,
            Exact::Sum(a, b) if b == value => a,
            _ => return None,
        };
        let step = Scev::of(host, step)?.as_constant()?;
        let advance = self
            .iteration(l)?
            .times(&Polynomial::constant(step.into()))?;
        self.integer(start)?.plus(&advance)
    }

    /// A value that lies between others.
    fn between(&mut self, value: Value<'h>) -> Option<Polynomial> {
        let host = self.host;
        if value.opcode() == Some(Opcode::LLVMZExt) {
            let narrow = self.integer(value.operands().next()?);
            let natural = narrow.filter(|narrow| self.is_natural(narrow));
            if natural.is_some() {
                return natural;
            }
        }
        if let Some(&known) = self.changing.get(&value) {
            return Some(Polynomial::of(known));
        }
        let divided = match value.quotient(host) {
            Some((of, by)) => Some((self.integer(of)?, by.into())),
            None => None,
        };
        if let Some((number, by)) = &divided
            && let Some(quotient) = self.quotient(number, *by)
        {
            return Some(quotient);
        }
        let s = Scev::of(host, value)?.extended_like(host, self.wide)?;
        let of_value = match divided {
            Some((number, by)) => self.ends_of_quotient(number, by),
            None => self.ends_of(value),
        };
        let ends = of_value.or_else(|| {
            let (least, greatest) = s.range(host)?;
            let are_few = greatest.checked_sub(least)? <= MOST_VALUES;
            are_few.then(|| [least, greatest].map(|end| vec![Polynomial::constant(end.into())]))
        })?;
        let at = self.atoms.variable(s)?;
        self.between.insert(at, ends);
        self.changing.insert(value, at);
        Some(Polynomial::of(at))
    }

    /// A number that is divided by a constant, if what is left is known: `(2 * y + 1) / 2` is `y`.
    fn quotient(&mut self, number: &Polynomial, by: i128) -> Option<Polynomial> {
        let (quotient, _) = number.divided(by)?;
        self.is_natural_in_all(number).then_some(quotient)
    }

    /// What a quotient is at least and at most, of a number that is not negative and changes.
    fn ends_of_quotient(&mut self, number: Polynomial, by: i128) -> Option<[Vec<Polynomial>; 2]> {
        if !self.is_natural_in_all(&number) {
            return None;
        }
        let mut ends = |is_high| {
            let ends = self.ends(number.clone(), is_high).into_iter();
            let quotients = ends.filter_map(|end| Some(end.divided(by)?.0));
            quotients.collect::<Vec<_>>()
        };
        let [mut lows, mut highs] = [ends(false), ends(true)];
        lows.push(Polynomial::constant(0));
        highs.push(number);
        Some([lows, highs])
    }

    /// What a value is at least and at most.
    fn ends_of(&mut self, value: Value<'h>) -> Option<[Vec<Polynomial>; 2]> {
        let (kind, [first, second], is_unsigned) = value.between()?;
        let was_needed = self.is_needed;
        self.is_needed &= kind != Between::OneOf;
        let both = (self.integer(first), self.integer(second));
        self.is_needed = was_needed;
        let (a, b) = both.0.zip(both.1)?;
        if kind != Between::OneOf {
            return self.ends_between(kind, [a, b], is_unsigned);
        }
        let [chosen, other] = self.chosen(value, [a, b]);
        let mut all = |at: usize| {
            let pairs = chosen[at]
                .iter()
                .flat_map(|a| other[at].iter().map(move |b| (a, b)));
            nearest(pairs.flat_map(|(a, b)| self.beside(a, b, at == 1)), at == 1)
        };
        Some([all(0), all(1)])
    }

    /// What is computed from two numbers is at least and at most.
    fn ends_between(
        &mut self,
        kind: Between,
        [a, b]: [Polynomial; 2],
        is_unsigned: bool,
    ) -> Option<[Vec<Polynomial>; 2]> {
        if is_unsigned && !(self.is_natural(&a) && self.is_natural(&b)) {
            return None;
        }
        let zero = Polynomial::constant(0);
        Some(match kind {
            Between::Least => [self.beside(&a, &b, false), vec![a, b]],
            Between::Greatest => [vec![a.clone(), b.clone()], self.beside(&a, &b, true)],
            Between::OneOf => return None,
            Between::LessOrZero => [vec![zero, a.minus(&b)?], vec![a]],
            Between::Remainder => {
                let most = b.minus(&Polynomial::constant(1))?;
                if !self.is_natural(&most) {
                    return None;
                }
                [vec![zero], vec![most, a]]
            }
        })
    }

    /// The lesser or greater of two numbers that changes, as that signed number.
    fn extreme(&mut self, s: Scev<'h>, which: Extreme) -> Option<Polynomial> {
        let host = self.host;
        if s.is_invariant(host, self.l) {
            return None;
        }
        if let Some(&known) = self.extremes.get(&s) {
            return Some(Polynomial::of(known));
        }
        let [a, b] = s.operands(host).collect::<Vec<_>>().try_into().ok()?;
        let both = [self.number(a)?, self.number(b)?];
        let (kind, is_unsigned) = match which {
            Extreme::SignedLeast => (Between::Least, false),
            Extreme::SignedGreatest => (Between::Greatest, false),
            Extreme::UnsignedLeast => (Between::Least, true),
            Extreme::UnsignedGreatest => (Between::Greatest, true),
        };
        let ends = self.ends_between(kind, both, is_unsigned)?;
        let at = self.atoms.variable(s.extended_like(host, self.wide)?)?;
        self.between.insert(at, ends);
        self.extremes.insert(s, at);
        Some(Polynomial::of(at))
    }

    /// What two numbers are at least and at most where a `select` chooses them.
    fn chosen(&mut self, select: Value<'h>, numbers: [Polynomial; 2]) -> [[Vec<Polynomial>; 2]; 2] {
        let order = select.compared().map(|compared| self.order(compared));
        let [holds, fails] = order.unwrap_or_default();
        let [chosen, other] = numbers;
        [(chosen, holds), (other, fails)].map(|(number, orders)| {
            let mut both = [vec![number.clone()], vec![number.clone()]];
            for (less, more) in &orders {
                both[0].extend(beyond(&number, more, less));
                both[1].extend(beyond(&number, less, more));
            }
            both
        })
    }

    /// Where a comparison holds, and where not: numbers, each with one that it does not exceed.
    fn order(
        &mut self,
        (order, [a, b], is_unsigned): (Order, [Value<'h>; 2], bool),
    ) -> [Vec<(Polynomial, Polynomial)>; 2] {
        let (Some(a), Some(b)) = (self.integer(a), self.integer(b)) else {
            return Default::default();
        };
        if is_unsigned && !(self.is_natural(&a) && self.is_natural(&b)) {
            return Default::default();
        }
        let no_more = |a: &Polynomial, b: &Polynomial| vec![(a.clone(), b.clone())];
        let less = |a: &Polynomial, b: &Polynomial| {
            let by = 1 + i128::from(lacks(Fault::Conditions));
            let next = a.plus(&Polynomial::constant(by));
            next.map_or_else(Vec::new, |next| no_more(&next, b))
        };
        let equal = |a: &Polynomial, b: &Polynomial| [no_more(a, b), no_more(b, a)].concat();
        let mut different = |a: &Polynomial, b: &Polynomial| {
            let mut exceeds = |a: &Polynomial, b: &Polynomial| {
                a.minus(b).is_some_and(|gap| self.is_natural(&gap))
            };
            match (exceeds(b, a), exceeds(a, b)) {
                (true, _) => less(a, b),
                (_, true) => less(b, a),
                _ => Vec::new(),
            }
        };
        match order {
            Order::Less => [less(&a, &b), no_more(&b, &a)],
            Order::NotGreater => [no_more(&a, &b), less(&b, &a)],
            Order::Equal => [equal(&a, &b), different(&a, &b)],
            Order::Different => [different(&a, &b), equal(&a, &b)],
        }
    }

    /// What neither of two numbers exceeds, or is less than, as far as that is an end of one of them, or one of them and a
    /// constant.
    fn beside(&mut self, a: &Polynomial, b: &Polynomial, is_high: bool) -> Vec<Polynomial> {
        let mut one = |near: &Polynomial, far: &Polynomial| {
            let gap = if is_high {
                near.minus(far)
            } else {
                far.minus(near)
            };
            // By no more than that the other one is beyond this one.
            let leasts = self.ends(gap?, false).into_iter();
            let leasts: Vec<_> = leasts.flat_map(|end| self.over_all(end, false)).collect();
            let constants = leasts.iter().filter_map(|end| self.atoms.least_of(end));
            let least = constants.max()?.min(0);
            if least < -MOST_BEYOND {
                return None;
            }
            near.plus(&Polynomial::constant(if is_high { -least } else { least }))
        };
        let near: Vec<_> = [one(a, b), one(b, a)].into_iter().flatten().collect();
        let mut common = |of: &Polynomial, other: &Polynomial| {
            let mut ends = self.ends(of.clone(), is_high);
            ends.retain(|end| {
                let gap = match is_high {
                    true => end.minus(other),
                    false => other.minus(end),
                };
                gap.is_some_and(|gap| self.is_natural(&gap))
            });
            ends
        };
        let ends = [common(a, b), common(b, a), near];
        nearest(ends.into_iter().flatten(), is_high)
    }

    /// Is a number not negative in any iteration of all loops?
    fn is_natural_in_all(&mut self, number: &Polynomial) -> bool {
        let least = self.over_all(number.clone(), false);
        least.iter().any(|least| self.atoms.is_nonnegative(least))
    }

    /// Is a number not negative in any iteration?
    pub fn is_natural(&mut self, number: &Polynomial) -> bool {
        let least = self.ends(number.clone(), false);
        least.iter().any(|least| self.atoms.is_nonnegative(least))
    }

    /// An expression, as the signed number that it is.
    fn number(&mut self, s: Scev<'h>) -> Option<Polynomial> {
        let host = self.host;
        if let Some(constant) = s.as_constant() {
            return Some(Polynomial::constant(constant.into()));
        }
        self.parts += 1;
        if self.parts > MOST_PARTS {
            return None;
        }
        if let Some(recurrence) = s.as_recurrence(host) {
            return self.recurrence(s, recurrence);
        }
        if s.form(host) == Form::Extension
            && let Some(number) = self.extended(s)
        {
            return Some(number);
        }
        let by_parts = match s.form(host) {
            Form::Sum => self.of_all(s, Polynomial::plus, Self::number),
            Form::Product => self.of_all(s, Polynomial::times, Self::number),
            Form::Extreme(which) => self.extreme(s, which),
            _ => None,
        };
        let exact = by_parts.filter(|number| self.is_signed(number, s.bits(host)));
        exact.or_else(|| self.fixed(s))
    }

    /// A narrower number, extended as a signed or as an unsigned one: the same, if it is not negative.
    fn extended(&mut self, s: Scev<'h>) -> Option<Polynomial> {
        let host = self.host;
        let narrow = s.operands(host).next()?;
        let is_unsigned = s.range(host).is_some_and(|(least, _)| least >= 0);
        let natural = self.natural(narrow);
        natural.or_else(|| is_unsigned.then(|| self.unsigned(narrow))?)
    }

    /// Has a number so many bits in any iteration, if sizes are less than their limits?
    fn is_signed(&mut self, number: &Polynomial, bits: u32) -> bool {
        if self.atoms.is_signed(number, bits) {
            return true;
        }
        // Of a sum without products little is known, and to ask takes long.
        let is_asked = self.may_assume.sizes || number.has_products();
        if !is_asked || bits >= self.wide.bits(self.host) {
            return false;
        }
        let mut fewest = |is_high| {
            let ends = self.over_all(number.clone(), is_high).into_iter();
            let limits = ends.filter_map(|end| self.atoms.product_limits(&end, bits, self.wide));
            limits.min_by_key(Vec::len)
        };
        let Some((lows, highs)) = fewest(false).zip(fewest(true)) else {
            return false;
        };
        let limits: Vec<_> = lows.into_iter().chain(highs).collect();
        if !limits.is_empty() && !self.may_assume.sizes {
            self.lacks_sizes = true;
            return false;
        }
        self.sizes.extend(limits);
        true
    }

    fn of_all(
        &mut self,
        s: Scev<'h>,
        join: impl Fn(&Polynomial, &Polynomial) -> Option<Polynomial>,
        each: impl Fn(&mut Self, Scev<'h>) -> Option<Polynomial>,
    ) -> Option<Polynomial> {
        let mut all = s.operands(self.host);
        let first = each(self, all.next()?)?;
        all.try_fold(first, |joined, s| join(&joined, &each(self, s)?))
    }

    /// A number that does not change in the loop.
    fn fixed(&mut self, s: Scev<'h>) -> Option<Polynomial> {
        let wide = s.extended_like(self.host, self.wide)?;
        let is_fixed = s.is_invariant(self.host, self.l);
        is_fixed.then(|| self.atoms.alone(wide))?
    }

    /// A recurrence in a loop in this one, or in one around it.
    fn recurrence(&mut self, s: Scev<'h>, recurrence: AddRec<'h>) -> Option<Polynomial> {
        let host = self.host;
        let AddRec { l, start, step, .. } = recurrence;
        if !self.l.contains(l.header()) {
            return self.fixed_recurrence(s, recurrence);
        }
        let (least, _) = s.range(host)?;
        let (start, step) = (self.number(start)?, self.number(step)?);
        let number = start.plus(&step.times(&self.iteration(l)?)?)?;
        let is_exact = recurrence.no_signed_overflow
            || recurrence.no_overflow && least >= 0
            || self.is_signed(&number, s.bits(host));
        is_exact.then_some(number)
    }

    /// A recurrence in a loop around this one, or before it.
    fn fixed_recurrence(&mut self, s: Scev<'h>, recurrence: AddRec<'h>) -> Option<Polynomial> {
        let host = self.host;
        let AddRec { l, start, step, .. } = recurrence;
        if !l.contains(self.l.header()) {
            // That loop has ended.
            let last = s.in_scope(host, self.l.parent());
            return match last.filter(|last| *last != s) {
                Some(last) => self.number(last),
                None => self.fixed(s),
            };
        }
        let by_parts = |walk: &mut Self| {
            let iteration = walk.atoms.alone(walk.wide.iteration_like(host, l)?)?;
            let travel = walk.number(step)?.times(&iteration)?;
            let number = walk.number(start)?.plus(&travel)?;
            let is_exact = walk.atoms.is_signed(&number, s.bits(host));
            is_exact.then_some(number)
        };
        by_parts(self).or_else(|| self.fixed(s))
    }

    /// The number of a loop's iteration.
    fn iteration(&mut self, l: Loop<'h>) -> Option<Polynomial> {
        let most = match l.max_backedge_count(self.host).map(i64::try_from) {
            Some(Ok(most)) => most,
            // What the number of the last one is known, or taken, to be is not negative.
            _ => self.last(l).map(|_| i64::MAX)?,
        };
        let s = self.wide.iteration_like(self.host, l)?;
        let at = self.atoms.counter(s, most);
        if self.is_one_iteration && l == self.l {
            self.iteration = Some(at);
        } else {
            self.counters.insert(at, l);
        }
        Some(Polynomial::of(at))
    }

    /// Numbers that are no greater, or no less, over all iterations. What lies between others gives way to these, and
    /// counters to how often their loops go back, the innermost ones first: that may lie between others in turn.
    pub fn ends(&mut self, number: Polynomial, is_high: bool) -> Vec<Polynomial> {
        let between = self.between.iter().find(|(at, _)| number.has(**at));
        let Some((&at, [lows, highs])) = between else {
            return self.ends_of_counters(number, is_high);
        };
        let ends = [lows.clone(), highs.clone()];
        let Some((factor, rest)) = number.split(at) else {
            return Vec::new();
        };
        let Some(rises) = self.rises(&factor) else {
            return Vec::new();
        };
        let mut all = Vec::new();
        for end in &ends[usize::from(rises == is_high)] {
            if all.len() >= MOST_ENDS {
                break;
            }
            let number = factor.times(end).and_then(|part| rest.plus(&part));
            all.extend(
                number
                    .into_iter()
                    .flat_map(|number| self.ends(number, is_high)),
            );
        }
        all.truncate(MOST_ENDS);
        all
    }

    fn ends_of_counters(&mut self, number: Polynomial, is_high: bool) -> Vec<Polynomial> {
        let depth = |l: Loop<'h>| std::iter::successors(Some(l), |l| l.parent()).count();
        let here = self.counters.iter().filter(|(at, _)| number.has(**at));
        let Some((&at, &l)) = here.max_by_key(|(_, l)| depth(**l)) else {
            return vec![number];
        };
        let Some((factor, rest)) = number.split(at) else {
            return Vec::new();
        };
        let Some(rises) = self.rises(&factor) else {
            return Vec::new();
        };
        let bounds = self.bounds(at, l, rises == is_high).into_iter();
        let ends = bounds.filter_map(|bound| rest.plus(&factor.times(&bound)?));
        let mut all: Vec<_> = ends.flat_map(|end| self.ends(end, is_high)).collect();
        all.truncate(MOST_ENDS);
        all
    }

    /// What the number of a loop's iteration, an atom, is at least or at most: as often as the loop goes back, or as far as
    /// conditions say under which the access is made. Only what is not known to be farther than another one.
    fn bounds(&mut self, at: usize, l: Loop<'h>, is_high: bool) -> Vec<Polynomial> {
        let all = match is_high {
            true => self.last(l),
            false => Some(Polynomial::constant(0)),
        };
        let mut all: Vec<_> = all.into_iter().collect();
        // Ends give way to those of loops further out.
        let is_outside = |walk: &Self, of: &Polynomial| {
            let mut counters = walk.counters.iter();
            let is_around = |other: Loop<'h>| other != l && other.contains(l.header());
            counters.all(|(at, other)| !of.has(*at) || is_around(*other))
                && !walk.between.keys().any(|at| of.has(*at))
        };
        for number in self.said() {
            let Some((factor, rest)) = number.split(at) else {
                continue;
            };
            let bound = match (factor.as_constant(), is_high) {
                (Some(-1), true) => Some(rest),
                (Some(1), false) => Polynomial::constant(0).minus(&rest),
                _ => None,
            };
            let Some(bound) = bound.filter(|bound| is_outside(self, bound)) else {
                continue;
            };
            let mut is_farther = |one: &Polynomial, other: &Polynomial| {
                let gap = match is_high {
                    true => one.minus(other),
                    false => other.minus(one),
                };
                gap.is_some_and(|gap| self.is_natural_in_all(&gap))
            };
            if !all.iter().any(|other| is_farther(&bound, other)) {
                all.retain(|other| !is_farther(other, &bound));
                all.push(bound);
            }
        }
        all
    }

    /// Numbers that are not negative where the access is made, as conditions in the loop say.
    fn said(&mut self) -> Vec<Polynomial> {
        if let Some(block) = self.block.take() {
            for hold in [true, false] {
                let all: Vec<_> = self.host.conditions_in(block, self.l, hold).collect();
                for comparison in all.into_iter().filter_map(Value::comparison) {
                    let [holds, fails] = self.order(comparison);
                    let orders = if hold { holds } else { fails };
                    let gaps = orders.iter().filter_map(|(less, more)| more.minus(less));
                    self.said.extend(gaps);
                }
            }
        }
        self.said.clone()
    }

    /// Is a number not negative, or else not positive? What nobody knows is assumed, if that is allowed.
    fn rises(&mut self, number: &Polynomial) -> Option<bool> {
        if self.atoms.is_nonnegative(number) {
            return Some(true);
        }
        let opposite = Polynomial::constant(0).minus(number);
        if opposite.is_some_and(|opposite| self.atoms.is_nonnegative(&opposite)) {
            return Some(false);
        }
        let assumed = self
            .atoms
            .unknown_signs(number)
            .filter(|_| self.may_assume.signs)?;
        self.assume(assumed);
        Some(true)
    }

    fn assume(&mut self, atoms: Vec<usize>) {
        for at in atoms {
            if !self.assumed.contains(&at) {
                self.assumed.push(at);
            }
        }
    }

    /// Is nothing known to lie between others only? Then each end that was found is that of some iteration.
    pub fn has_counters_only(&self) -> bool {
        self.between.is_empty()
    }

    /// The ends over all iterations of what [`Walk::ends`] found for one.
    pub fn over_all(&mut self, number: Polynomial, is_high: bool) -> Vec<Polynomial> {
        // Finding ends may ask for those of another number.
        let iteration = self.iteration.filter(|at| !self.counters.contains_key(at));
        self.counters.extend(iteration.map(|at| (at, self.l)));
        let ends = self.ends(number, is_high);
        self.counters.retain(|at, _| Some(*at) != iteration);
        ends
    }

    /// The number of a loop's last iteration.
    fn last(&mut self, l: Loop<'h>) -> Option<Polynomial> {
        if let Some(last) = self.lasts.get(&l) {
            return Some(last.clone());
        }
        let assumed = |walk: &Self| (walk.sizes.len(), walk.assumed.len());
        let before = assumed(self);
        let count = l.backedge_count(self.host)?;
        // It may be computed from where an earlier loop ended.
        let count = count.in_scope(self.host, l.parent())?;
        let known = self.natural(count).or_else(|| self.unsigned(count));
        let last = known.or_else(|| self.assumed_last(count, l))?;
        // What rests on nothing that may be taken back is found once.
        if assumed(self) == before {
            self.lasts.insert(l, last.clone());
        }
        Some(last)
    }

    /// The same of a size as wide as an address, if that is allowed to be taken to be not negative: the loop runs so often, and
    /// at least once.
    fn assumed_last(&mut self, count: Scev<'h>, l: Loop<'h>) -> Option<Polynomial> {
        let host = self.host;
        let size = count.offset(host, 1)?;
        let is_wide = size.bits(host) == self.wide.bits(host);
        let may = self.may_assume.signs && is_wide && size.is_invariant(host, self.l);
        if !may || !size.is_at_least(host, 1, l) {
            return None;
        }
        let number = self.atoms.alone(size)?;
        let assumed = self.atoms.unknown_signs(&number)?;
        self.assume(assumed);
        number.minus(&Polynomial::constant(1))
    }
}

/// As far beyond `to` as a number is beyond `from`, if that is a constant.
fn beyond(number: &Polynomial, from: &Polynomial, to: &Polynomial) -> Option<Polynomial> {
    let gap = number.minus(from)?.as_constant()?;
    to.plus(&Polynomial::constant(gap))
}

/// Some ends without those that are farther than another one by a constant.
fn nearest(ends: impl Iterator<Item = Polynomial>, is_high: bool) -> Vec<Polynomial> {
    let is_farther = |end: &Polynomial, other: &Polynomial| {
        let gap = match is_high {
            true => end.minus(other),
            false => other.minus(end),
        };
        let gap = gap.and_then(|gap| gap.as_constant());
        gap.is_some_and(|gap| gap >= 0)
    };
    let mut all: Vec<Polynomial> = Vec::new();
    for end in ends {
        if !all.iter().any(|other| is_farther(&end, other)) {
            all.retain(|other| !is_farther(other, &end));
            all.push(end);
        }
    }
    all.truncate(MOST_ENDS);
    all
}
