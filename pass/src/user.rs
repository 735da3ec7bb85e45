//! What users say of functions and loops.
//!
//! - An annotation sets parameters for one function: `__attribute__((annotate("loop-fuse: no-fusion")))`.
//! - The parameter `skip` names functions, by patterns with `*`, and loops, by file and line (`a.c:14`).
//!
//! Loops that are to be left alone get an attribute. It goes with them where their function is inlined.

use crate::llvm::{Host, Loop, edit, matches};
use crate::model::FORBIDDEN;
use crate::options::Options;
use std::borrow::Cow;
use std::ffi::CStr;

/// What annotations begin with that are meant for the pass.
const PREFIX: &CStr = c"loop-fuse:";

/// The first name in `skip` that is no pattern.
pub fn bad_pattern(options: &Options) -> Option<&str> {
    let mut all = options.skip.iter();
    let is_bad = |name: &&String| matches(split_line(name).0, "").is_none();
    all.find(is_bad).map(String::as_str)
}

/// The parameters for a function. The error is one line.
pub fn parameters<'o>(host: &Host, options: &'o Options) -> Result<Cow<'o, Options>, String> {
    let own = host.annotations(PREFIX);
    let mut options = match own.is_empty() {
        true => Cow::Borrowed(options),
        false => Cow::Owned(options.for_function(&own).map_err(|what| {
            let name = host.function_name();
            format!("in an annotation of function '{name}': {what}")
        })?),
    };
    let mut functions = options.skip.iter().map(|name| split_line(name));
    let names = match options.skip.is_empty() {
        true => Vec::new(),
        false => host.function_names(),
    };
    let is_it = |pattern: &str| {
        names
            .iter()
            .any(|name| matches(pattern, name) == Some(true))
    };
    if functions.any(|(pattern, line)| line.is_none() && is_it(pattern)) {
        options.to_mut().fusion = false;
    }
    Ok(options)
}

/// Marks the loops that are to be left alone: all of a function that is, and those that `skip` names.
pub fn forbid(host: &Host, options: &Options) {
    let lines = options.skip.iter().filter_map(|name| {
        let (file, line) = split_line(name);
        Some((file, line?))
    });
    let lines: Vec<_> = lines.collect();
    if options.fusion && lines.is_empty() {
        return;
    }
    let mut loops = host.top_level_loops();
    while let Some(l) = loops.pop() {
        let is_named = || lines.iter().any(|&(file, line)| is_at(l, file, line));
        if !l.has_attribute(FORBIDDEN) && (!options.fusion || is_named()) {
            edit::add_attribute(l, FORBIDDEN);
        }
        loops.extend(l.children(host));
    }
}

/// Does a loop begin in that line of that file, given with all directories, some or none?
fn is_at(l: Loop<'_>, file: &str, line: u32) -> bool {
    if l.line() != line {
        return false;
    }
    let path = l.file();
    let behind_directories = path.match_indices('/').map(|(at, _)| at + 1);
    let mut names = std::iter::once(0).chain(behind_directories);
    names.any(|at| matches(file, &path[at..]) == Some(true))
}

/// `a.c:14` in parts; no line if there is none.
fn split_line(name: &str) -> (&str, Option<u32>) {
    let parts = name.rsplit_once(':');
    match parts.and_then(|(file, line)| Some((file, line.parse().ok()?))) {
        Some((file, line)) => (file, Some(line)),
        None => (name, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_follow_the_last_colon() {
        assert_eq!(split_line("a.c:14"), ("a.c", Some(14)));
        assert_eq!(split_line("d/a:b.c:1"), ("d/a:b.c", Some(1)));
        assert_eq!(split_line("ns::f"), ("ns::f", None));
        assert_eq!(split_line("f*"), ("f*", None));
    }
}
