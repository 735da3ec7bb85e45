//! Values of earlier iterations, carried in registers instead of through memory.
//!
//! What the same iteration stored is just used. LLVM's redundancy elimination does so, too,
//! where it sees that two addresses are one; ScalarEvolution sees more.
//!
//! Where the fused loop loads what it stored `k` iterations before, the stored value can
//! be handed on from iteration to iteration: `k` header phis, the first of which takes the
//! value stored, each other one that of the phi before it. The load goes. The first `k`
//! values are in memory before the loop, where the load would find them. The vectoriser
//! takes such phis (recurrences of fixed order), while a load of what the same vector
//! stores keeps it away (scalar replacement: Callahan, Carr, Kennedy, "Improving register
//! allocation for subscripted variables", 1990).
//!
//! It is sound if store and load run in every iteration and meet at just this distance,
//! byte for byte, and if nothing else writes what the load reads. The loads before the loop
//! are of places that it loads from anyway, if it has so many iterations; that is asked at
//! run time.

use crate::legality::distance::Distances;
use crate::legality::oracle::PairOracle;
use crate::legality::{Carry, DependenceKind, Legal};
use std::ops::RangeInclusive;

/// Numbers of so many bytes, and for how many iterations they are carried at most; beyond, they are left to memory. Each
/// iteration takes a register, and shuffles a vector, with more instructions the narrower numbers are. Measured with a
/// difference of two numbers, AVX-512 with vectors of 32 bytes, where the array goes, in the first-level cache, in the second,
/// and beyond: doubles over seven iterations 1.1, 1.9, 2.0; floats over six 0.6, 1.5, 2.0, over eight 0.5, 0.7, 1.6; shorts over
/// four 0.9, 1.3, 1.9, over six 0.5, 0.9, 2.0, over eight 0.2, 0.3, 0.8.
const MOST: [(RangeInclusive<u64>, i128); 3] = [(0..=2, 4), (3..=4, 6), (5..=u64::MAX, 8)];

/// What the fused loop may carry.
pub fn find(oracle: &impl PairOracle, legal: &Legal) -> Vec<Carry> {
    let shift = i128::from(legal.alignment.shift);
    let mut carries = Vec::new();
    for conflict in &legal.ordered.conflicts {
        let (Some(Distances::Range { least, greatest }), Some(strided)) =
            (conflict.distances, conflict.strided)
        else {
            continue;
        };
        let distance = i128::from(least);
        let lag = shift - distance;
        let is_exact = i128::from(strided.offset) == -i128::from(strided.stride) * distance
            && strided.first_width == strided.second_width
            && u128::from(strided.stride.unsigned_abs()) >= u128::from(strided.first_width);
        let is_one = conflict.kind == DependenceKind::Flow && least == greatest && is_exact;
        let carry = Carry {
            store: conflict.first,
            load: conflict.second,
            lag: lag as u64,
        };
        let mut most = MOST.iter();
        let is_near = most.any(|(widths, most)| {
            widths.contains(&strided.first_width) && (0..=*most).contains(&lag)
        });
        if is_one && is_near && oracle.is_carriable(carry, &legal.checks.objects) {
            carries.push(carry);
        }
    }
    carries
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::legality::distance::Strided;
    use crate::legality::judge;
    use crate::legality::table::TableOracle;
    use crate::model::AccessKind::{Read, Write};
    use crate::options::Options;

    fn lags(offset: i64, width: u64) -> Vec<u64> {
        let s = Strided {
            offset,
            stride: 8,
            first_width: width,
            second_width: width,
        };
        lags_of(&TableOracle::new(&[(Write, 0)], &[(Read, 0)]).strided(0, 0, s))
    }

    fn lags_of(oracle: &TableOracle) -> Vec<u64> {
        let legal = judge(oracle, &Options::default()).unwrap();
        find(oracle, &legal).iter().map(|c| c.lag).collect()
    }

    #[test]
    fn what_an_earlier_iteration_stored_is_carried() {
        assert_eq!(lags(8, 8), [1]);
        assert_eq!(lags(24, 8), [3]);
        assert_eq!(lags(0, 8), [0]);
        assert_eq!(lags(64, 8), [8]);
        assert_eq!(lags(48, 4), [6]);
        assert_eq!(lags(32, 2), [4]);
        // Too far, or not the same bytes.
        for (offset, width) in [(72, 8), (56, 4), (40, 2)] {
            assert_eq!(lags(offset, width), [0; 0]);
        }
        assert_eq!(lags(12, 4), [0; 0]);
    }

    #[test]
    fn what_is_uncertain_stays_in_memory() {
        let s = Strided {
            offset: 8,
            stride: 8,
            first_width: 8,
            second_width: 8,
        };
        let oracle = TableOracle::new(&[(Write, 0)], &[(Read, 0)]).strided(0, 0, s);
        assert_eq!(lags_of(&oracle.not_carriable()), [0; 0]);
        let oracle = TableOracle::new(&[(Read, 0)], &[(Write, 0)]).strided(0, 0, s);
        assert_eq!(lags_of(&oracle), [0; 0]);
    }
}
