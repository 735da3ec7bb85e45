//! What keeps siblings apart that may not be seen between two of them alone.

use super::between::Part;
use super::pair::Pair;
use crate::legality::alignment::Alignment;
use crate::legality::movability;
use crate::legality::oracle::PairOracle;
use crate::llvm::{Block, Host, Loop, Value};
use std::collections::{BTreeSet, HashSet};

/// The code between two loops that can go neither before nor behind both: where it is, and what. None where it is
/// loops and nothing else that touches memory: what orders these is found by comparing them.
pub fn stuck_between<'h>(host: &'h Host, pair: &Pair<'_, 'h>) -> Option<(Block<'h>, String)> {
    let between = pair.between.as_ref().ok()?;
    let pieces = pair.pieces(Alignment::default());
    let is_stuck = |n: &usize| movability::place(&pieces[..=*n]).is_err();
    let at = (0..pieces.len()).find(is_stuck)?;
    let (part, _) = &between.parts()[at];
    if let Part::Detour(detour) = part {
        let touches = |instruction: &Value<'h>| {
            let effects = host.effects(*instruction);
            effects.reads() || effects.writes()
        };
        let is_inside = |block: &Block<'h>| detour.loops.iter().any(|l| l.contains(*block));
        let mut beside = detour.blocks.iter().filter(|block| !is_inside(block));
        let is_code = beside.any(|block| block.instructions().any(|i| touches(&i)));
        if !detour.loops.is_empty() && !is_code {
            return None;
        }
    }
    let block = part.instructions().first()?.block()?;
    let line = match pieces[at].line {
        0 => String::new(),
        line => format!(" (line {line})"),
    };
    Some((block, format!("{}{line}", pieces[at].what)))
}

/// Those of some loops, by their places, of which a loop uses a value, be it computed further on the way.
pub fn loops_used<'h>(host: &'h Host, l: Loop<'h>, others: &[Loop<'h>]) -> BTreeSet<usize> {
    let mut used = BTreeSet::new();
    let mut seen = HashSet::new();
    let inside = l
        .blocks()
        .into_iter()
        .flat_map(|block| block.instructions());
    let mut rest: Vec<_> = inside
        .flat_map(|i| i.operands())
        .filter(|v| !l.defines(*v))
        .collect();
    let around = l.parent();
    while let Some(value) = rest.pop() {
        let Some(block) = value.block().filter(|_| seen.insert(value)) else {
            continue;
        };
        if let Some(at) = others.iter().position(|other| other.contains(block)) {
            used.insert(at);
        } else if host.innermost_loop(block) == around
            && around.is_none_or(|around| around.header() != block || !value.is_phi())
        {
            rest.extend(value.operands());
        }
    }
    used
}
