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

use super::straight_line::StraightLine;
use crate::llvm::{Block, Host, Loop, Value};

/// How far above a loop its guard is looked for, in dominators.
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
    pub head: StraightLine<'h>,
    /// Blocks from the loop's exit to before the join.
    pub tail: StraightLine<'h>,
    /// The join's predecessor when the loop is skipped.
    pub bypass: Block<'h>,
    /// Where both ways meet.
    pub join: Block<'h>,
}

impl<'h> Guard<'h> {
    /// The branch and where it leads if the loop runs, and what must hold for that.
    pub(crate) fn way(&self) -> ((Block<'h>, Block<'h>), (Value<'h>, bool)) {
        let way = (self.branch, self.head.first());
        (way, (self.condition, self.runs_if))
    }
}

impl<'h> Shape<'h> {
    /// The shape of a simplified loop whose latch is the only exiting block.
    pub fn find(host: &'h Host, l: Loop<'h>) -> Option<Self> {
        let preheader = l.preheader()?;
        let latch = l.latch()?;
        let exit = l.unique_exit()?;
        if exit.predecessors()[..] != [latch] || latch.terminator().branch_condition().is_none() {
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

/// The nearest branch above a loop from which straight ways lead to the loop and from
/// behind it to where the other way of the branch leads.
fn find_guard<'h>(host: &'h Host, preheader: Block<'h>, exit: Block<'h>) -> Option<Guard<'h>> {
    let Arm {
        branch,
        head,
        skip,
        runs_if,
    } = Arm::find(host, preheader)?;
    let (tail, bypass, join) = find_tail(host, branch, skip, exit)?;
    let is_same_level = host.innermost_loop(join) == host.innermost_loop(preheader);
    is_same_level.then_some(Guard {
        branch,
        condition: branch.terminator().branch_condition()?,
        runs_if,
        head,
        tail,
        bypass,
        join,
    })
}

/// A branch one way of which leads to a loop.
pub(crate) struct Arm<'h> {
    pub branch: Block<'h>,
    /// Blocks from the branch to the preheader.
    pub head: StraightLine<'h>,
    /// Where the other way leads.
    pub skip: Block<'h>,
    /// The condition's value for which it leads to the loop.
    pub runs_if: bool,
}

impl<'h> Arm<'h> {
    /// The nearest branch above a loop one way of which leads straight to it.
    pub(crate) fn find(host: &'h Host, preheader: Block<'h>) -> Option<Self> {
        let around = host.innermost_loop(preheader);
        let mut above = preheader;
        for _ in 0..REACH {
            above = host.immediate_dominator(above)?;
            let is_branch = above.terminator().branch_condition().is_some();
            if !is_branch || host.innermost_loop(above) != around {
                continue;
            }
            let [if_true, if_false] = above.successors()[..] else {
                return None;
            };
            for (next, skip, runs_if) in [(if_true, if_false, true), (if_false, if_true, false)] {
                let is_own = next != skip
                    && next.single_predecessor().is_some()
                    && host.dominates(next, preheader);
                let head = is_own.then(|| StraightLine::from(host, next, preheader).ok());
                if let Some(head) = head.flatten().filter(|head| head.may_be_crossed(host)) {
                    return Some(Arm {
                        branch: above,
                        head,
                        skip,
                        runs_if,
                    });
                }
            }
        }
        None
    }
}

/// The way from behind a loop to where the way around it leads: its blocks, the last
/// block of the way around, and where they meet.
fn find_tail<'h>(
    host: &'h Host,
    branch: Block<'h>,
    skip: Block<'h>,
    exit: Block<'h>,
) -> Option<(StraightLine<'h>, Block<'h>, Block<'h>)> {
    let mut tail = StraightLine::starting(exit);
    loop {
        if let Some(next) = tail.last().single_successor() {
            let bypass = if next == skip {
                Some(branch)
            } else {
                is_empty_step(branch, skip, next).then_some(skip)
            };
            if let Some(bypass) = bypass {
                return tail.may_be_crossed(host).then_some((tail, bypass, next));
            }
        }
        tail.extend(host, skip).ok()?;
    }
}

/// Is `step` a block without code between `from` and `to`?
pub(crate) fn is_empty_step(from: Block<'_>, step: Block<'_>, to: Block<'_>) -> bool {
    step.single_predecessor() == Some(from)
        && step.single_successor() == Some(to)
        && step.instructions().count() == 1
}
