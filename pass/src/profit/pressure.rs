//! Does the fused loop ask for more than the machine has?
//!
//! **Streams.** Large arrays begin at the same place of a page, as `malloc` gives each of
//! them pages of its own: their elements of one index are in one set of the first-level
//! cache, which holds some eight lines. A loop over more arrays than that evicts what it
//! is about to use. Measured (Zen 4, arrays of 16 KB to 2 MB, all at one offset, two loops
//! over 5 arrays fused to one over 9): 0.65 to 0.88 of the speed, over 11: 0.44 to 0.71;
//! at different offsets no loss, and from memory, or where most arrays are shared, a gain.
//! So a fused loop of more arrays than the limit must save half as many streams as it has.
//! Arrays that vanish with the fusion do not count, nor do arrays of few elements, nor those
//! that stages of a fused nest hand on row by row: their rows are used while they are in the
//! cache. Measured, Harris's corners through eight such planes: 2.0 times as fast in the
//! second-level cache, 1.2 to 1.3 times in others, if all columns are one loop.
//!
//! **Registers.** What goes from iteration to iteration (sums, values carried over)
//! occupies a register throughout. More of that than there are registers goes through
//! memory in each iteration, and the chain of dependences with it. Measured: twice 8 and
//! twice 10 sums of doubles in 16 registers 1.06 and 0.89 of the speed, twice 16 in 32
//! vector registers 0.51.

use crate::legality::oracle::PairOracle;
use crate::legality::{Legal, Refusal};
use crate::model::{AccessId, ObjectId, Side};
use crate::options::Options;
use std::collections::{BTreeMap, BTreeSet};

/// Loops of at most so many iterations walk through arrays that fit the cache whole.
const FEW_ITERATIONS: u64 = 256;

/// Registers that a loop needs to compute with.
const SPARE_REGISTERS: u64 = 2;

/// How many arrays loops walk through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Streams {
    /// The first and the second loop.
    pub each: [u64; 2],
    /// The fused one.
    pub fused: u64,
}

/// Values that occupy registers in all of a loop.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Registers {
    /// Those of the first and of the second loop.
    pub each: [u64; 2],
    /// Those of the fused loop.
    pub fused: u64,
    /// Registers that the target has for them.
    pub of: u64,
}

/// Refuses loops that are better off alone. Of nests, the innermost loops matter, which are
/// asked about when they are siblings.
pub fn check(oracle: &impl PairOracle, legal: &Legal, options: &Options) -> Result<(), Refusal> {
    if !oracle.are_innermost() {
        return Ok(());
    }
    let most = oracle.facts(Side::First).max_trip_count;
    let is_short = most.is_some_and(|most| most <= FEW_ITERATIONS);
    let limit = options.max_streams;
    let streams = streams(oracle);
    let [first, second] = streams.each;
    let fused = streams.fused;
    let saves_enough = 2 * (first + second) >= 3 * fused;
    if fused > limit.max(first).max(second) && !saves_enough && !is_short {
        return Err(Refusal::TooManyStreams {
            streams: fused,
            limit,
        });
    }
    let registers = registers(oracle, legal);
    let fits = |values| values + SPARE_REGISTERS <= registers.of;
    if registers.each.into_iter().all(fits) && !fits(registers.fused) {
        return Err(Refusal::TooManyRegisters {
            values: registers.fused,
            registers: registers.of,
        });
    }
    Ok(())
}

/// What some loops touch.
pub fn objects(oracle: &impl PairOracle, sides: &[Side]) -> BTreeSet<ObjectId> {
    let objects = sides.iter().flat_map(|side| oracle.objects(*side));
    objects.collect()
}

/// Counts arrays.
pub fn streams(oracle: &impl PairOracle) -> Streams {
    let [first, second] = [Side::First, Side::Second].map(|side| {
        let mut objects = objects(oracle, &[side]);
        objects.retain(|object| !oracle.is_by_rows(*object));
        objects
    });
    let is_kept = |object: &&ObjectId| !second.contains(object) || !oracle.is_temporary(**object);
    let kept = first.iter().filter(is_kept).count();
    let fused = kept + second.difference(&first).count();
    Streams {
        each: [first.len() as u64, second.len() as u64],
        fused: fused as u64,
    }
}

/// Counts values that occupy registers.
pub fn registers(oracle: &impl PairOracle, legal: &Legal) -> Registers {
    let each = [Side::First, Side::Second].map(|side| oracle.carried_values(side));
    // Loads of what one store stored share what goes from iteration to iteration.
    let mut farthest: BTreeMap<AccessId, u64> = BTreeMap::new();
    for carry in &legal.carries {
        let lag = farthest.entry(carry.store).or_default();
        *lag = carry.lag.max(*lag);
    }
    let carried: u64 = farthest.values().sum();
    Registers {
        each,
        fused: each.iter().sum::<u64>() + carried,
        of: oracle.registers(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::legality::judge;
    use crate::legality::table::TableOracle;
    use crate::model::AccessKind::{self, Read};

    fn verdict(oracle: &TableOracle) -> &'static str {
        let options = Options::default();
        let legal = judge(oracle, &options).unwrap();
        check(oracle, &legal, &options).map_or_else(|refusal| refusal.name(), |()| "")
    }

    fn reads(objects: std::ops::Range<u32>) -> Vec<(AccessKind, u32)> {
        objects.map(|object| (Read, object)).collect()
    }

    #[test]
    fn streams_beyond_the_limit_must_be_shared() {
        let with = |first, second| TableOracle::new(&reads(first), &reads(second));
        assert_eq!(verdict(&with(0..5, 3..8)), "");
        assert_eq!(verdict(&with(0..5, 4..9)), "TooManyStreams");
        // Nine in all, five of them saved; nine before already.
        assert_eq!(verdict(&with(0..7, 2..9)), "");
        assert_eq!(verdict(&with(0..9, 0..2)), "");
        assert_eq!(verdict(&with(0..5, 4..9).temporary(4)), "");
        assert_eq!(verdict(&with(0..5, 4..9).by_rows(0)), "");
        let mut short = with(0..5, 4..9);
        short.facts_mut(Side::First).max_trip_count = Some(FEW_ITERATIONS);
        assert_eq!(verdict(&short), "");
        let mut nest = with(0..5, 4..9);
        nest.facts_mut(Side::Second).is_innermost = false;
        assert_eq!(verdict(&nest), "");
    }

    #[test]
    fn what_is_carried_fits_the_registers() {
        let with = |first, second| TableOracle::new(&[], &[]).carrying([first, second], 16);
        assert_eq!(verdict(&with(7, 7)), "");
        assert_eq!(verdict(&with(8, 7)), "TooManyRegisters");
        // One loop alone has too many already.
        assert_eq!(verdict(&with(15, 1)), "");
    }
}
