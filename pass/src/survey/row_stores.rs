//! Arrays of which a loop writes a row each time that it runs: the next one in the next iteration of the loop around it.

use super::footprint::Objects;
use super::loops::Surveyed;
use crate::llvm::{Host, Loop, Scev};
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
