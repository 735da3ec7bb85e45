//! Two versions of a run of loops: one in which the pointers that were checked do not
//! overlap, and a copy of the original for where they may.
//!
//! ```text
//!   top           do all run, are the bounds apart, the iterations enough?
//!                 ├───────── yes ─┐       └─── no ──┐
//!   region        the loops, to be fused      copy of the region
//!                 └───────┬───────┘       ┌─────────┘
//!   exit          values of the region, or of its copy
//! ```
//!
//! The accesses of the first version get alias scopes, so that fusion, and the
//! vectoriser after it, know what the check found out. The scopes are declared behind the
//! check: in a loop around, each iteration has bounds and thus scopes of its own.

use super::split::mark_nest;
use crate::llvm::{Block, Host, edit};
use crate::model::VERSIONED;
use crate::survey::Run;

/// Makes the two versions. All that was known of the loops is stale afterwards.
pub fn apply<'h>(host: &'h Host, run: Run<'h>) {
    let Run {
        mut region,
        guards,
        bounds,
        pairs,
        parts,
        margins,
        least_count,
        accesses,
        ..
    } = run;
    let loops = std::mem::take(&mut region.loops);
    for &l in &loops {
        host.forget_loop(l);
    }
    let top = region.top;
    let conditions: Vec<_> = guards.iter().map(|g| (g.condition, g.runs_if)).collect();
    let position = top.terminator();
    let numbers = (&margins[..], least_count);
    let holds = host.check(position, &conditions, (&bounds, &pairs), numbers);
    let entry = host.split_block(top, top.terminator());
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
    let copy = host.clone_loops(&loops, &others, exit, top);
    host.branch_if_checked(top, holds, [entry, copy.block(entry)]);
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

/// An exit that only the region leads to.
fn own_exit<'h>(host: &'h Host, end: Block<'h>, region: &[Block<'h>]) -> Block<'h> {
    let all = end.predecessors();
    let ways: Vec<_> = all.iter().copied().filter(|p| region.contains(p)).collect();
    if ways.len() == all.len() {
        return end;
    }
    host.split_predecessors(end, &ways)
}
