//! A loop's place in the control flow and the guard it runs under.
//!
//! ```text
//!        branch ──────────┐
//!          │ runs_if      │
//!        head…            │
//!        preheader        bypass (the branch itself, or an empty block)
//!        loop             │
//!        exit             │
//!        tail…            │
//!          └───── join ───┘
//! ```
//!
//! A guard is found by shape, not by what its condition compares: the loop's
//! exit leads to the block that skipping the loop leads to.

use crate::llvm::{Block, Host, Loop, Value};

/// How far a guard or a join is looked for, in blocks.
const REACH: usize = 8;

/// A candidate loop's blocks at its borders.
#[derive(Clone, Debug)]
pub struct Shape<'h> {
    /// Leads to the header only.
    pub preheader: Block<'h>,
    /// Where iterations start.
    pub header: Block<'h>,
    /// Where iterations end; the only exiting block.
    pub latch: Block<'h>,
    /// Where the latch leads when the loop ends; entered from there only.
    pub exit: Block<'h>,
    /// The condition that the loop runs under, if any.
    pub guard: Option<Guard<'h>>,
}

/// A conditional branch around a loop.
#[derive(Clone, Debug)]
pub struct Guard<'h> {
    /// The block that branches.
    pub branch: Block<'h>,
    /// Its condition.
    pub condition: Value<'h>,
    /// The condition's value for which the loop runs.
    pub runs_if: bool,
    /// Blocks from the branch to the preheader, the latter included.
    pub head: Vec<Block<'h>>,
    /// Blocks from the loop's exit to before the join.
    pub tail: Vec<Block<'h>>,
    /// The join's predecessor when the loop is skipped.
    pub bypass: Block<'h>,
    /// Where both ways meet.
    pub join: Block<'h>,
}

impl<'h> Shape<'h> {
    /// The shape of a simplified loop whose latch is the only exiting block.
    pub fn find(host: &'h Host, l: Loop<'h>) -> Option<Self> {
        let preheader = l.preheader()?;
        let latch = l.latch()?;
        let exit = l.unique_exit()?;
        if exit.predecessors() != [latch] || latch.terminator().branch_condition().is_none() {
            return None;
        }
        let guard = find_guard(host, preheader, exit);
        Some(Shape {
            preheader,
            header: l.header(),
            latch,
            exit,
            guard,
        })
    }
}

fn find_guard<'h>(host: &'h Host, preheader: Block<'h>, exit: Block<'h>) -> Option<Guard<'h>> {
    let around = host.innermost_loop(preheader);
    let same_level = |b: Block<'h>| host.innermost_loop(b) == around;

    let mut head = vec![preheader];
    let branch = loop {
        let above = head[0].single_predecessor()?;
        if above.successors().len() != 1 {
            break above;
        }
        if head.len() == REACH {
            return None;
        }
        head.insert(0, above);
    };
    let condition = branch.terminator().branch_condition()?;
    let [if_true, if_false] = branch.successors()[..] else {
        return None;
    };
    if if_true == if_false || !same_level(branch) {
        return None;
    }
    let runs_if = if_true == head[0];
    let skip = if runs_if { if_false } else { if_true };

    let mut tail = vec![exit];
    while tail.len() <= REACH {
        let next = tail[tail.len() - 1].single_successor()?;
        let bypass = if next == skip {
            Some(branch)
        } else if is_empty_step(branch, skip, next) {
            Some(skip)
        } else {
            None
        };
        if let Some(bypass) = bypass {
            return same_level(next).then_some(Guard {
                branch,
                condition,
                runs_if,
                head,
                tail,
                bypass,
                join: next,
            });
        }
        next.single_predecessor()?;
        tail.push(next);
    }
    None
}

/// Is `step` a block without code between `from` and `to`?
fn is_empty_step(from: Block<'_>, step: Block<'_>, to: Block<'_>) -> bool {
    step.single_predecessor() == Some(from)
        && step.single_successor() == Some(to)
        && step.instructions().count() == 1
}
