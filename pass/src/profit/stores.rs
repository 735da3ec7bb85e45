//! Arrays that a fused loop writes at a time.
//!
//! Stores leave a core in the order of the program. Where their lines are not in the first-level cache, a stream of
//! stores waits for one line after the other, and two streams that take turns wait each time that they do: measured by
//! Downs on Intel's cores ("What has your microcode done for you lately?", 2019), and here on a Xeon of 2023. Two maps of
//! doubles whose results stay, rows of 64 to 400 elements, in the second-level cache: fused in rows and elements 0.5 of
//! the speed of the plain loops, fused in rows only 1.0; in the last level 0.9 and 1.25; beyond it 1.0 and 1.15. Rows of
//! 20,000 elements likewise, with SSE2, AVX2, and without vectors.
//!
//! So two loops over one row each, that would write more arrays together than either does alone, stay two loops. The
//! loops around them are one, so that the second loop finds the row in the cache. That does not hold
//!
//! - of arrays of the function's own, static ones too: they go, or a few rows of them stay in the cache. Harris's
//!   corners through eight such planes: in rows only 0.6 to 0.9 of the speed;
//! - where three streams or more are saved: sweeps over eight arrays gained more by that, 1.1 beyond the second-level
//!   cache (two saved, by two maps: 0.65 to 0.95, and 1.1 to 1.25 beyond the last);
//! - of short rows, whose loops cost as much as what they do, and read at once what was just stored (rows of 24 floats: 0.5);
//! - of loops of which none is vectorised: they wait for their own results, side by side;
//! - of code that is tuned for AMD's Zen. On a Zen 3 the same loops, fused in rows and elements, run at 1.15 to 1.5 of the
//!   speed at all sizes, in rows only at 0.84 to 1.2. Of processors that nobody names the worse case is taken: it is twice
//!   as slow, the better one a third faster.

use super::pressure::streams;
use super::vectors::where_checked;
use crate::legality::oracle::PairOracle;
use crate::legality::{Legal, Refusal};
use crate::model::Side;

/// Rows of at most so many iterations are short.
const FEW_ITERATIONS: u64 = 32;

/// So many streams saved are worth it.
const MANY_SAVED: u64 = 3;

/// What names of processors begin with, in LLVM, whose streams of stores do not wait for each other.
const UNTROUBLED: &str = "znver";

/// Refuses loops that would write more arrays at a time.
pub fn check(oracle: &impl PairOracle, legal: &Legal) -> Result<(), Refusal> {
    let sides = [Side::First, Side::Second];
    let is_short = |side| {
        let most = oracle.facts(side).max_trip_count;
        most.is_some_and(|most| most <= FEW_ITERATIONS)
    };
    let is_asked = oracle.are_innermost() && !oracle.tuned_for().starts_with(UNTROUBLED);
    if !is_asked || sides.into_iter().any(is_short) {
        return Ok(());
    }
    let [first, second] = sides.map(|side| {
        let mut arrays = oracle.row_stores(side);
        arrays.retain(|array| !oracle.may_go(*array));
        arrays
    });
    let together = first.union(&second).count();
    let alone = first.len().max(second.len());
    if together <= alone {
        return Ok(());
    }
    let is_scalar = |side| where_checked(oracle, legal, side).is_scalar();
    let streams = streams(oracle);
    let saves = streams.each.iter().sum::<u64>() - streams.fused;
    if saves >= MANY_SAVED || sides.into_iter().all(is_scalar) {
        return Ok(());
    }
    Err(Refusal::TooManyStores {
        arrays: together as u64,
        alone: alone as u64,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::legality::distance::Strided;
    use crate::legality::judge;
    use crate::legality::table::TableOracle;
    use crate::model::AccessKind::{Read, Write};
    use crate::model::Vectorisable;
    use crate::options::Options;

    fn verdict(oracle: &TableOracle) -> Result<(), Refusal> {
        let legal = judge(oracle, &Options::default()).unwrap();
        check(oracle, &legal)
    }

    fn yes() -> Vectorisable {
        Vectorisable::Yes { checks: 0 }
    }

    /// The first loop writes 0, which the second one reads, and writes `second`.
    fn chain(second: u32) -> TableOracle {
        let same = Strided {
            offset: 0,
            stride: 8,
            first_width: 8,
            second_width: 8,
        };
        TableOracle::new(&[(Write, 0)], &[(Read, 0), (Write, second)])
            .strided(0, 0, same)
            .strided(0, 1, same)
            .vectorisable_as(yes(), yes())
            .rows_written(&[0], &[second])
    }

    #[test]
    fn two_arrays_in_place_of_one() {
        let refusal = Refusal::TooManyStores {
            arrays: 2,
            alone: 1,
        };
        assert_eq!(verdict(&chain(1)), Err(refusal));
        assert!(verdict(&chain(1).tuned_for("sapphirerapids")).is_err());
        assert!(verdict(&chain(1).tuned_for("znver3")).is_ok());
        // The same array, or one that goes.
        assert!(verdict(&chain(0)).is_ok());
        assert!(verdict(&chain(1).temporary(0)).is_ok());
    }

    #[test]
    fn only_of_rows() {
        assert!(verdict(&chain(1).rows_written(&[], &[])).is_ok());
        assert!(verdict(&chain(1).rows_written(&[0], &[])).is_ok());
    }

    #[test]
    fn unless_much_is_saved() {
        // Both loops read so many inputs.
        let with = |inputs: std::ops::Range<u32>| {
            let reads = || inputs.clone().map(|input| (Read, input));
            let first: Vec<_> = [(Write, 0)].into_iter().chain(reads()).collect();
            let second: Vec<_> = [(Write, 1)].into_iter().chain(reads()).collect();
            let oracle = TableOracle::new(&first, &second).rows_written(&[0], &[1]);
            verdict(&oracle.vectorisable_as(yes(), yes()))
        };
        assert!(with(2..4).is_err());
        assert!(with(2..5).is_ok());
    }

    #[test]
    fn short_rows_and_loops_that_wait_for_their_results() {
        for (most, is_fine) in [(32, true), (33, false)] {
            let mut oracle = chain(1);
            oracle.facts_mut(Side::First).max_trip_count = Some(most);
            assert_eq!(verdict(&oracle).is_ok(), is_fine);
        }
        let no = || Vectorisable::No("of a call".into());
        assert!(verdict(&chain(1).vectorisable_as(no(), no())).is_ok());
        assert!(verdict(&chain(1).vectorisable_as(yes(), no())).is_err());
    }
}
