//! The jobs of one call: run in their order, those that can be taken apart in three steps each.
//!
//! When opt or llc has something to say (a warning, an error in inline assembly), clang compiles that
//! file once more in one piece, since it knows the source that is spoken of. So its diagnostics, and
//! what options make of them, are clang's own.

use std::collections::HashSet;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::cc1::{self, Kind, Split};
use crate::interrupt::Interrupted;
use crate::job::{Job, Printed};
use crate::output::{self, Output};
use crate::own::Own;
use crate::remarks::{self, Remark};
use crate::run::{self, Ending, Runner};
use crate::tools;

/// The jobs of one call on their way.
pub struct Session<'a> {
    /// Our options.
    pub own: &'a Own,
    /// Runs them.
    pub runner: Runner<'a>,
    /// The plugin, unless fusion is off.
    pub plugin: Option<PathBuf>,
    /// The optimiser, if a job is taken apart.
    pub opt: OsString,
    /// The code generator, if a job is taken apart.
    pub llc: OsString,
    /// How many changes may still be made, if they are counted.
    pub limit: Option<u64>,
    /// Record what the pass says?
    pub records: bool,
    /// Files of remarks, one for each job that optimised.
    remarks: Vec<PathBuf>,
}

impl<'a> Session<'a> {
    /// A session in which no job is taken apart, and no limit is set.
    pub fn new(own: &'a Own, runner: Runner<'a>, plugin: Option<PathBuf>) -> Self {
        Self {
            own,
            runner,
            plugin,
            opt: OsString::new(),
            llc: OsString::new(),
            limit: None,
            records: false,
            remarks: Vec::new(),
        }
    }

    /// Runs all jobs but those that lack an input because another one failed. The first failure is the
    /// result, as it is clang's.
    pub fn run(&mut self, printed: Printed, kinds: Vec<Kind>) -> Result<Ending> {
        run::pass_on(&printed.warnings);
        let mut jobs = printed.jobs;
        let temporaries = rename_temporaries(&mut jobs, self.runner.scratch);
        let mut failed: HashSet<OsString> = HashSet::new();
        let mut result = Ending::Exit(0);
        for (job, kind) in jobs.iter().zip(kinds) {
            let output = job.output().unwrap_or_default().to_owned();
            if job
                .arguments()
                .iter()
                .any(|argument| failed.contains(argument))
            {
                failed.insert(output);
                continue;
            }
            let ending = match kind {
                Kind::Plain => self.plain(job),
                Kind::Whole(_) => self.whole(job),
                // The output may have been renamed since it was classified.
                Kind::Split(_) => match cc1::classify(job) {
                    Kind::Split(split) => self.split(job, &split),
                    _ => self.whole(job),
                },
            };
            let ending = ending.inspect_err(|error| {
                // Compilers clean up behind themselves, linkers need not.
                if error.is::<Interrupted>() && !job.is_compiler() && !temporaries.contains(&output)
                {
                    output::discard(Path::new(&output));
                }
            })?;
            if !ending.is_success() {
                output::discard(Path::new(&output));
                failed.insert(output);
                result = if result.is_success() { ending } else { result };
            }
        }
        Ok(result)
    }

    /// What the pass said in all jobs, as YAML.
    pub fn recorded(&self) -> Vec<u8> {
        let records = self.remarks.iter().map(|file| read_record(file));
        records.collect::<Vec<_>>().concat()
    }

    fn plain(&self, job: &Job) -> Result<Ending> {
        let ending = self.runner.run(job)?;
        complain(job, ending);
        Ok(ending)
    }

    /// clang in one piece, with the plugin loaded.
    fn whole(&mut self, job: &Job) -> Result<Ending> {
        let mut job = job.clone();
        if let Some(plugin) = &self.plugin {
            let load = tools::for_clang(plugin, &self.parameters());
            job.argv.splice(2..2, load);
            if self.records {
                let file = self.next_remarks();
                // At the end, so that they override what the command says of a record.
                job.argv.extend(["-opt-record-file".into(), file.into()]);
                let options = [
                    "-opt-record-passes",
                    "loop-fuse",
                    "-opt-record-format",
                    "yaml",
                ];
                job.argv.extend(options.map(OsString::from));
            }
        }
        let ending = self.plain(&job)?;
        self.spend();
        Ok(ending)
    }

    /// Parameters of the pass.
    fn parameters(&self) -> Vec<String> {
        let limit = self.limit.map(|limit| format!("limit={limit}"));
        let given = self.own.shared.pass_options.iter().cloned();
        given.chain(limit).collect()
    }

    /// Takes the changes that the last job made from the limit, which is one for all sources.
    fn spend(&mut self) {
        let (Some(limit), Some(record)) = (self.limit, self.remarks.last()) else {
            return;
        };
        let edits = read_edits(record);
        let made = edits.iter().filter_map(Remark::edit).max().unwrap_or(0);
        self.limit = Some(limit.saturating_sub(made));
    }

    /// What was said of changes that were counted, in their order: each with its number, counted
    /// over all sources.
    pub fn edits(&self) -> Vec<(u64, Remark)> {
        let mut all = Vec::new();
        let mut before = 0;
        for record in &self.remarks {
            let mut made = 0;
            for remark in read_edits(record) {
                let number = remark.edit().unwrap_or(0);
                made = made.max(number);
                all.push((before + number, remark));
            }
            before += made;
        }
        all.sort_by_key(|(number, _)| *number);
        all
    }

    /// clang, opt and llc.
    fn split(&mut self, job: &Job, split: &Split) -> Result<Ending> {
        // What can be read only once cannot be compiled once more.
        if !Path::new(split.input()).is_file() {
            return self.whole(job);
        }
        // clang says why it cannot be written.
        let Ok(output) = Output::begin(split.output(), self.runner.scratch) else {
            return self.whole(job);
        };
        let [source, optimised] = self.bitcode(split);
        let front_end = split.front_end(job, source.as_os_str());
        let (ending, said) = self.runner.run_captured(&front_end)?;
        // Where there is no room for its bitcode, there is none for what it says either.
        if matches!(ending, Ending::Exit(_)) && !ending.is_success() && said.is_empty() {
            drop(output);
            return self.whole(job);
        }
        if !ending.is_success() {
            run::pass_on(&said);
            complain(&front_end, ending);
            return Ok(ending);
        }
        let mut fusion = Vec::new();
        if let Some(plugin) = &self.plugin {
            fusion = tools::for_opt(plugin, &self.parameters());
            if self.records {
                let file = self.next_remarks();
                fusion.push(tools::joined("-pass-remarks-output=", file.as_os_str()));
                fusion.push("-pass-remarks-filter=loop-fuse".into());
            }
        }
        let (source, optimised) = (source.as_os_str(), optimised.as_os_str());
        let steps = [
            split.optimiser(&self.opt, &fusion, source, optimised),
            split.code_generator(&self.llc, optimised, output.path().as_os_str()),
        ];
        for step in steps {
            let (ending, said_more) = self.runner.run_captured(&step)?;
            if let Ending::Signal(_) = ending {
                run::pass_on(&said);
                run::pass_on(&said_more);
                complain(&step, ending);
                return Ok(ending);
            }
            if !ending.is_success() || !said_more.is_empty() {
                drop(output);
                if self.runner.print {
                    run::say("loopfuse: once more in one piece, for clang's diagnostics");
                }
                if self.records && self.plugin.is_some() {
                    self.remarks.pop();
                }
                return self.whole(job);
            }
        }
        run::pass_on(&said);
        let to = Path::new(split.output()).display();
        output
            .finish()
            .with_context(|| format!("cannot write {to}"))?;
        Ok(Ending::Exit(0))
    }

    /// The files between the steps: of no interest, unless they were asked for.
    fn bitcode(&self, split: &Split) -> [PathBuf; 2] {
        let names = ["clang.bc", "opt.bc"];
        if !self.own.save_temps {
            return names.map(|name| self.runner.scratch.join(name));
        }
        let output = Path::new(split.output());
        let beside = match output.starts_with(self.runner.scratch) || output == Path::new("-") {
            // The input's name, in the current directory, where clang keeps its own.
            true => Path::new(
                Path::new(split.input())
                    .file_name()
                    .unwrap_or(OsStr::new("a")),
            ),
            false => output,
        };
        names.map(|name| beside.with_extension(name))
    }

    fn next_remarks(&mut self) -> PathBuf {
        let file = self
            .runner
            .scratch
            .join(format!("{}.yaml", self.remarks.len()));
        // Of an earlier session in the same place.
        let _ = fs::remove_file(&file);
        self.remarks.push(file.clone());
        file
    }
}

fn read_edits(file: &Path) -> Vec<Remark> {
    remarks::read_edits(&String::from_utf8_lossy(&read_record(file))).unwrap_or_default()
}

/// The documents of a record. It is missing where a compilation failed, and cut where a signal ended it.
fn read_record(file: &Path) -> Vec<u8> {
    const END: &[u8] = b"\n...\n";
    let mut record = fs::read(file).unwrap_or_default();
    let last = record.windows(END.len()).rposition(|part| part == END);
    record.truncate(last.map_or(0, |at| at + END.len()));
    record
}

/// Gives what is only passed from job to job a name in the scratch directory; clang's names for it are
/// not reserved. The extension stays. With clang's -save-temps they are files to keep, in reserved
/// places. Returns the new names.
fn rename_temporaries(jobs: &mut [Job], scratch: &Path) -> HashSet<OsString> {
    let mut names = HashSet::new();
    let kept = |job: &Job| {
        job.arguments()
            .iter()
            .any(|a| a.as_bytes().starts_with(b"-save-temps"))
    };
    if jobs.iter().any(kept) {
        return names;
    }
    for at in 0..jobs.len() {
        let Some(output) = jobs[at].output().map(OsStr::to_owned) else {
            continue;
        };
        let is_used = jobs[at + 1..]
            .iter()
            .any(|job| job.arguments().contains(&output));
        if !is_used || names.contains(&output) {
            continue;
        }
        let mut name = scratch.join(at.to_string());
        if let Some(extension) = Path::new(&output).extension() {
            name.set_extension(extension);
        }
        let name = name.into_os_string();
        for job in &mut jobs[at..] {
            job.replace(&output, &name);
        }
        names.insert(name);
    }
    names
}

/// Says what failed, if it did, where the program itself may not have: clang does it for the linker and
/// for what a signal ended.
fn complain(job: &Job, ending: Ending) {
    let name = Path::new(job.program())
        .file_name()
        .unwrap_or_default()
        .display();
    match ending {
        Ending::Signal(signal) => {
            run::say(&format!(
                "loopfuse: error: {name} was ended by signal {signal}"
            ));
        }
        Ending::Exit(0) => {}
        Ending::Exit(code) if !job.is_compiler() && !job.is_assembler() => run::say(&format!(
            "loopfuse: error: {name} failed with exit code {code} (use -v to see invocation)"
        )),
        Ending::Exit(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn temporaries_get_names_of_our_own() {
        let line = |text: &str| Job {
            argv: text.split(' ').map(OsString::from).collect(),
        };
        let mut jobs = vec![
            line("clang -cc1 -o /tmp/a-1.o -x c a.c"),
            line("clang -cc1 -o /tmp/b-1.o -x c b.c"),
            line("ld -o a /tmp/a-1.o /tmp/b-1.o c.o"),
        ];
        let names = rename_temporaries(&mut jobs, Path::new("/s"));
        assert_eq!(jobs[0], line("clang -cc1 -o /s/0.o -x c a.c"));
        assert_eq!(jobs[2], line("ld -o a /s/0.o /s/1.o c.o"));
        assert_eq!(names.len(), 2);
    }

    #[test]
    fn temporaries_to_be_kept_keep_their_names() {
        let line = |text: &str| Job {
            argv: text.split(' ').map(OsString::from).collect(),
        };
        let mut jobs = vec![
            line("clang -cc1 -E -save-temps=cwd -o a.i -x c a.c"),
            line("clang -cc1 -S -save-temps=cwd -o a.s -x cpp-output a.i"),
        ];
        assert!(rename_temporaries(&mut jobs, Path::new("/s")).is_empty());
        assert_eq!(jobs[0].output(), Some(OsStr::new("a.i")));
    }

    #[test]
    fn outputs_that_nobody_reads_keep_their_names() {
        let line = |text: &str| Job {
            argv: text.split(' ').map(OsString::from).collect(),
        };
        let mut jobs = vec![
            line("clang -cc1 -o a.o -x c a.c"),
            line("clang -cc1 -o b.o -x c b.c"),
        ];
        assert!(rename_temporaries(&mut jobs, Path::new("/s")).is_empty());
        assert_eq!(jobs[0].output(), Some(OsStr::new("a.o")));
    }
}
