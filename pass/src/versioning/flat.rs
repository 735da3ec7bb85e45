//! Loops over all elements of an array of rows, beside nests over these rows:
//!
//! ```text
//!   for i in 0..h * w: a[i] = f(i)
//!   for y in 0..h: for x in 1..w - 1: b[y * w + x] = g(a[y * w + x - 1], a[y * w + x + 1])
//! ```
//!
//! Where both sizes are positive, the first is a nest over rows, too (`pass/bridge/strip.cpp`).

use crate::facts::region::{Region, are_counted, first_among_eligible, longest_runs};
use crate::llvm::{Block, Form, Host, Loop, Scev, Value};
use crate::model::{FLATTENED, LEFT_OVER, STRIP_MINED};
use std::ops::Range;

/// Expressions are followed so deep only.
const DEEPEST: u32 = 8;

/// Nests over rows leave out so many rows and columns at most.
const MOST_LEFT_OUT: u64 = 8;

/// Loops that follow each other, some flat, some over rows.
pub struct Flat<'h> {
    /// All of them, in program order.
    pub loops: Vec<Loop<'h>>,
    /// All that holds them.
    pub region: Region<'h>,
    /// Which of the loops run over all elements, by their places, and how many rows these make.
    pub flat: Vec<(usize, Value<'h>)>,
}

/// What a loop counts to.
enum Count<'h> {
    /// A product, if it is no nest over rows.
    Product(Vec<Value<'h>>),
    /// A constant, if it is no nest over rows.
    Constant(u64),
    /// The number of rows less one, and how many rows and columns there are if these are constants.
    Rows(Scev<'h>, Option<[u64; 2]>),
    /// Something else.
    Other,
}

impl<'h> Count<'h> {
    fn of(host: &'h Host, l: Loop<'h>) -> Self {
        let is_settled = |attribute| l.has_attribute(attribute);
        if [LEFT_OVER, STRIP_MINED, FLATTENED]
            .into_iter()
            .any(is_settled)
        {
            return Count::Other;
        }
        let factors = l.flat_factors();
        if !factors.is_empty() {
            return Count::Product(factors);
        }
        if let Some(count) = l.flat_constant().filter(|_| l.children(host).is_empty()) {
            return Count::Constant(count);
        }
        let rows = l.backedge_count(host);
        let constant = |l: Loop<'h>| l.constant_trip_count(host);
        match (rows, &l.children(host)[..]) {
            (Some(rows), [row, ..]) => {
                Count::Rows(rows, constant(l).zip(constant(*row)).map(|(y, x)| [y, x]))
            }
            _ => Count::Other,
        }
    }

    fn is_flat(&self) -> bool {
        matches!(self, Count::Product(_) | Count::Constant(_))
    }

    /// How many rows such a loop `l` has, if nests beside it count by them, too.
    fn rows(
        &self,
        host: &'h Host,
        l: Loop<'h>,
        top: Block<'h>,
        others: &[Count<'h>],
    ) -> Option<Value<'h>> {
        match self {
            Count::Product(factors) => {
                let is_above = |v: &Value<'h>| v.block().is_none_or(|b| host.dominates(b, top));
                let mut rows = factors.iter().filter(|v| !v.is_constant());
                let is_of_rows = |factor: &&Value<'h>| {
                    Scev::of(host, **factor).is_some_and(|factor| {
                        let factor = narrow(host, factor);
                        others.iter().any(|other| match other {
                            Count::Rows(count, _) => mentions(host, *count, factor, DEEPEST),
                            _ => false,
                        })
                    })
                };
                rows.find(is_of_rows)
                    .copied()
                    .filter(|_| factors.iter().all(is_above))
            }
            Count::Constant(count) => {
                let split = |other: &Count<'h>| match *other {
                    Count::Rows(_, Some(nest)) => rows_of_constant(*count, nest),
                    _ => None,
                };
                Some(l.constant_rows(others.iter().find_map(split)?))
            }
            _ => None,
        }
    }
}

/// How many rows make up a number of elements, if a nest over `rows` and `columns` leaves out but a few.
fn rows_of_constant(count: u64, [rows, columns]: [u64; 2]) -> Option<u64> {
    let is_nearly =
        |whole: u64, part: u64| (part..=part.saturating_add(MOST_LEFT_OUT)).contains(&whole);
    let mut all = rows..=rows.saturating_add(MOST_LEFT_OUT);
    all.find(|all| count.is_multiple_of(*all) && is_nearly(count / all, columns))
}

impl<'h> Flat<'h> {
    /// The first ones among siblings, which are given in program order, and how many of these lie before or are
    /// among them. They have up to `limit` instructions.
    pub fn find(host: &'h Host, siblings: &[Loop<'h>], limit: u64) -> Option<(Self, usize)> {
        // To count costs far more.
        let is_nest = |l: &Loop<'h>| !l.children(host).is_empty();
        let may_be_flat = |l: &Loop<'h>| !is_nest(l) || !l.flat_factors().is_empty();
        if !siblings.iter().any(is_nest) || !siblings.iter().any(may_be_flat) {
            return None;
        }
        let counts: Vec<_> = siblings.iter().map(|l| Count::of(host, *l)).collect();
        let is_of_rows = |count: &Count<'h>| matches!(count, Count::Rows(..));
        if !counts.iter().any(Count::is_flat) || !counts.iter().any(is_of_rows) {
            return None;
        }
        first_among_eligible(host, siblings, |siblings, surveyed| {
            let region = |run: Range<usize>| {
                let loops = &surveyed[run];
                let around = || {
                    let region = Region::around(host, loops.first()?, loops.last()?)?;
                    region.if_quiet(host, loops, limit)
                };
                are_counted(loops).then(around)?
            };
            longest_runs(surveyed.len(), 1, region).find_map(|(run, region)| {
                let loops = siblings[run.clone()].to_vec();
                let counts: Vec<_> = loops.iter().map(|l| Count::of(host, *l)).collect();
                let each = loops.iter().zip(&counts).enumerate();
                let rows = |(at, (l, count)): (usize, (&Loop<'h>, &Count<'h>))| {
                    Some((at, count.rows(host, *l, region.top, &counts)?))
                };
                let flat: Vec<_> = each.filter_map(rows).collect();
                let found = Flat {
                    loops,
                    region,
                    flat,
                };
                (!found.flat.is_empty()).then_some((found, run.end))
            })
        })
    }
}

/// Without an extension.
fn narrow<'h>(host: &'h Host, number: Scev<'h>) -> Scev<'h> {
    let is_extended = number.form(host) == Form::Extension;
    let narrow = is_extended.then(|| number.operands(host).next()).flatten();
    narrow.unwrap_or(number)
}

fn mentions<'h>(host: &'h Host, number: Scev<'h>, part: Scev<'h>, depth: u32) -> bool {
    let mut operands = number.operands(host);
    number == part || depth > 0 && operands.any(|o| mentions(host, o, part, depth - 1))
}

#[cfg(test)]
mod tests {
    use super::rows_of_constant;

    #[test]
    fn rows_are_those_of_the_nest() {
        assert_eq!(rows_of_constant(640 * 480, [480, 640]), Some(480));
        assert_eq!(rows_of_constant(640 * 480, [478, 638]), Some(480));
        assert_eq!(rows_of_constant(640 * 480, [470, 640]), None);
        assert_eq!(rows_of_constant(640 * 480, [480, 320]), None);
        assert_eq!(rows_of_constant(0, [480, 640]), None);
        assert_eq!(rows_of_constant(u64::MAX, [u64::MAX, 1]), Some(u64::MAX));
    }
}
