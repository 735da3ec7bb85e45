//! Changes that keep what the program does whether or not a pair is fused then: what LLVM, or the program, has put where
//! pairs would fail for its place alone.
//!
//! | found by | made by | what |
//! |---|---|---|
//! | [`sinkable`] | [`sink`](mod@sink) | a loop runs behind code that may leave |
//! | [`jump_threading`] | [`rejoin`](mod@rejoin) | a guard in another one's arm stands beside it |
//! | [`begin_anew`] | [`begin_anew`] | a loop goes on with the sum, the minimum … of the one before |
//! | [`lift`](mod@lift) | [`lift`](mod@lift) | what is loaded between two loops goes before them |
//! | [`dense`], [`lanes`] | [`flatten`] | a nest over rows without gaps becomes one loop |
//! | [`planes`](crate::facts::planes) | [`scopes`] | parts of one array get alias scopes, once a pair is legal |

pub mod dense;
mod jump_threading;
mod lanes;
mod lift;
mod rejoin;
mod scopes;
mod sink;
mod sinkable;

use crate::candidate;
use crate::edits::Kind;
use crate::facts::between::Between;
use crate::facts::eligible::is_eligible;
use crate::facts::footprint::Objects;
use crate::facts::guards::Shape;
use crate::facts::loops::{Surveyed, survey};
use crate::facts::pair::Pair;
use crate::facts::planes::Planes;
use crate::legality::alignment::Alignment;
use crate::legality::movability;
use crate::legality::oracle::PairOracle;
use crate::llvm::{Block, Host, Loop, edit};
use crate::model::FLATTENED;
use crate::prepare::dense::Dense;
use crate::prepare::jump_threading::JumpThreaded;
use crate::prepare::sinkable::Sinkable;
use crate::remark::Reporter;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::rc::Rc;

/// Prepares siblings, given in program order, the last ones first, so that those before
/// see what came of it. `verify` is called after each change.
pub fn siblings(host: &Host, group: &[Loop<'_>], report: &Reporter<'_, '_>, verify: impl Fn()) {
    let may_be: Vec<_> = group.iter().map(|l| is_eligible(host, *l)).collect();
    let mut known = Known::default();
    for at in (1..group.len())
        .rev()
        .filter(|at| may_be[at - 1] && may_be[*at])
    {
        let pair = [group[at - 1], group[at]];
        for step in [sink, rejoin, begin_anew, lift] {
            let shapes = pair.map(|l| known.shape(host, l));
            let [Some(first), Some(second)] = &shapes else {
                break;
            };
            if step(host, pair, [first, second], &known, report) {
                known = Known::default();
                verify();
            }
        }
    }
}

/// What is known of loops as long as nothing is edited.
#[derive(Default)]
struct Known<'h> {
    /// By the headers of loops.
    shapes: RefCell<FxHashMap<Block<'h>, Option<Rc<Shape<'h>>>>>,
    surveys: RefCell<FxHashMap<Block<'h>, Rc<Surveyed<'h>>>>,
    objects: Objects<'h>,
}

impl<'h> Known<'h> {
    fn shape(&self, host: &'h Host, l: Loop<'h>) -> Option<Rc<Shape<'h>>> {
        let mut shapes = self.shapes.borrow_mut();
        let known = shapes.entry(l.header());
        let find = || Shape::find(host, l).map(Rc::new);
        known.or_insert_with(find).clone()
    }

    /// Two siblings, surveyed, if both may be fused with anything at all.
    fn candidates(&self, host: &'h Host, pair: [Loop<'h>; 2]) -> Option<[Rc<Surveyed<'h>>; 2]> {
        let surveyed = pair.map(|l| {
            let mut surveys = self.surveys.borrow_mut();
            let known = surveys.entry(l.header());
            known.or_insert_with(|| survey(host, l).into()).clone()
        });
        let is_candidate = |one: &Rc<Surveyed<'h>>| candidate::check(&one.facts, false).is_ok();
        surveyed.iter().all(is_candidate).then_some(surveyed)
    }
}

/// Says which parts of one array loops never bring together.
pub fn planes(host: &Host, report: &Reporter<'_, '_>) {
    // What is outside of all loops is to run once.
    if host.returns_twice() || host.has_irreducible_control() {
        return;
    }
    for planes in Planes::find_all(host) {
        change(report, || scopes::apply(host, &planes));
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

/// Gives two siblings guards of their own, where one lies in the arm of the other.
fn rejoin<'h>(
    host: &'h Host,
    pair: [Loop<'h>; 2],
    [first, second]: [&Shape<'h>; 2],
    known: &Known<'h>,
    report: &Reporter<'_, '_>,
) -> bool {
    let Some(threaded) = JumpThreaded::find(host, first, second) else {
        return false;
    };
    known.candidates(host, pair).is_some() && change(report, || rejoin::apply(host, pair, threaded))
}

/// Begins anew what the second of two siblings goes on with, where the first one's may be added behind it.
fn begin_anew<'h>(
    host: &'h Host,
    [first, second]: [Loop<'h>; 2],
    _shapes: [&Shape<'h>; 2],
    known: &Known<'h>,
    report: &Reporter<'_, '_>,
) -> bool {
    first.is_continued_by(second)
        && known.candidates(host, [first, second]).is_some()
        && change(report, || first.begin_anew(host, second))
}

/// Runs a loop behind the allocation of what the next one fills, which may throw.
fn sink<'h>(
    host: &'h Host,
    pair: [Loop<'h>; 2],
    [first, second]: [&Shape<'h>; 2],
    known: &Known<'h>,
    report: &Reporter<'_, '_>,
) -> bool {
    let is_before = host.dominates(first.exit, second.preheader);
    if !is_before
        || !Sinkable::is_conceivable(host, pair[0], [first, second])
        || Between::find(host, first, second).is_ok()
    {
        return false;
    }
    let Some([a, b]) = known.candidates(host, pair) else {
        return false;
    };
    let sinkable = Sinkable::find(host, &a, &b, &known.objects);
    sinkable.is_some_and(|sinkable| change(report, || sink::apply(host, sinkable)))
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
    [first, second]: [&Shape<'h>; 2],
    known: &Known<'h>,
    report: &Reporter<'_, '_>,
) -> bool {
    let between = Between::find(host, first, second);
    if !between.is_ok_and(|between| between.has_load(host) && between.may_rise()) {
        return false;
    }
    let Some([a, b]) = known.candidates(host, pair) else {
        return false;
    };
    let pair = Pair::new(host, &a, &b, &known.objects);
    let movable = movability::place(&pair.pieces(Alignment::default()));
    let Some(lift) = movable
        .ok()
        .and_then(|movable| lift::Lift::find(&pair, &movable))
    else {
        return false;
    };
    change(report, || lift::apply(host, a.l, lift))
}
