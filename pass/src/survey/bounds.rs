//! What a run-time check needs to know: the bytes that loops touch through each
//! pointer, computed before them.

use super::footprint::{Footprint, Objects, all_objects, the_object};
use crate::llvm::region::Bounds;
use crate::llvm::{Host, Scev, Value};
use crate::model::ObjectId;
use crate::testing::{Fault, lacks};

/// Most expressions that one end of the bounds of one object may take.
const MOST_ENDS: usize = 4;

/// The bytes that loops touch through one object, if that can be computed in front
/// of `position`.
///
/// Every access must be made in every iteration. The ends of one that is not may lie
/// outside of the object, and as numbers beyond the ends of the address space.
pub(super) fn bounds<'h>(
    host: &'h Host,
    loops: &[&Footprint<'h>],
    objects: &Objects<'h>,
    object: ObjectId,
    position: Value<'h>,
) -> Option<Bounds<'h>> {
    // Equal numbers in different address spaces are different places.
    if !objects.value(object).is_default_pointer() {
        return None;
    }
    let mut bounds = Bounds::default();
    for footprint in loops {
        // What touches several objects at once cannot be told which it is.
        let touches = |i: &&Value<'h>| all_objects(host, **i, objects).contains(&object);
        let mut together = footprint.memory.iter().filter(touches);
        if together.any(|i| the_object(host, *i, objects) != Some(object)) {
            return None;
        }
        let sites = footprint.accesses.iter().zip(&footprint.sites);
        for (_, site) in sites.filter(|(access, _)| access.object == Some(object)) {
            let range = site.range.filter(|range| range.is_touched)?;
            let (low, mut high) = range.whole?;
            if lacks(Fault::Bounds) {
                high = high.offset(host, -8)?;
            }
            extend(host, &mut bounds.lows, low, |difference| difference < 0)?;
            extend(host, &mut bounds.highs, high, |difference| difference > 0)?;
        }
    }
    let mut ends = bounds.lows.iter().chain(&bounds.highs);
    ends.all(|end| host.is_expandable(*end, position))
        .then_some(bounds)
}

/// Adds an end to those that are there, of which the farthest will count.
fn extend<'h>(
    host: &'h Host,
    ends: &mut Vec<Scev<'h>>,
    new: Scev<'h>,
    is_farther: impl Fn(i64) -> bool,
) -> Option<()> {
    for end in ends.iter_mut() {
        if let Some(difference) = new.minus(host, *end).and_then(Scev::as_constant) {
            if is_farther(difference) {
                *end = new;
            }
            return Some(());
        }
    }
    ends.push(new);
    (ends.len() <= MOST_ENDS).then_some(())
}
