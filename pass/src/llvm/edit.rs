//! Edits. Whoever deletes something drops its handles.

use super::ffi::{self, RawCarried, RawEdge};
use super::{Attribute, Block, Host, Loop, Value};
use std::ffi::{CStr, CString};

/// A control-flow edge that was inserted or deleted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Edge<'h> {
    /// Where it starts.
    pub from: Block<'h>,
    /// Where it ends.
    pub to: Block<'h>,
    /// Inserted, else deleted.
    pub inserted: bool,
}

// SAFETY (whole module): every handle is live by the rules of `llvm`; each
// function is one call of the bridge with live handles.

/// Moves an instruction, with its debug records, before another.
pub fn move_before(instruction: Value<'_>, position: Value<'_>) {
    // SAFETY: see above.
    unsafe { ffi::lf_move_before(instruction.raw(), position.raw()) }
}

/// Lets a block's conditional branch be on the frozen condition.
pub fn freeze_condition(block: Block<'_>) {
    // SAFETY: see above.
    unsafe { ffi::lf_freeze_condition(block.raw()) }
}

/// Moves the debug records of one instruction before another.
pub fn move_debug_records(from: Value<'_>, to: Value<'_>) {
    // SAFETY: see above.
    unsafe { ffi::lf_move_debug_records(from.raw(), to.raw()) }
}

/// Whether all of some conditions hold, computed in front of an instruction.
pub fn and<'h>(position: Value<'h>, conditions: &[Value<'h>]) -> Value<'h> {
    let conditions: Vec<_> = conditions.iter().map(|c| c.raw()).collect();
    // SAFETY: see above; the array outlives the call.
    unsafe {
        Value::from_raw(ffi::lf_and(
            position.raw(),
            conditions.as_ptr(),
            conditions.len(),
        ))
    }
}

/// The first place in a block for an ordinary instruction.
pub fn first_insertion_point(block: Block<'_>) -> Value<'_> {
    // SAFETY: see above; blocks have a terminator.
    unsafe { Value::from_raw(ffi::lf_first_insertion_point(block.raw())) }
}

/// Moves a phi behind the phis of a block.
pub fn move_phi(phi: Value<'_>, block: Block<'_>) {
    // SAFETY: see above.
    unsafe { ffi::lf_move_phi(phi.raw(), block.raw()) }
}

/// Renames a phi's predecessor.
pub fn set_incoming_block(phi: Value<'_>, old: Block<'_>, new: Block<'_>) {
    // SAFETY: see above.
    unsafe { ffi::lf_phi_set_block(phi.raw(), old.raw(), new.raw()) }
}

/// Changes a phi's value for one predecessor.
pub fn set_incoming_value(phi: Value<'_>, block: Block<'_>, value: Value<'_>) {
    // SAFETY: see above.
    unsafe { ffi::lf_phi_set_value(phi.raw(), block.raw(), value.raw()) }
}

/// Replaces all uses.
pub fn replace_uses(old: Value<'_>, new: Value<'_>) {
    // SAFETY: see above.
    unsafe { ffi::lf_replace_uses(old.raw(), new.raw()) }
}

/// Replaces the uses in some blocks; a phi uses at the end of the predecessor.
pub fn replace_uses_in_blocks(old: Value<'_>, new: Value<'_>, blocks: &[Block<'_>]) {
    replace_uses_where(old, new, blocks, true);
}

/// Replaces the uses in all blocks but some; a phi uses at the end of the
/// predecessor.
pub fn replace_uses_outside(old: Value<'_>, new: Value<'_>, blocks: &[Block<'_>]) {
    replace_uses_where(old, new, blocks, false);
}

fn replace_uses_where(old: Value<'_>, new: Value<'_>, blocks: &[Block<'_>], inside: bool) {
    let raw: Vec<_> = blocks.iter().map(|b| b.raw()).collect();
    let (data, size) = (raw.as_ptr(), raw.len());
    // SAFETY: see above.
    unsafe { ffi::lf_replace_uses_in_blocks(old.raw(), new.raw(), data, size, inside) }
}

/// Gives a phi a value for one more predecessor.
pub fn add_incoming(phi: Value<'_>, value: Value<'_>, block: Block<'_>) {
    // SAFETY: see above.
    unsafe { ffi::lf_phi_add(phi.raw(), value.raw(), block.raw()) }
}

/// Takes a predecessor from a phi.
pub fn remove_incoming(phi: Value<'_>, block: Block<'_>) {
    // SAFETY: see above.
    unsafe { ffi::lf_phi_remove(phi.raw(), block.raw()) }
}

/// Lets a latch say of its loop what another latch says of its own.
pub fn copy_loop_metadata(from: Block<'_>, to: Block<'_>) {
    // SAFETY: see above.
    unsafe { ffi::lf_copy_loop_metadata(from.raw(), to.raw()) }
}

/// Erases an instruction without uses.
pub fn erase(instruction: Value<'_>) {
    // SAFETY: see above.
    unsafe { ffi::lf_erase(instruction.raw()) }
}

/// Redirects the edges from one block to another.
pub fn replace_successor(from: Block<'_>, old: Block<'_>, new: Block<'_>) {
    // SAFETY: see above.
    unsafe { ffi::lf_replace_successor(from.raw(), old.raw(), new.raw()) }
}

/// Ends a block with a plain branch.
pub fn branch_always(from: Block<'_>, to: Block<'_>) {
    // SAFETY: see above.
    unsafe { ffi::lf_branch_always(from.raw(), to.raw()) }
}

/// Copies instructions, of which each may use those before it, in front of another one. The copies promise nothing.
pub fn copy_before<'h>(position: Value<'h>, values: &[Value<'h>]) -> Vec<Value<'h>> {
    let values: Vec<_> = values.iter().map(|v| v.raw()).collect();
    let mut copies = vec![std::ptr::null_mut(); values.len()];
    // SAFETY: see above; the arrays outlive the call, which fills the second one with live values.
    unsafe {
        ffi::lf_copy_before(
            position.raw(),
            values.as_ptr(),
            values.len(),
            copies.as_mut_ptr(),
        );
        copies.into_iter().map(|raw| Value::from_raw(raw)).collect()
    }
}

/// Deletes an instruction that is dead, and what dies with it.
pub fn delete_if_dead(value: Value<'_>) {
    // SAFETY: see above.
    unsafe { ffi::lf_delete_dead(value.raw()) }
}

/// Replaces the phis of a block with just one entry by its value, unless that is `kept`.
pub fn drop_renaming_phis<'h>(block: Block<'h>, kept: impl Fn(Value<'h>) -> bool) {
    let phis: Vec<_> = block.phis().collect();
    for phi in phis {
        if let [(value, _)] = phi.incoming()[..]
            && !kept(value)
        {
            replace_uses(phi, value);
            erase(phi);
        }
    }
}

/// Drops what an instruction's attributes and metadata promise: it may run where it did not.
pub fn drop_promises(instruction: Value<'_>) {
    // SAFETY: see above.
    unsafe { ffi::lf_drop_promises(instruction.raw()) }
}

/// Says of an array's memory that it is folded; debuggers do not find the variable there any
/// more.
pub fn mark_folded(memory: Value<'_>) {
    // SAFETY: see above.
    unsafe { ffi::lf_mark_folded(memory.raw()) }
}

/// Says of memory whether nothing reads what it holds when it is allocated. That is true only
/// till other passes run: what stores the same to it once more goes.
pub fn mark_overwritten(memory: Value<'_>, is: bool) {
    // SAFETY: see above.
    unsafe { ffi::lf_mark_overwritten(memory.raw(), is) }
}

/// Deletes the dead phis of a block.
pub fn delete_dead_phis(block: Block<'_>) {
    // SAFETY: see above.
    unsafe { ffi::lf_delete_dead_phis(block.raw()) }
}

/// Replaces the attributes of a loop's metadata.
pub fn set_attributes(l: Loop<'_>, attributes: &[Attribute<'_>]) {
    let raw: Vec<_> = attributes.iter().map(|a| a.raw()).collect();
    // SAFETY: see above; the bridge copies the array.
    unsafe { ffi::lf_set_loop_attributes(l.raw(), raw.as_ptr(), raw.len()) }
}

/// Says in a loop's metadata how many vectorised iterations to run side by side.
pub fn interleave(l: Loop<'_>, times: u32) {
    add_number(l, c"llvm.loop.interleave.count", times);
}

/// Says in a loop's metadata that it is not to be vectorised as a loop.
pub fn keep_from_vectors(l: Loop<'_>) {
    add_number(l, c"llvm.loop.vectorize.enable", 0);
}

fn add_number(l: Loop<'_>, name: &CStr, number: u32) {
    // SAFETY: see above; the bridge copies the name.
    unsafe { ffi::lf_add_loop_number(l.raw(), name.as_ptr(), number) }
}

/// Adds a bare attribute to a loop's metadata.
pub fn add_attribute(l: Loop<'_>, name: &CStr) {
    // SAFETY: see above; the bridge copies the name.
    unsafe { ffi::lf_add_loop_attribute(l.raw(), name.as_ptr()) }
}

/// Says in a loop's metadata that these accesses, all that it makes, do not meet in different
/// iterations.
pub fn mark_parallel(l: Loop<'_>, accesses: &[Value<'_>]) {
    let raw: Vec<_> = accesses.iter().map(|a| a.raw()).collect();
    // SAFETY: see above; the bridge copies the array.
    unsafe { ffi::lf_mark_parallel(l.raw(), raw.as_ptr(), raw.len()) }
}

/// Drops metadata that speaks of one iteration or of parallel iterations;
/// with `scopes`, alias scopes too.
pub fn drop_iteration_facts(l: Loop<'_>, scopes: bool) {
    // SAFETY: see above.
    unsafe { ffi::lf_drop_iteration_facts(l.raw(), scopes) }
}

/// A phi with one predecessor, typed and named after `like`.
pub fn new_phi<'h>(
    block: Block<'h>,
    like: Value<'h>,
    incoming: Value<'h>,
    from: Block<'h>,
    suffix: &CStr,
) -> Value<'h> {
    // SAFETY: see above.
    unsafe {
        Value::from_raw(ffi::lf_new_phi(
            block.raw(),
            like.raw(),
            incoming.raw(),
            from.raw(),
            suffix.as_ptr(),
        ))
    }
}

/// Lets the loop of a preheader, header and latch run until the iteration of a number,
/// an integer of any width; the first one has the number 0.
pub fn count_to(preheader: Block<'_>, header: Block<'_>, latch: Block<'_>, last: Value<'_>) {
    // SAFETY: see above; the latch ends in a two-way branch.
    unsafe { ffi::lf_count_to(preheader.raw(), header.raw(), latch.raw(), last.raw()) }
}

/// Lets one latch decide as another does. Each comes with its header.
pub fn copy_exit_test(from: (Block<'_>, Block<'_>), to: (Block<'_>, Block<'_>)) {
    // SAFETY: see above; both latches end in two-way branches.
    unsafe {
        ffi::lf_copy_exit_test(from.0.raw(), from.1.raw(), to.0.raw(), to.1.raw());
    }
}

impl Host {
    /// A condition of which nothing is known, in front of an instruction: both ways must be right.
    pub fn free_choice<'h>(&'h self, position: Value<'h>) -> Value<'h> {
        // SAFETY: live host and instruction.
        unsafe { Value::from_raw(ffi::lf_free_choice(position.raw())) }
    }

    /// Lets such a condition be true.
    pub fn choose(&self, choice: Value<'_>) {
        // SAFETY: live value, which is gone afterwards.
        unsafe { ffi::lf_choose(choice.raw()) }
    }

    /// A constant of 64 bits.
    pub fn number(&self, n: u64) -> Value<'_> {
        // SAFETY: live host.
        unsafe { Value::from_raw(ffi::lf_number(self.raw(), n)) }
    }

    /// Splits a block before an instruction and returns the second half.
    pub fn split_block<'h>(&'h self, block: Block<'h>, position: Value<'h>) -> Block<'h> {
        // SAFETY: see above.
        let new = unsafe { ffi::lf_split_block(self.raw(), block.raw(), position.raw()) };
        Block::from_nullable(new).expect("a split makes a block")
    }

    /// Looks at a function in which conditional branches always lead to one of their two blocks, each given with that
    /// block. Nothing must be edited, nor asked of ScalarEvolution, which would keep what it finds.
    pub fn with_ways_kept<T>(
        &self,
        ways: &[(Block<'_>, Block<'_>)],
        look: impl FnOnce() -> T,
    ) -> T {
        let (blocks, kept): (Vec<_>, Vec<_>) = ways
            .iter()
            .map(|(block, kept)| (block.raw(), kept.raw()))
            .unzip();
        // SAFETY: see above; the arrays outlive the call.
        let raw = unsafe { ffi::lf_keep_ways(blocks.as_ptr(), kept.as_ptr(), blocks.len()) };
        self.recalculate_dominators();
        let seen = look();
        // SAFETY: made above, restored once; nothing was edited.
        unsafe { ffi::lf_restore_ways(raw) };
        self.recalculate_dominators();
        seen
    }

    /// Computes the dominator trees anew.
    pub fn recalculate_dominators(&self) {
        // SAFETY: see above.
        unsafe { ffi::lf_recalculate_dominators(self.raw()) }
    }

    /// Tells the dominator tree a block's new immediate dominator.
    pub fn set_dominator(&self, block: Block<'_>, dominator: Block<'_>) {
        // SAFETY: see above.
        unsafe { ffi::lf_set_dominator(self.raw(), block.raw(), dominator.raw()) }
    }

    /// Computes the post-dominator tree anew, if anybody holds one.
    pub fn recalculate_postdominators(&self) {
        // SAFETY: see above.
        unsafe { ffi::lf_recalculate_postdominators(self.raw()) }
    }

    /// Updates the dominator trees for edges that have changed, and deletes
    /// blocks that nothing reaches any more. Of what these dominated, `header`
    /// is now dominated by the block that comes with it, the rest by `rest`.
    pub fn apply_edges(
        &self,
        edges: &[Edge<'_>],
        dead: &[Block<'_>],
        (header, dominator): (Block<'_>, Block<'_>),
        rest: Block<'_>,
    ) {
        let raw: Vec<RawEdge> = edges
            .iter()
            .map(|e| RawEdge {
                from: e.from.raw(),
                to: e.to.raw(),
                inserted: e.inserted,
            })
            .collect();
        let dead: Vec<_> = dead.iter().map(|b| b.raw()).collect();
        // SAFETY: see above; the arrays outlive the call.
        unsafe {
            ffi::lf_apply_edges(
                self.raw(),
                raw.as_ptr(),
                raw.len(),
                dead.as_ptr(),
                dead.len(),
                header.raw(),
                dominator.raw(),
                rest.raw(),
            );
        }
    }

    /// Ends a block with a branch on a condition, frozen where it may be poison.
    pub fn branch_if(&self, from: Block<'_>, condition: Value<'_>, targets: [Block<'_>; 2]) {
        self.branch(from, condition, targets, true);
    }

    /// Ends a block with a branch on a condition that is not poison.
    pub fn branch_if_checked(
        &self,
        from: Block<'_>,
        condition: Value<'_>,
        targets: [Block<'_>; 2],
    ) {
        self.branch(from, condition, targets, false);
    }

    fn branch(
        &self,
        from: Block<'_>,
        condition: Value<'_>,
        [if_true, if_false]: [Block<'_>; 2],
        may_be_poison: bool,
    ) {
        let (from, condition) = (from.raw(), condition.raw());
        let (if_true, if_false) = (if_true.raw(), if_false.raw());
        // SAFETY: see above.
        unsafe {
            ffi::lf_branch_if(
                self.raw(),
                from,
                condition,
                if_true,
                if_false,
                may_be_poison,
            );
        }
    }

    /// Allocates memory in front of `position`, which `memory` dominates, for all uses of
    /// `memory`. Where control has not come by `position`, these take null. Returns the new
    /// memory.
    pub fn allocate_before<'h>(&'h self, memory: Value<'h>, position: Value<'h>) -> Value<'h> {
        // SAFETY: see above.
        unsafe {
            let new = ffi::lf_allocate_before(self.raw(), memory.raw(), position.raw());
            Value::from_raw(new)
        }
    }

    /// Copies the branch that a block ends in, and all of its condition, to in front of
    /// `position`, which the block dominates: to `failed` as before, else on. Returns the first
    /// instruction of it.
    pub fn test_before<'h>(
        &'h self,
        (block, failed): (Block<'h>, Block<'h>),
        condition: &[Value<'h>],
        position: Value<'h>,
    ) -> Value<'h> {
        let condition: Vec<_> = condition.iter().map(|value| value.raw()).collect();
        // SAFETY: see above.
        unsafe {
            Value::from_raw(ffi::lf_test_before(
                self.raw(),
                block.raw(),
                failed.raw(),
                condition.as_ptr(),
                condition.len(),
                position.raw(),
            ))
        }
    }

    /// Makes a block that ends in a two-way branch always go one way.
    pub fn fold_branch(&self, block: Block<'_>, to: Block<'_>) {
        // SAFETY: see above.
        unsafe { ffi::lf_fold_branch(self.raw(), block.raw(), to.raw()) }
    }

    /// Deletes a block that nothing reaches any more.
    pub fn delete_unreachable(&self, block: Block<'_>) {
        // SAFETY: see above; `block` is gone afterwards.
        unsafe { ffi::lf_delete_unreachable(self.raw(), block.raw()) }
    }

    /// Gives the edges from some predecessors a block of their own.
    pub fn split_predecessors<'h>(
        &'h self,
        block: Block<'h>,
        predecessors: &[Block<'h>],
    ) -> Block<'h> {
        let raw: Vec<_> = predecessors.iter().map(|b| b.raw()).collect();
        // SAFETY: see above.
        let new =
            unsafe { ffi::lf_split_predecessors(self.raw(), block.raw(), raw.as_ptr(), raw.len()) };
        Block::from_nullable(new).expect("the predecessors are plain branches")
    }

    /// Moves the blocks and inner loops of `second` into `first`.
    pub fn absorb_loop(&self, first: Loop<'_>, second: Loop<'_>) {
        // SAFETY: see above; `second` is gone afterwards.
        unsafe { ffi::lf_loop_absorb(self.raw(), first.raw(), second.raw()) }
    }

    /// Makes ScalarEvolution forget what it knows of a loop.
    pub fn forget_loop(&self, l: Loop<'_>) {
        // SAFETY: see above.
        unsafe { ffi::lf_forget_loop(self.raw(), l.raw()) }
    }

    /// Makes ScalarEvolution forget one value.
    pub fn forget_value(&self, value: Value<'_>) {
        // SAFETY: see above.
        unsafe { ffi::lf_forget_value(self.raw(), value.raw()) }
    }

    /// Makes ScalarEvolution forget where expressions are invariant or defined.
    pub fn forget_dispositions(&self) {
        // SAFETY: see above.
        unsafe { ffi::lf_forget_dispositions(self.raw()) }
    }

    /// Replaces header phis that recur alike by one.
    pub fn merge_congruent_inductions(&self, l: Loop<'_>) {
        // SAFETY: see above.
        unsafe { ffi::lf_merge_inductions(self.raw(), l.raw()) }
    }

    /// What a header phi is after so many iterations, and as many more as a number says, in front
    /// of `position`, if that can be computed from what it starts with.
    pub fn value_after<'h>(
        &'h self,
        l: Loop<'h>,
        phi: Value<'h>,
        (iterations, more): (u64, Option<Value<'h>>),
        position: Value<'h>,
    ) -> Option<Value<'h>> {
        let more = more.map_or(std::ptr::null_mut(), Value::raw);
        let (l, phi, position) = (l.raw(), phi.raw(), position.raw());
        // SAFETY: see above; `more` is live or null.
        let value = unsafe { ffi::lf_value_after(self.raw(), l, phi, iterations, more, position) };
        Value::from_nullable(value)
    }

    /// Lets accesses of an innermost loop that are known to use the same address in the same
    /// iteration use one value for it, so that LLVM sees it, too.
    pub fn merge_addresses(&self, l: Loop<'_>) {
        // SAFETY: see above.
        unsafe { ffi::lf_merge_addresses(self.raw(), l.raw()) }
    }

    /// Replaces loads by what a store of the same loop stored so many iterations before,
    /// handed on by header phis. So many `earlier` iterations of it ran in a copy of the first loop, with a copy
    /// of the store. The loads
    /// `behind` are those of the iterations, so many, of a loop that goes on where `l` stops, without the
    /// store: each finds what was stored at least as many iterations before. Does
    /// nothing where ScalarEvolution does not know the addresses.
    pub fn carry(
        &self,
        l: Loop<'_>,
        store: Value<'_>,
        loads: &[(Value<'_>, u64)],
        earlier: Option<(Value<'_>, u64)>,
        (behind, rest): (&[(Value<'_>, u64)], u64),
    ) {
        let raw = |loads: &[(Value<'_>, u64)]| -> Vec<_> {
            let raw = |&(load, lag): &(Value<'_>, u64)| RawCarried {
                load: load.raw(),
                lag,
            };
            loads.iter().map(raw).collect()
        };
        let (loads, behind) = (raw(loads), raw(behind));
        let (copy, done) = earlier.map_or((std::ptr::null_mut(), 0), |(copy, n)| (copy.raw(), n));
        // SAFETY: see above; there is a load, and the arrays outlive the call.
        unsafe {
            ffi::lf_carry(
                self.raw(),
                l.raw(),
                store.raw(),
                loads.as_ptr(),
                loads.len(),
                copy,
                done,
                behind.as_ptr(),
                behind.len(),
                rest,
            );
        }
    }

    /// `phi + offset` in front of `position`, for a header phi whose next value
    /// comes from `latch`.
    pub fn phi_plus_constant<'h>(
        &'h self,
        phi: Value<'h>,
        latch: Block<'h>,
        offset: i64,
        position: Value<'h>,
        name: &str,
    ) -> Value<'h> {
        let name = CString::new(name).unwrap_or_default();
        // SAFETY: see above.
        unsafe {
            Value::from_raw(ffi::lf_phi_plus_constant(
                self.raw(),
                phi.raw(),
                latch.raw(),
                offset,
                position.raw(),
                name.as_ptr(),
            ))
        }
    }
}
