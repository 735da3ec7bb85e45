//! What may not change its place in the order of all code.

use crate::llvm::{Effects, Host, Value};
use crate::model::HazardKind;

/// May an instruction not be reordered with others?
pub fn is_hazard(host: &Host, instruction: Value<'_>) -> bool {
    hazard(host.effects(instruction)).is_some()
}

/// What an instruction's effects forbid, wherever it stands; none for most.
pub(crate) fn hazard(effects: Effects) -> Option<HazardKind> {
    if effects.is_harmless() {
        return None;
    }
    let table = [
        (effects.is_volatile(), HazardKind::Volatile),
        (effects.is_atomic(), HazardKind::Atomic),
        (effects.is_convergent(), HazardKind::Convergent),
        (effects.may_throw(), HazardKind::MayThrow),
        (effects.may_not_return(), HazardKind::MayNotReturn),
        (effects.is_pinned(), HazardKind::Pinned),
    ];
    table
        .into_iter()
        .find_map(|(holds, kind)| holds.then_some(kind))
}
