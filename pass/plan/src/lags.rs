//! By how many iterations the members of a group lag behind.
//!
//! Fused, member `u` runs its iteration `t - r(u)` in iteration `t` of the fused loop, members in the order of their
//! lags `r`, those of equal lag in program order. An edge from `u` to `v` with `need` says: what `u` does in iteration
//! `i0` and what `v` does in `i1` touch a common byte only if `i0 - i1 <= need`. `u`'s runs at `i0 + r(u)`, `v`'s at
//! `i1 + r(v)`. With `r(v) - r(u) >= need` that is `i1 + r(v) >= i0 + r(u)`; where both run in one iteration,
//! `r(v) >= r(u)` since `need` is not negative, and `u` stands before `v` in program order: so `u`'s is first, as it
//! was.
//!
//! The least such lags are longest paths from the members without a predecessor: edges go forwards in program order,
//! so that one pass does.

use crate::group::{Edge, NodeId};
use rustc_hash::FxHashMap;

/// The least lags of members, given in program order, under the edges between them.
///
/// # Errors
/// An edge between two members that are never in one group.
pub fn least<'e>(
    members: &[NodeId],
    edges: impl Iterator<Item = &'e Edge>,
) -> Result<Vec<u64>, &'e Edge> {
    let places: FxHashMap<_, _> = members.iter().enumerate().map(|(at, m)| (*m, at)).collect();
    let mut into: Vec<Vec<(usize, u64)>> = vec![Vec::new(); members.len()];
    for edge in edges {
        let (Some(&from), Some(&to)) = (places.get(&edge.from), places.get(&edge.to)) else {
            continue;
        };
        into[to].push((from, edge.need.ok_or(edge)?));
    }
    let mut lags: Vec<u64> = Vec::with_capacity(members.len());
    for before in &into {
        let lag = before
            .iter()
            .map(|(from, need)| lags[*from].saturating_add(*need));
        lags.push(lag.max().unwrap_or(0));
    }
    Ok(lags)
}
