//! Allocations that are needed where a check fails, and nowhere else.
//!
//! Behind a run-time check the fused loops need an array no more; the original ones, for
//! where the check fails, still do. Such an array may be allocated where these begin.
//!
//! This is sound as nobody can tell. The allocation dominates its new place D, and no way from the
//! one to the other goes in a circle: D runs at most once for each time that the allocation did, and
//! the instructions on the way there before it, with the same operands. On these ways nothing is
//! allocated that stays there, nothing has an effect, and nothing reads what the allocation may
//! write. What asks whether it failed, on all ways to D, goes with it, in
//! the order of the program. Where a failure leads elsewhere, by such a test or an exception,
//! what stood behind it now runs before: all of that may run anyway, without a trap, and branches
//! there are on frozen conditions, as these may be poison where it failed.
//! Off these ways the memory is not used, so that it need not be there. Who gives it back
//! gives back null then, which does nothing, and who asks hears that nothing failed.

use super::null_test::NullTest;
use crate::facts::hazards::hazard;
use crate::facts::locals::{LocalAccess, Uses, spread};
use crate::facts::region::blocks_between;
use crate::llvm::{Block, Edges, Host, Loop, Opcode, Value};
use crate::model::{FUSED, LEFT_OVER};
use crate::testing::{Fault, Phase, enter, lacks};
use rustc_hash::FxHashSet;

/// How many blocks may lie on the ways.
const MOST_BLOCKS: usize = 64;

/// What goes to the same place.
pub struct AllocationSinking<'h> {
    /// In program order.
    pub steps: Vec<SinkingStep<'h>>,
    /// The instruction that they come to stand in front of.
    pub position: Value<'h>,
    /// Loads that may run now though an allocation fails: what they promise counts no more.
    pub loads: Vec<Value<'h>>,
    /// Blocks whose branches may be on poison then.
    pub branches: Vec<Block<'h>>,
}

/// A part of what is done later.
pub enum SinkingStep<'h> {
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

impl<'h> AllocationSinking<'h> {
    /// Finds some among memory of the function's own.
    pub fn find(host: &'h Host, local: &[Value<'h>]) -> Option<Self> {
        enter(Phase::SinkAllocations);
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
        loop {
            let ways = Ways::find(host, place, &allocations)?;
            let before = allocations.len();
            allocations.retain(|one| ways.may_be_gone_by(one));
            if allocations.len() == before {
                return Some(ways.into_sinking(allocations));
            }
        }
    }
}

impl<'h> SinkingStep<'h> {
    /// The allocation, if it is one.
    pub fn allocation(&self) -> Option<&Allocation<'h>> {
        match self {
            SinkingStep::Allocate(allocation) => Some(allocation),
            SinkingStep::Test(_) => None,
        }
    }

    fn block(&self) -> Option<Block<'h>> {
        match self {
            SinkingStep::Allocate(allocation) => allocation.memory.block(),
            SinkingStep::Test(test) => Some(test.block),
        }
    }
}

impl<'h> Allocation<'h> {
    /// With the last block through which all ways to its accesses lead, if that is of use.
    fn find(host: &'h Host, memory: Value<'h>) -> Option<(Block<'h>, Self)> {
        let begin = memory.block().filter(|_| is_call(memory))?;
        let uses = Uses::find(host, memory, |_| true)?;
        let is_other = |pointer: Value<'h>| pointer != memory && uses.pointers.contains(&pointer);
        let is_known = |user: &Value<'h>| {
            (user.null_comparison().is_some() || takes_null(host, *user))
                && !user.operands().any(is_other)
        };
        let is_left_over = |access: &LocalAccess<'h>| is_left_over(host, access.instruction);
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
        self.uses.accesses[0].instruction
    }

    /// Pointers and what uses them.
    fn used(&self) -> impl Iterator<Item = Value<'h>> {
        let dead = |pointer: &&Value<'h>| !self.dead.contains(pointer);
        let pointers = self.uses.pointers.iter().filter(dead);
        let accesses = self.uses.accesses.iter();
        pointers
            .copied()
            .chain(accesses.map(|access| access.instruction))
    }

    /// What asks whether it failed.
    fn comparisons(&self) -> impl Iterator<Item = Value<'h>> {
        let is_comparison = |user: &&Value<'h>| user.null_comparison().is_some();
        self.uses.others.iter().filter(is_comparison).copied()
    }
}

/// The ways of allocations to their place.
struct Ways<'h> {
    host: &'h Host,
    position: Value<'h>,
    place: Block<'h>,
    /// The blocks from the first allocation to the place, both included, each behind those that lead
    /// to it.
    blocks: Vec<Block<'h>>,
    /// The allocations.
    group: FxHashSet<Value<'h>>,
    /// Branches on whether they failed, which go with them.
    tests: Vec<NullTest<'h>>,
    /// Control goes elsewhere if one fails.
    diverts: bool,
}

impl<'h> Ways<'h> {
    /// None if no allocations are left, or if too much lies between them and the place.
    fn find(host: &'h Host, place: Block<'h>, allocations: &[Allocation<'h>]) -> Option<Self> {
        let begins: FxHashSet<_> = allocations
            .iter()
            .filter_map(|a| a.memory.block())
            .collect();
        let above = std::iter::successors(Some(place), |block| host.immediate_dominator(*block));
        let above = above.take(MOST_BLOCKS);
        let first = above.filter(|block| begins.contains(block)).last()?;
        let blocks = blocks_between(first, place, MOST_BLOCKS)?;
        let used: FxHashSet<_> = allocations.iter().flat_map(Allocation::used).collect();
        let first = place.instructions().find(|i| used.contains(i));
        let group: FxHashSet<_> = allocations.iter().map(|one| one.memory).collect();
        let tests = blocks.iter().filter_map(|block| {
            let test = NullTest::at(*block, &group).filter(|_| *block != place)?;
            let is_passed = test.passed.single_predecessor() == Some(*block)
                && host.dominates(test.passed, place);
            is_passed.then_some(test)
        });
        let tests: Vec<_> = tests.collect();
        let throws = |memory: &Value<'_>| host.effects(*memory).may_throw();
        Some(Ways {
            host,
            position: first.unwrap_or(place.terminator()),
            place,
            diverts: !tests.is_empty() || group.iter().any(throws),
            tests,
            blocks,
            group,
        })
    }

    /// May an allocation pass by all that stands between it and the place, and is that of use?
    fn may_be_gone_by(&self, allocation: &Allocation<'h>) -> bool {
        let host = self.host;
        let memory = allocation.memory;
        // A test for null there would not be made any more.
        let goes_with = |i: &Value<'h>| self.tests.iter().any(|test| test.condition.contains(i));
        let left: FxHashSet<_> = allocation.comparisons().filter(|i| !goes_with(i)).collect();
        let may_pass = |i: Value<'h>| {
            let is_gone_by = if i.is_terminator() {
                i.opcode() == Some(Opcode::LLVMBr)
            } else {
                may_run_before(host, i, memory, self.diverts) || lacks(Fault::Way)
            };
            self.group.contains(&i) || is_gone_by && !left.contains(&i)
        };
        let is_on_ways = memory
            .block()
            .is_some_and(|begin| self.blocks.contains(&begin));
        let mut behind = self.instructions().skip_while(|i| *i != memory).skip(1);
        is_on_ways
            && behind.all(may_pass)
            && !host.effects(self.position).is_pinned()
            && !self.position.is_phi()
            && self.is_passed_by()
    }

    /// What stands before the place, in order.
    fn instructions(&self) -> impl Iterator<Item = Value<'h>> {
        let all = self.blocks.iter().flat_map(|block| block.instructions());
        all.take_while(|i| *i != self.position)
    }

    /// Do fused loops run off the ways?
    fn is_passed_by(&self) -> bool {
        let begin = self.blocks[0];
        let off = |block: Block<'h>| -> Edges<'h> {
            let all = block.successors().into_iter();
            all.filter(|next| !self.blocks.contains(next)).collect()
        };
        let first = self.blocks.iter().filter(|block| **block != self.place);
        let first = first.flat_map(|block| off(*block));
        spread(Some(begin), first, off).into_iter().any(|block| {
            let is_fused = |l: Loop<'h>| l.has_attribute(FUSED);
            self.host.dominates(begin, block)
                && self.host.innermost_loop(block).is_some_and(is_fused)
        })
    }

    fn into_sinking(self, allocations: Vec<Allocation<'h>>) -> AllocationSinking<'h> {
        let behind = self.instructions().skip_while(|i| !self.group.contains(i));
        let is_load = |i: &Value<'h>| self.diverts && i.loaded_from().is_some();
        let loads = behind.filter(is_load).collect();
        let is_test = |block: &Block<'h>| self.tests.iter().any(|test| test.block == *block);
        let may_be_poison = |block: &Block<'h>| {
            let condition = block.terminator().branch_condition();
            self.diverts && *block != self.place && condition.is_some() && !is_test(block)
        };
        let blocks = self.blocks.iter().copied();
        let branches = blocks.filter(may_be_poison).collect();
        let mut steps: Vec<_> = allocations.into_iter().map(SinkingStep::Allocate).collect();
        steps.extend(self.tests.into_iter().map(SinkingStep::Test));
        let at = |step: &SinkingStep<'h>| self.blocks.iter().position(|b| Some(*b) == step.block());
        steps.sort_by_key(at);
        AllocationSinking {
            steps,
            position: self.position,
            loads,
            branches,
        }
    }
}

/// May an instruction behind an allocation run before it, even where that fails, if failure
/// leads elsewhere?
fn may_run_before<'h>(host: &'h Host, i: Value<'h>, memory: Value<'h>, diverts: bool) -> bool {
    let effects = host.effects(i);
    if effects.is_scope_declaration() || i.is_phi() {
        return true;
    }
    let is_told = effects.reads()
        && (i.loaded_from().is_none()
            || host.may_read_errno(i)
            || host.may_conflict(memory, i, false));
    let has_effect = effects.writes() || hazard(effects).is_some();
    !has_effect && !is_told && (!diverts || host.may_run_anyway(i, memory))
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
    let mut around = std::iter::successors(host.loop_of(access), |l| l.parent());
    around.any(|l| l.has_attribute(LEFT_OVER))
}

/// The last block through which all ways to accesses lead, in the loops of `begin` only.
fn place_of<'h>(
    host: &'h Host,
    begin: Block<'h>,
    accesses: &[LocalAccess<'h>],
) -> Option<Block<'h>> {
    let mut blocks = accesses.iter().map(|access| access.block());
    let mut place = blocks.next()??;
    for block in blocks {
        place = host.nearest_dominator(place, block?)?;
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
