//! What encloses the bytes that a load reads in one iteration of a loop over rows: two ends, linear in the iterations, and one
//! row.
//!
//! - **Ends.** As integers they enclose what is read ([`reach`](super::reach)). Here they are computed with at run time, so they
//!   must be numbers of the machine in all iterations: if not by themselves, then where some sizes are less than their limits.
//! - **Rows.** Of `row * pitch + column`, where the row is the next one in each iteration, the ends say which one it is. Rows
//!   that stop at the border, as `min(y + 1, h - 1)`, do not go on: what is multiplied by the pitch is the row itself, or one
//!   so many rows away, if what is left is a column. Both are integers, and the bytes lie in memory that
//!   begins where rows are counted from: so the number of the machine that is computed for the row is the row.

use super::integers::{Address, MayAssume, Walk};
use super::polynomial::Polynomial;
use super::ranges::{Linear, Range};
use super::reach::{InIterations, Reaches, in_iterations, limits_of};
use crate::llvm::{Limit, Loop, Scev, Value};
use crate::testing::{Fault, lacks};

/// How many rows an access may be away from what is multiplied by the pitch.
const MOST_AWAY: i128 = 8;

/// Something that is true where numbers are less than their limits.
pub(crate) type Limited<'h, T> = (T, Vec<Limit<'h>>);

impl<'h> Reaches<'h> {
    /// Bytes that enclose what an access touches in one iteration of a loop, from end to end linear in the iterations.
    /// An iteration goes on by `pitch`, if it may.
    pub fn enclosing(
        &mut self,
        access: Value<'h>,
        l: Loop<'h>,
        pitch: Option<Scev<'h>>,
    ) -> Option<Limited<'h, Range<'h>>> {
        let host = self.host;
        self.in_iteration(access, l, |walk, address, bytes| {
            let from = Scev::of(host, address.from)?;
            let pitch = pitch.and_then(|pitch| Some((pitch, walk.atoms.polynomial(pitch)?)));
            let mut limits = Vec::new();
            let end = address.offset.plus(&Polynomial::constant(bytes.into()))?;
            let mut linear = |number, is_high| {
                let step = pitch.as_ref().map(|(_, step)| step);
                let ((step, start), more) = end_of(walk, number, is_high, step)?;
                limits.extend(more);
                let same = pitch.as_ref().filter(|(_, pitch)| *pitch == step);
                let same = same.map(|(pitch, _)| *pitch);
                Some(Linear {
                    start: from.plus(host, walk.atoms.expression(&start, from)?)?,
                    step: Some(same.or_else(|| walk.atoms.expression(&step, from))?),
                })
            };
            let (low, high) = (linear(address.offset, false)?, linear(end, true)?);
            let range = Range {
                low,
                high,
                whole: None,
                is_touched: false,
                least: bytes,
            };
            Some((range, limits))
        })
    }

    /// The row that an access stays within in one iteration of a loop, whichever that is. Rows are `pitch` apart,
    /// and counted from an address that `offset` of another one is said from. If that is where memory begins, no row has a negative
    /// number, since what is accessed ends behind it; else that must be known, too.
    pub fn row(
        &mut self,
        access: Value<'h>,
        l: Loop<'h>,
        (pitch, is_begin): (Scev<'h>, bool),
        offset: impl Fn(Scev<'h>) -> Option<Scev<'h>>,
    ) -> Option<Limited<'h, Scev<'h>>> {
        let host = self.host;
        self.in_iteration(access, l, |walk, address, bytes| {
            let begin = offset(Scev::of(host, address.from)?)?;
            let begin = walk.atoms.polynomial(begin)?;
            let step = walk.atoms.polynomial(pitch)?;
            let bytes = Polynomial::constant(bytes.into());
            let (row, column) = address.offset.multiples(&step)?;
            let column = column.plus(&begin)?;
            let lows = walk.ends(column.clone(), false);
            let highs = walk.ends(column.plus(&bytes)?, true);
            let is_row = |away: &i128| {
                let begin = step.times(&Polynomial::constant(*away));
                let end = step.times(&Polynomial::constant(away + 1));
                let Some((begin, end)) = begin.zip(end) else {
                    return false;
                };
                let exceeds = |number: &Polynomial, least: &Polynomial| {
                    let gap = number.minus(least);
                    gap.is_some_and(|gap| walk.atoms.is_nonnegative_by_order(&gap))
                };
                lows.iter().any(|low| exceeds(low, &begin))
                    && (highs.iter().any(|high| exceeds(&end, high)) || lacks(Fault::Rows))
            };
            let mut rows = (0..=MOST_AWAY).flat_map(|away| [away, -away - 1]);
            let away = Polynomial::constant(rows.find(is_row)?);
            let row = row.plus(&away)?;
            // The pitch, and how far apart both begins are, are integers, too.
            let bits = walk.wide.bits(host);
            let mut limits = walk.atoms.limits(&begin, bits, &[])?;
            limits.extend(walk.atoms.limits(&step, bits, &[])?);
            if address.may_wrap {
                let end = address.offset.plus(&bytes)?;
                limits.extend(end_of(walk, address.offset, false, None)?.1);
                limits.extend(end_of(walk, end, true, None)?.1);
            }
            let is_natural = is_begin || walk.is_natural(&row);
            let row = walk.atoms.expression(&row, pitch)?;
            is_natural.then_some((row, limits))
        })
    }

    /// Asks of the address of an access in one iteration of a loop, as the program computes it, or else as ScalarEvolution has it,
    /// and of how many bytes it touches.
    fn in_iteration<T>(
        &mut self,
        access: Value<'h>,
        l: Loop<'h>,
        ask: impl Fn(&mut Walk<'_, 'h>, Address<'h>, u64) -> Option<Limited<'h, T>>,
    ) -> Option<Limited<'h, T>> {
        let host = self.host;
        let block = access.block()?;
        let entered = self.entered(block, l)?;
        self.atoms.enter(entered);
        let (pointer, bytes) = host.access(access)?;
        let wide = Scev::of(host, pointer)?;
        for sizes in [false, true] {
            let may = MayAssume {
                signs: false,
                sizes,
            };
            let mut walk = Walk::new(host, &mut self.atoms, (block, l, true), wide, may);
            let of_address = |walk: &mut Walk<'_, 'h>, address: Address<'h>| {
                walk.bound_by_size(address.from);
                let (found, mut limits) = ask(walk, address, bytes)?;
                limits.extend(&walk.sizes);
                Some((found, limits))
            };
            let by_steps = walk.address(pointer);
            let found = by_steps.and_then(|address| of_address(&mut walk, address));
            let found = found.or_else(|| {
                let whole = walk.in_object(pointer)?;
                of_address(&mut walk, whole)
            });
            if found.is_some() || !walk.lacks_sizes {
                return found;
            }
        }
        None
    }
}

/// An end in all iterations, as a number of the machine where others are less than their limits: by `pitch` farther in each
/// iteration, if there is such a one, and by the fewest limits.
fn end_of<'h>(
    walk: &mut Walk<'_, 'h>,
    number: Polynomial,
    is_high: bool,
    pitch: Option<&Polynomial>,
) -> Option<Limited<'h, InIterations>> {
    let ends = walk.ends(number, is_high).into_iter();
    let known = ends.filter_map(|end| {
        let limits = limits_of(walk, std::slice::from_ref(&end), is_high)?;
        let (step, _) = in_iterations(&end, walk.iteration)?;
        Some((
            (pitch.is_some_and(|pitch| *pitch != step), limits.len()),
            end,
            limits,
        ))
    });
    let mut known: Vec<_> = known.collect();
    let best = known.iter().map(|(key, ..)| *key).min()?;
    known.retain(|(key, ..)| *key == best);
    let nearest = walk
        .atoms
        .nearest(known.iter().map(|(_, end, _)| end), is_high, &[])?;
    let (_, end, limits) = known.iter().find(|(_, end, _)| end == nearest)?;
    Some((in_iterations(end, walk.iteration)?, limits.clone()))
}
