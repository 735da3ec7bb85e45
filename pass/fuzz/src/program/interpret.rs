//! Runs a program by itself: what it does, what it touches, and whether it may.
//!
//! The interpreter is the reference that knows no LLVM. It works on objects without ends: what a run has
//! touched says later how large they have to be ([`super::fit`]).

use super::*;
use std::collections::{BTreeMap, HashSet};

/// Elements below and above zero that objects have here.
pub const BELOW: i64 = 1024;
const ABOVE: i64 = 4096;

/// Steps that all calls together may take.
const BUDGET: u64 = 300_000;

/// How deep the kernel may call itself.
pub const DEPTH: u32 = 2;

/// The arrays that every program has: what helpers touch, and results.
pub const ESCAPED: usize = 0;
pub const RESULTS: usize = 1;
pub const FLOATS: usize = 2;
pub const ESCAPED_SIZE: i64 = 16;

/// The number of the caller's first array, where noise is made.
pub const ARENA: u64 = 1000;

/// Why a program cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unfit {
    /// It runs too long, or for ever.
    Long,
    /// It touches something far away.
    Far,
    /// It has undefined behaviour; where.
    Undefined(&'static str),
}

/// What a run has seen.
#[derive(Debug, Default)]
pub struct Observed {
    /// First and last element touched of each object, counted from where it begins here.
    pub globals: BTreeMap<usize, (i64, i64)>,
    pub arena: BTreeMap<usize, (i64, i64)>,
    pub locals: BTreeMap<usize, (i64, i64)>,
    /// Addresses of subscripts and loops whose arithmetic has overflown.
    pub inexact: HashSet<usize>,
    /// Locals of which something was read that nobody had written.
    pub unwritten: HashSet<usize>,
}

/// Most elements of a temporary: as many as there is room for.
const MOST: i64 = 4096;

/// What a program does.
#[derive(Clone, Debug, PartialEq)]
pub struct Result_ {
    /// What was said to the outside, in order.
    pub trace: u64,
    /// Did it end by itself?
    pub stopped: bool,
    /// Arrays that others see, as bytes from `-BELOW` on.
    pub globals: Vec<Vec<u8>>,
    pub arena: Vec<Vec<u8>>,
    pub ordered: Vec<u32>,
}

/// What helpers do, here and in compiled programs.
pub fn pure(x: u32) -> u32 {
    x.wrapping_mul(2_654_435_761) ^ (x >> 7)
}

pub fn trace(hash: u64, x: u32) -> u64 {
    (hash ^ u64::from(x))
        .wrapping_mul(0x0000_0100_0000_01b3)
        .rotate_left(7)
        .wrapping_add(1)
}

/// What an element of an array holds at first.
pub fn noise(seed: u64, array: u64, element: i64) -> u64 {
    let mut x = seed
        ^ array.wrapping_mul(0x9e37_79b9_7f4a_7c15)
        ^ (element as u64).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// The bytes of an element of noise.
pub fn noise_bytes(ty: Type, noise: u64) -> [u8; 8] {
    let quarters = (noise & 63) as f64 * 0.25;
    match ty {
        Type::F32 => {
            let mut bytes = [0; 8];
            bytes[..4].copy_from_slice(&(quarters as f32).to_le_bytes());
            bytes
        }
        Type::F64 => quarters.to_le_bytes(),
        _ => noise.to_le_bytes(),
    }
}

struct Memory {
    ty: Type,
    bytes: Vec<u8>,
    /// For temporaries: which bytes were written.
    written: Option<Vec<bool>>,
    /// First and last byte touched.
    touched: Option<(i64, i64)>,
    is_freed: bool,
    /// Elements that there are, if that is known.
    size: Option<i64>,
}

impl Memory {
    fn new(ty: Type, written: Option<bool>) -> Self {
        let size = (BELOW + ABOVE) as usize * ty.bytes() as usize;
        Memory {
            ty,
            bytes: vec![0; size],
            written: written.map(|w| vec![w; size]),
            touched: None,
            is_freed: false,
            size: None,
        }
    }

    fn noisy(array: &Global, seed: u64, number: u64) -> Self {
        let mut memory = Memory::new(array.ty, None);
        let size = array.ty.bytes() as usize;
        for (at, chunk) in memory.bytes.chunks_mut(size).enumerate() {
            let element = at as i64 - BELOW - array.origin;
            chunk.copy_from_slice(&noise_bytes(array.ty, noise(seed, number, element))[..size]);
        }
        memory
    }

    /// The range of bytes in `bytes`, noted as touched.
    fn at(&mut self, byte: i64, size: u64) -> Result<std::ops::Range<usize>, Unfit> {
        if self.is_freed {
            return Err(Unfit::Undefined("freed memory"));
        }
        let last = byte + size as i64 - 1;
        let begin = byte + BELOW * self.ty.bytes() as i64;
        let end = begin + size as i64;
        let is_outside =
            |elements| byte < 0 || byte + size as i64 > elements * self.ty.bytes() as i64;
        if begin < 0 || end > self.bytes.len() as i64 || self.size.is_some_and(is_outside) {
            return Err(Unfit::Far);
        }
        let (low, high) = self.touched.unwrap_or((byte, last));
        self.touched = Some((low.min(byte), high.max(last)));
        Ok(begin as usize..end as usize)
    }

    fn elements(&self) -> Option<(i64, i64)> {
        let size = self.ty.bytes() as i64;
        self.touched
            .map(|(low, high)| (low.div_euclid(size), high.div_euclid(size)))
    }
}

/// A pointer: an object and bytes from where it begins.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Address {
    object: usize,
    byte: i64,
}

enum Flow {
    Next,
    Break,
    Return,
}

/// The state of one run of all calls.
struct Machine<'p> {
    program: &'p Program,
    failing: &'p [usize],
    at_call: usize,
    memory: Vec<Memory>,
    observed: Observed,
    trace: u64,
    ordered: Vec<u32>,
    kept: Option<Address>,
    budget: u64,
    stopped: bool,
    scopes: Option<Scopes>,
}

/// What one iteration has touched by way of one base, and by way of another.
struct Scopes {
    bases: (Base, Base),
    touched: Vec<Touched>,
}

struct Touched {
    is_first: bool,
    writes: bool,
    object: usize,
    bytes: std::ops::Range<i64>,
}

impl Scopes {
    fn note(&mut self, base: Base, address: Address, size: u64, writes: bool) {
        if base == self.bases.0 || base == self.bases.1 {
            self.touched.push(Touched {
                is_first: base == self.bases.0,
                writes,
                object: address.object,
                bytes: address.byte..address.byte + size as i64,
            });
        }
    }

    /// Do the two meet?
    fn meet(&self) -> bool {
        let meet = |a: &Touched, b: &Touched| {
            (a.is_first && !b.is_first && (a.writes || b.writes) && a.object == b.object)
                && a.bytes.start < b.bytes.end
                && b.bytes.start < a.bytes.end
        };
        let all = &self.touched;
        all.iter().any(|a| all.iter().any(|b| meet(a, b)))
    }
}

/// One call of the kernel.
struct Frame<'p> {
    kernel: &'p Kernel,
    ints: Vec<i64>,
    flags: &'p [bool],
    float: i64,
    pointers: Vec<Address>,
    scalars: Vec<u64>,
    locals: Vec<Option<usize>>,
    counters: Vec<(i64, IntType)>,
    depth: u32,
}

/// Runs all calls of a program, of which these allocations fail.
pub fn run(program: &Program, failing: &[usize]) -> Result<(Result_, Observed), Unfit> {
    let mut memory = Vec::new();
    for (g, global) in program.globals.iter().enumerate() {
        memory.push(if global.internal {
            Memory::new(global.ty, None)
        } else {
            Memory::noisy(global, program.noise, g as u64)
        });
    }
    for (a, array) in program.arena.iter().enumerate() {
        memory.push(Memory::noisy(array, program.noise, ARENA + a as u64));
    }
    let mut machine = Machine {
        program,
        failing,
        at_call: 0,
        memory,
        observed: Observed::default(),
        trace: 0,
        ordered: vec![0; program.ordered.len()],
        kept: None,
        budget: BUDGET,
        stopped: false,
        scopes: None,
    };
    for (n, call) in program.calls.iter().enumerate() {
        machine.at_call = n;
        let pointers = call.pointers.iter().map(|&(object, offset)| {
            let object = match object {
                Object::Global(g) => g,
                Object::Arena(a) => program.globals.len() + a,
            };
            Address {
                object,
                byte: offset * machine.memory[object].ty.bytes() as i64,
            }
        });
        let pointers = pointers.collect();
        machine.call(call.ints.clone(), call, pointers, 0)?;
        if machine.stopped {
            break;
        }
    }
    let statics = program.globals.len();
    let (globals, arena) = (0..statics, statics..statics + program.arena.len());
    for (n, at) in globals.clone().enumerate() {
        machine
            .observed
            .globals
            .extend(machine.memory[at].elements().map(|e| (n, e)));
    }
    for (n, at) in arena.clone().enumerate() {
        machine
            .observed
            .arena
            .extend(machine.memory[at].elements().map(|e| (n, e)));
    }
    let mut bytes = |range: std::ops::Range<usize>| -> Vec<Vec<u8>> {
        range
            .map(|at| std::mem::take(&mut machine.memory[at].bytes))
            .collect()
    };
    let (globals, arena) = (bytes(globals), bytes(arena));
    let result = Result_ {
        trace: machine.trace,
        stopped: machine.stopped,
        globals,
        arena,
        ordered: machine.ordered,
    };
    Ok((result, machine.observed))
}

/// Does a value fit a type?
fn fits(value: i128, ty: IntType) -> bool {
    let bits = ty.ty.bits();
    if ty.signed {
        (-(1i128 << (bits - 1))..1i128 << (bits - 1)).contains(&value)
    } else {
        (0..1i128 << bits).contains(&value)
    }
}

/// A value as a type holds it.
pub fn wrap(value: i128, ty: IntType) -> i64 {
    let bits = ty.ty.bits();
    let low = (value & ((1i128 << bits) - 1)) as u64;
    if ty.signed && bits < 64 && low >> (bits - 1) & 1 == 1 {
        (low | !0 << bits) as i64
    } else {
        low as i64
    }
}

/// The value of an integer of a type, as mathematics has it.
fn exactly(value: i64, ty: IntType) -> i128 {
    if ty.signed {
        i128::from(value)
    } else {
        i128::from(value as u64)
    }
}

impl<'p> Machine<'p> {
    fn call(
        &mut self,
        ints: Vec<i64>,
        call: &'p Call,
        pointers: Vec<Address>,
        depth: u32,
    ) -> Result<(), Unfit> {
        let kernel = &self.program.kernel;
        let none = IntType {
            ty: Type::I64,
            signed: true,
        };
        let mut frame = Frame {
            kernel,
            ints,
            flags: &call.flags,
            float: call.float,
            pointers,
            scalars: kernel
                .scalars
                .iter()
                .map(|&(ty, first)| constant(ty, first))
                .collect(),
            locals: vec![None; kernel.locals.len()],
            counters: vec![(0, none); kernel.counters],
            depth,
        };
        let mut code = 0;
        self.block(&mut frame, call, &kernel.body, &mut code)?;
        // What is left is on the stack.
        self.free_all(&mut frame)?;
        if self.stopped {
            return Ok(());
        }
        if code == 0 {
            self.results(&frame)?;
        }
        if depth == 0 {
            self.trace = trace(self.trace, code as u32);
        }
        Ok(())
    }

    /// What scalars hold at the end.
    fn results(&mut self, frame: &Frame<'p>) -> Result<(), Unfit> {
        for (slot, &(ty, _)) in frame.kernel.scalars.iter().enumerate() {
            let value = frame.scalars[slot];
            let (array, bits) = if ty.is_float() {
                let old = f64::from_bits(self.read(FLOATS, slot as i64 * 8, 8, "results")?);
                let new = old * 0.5 + f64::from_bits(convert(value, ty, Type::F64));
                (FLOATS, new.to_bits())
            } else {
                let old = self.read(RESULTS, slot as i64 * 8, 8, "results")?;
                (RESULTS, old.wrapping_mul(3).wrapping_add(value))
            };
            self.write(array, slot as i64 * 8, 8, bits)?;
        }
        Ok(())
    }

    fn spend(&mut self) -> Result<(), Unfit> {
        self.budget = self.budget.checked_sub(1).ok_or(Unfit::Long)?;
        Ok(())
    }

    // --- memory ---

    fn read(&mut self, object: usize, byte: i64, size: u64, _what: &str) -> Result<u64, Unfit> {
        let range = self.memory[object].at(byte, size)?;
        let memory = &self.memory[object];
        if memory
            .written
            .as_ref()
            .is_some_and(|w| !w[range.clone()].iter().all(|w| *w))
        {
            return Err(Unfit::Undefined("unwritten memory"));
        }
        let mut bytes = [0; 8];
        bytes[..size as usize].copy_from_slice(&memory.bytes[range]);
        Ok(u64::from_le_bytes(bytes))
    }

    fn write(&mut self, object: usize, byte: i64, size: u64, value: u64) -> Result<(), Unfit> {
        let range = self.memory[object].at(byte, size)?;
        let memory = &mut self.memory[object];
        if let Some(written) = &mut memory.written {
            written[range.clone()].fill(true);
        }
        memory.bytes[range].copy_from_slice(&value.to_le_bytes()[..size as usize]);
        Ok(())
    }

    fn base(&self, frame: &Frame<'p>, base: Base) -> Result<Address, Unfit> {
        Ok(match base {
            Base::Global(g) => Address { object: g, byte: 0 },
            Base::Pointer(p) => frame.pointers[p],
            Base::Local(l) => {
                let object = frame.locals[l].ok_or(Unfit::Undefined("no memory"))?;
                Address { object, byte: 0 }
            }
        })
    }

    fn place(&mut self, frame: &Frame<'p>, place: &'p Place) -> Result<(Address, Type), Unfit> {
        let ty = frame.kernel.type_of(&self.program.globals, place.base);
        let element = self.index(frame, &place.index)?;
        let base = self.base(frame, place.base)?;
        let byte = element
            .checked_mul(ty.bytes() as i64)
            .and_then(|b| b.checked_add(base.byte))
            .ok_or(Unfit::Far)?;
        Ok((Address { byte, ..base }, place.access.unwrap_or(ty)))
    }

    fn load(&mut self, frame: &Frame<'p>, place: &'p Place) -> Result<(u64, Type), Unfit> {
        let (address, ty) = self.place(frame, place)?;
        if let Some(scopes) = &mut self.scopes {
            scopes.note(place.base, address, ty.bytes(), false);
        }
        let loaded = self.read(address.object, address.byte, ty.bytes(), "load");
        if let (Err(Unfit::Undefined("unwritten memory")), Base::Local(l)) = (&loaded, place.base) {
            // The run goes on, to find all such locals.
            self.observed.unwritten.insert(l);
            return Ok((0, ty));
        }
        Ok((loaded?, ty))
    }

    // --- integers that decide where memory is touched ---

    fn int(&self, frame: &Frame<'p>, int: Int) -> (i64, IntType) {
        match int {
            Int::Param(p) => (frame.ints[p], frame.kernel.ints[p]),
            Int::Counter(c) => frame.counters[c],
        }
    }

    /// A sum, computed in a type, and whether it was exact.
    fn linear(&self, frame: &Frame<'p>, linear: &Linear, ty: IntType) -> (i64, bool) {
        let mut exact = true;
        let mut step = |value: i128| {
            exact &= fits(value, ty);
            exactly(wrap(value, ty), ty)
        };
        let widened = |int: Int| {
            let (value, own) = self.int(frame, int);
            exactly(wrap(exactly(value, own), ty), ty)
        };
        // A negative constant is a large one there.
        let is_large = |constant: i64| constant < 0 && !ty.signed;
        let mut large = is_large(linear.constant);
        let mut total = None;
        for term in &linear.terms {
            large |= is_large(term.add) || matches!(term.factor, Factor::Const(c) if is_large(c));
            let mut value = match term.int {
                Some(int) if term.add == 0 => widened(int),
                Some(int) => step(widened(int) + i128::from(term.add)),
                None => i128::from(term.add),
            };
            value = match term.factor {
                Factor::Const(1) => value,
                Factor::Const(c) => step(value * i128::from(c)),
                Factor::Param(p) => step(value * widened(Int::Param(p))),
            };
            total = Some(match total {
                None => value,
                Some(total) => step(total + value),
            });
        }
        let total = match total {
            None => i128::from(linear.constant),
            Some(total) if linear.constant == 0 => total,
            Some(total) => step(total + i128::from(linear.constant)),
        };
        (wrap(total, ty), exact && !large)
    }

    fn index(&mut self, frame: &Frame<'p>, index: &'p Index) -> Result<i64, Unfit> {
        self.spend()?;
        if let Post::Gather(place, mask) = &index.post {
            let (value, ty) = self.load(frame, place)?;
            let value = convert(value, ty, Type::I32) as i64 & mask;
            return Ok(value + index.after);
        }
        let (column, mut exact) = self.linear(frame, &index.column, index.ty);
        let value = exactly(column, index.ty);
        let posted = match index.post {
            Post::None => value,
            // Division is that of the type's signedness.
            Post::Divide(k) => value / i128::from(k),
            Post::Remainder(k) => value % i128::from(k),
            Post::And(k) => value & i128::from(k),
            Post::Xor(k) => value ^ i128::from(k),
            Post::Low8 => value & 255,
            Post::Gather(..) => unreachable!("above"),
        };
        let mut element = exactly(wrap(posted, index.ty), index.ty);
        if let Some((row, length)) = &index.row {
            let (row, row_exact) = self.linear(frame, row, index.ty);
            // Rows may begin outside of the object, then.
            exact &= row_exact && (0..i128::from(*length)).contains(&element);
            element += exactly(row, index.ty) * i128::from(*length);
        }
        if !exact {
            self.observed
                .inexact
                .insert(std::ptr::from_ref(index) as usize);
        }
        i64::try_from(element + i128::from(index.after)).map_err(|_| Unfit::Far)
    }

    // --- values ---

    fn expr(&mut self, frame: &Frame<'p>, expr: &'p Expr) -> Result<u64, Unfit> {
        self.spend()?;
        if self.stopped {
            return Ok(0);
        }
        let ty = expr.ty;
        Ok(match &expr.kind {
            ExprKind::Const(value) => constant(ty, *value),
            ExprKind::Load(place) => {
                let (value, own) = self.load(frame, place)?;
                convert(value, own, ty)
            }
            ExprKind::Scalar(s) => convert(frame.scalars[*s], frame.kernel.scalars[*s].0, ty),
            ExprKind::Int(int) => {
                let (value, own) = self.int(frame, *int);
                match ty {
                    Type::F64 => (exactly(value, own) as f64).to_bits(),
                    Type::F32 => u64::from((exactly(value, own) as f32).to_bits()),
                    _ => mask(exactly(value, own) as u64, ty),
                }
            }
            ExprKind::Float => convert(constant(Type::F64, frame.float), Type::F64, ty),
            ExprKind::Bin(op, a, b) => {
                let (a, b) = (self.expr(frame, a)?, self.expr(frame, b)?);
                bin(*op, ty, a, b)?
            }
            ExprKind::Select(cond, a, b) => {
                let holds = self.cond(frame, cond)?;
                let (a, b) = (self.expr(frame, a)?, self.expr(frame, b)?);
                if holds { a } else { b }
            }
            ExprKind::Call(helper, args) => {
                convert(self.helper(frame, *helper, args)?, Type::I32, ty)
            }
            ExprKind::Ordered(n, _) => convert(u64::from(self.ordered[*n]), Type::I32, ty),
        })
    }

    /// A call of a helper; the result is of type I32.
    fn helper(
        &mut self,
        frame: &Frame<'p>,
        helper: Helper,
        args: &'p [Expr],
    ) -> Result<u64, Unfit> {
        let mut values = [0u32; 2];
        for (value, arg) in values.iter_mut().zip(args) {
            *value = convert(self.expr(frame, arg)?, arg.ty, Type::I32) as u32;
        }
        if self.stopped {
            return Ok(0);
        }
        let [a, b] = values;
        let slot = i64::from(a & 15) * 4;
        Ok(u64::from(match helper {
            Helper::Pure | Helper::Once => pure(a),
            Helper::Trace => {
                self.trace = trace(self.trace, a);
                a.wrapping_add(1)
            }
            Helper::Peek => self.read(ESCAPED, slot, 4, "peek")? as u32,
            Helper::Poke => {
                let old = self.read(ESCAPED, slot, 4, "poke")? as u32;
                let new = old.wrapping_mul(3).wrapping_add(b);
                self.write(ESCAPED, slot, 4, u64::from(new))?;
                old
            }
            Helper::Stop | Helper::StopQuiet => {
                self.stopped |= a == b;
                a
            }
            Helper::Kick => match self.kept {
                None => 0,
                Some(Address { object, byte }) => {
                    let old = self.read(object, byte + 1, 1, "kept")? as u32;
                    self.write(object, byte + 1, 1, u64::from(old ^ (a & 255)))?;
                    old
                }
            },
        }))
    }

    fn cond(&mut self, frame: &Frame<'p>, cond: &'p Cond) -> Result<bool, Unfit> {
        self.spend()?;
        Ok(match cond {
            Cond::Always(value) => *value,
            Cond::Flag(flag) => frame.flags[*flag],
            Cond::Ints(rel, ty, a, b) => {
                let (a, b) = (self.linear(frame, a, *ty).0, self.linear(frame, b, *ty).0);
                rel.holds(exactly(a, *ty), exactly(b, *ty))
            }
            Cond::Data { rel, signed, a, b } => {
                let ty = a.ty;
                let (a, b) = (self.expr(frame, a)?, self.expr(frame, b)?);
                match ty {
                    Type::F64 => rel.holds(f64::from_bits(a), f64::from_bits(b)),
                    Type::F32 => rel.holds(f32::from_bits(a as u32), f32::from_bits(b as u32)),
                    _ => {
                        let int = IntType {
                            ty,
                            signed: *signed,
                        };
                        let value = |bits: u64| exactly(wrap(i128::from(bits), int), int);
                        rel.holds(value(a), value(b))
                    }
                }
            }
            Cond::Not(cond) => !self.cond(frame, cond)?,
            Cond::Both(a, b, Connective { and, .. }) => {
                // Neither has an effect: it does not matter whether both are asked.
                let (a, b) = (self.cond(frame, a)?, self.cond(frame, b)?);
                if *and { a && b } else { a || b }
            }
        })
    }

    // --- statements ---

    fn block(
        &mut self,
        frame: &mut Frame<'p>,
        call: &'p Call,
        body: &'p [Stmt],
        code: &mut i64,
    ) -> Result<Flow, Unfit> {
        for stmt in body {
            match self.stmt(frame, call, stmt, code)? {
                Flow::Next if !self.stopped => {}
                Flow::Next => return Ok(Flow::Return),
                other => return Ok(other),
            }
        }
        Ok(Flow::Next)
    }

    fn stmt(
        &mut self,
        frame: &mut Frame<'p>,
        call: &'p Call,
        stmt: &'p Stmt,
        code: &mut i64,
    ) -> Result<Flow, Unfit> {
        self.spend()?;
        match stmt {
            Stmt::Loop(l) => return self.run_loop(frame, call, l, code),
            Stmt::If(cond, then, other) => {
                let taken = if self.cond(frame, cond)? { then } else { other };
                if self.stopped {
                    return Ok(Flow::Return);
                }
                return self.block(frame, call, taken, code);
            }
            Stmt::Store(place, value) => {
                let bits = self.expr(frame, value)?;
                if self.stopped {
                    return Ok(Flow::Return);
                }
                let (address, ty) = self.place(frame, place)?;
                if let Some(scopes) = &mut self.scopes {
                    scopes.note(place.base, address, ty.bytes(), true);
                }
                let bits = convert(bits, value.ty, ty);
                self.write(address.object, address.byte, ty.bytes(), bits)?;
            }
            Stmt::Assign(scalar, value) => {
                let bits = self.expr(frame, value)?;
                frame.scalars[*scalar] = convert(bits, value.ty, frame.kernel.scalars[*scalar].0);
            }
            Stmt::Call(helper, args) => {
                self.helper(frame, *helper, args)?;
            }
            Stmt::Ordered(n, order, value) => {
                let value = convert(self.expr(frame, value)?, value.ty, Type::I32) as u32;
                if self.stopped {
                    return Ok(Flow::Return);
                }
                let old = self.ordered[*n];
                let adds = matches!(order, Order::Monotonic | Order::SeqCst);
                self.ordered[*n] = if adds { old.wrapping_add(value) } else { value };
            }
            Stmt::Alloc(l) => return self.alloc(frame, *l, code),
            Stmt::Free(l) => self.free(frame, *l)?,
            Stmt::Give(base) => {
                let Address { object, byte } = self.base(frame, *base)?;
                let read = self.read(object, byte, 1, "given");
                if let (Err(Unfit::Undefined(_)), Base::Local(l)) = (&read, base) {
                    self.observed.unwritten.insert(*l);
                }
                self.trace = trace(self.trace, read.unwrap_or(0) as u32);
            }
            Stmt::Fill(place, count, byte) => {
                let (address, ty) = self.place(frame, place)?;
                let count = self.count(frame, count)?;
                for at in 0..count * ty.bytes() as i64 {
                    self.write(address.object, address.byte + at, 1, u64::from(*byte))?;
                }
            }
            Stmt::Copy(to, from, count) => {
                let (to, ty) = self.place(frame, to)?;
                let (from_address, _) = self.place(frame, from)?;
                let bytes = self.count(frame, count)? * ty.bytes() as i64;
                if to.object == from_address.object && bytes > 0 {
                    return Err(Unfit::Undefined("overlapping copy"));
                }
                for at in 0..bytes {
                    let read = self.read(from_address.object, from_address.byte + at, 1, "copy");
                    if let (Err(Unfit::Undefined(_)), Base::Local(l)) = (&read, from.base) {
                        self.observed.unwritten.insert(l);
                        break;
                    }
                    self.write(to.object, to.byte + at, 1, read?)?;
                }
            }
            Stmt::Swap(a, b) => frame.pointers.swap(*a, *b),
            Stmt::Keep(base) => {
                let address = self.base(frame, *base)?;
                // There is memory from where the pointer points to.
                self.memory[address.object].at(address.byte, 2)?;
                // Whoever keeps it may read and change its second byte, now and later.
                let read = self.read(address.object, address.byte + 1, 1, "kept");
                if let (Err(Unfit::Undefined(_)), Base::Local(l)) = (&read, base) {
                    self.observed.unwritten.insert(*l);
                }
                let old = read.unwrap_or(0);
                self.write(address.object, address.byte + 1, 1, old ^ 0x55)?;
                self.kept = Some(address);
            }
            Stmt::Break(cond) => {
                if self.cond(frame, cond)? {
                    return Ok(Flow::Break);
                }
            }
            Stmt::Return(cond, with) => {
                if self.cond(frame, cond)? {
                    self.free_all(frame)?;
                    *code = *with;
                    return Ok(Flow::Return);
                }
            }
            Stmt::Recurse => {
                if frame.depth < DEPTH {
                    let mut ints = frame.ints.clone();
                    ints[0] = wrap(
                        exactly(ints[0], frame.kernel.ints[0]) - 1,
                        frame.kernel.ints[0],
                    );
                    self.call(ints, call, frame.pointers.clone(), frame.depth + 1)?;
                }
            }
        }
        Ok(Flow::Next)
    }

    fn count(&self, frame: &Frame<'p>, count: &Linear) -> Result<i64, Unfit> {
        let wide = IntType {
            ty: Type::I64,
            signed: true,
        };
        let (count, _) = self.linear(frame, count, wide);
        if (0..=ABOVE).contains(&count) {
            Ok(count)
        } else {
            Err(Unfit::Far)
        }
    }

    fn alloc(&mut self, frame: &mut Frame<'p>, l: usize, code: &mut i64) -> Result<Flow, Unfit> {
        let local = &frame.kernel.locals[l];
        let size = if local.fits {
            None
        } else {
            Some(self.count(frame, &local.size)?)
        };
        if size.is_some_and(|size| !(1..=MOST).contains(&size)) {
            return Err(Unfit::Undefined("size"));
        }
        frame.locals[l] = None;
        if self.at_call != self.program.fails_in || !self.failing.contains(&l) {
            let memory = Memory::new(local.ty, Some(local.how.is_zeroed()));
            self.memory.push(Memory { size, ..memory });
            frame.locals[l] = Some(self.memory.len() - 1);
        }
        let before = l.wrapping_sub(1);
        let failed = match local.test {
            Test::None => false,
            Test::Return => frame.locals[l].is_none(),
            Test::Both => frame.locals[l].is_none() || frame.locals[before].is_none(),
        };
        if failed {
            self.free_all(frame)?;
            *code = -1;
            return Ok(Flow::Return);
        }
        Ok(Flow::Next)
    }

    /// What a temporary has touched is noted when it ends.
    fn free(&mut self, frame: &mut Frame<'p>, l: usize) -> Result<(), Unfit> {
        let Some(object) = frame.locals[l].take() else {
            return Ok(());
        };
        if self.kept.is_some_and(|kept| kept.object == object) {
            self.kept = None;
        }
        let memory = &mut self.memory[object];
        if memory.is_freed {
            return Err(Unfit::Undefined("freed twice"));
        }
        memory.is_freed = true;
        memory.bytes = Vec::new();
        memory.written = None;
        if let Some((low, high)) = memory.elements() {
            let known = self.observed.locals.entry(l).or_insert((low, high));
            *known = (known.0.min(low), known.1.max(high));
        }
        Ok(())
    }

    fn free_all(&mut self, frame: &mut Frame<'p>) -> Result<(), Unfit> {
        for l in 0..frame.locals.len() {
            self.free(frame, l)?;
        }
        Ok(())
    }

    fn run_loop(
        &mut self,
        frame: &mut Frame<'p>,
        call: &'p Call,
        l: &'p Loop,
        code: &mut i64,
    ) -> Result<Flow, Unfit> {
        let mut at = self.linear(frame, &l.start, l.ty).0;
        let bound = self.linear(frame, &l.bound, l.ty).0;
        let goes_on = |at: i64| l.rel.holds(exactly(at, l.ty), exactly(bound, l.ty));
        if l.layout != Layout::Do && !goes_on(at) {
            return Ok(Flow::Next);
        }
        loop {
            self.spend()?;
            frame.counters[l.counter] = (at, l.ty);
            self.scopes = l.scopes.map(|bases| Scopes {
                bases,
                touched: Vec::new(),
            });
            let flow = self.block(frame, call, &l.body, code)?;
            if self.scopes.take().is_some_and(|scopes| scopes.meet()) {
                return Err(Unfit::Undefined("scopes"));
            }
            match flow {
                Flow::Next => {}
                Flow::Break => break,
                Flow::Return => return Ok(Flow::Return),
            }
            let next = exactly(at, l.ty) + i128::from(l.step);
            if !fits(next, l.ty) {
                self.observed.inexact.insert(std::ptr::from_ref(l) as usize);
            }
            at = wrap(next, l.ty);
            if !goes_on(at) {
                break;
            }
        }
        Ok(Flow::Next)
    }
}

fn mask(bits: u64, ty: Type) -> u64 {
    if ty.bits() == 64 {
        bits
    } else {
        bits & ((1 << ty.bits()) - 1)
    }
}

/// A constant: an integer, or quarters.
fn constant(ty: Type, value: i64) -> u64 {
    match ty {
        Type::F64 => (value as f64 * 0.25).to_bits(),
        Type::F32 => u64::from((value as f32 * 0.25).to_bits()),
        _ => mask(value as u64, ty),
    }
}

/// Integers are unsigned; what is wider is cut. Nothing floating becomes an integer.
fn convert(bits: u64, from: Type, to: Type) -> u64 {
    match (from, to) {
        _ if from == to => bits,
        (Type::F32, Type::F64) => f64::from(f32::from_bits(bits as u32)).to_bits(),
        (Type::F64, Type::F32) => u64::from((f64::from_bits(bits) as f32).to_bits()),
        (_, Type::F64) => (bits as f64).to_bits(),
        (_, Type::F32) => u64::from((bits as f32).to_bits()),
        (_, to) => mask(bits, to),
    }
}

fn bin(op: Op, ty: Type, a: u64, b: u64) -> Result<u64, Unfit> {
    if ty == Type::F64 {
        return Ok(float(op, f64::from_bits(a), f64::from_bits(b)).to_bits());
    }
    if ty == Type::F32 {
        let value = float(op, f32::from_bits(a as u32), f32::from_bits(b as u32));
        return Ok(u64::from(value.to_bits()));
    }
    let bits = match op {
        Op::Add => a.wrapping_add(b),
        Op::Sub => a.wrapping_sub(b),
        Op::Mul => a.wrapping_mul(b),
        Op::And => a & b,
        Op::Or => a | b,
        Op::Xor => a ^ b,
        Op::Shl => a << (b & 7),
        Op::Shr => a >> (b & 7),
        Op::Div => a / (b | 1),
        Op::Min => a.min(b),
        Op::Max => a.max(b),
        Op::Trap => a
            .checked_div(b)
            .ok_or(Unfit::Undefined("division by zero"))?,
    };
    Ok(mask(bits, ty))
}

fn float<T>(op: Op, a: T, b: T) -> T
where
    T: Copy
        + PartialOrd
        + std::ops::Add<Output = T>
        + std::ops::Sub<Output = T>
        + std::ops::Mul<Output = T>,
{
    match op {
        Op::Sub => a - b,
        Op::Mul => a * b,
        Op::Min => {
            if a < b {
                a
            } else {
                b
            }
        }
        Op::Max => {
            if a > b {
                a
            } else {
                b
            }
        }
        _ => a + b,
    }
}
