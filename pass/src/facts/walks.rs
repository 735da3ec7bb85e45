//! How far the loops inside of a loop walk over arrays, and whether the loop's next iteration walks on.
//!
//! An address is a sum of recurrences, one for each loop that it changes in. The loops inside that it changes in are how far
//! one iteration walks: along a row, or over all rows. If it changes in the loop itself, the next iteration goes on
//! elsewhere; else it walks over the same bytes again.

use super::footprint::{Objects, Site};
use super::loops::Surveyed;
use super::row_stores::goes_on_with;
use crate::llvm::{Host, Loop, Scev};
use crate::model::{ObjectId, Walk};

/// What is walked over again is in the first-level cache, whatever else is, if it is no more bytes than these.
const FEW_BYTES: u64 = 1 << 14;

/// All walks over known objects, or known parts of them, without those over few bytes again.
pub(crate) fn walks<'h>(
    host: &'h Host,
    surveyed: &Surveyed<'h>,
    objects: &Objects<'h>,
) -> Vec<Walk> {
    let footprint = surveyed.footprint(host, objects);
    let all = footprint.accesses.iter().zip(&footprint.sites);
    let walks = all.filter_map(|(access, site)| {
        let whole = access.object?;
        let part = site.part(host, surveyed.l, whole, objects);
        let (walk, bytes) = walk(host, surveyed.l, part.unwrap_or(whole), site)?;
        let allocated = || {
            host.allocated_bytes(objects.value(whole))?
                .as_unsigned_constant()
        };
        let is_few = |bytes: Option<u64>| bytes.is_some_and(|bytes| bytes <= FEW_BYTES);
        let counts = walk.moves || walk.depth > 0 && !is_few(bytes) && !is_few(allocated());
        counts.then_some(walk)
    });
    walks.collect()
}

/// How one iteration walks at a site, and over how many bytes, if rows that it walks over have no gaps between them.
fn walk<'h>(
    host: &'h Host,
    l: Loop<'h>,
    object: ObjectId,
    site: &Site<'h>,
) -> Option<(Walk, Option<u64>)> {
    let (pointer, _) = site.place?;
    let mut address = Scev::addresses(host, pointer, site.instruction.block()?).next()?;
    let mut walk = Walk {
        object,
        moves: false,
        depth: 0,
    };
    let mut bytes = Some(1);
    while let Some(along) = address.as_recurrence(host) {
        if along.l == l {
            walk.moves = true;
        } else if l.contains(along.l.header()) {
            walk.depth += 1;
            let most = along.l.max_backedge_count(host);
            bytes = bytes.and_then(|bytes: u64| bytes.checked_mul(most?.checked_add(1)?));
            if walk.depth == 1 {
                let step = along.step.as_constant();
                bytes = bytes.and_then(|bytes| bytes.checked_mul(step?.unsigned_abs()));
            }
        } else {
            break;
        }
        address = along.start;
    }
    // Narrow numbers of the loop may be extended there.
    walk.moves |= goes_on_with(host, address, l);
    Some((walk, bytes))
}
