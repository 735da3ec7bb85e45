//! Our own command line, and where clang's begins.
//!
//! Own options come first, everything from the first argument that is not ours belongs to clang and is
//! not touched. clang has options with two dashes, too, so clap alone cannot tell: an option that we
//! have not is clang's, unless it is a slip of one of ours, which clap then refuses with a suggestion.
//! Called as `loopfuse-cc` the whole command line is clang's, since build systems pass what they like;
//! own options then come from `LOOPFUSE_FLAGS`.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};

/// Compiles with loop fusion, links, and explains what fused.
#[derive(Debug, Parser)]
#[command(name = "loopfuse", version, arg_required_else_help = true)]
#[command(
    after_help = "Links named loopfuse-cc, loopfuse-c++ and loopfuse-fc take the compiler's \
    arguments alone, for use as CC, CXX and FC; own options are then read from LOOPFUSE_FLAGS.\n\
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
    #[command(disable_help_flag = true)]
    Cc(Wrapped),
    /// Compile C++ as clang++ does, with loop fusion
    #[command(name = "c++", disable_help_flag = true)]
    Cxx(Wrapped),
    /// Compile Fortran as flang does, with loop fusion
    #[command(disable_help_flag = true)]
    Fc(Wrapped),
    /// Compile, and show on the source what fused, what did not and why; writes nothing but what -o names
    Explain(Explained),
    /// Build with and without fusion, run both, and compare what they do and how long they take
    Compare(Compared),
    /// Show which tools are found, and whether the plugin loads and fuses
    Doctor(Places),
    /// Write the manual pages into a directory
    #[command(hide = true)]
    Man {
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
struct Only<T: Args> {
    #[command(flatten)]
    own: T,
}

/// The compiler that is stood in for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compiler {
    /// clang
    C,
    /// clang++
    Cxx,
    /// flang
    Fortran,
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
    /// `loopfuse man`: for those who install it.
    Man(PathBuf),
}

/// The variables of ours, those of the scripts included.
const VARIABLES: [&str; 4] = [
    "LOOPFUSE_FLAGS",
    "LOOPFUSE_LLVM",
    "LOOPFUSE_PLUGIN",
    "LOOPFUSE_CLANG",
];

/// Reads the command line and the environment. clap prints its own errors and help, and exits.
pub fn read(argv: Vec<OsString>) -> Result<Request> {
    refuse_unknown_variables(std::env::vars_os().map(|(name, _)| name))?;
    let flags = std::env::var_os("LOOPFUSE_FLAGS").unwrap_or_default();
    let flags = split_flags(&flags)?;
    check_flags(&flags)?;
    let called = argv.first().map(OsString::as_os_str).unwrap_or_default();
    if let Some(compiler) = by_link(called) {
        return compile(compiler, "loopfuse", flags, argv[1..].to_vec());
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
            compile(compiler, &format!("loopfuse {word}"), flags, rest.to_vec())
        }
        _ => match CommandLine::parse_from(argv).command {
            Subcommands::Doctor(places) => {
                let own = own_of::<Own>("loopfuse", flags)?.shared.places;
                Ok(Request::Doctor(Places {
                    llvm: places.llvm.or(own.llvm),
                    plugin: places.plugin.or(own.plugin),
                }))
            }
            Subcommands::Man { directory } => Ok(Request::Man(directory)),
            // The others stand first, or are no subcommand: they were found above.
            _ => bail!("what to do comes first: loopfuse cc ..."),
        },
    }
}

fn compile(
    compiler: Compiler,
    name: &str,
    flags: Vec<OsString>,
    rest: Vec<OsString>,
) -> Result<Request> {
    let own = Box::new(own_of(name, flags)?);
    Ok(Request::Compile {
        compiler,
        own,
        rest,
    })
}

fn explain(flags: Vec<OsString>, arguments: &[OsString]) -> Result<Request> {
    let (own, rest) = split_own::<Explaining>(arguments);
    let Explaining { format, mut shared } = own_of("loopfuse explain", own.to_vec())?;
    // All reasons are of interest, not the first one alone.
    shared.pass_options.insert(0, "explain".into());
    let (compiler, rest) = compiler_of(rest);
    Ok(Request::Explain {
        compiler,
        own: with_flags(flags, shared)?,
        format,
        rest: rest.to_vec(),
    })
}

fn compare(flags: Vec<OsString>, arguments: &[OsString]) -> Result<Request> {
    let (own, rest) = split_own::<Comparing>(arguments);
    let Comparing { runs, shared } = own_of("loopfuse compare", own.to_vec())?;
    let (compiler, rest) = compiler_of(rest);
    let end = rest.iter().position(|a| a == "--").unwrap_or(rest.len());
    Ok(Request::Compare {
        compiler,
        own: with_flags(flags, shared)?,
        runs,
        rest: rest[..end].to_vec(),
        program: rest.get(end + 1..).unwrap_or_default().to_vec(),
    })
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

/// The compiler that the first argument names, or that the sources need, with its arguments.
fn compiler_of(arguments: &[OsString]) -> (Compiler, &[OsString]) {
    let word = arguments.first().and_then(|word| by_word(word.to_str()?));
    if let Some(compiler) = word {
        return (compiler, &arguments[1..]);
    }
    let has = |extensions: &[&str]| {
        arguments.iter().any(|argument| {
            let extension = Path::new(argument).extension().and_then(OsStr::to_str);
            extension.is_some_and(|e| extensions.contains(&e))
        })
    };
    let compiler = if has(&[
        "f", "for", "ftn", "f77", "f90", "f95", "f03", "f08", "f18", "fpp", "F", "FOR", "F90",
        "F95", "F03", "F08", "FPP",
    ]) {
        Compiler::Fortran
    } else if has(&["cc", "cp", "cxx", "cpp", "CPP", "c++", "C", "CC", "ii"]) {
        Compiler::Cxx
    } else {
        Compiler::C
    };
    (compiler, arguments)
}

/// Own options out of words that must all be ours.
fn own_of<T: Args>(name: &str, words: Vec<OsString>) -> Result<T> {
    let mut command = Only::<T>::command().bin_name(name.to_owned());
    let matches = command.try_get_matches_from_mut([OsString::from(name)].into_iter().chain(words));
    let matches = matches.unwrap_or_else(|error| error.exit());
    Ok(Only::<T>::from_arg_matches(&matches)?.own)
}

/// An error that names `LOOPFUSE_FLAGS` if a word in it is none of our options: nobody typed it.
fn check_flags(flags: &[OsString]) -> Result<()> {
    let words = [OsString::from("loopfuse")]
        .into_iter()
        .chain(flags.iter().cloned());
    let Err(error) = Only::<Own>::try_parse_from(words) else {
        return Ok(());
    };
    let text = error.to_string();
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let lines = lines.filter(|line| !line.starts_with("Usage:") && !line.starts_with("For more"));
    bail!(
        "LOOPFUSE_FLAGS: {}",
        lines
            .collect::<Vec<_>>()
            .join("; ")
            .trim_start_matches("error: ")
    )
}

/// `LOOPFUSE_FLAGS` as words, quoted as in a shell.
fn split_flags(flags: &OsStr) -> Result<Vec<OsString>> {
    let flags = flags.to_str().context("LOOPFUSE_FLAGS is not UTF-8")?;
    let words = shlex::split(flags).context("LOOPFUSE_FLAGS has an open quote")?;
    Ok(words.into_iter().map(OsString::from).collect())
}

/// The compiler that the name of a link stands for.
fn by_link(called: &OsStr) -> Option<Compiler> {
    match Path::new(called).file_name()?.to_str()? {
        "loopfuse-cc" => Some(Compiler::C),
        "loopfuse-c++" => Some(Compiler::Cxx),
        "loopfuse-fc" => Some(Compiler::Fortran),
        _ => None,
    }
}

/// The compiler that a word stands for.
fn by_word(word: &str) -> Option<Compiler> {
    match word {
        "cc" => Some(Compiler::C),
        "c++" => Some(Compiler::Cxx),
        "fc" => Some(Compiler::Fortran),
        _ => None,
    }
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

/// A misspelt variable would be ignored in silence, so it is an error.
fn refuse_unknown_variables(names: impl Iterator<Item = OsString>) -> Result<()> {
    for name in names {
        let name = name.to_string_lossy();
        if name.starts_with("LOOPFUSE_") && !VARIABLES.contains(&&*name) {
            bail!(
                "unknown environment variable {name}; there are {}",
                VARIABLES[..3].join(", ")
            );
        }
    }
    Ok(())
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
    fn sources_name_the_compiler() {
        let table = [
            ("-O2 a.c", Compiler::C),
            ("-O2 a.c b.cpp", Compiler::Cxx),
            ("-O2 a.C", Compiler::Cxx),
            ("-O2 a.f90", Compiler::Fortran),
            ("-O2 a.F95", Compiler::Fortran),
            ("-O2 a.fpp", Compiler::Fortran),
            ("c++ -O2 a.c", Compiler::Cxx),
        ];
        for (line, expected) in table {
            let words: Vec<OsString> = line.split(' ').map(OsString::from).collect();
            assert_eq!(compiler_of(&words).0, expected, "{line}");
        }
    }

    #[test]
    fn links_name_the_compiler() {
        assert_eq!(
            by_link(OsStr::new("/usr/bin/loopfuse-cc")),
            Some(Compiler::C)
        );
        assert_eq!(by_link(OsStr::new("loopfuse-c++")), Some(Compiler::Cxx));
        assert_eq!(by_link(OsStr::new("loopfuse")), None);
    }

    #[test]
    fn unknown_variables_are_named() {
        let check = |name: &str| refuse_unknown_variables([OsString::from(name)].into_iter());
        assert!(check("PATH").is_ok());
        assert!(check("LOOPFUSE_FLAGS").is_ok());
        assert!(
            check("LOOPFUSE_FLAG")
                .unwrap_err()
                .to_string()
                .contains("LOOPFUSE_FLAG;")
        );
    }

    #[test]
    fn flags_are_quoted_as_in_a_shell() {
        let words = split_flags(OsStr::new("--remarks 'a b'")).unwrap();
        assert_eq!(words, ["--remarks", "a b"]);
        assert!(split_flags(OsStr::new("'a")).is_err());
        assert!(check_flags(&words).is_ok());
        let error = check_flags(&["--no-fuson".into()]).unwrap_err().to_string();
        let expected = "LOOPFUSE_FLAGS: unexpected argument '--no-fuson' found; \
            tip: a similar argument exists: '--no-fusion'";
        assert_eq!(error, expected);
    }
}
