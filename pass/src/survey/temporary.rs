//! Memory of the function's own, and what of it only carries values from one loop to the
//! next.

use super::ranges::Range;
use crate::llvm::{Block, Host, Loop, Opcode, Value};
use std::collections::HashSet;

/// Uses looked at before giving up.
const MOST_USES: usize = 512;

/// All that is done with an allocation that nobody else can access.
pub(super) struct Uses<'h> {
    /// Loads, stores, and fills with equal bytes.
    pub accesses: Vec<Value<'h>>,
    /// Pointers into it, itself included.
    pub pointers: Vec<Value<'h>>,
    /// What asks for its address, or says that it begins or ends to live.
    pub others: Vec<Value<'h>>,
}

/// All instructions that access an allocation that nobody else can. None if it is none, or if
/// there may be others.
pub fn accesses_of<'h>(host: &'h Host, memory: Value<'h>) -> Option<Vec<Value<'h>>> {
    Uses::find(host, memory, |_| true).map(|uses| uses.accesses)
}

impl<'h> Uses<'h> {
    /// None if memory is no allocation, if others may access it, or as soon as an access is not
    /// as it should be.
    pub fn find(
        host: &'h Host,
        memory: Value<'h>,
        is_good: impl Fn(Value<'h>) -> bool,
    ) -> Option<Self> {
        if !host.is_local_memory(memory) {
            return None;
        }
        let mut accesses: Vec<Value<'h>> = Vec::new();
        let mut others = Vec::new();
        let mut seen = HashSet::from([memory]);
        let mut pointers = vec![memory];
        let mut next = 0;
        while let Some(&pointer) = pointers.get(next) {
            next += 1;
            for user in host.users(pointer) {
                if !seen.insert(user) {
                    continue;
                }
                if seen.len() > MOST_USES {
                    return None;
                }
                match user.opcode() {
                    _ if user.is_element_address() => pointers.push(user),
                    Some(Opcode::LLVMPHI) if host.underlying_object(user) == memory => {
                        pointers.push(user);
                    }
                    Some(Opcode::LLVMLoad | Opcode::LLVMStore)
                        if is_good(user) && host.underlying_object(pointer) == memory =>
                    {
                        accesses.push(user);
                    }
                    Some(Opcode::LLVMICmp) => others.push(user),
                    Some(Opcode::LLVMPtrToInt) if is_for_size(host, user) => others.push(user),
                    _ if is_given_back(host, user, (pointer, memory)) => others.push(user),
                    _ if fills(host, user, pointer) && is_good(user) => accesses.push(user),
                    _ => return None,
                }
            }
        }
        // Who stores a pointer gives it to others, even if to where it points.
        let all: HashSet<_> = pointers.iter().copied().collect();
        let leaks = |access: &Value<'h>| access.stored_value().is_some_and(|v| all.contains(&v));
        let uses = Uses {
            accesses,
            pointers,
            others,
        };
        (!uses.accesses.iter().any(leaks)).then_some(uses)
    }
}

/// Does an instruction fill memory from `pointer` on with equal bytes, and do no more?
fn fills(host: &Host, instruction: Value<'_>, pointer: Value<'_>) -> bool {
    let filled = |(to, from, _): (_, Option<_>, _)| to == pointer && from.is_none();
    instruction.block_transfer().is_some_and(filled) && !host.effects(instruction).is_volatile()
}

/// Does a use of `pointer` only end the life of `memory`, if it is not other memory's turn?
fn is_given_back<'h>(
    host: &'h Host,
    user: Value<'h>,
    (pointer, memory): (Value<'h>, Value<'h>),
) -> bool {
    let frees = |choice: Value<'h>| {
        choice
            .users()
            .all(|free| host.ends_memory(free, choice, memory))
    };
    host.ends_memory(user, pointer, memory) || user.opcode() == Some(Opcode::LLVMPHI) && frees(user)
}

/// Is an address only used to say how much memory is given back, as sized `delete` wants it?
fn is_for_size(host: &Host, address: Value<'_>) -> bool {
    address.users().all(|size| {
        let gives_back = |user: Value<'_>| host.is_library_free(user);
        size.opcode() == Some(Opcode::LLVMSub) && size.users().all(gives_back)
    })
}

/// Is memory the function's own, and read in these loops only? What it holds then goes
/// once they are one loop and read what they stored in the same iteration.
pub fn is_temporary<'h>(host: &'h Host, memory: Value<'h>, loops: [Loop<'h>; 2]) -> bool {
    let is_good = |access: Value<'h>| {
        access.loaded_from().is_none() || loops.iter().any(|l| l.defines(access))
    };
    Uses::find(host, memory, is_good).is_some()
}

/// Is memory the function's own, and does a loop both write and read it, with each iteration
/// further on?
pub fn is_by_rows<'h>(host: &'h Host, memory: Value<'h>, l: Loop<'h>) -> bool {
    let Some(mut accesses) = accesses_of(host, memory) else {
        return false;
    };
    accesses.retain(|access| l.defines(*access));
    let goes_on = |access: &Value<'h>| {
        let range = Range::of_access(host, l, *access, true);
        range.is_some_and(|range| range.low.step.is_some())
    };
    let (reads, writes): (Vec<_>, Vec<_>) = accesses
        .into_iter()
        .partition(|access| access.loaded_from().is_some());
    !reads.is_empty() && !writes.is_empty() && reads.iter().chain(&writes).all(goes_on)
}

/// The loops around a block, the innermost first, up to the one directly below `home`.
pub(super) fn loops_around<'h>(
    host: &'h Host,
    block: Block<'h>,
    home: Option<Loop<'h>>,
) -> Option<Vec<Loop<'h>>> {
    let mut around = vec![host.innermost_loop(block)?];
    while let Some(outer) = around.last()?.parent()
        && Some(outer) != home
    {
        around.push(outer);
    }
    (around.last()?.parent() == home).then_some(around)
}

/// The blocks that the given ones lead to, `next` by `next`, themselves included: not by way
/// of the block where memory begins to live, where what it held is gone.
pub(super) fn spread<'h>(
    begin: Option<Block<'h>>,
    from: impl IntoIterator<Item = Block<'h>>,
    next: impl Fn(Block<'h>) -> Vec<Block<'h>>,
) -> HashSet<Block<'h>> {
    let mut left: Vec<_> = from.into_iter().collect();
    let mut reached: HashSet<_> = left.iter().copied().collect();
    while let Some(block) = left.pop() {
        if Some(block) != begin {
            let new = next(block).into_iter().filter(|b| reached.insert(*b));
            left.extend(new);
        }
    }
    reached
}
