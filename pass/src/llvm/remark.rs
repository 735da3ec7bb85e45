//! Optimisation remarks.

use super::ffi::{self, RawRemarkArgument};
use super::{Host, Loop};
use std::ffi::CString;

/// Which `-Rpass` option shows a remark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RemarkKind {
    /// Something was done: `-Rpass`.
    Passed = 0,
    /// Something was refused: `-Rpass-missed`.
    Missed = 1,
    /// Something was found: `-Rpass-analysis`.
    Analysis = 2,
}

/// A piece of a remark: text, or an argument that tools can read by its key.
#[derive(Clone, Debug)]
pub struct RemarkArgument<'h> {
    /// Empty for plain text.
    pub key: &'static str,
    /// What is printed.
    pub value: String,
    /// The loop it names: the record says where that begins.
    pub place: Option<Loop<'h>>,
    /// In the record only, not in the message. Silent arguments come last.
    pub is_silent: bool,
}

impl Host {
    /// Will anybody see remarks?
    pub fn wants_remarks(&self) -> bool {
        // SAFETY: live host.
        unsafe { ffi::lf_remarks_wanted(self.raw(), false) }
    }

    /// Will anybody see what is refused?
    pub fn wants_refusals(&self) -> bool {
        // SAFETY: live host.
        unsafe { ffi::lf_remarks_wanted(self.raw(), true) }
    }

    /// Emits a remark at the start of a loop, or else of the function.
    pub fn remark(
        &self,
        kind: RemarkKind,
        name: &str,
        l: Option<Loop<'_>>,
        arguments: &[RemarkArgument<'_>],
    ) {
        let name = CString::new(name).unwrap_or_default();
        let raw: Vec<RawRemarkArgument> = arguments
            .iter()
            .map(|p| RawRemarkArgument {
                key: p.key.as_ptr().cast(),
                key_size: p.key.len(),
                value: p.value.as_ptr().cast(),
                value_size: p.value.len(),
                place: p.place.map_or(std::ptr::null_mut(), Loop::raw),
                is_silent: p.is_silent,
            })
            .collect();
        // SAFETY: live host and loop or null; the arguments outlive the call, which copies
        // them. LLVM keeps the name's pointer only while the remark is emitted.
        unsafe {
            ffi::lf_remark(
                self.raw(),
                kind as i32,
                name.as_ptr(),
                l.map_or(std::ptr::null_mut(), Loop::raw),
                raw.as_ptr(),
                raw.len(),
            );
        }
    }
}
