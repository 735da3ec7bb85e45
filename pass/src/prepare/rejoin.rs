//! Gives the first of two loops a guard of its own, where the second one's guard lies in
//! its arm.
//!
//! ```text
//!   before                     after
//!
//!   branch0 ──────┐            branch0 ──┐   (computes both conditions)
//!   head0         │            head0     │
//!   loop0         │            loop0     │
//!   tail0         │            tail0     │
//!   branch1 ──┐   │            join0 ◄───┘   ──┐  if both hold
//!   head1     │   │            head1           │
//!   loop1     │   │            loop1           │
//!   tail1     │   │            tail1           │
//!   join1 ◄───┴───┘            join1 ◄─────────┘
//! ```
//!
//! The second branch asks both conditions. They are computed before the first branch, and
//! not poison: where the first one does not hold the second may be anything, even if it
//! implies the first as it stands. Whichever way it goes, the same loops run as before.
//! Values of the first loop's arm that the second one's uses get phis in the join, without
//! a value on the way around, where they are not used.

use super::jump_threading::JumpThreaded;
use crate::llvm::{Block, Host, Loop, Value, edit};
use crate::rewrite::split::incoming;

/// Makes the join. What was known of the loops is stale then.
pub fn apply<'h>(host: &'h Host, loops: [Loop<'h>; 2], threaded: JumpThreaded<'h>) {
    let JumpThreaded {
        branch,
        condition,
        bypass,
        head,
        tail,
        second,
    } = threaded;
    hoist(host, head.blocks.iter().chain(&tail.blocks), branch);
    let own = (second.condition, second.runs_if);
    let both = host.all_hold(branch.terminator(), &[condition, own]);

    let head1 = second.head.first();
    let join0 = host.split_block(second.branch, second.branch.terminator());
    // The way around the second loop: where it begins, and where it comes to the join from.
    let (around, from) = if second.bypass == second.branch {
        (second.join, join0)
    } else {
        (second.bypass, second.bypass)
    };
    let phis: Vec<_> = second.join.phis().collect();
    for phi in phis {
        host.forget_value(phi);
        let skipped = incoming(phi, bypass);
        let merged = edit::new_phi(join0, phi, incoming(phi, from), second.branch, c".skip");
        edit::add_incoming(merged, skipped, bypass);
        edit::set_incoming_value(phi, from, merged);
        edit::remove_incoming(phi, bypass);
    }
    edit::replace_successor(bypass, second.join, join0);
    host.branch_if_checked(join0, both, [head1, around]);

    let mut arm = head.blocks;
    arm.extend(loops[0].blocks());
    arm.extend(tail.blocks);
    let mut keep = arm.clone();
    keep.push(join0);
    let values = arm.iter().flat_map(|block| block.instructions());
    let is_used = |value: &Value<'h>| {
        let mut users = value.users();
        users.any(|user| {
            user.block()
                .is_some_and(|b| !arm.contains(&b) && b != join0)
        })
    };
    let used: Vec<_> = values.filter(is_used).collect();
    for value in used {
        host.forget_value(value);
        let phi = edit::new_phi(join0, value, value, second.branch, c".ran");
        edit::replace_uses_outside(value, phi, &keep);
        edit::add_incoming(phi, value.poison_like(), bypass);
    }
    host.recalculate_dominators();
    for l in loops {
        host.forget_loop(l);
    }
    host.forget_dispositions();
    host.ir_changed();
}

/// Moves what is computed in the arm from values before it to there.
fn hoist<'h, 'a>(host: &'h Host, arm: impl Iterator<Item = &'a Block<'h>>, branch: Block<'h>)
where
    'h: 'a,
{
    for block in arm {
        let instructions: Vec<_> = block.instructions().collect();
        for instruction in instructions {
            let effects = host.effects(instruction);
            let is_there = |v: Value<'h>| v.block().is_none_or(|b| host.dominates(b, branch));
            let may_move = !instruction.is_phi()
                && instruction != block.terminator()
                && !effects.reads()
                && !effects.writes()
                && host.is_safe_anywhere(instruction)
                && !effects.is_convergent()
                && !effects.orders_stack()
                && instruction.operands().all(is_there);
            if may_move {
                host.forget_value(instruction);
                edit::move_before(instruction, branch.terminator());
            }
        }
    }
}
