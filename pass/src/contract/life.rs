//! Where memory of the function's own begins to live: nothing behind reads what it held before.
//!
//! That is where it is allocated. It also is where an iteration of a loop begins, if every load in
//! the loop finds what the same iteration wrote ([`must_write`](super::must_write)), and none comes behind
//! the loop (of memory that was there before, as a static array, any other load does, in the next call): a buffer that
//! is allocated once, before a loop over frames or time steps, is as good as allocated in each step. The arguments of
//! [`must_write`](super::must_write) and [`fold`](mod@super::fold) are about one life: from its begin on, up to where
//! it begins again.

use crate::facts::locals::{LocalAccess, spread};
use crate::facts::turn::loops_around;
use crate::llvm::{Block, Host, Loop, Value};

/// The begin of a life.
#[derive(Clone, Copy, Debug)]
pub struct Life<'h> {
    /// What lies behind it is of this life or of a later one; none for memory that was there before.
    pub begin: Option<Block<'h>>,
    /// The loop that begins it anew in each iteration, if any.
    pub home: Option<Loop<'h>>,
}

impl<'h> Life<'h> {
    /// From where memory is allocated.
    pub fn of(host: &'h Host, memory: Value<'h>) -> Self {
        Life {
            begin: host.begin_of(memory),
            home: host.home_of(memory),
        }
    }

    /// In an iteration of a loop, if that begins one.
    fn in_iteration(l: Loop<'h>) -> Self {
        Life {
            begin: Some(l.header()),
            home: Some(l),
        }
    }

    /// Shorter ones of the memory, the shortest first: those in iterations of loops with loops inside that no load is
    /// behind. Whether these begin them is still to be shown.
    pub fn within(self, host: &'h Host, loads: &[LocalAccess<'h>]) -> Vec<Self> {
        let around = |load: &LocalAccess<'h>| loops_around(host, load.block()?, self.home);
        let mut loops: Vec<Loop<'h>> = Vec::new();
        for around in loads.iter().filter_map(around) {
            let new: Vec<_> = around
                .into_iter()
                .rev()
                .filter(|l| !loops.contains(l))
                .collect();
            loops.extend(new);
        }
        let is_last = |l: &Loop<'h>| {
            let behind = spread(self.begin, l.exits(), Block::successors);
            let is_behind =
                |load: &LocalAccess<'h>| load.block().is_none_or(|b| behind.contains(&b));
            !loads
                .iter()
                .any(|load| !l.defines(load.instruction) && is_behind(load))
        };
        loops.retain(|l| !l.children(host).is_empty() && is_last(l));
        loops.into_iter().map(Life::in_iteration).collect()
    }
}
