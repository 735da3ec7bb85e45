//! Loop versioning: copies of loops of which more is known, behind a check, and the loops as they were.
//!
//! What is looked for, and what makes the versions:
//!
//! | found by | made by | a version in which |
//! |---|---|---|
//! | [`chain`], [`checked_loops`] | [`check`] | pointers are apart, guards hold and counts are great enough, for as many loops as one check serves |
//! | [`predicated`] | [`predicate`] | no check of bounds fails in the loops |
//! | [`searching`] | itself | a loop is left at its end only, and runs again where it is left early |
//! | [`unswitched`] | [`unswitch`] | a condition between loops goes one way |
//! | [`specialised`] | [`specialise`] | loops that come in versions have one |
//! | [`reloading`] | [`load_once`] | bounds and pointers are loaded once, since no store meets them |
//! | [`flat`] | [`strip_mine`] | a loop over all elements is a nest over rows |
//! | [`scaled`] | [`scale`] | an iteration of a loop is several ones, as many as one of another loop reads or fills |
//! | [`row_pointers`] | [`compute_rows`] | pointers to rows are computed, since these lie evenly |
//! | [`interchanged`] | [`interchange`] | a loop and the one within it change places, which walks along rows then |
//!
//! [`alternative`] is a version on trial: it is kept if loops are fused in it, and leaves no trace if none are.
//! [`above`] says what a condition needs to be asked before all loops, [`sizes`] which numbers people expect to be
//! equal, and [`row_loads`] which loads read one array of pointers.

mod above;
pub mod alternative;
pub mod chain;
pub mod check;
pub mod checked_loops;
pub mod compute_rows;
pub mod flat;
pub mod interchange;
pub mod interchanged;
pub mod load_once;
pub mod predicate;
pub mod predicated;
pub mod reloading;
mod row_loads;
pub mod row_pointers;
pub mod scale;
pub mod scaled;
pub mod searching;
mod sizes;
pub mod specialise;
pub mod specialised;
pub mod strip_mine;
pub mod unswitch;
pub mod unswitched;
