//! Trip-count conformance: how the iterations of the two loops are laid side by
//! side.
//!
//! With `N0` and `N1` iterations and shift `s` the recipe is
//!
//! ```text
//! prologue   L0(t)              for t in [0, s)
//! fused      L0(t); L1(t - s)   for t in [s, min(N0, N1 + s))
//! remainder  L0(t) or L1(t - s) for the iterations that are left
//! ```
//!
//! A constant difference `N0 - N1 = d` leaves a choice where dependences need no shift:
//! `s = 0` with `|d|` iterations of the longer loop behind the fused one. Where they
//! need one, up to a small `d` of a longer first loop, `s = d` leaves nothing behind. Else
//! `s` is what they need, and `|d - s|` iterations of one loop run behind.
//!
//! Of counts that differ by something unknown, the lesser is computed before both loops.
//! Behind the fused loop each of the two runs on if it has iterations left, the first one
//! first, and at most one of them has. The order is that of the recipe: what is left of
//! the first loop has larger numbers than all iterations of the second one before it, for
//! which dependences are in order, and what is left of the second runs last, as it did.
//!
//! The loops are rotated, so each part must have an iteration. Both loops run at least
//! once whenever either does (their guards are equivalent), so `N0 > d` and all is well
//! for `s <= d`. A greater shift needs `N0 > s`, which is proved, or checked at run time.

use super::alignment::{Alignment, Remainder};
use super::oracle::PairOracle;
use super::refusal::Refusal;
use crate::model::Side;
use crate::options::Options;
use crate::testing::{Fault, lacks};

/// How the counts of two loops compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conforming {
    /// `N0 - N1`; none if not known to be constant.
    difference: Option<i64>,
    /// Up to so many iterations of a longer first loop are left out by a shift.
    max_peel: u64,
    /// The greatest shift that these counts and the limit allow.
    greatest_shift: u64,
}

/// Compares the trip counts. A difference of up to `options.max_peel` iterations
/// conforms, with `options.uneven` any other, too: one that is known if it is not most of
/// the longer loop. Shifts of up to `options.max_shift` are allowed where the loops may be
/// copied.
pub fn check(oracle: &impl PairOracle, options: &Options) -> Result<Conforming, Refusal> {
    let difference = oracle.count_difference();
    let is_small = |d: i64| d.unsigned_abs() <= options.max_peel;
    let conforms = match difference {
        Some(d) if is_small(d) => true,
        _ if !options.uneven || oracle.is_for_size() => false,
        Some(d) => is_within_shorter(oracle, d) && is_copy_small(oracle, options),
        None => oracle.are_counts_known_before() && is_copy_small(oracle, options),
    };
    if !conforms {
        return Err(differ(oracle, difference, options.max_peel));
    }
    let copied: &[Side] = match difference {
        Some(0) => &[],
        Some(1..) => &[Side::First],
        Some(_) => &[Side::Second],
        None => &[Side::First, Side::Second],
    };
    if let Some(&side) = copied.iter().find(|&&side| !oracle.is_safe_to_copy(side)) {
        let label = oracle.facts(side).label.clone();
        return Err(Refusal::CannotCopy { label });
    }
    let may_copy = |side| oracle.is_safe_to_copy(side);
    let may_shift = may_copy(Side::First) && may_copy(Side::Second) && !oracle.is_for_size();
    let shift = if may_shift { options.max_shift } else { 0 };
    let conforming = Conforming {
        difference,
        max_peel: options.max_peel,
        greatest_shift: 0,
    };
    Ok(Conforming {
        greatest_shift: shift.max(conforming.peeled_by_shift()),
        ..conforming
    })
}

/// The refusal of counts whose difference is none that is known, or greater than a limit.
pub fn differ(oracle: &impl PairOracle, difference: Option<i64>, limit: u64) -> Refusal {
    let count = |side| oracle.facts(side).trip_count.clone().unwrap_or_default();
    Refusal::TripCountsDiffer {
        first: count(Side::First),
        second: count(Side::Second),
        difference,
        limit,
    }
}

/// Refuses to leave more than half of `all` iterations of a loop alone, if that is known.
pub fn check_alone(alone: u64, all: Option<u64>) -> Result<(), Refusal> {
    match all {
        Some(all) if alone > all / 2 => Err(Refusal::MostlyAlone { alone, all }),
        _ => Ok(()),
    }
}

/// Does a constant difference leave the fused loop at least as many iterations as it
/// leaves behind, as far as is known?
fn is_within_shorter(oracle: &impl PairOracle, difference: i64) -> bool {
    let shorter = if difference > 0 {
        Side::Second
    } else {
        Side::First
    };
    let most = oracle.facts(shorter).max_trip_count;
    most.is_none_or(|most| most >= difference.unsigned_abs())
}

/// Are the loops small enough to be there once more?
fn is_copy_small(oracle: &impl PairOracle, options: &Options) -> bool {
    let size = |side| oracle.facts(side).instructions;
    size(Side::First) + size(Side::Second) <= options.max_version
}

impl Conforming {
    /// The greatest shift that these counts allow.
    pub fn greatest_shift(self) -> u64 {
        self.greatest_shift
    }

    /// Iterations of a longer first loop, if so few that a shift leaves them out.
    pub fn peeled_by_shift(self) -> u64 {
        let more = self.difference.map_or(0, |d| d.max(0).unsigned_abs());
        if more <= self.max_peel { more } else { 0 }
    }

    /// The alignment for a least legal shift of at most `greatest_shift`.
    pub fn align(self, least_shift: u64) -> Alignment {
        let least_shift = least_shift.saturating_sub(u64::from(lacks(Fault::Shift)));
        let shift = match least_shift {
            0 => 0,
            _ => least_shift.max(self.peeled_by_shift()),
        };
        let Some(difference) = self.difference else {
            return Alignment {
                shift,
                remainder: Remainder::OfEither,
            };
        };
        let rest = i128::from(difference) - i128::from(shift);
        let iterations = u64::try_from(rest.unsigned_abs()).unwrap_or(u64::MAX);
        let remainder = match rest {
            0 => Remainder::None,
            r if r > 0 => Remainder::Of(Side::First, iterations),
            _ => Remainder::Of(Side::Second, iterations),
        };
        Alignment { shift, remainder }
    }

    /// Does a shift leave the fused loop iterations only if the first loop has more than
    /// that many?
    pub fn needs_iterations(self, shift: u64) -> bool {
        shift > self.difference.map_or(0, |d| d.max(0).unsigned_abs())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::legality::table::TableOracle;

    /// With small limits, and counts that are uneven where that is asked for.
    fn options(uneven: bool) -> Options {
        Options {
            max_peel: 8,
            max_shift: 8,
            max_version: 10,
            uneven,
            ..Options::default()
        }
    }

    fn align(difference: i64, least_shift: u64) -> Alignment {
        let oracle = TableOracle::new(&[], &[]).count_difference(Some(difference));
        check(&oracle, &options(false)).unwrap().align(least_shift)
    }

    #[test]
    fn table() {
        let first = |n| Remainder::Of(Side::First, n);
        let second = |n| Remainder::Of(Side::Second, n);
        let table = [
            // N0 - N1, least shift: shift, remainder
            (0, 0, 0, Remainder::None),
            (2, 0, 0, first(2)),
            (2, 1, 2, Remainder::None),
            (2, 2, 2, Remainder::None),
            (2, 3, 3, second(1)),
            (-3, 0, 0, second(3)),
            (-3, 2, 2, second(5)),
            (0, 1, 1, second(1)),
        ];
        for (difference, least, shift, remainder) in table {
            let expected = Alignment { shift, remainder };
            assert_eq!(align(difference, least), expected, "{difference} {least}");
        }
    }

    #[test]
    fn all_iterations_run_once() {
        for (n0, n1) in [(5i64, 5i64), (7, 5), (5, 7), (9, 8), (6, 1)] {
            for least in 0..5u64 {
                let oracle = TableOracle::new(&[], &[]).count_difference(Some(n0 - n1));
                let conforming = check(&oracle, &options(false)).unwrap();
                let Alignment { shift, remainder } = conforming.align(least);
                assert!(shift >= least);
                let fused = (n0 - shift as i64).min(n1);
                assert!(fused > 0 || conforming.needs_iterations(shift));
                let rest = |side| match remainder {
                    Remainder::Of(of, n) if of == side => n as i64,
                    _ => 0,
                };
                assert_eq!(shift as i64 + fused + rest(Side::First), n0);
                assert_eq!(fused + rest(Side::Second), n1);
            }
        }
    }

    #[test]
    fn too_large_or_unknown_differences_are_refused() {
        for difference in [Some(9), Some(-9), Some(i64::MIN), None] {
            let oracle = TableOracle::new(&[], &[]).count_difference(difference);
            assert!(matches!(
                check(&oracle, &options(false)),
                Err(Refusal::TripCountsDiffer { difference: d, .. }) if d == difference
            ));
        }
    }

    #[test]
    fn the_longer_loop_must_be_safe_to_copy() {
        let oracle = |d, side| {
            TableOracle::new(&[], &[])
                .count_difference(Some(d))
                .not_copyable(side)
        };
        assert!(check(&oracle(1, Side::First), &options(false)).is_err());
        assert!(check(&oracle(-1, Side::Second), &options(false)).is_err());
        assert!(check(&oracle(-1, Side::First), &options(false)).is_ok());
        assert!(check(&oracle(0, Side::First), &options(false)).is_ok());
    }

    #[test]
    fn shifts_need_copies() {
        let shift = |d, oracle: TableOracle| {
            let oracle = oracle.count_difference(Some(d));
            let options = Options {
                max_shift: 5,
                ..options(false)
            };
            check(&oracle, &options).unwrap().greatest_shift()
        };
        let plain = || TableOracle::new(&[], &[]);
        assert_eq!(
            (shift(-2, plain()), shift(0, plain()), shift(7, plain())),
            (5, 5, 7)
        );
        assert_eq!(shift(0, plain().not_copyable(Side::Second)), 0);
        assert_eq!(shift(2, plain().not_copyable(Side::Second)), 2);
    }

    #[test]
    fn uneven_counts() {
        let known = |d| {
            TableOracle::new(&[], &[])
                .count_difference(d)
                .known_before()
        };
        let align = |oracle: &TableOracle, least| {
            check(oracle, &options(true)).map(|conforming| conforming.align(least))
        };
        let aligned = |shift, remainder| Ok(Alignment { shift, remainder });
        let of = |side, n| Remainder::Of(side, n);
        // What is left is not taken off by a long shift.
        let second = of(Side::Second, 100);
        assert_eq!(align(&known(Some(-100)), 0), aligned(0, second));
        let first = of(Side::First, 98);
        assert_eq!(align(&known(Some(100)), 2), aligned(2, first));
        for least in [0, 2] {
            let either = aligned(least, Remainder::OfEither);
            assert_eq!(align(&known(None), least), either);
        }
        let conforming = check(&known(None), &options(true)).unwrap();
        assert!(conforming.needs_iterations(1) && !conforming.needs_iterations(0));
        // Each is refused for one reason.
        let mut short = known(Some(100));
        short.facts_mut(Side::Second).max_trip_count = Some(99);
        let mut large = known(None);
        large.facts_mut(Side::First).instructions = 6;
        let unknown = TableOracle::new(&[], &[]).count_difference(None);
        for oracle in [short, large, unknown] {
            assert_eq!(align(&oracle, 0).unwrap_err().name(), "TripCountsDiffer");
        }
        let pinned = known(None).not_copyable(Side::Second);
        assert_eq!(align(&pinned, 0).unwrap_err().name(), "CannotCopy");
    }
}
