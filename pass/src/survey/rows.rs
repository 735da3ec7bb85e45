//! What loops that follow each other do to the rows of an array, in numbers: which row each
//! access stays within, and how many rows live at a time. [`fold`](super::fold) has the
//! argument; here its inequalities are shown.
//!
//! Most of them hold by themselves. Where the pitch is a variable it may take the length of what
//! an access touches in one iteration: it is positive if the access is made, even where its sign
//! is not known by itself, and so is what exceeds it.

use super::exact::runs_in_every_iteration;
use super::hazards::hazard;
use super::polynomial::{Atoms, Polynomial};
use super::ranges::{Linear, Range, is_lengths_and_more};
use super::reach::Reaches;
use super::sequence::Sequence;
use super::temporary::loops_around;
use crate::llvm::{Block, Host, Limit, Loop, Opcode, Scev, Value};
use crate::testing::{Fault, lacks};

/// A window of more rows is not tried.
const MOST_ROWS: i64 = 64;

/// So many iterations may be too many for rows to have numbers.
const MANY: u64 = 1 << 22;

/// Rows of so many bytes may be too long for that.
const LONG: u64 = 1 << 40;

/// How many blocks may lie between two accesses for one to imply the other.
const MOST_PASSED: usize = 16;

/// Rows are counted from no more addresses.
const MOST_PLANES: usize = 8;

/// How far in front of the first row, or of where an earlier loop ended, a loop may begin.
const MOST_BACK: i64 = 8;

/// An access to a row.
pub struct RowAccess<'h> {
    /// The load or store.
    pub instruction: Value<'h>,
    /// Its pointer.
    pub pointer: Value<'h>,
    /// The loop that goes from row to row; none of a loop over a single row.
    pub l: Option<Loop<'h>>,
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
    /// Do all iterations of the loop stay within one row?
    is_one_row: bool,
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

/// From where rows may be counted, if not from where the memory begins.
#[derive(Clone, Copy)]
pub(super) enum Begins<'a, 'h> {
    /// From nowhere else.
    Memory,
    /// From where any access begins.
    Any,
    /// From where one of these does, not from where the memory begins.
    Of(&'a [Value<'h>]),
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
    pub limits: Vec<Limit<'h>>,
}

impl<'h> InRows<'h> {
    /// Of memory that begins to live anew in each iteration of `home`, accessed by a sequence of
    /// loops of which `l` is one. Rows are counted from where the memory begins, or from
    /// an address that does not change in that iteration. None if not every access stays within one row.
    pub fn find(
        host: &'h Host,
        memory: Value<'h>,
        (home, allowed): (Option<Loop<'h>>, Begins<'_, 'h>),
        (l, sequence): (Loop<'h>, &Sequence<'h>),
    ) -> Option<Self> {
        let begins = begins_of(host, memory);
        let find = |from: From<'h>| {
            let rows = Rows::new(host, from, home, (l, sequence))?;
            rows.find(sequence)
        };
        let planes = || {
            let may_begin = |(instruction, _): &&(Value<'h>, _)| match allowed {
                Begins::Memory => false,
                Begins::Any => true,
                Begins::Of(these) => these.contains(instruction),
            };
            let all = sequence.accesses.iter().filter(may_begin);
            let lows = all.filter_map(|&(instruction, l)| {
                let (range, _) = range_of(host, instruction, l, None)?;
                range.low.start.in_scope(host, home)
            });
            let mut known = Vec::new();
            for low in lows {
                if !known.contains(&low) && known.len() < MOST_PLANES {
                    known.push(low);
                }
            }
            known.into_iter().map(From::Plane)
        };
        let of_memory = match allowed {
            Begins::Of(_) => None,
            _ => find(From::Memory(begins)),
        };
        of_memory.or_else(|| planes().find_map(find))
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

/// Where rows are counted from.
enum From<'h> {
    /// Where memory begins, by whatever pointer.
    Memory(Vec<Scev<'h>>),
    /// An address in it, in front of which nothing is accessed.
    Plane(Scev<'h>),
}

/// What turns accesses into rows.
struct Rows<'h> {
    host: &'h Host,
    from: From<'h>,
    home: Option<Loop<'h>>,
    pitch: Scev<'h>,
}

impl<'h> Rows<'h> {
    /// The pitch is that of an access of `l`.
    fn new(
        host: &'h Host,
        from: From<'h>,
        home: Option<Loop<'h>>,
        (l, sequence): (Loop<'h>, &Sequence<'h>),
    ) -> Option<Self> {
        let all = || sequence.accesses.iter().filter(|(_, other)| *other == l);
        let known = all().find_map(|(access, _)| exact_range(host, *access, l));
        let range = known.or_else(|| enclosing_range(host, all().next()?.0, l, None))?;
        Some(Rows {
            host,
            from,
            home,
            pitch: range.low.step?,
        })
    }

    fn find(self, sequence: &Sequence<'h>) -> Option<InRows<'h>> {
        let host = self.host;
        let touched = self.all_touched(sequence)?;
        let sets = touched.iter().map(|one| Set::around(host, one, &touched));
        let sets: Vec<_> = sets.collect();
        let accesses = self.accesses(sequence, &sets)?;
        let limits = self.limits(sequence, &touched)?;
        let is_known = |access: &RowAccess<'h>| {
            let mut numbers = limits.iter().map(|limit| limit.0).chain([access.row]);
            numbers.all(|number| host.is_expandable(number, access.position))
        };
        accesses.iter().all(is_known).then(|| InRows {
            window: self.window(&sets, &accesses),
            pitch: self.pitch,
            accesses,
            limits,
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
            let one = set.one;
            Some(RowAccess {
                instruction,
                pointer: self.host.access(instruction)?.0,
                l: (!one.is_one_row).then_some(l),
                row: self.row(set, &sequence.loops[..one.at])?,
                position: one.position,
            })
        };
        sets.iter().zip(&sequence.accesses).map(access).collect()
    }

    /// What must be less than it may be for rows to have numbers.
    fn limits(&self, sequence: &Sequence<'h>, all: &[Touched<'h>]) -> Option<Vec<Limit<'h>>> {
        let may_be_many = |l: &&Loop<'h>| {
            let is_over_rows = all.iter().any(|one| one.l == **l && !one.is_one_row);
            is_over_rows && l.max_backedge_count(self.host).is_none_or(|n| n >= MANY)
        };
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
        let (range, is_exact) = range_of(host, instruction, l, Some(self.pitch))?;
        let has_pitch = |end: Linear<'h>| end.step == Some(self.pitch);
        let is_one_row = !has_pitch(range.low) || !has_pitch(range.high);
        if hazard(host.effects(instruction)).is_some() {
            return None;
        }
        let (low, high) = if is_one_row {
            range.whole?
        } else {
            (range.low.start, range.high.start)
        };
        let offset = |end: Scev<'h>| {
            let end = end.in_scope(host, self.home)?;
            match &self.from {
                From::Memory(begins) => begins.iter().find_map(|begin| end.minus(host, *begin)),
                From::Plane(begin) => end.minus(host, *begin),
            }
        };
        let mut entered = loops_around(host, block, l.parent())?;
        let inner = match is_one_row {
            true => Some(l),
            false => entered.len().checked_sub(2).map(|n| entered[n]),
        };
        let position = match inner {
            None => instruction,
            Some(inner) => inner.preheader()?.terminator(),
        };
        let passed = |inner: &Loop<'h>| host.dominates(inner.header(), block);
        entered.extend(l.children(host).into_iter().filter(passed));
        let (low, high) = (offset(low)?, offset(high)?);
        let end = match is_one_row {
            true => high,
            false => high.plus(host, self.pitch.times(host, self.count(l)?)?)?,
        };
        let is_whole =
            is_exact && inner.is_some_and(|inner| runs_in_every_iteration(host, inner, block));
        Some(Touched {
            at,
            writes: instruction.loaded_from().is_none(),
            low,
            high,
            end,
            entered,
            length: high
                .minus(host, low)
                .filter(|length| is_whole && length.as_constant().is_none()),
            l,
            is_one_row,
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
        let by_parts = |row: &Scev<'h>| stays(row) == Some(true);
        let found = rows.clone().find(by_parts);
        let row = found.or_else(|| rows.find(|row| self.stays_in_row(one, *row) == Some(true)))?;
        // In front of the memory lies nothing; in front of an address in it nothing may be kept.
        let is_behind = || matches!(self.from, From::Memory(_)) || self.holds(row, &[set]);
        is_behind().then_some(row)
    }

    /// The same in integers, by multiplying out. With `low - k*P` and `(k + 1)*P - high` all numbers from
    /// `low` to `high`, less `k*P`, are integers from 0 to `P`. That is less than 2^64, so it is what
    /// it is at run time, which the limits say is small.
    fn stays_in_row(&self, one: &Touched<'h>, row: Scev<'h>) -> Option<bool> {
        let mut atoms = Atoms::new(self.host, one.entered.clone());
        let (low, high) = (atoms.polynomial(one.low)?, atoms.polynomial(one.high)?);
        let pitch = atoms.polynomial(self.pitch)?;
        let begin = atoms.polynomial(row)?.times(&pitch)?;
        let end = begin.plus(&pitch)?;
        let is_within = [low.minus(&begin)?, high.minus(&low)?, end.minus(&high)?]
            .iter()
            .all(|number| atoms.is_nonnegative(number));
        Some(is_within && atoms.fits(&pitch))
    }

    /// How often a loop goes back, as code around it knows it.
    fn count(&self, l: Loop<'h>) -> Option<Scev<'h>> {
        let count = l.wide_backedge_count(self.host)?;
        count
            .in_scope(self.host, self.home)?
            .widened_like(self.host, self.pitch)
    }

    /// The least number of rows that no write reaches around.
    fn window(&self, sets: &[Set<'_, 'h>], accesses: &[RowAccess<'h>]) -> Option<u64> {
        let mut rows = 1;
        let all: Vec<_> = sets.iter().zip(accesses).collect();
        for &(set0, access0) in all.iter().filter(|(set, _)| set.one.writes) {
            let write = set0.one;
            for &(set1, access1) in all.iter().filter(|(set, _)| set.one.at >= write.at) {
                let other = set1.one;
                // What stays within one row meets what any iteration writes.
                let high = if other.at == write.at && !other.is_one_row {
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
                let least = (-MOST_ROWS..=MOST_ROWS).find(|rows| fits(rows) == Some(true));
                let both = [(write, access0.row), (other, access1.row)];
                rows = rows.max(least.or_else(|| self.least_rows(both, high))?);
            }
        }
        u64::try_from(rows).ok()
    }

    /// The same of a write that ends at `high` and another access, each with its row, by multiplying
    /// out: that both stay in their rows in integers says that these numbers are what they seem.
    fn least_rows(&self, both: [(&Touched<'h>, Scev<'h>); 2], high: Scev<'h>) -> Option<i64> {
        let stay = |(one, row): (&Touched<'h>, Scev<'h>)| self.stays_in_row(one, row) == Some(true);
        if !both.into_iter().all(stay) {
            return None;
        }
        let entered: Vec<_> = both
            .iter()
            .flat_map(|(one, _)| &one.entered)
            .copied()
            .collect();
        let mut atoms = Atoms::new(self.host, entered);
        let reach = atoms
            .polynomial(high)?
            .minus(&atoms.polynomial(both[1].0.low)?)?;
        let pitch = atoms.polynomial(self.pitch)?;
        let fits = |rows: &i64| {
            let bytes = pitch.times(&Polynomial::constant((*rows).into()));
            let rest = bytes.and_then(|bytes| bytes.minus(&reach));
            rest.is_some_and(|rest| atoms.is_nonnegative(&rest))
        };
        (1..=MOST_ROWS).find(fits)
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

/// The exact range of an access, or else the enclosing one, and whether it is the exact one.
fn range_of<'h>(
    host: &'h Host,
    instruction: Value<'h>,
    l: Loop<'h>,
    pitch: Option<Scev<'h>>,
) -> Option<(Range<'h>, bool)> {
    let exact = exact_range(host, instruction, l).map(|range| (range, true));
    exact.or_else(|| Some((enclosing_range(host, instruction, l, pitch)?, false)))
}

/// The bytes of a row that an access touches. The loop's iterations are known to be so few that its addresses do not wrap
/// around.
fn exact_range<'h>(host: &'h Host, instruction: Value<'h>, l: Loop<'h>) -> Option<Range<'h>> {
    Range::of_access(host, l, instruction, true)
}

/// The bytes that a load may touch. An iteration goes on by `pitch`, if it may be written so.
fn enclosing_range<'h>(
    host: &'h Host,
    instruction: Value<'h>,
    l: Loop<'h>,
    pitch: Option<Scev<'h>>,
) -> Option<Range<'h>> {
    instruction.loaded_from()?;
    Reaches::new(host).enclosing(instruction, l, pitch)
}
