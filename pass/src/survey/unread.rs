//! Writes that nothing reads.
//!
//! A write to memory of the function's own does nothing if no way leads from it to a load
//! while the memory lives. A way does not count behind which all that the load may read is
//! written again ([`covered`](super::covered)). So the zeros go that an array is filled with
//! when it is allocated.

use super::covered::Written;
use super::hazards::hazard;
use super::life::Life;
use super::temporary::{LocalAccess, spread};
use crate::llvm::{Block, Host, Value};
use crate::testing::{Phase, enter};
use std::collections::{BTreeMap, HashSet};

/// What no load finds.
pub struct Unread<'h> {
    /// Writes that no load follows while the memory lives.
    pub writes: Vec<Value<'h>>,
    /// What the memory held when it was allocated.
    pub first_contents: bool,
}

impl<'h> Unread<'h> {
    /// Of all accesses to local memory.
    pub fn find(host: &'h Host, memory: Value<'h>, accesses: &[LocalAccess<'h>]) -> Self {
        enter(Phase::Unread);
        let read = read_blocks(host, memory, accesses);
        let is_unread = |access: &&LocalAccess<'h>| {
            let is_read = access.block().is_none_or(|block| read.contains(&block));
            access.writes && !is_read && hazard(host.effects(access.instruction)).is_none()
        };
        let unread = accesses.iter().filter(is_unread);
        Unread {
            writes: unread.map(|access| access.instruction).collect(),
            first_contents: host
                .begin_of(memory)
                .is_some_and(|block| !read.contains(&block)),
        }
    }
}

/// The blocks in which a write may be what a load reads.
fn read_blocks<'h>(
    host: &'h Host,
    memory: Value<'h>,
    accesses: &[LocalAccess<'h>],
) -> HashSet<Block<'h>> {
    let (writes, loads): (Vec<LocalAccess<'h>>, Vec<_>) =
        accesses.iter().partition(|access| access.writes);
    let written = Written::find(host, Life::of(host, memory), &writes);
    // Loads behind the same blocks are looked at together.
    let mut behind: BTreeMap<Vec<Block<'h>>, Vec<Block<'h>>> = BTreeMap::new();
    for load in loads {
        let hiding = written.hiding(load);
        behind.entry(hiding).or_default().extend(load.block());
    }
    let mut read = HashSet::new();
    for (hiding, blocks) in behind {
        let is_seen = |block: &Block<'h>| !hiding.contains(block);
        let before = |block: Block<'h>| block.predecessors().into_iter().filter(is_seen).collect();
        read.extend(spread(host.begin_of(memory), blocks, before));
    }
    read
}
