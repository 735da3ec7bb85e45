//! Copies of regions, and run-time checks that choose between a region and its copy.

use super::ffi::{
    self, RawApart, RawAttribute, RawBounds, RawClone, RawGuard, RawLesser, RawOrder, RawScev,
};
use super::fold::{Limit, raw_limits};
use super::{Block, Host, Loop, Scev, Value};
use crate::testing::{Fault, lacks};
use std::marker::PhantomData;
use std::ptr::NonNull;

/// A copy of loops, with their preheaders and perhaps blocks around them. Nothing
/// leads to it yet, and what leads out of it leads where the original does.
pub struct LoopClone<'h> {
    raw: NonNull<RawClone>,
    host: PhantomData<&'h Host>,
}

impl<'h> LoopClone<'h> {
    /// The copy of a value of what was copied; another value itself.
    pub fn value(&self, original: Value<'h>) -> Value<'h> {
        // SAFETY: the clone is live until dropped.
        let copy = unsafe { ffi::lf_clone_value(self.raw.as_ptr(), original.raw()) };
        Value::from_nullable(copy).expect("a copy that is asked for is still there")
    }

    /// The copy of a block; another block itself.
    pub fn block(&self, original: Block<'h>) -> Block<'h> {
        // SAFETY: as above.
        let copy = unsafe { ffi::lf_clone_block(self.raw.as_ptr(), original.raw()) };
        Block::from_nullable(copy).expect("a copy that is asked for is still there")
    }
}

impl Drop for LoopClone<'_> {
    fn drop(&mut self) {
        // SAFETY: made by lf_clone_loops, freed once.
        unsafe { ffi::lf_clone_free(self.raw.as_ptr()) }
    }
}

/// The bytes that loops touch through one pointer: from the least of `lows` up to,
/// not including, the greatest of `highs`.
#[derive(Clone, Debug, Default)]
pub struct Bounds<'h> {
    /// First bytes.
    pub lows: Vec<Scev<'h>>,
    /// Behind the last bytes.
    pub highs: Vec<Scev<'h>>,
    /// A first byte and one behind a last byte, of which the first must be the lesser number.
    pub ordered: Vec<(Scev<'h>, Scev<'h>)>,
    /// What must be so for the bounds to hold.
    pub limits: Vec<Limit<'h>>,
}

/// The lesser of two numbers; it is not poison.
#[derive(Clone, Copy)]
pub struct Lesser<'h> {
    /// The number.
    pub number: Value<'h>,
    /// Whether each of the two is greater than that.
    pub is_greater: [Value<'h>; 2],
}

/// An alias scope, by which accesses say what they do not meet.
#[derive(Clone, Copy)]
pub struct Scope<'h>(*mut RawAttribute, PhantomData<&'h ()>);

impl Scope<'_> {
    /// Says that an instruction accesses memory of this scope only, and of none of
    /// `apart`.
    pub fn add_to(self, instruction: Value<'_>, apart: &[Scope<'_>]) {
        let apart: Vec<_> = apart.iter().map(|scope| scope.0).collect();
        // SAFETY: live instruction and metadata; the array outlives the call.
        unsafe { ffi::lf_add_scopes(instruction.raw(), self.0, apart.as_ptr(), apart.len()) }
    }

    /// Says that an instruction accesses no memory of this scope.
    pub fn keep_from(self, instruction: Value<'_>) {
        let none = std::ptr::null_mut();
        // SAFETY: live instruction and metadata.
        unsafe { ffi::lf_add_scopes(instruction.raw(), none, &self.0, 1) }
    }
}

/// In the order in which they come first.
fn each_once<'a, T: Copy + PartialEq + 'a>(all: impl Iterator<Item = &'a T>) -> Vec<T> {
    let mut once = Vec::new();
    for one in all {
        if !once.contains(one) {
            once.push(*one);
        }
    }
    once
}

fn raw_guards(conditions: &[(Value<'_>, bool)]) -> Vec<RawGuard> {
    let raw = |&(condition, runs_if): &(Value<'_>, bool)| RawGuard {
        condition: condition.raw(),
        runs_if,
    };
    conditions.iter().map(raw).collect()
}

impl Host {
    /// Copies loops of one parent with their preheaders, in front of `before`, and
    /// `others`, blocks of the same parent; `dominator` will lead to them. The
    /// dominator tree is not told of `others`. Alias scopes that are declared in the loops hold
    /// for one iteration: the copy has its own.
    pub fn clone_loops<'h>(
        &'h self,
        loops: &[Loop<'h>],
        others: &[Block<'h>],
        before: Block<'h>,
        dominator: Block<'h>,
    ) -> LoopClone<'h> {
        let loops: Vec<_> = loops.iter().map(|l| l.raw()).collect();
        let others: Vec<_> = others.iter().map(|b| b.raw()).collect();
        // SAFETY: live host, loops and blocks; the arrays outlive the call.
        let raw = unsafe {
            ffi::lf_clone_loops(
                self.raw(),
                loops.as_ptr(),
                loops.len(),
                others.as_ptr(),
                others.len(),
                before.raw(),
                dominator.raw(),
            )
        };
        let raw = NonNull::new(raw).expect("the bridge allocates or aborts");
        if !lacks(Fault::Scopes) {
            // SAFETY: live host and clone.
            unsafe { ffi::lf_own_scopes(self.raw(), raw.as_ptr()) };
        }
        LoopClone {
            raw,
            host: PhantomData,
        }
    }

    /// Lets what is behind a region use the values of the region or of its copy,
    /// whichever ran. All ways out of both lead to `exit`, and nothing else does, but for ways out of the region to where
    /// nothing goes on.
    pub fn join_clone<'h>(&'h self, clone: &LoopClone<'h>, region: &[Block<'h>], exit: Block<'h>) {
        let region: Vec<_> = region.iter().map(|b| b.raw()).collect();
        let (data, size) = (region.as_ptr(), region.len());
        // SAFETY: live host, clone and blocks; the array outlives the call.
        unsafe {
            ffi::lf_join_clone(self.raw(), clone.raw.as_ptr(), data, size, exit.raw());
        }
    }

    /// Can an expression be computed in front of an instruction?
    pub fn is_expandable(&self, s: Scev<'_>, position: Value<'_>) -> bool {
        // SAFETY: live host, expression and instruction.
        unsafe { ffi::lf_is_expandable(self.raw(), s.raw(), position.raw()) }
    }

    /// Can a condition be computed in front of an instruction?
    pub fn is_computable(&self, condition: Value<'_>, position: Value<'_>) -> bool {
        // SAFETY: live host, condition and instruction.
        unsafe { ffi::lf_is_computable(self.raw(), condition.raw(), position.raw()) }
    }

    /// What a check asks, computed in front of an instruction: conditions have the values for
    /// which loops run (together), the bounds hold, margins are not negative, and those of each
    /// pair (of indices) are apart. None is poison, and what one needs follows the one before.
    pub fn check<'h>(
        &'h self,
        position: Value<'h>,
        guards: &[(Value<'h>, bool)],
        (bounds, pairs): (&[Bounds<'h>], &[(usize, usize)]),
        margins: &[Scev<'h>],
    ) -> Vec<Value<'h>> {
        let list =
            |of: &[Scev<'h>]| -> Vec<*const RawScev> { of.iter().map(|s| s.raw()).collect() };
        let ends: Vec<_> = bounds
            .iter()
            .map(|b| (list(&b.lows), list(&b.highs)))
            .collect();
        let raw: Vec<_> = ends
            .iter()
            .map(|(lows, highs)| RawBounds {
                lows: lows.as_ptr(),
                low_count: lows.len(),
                highs: highs.as_ptr(),
                high_count: highs.len(),
            })
            .collect();
        let guards = raw_guards(guards);
        let pairs: Vec<_> = pairs
            .iter()
            .map(|&(first, second)| RawApart { first, second })
            .collect();
        let ordered = each_once(bounds.iter().flat_map(|b| &b.ordered));
        let limits = each_once(bounds.iter().flat_map(|b| &b.limits));
        let raw_order = |(low, high): (Scev<'h>, Scev<'h>)| RawOrder {
            low: low.raw(),
            high: high.raw(),
        };
        let orders: Vec<_> = ordered.into_iter().map(raw_order).collect();
        let limits = raw_limits(&limits);
        let margins = list(margins);
        let count = 1 + limits.len() + orders.len() + margins.len() + pairs.len();
        let mut conditions = vec![std::ptr::null_mut(); count];
        // SAFETY: live host, instruction and expressions; the arrays outlive the call, and the
        // last one has room for all conditions, of which so many are live values then.
        unsafe {
            let made = ffi::lf_check(
                self.raw(),
                position.raw(),
                guards.as_ptr(),
                guards.len(),
                raw.as_ptr(),
                raw.len(),
                pairs.as_ptr(),
                pairs.len(),
                orders.as_ptr(),
                orders.len(),
                limits.as_ptr(),
                limits.len(),
                margins.as_ptr(),
                margins.len(),
                conditions.as_mut_ptr(),
            );
            conditions.truncate(made);
            let conditions = conditions.into_iter();
            conditions.map(|raw| Value::from_raw(raw)).collect()
        }
    }

    /// Whether an unsigned number is at least another one, computed in front of an instruction,
    /// where it can be. It is not poison.
    pub fn is_at_least<'h>(
        &'h self,
        position: Value<'h>,
        (number, least): (Scev<'h>, u64),
    ) -> Value<'h> {
        let (position, number) = (position.raw(), number.raw());
        // SAFETY: live host, instruction and expression.
        unsafe { Value::from_raw(ffi::lf_is_at_least(self.raw(), position, number, least)) }
    }

    /// Whether an unsigned number is less than another one, of whatever widths, computed in front of an instruction, where
    /// they can be. It is not poison.
    pub fn is_less<'h>(&'h self, position: Value<'h>, [a, b]: [Scev<'h>; 2]) -> Value<'h> {
        // SAFETY: live host, instruction and expressions.
        let raw = unsafe { ffi::lf_is_less(self.raw(), position.raw(), a.raw(), b.raw()) };
        // SAFETY: a live value.
        unsafe { Value::from_raw(raw) }
    }

    /// Whether a number stays below a limit that starts somewhere and to which each of some steps is added so many times, with
    /// nothing wrapping around, computed in front of an instruction, where they can be. All are unsigned, and no count is
    /// wider than the others. It is not poison.
    pub fn stays_below<'h>(
        &'h self,
        position: Value<'h>,
        (start, limit): (Scev<'h>, Scev<'h>),
        levels: &[(Scev<'h>, Scev<'h>)],
    ) -> Value<'h> {
        let (steps, counts): (Vec<_>, Vec<_>) = levels
            .iter()
            .map(|(step, count)| (step.raw(), count.raw()))
            .unzip();
        // SAFETY: live host, instruction and expressions; the arrays outlive the call, which returns a live value.
        unsafe {
            Value::from_raw(ffi::lf_stays_below(
                self.raw(),
                position.raw(),
                start.raw(),
                steps.as_ptr(),
                counts.as_ptr(),
                levels.len(),
                limit.raw(),
            ))
        }
    }

    /// Whether all conditions have the values that come with them, computed in front of an
    /// instruction, where they can be. It is not poison.
    pub fn all_hold<'h>(
        &'h self,
        position: Value<'h>,
        conditions: &[(Value<'h>, bool)],
    ) -> Value<'h> {
        let guards = raw_guards(conditions);
        let (data, size) = (guards.as_ptr(), guards.len());
        // SAFETY: live host, instruction and conditions; the array outlives the call.
        unsafe { Value::from_raw(ffi::lf_all_hold(self.raw(), position.raw(), data, size)) }
    }

    /// The lesser of two unsigned numbers, computed in front of an instruction where they
    /// mean something.
    pub fn lesser<'h>(&'h self, position: Value<'h>, [a, b]: [Scev<'h>; 2]) -> Lesser<'h> {
        let mut raw = RawLesser {
            number: std::ptr::null_mut(),
            is_first_greater: std::ptr::null_mut(),
            is_second_greater: std::ptr::null_mut(),
        };
        // SAFETY: live host, instruction and expressions, valid out-pointer, which is
        // filled with live values.
        unsafe {
            ffi::lf_lesser(self.raw(), position.raw(), a.raw(), b.raw(), &mut raw);
            Lesser {
                number: Value::from_raw(raw.number),
                is_greater: [raw.is_first_greater, raw.is_second_greater]
                    .map(|raw| Value::from_raw(raw)),
            }
        }
    }

    /// New alias scopes. If declared in front of an instruction, they hold until that is
    /// reached again; else all the time.
    pub fn new_scopes(&self, position: Option<Value<'_>>, count: usize) -> Vec<Scope<'_>> {
        let mut raw = vec![std::ptr::null_mut(); count];
        let position = position.map_or(std::ptr::null_mut(), Value::raw);
        // SAFETY: live host and instruction or null, room for so many.
        unsafe { ffi::lf_new_scopes(self.raw(), position, raw.as_mut_ptr(), count) };
        raw.into_iter().map(|s| Scope(s, PhantomData)).collect()
    }
}
