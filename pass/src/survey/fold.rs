//! Arrays of which only a few rows live at a time.
//!
//! Fused loops read rows of an array soon after they wrote them. Then row `k` may have the
//! place of row `k mod W`, for a window of `W` rows: the array is folded onto its first
//! rows, and what lies behind is never touched, so that it takes no memory (Lefebvre and
//! Feautrier, "Automatic storage management for parallel programs", 1998; De Greef,
//! Catthoor, De Man, "Memory size reduction through storage order optimization", 1997).
//!
//! **What is proved.** All accesses to the array are known, and are made in loops none of
//! which leads back to an earlier one (a prologue, the fused loop, what is left behind it).
//! In iteration `u`
//! of its loop, access `z` touches bytes from `low(z) + P*u` up to `high(z) + P*u`, counted
//! from where the array begins: `P`, the pitch, is one positive number for all of them. Let
//! `B = W*P`, and let byte `p` be kept at `p mod B`. A read of `p` finds what was written to
//! `p` last, unless a later write, up to the read, went to another byte `q` that is kept in
//! the same place, so that `|q - p| >= B`.
//!
//! - `q > p`, written by `w` in iteration `v`, and read by `z` in `u`. In the same loop
//!   `v <= u`, so `q - p < high(w) + P*v - low(z) - P*u <= high(w) - low(z)`. In a loop
//!   before that of `z`: less than the end of all that `w` writes, minus `low(z)`, where
//!   the later loop begins.
//! - `q < p`, where `p` was written by `x` in iteration `v` and `q` by `w` in `u` after it:
//!   the same with `x` for `w` and `w` for `z`.
//!
//! So it is enough that for each write and each access in the same or in a later loop these
//! differences are at most `B`. What was never written is undefined anyhow.
//!
//! What is touched in one iteration must not lie across a multiple of `B`: each access stays
//! within one row, `low(z) = k*P + c` with `0 <= c` and `c` plus its width at most `P`. Then
//! all its bytes in iteration `u` move by `P` times row `k + u` without what is left of that
//! modulo `W`, computed once for the row; the loop inside goes over consecutive bytes as
//! before. These numbers are integers, not modulo 2^64, since nothing moves where at run time
//! a row has 2^40 bytes or more, or a loop 2^22 iterations or more. (Where an earlier loop that row
//! `k` is counted from does not run, `k` may be another number; since `k*P` is what it is modulo 2^64,
//! and `P` is that small, `k` is so modulo any window.)
//!
//! Rows that are `W` apart share their bytes afterwards: what metadata says of types, scopes
//! and parallel iterations of the accesses goes.
//!
//! Loops that access the array but can neither run before nor behind these while it lives,
//! such as the original loops of a check that fails, are left as they are.

use super::rows::{InRows, RowAccess};
use super::sequence::Sequence;
use super::temporary::loops_around;
use crate::llvm::{Host, Loop, Scev, Value};

/// An array of so few bytes stays in the cache as it is.
const SMALL: u64 = 32 * 1024;

/// Is an array known to be small enough to stay in the cache as it is?
pub fn is_small(host: &Host, memory: Value<'_>) -> bool {
    let bytes = host.allocated_bytes(memory);
    let bytes = bytes.and_then(Scev::as_unsigned_constant);
    bytes.is_some_and(|bytes| bytes <= SMALL)
}

/// Why an array is not folded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    /// It was folded before.
    Folded,
    /// No loop both writes and reads it.
    Unshared,
    /// No loop over rows does.
    Elements,
    /// It holds something from the beginning.
    Filled,
    /// It is accessed elsewhere while it lives.
    Elsewhere,
    /// What an iteration accesses is no row, or not always the same.
    NoRows,
    /// Too many rows live at a time, or nobody knows how many.
    ManyRows,
}

impl Kept {
    /// The reason, and what who wrote the loops can do; none if that is no news.
    pub fn message(self) -> Option<&'static str> {
        Some(match self {
            Kept::Folded | Kept::Unshared => return None,
            Kept::Elements => {
                "its elements are written and read one by one, not row by row, and more of them live at a \
                 time than registers are kept for"
            }
            Kept::Filled => {
                "it is filled before or static, and elements may be read that were not written again; do not fill it"
            }
            Kept::Elsewhere => {
                "it is also accessed outside of the loops that follow each other, while it lives"
            }
            Kept::NoRows => {
                "not every access in the loop stays within one row, and goes on to the next one with each iteration"
            }
            Kept::ManyRows => "too many of its rows live at a time, or it is not known how many",
        })
    }
}

/// An array to be folded.
pub struct Fold<'h> {
    /// Its allocation.
    pub memory: Value<'h>,
    /// The loop that writes and reads it.
    pub l: Loop<'h>,
    /// Rows that are kept: the window.
    pub rows: u64,
    /// Bytes from row to row.
    pub pitch: Scev<'h>,
    /// Numbers, each with what it must be less than at run time, for rows to have numbers.
    pub limits: Vec<(Scev<'h>, u64)>,
    /// What accesses it.
    pub accesses: Vec<RowAccess<'h>>,
}

impl<'h> Fold<'h> {
    /// Finds out whether and how an allocation, with all `accesses` to it, may be folded.
    pub fn find(host: &'h Host, memory: Value<'h>, accesses: &[Value<'h>]) -> Result<Self, Kept> {
        if host.is_folded(memory) {
            return Err(Kept::Folded);
        }
        let home = host.home_of(memory);
        let rows_of = |access: &Value<'h>| loops_around(host, access.block()?, home)?.pop();
        let writes_and_reads = |l: &Loop<'h>| {
            let mut here = accesses.iter().filter(|access| l.defines(**access));
            let reads = here.clone().any(|access| access.loaded_from().is_some());
            reads && here.any(|access| access.loaded_from().is_none())
        };
        let l = accesses.iter().filter_map(rows_of).find(writes_and_reads);
        let l = l.ok_or(Kept::Unshared)?;
        if l.children(host).is_empty() {
            // Their places would not follow each other any more.
            let is_only = accesses.iter().all(|access| l.defines(*access));
            return Err(if is_only {
                Kept::Elements
            } else {
                Kept::Elsewhere
            });
        }
        let is_fill = |access: &Value<'h>| host.access(*access).is_none();
        if !host.is_uninitialised(memory) || accesses.iter().any(is_fill) {
            return Err(Kept::Filled);
        }
        let sequence =
            Sequence::around(host, memory, l, accesses, rows_of).ok_or(Kept::Elsewhere)?;
        let found = InRows::find(host, memory, home, (l, &sequence)).ok_or(Kept::NoRows)?;
        let window = found.window.ok_or(Kept::ManyRows)?;
        Ok(Fold {
            memory,
            l,
            // A power of two costs no division.
            rows: window.next_power_of_two(),
            pitch: found.pitch,
            limits: found.limits,
            accesses: found.accesses,
        })
    }

    /// Is what the loop touches of it known to be as small?
    pub fn is_small(&self, host: &'h Host) -> bool {
        let count = self.l.max_backedge_count(host);
        let count = count.map(|most| most.saturating_add(1));
        let pitch = self.pitch.as_unsigned_constant();
        let bytes = pitch
            .zip(count)
            .map(|(pitch, count)| pitch.saturating_mul(count));
        count.is_some_and(|count| count <= self.rows) || bytes.is_some_and(|bytes| bytes <= SMALL)
    }
}
