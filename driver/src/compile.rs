//! One call of the compiler: ask clang for its jobs, take apart those that can be, run all of them.
//!
//! There are three outcomes. *Pass through*: no job of it optimises (a query, linking, -E, -O0), so
//! clang takes our place with its arguments untouched. *Hand over*: jobs optimise, but none can be
//! taken apart, so clang takes our place and loads the plugin itself. *Run*: the jobs run here, those
//! that can be taken apart in three steps each.

use std::ffi::OsString;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::call::{self, Call};
use crate::cc1::{self, Kind};
use crate::cli::{Compiler, language_of};
use crate::explain;
use crate::interrupt::Interrupt;
use crate::job::{Job, Printed};
use crate::own::Own;
use crate::run::{self, Ending, Runner};
use crate::session::Session;
use crate::tools::{self, Finder, Tool};

/// Does what the compiler would do with these arguments, with fusion. Returns only if the compiler did
/// not take our place.
pub fn compile(compiler: Compiler, own: &Own, arguments: &[OsString]) -> Result<Ending> {
    let finder = Finder::new(&own.shared.places);
    let mut call = Call::new(compiler, &finder, own, arguments)?;
    if arguments.iter().any(|argument| argument == "-###") {
        return Err(call.become_compiler(&[]));
    }
    if !own.no_fusion && optimises_at_link_time(arguments) {
        call.driver.extend(tools::for_linker(&finder.plugin()?));
    }
    if own.no_fusion && own.records() {
        run::say("loopfuse: without fusion there is nothing to record or explain");
    }
    if !own.no_fusion && forgets_to_optimise(arguments) {
        run::say(NOT_OPTIMISED);
    }
    if !own.takes_apart() && !call.runs_here() {
        // Not even asked for its jobs: clang does not mind a plugin that it has no use for.
        let mut first = Vec::new();
        if !own.no_fusion {
            first = tools::for_clang(&finder.plugin()?, &[]);
        }
        return Err(call.become_compiler(&first));
    }
    // Temporaries come after this, and whatever ends us from here on removes them.
    let interrupt = Interrupt::catch()?;
    let scratch = call::scratch()?;
    let outcome = call.outcome(&interrupt, scratch.path())?;
    let plugin = match own.no_fusion || matches!(outcome, Outcome::PassThrough) {
        true => None,
        false => Some(finder.plugin()?),
    };
    match outcome {
        Outcome::PassThrough => {
            drop(scratch);
            interrupt.none_yet()?;
            Err(call.become_compiler(&[]))
        }
        Outcome::HandOver => {
            let load = |plugin: PathBuf| tools::for_clang(&plugin, &own.shared.pass_options);
            let first = plugin.map(load).unwrap_or_default();
            drop(scratch);
            interrupt.none_yet()?;
            Err(call.become_compiler(&first))
        }
        Outcome::Run(printed, kinds) => {
            let print = own.shared.print_commands;
            let runner = Runner {
                interrupt: &interrupt,
                print,
                scratch: scratch.path(),
            };
            let mut session = Session::new(own, runner, plugin);
            if kinds.iter().any(|kind| matches!(kind, Kind::Split(_))) {
                session.opt = finder.tool(Tool::Opt)?.into();
                session.llc = finder.tool(Tool::Llc)?.into();
            }
            session.records = own.records();
            let ending = session.run(printed, kinds)?;
            hand_out(own, &session.recorded())?;
            Ok(ending)
        }
    }
}

/// Gives what the pass said in a compilation to whom our options name.
pub fn hand_out(own: &Own, record: &[u8]) -> Result<()> {
    if let Some(to) = &own.remarks {
        append(to, record).with_context(|| format!("cannot write remarks to {}", to.display()))?;
    }
    if own.explain {
        explain::tell(record)?;
    }
    Ok(())
}

/// Adds to a file. It is locked meanwhile, as other calls of the same build may want to add theirs.
fn append(to: &Path, record: &[u8]) -> std::io::Result<()> {
    let mut file = OpenOptions::new().create(true).append(true).open(to)?;
    file.lock()?;
    file.write_all(record)
}

/// What is done about a call.
enum Outcome {
    /// No job optimises: the compiler takes our place.
    PassThrough,
    /// The compiler takes our place and loads the plugin.
    HandOver,
    /// We run the jobs.
    Run(Printed, Vec<Kind>),
}

impl Call<'_> {
    fn outcome(&self, interrupt: &Interrupt, scratch: &Path) -> Result<Outcome> {
        // Where nothing is printed the compiler says itself what is wrong, or answers a query.
        let Some(printed) = self.printed_jobs(interrupt, scratch)? else {
            return Ok(Outcome::PassThrough);
        };
        let mut kinds: Vec<Kind> = printed.jobs.iter().map(cc1::classify).collect();
        if !self.own.takes_apart() {
            cc1::keep_whole(&mut kinds, "nobody asked for --steps");
        }
        if kinds.iter().all(|kind| matches!(kind, Kind::Plain)) {
            return Ok(Outcome::PassThrough);
        }
        for kind in &kinds {
            if let (true, Kind::Whole(why)) = (self.own.shared.print_commands, kind) {
                run::say(&format!("loopfuse: compiled in one piece: {why}"));
            }
        }
        // The compiler writes one record, and that is the one that its arguments ask for.
        let records = self.own.records();
        if driver_works(self.arguments) || records && printed.jobs.iter().any(Job::has_record) {
            if records {
                run::say(
                    "loopfuse: nothing is recorded or explained beside -fsave-optimization-record, \
                     -MJ and the like",
                );
            }
            return Ok(Outcome::HandOver);
        }
        let any_split = kinds.iter().any(|kind| matches!(kind, Kind::Split(_)));
        match any_split || self.runs_here() {
            true => Ok(Outcome::Run(printed, kinds)),
            false => Ok(Outcome::HandOver),
        }
    }

    /// Must the jobs be run here? Parameters given to the driver would reach its assembler and linker,
    /// too, and one file of remarks cannot take those of several sources.
    fn runs_here(&self) -> bool {
        let own = self.own;
        !own.no_fusion && (own.records() || !own.shared.pass_options.is_empty())
    }
}

/// Does ld.lld optimise, so that it must load the plugin? With ThinLTO loops of several files first meet
/// there. With full LTO each file's loops were vectorised before.
fn optimises_at_link_time(arguments: &[OsString]) -> bool {
    let last = |prefixes: &[&str]| {
        let texts = arguments.iter().rev().filter_map(|a| a.to_str());
        let mut found = texts.filter(|a| prefixes.iter().any(|prefix| a.starts_with(prefix)));
        found.next().unwrap_or_default().to_owned()
    };
    last(&["-flto", "-fno-lto"]) == "-flto=thin" && last(&["-fuse-ld="]).ends_with("lld")
}

/// What is said of a source that is compiled as if nobody had thought of how.
const NOT_OPTIMISED: &str = "loopfuse: note: without -O nothing is optimised, so no loops are fused: give -O2 \
    (CMake before 3.27 gives flang none, even in Release: -DCMAKE_Fortran_FLAGS_RELEASE=-O3)";

/// Are sources compiled, and is there no word of optimisation, nor one of debugging, where there should
/// be none? clang and flang do not optimise then.
fn forgets_to_optimise(arguments: &[OsString]) -> bool {
    let chooses = |text: &str| {
        let no_object = ["-E", "-M", "-MM", "-S", "-fsyntax-only"].contains(&text);
        no_object
            || ["-O", "-g", "@", "--"]
                .iter()
                .any(|prefix| text.starts_with(prefix))
    };
    let is_source = |a: &OsString| language_of(a).is_some();
    let said = |a: &OsString| a.to_str().is_some_and(chooses);
    arguments.iter().any(is_source) && !arguments.iter().any(said)
}

/// What clang's driver does itself while it runs jobs, and leaves out of what `-###` prints.
const DRIVER_WORKS: [&str; 5] = [
    "-MJ",
    "-gen-cdb-fragment-path",
    "--gen-cdb-fragment-path",
    "-fproc-stat-report",
    "-ccc-",
];

/// Do arguments, or a response file among them, ask for something that only clang's driver can do?
fn driver_works(arguments: &[OsString]) -> bool {
    arguments.iter().any(|argument| {
        let text = argument.to_string_lossy();
        if let Some(file) = text.strip_prefix('@') {
            // Words as the file has them; one quoted in an odd way would be no such option.
            let content = fs::read(file).unwrap_or_default();
            let content = String::from_utf8_lossy(&content);
            return content.split_whitespace().any(|word| {
                let word = word.trim_start_matches(['"', '\'']);
                DRIVER_WORKS.iter().any(|name| word.starts_with(name))
            });
        }
        DRIVER_WORKS.iter().any(|name| text.starts_with(name))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thin_lto_with_lld_needs_the_plugin_at_link_time() {
        let table = [
            ("-flto=thin -fuse-ld=lld a.o", true),
            ("-flto=thin a.o", false),
            ("-flto -fuse-ld=lld a.o", false),
            ("-flto=thin -fno-lto -fuse-ld=lld a.o", false),
            ("-fuse-ld=gold -fuse-ld=lld -flto=full -flto=thin", true),
            ("-flto=thin -fuse-ld=lld -fuse-ld=bfd", false),
        ];
        for (line, expected) in table {
            let words: Vec<OsString> = line.split(' ').map(OsString::from).collect();
            assert_eq!(optimises_at_link_time(&words), expected, "{line}");
        }
    }

    #[test]
    fn compilations_without_optimisation_are_noticed() {
        let table = [
            ("-c a.f90 -o a.o", true),
            ("a.c b.o -lm", true),
            ("-O2 -c a.c", false),
            ("-O0 -c a.c", false),
            ("-g -c a.c", false),
            ("-E a.c", false),
            ("@a.rsp a.c", false),
            ("a.o -o a", false),
            ("--version", false),
            ("-dumpmachine", false),
        ];
        for (line, expected) in table {
            let words: Vec<OsString> = line.split(' ').map(OsString::from).collect();
            assert_eq!(forgets_to_optimise(&words), expected, "{line}");
        }
    }

    #[test]
    fn work_of_the_driver_is_left_to_it() {
        let table = [
            ("-c a.c", false),
            ("-MJ a.json -c a.c", true),
            ("-MD -c a.c", false),
            ("-fproc-stat-report=x -c a.c", true),
            ("@/nonexistent", false),
        ];
        for (line, expected) in table {
            let words: Vec<OsString> = line.split(' ').map(OsString::from).collect();
            assert_eq!(driver_works(&words), expected, "{line}");
        }
    }
}
