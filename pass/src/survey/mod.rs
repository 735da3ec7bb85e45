//! Reads loops off LLVM into facts, and answers legality's questions.
//!
//! [`loops`] surveys one loop, [`ranges`] turns its accesses into address
//! ranges ([`exact`] shows that these do not wrap), [`guards`] finds the condition it runs under, [`between`] what lies
//! between two loops and [`pieces`] what holds that in place, [`vector`] what the vectoriser will say; [`pair`] is the
//! oracle that puts these together for two siblings.

mod between;
mod exact;
mod guards;
mod loops;
mod pair;
mod pieces;
mod ranges;
mod vector;

pub use between::Between;
pub use guards::{Guard, Shape};
pub use loops::{Objects, Surveyed, survey};
pub use pair::{Move, Pair, Step};
