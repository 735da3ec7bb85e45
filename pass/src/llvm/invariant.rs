//! Loads that are made once, before loops that would make them again and again.

use super::ffi::{self, RawPlace};
use super::{Block, Host, Loop, Scev, Value};
use llvm_sys::prelude::LLVMValueRef;

/// More places than this are not loaded once.
const MOST_PLACES: usize = 16;

/// A place that keeps what it holds while loops run.
#[derive(Clone, Copy)]
pub struct Place<'h> {
    /// Loads it, before the loops.
    pub load: Value<'h>,
    /// Its first byte.
    pub address: Scev<'h>,
    /// How many bytes it has.
    pub bytes: u64,
    /// The first stage that knows the address.
    pub stage: usize,
}

/// What was loaded before loops.
pub struct Loaded<'h> {
    /// All places.
    pub places: Vec<Place<'h>>,
    /// For each stage, whether the guards of its loop hold, if it has any.
    pub guards: Vec<Option<Value<'h>>>,
}

impl<'h> Loop<'h> {
    /// Does it load a place or a number of iterations from an address that does not change?
    pub fn reloads(self, host: &Host) -> bool {
        // SAFETY: live host and loop.
        unsafe { ffi::lf_reloads(host.raw(), self.raw()) }
    }
}

impl Block<'_> {
    /// Does it load a place or a number of iterations that a loop before it may write over?
    pub fn loads_written(self, host: &Host, l: Loop<'_>) -> bool {
        // SAFETY: live host, block and loop.
        unsafe { ffi::lf_loads_written(host.raw(), self.raw(), l.raw()) }
    }
}

impl Host {
    /// Loads what loops would load again in blocks that lead to them, one for each loop, of which the
    /// last one leads to `entry`. `blocks` are those of the loops and of what lies between. None if
    /// there is nothing to load, or too much.
    pub fn load_once<'h>(
        &'h self,
        stages: &[Block<'h>],
        loops: &[Loop<'h>],
        entry: Block<'h>,
        blocks: &[Block<'h>],
    ) -> Option<Loaded<'h>> {
        assert_eq!(stages.len(), loops.len());
        let stages: Vec<_> = stages.iter().map(|b| b.raw()).collect();
        let loops: Vec<_> = loops.iter().map(|l| l.raw()).collect();
        let blocks: Vec<_> = blocks.iter().map(|b| b.raw()).collect();
        let none = RawPlace {
            load: std::ptr::null_mut(),
            address: std::ptr::null(),
            bytes: 0,
            stage: 0,
        };
        let mut places = vec![none; MOST_PLACES];
        let mut guards = vec![std::ptr::null_mut(); stages.len()];
        // SAFETY: live host, blocks and loops; the arrays outlive the call, and the last two have
        // room for so many.
        let count = unsafe {
            ffi::lf_load_once(
                self.raw(),
                stages.as_ptr(),
                loops.as_ptr(),
                stages.len(),
                entry.raw(),
                blocks.as_ptr(),
                blocks.len(),
                guards.as_mut_ptr(),
                places.as_mut_ptr(),
                places.len(),
            )
        };
        if count == 0 || count > MOST_PLACES {
            return None;
        }
        places.truncate(count);
        let place = |raw: RawPlace| {
            Some(Place {
                // SAFETY: the bridge has filled in a live value.
                load: unsafe { Value::from_raw(raw.load) },
                address: Scev::from_raw(raw.address)?,
                bytes: raw.bytes,
                stage: raw.stage,
            })
        };
        // SAFETY: the bridge has filled in live values, or null.
        let guard = |raw: LLVMValueRef| (!raw.is_null()).then(|| unsafe { Value::from_raw(raw) });
        Some(Loaded {
            places: places.into_iter().map(place).collect::<Option<_>>()?,
            guards: guards.into_iter().map(guard).collect(),
        })
    }

    /// Lets nobody rest on it that loops end, which they might no more since they do not load their
    /// end anew; meanwhile, does something.
    pub fn doubting_progress<T>(&self, loops: &[Loop<'_>], then: impl FnOnce() -> T) -> T {
        let loops: Vec<_> = loops.iter().map(|l| l.raw()).collect();
        let mut will_return = false;
        // SAFETY: live host and loops, valid out-pointer; the array outlives the call.
        let must_progress = unsafe {
            ffi::lf_doubt_progress(self.raw(), loops.as_ptr(), loops.len(), &mut will_return)
        };
        let result = then();
        // SAFETY: live host and loops; the array outlives the call.
        unsafe {
            ffi::lf_trust_progress(
                self.raw(),
                loops.as_ptr(),
                loops.len(),
                must_progress,
                will_return,
            );
        };
        result
    }

    /// Deletes all blocks from some on that nothing reaches any more, with the loops they make.
    pub fn delete_from(&self, begins: &[Block<'_>]) {
        let begins: Vec<_> = begins.iter().map(|begin| begin.raw()).collect();
        // SAFETY: live host and blocks.
        unsafe { ffi::lf_delete_from(self.raw(), begins.as_ptr(), begins.len()) }
    }
}
