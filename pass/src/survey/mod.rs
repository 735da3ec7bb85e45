//! Reads loops off LLVM into facts, and answers legality's questions.
//!
//! [`prospect`] is a cheap first look ([`instead`]: at what runs in the place of loops),
//! [`loops`] surveys one loop ([`hazards`]: what may not be reordered), [`footprint`] collects its accesses and [`ranges`] turns
//! them into address ranges ([`exact`] shows that these do not wrap; [`reach`]: over a whole nest, where
//! products count, and [`planes`]: what is apart then), [`guards`]
//! finds the condition it runs under ([`threaded`]: one inside another), [`sinkable`] which may run
//! behind code that may leave, [`region`] what a
//! copy of several loops would hold, [`bounds`] what a run-time check computes for them
//! ([`hull`]: of what is perhaps not touched; [`parts`]: of parts of one array) and
//! [`run`] how many loops one check serves, [`invariant`] which loops load their own sizes
//! again, [`flat`] which run over all elements of rows, [`dense`] which nests might ([`lanes`]: and loops that do the same
//! several times), [`row_pointers`] which go over rows that pointers lead to ([`row_loads`]: and what loads these),
//! and [`specialised`] which come in versions ([`above`]: and how their tests get before all of them), [`between`] what lies between two loops,
//! [`detour`] what of that is control flow, and [`pieces`] what holds that in place,
//! [`vector`] what the vectoriser will say, [`walks`] what iterations of an outer loop touch again, [`temporary`] which arrays may vanish,
//! [`unread`] what is written to them for nothing ([`covered`]: before all is written again) and
//! [`fold`] which need a few of their rows only ([`life`]: from where on, [`sequence`]: of which
//! loops, [`rows`]: in numbers,
//! [`polynomial`]: multiplied out, [`row_stores`]: which are written row by row, [`span`]: where memory for these may
//! live), [`parallel`] which inner loops' iterations do not meet, [`postponed`] which allocations only a failed check needs
//! ([`null_test`]: and what asks whether they failed), [`words`] how remarks put it; [`pair`] is
//! the oracle that puts these together for two siblings.

mod above;
mod ahead;
mod between;
mod bounds;
mod covered;
mod dense;
mod detour;
mod exact;
mod flat;
mod fold;
mod footprint;
mod guards;
mod hazards;
mod hull;
mod instead;
mod integers;
mod invariant;
mod lanes;
mod life;
mod line;
mod loops;
mod null_test;
mod pair;
mod parallel;
mod parts;
mod pieces;
mod planes;
mod polynomial;
mod postponed;
mod prospect;
mod ranges;
mod reach;
mod region;
mod row_loads;
mod row_pointers;
mod row_stores;
mod rows;
mod run;
mod sequence;
mod sinkable;
mod sizes;
mod span;
mod specialised;
mod temporary;
mod threaded;
mod unread;
mod unrolled;
mod unswitched;
mod vector;
mod walks;
mod words;

pub use between::{Between, Part};
pub use covered::is_filled_before_read;
pub use dense::Dense;
pub use detour::Detour;
pub use flat::Flat;
pub use fold::{Budget, Fold, Kept, Own, is_small};
pub use footprint::{Footprint, Objects};
pub use guards::{Guard, Shape};
pub use hazards::is_hazard;
pub use invariant::{Reloading, StageCheck, Staged, keeps_places};
pub use line::Line;
pub use loops::{Surveyed, survey};
pub use null_test::NullTest;
pub use pair::{Lift, Move, Pair, Step};
pub use parallel::Parallel;
pub use parts::all_expected_apart;
pub use planes::Planes;
pub use postponed::{Allocation, Later, Postponed};
pub use prospect::{Prospects, groups, has_prospect, is_eligible, may_run_behind, promising};
pub use ranges::Range;
pub use region::Region;
pub use row_pointers::{RowPointers, keeps_pointers};
pub use row_stores::walks_over_rows;
pub use run::Run;
pub use sinkable::Sinkable;
pub use specialised::Specialised;
pub use temporary::{LocalAccess, accesses_of};
pub use threaded::Threaded;
pub use unread::Unread;
pub use unrolled::waits_for_unrolling;
pub use unswitched::Unswitched;
pub use words::describe;
