//! At which distances in iterations two strided accesses meet.
//!
//! The first loop's access touches, in iteration `i0`, the bytes from
//! `offset + stride * i0`, `first_width` many; the second loop's, in iteration
//! `i1`, the bytes from `stride * i1`, `second_width` many. With `d = i0 - i1`
//! they share a byte iff
//!
//! ```text
//! -first_width  <  offset + stride * d  <  second_width
//! ```
//!
//! For a stride other than zero this holds on one interval of `d` (maybe empty:
//! even and odd elements). For stride zero it holds for every `d` or none. The
//! numbers are exact integers; whoever makes a [`Strided`] answers for that (no
//! address wraps around).

/// Two accesses with the same stride.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strided {
    /// First access's address minus the second's, both in iteration 0, in bytes.
    pub offset: i64,
    /// What one iteration adds to both addresses, in bytes.
    pub stride: i64,
    /// Bytes that one iteration of the first loop may touch from its address.
    pub first_width: u64,
    /// Bytes that one iteration of the second loop may touch from its address.
    pub second_width: u64,
}

/// A set of distances `i0 - i1`, in iterations, at which two accesses meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Distances {
    /// They never meet.
    None,
    /// They meet exactly at `least..=greatest`.
    Range {
        /// The least distance.
        least: i64,
        /// The greatest distance.
        greatest: i64,
    },
    /// They meet at every distance.
    All,
}

impl Strided {
    /// The distances at which the accesses meet.
    pub fn distances(self) -> Distances {
        let (offset, stride) = (i128::from(self.offset), i128::from(self.stride));
        let (above, below) = (i128::from(self.second_width), -i128::from(self.first_width));
        if stride == 0 {
            let meet = below < offset && offset < above;
            return if meet {
                Distances::All
            } else {
                Distances::None
            };
        }
        // below - offset < stride * d < above - offset; a negative stride is a
        // positive one seen from the other end.
        let (low, high) = if stride > 0 {
            (below - offset, above - offset)
        } else {
            (offset - above, offset - below)
        };
        let magnitude = stride.abs();
        let least = low.div_euclid(magnitude) + 1;
        let greatest = -(-high).div_euclid(magnitude) - 1;
        match (i64::try_from(least), i64::try_from(greatest)) {
            _ if least > greatest => Distances::None,
            (Ok(least), Ok(greatest)) => Distances::Range { least, greatest },
            _ => Distances::All,
        }
    }
}

impl Distances {
    /// In iterations of one number alone.
    pub const WITHIN_ITERATION: Self = Distances::Range {
        least: 0,
        greatest: 0,
    };

    /// Without the distances that trip counts of at most `first` and `second`
    /// iterations make impossible.
    pub fn within(self, first: Option<u64>, second: Option<u64>) -> Self {
        let bound = |n: Option<u64>| n.map_or(i128::MAX, |n| i128::from(n) - 1);
        match self {
            Distances::Range { least, greatest } => {
                let least = i128::from(least).max(-bound(second));
                let greatest = i128::from(greatest).min(bound(first));
                if least > greatest {
                    return Distances::None;
                }
                // Both lie between numbers that fit.
                Distances::Range {
                    least: least as i64,
                    greatest: greatest as i64,
                }
            }
            // A first loop of one iteration is never late.
            Distances::All if first == Some(1) => Distances::Range {
                least: i64::try_from(-bound(second)).unwrap_or(i64::MIN),
                greatest: 0,
            },
            other => other,
        }
    }

    /// By how many iterations the second loop must lag so that the first is
    /// never late; none if no bounded lag is enough.
    pub fn least_shift(self) -> Option<u64> {
        match self {
            Distances::None => Some(0),
            Distances::Range { greatest, .. } => Some(u64::try_from(greatest).unwrap_or(0)),
            Distances::All => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn doubles(offset: i64, stride: i64) -> Distances {
        Strided {
            offset: 8 * offset,
            stride: 8 * stride,
            first_width: 8,
            second_width: 8,
        }
        .distances()
    }

    fn exactly(d: i64) -> Distances {
        Distances::Range {
            least: d,
            greatest: d,
        }
    }

    #[test]
    fn table() {
        // First loop writes A[i]; the second reads A[i + k]: offset -k.
        for k in -3..=3 {
            assert_eq!(doubles(-k, 1), exactly(k), "A[i{k:+}]");
            assert_eq!(doubles(-k, -1), exactly(-k), "downwards, A[i{k:+}]");
        }
        assert_eq!(doubles(1, 2), Distances::None, "even and odd elements");
        assert_eq!(doubles(0, 0), Distances::All, "one element");
        assert_eq!(doubles(1, 0), Distances::None, "two different elements");
    }

    #[test]
    fn widths_matter() {
        // store i32 A[i], load i64 at A[i]: meets A[i] and A[i + 1].
        let mixed = Strided {
            offset: 0,
            stride: 4,
            first_width: 4,
            second_width: 8,
        };
        assert_eq!(
            mixed.distances(),
            Distances::Range {
                least: 0,
                greatest: 1
            }
        );
        assert_eq!(mixed.distances().least_shift(), Some(1));
    }

    #[test]
    fn counts_bound_distances() {
        assert_eq!(doubles(-100, 1).within(Some(100), None), Distances::None);
        assert_eq!(doubles(-99, 1).within(Some(100), None), exactly(99));
        assert_eq!(doubles(100, 1).within(None, Some(100)), Distances::None);
        assert_eq!(Distances::All.within(Some(1), Some(1)), exactly(0));
        assert_eq!(Distances::All.within(Some(1), None).least_shift(), Some(0));
        assert_eq!(Distances::All.within(Some(2), Some(1)), Distances::All);
    }

    #[test]
    fn shifts() {
        assert_eq!(exactly(-2).least_shift(), Some(0));
        assert_eq!(exactly(2).least_shift(), Some(2));
        assert_eq!(Distances::None.least_shift(), Some(0));
        assert_eq!(Distances::All.least_shift(), None);
    }

    #[test]
    fn extreme_numbers_do_not_overflow() {
        for offset in [i64::MIN, i64::MAX] {
            for stride in [i64::MIN, -1, 1, i64::MAX] {
                let s = Strided {
                    offset,
                    stride,
                    first_width: u64::MAX,
                    second_width: u64::MAX,
                };
                let _ = s.distances().within(Some(u64::MAX), Some(0));
            }
        }
    }

    proptest! {
        #[test]
        fn agrees_with_touching_bytes(
            offset in -40i64..40, stride in -9i64..9, wa in 1u64..12, wb in 1u64..12,
        ) {
            let set = Strided { offset, stride, first_width: wa, second_width: wb }.distances();
            for d in -60i64..60 {
                let a = offset + stride * d;
                let meet = (0..wa as i64).any(|x| (0..wb as i64).contains(&(a + x)));
                let said = match set {
                    Distances::None => false,
                    Distances::All => true,
                    Distances::Range { least, greatest } => (least..=greatest).contains(&d),
                };
                prop_assert_eq!(meet, said, "d = {}", d);
            }
        }
    }
}
