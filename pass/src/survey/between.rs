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
//! In both, all blocks between are a straight line with no way in or out.

use super::guards::{Guard, Shape};
use crate::llvm::{Block, Value};

/// How many blocks a straight line between two loops may have.
const REACH: usize = 16;

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
}

impl<'h> Between<'h> {
    /// The blocks between, or what separates the loops.
    pub fn find(first: &Shape<'h>, second: &Shape<'h>) -> Result<Self, String> {
        let straight = line(first.exit, second.preheader);
        if let Ok(tail) = straight {
            return Ok(Between {
                tail,
                always: vec![],
                head: vec![],
                guards: None,
            });
        }
        let describe_end = |end: Result<Vec<Block<'h>>, Block<'h>>| match end {
            Ok(_) => "different conditions around the loops lie between them".to_string(),
            Err(block) => describe_stop(block),
        };
        match (&first.guard, &second.guard) {
            (Some(guard0), Some(guard1)) => {
                if guard0.join.predecessors().len() != 2 {
                    return Err("other code also leads to behind the first loop".into());
                }
                match line_from_join(guard0.join, guard1.branch) {
                    Ok(always) => Ok(Between {
                        tail: guard0.tail.clone(),
                        always,
                        head: guard1.head.clone(),
                        guards: Some((guard0.clone(), guard1.clone())),
                    }),
                    Err(stop) => Err(describe_stop(stop)),
                }
            }
            (Some(guard0), None) => {
                Err(describe_end(line_from_join(guard0.join, second.preheader)))
            }
            (None, Some(guard1)) => Err(describe_end(line(first.exit, guard1.branch))),
            (None, None) => Err(describe_end(straight)),
        }
    }

    /// All blocks, in program order.
    pub fn blocks(&self) -> impl Iterator<Item = Block<'h>> {
        self.tail
            .iter()
            .chain(&self.always)
            .chain(&self.head)
            .copied()
    }

    /// The block where the first loop's guard meets, if it has one.
    pub fn join(&self) -> Option<Block<'h>> {
        self.always.first().copied()
    }

    /// What a value is when the loops run: phis between them resolved.
    pub fn resolve_if_run(&self, value: Value<'h>) -> Value<'h> {
        self.resolve(value, |guard| guard.tail[guard.tail.len() - 1])
    }

    /// What a value is when both loops are skipped.
    pub fn resolve_if_skipped(&self, value: Value<'h>) -> Value<'h> {
        self.resolve(value, |guard| guard.bypass)
    }

    fn resolve(&self, value: Value<'h>, from: impl Fn(&Guard<'h>) -> Block<'h>) -> Value<'h> {
        let mut value = value;
        // Each step leaves one phi between the loops behind, in program order.
        while value.is_phi() && value.block().is_some_and(|b| self.blocks().any(|c| c == b)) {
            let next = match (&self.guards, value.block()) {
                (Some((guard0, _)), Some(block)) if block == guard0.join => {
                    value.incoming_from(from(guard0))
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

/// Blocks from a loop's exit to `end`, both included; else where it stopped.
fn line<'h>(start: Block<'h>, end: Block<'h>) -> Result<Vec<Block<'h>>, Block<'h>> {
    if start.single_predecessor().is_none() {
        return Err(start);
    }
    line_from_join(start, end)
}

/// The same from a join, whose predecessors the caller has checked.
fn line_from_join<'h>(start: Block<'h>, end: Block<'h>) -> Result<Vec<Block<'h>>, Block<'h>> {
    let mut blocks = vec![start];
    loop {
        let last = blocks[blocks.len() - 1];
        if last == end {
            return Ok(blocks);
        }
        match last.single_successor() {
            Some(next) if next.single_predecessor().is_some() && blocks.len() < REACH => {
                blocks.push(next);
            }
            Some(next) => return Err(next),
            None => return Err(last),
        }
    }
}

fn describe_stop(block: Block<'_>) -> String {
    let line = block
        .instructions()
        .map(|i| i.line().0)
        .find(|&l| l != 0)
        .unwrap_or(0);
    let at = if line == 0 {
        format!("block %{}", block.name())
    } else {
        format!("line {line}")
    };
    if block.predecessors().len() > 1 {
        format!("control flow joins between the loops ({at})")
    } else if block.successors().len() > 1 {
        format!("a condition lies between the loops ({at})")
    } else {
        format!("the second loop does not follow the first ({at})")
    }
}
