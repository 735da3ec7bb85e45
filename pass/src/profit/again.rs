//! What the iterations of an outer loop walk over again, and find in the cache as long as nothing else has been there.
//!
//! A product of matrices, row by row, reads all of one matrix for each row. It stays in the cache, or in the part of it that
//! it finds, while one product is computed. Two products in one loop over rows read two matrices in turn, which need
//! twice the room: of 1,000 by 1,000 `double`s, on a machine whose last cache holds 32 MB, 0.4 of the speed, of 800 by 800 0.86,
//! and never more than 1.0, from 50 by 50 on. All that is saved is a row of what the first one writes.
//!
//! So two nests stay two where each walks over an array again that the other one does not touch again, and over more
//! than both walk over in step: in more loops inside of each iteration. A row that is read again beside rows in common, as a
//! vector beside a matrix, does not matter.

use crate::legality::Refusal;
use crate::legality::oracle::PairOracle;
use crate::model::{ObjectId, Side, Walk};

/// Refuses nests that would each evict what the other one reads again.
pub fn check(oracle: &impl PairOracle) -> Result<(), Refusal> {
    if oracle.are_innermost() {
        return Ok(());
    }
    let [first, second] = [Side::First, Side::Second].map(|side| oracle.walks(side));
    let depth = |walks: &[Walk], object: ObjectId, moves: bool| {
        let of_object = walks
            .iter()
            .filter(|walk| walk.object == object && walk.moves == moves);
        of_object.map(|walk| walk.depth).max()
    };
    let in_step = first.iter().filter(|walk| walk.moves).filter_map(|walk| {
        let other = depth(&second, walk.object, true)?;
        Some(walk.depth.min(other))
    });
    let in_step = in_step.max().unwrap_or(0);
    let again = |walks: &[Walk], others: &[Walk]| {
        let deep = walks
            .iter()
            .filter(|walk| !walk.moves && walk.depth > in_step);
        let mut own = deep.filter(|walk| depth(others, walk.object, false).is_none());
        own.next().map(|walk| walk.object)
    };
    let name = |side, object| {
        let mut all = oracle.accesses(side).iter();
        let access = all.find(|access| access.object == Some(oracle.whole(object)));
        access.map_or(String::new(), |access| access.name.clone())
    };
    match (again(&first, &second), again(&second, &first)) {
        (Some(a), Some(b)) => Err(Refusal::EvictsWhatIsReadAgain {
            first: name(Side::First, a),
            second: name(Side::Second, b),
        }),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::legality::table::TableOracle;
    use crate::model::AccessKind::{Read, Write};

    /// A product of matrices: the first loop writes 0 of 1, the second one 2 of 0 and 3.
    fn products(first: &[Walk], second: &[Walk]) -> bool {
        let mut oracle = TableOracle::new(
            &[(Write, 0), (Read, 1)],
            &[(Read, 0), (Write, 2), (Read, 3)],
        );
        for side in [Side::First, Side::Second] {
            oracle.facts_mut(side).is_innermost = false;
        }
        check(&oracle.walking(first, second)).is_ok()
    }

    fn walk(object: u32, moves: bool, depth: u32) -> Walk {
        Walk {
            object: ObjectId(object),
            moves,
            depth,
        }
    }

    #[test]
    fn two_matrices_that_are_read_again_evict_each_other() {
        let (row, other) = (walk(0, true, 1), walk(2, true, 1));
        assert!(!products(
            &[row, walk(1, false, 2)],
            &[row, other, walk(3, false, 2)]
        ));
    }

    #[test]
    fn one_matrix_alone_stays() {
        let (row, other) = (walk(0, true, 1), walk(2, true, 1));
        assert!(products(&[row, walk(1, false, 2)], &[row, other]));
        assert!(products(&[row], &[row, other, walk(3, false, 2)]));
        assert!(products(
            &[row, walk(1, false, 2)],
            &[row, other, walk(1, false, 2)]
        ));
    }

    #[test]
    fn vectors_beside_a_matrix_do_not_matter() {
        let row = walk(0, true, 1);
        assert!(products(
            &[row, walk(1, false, 1)],
            &[row, walk(3, false, 1)]
        ));
    }

    #[test]
    fn where_nothing_is_walked_over_in_step_rows_matter() {
        assert!(!products(&[walk(1, false, 1)], &[walk(3, false, 1)]));
    }

    #[test]
    fn innermost_loops_walk_over_nothing_again() {
        let oracle = TableOracle::new(&[(Write, 0)], &[(Read, 0)]);
        assert!(check(&oracle.walking(&[walk(1, false, 1)], &[walk(3, false, 1)])).is_ok());
    }
}
