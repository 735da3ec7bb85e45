//! The recipe, applied: two loops become one.
//!
//! Nothing here decides or refuses: every check lies behind, so nothing can fail half-way. A [`step`] holds all that the
//! rewriting needs; [`fuse`] carries it out, with the [`side_region`]s of the code between, one [`induction`] variable, what is
//! [`split`] off for prologue and remainder, and copies for where only one of two [`guarded`] loops runs.

pub mod fuse;
mod guarded;
mod induction;
mod side_region;
pub mod split;
pub mod step;
