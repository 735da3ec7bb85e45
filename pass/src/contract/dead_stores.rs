//! Writes that nothing reads.
//!
//! A write to memory of the function's own does nothing if no way leads from it to a load
//! while the memory lives. A way does not count behind which all that the load may read is
//! written again ([`must_write`](super::must_write)). So the zeros go that an array is filled with
//! when it is allocated.

use super::life::Life;
use super::must_write::MustWrites;
use crate::facts::hazards::hazard;
use crate::facts::locals::{LocalAccess, spread_on};
use crate::llvm::{Block, Host, Value};
use crate::testing::{Phase, enter};
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;

/// What no load finds.
pub struct DeadStores<'h> {
    /// Writes that no load follows while the memory lives.
    pub writes: Vec<Value<'h>>,
    /// What the memory held when it was allocated, if that was anything.
    pub first_contents: bool,
}

impl<'h> DeadStores<'h> {
    /// Of all accesses to local memory.
    pub fn find(host: &'h Host, memory: Value<'h>, accesses: &[LocalAccess<'h>]) -> Self {
        enter(Phase::DeadStores);
        let (writes, loads): (Vec<LocalAccess<'h>>, Vec<_>) =
            accesses.iter().partition(|access| access.writes);
        let begin = host.begin_of(memory);
        let is_free = |write: &&LocalAccess<'h>| hazard(host.effects(write.instruction)).is_none();
        let free = writes.iter().filter(is_free);
        let mut unread: Vec<_> = free
            .filter_map(|w| Some((w.instruction, w.block()?)))
            .collect();
        // A static array holds what the last call left there.
        let holds_something = memory.block().is_none() || !host.is_uninitialised(memory);
        let mut first_contents = begin.filter(|_| holds_something);
        // What hides a write from loads is another write.
        let may_hide = writes.len() > 1 || first_contents.is_some();
        let written = may_hide.then(|| MustWrites::find(host, Life::of(host, memory), &writes));
        // Blocks in which a write may be what a load reads, for loads behind the same blocks.
        let mut read: BTreeMap<Vec<Block<'h>>, FxHashSet<Block<'h>>> = BTreeMap::new();
        // What hides writes from a load takes long to find out, and most writes are read by the first one.
        for load in loads {
            if unread.is_empty() && first_contents.is_none() {
                break;
            }
            let hiding = written
                .as_ref()
                .map_or(vec![], |written| written.hiding(load));
            let read = read.entry(hiding.clone()).or_default();
            let is_seen = |block: &Block<'h>| !hiding.contains(block);
            let before =
                |block: Block<'h>| block.predecessors().into_iter().filter(is_seen).collect();
            spread_on(read, begin, load.block(), before);
            unread.retain(|(_, block)| !read.contains(block));
            first_contents = first_contents.filter(|block| !read.contains(block));
        }
        DeadStores {
            writes: unread.into_iter().map(|(write, _)| write).collect(),
            first_contents: first_contents.is_some(),
        }
    }
}
