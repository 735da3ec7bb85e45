//! `loopfuse compare`: the same program with and without fusion, run in turn.
//!
//! Agreement is that of standard output and exit status. Where the two differ, both programs are kept,
//! and the one change that makes the difference is looked for: a fusion, or what goes before or behind one.

mod bisect;
mod build;
mod measure;

use std::ffi::OsString;
use std::io::Write;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use indicatif::{ProgressBar, ProgressStyle};
use tempfile::TempDir;

use crate::call;
use crate::cli::Compiler;
use crate::interrupt::Interrupt;
use crate::own::Own;
use crate::remarks::Remark;
use build::{Build, Builder, Edits};
use measure::{Outcome, Runs};

/// What one call compares.
pub struct Comparison<'a> {
    /// Whose arguments these are.
    pub compiler: Compiler,
    /// Our options.
    pub own: &'a Own,
    /// How often each program runs.
    pub runs: u32,
    /// The compiler's arguments.
    pub arguments: &'a [OsString],
    /// The program's arguments.
    pub program: &'a [OsString],
}

/// A program that does not end with fusion has this much time and this multiple of the other's.
const PATIENCE: (Duration, u32) = (Duration::from_secs(10), 20);

/// The result is the exit status: 0 if the two agree, 1 if not, the compiler's if there is no program.
pub fn compare(comparison: &Comparison) -> Result<i32> {
    if comparison.arguments.iter().any(|argument| argument == "-") {
        bail!("compare builds several times, so it takes no source from standard input");
    }
    if let Some(wrong) = comparison.arguments.iter().find(|a| makes_no_program(a)) {
        bail!(
            "compare builds two programs of its own, so it takes no {}",
            wrong.display()
        );
    }
    let interrupt = Interrupt::catch()?;
    let scratch = call::scratch()?;
    let builder = Builder::new(comparison, &interrupt, scratch.path())?;
    let folder = tempfile::Builder::new()
        .prefix("loopfuse-compare-")
        .tempdir()?;
    let names = ["plain", "fused"].map(|name| folder.path().join(name));
    let plain = builder.build(&names[0], Edits::None)?;
    let fused = match plain.is_there() {
        true => builder.build(&names[1], Edits::ALL)?,
        false => return Ok(plain.ending.code()),
    };
    if !fused.is_there() {
        return Ok(fused.ending.code());
    }
    if fused.edits.is_empty() {
        return say("no loops fused: with and without fusion it is the same program").map(|()| 0);
    }
    let program = |path: &Path, limit| {
        measure::run(&interrupt, path, comparison.program, scratch.path(), limit)
    };
    let runs = run_in_turn(comparison.runs, &names, program)?;
    let [without, with] = &runs;
    if without.outcome == with.outcome {
        let fusions = plural(fused.fusions, "fusion");
        return say(&measure::report(without, with, &fusions)).map(|()| 0);
    }
    say(&difference(&without.outcome, &with.outcome))?;
    let found = find(&builder, &fused, &without.outcome, |path| {
        Ok(program(path, Some(patience(without)))?.outcome)
    });
    if let Ok(found) = &found {
        say(found)?;
    }
    say(&format!(
        "both programs are kept in {}",
        keep(folder, &names)
    ))?;
    found.map(|_| 1)
}

/// Does an argument ask for something else than a program, or name one?
fn makes_no_program(argument: &OsString) -> bool {
    let words = [
        "-c",
        "-S",
        "-E",
        "-M",
        "-MM",
        "-fsyntax-only",
        "-emit-llvm",
        "--help",
        "--version",
    ];
    words.iter().any(|word| argument == word) || argument.as_encoded_bytes().starts_with(b"-o")
}

/// Runs both in turn, so that what slows the machine down meets both.
fn run_in_turn(
    rounds: u32,
    programs: &[std::path::PathBuf; 2],
    run: impl Fn(&Path, Option<Duration>) -> Result<measure::Run>,
) -> Result<[Runs; 2]> {
    let style = ProgressStyle::with_template("{msg} {bar:40} {pos} of {len} runs, {eta} to go")?;
    let bar = ProgressBar::new(u64::from(rounds) * 2 + 2).with_style(style);
    bar.set_message("comparing");
    bar.tick();
    let mut without = Runs::begin(run(&programs[0], None)?);
    bar.inc(1);
    let mut with = Runs::begin(run(&programs[1], Some(patience(&without)))?);
    bar.inc(1);
    for round in 0..rounds {
        if without.outcome != with.outcome {
            break;
        }
        let one = |runs: &mut Runs, path: &Path, limit, which: &str| {
            bar.inc(1);
            runs.add(run(path, limit)?, which)
        };
        let limit = Some(patience(&without));
        // Neither is always the second.
        if round % 2 == 0 {
            one(&mut without, &programs[0], None, "without")?;
            one(&mut with, &programs[1], limit, "with")?;
        } else {
            one(&mut with, &programs[1], limit, "with")?;
            one(&mut without, &programs[0], None, "without")?;
        }
    }
    // A program of which no two runs agree says nothing about fusion.
    if without.outcome != with.outcome {
        without.add(run(&programs[0], None)?, "without")?;
    }
    bar.finish_and_clear();
    Ok([without, with])
}

fn patience(without: &Runs) -> Duration {
    PATIENCE.0 + without.longest() * PATIENCE.1
}

fn difference(without: &Outcome, with: &Outcome) -> String {
    if with.timed_out {
        return "with fusion the program does not end".into();
    }
    if without.ending != with.ending {
        let words = |outcome: &Outcome| outcome.ending.words();
        return format!(
            "without fusion the program ended with {}, with fusion with {}",
            words(without),
            words(with)
        );
    }
    "the outputs differ".into()
}

/// The change that makes the difference, in a sentence.
fn find(
    builder: &Builder,
    fused: &Build,
    expected: &Outcome,
    run: impl Fn(&Path) -> Result<Outcome>,
) -> Result<String> {
    let total = fused.edit_count();
    let mut last = Vec::new();
    let differs = |limit: u64, last: &mut Vec<_>| -> Result<bool> {
        let build = builder.build(&builder.scratch.join("part"), Edits::First(limit))?;
        let same = build.is_there() && run(&build.program)? == *expected;
        if !same {
            *last = build.edits;
        }
        Ok(!same)
    };
    if differs(0, &mut last)? {
        return Ok("the difference is there with nothing changed".into());
    }
    let first_bad = bisect::first(total, |limit| differs(limit, &mut last))?;
    // The last build that differed was that with the fewest changes.
    let said = last.iter().filter(|(number, _)| *number == first_bad);
    let said: Vec<_> = said.map(|(_, remark)| in_words(remark)).collect();
    let culprit = match said.is_empty() {
        true => "(the compiler failed and named none)".into(),
        false => said.join("\n"),
    };
    Ok(format!(
        "edit {first_bad} of {total} makes the difference:\n{culprit}"
    ))
}

/// What a remark says, and where.
fn in_words(remark: &Remark) -> String {
    let place = remark.loops.first().and_then(|l| l.place.as_ref());
    let place = place.map_or(String::new(), |p| format!("{}:{}: ", p.file, p.line));
    let function = remark.function_in_source();
    format!("{place}in {function}: {}", remark.message)
}

/// Lets the programs stay and says where.
fn keep(folder: TempDir, names: &[std::path::PathBuf; 2]) -> String {
    let all: Vec<String> = names
        .iter()
        .map(|name| name.display().to_string())
        .collect();
    let _kept = folder.keep();
    all.join(" and ")
}

fn say(text: &str) -> Result<()> {
    match writeln!(std::io::stdout(), "{text}") {
        // Whoever read has seen enough.
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
        other => other.context("cannot write the result"),
    }
}

fn plural(n: usize, one: &str) -> String {
    format!("{n} {one}{}", if n == 1 { "" } else { "s" })
}
