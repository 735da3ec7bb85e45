//! What accesses memory, one after the other, while it lives: loops, and what is left of them.

use super::guards::Shape;
use super::locals::{LocalAccess, loops_around, spread};
use crate::llvm::{Block, Edges, Host, Loop, Value};
use rustc_hash::FxHashSet;

/// What accesses memory in one go, while that lives.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Turn<'h> {
    /// A loop.
    Loop(Loop<'h>),
    /// An instruction outside of such loops, as a copy of what is left of a loop over rows.
    Once(Value<'h>),
}

impl<'h> Turn<'h> {
    /// That of an access to memory which begins to live anew in each iteration of `home`.
    pub fn of(host: &'h Host, access: &LocalAccess<'h>, home: Option<Loop<'h>>) -> Option<Self> {
        let block = access.block()?;
        if host.innermost_loop(block) == home {
            return Some(Turn::Once(access.instruction));
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
    fn ends(self, host: &'h Host) -> Option<(Block<'h>, Edges<'h>)> {
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
    fn place(self) -> Option<usize> {
        match self {
            Turn::Loop(_) => None,
            Turn::Once(instruction) => {
                let mut all = instruction.block()?.instructions();
                all.position(|other| other == instruction)
            }
        }
    }
}

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
