//! Will LLVM's loop vectoriser take a loop?
//!
//! The vectoriser wants an innermost loop whose memory accesses it can order,
//! whose header phis are inductions, reductions or first-order recurrences, and
//! whose calls have vector forms. Its own analyses answer each of these.

use super::footprint::Objects;
use super::loops::Surveyed;
use super::parts::expected_apart;
use super::words::describe;
use crate::legality::dependence::Ordered;
use crate::legality::distance::Distances;
use crate::llvm::{Host, Loop, Opcode, Recurrence, Scev, Value};
use crate::model::{AccessKind, ObjectId, Vectorisable};
use std::collections::BTreeSet;

/// Of a loop with more accesses than that nobody asks what has to be apart.
const MOST_ACCESSES: usize = 32;

/// Rows of fewer bytes are too short for vectors of their own: the vectoriser takes the loop around them, if any.
const LEAST_ROW: u64 = 16;

/// Should a legal pair wait until LLVM has unrolled the loops within, because it is not known before what the vectoriser
/// will make of the fused loop?
///
/// It takes a loop over pixels whose loop over three channels is unrolled, unless what an iteration writes is
/// touched by others. So a pair waits if one of its loops would be vectorised alone, and the fused loop perhaps not. A row
/// that fills a vector becomes one whatever is around it.
pub fn waits_for_unrolling<'h>(
    host: &'h Host,
    loops: [&Surveyed<'h>; 2],
    objects: &Objects<'h>,
    ordered: &Ordered,
) -> bool {
    let unrolled = loops.map(|one| becomes_innermost(host, one.l));
    if unrolled == [false, false] {
        return false;
    }
    if loops.iter().any(|one| one.facts.is_innermost) {
        return true;
    }
    let is_short = |n: usize| unrolled[n] && !has_rows(host, loops[n].l);
    if !(0..2).any(is_short) {
        return false;
    }
    let are_free = |one: &Surveyed<'h>| has_free_iterations(host, one, objects);
    match [0, 1].map(|n| unrolled[n] && are_free(loops[n])) {
        [false, false] => false,
        [true, true] => !ordered.is_within_iterations(),
        _ => true,
    }
}

/// Will a loop with loops inside be an innermost one, since LLVM unrolls all of these as
/// often as they run?
fn becomes_innermost(host: &Host, l: Loop<'_>) -> bool {
    let inner = l.children(host);
    let vanishes = |l: &Loop<'_>| {
        let is_innermost = l.children(host).is_empty();
        (is_innermost || becomes_innermost(host, *l)) && l.is_unrolled_wholly(host)
    };
    !inner.is_empty() && inner.iter().all(vanishes)
}

/// Do all innermost loops of a nest go along rows of one length that fill vectors, element by element?
///
/// Where LLVM unrolls them, they become vectors by themselves (by its SLP vectoriser). Measured with rows of 4 to 16 floats
/// and doubles in fused loops, AVX-512: 1.5 to 4.7 times as fast as what the loop vectoriser makes of them, with gathers.
pub(super) fn has_rows(host: &Host, l: Loop<'_>) -> bool {
    let inner = l.children(host);
    if !inner.is_empty() {
        return inner.iter().all(|l| has_rows(host, *l));
    }
    let last = l.backedge_count(host).and_then(Scev::as_unsigned_constant);
    let Some(count) = last.and_then(|last| last.checked_add(1)) else {
        return false;
    };
    let is_along_row = |(pointer, bytes): (Value<'_>, u64)| {
        let address = Scev::of(host, pointer).and_then(|address| address.as_recurrence(host));
        let step = address.and_then(|address| address.step.as_constant());
        step.is_some_and(|step| step.unsigned_abs() == bytes)
            && bytes.saturating_mul(count) >= LEAST_ROW
    };
    let instructions = l.blocks().into_iter().flat_map(|b| b.instructions());
    let mut accesses = instructions
        .filter_map(|i| host.access(i))
        .filter(|(pointer, _)| l.defines(*pointer))
        .peekable();
    let is_induction = |phi| l.recurrence(host, phi) == Recurrence::Induction;
    l.header().phis().all(is_induction)
        && l.blocks().len() == 1
        && accesses.peek().is_some()
        && accesses.all(is_along_row)
}

/// Can iterations of a nest run side by side, as far as the vectoriser knows?
fn has_free_iterations<'h>(host: &'h Host, surveyed: &Surveyed<'h>, objects: &Objects<'h>) -> bool {
    surveyed.what_stops_vectors(host).is_none()
        && apart_for_vectors(host, surveyed, objects).is_some()
}

impl<'h> Surveyed<'h> {
    /// What the vectoriser will say of this loop as it stands.
    pub fn vectorisable(&self, host: &'h Host, objects: &Objects<'h>) -> Vectorisable {
        if !self.facts.is_innermost {
            return Vectorisable::NotInnermost;
        }
        if self.facts.attributes.iter().any(|a| {
            a.name == "llvm.loop.vectorize.enable" && a.value == Some(0)
                || a.name == "llvm.loop.vectorize.width" && a.value == Some(1)
                || a.name == "llvm.loop.isvectorized"
        }) {
            return Vectorisable::No("its pragma says so".into());
        }
        if let Some(what) = self.what_stops_vectors(host) {
            return Vectorisable::No(what);
        }
        match self.l.vectorisable_memory(host) {
            Some(checks) => Vectorisable::Yes { checks },
            None => match apart_for_vectors(host, self, objects) {
                Some(apart) if !apart.is_empty() => Vectorisable::IfApart(apart),
                _ => Vectorisable::No("its own memory accesses cannot be reordered".into()),
            },
        }
    }

    /// Why the vectoriser does not take a loop, its memory accesses aside; none if it does.
    fn what_stops_vectors(&self, host: &'h Host) -> Option<String> {
        for phi in self.l.header().phis() {
            let name = phi.label();
            match self.l.recurrence(host, phi) {
                Recurrence::Induction | Recurrence::Reduction | Recurrence::FirstOrder => {}
                Recurrence::OrderedReduction if host.vectorises_ordered_reductions() => {}
                Recurrence::OrderedReduction => {
                    return Some(format!(
                        "{name} accumulates floating-point numbers in strict order"
                    ));
                }
                Recurrence::Other => {
                    return Some(format!(
                        "{name} depends on its value of the iteration before"
                    ));
                }
            }
        }
        for block in self.l.blocks() {
            if block.terminator().opcode() == Some(Opcode::LLVMSwitch) {
                return Some("it contains a switch".into());
            }
            for instruction in block.instructions() {
                let is_call = instruction.opcode() == Some(Opcode::LLVMCall);
                if is_call
                    && !host.effects(instruction).is_harmless()
                    && !host.is_vector_call(instruction)
                {
                    let call = describe(host, instruction);
                    return Some(format!("{call} has no vector form"));
                }
            }
        }
        None
    }
}

/// Which objects, or parts of one, have to be apart for a loop's iterations to run side by side. None if that would not
/// do.
///
/// The vectoriser needs ends of all that a loop touches through two pointers, which it finds for linear
/// subscripts only. A check of ours may know more ends ([`Hull`](super::hull::Hull)). What is left are
/// accesses to one place in the same iteration, whose order vectors keep.
fn apart_for_vectors<'h>(
    host: &'h Host,
    surveyed: &Surveyed<'h>,
    objects: &Objects<'h>,
) -> Option<BTreeSet<(ObjectId, ObjectId)>> {
    let footprint = surveyed.footprint(host, objects);
    let all: Vec<_> = footprint.accesses.iter().zip(&footprint.sites).collect();
    if all.len() > MOST_ACCESSES {
        return None;
    }
    let keep_scopes = !surveyed.declares_scopes;
    let mut apart = BTreeSet::new();
    for (n, (access0, site0)) in all.iter().enumerate() {
        for (access1, site1) in &all[n..] {
            let writes = [access0, access1].map(|a| a.kind == AccessKind::Write);
            let (a, b) = (site0.instruction, site1.instruction);
            let may_meet =
                || host.may_conflict(a, b, keep_scopes) || host.may_conflict(b, a, keep_scopes);
            if writes == [false, false] || !may_meet() {
                continue;
            }
            let (object0, object1) = access0.object.zip(access1.object)?;
            if object0 != object1 {
                apart.insert((object0.min(object1), object0.max(object1)));
                continue;
            }
            let strided = site0.range?.strided(host, &site1.range?)?;
            let distances = strided.distances();
            if distances != Distances::None && distances != Distances::WITHIN_ITERATION {
                let sites = [(**site0, surveyed.l), (**site1, surveyed.l)];
                apart.insert(expected_apart(host, objects, object0, sites)?);
            }
        }
    }
    Some(apart)
}
