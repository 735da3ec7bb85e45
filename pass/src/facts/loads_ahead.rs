//! Loads that go first in the fused loop.
//!
//! Where the second loop reads what the first one reads in a later iteration, as in
//! `B[i] = A[i]; C[i] = A[i + 1]`, LLVM's redundancy elimination (GVN) hands the element
//! on from iteration to iteration. The vectoriser takes such a value (a fixed-order
//! recurrence) only if it is loaded before what uses it, thus before the first loop's
//! stores. No store may change what is loaded.

use super::footprint::{Objects, Site};
use super::loops::Surveyed;
use crate::llvm::{Host, Loop, Value};

/// The loads of the second loop that go first, each behind what its address is computed
/// from.
pub(crate) fn loads_ahead<'h>(
    host: &'h Host,
    [first, second]: [&Surveyed<'h>; 2],
    objects: &Objects<'h>,
    keep_scopes: bool,
) -> Vec<Value<'h>> {
    let [of_first, of_second] = [first, second].map(|s| s.footprint(host, objects));
    let is_load = |v: Value<'h>| v.loaded_from().is_some();
    let mut ahead = Vec::new();
    for (access, site) in of_second.accesses.iter().zip(&of_second.sites) {
        let reads_on = of_first.accesses.iter().zip(&of_first.sites).any(|(a, s)| {
            if a.object != access.object || !is_load(s.instruction) {
                return false;
            }
            let range = |site: &Site<'h>| site.range(host, objects);
            let strided = range(s).and_then(|first| first.strided(host, &range(site)?));
            strided.is_some_and(|s| s.offset != 0 && s.stride != 0)
        });
        let load = site.instruction;
        let writes = first.memory.iter().chain(&second.memory);
        let is_changed = || {
            let mut writes = writes.filter(|w| host.effects(**w).writes());
            writes.any(|w| host.may_conflict(*w, load, keep_scopes))
        };
        if is_load(load) && reads_on && !is_changed() {
            let mut chain = Vec::new();
            if collect(host, second.l, load, &mut chain) {
                ahead.extend(
                    chain
                        .into_iter()
                        .filter(|v| !ahead.contains(v))
                        .collect::<Vec<_>>(),
                );
            }
        }
    }
    ahead
}

/// Adds what an instruction of a loop needs, and then itself. False if some of that does
/// not run in every iteration or is more than arithmetic.
fn collect<'h>(host: &'h Host, l: Loop<'h>, value: Value<'h>, chain: &mut Vec<Value<'h>>) -> bool {
    let always = |v: Value<'h>| {
        let latch = l.latch();
        v.block()
            .zip(latch)
            .is_some_and(|(b, latch)| host.dominates(b, latch))
    };
    if !always(value) {
        return false;
    }
    for operand in value.operands().filter(|o| l.defines(*o)) {
        if operand.is_phi() && operand.block() == Some(l.header()) || chain.contains(&operand) {
            continue;
        }
        let effects = host.effects(operand);
        let is_arithmetic = !operand.is_phi() && !effects.reads() && !effects.writes();
        if !is_arithmetic || effects.is_harmless() || !collect(host, l, operand, chain) {
            return false;
        }
    }
    chain.push(value);
    true
}
