//! What happens on SIGINT, SIGTERM and SIGHUP: the child gets the signal, too, the temporaries go, and
//! then the signal ends us as if nobody had caught it, so that make and shells see why we ended.

use std::fmt;
use std::io;
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, ExitStatus};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process, waitid};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use wait4::Wait4;

const SIGNALS: [i32; 3] = [SIGINT, SIGTERM, SIGHUP];

/// The error that unwinds a compilation which a signal interrupted, so that whatever is temporary is
/// dropped on the way.
#[derive(Debug)]
pub struct Interrupted(pub i32);

impl fmt::Display for Interrupted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "interrupted by signal {}", self.0)
    }
}

impl std::error::Error for Interrupted {}

#[derive(Default)]
struct State {
    caught: Option<i32>,
    /// The child that runs, not yet waited for: the number is its own.
    child: Option<Pid>,
}

impl State {
    fn send(&self, signal: Option<Signal>) {
        if let (Some(child), Some(signal)) = (self.child, signal) {
            // It may have ended meanwhile.
            let _ = kill_process(child, signal);
        }
    }
}

/// What a child did, and what it took.
#[derive(Clone, Copy, Debug)]
pub struct Finished {
    /// How it ended.
    pub status: ExitStatus,
    /// From its start to its end.
    pub time: Duration,
    /// Most memory that it held at a time, in bytes.
    pub memory: u64,
}

/// Catches the signals for as long as the program runs.
#[derive(Clone)]
pub struct Interrupt(Arc<Mutex<State>>);

impl Interrupt {
    /// Begins to catch. To be called before the first temporary file exists.
    pub fn catch() -> Result<Self> {
        let state = Self(Arc::default());
        // What our parent had ignored stays so: nohup, or a shell's background job.
        let ignored = ignored_signals();
        let wanted = SIGNALS.into_iter().filter(|n| ignored >> (n - 1) & 1 == 0);
        let mut signals = Signals::new(wanted).context("cannot catch signals")?;
        let shared = state.clone();
        std::thread::spawn(move || {
            for signal in signals.forever() {
                let mut state = shared.lock();
                state.caught = Some(signal);
                state.send(Signal::from_named_raw(signal));
            }
        });
        Ok(state)
    }

    /// Runs a child to its end. An error if it cannot be started, or if a signal came.
    pub fn run(&self, command: &mut Command) -> Result<ExitStatus> {
        Ok(self.measure(command, None)?.status)
    }

    /// The same, and measures it. Past the limit the child is killed.
    pub fn measure(&self, command: &mut Command, limit: Option<Duration>) -> Result<Finished> {
        let (child, pid, start) = {
            // Under the lock, so that a signal finds either no child yet, or this one.
            let mut state = self.lock();
            Self::check(&state)?;
            let start = Instant::now();
            let child = spawn(command)?;
            let pid = Pid::from_child(&child);
            state.child = Some(pid);
            (child, pid, start)
        };
        let watchdog = limit.map(|limit| self.kill_after(pid, limit));
        // The child stays a zombie, so that nobody else has its number when a signal is sent to it.
        let ended = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
        rustix::io::retry_on_intr(|| waitid(WaitId::Pid(pid), ended))?;
        let time = start.elapsed();
        let mut state = self.lock();
        state.child = None;
        drop(watchdog);
        let used = child.wait4()?;
        Self::check(&state)?;
        // A terminal sends the signal to both, and the child may be the first to end.
        match used.status.signal() {
            Some(signal) if SIGNALS.contains(&signal) => Err(Interrupted(signal).into()),
            _ => Ok(Finished {
                status: used.status,
                time,
                memory: used.rusage.maxrss,
            }),
        }
    }

    /// Kills a child when the time is over, unless what is returned is dropped before.
    fn kill_after(&self, child: Pid, limit: Duration) -> mpsc::Sender<()> {
        let (keep, dropped) = mpsc::channel();
        let state = self.clone();
        std::thread::spawn(move || {
            let is_over = dropped.recv_timeout(limit) == Err(RecvTimeoutError::Timeout);
            let state = state.lock();
            if is_over && state.child == Some(child) {
                state.send(Some(Signal::KILL));
            }
        });
        keep
    }

    /// An error if a signal came. To be asked before another program takes our place, which would not
    /// know of it.
    pub fn none_yet(&self) -> Result<()> {
        Ok(Self::check(&self.lock())?)
    }

    fn check(state: &State) -> Result<(), Interrupted> {
        state
            .caught
            .map_or(Ok(()), |signal| Err(Interrupted(signal)))
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn spawn(command: &mut Command) -> Result<Child> {
    let program = command.get_program().to_owned();
    command
        .spawn()
        .with_context(|| format!("cannot run {}", std::path::Path::new(&program).display()))
}

/// Ends the process by the signal that was caught.
pub fn die_of(signal: i32) -> io::Result<()> {
    signal_hook::low_level::emulate_default_handler(signal)
}

/// The signals that are ignored in this process, signal n as bit n - 1. Where /proc does not say, none.
fn ignored_signals() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok())
        .unwrap_or(0)
}
