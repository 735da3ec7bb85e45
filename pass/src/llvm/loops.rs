//! Natural loops, as LoopInfo finds them.

use super::ffi::{self, RawAttribute, RawLoop};
use super::{Block, Host, Scev, Value, collect, take_string};
use crate::model::Operations;
use std::ffi::CStr;
use std::marker::PhantomData;
use std::ptr::NonNull;

/// A natural loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Loop<'h>(NonNull<RawLoop>, PhantomData<&'h ()>);

/// How a header phi recurs, as the loop vectoriser distinguishes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recurrence {
    /// Changes by an invariant step.
    Induction,
    /// Accumulates with an operation that may be reordered.
    Reduction,
    /// Accumulates floating-point values in strict order.
    OrderedReduction,
    /// Carries a value of the iteration before.
    FirstOrder,
    /// Anything else.
    Other,
}

/// An attribute of a loop's `llvm.loop` metadata.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Attribute<'h>(NonNull<RawAttribute>, PhantomData<&'h ()>);

impl<'h> Loop<'h> {
    pub(super) fn from_raw(raw: *mut RawLoop) -> Option<Self> {
        NonNull::new(raw).map(|p| Loop(p, PhantomData))
    }

    pub(super) fn raw(self) -> *mut RawLoop {
        self.0.as_ptr()
    }

    pub(super) fn children_of(host: &'h Host, parent: Option<Loop<'h>>) -> Vec<Loop<'h>> {
        let parent = parent.map_or(std::ptr::null_mut(), Loop::raw);
        // SAFETY: live host, live or null loop.
        collect(|push, vector| unsafe { ffi::lf_loops(host.raw(), parent, push, vector) })
            .into_iter()
            .filter_map(|p| Loop::from_raw(p.cast()))
            .collect()
    }

    /// Loops directly inside, in program order.
    pub fn children(self, host: &'h Host) -> Vec<Loop<'h>> {
        Loop::children_of(host, Some(self))
    }

    /// The loops of the same parent, itself included, in program order.
    pub fn siblings(self, host: &'h Host) -> Vec<Loop<'h>> {
        Loop::children_of(host, self.parent())
    }

    /// The loop and all loops in it, outer ones before those within.
    pub fn nest(self, host: &'h Host) -> Vec<Loop<'h>> {
        let mut all = vec![self];
        let mut at = 0;
        while let Some(l) = all.get(at) {
            all.extend(l.children(host));
            at += 1;
        }
        all
    }

    /// The loop directly around.
    pub fn parent(self) -> Option<Loop<'h>> {
        // SAFETY: live loop.
        Loop::from_raw(unsafe { ffi::lf_loop_parent(self.raw()) })
    }

    /// All blocks, header first.
    pub fn blocks(self) -> Vec<Block<'h>> {
        // SAFETY: live loop.
        blocks(|push, vector| unsafe { ffi::lf_loop_blocks(self.raw(), push, vector) })
    }

    /// Blocks with an edge out of the loop.
    pub fn exiting_blocks(self) -> Vec<Block<'h>> {
        // SAFETY: live loop.
        blocks(|push, vector| unsafe { ffi::lf_loop_exiting(self.raw(), push, vector) })
    }

    /// The block with an edge out of the loop, if it is the only one.
    pub fn only_exiting_block(self) -> Option<Block<'h>> {
        // SAFETY: live loop.
        Block::from_nullable(unsafe { ffi::lf_loop_only_exiting(self.raw()) })
    }

    /// The blocks that the loop leads to, each as often as there are edges.
    pub fn exits(self) -> Vec<Block<'h>> {
        // SAFETY: live loop.
        blocks(|push, vector| unsafe { ffi::lf_loop_exits(self.raw(), push, vector) })
    }

    /// The block that all iterations start in.
    pub fn header(self) -> Block<'h> {
        // SAFETY: every loop has a header.
        Block::from_nullable(unsafe { ffi::lf_loop_header(self.raw()) })
            .expect("a loop has a header")
    }

    /// The only block with a back edge.
    pub fn latch(self) -> Option<Block<'h>> {
        // SAFETY: live loop.
        Block::from_nullable(unsafe { ffi::lf_loop_latch(self.raw()) })
    }

    /// The only block outside that leads to the header, and nowhere else.
    pub fn preheader(self) -> Option<Block<'h>> {
        // SAFETY: live loop.
        Block::from_nullable(unsafe { ffi::lf_loop_preheader(self.raw()) })
    }

    /// The only block that the loop's exit edges lead to.
    pub fn unique_exit(self) -> Option<Block<'h>> {
        // SAFETY: live loop.
        Block::from_nullable(unsafe { ffi::lf_loop_exit(self.raw()) })
    }

    /// Is the block inside?
    pub fn contains(self, block: Block<'_>) -> bool {
        // SAFETY: live loop and block.
        unsafe { ffi::lf_loop_contains(self.raw(), block.raw()) }
    }

    /// Is the value an instruction inside?
    pub fn defines(self, value: Value<'_>) -> bool {
        value.block().is_some_and(|b| self.contains(b))
    }

    /// Has it a preheader, one latch, and exits of its own?
    pub fn is_simplified(self) -> bool {
        // SAFETY: live loop.
        unsafe { ffi::lf_loop_is_simplified(self.raw()) }
    }

    /// Do its values leave only through phis in its exits?
    pub fn is_lcssa(self, host: &Host) -> bool {
        // SAFETY: live host and loop.
        unsafe { ffi::lf_loop_is_lcssa(host.raw(), self.raw()) }
    }

    /// Is there a cycle inside that is no natural loop?
    pub fn has_irreducible_cycle(self, host: &Host) -> bool {
        // SAFETY: live host and loop.
        unsafe { ffi::lf_loop_has_irreducible_cycle(host.raw(), self.raw()) }
    }

    /// May the optimiser assume that the loop ends or does something visible?
    pub fn must_progress(self) -> bool {
        // SAFETY: live loop.
        unsafe { ffi::lf_loop_must_progress(self.raw()) }
    }

    /// May its instructions be copied?
    pub fn is_safe_to_clone(self) -> bool {
        // SAFETY: live loop.
        unsafe { ffi::lf_loop_is_safe_to_clone(self.raw()) }
    }

    /// Exact number of times the back edge is taken.
    pub fn backedge_count(self, host: &'h Host) -> Option<Scev<'h>> {
        // SAFETY: live host and loop.
        Scev::from_raw(unsafe { ffi::lf_backedge_count(host.raw(), self.raw()) })
    }

    /// How often the back edge is taken before the loop is left from a block, if it is not left from another one before.
    pub fn exit_count(self, host: &'h Host, exiting: Block<'_>) -> Option<Scev<'h>> {
        // SAFETY: live host, loop and block.
        Scev::from_raw(unsafe { ffi::lf_exit_count(host.raw(), self.raw(), exiting.raw()) })
    }

    /// The same as the back-edge count in the width of addresses; means something only where the loop is entered.
    pub fn wide_backedge_count(self, host: &'h Host) -> Option<Scev<'h>> {
        // SAFETY: live host and loop.
        Scev::from_raw(unsafe { ffi::lf_wide_backedge_count(host.raw(), self.raw()) })
    }

    /// A constant upper bound of the back-edge count.
    pub fn max_backedge_count(self, host: &'h Host) -> Option<u64> {
        // SAFETY: live host and loop.
        Scev::from_raw(unsafe { ffi::lf_max_backedge_count(host.raw(), self.raw()) })?
            .as_unsigned_constant()
    }

    /// How often the loop runs, if that is a constant.
    pub fn constant_trip_count(self, host: &'h Host) -> Option<u64> {
        let last = self.backedge_count(host)?.as_unsigned_constant()?;
        last.checked_add(1)
    }

    /// Will LLVM unroll this loop as often as it runs, which is a small constant?
    pub fn is_unrolled_wholly(self, host: &Host) -> bool {
        // SAFETY: live host and loop.
        unsafe { ffi::lf_unrolls_wholly(host.raw(), self.raw()) }
    }

    /// Can the vectoriser order the memory accesses, and with how many run-time
    /// checks?
    pub fn vectorisable_memory(self, host: &Host) -> Option<u32> {
        let mut checks = 0;
        // SAFETY: live host and innermost loop, valid out-pointer.
        let can = unsafe { ffi::lf_vector_memory(host.raw(), self.raw(), &mut checks) };
        can.then_some(checks)
    }

    /// Widths in bits, less than that of addresses, of recurrences of this loop that an address is computed from, also
    /// of those that are known not to wrap around.
    pub fn narrow_subscripts(self, host: &Host, address: Value<'_>) -> impl Iterator<Item = u32> {
        // SAFETY: live host, loop and value.
        let widths = unsafe { ffi::lf_narrow_subscripts(host.raw(), self.raw(), address.raw()) };
        set_bits(widths)
    }

    /// The same of those that anything in the loop extends.
    pub fn narrow_counters(self, host: &Host) -> impl Iterator<Item = u32> {
        // SAFETY: live host and loop.
        set_bits(unsafe { ffi::lf_narrow_counters(host.raw(), self.raw()) })
    }

    /// How a phi of the header recurs.
    pub fn recurrence(self, host: &Host, phi: Value<'_>) -> Recurrence {
        // SAFETY: live host, loop and header phi.
        match unsafe { ffi::lf_vector_phi(host.raw(), self.raw(), phi.raw()) } {
            0 => Recurrence::Induction,
            1 => Recurrence::Reduction,
            2 => Recurrence::OrderedReduction,
            3 => Recurrence::FirstOrder,
            _ => Recurrence::Other,
        }
    }

    /// Does a later loop go on with what this one has accumulated, in an operation that may be done in any order?
    pub fn is_continued_by(self, second: Self) -> bool {
        // SAFETY: live loops.
        unsafe { ffi::lf_is_continued(self.raw(), second.raw()) }
    }

    /// Lets a later loop begin anew with what it goes on with, and adds what this one has accumulated behind it.
    pub fn begin_anew(self, host: &'h Host, second: Self) {
        // SAFETY: live host and loops.
        unsafe { ffi::lf_begin_anew(host.raw(), self.raw(), second.raw()) }
        host.ir_changed();
    }

    /// What a processor carries out for an iteration of an innermost loop that is not vectorised. None if it has calls, or
    /// operations that wait for others of their kind, as divisions do.
    pub fn operations(self, host: &Host) -> Option<Operations> {
        let mut operations = Operations::default();
        // SAFETY: live host and loop.
        unsafe { ffi::lf_operations(host.raw(), self.raw(), &raw mut operations) }
            .then_some(operations)
    }

    /// The attributes of the loop's metadata.
    pub fn attributes(self) -> Vec<Attribute<'h>> {
        // SAFETY: live loop.
        collect(|push, vector| unsafe { ffi::lf_loop_attributes(self.raw(), push, vector) })
            .into_iter()
            .filter_map(|p| NonNull::new(p.cast()))
            .map(|p| Attribute(p, PhantomData))
            .collect()
    }

    /// Does the loop bear an attribute?
    pub fn has_attribute(self, name: &CStr) -> bool {
        // SAFETY: live loop and string.
        unsafe { ffi::lf_loop_has_attribute(self.raw(), name.as_ptr()) }
    }
}

/// Collects the blocks that a bridge function pushes.
fn blocks<'h>(fill: impl FnOnce(ffi::Push, *mut std::ffi::c_void)) -> Vec<Block<'h>> {
    let handles = collect(fill).into_iter();
    handles
        .filter_map(|raw| Block::from_nullable(raw.cast()))
        .collect()
}

impl Attribute<'_> {
    pub(super) fn raw(self) -> *mut RawAttribute {
        self.0.as_ptr()
    }

    /// The attribute's name, such as `llvm.loop.unroll.disable`.
    pub fn name(self) -> String {
        // SAFETY: metadata lives as long as the module's context.
        take_string(unsafe { ffi::lf_attribute_name(self.raw()) })
    }

    /// Its integer operand, if it has one.
    pub fn value(self) -> Option<i64> {
        let mut value = 0;
        // SAFETY: live metadata, valid out-pointer.
        unsafe { ffi::lf_attribute_value(self.raw(), &mut value) }.then_some(value)
    }
}

/// Places of the bits that are set, the lowest being 1.
fn set_bits(bits: u64) -> impl Iterator<Item = u32> {
    (0..u64::BITS)
        .filter(move |place| bits >> place & 1 == 1)
        .map(|place| place + 1)
}
