//! Straight-line code: blocks that run one behind the other, with side regions beside them.

use super::side_region::SideRegion;
use crate::llvm::{Block, Host, Value};

/// How many blocks a line may have.
const REACH: usize = 16;

/// How many branches on a line may be decided.
const MOST_DECIDED: usize = 2;

/// A line of blocks: whenever the first one runs, all do, and nothing else leads in.
#[derive(Clone, Debug)]
pub struct StraightLine<'h> {
    /// The blocks in program order.
    pub blocks: Vec<Block<'h>>,
    /// Blocks of the line whose branch is decided, with where it goes.
    pub decided: Vec<(Block<'h>, Block<'h>)>,
    /// What lies beside the line, in program order.
    pub side_regions: Vec<SideRegion<'h>>,
}

impl<'h> StraightLine<'h> {
    /// The line that begins, and so far ends, with a block.
    pub(crate) fn starting(start: Block<'h>) -> Self {
        StraightLine {
            blocks: vec![start],
            decided: vec![],
            side_regions: vec![],
        }
    }

    /// The first block.
    pub fn first(&self) -> Block<'h> {
        self.blocks[0]
    }

    /// The last block.
    pub fn last(&self) -> Block<'h> {
        self.blocks[self.blocks.len() - 1]
    }

    /// May code move from one end of the line to the other, as far as its control flow
    /// goes? It ends, and all its branches stay.
    pub(crate) fn may_be_crossed(&self, host: &'h Host) -> bool {
        let ends = |side_region: &SideRegion<'h>| side_region.obstacle(host).is_none();
        self.decided.is_empty() && self.side_regions.iter().all(ends)
    }

    /// All blocks, those of side regions included.
    pub fn all_blocks(&self) -> impl Iterator<Item = Block<'h>> {
        let beside = self
            .side_regions
            .iter()
            .flat_map(|side_region| &side_region.blocks);
        self.blocks.iter().chain(beside).copied()
    }

    /// All instructions, those of side regions included.
    pub fn instructions(&self) -> impl Iterator<Item = Value<'h>> {
        self.all_blocks().flat_map(|block| block.instructions())
    }

    /// The line from a block to another, both included; else where it stopped.
    /// The caller has checked what leads to `start`.
    pub(crate) fn from(
        host: &'h Host,
        start: Block<'h>,
        end: Block<'h>,
    ) -> Result<Self, Block<'h>> {
        let mut line = StraightLine::starting(start);
        while line.last() != end {
            line.extend(host, end)?;
        }
        Ok(line)
    }

    /// Adds the block behind the last one; else says where the line stops. It must not
    /// pass by `end`.
    pub(crate) fn extend(&mut self, host: &'h Host, end: Block<'h>) -> Result<(), Block<'h>> {
        let last = self.last();
        let straight = last.single_successor();
        let next = if let Some(next) = straight.filter(is_line) {
            next
        } else if let Some(next) = self.decided(host, last) {
            self.decided.push((last, next));
            next
        } else {
            let stop = straight.unwrap_or(last);
            let side_region = SideRegion::find(host, last).filter(|d| !d.blocks.contains(&end));
            let side_region = side_region.ok_or(stop)?;
            let next = side_region.to;
            self.side_regions.push(side_region);
            next
        };
        if self.blocks.len() == REACH {
            return Err(next);
        }
        self.blocks.push(next);
        Ok(())
    }

    fn decided(&self, host: &Host, last: Block<'h>) -> Option<Block<'h>> {
        let may_be = self.decided.len() < MOST_DECIDED;
        may_be.then(|| decided_successor(host, last, &self.blocks))?
    }
}

/// Does nothing else lead to a block behind a line?
fn is_line(next: &Block<'_>) -> bool {
    next.single_predecessor().is_some()
}

/// Where the two-way branch that ends a line goes on, if the branches that dominate
/// it decide that, and what it does not go to is reached otherwise.
fn decided_successor<'h>(host: &Host, block: Block<'h>, line: &[Block<'h>]) -> Option<Block<'h>> {
    let condition = block.terminator().branch_condition()?;
    let [if_true, if_false] = block.successors()[..] else {
        return None;
    };
    let may_go = |&(_, next, other): &(bool, Block<'h>, Block<'h>)| {
        let stays_reachable = |p: &Block<'h>| {
            !line.contains(p) && host.is_reachable(*p) && !host.dominates(other, *p)
        };
        next != other && is_line(&next) && other.predecessors().iter().any(stays_reachable)
    };
    let ways = [(true, if_true, if_false), (false, if_false, if_true)];
    let mut ways = ways.into_iter().filter(may_go).peekable();
    // What the branches decide takes longest to find out.
    ways.peek()?;
    let holds = host.condition_at(condition, block)?;
    let decided = ways.find(|(when, ..)| *when == holds);
    decided.map(|(_, next, _)| next)
}
