//! Checks the function after each step, where that is asked for.

use crate::llvm::Host;
use crate::options::Options;
use std::fmt;

/// Checks the function after something was done, if that is asked for.
pub fn verify(host: &Host, options: &Options, done: fmt::Arguments<'_>) {
    if !options.verify {
        return;
    }
    if let Err(what) = host.verify() {
        eprintln!(
            "error: loop-fuse broke function '{}' by {done}: {what}",
            host.function_name()
        );
        std::process::exit(1);
    }
}
