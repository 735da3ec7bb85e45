//! Loops of which one runs several iterations for each of another one.

use super::ffi::{self, RawScaled};
use super::{Host, Loop, Scev, Value};

/// Numbers of iterations of such loops, the first one being 0.
#[derive(Clone, Copy)]
pub struct ScaledCounts<'h> {
    /// The last iteration of the shorter loop.
    pub last: Value<'h>,
    /// The last one of the longer loop that belongs to one of those.
    pub last_of_longer: Value<'h>,
    /// Has it as many, and no more if that is asked for, and is the shorter one long enough? That is not poison. If not,
    /// the number above means nothing.
    pub fits: Value<'h>,
    /// Has it more, if it may?
    pub has_more: Option<Value<'h>>,
}

impl Host {
    /// Computes these in front of an instruction, of back-edge counts of the longer and the shorter loop that can be
    /// computed there, as can what is stepped over in each iteration of the shorter one: all of these are to step over so many
    /// bytes, at least.
    pub fn scaled<'h>(
        &'h self,
        position: Value<'h>,
        [longer, shorter]: [Scev<'h>; 2],
        times: u64,
        (least, exactly): (Option<(Scev<'h>, u64)>, bool),
    ) -> ScaledCounts<'h> {
        let null = std::ptr::null_mut();
        let mut raw = RawScaled {
            last: null,
            last_of_longer: null,
            fits: null,
            has_more: null,
        };
        let (at, longer, shorter) = (position.raw(), longer.raw(), shorter.raw());
        let (step, least) = least.map_or((std::ptr::null(), 0), |(s, n)| (s.raw(), n));
        // SAFETY: live host, instruction and expressions, valid out-pointer; the values are live then.
        unsafe {
            ffi::lf_scaled(
                self.raw(),
                at,
                longer,
                shorter,
                times,
                step,
                least,
                exactly,
                &mut raw,
            );
            ScaledCounts {
                last: Value::from_raw(raw.last),
                last_of_longer: Value::from_raw(raw.last_of_longer),
                fits: Value::from_raw(raw.fits),
                has_more: Value::from_nullable(raw.has_more),
            }
        }
    }

    /// Lets each iteration of a loop do what so many did. It may be left behind each of these then, as far as LLVM does not
    /// know better. Counters are known not to overflow that were. False if that may not be.
    pub fn unroll(&self, l: Loop<'_>, times: u64) -> bool {
        // SAFETY: live host and loop.
        unsafe { ffi::lf_unroll(self.raw(), l.raw(), times) }
    }
}
