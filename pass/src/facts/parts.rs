//! Parts of an object that a run-time check may expect to be apart.
//!
//! Planes of one allocation begin some whole planes, or some number that nobody knows, behind each
//! other. What begins some rows behind overlaps: a check of that would never pass.

use super::footprint::{Objects, Site};
use super::loops::Surveyed;
use super::polynomial::{Atoms, Polynomial};
use crate::llvm::{Form, Host, Loop, Scev};
use crate::model::{AccessKind, ObjectId};
use std::collections::{BTreeMap, BTreeSet};

/// More parts of an object than that are not compared.
const MOST_PARTS: usize = 12;

/// Planes that are told from rows begin no more planes apart.
const MOST_LENGTHS: usize = 4;

/// Margins are no wider: rows above and below what is touched of a plane.
const MOST_MARGIN: usize = 8;

/// Steps of constant length, of which no more lie between what overlaps.
const MOST_STEPS: u64 = 64;

/// The two parts of an object that loops touch at two sites, if these may be expected to be apart.
pub(crate) fn expected_apart<'h>(
    host: &'h Host,
    objects: &Objects<'h>,
    whole: ObjectId,
    sites: [(Site<'h>, Loop<'h>); 2],
) -> Option<(ObjectId, ObjectId)> {
    let [a, b] = sites.map(|(site, l)| site.part(host, l, whole, objects));
    let (a, b) = a.zip(b).filter(|(a, b)| a != b)?;
    let are_apart = objects.expected_apart((a, b), || are_apart(host, objects, (a, b), sites));
    are_apart.then_some((a, b))
}

fn are_apart<'h>(
    host: &'h Host,
    objects: &Objects<'h>,
    (a, b): (ObjectId, ObjectId),
    sites: [(Site<'h>, Loop<'h>); 2],
) -> bool {
    let by = objects.distance(host, a, b);
    let Some(by) = by.and_then(|by| by.unlimited(host)) else {
        return false;
    };
    let is_beyond = |(site, l): &(Site<'h>, Loop<'h>)| -> Option<bool> {
        let (low, high) = site.ends(host, *l, objects)?;
        let entered = |s: Scev<'h>| site.as_entered(host, s.unlimited(host)?);
        let (by, length) = (entered(by)?, entered(high.minus(host, low)?)?);
        let pitches: Vec<_> = site.pitches(host).into_iter().filter_map(entered).collect();
        Some(is_lengths(host, by, length, &pitches))
    };
    // What is some rows, or elements, ahead of the other one overlaps with it.
    let is_of_rows = |(site, _): &(Site<'h>, Loop<'h>)| {
        let is_multiple = |pitch| is_multiple(host, by, pitch);
        let entered = |pitch| site.as_entered(host, pitch);
        let mut pitches = site.pitches(host).into_iter();
        pitches.any(|pitch| is_multiple(pitch) || entered(pitch).is_some_and(is_multiple))
    };
    let is_any_beyond = sites.iter().any(|site| is_beyond(site) == Some(true));
    is_any_beyond || !sites.iter().any(is_of_rows)
}

/// The pairs of parts of an object, one of them written, that may be expected to be apart.
pub fn all_expected_apart<'h>(
    host: &'h Host,
    objects: &Objects<'h>,
    whole: ObjectId,
    loops: &[&Surveyed<'h>],
) -> BTreeSet<(ObjectId, ObjectId)> {
    let mut parts: BTreeMap<ObjectId, (bool, (Site<'h>, Loop<'h>))> = BTreeMap::new();
    for surveyed in loops {
        let footprint = surveyed.footprint(host, objects);
        let all = footprint.accesses.iter().zip(&footprint.sites);
        for (access, site) in all.filter(|(access, _)| access.object == Some(whole)) {
            if let Some(part) = site.part(host, surveyed.l, whole, objects) {
                let known = parts.entry(part).or_insert((false, (*site, surveyed.l)));
                known.0 |= access.kind == AccessKind::Write;
            }
        }
    }
    let parts: Vec<_> = parts.into_values().take(MOST_PARTS).collect();
    let mut pairs = BTreeSet::new();
    for (at, &(writes, site)) in parts.iter().enumerate() {
        for &(other_writes, second) in &parts[at + 1..] {
            let apart = || expected_apart(host, objects, whole, [site, second]);
            let apart = (writes || other_writes).then(apart).flatten();
            pairs.extend(apart.map(|(a, b)| (a.min(b), a.max(b))));
        }
    }
    pairs
}

/// Is a distance, forwards or backwards, some times what is touched from end to end, and a constant or a few rows more for
/// margins? If it is some rows less, then both overlap.
fn is_lengths<'h>(host: &'h Host, by: Scev<'h>, length: Scev<'h>, pitches: &[Scev<'h>]) -> bool {
    // What else it depends on would be left.
    let mut known = std::iter::once(&length).chain(pitches);
    if !known.any(|s| by.has_variables_of(*s)) {
        return false;
    }
    let mut atoms = Atoms::new(host, Vec::new());
    let both = atoms.polynomial(by).zip(atoms.polynomial(length));
    let Some((by, length)) = both else {
        return false;
    };
    let is_variable = |pitch: &&Scev<'h>| pitch.as_constant().is_none();
    let pitches = pitches.iter().filter(is_variable);
    let pitches: Vec<_> = pitches.filter_map(|s| atoms.polynomial(*s)).collect();
    let is_few_rows =
        |rest: &Polynomial, pitch| rest.rest_of_division(pitch, MOST_MARGIN).is_some();
    let is_little = |rest: Polynomial| {
        let mut pitches = pitches.iter();
        rest.as_constant().is_some() || pitches.any(|pitch| is_few_rows(&rest, pitch))
    };
    let is_beyond = |by: Polynomial| {
        let rests = std::iter::successors(Some(by), |rest| rest.minus(&length));
        rests.take(MOST_LENGTHS + 1).skip(1).any(is_little)
    };
    let backwards = Polynomial::constant(0).minus(&by);
    is_beyond(by) || backwards.is_some_and(is_beyond)
}

/// Is a distance a multiple of a pitch, and perhaps a few bytes? Of a constant pitch, a small one.
fn is_multiple<'h>(host: &'h Host, by: Scev<'h>, pitch: Scev<'h>) -> bool {
    match (by.as_constant(), pitch.as_constant()) {
        (Some(by), Some(pitch)) => {
            by.unsigned_abs() <= pitch.unsigned_abs().saturating_mul(MOST_STEPS)
        }
        (None, Some(_)) => false,
        (Some(_), None) => true,
        (None, None) => {
            let factors = variables(host, pitch);
            let is_with_all = |term: Scev<'h>| {
                let mut left = variables(host, term);
                let mut take = |factor: &Scev<'h>| {
                    let at = left.iter().position(|other| other == factor);
                    at.map(|at| left.swap_remove(at)).is_some()
                };
                term.as_constant().is_some() || factors.iter().all(&mut take)
            };
            match by.form(host) {
                Form::Sum => by.operands(host).all(is_with_all),
                _ => is_with_all(by),
            }
        }
    }
}

/// The factors of a product that are no constants, signed or not.
fn variables<'h>(host: &'h Host, s: Scev<'h>) -> Vec<Scev<'h>> {
    let factors = match s.form(host) {
        Form::Product => s.operands(host).collect(),
        _ => vec![s],
    };
    let is_variable = |s: &Scev<'h>| s.as_constant().is_none();
    let narrow = |s: Scev<'h>| match s.form(host) {
        Form::Extension => s.operands(host).next().unwrap_or(s),
        _ => s,
    };
    factors
        .into_iter()
        .filter(is_variable)
        .map(narrow)
        .collect()
}
