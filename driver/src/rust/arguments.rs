//! What the arguments of rustc ask for.

use std::ffi::OsString;

use crate::cli::names_rust;

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

/// The values of an option of rustc's that may be given several times, each perhaps a list.
fn values<'a>(arguments: &'a [OsString], option: &str) -> Vec<&'a str> {
    let texts: Vec<_> = arguments.iter().filter_map(|a| a.to_str()).collect();
    let behind = texts.windows(2).filter(|two| two[0] == option);
    let joined = texts
        .iter()
        .filter_map(|text| text.strip_prefix(option)?.strip_prefix('='));
    let all = behind.map(|two| two[1]).chain(joined);
    all.flat_map(|value| value.split(',')).collect()
}

/// What rustc is to write (`link`, `obj`, `metadata` and so on), without names of files; none if it is not said.
fn emitted(arguments: &[OsString]) -> Vec<&str> {
    let kinds = values(arguments, "--emit").into_iter();
    kinds.filter_map(|kind| kind.split('=').next()).collect()
}

/// Is code made? Not where rustc answers a question, or only checks.
pub fn makes_code(arguments: &[OsString]) -> bool {
    const QUESTIONS: [&str; 5] = ["-V", "-vV", "--version", "-h", "--help"];
    let is_question = |a: &OsString| QUESTIONS.iter().any(|question| a == question);
    // These are answered when all is done.
    let is_late =
        |what: &&str| what.starts_with("native-static-libs") || what.starts_with("link-args");
    let asks =
        arguments.iter().any(is_question) || !values(arguments, "--print").iter().all(is_late);
    let emitted = emitted(arguments);
    let is_code = |kind: &&str| !["metadata", "dep-info", "mir"].contains(kind);
    !asks && (emitted.is_empty() || emitted.iter().any(is_code))
}

/// Is what is made linked, or an archive for who links?
pub fn leads_to_linking(arguments: &[OsString]) -> bool {
    let emitted = emitted(arguments);
    emitted.is_empty() || emitted.contains(&"link")
}

/// Does rustc itself link?
pub fn links(arguments: &[OsString]) -> bool {
    let types = crate_types(arguments);
    let is_archive = |kind: &&str| ["lib", "rlib", "staticlib"].contains(kind);
    let is_program = types.is_empty() || arguments.iter().any(|a| a == "--test");
    leads_to_linking(arguments) && (is_program || !types.iter().all(is_archive))
}

/// Is code optimised? Options in a file (`@file`) may say so. Of two that say it the last one counts.
pub fn is_optimised(arguments: &[OsString]) -> bool {
    let last_fast = arguments.iter().rposition(|a| a == "-O");
    let behind = last_fast.map_or(arguments, |at| &arguments[at..]);
    let level = codegen(behind, "opt-level");
    level.map_or(last_fast.is_some(), |level| level != "0") || has_file(arguments)
}

/// Are there options in a file?
fn has_file(arguments: &[OsString]) -> bool {
    arguments
        .iter()
        .any(|a| a.as_encoded_bytes().starts_with(b"@"))
}

/// Is a source compiled, and is there no word of optimisation, nor one of debugging, where there should be none?
pub fn forgets_to_optimise(arguments: &[OsString]) -> bool {
    names_rust(arguments)
        && makes_code(arguments)
        && !is_optimised(arguments)
        && !has_lines(arguments)
        && codegen(arguments, "opt-level").is_none()
}

/// Does it make debug information, for all that is to be seen?
pub fn has_lines(arguments: &[OsString]) -> bool {
    let level = codegen(arguments, "debuginfo");
    let says = |a: &OsString| a.as_encoded_bytes().starts_with(b"-g");
    arguments.iter().any(says)
        || level.is_some_and(|level| !["0", "none"].contains(&level))
        || has_file(arguments)
}

/// What is made, if it is said: `bin`, `lib` and so on.
pub fn crate_types(arguments: &[OsString]) -> Vec<&str> {
    values(arguments, "--crate-type")
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
            ("-C opt-level=0 -O a.rs", true),
            ("-O -C opt-level=0 a.rs", false),
            ("@arguments", true),
        ];
        for (line, expected) in table {
            assert_eq!(is_optimised(&words(line)), expected, "{line}");
        }
    }

    #[test]
    fn questions_and_checks_make_no_code() {
        // Code, what may be linked, and what rustc links.
        let table = [
            ("a.rs", true, true, true),
            ("- --print=cfg", false, true, true),
            (
                "--print native-static-libs --crate-type staticlib a.rs",
                true,
                true,
                false,
            ),
            ("-vV", false, true, true),
            (
                "--emit=dep-info,metadata --crate-type lib a.rs",
                false,
                false,
                false,
            ),
            (
                "--emit=dep-info,metadata,link --crate-type lib a.rs",
                true,
                true,
                false,
            ),
            ("--emit asm=x.s a.rs", true, false, false),
            (
                "--crate-type lib --crate-type cdylib a.rs",
                true,
                true,
                true,
            ),
            ("--crate-type=rlib,staticlib a.rs", true, true, false),
            ("--crate-type lib --test a.rs", true, true, true),
        ];
        for (line, code, leads, linked) in table {
            let line = words(line);
            let found = (makes_code(&line), leads_to_linking(&line), links(&line));
            assert_eq!(found, (code, leads, linked), "{line:?}");
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
