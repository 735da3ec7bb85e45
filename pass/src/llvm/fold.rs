//! Rows of arrays that are moved to where they are folded onto.

use super::ffi::{self, RawLimit, RawOwnRows};
use super::{Host, Scev, Value};

/// Memory of the call's own for rows of a static array.
pub struct OwnRows<'h> {
    array: Value<'h>,
    raw: RawOwnRows,
}

/// An unsigned number, and what it must be less than.
pub type Limit<'h> = (Scev<'h>, u64);

pub(super) fn raw_limits(limits: &[Limit<'_>]) -> Vec<RawLimit> {
    let raw = |&(number, limit): &Limit<'_>| RawLimit {
        number: number.raw(),
        limit,
    };
    limits.iter().map(raw).collect()
}

impl Host {
    /// Takes memory for rows `(pitch, how many)` of a static array in front of the first of two
    /// instructions, and gives it back in front of the second one: so many bytes of the stack,
    /// or a block of the heap. Where a number of `limits` is not less than its limit, the array
    /// itself is used.
    pub fn own_rows<'h>(
        &'h self,
        array: Value<'h>,
        (position, end): (Value<'h>, Value<'h>),
        (pitch, rows): (Scev<'h>, u64),
        stack: Option<u64>,
        limits: &[Limit<'h>],
    ) -> OwnRows<'h> {
        let limits = raw_limits(limits);
        let mut raw = RawOwnRows {
            begin: std::ptr::null_mut(),
            is_used: std::ptr::null_mut(),
        };
        // SAFETY: live host, values and expression; the array outlives the call, which fills
        // `raw` with live values.
        unsafe {
            ffi::lf_own_rows(
                self.raw(),
                array.raw(),
                position.raw(),
                end.raw(),
                pitch.raw(),
                rows,
                stack.unwrap_or(0),
                limits.as_ptr(),
                limits.len(),
                &mut raw,
            );
        }
        OwnRows { array, raw }
    }

    /// Lets an access `(instruction, pointer, position)` to a row go to where that row is
    /// folded onto. `row` is its number at that position. Of rows `(pitch, how many)`, a power of two, so many are kept. How far it moves is
    /// computed in front of `position`; by nothing if a number of `limits`
    /// is not less than its limit, or if memory of the call's own is not used.
    pub fn fold_access(
        &self,
        (instruction, pointer, position): (Value<'_>, Value<'_>, Value<'_>),
        row: Scev<'_>,
        (pitch, rows): (Scev<'_>, u64),
        limits: &[Limit<'_>],
        own: Option<&OwnRows<'_>>,
    ) {
        let limits = raw_limits(limits);
        let array = own.map_or(std::ptr::null_mut(), |own| own.array.raw());
        let own = own.map_or(std::ptr::null(), |own| &raw const own.raw);
        // SAFETY: live host, values and expressions; the arrays outlive the call.
        unsafe {
            ffi::lf_fold_access(
                self.raw(),
                instruction.raw(),
                pointer.raw(),
                position.raw(),
                row.raw(),
                pitch.raw(),
                rows,
                limits.as_ptr(),
                limits.len(),
                array,
                own,
            );
        }
    }
}
