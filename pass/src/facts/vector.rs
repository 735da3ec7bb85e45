//! Will LLVM's loop vectoriser take a loop?
//!
//! The vectoriser wants an innermost loop whose memory accesses it can order,
//! whose header phis are inductions, reductions or first-order recurrences, and
//! whose calls have vector forms. Its own analyses answer each of these.

use super::footprint::Objects;
use super::loops::Surveyed;
use super::parts::expected_apart;
use super::wording::describe;
use crate::legality::distance::Distances;
use crate::llvm::{Host, Opcode, Recurrence, Value};
use crate::model::{AccessKind, ObjectId, Vectorisable};
use std::collections::BTreeSet;

/// Of a loop with more accesses than that nobody asks what has to be apart.
const MOST_ACCESSES: usize = 32;

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
        if let Some(what) = self.strict_order(host) {
            return Vectorisable::InOrder(what);
        }
        match self.l.vectorisable_memory(host) {
            Some(checks) => Vectorisable::Yes { checks },
            None => match apart_for_vectors(host, self, objects) {
                Some(apart) if !apart.is_empty() => Vectorisable::IfApart(apart),
                _ => Vectorisable::No("its own memory accesses cannot be reordered".into()),
            },
        }
    }

    /// What has to be accumulated in strict order, one iteration after the other; none if nothing.
    pub(crate) fn strict_order(&self, host: &'h Host) -> Option<String> {
        if !self.facts.carries_floats || host.vectorises_ordered_reductions() {
            return None;
        }
        let is_strict =
            |phi: &Value<'h>| self.l.recurrence(host, *phi) == Recurrence::OrderedReduction;
        let strict = self.l.header().phis().find(is_strict)?.label();
        Some(format!(
            "{strict} accumulates floating-point numbers in strict order"
        ))
    }

    /// Why the vectoriser does not take a loop, its memory accesses and strict order aside; none if it does.
    pub(crate) fn what_stops_vectors(&self, host: &'h Host) -> Option<String> {
        for phi in self.l.header().phis() {
            let name = phi.label();
            match self.l.recurrence(host, phi) {
                Recurrence::Induction
                | Recurrence::Reduction
                | Recurrence::FirstOrder
                | Recurrence::OrderedReduction => {}
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
                if instruction.is_vector()
                    || instruction.stored_value().is_some_and(Value::is_vector)
                {
                    return Some("it computes with vectors already".into());
                }
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
pub(crate) fn apart_for_vectors<'h>(
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
            let strided = site0
                .range(host, objects)?
                .strided(host, &site1.range(host, objects)?)?;
            let distances = strided.distances();
            if distances != Distances::None && distances != Distances::WITHIN_ITERATION {
                let sites = [(**site0, surveyed.l), (**site1, surveyed.l)];
                apart.insert(expected_apart(host, objects, object0, sites)?);
            }
        }
    }
    Some(apart)
}
