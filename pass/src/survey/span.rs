//! Where memory that some loops need may begin and end to live.
//!
//! ```text
//!      ...
//!     begin          memory is taken here
//!     /   \\
//!   loops  ...
//!     \\   /
//!      end           and given back here
//!      ...
//! ```
//!
//! `begin` dominates `end`, `end` post-dominates `begin`, neither is in a loop, and no cycle is
//! anything but a loop: so the one runs once for each time that the other does, in turns. Nothing
//! on the way may leave in another way (an exception, a call that does not return), so that what
//! was taken is given back.

use super::guards::Shape;
use super::hazards::hazard;
use crate::llvm::{Block, Host, Loop, Opcode, Value, edit};
use std::collections::HashSet;

/// How often the ends are moved apart until each lies on all ways from the other.
const MOST_MOVES: usize = 16;

/// Two blocks outside of all loops: one before some loops, one behind them.
#[derive(Clone, Copy)]
pub struct Span<'h> {
    begin: Block<'h>,
    end: Block<'h>,
}

impl<'h> Span<'h> {
    /// The narrowest one around outermost loops; none if memory might not be given back.
    pub(super) fn around(host: &'h Host, loops: &[Loop<'h>]) -> Option<Self> {
        let shapes: Option<Vec<_>> = loops.iter().map(|l| Shape::find(host, *l)).collect();
        let shapes = shapes?;
        let first = shapes.first().filter(|_| !host.has_irreducible_control())?;
        let mut span = Span {
            begin: first.preheader,
            end: first.exit,
        };
        for shape in &shapes {
            span.begin = host.nearest_dominator(span.begin, shape.preheader)?;
            span.end = host.nearest_post_dominator(span.end, shape.exit)?;
        }
        for _ in 0..MOST_MOVES {
            let wider = Span {
                begin: host.nearest_dominator(span.begin, span.end)?,
                end: host.nearest_post_dominator(span.end, span.begin)?,
            };
            if wider.begin == span.begin && wider.end == span.end {
                return span.is_left_at_end(host).then_some(span);
            }
            span = wider;
        }
        None
    }

    /// Memory is taken in front of this.
    pub fn position(self) -> Value<'h> {
        self.begin.terminator()
    }

    /// It is given back in front of this.
    pub fn end(self) -> Value<'h> {
        edit::first_insertion_point(self.end)
    }

    /// Do all ways from the begin lead to the end, outside of loops?
    fn is_left_at_end(self, host: &'h Host) -> bool {
        let is_outside = |block| host.innermost_loop(block).is_none();
        let leads_on = |block: Block<'h>| {
            let last = block.terminator().opcode();
            matches!(last, Some(Opcode::LLVMBr | Opcode::LLVMSwitch))
        };
        let mut seen = HashSet::from([self.begin, self.end]);
        let mut left = self.begin.successors();
        let mut all_return = leads_on(self.begin);
        while let Some(block) = left.pop() {
            if seen.insert(block) {
                let mut here = block.instructions();
                all_return &= leads_on(block) && here.all(|i| hazard(host.effects(i)).is_none());
                left.extend(block.successors());
            }
        }
        all_return && is_outside(self.begin) && is_outside(self.end) && self.begin != self.end
    }
}
