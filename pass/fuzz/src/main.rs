//! Differential fuzzer of the loop-fusion pass, in one process with LLVM.
//!
//! ```text
//!     campaign   workers, tasks, totals          configs   ways to prepare, fuse and clean up
//!       worker   one process: seeds ─► reports   coverage  what was met, and how often
//!     generate   seed ─► program                 reduction smaller programs with the same fault
//!      program   data, interpreter, IR           case_file a program as a file
//!        judge   is it the same with the pass?   faults    does the fuzzer find what is wrong?
//!       engine   LLVM, and memory with guard pages
//! ```

mod campaign;
mod case_file;
mod cli;
mod configs;
mod coverage;
mod engine;
#[cfg(feature = "testing")]
mod faults;
mod generate;
mod judge;
mod program;
mod reduction;
mod worker;

use std::process::ExitCode;

fn main() -> ExitCode {
    match cli::main() {
        Ok(code) => ExitCode::from(code),
        Err(error) => {
            eprintln!("fuzz: {error:#}");
            ExitCode::from(2)
        }
    }
}
