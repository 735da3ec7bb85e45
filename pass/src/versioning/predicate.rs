//! Two versions of loops with checks that may fail: one without them, and the original for where one would fail.
//!
//! ```text
//!   top            are the iterations enough? ─────────────── no ──┐
//!   asked          do all loops end before a check fails? ─── no ──┤
//!                  └──── yes ─┐                                    │
//!   copy of the region,                                    region, and from its checks
//!   without its checks                                     where nothing goes on
//!                             └───────┬────────────────────────────┘
//!   exit           values of the region, or of its copy
//! ```

use super::alternative::{Alternative, raise};
use super::check::ask_in_turn;
use super::predicated::Predicated;
use crate::facts::loops::survey;
use crate::llvm::{Host, Loop, edit};
use crate::model::PREDICATED;
use crate::options::Options;
use crate::profit::payback;
use crate::testing::{Fault, lacks};

/// Makes the two versions.
pub fn apply<'h>(host: &'h Host, predicated: Predicated<'h>, options: &Options) -> Alternative<'h> {
    let Predicated {
        loops,
        region,
        ways,
        mut questions,
        conditions,
        lifted,
    } = predicated;
    if lacks(Fault::FailingChecks) {
        questions.pop();
    }
    let top = region.top;
    raise(host, top, lifted);
    let kept = loops.clone();
    let (alternative, ..) = Alternative::make_without(host, region, loops, &kept, &ways);
    let old: Vec<_> = top.instructions().collect();
    let position = top.terminator();
    let survey = |l: &Loop<'h>| survey(host, *l).facts;
    let facts: Vec<_> = alternative.loops.iter().map(survey).collect();
    let comparisons = (questions.len() + conditions.len()) as u64;
    let count = alternative.loops[0].wide_backedge_count(host);
    let count = count.filter(|count| host.is_expandable(*count, position));
    let fewest = payback::fewest(facts.iter(), comparisons, options);
    // Short loops are to lose no time by what is not asked for them.
    let is_enough = count.zip(fewest);
    let is_enough =
        is_enough.map(|(count, fewest)| host.is_at_least(position, (count, fewest - 1)));
    let mut checks = Vec::new();
    if !conditions.is_empty() {
        checks.push(host.all_hold(position, &conditions));
    }
    checks.extend(
        questions
            .iter()
            .map(|question| question.ask(host, position)),
    );
    let mut asked: Vec<_> = is_enough.into_iter().collect();
    asked.push(edit::and(position, &checks));
    if alternative.loops[0].parent().is_some() {
        asked = vec![edit::and(position, &asked)];
    }
    let mut last = top;
    for branch in ask_in_turn(host, top, &old, &asked) {
        let ways = [branch.next, alternative.entry];
        host.branch_if_checked(branch.block, branch.condition, ways);
        last = branch.next;
    }
    edit::branch_always(last, alternative.begin());
    for l in &alternative.loops {
        edit::add_attribute(*l, PREDICATED);
    }
    alternative.settle(host);
    alternative
}
