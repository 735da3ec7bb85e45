//! Moves code between two loops to before the first one, where it may go there.
//!
//! What it computes, such as pointers and bounds that are loaded anew for each loop, can
//! then be asked before the loops: by a run-time check, or to compare their counts.

use crate::facts::between::Part;
use crate::facts::pair::Pair;
use crate::legality::movability::{Destination, Movable};
use crate::llvm::{Block, Host, Loop, Value, edit};

/// What goes before two loops.
pub struct Lift<'h> {
    /// The blocks between the loops, but for the join of the first one's guard.
    pub blocks: Vec<Block<'h>>,
    /// In program order.
    pub instructions: Vec<Value<'h>>,
    /// Those of them that did not always run: what they promised, they promise no more.
    pub speculated: Vec<Value<'h>>,
    /// In front of this.
    pub position: Value<'h>,
}

impl<'h> Lift<'h> {
    /// What may go before the first loop, or before its guard, whether or not the pair is
    /// fused. None if there is nothing, or if control flow would have to move, too.
    pub fn find(pair: &Pair<'_, 'h>, movable: &Movable) -> Option<Self> {
        let between = pair.between.as_ref().ok()?;
        let guard0 = between.guards.as_ref().map(|(guard0, _)| guard0);
        let zone = between.rising();
        let block = match guard0 {
            Some(guard0) => guard0.branch,
            None => pair.first.shape.as_ref()?.preheader,
        };
        let mut lift = Lift {
            blocks: between.blocks().collect(),
            instructions: vec![],
            speculated: vec![],
            position: block.terminator(),
        };
        lift.blocks.retain(|block| Some(*block) != between.join());
        // Of a head with side regions nothing rises, and it may write.
        let head = guard0.map(|guard0| &guard0.head);
        let mut is_quiet = head.is_none_or(|head| head.side_regions.is_empty());
        let plain = head.filter(|_| is_quiet);
        for instruction in plain.iter().flat_map(|head| head.instructions()) {
            is_quiet = lift.speculate(pair.host, instruction, is_quiet);
        }
        for ((part, when), destination) in between.parts().iter().zip(&movable.destinations) {
            match (part, destination) {
                (Part::SideRegion(_), _) => return None,
                (_, Destination::After) => (),
                (Part::Instruction(instruction), Destination::Before) => {
                    if *when == zone {
                        lift.instructions.push(*instruction);
                    } else {
                        is_quiet = lift.speculate(pair.host, *instruction, is_quiet);
                    }
                }
            }
        }
        (!lift.instructions.is_empty()).then_some(lift)
    }

    /// Adds an instruction that runs under a condition, if it may run without, and what it
    /// uses is there. `is_quiet`: nothing that it passes writes. True if that remains so.
    fn speculate(&mut self, host: &'h Host, instruction: Value<'h>, is_quiet: bool) -> bool {
        let effects = host.effects(instruction);
        let is_there = |value: Value<'h>| match (value.block(), self.position.block()) {
            (Some(block), Some(top)) => {
                self.instructions.contains(&value) || host.dominates(block, top)
            }
            _ => true,
        };
        let rises = (is_quiet || !effects.reads())
            && host.is_speculatable(instruction, self.position)
            && instruction.operands().all(is_there);
        if rises {
            self.instructions.push(instruction);
            self.speculated.push(instruction);
        }
        is_quiet && (rises || !effects.writes())
    }
}

/// Moves what was found to go before `first`.
pub fn apply<'h>(host: &'h Host, first: Loop<'h>, lift: Lift<'h>) {
    let Lift {
        blocks,
        instructions,
        speculated,
        position,
    } = lift;
    // What only rename a value of before the loop are in the way.
    for block in blocks {
        edit::drop_renaming_phis(block, |value| first.defines(value));
    }
    for instruction in speculated {
        edit::drop_promises(instruction);
    }
    for instruction in instructions {
        host.forget_value(instruction);
        edit::move_before(instruction, position);
    }
    host.forget_dispositions();
    host.ir_changed();
}
