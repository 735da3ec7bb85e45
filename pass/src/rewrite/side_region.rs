//! Takes control flow that lies between two loops out of the line, and puts it elsewhere.
//!
//! ```text
//!   before                    parted                    moved
//!
//!   from ──┐                  from                      from        position's block
//!   … … …  │ side region      entry ──┐                 to          entry ──┐
//!   to ◄───┘                  … … …   │                             … … …   │
//!                             exit ◄──┘                             exit ◄──┘
//!                             to                                    position …
//! ```

use crate::facts::side_region::SideRegion;
use crate::facts::straight_line::StraightLine;
use crate::llvm::{Block, Host, Value, edit};

/// A side region with borders of its own.
pub struct Parted<'h> {
    from: Block<'h>,
    entry: Block<'h>,
    exit: Block<'h>,
    to: Block<'h>,
}

/// Gives a side region a block to be entered by and one to be left by, which has its results.
pub fn part<'h>(host: &'h Host, side_region: &SideRegion<'h>) -> Parted<'h> {
    for &l in &side_region.loops {
        host.forget_loop(l);
    }
    let (from, to) = (side_region.from, side_region.to);
    // What uses a value from before the side region may go elsewhere.
    let is_inside = |v: Value<'h>| v.block().is_some_and(|b| side_region.blocks.contains(&b));
    edit::drop_renaming_phis(to, is_inside);
    let entry = host.split_block(from, from.terminator());
    let exit = host.split_predecessors(to, &to.predecessors());
    for phi in to.phis() {
        host.forget_value(phi);
    }
    edit::drop_renaming_phis(to, |_| false);
    Parted {
        from,
        entry,
        exit,
        to,
    }
}

impl<'h> Parted<'h> {
    /// The block it is entered by, if it lies beside that line.
    pub fn entry_from(&self, line: &StraightLine<'h>) -> Option<Block<'h>> {
        line.blocks.contains(&self.from).then_some(self.entry)
    }

    /// Moves the side region in front of an instruction, whose block is split.
    pub fn move_before(self, host: &'h Host, position: Value<'h>) {
        let Parted {
            from,
            entry,
            exit,
            to,
        } = self;
        let above = position.block().expect("instructions are in blocks");
        let below = host.split_block(above, position);
        edit::replace_successor(from, entry, to);
        edit::replace_successor(above, below, entry);
        edit::replace_successor(exit, to, below);
        // In this order the dominator tree stays a tree.
        host.set_dominator(to, from);
        host.set_dominator(entry, above);
        host.set_dominator(below, exit);
        host.recalculate_postdominators();
    }
}
