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
//! a row has 2^40 bytes or more, or a loop 2^22 iterations or more.
//!
//! Rows that are `W` apart share their bytes afterwards: what metadata says of types, scopes
//! and parallel iterations of the accesses goes.
//!
//! Loops that access the array but can neither run before nor behind these while it lives,
//! such as the original loops of a check that fails, are left as they are.

use super::guards::Shape;
use super::hazards::hazard;
use super::ranges::{Linear, Range};
use super::temporary::{loops_around, spread};
use crate::llvm::{Block, Host, Loop, Opcode, Scev, Value};
use std::collections::HashSet;

/// A window of more rows is not tried.
const MOST_ROWS: i64 = 64;

/// So many iterations may be too many for rows to have numbers.
const MANY: u64 = 1 << 22;

/// Rows of so many bytes may be too long for that.
const LONG: u64 = 1 << 40;

/// How far in front of the first row, or of where an earlier loop ended, a loop may begin.
const MOST_BACK: i64 = 8;

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

/// An access to a row.
pub struct RowAccess<'h> {
    /// The load or store.
    pub instruction: Value<'h>,
    /// Its pointer.
    pub pointer: Value<'h>,
    /// The loop that goes from row to row.
    pub l: Loop<'h>,
    /// The row that it touches in the first iteration.
    pub row: Scev<'h>,
    /// Where the row is entered: in front of this the move is computed.
    pub position: Value<'h>,
}

/// An access in numbers: bytes from the array's begin.
struct Touched<'h> {
    at: usize,
    writes: bool,
    low: Scev<'h>,
    high: Scev<'h>,
    /// Behind the last byte of all iterations.
    end: Scev<'h>,
    /// Loops that are entered if the access is made, those around it and those passed.
    entered: Vec<Loop<'h>>,
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
        let line = line_of(host, memory, l, accesses, rows_of).ok_or(Kept::Elsewhere)?;
        let found = in_numbers(host, memory, l, home, &line).ok_or(Kept::NoRows)?;
        let window = found.rows.window(&found.touched).ok_or(Kept::ManyRows)?;
        Ok(Fold {
            memory,
            l,
            // A power of two costs no division.
            rows: window.next_power_of_two(),
            pitch: found.rows.pitch,
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

/// What a line of loops does to rows, in numbers.
struct InNumbers<'h> {
    rows: Rows<'h>,
    touched: Vec<Touched<'h>>,
    accesses: Vec<RowAccess<'h>>,
    limits: Vec<(Scev<'h>, u64)>,
}

fn in_numbers<'h>(
    host: &'h Host,
    memory: Value<'h>,
    l: Loop<'h>,
    home: Option<Loop<'h>>,
    line: &Line<'h>,
) -> Option<InNumbers<'h>> {
    let pitch = Rows::pitch(host, l, line)?;
    let rows = Rows {
        host,
        begins: begins_of(host, memory),
        home,
        pitch,
    };
    let mut touched: Vec<Touched<'h>> = Vec::new();
    let mut accesses = Vec::new();
    for (instruction, l) in &line.accesses {
        let at = line.loops.iter().position(|other| other == l)?;
        let (one, access) = rows.touched(*instruction, *l, &line.loops[..at])?;
        touched.push(one);
        accesses.push(access);
    }
    let may_be_many = |l: &&Loop<'h>| l.max_backedge_count(host).is_none_or(|n| n >= MANY);
    let many = line.loops.iter().filter(may_be_many);
    let counts = many.map(|l| Some((rows.count(*l)?, MANY)));
    let limits: Vec<_> = std::iter::once(Some((pitch, LONG)))
        .chain(counts)
        .collect::<Option<_>>()?;
    let is_known = |access: &RowAccess<'h>| {
        let mut numbers = limits.iter().map(|limit| limit.0).chain([access.row]);
        numbers.all(|number| host.is_expandable(number, access.position))
    };
    accesses.iter().all(is_known).then_some(InNumbers {
        rows,
        touched,
        accesses,
        limits,
    })
}

/// Loops none of which leads back to an earlier one, and what they access.
struct Line<'h> {
    loops: Vec<Loop<'h>>,
    accesses: Vec<(Value<'h>, Loop<'h>)>,
}

/// The loops that run before or behind `l` while the memory lives, if they follow each
/// other, and if all other accesses are behind or before none of them.
fn line_of<'h>(
    host: &'h Host,
    memory: Value<'h>,
    l: Loop<'h>,
    accesses: &[Value<'h>],
    rows_of: impl Fn(&Value<'h>) -> Option<Loop<'h>>,
) -> Option<Line<'h>> {
    let follows = |blocks: Vec<Block<'h>>| spread(host.begin_of(memory), blocks, Block::successors);
    let around = |blocks: Vec<Block<'h>>| {
        let before = spread(host.begin_of(memory), blocks.clone(), Block::predecessors);
        let behind = follows(blocks);
        let is_around = move |access: &&Value<'h>| {
            let block = access.block();
            block.is_some_and(|block| before.contains(&block) || behind.contains(&block))
        };
        accesses
            .iter()
            .filter(is_around)
            .copied()
            .collect::<Vec<_>>()
    };
    let met = around(l.blocks());
    let blocks = met.iter().filter_map(|access| access.block()).collect();
    if around(blocks).len() != met.len() {
        return None;
    }
    let mut accesses = Vec::new();
    let mut behind: Vec<(Loop<'h>, HashSet<Block<'h>>)> = Vec::new();
    for access in met {
        let l = rows_of(&access)?;
        accesses.push((access, l));
        if behind.iter().any(|(other, _)| *other == l) {
            continue;
        }
        Shape::find(host, l)?;
        let next = follows(vec![l.unique_exit()?]);
        // Only loops lead back: no other cycle may.
        if next.contains(&l.header()) {
            return None;
        }
        behind.push((l, next));
    }
    let before = |l: &Loop<'h>| {
        let leads_here = |(_, next): &&(_, HashSet<Block<'h>>)| next.contains(&l.header());
        behind.iter().filter(leads_here).count()
    };
    let mut loops: Vec<_> = behind.iter().map(|(l, _)| *l).collect();
    loops.sort_by_cached_key(before);
    Some(Line { loops, accesses })
}

/// Pointers to where memory begins: what allocates it, and choices between that and null, whose
/// memory nothing accesses.
fn begins_of<'h>(host: &'h Host, memory: Value<'h>) -> Vec<Scev<'h>> {
    let is_choice = |user: &Value<'h>| {
        let is_begin = |v: Value<'h>| v == memory || v.is_constant();
        user.opcode() == Some(Opcode::LLVMPHI) && user.operands().all(is_begin)
    };
    let choices = memory.users().filter(is_choice);
    let all = std::iter::once(memory).chain(choices);
    all.filter_map(|pointer| Scev::of(host, pointer)).collect()
}

/// What turns accesses into rows.
struct Rows<'h> {
    host: &'h Host,
    begins: Vec<Scev<'h>>,
    home: Option<Loop<'h>>,
    pitch: Scev<'h>,
}

impl<'h> Rows<'h> {
    /// Bytes from row to row, as an access of `l` has it.
    fn pitch(host: &'h Host, l: Loop<'h>, line: &Line<'h>) -> Option<Scev<'h>> {
        let (access, _) = line.accesses.iter().find(|(_, other)| *other == l)?;
        range_of(host, *access, l)?.low.step
    }

    fn touched(
        &self,
        instruction: Value<'h>,
        l: Loop<'h>,
        before: &[Loop<'h>],
    ) -> Option<(Touched<'h>, RowAccess<'h>)> {
        let host = self.host;
        let (pointer, _) = host.access(instruction)?;
        let block = instruction.block()?;
        let range = range_of(host, instruction, l)?;
        let has_pitch = |end: Linear<'h>| end.step == Some(self.pitch);
        let is_plain = hazard(host.effects(instruction)).is_none();
        if !is_plain || !has_pitch(range.low) || !has_pitch(range.high) {
            return None;
        }
        let offset = |end: Scev<'h>| {
            let end = end.in_scope(host, self.home)?;
            self.begins.iter().find_map(|begin| end.minus(host, *begin))
        };
        let mut entered = loops_around(host, block, l.parent())?;
        let position = match entered.len() {
            1 => instruction,
            n => entered[n - 2].preheader()?.terminator(),
        };
        let passed = |inner: &Loop<'h>| host.dominates(inner.header(), block);
        entered.extend(l.children(host).into_iter().filter(passed));
        let high = offset(range.high.start)?;
        let count = self.count(l)?;
        let touched = Touched {
            at: before.len(),
            writes: instruction.loaded_from().is_none(),
            low: offset(range.low.start)?,
            high,
            end: high.plus(host, self.pitch.times(host, count)?)?,
            entered,
        };
        let row = self.row(&touched, before)?;
        let access = RowAccess {
            instruction,
            pointer,
            l,
            row,
            position,
        };
        Some((touched, access))
    }

    /// The row that an access stays within in the first iteration of its loop, in numbers
    /// from the first row or from where an earlier loop ended. None if it may not stay in one.
    fn row(&self, one: &Touched<'h>, before: &[Loop<'h>]) -> Option<Scev<'h>> {
        let host = self.host;
        let width = one.high.minus(host, one.low)?;
        let stays = |row: &Scev<'h>| -> Option<bool> {
            let column = one.low.minus(host, self.pitch.times(host, *row)?)?;
            let behind = self.pitch.minus(host, column)?.minus(host, width)?;
            Some(self.holds(column, &[one]) && self.holds(behind, &[one]))
        };
        let counts = before.iter().filter_map(|l| self.count(*l));
        let zero = self.pitch.constant_like(host, 0);
        let mut rows = zero
            .into_iter()
            .chain(counts)
            .flat_map(|from| (-MOST_BACK..MOST_ROWS).filter_map(move |row| from.offset(host, row)));
        rows.find(|row| stays(row) == Some(true))
    }

    /// How often a loop goes back, as code around it knows it.
    fn count(&self, l: Loop<'h>) -> Option<Scev<'h>> {
        let count = l.wide_backedge_count(self.host)?;
        count
            .in_scope(self.host, self.home)?
            .widened_like(self.host, self.pitch)
    }

    /// The least number of rows that no write reaches around.
    fn window(&self, touched: &[Touched<'h>]) -> Option<u64> {
        let mut rows = 1;
        for write in touched.iter().filter(|one| one.writes) {
            for other in touched.iter().filter(|one| one.at >= write.at) {
                let high = if other.at == write.at {
                    write.high
                } else {
                    write.end
                };
                let reach = high.minus(self.host, other.low)?;
                let fits = |rows: &i64| -> Option<bool> {
                    let rows = self.pitch.constant_like(self.host, *rows)?;
                    let bytes = self.pitch.times(self.host, rows)?;
                    Some(self.holds(bytes.minus(self.host, reach)?, &[write, other]))
                };
                // The pitch is positive, which nobody may know: the least number is proved.
                rows = rows.max((-MOST_ROWS..=MOST_ROWS).find(|rows| fits(rows) == Some(true))?);
            }
        }
        u64::try_from(rows).ok()
    }

    /// Is a number not negative whenever all these accesses are made?
    fn holds(&self, number: Scev<'h>, all: &[&Touched<'h>]) -> bool {
        let mut entered = all.iter().flat_map(|one| &one.entered);
        match number.as_constant() {
            Some(n) => n >= 0,
            None => entered.any(|l| number.is_nonnegative(self.host, *l)),
        }
    }
}

/// The bytes of a row that an access touches. The loop's iterations are known to be so few
/// that its addresses do not wrap around.
fn range_of<'h>(host: &'h Host, instruction: Value<'h>, l: Loop<'h>) -> Option<Range<'h>> {
    Range::of_access(host, l, instruction, true)
}
