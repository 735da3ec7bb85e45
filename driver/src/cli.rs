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
use clap::{Args, CommandFactory, Parser, Subcommand};

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
    /// Show which tools are found, and whether the plugin loads and fuses
    Doctor(Places),
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

/// Our own options of a compilation.
#[derive(Clone, Debug, Default, Args)]
pub struct Own {
    /// Compile without the plugin
    #[arg(long)]
    pub no_fusion: bool,
    /// Run clang, opt and llc one after another where that makes the same object, instead of clang alone
    #[arg(long)]
    pub steps: bool,
    /// Parameters of the pass, as in -passes='loop-fuse<a;b=1>'
    #[arg(long, value_name = "A;B=1", value_delimiter = ';')]
    pub pass_options: Vec<String>,
    /// Keep the bitcode before and after optimisation beside the output; implies --steps
    #[arg(long)]
    pub save_temps: bool,
    /// Print every command to standard error before it runs
    #[arg(long)]
    pub print_commands: bool,
    /// Append what fused and what did not to FILE, as YAML
    #[arg(long, value_name = "FILE")]
    pub remarks: Option<PathBuf>,
    /// Where LLVM 22 and the plugin are.
    #[command(flatten)]
    pub places: Places,
}

impl Own {
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
struct OwnOnly {
    #[command(flatten)]
    own: Own,
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
    /// `loopfuse doctor`
    Doctor(Places),
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
    if let Some((compiler, name)) = argv.get(1).and_then(|word| by_word(word)) {
        let (own, rest) = split_own(&argv[2..]);
        let flags = flags.into_iter().chain(own.iter().cloned()).collect();
        return compile(compiler, name, flags, rest.to_vec());
    }
    match CommandLine::parse_from(argv).command {
        Subcommands::Doctor(places) => {
            let mut own = own_of("loopfuse", flags)?;
            own.places.llvm = places.llvm.or(own.places.llvm);
            own.places.plugin = places.plugin.or(own.places.plugin);
            Ok(Request::Doctor(own.places))
        }
        // `cc` and its like stand first, or are no subcommand: they were found above.
        _ => bail!("the compiler's name comes first: loopfuse cc ..."),
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

/// Own options out of words that must all be ours.
fn own_of(name: &str, words: Vec<OsString>) -> Result<Own> {
    let mut command = OwnOnly::command().bin_name(name.to_owned());
    let matches = command.try_get_matches_from_mut([OsString::from(name)].into_iter().chain(words));
    let matches = matches.unwrap_or_else(|error| error.exit());
    let own = <OwnOnly as clap::FromArgMatches>::from_arg_matches(&matches)?.own;
    Ok(own)
}

/// An error that names `LOOPFUSE_FLAGS` if a word in it is none of our options: nobody typed it.
fn check_flags(flags: &[OsString]) -> Result<()> {
    let words = [OsString::from("loopfuse")]
        .into_iter()
        .chain(flags.iter().cloned());
    let Err(error) = OwnOnly::try_parse_from(words) else {
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

/// The compiler that the first argument stands for, with the name that errors show.
fn by_word(word: &OsStr) -> Option<(Compiler, &'static str)> {
    match word.to_str()? {
        "cc" => Some((Compiler::C, "loopfuse cc")),
        "c++" => Some((Compiler::Cxx, "loopfuse c++")),
        "fc" => Some((Compiler::Fortran, "loopfuse fc")),
        _ => None,
    }
}

/// Parts a command line in our options and the compiler's arguments.
fn split_own(arguments: &[OsString]) -> (&[OsString], &[OsString]) {
    let command = OwnOnly::command();
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
        let (own, rest) = split_own(&words);
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
        OwnOnly::command().debug_assert();
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
        let own = own_of("test", words.split(' ').map(OsString::from).collect()).unwrap();
        assert_eq!(own.places.llvm, Some(PathBuf::from("/b")));
        assert_eq!(own.pass_options, ["explain", "no-tidy", "limit=1"]);
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
