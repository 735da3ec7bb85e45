//! Where memory that some loops, and accesses outside of these, need may begin and end to live.
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

use crate::facts::guards::Shape;
use crate::facts::hazards::hazard;
use crate::facts::turn::Turn;
use crate::llvm::{Block, Host, Opcode, Value, edit};
use rustc_hash::FxHashSet;

/// How often the ends are moved apart until each lies on all ways from the other.
const MOST_MOVES: usize = 16;

/// Two places outside of all loops: one before some accesses, one behind them.
#[derive(Clone, Copy)]
pub struct Span<'h> {
    begin: Value<'h>,
    end: Value<'h>,
}

/// The blocks of a span.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Blocks<'h> {
    begin: Block<'h>,
    end: Block<'h>,
}

impl<'h> Span<'h> {
    /// The narrowest one around outermost turns; none if memory might not be given back.
    pub(crate) fn around(host: &'h Host, turns: &[Turn<'h>]) -> Option<Self> {
        let ends = |turn: &Turn<'h>| match *turn {
            Turn::Loop(l) => Shape::find(host, l).map(|shape| (shape.preheader, shape.exit)),
            Turn::Once(instruction) => instruction.block().map(|block| (block, block)),
        };
        let ends: Option<Vec<_>> = turns.iter().map(ends).collect();
        let ends = ends?;
        let &(begin, end) = ends.first().filter(|_| !host.has_irreducible_control())?;
        let mut blocks = Blocks { begin, end };
        for (begin, end) in ends {
            blocks.begin = host.nearest_dominator(blocks.begin, begin)?;
            blocks.end = host.nearest_post_dominator(blocks.end, end)?;
        }
        for _ in 0..MOST_MOVES {
            let wider = Blocks {
                begin: host.nearest_dominator(blocks.begin, blocks.end)?,
                end: host.nearest_post_dominator(blocks.end, blocks.begin)?,
            };
            if wider == blocks {
                let span = blocks.narrowed(turns);
                return blocks.all_lead_on(host, span).then_some(span);
            }
            blocks = wider;
        }
        None
    }

    /// Memory is taken in front of this.
    pub fn position(self) -> Value<'h> {
        self.begin
    }

    /// It is given back in front of this.
    pub fn end(self) -> Value<'h> {
        self.end
    }
}

impl<'h> Blocks<'h> {
    /// From the first access in the first block, or its end, up to behind the last one in the last block, or its
    /// begin.
    fn narrowed(self, turns: &[Turn<'h>]) -> Span<'h> {
        let is_turn = |instruction: &Value<'h>| turns.contains(&Turn::Once(*instruction));
        let first = self.begin.instructions().find(is_turn);
        let mut behind = edit::first_insertion_point(self.end);
        let mut is_behind = false;
        for instruction in self.end.instructions() {
            if is_behind {
                behind = instruction;
            }
            is_behind = is_turn(&instruction);
        }
        Span {
            begin: first.unwrap_or(self.begin.terminator()),
            end: behind,
        }
    }

    /// Do all ways from the begin of a span lead to its end, outside of loops?
    fn all_lead_on(self, host: &'h Host, span: Span<'h>) -> bool {
        let is_outside = |block| host.innermost_loop(block).is_none();
        let leads_on = |block: Block<'h>| {
            let last = block.terminator().opcode();
            matches!(last, Some(Opcode::LLVMBr | Opcode::LLVMSwitch))
        };
        let mut seen = FxHashSet::from_iter([self.begin, self.end]);
        let mut left = self.begin.successors();
        let is_harmless = |i: Value<'h>| hazard(host.effects(i)).is_none();
        let mut at_begin = self.begin.instructions().skip_while(|i| *i != span.begin);
        let mut at_end = self.end.instructions().take_while(|i| *i != span.end);
        let mut all_return =
            leads_on(self.begin) && at_begin.all(is_harmless) && at_end.all(is_harmless);
        while let Some(block) = left.pop() {
            if seen.insert(block) {
                all_return &= leads_on(block) && block.instructions().all(is_harmless);
                left.extend(block.successors());
            }
        }
        all_return && is_outside(self.begin) && is_outside(self.end) && self.begin != self.end
    }
}
