//! Where two accesses to one array lead in all iterations of their loops, as integers.
//!
//! `a[c * h * w + y * w + x]` with `x < w` and `y < h` stays within plane `c`. ScalarEvolution's expressions
//! say so modulo 2^64 only, and [`ranges`](super::ranges) knows no products of variables. Here the
//! instructions are read themselves:
//!
//! - **Integers.** An address is a chain of `getelementptr inbounds` over a pointer that does not change, and
//!   indices are computed by arithmetic that is poison if it overflows as a signed number, or by extension. The
//!   access is made, and one through poison is undefined. So its offset *is* the
//!   integer that this arithmetic has on what it begins with (LLVM language reference, "getelementptr", "Poison
//!   Values"): a polynomial of counters and of numbers that do not change.
//! - **Numbers** of ScalarEvolution, as the last value of a counter, are sums and products modulo 2^n. They
//!   are the same integers if that of the polynomial has n bits at most for all that its atoms may be; else
//!   the whole is an atom.
//! - **Recurrences** are, in their loop's iteration `k`, the integer `start + step * k`, if they do not overflow or
//!   if that is a number of so many bits. `k` goes from 0 to the number of times the loop goes back. A polynomial in
//!   which it is multiplied by something of a known sign is least and greatest at these.
//! - **Bounds.** Arithmetic that does not overflow says how large its result is, and so its factors, if none is negative: of one
//!   access, where that is made, of its own subscripts and of the size of the allocation that it is in, which must not
//!   be poison.
//! - **Addresses modulo 2^64** are enough for an access to an allocation, whose bytes are less than 2^63 from its begin: if both ends
//!   of the polynomial are so, by these bounds, then it is the offset.
//! - Two accesses never meet if the difference between the first byte of one and the end of the other is not
//!   negative. Both are made, so what is known where their loops are entered holds for all atoms,
//!   which do not change in the loops of the pair.

use super::hazards::hazard;
use super::polynomial::{Atoms, Polynomial};
use super::temporary::loops_around;
use crate::llvm::{AddRec, Exact, Form, Host, Loop, Scev, Value};
use crate::testing::{Fault, lacks};
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

/// More instructions and expressions are not looked at.
const MOST_PARTS: usize = 64;

/// What an access touches in all iterations of a loop.
#[derive(PartialEq, Eq)]
pub(super) struct Reach<'h> {
    /// A pointer.
    pub from: Value<'h>,
    /// From how many bytes behind it on.
    low: Polynomial,
    high: Polynomial,
    /// Loops that are entered if the access is made.
    entered: Vec<Loop<'h>>,
}

/// Finds out where accesses lead.
pub(super) struct Reaches<'h> {
    host: &'h Host,
    atoms: Atoms<'h>,
    /// Where accesses lead in all iterations of a loop, as far as that was asked.
    known: HashMap<(Value<'h>, Loop<'h>), Option<Rc<Reach<'h>>>>,
}

/// Finds out where one access leads.
struct Walk<'r, 'h> {
    host: &'h Host,
    atoms: &'r mut Atoms<'h>,
    l: Loop<'h>,
    /// An address: as wide are all atoms.
    wide: Scev<'h>,
    /// Numbers of iterations, as atoms, with their loops.
    counters: BTreeMap<usize, Loop<'h>>,
    parts: usize,
}

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
        let mut all = accesses.into_iter().zip(loops);
        let mut next = || all.next().and_then(|access| self.reach_once(access));
        let (Some(first), Some(second)) = (next(), next()) else {
            return false;
        };
        self.are_apart(&first, &second)
    }

    fn reach_once(&mut self, (access, l): (Value<'h>, Loop<'h>)) -> Option<Rc<Reach<'h>>> {
        if let Some(known) = self.known.get(&(access, l)) {
            return known.clone();
        }
        let reach = self.reach(access, l).map(Rc::new);
        self.known.insert((access, l), reach.clone());
        reach
    }

    /// Do two accesses never meet, in any iterations of their loops?
    pub fn are_apart(&mut self, first: &Reach<'h>, second: &Reach<'h>) -> bool {
        let made = [first, second];
        self.ends_before(first, second, made) || self.ends_before(second, first, made)
    }

    /// Does the first begin no earlier than another one, where all of these are made?
    pub fn begins_behind(&mut self, first: &Reach<'h>, begin: &Reach<'h>) -> bool {
        self.atoms.enter(first.entered.clone());
        first.from == begin.from && self.is_at_least(&first.low, &begin.low)
    }

    /// Does one end where the other begins, or before, where both of `made` are made?
    pub fn ends_before(
        &mut self,
        front: &Reach<'h>,
        begin: &Reach<'h>,
        made: [&Reach<'h>; 2],
    ) -> bool {
        self.enter(made);
        let end = if lacks(Fault::Reach) {
            &front.low
        } else {
            &front.high
        };
        front.from == begin.from && self.is_at_least(&begin.low, end)
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
        offset.and_then(|offset| self.atoms.polynomial(offset)) == Some(reach.low.clone())
    }

    fn enter(&mut self, [first, second]: [&Reach<'h>; 2]) {
        let mut entered = first.entered.clone();
        let others = second.entered.iter().filter(|l| !first.entered.contains(l));
        entered.extend(others);
        self.atoms.enter(entered);
    }

    /// What an access touches in all iterations of `l`, while what does not change in `l` has one value.
    pub fn reach(&mut self, access: Value<'h>, l: Loop<'h>) -> Option<Reach<'h>> {
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
        // What another access would overflow at is no matter if it is not made.
        self.atoms.forget_bounds();
        let (pointer, bytes) = host.access(access)?;
        let mut walk = Walk {
            host,
            atoms: &mut self.atoms,
            l,
            wide: Scev::of(host, pointer)?,
            counters: BTreeMap::new(),
            parts: 0,
        };
        let exact = walk.address(pointer);
        let is_exact = exact.is_some();
        let (from, offset) = exact.or_else(|| walk.in_allocation(pointer))?;
        let end = offset.plus(&Polynomial::constant(bytes.into()))?;
        let (low, high) = (walk.end(offset, false)?, walk.end(end, true)?);
        let has_bits = |end: &Polynomial| walk.atoms.is_signed(end, walk.wide.bits(host));
        (is_exact || has_bits(&low) && has_bits(&high)).then_some(Reach {
            from,
            low,
            high,
            entered,
        })
    }
}

impl<'h> Walk<'_, 'h> {
    /// A pointer that does not change, and how many bytes behind it an address is.
    fn address(&mut self, mut pointer: Value<'h>) -> Option<(Value<'h>, Polynomial)> {
        let mut offset = Polynomial::constant(0);
        while pointer.is_element_address() {
            let (constant, variables) = self.host.element_offset(pointer)?;
            offset = offset.plus(&Polynomial::constant(constant.into()))?;
            for (variable, scale) in variables {
                let times = self.integer(variable)?;
                offset = offset.plus(&times.times(&Polynomial::constant(scale.into()))?)?;
            }
            pointer = pointer.operands().next()?;
        }
        (!self.l.defines(pointer)).then_some((pointer, offset))
    }

    /// An allocation, and how many bytes behind its begin an address in it is, modulo 2^n. What its size is computed from
    /// does not overflow either, or the call would be undefined.
    fn in_allocation(&mut self, pointer: Value<'h>) -> Option<(Value<'h>, Polynomial)> {
        let host = self.host;
        let memory = host.underlying_object(pointer);
        if self.l.defines(memory) || !host.is_local_memory(memory) {
            return None;
        }
        for size in (0..).map_while(|n| host.defined_argument(memory, n)) {
            self.integer(size);
        }
        let offset = Scev::of(host, pointer)?.minus(host, Scev::of(host, memory)?)?;
        Some((memory, self.modulo(offset)?))
    }

    /// An expression as a polynomial, modulo 2^n.
    fn modulo(&mut self, s: Scev<'h>) -> Option<Polynomial> {
        let host = self.host;
        if let Some(AddRec { l, start, step, .. }) = s.as_recurrence(host)
            && self.l.contains(l.header())
        {
            let advance = self.modulo(step)?.times(&self.iteration(l)?)?;
            return self.modulo(start)?.plus(&advance);
        }
        match s.form(host) {
            Form::Sum => self.of_all(s, Polynomial::plus, Self::modulo),
            Form::Product => self.of_all(s, Polynomial::times, Self::modulo),
            _ => self.number(s),
        }
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
            None => return self.number(Scev::of(self.host, value)?),
        }?;
        if let Some(bits @ 2..=64) = value.integer_bits() {
            self.atoms.bound(&number, (1 << (bits - 1)) - 1);
        }
        Some(number)
    }

    /// An expression, as the signed number that it is.
    fn number(&mut self, s: Scev<'h>) -> Option<Polynomial> {
        self.parts += 1;
        if self.parts > MOST_PARTS {
            return None;
        }
        let host = self.host;
        if let Some(constant) = s.as_constant() {
            return Some(Polynomial::constant(constant.into()));
        }
        if let Some(recurrence) = s.as_recurrence(host) {
            return self.recurrence(s, recurrence);
        }
        let by_parts = match s.form(host) {
            Form::Sum => self.of_all(s, Polynomial::plus, Self::number),
            Form::Product => self.of_all(s, Polynomial::times, Self::number),
            // Signed or not: one number, if it is not negative.
            Form::Extension => {
                let narrow = s.operands(host).next()?;
                let number = self.number(narrow);
                number.filter(|number| self.atoms.is_nonnegative(number))
            }
            _ => None,
        };
        let exact = by_parts.filter(|number| self.atoms.is_signed(number, s.bits(host)));
        exact.or_else(|| self.fixed(s))
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
            return self.fixed(s);
        }
        let (least, _) = s.range(host)?;
        let (start, step) = (self.number(start)?, self.number(step)?);
        let number = start.plus(&step.times(&self.iteration(l)?)?)?;
        let is_exact = recurrence.no_signed_overflow
            || recurrence.no_overflow && least >= 0
            || self.atoms.is_signed(&number, s.bits(host));
        is_exact.then_some(number)
    }

    /// The number of a loop's iteration.
    fn iteration(&mut self, l: Loop<'h>) -> Option<Polynomial> {
        let most = i64::try_from(l.max_backedge_count(self.host)?).ok()?;
        let s = self.wide.iteration_like(self.host, l)?;
        let at = self.atoms.counter(s, most);
        self.counters.insert(at, l);
        Some(Polynomial::of(at))
    }

    /// The least or the greatest value over all iterations, those of the innermost loops first.
    fn end(&mut self, mut number: Polynomial, is_high: bool) -> Option<Polynomial> {
        loop {
            let depth = |l: Loop<'h>| std::iter::successors(Some(l), |l| l.parent()).count();
            let here = self.counters.iter().filter(|(at, _)| number.has(**at));
            let Some((&at, &l)) = here.max_by_key(|(_, l)| depth(**l)) else {
                return Some(number);
            };
            let (factor, rest) = number.split(at)?;
            let rises = self.atoms.is_nonnegative(&factor);
            let falls = || {
                let opposite = Polynomial::constant(0).minus(&factor);
                opposite.is_some_and(|opposite| self.atoms.is_nonnegative(&opposite))
            };
            if !rises && !falls() {
                return None;
            }
            number = if rises == is_high {
                rest.plus(&factor.times(&self.last(l)?)?)?
            } else {
                rest
            };
        }
    }

    /// The number of a loop's last iteration.
    fn last(&mut self, l: Loop<'h>) -> Option<Polynomial> {
        let count = self.number(l.backedge_count(self.host)?)?;
        // It is an unsigned number.
        self.atoms.is_nonnegative(&count).then_some(count)
    }
}
