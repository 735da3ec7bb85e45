//! Faults of LLVM 22.1 that a right fusion would run into.
//!
//! Subscripts in a narrow type, such as `a[(unsigned char)i]` or `a[i & 7]`, are
//! consecutive only until they wrap around. The loop vectoriser checks at run time
//! that they do not. If a loop has such subscripts of two widths, it believes that
//! the check of the wider one implies that of the narrower, drops the latter
//! (`SCEVWrapPredicate::implies`), and writes behind the place where the narrow one
//! wraps. Fusing two loops that are right must not make one that is wrong: nor where both
//! widths are in one of them, which something else may have kept from being vectorised.
//! That a number does not wrap around may be known before, and not of the fused loop: where its counter is another one's,
//! some iterations later, promises of its arithmetic are dropped. So all narrow numbers count that are extended, be it for an
//! address or for the end of the loop: an `int` that a subscript is, beside `i & 7` in another one.

use crate::legality::Legal;
use crate::legality::dependence::Conflict;
use crate::legality::distance::Distances;
use crate::legality::oracle::PairOracle;
use crate::legality::{DependenceKind, Refusal};
use crate::model::Side;

/// Would the fused loop be miscompiled?
pub fn check(oracle: &impl PairOracle) -> Result<(), Refusal> {
    let [first, second] = [Side::First, Side::Second].map(|side| oracle.narrow_subscripts(side));
    match first.union(&second).count() {
        0 | 1 => Ok(()),
        _ => Err(Refusal::NarrowSubscripts),
    }
}

/// LLVM's loop load elimination (22.1.8) forwards a store to the next iteration past a
/// narrower one to the same place: no fusion may bring such stores and a load together. It
/// looks at innermost loops, one by one.
pub fn check_widths(oracle: &impl PairOracle, legal: &Legal) -> Result<(), Refusal> {
    if !oracle.are_innermost() {
        return Ok(());
    }
    // Two stores, or a store that the load forgets, being narrower than the one before it.
    let shift = i128::from(legal.alignment.shift);
    let is_mixed = |conflict: &Conflict| {
        let bytes = |side, access: usize| oracle.accesses(side)[access].bytes;
        let first = bytes(Side::First, conflict.first);
        let mixed = match conflict.strided {
            Some(s) => s.first_width != s.second_width,
            None => first.is_none() || first != bytes(Side::Second, conflict.second),
        };
        let is_carried = match conflict.distances {
            Some(Distances::Range { least, .. }) => i128::from(least) < shift,
            Some(Distances::All) => true,
            // It leaves loads alone that depend on what it does not know.
            Some(Distances::None) | None => false,
        };
        let meets = match conflict.kind {
            DependenceKind::Output => true,
            DependenceKind::Flow => is_carried,
            DependenceKind::Anti => false,
        };
        mixed && (meets || shift > 0)
    };
    match legal.ordered.conflicts.iter().any(is_mixed) {
        false => Ok(()),
        true => Err(Refusal::MixedWidths),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::legality::judge;
    use crate::legality::table::TableOracle;
    use crate::model::AccessKind::Write;
    use crate::options::Options;

    #[test]
    fn widths_are_those_of_accesses_where_no_stride_is_known() {
        let verdict = |bytes| {
            let mut oracle =
                TableOracle::new(&[(Write, 0)], &[(Write, 0)]).disjoint_beyond(0, 0, 0);
            oracle.access_mut(Side::Second, 0).bytes = bytes;
            let legal = judge(&oracle, &Options::default()).unwrap();
            check_widths(&oracle, &legal)
        };
        assert!(verdict(Some(8)).is_ok());
        assert!(verdict(Some(4)).is_err());
        assert!(verdict(None).is_err());
    }

    #[test]
    fn two_widths_do_not_meet() {
        let verdict = |a: &[u32], b: &[u32]| check(&TableOracle::new(&[], &[]).narrow(a, b));
        assert!(verdict(&[], &[]).is_ok());
        assert!(verdict(&[8], &[]).is_ok());
        assert!(verdict(&[8], &[8]).is_ok());
        assert_eq!(verdict(&[], &[8, 16]), Err(Refusal::NarrowSubscripts));
        assert_eq!(verdict(&[8], &[2]), Err(Refusal::NarrowSubscripts));
        assert_eq!(verdict(&[8], &[8, 2]), Err(Refusal::NarrowSubscripts));
    }
}
