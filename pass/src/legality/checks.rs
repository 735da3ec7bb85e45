//! What is left to a check at run time: two versions of the loops, those as they are in
//! one, and loops of which more is known in the other.
//!
//! ```text
//! if (all loops run, the bytes of each pair of objects are apart, so are the rows of arrays,
//!     and the first loop has more iterations than the shift) { the loops, to be fused }
//! else                                { the loops as they were }
//! ```
//!
//! The bounds contain all bytes that the loops touch through a pointer when the loops
//! run. If a check says that two ranges are apart, no access through the one pointer
//! meets one through the other while either loop runs, so alias scopes may say so.
//! Where the check is computed although the loops do not run, bounds and counts mean
//! nothing and nothing is touched: if the guards are equivalent, all loops run or none,
//! and the guards stay; else the check asks them all, and they go. The check is made of
//! arithmetic on values that are there before the loops; poison among them is frozen.

use super::guards::{self, Shared};
use super::oracle::PairOracle;
use super::refusal::{Refusal, Unchecked};
use crate::model::{MarginId, ObjectId, Side};
use crate::options::Options;
use std::collections::{BTreeMap, BTreeSet};

/// What must hold at run time for a fusion to be legal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checks {
    /// All loops run.
    pub guards: bool,
    /// Objects, or parts of one object, whose bytes are apart, each pair once.
    pub objects: BTreeSet<(ObjectId, ObjectId)>,
    /// Numbers that are not negative, each with the array whose rows are apart then.
    pub rows: BTreeMap<MarginId, String>,
    /// The first loop has more iterations than that.
    pub iterations: Option<u64>,
}

impl Checks {
    /// Is there nothing to check?
    pub fn is_empty(&self) -> bool {
        let Checks {
            guards,
            objects,
            rows,
            iterations,
        } = self;
        !guards && objects.is_empty() && rows.is_empty() && iterations.is_none()
    }

    /// How many comparisons of addresses are asked for.
    pub fn comparisons(&self) -> u64 {
        (self.objects.len() + self.rows.len()) as u64
    }

    /// The refusal of what is left to checks of addresses, if anything is and these are not made.
    pub fn unchecked(&self, oracle: &impl PairOracle, why: Unchecked) -> Option<Refusal> {
        let Some(&(first, second)) = self.objects.first() else {
            let array = self.rows.values().next()?.clone();
            return Some(Refusal::RowsMayOverlap {
                array,
                unchecked: why,
            });
        };
        let name = |object| {
            let sides = [Side::First, Side::Second].map(|side| oracle.accesses(side));
            let mut all = sides.into_iter().flatten();
            let access = all.find(|access| access.object == Some(oracle.whole(object)));
            access.map(|access| access.name.clone()).unwrap_or_default()
        };
        if oracle.whole(first) == oracle.whole(second) {
            return Some(Refusal::PartsMayOverlap {
                array: name(first),
                unchecked: why,
            });
        }
        Some(Refusal::MayAlias {
            first: name(first),
            second: name(second),
            unchecked: why,
        })
    }

    /// Where only one of the loops may run, a check that is made anyway asks for both.
    pub(super) fn ask_for_guards(&mut self, oracle: &impl PairOracle, shared: Option<Shared>) {
        let is_unequal = shared.is_some_and(|shared| shared != Shared::Equivalent);
        self.guards |= is_unequal && !self.is_empty() && oracle.are_guards_checkable();
    }

    /// These and more objects that are apart, if that can be asked.
    pub fn and_apart(
        &self,
        more: &BTreeSet<(ObjectId, ObjectId)>,
        oracle: &impl PairOracle,
        shared: Shared,
        options: &Options,
    ) -> Option<Self> {
        let mut all = self.clone();
        all.objects.extend(more);
        let mut new = more.difference(&self.objects);
        let may_be_asked = all.comparisons() <= options.max_checks
            && new.all(|(a, b)| oracle.is_checkable(*a, *b));
        may_be_asked.then(|| all.if_possible(oracle, shared, options))?
    }

    /// These, and that the first loop has more than so many iterations, if that can be asked.
    pub fn and_exceeding(
        &self,
        iterations: u64,
        oracle: &impl PairOracle,
        shared: Shared,
        options: &Options,
    ) -> Option<Self> {
        let mut all = self.clone();
        all.iterations = all.iterations.max(Some(iterations));
        all.if_possible(oracle, shared, options)
    }

    /// These and what they need of guards, if they can be made.
    fn if_possible(
        mut self,
        oracle: &impl PairOracle,
        shared: Shared,
        options: &Options,
    ) -> Option<Self> {
        self.ask_for_guards(oracle, Some(shared));
        let is_possible = self.may_be_made(oracle, Some(shared), options).is_ok();
        is_possible.then_some(self)
    }

    /// Can they be made, and may what they choose between be copied?
    pub(super) fn may_be_made(
        &self,
        oracle: &impl PairOracle,
        shared: Option<Shared>,
        options: &Options,
    ) -> Result<(), Refusal> {
        if self.is_empty() {
            return Ok(());
        }
        let why = self.obstacle(oracle, shared, options);
        match (why, self.iterations) {
            (None, _) => Ok(()),
            (Some(unchecked), Some(shift)) => Err(Refusal::TooFewIterations { shift, unchecked }),
            (Some(why), None) => {
                let differ = || guards::difference(oracle);
                self.unchecked(oracle, why)
                    .or_else(differ)
                    .map_or(Ok(()), Err)
            }
        }
    }

    fn obstacle(
        &self,
        oracle: &impl PairOracle,
        shared: Option<Shared>,
        options: &Options,
    ) -> Option<Unchecked> {
        let may_check = options.max_checks > 0 && oracle.is_count_checkable();
        if self.iterations.is_some() && !may_check {
            return Some(Unchecked::NotKnown);
        }
        let is_shared = shared == Some(Shared::Equivalent) || self.guards;
        let limit = options.max_version;
        match oracle.copied_whole().filter(|_| is_shared) {
            None => Some(Unchecked::CannotCopy),
            Some(instructions) if instructions <= limit => None,
            Some(instructions) => Some(Unchecked::TooLarge {
                instructions,
                limit,
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::legality::table::TableOracle;
    use crate::model::AccessKind::{Read, Write};

    fn judge(checks: &Checks, shared: Option<Shared>, max_version: u64) -> Option<Unchecked> {
        let oracle = TableOracle::new(&[(Write, 0)], &[(Read, 1)]);
        let oracle = oracle.overlapping(0, 1).checkable();
        let options = Options {
            max_version,
            ..Options::default()
        };
        match checks.may_be_made(&oracle, shared, &options) {
            Ok(()) => None,
            Err(Refusal::MayAlias { unchecked, .. }) => Some(unchecked),
            Err(Refusal::TooFewIterations { unchecked, .. }) => Some(unchecked),
            Err(other) => panic!("{other:?}"),
        }
    }

    #[test]
    fn what_is_copied_is_bounded() {
        let objects = Checks {
            objects: BTreeSet::from([(ObjectId(0), ObjectId(1))]),
            ..Checks::default()
        };
        let iterations = Checks {
            iterations: Some(2),
            ..Checks::default()
        };
        // Plain loops have 5 instructions each.
        let too_large = Unchecked::TooLarge {
            instructions: 10,
            limit: 9,
        };
        let stronger = Some(Shared::Stronger(Side::First));
        for checks in [objects, iterations] {
            assert_eq!(judge(&checks, Some(Shared::Equivalent), 10), None);
            assert_eq!(judge(&checks, Some(Shared::Equivalent), 9), Some(too_large));
            assert_eq!(judge(&checks, stronger, 10), Some(Unchecked::CannotCopy));
            assert_eq!(judge(&checks, None, 10), Some(Unchecked::CannotCopy));
        }
    }

    #[test]
    fn without_checks_nothing_is_copied() {
        assert_eq!(judge(&Checks::default(), None, 0), None);
    }
}
