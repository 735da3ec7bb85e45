//! A worker: judges programs that it is told to, and says what comes of it, a line for each.
//!
//! It is a process of its own, so that a crash, an endless loop or a trap is a finding with a seed, and not the
//! end of the run. What it is about to do it says before.

use crate::configs::{self, Config};
use crate::coverage::{self, Counts};
use crate::generate::{Seed, generate};
use crate::judge::{Judge, Kind};
use anyhow::{Result, bail};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};
use std::io::{BufRead, Write};

/// Comparisons of one program.
const WAYS: usize = 4;

/// What is asked of workers, the same of all.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Order {
    /// Features that no program has.
    pub masked: Vec<String>,
    /// Parameters of the pass beside those of each configuration.
    pub parameters: String,
    /// The only configuration.
    pub config: Option<String>,
}

/// A task: programs of one profile.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Task {
    pub profile: String,
    pub first: u64,
    pub count: u64,
}

/// What a worker says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Said {
    /// It begins with this program.
    Program(u64),
    /// It compares it in this way: a name and parameters.
    Way(String, String),
    /// What came of a program.
    Done(Report),
    /// Something is wrong.
    Found(Found),
    /// The fuzzer itself is wrong about a program.
    Unfit(u64, String),
    /// It waits for a task.
    Idle,
}

/// What came of a program.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Report {
    pub comparisons: u64,
    /// Comparisons in which the pass changed something.
    pub changed: u64,
    pub met: Counts,
}

/// Something wrong with a program.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Found {
    pub profile: String,
    pub seed: u64,
    pub kind: String,
    pub detail: String,
    pub config: String,
    pub options: String,
}

/// The features of names, or an error that lists them.
pub fn masked(names: &[String]) -> Result<Vec<crate::generate::weights::Feature>> {
    use crate::generate::weights;
    let mut found = Vec::new();
    for name in names {
        match weights::feature(name) {
            Some(feature) => found.push(feature),
            None => bail!(
                "unknown feature '{name}'; there are {}",
                weights::features().collect::<Vec<_>>().join(", ")
            ),
        }
    }
    Ok(found)
}

/// The ways in which a program is compared.
pub fn ways(seed: &Seed, order: &Order) -> Result<Vec<Config>> {
    if let Some(name) = &order.config {
        let Some(config) = configs::named(name, &order.parameters) else {
            bail!(
                "unknown configuration '{name}'; there are {}",
                configs::NAMES.join(", ")
            );
        };
        return Ok(vec![config]);
    }
    let mut rng = ChaCha8Rng::seed_from_u64(seed.number);
    Ok(configs::choose(&mut rng, WAYS, &order.parameters))
}

/// Works until there are no more tasks.
pub fn work(order: &Order) -> Result<()> {
    let judge = Judge::new()?;
    let masked = masked(&order.masked)?;
    for line in std::io::stdin().lock().lines() {
        let task: Task = serde_json::from_str(&line?)?;
        for number in task.first..task.first + task.count {
            say(&Said::Program(number))?;
            let seed = Seed::new(&task.profile, number, &masked);
            match one(&judge, &seed, order) {
                Ok(report) => say(&Said::Done(report))?,
                Err(error) => say(&Said::Unfit(number, format!("{error:#}")))?,
            }
        }
        say(&Said::Idle)?;
    }
    Ok(())
}

fn say(said: &Said) -> Result<()> {
    let mut out = std::io::stdout().lock();
    serde_json::to_writer(&mut out, said)?;
    out.write_all(b"\n")?;
    Ok(out.flush()?)
}

fn one(judge: &Judge, seed: &Seed, order: &Order) -> Result<Report> {
    let mut report = Report::default();
    let Some((program, result)) = generate(seed) else {
        return Ok(report);
    };
    let case = judge.case(&program, &result)?;
    let mut rng = ChaCha8Rng::seed_from_u64(seed.number);
    for config in ways(seed, order)? {
        say(&Said::Way(config.name.into(), config.options.clone()))?;
        // To hear of refusals costs as much again.
        let refusals = rng.random_bool(0.04);
        let verdict = judge.judge(&case, &config, refusals)?;
        report.comparisons += 1;
        report.changed += u64::from(verdict.is_changed());
        for item in verdict.heard.iter().flat_map(coverage::of) {
            *report.met.entry(item).or_default() += 1;
        }
        if let Some(finding) = verdict.finding {
            if finding.kind == Kind::Llvm {
                *report.met.entry("LLVM alone".into()).or_default() += 1;
                continue;
            }
            say(&Said::Found(Found {
                profile: seed.profile.clone(),
                seed: seed.number,
                kind: finding.kind.name().into(),
                detail: finding.detail,
                config: config.name.into(),
                options: config.options,
            }))?;
        }
    }
    Ok(report)
}
