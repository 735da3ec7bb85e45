//! May a loop be fused with any other one, for all that one look at its instructions says?

use super::hazards::hazard;
use crate::llvm::{Block, Host, Loop, Opcode, Value};
use crate::model::{FORBIDDEN, LEFT_OVER, ONLY_FORCED};
use rustc_hash::{FxBuildHasher, FxHashSet};
use smallvec::SmallVec;

/// Does its metadata keep a loop from being fused? Others may be fused across it.
pub fn is_left_alone(l: Loop<'_>) -> bool {
    let mut words = [LEFT_OVER, FORBIDDEN, ONLY_FORCED].into_iter();
    words.any(|word| l.has_attribute(word))
}

/// May the loop be fused with any other one, for all that one look at its instructions says?
pub fn is_eligible(host: &Host, l: Loop<'_>) -> bool {
    may_be_fused(host, l, is_counted)
}

/// The same, where something else says whether its number of iterations may be known.
pub(super) fn may_be_fused<'h>(
    host: &Host,
    l: Loop<'h>,
    is_counted: impl Fn(Loop<'h>) -> bool,
) -> bool {
    is_counted(l)
        && l.blocks().into_iter().all(|b| is_free_of_hazards(host, b))
        && l.nest(host)
            .into_iter()
            .all(|inner| inner == l || may_end(inner))
}

/// May it be known of a loop in another one that it ends?
fn may_end(l: Loop<'_>) -> bool {
    let may_be_counted = |exiting: Block<'_>| {
        let condition = exiting.terminator().branch_condition();
        condition.is_none_or(|condition| is_countable(l, condition))
    };
    l.must_progress() || l.exiting_blocks().into_iter().all(may_be_counted)
}

/// Has the loop one exit, and may the number of iterations be known before it
/// runs? Not if leaving it depends on what it loads from changing places.
pub(crate) fn is_counted(l: Loop<'_>) -> bool {
    let condition = l
        .only_exiting_block()
        .and_then(|exiting| exiting.terminator().branch_condition());
    condition.is_some_and(|condition| is_countable(l, condition))
}

/// May the number of iterations until a condition of a loop turns be known before? Not if it depends on what the loop
/// loads from changing places.
pub(super) fn is_countable(l: Loop<'_>, condition: Value<'_>) -> bool {
    let is_load = |v: Value<'_>| v.opcode() == Some(Opcode::LLVMLoad);
    let changes = |address| computation(l, address).any(Value::is_phi);
    !computation(l, condition).any(|v| is_load(v) && v.operands().any(changes))
}

/// Most conditions of loops are computed from no more instructions.
const FEW_VALUES: usize = 14;

/// Instructions of a loop that a value is computed from, itself included.
fn computation<'h>(l: Loop<'h>, value: Value<'h>) -> impl Iterator<Item = Value<'h>> {
    let mut rest = SmallVec::<[_; 8]>::from_slice(&[value]);
    let mut seen = FxHashSet::with_capacity_and_hasher(FEW_VALUES, FxBuildHasher);
    std::iter::from_fn(move || {
        let value = loop {
            let value = rest.pop()?;
            if l.defines(value) && seen.insert(value) {
                break value;
            }
        };
        rest.extend(value.operands());
        Some(value)
    })
}

fn is_free_of_hazards(host: &Host, block: Block<'_>) -> bool {
    block
        .instructions()
        .all(|i| hazard(host.effects(i)).is_none())
}
