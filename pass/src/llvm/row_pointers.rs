//! Pointers to rows that lie evenly in memory: the check that they do, and what is computed instead.

use super::ffi::{self, RawRowLoad};
use super::{Block, Host, Loop, Scev, Value};

/// A load of a pointer to a row, the next one in each iteration of a loop.
#[derive(Clone, Copy)]
pub struct RowLoad<'h> {
    /// Loads it.
    pub load: Value<'h>,
    /// Where it loads from in the first iteration.
    pub address: Scev<'h>,
    /// The number of its loop.
    pub l: usize,
    /// How often that goes back.
    pub count: Scev<'h>,
    /// The number of its array.
    pub array: usize,
    /// Which row of the array it loads in the first iteration; 0 for one load of each array at least.
    pub row: i64,
    /// How many bytes pointers are apart.
    pub unit: i64,
}

impl Host {
    /// Does it load a pointer that anybody may load anew, and from which others can be computed?
    pub fn is_row_pointer(&self, load: Value<'_>) -> bool {
        // SAFETY: live host and value.
        unsafe { ffi::lf_is_row_pointer(self.raw(), load.raw()) }
    }

    /// Asks, in front of `begin`, whether rows of each array lie evenly; control goes to `other` if not. Lets the loops,
    /// which follow `begin`, compute what they would load. Returns the first block of the check. Dominators are to be
    /// computed anew then.
    pub fn compute_rows<'h>(
        &'h self,
        (begin, other): (Block<'h>, Block<'h>),
        loops: &[Loop<'h>],
        loads: &[RowLoad<'h>],
    ) -> Block<'h> {
        let loops: Vec<_> = loops.iter().map(|l| l.raw()).collect();
        // Nobody asks for the count of a loop without loads.
        let count = |l| {
            let load = loads.iter().find(|load| load.l == l);
            load.map_or(std::ptr::null(), |load| load.count.raw())
        };
        let counts: Vec<_> = (0..loops.len()).map(count).collect();
        let raw = |l: &RowLoad<'h>| RawRowLoad {
            load: l.load.raw(),
            address: l.address.raw(),
            l: l.l,
            array: l.array,
            row: l.row,
            unit: l.unit,
        };
        let loads: Vec<_> = loads.iter().map(raw).collect();
        // SAFETY: live host, blocks, loops and expressions; the arrays outlive the call.
        let first = unsafe {
            ffi::lf_compute_rows(
                self.raw(),
                begin.raw(),
                other.raw(),
                loops.as_ptr(),
                counts.as_ptr(),
                loops.len(),
                loads.as_ptr(),
                loads.len(),
            )
        };
        Block::from_nullable(first).expect("a check begins with a block")
    }
}
