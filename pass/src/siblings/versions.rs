//! Siblings in versions: copies of them of which more is known, kept where loops are fused in them.

use super::{Fuser, MOST_VERSIONS};
use crate::candidate;
use crate::edits::Kind;
use crate::facts::footprint::Objects;
use crate::facts::loops::{Surveyed, survey};
use crate::facts::pair::Pair;
use crate::legality;
use crate::llvm::Loop;
use crate::model::{SCALED, STRIP_MINED};
use crate::prepare;
use crate::prepare::dense::Dense;
use crate::versioning::alternative::Alternative;
use crate::versioning::flat::Flat;
use crate::versioning::predicated::Predicated;
use crate::versioning::reloading::Reloading;
use crate::versioning::row_pointers::RowPointers;
use crate::versioning::scaled::Scaled;
use crate::versioning::searching::Searching;
use crate::versioning::specialised::Specialised;
use crate::versioning::unswitched::Unswitched;
use crate::versioning::{
    compute_rows, load_once, predicate, scale, specialise, strip_mine, unswitch,
};
use std::cell::Cell;

/// Makes a version of the first siblings that it serves, if that may be, and says how many are dealt
/// with then; none if it serves none.
type Make<'m, 'h> = dyn Fn(&[Loop<'h>]) -> Option<(Option<Alternative<'h>>, usize)> + 'm;

impl<'h> Fuser<'_, 'h> {
    /// Prepares siblings, given in program order, fuses them, and returns those that are left.
    pub(super) fn fuse_siblings(&self, group: &[Loop<'h>]) -> Vec<Loop<'h>> {
        if !self.report.tells_refusals() && !self.prospects(group).lead(group) {
            return group.to_vec();
        }
        let mut group = group.to_vec();
        let flatten = |siblings: &mut [Loop<'h>], all| {
            let verify = || self.verify(format_args!("flattening nests"));
            prepare::flatten(self.host, siblings, all, &self.report, verify);
        };
        let dense = Dense::find_all(self.host, &group);
        flatten(&mut group, dense);
        let limit = self.options.max_version;
        let predicate = |rest: &[Loop<'h>]| {
            // LLVM finds some checks to be true meanwhile.
            if self.is_patient.get() {
                return None;
            }
            let (predicated, end) = Predicated::find(self.host, rest, self.options)?;
            let make = || predicate::apply(self.host, predicated, self.options);
            Some((self.make_alternative(make), end))
        };
        let fuse = |group: &[Loop<'h>]| {
            self.unswitch_and_fuse(group, limit, &|group| self.fuse_versions(group))
        };
        let search = |group: &[Loop<'h>]| {
            let search = |rest: &[Loop<'h>]| self.count_search(group, rest);
            self.fuse_alternatives(group, &search, &fuse).0
        };
        let (mut left, _) = self.fuse_alternatives(&group, &predicate, &search);
        let dense = Dense::of_fused(self.host, &left);
        flatten(&mut left, dense);
        left
    }

    /// Makes a counted copy of the first search of some siblings, which are the last ones of a group.
    fn count_search(
        &self,
        group: &[Loop<'h>],
        rest: &[Loop<'h>],
    ) -> Option<(Option<Alternative<'h>>, usize)> {
        let done = group.len() - rest.len();
        let (searching, at) = Searching::find(self.host, group, done)?;
        let version = self.make_alternative(|| searching.apply(self.host));
        self.has_searches
            .set(self.has_searches.get() || version.is_some());
        Some((version, at + 1 - done))
    }

    /// Fuses siblings in versions for each way that conditions between them go, where something comes of that.
    fn unswitch_and_fuse(
        &self,
        group: &[Loop<'h>],
        limit: u64,
        fuse: &dyn Fn(&[Loop<'h>]) -> Vec<Loop<'h>>,
    ) -> Vec<Loop<'h>> {
        // One version at a time, which is done with all siblings: they may have more conditions in it.
        let is_made = Cell::new(false);
        let unswitch = |rest: &[Loop<'h>]| {
            let reached = || self.prospects(rest).reached();
            let unswitched = Unswitched::find(self.host, rest, limit, reached)?;
            if !self.may_serve(&unswitched) {
                return Some((None, rest.len()));
            }
            let make = || Some(unswitch::apply(self.host, unswitched));
            let version = self.make_alternative(make)?;
            self.prepare(&version.loops);
            let chosen = version.chosen().to_vec();
            let version = self.keep_serving(version, |l| chosen.contains(&l));
            is_made.set(version.is_some());
            Some((version, rest.len()))
        };
        let fuse_made = |group: &[Loop<'h>]| match is_made.take() {
            true => self.unswitch_and_fuse(group, limit / 2, fuse),
            false => fuse(group),
        };
        let (mut left, others) = self.fuse_alternatives(group, &unswitch, &fuse_made);
        for group in others {
            left.extend(self.unswitch_and_fuse(&group, limit / 2, fuse));
        }
        left
    }

    /// Prepares siblings, and fuses them in versions of them that suit.
    fn fuse_versions(&self, group: &[Loop<'h>]) -> Vec<Loop<'h>> {
        let limit = self.options.max_version;
        let is_to_hoist = Cell::new(false);
        let specialise = |rest: &[Loop<'h>]| {
            let (specialised, end) = Specialised::find(self.host, rest, limit)?;
            let make = || Some(specialise::apply(self.host, specialised));
            is_to_hoist.set(true);
            Some((self.make_alternative(make), end))
        };
        let load_once = |rest: &[Loop<'h>]| {
            let (reloading, end) = Reloading::find(self.host, rest, limit)?;
            let make = || load_once::apply(self.host, reloading, self.options);
            Some((self.make_alternative(make), end))
        };
        let strip_mine = |rest: &[Loop<'h>]| {
            let (flat, end) = Flat::find(self.host, rest, limit)?;
            let make = || Some(strip_mine::apply(self.host, flat, self.options.profit));
            let version = self.make_alternative(make);
            let is_new = |l: Loop<'h>| l.has_attribute(STRIP_MINED);
            Some((
                version.and_then(|version| self.keep_serving(version, is_new)),
                end,
            ))
        };
        let find_scaled =
            |rest: &[Loop<'h>]| Scaled::find(self.host, rest, (limit, self.options.profit));
        let scale = |rest: &[Loop<'h>]| {
            let make = |scaled| {
                let version = self.make_alternative(|| scale::apply(self.host, scaled))?;
                self.keep_serving(version, |l: Loop<'h>| l.has_attribute(SCALED))
            };
            let (scaled, end) = find_scaled(rest)?;
            let may_be_odd = !scaled.exactly;
            // What is left of a longer loop may stand in the way.
            let make_even = || {
                let (scaled, _) = find_scaled(rest).filter(|_| may_be_odd)?;
                make(scaled.exactly())
            };
            Some((make(scaled).or_else(make_even), end))
        };
        let compute_rows = |rest: &[Loop<'h>]| {
            let (rows, end) = RowPointers::find(self.host, rest, self.options)?;
            let make = || compute_rows::apply(self.host, rows, self.options);
            Some((self.make_alternative(make), end))
        };
        let hoist = || {
            self.host.hoist();
            true
        };
        let fuse = |members: &[Loop<'h>]| {
            if members != group {
                self.prepare(members);
            }
            self.fuse_group(members)
        };
        self.prepare(group);
        let scale = |group: &[Loop<'h>]| self.fuse_alternatives(group, &scale, &fuse).0;
        let strip_mine = |group: &[Loop<'h>]| self.fuse_alternatives(group, &strip_mine, &scale).0;
        let compute_rows =
            |group: &[Loop<'h>]| self.fuse_alternatives(group, &compute_rows, &strip_mine).0;
        let load_once = |group: &[Loop<'h>]| {
            if is_to_hoist.take() {
                self.report.edits.attempt(Kind::Prepared, hoist);
            }
            self.fuse_alternatives(group, &load_once, &compute_rows).0
        };
        self.fuse_alternatives(group, &specialise, &load_once).0
    }

    /// Gives up a version that does not serve.
    fn keep_serving(
        &self,
        version: Alternative<'h>,
        is_new: impl Fn(Loop<'h>) -> bool,
    ) -> Option<Alternative<'h>> {
        if self.serves(&version, is_new) {
            return Some(version);
        }
        self.report.edits.finish(|| version.undo(self.host));
        None
    }

    /// Can two loops of a version be fused that follow each other, and of which one is what the version was made for?
    fn serves(&self, version: &Alternative<'h>, is_new: impl Fn(Loop<'h>) -> bool) -> bool {
        self.has_partners(&version.loops, is_new, |pair| {
            let is_candidate = |s: &Surveyed<'h>| candidate::check(&s.facts, false).is_ok();
            [pair.first, pair.second].into_iter().all(is_candidate)
                && self.judge(pair, true).is_ok()
        })
    }

    /// The same before it is made, for all that dependences say.
    fn may_serve(&self, unswitched: &Unswitched<'h>) -> bool {
        let is_new = |l| unswitched.chosen.contains(&l);
        self.has_partners(&unswitched.kept, is_new, |pair| {
            legality::may_be_ordered(pair, self.options)
        })
    }

    /// Are there loops that follow each other, of which one is new, and of which this holds?
    fn has_partners(
        &self,
        loops: &[Loop<'h>],
        is_new: impl Fn(Loop<'h>) -> bool,
        holds: impl Fn(&Pair<'_, 'h>) -> bool,
    ) -> bool {
        let surveyed: Vec<_> = loops.iter().map(|l| survey(self.host, *l)).collect();
        let objects = Objects::default();
        surveyed.windows(2).any(|pair| {
            pair.iter().filter(|s| is_new(s.l)).count() == 1
                && holds(&Pair::new(self.host, &pair[0], &pair[1], &objects))
        })
    }

    /// Fuses siblings in versions of them that `make` has made, as long as they have any, and gives
    /// up those of which nothing comes. `make` says how many siblings are dealt with. Says what is left, and which
    /// originals may be fused with each other beside these.
    fn fuse_alternatives(
        &self,
        group: &[Loop<'h>],
        make: &Make<'_, 'h>,
        fuse: &dyn Fn(&[Loop<'h>]) -> Vec<Loop<'h>>,
    ) -> (Vec<Loop<'h>>, Vec<Vec<Loop<'h>>>) {
        let mut versions = Vec::new();
        if self.may_check() && !self.host.is_for_size() {
            let mut rest = group;
            while self.attempts.get() < MOST_VERSIONS
                && let Some((version, end)) = make(rest)
            {
                versions.extend(version);
                rest = &rest[end..];
            }
        }
        let mut members = group.to_vec();
        for version in &versions {
            replace(&mut members, &version.originals, &version.loops);
        }
        if versions.is_empty() {
            return (fuse(&members), vec![]);
        }
        let is_patient = self.is_patient.replace(false);
        let mut left = fuse(&members);
        self.is_patient.set(is_patient);
        let (mut covered, mut others) = (0, vec![]);
        let mut leaves_out = false;
        for version in versions {
            let is_fused = version.loops.iter().any(|l| !left.contains(l));
            if !is_fused {
                covered += version.originals.len();
                leaves_out |= !version.chosen().is_empty();
                replace(&mut left, &version.loops, &version.originals);
            }
            self.report.edits.finish(|| {
                if is_fused {
                    others.push(version.keep(self.host));
                } else {
                    version.undo(self.host);
                }
            });
        }
        self.verify(format_args!("keeping or giving up versions"));
        // Where nothing is fused in a version of all loops, nothing is without it, unless it leaves out some.
        if covered > 0 && (leaves_out || covered < left.len()) {
            left = fuse(&left);
        }
        (left, others)
    }

    /// Makes a version of loops, if that may be.
    fn make_alternative(
        &self,
        make: impl FnOnce() -> Option<Alternative<'h>>,
    ) -> Option<Alternative<'h>> {
        self.attempts.set(self.attempts.get() + 1);
        let mut made = None;
        let number = self.report.edits.attempt(Kind::Prepared, || {
            made = make();
            made.is_some()
        });
        if let Some(number) = number {
            self.report.edited(number, Kind::Prepared);
        }
        self.verify(format_args!("making a version"));
        made
    }
}

/// Puts loops in the place of others, which follow each other.
fn replace<'h>(all: &mut Vec<Loop<'h>>, old: &[Loop<'h>], new: &[Loop<'h>]) {
    let at = all.iter().position(|l| *l == old[0]);
    let at = at.expect("loops are replaced that are there");
    all.splice(at..at + old.len(), new.iter().copied());
}
