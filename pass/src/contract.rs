//! Arrays that fused loops need no more, or only a part of.
//!
//! What loops hand on to each other in the same or in a few iterations goes in registers
//! once they are one loop (`plan::carry`), and LLVM removes an array that nobody reads. This
//! stage comes behind the fusion of all loops of a function, for what still goes through
//! memory: stores that nothing reads on the way they are on, though another version of the
//! loops does, and rows of which few live at a time.

use crate::llvm::{Host, edit};
use crate::options::Options;
use crate::remark::Reporter;
use crate::rewrite;
use crate::survey::{Fold, accesses_of, unread_stores};

/// Contracts what can be.
pub fn arrays<'h>(host: &'h Host, options: &Options, report: &Reporter<'h>) {
    if host.returns_twice() {
        return;
    }
    let blocks = host.blocks();
    let all = blocks.iter().flat_map(|b| b.instructions());
    let local: Vec<_> = all.filter(|value| host.is_local_memory(*value)).collect();
    for memory in local {
        let Some(mut accesses) = accesses_of(host, memory) else {
            continue;
        };
        let unread = unread_stores(host, memory, &accesses);
        accesses.retain(|access| !unread.contains(access));
        if let [first, ..] = unread[..] {
            if let Some(l) = first.block().and_then(|block| host.innermost_loop(block)) {
                report.unread(memory, l, unread.len());
            }
            unread.into_iter().for_each(edit::erase);
            host.ir_changed();
        }
        let fold = Fold::find(host, memory, &accesses);
        if let Some(fold) = fold.filter(|fold| !options.profit || !fold.is_small(host)) {
            report.folded(&fold);
            rewrite::fold(host, &fold);
        }
    }
}
