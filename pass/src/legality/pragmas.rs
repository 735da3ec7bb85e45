//! Loop metadata of the fused loop.
//!
//! What the author asked of either loop holds for the fused one, unless the two
//! contradict each other. What LLVM noted about one loop's iterations (that they
//! may run in parallel) says nothing of the fused loop's and is dropped. Where one loop
//! is to be vectorised at the price of the order of floating-point sums, those of the
//! other, which does not say so, must keep theirs: no fusion.

use super::oracle::PairOracle;
use super::refusal::Refusal;
use crate::model::{LoopAttribute, OF_ROWS, Side};
use std::ffi::CStr;

/// Attributes that speak of the iterations of one loop, not of a wish.
const DROPPED: [&str; 1] = ["llvm.loop.parallel_accesses"];

/// Attributes that hold for the fused loop only if they hold for both.
const ONLY_IF_BOTH: [&CStr; 3] = [
    c"llvm.loop.mustprogress",
    c"llvm.loop.isvectorized",
    OF_ROWS,
];

/// Attributes that say how a loop was made; two of them need not agree.
const EITHER: [&str; 1] = ["llvm.loop.estimated_trip_count"];

/// Proof that the loops' pragmas agree, with those of the fused loop.
#[derive(Debug, PartialEq, Eq)]
pub struct Agreeing {
    /// For each loop's attributes, in order: does the fused loop keep it?
    pub kept: [Vec<bool>; 2],
}

/// Combines the attributes of the two loops or refuses.
pub fn combine(oracle: &impl PairOracle) -> Result<Agreeing, Refusal> {
    let first = &oracle.facts(Side::First).attributes;
    let second = &oracle.facts(Side::Second).attributes;
    if let Some(contradiction) = contradiction(first, second) {
        return Err(contradiction);
    }
    for (asking, other) in [(Side::First, Side::Second), (Side::Second, Side::First)] {
        let (asking, other) = (oracle.facts(asking), oracle.facts(other));
        let reorders = |all: &[LoopAttribute]| all.iter().any(lets_sums_be_reordered);
        if other.carries_floats && reorders(&asking.attributes) && !reorders(&other.attributes) {
            return Err(Refusal::SumsReordered {
                asking: asking.label.clone(),
                other: other.label.clone(),
            });
        }
    }
    let keeps = |own: &[LoopAttribute], other: &[LoopAttribute], later: bool| {
        own.iter()
            .map(|a| match other.iter().any(|b| b.name == a.name) {
                _ if DROPPED.contains(&a.name.as_str()) => false,
                // Of two alike the first loop's is kept.
                true => !later,
                false => ONLY_IF_BOTH
                    .iter()
                    .all(|name| name.to_bytes() != a.name.as_bytes()),
            })
            .collect()
    };
    Ok(Agreeing {
        kept: [keeps(first, second, false), keeps(second, first, true)],
    })
}

/// Does the vectoriser, where a loop says so, take floating-point sums out of order?
/// (LoopVectorizeHints::allowReordering: it is asked for vectors, or for their width.)
fn lets_sums_be_reordered(attribute: &LoopAttribute) -> bool {
    match attribute.name.as_str() {
        "llvm.loop.vectorize.enable" => attribute.value != Some(0),
        "llvm.loop.vectorize.width" => attribute.value.is_some_and(|width| width > 1),
        _ => false,
    }
}

fn contradiction(first: &[LoopAttribute], second: &[LoopAttribute]) -> Option<Refusal> {
    let refuse = |setting: String, first: String, second: String| {
        Some(Refusal::PragmasContradict {
            setting,
            first,
            second,
        })
    };
    for a in first.iter().filter(|a| !DROPPED.contains(&a.name.as_str())) {
        for b in second {
            let same_name = a.name == b.name && !EITHER.contains(&a.name.as_str());
            if same_name && a.value != b.value {
                return refuse(a.name.clone(), value_text(a), value_text(b));
            }
            if let (Some((topic, x)), Some((other, y))) = (switch(&a.name), switch(&b.name))
                && topic == other
                && x != y
            {
                return refuse(topic.into(), x.into(), y.into());
            }
        }
    }
    None
}

/// `llvm.loop.unroll.disable` against `.enable` or `.full`: one topic.
fn switch(name: &str) -> Option<(&str, &str)> {
    let (topic, last) = name.rsplit_once('.')?;
    let word = match last {
        "disable" => "disabled",
        "enable" | "full" | "count" => "asked for",
        _ => return None,
    };
    (topic == "llvm.loop.unroll" || topic == "llvm.loop.unroll_and_jam").then_some((topic, word))
}

fn value_text(attribute: &LoopAttribute) -> String {
    attribute.value.map_or("set".into(), |v| v.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::legality::table::TableOracle;

    #[test]
    fn sums_keep_their_order() {
        let verdict = |asks: [bool; 2], floats: Side| {
            let mut oracle = TableOracle::new(&[], &[]);
            oracle.facts_mut(floats).carries_floats = true;
            for (side, asks) in [Side::First, Side::Second].into_iter().zip(asks) {
                let width = attribute("vectorize.width", Some(4));
                oracle.facts_mut(side).attributes = if asks { vec![width] } else { vec![] };
            }
            combine(&oracle).map_err(|refusal| refusal.name())
        };
        for side in [Side::First, Side::Second] {
            assert!(verdict([false, false], side).is_ok());
            assert!(verdict([true, true], side).is_ok());
            let only = |asking: Side| [asking == Side::First, asking == Side::Second];
            assert!(verdict(only(side), side).is_ok());
            assert_eq!(verdict(only(side.other()), side), Err("SumsReordered"));
        }
    }

    fn attribute(name: &str, value: Option<i64>) -> LoopAttribute {
        LoopAttribute {
            name: format!("llvm.loop.{name}"),
            value,
        }
    }

    fn combined(
        first: Vec<LoopAttribute>,
        second: Vec<LoopAttribute>,
    ) -> Result<[Vec<bool>; 2], Refusal> {
        let oracle = TableOracle::new(&[], &[]).attributes(first, second);
        combine(&oracle).map(|a| a.kept)
    }

    #[test]
    fn a_wish_of_one_loop_is_kept() {
        let width = attribute("vectorize.width", Some(4));
        assert_eq!(
            combined(vec![width.clone()], vec![]),
            Ok([vec![true], vec![]])
        );
        assert_eq!(
            combined(vec![], vec![width.clone()]),
            Ok([vec![], vec![true]])
        );
        assert_eq!(
            combined(vec![width.clone()], vec![width]),
            Ok([vec![true], vec![false]])
        );
    }

    #[test]
    fn different_wishes_are_refused() {
        let four = attribute("vectorize.width", Some(4));
        let eight = attribute("vectorize.width", Some(8));
        assert!(matches!(
            combined(vec![four], vec![eight]),
            Err(Refusal::PragmasContradict { .. })
        ));
        let off = attribute("unroll.disable", None);
        let full = attribute("unroll.full", None);
        assert!(combined(vec![off.clone()], vec![full]).is_err());
        assert!(combined(vec![off.clone()], vec![off]).is_ok());
    }

    #[test]
    fn facts_of_one_loop_are_dropped() {
        let parallel = attribute("parallel_accesses", None);
        assert_eq!(
            combined(vec![parallel.clone()], vec![parallel]),
            Ok([vec![false], vec![false]])
        );
        let progress = attribute("mustprogress", None);
        assert_eq!(
            combined(vec![progress.clone()], vec![]),
            Ok([vec![false], vec![]])
        );
        assert_eq!(
            combined(vec![progress.clone()], vec![progress]),
            Ok([vec![true], vec![false]])
        );
    }
}
