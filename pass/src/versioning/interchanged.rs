//! Loops that add something up in the one within them, which walks down columns, as products of matrices do:
//!
//! ```text
//!   for j in 0..n: s = 0; for k in 0..m: s += a[k] * b[k][j]; c[j] = s
//! ```
//!
//! Once both change places, rows are walked along, and vectors take many sums at a time:
//!
//! ```text
//!   for j in 0..n: c[j] = 0
//!   for k in 0..m: for j in 0..n: c[j] += a[k] * b[k][j]
//! ```
//!
//! Why that is the same (`pass/bridge/interchange.cpp` says it of the steps of one sum): all iterations run before and after
//! it, since nothing ends the loops early, and they begin with the same numbers. Each sum has a place of its own: the places
//! are a constant number of bytes apart, no less than a sum takes. Nothing else that is loaded lies in these places: it is
//! another object, or known to be elsewhere in all iterations, or a check has asked.

use crate::candidate;
use crate::facts::bounds::bounds;
use crate::facts::eligible::{computation, is_eligible};
use crate::facts::footprint::Objects;
use crate::facts::loops::{Surveyed, survey};
use crate::facts::region::Region;
use crate::llvm::region::Bounds;
use crate::llvm::{Block, Host, Loop, Opcode, Scev, Value};
use crate::model::{LEFT_OVER, ObjectId};
use crate::options::Options;

/// A row of fewer sums does not fill vectors.
const LEAST_SUMS: u64 = 16;

/// A sum of fewer numbers is one expression once LLVM has unrolled the loop, and takes vectors as the outer loop does.
const LEAST_STEPS: u64 = 17;

/// Loops that may change places.
pub struct Interchanged<'h> {
    /// The outer one of the two.
    pub l: Loop<'h>,
    /// That, or a loop around it: all of it is copied, so that is asked once.
    pub around: Loop<'h>,
    /// What holds that.
    pub region: Region<'h>,
    /// What it touches, as far as a check must know it.
    pub bounds: Vec<Bounds<'h>>,
    /// Which of these must be apart.
    pub pairs: Vec<(usize, usize)>,
    /// The outer loop's back-edge count, which must be at least that.
    pub least_count: Option<(Scev<'h>, u64)>,
}

/// How far an access goes on from one iteration to the next one, in bytes.
struct Steps<'h> {
    outer: i64,
    /// Within; none if it does not.
    inner: Option<Scev<'h>>,
}

impl<'h> Steps<'h> {
    /// Those of an access of a loop and the one within it; none if the outer one is no constant.
    fn find(host: &'h Host, [outer, inner]: [Loop<'h>; 2], pointer: Value<'h>) -> Option<Self> {
        let mut steps = Steps {
            outer: 0,
            inner: None,
        };
        let mut address = Scev::of(host, pointer)?;
        while let Some(along) = address.as_recurrence(host) {
            if along.l == outer {
                steps.outer = along.step.as_constant()?;
            } else if along.l == inner {
                steps.inner = Some(along.step);
            } else {
                break;
            }
            address = along.start;
        }
        address.is_invariant(host, outer).then_some(steps)
    }

    /// Does it stay where it is, or go on to what follows?
    fn is_along_row(&self, bytes: u64) -> bool {
        self.outer == 0 || u64::try_from(self.outer) == Ok(bytes)
    }

    /// Does it walk down a column within, while the next column follows?
    fn is_down_column(&self, bytes: u64) -> bool {
        let far = self.inner.is_some_and(|step| {
            let step = step.as_constant().map(i64::unsigned_abs);
            step.is_none_or(|step| step > bytes)
        });
        far && u64::try_from(self.outer) == Ok(bytes)
    }
}

/// Loops that may change places with the one within them, for all that one look at instructions says.
pub fn conceivable<'h>(host: &'h Host) -> impl Iterator<Item = Loop<'h>> {
    let may_change = |(outer, inner): (Loop<'h>, Loop<'h>)| {
        let all = || inner.blocks().into_iter().flat_map(Block::instructions);
        outer.children(host).len() == 1
            && !outer.has_attribute(LEFT_OVER)
            && all().filter(|i| i.stored_to().is_some()).count() < 2
            && all().any(|i| may_walk_far(inner, i))
            && is_eligible(host, outer)
    };
    let nests = host.innermost_loops().into_iter();
    let nests = nests.filter_map(|inner| Some((inner.parent()?, inner)));
    nests
        .filter(move |nest| may_change(*nest))
        .map(|(outer, _)| outer)
}

/// May a load of a loop go on by more than an element from iteration to iteration?
fn may_walk_far(l: Loop<'_>, load: Value<'_>) -> bool {
    let Some(pointer) = load.loaded_from() else {
        return false;
    };
    let counts =
        |v: Value<'_>| computation(l, v).any(|v| v.is_phi() && v.block() == Some(l.header()));
    computation(l, pointer).any(|v| match v.opcode() {
        Some(Opcode::LLVMMul | Opcode::LLVMShl) => counts(v),
        Some(Opcode::LLVMGetElementPtr) => !v.counts(load) && counts(v),
        _ => v.is_phi() && v.is_default_pointer(),
    })
}

impl<'h> Interchanged<'h> {
    /// A loop and the one within it, if they may change places and that pays.
    pub fn find(host: &'h Host, l: Loop<'h>, options: &Options) -> Option<Self> {
        let sums = l.sums(host)?;
        let surveyed = survey(host, l);
        candidate::check(&surveyed.facts, false).ok()?;
        let both = [l, *l.children(host).first()?];
        // Nobody has asked for anything else.
        let is_free = |l: &Loop<'h>| {
            let attributes = survey(host, *l).facts.attributes;
            attributes
                .iter()
                .all(|a| a.name == "llvm.loop.mustprogress")
        };
        if !both.iter().all(is_free) || options.profit && !pays(host, &surveyed, both, &sums.store)
        {
            return None;
        }
        let (place, bytes) = host.access(sums.store)?;
        let steps = Steps::find(host, both, place)?;
        if steps.outer.unsigned_abs() < bytes || steps.inner.is_some() {
            return None;
        }
        let is_read = |i: &&Value<'h>| **i != sums.store && !sums.others.contains(*i);
        let read: Vec<_> = surveyed.memory.iter().filter(is_read).copied().collect();
        let mut around: Vec<_> = std::iter::successors(Some(l), |l| l.parent()).collect();
        around.reverse();
        let find = |around| Interchanged::within(host, (l, around), (sums.store, &read), options);
        around.into_iter().find_map(find)
    }

    /// The same, if it is asked in front of a certain loop.
    fn within(
        host: &'h Host,
        (l, around): (Loop<'h>, Loop<'h>),
        (store, read): (Value<'h>, &[Value<'h>]),
        options: &Options,
    ) -> Option<Self> {
        let surveyed = survey(host, around);
        candidate::check(&surveyed.facts, false).ok()?;
        let objects = Objects::default();
        let apart = must_be_apart(host, &surveyed, &objects, (store, read))?;
        if apart.len() as u64 > options.max_checks {
            return None;
        }
        let region = Region::around(host, &surveyed, &surveyed)?;
        let region = region.if_quiet(host, std::slice::from_ref(&surveyed), options.max_version)?;
        if !region.is_straight() {
            return None;
        }
        let position = region.top.terminator();
        let (mut numbered, mut known) = (Vec::new(), Vec::new());
        let mut number = |object: ObjectId| {
            if let Some(at) = numbered.iter().position(|of| *of == object) {
                return Some(at);
            }
            known.push(bounds(host, &[&surveyed], &objects, object, position)?);
            numbered.push(object);
            Some(known.len() - 1)
        };
        let numbers = |(a, b)| Some((number(a)?, number(b)?));
        let pairs: Option<Vec<_>> = apart.into_iter().map(numbers).collect();
        let pairs = pairs?;
        let least_count = match options.profit && l.constant_trip_count(host).is_none() {
            true => Some((l.wide_backedge_count(host)?, LEAST_SUMS - 1)),
            false => None,
        };
        let can_ask = |(count, _): &(Scev<'h>, u64)| {
            count.is_invariant(host, around) && host.is_expandable(*count, position)
        };
        let may_ask = least_count.as_ref().is_none_or(can_ask);
        may_ask.then_some(Interchanged {
            l,
            around,
            region,
            bounds: known,
            pairs,
            least_count,
        })
    }
}

/// Does something walk down a column, and everything along rows once the loops have changed places? Are there enough of
/// these for vectors?
fn pays<'h>(
    host: &'h Host,
    surveyed: &Surveyed<'h>,
    both: [Loop<'h>; 2],
    store: &Value<'h>,
) -> bool {
    let mut walks_down = false;
    for access in &surveyed.memory {
        let steps = host.access(*access).and_then(|(pointer, bytes)| {
            let steps = Steps::find(host, both, pointer)?;
            steps.is_along_row(bytes).then_some((steps, bytes))
        });
        let Some((steps, bytes)) = steps else {
            return false;
        };
        walks_down |= steps.is_down_column(bytes);
        if access == store && u64::try_from(steps.outer) != Ok(bytes) {
            return false;
        }
    }
    let is_long =
        |(l, least): (Loop<'h>, u64)| l.constant_trip_count(host).is_none_or(|n| n >= least);
    walks_down && is_long((both[0], LEAST_SUMS)) && is_long((both[1], LEAST_STEPS))
}

/// Objects that a check must find apart for the places of sums to hold nothing of what else is read, as long as a loop
/// runs; none if no check can tell.
fn must_be_apart<'h>(
    host: &'h Host,
    surveyed: &Surveyed<'h>,
    objects: &Objects<'h>,
    (store, read): (Value<'h>, &[Value<'h>]),
) -> Option<Vec<(ObjectId, ObjectId)>> {
    let l = surveyed.l;
    let footprint = surveyed.footprint(host, objects);
    let object = |of: Value<'h>| {
        let mut sites = footprint.sites.iter().zip(&footprint.accesses);
        sites.find_map(|(site, access)| (site.instruction == of).then_some(access.object)?)
    };
    let place = object(store)?;
    let mut apart = Vec::new();
    for access in read {
        let of = object(*access)?;
        let is_apart = || objects.reaches(host).never_meet([*access, store], [l, l]);
        if objects.are_disjoint(host, of, place) || is_apart() {
            continue;
        }
        let pair = (of.min(place), of.max(place));
        if of == place {
            return None;
        }
        if !apart.contains(&pair) {
            apart.push(pair);
        }
    }
    Some(apart)
}
