//! What legality asks of the outside world about one pair of sibling loops.
//!
//! In the plugin LLVM answers (`facts::pair`); in unit tests a table does.

use super::Carry;
use super::alignment::Alignment;
use super::distance::Strided;
use super::movability::Piece;
use crate::model::{
    Access, AccessId, LoopFacts, MarginId, ObjectId, Operations, Side, Vectorisable, Walk,
};

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

/// How the conditions under which the two loops run are related.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GuardRelation {
    /// Whenever one loop runs, so does the other.
    Equivalent,
    /// Whenever this loop runs, so does the other, but not the other way round.
    Implies(Side),
    /// Not known to be related; the conditions in words ("always" for none).
    Different {
        /// The first loop's condition.
        first: String,
        /// The second loop's condition.
        second: String,
    },
}

/// Where the second loop's condition is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConditionAt {
    /// Before both loops.
    Before,
    /// By this piece of the code between them.
    Piece(usize),
    /// From what the first loop leaves behind.
    Late,
}

/// Answers about one pair of sibling loops. Every answer is about the function
/// as it stands and errs towards "unknown".
pub trait PairOracle {
    /// Facts of one loop.
    fn facts(&self, side: Side) -> &LoopFacts;

    /// Does neither loop contain one?
    fn are_innermost(&self) -> bool {
        let is_innermost = |side| self.facts(side).is_innermost;
        is_innermost(Side::First) && is_innermost(Side::Second)
    }

    /// Memory accesses of one loop, each place and width once.
    fn accesses(&self, side: Side) -> &[Access];

    /// What keeps the second loop from running right after the first one, the
    /// code between them aside: none if nothing does.
    fn separation(&self) -> Option<String>;

    /// May the instructions of a loop be copied?
    fn is_safe_to_copy(&self, side: Side) -> bool;

    /// How many instructions around a loop a copy of it would hold, with the code
    /// between the two guards; none if they must not be copied.
    fn copied_around(&self, side: Side) -> Option<u64>;

    /// Two parts of the one object that two accesses touch, if each begins somewhere else. Numbers
    /// of parts are none of objects.
    fn parts(&self, first: AccessId, second: AccessId) -> Option<(ObjectId, ObjectId)>;

    /// The object of which a number is a part, else itself.
    fn whole(&self, object: ObjectId) -> ObjectId;

    /// May bounds of all that both loops touch through each of two objects, or parts, be known
    /// before them, so that a run-time check can tell the objects apart?
    fn is_checkable(&self, first: ObjectId, second: ObjectId) -> bool;

    /// Does a loop that both are to be fused with touch what the second one does?
    fn saves_with_earlier(&self) -> bool;

    /// Has the first loop, whenever it runs, more than so many iterations?
    fn first_exceeds(&self, iterations: u64) -> bool;

    /// Do store and load run in every iteration, on values of one type, and does nothing
    /// else write what the load reads, given that these objects are `apart`?
    fn is_carriable(&self, carry: Carry, apart: &BTreeSet<(ObjectId, ObjectId)>) -> bool;

    /// Does an access of the first loop store what a condition within the iteration chooses?
    fn stores_a_choice(&self, store: AccessId) -> bool;

    /// May a run-time check find that out?
    fn is_count_checkable(&self) -> bool;

    /// How many instructions a copy of both loops and all between would hold; none
    /// if they must not be copied.
    fn copied_whole(&self) -> Option<u64>;

    /// Can a run-time check before both loops ask the conditions of both?
    fn are_guards_checkable(&self) -> bool;

    /// How the guards are related.
    fn guards(&self) -> GuardRelation;

    /// Where the second loop's condition is computed.
    fn second_condition(&self) -> ConditionAt;

    /// Is small code wanted rather than fast code?
    fn is_for_size(&self) -> bool;

    /// Trip count of the first loop minus that of the second, in iterations,
    /// whenever both run; none if it is not a known constant.
    fn count_difference(&self) -> Option<i64>;

    /// Can both trip counts be computed before the loops?
    fn are_counts_known_before(&self) -> bool;

    /// May two objects, of the first and of the second loop, overlap? `None`
    /// stands for a call that may touch many objects.
    fn objects_may_overlap(&self, first: Option<ObjectId>, second: Option<ObjectId>) -> bool;

    /// May two accesses, in any iterations, touch the same memory?
    fn may_alias(&self, first: AccessId, second: AccessId) -> bool;

    /// Both accesses as ranges with constant numbers, if they have such a form
    /// and no address wraps around.
    fn strided(&self, first: AccessId, second: AccessId) -> Option<Strided>;

    /// Do two accesses touch the same bytes in iterations of one number, whatever an iteration adds?
    fn is_one_place(&self, first: AccessId, second: AccessId) -> bool;

    /// Is it proven that two accesses touch nothing in common while the loops run?
    fn never_meet(&self, first: AccessId, second: AccessId) -> bool;

    /// The least of some shifts for which it is proven that the first loop's access in
    /// iteration `i0` and the second loop's in `i1` are disjoint whenever
    /// `i0 > i1 + shift`.
    fn disjoint_beyond(
        &self,
        first: AccessId,
        second: AccessId,
        shifts: RangeInclusive<u64>,
    ) -> Option<u64>;

    /// The same, if numbers that a run-time check may compute before the loops are not negative:
    /// then the rows of an array do not reach into each other.
    fn disjoint_by_rows(
        &self,
        first: AccessId,
        second: AccessId,
        shifts: RangeInclusive<u64>,
    ) -> Option<(u64, Vec<MarginId>)>;

    /// Widths in bits of the narrow numbers that one loop counts in, and extends, be it that they are known not to wrap
    /// around.
    fn narrow_subscripts(&self, side: Side) -> BTreeSet<u32>;

    /// Values of the first loop that the second loop needs and that are not
    /// available before both, and whether it only starts with them.
    fn values_used(&self) -> Vec<(String, bool)>;

    /// The code between the loops, in program order, and what it crosses where the
    /// iterations are laid side by side like that.
    fn pieces(&self, alignment: Alignment) -> Vec<Piece>;

    /// The objects that a loop accesses.
    fn objects(&self, side: Side) -> BTreeSet<ObjectId> {
        let accesses = self.accesses(side).iter();
        accesses.filter_map(|access| access.object).collect()
    }

    /// Will the vectoriser take this loop as it stands?
    fn vectorisable(&self, side: Side) -> Vectorisable;

    /// Why will it not take this innermost loop, wherever its accesses lead? None if that is all that matters, or of
    /// nests.
    fn what_stops_vectors(&self, side: Side) -> Option<String>;

    /// What an iteration of a loop takes that is not vectorised; none if there are operations among it that keep others
    /// waiting.
    fn operations(&self, side: Side) -> Option<Operations>;

    /// Is an object the function's own, which nobody else sees?
    fn is_own(&self, object: ObjectId) -> bool;

    /// Is an object the function's own, or a static array that only this function touches?
    fn may_go(&self, object: ObjectId) -> bool;

    /// Is an object the function's own, and touched by these two loops only?
    fn is_temporary(&self, object: ObjectId) -> bool;

    /// Is an object the function's own, of which the loop around both goes on by rows that it both
    /// writes and reads? It needs a few of them at a time.
    fn is_by_rows(&self, object: ObjectId) -> bool;

    /// Objects of which a loop writes a row, the next one each time that it runs.
    fn row_stores(&self, side: Side) -> BTreeSet<ObjectId>;

    /// How the loops inside of a loop walk over known objects. What is small and walked over again is left out.
    fn walks(&self, side: Side) -> Vec<Walk>;

    /// How many values a loop carries from iteration to iteration, counters aside.
    fn carried_values(&self, side: Side) -> u64;

    /// How many registers the target has for such values.
    fn registers(&self) -> u64;

    /// Pairs of accesses, of the first and of the second loop, to one object.
    fn of_one_object(&self) -> impl Iterator<Item = (AccessId, AccessId)> {
        let [first, second] = [Side::First, Side::Second].map(|side| self.accesses(side));
        let pairs = (0..first.len()).flat_map(|a| (0..second.len()).map(move |b| (a, b)));
        pairs.filter(|&(a, b)| first[a].object.is_some() && first[a].object == second[b].object)
    }

    /// Width of the target's vector registers in bytes; 0 if it has none.
    fn vector_bytes(&self) -> u64;

    /// The processor that the code is to be fast on, as LLVM names it; empty if nobody says.
    fn tuned_for(&self) -> String;
}
