//! A run: workers, what they are told to do, and what came of it.

use crate::coverage::{self, Counts};
use crate::generate::weights;
use crate::worker::{Found, Order, Report, Said, Task};
use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

/// Programs of one task.
const PROGRAMS: u64 = 50;

/// A worker that says nothing for so long is watched. If it then says nothing for as long again, and is at work for
/// at least half of that, it does not end.
const PATIENCE: Duration = Duration::from_secs(30);

/// A worker makes way for a new one behind so many tasks: each program that LLVM compiles leaves some
/// kilobytes behind.
const TASKS: u64 = 100;

/// How often the run says how far it is.
const SAYS: Duration = Duration::from_secs(15);

/// When a run ends.
#[derive(Clone, Copy, Debug, Default)]
pub struct Until {
    pub comparisons: Option<u64>,
    pub programs: Option<u64>,
    pub time: Option<Duration>,
    /// With the first finding.
    pub first: bool,
}

/// What a run has done, as it is kept in a file between runs.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Totals {
    /// Which build of pass and fuzzer.
    pub build: String,
    /// The next seed of each profile.
    pub next: BTreeMap<String, u64>,
    pub comparisons: u64,
    pub programs: u64,
    pub changed: u64,
    /// Programs about which the fuzzer was wrong.
    pub unfit: u64,
    pub seconds: f64,
    pub met: Counts,
    /// How often each profile met what, to steer by.
    pub by_profile: BTreeMap<String, (u64, Counts)>,
    pub found: Vec<Found>,
}

/// A run under way.
pub struct Campaign {
    pub totals: Totals,
    pub until: Until,
    pub order: Order,
    /// Profiles that programs are drawn from.
    pub profiles: Vec<String>,
    /// The seed of the first program.
    pub first_seed: u64,
    pub jobs: usize,
    /// Says how far it is.
    pub speaks: bool,
    /// Where totals are kept.
    pub state: Option<PathBuf>,
    turn: usize,
}

struct Worker {
    child: Child,
    /// Tasks; none when it is to end.
    tasks: Option<ChildStdin>,
    task: Option<Task>,
    /// How many tasks it was given.
    given: u64,
    program: u64,
    way: (String, String),
    heard: Instant,
    /// For how long it had been at work when it began to be watched.
    silent_at: Option<Duration>,
}

/// A line of a worker, or its end.
type Line = (usize, u64, Option<Said>);

impl Campaign {
    pub fn new(profiles: Vec<String>, order: Order, until: Until, jobs: usize) -> Self {
        Campaign {
            totals: Totals::default(),
            until,
            order,
            profiles,
            first_seed: 1,
            jobs,
            speaks: true,
            state: None,
            turn: 0,
        }
    }

    /// Goes on with what a file says, if it is of the same build.
    pub fn resume(&mut self, file: &Path, build: &str) -> Result<()> {
        self.totals.build = build.into();
        self.state = Some(file.to_owned());
        let Ok(text) = std::fs::read_to_string(file) else {
            return Ok(());
        };
        let totals: Totals = serde_json::from_str(&text)
            .with_context(|| format!("{} is no state of a run", file.display()))?;
        if totals.build != build {
            bail!(
                "{} is of another build of the pass: remove it, or name another file",
                file.display()
            );
        }
        self.totals = totals;
        Ok(())
    }

    /// Runs to the end; true if something was found in this run.
    pub fn run(&mut self) -> Result<bool> {
        let begun = Instant::now();
        let (before, found) = (self.totals.seconds, self.totals.found.len());
        let (comparisons, programs) = (self.totals.comparisons, self.totals.programs);
        let (to, lines) = channel();
        let mut workers: Vec<Worker> = Vec::new();
        for id in 0..self.jobs {
            workers.push(self.start(id, 0, &to)?);
        }
        let mut serials = vec![0u64; self.jobs];
        let mut said = Instant::now();
        while workers
            .iter()
            .any(|worker| worker.tasks.is_some() || worker.task.is_some())
        {
            let is_over = |campaign: &Self| {
                let until = campaign.until;
                let done = |all: u64, before: u64, most: Option<u64>| {
                    most.is_some_and(|n| all - before >= n)
                };
                done(campaign.totals.comparisons, comparisons, until.comparisons)
                    || done(campaign.totals.programs, programs, until.programs)
                    || until.time.is_some_and(|time| begun.elapsed() >= time)
                    || until.first && campaign.totals.found.len() > found
            };
            match self.next_line(&lines) {
                Some((id, serial, _)) if serial != serials[id] => {}
                Some((id, _, Some(line))) => {
                    workers[id].heard = Instant::now();
                    workers[id].silent_at = None;
                    self.hear(&mut workers[id], line);
                }
                Some((id, _, None)) => {
                    let ended = workers[id].child.wait()?;
                    if workers[id].task.is_some() {
                        self.note(&workers[id], "crash", format!("the process ended: {ended}"));
                        serials[id] += 1;
                        let task = workers[id].task.take();
                        let program = workers[id].program;
                        workers[id] = self.start(id, serials[id], &to)?;
                        workers[id].task = task.and_then(|task| rest(task, program));
                        let again = workers[id].task.clone();
                        again.map_or(Ok(()), |task| workers[id].give(&task))?;
                    } else {
                        workers[id].tasks = None;
                    }
                }
                None => {}
            }
            for (id, worker) in workers.iter_mut().enumerate() {
                if worker.task.is_some() && worker.hangs() {
                    self.note(worker, "hang", "it does not end".into());
                    // What follows is as for a crash, whose finding is there already.
                    worker.child.kill()?;
                }
                let waits = worker.task.is_none() && worker.tasks.is_some();
                if waits && is_over(self) {
                    worker.tasks = None;
                } else if waits {
                    if worker.given >= TASKS {
                        worker.tasks = None;
                        worker.child.wait()?;
                        serials[id] += 1;
                        *worker = self.start(id, serials[id], &to)?;
                    }
                    let task = self.next_task();
                    worker.give(&task)?;
                    worker.task = Some(task);
                }
            }
            if is_over(self) && self.until.first {
                workers.iter_mut().for_each(|worker| {
                    let _ = worker.child.kill();
                    worker.tasks = None;
                    worker.task = None;
                });
            }
            self.totals.seconds = before + begun.elapsed().as_secs_f64();
            if said.elapsed() > SAYS {
                said = Instant::now();
                self.save()?;
                if self.speaks {
                    println!("{}", self.line());
                }
            }
        }
        for worker in &mut workers {
            worker.child.wait()?;
        }
        self.save()?;
        Ok(self.totals.found.len() > found)
    }

    fn next_line(&self, lines: &Receiver<Line>) -> Option<Line> {
        lines.recv_timeout(Duration::from_millis(500)).ok()
    }

    fn start(&self, id: usize, serial: u64, to: &Sender<Line>) -> Result<Worker> {
        let mut child = Command::new(std::env::current_exe()?)
            .args(["worker", &serde_json::to_string(&self.order)?])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .context("a worker cannot be started")?;
        let out = child.stdout.take().context("a worker's output")?;
        let tasks = child.stdin.take();
        let to = to.clone();
        std::thread::spawn(move || {
            for line in BufReader::new(out).lines().map_while(Result::ok) {
                let Ok(said) = serde_json::from_str(&line) else {
                    continue;
                };
                if to.send((id, serial, Some(said))).is_err() {
                    return;
                }
            }
            let _ = to.send((id, serial, None));
        });
        let (program, way) = (0, Default::default());
        Ok(Worker {
            child,
            tasks,
            task: None,
            given: 0,
            program,
            way,
            heard: Instant::now(),
            silent_at: None,
        })
    }

    fn hear(&mut self, worker: &mut Worker, said: Said) {
        match said {
            Said::Program(number) => worker.program = number,
            Said::Way(name, options) => worker.way = (name, options),
            Said::Done(report) => self.add(worker, &report),
            Said::Found(found) => self.found(found),
            Said::Unfit(number, why) => {
                self.totals.unfit += 1;
                let profile = worker.task.as_ref().map_or("", |task| &task.profile);
                eprintln!("unfit: {profile}-{number}: {why}");
            }
            Said::Idle => worker.task = None,
        }
    }

    fn add(&mut self, worker: &Worker, report: &Report) {
        let totals = &mut self.totals;
        totals.programs += u64::from(report.comparisons > 0);
        totals.comparisons += report.comparisons;
        totals.changed += report.changed;
        coverage::add(&mut totals.met, &report.met);
        if let Some(task) = &worker.task {
            let of = totals.by_profile.entry(task.profile.clone()).or_default();
            of.0 += report.comparisons;
            coverage::add(&mut of.1, &report.met);
        }
    }

    fn note(&mut self, worker: &Worker, kind: &str, detail: String) {
        let profile = worker
            .task
            .as_ref()
            .map_or(String::new(), |task| task.profile.clone());
        let is_it = |found: &Found| found.profile == profile && found.seed == worker.program;
        if kind == "crash" && self.totals.found.iter().any(is_it) {
            return;
        }
        let (config, options) = worker.way.clone();
        let seed = worker.program;
        self.found(Found {
            profile,
            seed,
            kind: kind.into(),
            detail,
            config,
            options,
        });
    }

    fn found(&mut self, found: Found) {
        if self.speaks {
            let Found {
                profile,
                seed,
                kind,
                detail,
                config,
                options,
            } = &found;
            println!("{kind}: {profile}-{seed} ({config}, '{options}'): {detail}");
        }
        self.totals.found.push(found);
    }

    /// Every second task is of the profile that met most of what is met least.
    fn next_task(&mut self) -> Task {
        self.turn += 1;
        let steered = self.turn.is_multiple_of(2).then(|| self.steer()).flatten();
        let profile =
            steered.unwrap_or_else(|| self.profiles[self.turn / 2 % self.profiles.len()].clone());
        let next = self
            .totals
            .next
            .entry(profile.clone())
            .or_insert(self.first_seed);
        let first = *next;
        *next += PROGRAMS;
        Task {
            profile,
            first,
            count: PROGRAMS,
        }
    }

    fn steer(&self) -> Option<String> {
        let lacking = coverage::lacking(&self.totals.met);
        let (item, _) = lacking.get(self.turn / 2 % lacking.len().clamp(1, 8))?;
        let rate = |profile: &&String| {
            let of = self.totals.by_profile.get(*profile)?;
            let met = of.1.get(item).copied().unwrap_or(0);
            Some(met * 1_000_000 / of.0.max(1))
        };
        let best = self
            .profiles
            .iter()
            .max_by_key(|profile| rate(profile).unwrap_or(u64::MAX))?;
        Some(best.clone())
    }

    fn save(&self) -> Result<()> {
        let Some(file) = &self.state else {
            return Ok(());
        };
        let new = file.with_extension("new");
        std::fs::write(&new, serde_json::to_string(&self.totals)?)
            .and_then(|()| std::fs::rename(&new, file))
            .with_context(|| format!("cannot write {}", file.display()))
    }

    /// How far the run is.
    pub fn line(&self) -> String {
        let totals = &self.totals;
        let rate = totals.comparisons as f64 * 60.0 / totals.seconds.max(1e-9);
        let share = 100 * totals.changed / totals.comparisons.max(1);
        format!(
            "{} comparisons, {} programs, {} different; {rate:.0} comparisons a minute, {share}% with a change",
            totals.comparisons,
            totals.programs,
            totals.found.len()
        )
    }
}

/// What is left of a task behind a program.
fn rest(task: Task, program: u64) -> Option<Task> {
    let end = task.first + task.count;
    let first = program + 1;
    (first < end).then(|| Task {
        first,
        count: end - first,
        ..task
    })
}

impl Worker {
    /// Has it been silent for too long? Not if it was stopped, or others were at work.
    fn hangs(&mut self) -> bool {
        if self.heard.elapsed() <= PATIENCE {
            return false;
        }
        self.heard = Instant::now();
        let at_work = at_work(self.child.id());
        let since = self.silent_at.get_or_insert(at_work);
        at_work.saturating_sub(*since) >= PATIENCE / 2
    }

    fn give(&mut self, task: &Task) -> Result<()> {
        let Some(tasks) = &mut self.tasks else {
            return Ok(());
        };
        // Should it have ended, that is heard of in its own way.
        self.given += 1;
        let _ = writeln!(tasks, "{}", serde_json::to_string(task)?).and_then(|()| tasks.flush());
        self.heard = Instant::now();
        Ok(())
    }
}

/// For how long a process has been at work; not at all, if that is not known.
fn at_work(process: u32) -> Duration {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    // Behind the name, which may hold anything; user and system time are the 14th and 15th field of all.
    let fields = stat.rsplit_once(')').map_or("", |(_, fields)| fields);
    let ticks = fields.split_whitespace().skip(11).take(2);
    let ticks: u64 = ticks.filter_map(|n| n.parse::<u64>().ok()).sum();
    Duration::from_millis(ticks * 1000 / rustix::param::clock_ticks_per_second().max(1))
}

/// The profiles of names, or an error that lists them.
pub fn profiles(names: &[String]) -> Result<Vec<String>> {
    let all: Vec<String> = weights::names().map(String::from).collect();
    if names.is_empty() {
        // What has everything gets more room, and so does what has parts that only meet there.
        let more = ["all", "all", "handed-on"].map(String::from);
        return Ok([more.to_vec(), more.to_vec(), all].concat());
    }
    match names.iter().find(|name| !all.contains(name)) {
        Some(unknown) => bail!("unknown profile '{unknown}'; there are {}", all.join(", ")),
        None => Ok(names.to_vec()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tasks_go_on_behind_a_crash() {
        let task = Task {
            profile: "all".into(),
            first: 10,
            count: 5,
        };
        assert_eq!(
            rest(task.clone(), 12).unwrap(),
            Task {
                first: 13,
                count: 2,
                ..task.clone()
            }
        );
        assert_eq!(rest(task, 14), None);
    }

    #[test]
    fn who_computes_is_at_work() {
        let begun = Instant::now();
        let mut sum = 0u64;
        while begun.elapsed() < Duration::from_millis(300) {
            sum = std::hint::black_box(sum.wrapping_mul(31).wrapping_add(7));
        }
        assert!(at_work(std::process::id()) >= Duration::from_millis(20));
        assert_eq!(at_work(0), Duration::ZERO);
    }

    #[test]
    fn seeds_are_disjoint() {
        let mut campaign = Campaign::new(vec!["all".into()], Order::default(), Until::default(), 1);
        let tasks: Vec<_> = (0..4).map(|_| campaign.next_task()).collect();
        assert!(
            tasks
                .windows(2)
                .all(|pair| pair[0].first + pair[0].count == pair[1].first)
        );
    }

    #[test]
    fn unknown_profiles_are_named() {
        assert!(profiles(&["rows".into()]).is_ok());
        assert!(
            profiles(&["row".into()])
                .unwrap_err()
                .to_string()
                .contains("'row'")
        );
    }
}
