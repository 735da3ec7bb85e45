//! Two versions of a pair of guarded loops, where one loop's condition implies the
//! other's: both loops side by side where both run, and a copy where only the one
//! with the weaker condition does.
//!
//! ```text
//!   the first condition is the stronger    the second condition is the stronger
//!
//!   branch0 ─────┐                         top (stronger) ─┐
//!   head0        copy of always            head0           branch0 (weaker) ──┐
//!   loop0        copy of branch1 ─┐        loop0           copy of head0      │
//!   tail0        copy of head1    │        tail0           copy of loop0      │
//!   always       copy of loop1    │        always          copy of tail0      │
//!   head1        copy of tail1    │        head1           copy of always ◄───┘
//!   loop1        │                │        loop1           │
//!   tail1        │                │        tail1           │
//!   join1 ◄──────┴────────────────┘        join1 ◄─────────┘
//! ```
//!
//! The loops on the left of each are those of the step: afterwards they follow
//! each other straight, under no condition of their own.

use super::split::{incoming, mark};
use super::step::Move;
use crate::facts::between::{Between, Part};
use crate::facts::guards::{Guard, Shape};
use crate::legality::movability::{Destination, Zone};
use crate::llvm::edit;
use crate::llvm::region::LoopClone;
use crate::llvm::{Block, Host, Loop, Value};
use crate::model::Side;

/// Makes the two versions. Nothing is known of what lies between afterwards, but
/// that it runs with the loops.
pub fn apply<'h>(
    host: &'h Host,
    stronger: Side,
    loops: [Loop<'h>; 2],
    shapes: [&Shape<'h>; 2],
    between: &mut Between<'h>,
    moves: &mut Vec<Move<'h>>,
) {
    let Some((guard0, guard1)) = between.guards.take() else {
        return;
    };
    hoist(moves, guard0.branch);
    // Values change where control flow does.
    for phi in guard0.join.phis().chain(guard1.join.phis()) {
        host.forget_value(phi);
    }
    let below = match stronger {
        Side::First => guard0.branch,
        Side::Second => host.split_block(guard0.branch, guard0.branch.terminator()),
    };
    let bypass0 = if guard0.bypass == guard0.branch {
        below
    } else {
        guard0.bypass
    };

    let weaker = stronger.other();
    let (guard, loop_blocks) = match weaker {
        Side::First => (&guard0, loops[0].blocks()),
        Side::Second => (&guard1, loops[1].blocks()),
    };
    let preheader = shapes[weaker as usize].preheader;
    let around = guard.head.blocks.iter().filter(|b| **b != preheader);
    let around = around.chain(&guard.tail.blocks).chain(&between.always);
    let around: Vec<_> = around.copied().collect();
    let before = between.always[0];
    let copy = host.clone_loops(&[loops[weaker as usize]], &around, before, guard0.branch);

    let results = results_of(between, &guard1, loops[1]);
    if stronger == Side::Second {
        choose_version(host, below, &guard0, &guard1, &copy);
    }
    enter_copy(&guard0, bypass0, &copy, weaker);
    leave_copy(&guard1, &copy, weaker);
    edit::branch_always(guard1.branch, guard1.head.first());
    for (value, keep) in results {
        merge(host, value, &copy, &guard1, &keep);
    }
    host.recalculate_dominators();
    mark(host, copy.block(loop_blocks[0]));

    let always = std::mem::take(&mut between.always);
    between.tail.extend(always);
    between.tail.append(&mut between.head);
}

/// Moves what is computed before both loops, whether or not they run, to there:
/// the stronger condition may be among it. All else runs with the loops now.
fn hoist(moves: &mut Vec<Move<'_>>, branch0: Block<'_>) {
    moves.retain(|m| match m.part {
        Part::Instruction(instruction)
            if (m.destination, m.zone) == (Destination::Before, Zone::Always) =>
        {
            edit::move_before(instruction, branch0.terminator());
            false
        }
        _ => true,
    });
    for m in moves {
        m.zone = Zone::IfRun;
    }
}

/// Values of the line between that may be used behind both loops, each with the
/// blocks whose uses stay.
fn results_of<'h>(
    between: &Between<'h>,
    guard1: &Guard<'h>,
    second: Loop<'h>,
) -> Vec<(Value<'h>, Vec<Block<'h>>)> {
    let mut keep = second.blocks();
    for blocks in [&between.always, &guard1.head.blocks, &guard1.tail.blocks] {
        keep.extend(blocks);
    }
    // Branches have no value, and will not be there any more.
    let values = between.always.iter().flat_map(|b| {
        let end = b.terminator();
        b.instructions().filter(move |v| *v != end)
    });
    values.map(|v| (v, keep.clone())).collect()
}

/// Branches on the second condition, above the block with the first one, which
/// then is only asked where the second loop does not run.
fn choose_version<'h>(
    host: &'h Host,
    below: Block<'h>,
    guard0: &Guard<'h>,
    guard1: &Guard<'h>,
    copy: &LoopClone<'h>,
) {
    let (top, head) = (guard0.branch, guard0.head.first());
    edit::replace_successor(below, head, copy.block(head));
    for phi in head.phis() {
        edit::set_incoming_block(phi, below, top);
    }
    let targets = if guard1.runs_if {
        [head, below]
    } else {
        [below, head]
    };
    host.branch_if(top, guard1.condition, targets);
}

/// Lets the way around the first loop lead to the copy of what lies between.
fn enter_copy<'h>(guard0: &Guard<'h>, bypass0: Block<'h>, copy: &LoopClone<'h>, weaker: Side) {
    let join = guard0.join;
    let join_copy = copy.block(join);
    edit::replace_successor(bypass0, join, join_copy);
    for phi in join.phis() {
        edit::remove_incoming(phi, bypass0);
    }
    if weaker == Side::Second {
        let tail = guard0.tail.last();
        for phi in join_copy.phis() {
            edit::remove_incoming(phi, tail);
        }
    }
}

/// Lets the copy lead to behind the second loop: around it, or through its copy.
fn leave_copy<'h>(guard1: &Guard<'h>, copy: &LoopClone<'h>, weaker: Side) {
    let branch_copy = copy.block(guard1.branch);
    let tail = guard1.tail.last();
    let is_direct = guard1.bypass == guard1.branch;
    for phi in guard1.join.phis() {
        let skipped = copy.value(incoming(phi, guard1.bypass));
        edit::set_incoming_value(phi, guard1.bypass, skipped);
        if is_direct {
            edit::set_incoming_block(phi, guard1.branch, branch_copy);
        }
        if weaker == Side::Second {
            edit::add_incoming(phi, copy.value(incoming(phi, tail)), copy.block(tail));
        }
    }
    if weaker == Side::First {
        let target = if is_direct {
            guard1.join
        } else {
            guard1.bypass
        };
        edit::branch_always(branch_copy, target);
    }
}

/// Lets what uses a value behind both versions use that of the version that ran.
fn merge<'h>(
    host: &'h Host,
    value: Value<'h>,
    copy: &LoopClone<'h>,
    guard1: &Guard<'h>,
    keep: &[Block<'h>],
) {
    let is_outside = |user: Value<'h>| {
        let at = user.block().filter(|b| !keep.contains(b));
        at.is_some_and(|b| b != guard1.join || !user.is_phi())
    };
    if !value.users().any(is_outside) {
        return;
    }
    let tail = guard1.tail.last();
    let phi = edit::new_phi(guard1.join, value, value, tail, c".either");
    for block in guard1.join.predecessors() {
        if block != tail {
            edit::add_incoming(phi, copy.value(value), block);
        }
    }
    host.forget_value(value);
    edit::replace_uses_outside(value, phi, keep);
}
