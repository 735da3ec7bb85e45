//! Places in the source: of what is inlined from a library, where that was called.

use super::{Loop, Value, ffi, take_string};

impl Value<'_> {
    /// Its line; 0 where there is none.
    pub fn line(self) -> u32 {
        // SAFETY: a live value.
        unsafe { ffi::lf_line(self.raw()) }
    }
}

impl Loop<'_> {
    /// The line that it begins in; 0 where there is none.
    pub fn line(self) -> u32 {
        // SAFETY: live loop.
        unsafe { ffi::lf_loop_line(self.raw()) }
    }

    /// What it is and where, as in `at line 6` or `of std::transform at line 6`; empty if nobody knows.
    pub fn place(self) -> String {
        // SAFETY: live loop.
        take_string(unsafe { ffi::lf_loop_place(self.raw()) })
    }

    /// The file that it begins in, with directories; empty if nobody knows.
    pub fn file(self) -> String {
        // SAFETY: live loop.
        take_string(unsafe { ffi::lf_loop_file(self.raw()) })
    }
}
