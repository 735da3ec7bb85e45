//! Jobs: the commands that clang would run, read from what `clang -###` prints.
//!
//! clang knows its options, we do not repeat them. `-###` prints every job on a line that begins with
//! ` "`, each argument in double quotes, with a backslash before `"`, `\` and `$`. A newline inside an
//! argument is printed as it is, so the text is read by characters, not by lines.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};

/// One command: the program, then its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// The program and its arguments, never empty.
    pub argv: Vec<OsString>,
}

impl Job {
    /// The program's path as it was printed or found.
    pub fn program(&self) -> &OsStr {
        &self.argv[0]
    }

    /// What follows the program.
    pub fn arguments(&self) -> &[OsString] {
        &self.argv[1..]
    }

    /// Is this the first argument, which chooses what clang or flang is?
    fn begins_with(&self, name: &str) -> bool {
        self.arguments().first().is_some_and(|a| a == name)
    }

    /// Does it run clang's compiler proper?
    pub fn is_cc1(&self) -> bool {
        self.begins_with("-cc1")
    }

    /// Does it run a compiler proper, clang's or flang's?
    pub fn is_compiler(&self) -> bool {
        self.is_cc1() || self.begins_with("-fc1")
    }

    /// Does it run clang's assembler?
    pub fn is_assembler(&self) -> bool {
        self.begins_with("-cc1as")
    }

    /// Does it write a record of what passes say?
    pub fn has_record(&self) -> bool {
        self.arguments().iter().any(|a| a == "-opt-record-file")
    }

    /// The argument after `-o`.
    pub fn output(&self) -> Option<&OsStr> {
        let at = self.arguments().iter().position(|a| a == "-o")?;
        self.arguments().get(at + 1).map(OsString::as_os_str)
    }

    /// The job with every argument that is exactly `from` replaced by `to`.
    pub fn replace(&mut self, from: &OsStr, to: &OsStr) {
        for argument in &mut self.argv[1..] {
            if argument == from {
                *argument = to.to_owned();
            }
        }
    }

    /// The command as a shell would take it, for people to read.
    pub fn display(&self) -> String {
        let quoted = self.argv.iter().map(|argument| quote(argument));
        quoted.collect::<Vec<_>>().join(" ")
    }
}

/// One word for a shell. shlex refuses NUL alone, which no argument can contain.
fn quote(argument: &OsStr) -> String {
    let quoted = shlex::bytes::try_quote(argument.as_bytes());
    let bytes = quoted.map_or_else(|_| argument.as_bytes().to_vec(), |word| word.into_owned());
    String::from_utf8_lossy(&bytes).into_owned()
}

/// What `clang -###` printed.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Printed {
    /// The jobs in the order in which clang would run them.
    pub jobs: Vec<Job>,
    /// clang's own warnings, each with its newline.
    pub warnings: Vec<u8>,
}

/// Reads what `clang -###` printed on its standard error. None when a quote is left open, which clang
/// never prints.
pub fn parse(text: &[u8]) -> Option<Printed> {
    let mut printed = Printed::default();
    let mut rest = text;
    while !rest.is_empty() {
        if rest.starts_with(b" \"") {
            let (job, length) = parse_job(rest)?;
            printed.jobs.push(job);
            rest = &rest[length..];
        } else {
            let end = rest
                .iter()
                .position(|&b| b == b'\n')
                .map_or(rest.len(), |at| at + 1);
            if is_diagnostic(&rest[..end]) {
                printed.warnings.extend_from_slice(&rest[..end]);
            }
            rest = &rest[end..];
        }
    }
    Some(printed)
}

/// Tells the driver's diagnostics from the lines about version and target.
fn is_diagnostic(line: &[u8]) -> bool {
    let line = String::from_utf8_lossy(line);
    ["warning: ", "error: ", "note: ", "remark: "]
        .iter()
        .any(|kind| line.contains(kind))
}

/// The job at the begin of `text`, and how many bytes it takes.
fn parse_job(text: &[u8]) -> Option<(Job, usize)> {
    let mut argv = Vec::new();
    let mut at = 0;
    while text.get(at) == Some(&b' ') {
        at += 1;
        if text.get(at) != Some(&b'"') {
            return None;
        }
        at += 1;
        let mut argument = Vec::new();
        loop {
            match *text.get(at)? {
                b'"' => break,
                b'\\' => {
                    at += 1;
                    argument.push(*text.get(at)?);
                }
                byte => argument.push(byte),
            }
            at += 1;
        }
        at += 1;
        argv.push(OsString::from_vec(argument));
    }
    match text.get(at) {
        None => Some((Job { argv }, at)),
        Some(b'\n') => Some((Job { argv }, at + 1)),
        Some(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &[u8]) -> Vec<Vec<OsString>> {
        parse(text)
            .unwrap()
            .jobs
            .into_iter()
            .map(|job| job.argv)
            .collect()
    }

    #[test]
    fn arguments_as_clang_prints_them() {
        let table: &[(&str, &[&str])] = &[
            (" \"/bin/clang\" \"-cc1\"\n", &["/bin/clang", "-cc1"]),
            (" \"ld\" \"a b.o\"\n", &["ld", "a b.o"]),
            (" \"ld\" \"\"\n", &["ld", ""]),
            (" \"ld\" \"a\\\"b\\\\c\\$d\"\n", &["ld", "a\"b\\c$d"]),
            (" \"ld\" \"two\nlines\"\n", &["ld", "two\nlines"]),
            (" \"ld\" \"no newline\"", &["ld", "no newline"]),
        ];
        for (text, expected) in table {
            assert_eq!(words(text.as_bytes()), [expected.to_vec()], "{text:?}");
        }
    }

    #[test]
    fn bytes_that_are_no_text_stay() {
        assert_eq!(words(b" \"ld\" \"\xff.o\"\n")[0][1].as_bytes(), b"\xff.o");
    }

    #[test]
    fn lines_about_the_version_are_no_jobs() {
        let text = b"Debian clang version 22.1.8\nTarget: x86_64-pc-linux-gnu\n (in-process)\n \
            \"clang\" \"-cc1\"\nclang: warning: -lm: 'linker' input unused\n \"ld\"\n";
        let printed = parse(text).unwrap();
        assert_eq!(printed.jobs.len(), 2);
        assert_eq!(
            printed.warnings,
            b"clang: warning: -lm: 'linker' input unused\n"
        );
    }

    #[test]
    fn open_quotes_are_refused() {
        for text in [
            " \"clang",
            " \"clang\" \"-c\\",
            " \"clang\"x\n",
            " \"clang\" x\n",
        ] {
            assert_eq!(parse(text.as_bytes()), None, "{text:?}");
        }
    }

    #[test]
    fn output_and_replacement() {
        let mut job = parse(b" \"ld\" \"-o\" \"a\" \"x.o\"\n")
            .unwrap()
            .jobs
            .remove(0);
        assert_eq!(job.output(), Some(OsStr::new("a")));
        job.replace(OsStr::new("x.o"), OsStr::new("/t/x y.o"));
        assert_eq!(job.display(), "ld -o a '/t/x y.o'");
    }
}
