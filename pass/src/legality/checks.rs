//! May the code be versioned: the loops as they are in one copy, and loops whose
//! pointers are known not to overlap in another, chosen at run time?
//!
//! ```text
//! if (the bytes of each pair of objects are apart) { the loops, to be fused }
//! else                                             { the loops as they were }
//! ```
//!
//! The bounds contain all bytes that the loops touch through a pointer when the loops
//! run. If a check says that two ranges are apart, no access through the one pointer
//! meets one through the other while either loop runs, so alias scopes may say so.
//! Where the check is computed although the loops do not run, the bounds mean nothing
//! and nothing is touched. To be sure that all loops run or none, their guards must be
//! equivalent. The check is made of arithmetic on values that are there before the
//! loops; poison among them is frozen.

use super::dependence::Ordered;
use super::guards::Shared;
use super::oracle::PairOracle;
use super::refusal::{Refusal, Unchecked};

/// Both versions hold both loops: up to `limit` instructions may be copied.
pub fn check(
    oracle: &impl PairOracle,
    ordered: &Ordered,
    shared: Option<Shared>,
    limit: u64,
) -> Result<(), Refusal> {
    if ordered.checks.is_empty() {
        return Ok(());
    }
    let is_shared = shared == Some(Shared::Equivalent);
    let why = match oracle.copied_whole().filter(|_| is_shared) {
        None => Unchecked::CannotCopy,
        Some(instructions) if instructions <= limit => return Ok(()),
        Some(instructions) => Unchecked::TooLarge {
            instructions,
            limit,
        },
    };
    ordered.unchecked(oracle, why).map_or(Ok(()), Err)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::legality::dependence;
    use crate::legality::table::TableOracle;
    use crate::model::AccessKind::{Read, Write};
    use crate::model::Side;

    #[test]
    fn what_is_copied_is_bounded() {
        let oracle = TableOracle::new(&[(Write, 0)], &[(Read, 1)]);
        let oracle = oracle.overlapping(0, 1).checkable();
        let ordered = dependence::compute(&oracle, 0, 8, false).unwrap();
        let why = |shared, limit| match check(&oracle, &ordered, shared, limit) {
            Ok(()) => None,
            Err(Refusal::MayAlias { unchecked, .. }) => Some(unchecked),
            Err(other) => panic!("{other:?}"),
        };
        // Plain loops have 5 instructions each.
        let too_large = Unchecked::TooLarge {
            instructions: 10,
            limit: 9,
        };
        assert_eq!(why(Some(Shared::Equivalent), 10), None);
        assert_eq!(why(Some(Shared::Equivalent), 9), Some(too_large));
        let stronger = Some(Shared::Stronger(Side::First));
        assert_eq!(why(stronger, 10), Some(Unchecked::CannotCopy));
        assert_eq!(why(None, 10), Some(Unchecked::CannotCopy));
    }

    #[test]
    fn without_checks_nothing_is_copied() {
        let oracle = TableOracle::new(&[], &[]);
        let ordered = dependence::compute(&oracle, 0, 8, false).unwrap();
        assert_eq!(check(&oracle, &ordered, None, 0), Ok(()));
    }
}
