//! A program with what it needs to be run, as one file of LLVM IR: for who looks at a finding, and for later.
//!
//! The first lines are comments: what went wrong, how to see it again, and the arrays as JSON.

use crate::program::{Global, Program, Type, print, walk};
use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};

/// Where the JSON stands.
const MARK: &str = "; case: ";

/// An array of the outside.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Array {
    pub name: String,
    pub ty: Type,
    pub size: i64,
    /// Which element the first one was before the program was laid out, and which array: what it holds at
    /// first follows from these.
    pub origin: i64,
    pub number: u64,
}

/// What a program needs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Needs {
    pub arrays: Vec<Array>,
    /// How many volatiles and atomics there are.
    pub ordered: usize,
    pub noise: u64,
    /// How many allocations may fail.
    pub failing: usize,
    /// The call in which they do.
    pub fails_in: usize,
    pub calls: usize,
    /// Are there subscripts of several narrow types? Where they meet in one loop, LLVM's vectorizer forgets that
    /// the narrower ones wrap (`SCEVWrapPredicate::implies`).
    #[serde(default)]
    pub narrow: bool,
    /// Are there pointers that nobody else's lead where they do? What they wrote then need not be seen where the
    /// program ends within the kernel: LLVM drops stores that later ones overwrite.
    #[serde(default)]
    pub noalias: bool,
}

impl Needs {
    pub fn of(program: &Program) -> Self {
        let array = |name: String, global: &Global, number: u64| Array {
            name,
            ty: global.ty,
            size: global.size,
            origin: global.origin,
            number,
        };
        let globals = program
            .globals
            .iter()
            .enumerate()
            .filter(|(_, g)| !g.internal);
        let globals = globals.map(|(g, global)| array(format!("g{g}"), global, g as u64));
        let arena = program.arena.iter().enumerate();
        let arena = arena.map(|(a, global)| {
            array(
                format!("a{a}"),
                global,
                crate::program::interpret::ARENA + a as u64,
            )
        });
        Needs {
            arrays: globals.chain(arena).collect(),
            ordered: program.ordered.len(),
            noise: program.noise,
            failing: program.failing.len(),
            fails_in: program.fails_in,
            calls: program.calls.len(),
            narrow: walk::widths(&program.kernel.body).len() > 1,
            noalias: program.kernel.pointers.iter().any(|p| p.noalias),
        }
    }
}

/// A file: `head`, a line for each, then the program.
pub fn write(program: &Program, head: &[String]) -> Result<String> {
    let mut text: String = head
        .iter()
        .map(|line| format!("; {}\n", line.replace('\n', " ")))
        .collect();
    text += &format!("{MARK}{}\n", serde_json::to_string(&Needs::of(program))?);
    Ok(text + &print::print(program))
}

/// What a file needs.
pub fn read(text: &str) -> Result<Needs> {
    let mut lines = text.lines().take_while(|line| line.starts_with(';'));
    let Some(json) = lines.find_map(|line| line.strip_prefix(MARK)) else {
        bail!("there is no line '{MARK}...': this is no file of the fuzzer");
    };
    serde_json::from_str(json).with_context(|| format!("the line '{MARK}...' is not understood"))
}
