//! Checks whose failing ends the program, or this call of the function: of bounds, or what is asserted.
//!
//! Such a check branches. One way goes on; nothing goes on behind the other one, which leads to what never returns.

use super::eligible::{is_countable, is_counted, may_be_fused};
use crate::llvm::{Block, Host, Loop, Opcode, Value};

/// So many blocks lead to where nothing goes on, one behind the other.
const MOST_BLOCKS: usize = 4;

/// So many blocks free what a call has allocated before it is left by unwinding.
const MOST_CLEANUP: usize = 32;

/// A block that ends in such a check.
#[derive(Clone, Copy)]
pub(crate) struct FailingCheck<'h> {
    pub block: Block<'h>,
    /// Where it leads if the check holds.
    pub passed: Block<'h>,
}

/// Does nothing go on behind a block: is the program over then, or this call left by unwinding?
pub(crate) fn is_dead_end(block: Block<'_>) -> bool {
    let line = std::iter::successors(Some(block), |block| block.single_successor());
    let Some(last) = line.take(MOST_BLOCKS).last() else {
        return false;
    };
    match last.terminator().opcode() {
        Some(Opcode::LLVMUnreachable) => true,
        Some(Opcode::LLVMInvoke) => unwinds(last),
        _ => false,
    }
}

/// Is a call left by unwinding wherever control goes from a block?
fn unwinds(block: Block<'_>) -> bool {
    let mut seen = vec![block];
    let mut at = 0;
    while let Some(block) = seen.get(at).copied() {
        at += 1;
        let next = block.successors();
        let ends = [Some(Opcode::LLVMUnreachable), Some(Opcode::LLVMResume)];
        if seen.len() > MOST_CLEANUP
            || next.is_empty() && !ends.contains(&block.terminator().opcode())
        {
            return false;
        }
        for block in next {
            if !seen.contains(&block) {
                seen.push(block);
            }
        }
    }
    true
}

/// Does a block leave the loop only for where nothing goes on?
pub(crate) fn may_fail<'h>(l: Loop<'h>, exiting: Block<'h>) -> bool {
    let mut left = exiting.successors().into_iter().filter(|b| !l.contains(*b));
    left.all(is_dead_end)
}

impl<'h> FailingCheck<'h> {
    /// The one that a block ends in.
    pub(crate) fn at(block: Block<'h>) -> Option<Self> {
        block.terminator().branch_condition()?;
        let [one, other] = block.successors()[..] else {
            return None;
        };
        let passed = match [one, other].map(is_dead_end) {
            [true, false] => other,
            [false, true] => one,
            _ => return None,
        };
        Some(FailingCheck { block, passed })
    }

    /// Its block, and where that leads if the check holds.
    pub(crate) fn way(&self) -> (Block<'h>, Block<'h>) {
        (self.block, self.passed)
    }

    /// What it asks, and the value for which it holds.
    pub(crate) fn condition(&self) -> (Value<'h>, bool) {
        let condition = self.block.terminator().branch_condition();
        let holds_if = self.block.successors()[0] == self.passed;
        (condition.expect("a check branches"), holds_if)
    }

    /// All in a loop and those within; none if it is left in another way, too, but for its end.
    pub(crate) fn all_of(l: Loop<'h>) -> Option<Vec<Self>> {
        let (checks, ends): (Vec<_>, Vec<_>) = l
            .exiting_blocks()
            .into_iter()
            .partition(|b| may_fail(l, *b));
        if ends.len() != 1 {
            return None;
        }
        let checks = checks.into_iter().map(FailingCheck::at);
        checks.collect()
    }
}

/// May the loop be fused with any other one, for all that one look at its instructions says, perhaps in a version in which
/// no check fails?
pub fn is_eligible_if_checked(host: &Host, l: Loop<'_>) -> bool {
    may_be_fused(host, l, |l| is_counted(l) || is_counted_if_checked(l))
}

fn is_counted_if_checked(l: Loop<'_>) -> bool {
    let is_countable = |block: &Block<'_>| {
        let condition = block.terminator().branch_condition();
        condition.is_some_and(|condition| is_countable(l, condition))
    };
    let exiting = l.exiting_blocks();
    let ends = exiting.iter().filter(|block| !may_fail(l, **block));
    ends.count() == 1 && exiting.iter().all(is_countable)
}

/// Where a loop leads when it ends, if that is one block; checks that may fail aside.
pub(crate) fn way_on<'h>(l: Loop<'h>) -> Option<Block<'h>> {
    l.unique_exit().or_else(|| {
        let mut ways = l.exits().into_iter().filter(|exit| !is_dead_end(*exit));
        let first = ways.next()?;
        ways.all(|way| way == first).then_some(first)
    })
}
