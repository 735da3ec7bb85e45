//! What a run-time check asks so that the vectoriser takes a loop.
//!
//! The vectoriser makes checks of its own, but only of what it finds ends for: it does not where a
//! subscript is computed or loaded, as in `out[i] = curve[at]` with `at` between 0 and 255. Such a loop is
//! not vectorised alone, and would keep others that it is fused with from it. A check of ours that knows
//! the ends tells the arrays apart. It is asked for where one of the loops is vectorised, or where there
//! is a check anyway.
//!
//! Vectors of what lies at computed places are slow. Measured (Zen 5, a table of 256 ints): 0.78 of the
//! speed of two loops in the first-level cache, 1.35 beyond the last. Where planes of the function's own
//! go, 1.7 and 12. So it is asked for where both loops touch such memory, which may go.

use super::pressure::objects;
use crate::legality::Legal;
use crate::legality::oracle::PairOracle;
use crate::model::{Side, Vectorisable};
use crate::options::Options;

/// Adds what the vectoriser needs to the checks of a legal pair, if it may be asked.
pub fn ask_apart(oracle: &impl PairOracle, legal: &mut Legal, options: &Options) {
    if !oracle.are_innermost() || oracle.vector_bytes() == 0 {
        return;
    }
    let mut apart = legal.checks.objects.clone();
    let mut pays = !apart.is_empty();
    let [first, second] = [Side::First, Side::Second].map(|side| objects(oracle, &[side]));
    if !first
        .intersection(&second)
        .any(|shared| oracle.is_own(*shared))
    {
        return;
    }
    for side in [Side::First, Side::Second] {
        match oracle.vectorisable(side) {
            Vectorisable::Yes { .. } => pays = true,
            Vectorisable::IfApart(pairs) => apart.extend(pairs),
            Vectorisable::No(_) | Vectorisable::InOrder(_) | Vectorisable::NotInnermost => return,
        }
    }
    if pays && apart.len() > legal.checks.objects.len() {
        let asked = legal
            .checks
            .and_apart(&apart, oracle, legal.shared, options);
        legal.checks = asked.unwrap_or_else(|| std::mem::take(&mut legal.checks));
    }
}

/// What the vectoriser will say where the checks of a pair hold.
pub fn where_checked(oracle: &impl PairOracle, legal: &Legal, side: Side) -> Vectorisable {
    match oracle.vectorisable(side) {
        Vectorisable::IfApart(pairs) if pairs.is_subset(&legal.checks.objects) => {
            Vectorisable::Yes { checks: 0 }
        }
        Vectorisable::IfApart(_) => {
            Vectorisable::No("its own memory accesses cannot be reordered".into())
        }
        known => known,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::legality::distance::Strided;
    use crate::legality::table::TableOracle;
    use crate::legality::{Refusal, judge};
    use crate::model::AccessKind::{Read, Write};
    use crate::model::ObjectId;
    use crate::profit;
    use std::collections::BTreeSet;

    fn decide(oracle: &TableOracle, options: &Options) -> Result<Legal, Vec<Refusal>> {
        profit::weigh(oracle, profit::judge(oracle, options, false)?, options)
    }

    /// Both loops touch object 0; the second one also reads 1 at places that are computed.
    fn by_table() -> TableOracle {
        let same = Strided {
            offset: 0,
            stride: 8,
            first_width: 8,
            second_width: 8,
        };
        TableOracle::new(&[(Write, 0)], &[(Read, 0), (Write, 2), (Read, 1)])
            .strided(0, 0, same)
            .temporary(0)
            .vectorisable_as(
                Vectorisable::Yes { checks: 0 },
                Vectorisable::IfApart(BTreeSet::from([(ObjectId(1), ObjectId(2))])),
            )
    }

    #[test]
    fn a_check_lets_the_vectoriser_take_what_it_cannot_ask() {
        let options = Options::default();
        let legal = decide(&by_table().checkable(), &options).unwrap();
        assert_eq!(
            legal.checks.objects,
            BTreeSet::from([(ObjectId(1), ObjectId(2))])
        );
    }

    #[test]
    fn without_it_vectorisation_would_be_lost() {
        let options = Options::default();
        let refusals = decide(&by_table(), &options).unwrap_err();
        assert_eq!(refusals[0].name(), "LosesVectorisation");
        let none = Options {
            max_checks: 0,
            ..options
        };
        assert!(decide(&by_table().checkable(), &none).is_err());
    }

    #[test]
    fn nothing_is_asked_where_nothing_is_vectorised() {
        let options = Options::default();
        let no = || Vectorisable::No("of a call".into());
        let apart = Vectorisable::IfApart(BTreeSet::from([(ObjectId(1), ObjectId(2))]));
        let oracle = by_table().checkable().vectorisable_as(no(), apart);
        let mut legal = judge(&oracle, &options).unwrap();
        ask_apart(&oracle, &mut legal, &options);
        assert!(legal.checks.is_empty());
    }
}
