//! Our own options of a compilation, wherever they stand.

use std::ffi::OsString;
use std::path::PathBuf;

use anyhow::Result;
use clap::{Args, CommandFactory, FromArgMatches, Parser};

/// Options that all take.
#[derive(Clone, Debug, Default, Args)]
pub struct Shared {
    /// Parameters of the pass, as in -passes='loop-fuse<a;b=1>'
    #[arg(long, value_name = "A;B=1", value_delimiter = ';')]
    pub pass_options: Vec<String>,
    /// Print every command to standard error before it runs
    #[arg(long)]
    pub print_commands: bool,
    /// Where LLVM 22 and the plugin are.
    #[command(flatten)]
    pub places: Places,
}

/// Our own options of a compilation.
#[derive(Clone, Debug, Default, Args)]
pub struct Own {
    /// Compile without the plugin
    #[arg(long)]
    pub no_fusion: bool,
    /// Run clang, opt and llc one after another where that makes the same object, instead of clang alone
    #[arg(long)]
    pub steps: bool,
    /// Keep the bitcode before and after optimisation beside the output; implies --steps
    #[arg(long)]
    pub save_temps: bool,
    /// Append what fused and what did not to FILE, as YAML
    #[arg(long, value_name = "FILE")]
    pub remarks: Option<PathBuf>,
    /// Show on the source, on standard error, what fused, what did not and why
    #[arg(long)]
    pub explain: bool,
    /// What all take.
    #[command(flatten)]
    pub shared: Shared,
}

impl Own {
    /// Is it of interest what the pass says?
    pub fn records(&self) -> bool {
        self.explain || self.remarks.is_some()
    }

    /// May compilations be taken apart?
    pub fn takes_apart(&self) -> bool {
        self.steps || self.save_temps
    }
}

/// Where LLVM 22 and the plugin are.
#[derive(Clone, Debug, Default, Args)]
pub struct Places {
    /// Use the LLVM 22 in PREFIX/bin
    #[arg(long, value_name = "PREFIX")]
    pub llvm: Option<PathBuf>,
    /// Use this libloopfuse.so
    #[arg(long, value_name = "FILE")]
    pub plugin: Option<PathBuf>,
}

/// A command line of own options alone, as in `LOOPFUSE_FLAGS`.
#[derive(Debug, Parser)]
#[command(disable_help_flag = true, args_override_self = true)]
pub struct Only<T: Args> {
    /// The options.
    #[command(flatten)]
    pub own: T,
}

/// Own options out of words that must all be ours.
pub fn own_of<T: Args>(name: &str, words: Vec<OsString>) -> Result<T> {
    let mut command = Only::<T>::command().bin_name(name.to_owned());
    let matches = command.try_get_matches_from_mut([OsString::from(name)].into_iter().chain(words));
    let matches = matches.unwrap_or_else(|error| error.exit());
    Ok(Only::<T>::from_arg_matches(&matches)?.own)
}
