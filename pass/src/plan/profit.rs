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
//! a reader two elements behind, 0.3 of the speed in the first-level cache). The
//! one exception is the very next iteration's load of the same element, where
//! loop load elimination runs before the vectoriser and turns it into a
//! first-order recurrence; that vectorises well (measured: a reader one element
//! behind, 1.1 to 1.4 times as fast).

use crate::legality::distance::{Distances, Strided};
use crate::legality::oracle::PairOracle;
use crate::legality::{DependenceKind, Legal, Refusal};
use crate::model::{Side, Vectorisable};

/// LLVM's `runtime-memory-check-threshold`: more pointer checks, no vectors.
const MAX_CHECKS: u32 = 8;

/// Would fusing the pair lose vectorisation that one of its loops has?
///
/// `eliminates_loads`: loads of what the iteration before stored become values
/// carried over before the vectoriser runs.
pub fn check(
    oracle: &impl PairOracle,
    legal: &Legal,
    eliminates_loads: bool,
) -> Result<(), Refusal> {
    if oracle.vector_bytes() == 0 {
        return Ok(());
    }
    let loses = |reason: String| Err(Refusal::LosesVectorisation { reason });
    let label = |side| &oracle.facts(side).label;
    match (
        oracle.vectorisable(Side::First),
        oracle.vectorisable(Side::Second),
    ) {
        (Vectorisable::NotInnermost, _) | (_, Vectorisable::NotInnermost) => Ok(()),
        (Vectorisable::No(_), Vectorisable::No(_)) => Ok(()),
        (Vectorisable::Yes { .. }, Vectorisable::No(reason)) => {
            loses(format!("in {}, {reason}", label(Side::Second)))
        }
        (Vectorisable::No(reason), Vectorisable::Yes { .. }) => {
            loses(format!("in {}, {reason}", label(Side::First)))
        }
        (Vectorisable::Yes { checks: a }, Vectorisable::Yes { checks: b }) => {
            if a > 0 && b > 0 && a + b > MAX_CHECKS {
                return loses(format!("it needs {} run-time pointer checks", a + b));
            }
            check_distances(oracle, legal, eliminates_loads)
        }
    }
}

fn check_distances(
    oracle: &impl PairOracle,
    legal: &Legal,
    eliminates_loads: bool,
) -> Result<(), Refusal> {
    let shift = i128::from(legal.alignment.shift());
    let loses = |reason: String| Err(Refusal::LosesVectorisation { reason });
    for conflict in &legal.ordered.conflicts {
        let array = &oracle.facts(Side::First).accesses[conflict.first].name;
        let (Some(Distances::Range { least, greatest }), Some(strided)) =
            (conflict.distances, conflict.strided)
        else {
            return loses(format!(
                "the distance of its accesses to {array} is not constant"
            ));
        };
        if conflict.kind != DependenceKind::Flow {
            continue;
        }
        // The second half's iteration is that much later in the fused loop.
        let (nearest, farthest) = (shift - i128::from(greatest), shift - i128::from(least));
        if eliminates_loads && (nearest, farthest) == (1, 1) && is_element_by_element(strided) {
            continue;
        }
        let nearest = nearest.max(1);
        let bytes = nearest * i128::from(strided.first_width);
        if nearest <= farthest && bytes < i128::from(oracle.vector_bytes()) {
            return loses(format!(
                "it reads what it wrote to {array} {nearest} iteration(s) before, less than a vector"
            ));
        }
    }
    Ok(())
}

/// Do both loops walk the array without gaps, in elements of one size?
fn is_element_by_element(s: Strided) -> bool {
    s.first_width == s.second_width && s.stride.unsigned_abs() == s.first_width
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::legality::judge;
    use crate::legality::table::TableOracle;
    use crate::model::AccessKind::{Read, Write};
    use crate::options::Options;

    fn verdict(oracle: &TableOracle) -> Result<(), String> {
        let legal = judge(oracle, &Options::default()).unwrap();
        check(oracle, &legal, true).map_err(|r| r.message())
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
    fn blockers() {
        let with = |a, b| verdict(&TableOracle::new(&[], &[]).vectorisable_as(a, b));
        assert!(with(yes(), yes()).is_ok());
        assert!(with(no(), no()).is_ok());
        assert!(with(yes(), no()).unwrap_err().contains("of a call"));
        assert!(with(no(), yes()).unwrap_err().contains("of a call"));
        assert!(with(Vectorisable::NotInnermost, no()).is_ok());
        let five = || Vectorisable::Yes { checks: 5 };
        assert!(with(five(), five()).unwrap_err().contains("10"));
        assert!(with(five(), yes()).is_ok());
    }

    #[test]
    fn distances_shorter_than_a_vector() {
        // Vectors of 32 bytes: four doubles.
        assert!(verdict(&flow(0)).is_ok());
        assert!(verdict(&flow(8)).is_ok(), "a first-order recurrence");
        let legal = judge(&flow(8), &Options::default()).unwrap();
        assert!(
            check(&flow(8), &legal, false).is_err(),
            "unless nobody makes it one"
        );
        for back in 2..4 {
            assert!(verdict(&flow(8 * back)).is_err(), "{back}");
        }
        assert!(verdict(&flow(8 * 4)).is_ok());
    }

    #[test]
    fn unknown_distances() {
        let oracle = TableOracle::new(&[(Write, 0)], &[(Read, 0)]).disjoint_beyond(0, 0, 0);
        assert!(verdict(&oracle).unwrap_err().contains("not constant"));
    }
}
