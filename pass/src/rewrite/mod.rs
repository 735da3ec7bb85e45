//! Applies what was judged. Nothing here decides or refuses; every check lies
//! behind, so nothing can fail half-way.

mod detour;
mod fold;
mod fuse;
mod induction;
mod invariant;
mod lift;
mod postpone;
mod rejoin;
mod separate;
mod split;
mod version;

pub use fold::apply as fold;
pub use fuse::apply;
pub use invariant::LoadedOnce;
pub use lift::apply as lift;
pub use postpone::apply as postpone;
pub use rejoin::apply as rejoin;
pub use separate::apply as separate;
