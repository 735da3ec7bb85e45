//! What is written before it is read.
//!
//! Memory that was filled, or that anyone may have written before, is as good as new for a
//! load if known loops have written all that it reads since. Such a loop has one entry and one
//! exit, and makes its write in every iteration; what is written in one iteration of the
//! outermost loop has no gaps. What was written before does not matter to the load if all ways
//! to it lead through a block behind which that happens.
//!
//! **All at once.** If iterations of the outermost loop leave no gap either, it writes every
//! byte from its first one to its last one. On a way through the block before that loop, a
//! load finds nothing older in these bytes. Nothing leads from the loop's exit back to it but
//! through the begin of a life ([`life`](super::life)), as the allocation, where what the memory held is gone: so all that is computed from
//! has the same value when the load runs as when the loop ran.
//!
//! So it is of a load of which only bytes are known that enclose it ([`reach`](crate::facts::reach)), if these are less than a
//! quarter of all addresses away from a pointer, and the array begins no earlier: the distance of the begins then is a
//! number of the machine, and that of the ends is none where it would seem to be positive and is not.
//!
//! Of a load from rows that are clamped, and the like, integers say that it reads within these
//! bytes ([`reach`](crate::facts::reach)).
//!
//! **Row by row**, with margins at the sides. In iteration `u` of the outermost loop around it, a load reads bytes
//! from `low + P*u` up to `high + P*u`; in iteration `v` of its own loop a store writes bytes
//! from `low' + P*v` up to `high' + P*v`, all of them, since the loops inside leave no gaps.
//! For a constant `k`, all that the load reads in iteration `u` lies within what the store
//! wrote in iteration `u + k` if `low - low' - P*k` and `high' + P*k - high` are not
//! negative. Both are differences of addresses in one object, so that they do not wrap around.
//! Iteration `u + k` of the store has run before, whenever the load runs,
//!
//! - in another loop that has run before, if `0 <= u + k <= N'`, its last iteration;
//! - in the same loop, if `0 <= u + k`, and `k < 0` or the store's inner loop, or the store where there is
//!   none, runs before the load in each iteration.
//!
//! Here the last iterations of both are numbers below 2^63: that of the store, since it writes
//! rows of one object in all iterations, and the load's, since that is known or since it
//! reads such rows and its loop comes to its end. (If all rows are one, it is written.)
//!
//! What is left are the first iterations of the load, those below `-k`, which another loop
//! has to cover in the same way: the rows that a prologue writes. Of a few rows each may be written by
//! a loop of its own, all at once, as where they are peeled.
//!
//! **Byte by byte.** Where loops leave no gaps between rows either, and one begins where another one has ended, as behind a
//! prologue, all is written from the first one's begin on: up to the last one's end, or up to the end of its iteration in the load's own
//! loop. All that a load may touch lies in between ([`written`](crate::facts::written)), as that of a row that stops at the border.
//!
//! **One row.** What a load reads in all of its iterations, or once outside of loops, as where a remainder of one row
//! is peeled, may be within what a loop that has run before writes in one of its first or last iterations: `v = k`,
//! or `v = N' - k`, for `0 <= k <= N'`.
//!
//! A loop *has run before* a load if nothing but the begin of a life leads from the load, or from
//! the loop's exit, back to the loop, and each way to the load leads through it: its header
//! dominates the load, or the branch around it does, which cannot have been taken if the load
//! runs. So all ways to the load lead through the block before the first such loop.

use super::life::Life;
use crate::facts::guards::{Guard, Shape};
use crate::facts::hazards::hazard;
use crate::facts::locals::{LocalAccess, spread};
use crate::facts::ranges::{Ends, Linear, Range};
use crate::facts::reach::Reaches;
use crate::facts::turn::{Turn, loops_around};
use crate::facts::written::{Stored, Until};
use crate::llvm::{Block, Host, Loop, Scev, Value};
use crate::testing::{Fault, lacks};
use std::cell::RefCell;

/// How many rows a load may be away from what is written in the same iteration.
const MOST_ROWS: i64 = 8;

/// More stores than this are not looked at.
const MOST_WRITES: usize = 32;

/// Stores to local memory that leave no gaps.
pub struct MustWrites<'h> {
    host: &'h Host,
    begin: Option<Block<'h>>,
    home: Option<Loop<'h>>,
    writes: Vec<Write<'h>>,
    reaches: RefCell<Reaches<'h>>,
}

/// A store that leaves no gaps in one iteration of the outermost loop around it.
struct Write<'h> {
    instruction: Value<'h>,
    block: Block<'h>,
    l: Loop<'h>,
    shape: Shape<'h>,
    low: Linear<'h>,
    high: Linear<'h>,
    /// Its ends, if it leaves no gaps between iterations.
    whole: Option<Ends<'h>>,
    /// Loops inside that conditions skip, the same ones in all iterations.
    guards: Vec<Guard<'h>>,
    /// The loop directly inside, and where the way around it meets it.
    row: Option<(Loop<'h>, Block<'h>)>,
}

/// A load, and what is known of it.
struct Read<'h> {
    block: Block<'h>,
    around: Vec<Loop<'h>>,
    turn: Turn<'h>,
    /// What it reads in each iteration of its turn, if that is known.
    range: Option<Range<'h>>,
    instruction: Value<'h>,
}

/// Does every load from memory of the function's own find what was written since that was allocated? The memory is
/// accessed by these instructions only.
pub fn is_filled_before_read<'h>(
    host: &'h Host,
    memory: Value<'h>,
    accesses: &[LocalAccess<'h>],
) -> bool {
    let (writes, loads): (Vec<_>, Vec<_>) = accesses.iter().partition(|access| access.writes);
    let written = MustWrites::find(host, Life::of(host, memory), &writes);
    loads.into_iter().all(|load| written.is_since_begin(load))
}

impl<'h> MustWrites<'h> {
    /// Finds them among all writes to memory in a life of it.
    pub fn find(host: &'h Host, life: Life<'h>, writes: &[LocalAccess<'h>]) -> Self {
        let Life { begin, home } = life;
        let found = writes.iter().take(MOST_WRITES);
        let found = found.filter_map(|write| Write::find(host, begin, home, *write));
        MustWrites {
            host,
            begin,
            home,
            writes: found.collect(),
            reaches: RefCell::new(Reaches::new(host)),
        }
    }

    /// Does a load find only what was written since the life of the memory began?
    pub fn is_since_begin(&self, load: LocalAccess<'h>) -> bool {
        let block = load.block();
        let is_behind = |hides: &Block<'h>| block.is_some_and(|b| self.host.dominates(*hides, b));
        self.hiding(load).iter().any(is_behind)
    }

    /// Blocks that hide from a load what was written before them.
    pub fn hiding(&self, load: LocalAccess<'h>) -> Vec<Block<'h>> {
        let Some(read) = Read::find(self.host, self.home, load) else {
            return vec![];
        };
        let hides = |write: &&Write<'h>| self.hides_all(write, &read) == Some(true);
        let whole = self.writes.iter().filter(hides);
        let whole = whole.flat_map(|write| {
            let entered = self.entered_before(write, &read);
            entered.into_iter().chain([write.shape.preheader])
        });
        let before = self.before_rows(&read).or_else(|| self.before_row(&read));
        let mut all: Vec<_> = whole.chain(before).collect();
        if all.is_empty() {
            all.extend(self.before_bytes(&read));
        }
        all
    }

    /// A block that all ways to a load lead through, and behind which loops, each of which begins where another one has ended, have
    /// written all that it reads.
    fn before_bytes(&self, read: &Read<'h>) -> Option<Block<'h>> {
        let l = read.turn.loop_over_rows()?;
        read.instruction.loaded_from()?;
        let has_no_gaps = |write: &&Write<'h>| write.whole.is_some();
        let entered =
            |write: &'_ Write<'h>| Some((self.entered_before(write, read)?, write.stored()));
        let writes = || self.writes.iter().filter(has_no_gaps);
        let others = writes().filter(|write| !read.is_in(write.l));
        let before: Vec<_> = others.filter_map(entered).collect();
        let stores: Vec<_> = before.iter().map(|(_, stored)| *stored).collect();
        let until = |write: &Write<'h>| match read.is_in(write.l) {
            true if write.is_first_in_iteration(self.host, read) => Until::Iteration(0),
            true => Until::Iteration(-1),
            false => Until::End,
        };
        let mut reaches = self.reaches.borrow_mut();
        writes().find_map(|write| {
            let (block, stored) = entered(write)?;
            let used =
                reaches.written_by((read.instruction, l), (stored, until(write)), &stores)?;
            let blocks = used.iter().map(|at| before[*at].0).chain([block]);
            let mut first = blocks.clone();
            first.find(|a| blocks.clone().all(|b| self.host.dominates(*a, b)))
        })
    }

    /// Is all that a load may read written by this loop, whenever it runs before?
    fn hides_all(&self, write: &Write<'h>, read: &Read<'h>) -> Option<bool> {
        let host = self.host;
        let (low0, high0) = write.whole?;
        if read.is_in(write.l) || !self.runs_inside(write, read) {
            return None;
        }
        let Some(range) = read.range else {
            let accesses = [read.instruction, write.instruction];
            let mut reaches = self.reaches.borrow_mut();
            return Some(reaches.is_within(accesses, [read.turn.loop_over_rows()?, write.l]));
        };
        let (low1, high1) = range.whole?;
        let holds = |number: Option<Scev<'h>>| {
            let holds = |n: Scev<'h>| read.holds(host, n) || n.is_nonnegative(host, write.l);
            number.is_some_and(holds)
        };
        let contains = holds(low1.minus(host, low0)) && holds(high0.minus(host, high1));
        Some(contains || lacks(Fault::DeadStores))
    }

    /// A block that all ways to a load lead through, and behind which all rows that it reads
    /// are written.
    fn before_rows(&self, read: &Read<'h>) -> Option<Block<'h>> {
        let host = self.host;
        let range = read.range?;
        let l = read.turn.loop_over_rows()?;
        let mut last = self.last_iteration(l, range.low)?;
        let is_small = read.holds(host, last) || range.is_touched && ends(host, l);
        if !is_small {
            return None;
        }
        let mut left: Vec<_> = self.writes.iter().collect();
        let mut blocks = Vec::new();
        loop {
            // A single row is perhaps written by code that is no loop over rows.
            if let Some(rows) = last
                .as_constant()
                .filter(|last| (0..MOST_ROWS).contains(last))
                && let Some(all) = (0..=rows).map(|u| self.covers_one(read, u)).collect()
            {
                let all: Vec<_> = all;
                blocks.extend(all);
                break;
            }
            let covers = |(at, write): (usize, &&Write<'h>)| {
                let (block, k) = self.covers(write, read, last)?;
                Some((at, block, k))
            };
            let (at, block, k) = left.iter().enumerate().find_map(covers)?;
            left.remove(at);
            blocks.push(block);
            if k >= 0 || lacks(Fault::MustWrite) {
                break;
            }
            last = last.constant_like(host, -k - 1)?;
        }
        let is_first = |a: &&Block<'h>| blocks.iter().all(|b| host.dominates(**a, *b));
        blocks.iter().find(is_first).copied()
    }

    /// Where the loop of a store is entered, and the `k` for which it writes what a load reads
    /// in its iterations up to `last`, but for the first `-k` of these.
    fn covers(
        &self,
        write: &Write<'h>,
        read: &Read<'h>,
        last: Scev<'h>,
    ) -> Option<(Block<'h>, i64)> {
        let host = self.host;
        let pitch = write.low.step?;
        let range = read.range?;
        let mut ends = [write.high, range.low, range.high].into_iter();
        if !ends.all(|end| end.step == Some(pitch)) {
            return None;
        }
        let block = self.entered_before(write, read)?;
        let low = range.low.start.minus(host, write.low.start)?;
        let high = write.high.start.minus(host, range.high.start)?;
        let contains = |k: i64| -> Option<bool> {
            let moved = pitch.times(host, pitch.constant_like(host, k)?)?;
            let (low, high) = (low.minus(host, moved)?, high.plus(host, moved)?);
            Some(read.holds(host, low) && read.holds(host, high))
        };
        let has_run = |k: i64| -> Option<bool> {
            if read.is_in(write.l) {
                return Some(k < 0 || k == 0 && write.is_first_in_iteration(host, read));
            }
            let end = self.last_iteration(write.l, write.low)?;
            Some(read.holds(host, end.minus(host, last.offset(host, k)?)?))
        };
        let mut rows = (0..=MOST_ROWS).flat_map(|k| [k, -k - 1]);
        let k = rows.find(|k| contains(*k) == Some(true) && has_run(*k) == Some(true))?;
        let is_less = last.as_constant().is_none_or(|last| -k - 1 < last);
        is_less.then_some((block, k))
    }

    /// Where a loop is entered that writes all that a load reads in its iteration `u`.
    fn covers_one(&self, read: &Read<'h>, u: i64) -> Option<Block<'h>> {
        let host = self.host;
        let at = |end: Linear<'h>| {
            let step = end.step?;
            let by = step.times(host, step.constant_like(host, u)?)?;
            end.start.plus(host, by)
        };
        self.covers_bytes(read, (at(read.range?.low)?, at(read.range?.high)?))
    }

    /// Where a loop is entered that writes all that a load reads in all iterations, if that is not more than a row.
    fn before_row(&self, read: &Read<'h>) -> Option<Block<'h>> {
        self.covers_bytes(read, read.range?.whole?)
    }

    /// Where another loop is entered that writes all these bytes: in all iterations, or in one of its first or last
    /// ones.
    fn covers_bytes(&self, read: &Read<'h>, (low1, high1): Ends<'h>) -> Option<Block<'h>> {
        let host = self.host;
        let mut others = self.writes.iter().filter(|write| !read.is_in(write.l));
        others.find_map(|write| {
            let is_within = |(low0, high0): Ends<'h>| {
                let holds = |n: Scev<'h>| read.holds(host, n);
                low1.minus(host, low0).is_some_and(holds)
                    && high0.minus(host, high1).is_some_and(holds)
            };
            let contains = write.whole.is_some_and(is_within) || {
                let last = self.last_iteration(write.l, write.low);
                last.is_some_and(|last| write.rows(host, last).any(is_within))
            };
            contains.then(|| self.entered_before(write, read)).flatten()
        })
    }

    /// Do the loops inside that of a store run where the load does? Whether they do does not change: they do if they did.
    fn runs_inside(&self, write: &Write<'h>, read: &Read<'h>) -> bool {
        let mut guards = write.guards.iter();
        self.host.dominates(write.block, read.block) || guards.all(|guard| self.is_met(guard, read))
    }

    /// Is it known where the load is made that a loop runs?
    fn is_met(&self, guard: &Guard<'h>, read: &Read<'h>) -> bool {
        self.host.condition_at(guard.condition, read.block) == Some(guard.runs_if)
    }

    /// The block before a loop that has run or runs, whenever the load does.
    fn entered_before(&self, write: &Write<'h>, read: &Read<'h>) -> Option<Block<'h>> {
        let host = self.host;
        if !self.runs_inside(write, read) {
            return None;
        }
        if read.is_in(write.l) {
            return Some(write.shape.preheader);
        }
        if write.is_reached_from(self.begin, read.block) {
            return None;
        }
        if host.dominates(write.shape.header, read.block) {
            return Some(write.shape.preheader);
        }
        let guard = write.shape.guard.as_ref();
        let guard = guard.filter(|guard| self.is_met(guard, read))?;
        let is_on_the_way = host.dominates(guard.branch, read.block);
        is_on_the_way.then_some(guard.branch)
    }

    /// How often a loop goes back, as code around it knows it.
    fn last_iteration(&self, l: Loop<'h>, like: Linear<'h>) -> Option<Scev<'h>> {
        let count = l.wide_backedge_count(self.host)?;
        let count = count.in_scope(self.host, self.home)?;
        count.widened_like(self.host, like.step?)
    }
}

impl<'h> Write<'h> {
    fn find(
        host: &'h Host,
        begin: Option<Block<'h>>,
        home: Option<Loop<'h>>,
        write: LocalAccess<'h>,
    ) -> Option<Self> {
        let block = write.block()?;
        let around = loops_around(host, block, home)?;
        let mut guards = Vec::new();
        let mut row = None;
        let mut always = block;
        for l in around {
            let shape = Shape::find(host, l)?;
            let range = write.range(host, l, false)?;
            if !range.is_touched || !host.dominates(always, shape.latch) {
                return None;
            }
            let width = range.high.start.minus(host, range.low.start)?;
            // Rows are entered where they are written: a length that may be negative is none then.
            let as_entered = |number: Scev<'h>| {
                let entered = row.and_then(|(row, _)| number.as_entered(host, row));
                entered.unwrap_or(number)
            };
            let is_width = |step| as_entered(step) == as_entered(width);
            let has_no_gaps = [range.low, range.high].map(|end| end.step.is_some_and(is_width));
            let has_no_gaps = has_no_gaps == [true; 2];
            let Some(outer) = l.parent().filter(|_| l.parent() != home) else {
                let changes = |guard: &Guard<'h>| l.defines(guard.condition);
                let found = Write {
                    instruction: write.instruction,
                    block,
                    l,
                    low: range.low,
                    high: range.high,
                    whole: range.whole.filter(|_| has_no_gaps),
                    guards,
                    row,
                    shape,
                };
                let runs_once = !found.is_reached_from(begin, found.shape.exit);
                return (runs_once && !found.guards.iter().any(changes)).then_some(found);
            };
            if !has_no_gaps {
                return None;
            }
            always = shape.header;
            row = Some((l, shape.header));
            if !host.dominates(always, outer.latch()?) {
                let guard = shape.guard?;
                always = guard.branch;
                row = Some((l, guard.join));
                guards.push(guard);
            }
        }
        None
    }

    fn stored(&self) -> Stored<'h> {
        Stored {
            store: self.instruction,
            l: self.l,
        }
    }

    /// Does a way lead from a block to the loop while the memory lives?
    fn is_reached_from(&self, begin: Option<Block<'h>>, from: Block<'h>) -> bool {
        spread(begin, [from], Block::successors).contains(&self.shape.header)
    }

    /// The bytes of its first and last iterations, of which `last` is the very last one.
    fn rows(&self, host: &'h Host, last: Scev<'h>) -> impl Iterator<Item = Ends<'h>> {
        let exists = move |k: &i64| {
            let left = last.offset(host, -k);
            left.is_some_and(|left| left.is_nonnegative(host, self.l))
        };
        let numbers = (0..=MOST_ROWS).filter(exists).flat_map(move |k| {
            let both = [last.constant_like(host, k), last.offset(host, -k)];
            both.into_iter().flatten()
        });
        numbers.filter_map(move |number| {
            let (low, high) = (self.low, self.high);
            let pitch = low.step.filter(|_| low.step == high.step)?;
            let moved = pitch.times(host, number)?;
            Some((low.start.plus(host, moved)?, high.start.plus(host, moved)?))
        })
    }

    /// Is all of an iteration written before the load, in the same loop, is made?
    fn is_first_in_iteration(&self, host: &'h Host, read: &Read<'h>) -> bool {
        match self.row {
            Some((row, behind)) => !row.contains(read.block) && host.dominates(behind, read.block),
            None if self.block == read.block => {
                let mut all = self.block.instructions();
                all.find(|i| [self.instruction, read.instruction].contains(i))
                    == Some(self.instruction)
            }
            None => host.dominates(self.block, read.block),
        }
    }
}

impl<'h> Read<'h> {
    fn find(host: &'h Host, home: Option<Loop<'h>>, load: LocalAccess<'h>) -> Option<Self> {
        let block = load.block()?;
        let turn = Turn::of(host, load.instruction, home)?;
        Some(Read {
            block,
            around: loops_around(host, block, home).unwrap_or_default(),
            turn,
            range: load.range_in(host, turn, false),
            instruction: load.instruction,
        })
    }

    /// Is this its loop?
    fn is_in(&self, l: Loop<'h>) -> bool {
        self.turn == Turn::Loop(l)
    }

    /// Is a number not negative whenever the load is made?
    fn holds(&self, host: &'h Host, number: Scev<'h>) -> bool {
        match number.as_constant() {
            Some(n) => n >= 0,
            None => self.around.iter().any(|l| number.is_nonnegative(host, *l)),
        }
    }
}

/// Does a loop come to its end, once it is entered?
fn ends<'h>(host: &'h Host, l: Loop<'h>) -> bool {
    let mut within = vec![l];
    while let Some(l) = within.pop() {
        if l.wide_backedge_count(host).is_none() {
            return false;
        }
        within.extend(l.children(host));
    }
    let mut all = l.blocks().into_iter().flat_map(Block::instructions);
    all.all(|instruction| hazard(host.effects(instruction)).is_none())
}
