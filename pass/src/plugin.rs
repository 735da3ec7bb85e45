//! The plugin's entry point and the boundary that C++ calls into.
#![allow(unsafe_code)]

use crate::edits::Fuel;
use crate::llvm::{self, Host, RawHost, RawString};
use crate::options::Options;
use crate::pipeline::{self, Stage};
use crate::user;
use std::ffi::{c_char, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr::NonNull;

/// LLVM's `PassPluginLibraryInfo`, API version 2: five fields.
#[repr(C)]
pub struct PluginInfo {
    api_version: u32,
    name: *const c_char,
    version: *const c_char,
    /// Registers the pass with a `PassBuilder`.
    pub register: unsafe extern "C" fn(*mut c_void),
    before_codegen: Option<unsafe extern "C" fn()>,
}

/// The release that the bridge was compiled for.
const RELEASE: (u32, u32) = (22, 1);

/// What LLVM looks up in a plugin. Defined here because the export list of a
/// Rust library hides a definition in C++.
#[unsafe(no_mangle)]
pub extern "C" fn llvmGetPassPluginInfo() -> PluginInfo {
    let loaded = llvm::loaded_release();
    if loaded != RELEASE {
        eprintln!(
            "error: loopfuse is built for LLVM {}.{}, but LLVM {}.{} loads it; use the tools of \
             LLVM {}.{}",
            RELEASE.0, RELEASE.1, loaded.0, loaded.1, RELEASE.0, RELEASE.1
        );
        std::process::exit(1);
    }
    PluginInfo {
        api_version: 2,
        name: c"loopfuse".as_ptr(),
        version: concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast(),
        register: llvm::lf_register,
        before_codegen: None,
    }
}

/// One pass of a pipeline: its options, and the count of changes that its runs share.
/// Several threads may run passes of their own; none is shared between modules.
pub struct Pass {
    options: Options,
    fuel: Fuel,
}

/// # Safety
/// `params` points to `size` bytes; `error` is valid for writes.
#[unsafe(no_mangle)]
unsafe extern "C" fn lf_pass_new(
    params: *const c_char,
    size: usize,
    error: *mut RawString,
) -> *mut Pass {
    let bytes = if size == 0 {
        &[]
    } else {
        // SAFETY: by contract.
        unsafe { std::slice::from_raw_parts(params.cast::<u8>(), size) }
    };
    let options = Options::parse(&String::from_utf8_lossy(bytes));
    let options = options.and_then(|options| match user::bad_pattern(&options) {
        Some(name) => Err(format!(
            "loop-fuse: '{name}' in skip is no pattern of a name"
        )),
        None => Ok(options),
    });
    match options {
        Ok(options) => {
            let fuel = Fuel::new(options.limit);
            Box::into_raw(Box::new(Pass { options, fuel }))
        }
        Err(message) => {
            // SAFETY: by contract.
            unsafe { *error = give_string(&message) };
            std::ptr::null_mut()
        }
    }
}

/// # Safety
/// `pass` came from `lf_pass_new` and is not used again.
#[unsafe(no_mangle)]
unsafe extern "C" fn lf_pass_free(pass: *mut Pass) {
    // SAFETY: by contract.
    drop(unsafe { Box::from_raw(pass) });
}

/// # Safety
/// `pass` is live.
#[unsafe(no_mangle)]
unsafe extern "C" fn lf_pass_runs_early(pass: *const Pass) -> bool {
    // SAFETY: by contract.
    unsafe { &*pass }.options.place.is_early()
}

/// # Safety
/// `pass` is live.
#[unsafe(no_mangle)]
unsafe extern "C" fn lf_pass_runs_late(pass: *const Pass) -> bool {
    // SAFETY: by contract.
    unsafe { &*pass }.options.place.is_late()
}

/// # Safety
/// `pass` is live.
#[unsafe(no_mangle)]
unsafe extern "C" fn lf_pass_parameters(pass: *const Pass) -> RawString {
    // SAFETY: by contract.
    give_string(&unsafe { &*pass }.options.to_string())
}

/// Runs the pass on one function; true if the function changed.
///
/// # Safety
/// `pass` and `host` are live, and nobody else edits the host's function.
#[unsafe(no_mangle)]
unsafe extern "C" fn lf_pass_run(pass: *const Pass, host: *mut RawHost, stage: u32) -> bool {
    // SAFETY: by contract.
    let pass = unsafe { &*pass };
    let raw = NonNull::new(host).expect("the bridge passes its own host");
    // SAFETY: by contract, for the time of this call.
    let mut host = unsafe { Host::from_raw(raw) };
    let name = host.function_name();
    let stage = Stage::from_number(stage);
    let run = || pipeline::run(&mut host, &pass.options, &pass.fuel, stage);
    // The pipeline catches panics of its judging stages itself: what arrives
    // here may have left the function half edited, which must not be compiled.
    catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|_| {
        eprintln!("error: loopfuse: internal error while rewriting function '{name}'; stopping");
        std::process::abort();
    })
}

/// A string that C++ frees with `free`.
fn give_string(text: &str) -> RawString {
    // SAFETY: malloc'ed memory of the text's size plus one, filled from it.
    unsafe {
        let data = libc_malloc(text.len() + 1).cast::<c_char>();
        assert!(!data.is_null(), "out of memory");
        std::ptr::copy_nonoverlapping(text.as_ptr().cast(), data, text.len());
        RawString {
            data,
            size: text.len(),
        }
    }
}

unsafe extern "C" {
    #[link_name = "malloc"]
    fn libc_malloc(size: usize) -> *mut c_void;
}
