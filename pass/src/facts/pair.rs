//! LLVM's answers about a pair of sibling loops.

use super::between::{self, Between, Part};
use super::bounds::bounds;
use super::footprint::{Footprint, Objects, Site, all_objects, the_object};
use super::guards::Guard;
use super::loads_ahead::loads_ahead;
use super::locals::{is_by_rows, is_temporary};
use super::loops::Surveyed;
use super::modular::Modular;
use super::parts;
use super::pieces::{Crossed, Pieces};
use super::ranges::{self, Range};
use super::region::{Region, is_safe_to_copy};
use super::row_stores::row_stores;
use super::walks::walks;
use crate::legality::Carry;
use crate::legality::alignment::{Alignment, Remainder};
use crate::legality::distance::Strided;
use crate::legality::movability::{Piece, Zone};
use crate::legality::oracle::{ConditionAt, GuardRelation, PairOracle};
use crate::llvm::{Block, Host, Loop, Scev, Value};
use crate::model::{
    Access, AccessId, LoopFacts, MarginId, ObjectId, Operations, Side, Vectorisable, Walk,
};
use crate::testing::{Fault, lacks};
use rustc_hash::FxHashMap;
use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

/// Two sibling loops, surveyed, and what lies between them.
pub struct Pair<'a, 'h> {
    pub(crate) host: &'h Host,
    /// The loop that runs first.
    pub first: &'a Surveyed<'h>,
    /// The loop that runs second.
    pub second: &'a Surveyed<'h>,
    /// The blocks between, if the loops are adjacent.
    pub between: Result<Between<'h>, String>,
    objects: &'a Objects<'h>,
    overlaps: RefCell<BTreeMap<(ObjectId, ObjectId), bool>>,
    count_difference: OnceCell<Option<i64>>,
    /// The code between, with what it crosses if it goes behind only so many iterations of the second loop.
    pieces: RefCell<FxHashMap<Option<Scev<'h>>, Vec<Piece>>>,
    /// Where a run-time check would stand, if not in front of these two.
    top: Option<Block<'h>>,
    /// A run-time check in front of these two says that the first one has more
    /// iterations than that.
    pub(crate) exceeds: Option<u64>,
    /// A loop before these two, which they are to be fused with, touches what the second one does.
    saves: bool,
}

impl<'a, 'h> Pair<'a, 'h> {
    /// Pairs two siblings in program order. Both have a canonical structure.
    pub fn new(
        host: &'h Host,
        first: &'a Surveyed<'h>,
        second: &'a Surveyed<'h>,
        objects: &'a Objects<'h>,
    ) -> Self {
        Pair::within(host, [first, second], objects, between::MOST_INSTRUCTIONS)
    }

    /// The same, of loops that are siblings as long as no more instructions lie between them. Those of loops that lie
    /// there count, too.
    pub fn within(
        host: &'h Host,
        [first, second]: [&'a Surveyed<'h>; 2],
        objects: &'a Objects<'h>,
        most: usize,
    ) -> Self {
        let between = match (&first.shape, &second.shape) {
            (Some(a), Some(b)) => Between::within(host, a, b, most),
            _ => Err("one of the loops is no candidate".into()),
        };
        Pair {
            host,
            first,
            second,
            between,
            objects,
            overlaps: RefCell::default(),
            count_difference: OnceCell::new(),
            pieces: RefCell::default(),
            top: None,
            exceeds: None,
            saves: false,
        }
    }

    /// The same pair, to be fused with loops before it, of which one may touch what the second loop does.
    pub fn known_to_save(self, saves: bool) -> Self {
        Pair { saves, ..self }
    }

    /// The same pair, whose first loop has more iterations than that.
    pub fn known_to_exceed(self, exceeds: Option<u64>) -> Self {
        Pair { exceeds, ..self }
    }

    /// The same pair, where a check that serves more loops stands at the end of a block
    /// before all of them.
    pub fn checked_at(self, top: Block<'h>) -> Self {
        Pair {
            top: Some(top),
            ..self
        }
    }

    /// What the second loop uses of the first one's results: as it is used, and as it is computed.
    fn results_used(&self) -> impl Iterator<Item = (Value<'h>, Value<'h>)> {
        let blocks = self.second.l.blocks().into_iter();
        let operands = blocks
            .flat_map(Block::instructions)
            .flat_map(|user| user.operands().map(move |used| (user, used)));
        operands.filter(|(_, used)| {
            let between = self.between.as_ref();
            between.is_ok_and(|between| self.first.l.defines(between.resolve_if_run(*used)))
        })
    }

    /// The back-edge counts of both loops, if they can be computed before them.
    pub(crate) fn counts(&self) -> Option<[Scev<'h>; 2]> {
        let position = self.first.shape.as_ref()?.preheader.terminator();
        let count = |l: Loop<'h>| {
            let count = l.wide_backedge_count(self.host)?;
            self.host.is_expandable(count, position).then_some(count)
        };
        Some([count(self.first.l)?, count(self.second.l)?])
    }

    /// What of the second loop goes first in the fused one.
    pub(crate) fn ahead(&self) -> Vec<Value<'h>> {
        if !self.are_innermost() {
            return vec![];
        }
        let loops = [self.first, self.second];
        loads_ahead(self.host, loops, self.objects, self.keep_scopes())
    }

    /// The ranges of an access of each of two loops, as wide in every iteration.
    fn rectangular(
        &self,
        sites: [Site<'h>; 2],
        loops: [Loop<'h>; 2],
    ) -> Option<(Range<'h>, Range<'h>)> {
        let wide = |at: usize| {
            let range = sites[at].range(self.host, self.objects)?;
            range.rectangular(self.host, loops[at])
        };
        wide(0).zip(wide(1))
    }

    /// A shift beyond which an access of a loop is apart from one of another loop, by what either touches in an
    /// iteration.
    fn apart_beyond(
        &self,
        sites: [Site<'h>; 2],
        loops: [Loop<'h>; 2],
        shifts: RangeInclusive<u64>,
    ) -> Option<u64> {
        let ranges = self.ranges(sites);
        let entered = self.entered(sites);
        let of_ranges = |a: Range<'h>, b: Range<'h>, shifts: RangeInclusive<u64>| {
            Some((a.disjoint_beyond(self.host, &b, shifts, &entered)?, ()))
        };
        let by_ranges = |shifts| of_ranges(ranges[0]?, ranges[1]?, shifts);
        let by_wide_ranges = |shifts| {
            let (a, b) = self.rectangular(sites, loops)?;
            let is_new = [Some(a), Some(b)] != ranges;
            is_new.then(|| of_ranges(a, b, shifts))?
        };
        let by_integers = |shifts| {
            let mut reaches = self.objects.reaches(self.host);
            let accesses = sites.map(|site| site.instruction);
            Some((reaches.disjoint_beyond(accesses, loops, shifts)?, ()))
        };
        let found = least(shifts, &[&by_ranges, &by_wide_ranges, &by_integers]);
        found.map(|(shift, ())| shift)
    }

    /// A number of iterations, of these, so that the second loop touches nothing by an access in an iteration that lies
    /// farther behind the one in which the first loop touched it.
    pub(crate) fn reaches_back(
        &self,
        first: AccessId,
        second: AccessId,
        iterations: RangeInclusive<u64>,
    ) -> Option<u64> {
        let [first, second] = self.sites(first, second);
        let loops = [self.second.l, self.first.l];
        self.apart_beyond([second, first], loops, iterations)
    }

    /// All code from before the first loop to behind the second one.
    fn region(&self) -> Option<Region<'h>> {
        let guards = self.between.as_ref().ok()?.guards.as_ref();
        let (guard0, guard1) = (guards.map(|g| &g.0), guards.map(|g| &g.1));
        Region::find(self.host, (self.first, guard0), (self.second, guard1))
    }

    /// The loads that a carried value replaces: all of the second loop that read the same
    /// place. None if it may not be carried, even if objects are `apart`.
    pub(crate) fn carried_loads(
        &self,
        carry: Carry,
        apart: &BTreeSet<(ObjectId, ObjectId)>,
    ) -> Option<Vec<Value<'h>>> {
        let host = self.host;
        let [store, load] = self
            .sites(carry.store, carry.load)
            .map(|site| site.instruction);
        if !self.are_innermost() {
            return None;
        }
        let (first, second) = (self.first.l, self.second.l);
        let always =
            |l: Loop<'h>, v: Value<'h>| host.dominates(v.block()?, l.latch()?).then_some(());
        always(first, store)?;
        let stored = store.stored_value()?;
        let place = Scev::of(host, load.loaded_from()?)?;
        let reads_place = |v: &Value<'h>| {
            let pointer = v.loaded_from();
            pointer.is_some_and(|p| Scev::of(host, p) == Some(place))
        };
        let memory = |side| self.side(side).memory.iter().copied();
        let loads: Vec<_> = memory(Side::Second).filter(reads_place).collect();
        for load in &loads {
            always(second, *load)?;
        }
        let has_type = loads.iter().all(|load| load.has_type_of(stored));
        let object = self.accesses(Side::Second)[carry.load].object;
        let is_apart = |write: Value<'h>| {
            let both = object.zip(the_object(host, write, self.objects));
            both.is_some_and(|(a, b)| {
                apart.contains(&(a.min(b), a.max(b))) || self.objects.are_disjoint(host, a, b)
            })
        };
        let mut writes = memory(Side::First).chain(memory(Side::Second)).filter(|v| {
            let effects = host.effects(*v);
            *v != store && effects.writes() && !is_apart(*v)
        });
        let is_written = writes.any(|w| host.may_conflict(w, load, self.keep_scopes()))
            && !lacks(Fault::CarriedPlace);
        (has_type && !is_written && !loads.is_empty()).then_some(loads)
    }

    /// What condition `b` is if condition `a` has a value.
    fn implied(&self, a: Value<'h>, b: Value<'h>, a_true: bool) -> Option<bool> {
        if a == b {
            return Some(a_true);
        }
        if let Some(same) = self.host.condition_same(a, b) {
            return Some(same == a_true);
        }
        self.host.condition_implies(a, b, a_true)
    }

    /// Whether a second loop runs where a first one does, if that is known.
    fn second_runs_with(&self, guard0: &Guard<'h>, guard1: &Guard<'h>) -> Option<bool> {
        let second = self.implied(guard0.condition, guard1.condition, guard0.runs_if)?;
        Some(second == guard1.runs_if)
    }

    /// The block at whose end a run-time check may stand, unless there was one already.
    fn check_at(&self) -> Option<Block<'h>> {
        let is_versioned = self.first.is_versioned || self.second.is_versioned;
        if is_versioned || self.host.is_for_size() {
            return None;
        }
        self.top.or_else(|| self.region().map(|region| region.top))
    }

    fn side(&self, side: Side) -> &'a Surveyed<'h> {
        match side {
            Side::First => self.first,
            Side::Second => self.second,
        }
    }

    fn footprint(&self, side: Side) -> &Footprint<'h> {
        self.side(side).footprint(self.host, self.objects)
    }

    fn is_one_object(&self, first: AccessId, second: AccessId) -> bool {
        let objects = [(Side::First, first), (Side::Second, second)]
            .map(|(side, access)| self.accesses(side)[access].object);
        objects[0].is_some() && objects[0] == objects[1]
    }

    pub(crate) fn sites(&self, first: AccessId, second: AccessId) -> [Site<'h>; 2] {
        [(Side::First, first), (Side::Second, second)]
            .map(|(side, access)| self.footprint(side).sites[access])
    }

    fn loops(&self) -> [Loop<'h>; 2] {
        [self.first.l, self.second.l]
    }

    /// What two accesses touch in an iteration, where known.
    fn ranges(&self, sites: [Site<'h>; 2]) -> [Option<Range<'h>>; 2] {
        sites.map(|site| site.range(self.host, self.objects))
    }

    /// Loops that are entered if two accesses are made: those of the pair, and the
    /// innermost ones around the accesses. What any entry implies for numbers that do not
    /// change in the pair's loops holds for all their iterations.
    fn entered(&self, sites: [Site<'h>; 2]) -> Vec<Loop<'h>> {
        let mut entered = self.loops().to_vec();
        let blocks = sites.map(|site| site.instruction.block());
        let inner = blocks.into_iter().flatten();
        let inner = inner.filter_map(|block| self.host.innermost_loop(block));
        let inner: Vec<_> = inner.filter(|l| !entered.contains(l)).collect();
        entered.extend(inner);
        entered
    }

    /// Two accesses whose narrow subscripts may wrap around.
    fn strided_modulo(&self, sites: [Site<'h>; 2]) -> Option<Strided> {
        let form = |at: usize| {
            let (pointer, bytes) = self.host.access(sites[at].instruction)?;
            let address = Scev::of(self.host, pointer)?;
            Some((Modular::find(self.host, self.loops()[at], address)?, bytes))
        };
        let ((a, first), (b, second)) = form(0).zip(form(1))?;
        let counts = [self.first, self.second].map(|s| s.facts.max_trip_count);
        a.strided(self.host, &b, [first, second], [counts[0]?, counts[1]?])
    }

    /// A shift beyond which two accesses are disjoint, and what must not be negative for that, of which it is known or
    /// can be asked.
    fn rows_disjoint_beyond(
        &self,
        sites: [Site<'h>; 2],
        shifts: RangeInclusive<u64>,
        is_known: &dyn Fn(&Scev<'h>) -> bool,
    ) -> Option<(u64, Vec<Scev<'h>>)> {
        let by_ranges = |shifts: RangeInclusive<u64>| {
            let (a, b) = self.rectangular(sites, self.loops())?;
            let entered = self.entered(sites);
            let margins = [&a, &b].map(|range| range.margin(self.host, &entered));
            let mut margins = margins.into_iter().flatten().filter(is_known);
            margins.find_map(|margin| {
                let shift = a.disjoint_if(self.host, &b, shifts.clone(), &entered, Some(margin))?;
                Some((shift, vec![margin]))
            })
        };
        let by_integers = |shifts| {
            let loops = self.loops();
            let mut reaches = self.objects.reaches(self.host);
            let accesses = sites.map(|site| site.instruction);
            let found = reaches.disjoint_by_rows(accesses, loops, shifts);
            found.filter(|(_, margins)| margins.iter().all(is_known))
        };
        least(shifts, &[&by_ranges, &by_integers])
    }

    /// Equal modulo the counts' width is equal; any other difference must not
    /// have wrapped around.
    fn find_count_difference(&self) -> Option<i64> {
        let host = self.host;
        let count0 = self.first.l.backedge_count(host)?;
        let count1 = self.second.l.backedge_count(host)?;
        for entered in [self.second.l, self.first.l] {
            let difference = count0
                .guarded_difference(host, count1, entered)
                .and_then(Scev::as_constant);
            let Some(difference) = difference else {
                continue;
            };
            let longer = if difference > 0 { count0 } else { count1 };
            if difference == 0 || longer.is_at_least(host, difference.unsigned_abs(), entered) {
                return Some(difference);
            }
        }
        None
    }

    /// Alias scopes count only where none is declared for single iterations.
    pub(crate) fn keep_scopes(&self) -> bool {
        !self.first.declares_scopes && !self.second.declares_scopes
    }
}

impl<'h> PairOracle for Pair<'_, 'h> {
    fn facts(&self, side: Side) -> &LoopFacts {
        &self.side(side).facts
    }

    fn accesses(&self, side: Side) -> &[Access] {
        &self.footprint(side).accesses
    }

    fn separation(&self) -> Option<String> {
        self.between.as_ref().err().cloned()
    }

    fn are_guards_checkable(&self) -> bool {
        let Some(top) = self.check_at() else {
            return false;
        };
        let guards = self.between.as_ref().ok().and_then(|b| b.guards.as_ref());
        guards.is_some_and(|(a, b)| {
            let position = top.terminator();
            let may_be_asked = |g: &Guard<'_>| {
                !g.condition.is_constant() && self.host.is_computable(g.condition, position)
            };
            may_be_asked(a) && may_be_asked(b) && self.second_runs_with(a, b) != Some(false)
        })
    }

    /// Guards are equivalent if they are one condition, if ScalarEvolution finds
    /// the same comparison, or if each loop's being entered decides that the other
    /// is. Both are evaluated in the program as it stands, so neither is poison.
    /// Where only one decides the other, it is the stronger one.
    fn guards(&self) -> GuardRelation {
        let Ok(Between {
            guards: Some((guard0, guard1)),
            ..
        }) = &self.between
        else {
            return GuardRelation::Equivalent;
        };
        let (a, b) = (guard0.condition, guard1.condition);
        let implied = |a_true: bool| self.implied(a, b, a_true);
        // What holds where one of the loops is entered decides the other's condition.
        let runs_with = |entered: &Guard<'_>, other: &Guard<'_>| {
            self.host
                .condition_at(other.condition, entered.head.first())
                == Some(other.runs_if)
        };
        let margin = self
            .host
            .condition_margin((a, guard0.runs_if), (b, guard1.runs_if));
        let run = margin.is_some_and(|m| m <= 0)
            || self.second_runs_with(guard0, guard1) == Some(true)
            || runs_with(guard0, guard1);
        let skip = margin.is_some_and(|m| m >= 0)
            || implied(!guard0.runs_if) == Some(!guard1.runs_if)
            || runs_with(guard1, guard0);
        // A loop that always or never runs has no condition to choose a version by.
        let is_known = a.is_constant() || b.is_constant();
        match (run, skip) {
            (true, true) => return GuardRelation::Equivalent,
            _ if is_known => {}
            (true, false) => return GuardRelation::Implies(Side::First),
            (false, true) => return GuardRelation::Implies(Side::Second),
            (false, false) => {}
        }
        let words = |condition: Value<'_>, runs_if: bool| {
            let text = condition.condition_text();
            if runs_if { text } else { format!("not {text}") }
        };
        GuardRelation::Different {
            first: words(a, guard0.runs_if),
            second: words(b, guard1.runs_if),
        }
    }

    fn second_condition(&self) -> ConditionAt {
        let Ok(between) = &self.between else {
            return ConditionAt::Late;
        };
        let Some((_, guard1)) = &between.guards else {
            return ConditionAt::Before;
        };
        let condition = guard1.condition;
        let is_of = |(part, _): &(Part<'_>, Zone)| part.instructions().contains(&condition);
        if let Some(n) = between.parts().iter().position(is_of) {
            return ConditionAt::Piece(n);
        }
        let is_between = |block| between.blocks().any(|b| b == block);
        if condition.block().is_some_and(is_between) || self.first.l.defines(condition) {
            ConditionAt::Late
        } else {
            ConditionAt::Before
        }
    }

    fn is_for_size(&self) -> bool {
        self.host.is_for_size()
    }

    fn count_difference(&self) -> Option<i64> {
        let find = || self.find_count_difference();
        *self.count_difference.get_or_init(find)
    }

    fn are_counts_known_before(&self) -> bool {
        self.counts().is_some()
    }

    fn objects_may_overlap(&self, first: Option<ObjectId>, second: Option<ObjectId>) -> bool {
        let (Some(a), Some(b)) = (first, second) else {
            return true;
        };
        if a == b {
            return true;
        }
        *self
            .overlaps
            .borrow_mut()
            .entry((a, b))
            .or_insert_with(|| !self.objects.are_disjoint(self.host, a, b))
    }

    fn may_alias(&self, first: AccessId, second: AccessId) -> bool {
        let [a, b] = self.sites(first, second);
        self.host
            .may_conflict(a.instruction, b.instruction, self.keep_scopes())
    }

    fn strided(&self, first: AccessId, second: AccessId) -> Option<Strided> {
        let sites = self.sites(first, second);
        match self.ranges(sites) {
            [Some(a), Some(b)] => a.strided(self.host, &b),
            [None, None] if self.is_one_object(first, second) => self.strided_modulo(sites),
            _ => None,
        }
    }

    fn is_one_place(&self, first: AccessId, second: AccessId) -> bool {
        let [a, b] = self.ranges(self.sites(first, second));
        let ends = |range: Range<'h>| (range.low, range.high);
        a.is_some() && a.map(ends) == b.map(ends)
    }

    fn never_meet(&self, first: AccessId, second: AccessId) -> bool {
        let sites = self.sites(first, second);
        let [a, b] = self.ranges(sites);
        let both = a.zip(b);
        both.is_some_and(|(a, b)| ranges::never_meet(self.host, &a, &b, &self.entered(sites)))
            // What is some elements apart in each iteration is in one part of the object.
            || self.is_one_object(first, second) && self.strided(first, second).is_none() && {
                let loops = self.loops();
                let mut reaches = self.objects.reaches(self.host);
                reaches.never_meet(sites.map(|site| site.instruction), loops)
            }
    }

    fn disjoint_beyond(
        &self,
        first: AccessId,
        second: AccessId,
        shifts: RangeInclusive<u64>,
    ) -> Option<u64> {
        let sites = self.sites(first, second);
        let loops = self.loops();
        let by_rows = |shifts| {
            let entered = self.entered(sites);
            let is_known = |margin: &Scev<'h>| {
                let mut entered = entered.iter();
                entered.any(|l| margin.is_nonnegative(self.host, *l))
            };
            self.rows_disjoint_beyond(sites, shifts, &is_known)
        };
        let by_themselves = |shifts| Some((self.apart_beyond(sites, loops, shifts)?, Vec::new()));
        let found = least(shifts, &[&by_themselves, &by_rows]);
        found.map(|(shift, _)| shift)
    }

    fn disjoint_by_rows(
        &self,
        first: AccessId,
        second: AccessId,
        shifts: RangeInclusive<u64>,
    ) -> Option<(u64, Vec<MarginId>)> {
        let position = self.check_at()?.terminator();
        let sites = self.sites(first, second);
        let is_known = |margin: &Scev<'h>| self.host.is_expandable(*margin, position);
        let (shift, margins) = self.rows_disjoint_beyond(sites, shifts, &is_known)?;
        let margins = margins
            .into_iter()
            .map(|margin| self.objects.margin(margin));
        Some((shift, margins.collect()))
    }

    fn narrow_subscripts(&self, side: Side) -> BTreeSet<u32> {
        let l = self.side(side).l;
        let sites = self.footprint(side).sites.iter();
        let pointers = sites.filter_map(|site| self.host.access(site.instruction));
        let subscripts = pointers.flat_map(|(pointer, _)| l.narrow_subscripts(self.host, pointer));
        subscripts.chain(l.narrow_counters(self.host)).collect()
    }

    fn values_used(&self) -> Vec<(String, bool)> {
        let mut all: Vec<(String, bool)> = Vec::new();
        for (user, used) in self.results_used() {
            let name = used.label();
            let starts = user.is_phi() && user.block() == Some(self.second.l.header());
            match all.iter_mut().find(|(known, _)| *known == name) {
                Some((_, only_starts)) => *only_starts &= starts,
                None => all.push((name, starts)),
            }
        }
        all
    }

    fn pieces(&self, alignment: Alignment) -> Vec<Piece> {
        let Ok(between) = &self.between else {
            return vec![];
        };
        let host = self.host;
        // What runs with the loops goes before the rest of the second one.
        let until = |shift: u64| {
            let count = self.first.l.wide_backedge_count(host)?;
            count.offset(host, -i64::try_from(shift).ok()?)
        };
        let last = match alignment.remainder {
            Remainder::Of(Side::Second, _) => until(alignment.shift),
            _ => None,
        };
        let crossed = |side: Side, last| Crossed {
            l: self.side(side).l,
            memory: &self.side(side).memory,
            last,
        };
        let both = [crossed(Side::First, None), crossed(Side::Second, last)];
        let find = || Pieces::new(host, both, between, self.objects, self.keep_scopes()).collect();
        let mut known = self.pieces.borrow_mut();
        known.entry(last).or_insert_with(find).clone()
    }

    /// Where these are accessed costs far more to find out.
    fn objects(&self, side: Side) -> BTreeSet<ObjectId> {
        let memory = self.side(side).memory.iter();
        let objects = memory.flat_map(|i| all_objects(self.host, *i, self.objects));
        objects.collect()
    }

    fn is_safe_to_copy(&self, side: Side) -> bool {
        self.side(side).l.is_safe_to_clone()
    }

    fn copied_around(&self, side: Side) -> Option<u64> {
        let between = self.between.as_ref().ok()?;
        let (guard0, guard1) = between.guards.as_ref()?;
        let lines = [&guard0.head, &guard1.tail];
        let has_side_region = lines.iter().any(|line| !line.side_regions.is_empty());
        if has_side_region || !between.side_regions.is_empty() {
            return None;
        }
        let guard = match side {
            Side::First => guard0,
            Side::Second => guard1,
        };
        let blocks = guard
            .head
            .blocks
            .iter()
            .chain(&guard.tail.blocks)
            .chain(&between.always);
        let mut count = 0;
        for instruction in blocks.flat_map(|b| b.instructions()) {
            if !is_safe_to_copy(self.host, instruction) {
                return None;
            }
            count += u64::from(!instruction.is_phi());
        }
        Some(count)
    }

    fn parts(&self, first: AccessId, second: AccessId) -> Option<(ObjectId, ObjectId)> {
        let [a, b] = self.sites(first, second);
        let whole = self.accesses(Side::First)[first].object?;
        let is_one = self.accesses(Side::Second)[second].object == Some(whole);
        let sites = [(a, self.first.l), (b, self.second.l)];
        let both = || parts::expected_apart(self.host, self.objects, whole, sites);
        is_one.then(both).flatten()
    }

    fn whole(&self, object: ObjectId) -> ObjectId {
        self.objects.whole(object)
    }

    fn is_checkable(&self, first: ObjectId, second: ObjectId) -> bool {
        let Some(top) = self.check_at().filter(|_| self.keep_scopes()) else {
            return false;
        };
        let both = [self.first, self.second];
        let position = top.terminator();
        let is_bounded =
            |object| bounds(self.host, &both, self.objects, object, position).is_some();
        is_bounded(first) && is_bounded(second)
    }

    fn saves_with_earlier(&self) -> bool {
        self.saves
    }

    fn first_exceeds(&self, iterations: u64) -> bool {
        let count = self.first.l.backedge_count(self.host);
        let loops = self.loops();
        let known = |c: Scev<'_>| {
            loops
                .iter()
                .any(|l| c.is_at_least(self.host, iterations, *l))
        };
        self.exceeds.is_some_and(|n| n >= iterations) || count.is_some_and(known)
    }

    fn is_carriable(&self, carry: Carry, apart: &BTreeSet<(ObjectId, ObjectId)>) -> bool {
        self.carried_loads(carry, apart).is_some()
    }

    fn stores_a_choice(&self, store: AccessId) -> bool {
        let site = &self.footprint(Side::First).sites[store];
        let l = self.first.l;
        let stored = site.instruction.stored_value();
        stored.is_some_and(|v| v.is_phi() && l.defines(v) && v.block() != Some(l.header()))
    }

    fn is_count_checkable(&self) -> bool {
        let count = self.first.l.backedge_count(self.host);
        let may_compute = |c: Scev<'_>| {
            let top = self.check_at()?;
            Some(self.host.is_expandable(c, top.terminator()))
        };
        count.and_then(may_compute) == Some(true)
    }

    fn copied_whole(&self) -> Option<u64> {
        self.region()?.size(self.host)
    }

    fn vectorisable(&self, side: Side) -> Vectorisable {
        self.side(side).vectorisable(self.host, self.objects)
    }

    fn what_stops_vectors(&self, side: Side) -> Option<String> {
        let surveyed = self.side(side);
        let stops = || surveyed.what_stops_vectors(self.host);
        surveyed.facts.is_innermost.then(stops).flatten()
    }

    fn operations(&self, side: Side) -> Option<Operations> {
        self.side(side).l.operations(self.host)
    }

    fn is_by_rows(&self, object: ObjectId) -> bool {
        let around = self.first.l.parent();
        let memory = self.objects.value(object);
        around.is_some_and(|around| is_by_rows(self.host, memory, around))
    }

    fn is_own(&self, object: ObjectId) -> bool {
        self.objects.is_private(self.host, object)
    }

    fn may_go(&self, object: ObjectId) -> bool {
        self.is_own(object) || self.host.is_own_static(self.objects.value(object))
    }

    fn is_temporary(&self, object: ObjectId) -> bool {
        let loops = self.loops();
        is_temporary(self.host, self.objects.value(object), loops)
    }

    fn row_stores(&self, side: Side) -> BTreeSet<ObjectId> {
        row_stores(self.host, self.side(side), self.objects)
    }

    fn walks(&self, side: Side) -> Vec<Walk> {
        walks(self.host, self.side(side), self.objects)
    }

    fn tuned_for(&self) -> String {
        self.host.tuned_for()
    }

    fn carried_values(&self, side: Side) -> u64 {
        self.side(side).carried_values(self.host)
    }

    fn registers(&self) -> u64 {
        let is_vector = |side| {
            let is_vectorised = matches!(
                self.vectorisable(side),
                Vectorisable::Yes { .. } | Vectorisable::IfApart(_)
            );
            is_vectorised || self.facts(side).carries_floats
        };
        let both = is_vector(Side::First) && is_vector(Side::Second);
        u64::from(self.host.registers(both))
    }

    fn vector_bytes(&self) -> u64 {
        u64::from(self.host.vector_bits() / 8)
    }
}

/// A way to find a shift, of some, that is enough, and what that takes.
type Way<'w, M> = &'w dyn Fn(RangeInclusive<u64>) -> Option<(u64, M)>;

/// The least of some shifts that is found in one of several ways: one that is asked later is asked for less.
fn least<M>(shifts: RangeInclusive<u64>, ways: &[Way<'_, M>]) -> Option<(u64, M)> {
    let (first, mut last) = shifts.into_inner();
    let mut least = None;
    for way in ways {
        let Some(found) = way(first..=last) else {
            continue;
        };
        let less = found.0.checked_sub(1).filter(|less| *less >= first);
        least = Some(found);
        match less {
            Some(less) => last = less,
            None => break,
        }
    }
    least
}
