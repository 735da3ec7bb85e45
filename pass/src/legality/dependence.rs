//! Memory dependences between two sibling loops.
//!
//! With shift `s` the fused loop runs, in iteration `t`, the first loop's body
//! for `t` and then the second one's for `t - s`. So the first loop's iteration
//! `i0` runs after the second loop's `i1` exactly when `i0 > i1 + s`. In the
//! original program it always ran before. The order of two accesses thus changes
//! only for such pairs of iterations, and fusion is legal iff no access of the
//! first loop in `i0` and access of the second in `i1` with `i0 > i1 + s` touch
//! a common byte, one of them writing. (Loops whose accesses are volatile,
//! atomic, or may not return are no candidates.)
//!
//! For every pair of accesses this module proves that, for the least `s` that it
//! can, asking in order of cost: do the objects overlap, may the accesses alias,
//! at which distances do they meet exactly, are they disjoint beyond a shift.
//! The least `s` of the loops is the greatest over their pairs of accesses.
//! Where objects are different but may overlap, the proof may be left to a check at
//! run time, which chooses between the fused loop and a copy of the original ones.
//! The condition is the one of Manjikian and Abdelrahman, "Fusion of loops for
//! parallelism and locality" (1997), with bytes in place of subscripts.

use super::conformance::check_alone;
use super::distance::{Distances, Strided};
use super::oracle::PairOracle;
use super::refusal::{DependenceKind, Refusal, Unchecked};
use crate::model::{Access, AccessId, AccessKind, MarginId, ObjectId, Side};
use crate::testing::{Fault, lacks};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

/// How far beyond the shift in hand a symbolic proof is tried, only to name the
/// shift that a refused pair would need.
const SYMBOLIC_SHIFTS: u64 = 4;

/// Proof that fusion with a shift of at least `least_shift` keeps the order of
/// all conflicting accesses.
#[derive(Debug, Default)]
pub struct Ordered {
    /// The least shift that is legal, in iterations.
    pub least_shift: u64,
    /// Objects, or parts of one, that a run-time check must find apart, each pair once: all else holds
    /// only then. Of a judged pair they are among its checks.
    pub checks: BTreeSet<(ObjectId, ObjectId)>,
    /// Numbers that a run-time check must find not to be negative, each with the array whose
    /// rows do not reach into each other then; likewise.
    pub rows: BTreeMap<MarginId, String>,
    /// Conflicts that remain, within and across iterations of the fused loop.
    pub conflicts: Vec<Conflict>,
}

/// Two accesses that do meet, in legal order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// The first loop's access.
    pub first: AccessId,
    /// The second loop's access.
    pub second: AccessId,
    /// What kind of dependence.
    pub kind: DependenceKind,
    /// The distances `i0 - i1` at which they meet; none if only known to be at
    /// most the shift.
    pub distances: Option<Distances>,
    /// Both accesses in numbers, if they have such a form.
    pub strided: Option<Strided>,
}

/// How far a proof may go.
#[derive(Clone, Copy)]
pub struct Allowed<'a> {
    /// The greatest shift, in iterations.
    pub shift: u64,
    /// Only shifts that leave at least half of the iterations side by side.
    pub pays: bool,
    /// How many pairs of objects, or numbers, may be left to a check. It is asked where one would do, since finding out
    /// may cost more than most dependences.
    pub checks: &'a dyn Fn() -> u64,
}

/// Computes the least legal shift. With `all`, goes on after the first refusal.
pub fn compute(
    oracle: &impl PairOracle,
    allowed: Allowed<'_>,
    all: bool,
) -> Result<Ordered, Vec<Refusal>> {
    let mut ordered = Ordered::default();
    let mut refusals = Vec::new();
    let sides = [Side::First, Side::Second].map(|side| by_object(oracle.accesses(side)));
    for objects in ObjectPair::overlapping(oracle, sides.each_ref()) {
        for (a, b, kind) in objects.conflicts() {
            let Err(refusal) = ordered.order(oracle, (a, b, kind), allowed) else {
                continue;
            };
            refusals.push(refusal);
            if !all {
                return Err(refusals);
            }
        }
    }
    if refusals.is_empty() {
        Ok(ordered)
    } else {
        Err(refusals)
    }
}

/// What orders two loops through the memory of two objects.
#[derive(Debug)]
pub struct Dependence {
    /// What the first loop touches; none for a call.
    pub first: Option<ObjectId>,
    /// What the second loop touches.
    pub second: Option<ObjectId>,
    /// What kind of dependence.
    pub kind: DependenceKind,
    /// The least shift with what it takes, or why none is enough.
    pub order: Result<Ordered, Refusal>,
}

impl Dependence {
    /// The least shift that keeps the order, be it allowed or not; none if none is known.
    pub fn needed_shift(&self) -> Option<u64> {
        match &self.order {
            Ok(ordered) => Some(ordered.least_shift),
            Err(refusal) => refusal.needed_shift(),
        }
    }
}

/// Each pair of objects and each kind by itself. What does not order the loops is left out.
pub fn dependences(oracle: &impl PairOracle, allowed: Allowed<'_>) -> Vec<Dependence> {
    let mut found = Vec::new();
    let sides = [Side::First, Side::Second].map(|side| by_object(oracle.accesses(side)));
    for objects in ObjectPair::overlapping(oracle, sides.each_ref()) {
        let [first, second] = objects.ids;
        for kind in DependenceKind::ALL {
            let mut ordered = Ordered::default();
            let conflicts = objects.conflicts().filter(|(.., of)| *of == kind);
            let refusals = conflicts.filter_map(|c| ordered.order(oracle, c, allowed).err());
            // No shift does if none does for one of them.
            let refused = refusals.max_by_key(|r| r.needed_shift().unwrap_or(u64::MAX));
            let is_free = ordered.conflicts.is_empty() && ordered.number() == 0;
            if refused.is_some() || !is_free {
                found.push(Dependence {
                    first,
                    second,
                    kind,
                    order: refused.map_or(Ok(ordered), Err),
                });
            }
        }
    }
    found
}

/// May two loops touch the same memory, one of them writing?
pub fn may_conflict(oracle: &impl PairOracle) -> bool {
    let sides = [Side::First, Side::Second].map(|side| by_object(oracle.accesses(side)));
    let mut all = ObjectPair::overlapping(oracle, sides.each_ref());
    all.any(|objects| {
        let mut conflicts = objects.conflicts();
        conflicts.any(|(a, b, _)| oracle.may_alias(a, b))
    })
}

impl Ordered {
    /// Proves the order of two accesses, or leaves that to a run-time check.
    fn order(
        &mut self,
        oracle: &impl PairOracle,
        (a, b, kind): (AccessId, AccessId, DependenceKind),
        allowed: Allowed<'_>,
    ) -> Result<(), Refusal> {
        if self.leaves_to_check(oracle, a, b) {
            return Ok(());
        }
        let Err(refusal) = order_pair(oracle, a, b, kind, allowed, self) else {
            return Ok(());
        };
        let object = |side, access: AccessId| oracle.accesses(side)[access].object;
        let to_check = match refusal {
            Refusal::MayAlias { .. } => object(Side::First, a).zip(object(Side::Second, b)),
            Refusal::BackwardDependence {
                needed_shift: None, ..
            } => oracle.parts(a, b),
            _ => None,
        };
        let is_left =
            to_check.is_some_and(|pair| self.leave_to_check(oracle, pair, allowed.checks));
        if is_left { Ok(()) } else { Err(refusal) }
    }

    /// Is it left to a check already that two accesses are apart? Then no costly proof is needed.
    fn leaves_to_check(&self, oracle: &impl PairOracle, first: AccessId, second: AccessId) -> bool {
        if self.checks.is_empty() || oracle.strided(first, second).is_some() {
            return false;
        }
        let [a, b] = [(Side::First, first), (Side::Second, second)]
            .map(|(side, id)| oracle.accesses(side)[id].object);
        let parts = || oracle.parts(first, second);
        let pair = if a == b { parts() } else { a.zip(b) };
        pair.is_some_and(|(x, y)| self.checks.contains(&(x.min(y), x.max(y))))
    }

    /// Leaves a pair of objects to a run-time check, if that can be made.
    fn leave_to_check(
        &mut self,
        oracle: &impl PairOracle,
        (x, y): (ObjectId, ObjectId),
        max_checks: &dyn Fn() -> u64,
    ) -> bool {
        let pair = (x.min(y), x.max(y));
        if self.checks.contains(&pair) {
            return true;
        }
        let is_possible = oracle.is_checkable(x, y) && self.number() < max_checks();
        if is_possible {
            self.checks.insert(pair);
        }
        is_possible
    }

    /// Leaves it to a run-time check that the rows of an array are apart, and gives the least
    /// shift then.
    fn leave_rows_to_check(
        &mut self,
        oracle: &impl PairOracle,
        (first, second): (AccessId, AccessId),
        shifts: RangeInclusive<u64>,
        max_checks: &dyn Fn() -> u64,
    ) -> Option<u64> {
        let (shift, margins) = oracle.disjoint_by_rows(first, second, shifts)?;
        let is_new = |margin: &&MarginId| !self.rows.contains_key(*margin);
        let number = margins.iter().filter(is_new).count() as u64;
        if self.number() + number > max_checks() {
            return None;
        }
        let array = &oracle.accesses(Side::First)[first].name;
        let margins = margins.into_iter().map(|margin| (margin, array.clone()));
        self.rows.extend(margins);
        Some(shift)
    }

    /// Do all conflicting accesses meet in iterations that run side by side?
    pub fn is_within_iterations(&self) -> bool {
        let within = |conflict: &Conflict| conflict.distances == Some(Distances::WITHIN_ITERATION);
        self.least_shift == 0 && self.conflicts.iter().all(within)
    }

    fn number(&self) -> u64 {
        (self.checks.len() + self.rows.len()) as u64
    }
}

/// The accesses of a loop to each object.
type ByObject = BTreeMap<Option<ObjectId>, Vec<(AccessId, AccessKind)>>;

fn by_object(accesses: &[Access]) -> ByObject {
    let mut groups = ByObject::new();
    for (id, access) in accesses.iter().enumerate() {
        let group = groups.entry(access.object).or_default();
        group.push((id, access.kind));
    }
    groups
}

/// The accesses of both loops to two objects.
struct ObjectPair<'a> {
    ids: [Option<ObjectId>; 2],
    accesses: [&'a [(AccessId, AccessKind)]; 2],
}

impl<'a> ObjectPair<'a> {
    /// Those that may overlap, and of which something is written: each object with itself before others, since what is
    /// found there no check helps.
    fn overlapping(
        oracle: &impl PairOracle,
        [first, second]: [&'a ByObject; 2],
    ) -> impl Iterator<Item = Self> {
        let pairs = || {
            first.iter().flat_map(|(&object0, accesses0)| {
                second.iter().map(move |(&object1, accesses1)| ObjectPair {
                    ids: [object0, object1],
                    accesses: [accesses0, accesses1],
                })
            })
        };
        let is_one = |objects: &Self| objects.ids[0] == objects.ids[1];
        let (same, others) = (pairs().filter(is_one), pairs().filter(move |o| !is_one(o)));
        same.chain(others).filter(|objects| {
            let mut all = objects.accesses.into_iter().flatten();
            let [first, second] = objects.ids;
            all.any(|(_, kind)| *kind == AccessKind::Write)
                && oracle.objects_may_overlap(first, second)
        })
    }

    /// Pairs of accesses of which one writes.
    fn conflicts(&self) -> impl Iterator<Item = (AccessId, AccessId, DependenceKind)> + use<'a> {
        let [first, second] = self.accesses;
        let pairs = first
            .iter()
            .flat_map(|first| second.iter().map(move |second| (*first, *second)));
        pairs
            .filter_map(|((a, kind_a), (b, kind_b))| Some((a, b, dependence_kind(kind_a, kind_b)?)))
    }
}

fn dependence_kind(first: AccessKind, second: AccessKind) -> Option<DependenceKind> {
    match (first, second) {
        (AccessKind::Read, AccessKind::Read) => None,
        (AccessKind::Write, AccessKind::Read) => Some(DependenceKind::Flow),
        (AccessKind::Read, AccessKind::Write) if lacks(Fault::Anti) => None,
        (AccessKind::Read, AccessKind::Write) => Some(DependenceKind::Anti),
        (AccessKind::Write, AccessKind::Write) => Some(DependenceKind::Output),
    }
}

/// Do two accesses never touch a common byte?
pub fn never_meet(oracle: &impl PairOracle, first: AccessId, second: AccessId) -> bool {
    let strided = oracle.strided(first, second);
    are_apart(
        oracle,
        (first, second),
        strided.map(|s| distances(oracle, s)),
    )
}

fn are_apart(
    oracle: &impl PairOracle,
    (first, second): (AccessId, AccessId),
    distances: Option<Distances>,
) -> bool {
    match distances {
        Some(distances) => distances == Distances::None,
        None => oracle.never_meet(first, second),
    }
}

/// The distances at which two accesses meet in iterations that there are.
fn distances(oracle: &impl PairOracle, strided: Strided) -> Distances {
    let [most0, most1] = [Side::First, Side::Second].map(|side| oracle.facts(side).max_trip_count);
    strided.distances().within(most0, most1)
}

/// Proves the order of one pair of accesses or refuses.
fn order_pair(
    oracle: &impl PairOracle,
    first: AccessId,
    second: AccessId,
    kind: DependenceKind,
    allowed: Allowed<'_>,
    ordered: &mut Ordered,
) -> Result<(), Refusal> {
    let is_one =
        oracle.accesses(Side::First)[first].object == oracle.accesses(Side::Second)[second].object;
    if !oracle.may_alias(first, second) || !is_one && lacks(Fault::Aliases) {
        return Ok(());
    }
    let (facts0, facts1) = (oracle.facts(Side::First), oracle.facts(Side::Second));
    let (access0, access1) = (
        &oracle.accesses(Side::First)[first],
        &oracle.accesses(Side::Second)[second],
    );
    let strided = oracle.strided(first, second);
    let distances = strided.map(|s| distances(oracle, s));
    if are_apart(oracle, (first, second), distances) {
        return Ok(());
    }
    let needed = match distances {
        Some(distances) => distances.least_shift(),
        // Only the greatest of all pairs counts: less than what others need is no question.
        None => {
            let shifts = ordered.least_shift..=allowed.shift.max(SYMBOLIC_SHIFTS);
            let known = oracle.disjoint_beyond(first, second, shifts.clone());
            known.or_else(|| {
                let both = is_one.then_some((first, second))?;
                ordered.leave_rows_to_check(oracle, both, shifts, allowed.checks)
            })
        }
    };
    let needed = if lacks(Fault::Dependences) {
        Some(0)
    } else {
        needed
    };
    match needed {
        Some(shift) if shift <= allowed.shift => {
            if allowed.pays {
                let counts = [facts0, facts1].map(|facts| facts.max_trip_count);
                check_alone(shift, counts.into_iter().flatten().min())?;
            }
            ordered.least_shift = ordered.least_shift.max(shift);
            ordered.conflicts.push(Conflict {
                first,
                second,
                kind,
                distances,
                strided,
            });
            Ok(())
        }
        _ if access0.object.is_none() || access1.object.is_none() => {
            let (call, other) = if access0.object.is_none() {
                (access0, access1)
            } else {
                (access1, access0)
            };
            let is_errno = call.only_errno && (other.object.is_some() || other.only_errno);
            let (call, other) = (call.name.clone(), other.name.clone());
            Err(if is_errno {
                Refusal::ErrnoOrder { call, other }
            } else {
                Refusal::CallTouchesMemory { call, other }
            })
        }
        _ if distances.is_none() && access0.object != access1.object => Err(Refusal::MayAlias {
            first: access0.name.clone(),
            second: access1.name.clone(),
            unchecked: Unchecked::NotKnown,
        }),
        needed_shift => Err(Refusal::BackwardDependence {
            kind,
            array: access0.name.clone(),
            first_line: access0.line,
            second_line: access1.line,
            needed_shift,
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::legality::table::TableOracle;
    use AccessKind::{Read, Write};

    fn step(offset: i64, stride: i64) -> Strided {
        Strided {
            offset,
            stride,
            first_width: 8,
            second_width: 8,
        }
    }

    /// With a greatest shift and number of checks.
    fn computed(
        oracle: &TableOracle,
        (shift, checks): (u64, u64),
        all: bool,
    ) -> Result<Ordered, Vec<Refusal>> {
        let allowed = Allowed {
            shift,
            pays: false,
            checks: &|| checks,
        };
        compute(oracle, allowed, all)
    }

    #[test]
    fn reads_never_conflict() {
        let oracle = TableOracle::new(&[(Read, 0)], &[(Read, 0)]);
        assert_eq!(computed(&oracle, (0, 0), false).unwrap().conflicts, []);
    }

    #[test]
    fn same_element_in_the_same_iteration() {
        let oracle = TableOracle::new(&[(Write, 0)], &[(Read, 0)]).strided(0, 0, step(0, 8));
        let ordered = computed(&oracle, (0, 0), false).unwrap();
        assert_eq!((ordered.least_shift, ordered.conflicts.len()), (0, 1));
    }

    #[test]
    fn looking_ahead_needs_a_shift() {
        // A[i] then A[i + 2].
        let oracle = TableOracle::new(&[(Write, 0)], &[(Read, 0)]).strided(0, 0, step(-16, 8));
        let refusals = computed(&oracle, (0, 0), false).unwrap_err();
        assert!(
            matches!(
                refusals[0],
                Refusal::BackwardDependence {
                    needed_shift: Some(2),
                    ..
                }
            ),
            "{refusals:?}"
        );
        assert_eq!(computed(&oracle, (2, 0), false).unwrap().least_shift, 2);
    }

    #[test]
    fn an_object_with_itself_comes_first() {
        // The first object may be one with the second one, which a check could tell; the third is written backwards.
        let oracle = TableOracle::new(&[(Read, 0), (Read, 2)], &[(Write, 1), (Write, 2)]);
        let oracle = oracle.overlapping(0, 1).strided(1, 1, step(0, 0));
        let refusals = computed(&oracle, (9, 0), false).unwrap_err();
        assert_eq!(refusals[0].name(), "BackwardDependence");
    }

    #[test]
    fn an_invariant_address_has_no_bounded_shift() {
        let oracle = TableOracle::new(&[(Write, 0)], &[(Read, 0)]).strided(0, 0, step(0, 0));
        let refusals = computed(&oracle, (9, 0), false).unwrap_err();
        assert!(
            matches!(
                refusals[0],
                Refusal::BackwardDependence {
                    needed_shift: None,
                    ..
                }
            ),
            "{refusals:?}"
        );
    }

    #[test]
    fn symbolic_proofs_count() {
        let oracle = TableOracle::new(&[(Write, 0)], &[(Read, 0)]).disjoint_beyond(0, 0, 0);
        assert_eq!(computed(&oracle, (0, 0), false).unwrap().least_shift, 0);
        let oracle = TableOracle::new(&[(Write, 0)], &[(Read, 0)]).disjoint_beyond(0, 0, 3);
        let refusals = computed(&oracle, (0, 0), false).unwrap_err();
        assert!(
            matches!(
                refusals[0],
                Refusal::BackwardDependence {
                    needed_shift: Some(3),
                    ..
                }
            ),
            "{refusals:?}"
        );
    }

    #[test]
    fn different_objects_may_overlap_unless_told_apart() {
        let oracle = TableOracle::new(&[(Write, 0)], &[(Read, 1)]);
        assert!(computed(&oracle, (0, 0), false).is_ok());
        let oracle = oracle.overlapping(0, 1);
        let refusals = computed(&oracle, (0, 0), false).unwrap_err();
        assert!(
            matches!(refusals[0], Refusal::MayAlias { .. }),
            "{refusals:?}"
        );
    }

    #[test]
    fn what_may_alias_is_left_to_checks_within_the_limit() {
        let (first, second) = (&[(Write, 0)], &[(Read, 1), (Write, 1), (Read, 2)]);
        let oracle = TableOracle::new(first, second);
        let oracle = oracle.overlapping(0, 1).overlapping(0, 2);
        assert_eq!(computed(&oracle, (0, 2), true).unwrap_err().len(), 3);
        let oracle = oracle.checkable();
        let pairs = |limit| computed(&oracle, (0, limit), false).map(|o| o.checks.len());
        assert_eq!(pairs(2).unwrap(), 2);
        assert!(pairs(1).is_err());
    }

    #[test]
    fn rows_are_left_to_checks_within_the_limit() {
        let oracle = TableOracle::new(&[(Write, 0)], &[(Read, 0)]).disjoint_by_rows(0, 0, 1);
        assert!(computed(&oracle, (1, 0), false).is_err());
        assert!(computed(&oracle, (0, 1), false).is_err());
        let ordered = computed(&oracle, (1, 1), false).unwrap();
        assert_eq!((ordered.least_shift, ordered.rows.len()), (1, 1));
        let known = oracle.disjoint_beyond(0, 0, 0);
        let ordered = computed(&known, (1, 1), false).unwrap();
        assert_eq!((ordered.least_shift, ordered.rows.len()), (0, 0));
    }

    #[test]
    fn parts_of_an_object_are_left_to_checks() {
        let oracle = TableOracle::new(&[(Write, 0)], &[(Read, 0), (Write, 0)]);
        let oracle = oracle.checkable().in_parts(0, 0);
        assert_eq!(computed(&oracle, (0, 8), true).unwrap_err().len(), 1);
        let oracle = oracle.in_parts(0, 1);
        assert_eq!(computed(&oracle, (0, 8), true).unwrap().checks.len(), 1);
        assert_eq!(computed(&oracle, (0, 0), true).unwrap_err().len(), 2);
        let known = oracle.strided(0, 0, step(-16, 8));
        assert_eq!(computed(&known, (0, 8), true).unwrap_err().len(), 1);
    }

    #[test]
    fn a_check_tells_no_object_from_itself() {
        let oracle = TableOracle::new(&[(Write, 0)], &[(Read, 0)]).checkable();
        let oracle = oracle.strided(0, 0, step(-16, 8));
        assert!(computed(&oracle, (0, 8), false).is_err());
    }

    #[test]
    fn the_greatest_shift_of_all_pairs_counts() {
        let oracle = TableOracle::new(&[(Write, 0)], &[(Read, 0), (Read, 0)])
            .strided(0, 0, step(-8, 8))
            .strided(0, 1, step(-24, 8));
        assert_eq!(computed(&oracle, (5, 0), false).unwrap().least_shift, 3);
        assert_eq!(computed(&oracle, (0, 0), true).unwrap_err().len(), 2);
    }
}
