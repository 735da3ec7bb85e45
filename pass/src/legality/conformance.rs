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
//! A constant difference `N0 - N1 = d` leaves a choice: `s = 0` with `d`
//! iterations of the longer loop behind the fused one, or, if the first loop is
//! the longer one, `s = d` with `d` iterations before it and none behind. Both
//! loops run at least once whenever either does (they are rotated and their
//! guards are equivalent), so every part but prologue and remainder has at least
//! one iteration and the number of iterations in prologue and remainder is the
//! constant `d`.

use super::oracle::PairOracle;
use super::refusal::Refusal;
use crate::model::Side;

/// How the counts of two loops compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conforming {
    /// `N0 - N1`, within the limit.
    difference: i64,
}

/// Which iterations are laid side by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alignment {
    /// All of them.
    Equal,
    /// The first loop's first iterations run before the fused loop.
    Prologue {
        /// How many.
        iterations: u64,
    },
    /// The longer loop's last iterations run behind the fused loop.
    Remainder {
        /// The longer loop.
        longer: Side,
        /// How many.
        iterations: u64,
    },
}

impl Alignment {
    /// The recipe's `s`: how many iterations the second loop lags.
    pub fn shift(self) -> u64 {
        match self {
            Alignment::Prologue { iterations } => iterations,
            Alignment::Equal | Alignment::Remainder { .. } => 0,
        }
    }
}

/// Compares the trip counts; a difference of up to `limit` iterations conforms.
pub fn check(oracle: &impl PairOracle, limit: u64) -> Result<Conforming, Refusal> {
    let difference = oracle.count_difference();
    match difference {
        Some(d) if d.unsigned_abs() <= limit => {
            let longer = if d > 0 { Side::First } else { Side::Second };
            if d != 0 && !oracle.is_safe_to_copy(longer) {
                let label = oracle.facts(longer).label.clone();
                return Err(Refusal::CannotCopy { label });
            }
            Ok(Conforming { difference: d })
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
        self.difference.max(0).unsigned_abs()
    }

    /// The alignment for a least legal shift of at most `greatest_shift`.
    pub fn align(self, least_shift: u64) -> Alignment {
        let iterations = self.difference.unsigned_abs();
        match self.difference {
            0 => Alignment::Equal,
            d if d < 0 => Alignment::Remainder {
                longer: Side::Second,
                iterations,
            },
            _ if least_shift == 0 => Alignment::Remainder {
                longer: Side::First,
                iterations,
            },
            _ => Alignment::Prologue { iterations },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::legality::table::TableOracle;

    fn align(difference: i64, least_shift: u64) -> Alignment {
        let oracle = TableOracle::new(&[], &[]).count_difference(Some(difference));
        check(&oracle, 8).unwrap().align(least_shift)
    }

    #[test]
    fn table() {
        assert_eq!(align(0, 0), Alignment::Equal);
        assert_eq!(
            align(2, 0),
            Alignment::Remainder {
                longer: Side::First,
                iterations: 2
            }
        );
        assert_eq!(align(2, 1), Alignment::Prologue { iterations: 2 });
        assert_eq!(
            align(-3, 0),
            Alignment::Remainder {
                longer: Side::Second,
                iterations: 3
            }
        );
    }

    #[test]
    fn too_large_or_unknown_differences_are_refused() {
        for difference in [Some(9), Some(-9), Some(i64::MIN), None] {
            let oracle = TableOracle::new(&[], &[]).count_difference(difference);
            assert!(matches!(
                check(&oracle, 8),
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
        assert!(check(&oracle(1, Side::First), 8).is_err());
        assert!(check(&oracle(-1, Side::Second), 8).is_err());
        assert!(check(&oracle(-1, Side::First), 8).is_ok());
        assert!(check(&oracle(0, Side::First), 8).is_ok());
    }

    #[test]
    fn shifts_stay_within_the_counts() {
        let oracle = TableOracle::new(&[], &[]).count_difference(Some(-2));
        assert_eq!(check(&oracle, 8).unwrap().greatest_shift(), 0);
    }
}
