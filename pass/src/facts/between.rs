//! What lies between two sibling loops.
//!
//! Two shapes are adjacent. Either the second loop follows straight behind the
//! first, under whatever condition both share:
//!
//! ```text
//!   preheader0  loop0  exit0 … preheader1  loop1  exit1
//!                      └──── if_run ────┘
//! ```
//!
//! or each has a guard of its own, the second one behind the join of the first:
//!
//! ```text
//!   branch0 ─┐         join0 … branch1 ─┐
//!     head0  │           │       head1  │
//!     loop0  │           │       loop1  │
//!     tail0  │           │       tail1  │
//!     join0 ─┘           │       join1 ─┘
//!     └ if_run: tail0 ┘  └ always ┘  └ if_run: head1 ┘
//! ```
//!
//! In both, all blocks between are a straight line with no way in or out, but for
//! side regions, which move as a whole. A branch whose condition is decided by branches that
//! dominate it counts as part of the line: a guard that the first loop's guard implies
//! is no guard.

use super::guards::{Guard, Shape};
use super::side_region::SideRegion;
use super::straight_line::StraightLine;
use super::wording::{describe, place};
use crate::legality::movability::Zone;
use crate::llvm::{Block, Host, Loop, Value};

/// How many instructions may lie between two loops: each is compared with each.
pub(crate) const MOST_INSTRUCTIONS: usize = 256;

/// The blocks between two adjacent loops.
#[derive(Clone, Debug)]
pub struct Between<'h> {
    /// Run only if the loops run; behind the first loop.
    pub tail: Vec<Block<'h>>,
    /// Run whenever control comes by; empty unless both loops are guarded.
    pub always: Vec<Block<'h>>,
    /// Run only if the loops run; before the second loop, its preheader
    /// included unless that is in `tail`.
    pub head: Vec<Block<'h>>,
    /// The two guards, where the loops have their own.
    pub guards: Option<(Guard<'h>, Guard<'h>)>,
    /// Blocks on the line whose branch is decided, with where it goes.
    pub decided: Vec<(Block<'h>, Block<'h>)>,
    /// What lies beside the line, in program order.
    pub side_regions: Vec<SideRegion<'h>>,
}

/// Something between the loops that moves as a whole.
#[derive(Clone, Debug)]
pub enum Part<'h> {
    /// One instruction of the line.
    Instruction(Value<'h>),
    /// Control flow beside it.
    SideRegion(SideRegion<'h>),
}

impl<'h> Part<'h> {
    /// All its instructions, in program order.
    pub fn instructions(&self) -> Vec<Value<'h>> {
        match self {
            Part::Instruction(instruction) => vec![*instruction],
            Part::SideRegion(side_region) => side_region.instructions(),
        }
    }

    /// Is it, or does it contain, a loop?
    pub(crate) fn has_loop(&self) -> bool {
        matches!(self, Part::SideRegion(side_region) if !side_region.loops.is_empty())
    }

    /// The outermost loop of the part that holds one of its instructions.
    pub(crate) fn loop_around(&self, instruction: Value<'h>) -> Option<Loop<'h>> {
        let (Part::SideRegion(side_region), Some(block)) = (self, instruction.block()) else {
            return None;
        };
        side_region
            .loops
            .iter()
            .copied()
            .find(|l| l.contains(block))
    }

    /// Why it cannot be moved anywhere, whatever it would cross.
    pub(crate) fn obstacle(&self, host: &'h Host) -> Option<&'static str> {
        match self {
            Part::Instruction(_) => None,
            Part::SideRegion(side_region) => side_region.obstacle(host),
        }
    }

    /// In words, and its source line; 0 if unknown.
    pub(crate) fn describe(&self, host: &'h Host) -> (String, u32) {
        match self {
            Part::Instruction(instruction) => (describe(host, *instruction), instruction.line()),
            Part::SideRegion(side_region) => side_region.describe(),
        }
    }
}

impl<'h> Between<'h> {
    /// The blocks between, or what separates the loops.
    pub fn find(host: &'h Host, first: &Shape<'h>, second: &Shape<'h>) -> Result<Self, String> {
        Between::within(host, first, second, MOST_INSTRUCTIONS)
    }

    /// The same, where up to so many instructions may lie between.
    pub fn within(
        host: &'h Host,
        first: &Shape<'h>,
        second: &Shape<'h>,
        most: usize,
    ) -> Result<Self, String> {
        let between = Between::find_blocks(host, first, second)?;
        let beside = between.side_regions.iter().flat_map(|d| &d.blocks).copied();
        let all = between.blocks().chain(beside);
        let count = all.map(|b| b.instructions().count()).sum::<usize>();
        if count > most {
            return Err(format!("{count} instructions lie between the loops"));
        }
        Ok(between)
    }

    fn find_blocks(host: &'h Host, first: &Shape<'h>, second: &Shape<'h>) -> Result<Self, String> {
        let straight = StraightLine::from(host, first.exit, second.preheader);
        let (guard0, stop) = match (straight, &first.guard) {
            (
                Ok(StraightLine {
                    blocks: tail,
                    decided,
                    side_regions,
                }),
                _,
            ) => {
                return Ok(Between {
                    tail,
                    always: vec![],
                    head: vec![],
                    guards: None,
                    decided,
                    side_regions,
                });
            }
            (Err(stop), None) => return Err(describe_stop(stop)),
            (Err(stop), Some(guard0)) => (guard0, stop),
        };
        let Some(guard1) = &second.guard else {
            return Err(describe_stop(stop));
        };
        if guard0.join.predecessors().len() != 2 {
            return Err("other code also leads to behind the first loop".into());
        }
        let line = StraightLine::from(host, guard0.join, guard1.branch).map_err(describe_stop)?;
        Ok(Between {
            tail: guard0.tail.blocks.clone(),
            always: line.blocks.clone(),
            head: guard1.head.blocks.clone(),
            guards: Some((guard0.clone(), guard1.clone())),
            side_regions: [&guard0.tail, &line, &guard1.head]
                .iter()
                .flat_map(|line| line.side_regions.clone())
                .collect(),
            decided: line.decided,
        })
    }

    /// All blocks of the line, in program order.
    pub fn blocks(&self) -> impl Iterator<Item = Block<'h>> {
        self.tail
            .iter()
            .chain(&self.always)
            .chain(&self.head)
            .copied()
    }

    /// What needs a new place if the blocks go, in program order, with when it runs.
    pub fn parts(&self) -> Vec<(Part<'h>, Zone)> {
        let zones = [
            (&self.tail, Zone::IfRun),
            (&self.always, Zone::Always),
            (&self.head, Zone::IfRun),
        ];
        let blocks = zones
            .into_iter()
            .flat_map(|(bs, zone)| bs.iter().map(move |b| (*b, zone)));
        let mut parts = Vec::new();
        for (block, zone) in blocks {
            let end = block.terminator();
            let ordinary = block.instructions().filter(|i| !i.is_phi() && *i != end);
            parts.extend(ordinary.map(|i| (Part::Instruction(i), zone)));
            let side_region = self.side_regions.iter().find(|d| d.from == block);
            parts.extend(side_region.map(|d| (Part::SideRegion(d.clone()), zone)));
        }
        parts
    }

    /// Is something loaded between?
    pub fn has_load(&self, host: &Host) -> bool {
        let mut all = self.blocks().flat_map(|block| block.instructions());
        all.any(|i| i.loaded_from().is_some() || host.is_local_memory(i))
    }

    /// When what may rise to before the first loop, or its guard, has to run.
    pub(crate) fn rising(&self) -> Zone {
        match self.guards {
            Some(_) => Zone::Always,
            None => Zone::IfRun,
        }
    }

    /// For all that the shape says, may something rise to there?
    pub fn may_rise(&self) -> bool {
        let zone = self.rising();
        let mut parts = self.parts().into_iter();
        self.side_regions.is_empty() && parts.any(|(_, when)| when == zone)
    }

    /// The block where the first loop's guard meets, if it has one.
    pub fn join(&self) -> Option<Block<'h>> {
        self.always.first().copied()
    }

    /// What a value is when the loops run: phis between them resolved.
    pub fn resolve_if_run(&self, value: Value<'h>) -> Value<'h> {
        self.resolve(value, |guard| Some(guard.tail.last()))
    }

    /// What a value is when both loops are skipped.
    pub fn resolve_if_skipped(&self, value: Value<'h>) -> Value<'h> {
        self.resolve(value, |guard| Some(guard.bypass))
    }

    /// What a value is whether or not the loops run: phis between them that only give it another name resolved.
    pub fn resolve_names(&self, value: Value<'h>) -> Value<'h> {
        self.resolve(value, |_| None)
    }

    fn resolve(
        &self,
        value: Value<'h>,
        from: impl Fn(&Guard<'h>) -> Option<Block<'h>>,
    ) -> Value<'h> {
        let mut value = value;
        // Each step leaves one phi between the loops behind, in program order.
        while value.is_phi() && value.block().is_some_and(|b| self.blocks().any(|c| c == b)) {
            let next = match (&self.guards, value.block()) {
                (Some((guard0, _)), Some(block)) if block == guard0.join => {
                    from(guard0).and_then(|way| value.incoming_from(way))
                }
                _ => match value.incoming()[..] {
                    [(only, _)] => Some(only),
                    _ => None,
                },
            };
            match next {
                Some(next) => value = next,
                None => break,
            }
        }
        value
    }
}

fn describe_stop(block: Block<'_>) -> String {
    let at = place(block);
    if block.predecessors().len() > 1 {
        format!("control flow joins between the loops ({at})")
    } else if block.successors().len() > 1 {
        format!("a condition lies between the loops ({at})")
    } else {
        format!("the second loop does not follow the first ({at})")
    }
}
