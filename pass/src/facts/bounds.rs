//! What a run-time check needs to know: the bytes that loops touch through each
//! pointer, computed before them.
//!
//! Ends of what is touched for sure are numbers of one object. Others, where the access is not
//! made, may be any: of several ends the farthest counts, so that these do no harm as ends of
//! their own. They are one end with others only if the difference is smaller than what lies
//! between any object and the ends of the address space.
//!
//! Accesses of one block are made together or not at all. If they are, all ends of what they touch for sure are
//! integers of one object, and of two whose difference has a known sign where the block is reached, the nearer one is no
//! end of its own. If they are not made, what is left out does not matter.

use super::footprint::{Footprint, Objects, all_objects, the_object};
use super::hull::Hull;
use super::loops::Surveyed;
use crate::llvm::region::Bounds;
use crate::llvm::{Block, Host, Loop, Place, Scev, Value};
use crate::model::{AccessKind, ObjectId};
use crate::testing::{Fault, lacks};

/// Most expressions that one end of the bounds of one object may take: a stencil of three dimensions reads nine rows.
const MOST_ENDS: usize = 9;

/// No object is so near to the ends of the address space.
const MARGIN: u64 = 1 << 16;

/// Most that parts of one hull may be apart by a constant: far from what could wrap.
const MOST_BETWEEN: u64 = 1 << 40;

/// Places that are no farther from each other are members of one object: nothing that loops write lies
/// between.
const NEAR: u64 = 128;

/// Most limits of one object.
const MOST_LIMITS: usize = 8;

/// The bytes that loops touch through one object, or of one part of it, if that can be
/// computed in front of `position`.
pub(crate) fn bounds<'h>(
    host: &'h Host,
    loops: &[&Surveyed<'h>],
    objects: &Objects<'h>,
    object: ObjectId,
    position: Value<'h>,
) -> Option<Bounds<'h>> {
    // Equal numbers in different address spaces are different places.
    if !objects.value(object).is_default_pointer() {
        return None;
    }
    let whole = objects.whole(object);
    let mut lows = Ends::default();
    let mut highs = Ends::default();
    let mut bounds = Bounds::default();
    for surveyed in loops {
        // What touches several objects at once cannot be told which it is.
        let touches = |i: &&Value<'h>| all_objects(host, **i, objects).contains(&whole);
        let mut together = surveyed.memory.iter().filter(touches);
        if together.any(|i| the_object(host, *i, objects) != Some(whole)) {
            return None;
        }
        let (l, footprint) = (surveyed.l, surveyed.footprint(host, objects));
        let sites = footprint.accesses.iter().zip(&footprint.sites);
        for (_, site) in sites.filter(|(access, _)| access.object == Some(whole)) {
            if object != whole && site.part(host, l, whole, objects) != Some(object) {
                continue;
            }
            if let Some((low, high)) = site.touched(host, objects) {
                let block = site.instruction.block()?;
                let end = |at| End {
                    at,
                    is_sure: l.latch().is_some_and(|latch| host.dominates(block, latch)),
                    block: Some(block),
                };
                lows.add(host, end(low), Way::Down);
                highs.add(host, end(high), Way::Up);
            } else {
                enclose(host, site.hull(host, l, objects)?, &mut bounds)?;
            }
        }
    }
    let mut bounds = finish(host, bounds, lows, highs)?;
    if object != whole {
        count_from_begin(host, objects.value(whole), &mut bounds);
    }
    is_known(host, &bounds, position).then_some(bounds)
}

/// Lets bounds of a part be numbers of bytes from where the function's own memory begins. Parts are
/// compared with each other only, and their check does not need the memory then: it may be allocated
/// later ([`AllocationSinking`](crate::contract::allocation_sinking::AllocationSinking)). Numbers begin far above zero, so that those in front of the
/// memory, where nothing is touched, are in order, too.
fn count_from_begin<'h>(host: &'h Host, memory: Value<'h>, bounds: &mut Bounds<'h>) -> Option<()> {
    let begin = Scev::of(host, memory).filter(|_| host.is_local_memory(memory))?;
    let count = |end: &Scev<'h>| {
        let bits = end.bits(host);
        end.minus(host, begin)?
            .offset(host, 1 << bits.saturating_sub(2).min(46))
    };
    let all = |ends: &[Scev<'h>]| ends.iter().map(count).collect::<Option<Vec<_>>>();
    let ordered = bounds
        .ordered
        .iter()
        .map(|(low, high)| Some((count(low)?, count(high)?)));
    let (lows, highs) = (all(&bounds.lows)?, all(&bounds.highs)?);
    bounds.ordered = ordered.collect::<Option<Vec<_>>>()?;
    (bounds.lows, bounds.highs) = (lows, highs);
    Some(())
}

/// The bytes that a loop writes through one object, as numbers alone: the loop may turn out to go
/// elsewhere, once it has written to one of them.
pub(crate) fn written<'h>(
    host: &'h Host,
    (l, footprint): (Loop<'h>, &Footprint<'h>),
    objects: &Objects<'h>,
    object: ObjectId,
    position: Value<'h>,
) -> Option<Bounds<'h>> {
    if !objects.value(object).is_default_pointer() {
        return None;
    }
    let mut bounds = Bounds::default();
    let sites = footprint.accesses.iter().zip(&footprint.sites);
    for (access, site) in sites {
        if access.kind == AccessKind::Write && access.object == Some(object) {
            enclose(host, site.hull(host, l, objects)?, &mut bounds)?;
        }
    }
    let bounds = finish(host, bounds, Ends::default(), Ends::default())?;
    is_known(host, &bounds, position).then_some(bounds)
}

/// The bytes of places, near ones together.
pub(crate) fn of_places<'h>(host: &'h Host, places: &[Place<'h>]) -> Option<Vec<Bounds<'h>>> {
    let mut all: Vec<(Scev<'h>, Scev<'h>)> = Vec::new();
    for place in places {
        let (low, high) = (
            place.address,
            place
                .address
                .offset(host, i64::try_from(place.bytes).ok()?)?,
        );
        let near = |(first, _): &&mut (Scev<'h>, Scev<'h>)| {
            let by = difference(host, low, *first);
            by.is_some_and(|by| by.unsigned_abs() < NEAR)
        };
        match all.iter_mut().find(near) {
            Some((first, last)) => {
                *first = if difference(host, low, *first)? < 0 {
                    low
                } else {
                    *first
                };
                *last = if difference(host, high, *last)? > 0 {
                    high
                } else {
                    *last
                };
            }
            None => all.push((low, high)),
        }
    }
    let bounds = |(low, high)| Bounds {
        lows: vec![low],
        highs: vec![high],
        ..Bounds::default()
    };
    Some(all.into_iter().map(bounds).collect())
}

/// Bounds with the ends of what is enclosed; none if these are too many.
fn finish<'h>(
    host: &'h Host,
    mut bounds: Bounds<'h>,
    mut lows: Ends<'h>,
    mut highs: Ends<'h>,
) -> Option<Bounds<'h>> {
    for (low, high) in &bounds.ordered {
        let end = |at| End {
            at,
            is_sure: false,
            block: None,
        };
        lows.add(host, end(*low), Way::Down);
        highs.add(host, end(*high), Way::Up);
    }
    let expressions = |ends: Ends<'h>| ends.0.into_iter().map(|end| end.at).collect();
    (bounds.lows, bounds.highs) = (expressions(lows), expressions(highs));
    if lacks(Fault::Bounds) {
        for high in &mut bounds.highs {
            *high = high.offset(host, -8)?;
        }
    }
    let is_short = bounds.lows.len().max(bounds.highs.len()) <= MOST_ENDS;
    (is_short && bounds.limits.len() <= MOST_LIMITS).then_some(bounds)
}

/// Can they be computed in front of `position`?
fn is_known<'h>(host: &'h Host, bounds: &Bounds<'h>, position: Value<'h>) -> bool {
    let limits = bounds.limits.iter().map(|(number, _)| number);
    let mut all = bounds.lows.iter().chain(&bounds.highs).chain(limits);
    all.all(|end| host.is_expandable(*end, position))
}

/// Adds the hull of an access that is perhaps not made.
fn enclose<'h>(host: &'h Host, hull: Hull<'h>, bounds: &mut Bounds<'h>) -> Option<()> {
    let Hull { low, high, limits } = hull;
    for limit in limits {
        if !bounds.limits.contains(&limit) {
            bounds.limits.push(limit);
        }
    }
    for (least, greatest) in &mut bounds.ordered {
        let by = (
            difference(host, low, *least),
            difference(host, high, *greatest),
        );
        if let (Some(below), Some(above)) = by
            && below.unsigned_abs().max(above.unsigned_abs()) <= MOST_BETWEEN
        {
            *least = if below < 0 { low } else { *least };
            *greatest = if above > 0 { high } else { *greatest };
            return Some(());
        }
    }
    bounds.ordered.push((low, high));
    Some(())
}

fn difference<'h>(host: &'h Host, a: Scev<'h>, b: Scev<'h>) -> Option<i64> {
    a.minus(host, b)?.as_constant()
}

/// Where what is touched ends.
struct End<'h> {
    at: Scev<'h>,
    /// It is touched for sure.
    is_sure: bool,
    /// Where the only accesses that it is an end of are made, if there is one such block and all their ends are touched.
    block: Option<Block<'h>>,
}

/// Which of two ends is the farther one.
#[derive(Clone, Copy)]
enum Way {
    Down,
    Up,
}

/// Ends of which the farthest will count.
#[derive(Default)]
struct Ends<'h>(Vec<End<'h>>);

impl<'h> Ends<'h> {
    fn add(&mut self, host: &'h Host, new: End<'h>, way: Way) {
        for end in &mut self.0 {
            let beyond = match way {
                Way::Down => end.at.minus(host, new.at),
                Way::Up => new.at.minus(host, end.at),
            };
            let Some(beyond) = beyond else { continue };
            let is_farther = match beyond.as_constant() {
                Some(by) => {
                    let is_near = new.is_sure && end.is_sure || by.unsigned_abs() < MARGIN;
                    is_near.then_some(by > 0)
                }
                None => new
                    .block
                    .filter(|block| end.block == Some(*block))
                    .and_then(|block| is_no_nearer(host, beyond, block)),
            };
            let Some(is_farther) = is_farther else {
                continue;
            };
            end.is_sure &= new.is_sure;
            end.block = end.block.filter(|block| new.block == Some(*block));
            if is_farther {
                end.at = new.at;
            }
            return;
        }
        self.0.push(new);
    }
}

/// Is an end no nearer than another one, beyond which it lies by so much, whenever a block is reached? None if nobody
/// knows.
fn is_no_nearer<'h>(host: &'h Host, by: Scev<'h>, block: Block<'h>) -> Option<bool> {
    let holds = |number: Scev<'h>| {
        let mut around = std::iter::successors(host.innermost_loop(block), |l| l.parent());
        around.any(|l| number.is_nonnegative(host, l))
    };
    if holds(by) {
        return Some(true);
    }
    let nearer = by.constant_like(host, 0)?.minus(host, by)?;
    holds(nearer).then_some(false)
}
