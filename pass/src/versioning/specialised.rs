//! Loops that come in versions, and tests that choose between them, as flang writes them for arrays
//! that may be contiguous:
//!
//! ```text
//!   if (a and b are contiguous)   for i: b[i] = f(a[i])    else   for i: b[i * pb] = f(a[i * pa])
//!   if (b and c are contiguous)   for i: c[i] = g(b[i])    else   for i: c[i * pc] = g(b[i * pb])
//! ```
//!
//! Where all tests hold, the first versions follow each other. A copy of all serves that; it is
//! entered behind the tests, which are asked before the loops.
//!
//! That is sound because:
//!
//! - What a test asks is computed before the loops by the same instructions, which move there: they
//!   have no effect and cannot trap, or are loads that are reached from there for certain (all loops
//!   between are counted, and nothing else stops) and that no store between meets.
//! - The copy leaves out only ways that a test which was asked keeps closed. A test is frozen where
//!   it is asked; where its value is poison, asking it in its place would have been wrong before.
//! - An offset that is rounded down to whole elements, `x >> 3 << 3`, is `x` where `x` is a multiple
//!   of 8: a sum of products, wrapping or not, is one if a factor of each product is.
//!
//! - Where two numbers are asked to be equal, the frozen one stands for both in the copy.
//!
//! The version to keep is that which says more: variables equal constants there.

use super::above::Above;
use super::sizes::{nest, other_sizes};
use crate::facts::guards::Guard;
use crate::facts::loops::Surveyed;
use crate::facts::region::{Region, first_among_eligible, longest_runs};
use crate::llvm::{Block, Host, Loop, Value};
use std::ops::Range;

/// A branch that chooses between versions of loops.
#[derive(Clone, Copy)]
struct Choice<'h> {
    /// Ends in the branch.
    branch: Block<'h>,
    /// Where it leads if variables equal constants.
    kept: Block<'h>,
    /// Where it leads else.
    other: Block<'h>,
    condition: Value<'h>,
    holds_if: bool,
}

impl<'h> Choice<'h> {
    /// The branch that leads to one of two loops.
    fn between(host: &'h Host, a: Loop<'h>, b: Loop<'h>) -> Option<Self> {
        let (a, b) = (a.header(), b.header());
        let branch = host.nearest_dominator(a, b)?;
        let condition = branch.terminator().branch_condition()?;
        let holds_if = condition.says_equal()?;
        let [if_true, if_false] = branch.successors()[..] else {
            return None;
        };
        let (kept, other) = if holds_if {
            (if_true, if_false)
        } else {
            (if_false, if_true)
        };
        let leads =
            |way: Block<'h>, to| way.single_predecessor().is_some() && host.dominates(way, to);
        let divides = |x, y| leads(kept, x) && leads(other, y);
        (kept != other && (divides(a, b) || divides(b, a))).then_some(Choice {
            branch,
            kept,
            other,
            condition,
            holds_if,
        })
    }

    /// Those between siblings, and between loops within.
    fn collect(host: &'h Host, siblings: &[Loop<'h>], all: &mut Vec<Self>) {
        let pairs = siblings.windows(2);
        all.extend(pairs.filter_map(|pair| Choice::between(host, pair[0], pair[1])));
        for l in siblings {
            Choice::collect(host, &l.children(host), all);
        }
    }
}

/// Loops that follow each other, some in versions.
pub struct Specialised<'h> {
    /// All of them, in program order.
    pub loops: Vec<Loop<'h>>,
    /// The versions to keep, and loops without versions.
    pub kept: Vec<Loop<'h>>,
    /// All that holds them.
    pub region: Region<'h>,
    /// Blocks that branch, and where the copy always goes on: by the tests, or by the guards of
    /// loops, which must run, too.
    pub ways: Vec<(Block<'h>, Block<'h>)>,
    /// What must hold, with the value for which it does.
    pub conditions: Vec<(Value<'h>, bool)>,
    /// Numbers of iterations, as it were, that must be equal: one stands for both then.
    pub equal: Vec<(Value<'h>, Value<'h>)>,
    /// Pitches that must be multiples of a power of two, and not negative.
    pub multiples: Vec<(Value<'h>, u64)>,
    /// Addresses that are not rounded then.
    pub rounded: Vec<Value<'h>>,
    /// What all of that is computed from, to go before the loops in that order.
    pub lifted: Vec<Value<'h>>,
}

impl<'h> Specialised<'h> {
    /// The first ones among siblings, which are given in program order, and how many of these lie
    /// before or are among them. They have up to `limit` instructions.
    pub fn find(host: &'h Host, siblings: &[Loop<'h>], limit: u64) -> Option<(Self, usize)> {
        let mut choices = Vec::new();
        Choice::collect(host, siblings, &mut choices);
        if choices.is_empty() {
            return None;
        }
        first_among_eligible(host, siblings, |_, surveyed| {
            // Loops that end for certain, in a region of their own.
            let region = |run: Range<usize>| Region::of_counted(host, &surveyed[run], limit);
            // Of two versions, only both make a region.
            longest_runs(surveyed.len(), 2, region).find_map(|(run, region)| {
                let loops = &surveyed[run.clone()];
                Some((Specialised::of(host, loops, region, &choices)?, run.end))
            })
        })
    }

    fn of(
        host: &'h Host,
        loops: &[Surveyed<'h>],
        region: Region<'h>,
        choices: &[Choice<'h>],
    ) -> Option<Self> {
        let mut above = Above::new(host, &region);
        let choices = choices.iter().copied().filter(|c| region.asks_in(c.branch));
        let mut choices: Vec<_> = choices.filter(|c| above.lift(c.condition)).collect();
        // Those in a version that is left out go with it.
        let others: Vec<_> = choices.iter().map(|c| c.other).collect();
        choices.retain(|c| !others.iter().any(|other| host.dominates(*other, c.branch)));
        let is_kept = |block: Block<'h>| {
            !choices
                .iter()
                .any(|c: &Choice<'h>| host.dominates(c.other, block))
        };
        let kept = loops.iter().filter(|s| is_kept(s.l.header()));
        let kept: Vec<_> = kept.collect();
        if choices.is_empty() || kept.len() < 2 {
            return None;
        }
        let nest = |s: &&Surveyed<'h>| nest(host, s.l, is_kept);
        let nests: Vec<Vec<_>> = kept.iter().map(nest).collect();
        let guards = above.lift_guards(nests.iter().flatten().copied());
        let choice = |c: &Choice<'h>| ((c.branch, c.kept), (c.condition, c.holds_if));
        let (ways, conditions) = choices
            .iter()
            .map(choice)
            .chain(guards.iter().map(Guard::way))
            .unzip();
        let mut equal = other_sizes(host, &nests);
        equal.retain(|both| above.lift_all(&[both.0, both.1]));
        let (mut multiples, mut rounded) = (Vec::new(), Vec::new());
        for block in region.own_blocks().filter(|b| is_kept(**b)) {
            for address in host.rounded(*block) {
                if !above.lift_all(&address.factors) {
                    continue;
                }
                for multiple in address.factors.iter().map(|f| (*f, address.unit)) {
                    if !multiples.contains(&multiple) {
                        multiples.push(multiple);
                    }
                }
                rounded.push(address.address);
            }
        }
        // Loads raised over several guards are several.
        for (at, &(one, _)) in multiples.iter().enumerate() {
            let place = one.guarded_place();
            let is_same = |other: &&(Value<'h>, u64)| {
                place.is_some() && other.0.guarded_place() == place && other.0.has_type_of(one)
            };
            let first = multiples[..at].iter().find(is_same);
            equal.extend(first.map(|first| (first.0, one)));
        }
        let lifted = above.into_lifted();
        // What moves before the loops is not copied.
        rounded.retain(|address| !lifted.contains(address));
        Some(Specialised {
            loops: loops.iter().map(|s| s.l).collect(),
            kept: kept.into_iter().map(|s| s.l).collect(),
            ways,
            conditions,
            equal,
            multiples,
            rounded,
            lifted,
            region,
        })
    }
}
