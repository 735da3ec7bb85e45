//! One program under one configuration: does it do the same as without the pass?
//!
//! The reference is the program as it is, compiled without optimisation. What the interpreter says must agree
//! with it, or the fuzzer itself is wrong. An allocation that fails may be one that is not made any more: so
//! where allocations fail, what the pass leaves must do what the program does if *some* of these fail.

use crate::case_file::{Array, Needs};
use crate::configs::{self, Config};
use crate::engine::{
    Compiled, Compiler, Ending, Failing, Heard, Layout, Module, Outcome, Runtime, Tagged,
};
use crate::program::fit::subsets;
use crate::program::interpret::{self, BELOW, Result_};
use crate::program::{Program, Type, print};
use anyhow::{Result, bail};
use inkwell::context::Context;
use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

/// What is wrong. That a process ended, or did not end, says who watches it.
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
}

impl Kind {
    pub fn name(self) -> &'static str {
        match self {
            Kind::Wrong => "wrong",
            Kind::Broken => "broken",
            Kind::Leak => "leak",
            Kind::Order => "order",
            Kind::Llvm => "llvm",
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

impl Verdict {
    /// Did the pass change something that it speaks of?
    pub fn is_changed(&self) -> bool {
        self.heard.iter().any(|heard| heard.kind == 0)
    }
}

/// Judges programs.
pub struct Judge {
    narrow: Compiler,
    wide: Compiler,
    runtime: Runtime,
}

/// A program, ready to be compared.
pub struct Case {
    needs: Needs,
    text: String,
    contents: Vec<(Layout, Vec<u8>)>,
    /// Names of the arrays, with their types.
    names: Vec<(String, Type)>,
    globals: Vec<(String, usize)>,
    calls: Vec<String>,
    /// What it does if these allocations fail, for all subsets of those that may.
    expected: Vec<Outcome>,
    at_end: bool,
    /// As bitcode, behind what most configurations begin with.
    prepared: OnceCell<Vec<u8>>,
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
    pub fn case(&self, program: &Program, interpreted: &Result_) -> Result<Case> {
        let case = self.case_of(print::print(program), Needs::of(program))?;
        case.check(program, interpreted)?;
        Ok(case)
    }

    /// The same of a program that was read.
    pub fn case_of(&self, text: String, needs: Needs) -> Result<Case> {
        let at_end = needs.noise & 8 != 0;
        let mut case = Case {
            text,
            contents: Vec::new(),
            names: Vec::new(),
            globals: Vec::new(),
            calls: (0..needs.calls).map(|n| format!("call{n}")).collect(),
            expected: Vec::new(),
            at_end,
            prepared: OnceCell::new(),
            needs,
        };
        let arrays = case.needs.arrays.iter().map(|array| {
            let width = array.ty.bytes() as usize;
            (
                array.name.clone(),
                array.ty,
                first_contents(array, case.needs.noise),
                width,
            )
        });
        let ordered = (0..case.needs.ordered).map(|n| (format!("o{n}"), Type::I32, vec![0; 4], 4));
        for (slot, (name, ty, contents, align)) in arrays.chain(ordered).enumerate() {
            let layout = Layout {
                slot,
                bytes: contents.len(),
                align,
                at_end,
            };
            case.contents.push((layout, contents));
            case.globals
                .push((name.clone(), self.runtime.address(layout)));
            case.names.push((name, ty));
        }
        let context = Context::create();
        let module = self.narrow.read(&context, case.text.as_bytes())?;
        module.verify(true).map_err(anyhow::Error::msg)?;
        let compiled = module.compile(&case.calls, &case.globals)?;
        for failing in subsets(&case.sites()) {
            let outcome = self.run(&case, &compiled, &failing);
            match (outcome.ending, outcome.fault) {
                (Ending::Signal(signal), _) => {
                    bail!("the program itself ends with signal {signal}")
                }
                (_, Some(fault)) => bail!("the program itself {fault}"),
                _ => case.expected.push(outcome),
            }
        }
        Ok(case)
    }

    /// Compares a program as it is with what a configuration makes of it.
    pub fn judge(&self, case: &Case, config: &Config, refusals: bool) -> Result<Verdict> {
        let context = Context::create();
        let compiler = self.compiler(config);
        let module = self.begin(&context, case, config)?;
        let heard = module.run_passes(compiler, &config.passes, &config.options, refusals)?;
        let mut verdict = Verdict {
            heard,
            finding: None,
        };
        if !verdict.is_changed() {
            return Ok(verdict);
        }
        let tagged = match case.needs.ordered {
            0 | 1 => vec![],
            _ => module.tagged(),
        };
        verdict.finding = match self.wrong(case, config, &module)? {
            None => self.interleaved(case, config, &tagged)?,
            Some(finding) => {
                let module = self.begin(&context, case, config)?;
                module.run_passes(compiler, &config.without, "limit=0", false)?;
                let kind = match self.wrong(case, config, &module)? {
                    Some(_) => Kind::Llvm,
                    None if config.vectorizes && case.needs.narrow => Kind::Llvm,
                    None => finding.kind,
                };
                Some(Finding { kind, ..finding })
            }
        };
        Ok(verdict)
    }

    fn run(&self, case: &Case, compiled: &Compiled<'_>, sites: &[usize]) -> Outcome {
        let call = case.needs.fails_in;
        let failing = Failing { sites, call };
        self.runtime
            .run(compiled.afresh(), &case.contents, failing, case.at_end)
    }

    fn compiler(&self, config: &Config) -> &Compiler {
        match config.wide {
            true => &self.wide,
            false => &self.narrow,
        }
    }

    /// The program that the passes of a configuration begin with.
    fn begin<'c>(&self, context: &'c Context, case: &Case, config: &Config) -> Result<Module<'c>> {
        if !config.is_prepared {
            return self.narrow.read(context, case.text.as_bytes());
        }
        if case.prepared.get().is_none() {
            let module = self.narrow.read(context, case.text.as_bytes())?;
            module.run_passes(&self.narrow, &configs::prepare(), "", false)?;
            let _ = case.prepared.set(module.bitcode());
        }
        self.narrow
            .read(context, case.prepared.get().expect("just prepared"))
    }

    /// Is a module ill-formed, or does it do something else?
    fn wrong(&self, case: &Case, config: &Config, module: &Module<'_>) -> Result<Option<Finding>> {
        match module.verify(!config.vectorizes) {
            Ok(()) => self.difference(case, module),
            Err(detail) => Ok(Some(Finding {
                kind: Kind::Broken,
                detail,
            })),
        }
    }

    fn difference(&self, case: &Case, module: &Module<'_>) -> Result<Option<Finding>> {
        let compiled = module.compile(&case.calls, &case.globals)?;
        for (expected, failing) in case.expected.iter().zip(subsets(&case.sites())) {
            let found = self.run(case, &compiled, &failing);
            // What is not allocated does not fail: then it does what it does where less fails.
            let sites = case.sites();
            let fails_less =
                |(_, some): &(&Outcome, Vec<usize>)| some.iter().all(|site| failing.contains(site));
            let all = case.expected.iter().zip(subsets(&sites));
            let allowed: Vec<_> = all.filter(fails_less).map(|(outcome, _)| outcome).collect();
            if !allowed.iter().any(|outcome| case.agree(outcome, &found)) {
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
        case: &Case,
        config: &Config,
        tagged: &[Tagged],
    ) -> Result<Option<Finding>> {
        let together = together(tagged);
        if together.is_empty() {
            return Ok(None);
        }
        let context = Context::create();
        let module = self.begin(&context, case, config)?;
        module.run_passes(self.compiler(config), &config.without, "limit=0", false)?;
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

fn first_contents(array: &Array, seed: u64) -> Vec<u8> {
    let width = array.ty.bytes() as usize;
    let elements = (0..array.size).flat_map(|element| {
        let noise = interpret::noise(seed, array.number, element - array.origin);
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

impl Case {
    /// The numbers by which the runtime knows allocations that may fail.
    fn sites(&self) -> Vec<usize> {
        (0..self.needs.failing).collect()
    }

    /// Where an array differs from another state of it.
    fn first_difference(&self, array: usize, a: &[u8], b: &[u8]) -> Option<usize> {
        let (a, b) = (
            canonical(self.names[array].1, a),
            canonical(self.names[array].1, b),
        );
        (0..a.len()).find(|at| a[*at] != b[*at])
    }

    /// Does nobody see an array any more?
    fn is_hidden(&self, array: usize, expected: &Outcome) -> bool {
        let is_argument = self.names[array].0.starts_with('a');
        is_argument && self.needs.noalias && expected.ending == Ending::Stopped
    }

    fn agree(&self, expected: &Outcome, found: &Outcome) -> bool {
        let mut arrays = expected.arrays.iter().zip(&found.arrays).enumerate();
        expected.ending == found.ending
            && expected.trace == found.trace
            && found.fault.is_none()
            && (expected.ending == Ending::Quiet
                || arrays.all(|(n, (a, b))| {
                    self.is_hidden(n, expected) || self.first_difference(n, a, b).is_none()
                }))
    }

    fn describe(&self, expected: &Outcome, found: &Outcome) -> String {
        if expected.ending != found.ending {
            return format!("ends with {:?}, not {:?}", found.ending, expected.ending);
        }
        if let Some(fault) = found.fault {
            return fault.into();
        }
        for (n, (a, b)) in expected.arrays.iter().zip(&found.arrays).enumerate() {
            let difference = self.first_difference(n, a, b);
            if let Some(at) = difference.filter(|_| !self.is_hidden(n, expected)) {
                let element = at as u64 / self.names[n].1.bytes();
                return format!("{}[{element}] differs", self.names[n].0);
            }
        }
        "what it says differs".into()
    }

    /// Does the interpreter agree?
    fn check(&self, program: &Program, interpreted: &Result_) -> Result<()> {
        let compiled = &self.expected[0];
        let stopped = compiled.ending != Ending::Returned;
        if interpreted.trace != compiled.trace || interpreted.stopped != stopped {
            bail!(
                "the interpreter says {:x}, the program {:x}; it ends early: {}, {stopped}",
                interpreted.trace,
                compiled.trace,
                interpreted.stopped
            );
        }
        let globals = program
            .globals
            .iter()
            .zip(&interpreted.globals)
            .filter(|(g, _)| !g.internal);
        let arena = program.arena.iter().zip(&interpreted.arena);
        for (n, (array, bytes)) in globals.chain(arena).enumerate() {
            let width = array.ty.bytes() as usize;
            let begin = BELOW as usize * width;
            let own = &bytes[begin..begin + array.size as usize * width];
            if let Some(at) = self.first_difference(n, own, &compiled.arrays[n]) {
                bail!(
                    "the interpreter has another {}[{}]",
                    self.names[n].0,
                    at / width
                );
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case_file;
    use std::sync::Mutex;

    /// Signals, and the options of LLVM, are the whole process's.
    static ALONE: Mutex<()> = Mutex::new(());

    #[test]
    fn saved_cases_pass() {
        let _alone = ALONE.lock().unwrap();
        let judge = Judge::new().unwrap();
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/cases");
        for file in std::fs::read_dir(folder).unwrap() {
            let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
            let needs = case_file::read(&text).unwrap();
            let case = judge.case_of(text, needs).unwrap();
            for name in configs::NAMES {
                let config = configs::named(name, "").unwrap();
                let verdict = judge.judge(&case, &config, false).unwrap();
                assert!(verdict.finding.is_none(), "{name}: {:?}", verdict.finding);
            }
        }
    }

    /// Where a phase panics, the function is as it was or as finished changes left it, and the pass says so.
    #[cfg(feature = "testing")]
    #[test]
    fn a_phase_that_panics_breaks_nothing() {
        use crate::generate::{Seed, generate};
        let _alone = ALONE.lock().unwrap();
        let judge = Judge::new().unwrap();
        let programs: Vec<_> = ["all", "rows", "handed-on"]
            .iter()
            .flat_map(|profile| (1..=40).map(|n| Seed::new(profile, n, &[])))
            .filter_map(|seed| generate(&seed))
            .map(|(program, result)| judge.case(&program, &result).unwrap())
            .collect();
        for (_, phase, _) in loopfuse::testing::Phase::ALL {
            let config = configs::named("canonical", &format!("panic={phase}")).unwrap();
            let is_met = programs.iter().filter(|case| {
                let verdict = judge.judge(case, &config, true).unwrap();
                assert!(verdict.finding.is_none(), "{phase}: {:?}", verdict.finding);
                verdict.heard.iter().any(|heard| heard.name == "Internal")
            });
            assert!(is_met.count() > 0, "{phase} is not met");
        }
    }
}
