//! Writes that nothing reads.
//!
//! A write to memory of the function's own does nothing if no way leads from it to a load
//! while the memory lives. A way that passes through a loop which writes all that the load
//! may read does not count: whatever was there before, the load finds what that loop wrote.
//! So the zeros go that an array is filled with when it is allocated.
//!
//! Such a loop has one entry and one exit, makes its write in every iteration, and these lie
//! next to each other without gaps, in each of its loops inside: then it writes every byte
//! from its first one to its last one. Nothing leads from its exit back to it but through the
//! allocation, where what the memory held is gone: so all that is computed from has the same
//! value when the load runs as when it ran.

use super::guards::Shape;
use super::hazards::hazard;
use super::ranges::{Ends, Range};
use super::temporary::{loops_around, spread};
use crate::llvm::{Block, Host, Loop, Scev, Value};
use std::collections::{HashMap, HashSet};

/// Of all accesses to local memory, the writes that no load follows while it lives.
pub fn unread_writes<'h>(
    host: &'h Host,
    memory: Value<'h>,
    accesses: &[Value<'h>],
) -> Vec<Value<'h>> {
    let home = memory.block().and_then(|block| host.innermost_loop(block));
    let (loads, writes): (Vec<Value<'h>>, Vec<_>) = accesses
        .iter()
        .partition(|access| access.loaded_from().is_some());
    let dense = writes
        .iter()
        .filter_map(|write| Dense::find(host, memory, home, *write));
    let dense: Vec<_> = dense.collect();
    // Loads behind the same loops are looked at together.
    let mut behind: HashMap<Vec<usize>, Vec<Block<'h>>> = HashMap::new();
    for load in loads {
        let hides = |at: &usize| dense[*at].hides_all_from(host, home, load) == Some(true);
        let hiding = (0..dense.len()).filter(hides).collect();
        behind.entry(hiding).or_default().extend(load.block());
    }
    let mut read = HashSet::new();
    for (hiding, blocks) in behind {
        let before = |block: Block<'h>| {
            let mut hiding = hiding.iter().map(|at| dense[*at].l);
            match hiding.find(|l| l.contains(block)) {
                Some(l) => l.blocks(),
                None => block.predecessors(),
            }
        };
        read.extend(spread(memory, blocks, before));
    }
    let is_unread = |write: &Value<'h>| {
        let is_read = write.block().is_none_or(|block| read.contains(&block));
        !is_read && hazard(host.effects(*write)).is_none()
    };
    writes.into_iter().filter(is_unread).collect()
}

/// A loop that writes all bytes from its first to its last one.
struct Dense<'h> {
    l: Loop<'h>,
    ends: Ends<'h>,
}

impl<'h> Dense<'h> {
    fn find(
        host: &'h Host,
        memory: Value<'h>,
        home: Option<Loop<'h>>,
        write: Value<'h>,
    ) -> Option<Self> {
        let block = write.block()?;
        let mut l = host.innermost_loop(block)?;
        loop {
            Shape::find(host, l)?;
            let range = Range::of_access(host, l, write, false)?;
            let width = range.high.start.minus(host, range.low.start)?;
            let has_no_gaps = range.low.step == Some(width) && range.high.step == Some(width);
            // No inner loop may be skipped, not even in all iterations.
            if !has_no_gaps || !range.is_touched || !host.dominates(block, l.latch()?) {
                return None;
            }
            if l.parent() == home {
                let behind = spread(memory, [l.unique_exit()?], Block::successors);
                if behind.contains(&l.header()) {
                    return None;
                }
                let ends = range.whole?;
                return Some(Dense { l, ends });
            }
            l = l.parent()?;
        }
    }

    /// Is all that a load may read written by this loop, whenever it runs before?
    fn hides_all_from(
        &self,
        host: &'h Host,
        home: Option<Loop<'h>>,
        load: Value<'h>,
    ) -> Option<bool> {
        let around = loops_around(host, load.block()?, home)?;
        let top = *around.last()?;
        if top == self.l {
            return Some(false);
        }
        let range = Range::of_access(host, top, load, false)?;
        let (low, high) = range.whole?;
        let holds = |number: Option<_>| {
            let mut entered = around.iter().chain([&self.l]);
            number.is_some_and(|n: Scev<'h>| entered.any(|l| n.is_nonnegative(host, *l)))
        };
        Some(holds(low.minus(host, self.ends.0)) && holds(self.ends.1.minus(host, high)))
    }
}
