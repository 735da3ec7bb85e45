//! A second guard that lies in the first one's arm.
//!
//! Where the first condition's being false decides that the second loop does not run
//! either, LLVM lets the first branch skip both (jump threading), and programs are written
//! like that: `if (n > 0) { loop; if (n > 2) loop }`.
//!
//! ```text
//!   branch0 ──────┐
//!   head0         │
//!   loop0         │
//!   tail0         │
//!   branch1 ──┐   │
//!   head1     │   │
//!   loop1     │   │
//!   tail1     │   │
//!   join1 ◄───┴───┘
//! ```

use crate::facts::guards::{Arm, Guard, Shape, is_empty_step};
use crate::facts::straight_line::StraightLine;
use crate::llvm::{Block, Host, Value};

/// Two guards of this shape.
pub struct JumpThreaded<'h> {
    /// The first branch.
    pub branch: Block<'h>,
    /// Its condition, and the value for which it leads to the first loop.
    pub condition: (Value<'h>, bool),
    /// The join's predecessor when both loops are skipped: the branch, or an empty block.
    pub bypass: Block<'h>,
    /// Blocks from the first branch to the first loop.
    pub head: StraightLine<'h>,
    /// Blocks from behind the first loop to the second branch, that included.
    pub tail: StraightLine<'h>,
    /// The second guard.
    pub second: Guard<'h>,
}

impl<'h> JumpThreaded<'h> {
    /// Finds the shape around two loops, unless the second branch is decided by the first,
    /// or asks what cannot be computed before that.
    pub fn find(host: &'h Host, first: &Shape<'h>, second: &Shape<'h>) -> Option<Self> {
        let second = second.guard.clone()?;
        let join = second.join;
        if join.predecessors().len() < 3 || first.guard.is_some() {
            return None;
        }
        let tail = StraightLine::from(host, first.exit, second.branch).ok()?;
        if host.condition_at(second.condition, second.branch).is_some() {
            return None;
        }
        let Arm {
            branch,
            head,
            skip,
            runs_if,
        } = Arm::find(host, first.preheader)?;
        let is_direct = skip == join;
        if !is_direct && !is_empty_step(branch, skip, join) {
            return None;
        }
        if !host.is_computable(second.condition, branch.terminator()) {
            return None;
        }
        let lines = [&head, &tail];
        let is_plain =
            |line: &&StraightLine<'h>| line.side_regions.is_empty() && line.decided.is_empty();
        lines.iter().all(is_plain).then_some(JumpThreaded {
            branch,
            condition: (branch.terminator().branch_condition()?, runs_if),
            bypass: if is_direct { branch } else { skip },
            head,
            tail,
            second,
        })
    }
}
