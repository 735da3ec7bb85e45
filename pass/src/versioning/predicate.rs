//! Two versions of loops with checks that may fail: one without them, and the original for where one would fail.
//!
//! ```text
//!   top            do all loops end before a check fails? ─── no ──┐
//!                  └──── yes ─┐                                    │
//!   copy of the region,                                    region, and from its checks
//!   without its checks                                     where nothing goes on
//!                             └───────┬────────────────────────────┘
//!   exit           values of the region, or of its copy
//! ```

use super::alternative::{Alternative, raise};
use super::predicated::Predicated;
use crate::facts::loops::survey;
use crate::llvm::{Host, edit};
use crate::model::PREDICATED;
use crate::options::Options;
use crate::profit::payback;

/// Makes the two versions.
pub fn apply<'h>(host: &'h Host, predicated: Predicated<'h>, options: &Options) -> Alternative<'h> {
    let Predicated {
        loops,
        region,
        ways,
        questions,
        conditions,
        lifted,
    } = predicated;
    let top = region.top;
    raise(host, top, lifted);
    let kept = loops.clone();
    let (alternative, ..) = Alternative::make_without(host, region, loops, &kept, &ways);
    let position = top.terminator();
    let mut asked = Vec::new();
    let facts: Vec<_> = alternative
        .loops
        .iter()
        .map(|l| survey(host, *l).facts)
        .collect();
    let comparisons = (questions.len() + conditions.len()) as u64;
    let count = alternative.loops[0].wide_backedge_count(host);
    let count = count.filter(|count| host.is_expandable(*count, position));
    if let Some(least) = count.zip(payback::fewest(facts.iter(), comparisons, options)) {
        asked.push(host.is_at_least(position, (least.0, least.1 - 1)));
    }
    if !conditions.is_empty() {
        asked.push(host.all_hold(position, &conditions));
    }
    asked.extend(
        questions
            .iter()
            .map(|question| question.ask(host, position)),
    );
    host.branch_if_checked(
        top,
        edit::and(position, &asked),
        [alternative.begin(), alternative.entry],
    );
    for l in &alternative.loops {
        edit::add_attribute(*l, PREDICATED);
    }
    alternative.settle(host);
    alternative
}
