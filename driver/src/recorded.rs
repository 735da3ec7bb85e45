//! A call of the compiler that is run for what the pass says in it.

use anyhow::{Result, bail};

use crate::call::Call;
use crate::cc1::{self, Kind};
use crate::job::Printed;
use crate::remarks::{self, Remark};
use crate::run::Ending;
use crate::session::Session;

/// Runs the jobs, prepared by the caller, none of them taken apart. What fusions gain is among the remarks. There are no remarks where the
/// compiler has no jobs: then it has said what is wrong, or answered a query.
pub fn run(
    call: &Call,
    session: &mut Session,
    prepare: impl FnOnce(&mut Printed, &mut Vec<Kind>),
) -> Result<(Ending, Option<Vec<Remark>>)> {
    let runner = &session.runner;
    let Some(mut printed) = call.printed_jobs(runner.interrupt, runner.scratch)? else {
        return Ok((runner.run(&call.job(&[]))?, None));
    };
    let mut kinds: Vec<Kind> = printed.jobs.iter().map(cc1::classify).collect();
    if kinds.iter().all(|kind| matches!(kind, Kind::Plain)) {
        bail!("nothing is optimised by this command, so no loop is looked at: give -O1 or higher");
    }
    prepare(&mut printed, &mut kinds);
    cc1::keep_whole(&mut kinds, "its remarks are wanted");
    session.records = true;
    let ending = session.run(printed, kinds)?;
    let remarks = remarks::read_with_gains(&String::from_utf8_lossy(&session.recorded()))?;
    Ok((ending, Some(remarks)))
}
