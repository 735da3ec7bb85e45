//! Expressions of ScalarEvolution.

use super::ffi::{self, RawScev};
use super::{Block, Host, Loop, Value, collect, take_string};
use std::marker::PhantomData;
use std::ptr::NonNull;

/// An expression of ScalarEvolution. Equal expressions are the same handle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Scev<'h>(NonNull<RawScev>, PhantomData<&'h ()>);

/// An affine recurrence `{start,+,step}` of a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AddRec<'h> {
    /// The loop it recurs in.
    pub l: Loop<'h>,
    /// Its value in the first iteration.
    pub start: Scev<'h>,
    /// What each iteration adds; invariant in the loop.
    pub step: Scev<'h>,
    /// Known never to wrap past its start.
    pub no_self_wrap: bool,
    /// Known not to overflow, as a signed or as an unsigned number.
    pub no_overflow: bool,
    /// Known not to overflow as a signed number.
    pub no_signed_overflow: bool,
}

/// What an expression is made by, of those whose operands say what it may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// None of these.
    Other,
    /// Adding its operands.
    Sum,
    /// Multiplying its operands.
    Product,
    /// Taking one of its operands, by its value.
    Extreme(Extreme),
    /// Taking one of its operands, by some condition.
    Choice,
    /// Extending a narrower number, as a signed or as an unsigned one.
    Extension,
    /// Taking the low bits of a wider number.
    Truncation,
}

/// Which one of several numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extreme {
    /// The greatest one, as signed numbers.
    SignedGreatest = 3,
    /// The least one, as signed numbers.
    SignedLeast,
    /// The greatest one, as unsigned numbers.
    UnsignedGreatest,
    /// The least one, as unsigned numbers.
    UnsignedLeast,
}

impl<'h> Scev<'h> {
    pub(super) fn from_raw(raw: *const RawScev) -> Option<Self> {
        NonNull::new(raw.cast_mut()).map(|p| Scev(p, PhantomData))
    }

    pub(super) fn raw(self) -> *const RawScev {
        self.0.as_ptr()
    }

    /// The expression of an integer or pointer value.
    pub fn of(host: &'h Host, value: Value<'h>) -> Option<Self> {
        // SAFETY: live host and value.
        Scev::from_raw(unsafe { ffi::lf_scev(host.raw(), value.raw()) })
    }

    /// The expression of a value as code of a block sees it: loops that ran before have
    /// come to their ends.
    pub fn at(host: &'h Host, value: Value<'h>, block: Block<'h>) -> Option<Self> {
        Scev::of(host, value)?.in_scope(host, host.innermost_loop(block))
    }

    /// The address of an access of a block, as code of that block sees it: it means something
    /// only when the access is made. None if nothing more is known than without that.
    pub fn of_access(host: &'h Host, pointer: Value<'h>, block: Block<'h>) -> Option<Self> {
        // SAFETY: live host and value.
        let address = unsafe { ffi::lf_scev_of_access(host.raw(), pointer.raw()) };
        Scev::from_raw(address)?.in_scope(host, host.innermost_loop(block))
    }

    /// What is known of the address of an access of a block, the form that says most first.
    pub fn addresses(
        host: &'h Host,
        pointer: Value<'h>,
        block: Block<'h>,
    ) -> impl Iterator<Item = Self> {
        let exact = std::iter::once_with(move || Scev::of_access(host, pointer, block));
        let plain = std::iter::once_with(move || Scev::at(host, pointer, block));
        exact.chain(plain).flatten()
    }

    /// This expression as code of a loop sees it, or code of none: loops that ran before
    /// have come to their ends.
    pub fn in_scope(self, host: &'h Host, l: Option<Loop<'_>>) -> Option<Self> {
        let l = l.map_or(std::ptr::null_mut(), Loop::raw);
        // SAFETY: live host and loop; expressions live as long as ScalarEvolution.
        Scev::from_raw(unsafe { ffi::lf_scev_in_scope(host.raw(), self.raw(), l) })
    }

    /// Has `self - other` a meaning: are both numbers of one width, or addresses in one object? To find that difference
    /// takes longer.
    pub fn is_comparable(self, host: &'h Host, other: Self) -> bool {
        // SAFETY: as in `minus`.
        unsafe { ffi::lf_scev_are_comparable(host.raw(), self.raw(), other.raw()) }
    }

    /// `self - other` modulo the type's width; none for pointers of different
    /// bases or different widths.
    pub fn minus(self, host: &'h Host, other: Self) -> Option<Self> {
        // SAFETY: live host; expressions live as long as ScalarEvolution.
        Scev::from_raw(unsafe { ffi::lf_scev_minus(host.raw(), self.raw(), other.raw()) })
    }

    /// `self + other`, one of which may be a pointer.
    pub fn plus(self, host: &'h Host, other: Self) -> Option<Self> {
        // SAFETY: as in `minus`.
        Scev::from_raw(unsafe { ffi::lf_scev_add(host.raw(), self.raw(), other.raw()) })
    }

    /// `self * other`, integers of the same width.
    pub fn times(self, host: &'h Host, other: Self) -> Option<Self> {
        // SAFETY: as in `minus`.
        Scev::from_raw(unsafe { ffi::lf_scev_mul(host.raw(), self.raw(), other.raw()) })
    }

    /// `self + constant`.
    pub fn offset(self, host: &'h Host, constant: i64) -> Option<Self> {
        self.plus(host, self.constant_like(host, constant)?)
    }

    /// A constant of this expression's (index) type.
    pub fn constant_like(self, host: &'h Host, constant: i64) -> Option<Self> {
        // SAFETY: as in `minus`.
        Scev::from_raw(unsafe { ffi::lf_scev_constant(host.raw(), self.raw(), constant) })
    }

    /// This unsigned number in the (index) type of `like`; none if it is wider.
    pub fn widened_like(self, host: &'h Host, like: Self) -> Option<Self> {
        // SAFETY: as in `minus`.
        Scev::from_raw(unsafe { ffi::lf_scev_widen(host.raw(), self.raw(), like.raw()) })
    }

    /// As a signed number of the width of `like`; none if it is wider.
    pub fn extended_like(self, host: &'h Host, like: Self) -> Option<Self> {
        // SAFETY: as in `minus`.
        Scev::from_raw(unsafe { ffi::lf_scev_sign_extend(host.raw(), self.raw(), like.raw()) })
    }

    /// Width in bits of its (index) type.
    pub fn bits(self, host: &Host) -> u32 {
        // SAFETY: live host and expression.
        unsafe { ffi::lf_scev_bits(host.raw(), self.raw()) }
    }

    /// The signed value, if constant.
    pub fn as_constant(self) -> Option<i64> {
        let mut value = 0;
        // SAFETY: live expression, valid out-pointer.
        unsafe { ffi::lf_scev_is_constant(self.raw(), &mut value) }.then_some(value)
    }

    /// The unsigned value, if constant.
    pub fn as_unsigned_constant(self) -> Option<u64> {
        let mut value = 0;
        // SAFETY: live expression, valid out-pointer.
        unsafe { ffi::lf_scev_is_unsigned_constant(self.raw(), &mut value) }.then_some(value)
    }

    /// The instructions that this is computed from, as far as it says nothing of what they compute.
    pub fn instructions(self) -> Vec<Value<'h>> {
        let raw = collect(|push, vector| {
            // SAFETY: a live expression; the vector outlives the call.
            unsafe { ffi::lf_scev_instructions(self.raw(), push, vector) };
        });
        let value = |raw: *mut std::ffi::c_void| Value::from_nullable(raw.cast());
        raw.into_iter().filter_map(value).collect()
    }

    /// This expression with other values in the place of some.
    pub fn with(self, host: &'h Host, old: &[Value<'h>], new: &[Value<'h>]) -> Option<Self> {
        assert_eq!(old.len(), new.len());
        let [old, new] = [old, new].map(|all| all.iter().map(|v| v.raw()).collect::<Vec<_>>());
        let (data, count) = ((old.as_ptr(), new.as_ptr()), old.len());
        // SAFETY: live host, expression and values; the arrays outlive the call.
        let raw = unsafe { ffi::lf_scev_with(host.raw(), self.raw(), data.0, data.1, count) };
        Scev::from_raw(raw)
    }

    /// The affine recurrence that this is, if it is one.
    pub fn as_recurrence(self, host: &'h Host) -> Option<AddRec<'h>> {
        let (mut start, mut step) = (std::ptr::null(), std::ptr::null());
        let (mut no_self_wrap, mut no_overflow, mut no_signed_overflow) = (false, false, false);
        // SAFETY: live host and expression, valid out-pointers.
        let l = unsafe {
            ffi::lf_scev_recurrence(
                host.raw(),
                self.raw(),
                &mut start,
                &mut step,
                &mut no_self_wrap,
                &mut no_overflow,
                &mut no_signed_overflow,
            )
        };
        Some(AddRec {
            l: Loop::from_raw(l)?,
            start: Scev::from_raw(start)?,
            step: Scev::from_raw(step)?,
            no_self_wrap,
            no_overflow,
            no_signed_overflow,
        })
    }

    /// The number of a loop's iteration, from 0 on, in the width of this expression.
    pub fn iteration_like(self, host: &'h Host, l: Loop<'_>) -> Option<Self> {
        // SAFETY: live host, loop and expression.
        Scev::from_raw(unsafe { ffi::lf_scev_iteration(host.raw(), l.raw(), self.raw()) })
    }

    /// What it would be if nothing narrow in it wrapped around. That need not be so: it is what to expect.
    pub fn unlimited(self, host: &'h Host) -> Option<Self> {
        // SAFETY: live host and expression.
        Scev::from_raw(unsafe { ffi::lf_scev_unlimited(host.raw(), self.raw()) })
    }

    /// What it is made by.
    pub fn form(self, host: &Host) -> Form {
        // SAFETY: live host and expression.
        match unsafe { ffi::lf_scev_form(host.raw(), self.raw()) } {
            1 => Form::Sum,
            2 => Form::Product,
            3 => Form::Extreme(Extreme::SignedGreatest),
            4 => Form::Extreme(Extreme::SignedLeast),
            5 => Form::Extreme(Extreme::UnsignedGreatest),
            6 => Form::Extreme(Extreme::UnsignedLeast),
            7 => Form::Choice,
            8 => Form::Extension,
            9 => Form::Truncation,
            _ => Form::Other,
        }
    }

    /// What it is made from.
    pub fn operands(self, host: &'h Host) -> impl Iterator<Item = Self> {
        // SAFETY: live host and expression.
        let operand = move |n| unsafe { ffi::lf_scev_operand(host.raw(), self.raw(), n) };
        (0..).map_while(move |n| Scev::from_raw(operand(n)))
    }

    /// The least or the greatest of this and another integer of the same width.
    pub fn extreme(self, host: &'h Host, which: Extreme, other: Self) -> Option<Self> {
        // SAFETY: as in `minus`.
        let raw =
            unsafe { ffi::lf_scev_extreme(host.raw(), which as i32, self.raw(), other.raw()) };
        Scev::from_raw(raw)
    }

    /// The least and the greatest value that it may have as a signed number; none if it is a
    /// pointer or wider than 64 bits.
    pub fn range(self, host: &Host) -> Option<(i64, i64)> {
        let (mut least, mut greatest) = (0, 0);
        // SAFETY: live host and expression, valid out-pointers.
        let is_known =
            unsafe { ffi::lf_scev_range(host.raw(), self.raw(), &mut least, &mut greatest) };
        is_known.then_some((least, greatest))
    }

    /// Is it computed from values that another one is computed from, and no others?
    pub fn has_variables_of(self, other: Self) -> bool {
        // SAFETY: live expressions.
        unsafe { ffi::lf_scev_has_variables_of(self.raw(), other.raw()) }
    }

    /// Does it not change while `l` runs?
    pub fn is_invariant(self, host: &Host, l: Loop<'_>) -> bool {
        // SAFETY: live host, expression and loop.
        unsafe { ffi::lf_scev_is_invariant(host.raw(), self.raw(), l.raw()) }
    }

    /// An expression that has the same value whenever `l` is entered: what is not negative then is
    /// one number to all that extend it.
    pub fn as_entered(self, host: &'h Host, l: Loop<'_>) -> Option<Self> {
        // SAFETY: live host, expression and loop.
        Scev::from_raw(unsafe { ffi::lf_scev_as_entered(host.raw(), self.raw(), l.raw()) })
    }

    /// An expression that has the same value whenever `l` is entered, in which constants are taken off numbers
    /// once these are extended: `n - 1` of a narrow `n` that is not zero is one less than the wide `n`.
    pub fn with_constants_outside(self, host: &'h Host, l: Loop<'_>) -> Option<Self> {
        let (s, l) = (self.raw(), l.raw());
        // SAFETY: live host, expression and loop.
        Scev::from_raw(unsafe { ffi::lf_scev_with_constants_outside(host.raw(), s, l) })
    }

    /// Is it, as a signed number, at least zero whenever `l` is entered?
    pub fn is_nonnegative(self, host: &Host, l: Loop<'_>) -> bool {
        // SAFETY: live host, expression and loop.
        unsafe { ffi::lf_scev_known_nonnegative(host.raw(), self.raw(), l.raw()) }
    }

    /// The constant that this number is divided by to get `part`, toward zero, if it is not negative: that is taken for
    /// granted, or else known whenever `l` is entered. So often, `part` is no more than this.
    pub fn divisor(
        self,
        host: &Host,
        part: Scev<'_>,
        is_natural: bool,
        l: Loop<'_>,
    ) -> Option<i64> {
        let (whole, part, l) = (self.raw(), part.raw(), l.raw());
        // SAFETY: live host, expressions and loop.
        let by = unsafe { ffi::lf_scev_divisor(host.raw(), whole, part, is_natural, l) };
        (by != 0).then_some(by)
    }

    /// Does it depend on a number of which nothing is known when `l` is entered? Then its sign is not known,
    /// either.
    pub fn is_open(self, host: &Host, l: Loop<'_>) -> bool {
        // SAFETY: live host, expression and loop.
        unsafe { ffi::lf_scev_is_open(host.raw(), self.raw(), l.raw()) }
    }

    /// Is it, as an unsigned number, at least `value` whenever `l` is entered?
    pub fn is_at_least(self, host: &Host, value: u64, l: Loop<'_>) -> bool {
        // SAFETY: live host, expression and loop.
        unsafe { ffi::lf_scev_known_at_least(host.raw(), self.raw(), value, l.raw()) }
    }

    /// `self - other`, both unsigned numbers of any width, with what is known
    /// when `l` is entered.
    pub fn guarded_difference(self, host: &'h Host, other: Self, l: Loop<'_>) -> Option<Self> {
        // SAFETY: live host, expressions and loop.
        Scev::from_raw(unsafe {
            ffi::lf_scev_guarded_difference(host.raw(), self.raw(), other.raw(), l.raw())
        })
    }

    /// The expression as ScalarEvolution prints it.
    pub fn text(self) -> String {
        // SAFETY: live expression.
        take_string(unsafe { ffi::lf_scev_text(self.raw()) })
    }
}
