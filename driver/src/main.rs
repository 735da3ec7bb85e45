//! The compiler driver of loopfuse.
//!
//! ```text
//!        cli   our options, and where clang's begin
//!      flags   our options in the environment, and among clang's
//!        own   our options
//!       call   one command line of clang's
//!    compile   one call: ask clang for its jobs, choose the outcome
//!    session   runs the jobs
//!       rust   rustc and cargo
//!   recorded   one call, run for what the pass says in it
//!        job   the jobs that `clang -###` prints
//!        cc1   which jobs can be taken apart into clang, opt and llc
//!        run   children, without a shell
//!  interrupt   signals
//!     output   whole or not at all
//!      tools   where LLVM and the plugin are
//!    explain   shows on the source what fused
//!    compare   with fusion and without
//!    remarks   what the pass said
//!      names   functions as their authors wrote them
//!     source   the sources that remarks point into
//!    records   what the pass said in a build
//!      stats   the same, counted
//!     report   the same, as pages to look at
//!     manual   what remarks mean
//!     doctor   shows what was found
//!       plan   which loops of a graph to fuse, without LLVM
//! ```

mod call;
mod cc1;
mod cli;
mod compare;
mod compile;
mod doctor;
mod explain;
mod flags;
mod interrupt;
mod job;
mod manual;
mod names;
mod output;
mod own;
mod plan;
mod recorded;
mod records;
mod remarks;
mod report;
mod run;
mod rust;
mod session;
mod source;
mod stats;
mod tools;

use std::process::ExitCode;

use anyhow::Context;
use clap::CommandFactory;
use cli::Request;
use compare::Comparison;
use interrupt::Interrupted;

fn main() -> ExitCode {
    match cli::read(std::env::args_os().collect()).and_then(act) {
        Ok(code) => ExitCode::from(u8::try_from(code).unwrap_or(1)),
        Err(error) => {
            if let Some(Interrupted(signal)) = error.downcast_ref() {
                // Whatever was temporary is gone. Should this fail, the shell's number says the same.
                let _ = interrupt::die_of(*signal);
                return ExitCode::from(u8::try_from(128 + signal).unwrap_or(1));
            }
            run::say(&format!("loopfuse: {error:#}"));
            ExitCode::FAILURE
        }
    }
}

fn act(request: Request) -> anyhow::Result<i32> {
    match request {
        Request::Compile {
            compiler,
            own,
            rest,
        } => Ok(compile::compile(compiler, &own, &rest)?.code()),
        Request::Rustc { program, own, rest } => Ok(rust::rustc(&own, &program, &rest)?.code()),
        Request::Cargo { own, flags, rest } => Ok(rust::cargo(&own, flags, &rest)?.code()),
        Request::Explain {
            compiler,
            own,
            format,
            rest,
        } => explain::explain(compiler, &own, format, &rest),
        Request::Compare {
            compiler,
            own,
            runs,
            rest,
            program,
        } => compare::compare(&Comparison {
            compiler,
            own: &own,
            runs,
            arguments: &rest,
            program: &program,
        }),
        Request::Man(directory) => {
            let pages = clap_mangen::generate_to(cli::CommandLine::command(), &directory);
            pages.with_context(|| format!("cannot write to {}", directory.display()))?;
            Ok(0)
        }
        Request::Completions(shell, directory) => {
            let mut command = cli::CommandLine::command();
            let written = clap_complete::generate_to(shell, &mut command, "loopfuse", &directory);
            written.with_context(|| format!("cannot write to {}", directory.display()))?;
            Ok(0)
        }
        Request::Doctor(places) => doctor::examine(&places),
        Request::Plan(planned) => plan::plan(&planned),
        Request::Stats(places) => stats::count(&places),
        Request::Report(wanted) => report::write(&wanted.places, &wanted.to, &wanted.sources),
    }
}
