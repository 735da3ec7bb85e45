//! Which loops can take part in fusion at all.
//!
//! Fusion interleaves the iterations of two loops. That is out of the question
//! for a loop whose number of iterations is not known before it runs, which can
//! be left in the middle, or which contains something whose order against
//! everything else matters: then other code would run before it that did not, or
//! would not run at all.

use crate::legality::Refusal;
use crate::model::{FORBIDDEN, LEFT_OVER, LoopFacts, ONLY_FORCED, Structure};
use crate::testing::{Fault, lacks};
use std::ffi::CStr;

/// Proof that a loop is eligible.
#[derive(Debug)]
pub struct Candidate(());

/// Checks one loop; with `all`, names every obstacle instead of the first.
pub fn check(facts: &LoopFacts, all: bool) -> Result<Candidate, Vec<Refusal>> {
    let mut refusals = Vec::new();

    let has = |name: &&CStr| facts.has(name);
    // What else may be said of these does not matter to anybody.
    if has(&LEFT_OVER) {
        refusals.push(Refusal::LeftOver);
    }
    if let Some(word) = [FORBIDDEN, ONLY_FORCED].into_iter().find(has) {
        refusals.push(Refusal::Forbidden {
            attribute: word.to_string_lossy().into(),
        });
    }
    // What may not be reordered often also is why the loop is left early.
    let mut seen = Vec::new();
    for hazard in facts.hazards.iter().filter(|_| !lacks(Fault::Hazards)) {
        if !seen.contains(&hazard.kind) {
            seen.push(hazard.kind);
            refusals.push(Refusal::Hazard(hazard.clone()));
        }
    }
    match facts.structure {
        Structure::Canonical => {}
        Structure::NotSimplified => refusals.push(Refusal::NotSimplified),
        Structure::SeveralExits(count) => refusals.push(Refusal::SeveralExits { count }),
        Structure::FailingChecks(count) => refusals.push(Refusal::FailingChecks { count }),
        Structure::NotRotated => refusals.push(Refusal::NotRotated),
        Structure::Endless => refusals.push(Refusal::NoExit),
    }
    if facts.structure == Structure::Canonical && facts.trip_count.is_none() {
        refusals.push(Refusal::UnknownTripCount);
    }
    if refusals.is_empty() {
        return Ok(Candidate(()));
    }
    if !all {
        refusals.truncate(1);
    }
    Err(refusals)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Hazard;
    use crate::model::HazardKind;
    use crate::model::LoopAttribute;
    use crate::model::tests::plain_loop;

    /// Hazards that make a loop ineligible wherever they stand; all do.
    const ALL_HAZARDS: [HazardKind; 10] = [
        HazardKind::Volatile,
        HazardKind::Atomic,
        HazardKind::Convergent,
        HazardKind::MayThrow,
        HazardKind::MayNotReturn,
        HazardKind::EndlessInnerLoop,
        HazardKind::IrreducibleCycle,
        HazardKind::AddressTaken,
        HazardKind::OddTerminator,
        HazardKind::Pinned,
    ];

    #[test]
    fn a_plain_loop_is_a_candidate() {
        assert!(check(&plain_loop(), false).is_ok());
    }

    #[test]
    fn every_structure_but_the_canonical_is_refused() {
        for (structure, name) in [
            (Structure::NotSimplified, "NotSimplified"),
            (Structure::SeveralExits(2), "SeveralExits"),
            (Structure::FailingChecks(1), "FailingChecks"),
            (Structure::NotRotated, "NotRotated"),
            (Structure::Endless, "NoExit"),
        ] {
            let facts = LoopFacts {
                structure,
                ..plain_loop()
            };
            assert_eq!(check(&facts, false).unwrap_err()[0].name(), name);
        }
    }

    #[test]
    fn an_unknown_count_is_refused() {
        let facts = LoopFacts {
            trip_count: None,
            ..plain_loop()
        };
        assert_eq!(
            check(&facts, false).unwrap_err(),
            [Refusal::UnknownTripCount]
        );
    }

    #[test]
    fn every_hazard_is_refused_under_its_own_name() {
        let mut names = Vec::new();
        for kind in ALL_HAZARDS {
            let hazard = Hazard {
                kind,
                what: "x".into(),
                line: 0,
            };
            let facts = LoopFacts {
                hazards: vec![hazard.clone(), hazard],
                ..plain_loop()
            };
            let refusals = check(&facts, true).unwrap_err();
            assert_eq!(refusals.len(), 1);
            names.push(refusals[0].name());
        }
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), ALL_HAZARDS.len());
    }

    #[test]
    fn the_first_obstacle_is_named_unless_all_are_wanted() {
        let facts = LoopFacts {
            trip_count: None,
            hazards: vec![Hazard {
                kind: HazardKind::Atomic,
                what: "x".into(),
                line: 0,
            }],
            ..plain_loop()
        };
        assert_eq!(check(&facts, false).unwrap_err().len(), 1);
        assert_eq!(check(&facts, true).unwrap_err().len(), 2);
    }

    fn refused_with(attribute: &CStr) -> Vec<Refusal> {
        let mark = LoopAttribute {
            name: attribute.to_string_lossy().into(),
            value: None,
        };
        let facts = LoopFacts {
            attributes: vec![mark],
            ..plain_loop()
        };
        check(&facts, false).unwrap_err()
    }

    #[test]
    fn what_is_left_over_stays_apart() {
        assert_eq!(refused_with(LEFT_OVER), [Refusal::LeftOver]);
    }

    #[test]
    fn what_is_to_be_left_alone_is() {
        for word in [FORBIDDEN, ONLY_FORCED] {
            let attribute = word.to_string_lossy().into();
            assert_eq!(refused_with(word), [Refusal::Forbidden { attribute }]);
        }
    }
}
