//! Two versions of a run of loops: one in which loops over all elements of rows are nests over these rows, and the
//! original for where one of the sizes is not positive.
//!
//! ```text
//!   top            are all sizes positive, and do they make up the number of elements? ─ no ──┐
//!                  └──── yes ─┐                                                               │
//!   copy of the region, with nests                                                          region
//!                             └───────┬───────────────────────────────────────────────────────┘
//!   exit           values of the region, or of its copy
//! ```

use super::alternative::Alternative;
use super::flat::Flat;
use crate::facts::guards::Shape;
use crate::llvm::{Host, Value, edit};
use crate::model::STRIP_MINED;
use crate::testing::{Fault, lacks};

/// Rows of fewer elements are not worth it: the fused rows begin and end too often.
const SHORTEST: u64 = 32;

/// Makes the two versions; of rows that are too short only if that need not pay.
pub fn apply<'h>(host: &'h Host, all: Flat<'h>, pays: bool) -> Alternative<'h> {
    let Flat {
        loops,
        region,
        flat,
    } = all;
    let top = region.top;
    let kept = loops.clone();
    let (mut version, ..) = Alternative::make(host, region, loops, &kept);
    let position = top.terminator();
    let least = if pays { SHORTEST } else { 1 };
    let known = |&(at, rows): &(usize, _)| {
        let l = version.originals[at];
        (at, host.rows_of(l, rows, least, position))
    };
    let known: Vec<_> = flat.iter().map(known).collect();
    let mut asked: Vec<Value<'h>> = known.iter().map(|(_, (_, is_whole))| *is_whole).collect();
    if lacks(Fault::Strips) {
        asked.clear();
    }
    for (at, (strips, _)) in known {
        let l = &mut version.loops[at];
        if let Some(guard) = Shape::find(host, *l).and_then(|shape| shape.guard) {
            host.guard_by_rows(*l, strips, (guard.branch, guard.runs_if));
        }
        *l = host.strip_mine(*l, strips);
        edit::add_attribute(*l, STRIP_MINED);
    }
    let holds = edit::and(position, &asked);
    host.branch_if_checked(top, holds, [version.begin(), version.entry]);
    version.settle(host);
    version
}
