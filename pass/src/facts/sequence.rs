//! What accesses memory, one after the other, while it lives: loops, and what is left of them.

use super::locals::{LocalAccess, spread};
use super::turn::Turn;
use crate::llvm::{Block, Host, Loop};
use rustc_hash::FxHashSet;

/// Turns none of which leads back to an earlier one, and what they access.
pub(crate) struct Sequence<'h> {
    /// In the order in which they run.
    pub turns: Vec<Turn<'h>>,
    /// Each access with its turn.
    pub accesses: Vec<(LocalAccess<'h>, Turn<'h>)>,
}

impl<'h> Sequence<'h> {
    /// Is nothing accessed outside of loops over rows?
    pub fn is_only_loops(&self) -> bool {
        self.turns
            .iter()
            .all(|turn| turn.loop_over_rows().is_some())
    }

    /// What runs before or behind `l` while memory lives that began to at `begin`, if one follows the
    /// other, and if all other accesses are behind or before none of them.
    pub fn around(
        host: &'h Host,
        begin: Option<Block<'h>>,
        l: Loop<'h>,
        accesses: &[LocalAccess<'h>],
        turn_of: impl Fn(&LocalAccess<'h>) -> Option<Turn<'h>>,
    ) -> Option<Self> {
        let follows =
            |blocks: &[Block<'h>]| spread(begin, blocks.iter().copied(), Block::successors);
        let around = |blocks: Vec<Block<'h>>| {
            let before = spread(begin, blocks.iter().copied(), Block::predecessors);
            let behind = follows(&blocks);
            let is_around = move |access: &&LocalAccess<'h>| {
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
        let mut all: Vec<(Turn<'h>, Block<'h>, FxHashSet<Block<'h>>)> = Vec::new();
        for access in met {
            let turn = turn_of(&access)?;
            accesses.push((access, turn));
            if all.iter().any(|(other, ..)| *other == turn) {
                continue;
            }
            let (begins, behind) = turn.ends(host)?;
            let next = follows(&behind);
            // Only loops lead back: no other cycle may.
            if next.contains(&begins) {
                return None;
            }
            all.push((turn, begins, next));
        }
        let before = |(turn, begins, _): &(Turn<'h>, Block<'h>, _)| {
            let leads_here = |(.., next): &&(_, _, FxHashSet<Block<'h>>)| next.contains(begins);
            (all.iter().filter(leads_here).count(), turn.place())
        };
        let mut ordered: Vec<_> = all.iter().collect();
        ordered.sort_by_cached_key(|turn| before(turn));
        let turns = ordered.into_iter().map(|(turn, ..)| *turn).collect();
        Some(Sequence { turns, accesses })
    }
}
