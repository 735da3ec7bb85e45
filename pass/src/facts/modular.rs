//! Elements that a narrow number counts, which may wrap around: `a[y * w + x]` with unsigned subscripts of 32 bits.
//!
//! Such an address is `from + scale * extend(t)`, where `t = start + step * i` modulo `2^n` in iteration `i`. Extending
//! keeps different numbers different. So two accesses of this form, both within what lies between `from` of one of them
//! and `scale` bytes further on, touch elements of one number iff their `t` are the same modulo `2^n`: if
//!
//! ```text
//! offset + step * (i0 - i1)  ==  0   (mod 2^n),    offset = start0 - start1
//! ```
//!
//! Trip counts `N0` and `N1` bound the left side: for a step that is not negative it lies between
//! `offset - step * (N1 - 1)` and `offset + step * (N0 - 1)`. If these are less than `2^n`, and more than
//! `-2^n`, it is zero as an integer, and the distances are those of numbers that do not wrap around.

use crate::legality::distance::Strided;
use crate::llvm::{AddRec, Form, Host, Loop, Scev};

/// An address in iterations of a loop.
pub(crate) struct Modular<'h> {
    /// What does not change.
    from: Scev<'h>,
    /// Bytes from one element to the next.
    scale: i64,
    /// The narrow number in the first iteration.
    start: Scev<'h>,
    /// What an iteration adds to that.
    step: i64,
    /// It is extended as an unsigned number.
    is_unsigned: bool,
}

impl<'h> Modular<'h> {
    /// An address of this form.
    pub fn find(host: &'h Host, l: Loop<'h>, address: Scev<'h>) -> Option<Self> {
        if address.form(host) != Form::Sum {
            return None;
        }
        let (fixed, changing): (Vec<_>, Vec<_>) = address
            .operands(host)
            .partition(|part| part.is_invariant(host, l));
        let &[changing] = &changing[..] else {
            return None;
        };
        let (scale, extended) = match changing.form(host) {
            Form::Product => {
                let mut factors = changing.operands(host);
                let both = (factors.next()?.as_constant()?, factors.next()?);
                factors.next().is_none().then_some(both)?
            }
            _ => (1, changing),
        };
        if extended.form(host) != Form::Extension {
            return None;
        }
        let narrow = extended.operands(host).next()?;
        // No two numbers are the same address.
        let room = extended.bits(host).checked_sub(narrow.bits(host) + 1)?;
        if scale.unsigned_abs() > 1 << room.min(62) {
            return None;
        }
        let recurrence = narrow.as_recurrence(host).filter(|r| r.l == l);
        let AddRec { start, step, .. } = recurrence?;
        let mut fixed = fixed.into_iter();
        let first = fixed.next()?;
        Some(Modular {
            from: fixed.try_fold(first, |sum, part| sum.plus(host, part))?,
            scale,
            start,
            step: step.as_constant()?,
            is_unsigned: narrow.widened_like(host, extended) == Some(extended),
        })
    }

    /// How accesses of so many bytes at this address and at another one, each in its loop of at most so many
    /// iterations, are related.
    pub fn strided(
        &self,
        host: &'h Host,
        second: &Self,
        widths: [u64; 2],
        counts: [u64; 2],
    ) -> Option<Strided> {
        let form = |m: &Self| (m.scale, m.step, m.is_unsigned, m.start.bits(host));
        if form(self) != form(second) {
            return None;
        }
        let field = self.from.minus(host, second.from)?.as_constant()?;
        let ends = [
            (field.max(0), widths[0]),
            (field.checked_neg()?.max(0), widths[1]),
        ];
        let is_in_element = |(begin, width): (i64, u64)| {
            begin.unsigned_abs().saturating_add(width) <= self.scale.unsigned_abs()
        };
        if !ends.into_iter().all(is_in_element) {
            return None;
        }
        let offset = self.start.minus(host, second.start)?.as_constant()?;
        let numbers = (offset, self.step, self.start.bits(host));
        let strided = strided(numbers, self.scale, widths, counts)?;
        Some(Strided {
            offset: strided.offset.checked_add(field)?,
            ..strided
        })
    }
}

/// The same of numbers of some bits that differ by an offset, and of which an iteration adds `step` to both.
fn strided(
    (offset, step, bits): (i64, i64, u32),
    scale: i64,
    widths: [u64; 2],
    counts: [u64; 2],
) -> Option<Strided> {
    let travel = |at: usize| {
        let most = i128::from(counts[at].saturating_sub(1));
        i128::from(step) * if at == 0 { most } else { -most }
    };
    let farthest = [travel(0), travel(1)].map(|travel| i128::from(offset) + travel);
    let is_one_turn = farthest.iter().all(|end| end.unsigned_abs() < 1 << bits);
    is_one_turn.then_some(Strided {
        offset: offset.checked_mul(scale)?,
        stride: step.checked_mul(scale)?,
        first_width: widths[0],
        second_width: widths[1],
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::legality::distance::Distances;

    #[test]
    fn distances_are_those_of_the_machine() {
        // All numbers of four bits, and all that these loops may do.
        for step in [-3i64, -2, -1, 1, 2, 3, 5] {
            for offset in -8i64..8 {
                let counts = (1u64..20).flat_map(|n0| (1u64..20).map(move |n1| (n0, n1)));
                for (n0, n1) in counts {
                    let Some(found) = strided((offset, step, 4), 4, [4, 4], [n0, n1]) else {
                        continue;
                    };
                    let distances = found.distances();
                    let all = (0..n0 as i64).flat_map(|i0| (0..n1 as i64).map(move |i1| (i0, i1)));
                    for (i0, i1) in all {
                        let meet = (offset + step * (i0 - i1)).rem_euclid(16) == 0;
                        let says = match distances {
                            Distances::None => false,
                            Distances::All => true,
                            Distances::Range { least, greatest } => {
                                (least..=greatest).contains(&(i0 - i1))
                            }
                        };
                        assert_eq!(meet, says, "{offset} {step} {n0} {n1}: {i0} {i1}");
                    }
                }
            }
        }
    }

    #[test]
    fn numbers_that_come_round_again_say_nothing() {
        let is_known = |numbers, counts| strided(numbers, 4, [4, 4], counts).is_some();
        assert!(is_known((0, 1, 4), [16, 16]));
        assert!(!is_known((0, 1, 4), [17, 16]));
        assert!(!is_known((0, 1, 4), [16, 17]));
        assert!(is_known((1, 1, 4), [15, 17]));
        assert!(!is_known((1, 1, 4), [16, 16]));
        assert!(is_known((-2, 1, 4), [18, 14]));
        assert!(!is_known((0, 2, 4), [9, 1]));
        assert!(is_known((0, -2, 4), [8, 8]));
    }
}
