//! Nests over rows without gaps, as pixels of a few channels or points in space are:
//!
//! ```text
//!   for i in 0..n: for k in 0..3: b[i * 3 + k] = f(a[i * 3 + k])
//! ```
//!
//! Such a nest does the same for all elements, one after the other. As one loop over them it is fused with others like
//! any loop, and vectors need no rows. Alone, LLVM's vectoriser makes that of it, too; of a fused nest, whose rows hand
//! values on, it does not. Measured with three loops over rows of three and four chars to doubles: 0.2 to 0.9 of the
//! speed of the loops alone in the first-level cache as nests, 0.9 to 1.3 as loops over all elements.
//!
//! A loop that does the same for the few elements of a row, one after the other, is such a nest, too ([`lanes`](super::lanes)).
//!
//! Where a loop reads what another one wrote some rows before or behind, nests stay: values would be handed on over a
//! whole row, and no vector is stored as it is loaded.
//!
//! **Same iterations, same order.** Iteration `k` of the inner loop in iteration `i` of the outer one becomes iteration
//! `m = i * length + k`. All that depends on a counter is the place of elements, and ScalarEvolution says that this is
//! `begin + i * length * bytes + k * bytes`, modulo the size of all addresses: `begin + m * bytes`. The nest
//! holds no other loops, no conditions, no values carried on or used behind it.
//!
//! **No count overflows.** Each iteration ends, and accesses an element of one object. No object is as large as half of all
//! addresses, and no element is touched twice before all addresses are used up: so are there fewer iterations than half
//! of all addresses.

use super::lanes::Lanes;
use crate::candidate;
use crate::facts::hazards::hazard;
use crate::facts::loops::survey;
use crate::llvm::{Block, Element, Host, Loop, Recurrence, Scev, Value};
use crate::model::{FUSED, OF_ROWS};
use crate::testing::{Fault, lacks};
use rustc_hash::{FxHashMap, FxHashSet};

/// Rows that fill so many vectors of the target are fused as they are.
const VECTORS: u64 = 2;

/// A nest that does the same for all elements of its arrays.
pub struct Dense<'h> {
    /// The loop over rows.
    pub outer: Loop<'h>,
    /// The loop within, which stays.
    pub inner: Loop<'h>,
    /// How many iterations both have.
    pub count: Scev<'h>,
    /// All that depends on counters.
    pub elements: Vec<Element<'h>>,
    /// What is done for the first element of a row, and the same for another one.
    pub equal: Vec<(Value<'h>, Value<'h>)>,
    /// How many iterations the inner loop has.
    length: u64,
}

impl<'h> Dense<'h> {
    /// Those of some siblings, given in program order, that stand beside loops over as long rows, or over all elements.
    pub fn find_all(host: &'h Host, siblings: &[Loop<'h>]) -> Vec<Self> {
        let mut all: Vec<_> = siblings.iter().map(|l| Dense::find(host, *l)).collect();
        let fit = |all: &[Option<Self>], at: usize| match [&all[at], &all[at + 1]] {
            [Some(a), Some(b)] => a.length == b.length,
            [Some(dense), None] => dense.is_as_long_as(host, siblings[at + 1]),
            [None, Some(dense)] => dense.is_as_long_as(host, siblings[at]),
            [None, None] => false,
        };
        // To find out what LLVM unrolls takes longest: only those with partners are asked.
        for at in 0..all.len() {
            if at > 0 && fit(&all, at - 1) || at + 1 < all.len() && fit(&all, at) {
                all[at] = all[at].take().filter(|dense| dense.is_unrolled(host));
            }
        }
        let fit = |at: usize| fit(&all, at);
        let mut found = Vec::new();
        let mut first = 0;
        while first < siblings.len() {
            let more = (first..siblings.len() - 1).take_while(|at| fit(*at));
            let end = first + more.count() + 1;
            let others = siblings[..first].iter().chain(&siblings[end..]);
            let pays = || {
                meet_in_place(host, all[first..end].iter().flatten())
                    && !share_temporary(host, &siblings[first..end], others)
            };
            if end - first > 1 && pays() {
                found.push(first..end);
            }
            first = end;
        }
        let found = found.into_iter().flatten();
        found.filter_map(|at| all[at].take()).collect()
    }

    /// Those of some loops that were fused: where a check stands before them, more is known of their order.
    pub fn of_fused(host: &'h Host, loops: &[Loop<'h>]) -> Vec<Self> {
        let fused = loops.iter().filter(|l| l.has_attribute(FUSED));
        let found = fused.filter_map(|l| Dense::find(host, *l));
        found.filter(|dense| dense.is_unrolled(host)).collect()
    }

    /// One, whatever LLVM makes of the inner loop.
    fn find(host: &'h Host, outer: Loop<'h>) -> Option<Self> {
        let inner = match outer.children(host)[..] {
            [] => outer,
            [inner] => inner,
            _ => return None,
        };
        let may_be = || match inner == outer {
            true => stores_several(inner),
            false => inner.children(host).is_empty(),
        };
        if !is_tight(outer, inner) || !may_be() || !only_count(host, [outer, inner]) {
            return None;
        }
        let is_sound = |l| candidate::check(&survey(host, l).facts, false).is_ok();
        let Lanes {
            length,
            elements,
            equal,
        } = match inner == outer {
            true => Lanes::find(host, inner)?,
            false => of_nest(host, [outer, inner])?,
        };
        if !fills_few_vectors(host, length, &elements) || ![outer, inner].into_iter().all(is_sound)
        {
            return None;
        }
        let position = outer.preheader()?.terminator();
        let count = outer.wide_backedge_count(host)?.offset(host, 1)?;
        let length_like = count.constant_like(host, i64::try_from(length).ok()?)?;
        let dense = Dense {
            outer,
            inner,
            count: count.times(host, length_like)?,
            elements,
            equal,
            length,
        };
        let starts = dense.elements.iter().map(|element| element.begin);
        let mut numbers = starts.chain([dense.count]);
        numbers
            .all(|number| host.is_expandable(number, position))
            .then_some(dense)
    }

    /// Would LLVM unroll the rows?
    fn is_unrolled(&self, host: &'h Host) -> bool {
        self.inner == self.outer || self.inner.is_unrolled_wholly(host)
    }

    /// Has an innermost loop as many iterations as this nest?
    fn is_as_long_as(&self, host: &'h Host, other: Loop<'h>) -> bool {
        let count = || other.wide_backedge_count(host)?.offset(host, 1);
        other.children(host).is_empty() && count() == Some(self.count)
    }
}

/// Does the inner loop choose nothing, and the outer one neither, beside it?
fn is_tight<'h>(outer: Loop<'h>, inner: Loop<'h>) -> bool {
    let goes_on = |l: Loop<'h>, block: Block<'h>| {
        block.single_successor().is_some() || Some(block) == l.latch()
    };
    let is_straight = |block: Block<'h>| match inner.contains(block) {
        true => goes_on(inner, block),
        false => goes_on(outer, block),
    };
    let leaves_behind = |l: Loop<'h>| {
        l.is_simplified() && l.exiting_blocks() == l.latch().into_iter().collect::<Vec<_>>()
    };
    leaves_behind(outer) && leaves_behind(inner) && outer.blocks().into_iter().all(is_straight)
}

/// Does a loop store more than one element? One that does not has no lanes.
fn stores_several(l: Loop<'_>) -> bool {
    let instructions = l.blocks().into_iter().flat_map(|b| b.instructions());
    instructions
        .filter_map(|i| i.stored_value())
        .nth(1)
        .is_some()
}

/// Were loops asked for nothing of their own, and have they no values but counters that go on to the next iteration or
/// behind the loop?
fn only_count<'h>(host: &'h Host, [outer, inner]: [Loop<'h>; 2]) -> bool {
    let is_induction = |l: Loop<'h>, phi| l.recurrence(host, phi) == Recurrence::Induction;
    let is_plain = |l: Loop<'h>| {
        let mut names = l.attributes().into_iter().map(|one| one.name());
        names.all(|name| name == "llvm.loop.mustprogress" || name.starts_with("loopfuse."))
            && !l.has_attribute(OF_ROWS)
            && l.header().phis().all(|phi| is_induction(l, phi))
            && l.unique_exit()
                .is_some_and(|exit| exit.phis().next().is_none())
    };
    [outer, inner].into_iter().all(is_plain)
}

/// Are rows of elements shorter than vectors that they would be fused for as rows?
fn fills_few_vectors(host: &Host, length: u64, elements: &[Element<'_>]) -> bool {
    let bytes = VECTORS * u64::from(host.vector_bits() / 8);
    let is_short = |one: &Element<'_>| one.bytes.saturating_mul(length) < bytes;
    !elements.is_empty() && elements.iter().all(is_short)
}

/// What goes from element to element in a nest, if nothing else depends on the counters.
fn of_nest<'h>(host: &'h Host, [outer, inner]: [Loop<'h>; 2]) -> Option<Lanes<'h>> {
    let length = inner.constant_trip_count(host)?;
    let element = |access: Value<'h>| -> Option<Element<'h>> {
        let (pointer, bytes) = host.access(access)?;
        let row = bytes.checked_mul(length)?;
        let along = Scev::of(host, pointer)?.as_recurrence(host)?;
        let rows = along.start.as_recurrence(host)?;
        let is_dense = (along.l, along.step.as_unsigned_constant()) == (inner, Some(bytes))
            && rows.l == outer
            && (rows.step.as_unsigned_constant() == Some(row) || lacks(Fault::Gaps));
        is_dense.then_some(Element {
            access,
            begin: rows.start,
            bytes,
        })
    };
    let all: Vec<_> = outer
        .blocks()
        .into_iter()
        .flat_map(|b| b.instructions())
        .collect();
    let is_of_row = |i: &Value<'h>| inner.defines(*i);
    let elements: Vec<_> = all
        .iter()
        .copied()
        .filter(is_of_row)
        .filter_map(element)
        .collect();
    // What is promised of one row does not hold for all of them.
    if all.iter().any(|i| host.effects(*i).is_scope_declaration()) {
        return None;
    }
    // All that has an effect, and what is computed for it.
    let has_effect = |i: &Value<'h>| {
        let effects = host.effects(*i);
        effects.is_harmless() || effects.writes() || hazard(effects).is_some()
    };
    let mut seen = FxHashSet::default();
    let mut rest: Vec<_> = all.into_iter().filter(|i| has_effect(i)).collect();
    while let Some(value) = rest.pop() {
        if !outer.defines(value) || !seen.insert(value) {
            continue;
        }
        if value.is_phi() || value.is_terminator() {
            return None;
        }
        if elements.iter().any(|element| element.access == value) {
            rest.extend(value.stored_value());
        } else if !is_of_row(&value)
            && (host.effects(value).reads() || host.effects(value).writes())
        {
            return None;
        } else {
            rest.extend(value.operands());
        }
    }
    Some(Lanes {
        length,
        elements,
        equal: Vec::new(),
    })
}

/// Do elements of one array, some of them written, begin at one place?
fn meet_in_place<'a, 'h: 'a>(host: &'h Host, nests: impl Iterator<Item = &'a Dense<'h>>) -> bool {
    let mut by_array: FxHashMap<Value<'h>, (bool, FxHashSet<Scev<'h>>)> = FxHashMap::default();
    for element in nests.flat_map(|dense| &dense.elements) {
        if let Some((pointer, _)) = host.access(element.access) {
            let array = by_array.entry(host.underlying_object(pointer)).or_default();
            array.0 |= element.access.stored_value().is_some();
            array.1.insert(element.begin);
        }
    }
    by_array
        .values()
        .all(|(writes, begins)| !writes || begins.len() == 1)
}

/// Do some siblings touch memory of the function's own that others touch, too? Fused with all of them, it may vanish.
fn share_temporary<'h>(
    host: &'h Host,
    siblings: &[Loop<'h>],
    others: impl Iterator<Item = &'h Loop<'h>>,
) -> bool {
    let temporaries = |l: &Loop<'h>| {
        let instructions = l.blocks().into_iter().flat_map(|b| b.instructions());
        let pointers = instructions.filter_map(|i| host.access(i));
        let objects = pointers.map(|(pointer, _)| host.underlying_object(pointer));
        objects
            .filter(|memory| host.is_local_memory(*memory))
            .collect::<FxHashSet<_>>()
    };
    let own: FxHashSet<_> = siblings.iter().flat_map(temporaries).collect();
    !own.is_empty()
        && others
            .into_iter()
            .any(|l| !own.is_disjoint(&temporaries(l)))
}
