//! loopfuse: loop fusion for LLVM 22, as a pass plugin.
//!
//! ```text
//!     plugin                  entry point: what LLVM's pass managers call
//!             pipeline        names every stage in order
//!    prepare ─┤               makes room between siblings
//!     survey ─┤               LLVM's IR -> facts and answers
//!  candidate ─┤               which loops are eligible
//!   legality ─┤               may a pair be fused, and how
//!       plan ─┤               which fusions pay
//!      chain ─┤               how many loops one run-time check serves
//!   siblings ─┤               the loops that are left
//!      graph ─┤               what is known of them, as data
//!    rewrite ─┤               applies what was judged
//!   contract ─┤               arrays that fused loops need no more
//!      hints ─┤               what the vectoriser is told of fused loops
//!     remark ─┤               says what was done and why not
//!       user ─┤               what users say of functions and loops
//!      edits ─┤               changes, numbered
//!      guard ─┤               what happens when the pass itself panics
//!    testing ─┘               faults on purpose, never shipped
//!      model                  facts as plain data
//!       llvm                  safe view of LLVM; the only unsafe code
//! ```
//!
//! `candidate`, `legality` and `plan` know no LLVM: they read facts and ask an
//! oracle.

mod candidate;
mod chain;
mod contract;
mod edits;
mod graph;
mod guard;
mod hints;
mod legality;
pub(crate) mod llvm;
mod model;
mod options;
mod pipeline;
mod plan;
pub mod plugin;
mod prepare;
mod remark;
mod rewrite;
mod siblings;
mod survey;
pub mod testing;
mod user;

/// Names of the remarks that say why loops are not fused.
pub use legality::refusal::NAMES as REFUSALS;
