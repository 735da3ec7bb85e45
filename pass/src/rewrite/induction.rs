//! One induction variable for a fused loop.
//!
//! Two loops bring two of everything that counts. Phis that recur alike are
//! merged by LLVM; of the rest, a phi that is always a constant ahead of another
//! becomes that other plus the constant. Then equal subscripts are equal values
//! again, which redundancy elimination and the vectoriser rely on.

use crate::llvm::{Host, Loop, Scev, Value, edit};

/// Merges the integer inductions in the header of a loop.
pub fn merge(host: &Host, l: Loop<'_>) {
    host.merge_congruent_inductions(l);
    let header = l.header();
    let Some(latch) = l.latch() else { return };
    let inductions: Vec<_> = header
        .phis()
        .filter_map(|phi| Induction::find(host, l, phi))
        .collect();
    for (n, later) in inductions.iter().enumerate() {
        let earlier = inductions[..n]
            .iter()
            .find_map(|e| Some((e, later.ahead_of(host, e)?)));
        if let Some((earlier, offset)) = earlier {
            let position = edit::first_insertion_point(header);
            let name = format!("{}.plus", earlier.phi.name());
            let sum = host.phi_plus_constant(earlier.phi, latch, offset, position, &name);
            host.forget_value(later.phi);
            edit::replace_uses(later.phi, sum);
        }
    }
    edit::delete_dead_phis(header);
}

/// An integer header phi with an affine recurrence.
struct Induction<'h> {
    phi: Value<'h>,
    bits: u32,
    start: Scev<'h>,
    step: Scev<'h>,
}

impl<'h> Induction<'h> {
    fn find(host: &'h Host, l: Loop<'h>, phi: Value<'h>) -> Option<Self> {
        let bits = phi.integer_bits().filter(|&bits| bits <= 64)?;
        let recurrence = Scev::of(host, phi)?
            .as_recurrence(host)
            .filter(|r| r.l == l)?;
        Some(Induction {
            phi,
            bits,
            start: recurrence.start,
            step: recurrence.step,
        })
    }

    /// The constant that this is always ahead of `other`.
    fn ahead_of(&self, host: &'h Host, other: &Self) -> Option<i64> {
        if self.bits != other.bits || self.step != other.step {
            return None;
        }
        self.start.minus(host, other.start)?.as_constant()
    }
}
