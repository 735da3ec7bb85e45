//! Memory of the function's own, and what of it only carries values from one loop to the
//! next.

use super::footprint::Objects;
use super::hazards::hazard;
use crate::llvm::{Block, Host, Loop, Opcode, Value};
use crate::model::ObjectId;
use std::collections::HashSet;

/// Uses looked at before giving up.
const MOST_USES: usize = 512;

/// All instructions that access an allocation that nobody else can. None if it is none, or
/// if there may be others.
pub fn accesses_of<'h>(host: &'h Host, memory: Value<'h>) -> Option<Vec<Value<'h>>> {
    accesses_if(host, memory, |_| true)
}

/// The same; none, too, as soon as one of them is not as it should be.
fn accesses_if<'h>(
    host: &'h Host,
    memory: Value<'h>,
    is_good: impl Fn(Value<'h>) -> bool,
) -> Option<Vec<Value<'h>>> {
    if !host.is_local_memory(memory) {
        return None;
    }
    let mut accesses = Vec::new();
    let mut seen = HashSet::from([memory]);
    let mut pointers = vec![memory];
    while let Some(pointer) = pointers.pop() {
        for user in pointer.users() {
            if !seen.insert(user) {
                continue;
            }
            if seen.len() > MOST_USES {
                return None;
            }
            match user.opcode() {
                Some(Opcode::LLVMGetElementPtr) => pointers.push(user),
                Some(Opcode::LLVMPHI) if host.underlying_object(user) == memory => {
                    pointers.push(user);
                }
                Some(Opcode::LLVMLoad) if is_good(user) => accesses.push(user),
                Some(Opcode::LLVMStore)
                    if is_good(user) && user.stored_value() != Some(pointer) =>
                {
                    accesses.push(user);
                }
                Some(Opcode::LLVMICmp) => (),
                _ if host.ends_memory(user) => (),
                _ => return None,
            }
        }
    }
    Some(accesses)
}

/// Is an object the function's own, and used in these loops only? What it holds then goes
/// once they are one loop and read what they stored in the same iteration.
pub fn is_temporary<'h>(
    host: &'h Host,
    objects: &Objects<'h>,
    object: ObjectId,
    loops: [Loop<'h>; 2],
) -> bool {
    let is_inside = |access: Value<'h>| loops.iter().any(|l| l.defines(access));
    accesses_if(host, objects.value(object), is_inside).is_some()
}

/// Of all accesses to local memory, the stores that no load follows while it lives.
pub fn unread_stores<'h>(
    host: &'h Host,
    memory: Value<'h>,
    accesses: &[Value<'h>],
) -> Vec<Value<'h>> {
    let reads = accesses
        .iter()
        .filter(|access| access.loaded_from().is_some());
    let blocks = reads.filter_map(|read| read.block());
    let read_from = spread(memory, blocks, Block::predecessors);
    let is_unread = |access: &Value<'h>| {
        let leads_to_read = access
            .block()
            .is_none_or(|block| read_from.contains(&block));
        access.stored_value().is_some() && !leads_to_read && hazard(host.effects(*access)).is_none()
    };
    accesses.iter().copied().filter(is_unread).collect()
}

/// The blocks that the given ones lead to, `next` by `next`, themselves included: not by way
/// of the block that `memory` is allocated in, where what it held is gone.
pub(super) fn spread<'h>(
    memory: Value<'h>,
    from: impl IntoIterator<Item = Block<'h>>,
    next: impl Fn(Block<'h>) -> Vec<Block<'h>>,
) -> HashSet<Block<'h>> {
    let mut left: Vec<_> = from.into_iter().collect();
    let mut reached: HashSet<_> = left.iter().copied().collect();
    while let Some(block) = left.pop() {
        if Some(block) != memory.block() {
            let new = next(block).into_iter().filter(|b| reached.insert(*b));
            left.extend(new);
        }
    }
    reached
}
