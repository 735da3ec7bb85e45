//! Smaller programs with the same fault. Each is tried in a process of its own.

use crate::configs::Config;
use crate::generate::{Seed, generate};
use crate::judge::Judge;
use crate::program::Program;
use crate::program::fit::fit;
use crate::program::reduce::simplify;
use crate::worker::Found;
use anyhow::{Context, Result, bail};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// A trial that takes longer hangs.
const PATIENCE: Duration = Duration::from_secs(30);

/// The program that comes of a seed by these simplifications, one after the other.
pub fn replay(seed: &Seed, steps: &[usize]) -> Option<Program> {
    let (mut program, _) = generate(seed)?;
    for step in steps {
        let mut simpler = simplify(&program, *step)?;
        fit(&mut simpler).ok()?;
        program = simpler;
    }
    Some(program)
}

/// How a trial ends: the status of its process.
const SAME: i32 = 10;
const OTHER: i32 = 11;

/// Tries one program: the process ends with what came of it.
pub fn trial(seed: &Seed, steps: &[usize], config: &Config, kind: &str) -> Result<i32> {
    let Some(mut program) = replay(seed, steps) else {
        return Ok(OTHER);
    };
    let result = fit(&mut program);
    let Ok(result) = result else {
        return Ok(OTHER);
    };
    let judge = Judge::new()?;
    let Ok(case) = judge.case(&program, &result) else {
        return Ok(OTHER);
    };
    let verdict = judge.judge(&case, config, false)?;
    let is_same = verdict
        .finding
        .is_some_and(|finding| finding.kind.name() == kind);
    Ok(if is_same { SAME } else { OTHER })
}

/// Reduces a finding to the simplifications that keep it. Greedy: whatever can go, goes.
pub fn reduce(found: &Found, masked: &[String], speaks: bool) -> Result<Vec<usize>> {
    let mut steps: Vec<usize> = Vec::new();
    if !fails(found, masked, &steps)? {
        bail!(
            "{}-{} does not fail under {} with '{}'",
            found.profile,
            found.seed,
            found.config,
            found.options
        );
    }
    let seed = Seed::new(&found.profile, found.seed, &crate::worker::masked(masked)?);
    let mut at = 0;
    let begun = Instant::now();
    while let Some(program) = replay(&seed, &steps) {
        if simplify(&program, at).is_none() {
            break;
        }
        steps.push(at);
        let is_program = replay(&seed, &steps).is_some();
        if is_program && fails(found, masked, &steps)? {
            if speaks {
                eprint!(
                    "\r{} simplifications in {} s ",
                    steps.len(),
                    begun.elapsed().as_secs()
                );
            }
        } else {
            steps.pop();
            at += 1;
        }
    }
    // What could not go at first may go now.
    if speaks {
        eprintln!();
    }
    Ok(steps)
}

/// Does the program still fail in the same way?
fn fails(found: &Found, masked: &[String], steps: &[usize]) -> Result<bool> {
    let steps: Vec<_> = steps.iter().map(usize::to_string).collect();
    let mut child = Command::new(std::env::current_exe()?)
        .arg("trial")
        .arg(serde_json::to_string(found)?)
        .arg(masked.join(","))
        .arg(steps.join(","))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .context("a trial cannot be started")?;
    let begun = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        if begun.elapsed() > PATIENCE {
            child.kill()?;
            child.wait()?;
            return Ok(found.kind == "hang");
        }
        std::thread::sleep(Duration::from_millis(2));
    };
    Ok(match found.kind.as_str() {
        "crash" => !matches!(status.code(), Some(SAME | OTHER)),
        "hang" => false,
        _ => status.code() == Some(SAME),
    })
}
