//! LLVM in this process: compiles programs, runs them on memory of their own, and says what they did.
//!
//! The only unsafe code of the fuzzer: what C++ is asked for, memory with guard pages, and the functions
//! that compiled programs call.
#![allow(unsafe_code)]

mod compile;
mod memory;
mod runtime;
mod sections;

pub use compile::{Compiled, Compiler, Heard, Module, Tagged};
pub use memory::Layout;
pub use runtime::{Ending, Failing, Outcome, Runtime};
