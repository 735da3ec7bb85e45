//! Does a legal fusion pay?
//!
//! The first rule, and the one that costs most where it is missing: two loops
//! that the vectoriser takes must give one that it takes. The fused loop has the
//! header phis, calls and accesses of both, so a blocker in one blocks both; and
//! it has new dependences between its halves. Those run forward in the body (the
//! first half's access comes first, in the same or an earlier iteration), which
//! vectorisation keeps; but a value stored by one iteration and loaded by a
//! later one that falls into the same vector defeats store-to-load forwarding:
//! LLVM's LoopAccessAnalysis refuses it, or vectorises it with stalls (measured:
//! a reader two elements behind, 0.3 of the speed in the first-level cache).
//! Beside a sum in strict order a few operations cost nothing, in vectors or not ([`latency`]).
//! Where the value is carried over instead (`carry`), the loop vectorises; unless it is a phi of two ways
//! within the iteration, which LLVM's recurrences of fixed order must not be. LLVM's own
//! loop load elimination would do that, but miscompiles mixed widths (22.1.8: it
//! forwards a store past a narrower one to the same place), so it is not run.
//!
//! The second rule: what is gained is reuse, of iterations that run side by side. An array
//! that both loops touch goes through the memory hierarchy once instead of twice. Loops
//! that share none only gain where neither is vectorised: then both wait on latencies,
//! which overlap in one loop.

use super::latency;
use super::pressure::objects;
use super::vectors::where_checked;
use crate::legality::alignment::Remainder;
use crate::legality::conformance;
use crate::legality::dependence;
use crate::legality::distance::Distances;
use crate::legality::guards;
use crate::legality::oracle::PairOracle;
use crate::legality::{Carry, DependenceKind, Legal, Refusal, Unchecked};
use crate::model::{Side, Vectorisable};
use crate::options::Options;

/// LLVM's `vectorize-memory-check-threshold`: more pointer checks, no vectors.
const MAX_CHECKS: u32 = 128;

/// More distances of one pair of accesses are not asked for.
const MOST_TORN: usize = 1024;

/// May fusing the pair pay, whatever its dependences are, and how many checks of them is it worth? Loops that share nothing
/// are worth none, nor is fusing them worth anything if one of them is a nest, or one that the vectoriser takes.
pub fn may_pay(oracle: &impl PairOracle, options: &Options) -> Result<u64, Refusal> {
    match reuses(oracle) {
        true => Ok(options.max_checks),
        false if may_overlap(oracle) => Ok(0),
        false => Err(Refusal::NoReuse),
    }
}

/// The same, for all that the objects say that both loops touch, which costs little to find.
pub fn may_pay_at_all(oracle: &impl PairOracle) -> Result<(), Refusal> {
    let may = oracle.saves_with_earlier() || share_an_object(oracle) || may_overlap(oracle);
    may.then_some(()).ok_or(Refusal::NoReuse)
}

/// May loops that share nothing gain by waiting for latencies together?
fn may_overlap(oracle: &impl PairOracle) -> bool {
    let overlaps = |side| {
        let vectors = oracle.vectorisable(side);
        vectors.is_scalar() || matches!(vectors, Vectorisable::IfApart(_))
    };
    oracle.vector_bytes() == 0 || [Side::First, Side::Second].into_iter().all(overlaps)
}

/// Would fusing the pair lose vectorisation that one of its loops has? And is there
/// anything to gain where it costs a run-time check?
pub fn check(oracle: &impl PairOracle, legal: &Legal) -> Result<(), Refusal> {
    let unpaid = legal.checks.unchecked(oracle, Unchecked::DoesNotPay);
    let differ = || guards::difference(oracle).filter(|_| legal.checks.guards);
    if let Some(refusal) = unpaid.or_else(differ).filter(|_| !reuses(oracle)) {
        return Err(refusal);
    }
    check_alone(oracle, legal)?;
    if oracle.vector_bytes() == 0 {
        return Ok(());
    }
    let vectors = [Side::First, Side::Second].map(|side| where_checked(oracle, legal, side));
    let overlap = vectors.iter().all(Vectorisable::is_scalar);
    keeps_vectors(oracle, legal, vectors)?;
    if overlap || reuses(oracle) {
        Ok(())
    } else {
        Err(Refusal::NoReuse)
    }
}

/// A loop that runs no more often, as one over channels, is no partner for one that may run more often
/// by far, as one over rows.
const FEW_ITERATIONS: u64 = 16;

/// May as many iterations run side by side as pay? Not those of a loop and of a nest whose counts have nothing to do with
/// each other.
pub fn may_be_aligned(oracle: &impl PairOracle) -> Result<(), Refusal> {
    match differ_by_far(oracle) && oracle.count_difference().is_none() {
        true => Err(conformance::differ(oracle, None, 0)),
        false => Ok(()),
    }
}

/// If nothing is known of their difference, are the counts of two loops taken to differ by far?
fn differ_by_far(oracle: &impl PairOracle) -> bool {
    let both = [Side::First, Side::Second].map(|side| oracle.facts(side));
    let most = both.map(|facts| facts.max_trip_count.unwrap_or(u64::MAX));
    let (fewer, more) = (most[0].min(most[1]), most[0].max(most[1]));
    let is_short = fewer <= FEW_ITERATIONS && more / 2 > fewer;
    // One over all elements, say, beside one over rows: what they share they meet at different times.
    is_short || both[0].is_innermost != both[1].is_innermost
}

/// Do at least half of the iterations run side by side, as far as that is known?
fn check_alone(oracle: &impl PairOracle, legal: &Legal) -> Result<(), Refusal> {
    if legal.alignment.remainder == Remainder::OfEither && differ_by_far(oracle) {
        return Err(conformance::differ(oracle, None, 0));
    }
    let sides = [Side::First, Side::Second];
    sides.into_iter().try_for_each(|side| {
        let alone = legal.alignment.alone(side).unwrap_or(0);
        conformance::check_alone(alone, oracle.facts(side).max_trip_count)
    })
}

/// May the fused loop be vectorised if one of the two is, whatever is known of their accesses?
pub fn may_keep_vectors(oracle: &impl PairOracle) -> Result<(), Refusal> {
    if oracle.vector_bytes() == 0 {
        return Ok(());
    }
    let is_taken = |side| matches!(oracle.vectorisable(side), Vectorisable::Yes { .. });
    for (side, other) in [(Side::First, Side::Second), (Side::Second, Side::First)] {
        let stopped = oracle.what_stops_vectors(side).filter(|_| is_taken(other));
        if let Some(reason) = stopped {
            let reason = format!("in {}, {reason}", oracle.facts(side).label);
            return Err(Refusal::LosesVectorisation { reason });
        }
    }
    Ok(())
}

/// Is the fused loop vectorised if one of the two is?
fn keeps_vectors(
    oracle: &impl PairOracle,
    legal: &Legal,
    vectors: [Vectorisable; 2],
) -> Result<(), Refusal> {
    let loses = |reason: String| Err(Refusal::LosesVectorisation { reason });
    let label = |side| &oracle.facts(side).label;
    match vectors {
        _ if latency::hides(oracle, &vectors) && latency::is_long(oracle, legal) => Ok(()),
        [
            Vectorisable::Yes { .. },
            Vectorisable::No(reason) | Vectorisable::InOrder(reason),
        ] => loses(format!("in {}, {reason}", label(Side::Second))),
        [
            Vectorisable::No(reason) | Vectorisable::InOrder(reason),
            Vectorisable::Yes { .. },
        ] => loses(format!("in {}, {reason}", label(Side::First))),
        [
            Vectorisable::Yes { checks: a },
            Vectorisable::Yes { checks: b },
        ] => {
            if a > 0 && b > 0 && a + b > MAX_CHECKS {
                return loses(format!("it needs {} run-time pointer checks", a + b));
            }
            check_distances(oracle, legal)?;
            check_remainder(oracle, legal)
        }
        _ => Ok(()),
    }
}

/// A row of fewer vectors is short.
const FEW_VECTORS: u64 = 4;

/// Does a short row fill its vectors? What is left over runs one by one where values are carried, for which LLVM (22)
/// makes no vectorised epilogue.
fn check_remainder(oracle: &impl PairOracle, legal: &Legal) -> Result<(), Refusal> {
    let is_carried = |c: &&Carry| c.lag > 0;
    let carried = legal.carries.iter().filter(is_carried);
    let strided = carried.filter_map(|c| oracle.strided(c.store, c.load));
    let widest = strided.map(|s| s.first_width).max();
    let counts = [Side::First, Side::Second].map(|side| {
        let count = oracle.facts(side).constant_trip_count()?;
        count.checked_sub(legal.alignment.alone(side)?)
    });
    let (Some(width @ 1..), [Some(first), Some(second)]) = (widest, counts) else {
        return Ok(());
    };
    let (together, lanes) = (first.min(second), oracle.vector_bytes() / width);
    let is_short = lanes > 0 && (lanes..FEW_VECTORS * lanes).contains(&together);
    if !is_short || together.is_multiple_of(lanes) {
        return Ok(());
    }
    Err(Refusal::LosesVectorisation {
        reason: format!(
            "of {together} iterations at a time, {} would run one by one",
            together % lanes
        ),
    })
}

/// Do both loops touch an object, whose bytes then go through memory once?
pub fn share_an_object(oracle: &impl PairOracle) -> bool {
    let [first, second] = [Side::First, Side::Second].map(|side| objects(oracle, &[side]));
    !first.is_disjoint(&second)
}

/// The same of accesses: copies of one loop for several planes share nothing, nor do loops over parts of an
/// object that lie apart for all that is to be expected.
fn reuses(oracle: &impl PairOracle) -> bool {
    if oracle.saves_with_earlier() {
        return true;
    }
    // Which objects are touched costs less to find than which bytes.
    if !share_an_object(oracle) {
        return false;
    }
    let is_apart = |a, b| oracle.parts(a, b).is_some() || dependence::never_meet(oracle, a, b);
    oracle.of_one_object().any(|(a, b)| !is_apart(a, b))
}

fn check_distances(oracle: &impl PairOracle, legal: &Legal) -> Result<(), Refusal> {
    let shift = i128::from(legal.alignment.shift);
    let loses = |reason: String| Err(Refusal::LosesVectorisation { reason });
    for conflict in &legal.ordered.conflicts {
        let array = &oracle.accesses(Side::First)[conflict.first].name;
        let (Some(Distances::Range { least, greatest }), Some(strided)) =
            (conflict.distances, conflict.strided)
        else {
            // Vectors are made for a stride of one element, if that is a variable.
            if shift == 0 && oracle.is_one_place(conflict.first, conflict.second) {
                continue;
            }
            return loses(format!(
                "the distance of its accesses to {array} is not constant"
            ));
        };
        let is_this = |c: &&Carry| (c.store, c.load) == (conflict.first, conflict.second);
        let carry = legal.carries.iter().find(is_this);
        if carry.is_some_and(|c| c.lag > 0) && oracle.stores_a_choice(conflict.first) {
            return loses(format!(
                "what it writes to {array} depends on a condition, and is read in a later iteration"
            ));
        }
        if conflict.kind != DependenceKind::Flow || carry.is_some() {
            continue;
        }
        // The second half's iteration is that much later in the fused loop.
        let (nearest, farthest) = (shift - i128::from(greatest), shift - i128::from(least));
        let nearest = nearest.max(1);
        let width = i128::from(strided.first_width);
        let vector = i128::from(oracle.vector_bytes());
        let is_torn = |distance| is_torn(distance * width, width, vector);
        if let Some(torn) = (nearest..=farthest).take(MOST_TORN).find(|d| is_torn(*d)) {
            return loses(format!(
                "store-to-load forwarding would fail: it reads what it wrote to {array} {torn} iteration(s) before, which no vector was stored as"
            ));
        }
    }
    Ok(())
}

/// Would a vector be loaded at a distance, in bytes, behind where vectors are stored, before
/// these are in the cache, and be part of two of them? The processor waits then until they are
/// (LLVM's LoopAccessAnalysis, which takes eight iterations for each byte of an element).
fn is_torn(distance: i128, width: i128, vector: i128) -> bool {
    let sizes = std::iter::successors(Some(2 * width), |size| Some(2 * size));
    distance < vector
        || sizes
            .take_while(|size| *size <= vector)
            .any(|size| distance % size != 0 && distance / size < 8 * width)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::legality::distance::Strided;
    use crate::legality::judge;
    use crate::legality::table::TableOracle;
    use crate::model::AccessKind::{Read, Write};
    use crate::profit::carry;

    fn verdict(oracle: &TableOracle) -> Result<(), String> {
        let legal = judge(oracle, &Options::default()).unwrap();
        check(oracle, &legal).map_err(|r| r.message())
    }

    fn flow(offset: i64) -> TableOracle {
        let s = Strided {
            offset,
            stride: 8,
            first_width: 8,
            second_width: 8,
        };
        TableOracle::new(&[(Write, 0)], &[(Read, 0)]).strided(0, 0, s)
    }

    fn yes() -> Vectorisable {
        Vectorisable::Yes { checks: 0 }
    }

    fn no() -> Vectorisable {
        Vectorisable::No("of a call".into())
    }

    #[test]
    fn what_is_refused_wherever_accesses_lead_is_refused_anyway() {
        let apart = || Vectorisable::IfApart(std::collections::BTreeSet::new());
        let all = [yes(), no(), apart(), Vectorisable::NotInnermost];
        let mut refused = 0;
        for a in &all {
            for b in &all {
                let sharing = TableOracle::new(&[(Read, 0)], &[(Read, 0)]);
                let oracle = sharing.vectorisable_as(a.clone(), b.clone());
                if let Err(refusal) = may_keep_vectors(&oracle) {
                    assert_eq!(verdict(&oracle), Err(refusal.message()));
                    refused += 1;
                }
            }
        }
        assert_eq!(refused, 2);
    }

    #[test]
    fn blockers() {
        let with = |a, b| {
            let sharing = TableOracle::new(&[(Read, 0)], &[(Read, 0)]);
            verdict(&sharing.vectorisable_as(a, b))
        };
        assert!(with(yes(), yes()).is_ok());
        assert!(with(no(), no()).is_ok());
        assert!(with(yes(), no()).unwrap_err().contains("of a call"));
        assert!(with(no(), yes()).unwrap_err().contains("of a call"));
        assert!(with(Vectorisable::NotInnermost, no()).is_ok());
        let many = || Vectorisable::Yes { checks: 65 };
        assert!(with(many(), many()).unwrap_err().contains("130"));
        assert!(with(many(), yes()).is_ok());
    }

    #[test]
    fn most_iterations_side_by_side() {
        let with = |trips, offset| {
            let mut oracle = flow(offset);
            for side in [Side::First, Side::Second] {
                oracle.facts_mut(side).max_trip_count = Some(trips);
            }
            let options = Options {
                profit: false,
                ..Options::default()
            };
            let legal = judge(&oracle, &options).unwrap();
            check_alone(&oracle, &legal)
        };
        // The second loop reads three elements ahead.
        assert!(with(6, -24).is_ok());
        assert_eq!(with(5, -24), Err(Refusal::MostlyAlone { alone: 3, all: 5 }));
    }

    #[test]
    fn a_loop_beside_a_nest() {
        let with = |difference, is_innermost| {
            let sharing = TableOracle::new(&[(Read, 0)], &[(Read, 0)]);
            let mut oracle = sharing.count_difference(difference).known_before();
            oracle.facts_mut(Side::First).is_innermost = is_innermost;
            oracle.facts_mut(Side::Second).is_innermost = false;
            let options = Options {
                uneven: true,
                profit: false,
                ..Options::default()
            };
            let legal = judge(&oracle, &options).unwrap();
            check_alone(&oracle, &legal).map_err(|refusal| refusal.name())
        };
        assert_eq!(with(None, true), Err("TripCountsDiffer"));
        assert!(with(None, false).is_ok());
        assert!(with(Some(0), true).is_ok());
    }

    #[test]
    fn loops_that_share_nothing() {
        let with = |a, b| {
            let apart = TableOracle::new(&[(Write, 0)], &[(Write, 1)]);
            verdict(&apart.vectorisable_as(a, b))
        };
        assert!(with(yes(), yes()).unwrap_err().contains("nothing to gain"));
        assert!(with(Vectorisable::NotInnermost, no()).is_err());
        assert!(with(no(), no()).is_ok());
    }

    #[test]
    fn what_cannot_pay_is_refused_before_dependences() {
        let with = |a, b, object, must_pay| {
            // The second loop writes what the first one reads, in whatever order.
            let oracle = TableOracle::new(&[(Read, 0)], &[(Write, object)]);
            let oracle = oracle.overlapping(0, 1).vectorisable_as(a, b);
            let judged = crate::profit::judge(&oracle, &Options::default(), must_pay);
            judged.map_err(|refusals| refusals[0].name()).err()
        };
        assert_eq!(with(yes(), no(), 1, true), Some("NoReuse"));
        assert_eq!(
            with(no(), Vectorisable::NotInnermost, 1, true),
            Some("NoReuse")
        );
        assert_eq!(with(yes(), no(), 1, false), Some("MayAlias"));
        assert_eq!(with(no(), no(), 1, true), Some("MayAlias"));
        assert_eq!(with(yes(), no(), 0, true), Some("BackwardDependence"));
    }

    #[test]
    fn what_shares_nothing_is_worth_no_check() {
        let with = |object, must_pay| {
            let oracle = TableOracle::new(&[(Read, 0)], &[(Write, object)]);
            let oracle = oracle.overlapping(0, 1).checkable();
            let oracle = oracle.in_parts(0, 0).vectorisable_as(no(), no());
            let judged = crate::profit::judge(&oracle, &Options::default(), must_pay);
            judged.map_err(|refusals| refusals[0].name()).err()
        };
        assert_eq!(with(1, false), None);
        assert_eq!(with(1, true), Some("MayAlias"));
        // Parts that are expected to be apart are not shared.
        assert_eq!(with(0, false), None);
        assert_eq!(with(0, true), Some("BackwardDependence"));
    }

    #[test]
    fn distances_shorter_than_a_vector() {
        // Vectors of 32 bytes: four doubles.
        assert!(verdict(&flow(0)).is_ok());
        for back in 1..4 {
            assert!(verdict(&flow(8 * back)).is_err(), "{back}");
        }
        assert!(verdict(&flow(8 * 4)).is_ok());
    }

    #[test]
    fn what_a_condition_chooses_is_not_carried_by_vectors() {
        let check = |offset| {
            let oracle = flow(offset).storing_a_choice(0);
            let mut legal = judge(&oracle, &Options::default()).unwrap();
            legal.carries = carry::find(&oracle, &legal);
            super::check(&oracle, &legal).map_err(|r| r.message())
        };
        assert!(check(0).is_ok());
        assert!(check(8).unwrap_err().contains("condition"));
    }

    #[test]
    fn short_rows_fill_their_vectors() {
        // Vectors of four doubles, one of which is carried to the next iteration.
        let check = |count: Option<u64>, offset| {
            let mut oracle = flow(offset);
            for side in [Side::First, Side::Second] {
                oracle.facts_mut(side).trip_count =
                    Some(count.map_or("n".into(), |n| n.to_string()));
            }
            let mut legal = judge(&oracle, &Options::default()).unwrap();
            legal.carries = carry::find(&oracle, &legal);
            super::check(&oracle, &legal).map_err(|r| r.message())
        };
        for count in [4, 8, 12] {
            assert!(check(Some(count), 8).is_ok(), "{count}");
        }
        for count in [5, 7, 9, 15] {
            let refusal = check(Some(count), 8).unwrap_err();
            let left = format!("of {count} iterations at a time, {} would run", count % 4);
            assert!(refusal.contains(&left), "{refusal}");
        }
        // Unrolled wholly, or long, or not known to be short, or without a value that is carried.
        assert!(check(Some(3), 8).is_ok());
        assert!(check(Some(17), 8).is_ok());
        assert!(check(None, 8).is_ok());
        assert!(check(Some(9), 0).is_ok());
    }

    #[test]
    fn distances_that_tear_vectors() {
        assert!(verdict(&flow(8 * 9)).is_err());
        assert!(verdict(&flow(8 * 12)).is_ok());
        assert!(verdict(&flow(8 * 13)).is_err());
        assert!(is_torn(24, 4, 16) && !is_torn(48, 4, 16));
        // Long enough ago to be in the cache.
        assert!(is_torn(16 * 31 + 4, 4, 16) && !is_torn(16 * 32 + 4, 4, 16));
    }

    #[test]
    fn unknown_distances() {
        let oracle = TableOracle::new(&[(Write, 0)], &[(Read, 0)]).disjoint_beyond(0, 0, 0);
        assert!(verdict(&oracle).unwrap_err().contains("not constant"));
        assert!(verdict(&oracle.one_place(0, 0)).is_ok());
    }
}
