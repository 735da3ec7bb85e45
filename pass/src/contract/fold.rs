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
//! A loop that stays within one row, as what is left of a prologue of one row, is one iteration; so is an access that no
//! loop is left of, as the copy of a row. An access that does
//! so in a loop whose other accesses go on is to the same row in the last iteration: what these write counts to its
//! end.
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
//! Rows may be counted from another address than the array's begin, if that does not change in a life
//! of the array ([`life`](super::life)) and no row has a negative number: planes of one array, each
//! with rows of its own. Nothing is kept in front of that address.
//!
//! All this is about one life of the array ([`life`](super::life)): what it held before nobody reads.
//! Writes outside of the loop whose iterations are lives stay where they are.
//!
//! **Whose memory.** What the function allocates nobody else knows: its rows share a place where
//! they are. A static array is another thing: calls in several threads may each use rows of their
//! own, which do not meet, and no call waits for another one. So its rows go to memory of the
//! call's own, of `B` bytes, on the stack or the heap; nothing but `c + (k + u mod W)*P` is touched
//! there, which is less than `B`. In the array nothing is written that any call reads: all that a
//! call reads it wrote before. Where the memory cannot be had, or rows have no numbers, the array
//! is used as it was.
//!
//! Rows that are `W` apart share their bytes afterwards: what metadata says of types, scopes
//! and parallel iterations of the accesses goes.
//!
//! Loops that access the array but can neither run before nor behind these while it lives,
//! such as the original loops of a check that fails, are left as they are.

use super::life::Life;
use super::must_write::MustWrites;
use super::rows::{Begins, InRows, RowAccess};
use super::span::Span;
use crate::facts::locals::LocalAccess;
use crate::facts::planes::Plane;
use crate::facts::sequence::Sequence;
use crate::facts::turn::Turn;
use crate::llvm::{Host, Limit, Loop, Scev, Value};
use crate::testing::{Fault, Phase, enter, lacks};

/// An array of so few bytes stays in the cache as it is.
const SMALL: u64 = 32 * 1024;

/// Is an array known to be small enough to stay in the cache as it is?
pub fn is_small(host: &Host, memory: Value<'_>) -> bool {
    let bytes = host.allocated_bytes(memory);
    let bytes = bytes.and_then(Scev::as_unsigned_constant);
    bytes.is_some_and(|bytes| bytes <= SMALL)
}

/// Memory that a fold may take.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// Bytes of the stack.
    pub stack: u64,
    /// Blocks of the heap.
    pub heap: bool,
}

impl Budget {
    /// Takes the memory that a fold needs.
    pub fn spend(&mut self, fold: &Fold<'_>) {
        let own = fold.own.as_ref();
        self.stack -= own.and_then(|own| own.stack).unwrap_or(0);
    }
}

/// Memory of the call's own for the rows that are kept.
pub struct Own<'h> {
    /// Where it lives.
    pub span: Span<'h>,
    /// Bytes of the stack; none for a block of the heap.
    pub stack: Option<u64>,
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
    /// It is static, and its rows have no other place.
    Static,
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
            Kept::Static => {
                "it is static, so that other threads may use it, too, and its rows are too large for this \
                 call's stack: raise the parameter max-stack, allow blocks of the heap by heap, or allocate \
                 the array in the function"
            }
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
    pub limits: Vec<Limit<'h>>,
    /// What accesses it.
    pub accesses: Vec<RowAccess<'h>>,
    /// Where the rows go, if not to the array's own begin.
    pub own: Option<Own<'h>>,
}

impl<'h> Fold<'h> {
    /// Finds out whether and how an allocation, with all `accesses` to it, may be folded, with no
    /// more memory than the budget has: in its shortest life in which that is possible.
    pub fn find(
        host: &'h Host,
        memory: Value<'h>,
        accesses: &[LocalAccess<'h>],
        budget: Budget,
    ) -> Result<Self, Kept> {
        enter(Phase::Fold);
        let life = Life::of(host, memory);
        let is_fill = |access: &LocalAccess<'h>| {
            access.writes && access.is_call() && host.loop_of(access.instruction) == life.home
        };
        let is_filled = !host.is_uninitialised(memory) || accesses.iter().any(is_fill);
        let (writes, loads): (Vec<LocalAccess<'h>>, Vec<_>) =
            accesses.iter().partition(|access| access.writes);
        // Does each iteration write again all that it reads?
        let is_own = |life: &Life<'h>| {
            let is_inside = |access: &&LocalAccess<'h>| {
                life.home.is_some_and(|l| l.defines(access.instruction))
            };
            let written = MustWrites::find(host, *life, &writes);
            !accesses.iter().filter(is_inside).any(is_fill)
                && loads
                    .iter()
                    .filter(is_inside)
                    .all(|load| written.is_since_begin(*load))
        };
        let is_in = |access: &LocalAccess<'h>, life: &Life<'h>| {
            life.home.is_some_and(|l| l.defines(access.instruction))
        };
        let mut shorter = life.within(host, &loads);
        let is_static = memory.block().is_none();
        if is_static {
            shorter.retain(is_own);
            // What was there before, any other load reads in the next call.
            let is_read_in_one = |load| shorter.iter().any(|life| is_in(load, life));
            if !loads.iter().all(is_read_in_one) {
                shorter.clear();
            }
        }
        for life in shorter {
            // Rows of a plane take less than planes, or than rows of all planes.
            let inside = accesses.iter().filter(|access| is_in(access, &life));
            let inside: Vec<_> = inside.copied().collect();
            if is_static || is_own(&life) {
                let begins = (&inside[..], Begins::Any);
                let fold = Fold::of_life(host, memory, (life, false), begins, budget);
                if fold.is_ok() {
                    return fold;
                }
            }
        }
        if host.is_folded(memory) {
            return Err(Kept::Folded);
        }
        let begins = (accesses, Begins::Memory);
        Fold::of_life(host, memory, (life, is_filled), begins, budget)
    }

    /// The same of each plane of an allocation, as it is without what was folded.
    pub fn find_planes(
        host: &'h Host,
        memory: Value<'h>,
        accesses: &[LocalAccess<'h>],
        budget: Budget,
    ) -> Vec<Self> {
        // A static array's rows have a place of their own, which begins where it does.
        if memory.block().is_none() || host.is_folded(memory) {
            return Vec::new();
        }
        let life = Life::of(host, memory);
        let is_filled = !host.is_uninitialised(memory);
        let fold = |plane: Plane<'h>| {
            let begins = (&plane.accesses[..], Begins::Of(&plane.begins));
            Fold::of_life(host, memory, (life, is_filled), begins, budget).ok()
        };
        let turn_of = |access: &LocalAccess<'h>| Turn::of(host, access.instruction, life.home);
        let l = shared_loop(host, accesses, turn_of);
        let sequence = l.and_then(|l| Sequence::around(host, life.begin, l, accesses, turn_of));
        let Some(Sequence { accesses, .. }) = sequence else {
            return Vec::new();
        };
        let accesses: Vec<_> = accesses.into_iter().map(|(access, _)| access).collect();
        let planes = Plane::find_all(host, memory, &accesses);
        planes.into_iter().filter_map(fold).collect()
    }

    /// With all accesses in a life of the memory, which may be filled when it begins.
    fn of_life(
        host: &'h Host,
        memory: Value<'h>,
        (Life { begin, home }, is_filled): (Life<'h>, bool),
        (accesses, begins): (&[LocalAccess<'h>], Begins<'_, 'h>),
        budget: Budget,
    ) -> Result<Self, Kept> {
        let turn_of = |access: &LocalAccess<'h>| Turn::of(host, access.instruction, home);
        let l = shared_loop(host, accesses, turn_of).ok_or(Kept::Unshared)?;
        if l.children(host).is_empty() {
            // Their places would not follow each other any more.
            let is_only = accesses.iter().all(|access| l.defines(access.instruction));
            return Err(if is_only {
                Kept::Elements
            } else {
                Kept::Elsewhere
            });
        }
        if is_filled {
            return Err(Kept::Filled);
        }
        let sequence =
            Sequence::around(host, begin, l, accesses, turn_of).ok_or(Kept::Elsewhere)?;
        // The call's own memory takes rows that are counted from the begin of a static array.
        let begins = match begins {
            Begins::Any if memory.block().is_none_or(|block| Some(block) == begin) => {
                Begins::Memory
            }
            begins => begins,
        };
        let found = InRows::find(host, memory, (home, begins), (l, &sequence));
        let found = found.ok_or(match sequence.is_only_loops() {
            true => Kept::NoRows,
            false => Kept::Elsewhere,
        })?;
        let window = found.window.ok_or(Kept::ManyRows)?;
        let mut fold = Fold {
            memory,
            l,
            // A power of two costs no division.
            rows: match window.next_power_of_two() {
                rows if rows > 1 && lacks(Fault::Window) => rows / 2,
                rows => rows,
            },
            pitch: found.pitch,
            limits: found.limits,
            accesses: found.accesses,
            own: None,
        };
        if memory.block().is_none() {
            let own = fold.own(host, &sequence.turns, budget);
            fold.own = Some(own.ok_or(Kept::Static)?);
        }
        Ok(fold)
    }

    /// Memory of the call's own for the rows.
    fn own(&self, host: &'h Host, turns: &[Turn<'h>], budget: Budget) -> Option<Own<'h>> {
        let mut turns: Vec<_> = turns.iter().map(|turn| turn.outermost(host)).collect();
        turns.dedup();
        let span = Span::around(host, &turns)?;
        let is_known = |number: &Scev<'h>| host.is_expandable(*number, span.position());
        let mut numbers = self.limits.iter().map(|(number, _)| number);
        if !numbers.all(is_known) || !is_known(&self.pitch) {
            return None;
        }
        let pitch = self.pitch.as_unsigned_constant();
        let bytes = pitch.and_then(|pitch| pitch.checked_mul(self.rows));
        let stack = bytes.filter(|bytes| *bytes <= budget.stack);
        (stack.is_some() || budget.heap && host.has_heap()).then_some(Own { span, stack })
    }

    /// Is what loops touch of it known to be as small?
    pub fn is_small(&self, host: &'h Host) -> bool {
        let mut loops: Vec<_> = self.accesses.iter().filter_map(|access| access.l).collect();
        loops.dedup();
        let counts = loops.iter().map(|l| most_iterations(host, *l));
        let count = counts.fold(0, u64::saturating_add);
        let pitch = self.pitch.as_unsigned_constant();
        let bytes = pitch.map(|pitch| pitch.saturating_mul(count));
        count <= self.rows || bytes.is_some_and(|bytes| bytes <= SMALL)
    }
}

/// The loop that writes and reads an array.
fn shared_loop<'h>(
    host: &'h Host,
    accesses: &[LocalAccess<'h>],
    turn_of: impl Fn(&LocalAccess<'h>) -> Option<Turn<'h>>,
) -> Option<Loop<'h>> {
    let writes_and_reads = |l: &Loop<'h>| {
        let mut here = accesses
            .iter()
            .filter(|access| l.defines(access.instruction));
        let reads = here.clone().any(|access| !access.writes);
        reads && here.any(|access| access.writes)
    };
    let loops = accesses
        .iter()
        .filter_map(|access| turn_of(access)?.loop_over_rows());
    let shared = loops.filter(writes_and_reads);
    // A prologue may do so, too: it has fewer iterations.
    shared.rev().max_by_key(|l| most_iterations(host, *l))
}

/// The most iterations that a loop may have, as far as is known.
fn most_iterations<'h>(host: &'h Host, l: Loop<'h>) -> u64 {
    let most = l.max_backedge_count(host);
    most.map_or(u64::MAX, |most| most.saturating_add(1))
}
