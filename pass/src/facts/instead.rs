//! What runs in the place of a loop, if something does: then the loop stands in an arm, and is fused with none outside of it.
//!
//! ```text
//!   if (c) first; else other;     first;
//!   second;                       if (c) second; else other;
//! ```
//!
//! No pair is adjacent ([`Between`](super::between::Between)) if something with an effect, a loop or code that writes, runs
//! instead of one of the two loops, beside the other one: it neither leads to that loop nor follows it.
//!
//! - Before the second loop. Let the first one have no guard: it is on every way to the second one, so that all that leads
//!   there leads to the first loop or follows it. With a guard, nothing lies on the way around it, and both ways meet at a
//!   block that is on every way to the second loop: what leads to that block leads to the guard or comes from the loop.
//! - Behind the first loop, from where a block that is on every way to the second loop follows it. A line leads from the first
//!   loop to the second one or its guard, and what lies beside the line leads back to it. Only branches whose
//!   conditions are decided lead elsewhere, to where also code leads that does not follow the first loop: not to
//!   what can be reached through that block only.
//!
//! Ways on which the function does not go on to its end are none here: loops may sink behind what throws. And what runs
//! instead of a loop may be another version of it ([`Specialised`](crate::versioning::specialised::Specialised)).

use crate::llvm::{Block, Edges, Host, Loop, Opcode, Value};
use rustc_hash::FxHashMap;
use std::cell::RefCell;

/// More loops than these are taken to have nothing run instead of them.
const MOST_LOOPS: usize = 64;

/// Loops, as bits.
type Loops = u64;

/// What runs instead of some of the loops of a group.
pub(crate) struct Instead<'h> {
    host: &'h Host,
    /// The loop around them, if any.
    around: Option<Loop<'h>>,
    bits: FxHashMap<Block<'h>, Loops>,
    nodes: FxHashMap<Block<'h>, Node>,
    /// Those that may lead to the end of the function, or of an iteration of what is around, with the loops that each
    /// neither is, nor leads to, nor follows.
    ending: Vec<(Block<'h>, Node, Loops)>,
    /// Which of these have an effect, once asked for.
    effects: RefCell<FxHashMap<Block<'h>, bool>>,
}

/// A block beside the loops of a group, or one of all loops there, which stands for its header.
#[derive(Clone, Copy, Default)]
struct Node {
    /// The loops that lead to it.
    from: Loops,
    /// The loops that it leads to.
    to: Loops,
    /// May it lead to the end of the function, or of an iteration of what is around?
    ends: bool,
}

impl<'h> Instead<'h> {
    /// What runs instead of some loops, given by their headers, in a loop around them or in the function.
    pub(crate) fn find(
        host: &'h Host,
        around: Option<Loop<'h>>,
        loops: impl Iterator<Item = Block<'h>>,
    ) -> Self {
        let mut instead = Instead {
            host,
            around,
            bits: loops.take(MOST_LOOPS).zip((0..).map(|n| 1 << n)).collect(),
            nodes: FxHashMap::default(),
            ending: vec![],
            effects: RefCell::default(),
        };
        let start = around.map_or_else(|| host.entry(), Loop::header);
        if let Some(order) = program_order(host, around, start) {
            instead.fill(&order);
        }
        instead
    }

    /// Sets what leads to what, of places in program order.
    fn fill(&mut self, order: &[Place<'h>]) {
        self.nodes.reserve(order.len());
        for Place { block, behind, .. } in order {
            let from = self.nodes.entry(*block).or_default().from | self.bit(*block);
            for next in behind {
                self.nodes.entry(*next).or_default().from |= from;
            }
        }
        for Place {
            block,
            behind,
            leaves,
        } in order.iter().rev()
        {
            let all = behind
                .iter()
                .map(|next| (self.nodes[next], self.bit(*next)));
            let (mut to, mut ends) = (0, *leaves);
            for (node, bit) in all {
                to |= node.to | bit;
                ends |= node.ends;
            }
            let own = self.bit(*block);
            let node = self.nodes.entry(*block).or_default();
            (node.to, node.ends) = (to, ends);
            if ends {
                let beside = !(node.from | to | own);
                self.ending.push((*block, *node, beside));
            }
        }
    }

    fn bit(&self, header: Block<'h>) -> Loops {
        self.bits.get(&header).copied().unwrap_or(0)
    }

    /// Does something run instead of one of two loops, beside the other one? Of loops given by their headers, one behind the
    /// other.
    pub(crate) fn parts(&self, first: Block<'h>, second: Block<'h>) -> bool {
        let (before, behind) = (self.bit(first), self.bit(second));
        if before == 0 || behind == 0 {
            return false;
        }
        let follows_first = |block: Block<'h>| {
            let node = self.nodes.get(&block);
            node.is_some_and(|node| node.from & before != 0)
        };
        // The branch behind which one of the two runs, unless it may choose between versions of a loop.
        let branch_above = |other: Block<'h>, header: Block<'h>| {
            let branch = self.host.nearest_dominator(other, header)?;
            let condition = || branch.terminator().branch_condition();
            let is_choice = || condition().and_then(Value::says_equal).is_some();
            (!self.is_loop(other) || !is_choice()).then_some(branch)
        };
        self.ending
            .iter()
            .any(|&(other, Node { from, to, .. }, beside)| {
                let is_instead_of_first = beside & before != 0 && to & behind != 0;
                let is_instead_of_second = beside & behind != 0 && from & before != 0;
                (is_instead_of_first || is_instead_of_second)
                    && self.has_effect(other)
                    && (is_instead_of_first && branch_above(other, first).is_some()
                        || is_instead_of_second
                            && branch_above(other, second).is_some_and(follows_first))
            })
    }

    /// Is a place a loop, or code that writes?
    fn has_effect(&self, block: Block<'h>) -> bool {
        let mut known = self.effects.borrow_mut();
        let found = known.entry(block);
        *found.or_insert_with(|| self.is_loop(block) || writes(self.host, block))
    }

    fn is_loop(&self, block: Block<'h>) -> bool {
        self.host.innermost_loop(block) != self.around
    }
}

/// A block in no loop within the one around, or the header of one that is in it.
struct Place<'h> {
    block: Block<'h>,
    /// What follows it there.
    behind: Edges<'h>,
    /// It also leads out of there or, behind the last one, to the next iteration.
    leaves: bool,
}

impl<'h> Place<'h> {
    fn find(host: &'h Host, around: Option<Loop<'h>>, start: Block<'h>, block: Block<'h>) -> Self {
        let inside = host.innermost_loop(block);
        let mut behind = match inside.filter(|l| Some(*l) != around) {
            None => block.successors(),
            Some(l) => l.exits().into(),
        };
        let number = behind.len();
        behind.retain(|b| *b != start && around.is_none_or(|l| l.contains(*b)));
        let leaves = behind.len() < number;
        behind.retain(|b| !b.is_pad());
        Place {
            block,
            behind,
            leaves: leaves || block.terminator().opcode() == Some(Opcode::LLVMRet),
        }
    }
}

/// All places of a loop, or of a function, that come before what they lead to. None if ways go in circles that are no loops, or
/// if there are ways that nothing goes, which will be gone.
fn program_order<'h>(
    host: &'h Host,
    around: Option<Loop<'h>>,
    start: Block<'h>,
) -> Option<Vec<Place<'h>>> {
    let place = |block| Place::find(host, around, start, block);
    // What was come upon, and whether all that follows it was looked at.
    let mut is_done = FxHashMap::from_iter([(start, false)]);
    let mut order = vec![];
    let mut open = vec![(place(start), 0)];
    while let Some((last, at)) = open.last_mut() {
        let Some(&next) = last.behind.get(*at) else {
            is_done.insert(last.block, true);
            order.extend(open.pop().map(|(last, _)| last));
            continue;
        };
        *at += 1;
        match is_done.get(&next) {
            Some(true) => {}
            Some(false) => return None,
            None => {
                let condition = next.terminator().branch_condition();
                if condition.is_some_and(Value::is_constant) {
                    return None;
                }
                is_done.insert(next, false);
                open.push((place(next), 0));
            }
        }
    }
    order.reverse();
    Some(order)
}

/// Does a block store something, or call what may write?
fn writes(host: &Host, block: Block<'_>) -> bool {
    block.instructions().any(|i| match i.opcode() {
        Some(Opcode::LLVMStore) => true,
        Some(Opcode::LLVMCall | Opcode::LLVMInvoke) => {
            let effects = host.effects(i);
            effects.writes() && (effects.may_not_return() || i.block_transfer().is_some())
        }
        _ => false,
    })
}
