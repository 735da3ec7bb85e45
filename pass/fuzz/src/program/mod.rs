//! The programs that the fuzzer speaks about: plain data, which [`interpret`] runs and [`print`] writes as
//! LLVM IR.
//!
//! All arithmetic is the machine's: integers wrap around. So no program has undefined behaviour but by
//! where it touches memory, by what it reads there, and by what flags promise; and that is decided by
//! running it. The arguments of all calls are part of the program. Objects are laid out *behind* what a run has
//! touched, and flags are set where a run has seen them hold: see [`fit`].

pub mod fit;
pub mod interpret;
pub mod print;
pub mod reduce;
pub mod walk;

use serde::{Deserialize, Serialize};

/// Types of data in memory and in registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Type {
    I8,
    I16,
    I32,
    I64,
    F32,
    F64,
}

impl Type {
    pub fn bytes(self) -> u64 {
        match self {
            Type::I8 => 1,
            Type::I16 => 2,
            Type::I32 | Type::F32 => 4,
            Type::I64 | Type::F64 => 8,
        }
    }

    pub fn bits(self) -> u32 {
        self.bytes() as u32 * 8
    }

    pub fn is_float(self) -> bool {
        matches!(self, Type::F32 | Type::F64)
    }

    /// The type that data of this type is computed in.
    pub fn domain(self) -> Type {
        match self {
            Type::I8 | Type::I16 => Type::I32,
            other => other,
        }
    }
}

/// An integer that decides where memory is touched: a parameter of the kernel, or a loop's counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Int {
    Param(usize),
    Counter(usize),
    /// A loop's counter and a constant, as far as that is at least zero and less than a size.
    Within(usize, i64, Size),
}

/// How long something is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    Const(i64),
    Param(usize),
}

/// The type of such an integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IntType {
    pub ty: Type,
    pub signed: bool,
}

/// A factor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Factor {
    Const(i64),
    Param(usize),
    /// Of two parameters.
    Product(usize, usize),
    /// A parameter, divided by a constant toward zero.
    Part(usize, i64),
}

/// `factor * (int + add)`; without an integer `factor * add`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Term {
    pub factor: Factor,
    pub int: Option<Int>,
    pub add: i64,
}

/// A sum of terms and a constant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Linear {
    pub terms: Vec<Term>,
    pub constant: i64,
}

/// What is done last to a subscript.
#[derive(Clone, Debug, PartialEq)]
pub enum Post {
    None,
    Divide(i64),
    Remainder(i64),
    And(i64),
    Xor(i64),
    /// The low eight bits.
    Low8,
    /// The value there, some bits of it, instead.
    Gather(Box<Place>, i64),
}

/// A subscript: elements of the last dimension, and rows of so many elements before.
#[derive(Clone, Debug, PartialEq)]
pub struct Index {
    pub row: Option<(Linear, i64)>,
    pub column: Linear,
    pub post: Post,
    /// Added behind all that.
    pub after: i64,
    /// Computed in this type, and extended to 64 bits.
    pub ty: IntType,
    /// The sums are said not to overflow, if no run has seen them do so.
    pub exact: bool,
}

/// Where memory begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Base {
    Global(usize),
    Pointer(usize),
    Local(usize),
}

/// An element.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    pub base: Base,
    pub index: Index,
    /// Read or written as another type than it has.
    pub access: Option<Type>,
}

/// Binary operations. Divisors are made odd first, shifts are by constants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    Add,
    Sub,
    Mul,
    And,
    Or,
    Xor,
    Shl,
    Shr,
    Div,
    Min,
    Max,
    /// Division by what may be zero, where nothing gets any more.
    Trap,
}

/// Functions that are not the program's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Helper {
    /// Computes something.
    Pure,
    /// The same, but its calls must not be copied.
    Once,
    /// Reads memory that has escaped.
    Peek,
    /// Writes it.
    Poke,
    /// Says something to the outside.
    Trace,
    /// Ends the program if its arguments are equal.
    Stop,
    /// The same, and says that it touches no memory.
    StopQuiet,
    /// Changes what was kept last.
    Kick,
}

impl Helper {
    pub fn arity(self) -> usize {
        match self {
            Helper::Pure | Helper::Once | Helper::Peek | Helper::Trace | Helper::Kick => 1,
            Helper::Poke | Helper::Stop | Helper::StopQuiet => 2,
        }
    }
}

/// Values, computed in `ty`: I32, I64, F32 or F64.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    pub ty: Type,
    pub kind: ExprKind,
}

#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// An integer, or quarters.
    Const(i64),
    Load(Place),
    Scalar(usize),
    Int(Int),
    /// The floating-point parameter.
    Float,
    Bin(Op, Box<Expr>, Box<Expr>),
    Select(Box<Cond>, Box<Expr>, Box<Expr>),
    Call(Helper, Vec<Expr>),
    /// A volatile or atomic read.
    Ordered(usize, Order),
}

/// Orders of accesses that may not be reordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    Volatile,
    Unordered,
    Monotonic,
    SeqCst,
}

/// Comparisons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rel {
    Lt,
    Le,
    Gt,
    Ge,
    Eq,
    Ne,
}

impl Rel {
    pub fn opposite(self) -> Rel {
        match self {
            Rel::Lt => Rel::Ge,
            Rel::Le => Rel::Gt,
            Rel::Gt => Rel::Le,
            Rel::Ge => Rel::Lt,
            Rel::Eq => Rel::Ne,
            Rel::Ne => Rel::Eq,
        }
    }

    pub fn holds<T: PartialOrd>(self, a: T, b: T) -> bool {
        match self {
            Rel::Lt => a < b,
            Rel::Le => a <= b,
            Rel::Gt => a > b,
            Rel::Ge => a >= b,
            Rel::Eq => a == b,
            Rel::Ne => a != b,
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub enum Cond {
    Always(bool),
    /// A boolean parameter.
    Flag(usize),
    /// Of integers that decide where memory is touched.
    Ints(Rel, IntType, Linear, Linear),
    /// Of data.
    Data {
        rel: Rel,
        signed: bool,
        a: Box<Expr>,
        b: Box<Expr>,
    },
    Both(Box<Cond>, Box<Cond>, Connective),
    Not(Box<Cond>),
}

/// How two conditions are joined; a lazy one asks the second only where it matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Connective {
    pub and: bool,
    pub lazy: bool,
}

/// How a loop is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// Tested in the header.
    Top,
    /// A guard, and a test at the bottom.
    Rotated,
    /// The guard branches into the header.
    Bare,
    /// No guard: it runs once at least.
    Do,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Loop {
    pub counter: usize,
    pub ty: IntType,
    pub start: Linear,
    pub bound: Linear,
    pub rel: Rel,
    pub step: i64,
    pub layout: Layout,
    /// The test is of the opposite, with its ways swapped.
    pub inverted: bool,
    /// The increment is said not to overflow, if no run has seen it do so.
    pub exact: bool,
    /// Accesses by way of the one and by way of the other are said not to meet in one iteration, as where a
    /// function with `restrict` parameters was inlined.
    pub scopes: Option<(Base, Base)>,
    pub body: Vec<Stmt>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Stmt {
    Loop(Loop),
    If(Cond, Vec<Stmt>, Vec<Stmt>),
    Store(Place, Expr),
    Assign(usize, Expr),
    Call(Helper, Vec<Expr>),
    /// A volatile or atomic write (an addition, if atomic).
    Ordered(usize, Order, Expr),
    /// A temporary begins.
    Alloc(usize),
    /// It ends.
    Free(usize),
    /// A call frees something else, and reads a byte of this.
    Give(Base),
    /// Elements from a place on get equal bytes.
    Fill(Place, Linear, u8),
    /// Elements are copied from place to place.
    Copy(Place, Place, Linear),
    /// Two pointers change places.
    Swap(usize, usize),
    /// A function is given this pointer, and keeps it.
    Keep(Base),
    /// The loop around ends.
    Break(Cond),
    /// The kernel ends.
    Return(Cond, i64),
    /// If this does not hold, a number is said to the outside, and the program ends.
    Check(Cond, Expr),
    /// The kernel calls itself, one level deeper, if not too deep.
    Recurse,
}

/// How a temporary is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    Malloc,
    Calloc,
    Aligned,
    /// By way of an address.
    PosixMemalign,
    /// By allocators of the program's own.
    Own,
    Stack,
    /// On the stack, and zeros.
    Zeroed,
}

impl How {
    pub fn is_heap(self) -> bool {
        !matches!(self, How::Stack | How::Zeroed)
    }

    pub fn is_zeroed(self) -> bool {
        matches!(self, How::Calloc | How::Zeroed)
    }
}

/// What is done about a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Test {
    /// Nothing.
    None,
    /// The kernel gives back what it has and returns.
    Return,
    /// The same for this temporary and the one before it, in one test.
    Both,
}

/// A temporary of the kernel.
#[derive(Clone, Debug, PartialEq)]
pub struct Local {
    pub ty: Type,
    pub how: How,
    pub test: Test,
    /// Elements: of the heap, in 64 bits.
    pub size: Linear,
    /// As many as are touched: the size is set by [`fit`].
    pub fits: bool,
}

/// A static or external array.
#[derive(Clone, Debug, PartialEq)]
pub struct Global {
    pub ty: Type,
    /// Static: zeros at first, and nobody else sees it.
    pub internal: bool,
    /// Set by [`fit`].
    pub size: i64,
    /// Its first element is the one that was this number before it was laid out.
    pub origin: i64,
}

/// A pointer parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pointer {
    pub ty: Type,
    pub noalias: bool,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Kernel {
    pub ints: Vec<IntType>,
    pub flags: usize,
    pub pointers: Vec<Pointer>,
    /// Scalars with their first values; what they hold at the end is a result.
    pub scalars: Vec<(Type, i64)>,
    pub locals: Vec<Local>,
    pub counters: usize,
    pub body: Vec<Stmt>,
    /// Pointers that change places are in memory.
    pub recursive: bool,
}

/// Where a pointer argument points to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Object {
    Global(usize),
    /// Memory of the caller's.
    Arena(usize),
}

#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    pub ints: Vec<i64>,
    pub flags: Vec<bool>,
    /// In quarters.
    pub float: i64,
    /// Objects and offsets in elements.
    pub pointers: Vec<(Object, i64)>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Program {
    pub name: String,
    pub globals: Vec<Global>,
    /// Memory of the caller's, like external globals.
    pub arena: Vec<Global>,
    /// Volatiles and atomics, each with the loop in the source that its accesses stand in.
    pub ordered: Vec<u64>,
    pub kernel: Kernel,
    pub calls: Vec<Call>,
    /// What the arrays hold at first.
    pub noise: u64,
    /// Temporaries whose allocation may fail, and the call in which it does.
    pub failing: Vec<usize>,
    pub fails_in: usize,
}

impl Linear {
    pub fn constant(constant: i64) -> Self {
        Linear {
            terms: vec![],
            constant,
        }
    }

    pub fn of(int: Int, constant: i64) -> Self {
        let term = Term {
            factor: Factor::Const(1),
            int: Some(int),
            add: 0,
        };
        Linear {
            terms: vec![term],
            constant,
        }
    }
}

impl Index {
    pub fn plain(column: Linear) -> Self {
        Index {
            row: None,
            column,
            post: Post::None,
            after: 0,
            ty: IntType {
                ty: Type::I64,
                signed: true,
            },
            exact: false,
        }
    }
}

impl Expr {
    pub fn new(ty: Type, kind: ExprKind) -> Self {
        Expr { ty, kind }
    }

    pub fn constant(ty: Type, value: i64) -> Self {
        Expr::new(ty, ExprKind::Const(value))
    }

    pub fn bin(op: Op, a: Expr, b: Expr) -> Self {
        Expr::new(a.ty, ExprKind::Bin(op, Box::new(a), Box::new(b)))
    }
}

impl Kernel {
    /// The type of a base's elements.
    pub fn type_of(&self, globals: &[Global], base: Base) -> Type {
        match base {
            Base::Global(g) => globals[g].ty,
            Base::Pointer(p) => self.pointers[p].ty,
            Base::Local(l) => self.locals[l].ty,
        }
    }
}
