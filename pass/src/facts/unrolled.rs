//! Nests whose inner loops LLVM will unroll as often as they run: what will its vectorisers make of them?
//!
//! The **loop vectoriser** takes what is left, the loop around: a loop over pixels whose loop over three channels is unrolled,
//! unless what an iteration writes is touched by others. Loops over rows without gaps become one over all elements in its
//! hands (LLVM 22 narrows interleaved groups of equal operations). Other rows it takes with gathers.
//!
//! The **SLP vectoriser** makes vectors of rows that are long enough. Measured with rows of 4 to 16 floats and doubles in
//! fused loops, AVX-512: 1.5 to 4.7 times as fast as with gathers; with rows without gaps, only if each fills a vector of the
//! target, or two.

use super::footprint::Objects;
use super::loops::Surveyed;
use super::vector::apart_for_vectors;
use crate::legality::dependence::Ordered;
use crate::llvm::{AddRec, Host, Loop, Recurrence, Scev, Value};

/// Rows of fewer bytes are too short for vectors of their own.
const LEAST_ROW: u64 = 16;

/// Should a legal pair wait until LLVM has unrolled the loops within, because it is not known before what becomes of the fused
/// loop? It should if one of its loops would be vectorised alone, and the fused loop perhaps not; or if both go over all
/// elements. It should not if rows fill vectors.
pub fn waits_for_unrolling<'h>(
    host: &'h Host,
    loops: [&Surveyed<'h>; 2],
    objects: &Objects<'h>,
    ordered: &Ordered,
) -> bool {
    let unrolled = loops.map(|one| becomes_innermost(host, one.l));
    if unrolled == [false, false] {
        return false;
    }
    if loops.iter().any(|one| one.facts.is_innermost) {
        return true;
    }
    let nests = (0..2).filter(|n| unrolled[*n]).map(|n| loops[n].l);
    let rows = all_rows(host, nests);
    // Of loops that are not fused later, either, more has to be gained.
    let vectors = if ordered.is_within_iterations() { 1 } else { 2 };
    if fill_vectors(host, &rows, vectors) {
        return false;
    }
    if are_dense(&rows) {
        return true;
    }
    let are_free = |one: &Surveyed<'h>| has_free_iterations(host, one, objects);
    match [0, 1].map(|n| unrolled[n] && are_free(loops[n])) {
        [false, false] => false,
        [true, true] => !ordered.is_within_iterations(),
        _ => true,
    }
}

/// Will a loop with loops inside be an innermost one, since LLVM unrolls all of these as
/// often as they run?
fn becomes_innermost(host: &Host, l: Loop<'_>) -> bool {
    let inner = l.children(host);
    let vanishes = |l: &Loop<'_>| {
        let is_innermost = l.children(host).is_empty();
        (is_innermost || becomes_innermost(host, *l)) && l.is_unrolled_wholly(host)
    };
    !inner.is_empty() && inner.iter().all(vanishes)
}

/// Do all innermost loops of two nests go along rows of one length that fill vectors, element by element?
pub(crate) fn have_rows<'h>(host: &'h Host, nests: [Loop<'h>; 2]) -> bool {
    let are_nests = nests.iter().all(|l| !l.children(host).is_empty());
    are_nests && fill_vectors(host, &all_rows(host, nests), 1)
}

/// Are these rows, each long enough for a vector, and, if there are no gaps between them, for so many of the target's?
fn fill_vectors(host: &Host, rows: &[Row], vectors: u64) -> bool {
    let least = match are_dense(rows) {
        true => vectors * u64::from(host.vector_bits() / 8),
        false => 0,
    };
    let is_long = |row: &Row| row.bytes >= LEAST_ROW.max(least);
    !rows.is_empty() && rows.iter().all(is_long)
}

fn are_dense(rows: &[Row]) -> bool {
    !rows.is_empty() && rows.iter().all(|row| row.is_dense)
}

/// The rows that innermost loops of nests go along; none if one of them does anything else.
fn all_rows<'h>(host: &'h Host, nests: impl IntoIterator<Item = Loop<'h>>) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut rest: Vec<_> = nests.into_iter().collect();
    while let Some(l) = rest.pop() {
        let inner = l.children(host);
        if inner.is_empty() {
            let Some(all) = rows_of(host, l) else {
                return Vec::new();
            };
            rows.extend(all);
        }
        rest.extend(inner);
    }
    rows
}

/// What an access makes of an array in a loop along a row.
struct Row {
    bytes: u64,
    /// The next row follows without a gap.
    is_dense: bool,
}

/// What all accesses of an innermost loop do that do not stay where they are; none if that is more than going along rows.
fn rows_of<'h>(host: &'h Host, l: Loop<'h>) -> Option<Vec<Row>> {
    let count = l.constant_trip_count(host)?;
    let is_induction = |phi| l.recurrence(host, phi) == Recurrence::Induction;
    if l.blocks().len() > 1 || !l.header().phis().all(is_induction) {
        return None;
    }
    let row = |(pointer, bytes): (Value<'h>, u64)| {
        let address = Scev::of(host, pointer)?.as_recurrence(host)?;
        let row = Row {
            bytes: bytes.saturating_mul(count),
            is_dense: address.start.as_recurrence(host).and_then(step_of)
                == bytes.checked_mul(count),
        };
        (step_of(address) == Some(bytes)).then_some(row)
    };
    let instructions = l.blocks().into_iter().flat_map(|b| b.instructions());
    let accesses = instructions
        .filter_map(|i| host.access(i))
        .filter(|(pointer, _)| l.defines(*pointer));
    let rows: Option<Vec<_>> = accesses.map(row).collect();
    rows.filter(|rows| !rows.is_empty())
}

/// By how many bytes an address goes on, in either direction, if that is constant.
fn step_of(address: AddRec<'_>) -> Option<u64> {
    address.step.as_constant().map(i64::unsigned_abs)
}

/// Can iterations of a nest run side by side, as far as the vectoriser knows?
fn has_free_iterations<'h>(host: &'h Host, surveyed: &Surveyed<'h>, objects: &Objects<'h>) -> bool {
    surveyed.what_stops_vectors(host).is_none()
        && surveyed.strict_order(host).is_none()
        && apart_for_vectors(host, surveyed, objects).is_some()
}
