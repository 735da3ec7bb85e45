//! What loops that follow each other do to the rows of an array, in numbers: which row each
//! access stays within, and how many rows live at a time. [`fold`](mod@super::fold) has the
//! argument; here its inequalities are shown.
//!
//! Most of them hold by themselves. Where the pitch is a variable it may take the length of what
//! an access touches in one iteration: it is positive if the access is made, even where its sign
//! is not known by itself, and so is what exceeds it.

use crate::facts::enclosing::Limited;
use crate::facts::hazards::hazard;
use crate::facts::locals::LocalAccess;
use crate::facts::no_wrap::runs_in_every_iteration;
use crate::facts::polynomial::{Atoms, Polynomial};
use crate::facts::ranges::{Linear, Range, is_lengths_and_more};
use crate::facts::reach::Reaches;
use crate::facts::sequence::Sequence;
use crate::facts::turn::Turn;
use crate::facts::turn::loops_around;
use crate::llvm::{Block, Host, Limit, Loop, Opcode, Scev, Value};
use crate::testing::{Fault, lacks};
use std::cell::RefCell;

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
    /// What it does there.
    pub access: LocalAccess<'h>,
    /// The loop that goes from row to row; none of a loop over a single row.
    pub l: Option<Loop<'h>>,
    /// The row that it touches in an iteration.
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
    turn: Turn<'h>,
    /// Do all iterations of the loop stay within one row?
    is_one_row: bool,
    /// The row that an iteration stays within, if it is not the next one in each.
    row: Option<Scev<'h>>,
    block: Block<'h>,
    position: Value<'h>,
}

impl<'h> Touched<'h> {
    /// If this access is made in an iteration, is the other one made, too?
    fn implies(&self, host: &'h Host, other: &Self) -> bool {
        self.turn == other.turn
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
        loops_around(host, self.block, Some(self.turn.loop_over_rows()?))?.pop()
    }
}

/// From where rows may be counted, if not from where the memory begins.
#[derive(Clone, Copy)]
pub(crate) enum Begins<'a, 'h> {
    /// From nowhere else.
    Memory,
    /// From where any access begins.
    Any,
    /// From where one of these does, not from where the memory begins.
    Of(&'a [LocalAccess<'h>]),
}

/// The row that an access stays within, in numbers from the first row or from where an earlier loop ended.
#[derive(Clone, Copy)]
enum Row<'h> {
    /// That of the first iteration: each goes on to the next one, or stays there.
    First(Scev<'h>),
    /// That of an iteration.
    Each(Scev<'h>),
}

/// What a sequence of loops does to rows, in numbers.
pub(crate) struct InRows<'h> {
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
            let may_begin = |(access, _): &&(LocalAccess<'h>, _)| match allowed {
                Begins::Memory => false,
                Begins::Any => true,
                Begins::Of(these) => these.contains(access),
            };
            let all = sequence.accesses.iter().filter(may_begin);
            let lows = all.filter_map(|&(access, turn)| {
                // What is perhaps not accessed may lie in front of the memory.
                let is_made = match turn {
                    Turn::Loop(l) => runs_in_every_iteration(host, l, access.block()?),
                    Turn::Once(_) => true,
                };
                let range = access.range_in(host, turn, true).filter(|_| is_made)?;
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
    /// What must be less than it may be for the pitch, and for what encloses an access, not to wrap around, where these were
    /// taken for integers.
    sizes: RefCell<Vec<Limit<'h>>>,
}

impl<'h> Rows<'h> {
    /// The pitch is that of an access of `l`.
    fn new(
        host: &'h Host,
        from: From<'h>,
        home: Option<Loop<'h>>,
        (l, sequence): (Loop<'h>, &Sequence<'h>),
    ) -> Option<Self> {
        let is_of_loop = |(_, turn): &&(_, Turn<'h>)| *turn == Turn::Loop(l);
        let all = || sequence.accesses.iter().filter(is_of_loop);
        let known = all().find_map(|(access, _)| access.range(host, l, true));
        let enclosing = || Some(enclosing_range(host, all().next()?.0, l, None)?.0);
        Some(Rows {
            host,
            from,
            home,
            pitch: known.or_else(enclosing)?.low.step?,
            sizes: RefCell::default(),
        })
    }

    fn find(self, sequence: &Sequence<'h>) -> Option<InRows<'h>> {
        let host = self.host;
        let touched = self.all_touched(sequence)?;
        let sets = touched.iter().map(|one| Set::around(host, one, &touched));
        let sets: Vec<_> = sets.collect();
        let rows = sets
            .iter()
            .map(|set| self.row(set, &sequence.turns[..set.one.at]));
        let rows: Vec<_> = rows.collect::<Option<_>>()?;
        let accesses = self.accesses(sequence, &touched, &rows)?;
        let window = self.window(&sets, &rows);
        let limits = self.limits(sequence, &touched)?;
        let is_known = |access: &RowAccess<'h>| {
            let mut numbers = limits.iter().map(|limit| limit.0).chain([access.row]);
            numbers.all(|number| host.is_expandable(number, access.position))
        };
        accesses.iter().all(is_known).then_some(InRows {
            window,
            pitch: self.pitch,
            accesses,
            limits,
        })
    }

    fn all_touched(&self, sequence: &Sequence<'h>) -> Option<Vec<Touched<'h>>> {
        let touched = |&(access, turn): &(LocalAccess<'h>, Turn<'h>)| {
            self.touched(access, turn, &sequence.turns)
        };
        sequence.accesses.iter().map(touched).collect()
    }

    /// Each access with its row.
    fn accesses(
        &self,
        sequence: &Sequence<'h>,
        touched: &[Touched<'h>],
        rows: &[Row<'h>],
    ) -> Option<Vec<RowAccess<'h>>> {
        let all = touched.iter().zip(&sequence.accesses).zip(rows);
        let access = |((one, &(access, turn)), row): (
            (&Touched<'h>, &(LocalAccess<'h>, Turn<'h>)),
            &Row<'h>,
        )| {
            let l = turn.loop_over_rows().filter(|_| !one.is_one_row);
            let row = match (*row, l) {
                (Row::First(row), Some(l)) => {
                    row.plus(self.host, row.iteration_like(self.host, l)?)?
                }
                (Row::First(row) | Row::Each(row), _) => row,
            };
            Some(RowAccess {
                access,
                l,
                row,
                position: one.position,
            })
        };
        all.map(access).collect()
    }

    /// What must be less than it may be for rows to have numbers, and for the pitch to be the integer that it was taken to be.
    fn limits(&self, sequence: &Sequence<'h>, all: &[Touched<'h>]) -> Option<Vec<Limit<'h>>> {
        let may_be_many = |l: &Loop<'h>| {
            let is_of_loop = |one: &&Touched<'h>| one.turn == Turn::Loop(*l);
            let is_over_rows = all.iter().filter(is_of_loop).any(|one| !one.is_one_row);
            is_over_rows && l.max_backedge_count(self.host).is_none_or(|n| n >= MANY)
        };
        let loops = sequence
            .turns
            .iter()
            .filter_map(|turn| turn.loop_over_rows());
        let many = loops.filter(may_be_many);
        let counts = many.map(|l| Some((self.count(l)?, MANY)));
        let sizes = self.sizes.borrow();
        std::iter::once(Some((self.pitch, LONG)))
            .chain(counts)
            .chain(sizes.iter().copied().map(Some))
            .collect()
    }

    /// What an access touches in one of these turns.
    fn touched(
        &self,
        access: LocalAccess<'h>,
        turn: Turn<'h>,
        turns: &[Turn<'h>],
    ) -> Option<Touched<'h>> {
        let host = self.host;
        let at = turns.iter().position(|other| *other == turn)?;
        let block = access.block()?;
        let Ranged { range, enclosed_if } = range_of(host, access, turn, Some(self.pitch))?;
        let l = turn.loop_over_rows();
        let has_pitch = |end: Linear<'h>| end.step == Some(self.pitch);
        let is_one_row = !has_pitch(range.low) || !has_pitch(range.high);
        if hazard(host.effects(access.instruction)).is_some() {
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
        let row = match &enclosed_if {
            Some(limits) => {
                self.ask(limits.clone());
                let rows = (self.pitch, matches!(self.from, From::Memory(_)));
                let found = Reaches::new(host).row(access.instruction, l?, rows, offset);
                found.map(|(row, limits)| {
                    self.ask(limits);
                    row
                })
            }
            None => None,
        };
        let passed = |inner: &Loop<'h>| host.dominates(inner.header(), block);
        let before = || turns.iter().filter_map(|turn| turn.loop_over_rows());
        let mut entered = match l {
            Some(l) => loops_around(host, block, l.parent())?,
            // In a life, what is computed from does not change.
            None => before().filter(passed).collect(),
        };
        let inner = match is_one_row {
            true => l,
            false => entered.len().checked_sub(2).map(|n| entered[n]),
        };
        let (row, position) = match row {
            Some(row) => {
                let (row, position) = self.entered_at(row, access, &entered)?;
                (Some(row), position)
            }
            None => match inner {
                None => (None, access.instruction),
                Some(inner) => (None, inner.preheader()?.terminator()),
            },
        };
        let outer: Vec<_> = l.map_or_else(|| entered.clone(), |l| vec![l]);
        let children = outer.into_iter().flat_map(|l| l.children(host));
        entered.extend(children.filter(passed));
        // What is computed from narrow numbers in different ways is written in one.
        let in_one_way = |number: Scev<'h>| {
            let outside = |s: Scev<'h>, l: &Loop<'h>| s.with_constants_outside(host, *l);
            entered.iter().try_fold(number, outside)
        };
        let (low, high) = (in_one_way(offset(low)?)?, in_one_way(offset(high)?)?);
        let end = match is_one_row {
            true => high,
            false => high.plus(host, self.pitch.times(host, in_one_way(self.count(l?)?)?)?)?,
        };
        let is_made = match (l, inner) {
            (None, _) => true,
            (_, inner) => inner.is_some_and(|inner| runs_in_every_iteration(host, inner, block)),
        };
        let is_whole = enclosed_if.is_none() && is_made;
        Some(Touched {
            at,
            writes: access.writes,
            low,
            high,
            end,
            entered,
            turn,
            length: high
                .minus(host, low)
                .filter(|length| is_whole && length.as_constant().is_none()),
            is_one_row,
            row,
            block,
            position,
        })
    }

    /// Where a row that an access in some loops stays within is entered, in front of the outermost one inside of the loop over rows
    /// that does not change it; and the row, as computed there.
    fn entered_at(
        &self,
        row: Scev<'h>,
        access: LocalAccess<'h>,
        loops: &[Loop<'h>],
    ) -> Option<(Scev<'h>, Value<'h>)> {
        let (_, inside) = loops.split_last()?;
        let mut inside = inside.iter().rev();
        let (around, position) = match inside.find(|l| row.is_invariant(self.host, **l)) {
            Some(l) => (l.parent(), l.preheader()?.terminator()),
            None => (loops.first().copied(), access.instruction),
        };
        // It may be computed from where an earlier loop ended.
        Some((row.in_scope(self.host, around)?, position))
    }

    /// The row that an access stays within. None if it may not stay in one.
    fn row(&self, set: &Set<'_, 'h>, before: &[Turn<'h>]) -> Option<Row<'h>> {
        let (host, one) = (self.host, set.one);
        if let Some(row) = one.row {
            return Some(Row::Each(row));
        }
        let width = one.high.minus(host, one.low)?;
        let stays = |row: &Scev<'h>| -> Option<bool> {
            let column = one.low.minus(host, self.pitch.times(host, *row)?)?;
            let behind = self.pitch.minus(host, column)?.minus(host, width)?;
            let ends_within = self.holds(behind, &[set]) || lacks(Fault::Rows);
            Some(self.holds(column, &[set]) && ends_within)
        };
        let counts = before
            .iter()
            .filter_map(|turn| self.count(turn.loop_over_rows()?));
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
        is_behind().then_some(Row::First(row))
    }

    /// The same in integers, by multiplying out. With `low - k*P` and `(k + 1)*P - high` all numbers from
    /// `low` to `high`, less `k*P`, are integers from 0 to `P`. That is less than 2^64, if some sizes are less than their
    /// limits, so it is what it is at run time, which the limits say is small.
    fn stays_in_row(&self, one: &Touched<'h>, row: Scev<'h>) -> Option<bool> {
        let mut atoms = Atoms::new(self.host, one.entered.clone());
        let (low, high) = (atoms.polynomial(one.low)?, atoms.polynomial(one.high)?);
        let pitch = atoms.polynomial(self.pitch)?;
        let begin = atoms.polynomial(row)?.times(&pitch)?;
        let end = begin.plus(&pitch)?;
        let is_within = [low.minus(&begin)?, high.minus(&low)?, end.minus(&high)?]
            .iter()
            .all(|number| atoms.is_nonnegative_by_order(number));
        if !is_within || atoms.fits(&pitch) {
            return Some(is_within);
        }
        self.ask(atoms.limits(&pitch, self.pitch.bits(self.host), &[])?);
        Some(true)
    }

    /// Asks for numbers to be less than their limits.
    fn ask(&self, limits: Vec<Limit<'h>>) {
        let mut known = self.sizes.borrow_mut();
        for limit in limits {
            if !known.contains(&limit) {
                known.push(limit);
            }
        }
    }

    /// How often a loop goes back, as code around it knows it.
    fn count(&self, l: Loop<'h>) -> Option<Scev<'h>> {
        let count = l.wide_backedge_count(self.host)?;
        count
            .in_scope(self.host, self.home)?
            .widened_like(self.host, self.pitch)
    }

    /// The least number of rows that no write reaches around.
    fn window(&self, sets: &[Set<'_, 'h>], placed: &[Row<'h>]) -> Option<u64> {
        let mut rows = 1;
        let all: Vec<_> = sets.iter().zip(placed).collect();
        for &(set0, row0) in all.iter().filter(|(set, _)| set.one.writes) {
            let write = set0.one;
            for &(set1, row1) in all.iter().filter(|(set, _)| set.one.at >= write.at) {
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
                let both = [(write, *row0), (other, *row1)];
                rows = rows.max(least.or_else(|| self.least_rows(both, high))?);
            }
        }
        u64::try_from(rows).ok()
    }

    /// The same of a write that ends at `high` and another access, each with its row, by multiplying
    /// out: that both stay in their rows in integers says that these numbers are what they seem.
    fn least_rows(&self, both: [(&Touched<'h>, Row<'h>); 2], high: Scev<'h>) -> Option<i64> {
        let stay = |(one, row): (&Touched<'h>, Row<'h>)| match row {
            Row::First(row) => self.stays_in_row(one, row) == Some(true),
            Row::Each(_) => true,
        };
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
            rest.is_some_and(|rest| atoms.is_nonnegative_by_order(&rest))
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

/// What an access touches in one iteration.
struct Ranged<'h> {
    range: Range<'h>,
    /// It touches no more, perhaps less: where these numbers are less than their limits.
    enclosed_if: Option<Vec<Limit<'h>>>,
}

/// The exact range of an access, or else the enclosing one. The loop's iterations are known to be so few that its addresses do not
/// wrap around.
fn range_of<'h>(
    host: &'h Host,
    access: LocalAccess<'h>,
    turn: Turn<'h>,
    pitch: Option<Scev<'h>>,
) -> Option<Ranged<'h>> {
    let exact = access.range_in(host, turn, true).map(|range| Ranged {
        range,
        enclosed_if: None,
    });
    let enclosing = || {
        let (range, limits) = enclosing_range(host, access, turn.loop_over_rows()?, pitch)?;
        Some(Ranged {
            range,
            enclosed_if: Some(limits),
        })
    };
    // Of an access that depends on a condition in a loop, what that says is known of the enclosing one.
    let block = access.block()?;
    let l = host.innermost_loop(block);
    match l.is_none_or(|l| runs_in_every_iteration(host, l, block)) {
        true => exact.or_else(enclosing),
        false => enclosing().or(exact),
    }
}

/// The bytes that a load may touch. An iteration goes on by `pitch`, if it may be written so.
fn enclosing_range<'h>(
    host: &'h Host,
    access: LocalAccess<'h>,
    l: Loop<'h>,
    pitch: Option<Scev<'h>>,
) -> Option<Limited<'h, Range<'h>>> {
    access.instruction.loaded_from()?;
    Reaches::new(host).enclosing(access.instruction, l, pitch)
}
