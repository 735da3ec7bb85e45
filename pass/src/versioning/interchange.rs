//! Lets a loop and the one within it change places, in a copy where that has to be asked.
//!
//! ```text
//!   top            are there enough sums, and are their places apart from all that is loaded? ─ no ──┐
//!                  └──── yes ─┐                                                                      │
//!   copy of the nest, in which loops change places                                                 nest
//!                             └───────┬──────────────────────────────────────────────────────────────┘
//!   exit
//! ```

use super::alternative::Alternative;
use super::interchanged::Interchanged;
use crate::edits::Kind;
use crate::llvm::{Block, Host, Loop, edit};
use crate::options::Options;
use crate::remark::Reporter;

/// Lets loops of a function change places where that pays, perhaps only those that may be fused with siblings then; true if
/// some do.
pub fn all<'h>(
    host: &'h Host,
    options: &Options,
    report: &Reporter<'_, 'h>,
    only_siblings: bool,
) -> bool {
    let mut changed = false;
    if host.is_for_size() {
        return changed;
    }
    for inner in host.innermost_loops() {
        let outer = inner.parent();
        let outer = outer.filter(|l| !only_siblings || l.siblings(host).len() > 1);
        let found = outer.and_then(|l| Interchanged::find(host, l, options));
        let Some(found) = found else { continue };
        let Some(permit) = report.edits.permit(Kind::Interchanged) else {
            break;
        };
        report.interchanged(
            &permit,
            [found.l, inner],
            found.pairs.len(),
            found.least_count,
        );
        permit.apply(|| apply(host, found));
        changed = true;
    }
    changed
}

fn apply<'h>(host: &'h Host, found: Interchanged<'h>) {
    let Interchanged {
        l,
        around,
        region,
        bounds,
        pairs,
        least_count,
    } = found;
    if pairs.is_empty() && least_count.is_none() {
        interchange(host, l);
        return;
    }
    let top = region.top;
    let (version, _, copy) = Alternative::make(host, region, vec![around], &[around]);
    let old: Vec<_> = top.instructions().collect();
    let position = top.terminator();
    // What decides soonest is asked first: few sums are not kept by the rest.
    let is_enough = least_count.map(|count| host.is_at_least(position, count));
    let check = host.check(position, &[], (&bounds, &pairs), &[]);
    let check = (!check.is_empty()).then(|| edit::and(position, &check));
    let asked: Vec<_> = is_enough.into_iter().chain(check).collect();
    version.ask(host, top, (&old, &asked), version.begin());
    host.recalculate_dominators();
    let copied = host.innermost_loop(copy.block(l.header()));
    interchange(host, copied.expect("the copy of a header is one"));
    version.keep(host);
}

/// Lets them change places, and says of all that they load that it does not lie in the places of sums.
fn interchange<'h>(host: &'h Host, l: Loop<'h>) {
    // Declared in front of all that comes of them.
    let scopes = host.new_scopes(l.preheader().map(Block::terminator), 1);
    let [own, others] = host.interchange(l);
    host.recalculate_dominators();
    for places in scopes {
        own.iter().for_each(|i| places.add_to(*i, &[]));
        others.iter().for_each(|i| places.keep_from(*i));
    }
    host.forget_dispositions();
    host.ir_changed();
}
