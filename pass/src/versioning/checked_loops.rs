//! Loops that follow each other and that one run-time check serves.

use crate::facts::between::Between;
use crate::facts::bounds::bounds;
use crate::facts::footprint::{Objects, the_object};
use crate::facts::guards::Guard;
use crate::facts::loops::Surveyed;
use crate::facts::region::Region;
use crate::legality::checks::Checks;
use crate::llvm::region::Bounds;
use crate::llvm::{Host, Scev, Value};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// What versioning needs: everything that [`check`](super::check) would have to find out.
pub struct CheckedLoops<'h> {
    /// What is copied.
    pub region: Region<'h>,
    /// The guards of loops that run where the check holds; none if they stay.
    pub guards: Vec<Guard<'h>>,
    /// The bytes that the loops touch through each pointer that is checked.
    pub bounds: Vec<Bounds<'h>>,
    /// Which of these must be apart.
    pub pairs: Vec<(usize, usize)>,
    /// Which of these are of parts of objects only.
    pub parts: Vec<usize>,
    /// Numbers that must not be negative.
    pub margins: Vec<Scev<'h>>,
    /// The first loop's back-edge count, which must be at least that.
    pub least_count: Option<(Scev<'h>, u64)>,
    /// Instructions that touch memory through just one of the pointers, or one part of what it
    /// points to, and which.
    pub accesses: Vec<(Value<'h>, usize)>,
}

impl<'h> CheckedLoops<'h> {
    /// Loops with what lies between each and the next one. None if they cannot be
    /// copied as one piece of up to `limit` instructions, or if the bounds of what is
    /// to be checked are not known before them.
    pub fn new(
        host: &'h Host,
        loops: &[&Surveyed<'h>],
        between: &[Between<'h>],
        objects: &Objects<'h>,
        checks: &Checks,
        limit: u64,
    ) -> Option<Self> {
        let (&first, &last) = (loops.first()?, loops.last()?);
        let guards = |between: &Between<'h>| between.guards.clone();
        let (of_first, of_last) = (guards(between.first()?), guards(between.last()?));
        if between
            .iter()
            .any(|b| b.guards.is_some() != of_first.is_some())
        {
            return None;
        }
        let region = Region::find(
            host,
            (first, of_first.as_ref().map(|g| &g.0)),
            (last, of_last.as_ref().map(|g| &g.1)),
        )?;
        if region.size(host)? > limit {
            return None;
        }
        let position = region.top.terminator();
        let mut checked = CheckedLoops {
            region,
            guards: Vec::new(),
            bounds: Vec::new(),
            pairs: Vec::new(),
            parts: Vec::new(),
            margins: Vec::new(),
            least_count: None,
            accesses: Vec::new(),
        };
        if checks.guards {
            let all = between.iter().filter_map(|b| b.guards.as_ref());
            for guard in all.flat_map(|(a, b)| [a, b]) {
                if !host.is_computable(guard.condition, position) {
                    return None;
                }
                if checked
                    .guards
                    .iter()
                    .all(|known| known.branch != guard.branch)
                {
                    checked.guards.push(guard.clone());
                }
            }
        }
        if let Some(iterations) = checks.iterations {
            // Comparisons of what is as wide as addresses say most about these.
            let wide = first.l.wide_backedge_count(host);
            let count = wide.filter(|count| host.is_expandable(*count, position));
            checked.least_count =
                Some((count.or_else(|| first.l.backedge_count(host))?, iterations));
        }
        for &margin in checks.rows.keys() {
            let number = objects.margin_value(margin);
            if !host.is_expandable(number, position) {
                return None;
            }
            checked.margins.push(number);
        }
        let mut index = BTreeMap::new();
        for &(a, b) in &checks.objects {
            for object in [a, b] {
                if let Entry::Vacant(entry) = index.entry(object) {
                    entry.insert(checked.bounds.len());
                    if objects.whole(object) != object {
                        checked.parts.push(checked.bounds.len());
                    }
                    let known = bounds(host, loops, objects, object, position)?;
                    checked.bounds.push(known);
                }
            }
            checked.pairs.push((index[&a], index[&b]));
        }
        let memory = loops.iter().flat_map(|s| &s.memory);
        let is_checked = |i: &Value<'h>| {
            let object = the_object(host, *i, objects)?;
            Some((*i, *index.get(&object)?))
        };
        checked.accesses = memory.filter_map(is_checked).collect();
        for s in loops.iter().filter(|_| !checked.parts.is_empty()) {
            let footprint = s.footprint(host, objects);
            for (access, site) in footprint.accesses.iter().zip(&footprint.sites) {
                let Some(whole) = the_object(host, site.instruction, objects) else {
                    continue;
                };
                let is_it = access.object == Some(whole);
                let part = is_it
                    .then(|| site.part(host, s.l, whole, objects))
                    .flatten();
                let known = part.and_then(|part| index.get(&part));
                checked
                    .accesses
                    .extend(known.map(|at| (site.instruction, *at)));
            }
        }
        Some(checked)
    }
}
