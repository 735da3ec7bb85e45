//! A cheap look at loops as they come, before anything is prepared: may there be
//! a pair to fuse?
//!
//! Preparing and judging loops costs far more than looking at each instruction
//! once, and most loops of ordinary code have several exits, call functions that
//! may not return, run until they find something, or stand far apart. All that is
//! asked here holds of every pair that legality accepts, so that nothing is lost,
//! and what is fused does not depend on whether anybody asks for remarks.

use super::between::{self, MOST_DECIDED};
use super::guards;
use super::hazards::hazard;
use crate::llvm::{Block, Host, Loop, Opcode, Value};
use std::collections::HashSet;

/// Blocks on a way between two loops: a line, and both guards' ways.
const MOST_BLOCKS: usize = between::REACH + 2 * guards::REACH + 1;

/// Is there a pair with a prospect, at whatever level?
pub fn has_prospect(host: &Host) -> bool {
    let mut groups = vec![host.top_level_loops()];
    while let Some(group) = groups.pop() {
        let prospects = Prospects::new(host, &group);
        if group.iter().any(|l| prospects.leads(*l)) {
            return true;
        }
        groups.extend(group.iter().map(|l| l.children(host)));
    }
    false
}

/// Siblings that are eligible, whatever becomes of what lies between them.
pub struct Prospects<'h> {
    host: &'h Host,
    headers: HashSet<Block<'h>>,
}

impl<'h> Prospects<'h> {
    /// Looks at the loops of a group.
    pub fn new(host: &'h Host, group: &[Loop<'h>]) -> Self {
        let eligible = group.iter().filter(|l| is_eligible(host, **l));
        let headers = eligible.map(|l| l.header()).collect();
        Prospects { host, headers }
    }

    /// As the function stands, may a loop be fused with one behind it?
    pub fn leads(&self, first: Loop<'h>) -> bool {
        let is_sibling = |b| self.headers.contains(b) && *b != first.header();
        self.headers.contains(&first.header())
            && self.headers.len() > 1
            && headers_behind(self.host, first).iter().any(is_sibling)
    }

    /// As the function stands, may these two be fused?
    pub fn follows(&self, first: Loop<'h>, second: Loop<'h>) -> bool {
        self.headers.contains(&second.header())
            && headers_behind(self.host, first).contains(&second.header())
    }
}

fn is_eligible(host: &Host, l: Loop<'_>) -> bool {
    is_counted(l) && l.blocks().into_iter().all(|b| is_free_of_hazards(host, b))
}

/// Has the loop one exit, and may the number of iterations be known before it
/// runs? Not if leaving it depends on what it loads from changing places.
pub(super) fn is_counted(l: Loop<'_>) -> bool {
    let [exiting] = l.exiting_blocks()[..] else {
        return false;
    };
    let Some(condition) = exiting.terminator().branch_condition() else {
        return false;
    };
    let is_load = |v: Value<'_>| v.opcode() == Some(Opcode::LLVMLoad);
    let changes = |address| computation(l, address).any(Value::is_phi);
    !computation(l, condition).any(|v| is_load(v) && v.operands().any(changes))
}

/// Instructions of a loop that a value is computed from, itself included.
fn computation<'h>(l: Loop<'h>, value: Value<'h>) -> impl Iterator<Item = Value<'h>> {
    let mut rest = vec![value];
    let mut seen = HashSet::new();
    std::iter::from_fn(move || {
        let value = loop {
            let value = rest.pop()?;
            if l.defines(value) && seen.insert(value) {
                break value;
            }
        };
        rest.extend(value.operands());
        Some(value)
    })
}

fn is_free_of_hazards(host: &Host, block: Block<'_>) -> bool {
    block
        .instructions()
        .all(|i| hazard(host.effects(i)).is_none())
}

/// A way from behind a loop.
#[derive(Clone, Copy)]
struct Way<'h> {
    /// Where it has led.
    to: Block<'h>,
    /// How many blocks and branches it has crossed.
    blocks: usize,
    branches: usize,
    /// Has it come to where the loop's guard would lead?
    has_joined: bool,
}

/// Headers of the loops that may follow a loop: what lies between is one of the
/// lines that [`Between`](super::Between) describes, as far as that can be told
/// without asking which branches are decided.
fn headers_behind<'h>(host: &'h Host, l: Loop<'h>) -> Vec<Block<'h>> {
    let around = l.parent();
    let mut headers = Vec::new();
    let start = |to| Way {
        to,
        blocks: 0,
        branches: 0,
        has_joined: false,
    };
    let mut rest: Vec<_> = l.unique_exit().into_iter().map(start).collect();
    while let Some(way) = rest.pop() {
        if host.innermost_loop(way.to) != around {
            headers.push(way.to);
            continue;
        }
        let joins = way.to.single_predecessor().is_none();
        let may_join = !way.has_joined && way.branches == 0 && skips(host, l, way.to);
        let successors = way.to.successors();
        let next = Way {
            blocks: way.blocks + 1,
            branches: way.branches + usize::from(successors.len() > 1),
            has_joined: way.has_joined || joins,
            ..way
        };
        let is_short = next.blocks <= MOST_BLOCKS && next.branches <= MOST_DECIDED + 1;
        if is_short && (!joins || may_join) && is_free_of_hazards(host, way.to) {
            rest.extend(successors.into_iter().map(|to| Way { to, ..next }));
        }
    }
    headers
}

/// Is one of the two ways into a block a way around a loop?
fn skips<'h>(host: &'h Host, l: Loop<'h>, join: Block<'h>) -> bool {
    let is_above = |b: Block<'h>| host.dominates(b, l.header());
    let is_around = |b: Block<'h>| is_above(b) || b.single_predecessor().is_some_and(is_above);
    let predecessors = join.predecessors();
    predecessors.len() == 2 && predecessors.into_iter().any(is_around)
}
