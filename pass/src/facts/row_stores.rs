//! Loops over rows: each time that one runs it accesses the next row, as a loop around it goes on. And the arrays of which one
//! writes a row.

use super::footprint::Objects;
use super::loops::Surveyed;
use crate::llvm::{Block, Host, Loop, Scev, Value};
use crate::model::{AccessKind, ObjectId};
use std::collections::BTreeSet;

/// Of so many parts of an address the loop around is looked for.
const MOST_PARTS: usize = 32;

/// All such arrays.
pub(crate) fn row_stores<'h>(
    host: &'h Host,
    surveyed: &Surveyed<'h>,
    objects: &Objects<'h>,
) -> BTreeSet<ObjectId> {
    let l = surveyed.l;
    let Some(around) = l.parent() else {
        return BTreeSet::new();
    };
    let footprint = surveyed.footprint(host, objects);
    let all = footprint.accesses.iter().zip(&footprint.sites);
    let rows = all.filter_map(|(access, site)| {
        let object = access.object.filter(|_| access.kind == AccessKind::Write)?;
        let row = row(host, l, site.place?.0, site.instruction)?;
        goes_on_with(host, row, around).then_some(object)
    });
    rows.collect()
}

/// Does a loop access other bytes each time that a loop around it runs it, for all that is known? One in a loop over time
/// steps may not.
pub fn walks_over_rows<'h>(host: &'h Host, l: Loop<'h>) -> bool {
    let all = l.blocks().into_iter().flat_map(Block::instructions);
    let mut rows = all.filter_map(|i| row(host, l, host.access(i)?.0, i));
    rows.any(|row| {
        let mut around = std::iter::successors(l.parent(), |l| l.parent());
        around.any(|around| goes_on_with(host, row, around))
    })
}

/// Where a loop begins to access memory by an instruction at a pointer, if it goes on evenly from there.
fn row<'h>(
    host: &'h Host,
    l: Loop<'h>,
    pointer: Value<'h>,
    instruction: Value<'h>,
) -> Option<Scev<'h>> {
    let address = Scev::addresses(host, pointer, instruction.block()?).next()?;
    let along = address.as_recurrence(host).filter(|along| along.l == l)?;
    Some(along.start)
}

/// Is a number, or a part of it, counted by a loop?
pub(crate) fn goes_on_with<'h>(host: &'h Host, number: Scev<'h>, l: Loop<'h>) -> bool {
    let mut rest = vec![number];
    for _ in 0..MOST_PARTS {
        let Some(part) = rest.pop() else {
            return false;
        };
        match part.as_recurrence(host) {
            Some(counted) if counted.l == l => return true,
            _ => rest.extend(part.operands(host)),
        }
    }
    false
}
