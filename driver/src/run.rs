//! Runs jobs as children, without a shell.

use std::fs::File;
use std::io::{self, Write};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};

use anyhow::{Context, Result};

use crate::interrupt::Interrupt;
use crate::job::Job;

/// How a job ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// With an exit status.
    Exit(i32),
    /// By a signal.
    Signal(i32),
}

impl Ending {
    /// Did all go well?
    pub fn is_success(self) -> bool {
        self == Self::Exit(0)
    }

    /// For people.
    pub fn words(self) -> String {
        match self {
            Self::Exit(code) => format!("exit status {code}"),
            Self::Signal(signal) => format!("signal {signal}"),
        }
    }

    /// Our own exit status for it, with 128 added to signals as shells and clang do.
    pub fn code(self) -> i32 {
        match self {
            Self::Exit(code) => code,
            Self::Signal(signal) => 128 + signal,
        }
    }
}

impl From<ExitStatus> for Ending {
    fn from(status: ExitStatus) -> Self {
        match status.signal() {
            Some(signal) => Self::Signal(signal),
            None => Self::Exit(status.code().unwrap_or(1)),
        }
    }
}

/// Prints a line on standard error. Where nobody listens any more, that is no reason to panic.
pub fn say(line: &str) {
    pass_on(format!("{line}\n").as_bytes());
}

/// Prints what was asked for, in colours where a terminal wants them, and NO_COLOR is heeded. Whoever reads may stop.
pub fn print(text: &str) -> Result<()> {
    let mut out = anstream::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        other => other.context("cannot write to standard output"),
    }
}

/// Hands on what a child said.
pub fn pass_on(said: &[u8]) {
    let _ = io::stderr().write_all(said);
}

/// Runs jobs one after the other.
pub struct Runner<'a> {
    /// Who watches for signals.
    pub interrupt: &'a Interrupt,
    /// Print every command before it runs.
    pub print: bool,
    /// A directory for what jobs need and nobody wants to see.
    pub scratch: &'a Path,
}

/// Longest command line, in bytes: Linux takes 2 MiB with the environment, unless the stack is limited.
const LONGEST: usize = 1 << 20;

/// Longest argument that Linux takes, in bytes, with the zero at its end.
const LONGEST_ARGUMENT: usize = 128 << 10;

impl Runner<'_> {
    /// Runs a job on our own standard streams.
    pub fn run(&self, job: &Job) -> Result<Ending> {
        let mut command = self.command(job)?;
        Ok(self.interrupt.run(&mut command)?.into())
    }

    /// Runs a job whose standard error is kept, and returns what it was.
    pub fn run_captured(&self, job: &Job) -> Result<(Ending, Vec<u8>)> {
        let path = self.scratch.join("stderr");
        let mut command = self.command(job)?;
        command.stderr(File::create(&path)?);
        let ending = self.interrupt.run(&mut command)?.into();
        Ok((ending, std::fs::read(&path)?))
    }

    fn command(&self, job: &Job) -> Result<Command> {
        if self.print {
            say(&job.display());
        }
        let mut command = Command::new(job.program());
        let lengths = || job.argv.iter().map(|argument| argument.len() + 1);
        if lengths().sum::<usize>() <= LONGEST && lengths().all(|n| n <= LONGEST_ARGUMENT) {
            command.args(job.arguments());
            return Ok(command);
        }
        // clang wants `-cc1` in its place. The linker and clang read the rest from a file.
        let (first, rest) = job.arguments().split_at(1);
        let path = self.scratch.join("response");
        std::fs::write(&path, response(rest.iter().map(|a| a.as_bytes())))
            .context("cannot write a response file")?;
        command
            .args(first)
            .arg(crate::tools::joined("@", path.as_os_str()));
        Ok(command)
    }
}

/// Arguments as a response file holds them.
fn response<'a>(arguments: impl Iterator<Item = &'a [u8]>) -> Vec<u8> {
    let mut text = Vec::new();
    for argument in arguments {
        text.push(b'"');
        for &byte in argument {
            if matches!(byte, b'"' | b'\\') {
                text.push(b'\\');
            }
            text.push(byte);
        }
        text.extend(b"\"\n");
    }
    text
}

/// Becomes the job: what the compiler does from here on is its own. Returns only if that fails.
pub fn replace_self(job: &Job, print: bool) -> anyhow::Error {
    if print {
        say(&job.display());
    }
    let error: io::Error = Command::new(job.program()).args(job.arguments()).exec();
    anyhow::Error::new(error).context(format!("cannot run {}", Path::new(job.program()).display()))
}

/// Runs a job that answers a question: no input, standard output unseen, standard error returned.
pub fn ask(interrupt: &Interrupt, job: &Job, scratch: &Path) -> Result<(Ending, Vec<u8>)> {
    let mut command = Command::new(job.program());
    command
        .args(job.arguments())
        .stdin(Stdio::null())
        .stdout(Stdio::null());
    let path = scratch.join("answer");
    command.stderr(File::create(&path)?);
    let ending = interrupt.run(&mut command)?.into();
    Ok((ending, std::fs::read(&path)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn response_files_are_quoted() {
        let arguments: [&[u8]; 3] = [b"a b", b"c\"d\\e", b""];
        assert_eq!(
            response(arguments.into_iter()),
            b"\"a b\"\n\"c\\\"d\\\\e\"\n\"\"\n"
        );
    }

    #[test]
    fn signals_count_from_128() {
        assert_eq!(Ending::from(ExitStatus::from_raw(11)).code(), 139);
        assert_eq!(Ending::from(ExitStatus::from_raw(3 << 8)).code(), 3);
    }
}
