//! `loopfuse explain`: compiles, and shows on the source what fused, what did not, and why.
//!
//! The compiler's jobs are those of the same command line, but nothing is linked and no output is
//! written unless `-o` asks for one. Where it does not, the compiler may as well make debug information:
//! it gives values the names that they have in the source.

mod json;
mod sarif;
mod text;

use std::ffi::OsString;
use std::io::Write;
use std::path::Path;

use anyhow::Result;

use crate::call::{self, Call};
use crate::cc1::Kind;
use crate::cli::{Compiler, Format};
use crate::interrupt::Interrupt;
use crate::job::{Job, Printed};
use crate::own::Own;
use crate::recorded;
use crate::remarks::{self, Remark};
use crate::report;
use crate::run::{self, Runner};
use crate::session::Session;
use crate::source::Sources;
use crate::tools::{self, Finder};

/// Explains one command line; the result is the compiler's exit status.
pub fn explain(
    compiler: Compiler,
    own: &Own,
    format: Format,
    arguments: &[OsString],
) -> Result<i32> {
    let finder = Finder::new(&own.shared.places);
    let plugin = finder.plugin()?;
    let interrupt = Interrupt::catch()?;
    let scratch = call::scratch()?;
    let call = Call::new(compiler, &finder, own, arguments)?;
    let names_output = arguments
        .iter()
        .any(|a| a.as_encoded_bytes().starts_with(b"-o"));
    let runner = Runner {
        interrupt: &interrupt,
        print: own.shared.print_commands,
        scratch: scratch.path(),
    };
    let mut session = Session::new(own, runner, Some(plugin));
    let (ending, remarks) = recorded::run(&call, &mut session, |printed, kinds| {
        if !names_output {
            write_nothing(printed, kinds, scratch.path());
        }
    })?;
    if let Some(remarks) = remarks.filter(|said| ending.is_success() || !said.is_empty()) {
        show(format, remarks)?;
    }
    Ok(ending.code())
}

/// Explains what a compilation recorded, on standard error.
pub fn tell(record: &[u8]) -> Result<()> {
    let remarks = remarks::read(&String::from_utf8_lossy(record))?;
    if remarks.is_empty() {
        return Ok(());
    }
    let text = text::render(&remarks, &mut Sources::default());
    // Where nobody listens any more, that is no reason to fail.
    let _ = anstream::stderr().lock().write_all(text.as_bytes());
    Ok(())
}

/// Leaves the jobs that optimise, lets them write to where nobody looks, and gives values names.
fn write_nothing(printed: &mut Printed, kinds: &mut Vec<Kind>, scratch: &Path) {
    let jobs = std::mem::take(&mut printed.jobs);
    let all = jobs.into_iter().zip(std::mem::take(kinds));
    for (at, (mut job, kind)) in all.enumerate() {
        // What a later job reads must be there: a preprocessed source, of -save-temps.
        if matches!(kind, Kind::Plain) && !job.is_compiler() {
            continue;
        }
        if !matches!(kind, Kind::Plain) {
            redirect(&mut job, |option| {
                scratch.join(format!("{at}{option}")).into()
            });
            name_values(&mut job);
        }
        printed.jobs.push(job);
        kinds.push(kind);
    }
}

/// Options of compilers proper before the name of a file that they write.
const WRITES: [&str; 5] = [
    "-o",
    "-dependency-file",
    "-split-dwarf-output",
    "-stack-usage-file",
    "-serialize-diagnostic-file",
];

/// The same with the name in one argument with them.
const WRITES_JOINED: [&str; 2] = ["-coverage-notes-file=", "-ftime-trace="];

/// Lets a job write to these places.
fn redirect(job: &mut Job, place: impl Fn(&str) -> OsString) {
    let mut before = None;
    for argument in &mut job.argv {
        let bytes = argument.as_encoded_bytes();
        let begins = |option: &&str| bytes.starts_with(option.as_bytes());
        if let Some(option) = before.take() {
            *argument = place(option);
        } else if let Some(option) = WRITES_JOINED.into_iter().find(begins) {
            *argument = tools::joined(option, &place(option));
        } else {
            before = WRITES.into_iter().find(|option| argument == option);
        }
    }
}

/// Asks clang for debug information, unless the command says which is wanted.
fn name_values(job: &mut Job) {
    let is_kind = |a: &OsString| a.as_encoded_bytes().starts_with(b"-debug-info-kind=");
    if job.is_cc1() && !job.arguments().iter().any(is_kind) {
        let more = ["-debug-info-kind=constructor", "-dwarf-version=5"];
        job.argv.splice(2..2, more.map(OsString::from));
    }
}

fn show(format: Format, mut remarks: Vec<Remark>) -> Result<()> {
    // Only a picture shows which arrays are shared.
    if format != Format::Html {
        remarks.retain(|remark| remark.kind != remarks::Kind::Gained);
    }
    let text = match format {
        Format::Text => text::render(&remarks, &mut Sources::default()),
        Format::Json => json::render(&remarks),
        Format::Sarif => sarif::render(&remarks),
        Format::Html => report::alone(&remarks)?,
    };
    run::print(&text)
}
