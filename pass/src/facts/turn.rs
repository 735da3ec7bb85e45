//! What accesses memory in one go: a loop, or an instruction outside of such loops; and which loops are around a block.

use super::guards::Shape;
use crate::llvm::{Block, Edges, Host, Loop, Value};

/// What accesses memory in one go, while that lives.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Turn<'h> {
    /// A loop.
    Loop(Loop<'h>),
    /// An instruction outside of such loops, as a copy of what is left of a loop over rows.
    Once(Value<'h>),
}

impl<'h> Turn<'h> {
    /// That of an instruction that accesses memory which begins to live anew in each iteration of `home`.
    pub fn of(host: &'h Host, instruction: Value<'h>, home: Option<Loop<'h>>) -> Option<Self> {
        let block = instruction.block()?;
        if host.innermost_loop(block) == home {
            return Some(Turn::Once(instruction));
        }
        loops_around(host, block, home)?.pop().map(Turn::Loop)
    }

    /// The loop, if it is one.
    pub fn loop_over_rows(self) -> Option<Loop<'h>> {
        match self {
            Turn::Loop(l) => Some(l),
            Turn::Once(_) => None,
        }
    }

    /// The outermost loop that it is, or is in; itself if there is none.
    pub fn outermost(self, host: &'h Host) -> Self {
        let innermost = match self {
            Turn::Loop(l) => Some(l),
            Turn::Once(instruction) => host.loop_of(instruction),
        };
        let outermost = std::iter::successors(innermost, |l| l.parent()).last();
        outermost.map_or(self, Turn::Loop)
    }

    /// Where it begins, and what comes behind it; none if that is not known.
    pub(super) fn ends(self, host: &'h Host) -> Option<(Block<'h>, Edges<'h>)> {
        match self {
            Turn::Loop(l) => {
                Shape::find(host, l)?;
                Some((l.header(), Edges::from_iter([l.unique_exit()?])))
            }
            Turn::Once(instruction) => {
                let block = instruction.block()?;
                Some((block, block.successors()))
            }
        }
    }

    /// Which instruction of its block it is, if it is one.
    pub(super) fn place(self) -> Option<usize> {
        match self {
            Turn::Loop(_) => None,
            Turn::Once(instruction) => {
                let mut all = instruction.block()?.instructions();
                all.position(|other| other == instruction)
            }
        }
    }
}

/// The loops around a block, the innermost first, up to the one directly below `home`.
pub(crate) fn loops_around<'h>(
    host: &'h Host,
    block: Block<'h>,
    home: Option<Loop<'h>>,
) -> Option<Vec<Loop<'h>>> {
    let mut around = vec![host.innermost_loop(block)?];
    while let Some(outer) = around.last()?.parent()
        && Some(outer) != home
    {
        around.push(outer);
    }
    (around.last()?.parent() == home).then_some(around)
}
