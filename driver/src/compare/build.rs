//! Builds the program with some of the changes that the pass makes.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use anyhow::Result;

use super::Comparison;
use crate::call::Call;
use crate::interrupt::Interrupt;
use crate::recorded;
use crate::remarks::{Kind, Remark};
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

/// Which changes are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edits {
    /// None: the plugin is not loaded.
    None,
    /// The first so many.
    First(u64),
}

impl Edits {
    /// All of them, counted.
    pub const ALL: Edits = Edits::First(u64::MAX);
}

/// A program that was built, or failed to.
pub struct Build {
    /// The compiler's.
    pub ending: Ending,
    /// Where the program is.
    pub program: PathBuf,
    /// How many loops were fused.
    pub fusions: usize,
    /// What is said of the changes, with their numbers, in the order in which they were made.
    pub edits: Vec<(u64, Remark)>,
}

impl Build {
    /// How many changes were made.
    pub fn edit_count(&self) -> u64 {
        self.edits.last().map_or(0, |(number, _)| *number)
    }

    /// Is there a program? Not where the compiler failed, or answered a query.
    pub fn is_there(&self) -> bool {
        self.ending.is_success() && self.program.is_file()
    }
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
    pub fn build(&self, program: &Path, edits: Edits) -> Result<Build> {
        let fuse = edits != Edits::None;
        let own = self.comparison.own;
        let mut arguments = self.comparison.arguments.to_vec();
        arguments.extend(["-o".into(), OsString::from(program)]);
        if fuse {
            arguments.push("-w".into());
        }
        let call = Call::new(self.comparison.compiler, &self.finder, own, &arguments)?;
        let runner = Runner {
            interrupt: self.interrupt,
            print: own.shared.print_commands,
            scratch: self.scratch,
        };
        let mut session = Session::new(own, runner, fuse.then(|| self.plugin.clone()));
        if let Edits::First(limit) = edits {
            session.limit = Some(limit);
        }
        let (ending, remarks) = recorded::run(&call, &mut session, |_, _| {})?;
        let remarks = remarks.unwrap_or_default();
        let fused = remarks.iter().filter(|remark| remark.kind == Kind::Fused);
        Ok(Build {
            ending,
            program: program.to_owned(),
            fusions: fused.count(),
            edits: session.edits(),
        })
    }
}
