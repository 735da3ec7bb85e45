//! How many loops one run-time check serves: those behind a pair that follow, and those before it.

use super::checked_loops::CheckedLoops;
use crate::candidate;
use crate::facts::between::Between;
use crate::facts::footprint::Objects;
use crate::facts::loops::{Surveyed, survey};
use crate::facts::order::may_run_behind;
use crate::facts::pair::Pair;
use crate::facts::parts::all_expected_apart;
use crate::legality::alignment::{Alignment, Remainder};
use crate::legality::checks::Checks;
use crate::legality::dependence::{self, Allowed};
use crate::legality::guards::Shared;
use crate::legality::oracle::PairOracle;
use crate::legality::{Legal, Refusal};
use crate::llvm::{Host, Loop};
use crate::model::{AccessKind, ObjectId};
use crate::options::Options;
use crate::profit::payback;
use crate::profit::worth::share_an_object;
use crate::testing::{Phase, enter};
use std::collections::{BTreeMap, BTreeSet};

/// A check reaches back to so many loops at most: each is surveyed.
const MOST_BEFORE: usize = 16;

/// What decides on a pair: may it be fused, and, if that is asked, does it pay? The reasons against it, if not; none
/// where that is for a later run to say.
pub type Judge<'j, 'h> = dyn Fn(&Pair<'_, 'h>, bool) -> Result<Legal, Vec<Refusal>> + 'j;

/// What hears why a loop is not fused with one before it.
pub type Tell<'t, 'h> = dyn Fn(&Surveyed<'h>, &Surveyed<'h>, &[Refusal]) + 't;

/// The longest chain of loops that holds a pair and that one check serves: each
/// loop may be fused with the one before it, lagging behind by as much as that needs, and
/// none is in the way of those before that. The first loop must have iterations for all
/// lags together.
///
/// Where the check tells pointers apart anyway, it does so for all of the loops, if that
/// can be: then the vectoriser needs no check of its own. Such a check serves loops before the
/// pair, too, that have nothing in common with each other, but with those of the chain: planes that
/// are scaled one by one, say, before they are mixed.
///
/// `legal` is what the judge said of the pair; `before` and `behind` are the siblings around it. None if no check can be
/// made; also if the pair needs none, and no loop behind it would be served.
///
/// `tell` hears why the loop behind the chain is not part of it. Afterwards, only the check would be found between the two.
pub fn longest<'h>(
    (host, options): (&'h Host, &Options),
    (judge, tell): (&Judge<'_, 'h>, &Tell<'_, 'h>),
    pair: &Pair<'_, 'h>,
    legal: &Legal,
    objects: &Objects<'h>,
    (before, behind): (&[Loop<'h>], &[Loop<'h>]),
) -> Option<(CheckedLoops<'h>, Checks)> {
    enter(Phase::Chain);
    let about = About {
        host,
        options,
        objects,
    };
    // Loops that follow each other: others are not even looked at.
    let follows =
        |a: &Surveyed<'h>, b: &Surveyed<'h>| Pair::new(host, a, b, objects).between.is_ok();
    let next = |l: &Loop<'h>| {
        let next = survey(host, *l);
        candidate::check(&next.facts, false).is_ok().then_some(next)
    };
    let (mut later, mut earlier): (Vec<Surveyed<'h>>, Vec<Surveyed<'h>>) = (vec![], vec![]);
    for l in behind {
        let last = later.last().unwrap_or(pair.second);
        let may_be_next = |next: &Surveyed<'h>| may_run_behind(host, last.l, next.l);
        let Some(next) = next(l).filter(may_be_next) else {
            break;
        };
        let is_last = !goes_on(legal) || !follows(last, &next);
        later.push(next);
        if is_last {
            break;
        }
    }
    let mut chain = Chain::of(about, pair, legal)?;
    let mut refused = None;
    for (n, next) in later.iter().enumerate() {
        let longer = match goes_on(legal) {
            true => chain.with_next(judge, next),
            false => Err(judge(&chain.pair(pair.second, next), true)
                .err()
                .unwrap_or_default()),
        };
        match longer {
            Ok(longer) => chain = longer,
            Err(refusals) => {
                refused = Some((n, refusals));
                break;
            }
        }
    }
    if legal.checks.is_empty() && chain.loops.len() == 2 {
        return None;
    }
    if let Some((n, refusals)) = refused.filter(|(_, refusals)| !refusals.is_empty()) {
        let last = n.checked_sub(1).map_or(pair.second, |n| &later[n]);
        tell(last, &later[n], &refusals);
    }
    let may_reach_back = !chain.checks.objects.is_empty();
    let before = before.iter().rev().filter(|_| may_reach_back);
    for l in before.take(MOST_BEFORE) {
        let is_before = |next: &Surveyed<'h>| follows(next, earlier.last().unwrap_or(pair.first));
        match next(l).filter(is_before) {
            Some(next) => earlier.push(next),
            None => break,
        }
    }
    for first in &earlier {
        match chain.with_first(judge, first) {
            Some(longer) => chain = longer,
            None => break,
        }
    }
    let chain = chain.telling_all_apart();
    // Loops of few iterations are not worth their check, if there is one.
    let facts = chain.loops.iter().map(|l| &l.facts);
    let fewest = payback::fewest(facts, chain.checks.comparisons(), options);
    if let Some(fewest) = fewest.filter(|n| !pair.first_exceeds(n - 1)) {
        let mut asking = chain.checks.clone();
        asking.iterations = asking.iterations.max(Some(fewest - 1));
        if let Some(asked) = about.make(&chain.loops, &chain.between, &asking) {
            return Some((asked, asking));
        }
    }
    Some((chain.checked, chain.checks))
}

/// Of loops that are fused as far as both go, nothing is known to go on with.
fn goes_on(legal: &Legal) -> bool {
    legal.alignment.remainder != Remainder::OfEither
}

/// What loops are looked at with.
#[derive(Clone, Copy)]
struct About<'a, 'h> {
    host: &'h Host,
    options: &'a Options,
    objects: &'a Objects<'h>,
}

impl<'h> About<'_, 'h> {
    /// What versioning loops needs, behind a check.
    fn make(
        self,
        loops: &[&Surveyed<'h>],
        between: &[Between<'h>],
        checks: &Checks,
    ) -> Option<CheckedLoops<'h>> {
        let limit = self.options.max_version;
        CheckedLoops::new(self.host, loops, between, self.objects, checks, limit)
    }
}

/// Loops that one check serves.
struct Chain<'a, 'h> {
    about: About<'a, 'h>,
    /// In program order.
    loops: Vec<&'a Surveyed<'h>>,
    /// What lies between each and the next one.
    between: Vec<Between<'h>>,
    /// By how much each lags behind the one before it; the first one by nothing.
    lags: Vec<u64>,
    checks: Checks,
    checked: CheckedLoops<'h>,
}

impl<'a, 'h> Chain<'a, 'h> {
    /// A pair.
    fn of(about: About<'a, 'h>, pair: &Pair<'a, 'h>, legal: &Legal) -> Option<Self> {
        let mut checks = legal.checks.clone();
        checks.guards |= legal.shared != Shared::Equivalent;
        let loops = vec![pair.first, pair.second];
        let between = vec![pair.between.clone().ok()?];
        let checked = about.make(&loops, &between, &checks)?;
        Some(Chain {
            about,
            loops,
            between,
            lags: vec![0, legal.alignment.shift],
            checks,
            checked,
        })
    }

    fn pair(&self, first: &'a Surveyed<'h>, second: &'a Surveyed<'h>) -> Pair<'a, 'h> {
        Pair::new(self.about.host, first, second, self.about.objects)
    }

    /// With one more behind it, if that pays.
    ///
    /// # Errors
    /// The reasons why not, as far as they are known.
    fn with_next(
        &self,
        judge: &Judge<'_, 'h>,
        next: &'a Surveyed<'h>,
    ) -> Result<Self, Vec<Refusal>> {
        let (last, before) = self.loops.split_last().expect("a chain has loops");
        let across = before.iter().map(|l| self.pair(l, next));
        let across: Vec<_> = across
            .map(|pair| pair.checked_at(self.checked.region.top))
            .collect();
        let saves = across.iter().any(share_an_object);
        let last = self.pair(last, next).known_to_save(saves);
        let legal = judge(&last, true)?;
        if !goes_on(&legal) {
            return Err(vec![]);
        }
        let mut checks = self.checks_with(&legal);
        // It may have to lag more behind those before the last one.
        let mut lag = legal.alignment.shift;
        for (n, pair) in across.iter().enumerate() {
            let between: u64 = self.lags[n + 1..].iter().sum();
            let most = between + self.about.options.max_shift.max(lag);
            lag = lag.max(self.order(pair, most, &mut checks)?.saturating_sub(between));
        }
        let mut lags = self.lags.clone();
        lags.push(lag);
        if legal.alignment != Alignment::default() || lag > 0 {
            let left_over = match legal.alignment.remainder {
                Remainder::Of(_, count) => count,
                _ => 0,
            };
            let needed = lags.iter().sum::<u64>() + left_over;
            checks.iterations = checks.iterations.max(Some(needed));
        }
        // A check that nothing can pass would leave a version that never runs.
        let most = self.loops[0].facts.max_trip_count;
        if most
            .zip(checks.iterations)
            .is_some_and(|(most, n)| most <= n)
        {
            return Err(vec![]);
        }
        let loops = self.loops.iter().copied().chain([next]).collect();
        let last = last.between.expect("a legal pair is adjacent");
        let between = self.between.iter().cloned().chain([last]).collect();
        let longer = self.longer(loops, between, lags, checks);
        longer.ok_or_else(Vec::new)
    }

    /// With one more before it that lags behind nothing, if it has something in common with some loop of it.
    fn with_first(&self, judge: &Judge<'_, 'h>, first: &'a Surveyed<'h>) -> Option<Self> {
        let next = self.pair(first, self.loops[0]);
        let is_vectorised = |l: &Surveyed<'h>| {
            let is = l.vectorisable(self.about.host, self.about.objects);
            !is.is_scalar()
        };
        let may_lead = |legal: &Legal| legal.alignment == Alignment::default();
        let legal = judge(&next, false).ok().filter(may_lead)?;
        let mut checks = self.checks_with(&legal);
        let all = [first].into_iter().chain(self.loops.iter().copied());
        let loops: Vec<_> = all.collect();
        let between = [next.between.ok()?]
            .into_iter()
            .chain(self.between.iter().cloned());
        let between: Vec<_> = between.collect();
        let region = self
            .about
            .make(&loops, &between, &Checks::default())?
            .region;
        let (mut lag, mut saves) = (0, false);
        for (l, more) in self.loops.iter().zip(&self.lags) {
            lag += more;
            let pair = self.pair(first, l).checked_at(region.top);
            saves |= share_an_object(&pair);
            self.order(&pair, lag, &mut checks).ok()?;
        }
        if !saves || is_vectorised(first) != is_vectorised(self.loops[0]) {
            return None;
        }
        let lags = [0].into_iter().chain(self.lags.iter().copied());
        self.longer(loops, between, lags.collect(), checks)
    }

    /// What is checked for these and for a pair of which one is new.
    fn checks_with(&self, legal: &Legal) -> Checks {
        let mut checks = self.checks.clone();
        checks.objects.extend(&legal.checks.objects);
        checks.rows.extend(legal.checks.rows.clone());
        checks.guards |= legal.shared != Shared::Equivalent;
        checks.iterations = checks.iterations.max(legal.checks.iterations);
        checks
    }

    /// By how much the second of two loops must lag behind the first one, `most` at most, to stay in order. Adds what must
    /// hold for that.
    ///
    /// # Errors
    /// What keeps them apart.
    fn order(
        &self,
        pair: &Pair<'_, 'h>,
        most: u64,
        checks: &mut Checks,
    ) -> Result<u64, Vec<Refusal>> {
        let allowed = Allowed {
            shift: most,
            pays: false,
            checks: &|| self.about.options.max_checks,
        };
        let ordered = dependence::compute(pair, allowed, false)?;
        checks.objects.extend(ordered.checks);
        checks.rows.extend(ordered.rows);
        Ok(ordered.least_shift)
    }

    fn longer(
        &self,
        loops: Vec<&'a Surveyed<'h>>,
        between: Vec<Between<'h>>,
        lags: Vec<u64>,
        checks: Checks,
    ) -> Option<Self> {
        let about = self.about;
        let is_within = checks.objects.len() as u64 <= about.options.max_checks;
        let checked = is_within.then(|| about.make(&loops, &between, &checks))??;
        Some(Chain {
            about,
            loops,
            between,
            lags,
            checks,
            checked,
        })
    }

    /// The same, where the check tells all objects apart, if it tells some apart and all can be.
    fn telling_all_apart(self) -> Self {
        let About { host, objects, .. } = self.about;
        let mut all = self.checks.clone();
        if all.objects.is_empty() {
            return self;
        }
        all.objects.extend(overlapping(host, &self.loops, objects));
        let ids = self.checks.objects.iter().map(|(id, _)| *id);
        let parts = ids.filter(|id| objects.whole(*id) != *id);
        let in_parts: BTreeSet<_> = parts.map(|part| objects.whole(part)).collect();
        for whole in in_parts {
            let apart = all_expected_apart(host, objects, whole, &self.loops);
            all.objects.extend(apart);
        }
        let (loops, between, lags) = (self.loops.clone(), self.between.clone(), self.lags.clone());
        self.longer(loops, between, lags, all).unwrap_or(self)
    }
}

/// Pairs of objects, one of them written, that the vectoriser would have to tell apart by
/// checks of its own, for each loop anew.
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
