//! The safe view of LLVM: the only module that may be unsafe, besides the plugin's
//! entry point.
//!
//! Everything here is a thin wrapper over the C++ bridge or LLVM's C interface;
//! nothing here knows what fusion is. Handles ([`Value`], [`Block`], [`Loop`],
//! [`Scev`], [`Attribute`]) are copies of C++ pointers that borrow the [`Host`],
//! which lives as long as one run of the pass on one function. Two rules make
//! them safe to hold:
//!
//! - while judging, nothing is edited, so every handle stays valid;
//! - edits go through [`edit`] and [`region`], and whoever deletes a value, block or loop drops
//!   its handles (the rewriting code consumes the step that holds them).
#![allow(unsafe_code)]

mod early_exit;
pub mod edit;
mod ffi;
mod fold;
mod host;
mod interchange;
mod invariant;
mod ir;
mod loops;
mod place;
pub mod region;
mod remark;
mod row_pointers;
mod scale;
mod scev;
pub mod specialise;
mod strip;
mod user;

pub(crate) use ffi::{RawHost, RawString, lf_register};
pub use fold::Limit;
pub(crate) use host::loaded_release;
pub use host::{Chosen, Host, Preparation};
pub use invariant::{Loaded, Place};
pub use ir::{AliasTags, Between, Block, Connective, Edges, Effects, Exact, Opcode, Order, Value};
pub use loops::{Attribute, Loop, Recurrence};
pub use remark::{RemarkArgument, RemarkKind};
pub use row_pointers::RowLoad;
pub use scale::ScaledCounts;
pub use scev::{AddRec, Extreme, Form, Scev};
pub use strip::Element;
pub use user::matches;

/// Takes over a string of the bridge.
fn take_string(raw: ffi::RawString) -> String {
    if raw.data.is_null() {
        return String::new();
    }
    // SAFETY: the bridge returns `size` initialised bytes that it allocated and
    // that only lf_string_free may free.
    let text = unsafe {
        let bytes = std::slice::from_raw_parts(raw.data.cast::<u8>(), raw.size);
        String::from_utf8_lossy(bytes).into_owned()
    };
    // SAFETY: as above; `text` is a copy.
    unsafe { ffi::lf_string_free(raw) };
    text
}

/// Receives handles from the bridge: `vector` is a `Vec<*mut c_void>`.
unsafe extern "C" fn push_handle(vector: *mut std::ffi::c_void, handle: *mut std::ffi::c_void) {
    // SAFETY: `collect` passes a pointer to its own vector, alive for the call.
    unsafe { (*vector.cast::<Vec<*mut std::ffi::c_void>>()).push(handle) };
}

/// Most loops have no more blocks, and most functions no more loops.
const FEW_HANDLES: usize = 8;

/// Collects the handles that a bridge function pushes.
fn collect(fill: impl FnOnce(ffi::Push, *mut std::ffi::c_void)) -> Vec<*mut std::ffi::c_void> {
    let mut handles: Vec<*mut std::ffi::c_void> = Vec::with_capacity(FEW_HANDLES);
    fill(push_handle, (&raw mut handles).cast());
    handles
}
