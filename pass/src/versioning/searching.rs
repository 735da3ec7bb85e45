//! Loops that search what a loop before them has made, and are left early where they find something.
//!
//! ```text
//!   for i in 0..n { a[i] = f(i) }
//!   for i in 0..n { if a[i] > limit { return i } }
//! ```
//!
//! Such a loop has no count, and cannot be fused. A copy of it has: it is left at its end only, and finds out whether the
//! loop itself would be left before. It is put in front of the loop, which then runs only if that is so:
//!
//! ```text
//!   for i in 0..n { a[i] = f(i) }
//!   for i in 0..n { any |= a[i] > limit }
//!   if any { for i in 0..n { if a[i] > limit { return i } } }
//! ```
//!
//! That is sound because:
//!
//! - The loop writes nothing, and all of it but its loads may run at any time. So it may run again, and its copy before it.
//! - Up to the iteration that leaves the loop, the copy computes what the loop does. If there is one, it finds it, and the
//!   loop runs. If there is none, both end with the same values.
//! - The copy has as many iterations as ScalarEvolution knows of the loop with all its exits: of one with a single exit it
//!   would take for granted that it ends, as for `i != n` that `i` does not step over `n`. Or it ends as the loop before it
//!   has ended, by the same comparison.
//! - What the copy computes behind that iteration is frozen, and decides nothing: something was found. What its
//!   instructions promise is dropped. What its addresses and its end are computed from outside the loop is no poison.
//! - The copy may load what the loop does not come to. A loop before it, which runs whenever it does, touches the same
//!   object before and behind that (or there) in all iterations, aligned as well: all between is part of the object.
//!   Neither it nor anything between the two may give that back.
//! - Where something is found that is none, the loop runs, and does what it does.
//!
//! The loops that are fused with the copy run in chunks, and without it once something is found: `pass/bridge/early_exit.cpp`.

use super::alternative::{Alternative, drop_search};
use crate::facts::eligible::is_left_alone;
use crate::facts::footprint::Objects;
use crate::facts::loops::{Surveyed, survey};
use crate::facts::pair::Pair;
use crate::facts::search::Search;
use crate::legality::oracle::{GuardRelation, PairOracle};
use crate::llvm::{Host, Loop, Opcode, Scev, Value, edit};
use crate::model::{LEFT_OVER, SEARCHED, Side};
use crate::rewrite::split::mark_nest;
use crate::testing::{Fault, lacks};
use rustc_hash::FxHashSet;

/// So many loops before a search are looked at.
const MOST_APART: usize = 4;

/// So many values are followed that say of others that they are defined.
const MOST_VALUES: usize = 64;

/// A search, and loops before it that may touch all that it reads, the nearest first.
pub struct Searching<'h> {
    l: Loop<'h>,
    search: Search<'h>,
    makers: Vec<Loop<'h>>,
}

impl<'h> Searching<'h> {
    /// The first one among siblings from some place on, which are given in program order, and that place.
    pub fn find(host: &'h Host, siblings: &[Loop<'h>], from: usize) -> Option<(Self, usize)> {
        (from.max(1)..siblings.len()).find_map(|at| {
            let l = siblings[at];
            let search = Search::find(host, l)?;
            if !l.is_simplified() || !l.is_lcssa(host) {
                return None;
            }
            let read = objects_of(host, l);
            let touches =
                |l: &Loop<'h>| !is_left_alone(*l) && !objects_of(host, *l).is_disjoint(&read);
            let before = siblings[..at].iter().rev().take(MOST_APART).copied();
            let makers: Vec<_> = before.filter(touches).collect();
            (!makers.is_empty()).then_some((Searching { l, search, makers }, at))
        })
    }

    /// Puts a counted copy before the search, if that may be.
    pub fn apply(self, host: &'h Host) -> Option<Alternative<'h>> {
        let Searching { l, search, makers } = self;
        let (copy, entry, is_counted) = host.count_search(l, &search.counting, &search.others);
        let begin = copy.preheader().expect("a copy has what the loop has");
        let version = Alternative::before(l, copy, begin, entry);
        edit::add_attribute(copy, SEARCHED);
        version.settle(host);
        let counted = survey(host, copy);
        let may_read = |maker: &Loop<'h>| {
            let ends = is_counted || copy.ends_like(host, *maker);
            ends && may_read(host, &survey(host, *maker), &counted)
        };
        if !makers.iter().any(may_read) {
            version.undo(host);
            return None;
        }
        Some(version)
    }
}

/// Lets loops that were fused with searches run in chunks, and counted copies go that were not fused, in a version for where a
/// check fails: with nothing else, as their mark says. True if there are any.
pub fn leave_early(host: &Host) -> bool {
    let is_marked = |l: &Loop<'_>| [SEARCHED, LEFT_OVER].iter().all(|a| l.has_attribute(a));
    let is_left = |l: &Loop<'_>| is_marked(l) && l.only_searches();
    let (left, others): (Vec<_>, Vec<_>) = host.innermost_loops().into_iter().partition(is_left);
    let mut changed = !left.is_empty();
    for l in left {
        drop_search(host, l);
    }
    for l in others {
        if let Some(rest) = host.search_in_chunks(l) {
            let chunks = l.parent().expect("chunks are iterations of a loop");
            edit::add_attribute(chunks, LEFT_OVER);
            mark_nest(host, rest.header());
            host.recalculate_dominators();
            changed = true;
        }
    }
    if changed {
        host.forget_dispositions();
        host.ir_changed();
    }
    changed
}

/// What a loop loads from and stores to.
fn objects_of<'h>(host: &'h Host, l: Loop<'h>) -> FxHashSet<Value<'h>> {
    let instructions = l
        .blocks()
        .into_iter()
        .flat_map(|block| block.instructions());
    let pointers = instructions.filter_map(|i| i.loaded_from().or_else(|| i.stored_to()));
    pointers
        .map(|pointer| host.underlying_object(pointer))
        .collect()
}

/// Instructions that a value is computed from in a loop, and values from outside.
fn computed_from<'h>(
    l: Loop<'h>,
    value: Value<'h>,
) -> (FxHashSet<Value<'h>>, FxHashSet<Value<'h>>) {
    let (mut inside, mut outside) = (FxHashSet::default(), FxHashSet::default());
    let mut rest = vec![value];
    while let Some(value) = rest.pop() {
        if !l.defines(value) {
            outside.insert(value);
        } else if inside.insert(value) {
            rest.extend(value.operands());
        }
    }
    (inside, outside)
}

/// Values that are defined if some others are: these would be poison or undefined with them.
fn defined_with<'h>(l: Loop<'h>, values: impl Iterator<Item = Value<'h>>) -> FxHashSet<Value<'h>> {
    let mut all = FxHashSet::default();
    let mut rest: Vec<_> = values.collect();
    while let Some(value) = rest.pop() {
        if all.len() == MOST_VALUES || !all.insert(value) {
            continue;
        }
        rest.extend(value.poisoned_by());
        if value.is_phi() && value.block() == Some(l.header()) {
            // In the first iteration.
            let begins = l.preheader();
            rest.extend(begins.and_then(|begin| value.incoming_from(begin)));
        }
    }
    all
}

/// Is a value neither poison nor undefined in front of an instruction, where others are not?
fn is_defined<'h>(
    host: &'h Host,
    value: Value<'h>,
    others: &FxHashSet<Value<'h>>,
    position: Value<'h>,
) -> bool {
    let is_known = |value: Value<'h>| {
        value.is_constant() || others.contains(&value) || host.is_defined(value, position)
    };
    let mut rest = vec![value];
    for _ in 0..MOST_VALUES {
        let Some(value) = rest.pop() else {
            return true;
        };
        if !is_known(value) {
            let operands = value.only_poisoned_by();
            if operands.is_empty() {
                return false;
            }
            rest.extend(operands);
        }
    }
    false
}

/// Bytes that an instruction touches in all iterations of a loop, which step by a constant.
struct Steps<'h> {
    object: Value<'h>,
    start: Scev<'h>,
    step: i64,
    bytes: i64,
    alignment: i64,
}

impl<'h> Steps<'h> {
    fn of(host: &'h Host, l: Loop<'h>, access: Value<'h>) -> Option<Self> {
        let (pointer, bytes) = host.access(access)?;
        let alignment = i64::from(access.alignment()?);
        let address = Scev::of(host, pointer)?.as_recurrence(host)?;
        (address.l == l).then_some(())?;
        Some(Steps {
            object: host.underlying_object(pointer),
            start: address.start,
            step: address.step.as_constant()?,
            bytes: i64::try_from(bytes).ok()?,
            alignment,
        })
    }

    /// How much before what another one touches this begins, and how much behind it this ends, if it has so many iterations
    /// more.
    fn beyond(&self, host: &'h Host, other: &Self, more: i64) -> Option<[i64; 2]> {
        if self.object != other.object || self.step != other.step {
            return None;
        }
        let first = other.start.minus(host, self.start)?.as_constant()?;
        // The other one is aligned as it says, as this is in all iterations.
        let is_aligned = self.alignment >= other.alignment && first % other.alignment == 0;
        if !is_aligned || self.step % other.alignment != 0 {
            return None;
        }
        let longer = self.step.checked_mul(more)?;
        let (before, behind) = (first, longer.checked_sub(first)?);
        let wider = self.bytes - other.bytes;
        match self.step {
            0.. => Some([before, behind.checked_add(wider)?]),
            _ => Some([behind.checked_neg()?, wider.checked_sub(first)?]),
        }
    }
}

/// May all of a counted search be read whenever another loop has run before it?
fn may_read<'h>(host: &'h Host, maker: &Surveyed<'h>, counted: &Surveyed<'h>) -> bool {
    let objects = Objects::default();
    let pair = Pair::new(host, maker, counted, &objects);
    let Some(more) = pair.count_difference() else {
        return false;
    };
    let Ok(between) = &pair.between else {
        return false;
    };
    let runs = matches!(
        pair.guards(),
        GuardRelation::Equivalent | GuardRelation::Implies(Side::Second)
    );
    let may_free = |i: Value<'h>| {
        let is_call = matches!(i.opcode(), Some(Opcode::LLVMCall | Opcode::LLVMInvoke));
        let effects = host.effects(i);
        is_call && !effects.is_harmless() && effects.writes()
    };
    let mut parts = between
        .parts()
        .into_iter()
        .flat_map(|(part, _)| part.instructions());
    if !runs || parts.any(may_free) || maker.memory.iter().any(|i| may_free(*i)) {
        return false;
    }
    let (l, search) = (maker.l, counted.l);
    let Some((latch, before)) = l.latch().zip(search.preheader()) else {
        return false;
    };
    let always = |i: &&Value<'h>| i.block().is_some_and(|block| host.dominates(block, latch));
    let accesses = || maker.memory.iter().filter(always);
    let touched: Vec<_> = accesses().filter_map(|i| Steps::of(host, l, *i)).collect();
    let pointers = accesses().filter_map(|i| i.loaded_from().or_else(|| i.stored_to()));
    let defined = defined_with(l, pointers.chain(latch.terminator().branch_condition()));
    let is_defined = |value: &Value<'h>| is_defined(host, *value, &defined, before.terminator());
    let is_safe = |value: Value<'h>| {
        let (inside, outside) = computed_from(search, value);
        inside.iter().all(|i| i.loaded_from().is_none()) && outside.iter().all(is_defined)
    };
    let is_readable = |load: &Value<'h>| {
        let Some(steps) = Steps::of(host, search, *load) else {
            return false;
        };
        let beyond: Vec<_> = touched
            .iter()
            .filter_map(|t| t.beyond(host, &steps, more))
            .collect();
        load.loaded_from().is_some_and(is_safe)
            && [0, 1]
                .into_iter()
                .all(|end| beyond.iter().any(|by| by[end] >= 0))
    };
    let end = search
        .latch()
        .and_then(|latch| latch.terminator().branch_condition());
    let reads = |load| lacks(Fault::SearchReads) || is_readable(load);
    end.is_some_and(is_safe) && counted.memory.iter().all(reads)
}
