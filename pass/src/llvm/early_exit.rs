//! Loops that are left early: counted ones that find out whether they would be.

use super::ffi;
use super::{Block, Host, Loop, Value, collect};

impl<'h> Loop<'h> {
    /// Does it end when another loop does: when a number has come the same way by the same steps?
    pub fn ends_like(self, host: &Host, other: Loop<'_>) -> bool {
        // SAFETY: live host and loops.
        unsafe { ffi::lf_end_alike(host.raw(), self.raw(), other.raw()) }
    }

    /// Does it only read, and find out whether a search is left early?
    pub fn only_searches(self) -> bool {
        // SAFETY: live loop.
        unsafe { ffi::lf_only_searches(self.raw()) }
    }

    /// Is it a line of blocks, of which some may leave the loop?
    pub fn is_line(self) -> bool {
        // SAFETY: live loop.
        unsafe { ffi::lf_is_line(self.raw()) }
    }
}

impl<'h> Value<'h> {
    /// Operands of an instruction that make it poison if they are.
    pub fn poisoned_by(self) -> Vec<Self> {
        self.poison_operands(false)
    }

    /// All operands of an instruction that is no poison as long as none of them is; of others nothing.
    pub fn only_poisoned_by(self) -> Vec<Self> {
        self.poison_operands(true)
    }

    fn poison_operands(self, only_by: bool) -> Vec<Self> {
        let operands = collect(|push, vector| {
            // SAFETY: live value; the vector outlives the call.
            unsafe { ffi::lf_poisoned_by(self.raw(), only_by, push, vector) }
        });
        let operand = |raw: *mut std::ffi::c_void| Value::from_nullable(raw.cast());
        operands.into_iter().filter_map(operand).collect()
    }
}

impl Host {
    /// Is a value neither poison nor undefined in front of an instruction?
    pub fn is_defined(&self, value: Value<'_>, position: Value<'_>) -> bool {
        // SAFETY: live host, value and instruction.
        unsafe { ffi::lf_is_defined(self.raw(), value.raw(), position.raw()) }
    }

    /// Puts a copy of a rotated line before it that is left at its end only, and finds out whether it would have been left before
    /// that. Only then the loop itself runs. At the end, the copy goes on as `counting` say; the loop does as these and
    /// `others` say. Returns the copy, where the loop begins now, and whether the copy is known to run as often as the
    /// loop would, if nothing else left it.
    pub fn count_search<'h>(
        &'h self,
        l: Loop<'h>,
        counting: &[Value<'h>],
        others: &[Value<'h>],
    ) -> (Loop<'h>, Block<'h>, bool) {
        let (mut entry, mut is_counted) = (std::ptr::null_mut(), false);
        let raw = |values: &[Value<'h>]| values.iter().map(|v| v.raw()).collect::<Vec<_>>();
        let (counting, others) = (raw(counting), raw(others));
        // SAFETY: live host, loop, which is a rotated line, and conditions at its end; the arrays outlive the call, which fills
        // the valid out-pointers.
        let copy = unsafe {
            ffi::lf_count_search(
                self.raw(),
                l.raw(),
                counting.as_ptr(),
                counting.len(),
                others.as_ptr(),
                others.len(),
                &mut entry,
                &mut is_counted,
            )
        };
        let copy = Loop::from_raw(copy).expect("a copy of a loop is one");
        let entry = Block::from_nullable(entry).expect("a loop begins somewhere");
        (copy, entry, is_counted)
    }

    /// Takes such a copy, which nothing was done with, out of the way, as if it had found something. Its blocks, from its
    /// header on, are still to be deleted, and the dominator tree is out of date then.
    pub fn drop_search(&self, l: Loop<'_>) {
        // SAFETY: live host and loop.
        unsafe { ffi::lf_drop_search(self.raw(), l.raw()) }
    }

    /// Lets a loop that finds out whether another one is left early run in chunks until it has found that, and
    /// without looking for it then, or where it is short. Returns the loop for what is left then; none if
    /// this is no such loop.
    pub fn search_in_chunks<'h>(&'h self, l: Loop<'h>) -> Option<Loop<'h>> {
        // SAFETY: live host and loop.
        Loop::from_raw(unsafe { ffi::lf_search_in_chunks(self.raw(), l.raw()) })
    }
}
