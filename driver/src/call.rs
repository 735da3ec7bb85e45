//! A command line of the compiler that we stand for: what it would do, and doing just that.

use std::ffi::OsString;
use std::io::{self, IsTerminal};
use std::path::Path;

use anyhow::{Context, Result};
use tempfile::TempDir;

use crate::cli::Compiler;
use crate::interrupt::Interrupt;
use crate::job::{self, Job, Printed};
use crate::own::Own;
use crate::run;
use crate::tools::{Finder, Tool};

/// One call of the compiler.
pub struct Call<'a> {
    /// The compiler and the options that make it the one we stand for.
    pub driver: Vec<OsString>,
    /// Our options.
    pub own: &'a Own,
    /// The compiler's arguments.
    pub arguments: &'a [OsString],
}

impl<'a> Call<'a> {
    /// A call of the compiler, which is looked for.
    pub fn new(
        compiler: Compiler,
        finder: &Finder,
        own: &'a Own,
        arguments: &'a [OsString],
    ) -> Result<Self> {
        let driver = driver(compiler, finder)?;
        Ok(Self {
            driver,
            own,
            arguments,
        })
    }

    /// The compiler with further options before its arguments.
    pub fn job(&self, first: &[OsString]) -> Job {
        let argv = [self.driver.as_slice(), first, self.arguments].concat();
        Job { argv }
    }

    /// Lets the compiler take our place. Does not return if all goes well.
    pub fn become_compiler(&self, first: &[OsString]) -> anyhow::Error {
        run::replace_self(&self.job(first), self.own.shared.print_commands)
    }

    /// What the compiler would run, or None if it would run nothing.
    pub fn printed_jobs(&self, interrupt: &Interrupt, scratch: &Path) -> Result<Option<Printed>> {
        let mut first: Vec<OsString> = vec!["-###".into()];
        // clang looks at its own standard error, which is none of a terminal here.
        let terminal = std::env::var_os("TERM").is_some_and(|terminal| terminal != "dumb");
        let coloured =
            terminal && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        if coloured && io::stderr().is_terminal() {
            first.push("-fcolor-diagnostics".into());
        }
        let (ending, text) = run::ask(interrupt, &self.job(&first), scratch)?;
        let printed = job::parse(&text).filter(|printed| !printed.jobs.is_empty());
        Ok(printed.filter(|_| ending.is_success()))
    }
}

/// The compiler and the options that make it the one we stand for.
fn driver(compiler: Compiler, finder: &Finder) -> Result<Vec<OsString>> {
    Ok(match compiler {
        Compiler::C => vec![finder.tool(Tool::Clang)?.into()],
        Compiler::Cxx => vec![finder.tool(Tool::Clang)?.into(), "--driver-mode=g++".into()],
        Compiler::Fortran => vec![finder.tool(Tool::Flang)?.into()],
    })
}

/// A directory for what nobody wants to see.
pub fn scratch() -> Result<TempDir> {
    let folder = std::env::temp_dir();
    tempfile::Builder::new()
        .prefix("loopfuse-")
        .tempdir_in(&folder)
        .with_context(|| {
            format!(
                "no temporary files can be made in {}; set TMPDIR",
                folder.display()
            )
        })
}
