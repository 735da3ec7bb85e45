//! Inner loops whose iterations do not meet in memory.
//!
//! Fused loops read rows of arrays that they write, other rows than they are at. That these
//! do not meet is known here, by footprints, and was the reason why the loops could be fused.
//! LLVM's vectoriser knows it only where rows are constants apart: else it compares pointers at
//! run time, row by row, which costs as much as short rows themselves. `llvm.loop.parallel_accesses`
//! tells it (LLVM language reference, "llvm.loop.parallel_accesses").
//!
//! **What is proved.** In one run of the loop no two accesses, one of which writes, touch a common
//! byte in different iterations: they are to disjoint objects, or alias analysis tells them apart
//! whatever the offsets, or they have one constant stride and are so little apart that they meet
//! in the same iteration if at all, or all that one touches lies before all that the other does. An
//! object is one in the whole run: pointers that are chosen in the loop are refused. Those of loops
//! around it may change from run to run.
//!
//! Two things are asked besides, since the vectoriser takes them for granted then. Every access is
//! made in every iteration: it would make loads under a condition where the condition does not hold.
//! Accesses that meet in one iteration go over consecutive bytes: only others are merged with their
//! neighbours, for which their order would have to be known.
//!
//! Of a folded array rows `k` and `k'` share their bytes if `k - k'` is a multiple of the window: no
//! row of it may, except those that are one row; and the loop is not itself the one from row to row.

use super::fold::Fold;
use super::rows::RowAccess;
use crate::facts::footprint::Objects;
use crate::facts::loops::survey;
use crate::facts::ranges::{Range, never_meet};
use crate::legality::distance::Distances;
use crate::llvm::{Host, Loop, Value};
use crate::model::{ObjectId, Structure};
use crate::testing::{Phase, enter};
use std::cell::OnceCell;

/// Loops with more accesses are left to LLVM.
const MOST_ACCESSES: usize = 32;

/// An inner loop whose iterations do not meet.
pub struct Parallel<'h> {
    /// The loop.
    pub l: Loop<'h>,
    /// All its loads and stores.
    pub accesses: Vec<Value<'h>>,
}

/// One load or store.
struct Site<'h> {
    instruction: Value<'h>,
    object: ObjectId,
    /// What it touches, once asked for.
    range: OnceCell<Option<Range<'h>>>,
    writes: bool,
}

impl<'h> Site<'h> {
    fn range(&self, host: &'h Host, l: Loop<'h>) -> Option<Range<'h>> {
        let find = || Range::of_access(host, l, self.instruction);
        *self.range.get_or_init(find)
    }
}

impl<'h> Parallel<'h> {
    /// All such loops inside of others.
    pub fn find_all(host: &'h Host) -> Vec<Self> {
        enter(Phase::Parallel);
        let inner = host.innermost_loops().into_iter();
        inner
            .filter(|l| l.parent().is_some())
            .filter_map(|l| Parallel::find(host, l))
            .collect()
    }

    fn find(host: &'h Host, l: Loop<'h>) -> Option<Self> {
        let surveyed = survey(host, l);
        let is_plain =
            surveyed.facts.structure == Structure::Canonical && surveyed.facts.hazards.is_empty();
        if !is_plain {
            return None;
        }
        let objects = Objects::default();
        let latch = l.latch()?;
        let mut sites = Vec::new();
        for block in l.blocks() {
            for instruction in block.instructions() {
                let effects = host.effects(instruction);
                if effects.is_harmless() || !effects.reads() && !effects.writes() {
                    continue;
                }
                let (pointer, _) = host.access(instruction)?;
                let object = host.underlying_object(pointer);
                if !host.dominates(block, latch)
                    || l.defines(object)
                    || sites.len() == MOST_ACCESSES
                {
                    return None;
                }
                sites.push(Site {
                    instruction,
                    object: objects.id(object),
                    range: OnceCell::new(),
                    writes: effects.writes(),
                });
            }
        }
        if !sites.iter().any(|site| site.writes) {
            return None;
        }
        let meet = |a: &Site<'h>, b: &Site<'h>| {
            let may = |x: &Site<'h>, y: &Site<'h>| {
                host.may_conflict(x.instruction, y.instruction, !surveyed.declares_scopes)
            };
            let is_same = a.instruction == b.instruction;
            let may_meet = is_same || may(a, b) || may(b, a);
            may_meet
                && !objects.are_disjoint(host, a.object, b.object)
                && !are_parallel(host, l, a, b)
        };
        let all_apart = sites.iter().enumerate().all(|(n, a)| {
            sites[n..]
                .iter()
                .all(|b| !(a.writes || b.writes) || !meet(a, b))
        });
        let accesses = sites.iter().map(|site| site.instruction).collect();
        all_apart.then_some(Parallel { l, accesses })
    }

    /// Do its iterations still not meet, once an array is folded?
    pub fn survives(&self, host: &'h Host, fold: &Fold<'h>) -> bool {
        let here: Vec<_> = fold
            .accesses
            .iter()
            .filter(|row| self.l.defines(row.access.instruction))
            .collect();
        let is_write = |row: &RowAccess<'h>| row.access.writes;
        let are_apart = |a: &RowAccess<'h>, b: &RowAccess<'h>| {
            let rows = a.row.minus(host, b.row).and_then(|rows| rows.as_constant());
            a.l != Some(self.l)
                && rows.is_some_and(|rows| rows == 0 || rows.unsigned_abs() % fold.rows != 0)
        };
        here.iter().all(|a| {
            here.iter()
                .all(|b| !(is_write(a) || is_write(b)) || are_apart(a, b))
        })
    }
}

/// Do two accesses of one loop not meet in different iterations, and in the same one only if they
/// go over consecutive bytes?
fn are_parallel<'h>(host: &'h Host, l: Loop<'h>, a: &Site<'h>, b: &Site<'h>) -> bool {
    let (Some(first), Some(second)) = (a.range(host, l), b.range(host, l)) else {
        return false;
    };
    if let Some(strided) = first.strided(host, &second) {
        let is_dense =
            strided.stride.unsigned_abs() <= strided.first_width.min(strided.second_width);
        match strided.distances() {
            Distances::None => return true,
            Distances::WITHIN_ITERATION if is_dense || a.instruction == b.instruction => {
                return true;
            }
            _ => (),
        }
    }
    never_meet(host, &first, &second, &[l])
}
