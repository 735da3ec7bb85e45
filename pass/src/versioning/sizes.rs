//! Numbers of iterations of nests that work together, where each takes them from an object of its own:
//! `for (y < a->h) for (x < a->w)` and `for (y < b->h) for (x < b->w)`. People expect them to be equal; a check asks.

use crate::llvm::{Block, Host, Loop, Value};

/// Numbers that the first nest counts to, each with what another nest has in its place.
pub(crate) fn other_sizes<'h>(
    host: &'h Host,
    nests: &[Vec<Loop<'h>>],
) -> Vec<(Value<'h>, Value<'h>)> {
    let mut all = Vec::new();
    for nest in &nests[1..] {
        for (one, other) in nests[0].iter().zip(nest) {
            if let Some(count) = one.backedge_count(host)
                && let Some(other) = other.backedge_count(host)
                && let Some(both) = count.other_variable(other)
                && !all.contains(&both)
            {
                all.push(both);
            }
        }
    }
    all
}

/// The same of loops that could not be fused without it: of nests of which no two count to the same numbers. Of others
/// some may be meant to differ, as those over an image and over a smaller one.
pub(crate) fn sizes_to_be_equal<'h>(
    host: &'h Host,
    loops: &[Loop<'h>],
) -> Vec<(Value<'h>, Value<'h>)> {
    let nests: Vec<_> = loops.iter().map(|l| nest(host, *l, |_| true)).collect();
    let counts =
        |nest: &Vec<Loop<'h>>| -> Vec<_> { nest.iter().map(|l| l.backedge_count(host)).collect() };
    let counts: Vec<_> = nests.iter().map(counts).collect();
    let depth = counts.first().map_or(0, Vec::len);
    let are_alike = counts
        .iter()
        .all(|c| c.len() == depth && c.iter().all(Option::is_some));
    let are_equal = |at: usize| counts[..at].contains(&counts[at]);
    if depth < 2 || !are_alike || (1..counts.len()).any(are_equal) {
        return Vec::new();
    }
    other_sizes(host, &nests)
}

/// A loop, and loops within it, as long as each has but one of those that are kept.
pub(crate) fn nest<'h>(
    host: &'h Host,
    l: Loop<'h>,
    is_kept: impl Fn(Block<'h>) -> bool,
) -> Vec<Loop<'h>> {
    let within = |l: &Loop<'h>| {
        let mut children = l.children(host);
        children.retain(|child| is_kept(child.header()));
        match children[..] {
            [child] => Some(child),
            _ => None,
        }
    };
    std::iter::successors(Some(l), within).collect()
}
