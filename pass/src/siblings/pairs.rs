//! Siblings of one version, fused pair by pair: in program order, each with those before it, the nearest first, as
//! soon as a pair is legal and pays; the fused loop is tried with those before it, too. So chains cascade, and what a
//! reader sees next to each other is tried first.

use super::Fuser;
use super::left::{Fused, Sibling, Siblings};
use super::planned::Planned;
use crate::candidate;
use crate::edits::Kind;
use crate::facts::footprint::Objects;
use crate::facts::loops::{Surveyed, survey};
use crate::facts::order::may_run_behind;
use crate::facts::pair::Pair;
use crate::facts::unrolled::waits_for_unrolling;
use crate::legality::checks::Checks;
use crate::legality::{Legal, Refusal};
use crate::llvm::{Loop, edit};
use crate::model::EXPLAINED;
use crate::options::Options;
use crate::prepare;
use crate::profit;
use crate::prospect::Prospects;
use crate::rewrite::fuse;
use crate::rewrite::step::Step;
use crate::testing::{Phase, enter};
use crate::verify::verify;
use crate::versioning::checked_loops::CheckedLoops;
use crate::versioning::{chain, check};
use std::cell::Cell;

/// How many of the loops before a loop are tried as its partner.
const MOST_APART: usize = 4;

/// The siblings before and behind a pair.
type Around<'s, 'h> = (&'s [Sibling<'h>], &'s [Loop<'h>]);

/// Which loops are tried with each other.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Partners {
    /// Nests with nests, and innermost loops with innermost loops.
    Alike,
    /// Innermost loops with innermost loops.
    Innermost,
    /// Any.
    Any,
}

impl Partners {
    /// May these two be?
    fn may_be(self, [first, second]: [&Surveyed<'_>; 2]) -> bool {
        let [first, second] = [first, second].map(|s| s.facts.is_innermost);
        match self {
            Partners::Alike => first == second,
            Partners::Innermost => first && second,
            Partners::Any => true,
        }
    }
}

/// How siblings are tried.
#[derive(Clone, Copy)]
struct Attempt {
    /// Refusals are spoken of.
    speaks: bool,
    /// Which ones.
    partners: Partners,
    /// Trip counts may differ by much, or by what is not known.
    uneven: bool,
}

impl<'h> Fuser<'_, 'h> {
    /// Fuses siblings, given in program order, and returns those that are left.
    pub(super) fn fuse_group(&self, group: &[Loop<'h>]) -> Vec<Loop<'h>> {
        let mut siblings = Siblings {
            plan: Planned::find(self.host, group, self.options, &self.report),
            ..Siblings::default()
        };
        let prospects = self.prospects(group);
        for (at, &l) in group.iter().enumerate() {
            let planned = siblings.plan.group_of(l);
            siblings.left.push(Sibling::new(l, planned));
            let attempt = Attempt {
                speaks: self.report.tells_refusals(),
                partners: Partners::Alike,
                uneven: false,
            };
            self.fuse_while(&mut siblings, l, &prospects, &group[at + 1..], attempt);
        }
        // Nests are better partners of nests: a loop that one takes in may keep others away from it.
        let mixed = siblings.mixed.take();
        for (l, speaks) in mixed.into_iter().filter(|_| !self.is_patient.get()) {
            let attempt = Attempt {
                speaks,
                partners: Partners::Any,
                uneven: false,
            };
            let before = siblings.left.len();
            self.fuse_while(&mut siblings, l, &prospects, &[], attempt);
            if siblings.left.len() < before {
                self.fuse_again(&mut siblings, &prospects);
            }
        }
        // Loops that run equally long are better partners.
        for (l, speaks) in siblings.uneven.take() {
            let attempt = Attempt {
                speaks,
                partners: match self.is_patient.get() {
                    true => Partners::Innermost,
                    false => Partners::Any,
                },
                uneven: true,
            };
            self.fuse_while(&mut siblings, l, &prospects, &[], attempt);
        }
        siblings.left.iter().map(|sibling| sibling.l).collect()
    }

    /// Tries all siblings once more, of which some stand in nobody's way any more.
    fn fuse_again(&self, siblings: &mut Siblings<'h>, prospects: &Prospects<'h>) {
        let attempt = Attempt {
            speaks: false,
            partners: Partners::Alike,
            uneven: false,
        };
        let all: Vec<_> = siblings.left.iter().map(|sibling| sibling.l).collect();
        for l in all {
            self.fuse_while(siblings, l, prospects, &[], attempt);
        }
    }

    /// Fuses a sibling, if it still is one, with one before it, the fused loop with one
    /// before that, and so on. `rest` are the siblings behind, which a run-time check may
    /// serve, too.
    fn fuse_while(
        &self,
        siblings: &mut Siblings<'h>,
        l: Loop<'h>,
        prospects: &Prospects<'h>,
        rest: &[Loop<'h>],
        mut attempt: Attempt,
    ) {
        let mut newest = siblings.left.iter().rposition(|sibling| sibling.l == l);
        while let Some(second) = newest {
            newest = self.fuse_with_earlier(siblings, second, prospects, rest, attempt);
            attempt.speaks = false;
        }
    }

    /// Fuses a sibling with the nearest before it that it may be fused with, and says
    /// which one both are then. Speaks, if at all, of the last one that may run before it.
    fn fuse_with_earlier(
        &self,
        siblings: &mut Siblings<'h>,
        second: usize,
        prospects: &Prospects<'h>,
        rest: &[Loop<'h>],
        attempt: Attempt,
    ) -> Option<usize> {
        let l = siblings.left[second].l;
        if attempt.speaks {
            siblings.left[second].survey(|l| self.candidate(l));
        }
        let (mut has_next, mut is_told) = (false, false);
        let planned = siblings.left[second].planned;
        let least = match planned {
            None => second.saturating_sub(MOST_APART),
            Some(_) => 0,
        };
        for first in (least..second).rev() {
            if siblings.left[first].planned != planned {
                let is_nearest = attempt.speaks && !is_told && !has_next;
                if is_nearest && may_run_behind(self.host, siblings.left[first].l, l) {
                    self.tell_apart(siblings, [first, second]);
                    is_told = true;
                }
                continue;
            }
            // Loops in arms of one condition never run one behind the other.
            let is_next = !has_next && may_run_behind(self.host, siblings.left[first].l, l);
            has_next |= is_next;
            let attempt = Attempt {
                speaks: attempt.speaks && is_next,
                ..attempt
            };
            if !attempt.speaks && !prospects.follows(siblings.left[first].l, l) {
                continue;
            }
            let loops = [first, second].map(|n| siblings.left[n].l);
            let version = self.report.edits.version();
            let is_refused = siblings.refused.still(loops, version, attempt.uneven);
            if !attempt.speaks && is_refused {
                continue;
            }
            let both = [first, second].map(|n| siblings.left[n].survey(|l| self.candidate(l)));
            let [Some(a), Some(b)] = both else { continue };
            if !attempt.partners.may_be([a, b]) {
                siblings.mixed.note(l, attempt.speaks);
                continue;
            }
            let pair = Pair::new(self.host, a, b, &siblings.objects)
                .known_to_exceed(siblings.left[first].exceeds);
            // Looking at what both touch costs little; judging costs more.
            let is_near = is_next || !self.options.profit;
            if !is_near && (pair.between.is_err() || !profit::worth::share_an_object(&pair)) {
                continue;
            }
            let versions = self.versions.get();
            let around = (&siblings.left[..first], rest);
            if let Some(fused) = self.fuse_pair(pair, siblings, around, attempt) {
                prospects.forget();
                return Some(siblings.replace(first, second, &fused));
            }
            if self.versions.get() > versions {
                // The code was versioned, and then not fused: facts are stale.
                siblings.forget();
                prospects.forget();
                return None;
            }
        }
        None
    }

    /// Says why two siblings are not fused that a plan has in different loops.
    fn tell_apart(&self, siblings: &Siblings<'h>, both: [usize; 2]) {
        let both = both.map(|n| siblings.left[n].survey(|l| self.candidate(l)));
        let [Some(a), Some(b)] = both else { return };
        let pair = Pair::new(self.host, a, b, &siblings.objects);
        let strategy = self.options.strategy.name();
        // Nothing is prepared only to be told.
        let refusals = match profit::judge(&pair, &self.options_for(true), false) {
            Ok(_) => vec![Refusal::NotPlanned { strategy }],
            Err(refusals) => refusals,
        };
        self.report.refused(a, b, &refusals);
    }

    /// Surveys a loop; none, with a remark, if it is no candidate.
    fn candidate(&self, l: Loop<'h>) -> Option<Surveyed<'h>> {
        enter(Phase::Survey);
        let surveyed = survey(self.host, l);
        match candidate::check(&surveyed.facts, self.options.explain) {
            Ok(_) => Some(surveyed),
            Err(refusals) => {
                self.report.not_candidate(&surveyed, &refusals);
                None
            }
        }
    }

    /// Judges a pair and, if that is legal and pays, fuses it.
    fn fuse_pair(
        &self,
        pair: Pair<'_, 'h>,
        siblings: &Siblings<'h>,
        around: Around<'_, 'h>,
        attempt: Attempt,
    ) -> Option<Fused<'h>> {
        // Judging may find planes, of which another judging knows.
        let version = self.report.edits.version();
        let refusals = match self.judge(&pair, attempt.uneven) {
            Ok(legal) if self.waits_for_unrolling(&pair, &legal, &siblings.objects) => return None,
            Ok(legal) => return self.fuse_legal(pair, legal, siblings, around, attempt),
            Err(refusals) => refusals,
        };
        let is_about_counts = refusals.iter().any(Refusal::is_about_counts);
        let may_pay = || !self.options.profit || profit::worth::may_be_aligned(&pair).is_ok();
        let may_be_uneven = self.options.uneven && !attempt.uneven && is_about_counts;
        let is_later = may_be_uneven && (attempt.speaks || may_pay());
        let loops = [pair.first.l, pair.second.l];
        siblings.refused.note(loops, version, is_later);
        if is_later {
            siblings.uneven.note(pair.second.l, attempt.speaks);
        } else if attempt.speaks && !is_explained(&pair) {
            self.report.refused(pair.first, pair.second, &refusals);
        }
        None
    }

    /// Can a legal pair be judged better by the run that follows, when LLVM has unrolled loops within?
    fn waits_for_unrolling(
        &self,
        pair: &Pair<'_, 'h>,
        legal: &Legal,
        objects: &Objects<'h>,
    ) -> bool {
        let both = [pair.first, pair.second];
        let waits =
            self.is_followed && waits_for_unrolling(self.host, both, objects, &legal.ordered);
        self.waits.set(waits || self.waits.get());
        waits
    }

    /// What pairs are judged by.
    fn options_for(&self, uneven: bool) -> Options {
        let all = self.options;
        Options {
            max_checks: if self.may_check() { all.max_checks } else { 0 },
            uneven,
            ..all.clone()
        }
    }

    pub(super) fn judge(&self, pair: &Pair<'_, 'h>, uneven: bool) -> Result<Legal, Vec<Refusal>> {
        let options = self.options_for(uneven);
        enter(Phase::Judge);
        // That a pair cannot pay is found early, but other reasons say more.
        let must_pay = !self.report.tells_refusals();
        let legal = profit::judge(pair, &options, must_pay)?;
        if !self.has_planes.get() {
            // Where all accesses lead takes long to find out.
            profit::may_weigh(pair, &options).map_err(|refusal| vec![refusal])?;
            self.has_planes.set(true);
            prepare::planes(self.host, &self.report);
        }
        profit::weigh(pair, legal, &options)
    }

    /// Fuses a legal pair, if one more may be fused.
    fn fuse(&self, pair: Pair<'_, 'h>, legal: Legal, checks: &Checks) -> Option<Fused<'h>> {
        let (first, second) = (pair.first, pair.second);
        let permit = self.report.edits.permit(Kind::Fused)?;
        self.report.fused(&permit, (first, second), &legal, checks);
        let gain = || profit::gain::gain(&pair, &legal, !checks.is_empty());
        self.report.gain(first, gain);
        let step = Step::new(&pair, legal);
        let (risen, exceeds) = (step.risen(), step.exceeds);
        let l = permit.apply(|| fuse::apply(self.host, step));
        verify(
            self.host,
            self.options,
            format_args!("fusing {} with {}", first.facts.label, second.facts.label),
        );
        Some(Fused { l, exceeds, risen })
    }

    /// Fuses a legal pair. Where a run-time check must say that it is, or where only one
    /// of the loops may run and more loops behind could follow, it goes behind a check.
    fn fuse_legal(
        &self,
        pair: Pair<'_, 'h>,
        legal: Legal,
        siblings: &Siblings<'h>,
        around: Around<'_, 'h>,
        attempt: Attempt,
    ) -> Option<Fused<'h>> {
        let objects = &siblings.objects;
        let must_check = !legal.checks.is_empty();
        let judge = |pair: &Pair<'_, 'h>, pays: bool| {
            if !pays {
                return profit::judge(pair, &self.options_for(false), false);
            }
            let legal = self.judge(pair, false)?;
            let waits = self.waits_for_unrolling(pair, &legal, objects);
            if waits { Err(vec![]) } else { Ok(legal) }
        };
        let is_told = Cell::new(false);
        let tell = |first: &Surveyed<'h>, second: &Surveyed<'h>, refusals: &[Refusal]| {
            self.report.left_behind(first, second, refusals);
            is_told.set(true);
        };
        let about = (self.host, self.options);
        let find = || {
            let planned = siblings.planned(pair.second.l);
            let (before, rest) = around;
            let before = before.iter().filter(|sibling| sibling.planned == planned);
            let rest = rest.iter().copied();
            let rest = rest.filter(|l| siblings.plan.group_of(*l) == planned);
            let before: Vec<_> = before.map(|sibling| sibling.l).collect();
            let rest: Vec<_> = rest.collect();
            let around = (&before[..], &rest[..]);
            chain::longest(about, (&judge, &tell), &pair, &legal, objects, around)
        };
        let may_check = must_check || self.may_check() && legal.shared.stronger().is_some();
        match may_check.then(find).flatten() {
            Some((checked, checks)) => {
                self.version_and_fuse(&pair, checked, &checks, is_told.get(), attempt)
            }
            _ if must_check => None,
            _ => self.fuse(pair, legal, &Checks::default()),
        }
    }

    /// Puts loops behind a check and fuses the first two. `is_told`: a remark says why no more loops
    /// are among them.
    fn version_and_fuse(
        &self,
        pair: &Pair<'_, 'h>,
        checked: CheckedLoops<'h>,
        checks: &Checks,
        is_told: bool,
        attempt: Attempt,
    ) -> Option<Fused<'h>> {
        let (first, second) = (pair.first.l, pair.second.l);
        let were_worth_it = self.report.edits.are_worth_it();
        let permit = self.report.edits.permit(Kind::Versioned)?;
        self.report.edited(permit.number, Kind::Versioned);
        permit.apply(|| {
            check::apply(self.host, checked);
            if is_told {
                edit::add_attribute(second, EXPLAINED);
            }
        });
        self.versions.set(self.versions.get() + 1);
        verify(
            self.host,
            self.options,
            format_args!(
                "versioning {} and {}",
                pair.first.facts.label, pair.second.facts.label
            ),
        );
        // Every fact is stale.
        let (first, second) = (survey(self.host, first), survey(self.host, second));
        let objects = Objects::default();
        let pair = Pair::new(self.host, &first, &second, &objects);
        let pair = pair.known_to_exceed(checks.iterations);
        match self.judge(&pair, attempt.uneven) {
            Ok(legal) => self.fuse(pair, legal, checks),
            Err(refusals) => {
                self.idle_versions.set(self.idle_versions.get() + 1);
                self.report.edits.come_to_nothing(were_worth_it);
                self.report.refused(&first, &second, &refusals);
                None
            }
        }
    }
}

/// Was it said why the second loop is not fused with the first one, before a check came between?
fn is_explained(pair: &Pair<'_, '_>) -> bool {
    pair.between.is_err() && pair.first.l.has_attribute(EXPLAINED)
}
