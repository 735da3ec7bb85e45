//! Memory of the function's own, and what of it only carries values from one loop to the
//! next.

use super::ranges::{Extent, Range};
use super::turn::Turn;
use crate::llvm::{Block, Edges, Host, Loop, Opcode, Value};
use rustc_hash::FxHashSet;

/// Uses looked at before giving up.
const MOST_USES: usize = 512;

/// An access to memory of the function's own: a load, a store, a fill with equal bytes, or what a
/// copy from or to other memory does with it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct LocalAccess<'h> {
    /// What does it.
    pub instruction: Value<'h>,
    /// From where on.
    pub pointer: Value<'h>,
    /// It writes, or else it reads.
    pub writes: bool,
    extent: Extent<'h>,
}

impl<'h> LocalAccess<'h> {
    /// What a user of a pointer does there, if it is one of these.
    fn find(host: &'h Host, instruction: Value<'h>, pointer: Value<'h>) -> Option<Self> {
        let opcode = instruction.opcode();
        let is_load_or_store = matches!(opcode, Some(Opcode::LLVMLoad | Opcode::LLVMStore));
        let (writes, extent) = match instruction.block_transfer() {
            Some(_) if host.effects(instruction).is_volatile() => return None,
            Some((to, from, length)) if to == pointer || from == Some(pointer) => {
                (to == pointer, Extent::Length(length))
            }
            Some(_) => return None,
            None if is_load_or_store => {
                let (_, bytes) = host.access(instruction)?;
                (instruction.loaded_from().is_none(), Extent::Bytes(bytes))
            }
            None => return None,
        };
        Some(LocalAccess {
            instruction,
            pointer,
            writes,
            extent,
        })
    }

    /// Is it a fill or a side of a copy?
    pub fn is_call(&self) -> bool {
        matches!(self.extent, Extent::Length(_))
    }

    /// Where it is.
    pub fn block(&self) -> Option<Block<'h>> {
        self.instruction.block()
    }

    /// The bytes in one iteration of a loop around it: see [`Range::find`].
    pub fn range(&self, host: &'h Host, l: Loop<'h>, stays: bool) -> Option<Range<'h>> {
        Range::find(host, l, self.block()?, (self.pointer, self.extent), stays)
    }

    /// The bytes in one iteration of its turn.
    pub(crate) fn range_in(
        &self,
        host: &'h Host,
        turn: Turn<'h>,
        stays: bool,
    ) -> Option<Range<'h>> {
        match turn {
            Turn::Loop(l) => self.range(host, l, stays),
            Turn::Once(_) => Range::once(host, self.pointer, self.extent),
        }
    }
}

/// All that is done with an allocation that nobody else can access.
pub(crate) struct Uses<'h> {
    /// What reads or writes it.
    pub accesses: Vec<LocalAccess<'h>>,
    /// Pointers into it, itself included.
    pub pointers: Vec<Value<'h>>,
    /// What asks for its address, or says that it begins or ends to live.
    pub others: Vec<Value<'h>>,
}

/// All accesses to an allocation that nobody else can access. None if it is none, or if
/// there may be others.
pub fn accesses_of<'h>(host: &'h Host, memory: Value<'h>) -> Option<Vec<LocalAccess<'h>>> {
    Uses::find(host, memory, |_| true).map(|uses| uses.accesses)
}

impl<'h> Uses<'h> {
    /// None if memory is no allocation, if others may access it, or as soon as an access is not
    /// as it should be.
    pub fn find(
        host: &'h Host,
        memory: Value<'h>,
        is_good: impl Fn(&LocalAccess<'h>) -> bool,
    ) -> Option<Self> {
        if !host.is_local_memory(memory) {
            return None;
        }
        let mut accesses: Vec<LocalAccess<'h>> = Vec::new();
        let mut others = Vec::new();
        let mut seen = FxHashSet::from_iter([memory]);
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
                    Some(Opcode::LLVMICmp) => others.push(user),
                    Some(Opcode::LLVMPtrToInt) if is_for_size(host, user) => others.push(user),
                    _ if is_given_back(host, user, (pointer, memory)) => others.push(user),
                    _ => {
                        let access = LocalAccess::find(host, user, pointer).filter(&is_good)?;
                        if !access.is_call() && host.underlying_object(pointer) != memory {
                            return None;
                        }
                        accesses.push(access);
                    }
                }
            }
        }
        // Who stores a pointer gives it to others, even if to where it points; and a copy within the
        // memory is two accesses.
        let all: FxHashSet<_> = pointers.iter().copied().collect();
        let leaks = |access: &LocalAccess<'h>| {
            let instruction = access.instruction;
            let mut others = instruction.operands().filter(|o| all.contains(o));
            others.any(|other| other != access.pointer)
                || instruction.stored_value() == Some(access.pointer)
                || instruction
                    .block_transfer()
                    .is_some_and(|(to, from, _)| from == Some(to))
        };
        let uses = Uses {
            accesses,
            pointers,
            others,
        };
        (!uses.accesses.iter().any(leaks)).then_some(uses)
    }
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
    is_read_only_by(host, memory, |read| loops.iter().any(|l| l.defines(read)))
}

/// Is memory the function's own, and read by such instructions only?
pub(crate) fn is_read_only_by<'h>(
    host: &'h Host,
    memory: Value<'h>,
    may_read: impl Fn(Value<'h>) -> bool,
) -> bool {
    let is_good = |access: &LocalAccess<'h>| access.writes || may_read(access.instruction);
    Uses::find(host, memory, is_good).is_some()
}

/// Is memory the function's own, and does a loop both write and read it, with each iteration
/// further on?
pub fn is_by_rows<'h>(host: &'h Host, memory: Value<'h>, l: Loop<'h>) -> bool {
    let Some(mut accesses) = accesses_of(host, memory) else {
        return false;
    };
    accesses.retain(|access| l.defines(access.instruction));
    let goes_on = |access: &LocalAccess<'h>| {
        let range = access.range(host, l, true);
        range.is_some_and(|range| range.low.step.is_some())
    };
    let (writes, reads): (Vec<_>, Vec<_>) = accesses.into_iter().partition(|access| access.writes);
    !reads.is_empty() && !writes.is_empty() && reads.iter().chain(&writes).all(goes_on)
}

/// The blocks that the given ones lead to, `next` by `next`, themselves included: not by way
/// of the block where memory begins to live, where what it held is gone.
pub(crate) fn spread<'h>(
    begin: Option<Block<'h>>,
    from: impl IntoIterator<Item = Block<'h>>,
    next: impl Fn(Block<'h>) -> Edges<'h>,
) -> FxHashSet<Block<'h>> {
    let mut reached = FxHashSet::default();
    spread_on(&mut reached, begin, from, next);
    reached
}

/// Adds them to those that others lead to.
pub(crate) fn spread_on<'h>(
    reached: &mut FxHashSet<Block<'h>>,
    begin: Option<Block<'h>>,
    from: impl IntoIterator<Item = Block<'h>>,
    next: impl Fn(Block<'h>) -> Edges<'h>,
) {
    let mut left: Vec<_> = from.into_iter().filter(|b| reached.insert(*b)).collect();
    while let Some(block) = left.pop() {
        if Some(block) != begin {
            let new = next(block).into_iter().filter(|b| reached.insert(*b));
            left.extend(new);
        }
    }
}
