//! loopfuse: loop fusion for LLVM 22, as a pass plugin.
//!
//! ```text
//!     plugin                  entry point: what LLVM's pass managers call
//!             pipeline        the stages of one function, in order
//!   prospect ─┤               a cheap look: may there be a pair?
//!    prepare ─┤               makes room between siblings
//!   siblings ─┤               levels, versions and pairs of one function
//!      facts ─┤               what LLVM knows, as data and answers
//!  candidate ─┤               which loops are eligible
//!   legality ─┤               may a pair be fused, and how
//!     profit ─┤               which fusions pay
//!      graph ─┤               what is known of a group of siblings, for the planner
//! versioning ─┤               run-time checks and copies
//!    rewrite ─┤               the recipe, applied
//!   contract ─┤               arrays that fused loops need no more
//!      hints ─┤               what the vectoriser is told of fused loops
//!     remark ─┤               says what was done and why not
//!       user ─┤               what users say of functions and loops
//!    options ─┤               parameters, and their defaults
//!      edits ─┤               changes, numbered
//!     verify ─┤               checks the function after each of them
//!      guard ─┤               what happens when the pass itself panics
//!    testing ─┘               faults on purpose, never shipped
//!      model                  facts as plain data
//!       llvm                  safe view of LLVM; with `plugin` the only unsafe code
//! ```
//!
//! `candidate`, `legality` and `profit` know no LLVM: they read facts and ask an oracle. `README.md` beside this folder
//! says which types pass from room to room, and where to add what.

mod candidate;
mod contract;
mod edits;
mod facts;
mod graph;
mod guard;
mod hints;
mod legality;
mod llvm;
mod model;
mod options;
mod pipeline;
pub mod plugin;
mod prepare;
mod profit;
mod prospect;
mod remark;
mod rewrite;
mod siblings;
pub mod testing;
mod user;
mod verify;
mod versioning;

/// Names of the remarks that say why loops are not fused.
pub use legality::refusal::NAMES as REFUSALS;
