//! Own options that do not stand in front: in the environment, and among the compiler's arguments.
//!
//! `LOOPFUSE_FLAGS` holds them as words of a shell. A compiler cache does not know of that variable, and
//! need not: `--no-fusion` may also be written `-floopfuse-no-fusion`, anywhere among the compiler's
//! arguments, as caches and build systems expect of an option that changes the object.

use std::ffi::{OsStr, OsString};

use anyhow::{Context, Result, bail};
use clap::Parser;

use crate::own::{Only, Own};
use crate::run;

/// What an own option begins with among the compiler's arguments.
const PREFIX: &str = "-floopfuse-";

/// The variables of ours.
const VARIABLES: [&str; 3] = ["LOOPFUSE_FLAGS", "LOOPFUSE_LLVM", "LOOPFUSE_PLUGIN"];

/// Variables of the scripts, and of CMake's `find_package(LoopFuse)`.
const OTHERS: [&str; 2] = ["LOOPFUSE_CLANG", "LOOPFUSE_ROOT"];

/// The options in `LOOPFUSE_FLAGS`, which must all be ours.
pub fn from_environment() -> Result<Vec<OsString>> {
    warn_of_unknown_variables(std::env::vars_os().map(|(name, _)| name));
    let flags = std::env::var_os("LOOPFUSE_FLAGS").unwrap_or_default();
    let flags = split(&flags)?;
    check(&flags).map_err(|wrong| anyhow::anyhow!("LOOPFUSE_FLAGS: {wrong}"))?;
    Ok(flags)
}

/// Parts the compiler's arguments in options of ours, in the form that `LOOPFUSE_FLAGS` has, and the rest.
pub fn among(arguments: &[OsString]) -> Result<(Vec<OsString>, Vec<OsString>)> {
    let mut own = Vec::new();
    let mut rest = Vec::new();
    let end = arguments.iter().position(|argument| argument == "--");
    let (options, names) = arguments.split_at(end.unwrap_or(arguments.len()));
    for argument in options {
        let option = argument.to_str().and_then(|text| text.strip_prefix(PREFIX));
        let Some(option) = option else {
            rest.push(argument.clone());
            continue;
        };
        let option = match option.strip_prefix("options=") {
            Some(parameters) => format!("--pass-options={parameters}"),
            None => format!("--{option}"),
        };
        let option = OsString::from(option);
        if let Err(wrong) = check(std::slice::from_ref(&option)) {
            bail!("{}", wrong.replace("'--", &format!("'{PREFIX}")));
        }
        own.push(option);
    }
    rest.extend_from_slice(names);
    Ok((own, rest))
}

/// What is wrong with words that must all be options of ours, in one line.
fn check(flags: &[OsString]) -> Result<(), String> {
    let words = [OsString::from("loopfuse")]
        .into_iter()
        .chain(flags.iter().cloned());
    let Err(error) = Only::<Own>::try_parse_from(words) else {
        return Ok(());
    };
    let text = error.to_string();
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let lines = lines.filter(|line| !line.starts_with("Usage:") && !line.starts_with("For more"));
    let line = lines.collect::<Vec<_>>().join("; ");
    Err(line.trim_start_matches("error: ").to_owned())
}

/// Words, quoted as in a shell.
fn split(flags: &OsStr) -> Result<Vec<OsString>> {
    let flags = flags.to_str().context("LOOPFUSE_FLAGS is not UTF-8")?;
    let words = shlex::split(flags).context("LOOPFUSE_FLAGS has an open quote")?;
    Ok(words.into_iter().map(OsString::from).collect())
}

/// A misspelt variable has no effect, which nobody should have to find out. It may also be another
/// program's, so it is no error.
fn warn_of_unknown_variables(names: impl Iterator<Item = OsString>) {
    for name in names {
        if let Some(warning) = unknown(&name.to_string_lossy()) {
            run::say(&format!("loopfuse: warning: {warning}"));
        }
    }
}

/// What is to be said of a variable that looks like ours and is not.
fn unknown(name: &str) -> Option<String> {
    let is_known = VARIABLES.contains(&name) || OTHERS.contains(&name);
    if !name.starts_with("LOOPFUSE_") || is_known {
        return None;
    }
    Some(format!(
        "unknown environment variable {name}; there are {}",
        VARIABLES.join(", ")
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_options_stand_anywhere() {
        let table = [
            ("-O2 a.c", "", "-O2 a.c"),
            ("-O2 -floopfuse-no-fusion a.c", "--no-fusion", "-O2 a.c"),
            (
                "-c a.c -floopfuse-options=a;b=1",
                "--pass-options=a;b=1",
                "-c a.c",
            ),
            (
                "-floopfuse-plugin=/p.so a.c -floopfuse-steps",
                "--plugin=/p.so --steps",
                "a.c",
            ),
            (
                "-O2 -- -floopfuse-no-fusion",
                "",
                "-O2 -- -floopfuse-no-fusion",
            ),
            ("-floop-fusion a.c", "", "-floop-fusion a.c"),
        ];
        for (line, own, rest) in table {
            let words = |text: &str| -> Vec<OsString> {
                text.split_whitespace().map(OsString::from).collect()
            };
            assert_eq!(
                among(&words(line)).unwrap(),
                (words(own), words(rest)),
                "{line}"
            );
        }
    }

    #[test]
    fn a_slip_among_the_compilers_arguments_is_named_as_it_is_written() {
        let error = among(&["-floopfuse-no-fuson".into()]).unwrap_err();
        let expected = "unexpected argument '-floopfuse-no-fuson' found; \
            tip: a similar argument exists: '-floopfuse-no-fusion'";
        assert_eq!(error.to_string(), expected);
        let error = among(&["-floopfuse-plugin".into()]).unwrap_err();
        assert!(
            error.to_string().contains("'-floopfuse-plugin <FILE>'"),
            "{error}"
        );
    }

    #[test]
    fn unknown_variables_are_named() {
        assert_eq!(unknown("PATH"), None);
        assert_eq!(unknown("LOOPFUSE_FLAGS"), None);
        assert_eq!(unknown("LOOPFUSE_ROOT"), None);
        let expected = "unknown environment variable LOOPFUSE_FLAG; there are LOOPFUSE_FLAGS, \
            LOOPFUSE_LLVM, LOOPFUSE_PLUGIN";
        assert_eq!(unknown("LOOPFUSE_FLAG").unwrap(), expected);
    }

    #[test]
    fn flags_are_quoted_as_in_a_shell() {
        let words = split(OsStr::new("--remarks 'a b'")).unwrap();
        assert_eq!(words, ["--remarks", "a b"]);
        assert!(split(OsStr::new("'a")).is_err());
        assert!(check(&words).is_ok());
        let expected = "unexpected argument '--no-fuson' found; \
            tip: a similar argument exists: '--no-fusion'";
        assert_eq!(check(&["--no-fuson".into()]).unwrap_err(), expected);
    }
}
