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
/// loads from changing places, or on a number that goes on by no constant step.
pub(super) fn is_countable(l: Loop<'_>, condition: Value<'_>) -> bool {
    let changes = |address| computation(l, address).any(Value::is_phi);
    let mut all = computation(l, condition);
    all.all(|v| match v.opcode() {
        Some(Opcode::LLVMLoad) => !v.operands().any(changes) && may_be_linear_in_memory(l, v),
        _ => may_be_linear(l, v),
    })
}

/// May scalar evolution follow a value that a header's phi carries from one iteration to the next? It also follows
/// any that begins with a constant, by trying.
fn may_be_linear(l: Loop<'_>, value: Value<'_>) -> bool {
    if !value.is_phi() || value.block() != Some(l.header()) {
        return true;
    }
    let ways = value.incoming().into_iter();
    let (carried, first): (Vec<_>, Vec<_>) = ways.partition(|(_, from)| l.contains(*from));
    first.iter().all(|(value, _)| value.is_constant())
        || !carried.iter().any(|(next, _)| is_no_step(l, *next))
}

/// The same of a number that a loop loads from one place and stores there again.
fn may_be_linear_in_memory(l: Loop<'_>, load: Value<'_>) -> bool {
    let place = load.loaded_from();
    let blocks = l.blocks();
    let all = blocks.iter().flat_map(|block| block.instructions());
    let mut stored = all.filter(|v| v.stored_to() == place);
    let (first, second) = (stored.next(), stored.next());
    let next = first.and_then(Value::stored_value);
    second.is_some() || !next.is_some_and(|next| is_no_step(l, next))
}

/// Is a value computed in a loop by what no sum of a number and a step is?
fn is_no_step(l: Loop<'_>, value: Value<'_>) -> bool {
    l.defines(value) && value.opcode().is_some_and(|op| NO_STEPS.contains(&op))
}

/// What computes no sum.
const NO_STEPS: [Opcode; 13] = [
    Opcode::LLVMMul,
    Opcode::LLVMShl,
    Opcode::LLVMLShr,
    Opcode::LLVMAShr,
    Opcode::LLVMUDiv,
    Opcode::LLVMSDiv,
    Opcode::LLVMURem,
    Opcode::LLVMSRem,
    Opcode::LLVMXor,
    Opcode::LLVMFAdd,
    Opcode::LLVMFSub,
    Opcode::LLVMFMul,
    Opcode::LLVMFDiv,
];

/// Most conditions of loops are computed from no more instructions.
const FEW_VALUES: usize = 14;

/// Instructions of a loop that a value is computed from, itself included.
pub(crate) fn computation<'h>(l: Loop<'h>, value: Value<'h>) -> impl Iterator<Item = Value<'h>> {
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
