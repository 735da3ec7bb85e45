//! Two versions of loops: one in which the pointers that were checked do not
//! overlap, and a copy of the original for where they may.
//!
//! ```text
//!   top           are the iterations enough? ─ no ──┐
//!   asked         do all run, are the bounds apart? │
//!                 ├───────── yes ─┐       └─── no ──┤
//!   region        the loops, to be fused      copy of the region
//!                 └───────┬───────┘       ┌─────────┘
//!   exit          values of the region, or of its copy
//! ```
//!
//! The accesses of the first version get alias scopes, so that fusion, and the
//! vectoriser after it, know what the check found out. The scopes are declared behind the
//! check: in a loop around, each iteration has bounds and thus scopes of its own.
//!
//! Conditions are asked in turn, so that short loops are not kept by those behind, and few values
//! are alive at a time. In a loop around they are one, for which LLVM may unswitch that loop.

use super::checked_loops::CheckedLoops;
use crate::facts::region::Region;
use crate::llvm::region::LoopClone;
use crate::llvm::{Block, Host, Loop, Value, edit};
use crate::model::VERSIONED;
use crate::rewrite::split::mark_nest;

/// Makes the two versions. All that was known of the loops is stale afterwards.
pub fn apply<'h>(host: &'h Host, checked: CheckedLoops<'h>) {
    let CheckedLoops {
        mut region,
        guards,
        bounds,
        pairs,
        parts,
        margins,
        least_count,
        accesses,
        ..
    } = checked;
    let loops = std::mem::take(&mut region.loops);
    for &l in &loops {
        host.forget_loop(l);
    }
    let top = region.top;
    let conditions: Vec<_> = guards.iter().map(|g| (g.condition, g.runs_if)).collect();
    let position = top.terminator();
    let old: Vec<_> = top.instructions().collect();
    // What decides soonest is asked first.
    let is_enough = least_count.map(|count| host.is_at_least(position, count));
    let check = host.check(position, &conditions, (&bounds, &pairs), &margins);
    let mut asked: Vec<_> = is_enough.into_iter().chain(check).collect();
    if loops.iter().any(|l| l.parent().is_some()) {
        asked = vec![edit::and(position, &asked)];
    }
    let branches = ask_in_turn(host, top, &old, &asked);
    let entry = branches[branches.len() - 1].next;
    let (copy, exit) = copy_region(host, &mut region, &loops, entry);
    for branch in branches {
        host.branch_if_checked(
            branch.block,
            branch.condition,
            [branch.next, copy.block(entry)],
        );
    }
    host.join_clone(&copy, &region.blocks, exit);
    host.recalculate_dominators();
    for guard in &guards {
        let branch = if guard.branch == top {
            entry
        } else {
            guard.branch
        };
        host.fold_branch(branch, guard.head.first());
        if guard.bypass != guard.branch {
            host.delete_unreachable(guard.bypass);
        }
    }

    for l in &loops {
        mark_nest(host, copy.block(l.header()));
        edit::add_attribute(*l, VERSIONED);
    }
    let mut scopes = host.new_scopes(Some(entry.terminator()), bounds.len() - parts.len());
    // What is of one part is of an object, too: scopes of one domain would have to name both.
    let of_parts = host.new_scopes(Some(entry.terminator()), parts.len());
    for (part, scope) in parts.into_iter().zip(of_parts) {
        scopes.insert(part, scope);
    }
    for (instruction, object) in accesses {
        let others = pairs.iter().filter_map(|&(a, b)| match object {
            _ if a == object => Some(scopes[b]),
            _ if b == object => Some(scopes[a]),
            _ => None,
        });
        let others: Vec<_> = others.collect();
        scopes[object].add_to(instruction, &others);
    }
    host.forget_dispositions();
    host.ir_changed();
}

/// Copies a region, of which `entry` is the first block now. Gives it an exit that nothing but the
/// region leads to, and the copy then.
pub(crate) fn copy_region<'h>(
    host: &'h Host,
    region: &mut Region<'h>,
    loops: &[Loop<'h>],
    entry: Block<'h>,
) -> (LoopClone<'h>, Block<'h>) {
    region.blocks.push(entry);
    let exit = if region.is_straight() {
        host.split_block(region.end, edit::first_insertion_point(region.end))
    } else {
        own_exit(host, region.end, &region.blocks)
    };
    let preheaders: Vec<_> = loops.iter().filter_map(|l| l.preheader()).collect();
    let in_loop = |block: &Block<'h>| loops.iter().any(|l| l.contains(*block));
    let others = region.blocks.iter().copied();
    let others: Vec<_> = others
        .filter(|block| !in_loop(block) && !preheaders.contains(block))
        .collect();
    let copy = host.clone_loops(loops, &others, exit, region.top);
    (copy, exit)
}

/// A condition at the end of a block, and where to go on if it holds.
pub(crate) struct Branch<'h> {
    pub block: Block<'h>,
    pub condition: Value<'h>,
    pub next: Block<'h>,
}

/// Splits a block behind what it held before and each of the conditions that are computed in it,
/// in their order, so that what those behind need is computed only where those before hold. The
/// branches are still to be made.
pub(crate) fn ask_in_turn<'h>(
    host: &'h Host,
    top: Block<'h>,
    old: &[Value<'h>],
    conditions: &[Value<'h>],
) -> Vec<Branch<'h>> {
    let mut block = top;
    let split = |&condition: &Value<'h>| {
        let all: Vec<_> = block.instructions().collect();
        // The old terminator moves on. Conditions that were there before need nothing here.
        let is_before = |i: &Value<'h>| *i == condition || old.contains(i);
        let end = all.len() - 1;
        let next = all[..end].iter().rposition(is_before).map_or(0, |n| n + 1);
        let next = host.split_block(block, all[next]);
        let branch = Branch {
            block,
            condition,
            next,
        };
        block = next;
        branch
    };
    conditions.iter().map(split).collect()
}

/// An exit that only the region leads to.
fn own_exit<'h>(host: &'h Host, end: Block<'h>, region: &[Block<'h>]) -> Block<'h> {
    let all = end.predecessors();
    let ways: Vec<_> = all.iter().copied().filter(|p| region.contains(p)).collect();
    if ways.len() == all.len() {
        return end;
    }
    host.split_predecessors(end, &ways)
}
