//! A table that plays the oracle in unit tests.

use super::Carry;
use super::alignment::Alignment;
use super::distance::Strided;
use super::movability::Piece;
use super::oracle::{ConditionAt, GuardRelation, PairOracle};
use crate::model::tests::plain_loop;
use crate::model::{
    Access, AccessId, AccessKind, LoopAttribute, LoopFacts, MarginId, ObjectId, Operations, Side,
    Vectorisable, Walk,
};

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

/// Two plain loops of equal counts and guards, and what a test changes.
pub(crate) struct TableOracle {
    facts: [LoopFacts; 2],
    accesses: [Vec<Access>; 2],
    separation: Option<String>,
    guards: GuardRelation,
    second_condition: ConditionAt,
    copyable: [bool; 2],
    copied_around: Option<u64>,
    checkable: bool,
    carriable: bool,
    choices: Vec<AccessId>,
    saves: bool,
    difference: Option<i64>,
    known_before: bool,
    overlapping: Vec<(u32, u32)>,
    strided: Vec<(AccessId, AccessId, Strided)>,
    one_place: Vec<(AccessId, AccessId)>,
    disjoint_beyond: Vec<(AccessId, AccessId, u64)>,
    by_margins: Vec<(AccessId, AccessId, u64)>,
    parts: Vec<(AccessId, AccessId)>,
    values: Vec<String>,
    narrow: [BTreeSet<u32>; 2],
    pieces: Vec<Piece>,
    vectorisable: [Vectorisable; 2],
    temporaries: Vec<u32>,
    by_rows: Vec<u32>,
    row_stores: [BTreeSet<ObjectId>; 2],
    walks: [Vec<Walk>; 2],
    tuned_for: &'static str,
    carried: [u64; 2],
    registers: u64,
    sums: [bool; 2],
    products: [bool; 2],
}

impl TableOracle {
    /// Loops with the given accesses to numbered objects.
    pub(crate) fn new(first: &[(AccessKind, u32)], second: &[(AccessKind, u32)]) -> Self {
        let access = |&(kind, object): &(AccessKind, u32)| Access {
            kind,
            object: Some(ObjectId(object)),
            only_errno: false,
            bytes: Some(8),
            name: format!("a{object}"),
            line: 0,
        };
        TableOracle {
            facts: [plain_loop(), plain_loop()],
            accesses: [first, second].map(|list| list.iter().map(access).collect()),
            separation: None,
            guards: GuardRelation::Equivalent,
            second_condition: ConditionAt::Before,
            copyable: [true; 2],
            copied_around: Some(0),
            checkable: false,
            carriable: true,
            choices: vec![],
            saves: false,
            difference: Some(0),
            known_before: false,
            overlapping: vec![],
            strided: vec![],
            one_place: vec![],
            disjoint_beyond: vec![],
            by_margins: vec![],
            parts: vec![],
            values: vec![],
            narrow: Default::default(),
            pieces: vec![],
            vectorisable: [
                Vectorisable::Yes { checks: 0 },
                Vectorisable::Yes { checks: 0 },
            ],
            temporaries: vec![],
            by_rows: vec![],
            row_stores: Default::default(),
            walks: Default::default(),
            tuned_for: "",
            carried: [0; 2],
            registers: 16,
            sums: [false; 2],
            products: [false; 2],
        }
    }

    /// Which loops add floating-point numbers, and which multiply and add them in one operation.
    pub(crate) fn computing(mut self, sums: [bool; 2], products: [bool; 2]) -> Self {
        self.sums = sums;
        self.products = products;
        self
    }

    pub(crate) fn separated(mut self, what: &str) -> Self {
        self.separation = Some(what.into());
        self
    }

    pub(crate) fn walking(mut self, first: &[Walk], second: &[Walk]) -> Self {
        self.walks = [first, second].map(<[Walk]>::to_vec);
        self
    }

    pub(crate) fn different_guards(mut self) -> Self {
        self.guards = GuardRelation::Different {
            first: "a".into(),
            second: "b".into(),
        };
        self
    }

    pub(crate) fn implying(mut self, stronger: Side) -> Self {
        self.guards = GuardRelation::Implies(stronger);
        self
    }

    pub(crate) fn second_condition_at(mut self, at: ConditionAt) -> Self {
        self.second_condition = at;
        self
    }

    pub(crate) fn count_difference(mut self, difference: Option<i64>) -> Self {
        self.difference = difference;
        self
    }

    pub(crate) fn known_before(mut self) -> Self {
        self.known_before = true;
        self
    }

    pub(crate) fn not_copyable(mut self, side: Side) -> Self {
        self.copyable[side as usize] = false;
        self
    }

    pub(crate) fn not_carriable(mut self) -> Self {
        self.carriable = false;
        self
    }

    pub(crate) fn storing_a_choice(mut self, store: AccessId) -> Self {
        self.choices.push(store);
        self
    }

    pub(crate) fn checkable(mut self) -> Self {
        self.checkable = true;
        self
    }

    pub(crate) fn copied_around(mut self, instructions: Option<u64>) -> Self {
        self.copied_around = instructions;
        self
    }

    pub(crate) fn overlapping(mut self, first: u32, second: u32) -> Self {
        self.overlapping.push((first, second));
        self
    }

    pub(crate) fn one_place(mut self, first: AccessId, second: AccessId) -> Self {
        self.one_place.push((first, second));
        self
    }

    pub(crate) fn strided(mut self, first: AccessId, second: AccessId, s: Strided) -> Self {
        self.strided.push((first, second, s));
        self
    }

    pub(crate) fn in_parts(mut self, first: AccessId, second: AccessId) -> Self {
        self.parts.push((first, second));
        self
    }

    pub(crate) fn disjoint_by_rows(mut self, first: AccessId, second: AccessId, s: u64) -> Self {
        self.by_margins.push((first, second, s));
        self
    }

    pub(crate) fn disjoint_beyond(mut self, first: AccessId, second: AccessId, s: u64) -> Self {
        self.disjoint_beyond.push((first, second, s));
        self
    }

    pub(crate) fn narrow(mut self, first: &[u32], second: &[u32]) -> Self {
        self.narrow = [first, second].map(|widths| widths.iter().copied().collect());
        self
    }

    pub(crate) fn value_used(mut self, value: &str) -> Self {
        self.values.push(value.into());
        self
    }

    pub(crate) fn facts_mut(&mut self, side: Side) -> &mut LoopFacts {
        &mut self.facts[side as usize]
    }

    pub(crate) fn access_mut(&mut self, side: Side, at: AccessId) -> &mut Access {
        &mut self.accesses[side as usize][at]
    }

    pub(crate) fn attributes(
        mut self,
        first: Vec<LoopAttribute>,
        second: Vec<LoopAttribute>,
    ) -> Self {
        self.facts[0].attributes = first;
        self.facts[1].attributes = second;
        self
    }

    pub(crate) fn temporary(mut self, object: u32) -> Self {
        self.temporaries.push(object);
        self
    }

    pub(crate) fn by_rows(mut self, object: u32) -> Self {
        self.by_rows.push(object);
        self
    }

    pub(crate) fn rows_written(mut self, first: &[u32], second: &[u32]) -> Self {
        let all = |objects: &[u32]| objects.iter().copied().map(ObjectId).collect();
        self.row_stores = [all(first), all(second)];
        self
    }

    pub(crate) fn tuned_for(mut self, processor: &'static str) -> Self {
        self.tuned_for = processor;
        self
    }

    pub(crate) fn carrying(mut self, values: [u64; 2], registers: u64) -> Self {
        self.carried = values;
        self.registers = registers;
        self
    }

    pub(crate) fn vectorisable_as(mut self, first: Vectorisable, second: Vectorisable) -> Self {
        self.vectorisable = [first, second];
        self
    }
}

impl PairOracle for TableOracle {
    fn facts(&self, side: Side) -> &LoopFacts {
        &self.facts[side as usize]
    }

    fn accesses(&self, side: Side) -> &[Access] {
        &self.accesses[side as usize]
    }

    fn separation(&self) -> Option<String> {
        self.separation.clone()
    }

    fn is_safe_to_copy(&self, side: Side) -> bool {
        self.copyable[side as usize]
    }

    fn parts(&self, first: AccessId, second: AccessId) -> Option<(ObjectId, ObjectId)> {
        let is_known = self.parts.contains(&(first, second));
        is_known.then_some((ObjectId(100), ObjectId(101)))
    }

    fn whole(&self, object: ObjectId) -> ObjectId {
        ObjectId(object.0 % 100)
    }

    fn is_checkable(&self, _: ObjectId, _: ObjectId) -> bool {
        self.checkable
    }

    fn saves_with_earlier(&self) -> bool {
        self.saves
    }

    fn first_exceeds(&self, iterations: u64) -> bool {
        self.facts[0].max_trip_count.is_some_and(|n| n > iterations)
    }

    fn is_carriable(&self, _: Carry, _: &BTreeSet<(ObjectId, ObjectId)>) -> bool {
        self.carriable
    }

    fn stores_a_choice(&self, store: AccessId) -> bool {
        self.choices.contains(&store)
    }

    fn is_count_checkable(&self) -> bool {
        self.checkable
    }

    fn copied_whole(&self) -> Option<u64> {
        Some(self.facts.iter().map(|facts| facts.instructions).sum())
    }

    fn copied_around(&self, _: Side) -> Option<u64> {
        self.copied_around
    }

    fn second_condition(&self) -> ConditionAt {
        self.second_condition
    }

    fn is_for_size(&self) -> bool {
        false
    }

    fn are_guards_checkable(&self) -> bool {
        false
    }

    fn guards(&self) -> GuardRelation {
        self.guards.clone()
    }

    fn is_own(&self, object: ObjectId) -> bool {
        self.is_temporary(object)
    }

    fn may_go(&self, object: ObjectId) -> bool {
        self.is_temporary(object)
    }

    fn is_temporary(&self, object: ObjectId) -> bool {
        self.temporaries.contains(&object.0)
    }

    fn is_by_rows(&self, object: ObjectId) -> bool {
        self.by_rows.contains(&object.0)
    }

    fn row_stores(&self, side: Side) -> BTreeSet<ObjectId> {
        self.row_stores[side as usize].clone()
    }

    fn tuned_for(&self) -> String {
        self.tuned_for.into()
    }

    fn carried_values(&self, side: Side) -> u64 {
        self.carried[side as usize]
    }

    fn registers(&self) -> u64 {
        self.registers
    }

    fn are_counts_known_before(&self) -> bool {
        self.known_before
    }

    fn count_difference(&self) -> Option<i64> {
        self.difference
    }

    fn objects_may_overlap(&self, first: Option<ObjectId>, second: Option<ObjectId>) -> bool {
        match (first, second) {
            (Some(a), Some(b)) => a == b || self.overlapping.contains(&(a.0, b.0)),
            _ => true,
        }
    }

    fn may_alias(&self, _: AccessId, _: AccessId) -> bool {
        true
    }

    fn is_one_place(&self, first: AccessId, second: AccessId) -> bool {
        self.one_place.contains(&(first, second))
    }

    fn strided(&self, first: AccessId, second: AccessId) -> Option<Strided> {
        let entry = self
            .strided
            .iter()
            .find(|(a, b, _)| (*a, *b) == (first, second));
        entry.map(|&(_, _, s)| s)
    }

    fn never_meet(&self, _: AccessId, _: AccessId) -> bool {
        false
    }

    fn disjoint_beyond(
        &self,
        first: AccessId,
        second: AccessId,
        mut shifts: RangeInclusive<u64>,
    ) -> Option<u64> {
        let known = self.disjoint_beyond.iter();
        let is = |s| {
            known
                .clone()
                .any(|&(a, b, least)| (a, b) == (first, second) && s >= least)
        };
        shifts.find(|&s| is(s))
    }

    fn disjoint_by_rows(
        &self,
        first: AccessId,
        second: AccessId,
        _: RangeInclusive<u64>,
    ) -> Option<(u64, Vec<MarginId>)> {
        let known = self
            .by_margins
            .iter()
            .find(|(a, b, _)| (*a, *b) == (first, second));
        known.map(|&(.., shift)| (shift, vec![MarginId(0)]))
    }

    fn walks(&self, side: Side) -> Vec<Walk> {
        self.walks[side as usize].clone()
    }

    fn narrow_subscripts(&self, side: Side) -> BTreeSet<u32> {
        self.narrow[side as usize].clone()
    }

    fn values_used(&self) -> Vec<(String, bool)> {
        let named = |name: &String| (name.clone(), false);
        self.values.iter().map(named).collect()
    }

    fn pieces(&self, _: Alignment) -> Vec<Piece> {
        self.pieces.clone()
    }

    fn vectorisable(&self, side: Side) -> Vectorisable {
        self.vectorisable[side as usize].clone()
    }

    fn what_stops_vectors(&self, side: Side) -> Option<String> {
        match self.vectorisable(side) {
            Vectorisable::No(reason) => Some(reason),
            _ => None,
        }
    }

    fn operations(&self, side: Side) -> Option<Operations> {
        Some(Operations {
            all: self.facts[side as usize].instructions,
            sums: self.sums[side as usize],
            products: self.products[side as usize],
        })
    }

    fn vector_bytes(&self) -> u64 {
        32
    }
}
