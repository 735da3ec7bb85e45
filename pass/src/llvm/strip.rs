//! Loops over all elements of rows, what makes nests over rows of them, and the way back.

use super::ffi::{self, RawElement};
use super::{Block, Host, Loop, Scev, Value, collect};

impl<'h> Loop<'h> {
    /// The factors of the number of iterations, if the loop may be strip-mined; of other loops nothing.
    pub fn flat_factors(self) -> Vec<Value<'h>> {
        let factors = collect(|push, vector| {
            // SAFETY: live loop; the vector outlives the call.
            unsafe { ffi::lf_flat_factors(self.raw(), push, vector) }
        });
        let factor = |raw: *mut std::ffi::c_void| Value::from_nullable(raw.cast());
        factors.into_iter().filter_map(factor).collect()
    }

    /// The number of iterations, if the loop may be strip-mined and that is a constant.
    pub fn flat_constant(self) -> Option<u64> {
        // SAFETY: live loop.
        let count = unsafe { ffi::lf_flat_constant(self.raw()) };
        (count > 0).then_some(count)
    }

    /// One of the factors of such a constant, as a value.
    pub fn constant_rows(self, rows: u64) -> Value<'h> {
        // SAFETY: live loop that counts to a constant.
        unsafe { Value::from_raw(ffi::lf_constant_rows(self.raw(), rows)) }
    }
}

/// Rows that make up what a loop counts to, both positive.
#[derive(Clone, Copy)]
pub struct Strips<'h> {
    /// How many there are.
    pub rows: Value<'h>,
    /// How many iterations each has.
    pub length: Value<'h>,
}

/// A load or store of an inner loop that goes from element to element of an array, row after row.
pub struct Element<'h> {
    /// The instruction.
    pub access: Value<'h>,
    /// Where it begins: in the first iteration of the outer loop's first one.
    pub begin: Scev<'h>,
    /// The bytes of an element.
    pub bytes: u64,
}

impl Host {
    /// Lets the only loop in another one run as often as both did, in place of both, or a loop with none in it run `count` times. All that depends on their counters
    /// are the places of `elements`. Both `count` and the places can be computed in front of the outer loop.
    pub fn flatten<'h>(&'h self, outer: Loop<'h>, count: Scev<'h>, elements: &[Element<'h>]) {
        let raw = |element: &Element<'h>| RawElement {
            access: element.access.raw(),
            begin: element.begin.raw(),
            bytes: element.bytes,
        };
        let elements: Vec<_> = elements.iter().map(raw).collect();
        let (data, size) = (elements.as_ptr(), elements.len());
        // SAFETY: live host, loop, values and expressions; the array outlives the call. The outer loop is gone then.
        unsafe { ffi::lf_flatten(self.raw(), outer.raw(), count.raw(), data, size) }
    }

    /// Lets one of two instructions that do the same stand for the other one, too, which goes if it is a store.
    pub fn stand_for(&self, kept: Value<'_>, other: Value<'_>) {
        // SAFETY: live instructions; a store is gone then.
        unsafe { ffi::lf_stand_for(kept.raw(), other.raw()) }
    }

    /// The rows of a loop that may be strip-mined, if one of the factors is the number of rows; and whether both
    /// numbers are positive and make up what it counts to, which is not poison. Computed in front of an
    /// instruction that all factors dominate.
    pub fn rows_of<'h>(
        &'h self,
        l: Loop<'h>,
        rows: Value<'h>,
        least: u64,
        position: Value<'h>,
    ) -> (Strips<'h>, Value<'h>) {
        let mut is_whole = std::ptr::null_mut();
        let (at, count) = (position.raw(), rows.raw());
        // SAFETY: live host, instruction, loop and value, valid out-pointer.
        unsafe {
            let length = ffi::lf_row_length(self.raw(), at, l.raw(), count, least, &mut is_whole);
            let length = Value::from_raw(length);
            (Strips { rows, length }, Value::from_raw(is_whole))
        }
    }

    /// Makes a nest of a loop that may be strip-mined, in code that runs only if `strips` make up what it
    /// counts to. Returns the loop over rows. The dominator tree is to be computed anew then.
    pub fn strip_mine<'h>(&'h self, l: Loop<'h>, strips: Strips<'h>) -> Loop<'h> {
        let (rows, length) = (strips.rows.raw(), strips.length.raw());
        // SAFETY: live host, loop and values.
        let outer = unsafe { ffi::lf_strip_mine(self.raw(), l.raw(), rows, length) };
        Loop::from_raw(outer).expect("a nest has an outer loop")
    }

    /// Lets the branch around such a loop ask whether there are rows, if it asks no more than whether there are
    /// iterations; `runs_if` leads to the loop.
    pub fn guard_by_rows<'h>(
        &'h self,
        l: Loop<'h>,
        strips: Strips<'h>,
        (branch, runs_if): (Block<'h>, bool),
    ) {
        let rows = strips.rows.raw();
        // SAFETY: live host, loop, value and block, which ends in a conditional branch.
        unsafe { ffi::lf_guard_by_rows(self.raw(), l.raw(), branch.raw(), rows, runs_if) }
    }
}
