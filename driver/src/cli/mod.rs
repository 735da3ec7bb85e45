//! Our own command line, and where clang's begins.
//!
//! Own options come first, everything from the first argument that is not ours belongs to clang and is
//! not touched. clang has options with two dashes, too, so clap alone cannot tell: an option that we
//! have not is clang's, unless it is a slip of one of ours, which clap then refuses with a suggestion.
//! Called as `loopfuse-cc` the whole command line is clang's, since build systems pass what they like;
//! own options then come from `LOOPFUSE_FLAGS`, or stand among clang's as `-floopfuse-...`.

mod about;
mod compilers;

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};

pub use compilers::{Compiler, language_of, names_rust};
use compilers::{
    by_link, by_word, compiler_of, is_before_rustc, is_compilation, is_rustc, word_for,
};

use crate::flags;
use crate::own::{Only, Own, Places, Shared, own_of};
use crate::run;

/// Compiles with loop fusion, links, and explains what fused.
#[derive(Debug, Parser)]
#[command(name = "loopfuse", version, arg_required_else_help = true)]
#[command(
    after_help = "Links named loopfuse-cc, loopfuse-c++ and loopfuse-fc take the compiler's \
    arguments alone, for use as CC, CXX and FC. Own options are then read from LOOPFUSE_FLAGS, or stand \
    among the compiler's: -floopfuse-no-fusion, -floopfuse-options=A;B=1, and so on for all of them.\n\
    LOOPFUSE_LLVM and LOOPFUSE_PLUGIN stand for --llvm and --plugin."
)]
pub struct CommandLine {
    /// What to do.
    #[command(subcommand)]
    pub command: Subcommands,
}

/// What loopfuse can do.
#[derive(Debug, Subcommand)]
pub enum Subcommands {
    /// Compile C as clang does, with loop fusion
    #[command(disable_help_flag = true, after_long_help = about::COMPILING)]
    Cc(Wrapped),
    /// Compile C++ as clang++ does, with loop fusion
    #[command(name = "c++", disable_help_flag = true, after_long_help = about::COMPILING)]
    Cxx(Wrapped),
    /// Compile Fortran as flang does, with loop fusion
    #[command(disable_help_flag = true, after_long_help = about::COMPILING)]
    Fc(Wrapped),
    /// Compile Rust as rustc does, with loop fusion
    #[command(disable_help_flag = true, after_long_help = about::RUST)]
    Rustc(Wrapped),
    /// Do what cargo does, with loop fusion
    #[command(disable_help_flag = true, after_long_help = about::RUST)]
    Cargo(Wrapped),
    /// Compile, and show on the source what fused, what did not and why; writes nothing but what -o names
    #[command(after_long_help = about::EXPLAINING)]
    Explain(Explained),
    /// Build with and without fusion, run both, and compare what they do and how long they take
    #[command(after_long_help = about::COMPARING)]
    Compare(Compared),
    /// Show which tools are found, and whether the plugin loads and fuses
    Doctor(Places),
    /// Plan which loops of a stored graph to fuse, and what becomes of their arrays; compiles nothing
    #[command(after_help = about::PLANS)]
    Plan(Planned),
    /// Count what the pass said in a build, by reason and file
    #[command(after_help = about::RECORDS)]
    Stats {
        /// Records of remarks (.yaml), or folders with some
        #[arg(required = true, value_name = "FILE|DIR")]
        places: Vec<PathBuf>,
    },
    /// Show what the pass said in a build as pages to look at: each source with its loops, and why they are what they are
    #[command(after_help = about::REPORTS)]
    Report(Reported),
    /// Write the manual pages into a directory
    #[command(hide = true)]
    Man {
        /// Where to.
        directory: PathBuf,
    },
    /// Write what completes our command line in a shell into a directory
    #[command(hide = true)]
    Completions {
        /// Whose.
        shell: clap_complete::Shell,
        /// Where to.
        directory: PathBuf,
    },
}

/// A compiler's command line: our options, then the compiler's.
#[derive(Debug, Args)]
pub struct Wrapped {
    /// Our options.
    #[command(flatten)]
    pub own: Own,
    /// The compiler's arguments, from the first one that is none of the above
    #[arg(
        trailing_var_arg = true,
        allow_hyphen_values = true,
        value_name = "ARGUMENT"
    )]
    pub rest: Vec<OsString>,
}

/// `loopfuse explain`
#[derive(Debug, Args)]
pub struct Explained {
    /// Our options.
    #[command(flatten)]
    pub own: Explaining,
    /// cc, c++ or fc (else told by the names of the sources), then the compiler's arguments
    #[arg(
        trailing_var_arg = true,
        allow_hyphen_values = true,
        value_name = "ARGUMENT",
        required = true
    )]
    pub rest: Vec<OsString>,
}

/// Our own options of an explanation.
#[derive(Clone, Debug, Args)]
pub struct Explaining {
    /// For people, for programs, or for code review tools
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
    /// What compilations take, too.
    #[command(flatten)]
    pub shared: Shared,
}

/// How an explanation is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// The source, with the loops marked
    #[default]
    Text,
    /// One JSON object
    Json,
    /// SARIF 2.1.0
    Sarif,
    /// A page for a browser
    Html,
}

/// `loopfuse compare`
#[derive(Debug, Args)]
pub struct Compared {
    /// Our options.
    #[command(flatten)]
    pub own: Comparing,
    /// cc, c++ or fc (else told by the names of the sources), then the compiler's arguments, without
    /// -o; behind -- the program's arguments
    #[arg(
        trailing_var_arg = true,
        allow_hyphen_values = true,
        value_name = "ARGUMENT",
        required = true
    )]
    pub rest: Vec<OsString>,
}

/// Our own options of a comparison.
#[derive(Clone, Debug, Args)]
pub struct Comparing {
    /// How often each program runs
    #[arg(long, value_name = "N", default_value_t = 7, value_parser = clap::value_parser!(u32).range(1..))]
    pub runs: u32,
    /// What compilations take, too.
    #[command(flatten)]
    pub shared: Shared,
}

/// `loopfuse plan`
#[derive(Clone, Debug, Args)]
pub struct Planned {
    /// Graphs, one or several; - for standard input
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Who plans; without it auto, or nest where there is nothing else to plan
    #[arg(long, value_enum)]
    pub strategy: Option<Planner>,
    /// For people, or for programs
    #[arg(long, value_enum, default_value_t)]
    pub format: PlanFormat,
    /// Look longer for what is best; the exit status is 3 if it is not proved
    #[arg(long)]
    pub exact: bool,
}

/// `loopfuse report`
#[derive(Clone, Debug, Args)]
pub struct Reported {
    /// Records of remarks (.yaml), or folders with some
    #[arg(required = true, value_name = "FILE|DIR")]
    pub places: Vec<PathBuf>,
    /// The folder to write, in place of an older report
    #[arg(short = 'o', value_name = "DIR", default_value = "report")]
    pub to: PathBuf,
    /// Where sources with relative names are: where the compiler ran
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub sources: PathBuf,
}

/// Who plans.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Planner {
    /// Two loops at a time, in program order: the baseline
    Pairwise,
    /// The fewest loops
    Maximal,
    /// The most bytes of arrays that are not needed any more
    Memory,
    /// Trees of nests: the fewest elements held
    Nest,
    /// The most bytes that need not move
    Auto,
}

/// How plans are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum PlanFormat {
    /// Tables, with the groups drawn
    #[default]
    Text,
    /// One JSON object a line
    Json,
}

/// What one call of the program asks for.
#[derive(Debug)]
pub enum Request {
    /// A compiler's work.
    Compile {
        /// Which compiler's.
        compiler: Compiler,
        /// Our options.
        own: Box<Own>,
        /// The compiler's arguments.
        rest: Vec<OsString>,
    },
    /// rustc's work.
    Rustc {
        /// rustc, or its path.
        program: OsString,
        /// Our options.
        own: Box<Own>,
        /// rustc's arguments.
        rest: Vec<OsString>,
    },
    /// `loopfuse cargo`
    Cargo {
        /// Our options.
        own: Box<Own>,
        /// The same as words.
        flags: Vec<OsString>,
        /// cargo's arguments.
        rest: Vec<OsString>,
    },
    /// `loopfuse explain`
    Explain {
        /// Whose arguments follow.
        compiler: Compiler,
        /// Our options.
        own: Box<Own>,
        /// How to write it.
        format: Format,
        /// The compiler's arguments.
        rest: Vec<OsString>,
    },
    /// `loopfuse compare`
    Compare {
        /// Whose arguments follow.
        compiler: Compiler,
        /// Our options.
        own: Box<Own>,
        /// How often each program runs.
        runs: u32,
        /// The compiler's arguments.
        rest: Vec<OsString>,
        /// The program's arguments.
        program: Vec<OsString>,
    },
    /// `loopfuse doctor`
    Doctor(Places),
    /// `loopfuse plan`
    Plan(Planned),
    /// `loopfuse stats`
    Stats(Vec<PathBuf>),
    /// `loopfuse report`
    Report(Reported),
    /// `loopfuse man`: for those who install it.
    Man(PathBuf),
    /// `loopfuse completions`: the same.
    Completions(clap_complete::Shell, PathBuf),
}

/// Reads the command line and the environment. clap prints its own errors and help, and exits.
pub fn read(argv: Vec<OsString>) -> Result<Request> {
    let flags = flags::from_environment()?;
    let called = argv.first().map(OsString::as_os_str).unwrap_or_default();
    if let Some(compiler) = by_link(called) {
        return compile(compiler, "loopfuse", flags, &argv[1..]);
    }
    let arguments = argv.get(2..).unwrap_or_default();
    let asks_help = arguments
        .first()
        .is_some_and(|a| a == "--help" || a == "-h");
    match argv.get(1).and_then(|word| word.to_str()) {
        Some("explain") if !asks_help && !arguments.is_empty() => explain(flags, arguments),
        Some("compare") if !asks_help && !arguments.is_empty() => compare(flags, arguments),
        Some(word) if let Some(compiler) = by_word(word) => {
            let (own, rest) = split_own::<Own>(arguments);
            let flags = flags.into_iter().chain(own.iter().cloned()).collect();
            compile(compiler, &format!("loopfuse {word}"), flags, rest)
        }
        Some("cargo") => {
            let (own, rest) = split_own::<Own>(arguments);
            refuse_own::<Own>(rest)?;
            let flags: Vec<_> = flags.into_iter().chain(own.iter().cloned()).collect();
            Ok(Request::Cargo {
                own: Box::new(own_of("loopfuse cargo", flags.clone())?),
                flags,
                rest: rest.to_vec(),
            })
        }
        Some(word) if is_before_rustc(word, arguments) => Ok(before_rustc(word, arguments)),
        Some(word) if is_rustc(word) => rustc(word, flags, arguments),
        Some(word) if is_compilation(word) => {
            let word = match names_rust(&argv[1..]) {
                true => "rustc",
                false => word_for(compiler_of(&argv[1..]).0),
            };
            let line = argv[1..].join(OsStr::new(" "));
            bail!("what to do comes first: loopfuse {word} {}", line.display())
        }
        _ => match CommandLine::parse_from(argv).command {
            Subcommands::Doctor(places) => {
                let own = own_of::<Own>("loopfuse", flags)?.shared.places;
                Ok(Request::Doctor(Places {
                    llvm: places.llvm.or(own.llvm),
                    plugin: places.plugin.or(own.plugin),
                }))
            }
            Subcommands::Plan(planned) => Ok(Request::Plan(planned)),
            Subcommands::Stats { places } => Ok(Request::Stats(places)),
            Subcommands::Report(reported) => Ok(Request::Report(reported)),
            Subcommands::Man { directory } => Ok(Request::Man(directory)),
            Subcommands::Completions { shell, directory } => {
                Ok(Request::Completions(shell, directory))
            }
            // The others were found above.
            _ => bail!("what to do comes first: loopfuse cc ..."),
        },
    }
}

fn compile(
    compiler: Compiler,
    name: &str,
    mut flags: Vec<OsString>,
    arguments: &[OsString],
) -> Result<Request> {
    let (among, rest) = flags::among(arguments)?;
    refuse_own::<Own>(&rest)?;
    flags.extend(among);
    let own = Box::new(own_of(name, flags)?);
    Ok(Request::Compile {
        compiler,
        own,
        rest,
    })
}

/// rustc's call by a user, or by cargo, whose arguments are all rustc's.
fn rustc(word: &str, mut flags: Vec<OsString>, arguments: &[OsString]) -> Result<Request> {
    let is_code = |code: &OsString| code.as_encoded_bytes().starts_with(b"E0");
    // rustc has an option of that name, for its own errors.
    let asks = matches!(arguments, [option, code] if option == "--explain" && is_code(code));
    let mut rest = arguments;
    if word == "rustc" && !asks {
        let own;
        (own, rest) = split_own::<Own>(arguments);
        refuse_own::<Own>(rest)?;
        flags.extend_from_slice(own);
    }
    Ok(Request::Rustc {
        program: word.into(),
        own: Box::new(own_of("loopfuse rustc", flags)?),
        rest: rest.to_vec(),
    })
}

/// A call of a program that calls rustc, or does something else: it is left to that.
fn before_rustc(word: &str, arguments: &[OsString]) -> Request {
    if !word.ends_with("/clippy-driver") {
        run::say(&format!(
            "loopfuse: note: {word} is to call rustc, so nothing is fused there"
        ));
    }
    let own = Own {
        no_fusion: true,
        ..Own::default()
    };
    Request::Rustc {
        program: word.into(),
        own: Box::new(own),
        rest: arguments.to_vec(),
    }
}

fn explain(mut flags: Vec<OsString>, arguments: &[OsString]) -> Result<Request> {
    let (own, rest) = split_own::<Explaining>(arguments);
    if names_rust(rest) {
        let line = rest.join(OsStr::new(" "));
        bail!(
            "of Rust, rustc's call is explained: loopfuse rustc --explain {}",
            line.display()
        );
    }
    let Explaining { format, mut shared } = own_of("loopfuse explain", own.to_vec())?;
    // All reasons are of interest, not the first one alone.
    shared.pass_options.insert(0, "explain".into());
    let (compiler, rest) = compiler_of(rest);
    let (among, rest) = flags::among(rest)?;
    refuse_own::<Explaining>(&rest)?;
    flags.extend(among);
    Ok(Request::Explain {
        compiler,
        own: with_flags(flags, shared)?,
        format,
        rest: optimised(rest),
    })
}

fn compare(mut flags: Vec<OsString>, arguments: &[OsString]) -> Result<Request> {
    let (own, rest) = split_own::<Comparing>(arguments);
    if names_rust(rest) {
        bail!(
            "compare is for clang and flang: build Rust by loopfuse rustc, with --no-fusion and without"
        );
    }
    let Comparing { runs, shared } = own_of("loopfuse compare", own.to_vec())?;
    let (compiler, rest) = compiler_of(rest);
    let end = rest.iter().position(|a| a == "--").unwrap_or(rest.len());
    let (among, build) = flags::among(&rest[..end])?;
    refuse_own::<Comparing>(&build)?;
    flags.extend(among);
    Ok(Request::Compare {
        compiler,
        own: with_flags(flags, shared)?,
        runs,
        rest: optimised(build),
        program: rest.get(end + 1..).unwrap_or_default().to_vec(),
    })
}

/// Refuses options of ours behind the compiler's first argument, where the compiler would say that it does not know them.
fn refuse_own<T: Args>(arguments: &[OsString]) -> Result<()> {
    let command = Only::<T>::command();
    let is_ours = |name: &str| {
        let mut own = command.get_arguments().filter_map(clap::Arg::get_long);
        // clang has this one, too.
        name != "save-temps" && own.any(|own| own == name)
    };
    // What belongs to an option before it, as in `-Xlinker --plugin`.
    let is_passed_on = |at: usize| {
        let before = at.checked_sub(1).and_then(|at| arguments[at].to_str());
        before.is_some_and(|before| before.starts_with("-X") || before == "-mllvm")
    };
    let end = arguments.iter().position(|argument| argument == "--");
    for (at, argument) in arguments[..end.unwrap_or(arguments.len())]
        .iter()
        .enumerate()
    {
        let name = argument.to_str().and_then(|a| a.strip_prefix("--"));
        let name = name
            .and_then(|name| name.split('=').next())
            .unwrap_or_default();
        if is_ours(name) && !is_passed_on(at) {
            bail!("--{name} is an option of loopfuse: it stands before the compiler's arguments");
        }
    }
    Ok(())
}

/// Arguments with a level of optimisation, of which there must be one: fused loops are what is asked for.
fn optimised(mut arguments: Vec<OsString>) -> Vec<OsString> {
    let is_said = |a: &OsString| {
        let bytes = a.as_encoded_bytes();
        bytes.starts_with(b"-O") || bytes.starts_with(b"@")
    };
    let has_source = arguments.iter().any(|a| language_of(a).is_some());
    if has_source && !arguments.iter().any(is_said) {
        run::say("loopfuse: note: no level of optimisation is given, so it is -O2");
        arguments.insert(0, "-O2".into());
    }
    arguments
}

/// What `LOOPFUSE_FLAGS` says for all, and what the command line says beside it or against it.
fn with_flags(flags: Vec<OsString>, shared: Shared) -> Result<Box<Own>> {
    let mut flags = own_of::<Own>("loopfuse", flags)?.shared;
    flags.pass_options.extend(shared.pass_options);
    let shared = Shared {
        pass_options: flags.pass_options,
        print_commands: shared.print_commands || flags.print_commands,
        places: Places {
            llvm: shared.places.llvm.or(flags.places.llvm),
            plugin: shared.places.plugin.or(flags.places.plugin),
        },
    };
    Ok(Box::new(Own {
        shared,
        ..Own::default()
    }))
}

/// Parts a command line in our options and the compiler's arguments.
fn split_own<T: Args>(arguments: &[OsString]) -> (&[OsString], &[OsString]) {
    let command = Only::<T>::command();
    let ours = |name: &str| command.get_arguments().find(|a| a.get_long() == Some(name));
    let mut at = 0;
    while let Some(name) = arguments
        .get(at)
        .and_then(|a| a.to_str()?.strip_prefix("--"))
    {
        let (name, joined) = name
            .split_once('=')
            .map_or((name, false), |(name, _)| (name, true));
        match ours(name) {
            Some(option) if option.get_action().takes_values() && !joined => at += 2,
            Some(_) => at += 1,
            // clap refuses it, and names the one that was meant.
            None if is_slip(name, &command) => at += 1,
            None => break,
        }
    }
    arguments.split_at(at.min(arguments.len()))
}

/// Is it one of our options with a slip of the pen? Two edits at most, so that no option of clang's is
/// near enough.
fn is_slip(name: &str, command: &clap::Command) -> bool {
    let mut names = command.get_arguments().filter_map(clap::Arg::get_long);
    name.len() > 3 && names.any(|own| strsim::damerau_levenshtein(own, name) <= 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(line: &str) -> (Vec<String>, Vec<String>) {
        let words: Vec<OsString> = line.split_whitespace().map(OsString::from).collect();
        let (own, rest) = split_own::<Own>(&words);
        let text = |part: &[OsString]| {
            part.iter()
                .map(|a| a.to_str().unwrap().to_owned())
                .collect()
        };
        (text(own), text(rest))
    }

    #[test]
    fn definition_is_consistent() {
        CommandLine::command().debug_assert();
        Only::<Own>::command().debug_assert();
    }

    #[test]
    fn own_options_end_where_clangs_begin() {
        let table = [
            ("", "", ""),
            ("-c a.c", "", "-c a.c"),
            ("-O3 --no-fusion", "", "-O3 --no-fusion"),
            ("--no-fusion -O3 a.c", "--no-fusion", "-O3 a.c"),
            (
                "--pass-options a;b=1 -c a.c",
                "--pass-options a;b=1",
                "-c a.c",
            ),
            ("--pass-options=a;b=1 a.c", "--pass-options=a;b=1", "a.c"),
            ("--llvm /p --plugin=/q -Ix", "--llvm /p --plugin=/q", "-Ix"),
            (
                "--save-temps --target=x a.c",
                "--save-temps",
                "--target=x a.c",
            ),
            ("--version", "", "--version"),
            ("--help", "", "--help"),
            ("--sysroot=/x a.c", "", "--sysroot=/x a.c"),
            ("--std=c99 a.c", "", "--std=c99 a.c"),
            ("--print-targets", "", "--print-targets"),
            ("-", "", "-"),
            ("--", "", "--"),
            ("--remarks", "--remarks", ""),
            // Slips, for clap to refuse.
            ("--pass-option=a a.c", "--pass-option=a", "a.c"),
            ("--no-fuson a.c", "--no-fuson", "a.c"),
            ("--print-command a.c", "--print-command", "a.c"),
        ];
        for (line, own, rest) in table {
            let words = |text: &str| {
                text.split_whitespace()
                    .map(str::to_owned)
                    .collect::<Vec<_>>()
            };
            assert_eq!(split(line), (words(own), words(rest)), "{line}");
        }
    }

    #[test]
    fn later_options_override_and_parameters_add_up() {
        let words = "--llvm /a --pass-options explain --llvm /b --pass-options no-tidy;limit=1";
        let own = own_of::<Own>("test", words.split(' ').map(OsString::from).collect()).unwrap();
        assert_eq!(own.shared.places.llvm, Some(PathBuf::from("/b")));
        assert_eq!(own.shared.pass_options, ["explain", "no-tidy", "limit=1"]);
    }

    #[test]
    fn own_options_among_the_compilers_are_refused() {
        let check = |line: &str| {
            let words: Vec<OsString> = line.split(' ').map(OsString::from).collect();
            refuse_own::<Own>(&words).map_err(|error| error.to_string())
        };
        let message =
            "--explain is an option of loopfuse: it stands before the compiler's arguments";
        assert_eq!(check("-O2 a.c --explain").unwrap_err(), message);
        assert!(check("-O2 --plugin=/p.so a.c").is_err());
        for line in [
            "-O2 a.c --save-temps",
            "-Xlinker --plugin -Xlinker /p.so a.c",
            "-O2 a.c -- --explain",
            "--explaining a.c",
        ] {
            assert_eq!(check(line), Ok(()), "{line}");
        }
    }

    #[test]
    fn explanations_have_a_level() {
        let table = [
            ("a.c", "-O2 a.c"),
            ("-g a.c", "-O2 -g a.c"),
            ("-O1 a.c", "-O1 a.c"),
            ("a.c -Ofast", "a.c -Ofast"),
            ("@a", "@a"),
            ("a.o", "a.o"),
            ("-DX=a.c a.o", "-DX=a.c a.o"),
        ];
        for (line, expected) in table {
            let words = |line: &str| line.split(' ').map(OsString::from).collect::<Vec<_>>();
            assert_eq!(optimised(words(line)), words(expected), "{line}");
        }
    }
}
