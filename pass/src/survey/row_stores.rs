//! Arrays of which a loop writes a row each time that it runs: the next one in the next iteration of the loop around it.

use super::footprint::Objects;
use super::loops::Surveyed;
use crate::llvm::{Block, Host, Loop, Scev, Value};
use crate::model::{AccessKind, ObjectId};
use std::collections::BTreeSet;

/// Of so many parts of an address the loop around is looked for.
const MOST_PARTS: usize = 32;

/// All such arrays.
pub(super) fn row_stores<'h>(
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
        let (pointer, _) = site.place?;
        let address = Scev::addresses(host, pointer, site.instruction.block()?).next()?;
        let row = address
            .as_recurrence(host)
            .filter(|along| along.l == l)?
            .start;
        goes_on_with(host, row, around).then_some(object)
    });
    rows.collect()
}

/// Does a loop access other bytes each time that a loop around it runs it, for all that is known? One in a loop over time
/// steps may not.
pub fn walks_over_rows<'h>(host: &'h Host, l: Loop<'h>) -> bool {
    let moves = |instruction: Value<'h>| {
        let (pointer, _) = host.access(instruction)?;
        let mut around = std::iter::successors(l.parent(), |l| l.parent());
        let address = Scev::addresses(host, pointer, instruction.block()?).next()?;
        let row = address
            .as_recurrence(host)
            .filter(|along| along.l == l)?
            .start;
        around.find(|around| goes_on_with(host, row, *around))
    };
    let mut all = l.blocks().into_iter().flat_map(Block::instructions);
    all.any(|instruction| moves(instruction).is_some())
}

/// Is a number, or a part of it, counted by a loop?
fn goes_on_with<'h>(host: &'h Host, number: Scev<'h>, l: Loop<'h>) -> bool {
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
