//! Tests that choose between versions of loops.

use super::{Block, Host, Scev, Value, collect, ffi};

/// An address whose offset is rounded down to whole elements.
pub struct Rounded<'h> {
    /// Computes the address.
    pub address: Value<'h>,
    /// The bytes of an element.
    pub unit: u64,
    /// If all of these are multiples of that, nothing is rounded.
    pub factors: Vec<Value<'h>>,
}

impl<'h> Value<'h> {
    /// The value for which a condition says that variables equal constants; none if it does not.
    pub fn says_equal(self) -> Option<bool> {
        // SAFETY: live value.
        match unsafe { ffi::lf_says_equal(self.raw()) } {
            0 => Some(false),
            1 => Some(true),
            _ => None,
        }
    }

    /// What a load reads if the guard holds that it was raised over, or in any case; none of
    /// other values.
    pub fn guarded_place(self) -> Option<Self> {
        // SAFETY: live value.
        Value::from_nullable(unsafe { ffi::lf_guarded_place(self.raw()) })
    }
}

impl Host {
    /// Addresses of a block whose offsets are rounded, where it is known of what numbers.
    pub fn rounded<'h>(&'h self, block: Block<'h>) -> impl Iterator<Item = Rounded<'h>> {
        let addresses = block.instructions().filter(|i| i.is_element_address());
        addresses.filter_map(|address| {
            let mut unit = 0;
            let factors = collect(|push, vector| {
                // SAFETY: live host and value; the vector outlives the call.
                unit = unsafe { ffi::lf_rounded_offset(self.raw(), address.raw(), push, vector) };
            });
            let factor = |raw: *mut std::ffi::c_void| Value::from_nullable(raw.cast());
            Some(Rounded {
                address: (unit > 0).then_some(address)?,
                unit,
                factors: factors.into_iter().filter_map(factor).collect(),
            })
        })
    }

    /// Lets such an address say that nothing is rounded. It is another value then.
    pub fn drop_rounding(&self, address: Value<'_>) {
        // SAFETY: live host and value, which is gone afterwards.
        unsafe { ffi::lf_drop_rounding(self.raw(), address.raw()) }
    }

    /// A value that is not poison, and what another one is where that is not, in front of an
    /// instruction.
    pub fn freeze<'h>(&'h self, position: Value<'h>, value: Value<'h>) -> Value<'h> {
        // SAFETY: live host, instruction and value.
        unsafe {
            let frozen = ffi::lf_freeze(self.raw(), position.raw(), value.raw());
            Value::from_raw(frozen)
        }
    }

    /// Lets what is invariant leave loops, where it may, and equal loads be one. Blocks and loops
    /// stay, values may not.
    pub fn hoist(&self) {
        // SAFETY: live host.
        unsafe { ffi::lf_hoist(self.raw()) }
    }
}

impl<'h> Scev<'h> {
    /// The variable that another number has another one for, and that, if it is all the difference.
    pub fn other_variable(self, other: Self) -> Option<(Value<'h>, Value<'h>)> {
        let mut variables = [std::ptr::null_mut(); 2];
        let [of_self, of_other] = &mut variables;
        // SAFETY: live expressions, valid out-pointers.
        let is_one = unsafe { ffi::lf_other_variable(self.raw(), other.raw(), of_self, of_other) };
        let [of_self, of_other] = variables.map(Value::from_nullable);
        is_one.then_some((of_self?, of_other?))
    }
}

/// Whether a number is a multiple of a power of two, and not negative, computed in front of an instruction.
pub fn is_multiple<'h>(position: Value<'h>, number: Value<'h>, unit: u64) -> Value<'h> {
    // SAFETY: live instruction and value.
    unsafe { Value::from_raw(ffi::lf_is_multiple(position.raw(), number.raw(), unit)) }
}

/// Whether two numbers of one type are equal, computed in front of an instruction.
pub fn is_equal<'h>(position: Value<'h>, a: Value<'h>, b: Value<'h>) -> Value<'h> {
    // SAFETY: live instruction and values.
    unsafe { Value::from_raw(ffi::lf_is_equal(position.raw(), a.raw(), b.raw())) }
}
