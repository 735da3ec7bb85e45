//! What happens on SIGINT, SIGTERM and SIGHUP: the child gets the signal, too, the temporaries go, and
//! then the signal ends us as if nobody had caught it, so that make and shells see why we ended.

use std::fmt;
use std::io;
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, ExitStatus};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use anyhow::{Context, Result};
use shared_child::SharedChild;
use shared_child::unix::SharedChildExt;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

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
    child: Option<Arc<SharedChild>>,
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
                if let Some(child) = &state.child {
                    // It may have ended meanwhile.
                    let _ = child.send_signal(signal);
                }
            }
        });
        Ok(state)
    }

    /// Runs a child to its end. An error if it cannot be started, or if a signal came.
    pub fn run(&self, command: &mut Command) -> Result<ExitStatus> {
        let child = {
            // Under the lock, so that a signal finds either no child yet, or this one.
            let mut state = self.lock();
            Self::check(&state)?;
            let child = Arc::new(spawn(command)?);
            state.child = Some(Arc::clone(&child));
            child
        };
        let status = child.wait();
        let mut state = self.lock();
        state.child = None;
        Self::check(&state)?;
        let status = status?;
        // A terminal sends the signal to both, and the child may be the first to end.
        match status.signal() {
            Some(signal) if SIGNALS.contains(&signal) => Err(Interrupted(signal).into()),
            _ => Ok(status),
        }
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

fn spawn(command: &mut Command) -> Result<SharedChild> {
    let program = command.get_program().to_owned();
    SharedChild::spawn(command)
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
