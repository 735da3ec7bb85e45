//! Builds the program with some of the fusions.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};

use super::Comparison;
use crate::call::Call;
use crate::cc1::{self, Kind};
use crate::cli::Own;
use crate::interrupt::Interrupt;
use crate::remarks::{self, Remark};
use crate::run::{Ending, Runner};
use crate::session::Session;
use crate::tools::Finder;

/// Builds one program again and again.
pub struct Builder<'a> {
    comparison: &'a Comparison<'a>,
    interrupt: &'a Interrupt,
    finder: Finder,
    plugin: PathBuf,
    /// For what is built on the way.
    pub scratch: &'a Path,
}

/// Which fusions are done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fusions {
    /// None: the plugin is not loaded.
    None,
    /// The first so many.
    First(u64),
    /// All.
    All,
}

/// A program that was built, or failed to.
pub struct Build {
    /// The compiler's.
    pub ending: Ending,
    /// Where the program is.
    pub program: PathBuf,
    /// The fusions in it, in the order in which they were done.
    pub fusions: Vec<Remark>,
}

impl<'a> Builder<'a> {
    /// Looks for the tools.
    pub fn new(
        comparison: &'a Comparison<'a>,
        interrupt: &'a Interrupt,
        scratch: &'a Path,
    ) -> Result<Self> {
        let finder = Finder::new(&comparison.own.shared.places);
        let plugin = finder.plugin()?;
        Ok(Self {
            comparison,
            interrupt,
            finder,
            plugin,
            scratch,
        })
    }

    /// Builds the program. What the compiler warns of it says only of the one without fusion.
    pub fn build(&self, program: &Path, fusions: Fusions) -> Result<Build> {
        let fuse = fusions != Fusions::None;
        let own = Own {
            no_fusion: !fuse,
            ..self.comparison.own.clone()
        };
        let mut arguments = self.comparison.arguments.to_vec();
        arguments.extend(["-o".into(), OsString::from(program)]);
        if fuse {
            arguments.push("-w".into());
        }
        let call = Call::new(self.comparison.compiler, &self.finder, &own, &arguments)?;
        let Some(printed) = call.printed_jobs(self.interrupt, self.scratch)? else {
            self.interrupt.none_yet()?;
            return Err(call.become_compiler(&[]));
        };
        let mut kinds: Vec<Kind> = printed.jobs.iter().map(cc1::classify).collect();
        if kinds.iter().all(|kind| matches!(kind, Kind::Plain)) {
            bail!("nothing is optimised by this command, so nothing can fuse: give -O1 or higher");
        }
        cc1::keep_whole(&mut kinds, "it is to be compared");
        let runner = Runner {
            interrupt: self.interrupt,
            print: own.shared.print_commands,
            scratch: self.scratch,
        };
        let mut session = Session::new(&own, runner, fuse.then(|| self.plugin.clone()));
        if let Fusions::First(limit) = fusions {
            session.limit = Some(limit);
        }
        session.records = fuse;
        let ending = session.run(printed, kinds)?;
        let mut fusions = remarks::read(&String::from_utf8_lossy(&session.recorded()))?;
        fusions.retain(|remark| remark.kind == remarks::Kind::Fused);
        Ok(Build {
            ending,
            program: program.to_owned(),
            fusions,
        })
    }
}
