//! What a fusion gains and what it takes, in numbers, for who reads the remarks.

use super::pressure::{self, Registers};
use crate::legality::Legal;
use crate::legality::oracle::PairOracle;
use crate::model::{AccessId, ObjectId, Side};

/// What a fusion gains and takes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Gain {
    /// Arrays that both loops touch.
    pub shared: Vec<String>,
    /// Bytes of these that an iteration of the fused loop does not bring in a second
    /// time; only of accesses of constant stride.
    pub bytes: u64,
    /// Arrays that the fused loop touches.
    pub streams: u64,
    /// What it carries in registers.
    pub registers: Registers,
    /// Instructions that are there once more.
    pub growth: u64,
}

/// Looks at what both loops touch. `has_versions`: a run-time check stands before them.
pub fn gain(oracle: &impl PairOracle, legal: &Legal, has_versions: bool) -> Gain {
    let [first, second] = [Side::First, Side::Second].map(|side| oracle.accesses(side));
    let mut gain = Gain {
        streams: pressure::streams(oracle).fused,
        registers: pressure::registers(oracle, legal),
        growth: growth(oracle, legal, has_versions),
        ..Gain::default()
    };
    for object in pressure::objects(oracle, &[Side::First, Side::Second]) {
        let mut of_first = first.iter().filter(|access| access.object == Some(object));
        let is_shared = second.iter().any(|access| access.object == Some(object));
        gain.shared.extend(
            of_first
                .next()
                .filter(|_| is_shared)
                .map(|access| access.name.clone()),
        );
        gain.bytes += bytes_in_common(oracle, [Some(object); 2]);
    }
    gain
}

/// Bytes of an object, or of two that may be one, that an iteration of both loops touches; only of accesses of constant
/// stride.
pub fn bytes_in_common(oracle: &impl PairOracle, objects: [Option<ObjectId>; 2]) -> u64 {
    let of = |side: Side| -> Vec<AccessId> {
        let accesses = oracle.accesses(side);
        let ids = 0..accesses.len();
        ids.filter(|&n| accesses[n].object == objects[side as usize])
            .collect()
    };
    let (of_first, of_second) = (of(Side::First), of(Side::Second));
    let pairs = of_first
        .iter()
        .flat_map(|&a| of_second.iter().map(move |&b| (a, b)));
    let widths = pairs.filter_map(|(a, b)| {
        let strided = oracle.strided(a, b)?;
        Some(strided.first_width.min(strided.second_width))
    });
    widths.max().unwrap_or(0)
}

/// How many instructions are copied.
fn growth(oracle: &impl PairOracle, legal: &Legal, has_versions: bool) -> u64 {
    let size = |side: Side| oracle.facts(side).instructions;
    let whole = oracle.copied_whole().filter(|_| has_versions).unwrap_or(0);
    let weaker = legal.shared.stronger().map(Side::other);
    let around = weaker.and_then(|side| Some(size(side) + oracle.copied_around(side)?));
    let prologue = if legal.alignment.shift > 0 {
        size(Side::First)
    } else {
        0
    };
    let remainder: u64 = legal
        .alignment
        .remainder
        .sides()
        .iter()
        .map(|s| size(*s))
        .sum();
    whole + around.unwrap_or(0) + prologue + remainder
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::legality::distance::Strided;
    use crate::legality::judge;
    use crate::legality::table::TableOracle;
    use crate::model::AccessKind::{Read, Write};
    use crate::options::Options;

    fn gain_of(oracle: &TableOracle, has_versions: bool) -> Gain {
        let legal = judge(oracle, &Options::default()).unwrap();
        gain(oracle, &legal, has_versions)
    }

    #[test]
    fn shared_arrays_and_streams() {
        let s = Strided {
            offset: 0,
            stride: 8,
            first_width: 8,
            second_width: 8,
        };
        let flow = TableOracle::new(&[(Write, 0)], &[(Read, 0)]).strided(0, 0, s);
        let gain = gain_of(&flow, false);
        assert_eq!((gain.shared.len(), gain.bytes, gain.streams), (1, 8, 1));
        let apart = gain_of(&TableOracle::new(&[(Write, 0)], &[(Write, 1)]), false);
        assert!(apart.streams == 2 && apart.shared.is_empty());
    }

    #[test]
    fn copies() {
        // Plain loops have 5 instructions each.
        let loops = |d| TableOracle::new(&[(Write, 0)], &[(Write, 1)]).count_difference(Some(d));
        assert_eq!(gain_of(&loops(0), false).growth, 0);
        assert_eq!(gain_of(&loops(0), true).growth, 10);
        assert_eq!(gain_of(&loops(2), false).growth, 5);
        let stronger = loops(0).implying(Side::First).copied_around(Some(3));
        assert_eq!(gain_of(&stronger, false).growth, 8);
    }
}
