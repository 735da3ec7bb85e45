//! What LLVM's vectoriser is told of fused loops.
//!
//! Legality showed of their memory more than LLVM finds out by itself; that is handed on as
//! metadata. And fused loops are longer than those that its heuristics were made for: they carry
//! values from one iteration to the next, where the loops before read them from memory.

use crate::contract::local;
use crate::contract::parallel::Parallel;
use crate::facts::locals::accesses_of;
use crate::facts::row_stores::walks_over_rows;
use crate::llvm::{Block, Chosen, Host, Loop, Preparation, Recurrence, Value, edit};
use crate::model::{FUSED, OF_ROWS};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;

/// Bytes that a vectorised iteration goes on by, if it carries values: of a loop over
/// a row, which may be short, and of a loop by itself.
const BYTES: (u32, u32) = (64, 128);

/// How often loops that store much, or hand on rows, are interleaved.
const LEAST_INTERLEAVED: u32 = 2;

/// With so many accesses at most, loops that store much are interleaved as often as LLVM does at most.
const FEW_ACCESSES: usize = 6;

/// Longer loops keep the machine busy by what they compute.
const MOST_INSTRUCTIONS: usize = 32;

/// No loop is interleaved more often.
const MOST_INTERLEAVED: u32 = 4;

/// Says what is known of the memory of a function's loops; true if anything was said.
pub fn of_memory(host: &Host, parallel: &[Parallel<'_>]) -> bool {
    tell_apart(host) | tell_parallel(host, parallel)
}

/// Says to later passes that the function's own arrays are met by nothing else, where alias
/// analysis does not see that: all accesses to them are known. A vector's memory counts as
/// captured, since its size is computed from its address.
fn tell_apart(host: &Host) -> bool {
    let mut tells = false;
    for memory in local(host) {
        let Some(accesses) = accesses_of(host, memory) else {
            continue;
        };
        let accesses: FxHashSet<_> = accesses.into_iter().map(|a| a.instruction).collect();
        let loops: BTreeSet<_> = accesses.iter().filter_map(|a| host.loop_of(*a)).collect();
        let blocks = loops.iter().flat_map(|l| l.blocks());
        let (own, others): (Vec<_>, Vec<_>) = blocks
            .flat_map(|block| block.instructions())
            .filter(|instruction| host.access(*instruction).is_some())
            .partition(|access| accesses.contains(access));
        let may_meet = |other: &Value<'_>| {
            let pointer = host.access(*other).map(|(pointer, _)| pointer);
            pointer.is_some_and(|p| !host.objects_disjoint(memory, host.underlying_object(p)))
        };
        let others: Vec<_> = others.into_iter().filter(may_meet).collect();
        if others.is_empty() {
            continue;
        }
        for scope in host.new_scopes(None, 1) {
            own.iter().for_each(|access| scope.add_to(*access, &[]));
            others.iter().for_each(|access| scope.keep_from(*access));
        }
        tells = true;
    }
    tells
}

/// Says to the vectoriser which inner loops' iterations do not meet, where it would not see that
/// without a check of its own.
fn tell_parallel(host: &Host, loops: &[Parallel<'_>]) -> bool {
    let needs_telling = |one: &&Parallel<'_>| one.l.vectorisable_memory(host) != Some(0);
    let told = loops.iter().filter(needs_telling);
    told.map(|Parallel { l, accesses }| edit::mark_parallel(*l, accesses))
        .count()
        > 0
}

/// Says which fused loops are to be vectorised row by row, and how often others are to be interleaved; true if
/// anything was said.
pub fn of_vectors(host: &mut Host) -> bool {
    if inner_of_fused(host).is_empty() {
        return false;
    }
    let mut changed = host.canonicalise(Preparation::default(), |_| Chosen::ALL);
    for l in inner_of_fused(host) {
        let rows = around(l).find(|l| l.has_attribute(OF_ROWS));
        changed |= rows.is_some_and(keep_rows);
        changed |= interleave(host, l);
    }
    changed
}

/// Leaves a loop of rows to LLVM's SLP vectoriser: `facts::unrolled` says why.
fn keep_rows(l: Loop<'_>) -> bool {
    let is_free = !is_asked_for(l);
    if is_free {
        edit::keep_from_vectors(l);
    }
    is_free
}

/// Does a loop's metadata say already what the vectoriser is to do?
fn is_asked_for(l: Loop<'_>) -> bool {
    let asks = |name: String| {
        name.starts_with("llvm.loop.interleave") || name.starts_with("llvm.loop.vectorize")
    };
    l.attributes().iter().any(|a| asks(a.name()))
}

/// A loop and those around it, from the inside out.
fn around(l: Loop<'_>) -> impl Iterator<Item = Loop<'_>> {
    std::iter::successors(Some(l), |l| l.parent())
}

/// The innermost loops of those that are made of several.
fn inner_of_fused(host: &Host) -> Vec<Loop<'_>> {
    let mut innermost = host.innermost_loops();
    innermost.retain(|l| around(*l).any(|l| l.has_attribute(FUSED)));
    innermost
}

/// Says how often a fused loop that carries values, or stores much, is to be interleaved; true if that was said.
///
/// LLVM interleaves small loops much, and others not at all. A loop with carried values gets no vectorised epilogue
/// (LLVM 22: fixed-order recurrences), so that what is left of interleaved vectors runs one by one: up to 63 elements, where
/// rows may have no more. Measured with vectors of 512 bits, relative to what LLVM does by itself: rows of 22 to 45
/// elements 1.8 to 4 times as fast, arrays of 8 KB 1.05 to 1.35 times, longer ones 0.97 to 1.03. On the other hand each
/// vector that is carried is put together of two, and moved for the next iteration: with vectors of 256 bits, interleaved four
/// times in place of once, five of eight chains of stencils in one dimension are 1.2 to 2 times as fast, and three as fast as
/// before (Zen 3, arrays of 4 KB to 6 MB).
///
/// Other long loops LLVM interleaves until loads or stores are as many as it interleaves at most: with three of each not at
/// all, where each of the loops before was. Seven such kernels, interleaved twice, are 1.06 times as fast in the mean (arrays
/// of 320 bytes to 128 MB, vectors of 256 bits): up to 1.3 times in the caches, 0.94 times at the least. Of six with six
/// accesses at most, four times is 1.02 times as fast as twice (320 bytes to 32 MB): 1.2 times where it is most, 0.88 times
/// where it is least. With more, registers run out: 0.87 times in the second-level cache.
///
/// Loops that hand on a row to each other are interleaved alike. LLVM interleaves the one that computes less more often,
/// so that it writes what is left of a row in other pieces than the next loop, at once, reads: a load of bytes of two stores
/// waits until both have reached the cache. Rows of 16 floats between two blurs: 0.68 times as fast as without fusion
/// before, 1.2 times so; rows of 13 to 50 are 0.9 to 1.4 times as fast as before, longer ones 1.0 (vectors of 256 bits).
fn interleave(host: &Host, l: Loop<'_>) -> bool {
    if !l.is_simplified() || is_asked_for(l) {
        return false;
    }
    let is_carried = |phi: Value<'_>| l.recurrence(host, phi) == Recurrence::FirstOrder;
    let vector_bytes = host.vector_bits() / 8;
    if vector_bytes == 0 {
        return false;
    }
    let times = if l.header().phis().any(is_carried) {
        let bytes = if walks_over_rows(host, l) {
            BYTES.0
        } else {
            BYTES.1
        };
        Some((bytes / vector_bytes).clamp(1, MOST_INTERLEAVED))
    } else {
        because_of_stores(l).or_else(|| hands_on_rows(host, l).then_some(LEAST_INTERLEAVED))
    };
    if let Some(times) = times {
        edit::interleave(l, times);
    }
    times.is_some()
}

/// Does one of two small loops in the body of a fused one read what the other one has written?
fn hands_on_rows(host: &Host, l: Loop<'_>) -> bool {
    let Some(around) = l.parent().filter(|around| around.has_attribute(FUSED)) else {
        return false;
    };
    let is_counter = |phi| l.recurrence(host, phi) == Recurrence::Induction;
    let Some((stored, loaded)) = stored_and_loaded(host, l) else {
        return false;
    };
    let meets = |other| {
        stored_and_loaded(host, other).is_some_and(|(stored_there, loaded_there)| {
            loaded.contains(&stored_there) || loaded_there.contains(&stored)
        })
    };
    let mut beside = around
        .children(host)
        .into_iter()
        .filter(|other| *other != l);
    l.header().phis().all(is_counter) && beside.any(meets)
}

/// What a loop stores to, and what it loads from, if LLVM may interleave it twice or four times, for all that is known
/// here: one with one store and three loads. With fewer loads the registers are enough for four times.
fn stored_and_loaded<'h>(host: &'h Host, l: Loop<'h>) -> Option<(Value<'h>, Vec<Value<'h>>)> {
    let all = l.blocks().into_iter().flat_map(Block::instructions);
    let accesses = all.filter_map(|i| Some((i, host.underlying_object(host.access(i)?.0))));
    let (loaded, stored): (Vec<_>, Vec<_>) =
        accesses.partition(|(access, _)| access.loaded_from().is_some());
    let &[(_, stored)] = stored.as_slice() else {
        return None;
    };
    let loaded: Vec<_> = loaded.into_iter().map(|(_, object)| object).collect();
    (loaded.len() == 3).then_some((stored, loaded))
}

/// How often to interleave a loop of few instructions that stores more values than LLVM interleaves loops with.
fn because_of_stores(l: Loop<'_>) -> Option<u32> {
    let all = l.blocks().into_iter().flat_map(Block::instructions);
    let (mut size, mut loads, mut stores) = (0, 0, 0);
    for i in all.filter(|i| !i.is_phi()) {
        size += 1;
        loads += usize::from(i.loaded_from().is_some());
        stores += usize::from(i.stored_value().is_some());
    }
    let times = if loads + stores <= FEW_ACCESSES {
        MOST_INTERLEAVED
    } else {
        LEAST_INTERLEAVED
    };
    (size <= MOST_INSTRUCTIONS && loads > 1 && stores > 2).then_some(times)
}
