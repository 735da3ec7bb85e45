//! Random programs that loop fusion might get wrong.
//!
//! A kernel is a row of sibling loops whose headers are variations of one header and whose subscripts are
//! *correlated*: an array is mostly accessed in the form it was accessed in last, with the same or a nearby
//! offset. Independent subscripts almost never make two loops that are nearly, but not quite, fusible.
//!
//! [`loops`] makes headers, [`body`] what they do, [`between`] what stands between them, [`chains`] stages that
//! read ahead, [`handed`] values between loops that only a check lets fuse, [`rows`] images whose stages hand on
//! rows, [`scaled`] loops of which one has several iterations for each of another one. None of them cares for bounds:
//! [`crate::program::fit`] makes a program of what comes out, or none.

mod between;
mod body;
mod chains;
mod handed;
mod loops;
mod rows;
mod scaled;
pub mod weights;

use crate::program::fit::fit;
use crate::program::interpret::{ESCAPED_SIZE, Result_};
use crate::program::*;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeMap;
use weights::{Feature, Weights};

/// How often a seed is tried before the next one is taken.
const TRIES: u64 = 40;

/// Elements of a row of a two-dimensional array.
const ROW: i64 = 24;

/// What a program is made from: always the same one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seed {
    pub profile: String,
    pub number: u64,
    pub masked: Vec<Feature>,
}

impl Seed {
    pub fn new(profile: &str, number: u64, masked: &[Feature]) -> Self {
        Seed {
            profile: profile.into(),
            number,
            masked: masked.to_vec(),
        }
    }
}

/// The program of a seed, and what it does. None if no try came to one, which is rare.
pub fn generate(seed: &Seed) -> Option<(Program, Result_)> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed.number ^ name_hash(&seed.profile));
    (0..TRIES).find_map(|_| {
        let mut program = Maker::new(&mut rng, seed).make();
        let result = fit(&mut program).ok()?;
        (walk::loops(&program.kernel.body) >= 2).then_some((program, result))
    })
}

fn name_hash(name: &str) -> u64 {
    name.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// What most loops of a kernel have in common.
#[derive(Clone)]
struct Header {
    count: Linear,
    start: i64,
    ty: IntType,
    /// Iterations of inner loops.
    row: Linear,
}

/// A loop around what is being made.
#[derive(Clone, Copy)]
struct Around {
    counter: usize,
    ty: IntType,
    start: i64,
}

struct Maker<'r> {
    rng: &'r mut ChaCha8Rng,
    weights: Weights,
    program: Program,
    /// What may be accessed, and arrays with rows.
    bases: Vec<Base>,
    by_rows: Vec<Base>,
    /// How each was accessed last.
    forms: BTreeMap<Base, body::Form>,
    header: Header,
    last_guard: Option<Cond>,
    /// A scalar that was loaded before a loop, to check its indices against.
    length: Option<usize>,
    two_counts: bool,
    /// Scalars that are integers, and those that are not.
    ints: Vec<usize>,
    floats: Vec<usize>,
    /// Temporaries that a row of loops has begun and not ended.
    live: Vec<usize>,
}

const WIDE: IntType = IntType {
    ty: Type::I64,
    signed: true,
};
const INT: IntType = IntType {
    ty: Type::I32,
    signed: true,
};

/// The kernel's parameters.
const N: Int = Int::Param(0);
const M: Int = Int::Param(1);
const K: Int = Int::Param(2);

impl<'r> Maker<'r> {
    fn new(rng: &'r mut ChaCha8Rng, seed: &Seed) -> Self {
        let weights = Weights::draw(&seed.profile, &seed.masked, rng);
        let program = Program {
            name: format!("{}-{}", seed.profile, seed.number),
            globals: Vec::new(),
            arena: Vec::new(),
            ordered: Vec::new(),
            kernel: Kernel::default(),
            calls: Vec::new(),
            noise: rng.random(),
            failing: Vec::new(),
            fails_in: 0,
        };
        Maker {
            rng,
            weights,
            program,
            bases: Vec::new(),
            by_rows: Vec::new(),
            forms: BTreeMap::new(),
            header: Header {
                count: Linear::default(),
                start: 0,
                ty: WIDE,
                row: Linear::default(),
            },
            last_guard: None,
            length: None,
            two_counts: false,
            ints: Vec::new(),
            floats: Vec::new(),
            live: Vec::new(),
        }
    }

    // --- chance ---

    fn chance(&mut self, feature: Feature) -> bool {
        let p = self.weights.of(feature).clamp(0.0, 1.0);
        self.rng.random_bool(p)
    }

    fn maybe(&mut self, p: f64) -> bool {
        self.rng.random_bool(p.clamp(0.0, 1.0))
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        *from.choose(self.rng).expect("something to choose from")
    }

    fn range(&mut self, low: i64, high: i64) -> i64 {
        self.rng.random_range(low..=high)
    }

    // --- the whole ---

    fn make(mut self) -> Program {
        let global = |ty| Global {
            ty,
            internal: false,
            size: ESCAPED_SIZE,
            origin: 0,
        };
        self.program.globals = vec![global(Type::I32), global(Type::I64), global(Type::F64)];
        if self.chance(Feature::Rows) {
            self.rows();
        } else {
            self.loops();
        }
        self.fail();
        self.program
    }

    fn loops(&mut self) {
        self.arrays();
        self.signature();
        self.scalars();
        self.base_header();
        let mut body = Vec::new();
        if self.chance(Feature::Temporaries) {
            for _ in 0..self.range(1, 2) {
                self.temporary(&mut body, false);
            }
        }
        let wanted = self.pick(&[3, 4, 6, 6, 7, 8, 8, 10, 12]);
        if self.chance(Feature::OuterLoop) {
            let outer = self.under_outer_loop(wanted);
            body.extend(outer);
        }
        let guard = self.chance(Feature::NonEmpty).then(|| self.row_guard());
        let mut row = Vec::new();
        for _ in 0..4 * wanted {
            if walk::loops(&row) >= wanted as usize {
                break;
            }
            self.piece(&mut row);
        }
        self.end_temporaries(&mut row);
        match guard {
            // `if (n > 0) { ... }` around all: then no loop needs a guard of its own.
            Some(guard) if !has_allocation(&row) => body.push(Stmt::If(guard, row, vec![])),
            _ => body.extend(row),
        }
        self.finish(body);
    }

    /// Heap temporaries that are still there end.
    fn finish(&mut self, mut body: Vec<Stmt>) {
        for l in 0..self.program.kernel.locals.len() {
            let is_end = |stmt: &Stmt| matches!(stmt, Stmt::Free(n) if *n == l);
            if self.program.kernel.locals[l].how.is_heap()
                && !body.iter().any(is_end)
                && is_made(&body, l)
            {
                body.push(Stmt::Free(l));
            }
        }
        self.program.kernel.body = body;
    }

    /// Some allocations that are tested fail.
    fn fail(&mut self) {
        let kernel = &self.program.kernel;
        let is_tested = |l: &usize| {
            let test = |l: usize| kernel.locals.get(l).map(|local| local.test);
            matches!(test(*l), Some(Test::Return | Test::Both)) || test(*l + 1) == Some(Test::Both)
        };
        // It is known which one fails: it is made once in a call.
        let is_once = |l: &usize| kernel.body.iter().any(|stmt| makes_once(stmt, *l));
        let all = (0..kernel.locals.len()).filter(is_tested);
        let tested: Vec<_> = all.filter(|l| is_once(l) && !kernel.recursive).collect();
        if !tested.is_empty() && self.chance(Feature::Failures) {
            let count = self.rng.random_range(1..=tested.len().min(2));
            self.program.failing = tested.choose_multiple(self.rng, count).copied().collect();
            self.program.failing.sort_unstable();
            self.program.fails_in = self.rng.random_range(0..self.program.calls.len());
        }
    }

    fn arrays(&mut self) {
        let mut pool = vec![Type::I32, Type::I32, Type::I64, Type::I16, Type::I8];
        if self.chance(Feature::Floats) {
            pool = vec![Type::F64, Type::F32, Type::I32];
        }
        let main = self.pick(&pool[..3]);
        for _ in 0..self.range(3, 6) {
            let ty = if self.maybe(0.7) {
                main
            } else {
                self.pick(&pool)
            };
            let internal = self.chance(Feature::Statics);
            let base = self.global(ty, internal);
            self.bases.push(base);
        }
        if self.chance(Feature::TwoDim) && self.weights.of(Feature::Nests) > 0.0 {
            for _ in 0..self.range(1, 3) {
                let internal = self.chance(Feature::Statics);
                let base = self.global(main, internal);
                self.bases.push(base);
                self.by_rows.push(base);
            }
        }
        // What helpers touch takes part.
        if self.weights.of(Feature::Calls) > 0.0 {
            self.bases.push(Base::Global(0));
        }
    }

    fn global(&mut self, ty: Type, internal: bool) -> Base {
        self.program.globals.push(Global {
            ty,
            internal,
            size: 1,
            origin: 0,
        });
        Base::Global(self.program.globals.len() - 1)
    }

    fn type_of(&self, base: Base) -> Type {
        self.program.kernel.type_of(&self.program.globals, base)
    }

    /// Parameters and calls.
    fn signature(&mut self) {
        self.two_counts = self.chance(Feature::TwoCounts);
        let mut own = self.pick(&[INT, INT, WIDE, WIDE]);
        if self.chance(Feature::OddCounters) {
            own = self.odd_type();
        }
        let other = if self.maybe(0.7) {
            own
        } else {
            self.pick(&[INT, WIDE])
        };
        let kernel = &mut self.program.kernel;
        kernel.ints = vec![own, other, INT];
        kernel.flags = 2;
        if self.chance(Feature::Pointers) {
            self.pointers();
        }
        let mut counts = self.counts();
        let borders = self.chance(Feature::Borders) && !self.program.kernel.pointers.is_empty();
        if borders {
            // Several ways to lie for the same counts.
            counts.extend(counts.clone());
        }
        for (n, m) in counts {
            let pointers = self.arguments(n, borders);
            let is_pitch = self.chance(Feature::Pitches) || self.chance(Feature::Planes);
            let k = if is_pitch {
                // Twice as far is near again, in 32 bits.
                let wraps = self.maybe(0.15);
                self.range(-16, 24) + if wraps { i64::from(i32::MIN) + 16 } else { 0 }
            } else {
                self.range(0, 4)
            };
            let call = Call {
                ints: vec![n, m, k],
                flags: (0..2).map(|_| self.rng.random()).collect(),
                float: self.pick(&[0, 2, 4, 10, -4]),
                pointers,
            };
            self.program.calls.push(call);
        }
    }

    fn pointers(&mut self) {
        let like = self
            .bases
            .first()
            .map_or(Type::I32, |base| self.type_of(*base));
        let noalias = self.chance(Feature::Noalias);
        for _ in 0..self.range(2, 4) {
            let ty = if self.maybe(0.8) {
                like
            } else {
                self.pick(&[Type::I32, Type::F64])
            };
            self.program.kernel.pointers.push(Pointer { ty, noalias });
            let p = self.program.kernel.pointers.len() - 1;
            // What is overlapped elsewhere is not fused.
            if !self.chance(Feature::Scopes) {
                self.bases.extend([Base::Pointer(p); 2]);
            }
        }
    }

    /// Where pointers point to in a call: memory of their own, or of each other, or arrays.
    fn arguments(&mut self, n: i64, borders: bool) -> Vec<(Object, i64)> {
        let pointers = self.program.kernel.pointers.clone();
        let mut found: Vec<(Object, i64)> = Vec::new();
        for (p, pointer) in pointers.iter().enumerate() {
            let before: Vec<_> = (0..p).filter(|q| pointers[*q].ty == pointer.ty).collect();
            let overlaps = !pointer.noalias && (borders || self.chance(Feature::Overlap));
            if let (true, Some(&q)) = (overlaps, before.choose(self.rng)) {
                let near = match self.chance(Feature::Scopes) {
                    true => self.pick(&[1, 1, -1, 2, -2, 3]),
                    false => self.pick(&[0, 0, 1, 1, 2, 3, 5, -1, -2]),
                };
                let border = n + self.pick(&[-2, -1, -1, 0, 0, 1, 2]);
                let step = if borders {
                    self.pick(&[near, border, border, -border])
                } else {
                    near
                };
                let (object, offset) = found[q];
                found.push((object, offset + step));
                continue;
            }
            let globals = 3..self.program.globals.len();
            let like = globals.filter(|g| {
                let global = &self.program.globals[*g];
                global.ty == pointer.ty && !global.internal
            });
            let like: Vec<_> = like.collect();
            if let (true, Some(&g)) = (!pointer.noalias && self.maybe(0.3), like.choose(self.rng)) {
                let offset = self.range(-2, 4);
                found.push((Object::Global(g), offset));
                continue;
            }
            // The caller's array number p is that of pointer p.
            while self.program.arena.len() <= p {
                let ty = pointers[self.program.arena.len()].ty;
                self.program.arena.push(Global {
                    ty,
                    internal: false,
                    size: 1,
                    origin: 0,
                });
            }
            found.push((Object::Arena(p), 0));
        }
        found
    }

    /// Pairs (n, m), one for each call.
    fn counts(&mut self) -> Vec<(i64, i64)> {
        let some = self.range(2, 17);
        if self.two_counts {
            let pairs = [
                (some, some),
                (some, some + 1),
                (some + 1, some),
                (0, some),
                (some, 0),
                (1, some),
                (some, 1),
                (0, 0),
                (some, some + 4),
                (some + 4, some),
                (some, self.range(0, 18)),
                (self.range(0, 18), some),
            ];
            let count = self.range(3, 5) as usize;
            return pairs.choose_multiple(self.rng, count).copied().collect();
        }
        let mut ns = vec![
            self.pick(&[0, 1, 2, 3]),
            self.pick(&[4, 5, 7, 9]),
            self.pick(&[12, 16, 17, 20, 33]),
        ];
        if self.maybe(0.4) {
            let lost = self.rng.random_range(0..ns.len());
            ns.remove(lost);
        }
        if self.chance(Feature::Ahead) {
            // About as many as a shift has.
            ns.push(self.range(1, 6));
        }
        let mut pairs = Vec::new();
        for n in ns {
            let m = self.pick(&[n, (n - 1).max(0), n + 1, 3, 4, 8]);
            pairs.push((n, m.min(18)));
        }
        pairs
    }

    fn scalars(&mut self) {
        let most = if self.maybe(0.3) { 4 } else { 3 };
        for _ in 0..self.range(1, most) {
            let ty = self.pick(&[Type::I32, Type::I64]);
            let first = self.range(0, 9);
            self.ints.push(self.program.kernel.scalars.len());
            self.program.kernel.scalars.push((ty, first));
        }
        let has_floats = self.bases.iter().any(|base| self.type_of(*base).is_float());
        if has_floats {
            let ty = self.pick(&[Type::F64, Type::F64, Type::F32]);
            self.floats.push(self.program.kernel.scalars.len());
            self.program.kernel.scalars.push((ty, 4));
        }
    }
}

fn has_allocation(body: &[Stmt]) -> bool {
    walk::any(body, &|stmt| matches!(stmt, Stmt::Alloc(_)))
}

/// Does a statement make a temporary, and not in a loop?
fn makes_once(stmt: &Stmt, local: usize) -> bool {
    match stmt {
        Stmt::Alloc(l) => *l == local,
        Stmt::If(_, then, other) => {
            let mut both = then.iter().chain(other);
            both.any(|stmt| makes_once(stmt, local))
        }
        _ => false,
    }
}

fn is_made(body: &[Stmt], local: usize) -> bool {
    body.iter()
        .any(|stmt| matches!(stmt, Stmt::Alloc(l) if *l == local))
}
