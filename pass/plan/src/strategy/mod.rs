//! Strategies: which nodes to put in groups. What they propose is [verified](crate::verify) before it is a plan.
//!
//! No strategy looks at a clock. What takes long counts its steps, and ends when they are used up.

pub mod auto;
pub mod exact;
pub mod maximal;
pub mod pairwise;
pub mod to_contract;

use crate::group::NodeId;
use serde::Serialize;

/// Who plans.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Strategy {
    /// [`pairwise`].
    Pairwise,
    /// [`maximal`].
    Maximal,
    /// [`memory`](crate::memory).
    Memory,
    /// [`nest`](crate::nest).
    Nest,
    /// [`auto`].
    Auto,
}

impl Strategy {
    /// As it is asked for.
    pub fn name(self) -> &'static str {
        match self {
            Strategy::Pairwise => "pairwise",
            Strategy::Maximal => "maximal",
            Strategy::Memory => "memory",
            Strategy::Nest => "nest",
            Strategy::Auto => "auto",
        }
    }
}

/// What a strategy proposes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proposal {
    /// Groups; a node that is in none stays alone.
    pub sets: Vec<Vec<NodeId>>,
    /// No other partition is better.
    pub is_optimal: bool,
}
