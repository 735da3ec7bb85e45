//! Loops that access memory one after the other while it lives.

use super::guards::Shape;
use super::temporary::spread;
use crate::llvm::{Block, Host, Loop, Value};
use std::collections::HashSet;

/// Loops none of which leads back to an earlier one, and what they access.
pub(super) struct Sequence<'h> {
    /// The loops, in the order in which they run.
    pub loops: Vec<Loop<'h>>,
    /// Each access with its loop.
    pub accesses: Vec<(Value<'h>, Loop<'h>)>,
}

impl<'h> Sequence<'h> {
    /// The loops that run before or behind `l` while memory lives that began to at `begin`, if they follow each
    /// other, and if all other accesses are behind or before none of them.
    pub fn around(
        host: &'h Host,
        begin: Option<Block<'h>>,
        l: Loop<'h>,
        accesses: &[Value<'h>],
        rows_of: impl Fn(&Value<'h>) -> Option<Loop<'h>>,
    ) -> Option<Self> {
        let follows = |blocks: Vec<Block<'h>>| spread(begin, blocks, Block::successors);
        let around = |blocks: Vec<Block<'h>>| {
            let before = spread(begin, blocks.clone(), Block::predecessors);
            let behind = follows(blocks);
            let is_around = move |access: &&Value<'h>| {
                let block = access.block();
                block.is_some_and(|block| before.contains(&block) || behind.contains(&block))
            };
            accesses
                .iter()
                .filter(is_around)
                .copied()
                .collect::<Vec<_>>()
        };
        let met = around(l.blocks());
        let blocks = met.iter().filter_map(|access| access.block()).collect();
        if around(blocks).len() != met.len() {
            return None;
        }
        let mut accesses = Vec::new();
        let mut behind: Vec<(Loop<'h>, HashSet<Block<'h>>)> = Vec::new();
        for access in met {
            let l = rows_of(&access)?;
            accesses.push((access, l));
            if behind.iter().any(|(other, _)| *other == l) {
                continue;
            }
            Shape::find(host, l)?;
            let next = follows(vec![l.unique_exit()?]);
            // Only loops lead back: no other cycle may.
            if next.contains(&l.header()) {
                return None;
            }
            behind.push((l, next));
        }
        let before = |l: &Loop<'h>| {
            let leads_here = |(_, next): &&(_, HashSet<Block<'h>>)| next.contains(&l.header());
            behind.iter().filter(leads_here).count()
        };
        let mut loops: Vec<_> = behind.iter().map(|(l, _)| *l).collect();
        loops.sort_by_cached_key(before);
        Some(Sequence { loops, accesses })
    }
}
