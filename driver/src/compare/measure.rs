//! Runs programs and sums up what they took.

use std::ffi::OsString;
use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::{Result, bail};

use crate::interrupt::Interrupt;
use crate::run::Ending;

/// What a program did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// How it ended.
    pub ending: Ending,
    /// It took too long, and was killed.
    pub timed_out: bool,
    /// Its standard output.
    pub output: Vec<u8>,
}

/// One run.
pub struct Run {
    /// What it did.
    pub outcome: Outcome,
    /// From start to end.
    pub time: Duration,
    /// Peak of memory in bytes.
    pub memory: u64,
}

/// The runs of one program, all with the same outcome.
pub struct Runs {
    /// That outcome.
    pub outcome: Outcome,
    first: Duration,
    times: Vec<Duration>,
    memory: u64,
}

/// Runs a program without input. Its standard error is not looked at.
pub fn run(
    interrupt: &Interrupt,
    program: &Path,
    arguments: &[OsString],
    scratch: &Path,
    limit: Option<Duration>,
) -> Result<Run> {
    let output = scratch.join("output");
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::null());
    command.stdout(File::create(&output)?).stderr(Stdio::null());
    let finished = interrupt.measure(&mut command, limit)?;
    Ok(Run {
        outcome: Outcome {
            ending: finished.status.into(),
            timed_out: limit.is_some_and(|limit| finished.time >= limit),
            output: fs::read(&output)?,
        },
        time: finished.time,
        memory: finished.memory,
    })
}

impl Runs {
    /// The first run says what the program does. It also warms the machine up, so its time does not
    /// count.
    pub fn begin(run: Run) -> Self {
        Self {
            outcome: run.outcome,
            first: run.time,
            times: Vec::new(),
            memory: run.memory,
        }
    }

    /// One more; an error if it did something else.
    pub fn add(&mut self, run: Run, which: &str) -> Result<()> {
        if run.outcome != self.outcome {
            bail!(
                "the program does not do the same twice {which} fusion, so nothing can be compared"
            );
        }
        self.times.push(run.time);
        self.memory = self.memory.max(run.memory);
        Ok(())
    }

    /// The time of the longest run.
    pub fn longest(&self) -> Duration {
        self.times.iter().copied().fold(self.first, Duration::max)
    }
}

/// The result for people, once both agree.
pub fn report(without: &Runs, with: &Runs, fusions: &str) -> String {
    let mut ratios: Vec<f64> = without.times.iter().zip(&with.times).map(ratio).collect();
    ratios.sort_by(f64::total_cmp);
    let typical = |runs: &Runs| {
        let mut times = runs.times.clone();
        times.sort();
        median(&times.iter().map(Duration::as_secs_f64).collect::<Vec<_>>())
    };
    let mib = |runs: &Runs| runs.memory as f64 / f64::from(1 << 20);
    let (low, high) = (ratios[0], ratios[ratios.len() - 1]);
    format!(
        "output and {} agree; {fusions}\n\
         time    {:.2}x as fast with fusion, {low:.2}x to {high:.2}x in {} ({} without, {} with)\n\
         memory  {:.2} of the peak without fusion ({:.1} MiB without, {:.1} MiB with)",
        with.outcome.ending.words(),
        median(&ratios),
        super::plural(ratios.len(), "run"),
        seconds(typical(without)),
        seconds(typical(with)),
        mib(with) / mib(without),
        mib(without),
        mib(with),
    )
}

fn ratio((without, with): (&Duration, &Duration)) -> f64 {
    without.as_secs_f64() / with.as_secs_f64()
}

/// Of numbers in order, at least one.
fn median(sorted: &[f64]) -> f64 {
    let middle = sorted.len() / 2;
    match sorted.len() % 2 {
        1 => sorted[middle],
        _ => (sorted[middle - 1] + sorted[middle]) / 2.0,
    }
}

fn seconds(time: f64) -> String {
    match time {
        t if t < 1e-3 => format!("{:.0} us", t * 1e6),
        t if t < 1.0 => format!("{:.1} ms", t * 1e3),
        t => format!("{t:.2} s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn runs(milliseconds: &[u64], memory: u64) -> Runs {
        Runs {
            outcome: Outcome {
                ending: Ending::Exit(0),
                timed_out: false,
                output: Vec::new(),
            },
            first: Duration::ZERO,
            times: milliseconds
                .iter()
                .map(|&n| Duration::from_millis(n))
                .collect(),
            memory: memory << 20,
        }
    }

    #[test]
    fn ratios_are_of_runs_that_followed_each_other() {
        let text = report(
            &runs(&[20, 40, 90], 8),
            &runs(&[10, 20, 30], 4),
            "2 fusions",
        );
        let expected = "output and exit status 0 agree; 2 fusions\n\
            time    2.00x as fast with fusion, 2.00x to 3.00x in 3 runs (40.0 ms without, 20.0 ms with)\n\
            memory  0.50 of the peak without fusion (8.0 MiB without, 4.0 MiB with)";
        assert_eq!(text, expected);
    }

    #[test]
    fn medians() {
        assert_eq!(median(&[1.0]), 1.0);
        assert_eq!(median(&[1.0, 2.0]), 1.5);
        assert_eq!(median(&[1.0, 2.0, 9.0]), 2.0);
    }
}
