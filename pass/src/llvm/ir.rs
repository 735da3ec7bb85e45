//! Values, instructions and basic blocks.

use super::ffi;
use super::take_string;
use super::{Host, Scev};
use llvm_sys::core::*;
use llvm_sys::prelude::{LLVMBasicBlockRef, LLVMValueRef};
use smallvec::SmallVec;
use std::marker::PhantomData;

pub use llvm_sys::LLVMOpcode as Opcode;

/// A value of the IR: instruction, argument, constant or function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Value<'h>(LLVMValueRef, PhantomData<&'h ()>);

/// Identity of an instruction's alias metadata: equal tags, equal answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AliasTags([usize; 4]);

/// How a condition follows from two others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Connective {
    /// Both hold.
    And,
    /// Any holds.
    Or,
}

/// How an integer is computed from others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exact<'h> {
    /// It is this one, in another width.
    Same(Value<'h>),
    /// Both together.
    Sum(Value<'h>, Value<'h>),
    /// The first without the second.
    Difference(Value<'h>, Value<'h>),
    /// The first, as often as the second says.
    Product(Value<'h>, Value<'h>),
    /// The first, shifted to the left by the second.
    Shifted(Value<'h>, Value<'h>),
}

/// How an integer lies between two others. The bridge names these by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Between {
    /// It is the lesser one.
    Least = 1,
    /// It is the greater one.
    Greatest = 2,
    /// It is one of them.
    OneOf = 3,
    /// It is the first without the second, or zero where that is negative.
    LessOrZero = 4,
    /// It is the remainder of the first divided by the second.
    Remainder = 5,
}

/// What a comparison says of two integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// They are the same.
    Equal,
    /// They are not.
    Different,
    /// The first is less than the second.
    Less,
    /// The first is no greater than the second.
    NotGreater,
}

/// A basic block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Block<'h>(LLVMBasicBlockRef, PhantomData<&'h ()>);

/// Where a block leads, or what leads to it: seldom more than two.
pub type Edges<'h> = SmallVec<[Block<'h>; 2]>;

impl<'h> Value<'h> {
    /// # Safety
    /// `raw` is a live value that outlives `'h`.
    pub(super) unsafe fn from_raw(raw: LLVMValueRef) -> Self {
        Value(raw, PhantomData)
    }

    pub(super) fn from_nullable(raw: LLVMValueRef) -> Option<Self> {
        (!raw.is_null()).then_some(Value(raw, PhantomData))
    }

    pub(super) fn raw(self) -> LLVMValueRef {
        self.0
    }

    /// The name in the IR, without sigil; may be empty.
    pub fn name(self) -> String {
        let mut size = 0;
        // SAFETY: live value; LLVM returns `size` bytes that live as long.
        let bytes = unsafe {
            let data = LLVMGetValueName2(self.0, &mut size);
            std::slice::from_raw_parts(data.cast::<u8>(), size)
        };
        String::from_utf8_lossy(bytes).into_owned()
    }

    /// The value as a reader of the source knows it: its name there, or what it
    /// is.
    pub fn label(self) -> String {
        // SAFETY: live value.
        take_string(unsafe { ffi::lf_label(self.0) })
    }

    /// A condition in words: a comparison with its operands, else its label.
    pub fn condition_text(self) -> String {
        // SAFETY: live value.
        take_string(unsafe { ffi::lf_condition_text(self.0) })
    }

    /// Is this a pointer into the ordinary address space?
    pub fn is_default_pointer(self) -> bool {
        // SAFETY: a live value; the address space of a pointer type only.
        unsafe {
            let of_type = LLVMTypeOf(self.0);
            LLVMGetTypeKind(of_type) == llvm_sys::LLVMTypeKind::LLVMPointerTypeKind
                && LLVMGetPointerAddressSpace(of_type) == 0
        }
    }

    /// Is this a floating-point number, or a vector of such?
    pub fn is_floating_point(self) -> bool {
        use llvm_sys::LLVMTypeKind::*;
        // SAFETY: a live value; the elements of a vector type only.
        let kind = unsafe {
            let of_type = LLVMTypeOf(self.0);
            match LLVMGetTypeKind(of_type) {
                LLVMVectorTypeKind | LLVMScalableVectorTypeKind => {
                    LLVMGetTypeKind(LLVMGetElementType(of_type))
                }
                kind => kind,
            }
        };
        let others = [
            LLVMIntegerTypeKind,
            LLVMPointerTypeKind,
            LLVMStructTypeKind,
            LLVMArrayTypeKind,
        ];
        !others.contains(&kind)
    }

    /// Of a comparison of a pointer with null: the pointer, and whether it is true for null.
    pub fn null_comparison(self) -> Option<(Self, bool)> {
        let mut is_null = false;
        // SAFETY: live value, valid out-pointer.
        let pointer = unsafe { ffi::lf_null_comparison(self.0, &mut is_null) };
        Value::from_nullable(pointer).map(|pointer| (pointer, is_null))
    }

    /// What a condition is made of two others by, whether or not the second one is looked at
    /// where the first one decides.
    pub fn connective(self) -> Option<(Connective, [Self; 2])> {
        let (mut parts, mut is_or) = ([std::ptr::null_mut(); 2], false);
        // SAFETY: live value, valid out-pointers.
        let found = unsafe { ffi::lf_connective(self.0, parts.as_mut_ptr(), &mut is_or) };
        let connective = if is_or {
            Connective::Or
        } else {
            Connective::And
        };
        found.then(|| (connective, parts.map(|part| Value(part, PhantomData))))
    }

    /// The alignment that a load or a store promises, in bytes.
    pub fn alignment(self) -> Option<u32> {
        let is_access = self.loaded_from().is_some() || self.stored_to().is_some();
        // SAFETY: a live load or store.
        is_access.then(|| unsafe { LLVMGetAlignment(self.0) })
    }

    /// What a plain store stores.
    pub fn stored_value(self) -> Option<Self> {
        let is_store = self.opcode() == Some(Opcode::LLVMStore);
        is_store.then(|| self.operands().next())?
    }

    /// The pointer of a plain load.
    pub fn loaded_from(self) -> Option<Self> {
        let is_load = self.opcode() == Some(Opcode::LLVMLoad);
        is_load.then(|| self.operands().next())?
    }

    /// Where a store stores.
    pub fn stored_to(self) -> Option<Self> {
        let is_store = self.opcode() == Some(Opcode::LLVMStore);
        is_store.then(|| self.operands().nth(1))?
    }

    /// Poison of this value's type.
    pub fn poison_like(self) -> Self {
        // SAFETY: a live value and its type.
        Value(unsafe { LLVMGetPoison(LLVMTypeOf(self.0)) }, PhantomData)
    }

    /// Have both values the same type?
    pub fn has_type_of(self, other: Self) -> bool {
        // SAFETY: live values.
        unsafe { LLVMTypeOf(self.0) == LLVMTypeOf(other.0) }
    }

    /// The opcode of an instruction.
    pub fn opcode(self) -> Option<Opcode> {
        // SAFETY: live value; the opcode of an instruction only.
        unsafe { (!LLVMIsAInstruction(self.0).is_null()).then(|| LLVMGetInstructionOpcode(self.0)) }
    }

    /// Do two instructions do the same with operands of the same types, and promise the same?
    pub fn is_same_operation(self, other: Self) -> bool {
        // SAFETY: live instructions.
        unsafe { ffi::lf_is_same_operation(self.0, other.0) }
    }

    /// Is this an address in what another one points to, as an instruction or as a constant?
    pub fn is_element_address(self) -> bool {
        let gep = Opcode::LLVMGetElementPtr;
        // SAFETY: live value; the opcode of a constant expression only.
        let is_constant = || unsafe {
            !LLVMIsAConstantExpr(self.0).is_null() && LLVMGetConstOpcode(self.0) == gep
        };
        self.opcode() == Some(gep) || is_constant()
    }

    /// Is this an address so many elements behind another one, each as large as this value?
    pub fn counts(self, element: Self) -> bool {
        let is_plain =
            self.opcode() == Some(Opcode::LLVMGetElementPtr) && self.operands().count() == 2;
        // SAFETY: a live instruction that computes an address, and a live value.
        is_plain && unsafe { LLVMGetGEPSourceElementType(self.0) == LLVMTypeOf(element.0) }
    }

    /// Is this a constant?
    pub fn is_constant(self) -> bool {
        // SAFETY: live value.
        unsafe { LLVMIsConstant(self.0) != 0 }
    }

    /// Is this a condition that nobody knows yet?
    pub fn is_free_choice(self) -> bool {
        // SAFETY: live value.
        unsafe { ffi::lf_is_free_choice(self.raw()) }
    }

    /// Is this a phi?
    pub fn is_phi(self) -> bool {
        self.opcode() == Some(Opcode::LLVMPHI)
    }

    /// Is this a value of several numbers?
    pub fn is_vector(self) -> bool {
        // SAFETY: live value and type.
        let kind = unsafe { LLVMGetTypeKind(LLVMTypeOf(self.0)) };
        use llvm_sys::LLVMTypeKind::{LLVMScalableVectorTypeKind, LLVMVectorTypeKind};
        matches!(kind, LLVMVectorTypeKind | LLVMScalableVectorTypeKind)
    }

    /// Is this an integer (not pointer, vector or float) value, and how wide?
    pub fn integer_bits(self) -> Option<u32> {
        // SAFETY: live value and type.
        unsafe {
            let ty = LLVMTypeOf(self.0);
            (LLVMGetTypeKind(ty) == llvm_sys::LLVMTypeKind::LLVMIntegerTypeKind)
                .then(|| LLVMGetIntTypeWidth(ty))
        }
    }

    /// Operands in order; basic blocks among them as values.
    pub fn operands(self) -> impl Iterator<Item = Value<'h>> {
        // SAFETY: live value, index below the operand count.
        let count = unsafe { LLVMGetNumOperands(self.0) }.max(0) as u32;
        (0..count).map(move |n| Value(unsafe_operand(self.0, n), PhantomData))
    }

    /// Users, each as often as it uses the value.
    pub fn users(self) -> impl Iterator<Item = Value<'h>> {
        // SAFETY: live value; the use list does not change while judging.
        let mut next = unsafe { LLVMGetFirstUse(self.0) };
        std::iter::from_fn(move || {
            if next.is_null() {
                return None;
            }
            // SAFETY: `next` is a live use of a live value.
            let user = unsafe { LLVMGetUser(next) };
            // SAFETY: as above.
            next = unsafe { LLVMGetNextUse(next) };
            Some(Value(user, PhantomData))
        })
    }

    /// The block of an instruction.
    pub fn block(self) -> Option<Block<'h>> {
        // SAFETY: live value; the parent of an instruction only.
        unsafe {
            if LLVMIsAInstruction(self.0).is_null() {
                return None;
            }
            Block::from_nullable(LLVMGetInstructionParent(self.0))
        }
    }

    /// Incoming (value, block) pairs of a phi.
    pub fn incoming(self) -> Vec<(Value<'h>, Block<'h>)> {
        // SAFETY: live phi, indices below its count.
        unsafe {
            (0..LLVMCountIncoming(self.0))
                .map(|n| {
                    (
                        Value(LLVMGetIncomingValue(self.0, n), PhantomData),
                        Block(LLVMGetIncomingBlock(self.0, n), PhantomData),
                    )
                })
                .collect()
        }
    }

    /// A phi's value for one predecessor.
    pub fn incoming_from(self, block: Block<'h>) -> Option<Value<'h>> {
        self.incoming()
            .into_iter()
            .find(|&(_, b)| b == block)
            .map(|(v, _)| v)
    }

    /// Is this arithmetic that is poison if it overflows (`nsw` or `nuw`)?
    pub fn is_overflow_free(self) -> bool {
        use Opcode::{LLVMAdd, LLVMMul, LLVMShl, LLVMSub};
        let arithmetic = matches!(self.opcode(), Some(LLVMAdd | LLVMSub | LLVMMul | LLVMShl));
        // SAFETY: live instruction of a kind that has these flags.
        arithmetic && unsafe { LLVMGetNSW(self.0) != 0 || LLVMGetNUW(self.0) != 0 }
    }

    /// How this integer is computed from others as a signed number that has no limits: what the instruction
    /// would not do so is poison.
    pub fn exact(self) -> Option<Exact<'h>> {
        use Opcode::{LLVMAdd, LLVMMul, LLVMOr, LLVMSExt, LLVMShl, LLVMSub, LLVMTrunc, LLVMZExt};
        let opcode = self.opcode()?;
        // SAFETY: live instruction of a kind that has these flags.
        let is_exact = unsafe {
            match opcode {
                LLVMAdd | LLVMSub | LLVMMul | LLVMShl | LLVMTrunc => LLVMGetNSW(self.0) != 0,
                LLVMOr => LLVMGetIsDisjoint(self.0) != 0,
                LLVMZExt => LLVMGetNNeg(self.0) != 0,
                LLVMSExt => true,
                _ => false,
            }
        };
        let mut operands = self.operands();
        let first = operands.next().filter(|_| is_exact)?;
        let Some(second) = operands.next() else {
            return Some(Exact::Same(first));
        };
        Some(match opcode {
            LLVMSub => Exact::Difference(first, second),
            LLVMMul => Exact::Product(first, second),
            LLVMShl => Exact::Shifted(first, second),
            _ => Exact::Sum(first, second),
        })
    }

    /// Two integers between which this one lies, in what way, and whether that is so for unsigned numbers.
    pub fn between(self) -> Option<(Between, [Value<'h>; 2], bool)> {
        let (mut first, mut second) = (std::ptr::null_mut(), std::ptr::null_mut());
        let mut is_unsigned = false;
        // SAFETY: live value, valid out-pointers.
        let kind = unsafe { ffi::lf_between(self.0, &mut first, &mut second, &mut is_unsigned) };
        let kind = match kind {
            1 => Between::Least,
            2 => Between::Greatest,
            3 => Between::OneOf,
            4 => Between::LessOrZero,
            5 => Between::Remainder,
            _ => return None,
        };
        let both = [Value(first, PhantomData), Value(second, PhantomData)];
        Some((kind, both, is_unsigned))
    }

    /// An integer and the positive constant that it is divided by to get this one. What is negative may be divided toward zero or
    /// not, and is a large number if it is divided as an unsigned one.
    pub fn quotient(self, host: &'h Host) -> Option<(Value<'h>, i64)> {
        let is_shift = match self.opcode()? {
            Opcode::LLVMLShr | Opcode::LLVMAShr => true,
            Opcode::LLVMUDiv | Opcode::LLVMSDiv => false,
            _ => return None,
        };
        let mut operands = self.operands();
        let (of, by) = (operands.next()?, operands.next()?);
        let by = Scev::of(host, by)
            .filter(|_| by.is_constant())?
            .as_constant()?;
        let by = if is_shift {
            1i64.checked_shl(u32::try_from(by).ok()?)
                .filter(|by| *by > 0)?
        } else {
            by
        };
        (by > 0).then_some((of, by))
    }

    /// The condition by which a `select` chooses, if that compares two integers.
    pub fn compared(self) -> Option<(Order, [Value<'h>; 2], bool)> {
        let is_select = self.opcode() == Some(Opcode::LLVMSelect);
        self.operands().next().filter(|_| is_select)?.comparison()
    }

    /// What a comparison of two integers asks, of which two, and whether these are unsigned.
    pub fn comparison(self) -> Option<(Order, [Value<'h>; 2], bool)> {
        use llvm_sys::LLVMIntPredicate::{
            LLVMIntEQ, LLVMIntNE, LLVMIntSGE, LLVMIntSGT, LLVMIntSLE, LLVMIntSLT, LLVMIntUGE,
            LLVMIntUGT, LLVMIntULE, LLVMIntULT,
        };
        // SAFETY: live values; asked of comparisons of integers only.
        let predicate = unsafe {
            if LLVMIsAICmpInst(self.0).is_null() {
                return None;
            }
            LLVMGetICmpPredicate(self.0)
        };
        let mut operands = self.operands();
        let (a, b) = (operands.next()?, operands.next()?);
        let is_unsigned = matches!(predicate, LLVMIntULT | LLVMIntULE | LLVMIntUGT | LLVMIntUGE);
        Some(match predicate {
            LLVMIntEQ => (Order::Equal, [a, b], false),
            LLVMIntNE => (Order::Different, [a, b], false),
            LLVMIntSLT | LLVMIntULT => (Order::Less, [a, b], is_unsigned),
            LLVMIntSGT | LLVMIntUGT => (Order::Less, [b, a], is_unsigned),
            LLVMIntSLE | LLVMIntULE => (Order::NotGreater, [a, b], is_unsigned),
            LLVMIntSGE | LLVMIntUGE => (Order::NotGreater, [b, a], is_unsigned),
        })
    }

    /// Is this a `getelementptr` that stays inside its base's object?
    pub fn is_inbounds_gep(self) -> bool {
        // SAFETY: live value; asked of getelementptr only.
        unsafe { !LLVMIsAGetElementPtrInst(self.0).is_null() && LLVMIsInBounds(self.0) != 0 }
    }

    /// The condition of a conditional branch.
    pub fn branch_condition(self) -> Option<Value<'h>> {
        // SAFETY: live value; asked of conditional branches only.
        unsafe {
            (self.opcode() == Some(Opcode::LLVMBr) && LLVMIsConditional(self.0) != 0)
                .then(|| Value(LLVMGetCondition(self.0), PhantomData))
        }
    }

    /// Does this end a block?
    pub fn is_terminator(self) -> bool {
        // SAFETY: live value.
        unsafe { !LLVMIsAInstruction(self.0).is_null() && !LLVMIsATerminatorInst(self.0).is_null() }
    }

    /// Is this a call of inline assembly?
    pub fn is_inline_assembly(self) -> bool {
        // SAFETY: live value; its operands are live.
        self.operands()
            .last()
            .is_some_and(|callee| unsafe { !LLVMIsAInlineAsm(callee.0).is_null() })
    }

    /// Is this pointer made from an integer?
    pub fn is_made_from_integer(self) -> bool {
        // SAFETY: live value; the opcode of a constant expression only.
        let constant =
            unsafe { (!LLVMIsAConstantExpr(self.0).is_null()).then(|| LLVMGetConstOpcode(self.0)) };
        self.opcode().or(constant) == Some(Opcode::LLVMIntToPtr)
    }

    /// The metadata that alias analysis reads off an instruction.
    pub fn alias_tags(self) -> AliasTags {
        AliasTags(
            ["tbaa", "tbaa.struct", "alias.scope", "noalias"].map(|name| {
                // SAFETY: live instruction; a name with its length.
                unsafe {
                    let context = LLVMGetTypeContext(LLVMTypeOf(self.0));
                    let size = name.len() as u32;
                    let kind = LLVMGetMDKindIDInContext(context, name.as_ptr().cast(), size);
                    LLVMGetMetadata(self.0, kind) as usize
                }
            }),
        )
    }

    /// Destination, source and length of a memset, memcpy or memmove.
    pub fn block_transfer(self) -> Option<(Value<'h>, Option<Value<'h>>, Value<'h>)> {
        let null = std::ptr::null_mut();
        let (mut to, mut from, mut length) = (null, null, null);
        // SAFETY: live value, valid out-pointers.
        let is = unsafe { ffi::lf_block_transfer(self.0, &mut to, &mut from, &mut length) };
        is.then(|| {
            (
                Value(to, PhantomData),
                Value::from_nullable(from),
                Value(length, PhantomData),
            )
        })
    }
}

fn unsafe_operand(value: LLVMValueRef, index: u32) -> LLVMValueRef {
    // SAFETY: the caller took `index` from the value's operand count.
    unsafe { LLVMGetOperand(value, index) }
}

impl<'h> Block<'h> {
    pub(super) fn from_nullable(raw: LLVMBasicBlockRef) -> Option<Self> {
        (!raw.is_null()).then_some(Block(raw, PhantomData))
    }

    pub(super) fn raw(self) -> LLVMBasicBlockRef {
        self.0
    }

    /// The name in the IR; may be empty.
    pub fn name(self) -> String {
        // SAFETY: live block.
        Value(unsafe { LLVMBasicBlockAsValue(self.0) }, PhantomData).name()
    }

    /// The instruction that ends the block.
    pub fn terminator(self) -> Value<'h> {
        // SAFETY: blocks of verified functions have terminators.
        Value(unsafe { LLVMGetBasicBlockTerminator(self.0) }, PhantomData)
    }

    /// All instructions in order. Safe to edit behind the iterator.
    pub fn instructions(self) -> impl Iterator<Item = Value<'h>> {
        // SAFETY: live block.
        let mut next = unsafe { LLVMGetFirstInstruction(self.0) };
        std::iter::from_fn(move || {
            let current = Value::from_nullable(next)?;
            // SAFETY: `next` is a live instruction.
            next = unsafe { LLVMGetNextInstruction(next) };
            Some(current)
        })
    }

    /// The phis at the block's start.
    pub fn phis(self) -> impl Iterator<Item = Value<'h>> {
        self.instructions().take_while(|i| i.is_phi())
    }

    /// Successors, each as often as there are edges.
    pub fn successors(self) -> Edges<'h> {
        self.edges(ffi::lf_successors)
    }

    /// The successor, if there is exactly one edge.
    pub fn single_successor(self) -> Option<Block<'h>> {
        match self.successors()[..] {
            [only] => Some(only),
            _ => None,
        }
    }

    /// Predecessors, each as often as there are edges.
    pub fn predecessors(self) -> Edges<'h> {
        self.edges(ffi::lf_predecessors)
    }

    fn edges(
        self,
        list: unsafe extern "C" fn(LLVMBasicBlockRef, *mut LLVMBasicBlockRef, u32) -> u32,
    ) -> Edges<'h> {
        let mut few = [std::ptr::null_mut(); 2];
        // SAFETY: live block, with a terminator; there is as much room as is said.
        let number = unsafe { list(self.0, few.as_mut_ptr(), 2) };
        let block = |raw| Block(raw, PhantomData);
        if number <= 2 {
            return Edges::from_buf_and_len(few.map(block), number as usize);
        }
        let mut many = vec![std::ptr::null_mut(); number as usize];
        // SAFETY: as above.
        unsafe { list(self.0, many.as_mut_ptr(), number) };
        many.into_iter().map(block).collect()
    }

    /// The predecessor, if there is exactly one edge.
    pub fn single_predecessor(self) -> Option<Block<'h>> {
        match self.predecessors()[..] {
            [only] => Some(only),
            _ => None,
        }
    }

    /// Does it begin with a pad, where exceptions arrive?
    pub fn is_pad(self) -> bool {
        use Opcode::{LLVMCatchPad, LLVMCatchSwitch, LLVMCleanupPad, LLVMLandingPad};
        let first = self.instructions().find(|i| !i.is_phi());
        matches!(
            first.and_then(Value::opcode),
            Some(LLVMCatchPad | LLVMCatchSwitch | LLVMCleanupPad | LLVMLandingPad)
        )
    }

    /// Is the block's address taken (`&&label`)?
    pub fn is_address_taken(self) -> bool {
        // SAFETY: live block.
        unsafe { ffi::lf_is_address_taken(self.0) }
    }
}

/// What an instruction does besides computing its value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effects(u32);

macro_rules! effect {
    ($($(#[$doc:meta])* $name:ident = $bit:literal),* $(,)?) => {
        impl Effects {$(
            $(#[$doc])*
            pub fn $name(self) -> bool {
                self.0 & (1 << $bit) != 0
            }
        )*}
    };
}

effect! {
    /// Reads memory.
    reads = 0,
    /// Writes memory.
    writes = 1,
    /// May unwind.
    may_throw = 2,
    /// May run for ever or end the program.
    may_not_return = 3,
    /// Depends on which threads execute it together.
    is_convergent = 4,
    /// Volatile access.
    is_volatile = 5,
    /// Atomic access of any ordering, or a fence.
    is_atomic = 6,
    /// A mark for the optimiser without code or order.
    is_harmless = 7,
    /// Declares an alias scope.
    is_scope_declaration = 8,
    /// Exception pad or token, which must stay where it is.
    is_pinned = 9,
    /// Takes or gives back stack memory.
    orders_stack = 10,
    /// A call that must not be copied.
    is_not_duplicable = 11,
}

impl Effects {
    pub(super) fn from_bits(bits: u32) -> Self {
        Effects(bits)
    }
}
