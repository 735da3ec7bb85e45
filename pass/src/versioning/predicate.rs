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
use super::predicated::Predicated;
use super::reloading::{StageCheck, keeps_places};
use crate::facts::loops::survey;
use crate::llvm::{Host, Loop, Place, Scev, Value, edit};
use crate::model::PREDICATED;
use crate::options::Options;
use crate::profit::payback;
use crate::testing::{Fault, lacks};

/// Makes the two versions; none if no check can tell that stores leave alone what is loaded before them.
pub fn apply<'h>(
    host: &'h Host,
    predicated: Predicated<'h>,
    options: &Options,
) -> Option<Alternative<'h>> {
    let Predicated {
        loops,
        region,
        ways,
        mut questions,
        conditions,
        lifted,
        copied,
    } = predicated;
    if lacks(Fault::FailingChecks) {
        questions.pop();
    }
    let top = region.top;
    raise(host, top, lifted);
    let kept = loops.clone();
    let (alternative, region, copy) = Alternative::make_without(host, region, loops, &kept, &ways);
    let old: Vec<_> = top.instructions().collect();
    let position = top.terminator();
    let before = edit::copy_before(position, &copied);
    let blocks: Vec<_> = region.blocks.iter().map(|b| copy.block(*b)).collect();
    for (value, before) in copied.iter().zip(&before) {
        host.forget_value(copy.value(*value));
        edit::replace_uses_in_blocks(copy.value(*value), *before, &blocks);
    }
    let ask = || {
        let keep = keep_places(host, &alternative, &before, options)?;
        let questions = questions.iter();
        let questions = questions.map(|question| question.with(host, &copied, &before));
        Some((keep, questions.collect::<Option<Vec<_>>>()?))
    };
    let Some((keep, questions)) = ask() else {
        alternative.undo(host);
        return None;
    };
    let survey = |l: &Loop<'h>| survey(host, *l).facts;
    let facts: Vec<_> = alternative.loops.iter().map(survey).collect();
    let comparisons = (questions.len() + conditions.len() + keep.pairs.len()) as u64;
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
    checks.extend(host.check(position, &[], (&keep.bounds, &keep.pairs), &[]));
    let mut asked: Vec<_> = is_enough.into_iter().collect();
    asked.push(edit::and(position, &checks));
    if alternative.loops[0].parent().is_some() {
        asked = vec![edit::and(position, &asked)];
    }
    alternative.ask(host, top, (&old, &asked), alternative.begin());
    for l in &alternative.loops {
        edit::add_attribute(*l, PREDICATED);
    }
    alternative.settle(host);
    if !copied.is_empty() {
        // What the first loop loads is loaded once more by now, for those behind.
        host.hoist();
    }
    Some(alternative)
}

/// What says that no store of a version meets what was loaded before it.
fn keep_places<'h>(
    host: &'h Host,
    version: &Alternative<'h>,
    loaded: &[Value<'h>],
    options: &Options,
) -> Option<StageCheck<'h>> {
    let is_load = |value: &&Value<'h>| value.loaded_from().is_some();
    let place = |load: &Value<'h>| {
        let (pointer, bytes) = host.access(*load)?;
        Some(Place {
            load: *load,
            address: Scev::of(host, pointer)?,
            bytes,
            stage: 0,
        })
    };
    let places = loaded.iter().filter(is_load).map(place);
    let places = places.collect::<Option<Vec<_>>>()?;
    if places.is_empty() {
        return Some(StageCheck::default());
    }
    let stages = [version.top()];
    let staged = keeps_places(host, &stages, &version.loops, &places, options)?;
    staged.checks.into_iter().next()
}
