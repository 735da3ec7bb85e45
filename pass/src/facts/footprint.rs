//! The memory that a loop touches, inner loops included.

use super::hull::Hull;
use super::locals::accesses_of;
use super::ranges::{Ends, Extent, Range};
use super::reach::Reaches;
use super::wording::describe;
use crate::llvm::{AliasTags, Block, Host, Loop, Scev, Value};
use crate::model::{Access, AccessKind, MarginId, ObjectId};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::{SmallVec, smallvec};
use std::cell::{OnceCell, RefCell, RefMut};

/// Numbers for underlying objects, shared by the loops of a pair. Valid until
/// something is edited.
#[derive(Default)]
pub struct Objects<'h> {
    numbers: RefCell<Numbering<'h>>,
    /// Where accesses lead as integers.
    reaches: OnceCell<RefCell<Reaches<'h>>>,
}

#[derive(Default)]
struct Numbering<'h> {
    ids: FxHashMap<Value<'h>, ObjectId>,
    objects: Vec<Numbered<'h>>,
    /// Is an object memory that nobody else can have a pointer to?
    private: FxHashMap<ObjectId, bool>,
    margins: Vec<Scev<'h>>,
    /// May two parts be expected to be apart?
    apart: FxHashMap<(ObjectId, ObjectId), bool>,
    /// What encloses an access at a pointer in all iterations of a loop.
    hulls: FxHashMap<(Loop<'h>, Value<'h>, Value<'h>), Option<Hull<'h>>>,
    /// What an access at a pointer by an instruction of a block touches in one iteration of a loop.
    ranges: FxHashMap<(Loop<'h>, Block<'h>, Value<'h>, Extent<'h>), Option<Range<'h>>>,
    /// The parts that all iterations of a loop touch by an instruction at a pointer.
    parts: FxHashMap<(Loop<'h>, Value<'h>, Value<'h>), Option<ObjectId>>,
}

/// An object, or a part of one.
struct Numbered<'h> {
    value: Value<'h>,
    /// The object, and the first byte of the part.
    part: Option<(ObjectId, Scev<'h>)>,
}

/// Accesses that begin so near to each other are to one part of an object.
const MOST_WITHIN: u64 = 1 << 12;

impl<'h> Objects<'h> {
    pub(crate) fn id(&self, object: Value<'h>) -> ObjectId {
        let Numbering { ids, objects, .. } = &mut *self.numbers.borrow_mut();
        *ids.entry(object).or_insert_with(|| {
            objects.push(Numbered {
                value: object,
                part: None,
            });
            ObjectId(objects.len() as u32 - 1)
        })
    }

    /// The part of an object that is touched from a byte on, which is one with what is touched
    /// from a byte on that is near to it.
    pub(crate) fn part(&self, host: &'h Host, whole: ObjectId, low: Scev<'h>) -> ObjectId {
        let objects = &mut self.numbers.borrow_mut().objects;
        let is_near = |known: &Numbered<'h>| {
            let Some((_, first)) = known.part.filter(|(object, _)| *object == whole) else {
                return false;
            };
            let by = low.minus(host, first).and_then(Scev::as_constant);
            by.is_some_and(|by| by.unsigned_abs() <= MOST_WITHIN)
        };
        let at = objects.iter().position(is_near).unwrap_or_else(|| {
            let value = objects[whole.0 as usize].value;
            let part = Some((whole, low));
            objects.push(Numbered { value, part });
            objects.len() - 1
        });
        ObjectId(at as u32)
    }

    /// What an access at a pointer by an instruction of a block touches in one iteration of a loop. Found once.
    pub(crate) fn range(
        &self,
        host: &'h Host,
        l: Loop<'h>,
        block: Block<'h>,
        (pointer, extent): (Value<'h>, Extent<'h>),
    ) -> Option<Range<'h>> {
        let ranges = &mut self.numbers.borrow_mut().ranges;
        let known = ranges.entry((l, block, pointer, extent));
        *known.or_insert_with(|| Range::find(host, l, block, (pointer, extent), false))
    }

    /// Where accesses lead as integers.
    pub(crate) fn reaches(&self, host: &'h Host) -> RefMut<'_, Reaches<'h>> {
        let reaches = || RefCell::new(Reaches::new(host));
        self.reaches.get_or_init(reaches).borrow_mut()
    }

    /// How far a part of an object begins behind another part.
    pub(crate) fn distance(&self, host: &'h Host, a: ObjectId, b: ObjectId) -> Option<Scev<'h>> {
        let objects = &self.numbers.borrow().objects;
        let low = |id: ObjectId| objects[id.0 as usize].part.map(|(_, low)| low);
        low(b)?.minus(host, low(a)?)
    }

    /// May two parts be expected to be apart? Found once.
    pub(crate) fn expected_apart(
        &self,
        parts: (ObjectId, ObjectId),
        find: impl FnOnce() -> bool,
    ) -> bool {
        if let Some(&known) = self.numbers.borrow().apart.get(&parts) {
            return known;
        }
        let found = find();
        self.numbers.borrow_mut().apart.insert(parts, found);
        found
    }

    /// The object that a number stands for, or a part of which.
    pub fn whole(&self, id: ObjectId) -> ObjectId {
        let part = self.numbers.borrow().objects[id.0 as usize].part;
        part.map_or(id, |(whole, _)| whole)
    }

    /// The object behind a number.
    pub fn value(&self, id: ObjectId) -> Value<'h> {
        self.numbers.borrow().objects[id.0 as usize].value
    }

    /// The number of a margin.
    pub(crate) fn margin(&self, number: Scev<'h>) -> MarginId {
        let margins = &mut self.numbers.borrow_mut().margins;
        let known = margins.iter().position(|known| *known == number);
        let at = known.unwrap_or_else(|| {
            margins.push(number);
            margins.len() - 1
        });
        MarginId(at as u32)
    }

    /// The margin behind a number.
    pub(crate) fn margin_value(&self, id: MarginId) -> Scev<'h> {
        self.numbers.borrow().margins[id.0 as usize]
    }

    /// Can no access to one of two objects touch the other one? So it is, too, where all
    /// accesses to one are known, and those to the other are none of these.
    pub fn are_disjoint(&self, host: &'h Host, a: ObjectId, b: ObjectId) -> bool {
        host.objects_disjoint(self.value(a), self.value(b))
            || a != b && (self.is_private(host, a) || self.is_private(host, b))
    }

    /// Is an object memory that nobody else can have a pointer to?
    pub(crate) fn is_private(&self, host: &'h Host, id: ObjectId) -> bool {
        let value = self.value(id);
        let mut numbering = self.numbers.borrow_mut();
        let found = numbering.private.entry(id);
        *found.or_insert_with(|| accesses_of(host, value).is_some())
    }
}

/// What a loop touches.
#[derive(Default)]
pub struct Footprint<'h> {
    /// Each place, width and kind of access once.
    pub accesses: Vec<Access>,
    /// For each access: an instruction that makes it, and the bytes it touches.
    pub sites: Vec<Site<'h>>,
}

/// Where an access is made.
#[derive(Clone, Copy)]
pub struct Site<'h> {
    /// The instruction.
    pub instruction: Value<'h>,
    /// The address and how many bytes from there on, where it names them.
    pub place: Option<(Value<'h>, Extent<'h>)>,
    /// The loop whose iterations touch it, if that has canonical shape.
    l: Option<Loop<'h>>,
}

impl<'h> Site<'h> {
    /// The bytes that one iteration touches, where known.
    pub fn range(&self, host: &'h Host, objects: &Objects<'h>) -> Option<Range<'h>> {
        objects.range(host, self.l?, self.instruction.block()?, self.place?)
    }

    /// The part of an object that all iterations of a loop touch here; none if where it begins is
    /// not known, or if the instruction copies from one part to another.
    pub(crate) fn part(
        &self,
        host: &'h Host,
        l: Loop<'h>,
        whole: ObjectId,
        objects: &Objects<'h>,
    ) -> Option<ObjectId> {
        let key = (l, self.instruction, self.place?.0);
        if let Some(known) = objects.numbers.borrow().parts.get(&key) {
            return *known;
        }
        let is_one = self.instruction.block_transfer().is_none();
        let ends = is_one.then(|| self.ends(host, l, objects)).flatten();
        let part = ends.map(|(low, _)| objects.part(host, whole, low));
        objects.numbers.borrow_mut().parts.insert(key, part);
        part
    }

    /// Bytes that enclose what is touched here in all iterations of a loop, if limits hold.
    pub(crate) fn hull(
        &self,
        host: &'h Host,
        l: Loop<'h>,
        objects: &Objects<'h>,
    ) -> Option<Hull<'h>> {
        let place = self.place?;
        let key = (l, self.instruction, place.0);
        if let Some(known) = objects.numbers.borrow().hulls.get(&key) {
            return known.clone();
        }
        let mut reaches = objects.reaches(host);
        let hull = Hull::find(host, l, self.instruction, place, &mut reaches);
        objects.numbers.borrow_mut().hulls.insert(key, hull.clone());
        hull
    }

    /// What encloses all that is touched here in all iterations of a loop, if limits hold.
    pub(crate) fn ends(
        &self,
        host: &'h Host,
        l: Loop<'h>,
        objects: &Objects<'h>,
    ) -> Option<Ends<'h>> {
        let enclosed = || {
            let hull = self.hull(host, l, objects)?;
            Some((hull.low, hull.high))
        };
        self.touched(host, objects).or_else(enclosed)
    }

    /// First byte and behind the last one over all iterations, if both are touched, or nothing is.
    pub(crate) fn touched(&self, host: &'h Host, objects: &Objects<'h>) -> Option<Ends<'h>> {
        let range = self.range(host, objects);
        range.filter(|range| range.is_touched)?.whole
    }

    /// A number as it is whenever the innermost loop around the instruction is entered.
    pub(crate) fn as_entered(&self, host: &'h Host, number: Scev<'h>) -> Option<Scev<'h>> {
        let inner = host.innermost_loop(self.instruction.block()?)?;
        number.as_entered(host, inner)
    }

    /// By how much the address goes on in the loops around it, the innermost one first.
    pub(crate) fn pitches(&self, host: &'h Host) -> Vec<Scev<'h>> {
        let block = self.instruction.block();
        let place = self.place.map(|(pointer, _)| pointer).zip(block);
        let mut rest =
            place.and_then(|(pointer, block)| Scev::addresses(host, pointer, block).next());
        let mut pitches = Vec::new();
        while let Some(recurrence) = rest.and_then(|rest| rest.as_recurrence(host)) {
            pitches.push(recurrence.step);
            rest = Some(recurrence.start);
        }
        pitches
    }
}

/// What makes two accesses of a loop one.
type Place<'h> = (AccessKind, Block<'h>, Value<'h>, Extent<'h>, AliasTags);

/// One access to note.
struct Found<'h> {
    kind: AccessKind,
    pointer: Value<'h>,
    extent: Extent<'h>,
}

impl<'h> Footprint<'h> {
    /// All accesses by those instructions of a loop that touch memory; in numbers only if it has canonical shape.
    pub(crate) fn find(
        host: &'h Host,
        (l, memory): (Loop<'h>, &[Value<'h>]),
        is_canonical: bool,
        objects: &Objects<'h>,
    ) -> Self {
        let mut footprint = Footprint::default();
        let mut seen = FxHashSet::default();
        let l = is_canonical.then_some(l);
        for &instruction in memory {
            footprint.note(host, (l, instruction), objects, &mut seen);
        }
        footprint
    }

    fn note(
        &mut self,
        host: &'h Host,
        (l, instruction): (Option<Loop<'h>>, Value<'h>),
        objects: &Objects<'h>,
        seen: &mut FxHashSet<Place<'h>>,
    ) {
        let kind = if host.effects(instruction).writes() {
            AccessKind::Write
        } else {
            AccessKind::Read
        };
        let found = accesses(host, instruction, kind);
        if found.is_empty() {
            let site = Site {
                instruction,
                place: None,
                l,
            };
            self.push(kind, None, describe(host, instruction), site);
            let access = self.accesses.last_mut().expect("just pushed");
            access.only_errno = host.only_sets_errno(instruction);
        }
        for access in found {
            let object = host.underlying_object(access.pointer);
            let id = objects.id(object);
            // The same bytes under the same tags need no second question.
            let (pointer, extent, tags) = (access.pointer, access.extent, instruction.alias_tags());
            let is_new = |block| seen.insert((access.kind, block, pointer, extent, tags));
            if instruction.block().is_none_or(is_new) {
                let site = Site {
                    instruction,
                    place: Some((pointer, extent)),
                    l,
                };
                self.push(access.kind, Some(id), object.label(), site);
            }
        }
    }

    fn push(&mut self, kind: AccessKind, object: Option<ObjectId>, name: String, site: Site<'h>) {
        let line = site.instruction.line();
        let bytes = match site.place {
            Some((_, Extent::Bytes(bytes))) => Some(bytes),
            _ => None,
        };
        self.accesses.push(Access {
            kind,
            object,
            only_errno: false,
            bytes,
            name,
            line,
        });
        self.sites.push(site);
    }
}

/// The object that an instruction touches, if it is just one.
pub(crate) fn the_object<'h>(
    host: &'h Host,
    instruction: Value<'h>,
    objects: &Objects<'h>,
) -> Option<ObjectId> {
    let all = all_objects(host, instruction, objects);
    let first = *all.first()?;
    all.iter().all(|other| *other == first).then_some(first)
}

/// The objects that an instruction touches, as far as they can be named.
pub(crate) fn all_objects<'h>(
    host: &'h Host,
    instruction: Value<'h>,
    objects: &Objects<'h>,
) -> Vec<ObjectId> {
    let found = accesses(host, instruction, AccessKind::Read);
    let named = found
        .iter()
        .map(|found| host.underlying_object(found.pointer));
    named.map(|object| objects.id(object)).collect()
}

/// Can the places be named that an instruction accesses?
pub(crate) fn is_named(host: &Host, instruction: Value<'_>) -> bool {
    !accesses(host, instruction, AccessKind::Read).is_empty()
}

/// The places that an instruction accesses; empty if they cannot be named.
fn accesses<'h>(
    host: &'h Host,
    instruction: Value<'h>,
    kind: AccessKind,
) -> SmallVec<[Found<'h>; 2]> {
    if let Some((to, from, length)) = instruction.block_transfer() {
        let extent = Extent::Length(length);
        let mut found: SmallVec<[_; 2]> = smallvec![Found {
            kind: AccessKind::Write,
            pointer: to,
            extent,
        }];
        found.extend(from.map(|pointer| Found {
            kind: AccessKind::Read,
            pointer,
            extent,
        }));
        return found;
    }
    let found = host.access(instruction).map(|(pointer, bytes)| Found {
        kind,
        pointer,
        extent: Extent::Bytes(bytes),
    });
    found.into_iter().collect()
}
