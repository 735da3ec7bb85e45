//! Runs a program by itself: what it does, what it touches, and whether it may.
//!
//! The interpreter is the reference that knows no LLVM. It works on objects without ends: what a run has
//! touched says later how large they have to be ([`super::fit`]).

mod memory;
mod statements;
mod values;

use super::*;
use memory::{Memory, Scopes};
use std::collections::{BTreeMap, HashSet};
use values::{constant, convert};

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
}
