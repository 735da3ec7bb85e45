//! Makes room between siblings before they are judged: what LLVM, or the program, has put
//! where pairs would fail for its place alone.
//!
//! Each step keeps what the program does whether or not the pair is fused then.

use crate::candidate;
use crate::legality::conformance::Alignment;
use crate::legality::movability;
use crate::legality::oracle::PairOracle;
use crate::llvm::{Host, Loop};
use crate::rewrite;
use crate::survey::{Between, Objects, Pair, Shape, Surveyed, Threaded, survey};

/// Prepares siblings, given in program order, the last ones first, so that those before
/// see what came of it. True if something changed; `verify` is called for each pair that
/// did.
pub fn siblings(host: &Host, group: &[Loop<'_>], verify: impl Fn()) -> bool {
    let mut changed = false;
    for pair in group.windows(2).rev() {
        let pair = [pair[0], pair[1]];
        if rejoin(host, pair) | lift(host, pair) {
            verify();
            changed = true;
        }
    }
    changed
}

/// Gives two siblings guards of their own, where one lies in the arm of the other.
fn rejoin<'h>(host: &'h Host, pair: [Loop<'h>; 2]) -> bool {
    let [Some(first), Some(second)] = pair.map(|l| Shape::find(host, l)) else {
        return false;
    };
    let Some(threaded) = Threaded::find(host, &first, &second) else {
        return false;
    };
    let are_candidates = pair.iter().all(|l| is_candidate(&survey(host, *l)));
    if !are_candidates || !rewrite::rejoin(host, pair[0], threaded) {
        return false;
    }
    pair.iter().for_each(|l| host.forget_loop(*l));
    true
}

/// Moves what is loaded between two siblings to before them, where that may be.
fn lift<'h>(host: &'h Host, pair: [Loop<'h>; 2]) -> bool {
    let [Some(first), Some(second)] = pair.map(|l| Shape::find(host, l)) else {
        return false;
    };
    let between = Between::find(host, &first, &second);
    if !between.is_ok_and(|between| between.has_load()) {
        return false;
    }
    let objects = Objects::default();
    let [a, b] = pair.map(|l| survey(host, l));
    if !is_candidate(&a) || !is_candidate(&b) {
        return false;
    }
    let pair = Pair::new(host, &a, &b, &objects);
    let movable = movability::place(&pair.pieces(Alignment::default()));
    let Some(lift) = movable.ok().and_then(|movable| pair.liftable(&movable)) else {
        return false;
    };
    rewrite::lift(host, a.l, lift);
    true
}

fn is_candidate(surveyed: &Surveyed<'_>) -> bool {
    candidate::check(&surveyed.facts, false).is_ok()
}
