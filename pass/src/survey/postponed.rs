//! Allocations that are needed where a check fails, and nowhere else.
//!
//! Behind a run-time check the fused loops need an array no more; the original ones, for
//! where the check fails, still do. Such an array may be allocated where these begin.
//!
//! This is sound as nobody can tell. Between the allocation and its new place D nothing has an
//! effect, but for others that go to D with it, in their order: a failure of the allocation
//! comes at the same point of what can be observed. An allocation that an exception thrown by
//! this one would have to give back is not passed by. D dominates all accesses, lies in the same
//! loops and in no cycle of its own: it runs at most once for each time that the allocation
//! did. Who gives the memory back gives back null where D was not reached, which does nothing.

use super::temporary::{Uses, spread};
use crate::candidate::LEFT_OVER;
use crate::llvm::{Block, Host, Opcode, Value};
use std::collections::HashSet;

/// Allocations that go to the same place.
pub struct Postponed<'h> {
    /// In program order.
    pub allocations: Vec<Allocation<'h>>,
    /// The instruction that they come to stand in front of.
    pub position: Value<'h>,
}

/// One allocation.
pub struct Allocation<'h> {
    /// The call.
    pub memory: Value<'h>,
    /// Pointers into it that are to be computed behind it, in their order.
    pub moved: Vec<Value<'h>>,
    /// Pointers into it that nobody uses, each before those that it is computed from.
    pub dead: Vec<Value<'h>>,
    /// What is done with it.
    uses: Uses<'h>,
}

impl<'h> Postponed<'h> {
    /// Finds all among memory of the function's own.
    pub fn find(host: &'h Host, local: &[Value<'h>]) -> Vec<Self> {
        let mut places: Vec<(Block<'h>, Vec<Allocation<'h>>)> = Vec::new();
        for &memory in local {
            let Some((place, allocation)) = Allocation::find(host, memory) else {
                continue;
            };
            match places.iter_mut().find(|(known, _)| *known == place) {
                Some((_, all)) => all.push(allocation),
                None => places.push((place, vec![allocation])),
            }
        }
        let found = places.into_iter();
        found
            .filter_map(|(place, all)| Self::at(host, place, all))
            .collect()
    }

    /// Those that may go to one place.
    fn at(host: &'h Host, place: Block<'h>, mut allocations: Vec<Allocation<'h>>) -> Option<Self> {
        allocations.sort_by_key(|one| one.depth(host));
        while !allocations.is_empty() {
            let used: HashSet<_> = allocations.iter().flat_map(Allocation::used).collect();
            let first = place.instructions().find(|i| used.contains(i));
            let position = first.unwrap_or(place.terminator());
            let group: HashSet<_> = allocations.iter().map(|one| one.memory).collect();
            let before = allocations.len();
            allocations.retain(|one| one.may_go(host, position, &group));
            if allocations.len() == before {
                return Some(Postponed {
                    allocations,
                    position,
                });
            }
        }
        None
    }
}

impl<'h> Allocation<'h> {
    /// With the last block through which all ways to its accesses lead, if that is of use.
    fn find(host: &'h Host, memory: Value<'h>) -> Option<(Block<'h>, Self)> {
        let begin = memory.block().filter(|_| is_call(memory))?;
        let uses = Uses::find(host, memory, |_| true)?;
        let takes_null =
            |user: &Value<'h>| host.takes_null(*user) && user.operands().any(|o| o == memory);
        let is_left_over = |access: &Value<'h>| is_left_over(host, *access);
        if !uses.others.iter().all(takes_null) || !uses.accesses.iter().any(is_left_over) {
            return None;
        }
        let place = place_of(host, begin, &uses.accesses)?;
        if !is_passed_by(memory, begin, place) {
            return None;
        }
        let dead = dead_pointers(&uses);
        let stays = |pointer: &Value<'h>| {
            let is_there = |block| host.dominates(place, block);
            *pointer == memory || dead.contains(pointer) || pointer.block().is_some_and(is_there)
        };
        let all = uses.pointers.iter().copied();
        let moved: Vec<_> = all.filter(|pointer| !stays(pointer)).collect();
        let may_move = moved.iter().all(|pointer| pointer.is_element_address());
        let allocation = Allocation {
            memory,
            moved,
            dead,
            uses,
        };
        may_move.then_some((place, allocation))
    }

    /// Something that reads or writes it.
    pub fn first_access(&self) -> Value<'h> {
        self.uses.accesses[0]
    }

    /// How many blocks dominate the one that it stands in.
    fn depth(&self, host: &'h Host) -> usize {
        let up = |block: &Block<'h>| host.immediate_dominator(*block);
        std::iter::successors(self.memory.block(), up).count()
    }

    /// Pointers and what uses them.
    fn used(&self) -> impl Iterator<Item = Value<'h>> {
        let dead = |pointer: &&Value<'h>| !self.dead.contains(pointer);
        let pointers = self.uses.pointers.iter().filter(dead);
        pointers.chain(&self.uses.accesses).copied()
    }

    /// May it pass by all that stands before a place? The others of `group` go, too.
    fn may_go(&self, host: &'h Host, position: Value<'h>, group: &HashSet<Value<'h>>) -> bool {
        let (Some(begin), Some(place)) = (self.memory.block(), position.block()) else {
            return false;
        };
        let throws = host.effects(self.memory).may_throw();
        let may_pass = |i: Value<'h>| {
            let effects = host.effects(i);
            let has_effect = effects.writes()
                || effects.may_throw()
                || effects.may_not_return()
                || effects.is_volatile()
                || effects.is_atomic()
                || effects.is_convergent()
                || effects.is_pinned();
            let is_allocation = || !throws && is_call(i) && host.is_local_memory(i);
            effects.is_harmless() || !has_effect || group.contains(&i) || is_allocation()
        };
        let behind = begin
            .instructions()
            .skip_while(|i| *i != self.memory)
            .skip(1);
        let before = place.instructions().take_while(|i| *i != position);
        let between = spread(Some(begin), place.predecessors(), Block::predecessors);
        let between = between.into_iter().filter(|block| *block != begin);
        let between: Vec<_> = between.collect();
        !between.contains(&place)
            && behind.chain(before).all(may_pass)
            && between
                .iter()
                .flat_map(|block| block.instructions())
                .all(may_pass)
    }
}

fn is_call(value: Value<'_>) -> bool {
    matches!(value.opcode(), Some(Opcode::LLVMCall | Opcode::LLVMInvoke))
}

/// Is an instruction in loops that are left of a fusion, such as those for a failed check?
fn is_left_over<'h>(host: &'h Host, access: Value<'h>) -> bool {
    let around = std::iter::successors(host.loop_of(access), |l| l.parent());
    let mut attributes = around.flat_map(|l| l.attributes());
    attributes.any(|attribute| attribute.name() == LEFT_OVER)
}

/// The last block through which all ways to accesses lead, in the loops of `begin` only.
fn place_of<'h>(host: &'h Host, begin: Block<'h>, accesses: &[Value<'h>]) -> Option<Block<'h>> {
    let mut blocks = accesses.iter().map(|access| access.block());
    let mut place = blocks.next()??;
    for block in blocks {
        let block = block?;
        while !host.dominates(place, block) {
            place = host.immediate_dominator(place)?;
        }
    }
    while host.innermost_loop(place) != host.innermost_loop(begin) {
        place = host.immediate_dominator(place)?;
    }
    (place != begin && host.dominates(begin, place)).then_some(place)
}

/// Does a way lead from an allocation to where the function returns, or back, past a place?
fn is_passed_by<'h>(memory: Value<'h>, begin: Block<'h>, place: Block<'h>) -> bool {
    let next = |block: Block<'h>| -> Vec<_> {
        let all = block.successors().into_iter();
        all.filter(|next| *next != place).collect()
    };
    let unwinds = usize::from(memory.opcode() == Some(Opcode::LLVMInvoke));
    let mut first = next(begin);
    first.truncate(first.len() - unwinds);
    let reached = spread(Some(begin), first, next);
    let returns = |block: &Block<'h>| block.terminator().opcode() == Some(Opcode::LLVMRet);
    reached.contains(&begin) || reached.iter().any(returns)
}

/// Pointers that nothing is done with, each before those that it is computed from.
fn dead_pointers<'h>(uses: &Uses<'h>) -> Vec<Value<'h>> {
    let mut dead = Vec::new();
    for &pointer in uses.pointers.iter().skip(1).rev() {
        if pointer.is_element_address() && pointer.users().all(|user| dead.contains(&user)) {
            dead.push(pointer);
        }
    }
    dead
}
