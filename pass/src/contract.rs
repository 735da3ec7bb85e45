//! Arrays that fused loops need no more, or only a part of.
//!
//! What loops hand on to each other in the same or in a few iterations goes in registers
//! once they are one loop (`plan::carry`), and LLVM removes an array that nobody reads. This
//! stage comes behind the fusion of all loops of a function, for what still goes through
//! memory: stores that nothing reads on the way they are on, though another version of the
//! loops does, and rows of which few live at a time.

use crate::llvm::{Block, Host, Value, edit};
use crate::options::Options;
use crate::remark::Reporter;
use crate::rewrite;
use crate::survey::{Fold, accesses_of, spread};

/// Contracts what can be; true if something was.
pub fn arrays<'h>(host: &'h Host, options: &Options, report: &Reporter<'h>) -> bool {
    if host.returns_twice() {
        return false;
    }
    let blocks = host.blocks();
    let all = blocks.iter().flat_map(|b| b.instructions());
    let local: Vec<_> = all.filter(|value| host.is_local_memory(*value)).collect();
    let mut changed = false;
    for memory in local {
        changed |= drop_unread(host, memory, report);
        let fold = Fold::find(host, memory);
        if let Some(fold) = fold.filter(|fold| !options.profit || !fold.is_small(host)) {
            report.folded(&fold);
            rewrite::fold(host, &fold);
            changed = true;
        }
    }
    changed
}

/// Removes the stores to local memory that no load follows while it lives.
fn drop_unread<'h>(host: &'h Host, memory: Value<'h>, report: &Reporter<'h>) -> bool {
    let Some(accesses) = accesses_of(host, memory) else {
        return false;
    };
    let reads = accesses
        .iter()
        .filter(|access| access.loaded_from().is_some());
    let read_from = spread(
        memory,
        reads.filter_map(|read| read.block()),
        Block::predecessors,
    );
    let is_dead = |access: &Value<'h>| {
        let effects = host.effects(*access);
        let is_read = access
            .block()
            .is_none_or(|block| read_from.contains(&block));
        access.stored_value().is_some()
            && !is_read
            && !effects.is_volatile()
            && !effects.is_atomic()
    };
    let dead: Vec<_> = accesses.iter().copied().filter(is_dead).collect();
    if let Some(l) = dead
        .first()
        .and_then(|store| host.innermost_loop(store.block()?))
    {
        report.unread(memory, l, dead.len());
    }
    for store in &dead {
        edit::erase(*store);
    }
    if !dead.is_empty() {
        host.ir_changed();
    }
    !dead.is_empty()
}
