//! Program order of what stands in one function.

use crate::llvm::{Block, Host, Loop};
use rustc_hash::FxHashMap;

/// Blocks in reverse post-order: of two in one iteration of what is around, the one that may lead to the other comes
/// first.
pub struct Order<'h>(FxHashMap<Block<'h>, usize>);

impl<'h> Order<'h> {
    /// Reverse post-order of a depth-first search, the last successors first.
    pub fn of(host: &'h Host) -> Self {
        let mut numbers = FxHashMap::default();
        let mut done = Vec::new();
        let entry = host.blocks().first().copied();
        let mut rest: Vec<_> = entry.into_iter().map(|block| (block, false)).collect();
        while let Some((block, is_done)) = rest.pop() {
            if is_done {
                done.push(block);
            } else if numbers.insert(block, 0).is_none() {
                rest.push((block, true));
                rest.extend(block.successors().into_iter().map(|next| (next, false)));
            }
        }
        numbers.extend(
            done.into_iter()
                .rev()
                .enumerate()
                .map(|(at, block)| (block, at)),
        );
        Order(numbers)
    }

    /// The number of a block; the greatest of one that nothing leads to.
    pub fn at(&self, block: Block<'h>) -> usize {
        self.0.get(&block).copied().unwrap_or(usize::MAX)
    }

    /// Where a loop stands among instructions, which have the numbers of their blocks and their places there.
    pub fn place(&self, l: Loop<'h>) -> (usize, usize) {
        (self.at(l.header()), 0)
    }
}
