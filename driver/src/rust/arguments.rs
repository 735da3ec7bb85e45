//! What the arguments of rustc ask for.

use std::ffi::{OsStr, OsString};
use std::path::Path;

/// The last value of one of rustc's codegen options.
pub fn codegen<'a>(arguments: &'a [OsString], name: &str) -> Option<&'a str> {
    let value = |option: &'a str| option.strip_prefix(name)?.strip_prefix('=');
    let mut found = None;
    for (at, argument) in arguments.iter().enumerate() {
        let Some(text) = argument.to_str() else {
            continue;
        };
        let before = at.checked_sub(1).and_then(|at| arguments[at].to_str());
        let option = match before {
            Some("-C" | "--codegen") => Some(text),
            _ => text
                .strip_prefix("-C")
                .or_else(|| text.strip_prefix("--codegen=")),
        };
        found = option.and_then(value).or(found);
    }
    found
}

/// Is something compiled, with optimisation? Options in a file (`@file`) may say so.
pub fn is_optimised(arguments: &[OsString]) -> bool {
    let is = |argument: &OsString, word: &str| argument == word;
    let begins = |prefix: &str| {
        let mut all = arguments.iter();
        all.any(|a| a.as_encoded_bytes().starts_with(prefix.as_bytes()))
    };
    let level = codegen(arguments, "opt-level");
    let asks = begins("--print") || arguments.iter().any(|a| is(a, "-V") || is(a, "--version"));
    let is_fast = arguments.iter().any(|a| is(a, "-O"));
    !asks && (level.map_or(is_fast, |level| level != "0") || begins("@"))
}

/// Is a source compiled, and is there no word of optimisation, nor one of debugging, where there should be none?
pub fn forgets_to_optimise(arguments: &[OsString]) -> bool {
    let ends = |a: &OsString| Path::new(a).extension() == Some(OsStr::new("rs"));
    arguments.iter().any(ends)
        && !is_optimised(arguments)
        && !has_lines(arguments)
        && codegen(arguments, "opt-level").is_none()
}

/// Does it make debug information?
pub fn has_lines(arguments: &[OsString]) -> bool {
    let level = codegen(arguments, "debuginfo");
    arguments.iter().any(|a| a == "-g")
        || level.is_some_and(|level| !["0", "none"].contains(&level))
}

/// What is made, if it is said: `bin`, `lib` and so on.
pub fn crate_types(arguments: &[OsString]) -> Vec<&str> {
    let texts: Vec<_> = arguments.iter().filter_map(|a| a.to_str()).collect();
    let behind = texts
        .windows(2)
        .filter(|two| two[0] == "--crate-type")
        .map(|two| two[1]);
    let joined = texts
        .iter()
        .filter_map(|text| text.strip_prefix("--crate-type="));
    behind
        .chain(joined)
        .flat_map(|types| types.split(','))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<OsString> {
        line.split_whitespace().map(OsString::from).collect()
    }

    #[test]
    fn what_is_optimised() {
        let table = [
            ("-O a.rs", true),
            ("a.rs", false),
            ("-C opt-level=3 a.rs", true),
            ("-Copt-level=s a.rs", true),
            ("--codegen opt-level=0 a.rs", false),
            ("--codegen=opt-level=1 a.rs", true),
            ("-C opt-level=3 -C opt-level=0 a.rs", false),
            ("-O --print=cfg a.rs", false),
            ("-O --version", false),
            ("@arguments", true),
        ];
        for (line, expected) in table {
            assert_eq!(is_optimised(&words(line)), expected, "{line}");
        }
    }

    #[test]
    fn codegen_options_have_four_forms() {
        for line in [
            "-Clinker=a -Clinker=x",
            "-C linker=x",
            "--codegen linker=x",
            "--codegen=linker=x",
        ] {
            assert_eq!(codegen(&words(line), "linker"), Some("x"), "{line}");
        }
        assert_eq!(
            codegen(&words("-Clinker-flavor=x linker=y -C lto"), "linker"),
            None
        );
    }

    #[test]
    fn types_of_crates() {
        let line = words("--crate-type lib,cdylib a.rs --crate-type=bin");
        assert_eq!(crate_types(&line), ["lib", "cdylib", "bin"]);
    }
}
