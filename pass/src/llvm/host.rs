//! One function under the pass, with LLVM's analyses of it.

use super::ffi::{self, RawHost, RawLoop};
use super::{Block, Effects, Loop, Scev, Value, collect, take_string};
use llvm_sys::LLVMAttributeFunctionIndex;
use llvm_sys::core::{
    LLVMGetFirstBasicBlock, LLVMGetNextBasicBlock, LLVMGetStringAttributeAtIndex,
    LLVMGetStringAttributeValue,
};
use std::cell::Cell;
use std::ptr::NonNull;

/// One function under the pass. Analyses are computed when first asked for.
pub struct Host {
    raw: NonNull<RawHost>,
}

/// What is done to loops besides bringing them into canonical form.
#[derive(Clone, Copy, Debug, Default)]
pub struct Preparation {
    /// Invariant code leaves the loops.
    pub hoist: bool,
    /// Counters are widened, and what loops leave behind is computed from counts.
    pub widen: bool,
}

/// Loops to be prepared, by their places in memory; none for all.
pub struct Chosen(Option<Vec<*mut RawLoop>>);

impl Chosen {
    /// All there are.
    pub const ALL: Chosen = Chosen(None);

    /// These only.
    pub fn only<'h>(loops: impl IntoIterator<Item = Loop<'h>>) -> Self {
        Chosen(Some(loops.into_iter().map(Loop::raw).collect()))
    }
}

/// How far a `getelementptr` leads from its base, in bytes.
pub struct ElementOffset<'h> {
    /// In any case.
    pub constant: i64,
    /// Numbers, and how often each counts.
    pub variables: Vec<(Value<'h>, i64)>,
    /// The sum is what is added to the base modulo 2^n only.
    pub may_wrap: bool,
}

impl Host {
    /// # Safety
    /// `raw` is a live host of the bridge that outlives the result, and nobody
    /// else edits its function meanwhile.
    pub(crate) unsafe fn from_raw(raw: NonNull<RawHost>) -> Self {
        Host { raw }
    }

    pub(super) fn raw(&self) -> *mut RawHost {
        self.raw.as_ptr()
    }

    /// The function's name.
    pub fn function_name(&self) -> String {
        self.function().name()
    }

    /// The function itself, as a value.
    pub fn function(&self) -> Value<'_> {
        // SAFETY: the host's function outlives the host.
        unsafe { Value::from_raw(ffi::lf_function(self.raw())) }
    }

    /// The block where the function begins.
    pub fn entry(&self) -> Block<'_> {
        // SAFETY: the pass runs on functions with a body.
        let block = unsafe { llvm_sys::core::LLVMGetEntryBasicBlock(self.function().raw()) };
        Block::from_nullable(block).expect("the function has a body")
    }

    /// The processor that the function is to be fast on, as LLVM names it; empty if nobody says.
    pub fn tuned_for(&self) -> String {
        let mut names = ["tune-cpu", "target-cpu"].into_iter();
        names
            .find_map(|name| self.string_attribute(name))
            .unwrap_or_default()
    }

    /// The value of an attribute that the function has by that name.
    fn string_attribute(&self, name: &str) -> Option<String> {
        let (function, index) = (self.function().raw(), LLVMAttributeFunctionIndex);
        let length = u32::try_from(name.len()).ok()?;
        // SAFETY: a live function; the name is as long as it says.
        let attribute =
            unsafe { LLVMGetStringAttributeAtIndex(function, index, name.as_ptr().cast(), length) };
        if attribute.is_null() {
            return None;
        }
        let mut length = 0;
        // SAFETY: a live attribute, whose value lives as long as LLVM's context.
        let value = unsafe {
            let text = LLVMGetStringAttributeValue(attribute, &mut length);
            std::slice::from_raw_parts(text.cast::<u8>(), length as usize)
        };
        Some(String::from_utf8_lossy(value).into_owned())
    }

    /// All blocks, the entry first.
    pub fn blocks(&self) -> Vec<Block<'_>> {
        // SAFETY: live function and blocks.
        let first = unsafe { LLVMGetFirstBasicBlock(self.function().raw()) };
        let next = |block: &Block<'_>| {
            // SAFETY: as above.
            Block::from_nullable(unsafe { LLVMGetNextBasicBlock(block.raw()) })
        };
        std::iter::successors(Block::from_nullable(first), next).collect()
    }

    /// Top-level loops in program order.
    pub fn top_level_loops(&self) -> Vec<Loop<'_>> {
        Loop::children_of(self, None)
    }

    /// All loops without loops inside.
    pub fn innermost_loops(&self) -> Vec<Loop<'_>> {
        let (mut left, mut innermost) = (self.top_level_loops(), vec![]);
        while let Some(l) = left.pop() {
            let children = l.children(self);
            if children.is_empty() {
                innermost.push(l);
            }
            left.extend(children);
        }
        innermost
    }

    /// The innermost loop around a block.
    pub fn innermost_loop(&self, block: Block<'_>) -> Option<Loop<'_>> {
        // SAFETY: live host and block.
        Loop::from_raw(unsafe { ffi::lf_innermost_loop(self.raw(), block.raw()) })
    }

    /// Can control reach a block at all?
    pub fn is_reachable(&self, block: Block<'_>) -> bool {
        // SAFETY: live host and block.
        unsafe { ffi::lf_is_reachable(self.raw(), block.raw()) }
    }

    /// Does every way to `b` lead through `a`?
    pub fn dominates(&self, a: Block<'_>, b: Block<'_>) -> bool {
        // SAFETY: live host and blocks.
        unsafe { ffi::lf_dominates(self.raw(), a.raw(), b.raw()) }
    }

    /// The last block that all ways to `a` and `b` lead through.
    pub fn nearest_dominator<'h>(&'h self, a: Block<'h>, b: Block<'h>) -> Option<Block<'h>> {
        // SAFETY: live host and blocks.
        Block::from_nullable(unsafe { ffi::lf_nearest_dominator(self.raw(), a.raw(), b.raw()) })
    }

    /// The first block that all ways from `a` and `b` to the function's end lead through.
    pub fn nearest_post_dominator<'h>(&'h self, a: Block<'h>, b: Block<'h>) -> Option<Block<'h>> {
        // SAFETY: live host and blocks.
        let found = unsafe { ffi::lf_nearest_post_dominator(self.raw(), a.raw(), b.raw()) };
        Block::from_nullable(found)
    }

    /// Are there cycles that are no loops?
    pub fn has_irreducible_control(&self) -> bool {
        // SAFETY: live host.
        unsafe { ffi::lf_has_irreducible_control(self.raw()) }
    }

    /// May code be added that allocates memory on the heap, and gives it back?
    pub fn has_heap(&self) -> bool {
        // SAFETY: live host.
        unsafe { ffi::lf_has_heap(self.raw()) }
    }

    /// The block that every way to `block` leads through last; none of the entry.
    pub fn immediate_dominator<'h>(&'h self, block: Block<'h>) -> Option<Block<'h>> {
        // SAFETY: live host and block.
        Block::from_nullable(unsafe { ffi::lf_immediate_dominator(self.raw(), block.raw()) })
    }

    /// Alias answers and loop access results are dropped; call after edits.
    pub fn ir_changed(&self) {
        // SAFETY: live host.
        unsafe { ffi::lf_ir_changed(self.raw()) }
    }

    /// Simplifies and closes the loops, and then brings into canonical form those that are chosen then, all if none
    /// are, and does what else is asked for to them. Returns whether the IR changed.
    pub fn canonicalise(
        &mut self,
        also: Preparation,
        choose: impl FnOnce(&Host) -> Chosen,
    ) -> bool {
        // SAFETY: live host; `&mut` means that no handles are held.
        let simplified = unsafe { ffi::lf_simplify(self.raw(), also.hoist) };
        let chosen = choose(self);
        let (loops, number) = match &chosen.0 {
            None => (std::ptr::null(), 0),
            Some(loops) => (loops.as_ptr(), loops.len()),
        };
        // SAFETY: as above; the bridge does not look into the loops.
        let changed =
            unsafe { ffi::lf_canonicalise(self.raw(), also.hoist, also.widen, loops, number) };
        simplified || changed
    }

    /// Forwards stores to loads and removes what became dead.
    pub fn tidy(&mut self) -> bool {
        // SAFETY: as for `canonicalise`.
        unsafe { ffi::lf_tidy(self.raw()) }
    }

    /// Invalidates the analyses that do not follow the edits of fusion.
    pub fn invalidate_after_fusion(&mut self) {
        // SAFETY: as for `canonicalise`.
        unsafe { ffi::lf_invalidate_after_fusion(self.raw()) }
    }

    /// A copy of the function to try things on; gone when dropped.
    pub fn draft(&self) -> Draft {
        // SAFETY: live host; the bridge returns a new host that `Draft` owns.
        let raw = unsafe { ffi::lf_draft_begin(self.raw()) };
        let raw = NonNull::new(raw).expect("the bridge allocates or aborts");
        // SAFETY: `Draft` keeps `raw` alive until it drops it.
        let host = unsafe { Host::from_raw(raw) };
        Draft { host }
    }

    /// May a draft become the function? Not if addresses of its labels are known elsewhere.
    pub fn can_adopt(&self) -> bool {
        // SAFETY: live host.
        unsafe { ffi::lf_can_adopt(self.raw()) }
    }

    /// Gives the function the body of a draft of it. All handles into the function are stale.
    pub fn adopt(&mut self, draft: Draft) {
        // SAFETY: both are live, and no handles are held.
        unsafe { ffi::lf_draft_adopt(self.raw(), draft.host.raw()) }
    }

    /// Checks IR, dominators, post-dominators, loops, LCSSA and scalar
    /// evolution; the error says which is broken.
    pub fn verify(&self) -> Result<(), String> {
        let mut message = ffi::RawString {
            data: std::ptr::null_mut(),
            size: 0,
        };
        // SAFETY: live host, valid out-pointer.
        if unsafe { ffi::lf_verify(self.raw(), &mut message) } {
            return Ok(());
        }
        Err(take_string(message))
    }

    /// What an instruction does besides computing its value.
    pub fn effects(&self, instruction: Value<'_>) -> Effects {
        // SAFETY: live host and instruction.
        Effects::from_bits(unsafe { ffi::lf_effects(self.raw(), instruction.raw()) })
    }

    /// Pointer operand and size in bytes of a load or store of fixed size.
    pub fn access<'h>(&'h self, instruction: Value<'h>) -> Option<(Value<'h>, u64)> {
        let mut bytes = 0;
        // SAFETY: live host and instruction, valid out-pointer.
        let pointer = unsafe { ffi::lf_access(self.raw(), instruction.raw(), &mut bytes) };
        Value::from_nullable(pointer).map(|p| (p, bytes))
    }

    /// The argument of a call with a number, an integer, if it would be undefined to pass poison.
    pub fn defined_argument<'h>(&'h self, call: Value<'h>, number: u32) -> Option<Value<'h>> {
        // SAFETY: live value.
        Value::from_nullable(unsafe { ffi::lf_defined_argument(call.raw(), number) })
    }

    /// How far a `getelementptr` leads from its base.
    pub fn element_offset<'h>(&'h self, address: Value<'h>) -> Option<ElementOffset<'h>> {
        const MOST: usize = 4;
        let (mut variables, mut scales) = ([std::ptr::null_mut(); MOST], [0; MOST]);
        let (mut constant, mut may_wrap) = (0, false);
        // SAFETY: live host and value; as much room as is said.
        let count = unsafe {
            ffi::lf_element_offset(
                self.raw(),
                address.raw(),
                variables.as_mut_ptr(),
                scales.as_mut_ptr(),
                MOST,
                &mut constant,
                &mut may_wrap,
            )
        };
        let count = usize::try_from(count).ok()?;
        let all = variables.into_iter().zip(scales).take(count);
        let known = all.filter_map(|(v, scale)| Some((Value::from_nullable(v)?, scale)));
        Some(ElementOffset {
            constant,
            variables: known.collect(),
            may_wrap,
        })
    }

    /// How many elements an `alloca` makes room for, if that is a variable, and the bytes of each.
    pub fn alloca_count<'h>(&'h self, memory: Value<'h>) -> Option<(Value<'h>, u64)> {
        let mut bytes = 0;
        // SAFETY: live host and value.
        let count = unsafe { ffi::lf_alloca_count(self.raw(), memory.raw(), &mut bytes) };
        Some((Value::from_nullable(count)?, bytes))
    }

    /// May a call return twice, as `setjmp` does, so that code runs again that control flow
    /// does not lead back to?
    pub fn returns_twice(&self) -> bool {
        // SAFETY: live host.
        unsafe { ffi::lf_returns_twice(self.raw()) }
    }

    /// Bytes of local memory, as an expression; none if nobody knows.
    pub fn allocated_bytes<'h>(&'h self, memory: Value<'h>) -> Option<Scev<'h>> {
        // SAFETY: live host and value.
        Scev::from_raw(unsafe { ffi::lf_allocated_bytes(self.raw(), memory.raw()) })
    }

    /// Has local memory been folded onto some of its rows?
    pub fn is_folded(&self, memory: Value<'_>) -> bool {
        // SAFETY: live value.
        unsafe { ffi::lf_is_folded(memory.raw()) }
    }

    /// Does local memory hold nothing to begin with, or nothing that is read?
    pub fn is_uninitialised(&self, memory: Value<'_>) -> bool {
        // SAFETY: live host and value.
        unsafe { ffi::lf_is_uninitialised(self.raw(), memory.raw()) }
    }

    /// May an instruction run in front of another whether or not it ran where it stands,
    /// once it promises nothing?
    pub fn is_speculatable(&self, instruction: Value<'_>, position: Value<'_>) -> bool {
        // SAFETY: live host and instructions.
        unsafe { ffi::lf_is_speculatable(self.raw(), instruction.raw(), position.raw()) }
    }

    /// May an instruction run where it did not, with all that it promises?
    pub fn is_safe_anywhere(&self, instruction: Value<'_>) -> bool {
        // SAFETY: live instruction.
        unsafe { ffi::lf_is_safe_anywhere(instruction.raw()) }
    }

    /// May an instruction load the number of the last error?
    pub fn may_read_errno(&self, instruction: Value<'_>) -> bool {
        // SAFETY: live host and instruction.
        unsafe { ffi::lf_may_read_errno(self.raw(), instruction.raw()) }
    }

    /// Does a call write `errno` and touch no other memory?
    pub fn only_sets_errno(&self, instruction: Value<'_>) -> bool {
        // SAFETY: live instruction.
        unsafe { ffi::lf_only_sets_errno(instruction.raw()) }
    }

    /// The object that a pointer points into, as far as it can be seen.
    pub fn underlying_object<'h>(&'h self, pointer: Value<'h>) -> Value<'h> {
        // SAFETY: live host and pointer value.
        unsafe { Value::from_raw(ffi::lf_underlying_object(self.raw(), pointer.raw())) }
    }

    /// May two instructions, of any iterations, touch the same memory, one of
    /// them writing? As the program stands, `earlier` runs before `later`.
    /// `keep_scopes`: alias scopes of their metadata count.
    pub fn may_conflict(&self, earlier: Value<'_>, later: Value<'_>, keep_scopes: bool) -> bool {
        // SAFETY: live host and instructions.
        unsafe { ffi::lf_may_conflict(self.raw(), earlier.raw(), later.raw(), keep_scopes) }
    }

    /// Are two objects disjoint, whatever the offsets into them?
    pub fn objects_disjoint(&self, a: Value<'_>, b: Value<'_>) -> bool {
        // SAFETY: live host and pointers.
        unsafe { ffi::lf_objects_disjoint(self.raw(), a.raw(), b.raw()) }
    }

    /// What condition `a` being `a_true` makes of condition `b`.
    pub fn condition_implies(&self, a: Value<'_>, b: Value<'_>, a_true: bool) -> Option<bool> {
        // SAFETY: live host and values.
        tri_state(unsafe { ffi::lf_condition_implies(self.raw(), a.raw(), b.raw(), a_true) })
    }

    /// What the branches that dominate `block` make of a condition that is branched on.
    pub fn condition_at(&self, condition: Value<'_>, block: Block<'_>) -> Option<bool> {
        // SAFETY: live host, value and block.
        tri_state(unsafe { ffi::lf_condition_at(self.raw(), condition.raw(), block.raw()) })
    }

    /// Conditions that hold, or that do not, when a block runs in an iteration of a loop and of those in it, as branches say in that
    /// iteration.
    pub fn conditions_in<'h>(
        &'h self,
        block: Block<'h>,
        l: Loop<'h>,
        hold: bool,
    ) -> impl Iterator<Item = Value<'h>> {
        // SAFETY: live host, block and loop; what is pushed are live values.
        let all = super::collect(|push, vector| unsafe {
            ffi::lf_conditions_in(self.raw(), block.raw(), l.raw(), hold, push, vector);
        });
        // SAFETY: as above.
        all.into_iter()
            .map(|raw| unsafe { Value::from_raw(raw.cast()) })
    }

    /// By how much condition `a` being `a_true` is further from turning than `b`
    /// being `b_true`, as orders of exact integers, if that is a constant. If it is
    /// not negative, the latter implies the former. Both are branched on.
    pub fn condition_margin(
        &self,
        (a, a_true): (Value<'_>, bool),
        (b, b_true): (Value<'_>, bool),
    ) -> Option<i64> {
        let mut difference = 0;
        let (a, b) = (a.raw(), b.raw());
        // SAFETY: live host and values, valid out-pointer.
        unsafe { ffi::lf_condition_margin(self.raw(), a, a_true, b, b_true, &mut difference) }
            .then_some(difference)
    }

    /// Are two comparisons the same (`true`) or opposite (`false`) ones?
    pub fn condition_same(&self, a: Value<'_>, b: Value<'_>) -> Option<bool> {
        // SAFETY: live host and values.
        tri_state(unsafe { ffi::lf_condition_same(self.raw(), a.raw(), b.raw()) })
    }

    /// Is the function compiled for size (`-Os`, `-Oz`)?
    pub fn is_for_size(&self) -> bool {
        // SAFETY: live host.
        unsafe { ffi::lf_is_for_size(self.raw()) }
    }

    /// Width in bits of the target's vector registers; 0 if it has none.
    pub fn vector_bits(&self) -> u32 {
        // SAFETY: live host.
        unsafe { ffi::lf_vector_bits(self.raw()) }
    }

    /// How many registers the target has for vectors and floating-point numbers, or for
    /// integers.
    pub fn registers(&self, for_vectors: bool) -> u32 {
        // SAFETY: live host.
        unsafe { ffi::lf_registers(self.raw(), for_vectors) }
    }

    /// Memory of the function's own: what its instructions allocate, in their order, and static variables that only it uses,
    /// in one call at a time, as far as they name them.
    pub fn local_memory(&self) -> Vec<Value<'_>> {
        // SAFETY: live host; what is pushed are live values.
        collect(|push, vector| unsafe { ffi::lf_local_memory(self.raw(), push, vector) })
            .into_iter()
            .map(|raw| unsafe { Value::from_raw(raw.cast()) })
            .collect()
    }

    /// Users of a value, without instructions of other functions: the original of a draft uses
    /// the same static variables.
    pub fn users<'h>(&'h self, value: Value<'h>) -> impl Iterator<Item = Value<'h>> {
        // SAFETY: live host and user.
        let is_here = |user: &Value<'h>| unsafe { ffi::lf_may_be_here(self.raw(), user.raw()) };
        value.users().filter(is_here)
    }

    /// The innermost loop that an instruction is in.
    pub fn loop_of<'h>(&'h self, instruction: Value<'h>) -> Option<Loop<'h>> {
        self.innermost_loop(instruction.block()?)
    }

    /// The block that local memory begins to live in; that of static variables begins, for one
    /// call, where the function does.
    pub fn begin_of<'h>(&'h self, memory: Value<'h>) -> Option<Block<'h>> {
        // SAFETY: live function and block.
        let entry =
            || Block::from_nullable(unsafe { LLVMGetFirstBasicBlock(self.function().raw()) });
        memory.block().or_else(entry)
    }

    /// The innermost loop that local memory begins to live in anew in each iteration.
    pub fn home_of<'h>(&'h self, memory: Value<'h>) -> Option<Loop<'h>> {
        self.innermost_loop(self.begin_of(memory)?)
    }

    /// Is a value memory of the function's own, which goes if nothing reads it?
    pub fn is_local_memory(&self, value: Value<'_>) -> bool {
        // SAFETY: live host and value.
        unsafe { ffi::lf_is_local_memory(self.raw(), value.raw()) }
    }

    /// Is it a static array that nothing but this function touches, whoever runs the function?
    pub fn is_own_static(&self, value: Value<'_>) -> bool {
        // SAFETY: live host and value.
        unsafe { ffi::lf_is_own_static(self.raw(), value.raw()) }
    }

    /// Does a call mark where `memory` begins or ends to live, or give it back, and do nothing
    /// else with `pointer`, one of its arguments, which is all of the memory or null?
    pub fn ends_memory(&self, call: Value<'_>, pointer: Value<'_>, memory: Value<'_>) -> bool {
        // SAFETY: live host and values.
        unsafe { ffi::lf_ends_memory(self.raw(), call.raw(), pointer.raw(), memory.raw()) }
    }

    /// Does a call give memory back by a function of the language's library, which does nothing
    /// with its other arguments?
    pub fn is_library_free(&self, call: Value<'_>) -> bool {
        // SAFETY: live host and value.
        unsafe { ffi::lf_is_library_free(self.raw(), call.raw()) }
    }

    /// May an instruction behind `position` run though control leaves at `position`, once other
    /// metadata promises nothing? It does not trap, nor promises in other ways.
    pub fn may_run_anyway(&self, instruction: Value<'_>, position: Value<'_>) -> bool {
        // SAFETY: live host and instructions.
        unsafe { ffi::lf_may_run_anyway(self.raw(), instruction.raw(), position.raw()) }
    }

    /// Does a call give memory back by a function of the library, and do nothing if it is given
    /// null?
    pub fn takes_null(&self, call: Value<'_>) -> bool {
        // SAFETY: a live call of a known function.
        self.is_library_free(call) && unsafe { ffi::lf_takes_null(call.raw()) }
    }

    /// Does the target vectorise floating-point reductions in strict order?
    pub fn vectorises_ordered_reductions(&self) -> bool {
        // SAFETY: live host.
        unsafe { ffi::lf_vector_ordered_reductions(self.raw()) }
    }

    /// Has a call a vector form?
    pub fn is_vector_call(&self, call: Value<'_>) -> bool {
        // SAFETY: live host and call.
        unsafe { ffi::lf_vector_call(self.raw(), call.raw()) }
    }
}

/// A copy of a function, removed again when dropped.
pub struct Draft {
    host: Host,
}

impl Draft {
    /// The copy's host.
    pub fn host(&mut self) -> &mut Host {
        &mut self.host
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        // SAFETY: made by lf_draft_begin; handles borrow the draft and are gone.
        unsafe { ffi::lf_draft_end(self.host.raw()) }
    }
}

fn tri_state(answer: i32) -> Option<bool> {
    match answer {
        0 => Some(false),
        1 => Some(true),
        _ => None,
    }
}

/// The release of the LLVM that loaded the plugin: major, minor.
pub(crate) fn loaded_release() -> (u32, u32) {
    let (major, minor, patch) = (Cell::new(0), Cell::new(0), Cell::new(0));
    // SAFETY: three valid out-pointers.
    unsafe { llvm_sys::core::LLVMGetVersion(major.as_ptr(), minor.as_ptr(), patch.as_ptr()) };
    (major.get(), minor.get())
}
