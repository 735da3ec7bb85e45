//! How many loops one run-time check serves.

use crate::candidate;
use crate::legality::Legal;
use crate::legality::alignment::{Alignment, Remainder};
use crate::legality::checks::Checks;
use crate::legality::dependence::{self, Allowed};
use crate::legality::guards::Shared;
use crate::legality::oracle::PairOracle;
use crate::llvm::{Host, Loop};
use crate::model::{AccessKind, ObjectId};
use crate::options::Options;
use crate::plan::payback;
use crate::plan::profit::share_an_object;
use crate::survey::{self, Between, Objects, Pair, Run, Surveyed, survey};
use crate::testing::{Phase, enter};
use std::collections::{BTreeMap, BTreeSet};

/// The longest run of loops that begins with a pair and that one check serves: each
/// loop may be fused with the one before it, lagging behind by as much as that needs, and
/// none is in the way of those before that. The first loop must have iterations for all
/// lags together.
///
/// Where the check tells pointers apart anyway, it does so for all of the loops, if that
/// can be: then the vectoriser needs no check of its own.
///
/// `judge` decides on a pair; `legal` is what it said of the first one.
pub fn longest<'h>(
    (host, options): (&'h Host, &Options),
    judge: impl Fn(&Pair<'_, 'h>) -> Option<Legal>,
    pair: &Pair<'_, 'h>,
    legal: &Legal,
    objects: &Objects<'h>,
    rest: &[Loop<'h>],
) -> Option<(Run<'h>, Checks)> {
    enter(Phase::Chain);
    let make = |loops: &[&Surveyed<'h>], between: &[Between<'h>], checks: &_| {
        Run::new(host, loops, between, objects, checks, options.max_version)
    };
    let mut checks = legal.checks.clone();
    checks.guards |= legal.shared != Shared::Equivalent;
    let mut between = vec![pair.between.clone().ok()?];
    let mut run = make(&[pair.first, pair.second], &between, &checks)?;
    // Loops that follow each other: others are not even looked at.
    let mut behind: Vec<Surveyed<'h>> = Vec::new();
    // Of loops that are fused as far as both go, nothing is known to go on with.
    let goes_on = |legal: &Legal| legal.alignment.remainder != Remainder::OfEither;
    for l in rest.iter().filter(|_| goes_on(legal)) {
        let next = survey(host, *l);
        let last = behind.last().unwrap_or(pair.second);
        let follows = Pair::new(host, last, &next, objects).between.is_ok();
        if !follows || candidate::check(&next.facts, false).is_err() {
            break;
        }
        behind.push(next);
    }
    let mut loops = vec![pair.first, pair.second];
    let mut lags = vec![legal.alignment.shift];
    for next in &behind {
        let last = Pair::new(host, loops[loops.len() - 1], next, objects);
        let earlier = loops[..loops.len() - 1].iter();
        let across: Vec<_> = earlier
            .map(|l| Pair::new(host, l, next, objects).checked_at(run.region.top))
            .collect();
        let last = last.known_to_save(across.iter().any(share_an_object));
        let Some(legal) = judge(&last).filter(goes_on) else {
            break;
        };
        lags.push(legal.alignment.shift);
        let mut more = checks.clone();
        more.objects.extend(&legal.checks.objects);
        more.rows.extend(legal.checks.rows.clone());
        if legal.alignment != Alignment::default() {
            let left_over = match legal.alignment.remainder {
                Remainder::Of(_, count) => count,
                _ => 0,
            };
            more.iterations = Some(lags.iter().sum::<u64>() + left_over);
        }
        // A check that nothing can pass would leave a version that never runs.
        let most = pair.first.facts.max_trip_count;
        if most.zip(more.iterations).is_some_and(|(most, n)| most <= n) {
            break;
        }
        more.guards |= legal.shared != Shared::Equivalent;
        let mut is_free = true;
        for (n, pair) in across.iter().enumerate() {
            let allowed = Allowed {
                shift: lags[n..].iter().sum(),
                pays: false,
                checks: options.max_checks,
            };
            match dependence::compute(pair, allowed, false) {
                Ok(ordered) => {
                    more.objects.extend(ordered.checks);
                    more.rows.extend(ordered.rows);
                }
                Err(_) => is_free = false,
            }
        }
        let Ok(here) = last.between.clone() else {
            break;
        };
        between.push(here);
        loops.push(next);
        let is_within = more.objects.len() as u64 <= options.max_checks;
        let longer = make(&loops, &between, &more);
        match longer.filter(|_| is_free && is_within) {
            Some(longer) => (run, checks) = (longer, more),
            None => break,
        }
    }
    loops.truncate(run.length);
    between.truncate(run.length - 1);
    let mut all = checks.clone();
    if !all.objects.is_empty() {
        all.objects.extend(overlapping(host, &loops, objects));
        let ids = checks.objects.iter().map(|(id, _)| *id);
        let parts = ids.filter(|id| objects.whole(*id) != *id);
        let in_parts: BTreeSet<_> = parts.map(|part| objects.whole(part)).collect();
        for whole in in_parts {
            let apart = survey::all_expected_apart(host, objects, whole, &loops);
            all.objects.extend(apart);
        }
    }
    if all.objects.len() as u64 <= options.max_checks
        && let Some(longer) = make(&loops, &between, &all)
    {
        (run, checks) = (longer, all);
    }
    // Short runs are not worth their check, if there is one.
    let facts = loops.iter().map(|l| &l.facts);
    let fewest = payback::fewest(facts, checks.comparisons(), options);
    if let Some(fewest) = fewest.filter(|n| !pair.first_exceeds(n - 1)) {
        let mut asking = checks.clone();
        asking.iterations = asking.iterations.max(Some(fewest - 1));
        if let Some(asked) = make(&loops, &between, &asking) {
            return Some((asked, asking));
        }
    }
    Some((run, checks))
}

/// Pairs of objects, one of them written, that the vectoriser would have to tell apart by
/// checks of its own, for each loop anew and for some eight groups of accesses at most.
fn overlapping<'h>(
    host: &'h Host,
    loops: &[&Surveyed<'h>],
    objects: &Objects<'h>,
) -> BTreeSet<(ObjectId, ObjectId)> {
    let mut written: BTreeMap<ObjectId, bool> = BTreeMap::new();
    for l in loops {
        for access in &l.footprint(host, objects).accesses {
            if let Some(object) = access.object {
                *written.entry(object).or_default() |= access.kind == AccessKind::Write;
            }
        }
    }
    let mut pairs = BTreeSet::new();
    for (&a, &a_written) in &written {
        for (&b, &b_written) in written.range(a..).skip(1) {
            let may_overlap = || !objects.are_disjoint(host, a, b);
            if (a_written || b_written) && may_overlap() {
                pairs.insert((a, b));
            }
        }
    }
    pairs
}
