//! A sum in strict order beside a loop that the vectoriser takes.
//!
//! Such a sum (`s += x[i]` without `-ffast-math`) is not vectorised, nor is the loop that it becomes part of. But it waits
//! for each of its additions, three or four cycles long, in which a processor does a dozen other things: what the other loop
//! does for an iteration costs nothing there, as long as it is little. What both loops touch goes through memory once.
//!
//! Measured (Intel, Sapphire Rapids; `r[i] -= a * q[i]` and then the sum of `r[i] * r[i]`): 1.17 of the speed of two loops in
//! caches, 1.5 from memory, but 0.87 at 40 iterations: short sums overlap with what comes next. With five multiplications
//! and additions in the map 0.98 to 1.14 in caches, with six 0.87 to 0.93. A sum that is multiplied and added in one operation
//! (`s += d[i] * d[i]`) waits a cycle longer where something else is added beside it (`d[i] = a[i] - b[i]`): 0.89 to 0.94 in
//! caches, and 1.1 to 1.3 where that is multiplied, or multiplied and added, or where the sum is only added to.
//!
//! What both loops only read is another matter: where the first one brings rows into the cache, the second one finds them
//! there, and vectors bring them faster. Measured, with rows from memory that a sum and a map of something else read: 0.75
//! to 1.1, where rows that are scaled and summed have 1.02 to 1.2.

use super::pressure::objects;
use crate::legality::Legal;
use crate::legality::oracle::PairOracle;
use crate::model::{AccessKind, ObjectId, Side, Vectorisable};
use crate::options::Options;

/// So many operations of both loops, of which each compares and branches, are done while an addition waits for the one
/// before.
const MOST_OPERATIONS: u64 = 11;

/// Shorter sums overlap with what comes next.
const FEWEST: u64 = 512;

/// Is what one of the loops does hidden by a sum in the other one, though it is not vectorised there?
pub fn hides(oracle: &impl PairOracle, vectors: &[Vectorisable; 2]) -> bool {
    let is_mixed = matches!(
        vectors,
        [Vectorisable::Yes { .. }, Vectorisable::InOrder(_)]
            | [Vectorisable::InOrder(_), Vectorisable::Yes { .. }]
    );
    is_mixed && shares_what_is_written(oracle) && operations_hide(oracle, vectors).unwrap_or(false)
}

/// Do the operations of both loops allow for that?
fn operations_hide(oracle: &impl PairOracle, vectors: &[Vectorisable; 2]) -> Option<bool> {
    let [first, second] = [Side::First, Side::Second].map(|side| oracle.operations(side));
    let (sum, map) = match vectors {
        [Vectorisable::InOrder(_), _] => (first?, second?),
        _ => (second?, first?),
    };
    let waits_longer = sum.products && !sum.sums && map.sums;
    Some(!waits_longer && sum.all + map.all <= MOST_OPERATIONS)
}

/// Does one of the loops write what the other one touches, too?
fn shares_what_is_written(oracle: &impl PairOracle) -> bool {
    let [first, second] = [Side::First, Side::Second].map(|side| objects(oracle, &[side]));
    let is_shared = |object: &ObjectId| first.contains(object) && second.contains(object);
    let sides = [Side::First, Side::Second].map(|side| oracle.accesses(side));
    let mut accesses = sides.into_iter().flatten();
    accesses.any(|a| a.kind == AccessKind::Write && a.object.as_ref().is_some_and(is_shared))
}

/// Are the loops known to be long enough, or asked whether they are?
pub fn is_long(oracle: &impl PairOracle, legal: &Legal) -> bool {
    let asked = legal.checks.iterations.unwrap_or(0);
    asked >= FEWEST - 1 || oracle.first_exceeds(FEWEST - 1)
}

/// Lets a check ask whether the loops are long enough, where that matters and can be asked.
pub fn ask_for_length(oracle: &impl PairOracle, legal: &mut Legal, options: &Options) {
    let sides = [Side::First, Side::Second];
    let may_be_long = |side| {
        let most = oracle.facts(side).max_trip_count;
        most.is_none_or(|most| most >= FEWEST)
    };
    let is_asked = oracle.are_innermost()
        && sides.into_iter().all(may_be_long)
        && !is_long(oracle, legal)
        && hides(oracle, &sides.map(|side| oracle.vectorisable(side)));
    if is_asked {
        let checks = &legal.checks;
        if let Some(asked) = checks.and_exceeding(FEWEST - 1, oracle, legal.shared, options) {
            legal.checks = asked;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::legality::distance::Strided;
    use crate::legality::table::TableOracle;
    use crate::legality::{Refusal, judge};
    use crate::model::AccessKind::{Read, Write};
    use crate::profit;

    /// Loops that write an array, and sum it up.
    fn sum_behind(first: Vectorisable, operations: u64, most: Option<u64>) -> TableOracle {
        let in_order = Vectorisable::InOrder("a sum".into());
        let mut oracle =
            TableOracle::new(&[(Write, 0)], &[(Read, 0)]).vectorisable_as(first, in_order);
        oracle = oracle.strided(0, 0, SAME);
        for side in [Side::First, Side::Second] {
            oracle.facts_mut(side).instructions = operations;
            oracle.facts_mut(side).max_trip_count = most;
        }
        oracle
    }

    const SAME: Strided = Strided {
        offset: 0,
        stride: 8,
        first_width: 8,
        second_width: 8,
    };

    fn decide(oracle: &TableOracle) -> Result<Option<u64>, &'static str> {
        let options = Options::default();
        let legal = judge(oracle, &options).unwrap();
        let legal = profit::weigh(oracle, legal, &options);
        let refusal = |refusals: Vec<Refusal>| refusals[0].name();
        legal.map(|legal| legal.checks.iterations).map_err(refusal)
    }

    #[test]
    fn a_long_sum_hides_a_few_operations() {
        let yes = || Vectorisable::Yes { checks: 0 };
        assert_eq!(decide(&sum_behind(yes(), 5, Some(512))), Ok(None));
        assert_eq!(
            decide(&sum_behind(yes(), 6, Some(512))),
            Err("LosesVectorisation")
        );
        assert_eq!(
            decide(&sum_behind(yes(), 5, Some(511))),
            Err("LosesVectorisation")
        );
        let no = || Vectorisable::No("of a call".into());
        assert_eq!(decide(&sum_behind(no(), 7, None)), Ok(None));
    }

    #[test]
    fn products_wait_for_sums_beside_them() {
        let behind = |sums, products| {
            let oracle = sum_behind(Vectorisable::Yes { checks: 0 }, 5, Some(512));
            decide(&oracle.computing(sums, products))
        };
        assert_eq!(
            behind([true, false], [false, true]),
            Err("LosesVectorisation")
        );
        // A product in the map, a sum without one, or one that waits already.
        assert_eq!(behind([false, false], [true, true]), Ok(None));
        assert_eq!(behind([true, true], [false, false]), Ok(None));
        assert_eq!(behind([true, true], [false, true]), Ok(None));
    }

    #[test]
    fn what_is_only_read_is_found_in_the_cache() {
        let yes = Vectorisable::Yes { checks: 0 };
        let read = TableOracle::new(&[(Read, 0)], &[(Read, 0)]);
        let read = read.vectorisable_as(yes, Vectorisable::InOrder("a sum".into()));
        assert_eq!(decide(&read.checkable()), Err("LosesVectorisation"));
    }

    #[test]
    fn a_check_asks_how_long_it_is() {
        let yes = || Vectorisable::Yes { checks: 0 };
        assert_eq!(
            decide(&sum_behind(yes(), 5, None)),
            Err("LosesVectorisation")
        );
        assert_eq!(
            decide(&sum_behind(yes(), 5, None).checkable()),
            Ok(Some(511))
        );
        assert_eq!(
            decide(&sum_behind(yes(), 6, None).checkable()),
            Err("LosesVectorisation")
        );
    }
}
