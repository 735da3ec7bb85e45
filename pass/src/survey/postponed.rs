//! Allocations that are needed where a check fails, and nowhere else.
//!
//! Behind a run-time check the fused loops need an array no more; the original ones, for
//! where the check fails, still do. Such an array may be allocated where these begin.
//!
//! This is sound as nobody can tell. Between the allocation and its new place D nothing has an
//! effect, but for others that go to D with it, in their order: a failure of the allocation
//! comes at the same point of what can be observed. What asks whether it failed goes with it;
//! where D is not reached it has not. An allocation that would have to be given back when this
//! one fails is not passed by. D dominates all accesses, lies in the same
//! loops and in no cycle of its own: it runs at most once for each time that the allocation
//! did. Who gives the memory back gives back null where D was not reached, which does nothing.

use super::null_test::NullTest;
use super::temporary::{Uses, spread};
use crate::candidate::LEFT_OVER;
use crate::llvm::{Block, Effects, Host, Opcode, Value};
use std::collections::HashSet;

/// What goes to the same place.
pub struct Postponed<'h> {
    /// In program order.
    pub steps: Vec<Later<'h>>,
    /// The instruction that they come to stand in front of.
    pub position: Value<'h>,
}

/// A part of what is done later.
pub enum Later<'h> {
    /// Memory is allocated.
    Allocate(Allocation<'h>),
    /// Control goes elsewhere if that failed.
    Test(NullTest<'h>),
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
    /// Finds some among memory of the function's own.
    pub fn find(host: &'h Host, local: &[Value<'h>]) -> Option<Self> {
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
        let mut found = places.into_iter();
        found.find_map(|(place, all)| Self::at(host, place, all))
    }

    /// Those that may go to one place.
    fn at(host: &'h Host, place: Block<'h>, mut allocations: Vec<Allocation<'h>>) -> Option<Self> {
        let depth = |block: Block<'h>| {
            let up = |block: &Block<'h>| host.immediate_dominator(*block);
            std::iter::successors(Some(block), up).count()
        };
        allocations.sort_by_key(|one| one.memory.block().map(depth));
        loop {
            let way = Way::find(host, place, &allocations)?;
            let before = allocations.len();
            allocations.retain(|one| way.may_be_gone_by(one));
            if allocations.len() == before {
                let mut steps: Vec<_> = allocations.into_iter().map(Later::Allocate).collect();
                steps.extend(way.tests.into_iter().map(Later::Test));
                steps.sort_by_key(|step| step.block().map(depth));
                let position = way.position;
                return Some(Postponed { steps, position });
            }
        }
    }
}

impl<'h> Later<'h> {
    /// The allocation, if it is one.
    pub fn allocation(&self) -> Option<&Allocation<'h>> {
        match self {
            Later::Allocate(allocation) => Some(allocation),
            Later::Test(_) => None,
        }
    }

    fn block(&self) -> Option<Block<'h>> {
        match self {
            Later::Allocate(allocation) => allocation.memory.block(),
            Later::Test(test) => Some(test.block),
        }
    }
}

impl<'h> Allocation<'h> {
    /// With the last block through which all ways to its accesses lead, if that is of use.
    fn find(host: &'h Host, memory: Value<'h>) -> Option<(Block<'h>, Self)> {
        let begin = memory.block().filter(|_| is_call(memory))?;
        let uses = Uses::find(host, memory, |_| true)?;
        let is_known = |user: &Value<'h>| match user.null_comparison() {
            Some((pointer, _)) => pointer == memory,
            None => takes_null(host, *user) && user.operands().any(|o| o == memory),
        };
        let is_left_over = |access: &Value<'h>| is_left_over(host, *access);
        if !uses.others.iter().all(is_known) || !uses.accesses.iter().any(is_left_over) {
            return None;
        }
        let place = place_of(host, begin, &uses.accesses)?;
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

    /// Pointers and what uses them.
    fn used(&self) -> impl Iterator<Item = Value<'h>> {
        let dead = |pointer: &&Value<'h>| !self.dead.contains(pointer);
        let pointers = self.uses.pointers.iter().filter(dead);
        pointers.chain(&self.uses.accesses).copied()
    }

    /// What asks whether it failed.
    fn comparisons(&self) -> impl Iterator<Item = Value<'h>> {
        let is_comparison = |user: &&Value<'h>| user.null_comparison().is_some();
        self.uses.others.iter().filter(is_comparison).copied()
    }
}

/// The way of allocations to their place.
struct Way<'h> {
    host: &'h Host,
    position: Value<'h>,
    place: Block<'h>,
    /// The allocations.
    group: HashSet<Value<'h>>,
    /// Blocks behind the first of them from which control comes to the place.
    blocks: HashSet<Block<'h>>,
    /// Branches on whether they failed, which go with them.
    tests: Vec<NullTest<'h>>,
}

impl<'h> Way<'h> {
    /// None if no allocations are left, or if the place is in a cycle of its own.
    fn find(host: &'h Host, place: Block<'h>, allocations: &[Allocation<'h>]) -> Option<Self> {
        let used: HashSet<_> = allocations.iter().flat_map(Allocation::used).collect();
        let first = place.instructions().find(|i| used.contains(i));
        let mut way = Way {
            host,
            position: first.unwrap_or(place.terminator()),
            place,
            group: allocations.iter().map(|one| one.memory).collect(),
            blocks: way_between(allocations.first()?.memory.block()?, place)?,
            tests: vec![],
        };
        let tests = way.blocks.iter().filter(|block| **block != place);
        let tests = tests.filter_map(|block| NullTest::at(*block, &way.group));
        let goes = |test: &NullTest<'h>| {
            let leads = [test.passed, test.failed].map(|next| way.blocks.contains(&next));
            leads == [true, false] && host.dominates(test.block, place)
        };
        way.tests = tests.filter(goes).collect();
        Some(way)
    }

    /// Does control come from an allocation to where the function returns, or back, not by way
    /// of the place, though none failed?
    fn is_passed_by(&self, memory: Value<'h>, begin: Block<'h>) -> bool {
        let failed = |block| {
            let test = self.tests.iter().find(|test| test.block == block);
            test.map(|test| test.failed)
        };
        let next = |block: Block<'h>| -> Vec<_> {
            let all = block.successors().into_iter();
            let is_other = |next: &_| *next != self.place && Some(*next) != failed(block);
            all.filter(is_other).collect()
        };
        // An invoke leads to its landing pad last.
        let mut first = next(begin);
        if memory.opcode() == Some(Opcode::LLVMInvoke) {
            first.pop();
        }
        let reached = spread(Some(begin), first, next);
        let returns = |block: &Block<'h>| block.terminator().opcode() == Some(Opcode::LLVMRet);
        reached.contains(&begin) || reached.iter().any(returns)
    }

    /// May an allocation pass by all that stands between it and the place, and is that of use?
    fn may_be_gone_by(&self, allocation: &Allocation<'h>) -> bool {
        let memory = allocation.memory;
        let Some(begin) = memory.block() else {
            return false;
        };
        let Some(mut blocks) = way_between(begin, self.place) else {
            return false;
        };
        blocks.retain(|block| ![begin, self.place].contains(block));
        let inside = blocks.iter().flat_map(|block| block.instructions());
        let behind = begin.instructions().skip_while(|i| *i != memory).skip(1);
        let before = self.place.instructions();
        let before = before.take_while(|i| *i != self.position);
        let goes_back = self.host.effects(memory).may_throw() || !self.tests.is_empty();
        let may_pass = |i| {
            let is_allocation = || is_call(i) && self.host.is_local_memory(i);
            self.group.contains(&i)
                || has_no_effect(self.host.effects(i))
                || !goes_back && is_allocation()
        };
        // A test for null there would not be made any more.
        let goes_with = |i: &Value<'h>| {
            let mut tests = self.tests.iter();
            tests.any(|test| test.condition.contains(i))
        };
        let left: HashSet<_> = allocation.comparisons().filter(|i| !goes_with(i)).collect();
        let mut between = behind.chain(before).chain(inside);
        between.all(|i| may_pass(i) && !left.contains(&i))
            && !self.host.effects(self.position).is_pinned()
            && self.is_passed_by(memory, begin)
    }
}

fn has_no_effect(effects: Effects) -> bool {
    let has_effect = effects.writes()
        || effects.may_throw()
        || effects.may_not_return()
        || effects.is_volatile()
        || effects.is_atomic()
        || effects.is_convergent()
        || effects.is_pinned();
    effects.is_harmless() || !has_effect
}

/// The blocks from which control comes to `place` not by way of `begin`, with both; none if
/// `place` is one of them.
fn way_between<'h>(begin: Block<'h>, place: Block<'h>) -> Option<HashSet<Block<'h>>> {
    let mut blocks = spread(Some(begin), place.predecessors(), Block::predecessors);
    blocks.insert(place).then_some(blocks)
}

fn is_call(value: Value<'_>) -> bool {
    matches!(value.opcode(), Some(Opcode::LLVMCall | Opcode::LLVMInvoke))
}

/// Does a use of memory give it back, or do nothing where that is null?
fn takes_null(host: &Host, user: Value<'_>) -> bool {
    let mut users = user.users();
    let is_choice = user.opcode() == Some(Opcode::LLVMPHI);
    host.takes_null(user) || is_choice && users.all(|free| host.takes_null(free))
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
