//! Bytes between which all accesses of an instruction lie, for a run-time check.
//!
//! [`Range`](super::ranges::Range) describes what is touched. A check needs less: numbers that
//! enclose it, even if nothing is touched there. They are compared, never dereferenced, so that an
//! access may be made under any condition, or at an index that is loaded, if it has bounds.
//! LLVM's vectoriser takes the bounds of its own checks in the same way.
//!
//! **What is claimed.** For an expression `s` and all iterations of a loop, inner loops included,
//! there is a `Span`: expressions `low` and `high` that do not change in the loop, and a constant
//! `reach`, such that whenever the access is made, `s = low + o` modulo 2^64 for some integer
//! `0 <= o <= R`, where `high = low + R` modulo 2^64 and `R <= reach`. This holds, by
//! induction over the expression, for
//!
//! - what does not change: `R = 0`;
//! - a recurrence, the start of which has a span, and whose step times count is added to one
//!   end. The count of an inner loop may have a span itself; its greatest value counts;
//! - sums; products with what does not change and has a known sign;
//! - the greatest or least of numbers, or one that a condition chooses, if all are so small
//!   that their order, as signed numbers, is that of integers;
//! - a number of `n` bits that is extended, signed or not: as below, if all of it is at least zero
//!   and less than `2^(n-1)`;
//! - anything else that has few values, as a byte that was loaded.
//!
//! For an expression of `n` bits, fewer than an address has, the same is claimed modulo `2^n`: what `s`
//! is made from is widened first, with what is lost where it wraps around. So `y * w + x - 1`, computed
//! as an `int`, has the ends that it has as a number of any width.
//!
//! **Integers.** Where that fails, as for minima of narrow numbers, [`reach`](super::reach) may know ends as integers, which
//! instructions say more of than expressions: they hold where the access is made.
//!
//! **What is left to the check.** Where constant bounds would not keep numbers and `reach`
//! small, or nobody knows the sign of a step, the check asks that the unsigned number be at most
//! a limit: pictures have rows of less than 128 megabytes. Where such a step is negative, the check
//! fails, and the original loops run.
//!
//! As `R` is less than half of all addresses, `low <= high` as unsigned numbers says that
//! nothing between wraps around; the check asks that, too. Then every access that is made, as
//! integers, is between `low` and `high`. Where the loops do not come to the access, the bounds mean
//! nothing, and the outcome of the check does not matter for it.

use super::ranges::Extent;
use super::reach::Reaches;
use crate::llvm::{AddRec, Block, Extreme, Form, Host, Limit, Loop, Scev, Value};

/// Expressions of more parts than that are not followed.
const MOST_PARTS: u32 = 64;

/// As much is a number that was loaded allowed to vary: a table is no larger.
const MOST_VALUES: i64 = 1 << 20;

/// Bytes that enclose what an instruction touches, if the limits hold.
#[derive(Clone)]
pub(crate) struct Hull<'h> {
    /// Not above the first byte.
    pub low: Scev<'h>,
    /// Behind the last byte, or further.
    pub high: Scev<'h>,
    /// Unsigned numbers, and what each must be less than.
    pub limits: Vec<Limit<'h>>,
}

impl<'h> Hull<'h> {
    /// Of an access by an instruction, over all iterations of `l`. `reaches` knows what others know, too.
    pub fn find(
        host: &'h Host,
        l: Loop<'h>,
        instruction: Value<'h>,
        (pointer, extent): (Value<'h>, Extent<'h>),
        reaches: &mut Reaches<'h>,
    ) -> Option<Self> {
        let block = instruction.block()?;
        let from = |address: Scev<'h>| {
            let mut spanner = Spanner::new(host, l, block, address);
            let span = spanner.span(address)?;
            let high = match extent {
                Extent::Bytes(bytes) => span.high.offset(host, i64::try_from(bytes).ok()?)?,
                Extent::Length(_) => return None,
            };
            Some(Hull {
                low: span.low,
                high,
                limits: spanner.limits,
            })
        };
        let as_integers = || {
            let ((low, high), limits) = reaches.hull(instruction, l)?;
            Some(Hull { low, high, limits })
        };
        let mut all = Scev::addresses(host, pointer, block);
        all.find_map(from).or_else(as_integers)
    }
}

/// See the head of this file.
#[derive(Clone, Copy)]
struct Span<'h> {
    low: Scev<'h>,
    high: Scev<'h>,
    reach: u128,
}

impl<'h> Span<'h> {
    fn one(s: Scev<'h>) -> Self {
        Span {
            low: s,
            high: s,
            reach: 0,
        }
    }

    fn plus(self, host: &'h Host, other: Self) -> Option<Self> {
        Some(Span {
            low: self.low.plus(host, other.low)?,
            high: self.high.plus(host, other.high)?,
            reach: self.reach + other.reach,
        })
    }

    /// Times a number that is not negative, and at most so much.
    fn times(self, host: &'h Host, factor: Scev<'h>, most: u128) -> Option<Self> {
        Some(Span {
            low: self.low.times(host, factor)?,
            high: self.high.times(host, factor)?,
            reach: self.reach.checked_mul(most)?,
        })
    }

    fn negative(self, host: &'h Host) -> Option<Self> {
        let zero = self.low.constant_like(host, 0)?;
        Some(Span {
            low: zero.minus(host, self.high)?,
            high: zero.minus(host, self.low)?,
            reach: self.reach,
        })
    }
}

struct Spanner<'h> {
    host: &'h Host,
    l: Loop<'h>,
    /// The loops around the access, up to `l`.
    around: Vec<Loop<'h>>,
    /// What any number that is added may reach: less than a hundredth of all addresses.
    most: u128,
    /// An address: as wide are all ends.
    address: Scev<'h>,
    /// Its width in bits.
    bits: u32,
    parts: u32,
    limits: Vec<Limit<'h>>,
}

impl<'h> Spanner<'h> {
    fn new(host: &'h Host, l: Loop<'h>, block: Block<'h>, address: Scev<'h>) -> Self {
        let is_within = |inner: &Loop<'h>| l.contains(inner.header());
        let innermost = host.innermost_loop(block).filter(is_within);
        let outwards = |inner: &Loop<'h>| inner.parent().filter(is_within);
        let bits = address.bits(host).min(64);
        Spanner {
            host,
            l,
            around: std::iter::successors(innermost, outwards).collect(),
            most: 1 << bits.saturating_sub(10),
            address,
            bits,
            parts: 0,
            limits: Vec::new(),
        }
    }

    fn span(&mut self, s: Scev<'h>) -> Option<Span<'h>> {
        self.parts += 1;
        if self.parts > MOST_PARTS {
            return None;
        }
        let host = self.host;
        if s.is_invariant(host, self.l) {
            return self.wide(s).map(Span::one);
        }
        let recurrence = s.as_recurrence(host);
        let span = match (recurrence, s.form(host)) {
            (Some(recurrence), _) => self.of_recurrence(recurrence),
            (None, Form::Sum) => {
                let mut all = s.operands(host);
                let first = self.span(all.next()?)?;
                all.try_fold(first, |sum, s| sum.plus(host, self.span(s)?))
            }
            (None, Form::Product) => self.of_product(s),
            // A narrow number that wrapped around is not in order.
            (None, Form::Extreme(_)) if s.bits(host) < self.bits => None,
            (None, Form::Extreme(which)) => self.of_one_of([which, which], s),
            (None, Form::Choice) => {
                self.of_one_of([Extreme::SignedLeast, Extreme::SignedGreatest], s)
            }
            (None, Form::Extension) => {
                let few = self.of_few_values(s);
                few.or_else(|| self.of_extension(s.operands(host).next()?))
            }
            (None, Form::Truncation) => {
                let wider = s.operands(host).next();
                wider.and_then(|wider| self.span(wider))
            }
            (None, Form::Other) => None,
        };
        let span = span.or_else(|| self.of_few_values(s));
        span.filter(|span| span.reach <= self.most << 8)
    }

    /// A number of as many bits as an address, or fewer, as one of as many.
    fn wide(&self, s: Scev<'h>) -> Option<Scev<'h>> {
        s.extended_like(self.host, self.address)
    }

    /// Is a number, as a signed one, not negative where the access is made?
    fn is_nonnegative(&self, number: Scev<'h>) -> bool {
        let mut all = self.around.iter();
        all.any(|l| number.is_nonnegative(self.host, *l))
    }

    /// The greatest value of a number that is not negative, if that is known.
    fn greatest(&self, number: Scev<'h>) -> u128 {
        let range = number.range(self.host).filter(|(_, most)| *most >= 0);
        range.map_or(u128::MAX, |(_, most)| most.unsigned_abs().into())
    }

    /// Leaves to the check that a number that does not change in the loop is at most so much.
    fn limit(&mut self, number: Scev<'h>, most: u128) -> Option<u128> {
        let limit = u64::try_from(most + 1).ok().filter(|limit| *limit > 1)?;
        if !self.limits.contains(&(number, limit)) {
            self.limits.push((number, limit));
        }
        Some(most)
    }

    /// A number that is not negative, times one of at most so much, is to be no larger than
    /// what may be added. How great it is at most; the check asks, if nobody knows.
    fn factor(&mut self, number: Scev<'h>, times: u128) -> Option<u128> {
        let enough = self.most.checked_div(times).unwrap_or(self.most);
        let greatest = self.greatest(number);
        if self.is_nonnegative(number) && greatest <= enough {
            return Some(greatest);
        }
        self.limit(number, enough)
    }

    fn of_recurrence(&mut self, recurrence: AddRec<'h>) -> Option<Span<'h>> {
        let host = self.host;
        let AddRec { l, start, step, .. } = recurrence;
        if !self.around.contains(&l) || !step.is_invariant(host, self.l) {
            return None;
        }
        let step = self.wide(step)?;
        let start = self.span(start)?;
        let count = l.wide_backedge_count(host)?.widened_like(host, step)?;
        let Span {
            high: count,
            reach: varies,
            ..
        } = self.span(count)?;
        let known = l.max_backedge_count(host).map_or(u128::MAX, u128::from);
        // What no loop counts to, even with all that is added, wraps around as a count.
        if varies != 0 && known > self.most {
            return None;
        }
        let known = known.saturating_add(varies);
        // Rows and columns both are less than the root of all that there is.
        let half = 1 << (self.bits.saturating_sub(10) / 2);
        let falls = step.constant_like(host, 0)?.minus(host, step)?;
        let is_falling = |s: Scev<'h>| {
            let constant = s.operands(host).next().and_then(Scev::as_constant);
            constant.is_some_and(|constant| constant < 0)
        };
        let is_backward = match step.as_constant() {
            Some(step) => step < 0,
            None if self.is_nonnegative(step) => false,
            // What is known of neither is taken as it is written.
            None => {
                self.is_nonnegative(falls) || step.form(host) == Form::Product && is_falling(step)
            }
        };
        let advance = if is_backward { falls } else { step };
        let (most_advance, most_count) = match advance.as_constant() {
            Some(advance) => {
                let advance = u128::from(advance.unsigned_abs());
                let enough = self.most / advance.max(1);
                let is_short = known <= enough;
                (
                    advance,
                    if is_short {
                        known
                    } else {
                        self.limit(count, enough)?
                    },
                )
            }
            None => {
                let is_short = known <= half;
                let count = if is_short {
                    known
                } else {
                    self.limit(count, half)?
                };
                (self.factor(advance, count)?, count)
            }
        };
        let travel = Span {
            low: step.constant_like(host, 0)?,
            high: advance.times(host, count)?,
            reach: most_advance.checked_mul(most_count)?,
        };
        let travel = if is_backward {
            travel.negative(host)?
        } else {
            travel
        };
        start.plus(host, travel)
    }

    fn of_product(&mut self, s: Scev<'h>) -> Option<Span<'h>> {
        let host = self.host;
        let is_fixed = |s: &Scev<'h>| s.is_invariant(host, self.l);
        let (fixed, varying): (Vec<_>, Vec<_>) = s.operands(host).partition(is_fixed);
        let &[varying] = &varying[..] else {
            return None;
        };
        let mut span = self.span(varying)?;
        for factor in fixed {
            let factor = self.wide(factor)?;
            span = match factor.as_constant() {
                Some(constant) => {
                    let times = factor.constant_like(host, constant.checked_abs()?)?;
                    let span = span.times(host, times, constant.unsigned_abs().into())?;
                    if constant < 0 {
                        span.negative(host)?
                    } else {
                        span
                    }
                }
                None => {
                    let most = self.factor(factor, span.reach)?;
                    span.times(host, factor, most)?
                }
            };
        }
        Some(span)
    }

    /// Of a number that is extended: none that is less than zero, or not less than half of what its bits can say.
    fn of_extension(&mut self, narrow: Scev<'h>) -> Option<Span<'h>> {
        let below = 1i64 << (narrow.bits(self.host) - 1).min(62);
        let span = self.span(narrow)?;
        for end in [span.low, span.high] {
            let (least, greatest) = end.range(self.host)?;
            // No check of that would pass.
            if greatest < 0 || least >= below {
                return None;
            }
            if least < 0 || greatest >= below {
                self.limit(end, u128::from(below.unsigned_abs() - 1))?;
            }
        }
        Some(span)
    }

    /// Of one of the operands: which of their least values is the least, and so on.
    fn of_one_of(&mut self, [lower, upper]: [Extreme; 2], s: Scev<'h>) -> Option<Span<'h>> {
        let host = self.host;
        let most = i64::try_from(self.most).ok()?;
        let is_signed = matches!(lower, Extreme::SignedGreatest | Extreme::SignedLeast);
        let least = if is_signed { -most } else { 0 };
        let mut all: Option<Span<'h>> = None;
        let (mut lowest, mut highest) = (i128::MAX, i128::MIN);
        for operand in s.operands(host) {
            let span = self.span(operand)?;
            // What is reached from a small number is in order as a signed one.
            let range = span.low.range(host);
            let (low, high) = match range.filter(|(low, high)| *low >= least && *high <= most) {
                Some(range) => range,
                None => {
                    let from_least = span.low.offset(host, least.checked_neg()?)?;
                    self.limit(from_least, u128::from(most.abs_diff(least)))?;
                    (least, most)
                }
            };
            lowest = lowest.min(low.into());
            highest = highest.max(i128::from(high) + i128::try_from(span.reach).ok()?);
            all = Some(match all {
                None => span,
                Some(Span { low, high, .. }) => Span {
                    low: low.extreme(host, lower, span.low)?,
                    high: high.extreme(host, upper, span.high)?,
                    reach: u128::try_from(highest - lowest).ok()?,
                },
            });
        }
        all
    }

    fn of_few_values(&self, s: Scev<'h>) -> Option<Span<'h>> {
        let host = self.host;
        let (least, greatest) = s.range(host)?;
        let varies = greatest
            .checked_sub(least)
            .filter(|by| *by <= MOST_VALUES)?;
        Some(Span {
            low: self.address.constant_like(host, least)?,
            high: self.address.constant_like(host, greatest)?,
            reach: varies.unsigned_abs().into(),
        })
    }
}
