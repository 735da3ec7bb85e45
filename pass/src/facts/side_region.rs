//! Code between two loops that is no straight line: a condition with its branches,
//! another loop, or several of these that cannot be told apart. All of it is entered
//! at the end of one block and leads to one other, so that it can move as a whole.
//!
//! ```text
//!   from          a block of the line
//!   ├── … ──┐
//!   loop …  │     blocks of the side region, loops whole
//!   ├── … ──┘
//!   to            the next block of the line; its phis belong to the side region
//! ```

use super::eligible::is_counted;
use super::wording::{label, place};
use crate::llvm::{Block, Host, Loop, Opcode, Value};

/// How many blocks a side region may have.
const MOST_BLOCKS: usize = 64;

/// A piece of control flow with one way in and one way out.
#[derive(Clone, Debug)]
pub struct SideRegion<'h> {
    /// Its terminator leads in.
    pub from: Block<'h>,
    /// All blocks, from the first to the last, those of loops together.
    pub blocks: Vec<Block<'h>>,
    /// The outermost loops among them.
    pub loops: Vec<Loop<'h>>,
    /// Where all ways lead.
    pub to: Block<'h>,
}

impl<'h> SideRegion<'h> {
    /// The shortest side region that begins at the end of a block. None if a way does not lead
    /// back to the line, or if something else leads in.
    ///
    /// A block is added once all ways into it are known, a loop like a block; the side region
    /// ends where just one block is left to be added.
    pub(crate) fn find(host: &'h Host, from: Block<'h>) -> Option<Self> {
        let around = host.innermost_loop(from);
        let mut side_region = SideRegion {
            from,
            blocks: vec![],
            loops: vec![],
            to: from,
        };
        // They are few: to look through them costs less than to hash.
        let mut known = vec![from];
        let mut open = Vec::new();
        let add_open = |open: &mut Vec<Block<'h>>, known: &[Block<'h>], block: Block<'h>| {
            for next in block.successors() {
                if !known.contains(&next) && !open.contains(&next) {
                    open.push(next);
                }
            }
        };
        add_open(&mut open, &known, from);
        loop {
            let is_entered = |block: &Block<'h>, inside: Option<Loop<'h>>| {
                let mut ways = block.predecessors().into_iter();
                ways.all(|p| known.contains(&p) || inside.is_some_and(|l| l.contains(p)))
            };
            let (at, block, inside) = open.iter().enumerate().find_map(|(at, &block)| {
                let inside = host.innermost_loop(block).filter(|l| Some(*l) != around);
                is_entered(&block, inside).then_some((at, block, inside))
            })?;
            if open.len() == 1 && inside.is_none() {
                side_region.to = block;
                return Some(side_region);
            }
            open.remove(at);
            let added = match inside {
                None => vec![block],
                Some(l) if l.parent() == around && l.header() == block => {
                    side_region.loops.push(l);
                    l.blocks()
                }
                Some(_) => return None,
            };
            if side_region.blocks.len() + added.len() > MOST_BLOCKS {
                return None;
            }
            known.extend(&added);
            for &block in &added {
                if block.successors().is_empty() {
                    return None;
                }
                add_open(&mut open, &known, block);
            }
            side_region.blocks.extend(added);
        }
    }

    /// All that moves: the terminator that leads in, the blocks, and the phis behind.
    pub fn instructions(&self) -> Vec<Value<'h>> {
        let inside = self.blocks.iter().flat_map(|b| b.instructions());
        let entry = std::iter::once(self.from.terminator());
        entry.chain(inside).chain(self.to.phis()).collect()
    }

    /// Why the side region must stay where it is, beside what its instructions do.
    pub(crate) fn obstacle(&self, host: &'h Host) -> Option<&'static str> {
        let is_odd = |b: &Block<'h>| {
            let end = b.terminator().opcode();
            b.is_address_taken() || !matches!(end, Some(Opcode::LLVMBr | Opcode::LLVMSwitch))
        };
        if is_odd(&self.from) || self.blocks.iter().any(is_odd) {
            return Some("control flow in it cannot be moved");
        }
        // Who makes two versions of loops knows where they lie till one is given up or kept.
        let mut inside = self.blocks.iter().flat_map(|b| b.instructions());
        if inside.any(Value::is_free_choice) {
            return Some("there are two versions of it on trial");
        }
        let mut rest = self.loops.clone();
        while let Some(l) = rest.pop() {
            let ends = is_counted(l) && l.backedge_count(host).is_some();
            if !ends || l.has_irreducible_cycle(host) {
                return Some("it may not end");
            }
            rest.extend(l.children(host));
        }
        None
    }

    /// In words, and its source line; 0 if unknown.
    pub(crate) fn describe(&self) -> (String, u32) {
        let only = |l: &Loop<'h>| l.header() == self.blocks[0];
        match (&self.loops[..], self.blocks.first()) {
            ([l], Some(_)) if only(l) => (format!("the {}", label(*l)), l.line()),
            _ => {
                let line = self.from.terminator().line();
                (format!("the condition at {}", place(self.from)), line)
            }
        }
    }
}
