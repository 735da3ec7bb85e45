//! Arrays that fused loops need no more, or only a part of.
//!
//! What loops hand on to each other in the same or in a few iterations goes in registers
//! once they are one loop (`plan::carry`), and LLVM removes an array that nobody reads. This
//! stage comes behind the fusion of all loops of a function, for what still goes through
//! memory: what is written and not read on the way it is on, though another version of the
//! loops reads it, and rows of which few live at a time.

use crate::llvm::{Host, Value, edit};
use crate::options::Options;
use crate::remark::Reporter;
use crate::rewrite;
use crate::survey::{Fold, accesses_of, is_small, unread_writes};

/// Is there memory of the function's own that only it accesses, and that is written in
/// loops?
pub fn has_prospect(host: &Host) -> bool {
    let is_in_loop = |access: &Value<'_>| {
        let block = access.block().filter(|_| access.loaded_from().is_none());
        block.is_some_and(|block| host.innermost_loop(block).is_some())
    };
    !host.top_level_loops().is_empty()
        && local(host)
            .any(|memory| accesses_of(host, memory).is_some_and(|all| all.iter().any(is_in_loop)))
}

/// Allocations of the function's own; none if control may come back in unseen ways.
fn local(host: &Host) -> impl Iterator<Item = Value<'_>> {
    let blocks = if host.returns_twice() {
        vec![]
    } else {
        host.blocks()
    };
    let all = blocks.into_iter().flat_map(|b| b.instructions());
    all.filter(|value| host.is_local_memory(*value))
}

/// Contracts what can be; true if something was. Where inner loops wait to be fused in a
/// later run, arrays of which one row lives are left alone: then one element may be enough.
pub fn arrays<'h>(host: &'h Host, options: &Options, waits: bool, report: &Reporter<'h>) -> bool {
    let mut changed = false;
    let local: Vec<_> = local(host).collect();
    for memory in local {
        let Some(mut accesses) = accesses_of(host, memory) else {
            continue;
        };
        let unread = unread_writes(host, memory, &accesses);
        accesses.retain(|access| !unread.contains(access));
        if let [first, ..] = unread[..] {
            let l = first.block().and_then(|block| host.innermost_loop(block));
            if let Some(l) = l.filter(|_| !host.is_folded(memory)) {
                report.unread(memory, l, unread.len());
            }
            unread.into_iter().for_each(edit::erase);
            host.ir_changed();
            changed = true;
        }
        if options.profit && is_small(host, memory) {
            continue;
        }
        match Fold::find(host, memory, &accesses) {
            Ok(fold) if waits && fold.rows == 1 || options.profit && fold.is_small(host) => {}
            Ok(fold) => {
                report.folded(&fold);
                rewrite::fold(host, &fold);
                changed = true;
            }
            Err(kept) => report.kept(memory, &accesses, kept),
        }
    }
    changed
}
