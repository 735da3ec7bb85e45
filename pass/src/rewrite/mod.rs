//! Applies what was judged. Nothing here decides or refuses; every check lies
//! behind, so nothing can fail half-way.

mod alternative;
mod detour;
mod fold;
mod fuse;
mod induction;
mod invariant;
mod lift;
mod planes;
mod postpone;
mod rejoin;
mod row_pointers;
mod separate;
mod sink;
mod specialise;
mod split;
mod strip;
mod unswitch;
mod version;

pub use alternative::{Alternative, end_trials};
pub use fold::apply as fold;
pub use fuse::apply;
pub use invariant::apply as load_once;
pub use lift::apply as lift;
pub use planes::apply as planes;
pub use postpone::apply as postpone;
pub use rejoin::apply as rejoin;
pub use row_pointers::apply as compute_rows;
pub use separate::apply as separate;
pub use sink::apply as sink;
pub use specialise::apply as specialise;
pub use strip::apply as strip_mine;
pub use unswitch::apply as unswitch;
