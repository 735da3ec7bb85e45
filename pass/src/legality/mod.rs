//! Is it legal to fuse a pair of sibling loops? Everything here reads facts and
//! asks an oracle; nothing here knows LLVM or changes anything.
//!
//! Each condition has a module, whose header carries the argument, and a token
//! that only its check can make. [`judge`] collects the tokens into [`Legal`],
//! which the rewriting code demands.

pub mod alignment;
pub mod checks;
pub mod conformance;
pub mod dependence;
pub mod distance;
pub mod guards;
pub mod movability;
pub mod oracle;
pub mod pragmas;
pub mod refusal;
#[cfg(test)]
pub(crate) mod table;

use crate::model::{AccessId, Side};
use crate::options::Options;
use crate::testing::{Fault, lacks};
use alignment::Alignment;
use checks::Checks;
use dependence::Ordered;
use guards::Shared;
use movability::Movable;
use oracle::PairOracle;
use pragmas::Agreeing;
pub use refusal::{DependenceKind, Refusal, Unchecked};
use std::cell::OnceCell;

/// Proof that a pair of loops may be fused, and how.
#[derive(Debug)]
pub struct Legal {
    /// Under which condition the fused loop runs.
    pub shared: Shared,
    /// Which iterations run side by side.
    pub alignment: Alignment,
    /// What must hold at run time.
    pub checks: Checks,
    /// Memory dependences stay in order.
    pub ordered: Ordered,
    /// The code between the loops has somewhere to go.
    pub movable: Movable,
    /// Loads that values in registers replace; none is still legal.
    pub carries: Vec<Carry>,
    /// The loops' pragmas agree.
    pub agreeing: Agreeing,
}

/// A load that finds what the fused loop stored in an earlier iteration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Carry {
    /// The first loop's store.
    pub store: AccessId,
    /// The second loop's load.
    pub load: AccessId,
    /// How many iterations lie between.
    pub lag: u64,
}

/// Judges one pair, cheapest condition first. With `options.explain` all
/// refusals are collected, else the first one is returned.
pub fn judge(oracle: &impl PairOracle, options: &Options) -> Result<Legal, Vec<Refusal>> {
    judge_if(oracle, options, || Ok(options.max_checks))
}

/// The same, if one more condition holds, which says how many checks of dependences the pair is worth. It may cost more
/// than most dependences, so it is asked last, or where a check would do. Where all refusals are collected it is not asked.
pub fn judge_if(
    oracle: &impl PairOracle,
    options: &Options,
    condition: impl Fn() -> Result<u64, Refusal>,
) -> Result<Legal, Vec<Refusal>> {
    let mut refusals = Refusals {
        all: options.explain,
        found: Vec::new(),
    };

    // Between loops that do not follow each other nothing else makes sense.
    if let Some(what) = oracle.separation() {
        return Err(vec![Refusal::NotAdjacent { what }]);
    }
    // Nor is there time for the rest where the loops are too large.
    check_size(oracle, options.max_size).map_err(|refusal| vec![refusal])?;
    let shared = refusals.note(guards::check(oracle, options))?;
    let conformance = conformance::check(oracle, options);
    let conforming = refusals.note(conformance)?;
    let agreeing = refusals.note(pragmas::combine(oracle))?;
    for (value, starts) in oracle.values_used() {
        refusals.note::<()>(Err(Refusal::ValueUsed { value, starts }))?;
    }
    if let (Some(conforming), false) = (conforming, options.explain) {
        // The greatest shift leaves most to code between the loops, and dependences cost more.
        let most = conforming.align(conforming.greatest_shift());
        movability::place(&oracle.pieces(most)).map_err(|refusal| vec![refusal])?;
    }
    let met = OnceCell::new();
    let is_met = || {
        met.get_or_init(|| match options.explain {
            true => Ok(options.max_checks),
            false => condition(),
        })
    };
    // What is worth nothing is worth no check.
    let checks = || is_met().as_ref().map_or(0, |checks| *checks);
    let allowed = dependence::Allowed {
        shift: conforming.map_or(0, conformance::Conforming::greatest_shift),
        pays: options.profit,
        checks: &checks,
    };
    let computed = dependence::compute(oracle, allowed, options.explain);
    if computed.is_ok() {
        is_met();
    }
    if let Some(Err(refusal)) = met.get() {
        return Err(vec![refusal.clone()]);
    }
    let ordered = match computed {
        Ok(ordered) => Some(ordered),
        Err(found) => {
            refusals.found.extend(found);
            if !options.explain {
                return Err(refusals.found);
            }
            None
        }
    };
    let aligned = conforming.zip(ordered.as_ref());
    let alignment = aligned.map(|(conforming, ordered)| {
        let peeled = conforming.peeled_by_shift();
        let is_free = peeled > 0 && ordered.conflicts.is_empty() && !meet(oracle);
        conforming.align(if is_free { peeled } else { ordered.least_shift })
    });
    let pieces = oracle.pieces(alignment.unwrap_or_default());
    let movable = refusals.note(movability::place(&pieces))?;
    if let (Some(shared), Some(movable)) = (shared, &movable) {
        refusals.note(shared.check_place(oracle, movable))?;
    }
    let (Some(mut ordered), Some(conforming), Some(alignment)) = (ordered, conforming, alignment)
    else {
        return Err(refusals.found);
    };
    let count = conforming
        .needs_iterations(alignment.shift)
        .then_some(alignment.shift);
    if lacks(Fault::Pairs) {
        ordered.checks.pop_last();
    }
    let mut checks = Checks {
        guards: shared == Some(Shared::Checked),
        objects: std::mem::take(&mut ordered.checks),
        rows: std::mem::take(&mut ordered.rows),
        iterations: count.filter(|&n| !oracle.first_exceeds(n) && !lacks(Fault::Iterations)),
    };
    checks.ask_for_guards(oracle, shared);
    refusals.note(checks.may_be_made(oracle, shared, options))?;
    match (shared, movable, agreeing) {
        (Some(shared), Some(movable), Some(agreeing)) if refusals.found.is_empty() => Ok(Legal {
            shared,
            alignment,
            checks,
            ordered,
            carries: Vec::new(),
            movable,
            agreeing,
        }),
        _ => Err(refusals.found),
    }
}

/// Before a version of the loops is made: may dependences let the pair be fused in it? What lies between the loops, and what
/// checks can tell, may be other there.
pub fn may_be_ordered(oracle: &impl PairOracle, options: &Options) -> bool {
    let Ok(conforming) = conformance::check(oracle, options) else {
        return true;
    };
    let allowed = dependence::Allowed {
        shift: conforming.greatest_shift(),
        pays: options.profit,
        checks: &|| options.max_checks,
    };
    let is_final = |refusal: &Refusal| matches!(refusal, Refusal::BackwardDependence { .. });
    let computed = dependence::compute(oracle, allowed, false);
    !computed.is_err_and(|refusals| refusals.iter().any(is_final))
}

/// Do iterations of one number touch the same places of something, and each one others? Else it is all the same to the loops
/// which iterations run side by side, and what a longer first loop has more runs first: nothing is left behind then that
/// keeps others away.
fn meet(oracle: &impl PairOracle) -> bool {
    let moves = |a, b| oracle.strided(a, b).is_none_or(|both| both.stride != 0);
    let mut pairs = oracle.of_one_object();
    pairs.any(|(a, b)| oracle.is_one_place(a, b) && moves(a, b))
}

/// Judging takes time that grows with the product of the loops' accesses, and a
/// chain is surveyed anew with each loop that it takes in: a bound on the size of
/// fused loops keeps the sum linear in the size of the function.
fn check_size(oracle: &impl PairOracle, limit: u64) -> Result<(), Refusal> {
    let size = |side| oracle.facts(side).instructions;
    let instructions = size(Side::First) + size(Side::Second);
    if instructions <= limit {
        Ok(())
    } else {
        Err(Refusal::TooLarge {
            instructions,
            limit,
        })
    }
}

/// The refusals of a pair so far.
struct Refusals {
    all: bool,
    found: Vec<Refusal>,
}

impl Refusals {
    /// Keeps a refusal and goes on, or ends the judging with it.
    fn note<T>(&mut self, result: Result<T, Refusal>) -> Result<Option<T>, Vec<Refusal>> {
        match result {
            Ok(token) => Ok(Some(token)),
            Err(refusal) => {
                self.found.push(refusal);
                if self.all {
                    Ok(None)
                } else {
                    Err(std::mem::take(&mut self.found))
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::AccessKind::{Read, Write};
    use table::TableOracle;

    fn names(oracle: &TableOracle, explain: bool) -> Vec<&'static str> {
        let options = Options {
            explain,
            ..Options::default()
        };
        match judge(oracle, &options) {
            Ok(_) => vec![],
            Err(refusals) => refusals.iter().map(Refusal::name).collect(),
        }
    }

    #[test]
    fn independent_loops_are_legal() {
        assert_eq!(
            names(&TableOracle::new(&[(Write, 0)], &[(Write, 1)]), false),
            [""; 0]
        );
    }

    #[test]
    fn the_first_refusal_ends_judging_unless_all_are_wanted() {
        let oracle = TableOracle::new(&[(Write, 0)], &[(Write, 0)])
            .different_guards()
            .count_difference(None)
            .value_used("sum");
        assert_eq!(names(&oracle, false), ["GuardsDiffer"]);
        assert_eq!(
            names(&oracle, true),
            [
                "GuardsDiffer",
                "TripCountsDiffer",
                "ValueUsed",
                "BackwardDependence"
            ]
        );
    }

    #[test]
    fn separated_loops_are_refused_at_once() {
        let oracle = TableOracle::new(&[], &[])
            .separated("a call")
            .different_guards();
        assert_eq!(names(&oracle, true), ["NotAdjacent"]);
    }

    #[test]
    fn large_loops_are_refused() {
        let options = Options {
            max_size: 9,
            ..Options::default()
        };
        let refusals = judge(&TableOracle::new(&[], &[]), &options).unwrap_err();
        assert_eq!(
            refusals,
            [Refusal::TooLarge {
                instructions: 10,
                limit: 9
            }]
        );
    }

    #[test]
    fn conditions_that_read_alike_are_not_said_to_read_otherwise() {
        let message = |second: &str| {
            let [first, second] = ["x == 0", second].map(String::from);
            Refusal::GuardsDiffer { first, second }.message()
        };
        assert!(message("x == 0").contains("each asks anew"));
        assert!(message("y == 0").contains("the second one if y == 0"));
    }

    #[test]
    fn every_refusal_has_name_and_message() {
        let oracle = TableOracle::new(&[(Write, 0)], &[(Write, 0)]).different_guards();
        let options = Options {
            explain: true,
            ..Options::default()
        };
        for refusal in judge(&oracle, &options).unwrap_err() {
            assert!(!refusal.message().is_empty() && !refusal.name().contains(' '));
            assert!(refusal.advice().is_none_or(|a| !a.ends_with('.')));
        }
    }

    #[test]
    fn only_backward_dependences_are_final_before_a_version() {
        let may_be = |oracle: &TableOracle| may_be_ordered(oracle, &Options::default());
        let backward = || TableOracle::new(&[(Write, 0)], &[(Read, 0)]);
        assert!(!may_be(&backward()));
        // What parts the loops, or their counts, may be other in a version.
        assert!(!may_be(&backward().separated("a condition")));
        assert!(may_be(&backward().count_difference(None)));
        assert!(may_be(
            &TableOracle::new(&[(Write, 0)], &[(Read, 1)]).overlapping(0, 1)
        ));
    }
}
