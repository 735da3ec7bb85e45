//! What loops that follow each other do to the rows of an array, in numbers: which row each
//! access stays within, and how many rows live at a time. [`fold`](super::fold) has the
//! argument; here its inequalities are shown.
//!
//! Most of them hold by themselves. Where the pitch is a variable it may take the length of what
//! an access touches in one iteration: it is positive if the access is made, even where its sign
//! is not known by itself, and so is what exceeds it.

use super::exact::runs_in_every_iteration;
use super::hazards::hazard;
use super::ranges::{Linear, Range, is_lengths_and_more};
use super::sequence::Sequence;
use super::temporary::loops_around;
use crate::llvm::{Block, Host, Loop, Opcode, Scev, Value};
use crate::testing::{Fault, lacks};

/// A window of more rows is not tried.
const MOST_ROWS: i64 = 64;

/// So many iterations may be too many for rows to have numbers.
const MANY: u64 = 1 << 22;

/// Rows of so many bytes may be too long for that.
const LONG: u64 = 1 << 40;

/// How many blocks may lie between two accesses for one to imply the other.
const MOST_PASSED: usize = 16;

/// How far in front of the first row, or of where an earlier loop ended, a loop may begin.
const MOST_BACK: i64 = 8;

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
    /// From end to end in one iteration, if it is made from end to end: no negative number
    /// then, though nobody may know that of it by itself.
    length: Option<Scev<'h>>,
    l: Loop<'h>,
    block: Block<'h>,
    position: Value<'h>,
}

impl<'h> Touched<'h> {
    /// If this access is made in an iteration, is the other one made, too?
    fn implies(&self, host: &'h Host, other: &Self) -> bool {
        self.l == other.l
            && (host.dominates(other.block, self.block) || self.leads_to(host, other) == Some(true))
    }

    /// Does control always go on from here to a loop that makes the other one, and enter it?
    fn leads_to(&self, host: &'h Host, other: &Self) -> Option<bool> {
        let there = other.inner(host)?;
        let to = there.preheader()?;
        let (mut passed, mut next) = match self.inner(host) {
            None => (vec![], self.block),
            Some(here) => {
                here.backedge_count(host)?;
                (here.blocks(), here.unique_exit()?)
            }
        };
        passed.push(next);
        while next != to && passed.len() < MOST_PASSED {
            next = next.single_successor()?;
            passed.push(next);
        }
        let mut all = passed.iter().flat_map(|block| block.instructions());
        let is_free = all.all(|i| hazard(host.effects(i)).is_none());
        let is_near = next == to && passed.len() <= MOST_PASSED;
        Some(is_near && is_free && host.dominates(other.block, there.latch()?))
    }

    /// The outermost loop around it inside of that over rows.
    fn inner(&self, host: &'h Host) -> Option<Loop<'h>> {
        loops_around(host, self.block, Some(self.l))?.pop()
    }
}

/// What a sequence of loops does to rows, in numbers.
pub(super) struct InRows<'h> {
    /// The least number of rows that suffices, if that is not too large.
    pub window: Option<u64>,
    /// Bytes from row to row.
    pub pitch: Scev<'h>,
    /// For each access, its row.
    pub accesses: Vec<RowAccess<'h>>,
    /// Numbers, each with what it must be less than at run time.
    pub limits: Vec<(Scev<'h>, u64)>,
}

impl<'h> InRows<'h> {
    /// Of memory that begins to live anew in each iteration of `home`, accessed by a sequence of
    /// loops of which `l` is one. None if not every access stays within one row.
    pub fn find(
        host: &'h Host,
        memory: Value<'h>,
        home: Option<Loop<'h>>,
        (l, sequence): (Loop<'h>, &Sequence<'h>),
    ) -> Option<Self> {
        let rows = Rows::new(host, memory, home, (l, sequence))?;
        let touched = rows.all_touched(sequence)?;
        let sets = touched.iter().map(|one| Set::around(host, one, &touched));
        let sets: Vec<_> = sets.collect();
        let accesses = rows.accesses(sequence, &sets)?;
        let limits = rows.limits(sequence)?;
        let is_known = |access: &RowAccess<'h>| {
            let mut numbers = limits.iter().map(|limit| limit.0).chain([access.row]);
            numbers.all(|number| host.is_expandable(number, access.position))
        };
        accesses.iter().all(is_known).then(|| InRows {
            window: rows.window(&sets),
            pitch: rows.pitch,
            accesses,
            limits,
        })
    }
}

/// Pointers to where memory begins: what allocates it, and choices between that and null, whose
/// memory nothing accesses.
fn begins_of<'h>(host: &'h Host, memory: Value<'h>) -> Vec<Scev<'h>> {
    let is_choice = |user: &Value<'h>| {
        let is_begin = |v: Value<'h>| v == memory || v.is_constant();
        user.opcode() == Some(Opcode::LLVMPHI) && user.operands().all(is_begin)
    };
    let choices = host.users(memory).filter(is_choice);
    let all = std::iter::once(memory).chain(choices);
    all.filter_map(|pointer| Scev::of(host, pointer)).collect()
}

/// An access, and others that are made whenever it is.
struct Set<'t, 'h> {
    one: &'t Touched<'h>,
    others: Vec<&'t Touched<'h>>,
}

impl<'t, 'h> Set<'t, 'h> {
    fn around(host: &'h Host, one: &'t Touched<'h>, all: &'t [Touched<'h>]) -> Self {
        let helps = |other: &&Touched<'h>| other.length.is_some() && one.implies(host, other);
        let others = all.iter().filter(helps).collect();
        Set { one, others }
    }

    fn all(&self) -> impl Iterator<Item = &'t Touched<'h>> {
        std::iter::once(self.one).chain(self.others.iter().copied())
    }
}

/// What turns accesses into rows.
struct Rows<'h> {
    host: &'h Host,
    begins: Vec<Scev<'h>>,
    home: Option<Loop<'h>>,
    pitch: Scev<'h>,
}

impl<'h> Rows<'h> {
    /// The pitch is that of an access of `l`.
    fn new(
        host: &'h Host,
        memory: Value<'h>,
        home: Option<Loop<'h>>,
        (l, sequence): (Loop<'h>, &Sequence<'h>),
    ) -> Option<Self> {
        let (access, _) = sequence.accesses.iter().find(|(_, other)| *other == l)?;
        Some(Rows {
            host,
            begins: begins_of(host, memory),
            home,
            pitch: range_of(host, *access, l)?.low.step?,
        })
    }

    fn all_touched(&self, sequence: &Sequence<'h>) -> Option<Vec<Touched<'h>>> {
        let touched = |&(instruction, l): &(Value<'h>, Loop<'h>)| {
            let at = sequence.loops.iter().position(|other| *other == l)?;
            self.touched(instruction, l, at)
        };
        sequence.accesses.iter().map(touched).collect()
    }

    fn accesses(
        &self,
        sequence: &Sequence<'h>,
        sets: &[Set<'_, 'h>],
    ) -> Option<Vec<RowAccess<'h>>> {
        let access = |(set, &(instruction, l)): (&Set<'_, 'h>, &(Value<'h>, Loop<'h>))| {
            Some(RowAccess {
                instruction,
                pointer: self.host.access(instruction)?.0,
                l,
                row: self.row(set, &sequence.loops[..set.one.at])?,
                position: set.one.position,
            })
        };
        sets.iter().zip(&sequence.accesses).map(access).collect()
    }

    /// What must be less than it may be for rows to have numbers.
    fn limits(&self, sequence: &Sequence<'h>) -> Option<Vec<(Scev<'h>, u64)>> {
        let may_be_many = |l: &&Loop<'h>| l.max_backedge_count(self.host).is_none_or(|n| n >= MANY);
        let many = sequence.loops.iter().filter(may_be_many);
        let counts = many.map(|l| Some((self.count(*l)?, MANY)));
        std::iter::once(Some((self.pitch, LONG)))
            .chain(counts)
            .collect()
    }

    /// What an access of loop number `at` touches.
    fn touched(&self, instruction: Value<'h>, l: Loop<'h>, at: usize) -> Option<Touched<'h>> {
        let host = self.host;
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
        let inner = entered.len().checked_sub(2).map(|n| entered[n]);
        let position = match inner {
            None => instruction,
            Some(inner) => inner.preheader()?.terminator(),
        };
        let passed = |inner: &Loop<'h>| host.dominates(inner.header(), block);
        entered.extend(l.children(host).into_iter().filter(passed));
        let (low, high) = (offset(range.low.start)?, offset(range.high.start)?);
        let count = self.count(l)?;
        let is_whole = inner.is_some_and(|inner| runs_in_every_iteration(host, inner, block));
        Some(Touched {
            at,
            writes: instruction.loaded_from().is_none(),
            low,
            high,
            end: high.plus(host, self.pitch.times(host, count)?)?,
            entered,
            length: high
                .minus(host, low)
                .filter(|length| is_whole && length.as_constant().is_none()),
            l,
            block,
            position,
        })
    }

    /// The row that an access stays within in the first iteration of its loop, in numbers
    /// from the first row or from where an earlier loop ended. None if it may not stay in one.
    fn row(&self, set: &Set<'_, 'h>, before: &[Loop<'h>]) -> Option<Scev<'h>> {
        let (host, one) = (self.host, set.one);
        let width = one.high.minus(host, one.low)?;
        let stays = |row: &Scev<'h>| -> Option<bool> {
            let column = one.low.minus(host, self.pitch.times(host, *row)?)?;
            let behind = self.pitch.minus(host, column)?.minus(host, width)?;
            let ends_within = self.holds(behind, &[set]) || lacks(Fault::Rows);
            Some(self.holds(column, &[set]) && ends_within)
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
    fn window(&self, sets: &[Set<'_, 'h>]) -> Option<u64> {
        let mut rows = 1;
        for set0 in sets.iter().filter(|set| set.one.writes) {
            let write = set0.one;
            for set1 in sets.iter().filter(|set| set.one.at >= write.at) {
                let other = set1.one;
                let high = if other.at == write.at {
                    write.high
                } else {
                    write.end
                };
                let reach = high.minus(self.host, other.low)?;
                let fits = |rows: &i64| -> Option<bool> {
                    let rows = self.pitch.constant_like(self.host, *rows)?;
                    let bytes = self.pitch.times(self.host, rows)?;
                    Some(self.holds(bytes.minus(self.host, reach)?, &[set0, set1]))
                };
                // The pitch is positive, which nobody may know: the least number is proved.
                rows = rows.max((-MOST_ROWS..=MOST_ROWS).find(|rows| fits(rows) == Some(true))?);
            }
        }
        u64::try_from(rows).ok()
    }

    /// Is a number not negative whenever all these accesses are made?
    fn holds(&self, number: Scev<'h>, sets: &[&Set<'_, 'h>]) -> bool {
        let all = || sets.iter().flat_map(|set| set.all());
        let mut entered = sets.iter().flat_map(|set| &set.one.entered);
        let exceeds = |length| is_lengths_and_more(self.host, number, length, 1);
        match number.as_constant() {
            Some(n) => n >= 0,
            None => {
                all().filter_map(|one| one.length).any(exceeds)
                    || entered.any(|l| number.is_nonnegative(self.host, *l))
            }
        }
    }
}

/// The bytes of a row that an access touches. The loop's iterations are known to be so few
/// that its addresses do not wrap around.
fn range_of<'h>(host: &'h Host, instruction: Value<'h>, l: Loop<'h>) -> Option<Range<'h>> {
    Range::of_access(host, l, instruction, true)
}
