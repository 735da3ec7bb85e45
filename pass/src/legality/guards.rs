//! The conditions under which the two loops run.
//!
//! Where whenever one loop runs the other does, the fused loop runs under either
//! condition. Where only one direction holds, the loop with the weaker condition
//! also runs alone. Then the condition of the other one, the stronger, decides
//! between two versions of the code from the first guard to behind the second:
//!
//! ```text
//! if (stronger) { both loops, fused }
//! else          { what was there, without the loop that does not run }
//! ```
//!
//! This is sound if the stronger condition can be evaluated before the first loop
//! (there it may be poison where it was not evaluated before: it is frozen), and
//! if the code that the second version copies may be copied.
//!
//! Where nothing is known, or a run-time check is needed anyway, the check asks both
//! conditions; in the version for which it holds, both loops run and no condition is
//! left.

use super::movability::{Destination, Movable};
use super::oracle::{ConditionAt, GuardRelation, PairOracle};
use super::refusal::Refusal;
use crate::model::Side;
use crate::options::Options;
use crate::testing::{Fault, lacks};

/// Under which condition the fused loop runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shared {
    /// Under the condition of both.
    Equivalent,
    /// Under the condition of this one, which implies the other's.
    Stronger(Side),
    /// Under both conditions, which a run-time check asks.
    Checked,
}

/// Compares the guards. Where only one loop may run, up to `options.max_copy` instructions
/// may be copied for that case, or up to `options.max_version` behind a run-time check.
pub fn check(oracle: &impl PairOracle, options: &Options) -> Result<Shared, Refusal> {
    let checked = |refusal| {
        let is_small = |size| size <= options.max_version;
        let is_checked = options.max_checks > 0
            && oracle.are_guards_checkable()
            && oracle.copied_whole().is_some_and(is_small);
        is_checked.then_some(Shared::Checked).ok_or(refusal)
    };
    match oracle.guards() {
        GuardRelation::Equivalent => Ok(Shared::Equivalent),
        GuardRelation::Implies(_) if lacks(Fault::Guards) => Ok(Shared::Equivalent),
        GuardRelation::Implies(stronger) => {
            only_where_both_run(oracle, stronger, options.max_copy).or_else(checked)
        }
        GuardRelation::Different { first, second } => {
            checked(Refusal::GuardsDiffer { first, second })
        }
    }
}

/// The refusal of conditions that differ, if they do.
pub fn difference(oracle: &impl PairOracle) -> Option<Refusal> {
    match oracle.guards() {
        GuardRelation::Different { first, second } => Some(Refusal::GuardsDiffer { first, second }),
        _ => None,
    }
}

fn only_where_both_run(
    oracle: &impl PairOracle,
    stronger: Side,
    limit: u64,
) -> Result<Shared, Refusal> {
    let weaker = oracle.facts(stronger.other());
    let label = weaker.label.clone();
    if !oracle.is_safe_to_copy(stronger.other()) {
        return Err(Refusal::CannotCopy { label });
    }
    let Some(around) = oracle.copied_around(stronger.other()) else {
        return Err(Refusal::CannotCopy { label });
    };
    let instructions = weaker.instructions + around;
    let limit = if oracle.is_for_size() { 0 } else { limit };
    if instructions > limit {
        return Err(Refusal::CopyTooLarge {
            label,
            instructions,
            limit,
        });
    }
    Ok(Shared::Stronger(stronger))
}

impl Shared {
    /// Can the condition be evaluated before both loops?
    pub fn check_place(self, oracle: &impl PairOracle, movable: &Movable) -> Result<(), Refusal> {
        let is_before = match (self, oracle.second_condition()) {
            (Shared::Equivalent | Shared::Checked | Shared::Stronger(Side::First), _) => true,
            (_, ConditionAt::Before) => true,
            (_, ConditionAt::Piece(n)) => movable.destinations[n] == Destination::Before,
            (_, ConditionAt::Late) => false,
        };
        if is_before {
            Ok(())
        } else {
            Err(Refusal::ConditionLate)
        }
    }

    /// The loop whose condition decides between two versions, if there are two.
    pub fn stronger(self) -> Option<Side> {
        match self {
            Shared::Equivalent | Shared::Checked => None,
            Shared::Stronger(side) => Some(side),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::legality::table::TableOracle;

    fn judge(oracle: &TableOracle, max_copy: u64) -> Result<Shared, Refusal> {
        let options = Options {
            max_copy,
            ..Options::default()
        };
        check(oracle, &options)
    }

    fn implying(stronger: Side) -> TableOracle {
        TableOracle::new(&[], &[]).implying(stronger)
    }

    fn destined(destination: Destination) -> Movable {
        Movable {
            destinations: vec![destination],
        }
    }

    #[test]
    fn relations() {
        let equivalent = TableOracle::new(&[], &[]);
        assert_eq!(judge(&equivalent, 100), Ok(Shared::Equivalent));
        let different = TableOracle::new(&[], &[]).different_guards();
        assert_eq!(judge(&different, 100).unwrap_err().name(), "GuardsDiffer");
        for side in [Side::First, Side::Second] {
            assert_eq!(judge(&implying(side), 100), Ok(Shared::Stronger(side)));
        }
    }

    #[test]
    fn what_is_copied_is_small_and_may_be_copied() {
        // Plain loops have 5 instructions, and here 2 around them.
        let around = || implying(Side::First).copied_around(Some(2));
        assert!(judge(&around(), 7).is_ok());
        let refusal = judge(&around(), 6).unwrap_err();
        assert_eq!(refusal.name(), "CopyTooLarge");
        let pinned = implying(Side::First).copied_around(None);
        assert_eq!(judge(&pinned, 100).unwrap_err().name(), "CannotCopy");
        let pinned = implying(Side::First).not_copyable(Side::Second);
        assert_eq!(judge(&pinned, 100).unwrap_err().name(), "CannotCopy");
        let other = implying(Side::First).not_copyable(Side::First);
        assert!(judge(&other, 100).is_ok());
    }

    #[test]
    fn the_second_condition_must_be_there_in_time() {
        let place = |shared: Shared, at, destination| {
            let oracle = TableOracle::new(&[], &[]).second_condition_at(at);
            shared.check_place(&oracle, &destined(destination)).is_ok()
        };
        let second = Shared::Stronger(Side::Second);
        assert!(place(second, ConditionAt::Before, Destination::After));
        assert!(place(second, ConditionAt::Piece(0), Destination::Before));
        assert!(!place(second, ConditionAt::Piece(0), Destination::After));
        assert!(!place(second, ConditionAt::Late, Destination::Before));
        for shared in [Shared::Equivalent, Shared::Stronger(Side::First)] {
            assert!(place(shared, ConditionAt::Late, Destination::After));
        }
    }
}
