//! From how many iterations on a run-time check is worth its time.
//!
//! A check costs some instructions for each comparison, whenever the loops are reached; what
//! fusion saves grows with the iterations. Loops that are known to be shorter are not put
//! behind a check, and where the number of iterations is not known, it is asked first.
//! Nests run long enough for a check before their outer loop.
//!
//! Measured: two or three innermost loops with 8 to 10 instructions each are as fast as
//! without a check from 32 to 50 iterations on, at 5 to 8 comparisons.

use crate::legality::oracle::PairOracle;
use crate::legality::{Legal, Refusal, Unchecked};
use crate::model::{LoopFacts, SEARCHED, Side};
use crate::options::Options;

/// From so many iterations on, to ask for a search before it is worth its time.
const FEWEST_SEARCHED: u64 = 32;

/// The fewest iterations that pay for a check of addresses by so many comparisons; none if any number
/// does.
pub fn fewest<'f>(
    loops: impl Iterator<Item = &'f LoopFacts> + Clone,
    comparisons: u64,
    options: &Options,
) -> Option<u64> {
    let instructions: u64 = loops.clone().map(|facts| facts.instructions).sum();
    let work = comparisons * options.check_work;
    let searches = loops.clone().any(|facts| facts.has(SEARCHED));
    let fewest = work.div_ceil(instructions.max(1));
    // Behind it, such loops may find what they look for at once.
    let fewest = if searches {
        fewest.max(FEWEST_SEARCHED)
    } else {
        fewest
    };
    let is_asked = options.profit && fewest > 1 && loops.into_iter().all(|f| f.is_innermost);
    is_asked.then_some(fewest)
}

/// Refuses to check what loops that are known to be short touch.
pub fn check(oracle: &impl PairOracle, legal: &Legal, options: &Options) -> Result<(), Refusal> {
    let both = [Side::First, Side::Second].map(|side| oracle.facts(side));
    let most = both.iter().filter_map(|facts| facts.max_trip_count).min();
    let fewest = fewest(both.into_iter(), legal.checks.comparisons(), options);
    let Some((most, fewest)) = most.zip(fewest).filter(|(most, fewest)| most < fewest) else {
        return Ok(());
    };
    let why = Unchecked::TooShort { most, fewest };
    legal.checks.unchecked(oracle, why).map_or(Ok(()), Err)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::legality::judge;
    use crate::legality::table::TableOracle;
    use crate::model::AccessKind::{Read, Write};

    fn verdict(oracle: &TableOracle, options: &Options) -> Result<(), Refusal> {
        check(oracle, &judge(oracle, options).unwrap(), options)
    }

    /// Loops of 5 instructions each, with a pair of pointers that must be told apart.
    fn behind_a_check(most: Option<u64>) -> TableOracle {
        let mut oracle = TableOracle::new(&[(Write, 0)], &[(Read, 1)])
            .overlapping(0, 1)
            .checkable();
        for side in [Side::First, Side::Second] {
            oracle.facts_mut(side).max_trip_count = most;
        }
        oracle
    }

    #[test]
    fn known_short_loops_are_not_checked() {
        let options = Options {
            check_work: 128,
            ..Options::default()
        };
        let refusal = verdict(&behind_a_check(Some(12)), &options).unwrap_err();
        let why = Unchecked::TooShort {
            most: 12,
            fewest: 13,
        };
        assert!(matches!(refusal, Refusal::MayAlias { unchecked, .. } if unchecked == why));
        assert_eq!(verdict(&behind_a_check(Some(13)), &options), Ok(()));
        assert_eq!(verdict(&behind_a_check(None), &options), Ok(()));
    }

    #[test]
    fn outer_loops_and_unprofitable_fusions_are_not_measured() {
        let mut outer = behind_a_check(Some(2));
        outer.facts_mut(Side::First).is_innermost = false;
        assert_eq!(verdict(&outer, &Options::default()), Ok(()));
        for options in ["no-profit", "check-work=0"] {
            let options = Options::parse(options).unwrap();
            assert_eq!(verdict(&behind_a_check(Some(2)), &options), Ok(()));
        }
    }
}
