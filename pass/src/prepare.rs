//! Makes room between siblings before they are judged: what LLVM, or the program, has put
//! where pairs would fail for its place alone.
//!
//! Each step keeps what the program does whether or not the pair is fused then.

use crate::candidate;
use crate::edits::Kind;
use crate::legality::alignment::Alignment;
use crate::legality::movability;
use crate::legality::oracle::PairOracle;
use crate::llvm::{Host, Loop, edit};
use crate::model::FLATTENED;
use crate::remark::Reporter;
use crate::rewrite;
use crate::survey::{
    Between, Dense, Objects, Pair, Planes, Shape, Sinkable, Surveyed, Threaded, is_eligible, survey,
};

/// Prepares siblings, given in program order, the last ones first, so that those before
/// see what came of it. `verify` is called for each pair that changed.
pub fn siblings(host: &Host, group: &[Loop<'_>], report: &Reporter<'_, '_>, verify: impl Fn()) {
    let may_be: Vec<_> = group.iter().map(|l| is_eligible(host, *l)).collect();
    for at in (1..group.len())
        .rev()
        .filter(|at| may_be[at - 1] && may_be[*at])
    {
        let pair = [group[at - 1], group[at]];
        let Some(mut shapes) = shapes(host, pair) else {
            continue;
        };
        if sink(host, pair, &shapes, report) {
            verify();
            shapes = self::shapes(host, pair).expect("loops keep their form");
        }
        let has_joined = rejoin(host, pair, &shapes, report);
        let shapes = if has_joined {
            self::shapes(host, pair)
        } else {
            Some(shapes)
        };
        if shapes.is_some_and(|shapes| lift(host, pair, &shapes, report)) || has_joined {
            verify();
        }
    }
}

/// Says which parts of one array loops never bring together.
pub fn planes(host: &Host, report: &Reporter<'_, '_>) {
    // What is outside of all loops is to run once.
    if host.returns_twice() || host.has_irreducible_control() {
        return;
    }
    for planes in Planes::find_all(host) {
        change(report, || rewrite::planes(host, &planes));
    }
}

/// Makes loops over all elements of nests over rows without gaps. `verify` is called if any changed.
pub fn flatten<'h>(
    host: &'h Host,
    siblings: &mut [Loop<'h>],
    all: Vec<Dense<'h>>,
    report: &Reporter<'_, 'h>,
    verify: impl Fn(),
) {
    if all.is_empty() {
        return;
    }
    let change_all = || {
        for dense in all {
            for l in siblings.iter_mut().filter(|l| **l == dense.outer) {
                *l = dense.inner;
            }
            for (kept, other) in dense.equal {
                host.stand_for(kept, other);
            }
            host.flatten(dense.outer, dense.count, &dense.elements);
            edit::add_attribute(dense.inner, FLATTENED);
        }
        host.ir_changed();
    };
    if change(report, change_all) {
        verify();
    }
}

fn shapes<'h>(host: &'h Host, pair: [Loop<'h>; 2]) -> Option<[Shape<'h>; 2]> {
    Some([Shape::find(host, pair[0])?, Shape::find(host, pair[1])?])
}

/// Gives two siblings guards of their own, where one lies in the arm of the other.
fn rejoin<'h>(
    host: &'h Host,
    pair: [Loop<'h>; 2],
    [first, second]: &[Shape<'h>; 2],
    report: &Reporter<'_, '_>,
) -> bool {
    let Some(threaded) = Threaded::find(host, first, second) else {
        return false;
    };
    candidates(host, pair).is_some() && change(report, || rewrite::rejoin(host, pair, threaded))
}

/// Runs a loop behind the allocation of what the next one fills, which may throw.
fn sink<'h>(
    host: &'h Host,
    pair: [Loop<'h>; 2],
    [first, second]: &[Shape<'h>; 2],
    report: &Reporter<'_, '_>,
) -> bool {
    let is_before = host.dominates(first.exit, second.preheader);
    if !is_before
        || !Sinkable::is_conceivable(host, pair[0], [first, second])
        || Between::find(host, first, second).is_ok()
    {
        return false;
    }
    let Some([a, b]) = candidates(host, pair) else {
        return false;
    };
    let sinkable = Sinkable::find(host, &a, &b, &Objects::default());
    sinkable.is_some_and(|sinkable| change(report, || rewrite::sink(host, sinkable)))
}

fn change(report: &Reporter<'_, '_>, change: impl FnOnce()) -> bool {
    let permit = report.edits.permit(Kind::Prepared);
    let may = permit.is_some();
    if let Some(permit) = permit {
        report.edited(permit.number, Kind::Prepared);
        permit.apply(change);
    }
    may
}

/// Moves what is loaded between two siblings to before them, where that may be.
fn lift<'h>(
    host: &'h Host,
    pair: [Loop<'h>; 2],
    [first, second]: &[Shape<'h>; 2],
    report: &Reporter<'_, '_>,
) -> bool {
    let between = Between::find(host, first, second);
    if !between.is_ok_and(|between| between.has_load(host)) {
        return false;
    }
    let objects = Objects::default();
    let Some([a, b]) = candidates(host, pair) else {
        return false;
    };
    let pair = Pair::new(host, &a, &b, &objects);
    let movable = movability::place(&pair.pieces(Alignment::default()));
    let Some(lift) = movable.ok().and_then(|movable| pair.liftable(&movable)) else {
        return false;
    };
    change(report, || rewrite::lift(host, a.l, lift))
}

/// Two siblings, surveyed, if both may be fused with anything at all.
fn candidates<'h>(host: &'h Host, pair: [Loop<'h>; 2]) -> Option<[Surveyed<'h>; 2]> {
    let surveyed = pair.map(|l| survey(host, l));
    let is_candidate = |one: &Surveyed<'h>| candidate::check(&one.facts, false).is_ok();
    surveyed.iter().all(is_candidate).then_some(surveyed)
}
