//! What users say of functions, and how they name functions.

use super::{Host, ffi, take_string};
use std::ffi::{CStr, CString};

impl Host {
    /// What follows a prefix in the function's annotations, joined by `;`.
    pub fn annotations(&self, prefix: &CStr) -> String {
        // SAFETY: live host; the bridge copies the text.
        take_string(unsafe { ffi::lf_annotations(self.raw(), prefix.as_ptr()) })
    }

    /// The function's names: as linkers know it, and of C++ those with and without scopes.
    pub fn function_names(&self) -> Vec<String> {
        // SAFETY: live host.
        let names = take_string(unsafe { ffi::lf_function_names(self.raw()) });
        names.lines().map(str::to_owned).collect()
    }

    /// Tells whoever compiles the function that something is wrong. The compiler goes on, fails and writes no output.
    pub fn error(&self, message: &str) {
        let message = c_string(message);
        // SAFETY: live host; the bridge copies the text.
        unsafe { ffi::lf_error(self.raw(), message.as_ptr()) }
    }
}

/// Does a text match a pattern with `*`, `?` and `[...]`? None if that is no pattern.
pub fn matches(pattern: &str, text: &str) -> Option<bool> {
    let (pattern, text) = (c_string(pattern), c_string(text));
    // SAFETY: live strings.
    match unsafe { ffi::lf_matches(pattern.as_ptr(), text.as_ptr()) } {
        -1 => None,
        is => Some(is != 0),
    }
}

/// Up to the first zero byte.
fn c_string(text: &str) -> CString {
    let text = text.split('\0').next().unwrap_or_default();
    CString::new(text).expect("no zero byte is left")
}
