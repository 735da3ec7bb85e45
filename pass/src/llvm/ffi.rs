//! Declarations of the C++ bridge, in the order of its files.

use crate::model::Operations;
use llvm_sys::prelude::{LLVMBasicBlockRef, LLVMValueRef};
use std::ffi::{c_char, c_int, c_void};

/// An opaque C++ object.
macro_rules! opaque {
    ($($name:ident),*) => {$(
        #[repr(C)]
        pub struct $name {
            _data: [u8; 0],
            _marker: core::marker::PhantomData<(*mut u8, core::marker::PhantomPinned)>,
        }
    )*};
}

opaque!(
    RawHost,
    RawLoop,
    RawScev,
    RawAttribute,
    RawClone,
    RawKeptWays
);

#[repr(C)]
pub struct RawString {
    pub data: *mut c_char,
    pub size: usize,
}

#[repr(C)]
pub struct RawRemarkArgument {
    pub key: *const c_char,
    pub key_size: usize,
    pub value: *const c_char,
    pub value_size: usize,
    pub place: *mut RawLoop,
    pub is_silent: bool,
}

#[repr(C)]
pub struct RawCarried {
    pub load: LLVMValueRef,
    pub lag: u64,
}

#[repr(C)]
pub struct RawLimit {
    pub number: *const RawScev,
    pub limit: u64,
}

/// `LfScaled` of the bridge.
#[repr(C)]
pub struct RawScaled {
    pub last: LLVMValueRef,
    pub last_of_longer: LLVMValueRef,
    pub fits: LLVMValueRef,
    pub has_more: LLVMValueRef,
}

#[repr(C)]
pub struct RawElement {
    pub access: LLVMValueRef,
    pub begin: *const RawScev,
    pub bytes: u64,
}

#[repr(C)]
pub struct RawOwnRows {
    pub begin: LLVMValueRef,
    pub is_used: LLVMValueRef,
}

#[repr(C)]
pub struct RawBounds {
    pub lows: *const *const RawScev,
    pub low_count: usize,
    pub highs: *const *const RawScev,
    pub high_count: usize,
}

#[repr(C)]
pub struct RawOrder {
    pub low: *const RawScev,
    pub high: *const RawScev,
}

#[repr(C)]
pub struct RawGuard {
    pub condition: LLVMValueRef,
    pub runs_if: bool,
}

#[repr(C)]
pub struct RawApart {
    pub first: usize,
    pub second: usize,
}

#[repr(C)]
#[derive(Clone)]
pub struct RawPlace {
    pub load: LLVMValueRef,
    pub address: *const RawScev,
    pub bytes: u64,
    pub stage: usize,
}

#[repr(C)]
pub struct RawRowLoad {
    pub load: LLVMValueRef,
    pub address: *const RawScev,
    pub l: usize,
    pub array: usize,
    pub row: i64,
    pub unit: i64,
}

#[repr(C)]
pub struct RawLesser {
    pub number: LLVMValueRef,
    pub is_first_greater: LLVMValueRef,
    pub is_second_greater: LLVMValueRef,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct RawEdge {
    pub from: LLVMBasicBlockRef,
    pub to: LLVMBasicBlockRef,
    pub inserted: bool,
}

pub type Push = unsafe extern "C" fn(*mut c_void, *mut c_void);

unsafe extern "C" {
    // host.cpp
    pub fn lf_string_free(string: RawString);
    pub fn lf_function(host: *mut RawHost) -> LLVMValueRef;
    pub fn lf_ir_changed(host: *mut RawHost);

    // loops.cpp
    pub fn lf_loops(host: *mut RawHost, parent: *mut RawLoop, push: Push, vector: *mut c_void);
    pub fn lf_loop_blocks(l: *mut RawLoop, push: Push, vector: *mut c_void);
    pub fn lf_loop_exiting(l: *mut RawLoop, push: Push, vector: *mut c_void);
    pub fn lf_loop_only_exiting(l: *mut RawLoop) -> LLVMBasicBlockRef;
    pub fn lf_loop_exits(l: *mut RawLoop, push: Push, vector: *mut c_void);
    pub fn lf_loop_header(l: *mut RawLoop) -> LLVMBasicBlockRef;
    pub fn lf_loop_latch(l: *mut RawLoop) -> LLVMBasicBlockRef;
    pub fn lf_loop_preheader(l: *mut RawLoop) -> LLVMBasicBlockRef;
    pub fn lf_loop_exit(l: *mut RawLoop) -> LLVMBasicBlockRef;
    pub fn lf_loop_parent(l: *mut RawLoop) -> *mut RawLoop;
    pub fn lf_loop_contains(l: *mut RawLoop, block: LLVMBasicBlockRef) -> bool;
    pub fn lf_loop_is_simplified(l: *mut RawLoop) -> bool;
    pub fn lf_loop_is_lcssa(host: *mut RawHost, l: *mut RawLoop) -> bool;
    pub fn lf_is_reachable(host: *mut RawHost, b: LLVMBasicBlockRef) -> bool;
    pub fn lf_loop_is_safe_to_clone(l: *mut RawLoop) -> bool;
    pub fn lf_dominates(host: *mut RawHost, a: LLVMBasicBlockRef, b: LLVMBasicBlockRef) -> bool;
    pub fn lf_nearest_dominator(
        host: *mut RawHost,
        a: LLVMBasicBlockRef,
        b: LLVMBasicBlockRef,
    ) -> LLVMBasicBlockRef;
    pub fn lf_nearest_post_dominator(
        host: *mut RawHost,
        a: LLVMBasicBlockRef,
        b: LLVMBasicBlockRef,
    ) -> LLVMBasicBlockRef;
    pub fn lf_has_irreducible_control(host: *mut RawHost) -> bool;
    pub fn lf_immediate_dominator(
        host: *mut RawHost,
        block: LLVMBasicBlockRef,
    ) -> LLVMBasicBlockRef;
    pub fn lf_successors(block: LLVMBasicBlockRef, to: *mut LLVMBasicBlockRef, room: u32) -> u32;
    pub fn lf_predecessors(block: LLVMBasicBlockRef, to: *mut LLVMBasicBlockRef, room: u32) -> u32;
    pub fn lf_innermost_loop(host: *mut RawHost, block: LLVMBasicBlockRef) -> *mut RawLoop;
    pub fn lf_loop_has_irreducible_cycle(host: *mut RawHost, l: *mut RawLoop) -> bool;
    pub fn lf_loop_must_progress(l: *mut RawLoop) -> bool;
    pub fn lf_loop_absorb(host: *mut RawHost, first: *mut RawLoop, second: *mut RawLoop);

    // scev.cpp
    pub fn lf_scev(host: *mut RawHost, value: LLVMValueRef) -> *const RawScev;
    pub fn lf_scev_of_access(host: *mut RawHost, pointer: LLVMValueRef) -> *const RawScev;
    pub fn lf_scev_in_scope(
        host: *mut RawHost,
        s: *const RawScev,
        l: *mut RawLoop,
    ) -> *const RawScev;
    pub fn lf_backedge_count(host: *mut RawHost, l: *mut RawLoop) -> *const RawScev;
    pub fn lf_scev_instructions(s: *const RawScev, push: Push, vector: *mut c_void);
    pub fn lf_scev_with(
        host: *mut RawHost,
        s: *const RawScev,
        old: *const LLVMValueRef,
        new: *const LLVMValueRef,
        count: usize,
    ) -> *const RawScev;
    pub fn lf_copy_before(
        position: LLVMValueRef,
        values: *const LLVMValueRef,
        count: usize,
        copies: *mut LLVMValueRef,
    );
    pub fn lf_exit_count(
        host: *mut RawHost,
        l: *mut RawLoop,
        exiting: LLVMBasicBlockRef,
    ) -> *const RawScev;
    pub fn lf_wide_backedge_count(host: *mut RawHost, l: *mut RawLoop) -> *const RawScev;
    pub fn lf_max_backedge_count(host: *mut RawHost, l: *mut RawLoop) -> *const RawScev;
    pub fn lf_scev_are_comparable(host: *mut RawHost, a: *const RawScev, b: *const RawScev)
    -> bool;
    pub fn lf_scev_minus(
        host: *mut RawHost,
        a: *const RawScev,
        b: *const RawScev,
    ) -> *const RawScev;
    pub fn lf_scev_add(host: *mut RawHost, a: *const RawScev, b: *const RawScev) -> *const RawScev;
    pub fn lf_scev_mul(host: *mut RawHost, a: *const RawScev, b: *const RawScev) -> *const RawScev;
    pub fn lf_scev_constant(host: *mut RawHost, like: *const RawScev, v: i64) -> *const RawScev;
    pub fn lf_scev_widen(
        host: *mut RawHost,
        s: *const RawScev,
        like: *const RawScev,
    ) -> *const RawScev;
    pub fn lf_scev_sign_extend(
        host: *mut RawHost,
        s: *const RawScev,
        like: *const RawScev,
    ) -> *const RawScev;
    pub fn lf_scev_bits(host: *mut RawHost, s: *const RawScev) -> u32;
    pub fn lf_scev_is_constant(s: *const RawScev, value: *mut i64) -> bool;
    pub fn lf_scev_is_unsigned_constant(s: *const RawScev, value: *mut u64) -> bool;
    pub fn lf_scev_recurrence(
        host: *mut RawHost,
        s: *const RawScev,
        start: *mut *const RawScev,
        step: *mut *const RawScev,
        no_self_wrap: *mut bool,
        no_overflow: *mut bool,
        no_signed_overflow: *mut bool,
    ) -> *mut RawLoop;
    pub fn lf_scev_iteration(
        host: *mut RawHost,
        l: *mut RawLoop,
        like: *const RawScev,
    ) -> *const RawScev;
    pub fn lf_scev_unlimited(host: *mut RawHost, s: *const RawScev) -> *const RawScev;
    pub fn lf_scev_form(host: *mut RawHost, s: *const RawScev) -> c_int;
    pub fn lf_scev_operand(host: *mut RawHost, s: *const RawScev, number: usize) -> *const RawScev;
    pub fn lf_scev_extreme(
        host: *mut RawHost,
        form: c_int,
        a: *const RawScev,
        b: *const RawScev,
    ) -> *const RawScev;
    pub fn lf_scev_range(
        host: *mut RawHost,
        s: *const RawScev,
        least: *mut i64,
        greatest: *mut i64,
    ) -> bool;
    pub fn lf_scev_has_variables_of(a: *const RawScev, b: *const RawScev) -> bool;
    pub fn lf_scev_is_invariant(host: *mut RawHost, s: *const RawScev, l: *mut RawLoop) -> bool;
    pub fn lf_scev_as_entered(
        host: *mut RawHost,
        s: *const RawScev,
        l: *mut RawLoop,
    ) -> *const RawScev;
    pub fn lf_scev_with_constants_outside(
        host: *mut RawHost,
        s: *const RawScev,
        l: *mut RawLoop,
    ) -> *const RawScev;
    pub fn lf_scev_known_nonnegative(
        host: *mut RawHost,
        s: *const RawScev,
        l: *mut RawLoop,
    ) -> bool;
    pub fn lf_scev_divisor(
        host: *mut RawHost,
        whole: *const RawScev,
        part: *const RawScev,
        is_natural: bool,
        l: *mut RawLoop,
    ) -> i64;
    pub fn lf_scev_is_open(host: *mut RawHost, s: *const RawScev, l: *mut RawLoop) -> bool;
    pub fn lf_scev_known_at_least(
        host: *mut RawHost,
        s: *const RawScev,
        value: u64,
        l: *mut RawLoop,
    ) -> bool;
    pub fn lf_scev_guarded_difference(
        host: *mut RawHost,
        a: *const RawScev,
        b: *const RawScev,
        l: *mut RawLoop,
    ) -> *const RawScev;
    pub fn lf_condition_implies(
        host: *mut RawHost,
        a: LLVMValueRef,
        b: LLVMValueRef,
        a_true: bool,
    ) -> c_int;
    pub fn lf_conditions_in(
        host: *mut RawHost,
        block: LLVMBasicBlockRef,
        l: *mut RawLoop,
        is_true: bool,
        push: Push,
        vector: *mut c_void,
    );
    pub fn lf_condition_at(host: *mut RawHost, c: LLVMValueRef, b: LLVMBasicBlockRef) -> c_int;
    pub fn lf_narrow_subscripts(host: *mut RawHost, l: *mut RawLoop, v: LLVMValueRef) -> u64;
    pub fn lf_narrow_counters(host: *mut RawHost, l: *mut RawLoop) -> u64;
    pub fn lf_condition_margin(
        host: *mut RawHost,
        a: LLVMValueRef,
        a_true: bool,
        b: LLVMValueRef,
        b_true: bool,
        difference: *mut i64,
    ) -> bool;
    pub fn lf_condition_same(host: *mut RawHost, a: LLVMValueRef, b: LLVMValueRef) -> c_int;

    // memory.cpp
    pub fn lf_effects(host: *mut RawHost, v: LLVMValueRef) -> u32;
    pub fn lf_access(host: *mut RawHost, v: LLVMValueRef, bytes: *mut u64) -> LLVMValueRef;
    pub fn lf_defined_argument(v: LLVMValueRef, number: u32) -> LLVMValueRef;
    pub fn lf_between(
        v: LLVMValueRef,
        first: *mut LLVMValueRef,
        second: *mut LLVMValueRef,
        is_unsigned: *mut bool,
    ) -> c_int;
    pub fn lf_element_offset(
        host: *mut RawHost,
        v: LLVMValueRef,
        variables: *mut LLVMValueRef,
        scales: *mut i64,
        most: usize,
        constant: *mut i64,
        may_wrap: *mut bool,
    ) -> c_int;
    pub fn lf_alloca_count(host: *mut RawHost, v: LLVMValueRef, bytes: *mut u64) -> LLVMValueRef;
    pub fn lf_block_transfer(
        v: LLVMValueRef,
        destination: *mut LLVMValueRef,
        source: *mut LLVMValueRef,
        length: *mut LLVMValueRef,
    ) -> bool;
    pub fn lf_is_safe_anywhere(value: LLVMValueRef) -> bool;
    pub fn lf_is_speculatable(
        host: *mut RawHost,
        value: LLVMValueRef,
        position: LLVMValueRef,
    ) -> bool;
    pub fn lf_only_sets_errno(value: LLVMValueRef) -> bool;
    pub fn lf_may_read_errno(host: *mut RawHost, value: LLVMValueRef) -> bool;
    pub fn lf_returns_twice(host: *mut RawHost) -> bool;
    pub fn lf_allocated_bytes(host: *mut RawHost, memory: LLVMValueRef) -> *const RawScev;
    pub fn lf_is_uninitialised(host: *mut RawHost, memory: LLVMValueRef) -> bool;
    pub fn lf_drop_promises(value: LLVMValueRef);
    pub fn lf_underlying_object(host: *mut RawHost, pointer: LLVMValueRef) -> LLVMValueRef;
    pub fn lf_may_conflict(
        host: *mut RawHost,
        earlier: LLVMValueRef,
        later: LLVMValueRef,
        keep_scopes: bool,
    ) -> bool;
    pub fn lf_objects_disjoint(host: *mut RawHost, a: LLVMValueRef, b: LLVMValueRef) -> bool;
    pub fn lf_is_address_taken(b: LLVMBasicBlockRef) -> bool;

    // vector.cpp
    pub fn lf_vector_memory(host: *mut RawHost, l: *mut RawLoop, checks: *mut u32) -> bool;
    pub fn lf_vector_phi(host: *mut RawHost, l: *mut RawLoop, phi: LLVMValueRef) -> c_int;
    pub fn lf_operations(host: *mut RawHost, l: *mut RawLoop, operations: *mut Operations) -> bool;
    pub fn lf_vector_call(host: *mut RawHost, call: LLVMValueRef) -> bool;
    pub fn lf_is_for_size(host: *mut RawHost) -> bool;
    pub fn lf_registers(host: *mut RawHost, for_vectors: bool) -> u32;
    pub fn lf_may_be_here(host: *mut RawHost, v: LLVMValueRef) -> bool;
    pub fn lf_local_memory(host: *mut RawHost, push: Push, vector: *mut c_void);
    pub fn lf_is_local_memory(host: *mut RawHost, v: LLVMValueRef) -> bool;
    pub fn lf_is_own_static(host: *mut RawHost, v: LLVMValueRef) -> bool;
    pub fn lf_null_comparison(v: LLVMValueRef, is_null: *mut bool) -> LLVMValueRef;
    pub fn lf_connective(v: LLVMValueRef, parts: *mut LLVMValueRef, is_or: *mut bool) -> bool;
    pub fn lf_may_run_anyway(host: *mut RawHost, i: LLVMValueRef, position: LLVMValueRef) -> bool;
    pub fn lf_freeze_condition(block: LLVMBasicBlockRef);
    pub fn lf_takes_null(call: LLVMValueRef) -> bool;
    pub fn lf_ends_memory(
        host: *mut RawHost,
        value: LLVMValueRef,
        pointer: LLVMValueRef,
        memory: LLVMValueRef,
    ) -> bool;
    pub fn lf_is_library_free(host: *mut RawHost, value: LLVMValueRef) -> bool;
    pub fn lf_vector_bits(host: *mut RawHost) -> u32;
    pub fn lf_unrolls_wholly(host: *mut RawHost, l: *mut RawLoop) -> bool;
    pub fn lf_vector_ordered_reductions(host: *mut RawHost) -> bool;

    // continued.cpp
    pub fn lf_is_continued(first: *mut RawLoop, second: *mut RawLoop) -> bool;
    pub fn lf_begin_anew(host: *mut RawHost, first: *mut RawLoop, second: *mut RawLoop);

    // edit.cpp
    pub fn lf_move_before(i: LLVMValueRef, position: LLVMValueRef);
    pub fn lf_move_debug_records(from: LLVMValueRef, to: LLVMValueRef);
    pub fn lf_first_insertion_point(b: LLVMBasicBlockRef) -> LLVMValueRef;
    pub fn lf_move_phi(phi: LLVMValueRef, b: LLVMBasicBlockRef);
    pub fn lf_phi_set_block(phi: LLVMValueRef, old: LLVMBasicBlockRef, new: LLVMBasicBlockRef);
    pub fn lf_phi_set_value(phi: LLVMValueRef, block: LLVMBasicBlockRef, new: LLVMValueRef);
    pub fn lf_replace_uses(old: LLVMValueRef, new: LLVMValueRef);
    pub fn lf_replace_uses_in_blocks(
        old: LLVMValueRef,
        new: LLVMValueRef,
        blocks: *const LLVMBasicBlockRef,
        count: usize,
        inside: bool,
    );
    pub fn lf_phi_add(phi: LLVMValueRef, value: LLVMValueRef, block: LLVMBasicBlockRef);
    pub fn lf_phi_remove(phi: LLVMValueRef, block: LLVMBasicBlockRef);
    pub fn lf_branch_if(
        host: *mut RawHost,
        from: LLVMBasicBlockRef,
        condition: LLVMValueRef,
        if_true: LLVMBasicBlockRef,
        if_false: LLVMBasicBlockRef,
        may_be_poison: bool,
    );
    pub fn lf_keep_ways(
        blocks: *const LLVMBasicBlockRef,
        kept: *const LLVMBasicBlockRef,
        count: usize,
    ) -> *mut RawKeptWays;
    pub fn lf_restore_ways(ways: *mut RawKeptWays);
    pub fn lf_recalculate_dominators(host: *mut RawHost);
    pub fn lf_copy_loop_metadata(from: LLVMBasicBlockRef, to: LLVMBasicBlockRef);
    pub fn lf_merge_addresses(host: *mut RawHost, l: *mut RawLoop);
    pub fn lf_carry(
        host: *mut RawHost,
        l: *mut RawLoop,
        store: LLVMValueRef,
        loads: *const RawCarried,
        count: usize,
        earlier: LLVMValueRef,
        done: u64,
        later: *const RawCarried,
        later_count: usize,
        rest: u64,
    );
    pub fn lf_value_after(
        host: *mut RawHost,
        l: *mut RawLoop,
        phi: LLVMValueRef,
        iterations: u64,
        more: LLVMValueRef,
        position: LLVMValueRef,
    ) -> LLVMValueRef;
    pub fn lf_erase(i: LLVMValueRef);
    pub fn lf_replace_successor(
        from: LLVMBasicBlockRef,
        old: LLVMBasicBlockRef,
        new: LLVMBasicBlockRef,
    );
    pub fn lf_branch_always(from: LLVMBasicBlockRef, to: LLVMBasicBlockRef);
    pub fn lf_delete_dead(v: LLVMValueRef);
    pub fn lf_fold_branch(host: *mut RawHost, b: LLVMBasicBlockRef, to: LLVMBasicBlockRef);
    pub fn lf_apply_edges(
        host: *mut RawHost,
        edges: *const RawEdge,
        count: usize,
        dead: *const LLVMBasicBlockRef,
        dead_count: usize,
        header: LLVMBasicBlockRef,
        header_dominator: LLVMBasicBlockRef,
        rest_dominator: LLVMBasicBlockRef,
    );
    pub fn lf_split_predecessors(
        host: *mut RawHost,
        b: LLVMBasicBlockRef,
        preds: *const LLVMBasicBlockRef,
        count: usize,
    ) -> LLVMBasicBlockRef;
    pub fn lf_split_block(
        host: *mut RawHost,
        b: LLVMBasicBlockRef,
        position: LLVMValueRef,
    ) -> LLVMBasicBlockRef;
    pub fn lf_clone_loops(
        host: *mut RawHost,
        loops: *const *mut RawLoop,
        loop_count: usize,
        others: *const LLVMBasicBlockRef,
        count: usize,
        before: LLVMBasicBlockRef,
        dominator: LLVMBasicBlockRef,
    ) -> *mut RawClone;
    pub fn lf_own_scopes(host: *mut RawHost, clone: *mut RawClone);
    pub fn lf_join_clone(
        host: *mut RawHost,
        clone: *mut RawClone,
        region: *const LLVMBasicBlockRef,
        count: usize,
        exit: LLVMBasicBlockRef,
    );
    pub fn lf_is_expandable(host: *mut RawHost, s: *const RawScev, position: LLVMValueRef) -> bool;
    pub fn lf_is_computable(
        host: *mut RawHost,
        condition: LLVMValueRef,
        position: LLVMValueRef,
    ) -> bool;
    pub fn lf_delete_unreachable(host: *mut RawHost, block: LLVMBasicBlockRef);
    pub fn lf_check(
        host: *mut RawHost,
        position: LLVMValueRef,
        guards: *const RawGuard,
        guard_count: usize,
        bounds: *const RawBounds,
        count: usize,
        pairs: *const RawApart,
        pair_count: usize,
        orders: *const RawOrder,
        order_count: usize,
        limits: *const RawLimit,
        limit_count: usize,
        margins: *const *const RawScev,
        margin_count: usize,
        conditions: *mut LLVMValueRef,
    ) -> usize;
    pub fn lf_and(
        position: LLVMValueRef,
        conditions: *const LLVMValueRef,
        count: usize,
    ) -> LLVMValueRef;
    pub fn lf_is_less(
        host: *mut RawHost,
        position: LLVMValueRef,
        a: *const RawScev,
        b: *const RawScev,
    ) -> LLVMValueRef;
    pub fn lf_stays_below(
        host: *mut RawHost,
        position: LLVMValueRef,
        start: *const RawScev,
        steps: *const *const RawScev,
        counts: *const *const RawScev,
        levels: usize,
        limit: *const RawScev,
    ) -> LLVMValueRef;
    pub fn lf_is_at_least(
        host: *mut RawHost,
        position: LLVMValueRef,
        number: *const RawScev,
        least: u64,
    ) -> LLVMValueRef;
    pub fn lf_all_hold(
        host: *mut RawHost,
        position: LLVMValueRef,
        guards: *const RawGuard,
        guard_count: usize,
    ) -> LLVMValueRef;
    pub fn lf_lesser(
        host: *mut RawHost,
        position: LLVMValueRef,
        a: *const RawScev,
        b: *const RawScev,
        result: *mut RawLesser,
    );
    pub fn lf_new_scopes(
        host: *mut RawHost,
        position: LLVMValueRef,
        scopes: *mut *mut RawAttribute,
        count: usize,
    );
    pub fn lf_add_scopes(
        i: LLVMValueRef,
        own: *mut RawAttribute,
        apart: *const *mut RawAttribute,
        count: usize,
    );
    pub fn lf_clone_value(clone: *mut RawClone, v: LLVMValueRef) -> LLVMValueRef;
    pub fn lf_clone_block(clone: *mut RawClone, b: LLVMBasicBlockRef) -> LLVMBasicBlockRef;
    pub fn lf_clone_free(clone: *mut RawClone);
    pub fn lf_reloads(host: *mut RawHost, l: *mut RawLoop) -> bool;
    pub fn lf_loads_written(host: *mut RawHost, b: LLVMBasicBlockRef, l: *mut RawLoop) -> bool;
    pub fn lf_load_once(
        host: *mut RawHost,
        stages: *const LLVMBasicBlockRef,
        loops: *const *mut RawLoop,
        count: usize,
        entry: LLVMBasicBlockRef,
        blocks: *const LLVMBasicBlockRef,
        block_count: usize,
        guards: *mut LLVMValueRef,
        places: *mut RawPlace,
        room: usize,
    ) -> usize;
    pub fn lf_is_row_pointer(host: *mut RawHost, load: LLVMValueRef) -> bool;
    pub fn lf_compute_rows(
        host: *mut RawHost,
        begin: LLVMBasicBlockRef,
        other: LLVMBasicBlockRef,
        loops: *const *mut RawLoop,
        counts: *const *const RawScev,
        loop_count: usize,
        loads: *const RawRowLoad,
        load_count: usize,
    ) -> LLVMBasicBlockRef;
    pub fn lf_doubt_progress(
        host: *mut RawHost,
        loops: *const *mut RawLoop,
        count: usize,
        will_return: *mut bool,
    ) -> bool;
    pub fn lf_trust_progress(
        host: *mut RawHost,
        loops: *const *mut RawLoop,
        count: usize,
        must_progress: bool,
        will_return: bool,
    );
    pub fn lf_says_equal(condition: LLVMValueRef) -> c_int;
    pub fn lf_rounded_offset(
        host: *mut RawHost,
        v: LLVMValueRef,
        push: Push,
        vector: *mut c_void,
    ) -> u64;
    pub fn lf_drop_rounding(host: *mut RawHost, v: LLVMValueRef);
    pub fn lf_is_multiple(position: LLVMValueRef, v: LLVMValueRef, unit: u64) -> LLVMValueRef;
    pub fn lf_other_variable(
        a: *const RawScev,
        b: *const RawScev,
        of_a: *mut LLVMValueRef,
        of_b: *mut LLVMValueRef,
    ) -> bool;
    pub fn lf_guarded_place(v: LLVMValueRef) -> LLVMValueRef;
    pub fn lf_freeze(host: *mut RawHost, position: LLVMValueRef, v: LLVMValueRef) -> LLVMValueRef;
    pub fn lf_is_equal(position: LLVMValueRef, a: LLVMValueRef, b: LLVMValueRef) -> LLVMValueRef;
    pub fn lf_is_line(l: *mut RawLoop) -> bool;
    pub fn lf_count_search(
        host: *mut RawHost,
        l: *mut RawLoop,
        counting: *const LLVMValueRef,
        counting_count: usize,
        others: *const LLVMValueRef,
        other_count: usize,
        entry: *mut LLVMBasicBlockRef,
        is_counted: *mut bool,
    ) -> *mut RawLoop;
    pub fn lf_end_alike(host: *mut RawHost, a: *mut RawLoop, b: *mut RawLoop) -> bool;
    pub fn lf_only_searches(l: *mut RawLoop) -> bool;
    pub fn lf_drop_search(host: *mut RawHost, l: *mut RawLoop);
    pub fn lf_poisoned_by(v: LLVMValueRef, only_by: bool, push: Push, vector: *mut c_void);
    pub fn lf_search_in_chunks(host: *mut RawHost, l: *mut RawLoop) -> *mut RawLoop;
    pub fn lf_is_defined(host: *mut RawHost, v: LLVMValueRef, position: LLVMValueRef) -> bool;
    pub fn lf_find_interchange(
        host: *mut RawHost,
        l: *mut RawLoop,
        push: Push,
        vector: *mut c_void,
    ) -> LLVMValueRef;
    pub fn lf_interchange(
        host: *mut RawHost,
        l: *mut RawLoop,
        push_own: Push,
        own: *mut c_void,
        push_other: Push,
        others: *mut c_void,
    );
    pub fn lf_flat_factors(l: *mut RawLoop, push: Push, vector: *mut c_void);
    pub fn lf_flat_constant(l: *mut RawLoop) -> u64;
    pub fn lf_constant_rows(l: *mut RawLoop, rows: u64) -> LLVMValueRef;
    pub fn lf_row_length(
        host: *mut RawHost,
        position: LLVMValueRef,
        l: *mut RawLoop,
        rows: LLVMValueRef,
        least: u64,
        is_whole: *mut LLVMValueRef,
    ) -> LLVMValueRef;
    pub fn lf_guard_by_rows(
        host: *mut RawHost,
        l: *mut RawLoop,
        b: LLVMBasicBlockRef,
        rows: LLVMValueRef,
        runs_if: bool,
    );
    pub fn lf_strip_mine(
        host: *mut RawHost,
        l: *mut RawLoop,
        rows: LLVMValueRef,
        length: LLVMValueRef,
    ) -> *mut RawLoop;
    pub fn lf_scaled(
        host: *mut RawHost,
        position: LLVMValueRef,
        longer: *const RawScev,
        shorter: *const RawScev,
        times: u64,
        step: *const RawScev,
        least: u64,
        exactly: bool,
        result: *mut RawScaled,
    );
    pub fn lf_unroll(host: *mut RawHost, l: *mut RawLoop, times: u64) -> bool;
    pub fn lf_flatten(
        host: *mut RawHost,
        outer: *mut RawLoop,
        count: *const RawScev,
        elements: *const RawElement,
        element_count: usize,
    );
    pub fn lf_is_same_operation(a: LLVMValueRef, b: LLVMValueRef) -> bool;
    pub fn lf_stand_for(kept: LLVMValueRef, other: LLVMValueRef);
    pub fn lf_hoist(host: *mut RawHost);
    pub fn lf_delete_from(host: *mut RawHost, begins: *const LLVMBasicBlockRef, count: usize);
    pub fn lf_set_dominator(host: *mut RawHost, b: LLVMBasicBlockRef, dominator: LLVMBasicBlockRef);
    pub fn lf_recalculate_postdominators(host: *mut RawHost);
    pub fn lf_new_phi(
        b: LLVMBasicBlockRef,
        like: LLVMValueRef,
        incoming: LLVMValueRef,
        from: LLVMBasicBlockRef,
        suffix: *const c_char,
    ) -> LLVMValueRef;
    pub fn lf_count_to(
        preheader: LLVMBasicBlockRef,
        header: LLVMBasicBlockRef,
        latch: LLVMBasicBlockRef,
        last: LLVMValueRef,
    );
    pub fn lf_free_choice(position: LLVMValueRef) -> LLVMValueRef;
    pub fn lf_is_free_choice(value: LLVMValueRef) -> bool;
    pub fn lf_choose(choice: LLVMValueRef);
    pub fn lf_number(host: *mut RawHost, n: u64) -> LLVMValueRef;
    pub fn lf_copy_exit_test(
        from: LLVMBasicBlockRef,
        from_header: LLVMBasicBlockRef,
        to: LLVMBasicBlockRef,
        to_header: LLVMBasicBlockRef,
    );
    pub fn lf_forget_loop(host: *mut RawHost, l: *mut RawLoop);
    pub fn lf_forget_value(host: *mut RawHost, v: LLVMValueRef);
    pub fn lf_forget_dispositions(host: *mut RawHost);
    pub fn lf_allocate_before(
        host: *mut RawHost,
        memory: LLVMValueRef,
        position: LLVMValueRef,
    ) -> LLVMValueRef;
    pub fn lf_test_before(
        host: *mut RawHost,
        block: LLVMBasicBlockRef,
        failed: LLVMBasicBlockRef,
        condition: *const LLVMValueRef,
        count: usize,
        position: LLVMValueRef,
    ) -> LLVMValueRef;
    pub fn lf_fold_access(
        host: *mut RawHost,
        instruction: LLVMValueRef,
        pointer: LLVMValueRef,
        position: LLVMValueRef,
        row: *const RawScev,
        pitch: *const RawScev,
        rows: u64,
        limits: *const RawLimit,
        count: usize,
        array: LLVMValueRef,
        own: *const RawOwnRows,
    );
    pub fn lf_has_heap(host: *mut RawHost) -> bool;
    pub fn lf_own_rows(
        host: *mut RawHost,
        array: LLVMValueRef,
        position: LLVMValueRef,
        end: LLVMValueRef,
        pitch: *const RawScev,
        rows: u64,
        bytes: u64,
        limits: *const RawLimit,
        count: usize,
        own: *mut RawOwnRows,
    );
    pub fn lf_is_folded(memory: LLVMValueRef) -> bool;
    pub fn lf_mark_overwritten(memory: LLVMValueRef, is: bool);
    pub fn lf_mark_folded(memory: LLVMValueRef);
    pub fn lf_merge_inductions(host: *mut RawHost, l: *mut RawLoop);
    pub fn lf_phi_plus_constant(
        host: *mut RawHost,
        phi: LLVMValueRef,
        latch: LLVMBasicBlockRef,
        offset: i64,
        position: LLVMValueRef,
        name: *const c_char,
    ) -> LLVMValueRef;
    pub fn lf_delete_dead_phis(b: LLVMBasicBlockRef);
    pub fn lf_verify(host: *mut RawHost, message: *mut RawString) -> bool;

    // passes.cpp
    pub fn lf_simplify(host: *mut RawHost, hoist: bool) -> bool;
    pub fn lf_canonicalise(
        host: *mut RawHost,
        hoist: bool,
        widen: bool,
        loops: *const *mut RawLoop,
        number: usize,
    ) -> bool;
    pub fn lf_tidy(host: *mut RawHost) -> bool;
    pub fn lf_invalidate_after_fusion(host: *mut RawHost);
    pub fn lf_draft_begin(host: *mut RawHost) -> *mut RawHost;
    pub fn lf_can_adopt(host: *mut RawHost) -> bool;
    pub fn lf_draft_adopt(host: *mut RawHost, draft: *mut RawHost);
    pub fn lf_draft_end(draft: *mut RawHost);

    // remark.cpp
    pub fn lf_remarks_wanted(host: *mut RawHost, refusals: bool) -> bool;
    pub fn lf_remark(
        host: *mut RawHost,
        kind: c_int,
        name: *const c_char,
        l: *mut RawLoop,
        arguments: *const RawRemarkArgument,
        count: usize,
    );

    // metadata.cpp
    pub fn lf_loop_attributes(l: *mut RawLoop, push: Push, vector: *mut c_void);
    pub fn lf_loop_has_attribute(l: *mut RawLoop, name: *const c_char) -> bool;
    pub fn lf_attribute_name(attribute: *mut RawAttribute) -> RawString;
    pub fn lf_attribute_value(attribute: *mut RawAttribute, value: *mut i64) -> bool;
    pub fn lf_set_loop_attributes(
        l: *mut RawLoop,
        attributes: *const *mut RawAttribute,
        count: usize,
    );
    pub fn lf_add_loop_attribute(l: *mut RawLoop, name: *const c_char);
    pub fn lf_add_loop_number(l: *mut RawLoop, name: *const c_char, number: u32);
    pub fn lf_mark_parallel(l: *mut RawLoop, accesses: *const LLVMValueRef, count: usize);
    pub fn lf_drop_iteration_facts(l: *mut RawLoop, drop_scopes: bool);

    // text.cpp
    pub fn lf_condition_text(v: LLVMValueRef) -> RawString;
    pub fn lf_label(v: LLVMValueRef) -> RawString;
    pub fn lf_scev_text(s: *const RawScev) -> RawString;

    // place.cpp
    pub fn lf_line(v: LLVMValueRef) -> u32;
    pub fn lf_loop_line(l: *mut RawLoop) -> u32;
    pub fn lf_loop_place(l: *mut RawLoop) -> RawString;
    pub fn lf_loop_file(l: *mut RawLoop) -> RawString;

    // user.cpp
    pub fn lf_annotations(host: *mut RawHost, prefix: *const c_char) -> RawString;
    pub fn lf_function_names(host: *mut RawHost) -> RawString;
    pub fn lf_matches(pattern: *const c_char, text: *const c_char) -> i32;
    pub fn lf_error(host: *mut RawHost, message: *const c_char);

    // plugin.cpp
    pub fn lf_register(builder: *mut c_void);
}
