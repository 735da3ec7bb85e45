//! Loops that only read, and are left early where they find something.

use super::eligible::{is_countable, is_left_alone};
use super::hazards::hazard;
use crate::llvm::{Block, Connective, Host, Loop, Value};

/// Conditions of more parts are not taken apart.
const MOST_PARTS: usize = 8;

/// What decides whether such a loop goes on at its end.
pub struct Search<'h> {
    /// Conditions that may say how often it runs.
    pub counting: Vec<Value<'h>>,
    /// Conditions of what it reads.
    pub others: Vec<Value<'h>>,
}

impl<'h> Search<'h> {
    /// Of a rotated loop that only reads, and may be left before its end.
    pub fn find(host: &'h Host, l: Loop<'h>) -> Option<Self> {
        let search = Search::at(l, l.latch()?)?;
        let may_be_left = !search.others.is_empty() || l.exiting_blocks().len() > 1;
        (may_be_left && is_reading_line(host, l)).then_some(search)
    }

    /// What decides at the end of a block, if some of that may say how often the loop runs.
    fn at(l: Loop<'h>, block: Block<'h>) -> Option<Self> {
        let condition = block.terminator().branch_condition()?;
        let ways = block.successors();
        if ways.iter().all(|way| l.contains(*way)) {
            return None;
        }
        let goes_on = match l.contains(ways[0]) {
            true => Connective::And,
            false => Connective::Or,
        };
        let mut parts = vec![];
        take_apart(condition, goes_on, &mut parts);
        let (counting, others): (Vec<_>, Vec<_>) =
            parts.into_iter().partition(|part| is_countable(l, *part));
        (!counting.is_empty()).then_some(Search { counting, others })
    }
}

/// May it be a loop that only reads, and may be left before its end, once it is rotated?
pub fn may_be_search<'h>(host: &'h Host, l: Loop<'h>) -> bool {
    let exiting = l.exiting_blocks();
    let mut ends = exiting.iter().filter_map(|block| Search::at(l, *block));
    ends.any(|end| !end.others.is_empty() || exiting.len() > 1) && is_reading_line(host, l)
}

/// Does a loop only read, without alternatives but to be left?
fn is_reading_line<'h>(host: &'h Host, l: Loop<'h>) -> bool {
    let reads = |block: Block<'h>| {
        let end = block.terminator();
        let mut rest = block.instructions().filter(|i| !i.is_phi() && *i != end);
        rest.all(|i| only_reads(host, l, i))
    };
    !is_left_alone(l) && l.is_line() && l.blocks().into_iter().all(reads)
}

/// Conditions that make up one.
fn take_apart<'h>(condition: Value<'h>, by: Connective, parts: &mut Vec<Value<'h>>) {
    match condition.connective().filter(|(made, _)| *made == by) {
        Some((_, both)) if parts.len() < MOST_PARTS => {
            for part in both {
                take_apart(part, by, parts);
            }
        }
        _ => parts.push(condition),
    }
}

fn only_reads(host: &Host, l: Loop<'_>, i: Value<'_>) -> bool {
    let effects = host.effects(i);
    if effects.is_scope_declaration() {
        return true;
    }
    if i.loaded_from().is_some() {
        return hazard(effects).is_none();
    }
    let begin = l.header().instructions().next();
    begin.is_some_and(|begin| host.is_speculatable(i, begin))
}
