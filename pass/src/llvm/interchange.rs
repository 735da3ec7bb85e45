//! Loops that change places with the one within them: [`Loop::sums`], [`Host::interchange`].

use super::{Host, Loop, Value, collect, ffi};

/// Accesses of a loop that may change places with the one within it.
pub struct Sums<'h> {
    /// What stores the sums.
    pub store: Value<'h>,
    /// What else accesses the places of the sums.
    pub others: Vec<Value<'h>>,
}

impl<'h> Loop<'h> {
    /// If a loop and the one within it may change places, where they add something up: what stores that. All else that they
    /// access must lie elsewhere, and each iteration of the outer loop must have a place of its own.
    pub fn sums(self, host: &'h Host) -> Option<Sums<'h>> {
        let mut store = None;
        let others = collect(|push, vector| {
            // SAFETY: live host and loop; the vector outlives the call.
            let raw = unsafe { ffi::lf_find_interchange(host.raw(), self.raw(), push, vector) };
            store = Value::from_nullable(raw);
        });
        let others = others
            .into_iter()
            .filter_map(|raw| Value::from_nullable(raw.cast()));
        Some(Sums {
            store: store?,
            others: others.collect(),
        })
    }
}

impl Host {
    /// Lets a loop and the one within it change places, if they may. Gives back what accesses the sums then, and what
    /// accesses anything else. Dominators are out of date.
    pub fn interchange<'h>(&'h self, l: Loop<'h>) -> [Vec<Value<'h>>; 2] {
        let mut others = Vec::new();
        let own = collect(|push, vector| {
            others = collect(|push_other, other| {
                // SAFETY: live host and loop, of which the caller has asked before; the vectors outlive the call.
                unsafe {
                    ffi::lf_interchange(self.raw(), l.raw(), push, vector, push_other, other);
                };
            });
        });
        [own, others].map(|all| {
            let all = all
                .into_iter()
                .filter_map(|raw| Value::from_nullable(raw.cast()));
            all.collect()
        })
    }
}
