//! One program under one configuration: does it do the same as without the pass?
//!
//! The reference is the program as it is, compiled without optimisation. What the interpreter says must agree
//! with it, or the fuzzer itself is wrong. An allocation that fails may be one that is not made any more: so
//! where allocations fail, what the pass leaves must do what the program does if *some* of these fail.

use crate::configs::Config;
use crate::engine::{Compiler, Ending, Heard, Layout, Module, Outcome, Runtime, Tagged};
use crate::program::fit::subsets;
use crate::program::interpret::{self, ARENA, BELOW, Result_};
use crate::program::{Global, Program, Type, print};
use anyhow::{Result, bail};
use inkwell::context::Context;
use std::collections::{BTreeMap, BTreeSet};

/// What is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// It does something else.
    Wrong,
    /// It is not well-formed any more.
    Broken,
    /// It gives back less of the heap than before.
    Leak,
    /// Accesses with an order are interleaved.
    Order,
    /// LLVM alone makes the difference.
    Llvm,
    /// The process ended, or did not end: who watches says so.
    Crash,
    Hang,
}

impl Kind {
    pub fn name(self) -> &'static str {
        match self {
            Kind::Wrong => "wrong",
            Kind::Broken => "broken",
            Kind::Leak => "leak",
            Kind::Order => "order",
            Kind::Llvm => "llvm",
            Kind::Crash => "crash",
            Kind::Hang => "hang",
        }
    }
}

/// Something wrong.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    pub kind: Kind,
    pub detail: String,
}

/// What came of one comparison.
#[derive(Debug, Default)]
pub struct Verdict {
    pub heard: Vec<Heard>,
    pub finding: Option<Finding>,
}

/// Judges programs.
pub struct Judge {
    narrow: Compiler,
    wide: Compiler,
    runtime: Runtime,
}

/// A program, ready to be compared.
pub struct Case<'p> {
    program: &'p Program,
    text: String,
    contents: Vec<(Layout, Vec<u8>)>,
    /// Types of the arrays.
    types: Vec<Type>,
    globals: Vec<(String, usize)>,
    calls: Vec<String>,
    /// What it does if these allocations fail, and all of which it may do.
    expected: Vec<Outcome>,
    at_end: bool,
}

impl Judge {
    pub fn new() -> Result<Self> {
        Ok(Judge {
            narrow: Compiler::new(false)?,
            wide: Compiler::new(true)?,
            runtime: Runtime::new(),
        })
    }

    /// Prepares a program: what it does as it is. An error is one of the fuzzer.
    pub fn case<'p>(&self, program: &'p Program, interpreted: &Result_) -> Result<Case<'p>> {
        let at_end = program.noise & 8 != 0;
        let mut case = Case {
            program,
            text: print::print(program),
            contents: Vec::new(),
            types: Vec::new(),
            globals: Vec::new(),
            calls: (0..program.calls.len())
                .map(|n| format!("call{n}"))
                .collect(),
            expected: Vec::new(),
            at_end,
        };
        let external = program
            .globals
            .iter()
            .enumerate()
            .filter(|(_, g)| !g.internal);
        let mut slot = 0;
        let mut place =
            |name: String, array: Option<(&Global, u64)>, bytes: usize, align: usize| {
                let layout = Layout {
                    slot,
                    bytes,
                    align,
                    at_end,
                };
                slot += 1;
                let contents = array.map_or_else(
                    || vec![0; bytes],
                    |(array, n)| first_contents(program, array, n),
                );
                case.contents.push((layout, contents));
                case.types
                    .push(array.map_or(Type::I32, |(array, _)| array.ty));
                case.globals.push((name, self.runtime.address(layout)));
            };
        for (g, global) in external {
            let width = global.ty.bytes() as usize;
            place(
                format!("g{g}"),
                Some((global, g as u64)),
                global.size as usize * width,
                width,
            );
        }
        for (a, array) in program.arena.iter().enumerate() {
            let width = array.ty.bytes() as usize;
            place(
                format!("a{a}"),
                Some((array, ARENA + a as u64)),
                array.size as usize * width,
                width,
            );
        }
        for n in 0..program.ordered.len() {
            place(format!("o{n}"), None, 4, 4);
        }
        let context = Context::create();
        let module = self.narrow.read(&context, &case.text)?;
        let compiled = module.compile(&case.globals)?;
        let calls = compiled.functions(&case.calls)?;
        for failing in subsets(&sites(program)) {
            let outcome = self.runtime.run(&calls, &case.contents, &failing, at_end);
            if let (Ending::Signal(signal), _) | (_, Some(signal)) =
                (outcome.ending, outcome.fault.map(|_| 0))
            {
                bail!(
                    "the program itself ends with signal {signal}: {:?}",
                    outcome.fault
                );
            }
            case.expected.push(outcome);
        }
        case.check(interpreted)?;
        Ok(case)
    }

    /// Compares a program as it is with what a configuration makes of it.
    pub fn judge(&self, case: &Case<'_>, config: &Config, refusals: bool) -> Result<Verdict> {
        let context = Context::create();
        let compiler = if config.wide {
            &self.wide
        } else {
            &self.narrow
        };
        let module = compiler.read(&context, &case.text)?;
        let heard = module.run_passes(compiler, &config.passes, &config.options, refusals)?;
        let mut verdict = Verdict {
            heard,
            finding: None,
        };
        if !verdict.heard.iter().any(|heard| heard.kind == 0) {
            return Ok(verdict);
        }
        if let Err(why) = module.verify() {
            verdict.finding = Some(Finding {
                kind: Kind::Broken,
                detail: why,
            });
            return Ok(verdict);
        }
        let tagged = if case.program.ordered.len() > 1 {
            module.tagged()
        } else {
            vec![]
        };
        verdict.finding = match self.difference(case, &module)? {
            None => self.interleaved(case, config, compiler, &tagged)?,
            Some(difference) => {
                let module = compiler.read(&context, &case.text)?;
                module.run_passes(compiler, &config.without, "limit=0", false)?;
                let theirs = self.difference(case, &module)?;
                let kind = if theirs.is_some() {
                    Kind::Llvm
                } else {
                    difference.kind
                };
                Some(Finding { kind, ..difference })
            }
        };
        Ok(verdict)
    }

    fn difference(&self, case: &Case<'_>, module: &Module<'_>) -> Result<Option<Finding>> {
        let compiled = module.compile(&case.globals)?;
        let calls = compiled.functions(&case.calls)?;
        for (expected, failing) in case.expected.iter().zip(subsets(&sites(case.program))) {
            let found = self
                .runtime
                .run(&calls, &case.contents, &failing, case.at_end);
            // What is not allocated does not fail: then it does what it does where less fails.
            let sites = sites(case.program);
            let fails_less =
                |(_, some): &(&Outcome, Vec<usize>)| some.iter().all(|site| failing.contains(site));
            let all = case.expected.iter().zip(subsets(&sites));
            let allowed: Vec<_> = all.filter(fails_less).map(|(outcome, _)| outcome).collect();
            if !allowed.iter().any(|outcome| case.agree(outcome, &found)) {
                if std::env::var("FZ_DEBUG").is_ok() {
                    for o in &case.expected {
                        eprintln!(
                            "expected {:?} {} {}",
                            o.ending,
                            o.trace,
                            case.describe(o, &found)
                        );
                    }
                    eprintln!(
                        "found {:?} {} failing {failing:?}",
                        found.ending, found.trace
                    );
                }
                let detail = case.describe(expected, &found);
                return Ok(Some(Finding {
                    kind: Kind::Wrong,
                    detail,
                }));
            }
            let most = allowed
                .iter()
                .map(|outcome| outcome.leaked)
                .max()
                .unwrap_or(0);
            if found.ending == Ending::Returned && found.leaked > most {
                let detail = format!("{} blocks are not given back", found.leaked);
                return Ok(Some(Finding {
                    kind: Kind::Leak,
                    detail,
                }));
            }
        }
        Ok(None)
    }

    /// Accesses with an order that stand in different loops of the source must not share one.
    fn interleaved(
        &self,
        case: &Case<'_>,
        config: &Config,
        compiler: &Compiler,
        tagged: &[Tagged],
    ) -> Result<Option<Finding>> {
        let together = together(tagged);
        if together.is_empty() {
            return Ok(None);
        }
        let context = Context::create();
        let module = compiler.read(&context, &case.text)?;
        module.run_passes(compiler, &config.without, "limit=0", false)?;
        let before = self::together(&module.tagged());
        let new = together.difference(&before).next();
        Ok(new.map(|(a, b)| {
            let detail = format!("accesses of loops {a} and {b} are in one loop");
            Finding {
                kind: Kind::Order,
                detail,
            }
        }))
    }
}

/// Pairs of source loops whose accesses share an innermost loop.
fn together(tagged: &[Tagged]) -> BTreeSet<(u64, u64)> {
    let mut loops: BTreeMap<u64, BTreeSet<u64>> = BTreeMap::new();
    for (tag, inner) in tagged.iter().filter(|(_, inner)| *inner != 0) {
        loops.entry(*inner).or_default().insert(*tag);
    }
    let pairs = loops
        .values()
        .flat_map(|tags| tags.iter().flat_map(|a| tags.range(..a).map(|b| (*b, *a))));
    pairs.collect()
}

/// The numbers by which the runtime knows allocations that may fail.
fn sites(program: &Program) -> Vec<usize> {
    (0..program.failing.len()).collect()
}

fn first_contents(program: &Program, array: &Global, number: u64) -> Vec<u8> {
    let width = array.ty.bytes() as usize;
    let elements = (0..array.size).flat_map(|element| {
        let noise = interpret::noise(program.noise, number, element - array.origin);
        interpret::noise_bytes(array.ty, noise)
            .into_iter()
            .take(width)
    });
    elements.collect()
}

/// Bytes in which all that is not a number is the same.
fn canonical(ty: Type, bytes: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    match ty {
        Type::F32 => {
            for chunk in bytes.chunks_exact_mut(4) {
                let value = f32::from_le_bytes([chunk[0], chunk[1], chunk[2], chunk[3]]);
                if value.is_nan() {
                    chunk.copy_from_slice(&f32::NAN.to_le_bytes());
                }
            }
        }
        Type::F64 => {
            for chunk in bytes.chunks_exact_mut(8) {
                let mut whole = [0; 8];
                whole.copy_from_slice(chunk);
                if f64::from_le_bytes(whole).is_nan() {
                    chunk.copy_from_slice(&f64::NAN.to_le_bytes());
                }
            }
        }
        _ => {}
    }
    bytes
}

impl Case<'_> {
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Where an array differs from another state of it.
    fn first_difference(&self, array: usize, a: &[u8], b: &[u8]) -> Option<usize> {
        let (a, b) = (
            canonical(self.types[array], a),
            canonical(self.types[array], b),
        );
        (0..a.len()).find(|at| a[*at] != b[*at])
    }

    fn agree(&self, expected: &Outcome, found: &Outcome) -> bool {
        let arrays = expected.arrays.iter().zip(&found.arrays).enumerate();
        expected.ending == found.ending
            && expected.trace == found.trace
            && found.fault.is_none()
            && arrays
                .map(|(n, (a, b))| self.first_difference(n, a, b))
                .all(|at| at.is_none())
    }

    fn describe(&self, expected: &Outcome, found: &Outcome) -> String {
        if expected.ending != found.ending {
            return format!("ends with {:?}, not {:?}", found.ending, expected.ending);
        }
        if let Some(fault) = found.fault {
            return fault.into();
        }
        for (n, (a, b)) in expected.arrays.iter().zip(&found.arrays).enumerate() {
            if let Some(at) = self.first_difference(n, a, b) {
                let element = at as u64 / self.types[n].bytes();
                return format!("{}[{element}] differs", self.globals[n].0);
            }
        }
        "what it says differs".into()
    }

    /// Does the interpreter agree?
    fn check(&self, interpreted: &Result_) -> Result<()> {
        let compiled = &self.expected[0];
        let stopped = compiled.ending == Ending::Stopped;
        if interpreted.trace != compiled.trace || interpreted.stopped != stopped {
            bail!("the interpreter says something else than the program");
        }
        let globals = self
            .program
            .globals
            .iter()
            .zip(&interpreted.globals)
            .filter(|(g, _)| !g.internal);
        let arena = self.program.arena.iter().zip(&interpreted.arena);
        for (n, (array, bytes)) in globals.chain(arena).enumerate() {
            let width = array.ty.bytes() as usize;
            let begin = BELOW as usize * width;
            let own = &bytes[begin..begin + array.size as usize * width];
            if let Some(at) = self.first_difference(n, own, &compiled.arrays[n]) {
                bail!(
                    "the interpreter has another {}[{}]",
                    self.globals[n].0,
                    at / width
                );
            }
        }
        Ok(())
    }
}
