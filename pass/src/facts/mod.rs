//! What LLVM knows of loops, as data: nothing here decides, and nothing is edited.
//!
//! - **Which loops**: [`eligible`] for all that one look says, [`reached`] from which others, in which [`order`], what runs
//!   [`instead`], and which checks in them stop all of that when [`failing`].
//! - **One loop**: [`loops`] surveys it, with its [`guards`] and its [`hazards`]; [`region`] is what a copy of several
//!   would hold.
//! - **Which bytes**: [`footprint`] collects accesses; [`ranges`] describes each in one iteration and in all, and
//!   [`no_wrap`] shows that these do not wrap. [`integers`], [`polynomial`] and [`reach`] do so over whole nests, where
//!   products count, [`enclosing`] which row is read, and [`written`] what was
//!   written before. [`hull`] and [`bounds`] are what a run-time check computes, [`parts`] and [`planes`] parts of
//!   one array, [`walks`] and [`row_stores`] how loops inside go on.
//! - **Memory of the function's own**: [`locals`], and in which [`sequence`] it is accessed, [`turn`] by turn.
//! - **Code between two loops**: [`between`], as a [`straight_line`] with each [`side_region`] beside it, in [`pieces`] that move.
//! - **The vectoriser**: [`vector`], and what it makes of loops that are [`unrolled`].
//! - **Two loops**: [`pair`] is the oracle that legality and profit ask; [`loads_ahead`] are what goes first when they
//!   are one.
//! - **Remarks**: [`wording`] is how they call loops and instructions.

pub mod between;
pub mod bounds;
pub mod eligible;
pub mod enclosing;
pub mod failing;
pub mod footprint;
pub mod guards;
pub mod hazards;
mod hull;
pub mod instead;
mod integers;
mod loads_ahead;
pub mod locals;
pub mod loops;
mod modular;
pub mod no_wrap;
pub mod order;
pub mod pair;
pub mod parts;
mod pieces;
pub mod planes;
pub mod polynomial;
pub mod ranges;
pub mod reach;
pub mod reached;
pub mod region;
pub mod row_stores;
pub mod search;
pub mod sequence;
pub mod side_region;
mod signs;
pub mod straight_line;
pub mod turn;
pub mod unrolled;
mod vector;
mod walks;
pub mod wording;
pub mod written;
