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
//! need one, up to `d` of a longer first loop, `s = d` leaves nothing behind. Else `s` is
//! what they need, and `|d - s|` iterations of one loop run behind.
//!
//! The loops are rotated, so each part must have an iteration. Both loops run at least
//! once whenever either does (their guards are equivalent), so `N0 > d` and all is well
//! for `s <= d`. A greater shift needs `N0 > s`, which is proved, or checked at run time.

use super::oracle::PairOracle;
use super::refusal::Refusal;
use crate::model::Side;

/// How the counts of two loops compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conforming {
    /// `N0 - N1`, within the limit.
    difference: i64,
    /// The greatest shift that these counts and the limit allow.
    greatest_shift: u64,
}

/// Which iterations are laid side by side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Alignment {
    /// The recipe's `s`: so many iterations of the first loop run before the fused
    /// loop, and the second loop lags by as many.
    pub shift: u64,
    /// Iterations that run behind the fused loop, and of which loop.
    pub remainder: Option<(Side, u64)>,
}

impl Alignment {
    /// How many iterations of the first loop are not in the fused one.
    pub fn first_alone(self) -> u64 {
        match self.remainder {
            Some((Side::First, count)) => self.shift + count,
            _ => self.shift,
        }
    }
}

/// Compares the trip counts; a difference of up to `limit` iterations conforms. Shifts
/// of up to `max_shift` are allowed where the loops may be copied.
pub fn check(oracle: &impl PairOracle, limit: u64, max_shift: u64) -> Result<Conforming, Refusal> {
    let difference = oracle.count_difference();
    match difference {
        Some(d) if d.unsigned_abs() <= limit => {
            let longer = if d > 0 { Side::First } else { Side::Second };
            if d != 0 && !oracle.is_safe_to_copy(longer) {
                let label = oracle.facts(longer).label.clone();
                return Err(Refusal::CannotCopy { label });
            }
            let may_copy = |side| oracle.is_safe_to_copy(side);
            let may_shift =
                may_copy(Side::First) && may_copy(Side::Second) && !oracle.is_for_size();
            let shift = if may_shift { max_shift } else { 0 };
            Ok(Conforming {
                difference: d,
                greatest_shift: shift.max(d.max(0).unsigned_abs()),
            })
        }
        _ => {
            let count = |side| oracle.facts(side).trip_count.clone().unwrap_or_default();
            Err(Refusal::TripCountsDiffer {
                first: count(Side::First),
                second: count(Side::Second),
                difference,
                limit,
            })
        }
    }
}

impl Conforming {
    /// The greatest shift that these counts allow.
    pub fn greatest_shift(self) -> u64 {
        self.greatest_shift
    }

    /// The alignment for a least legal shift of at most `greatest_shift`.
    pub fn align(self, least_shift: u64) -> Alignment {
        let longer = self.difference.max(0).unsigned_abs();
        let shift = match least_shift {
            0 => 0,
            _ => least_shift.max(longer),
        };
        let rest = i128::from(self.difference) - i128::from(shift);
        let iterations = u64::try_from(rest.unsigned_abs()).unwrap_or(u64::MAX);
        let remainder = match rest {
            0 => None,
            r if r > 0 => Some((Side::First, iterations)),
            _ => Some((Side::Second, iterations)),
        };
        Alignment { shift, remainder }
    }

    /// Does a shift leave the fused loop iterations only if the first loop has more than
    /// that many?
    pub fn needs_iterations(self, shift: u64) -> bool {
        shift > self.difference.max(0).unsigned_abs()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::legality::table::TableOracle;

    fn align(difference: i64, least_shift: u64) -> Alignment {
        let oracle = TableOracle::new(&[], &[]).count_difference(Some(difference));
        check(&oracle, 8, 8).unwrap().align(least_shift)
    }

    #[test]
    fn table() {
        let (first, second) = (Side::First, Side::Second);
        let table = [
            // N0 - N1, least shift: shift, remainder
            (0, 0, 0, None),
            (2, 0, 0, Some((first, 2))),
            (2, 1, 2, None),
            (2, 2, 2, None),
            (2, 3, 3, Some((second, 1))),
            (-3, 0, 0, Some((second, 3))),
            (-3, 2, 2, Some((second, 5))),
            (0, 1, 1, Some((second, 1))),
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
                let conforming = check(&oracle, 8, 8).unwrap();
                let Alignment { shift, remainder } = conforming.align(least);
                assert!(shift >= least);
                let fused = (n0 - shift as i64).min(n1);
                assert!(fused > 0 || conforming.needs_iterations(shift));
                let rest = |side| match remainder {
                    Some((of, n)) if of == side => n as i64,
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
                check(&oracle, 8, 0),
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
        assert!(check(&oracle(1, Side::First), 8, 0).is_err());
        assert!(check(&oracle(-1, Side::Second), 8, 0).is_err());
        assert!(check(&oracle(-1, Side::First), 8, 0).is_ok());
        assert!(check(&oracle(0, Side::First), 8, 0).is_ok());
    }

    #[test]
    fn shifts_need_copies() {
        let shift = |d, oracle: TableOracle| {
            let oracle = oracle.count_difference(Some(d));
            check(&oracle, 8, 5).unwrap().greatest_shift()
        };
        let plain = || TableOracle::new(&[], &[]);
        assert_eq!(
            (shift(-2, plain()), shift(0, plain()), shift(7, plain())),
            (5, 5, 7)
        );
        assert_eq!(shift(0, plain().not_copyable(Side::Second)), 0);
        assert_eq!(shift(2, plain().not_copyable(Side::Second)), 2);
    }
}
