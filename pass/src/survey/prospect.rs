//! A cheap look at loops as they come, before anything is prepared: may there be
//! a pair to fuse?
//!
//! Preparing and judging loops costs far more than looking at each instruction
//! once, and most loops of ordinary code have several exits, call functions that
//! may not return, run until they find something, or stand far apart. All that is
//! asked here holds of every pair that legality accepts, so that nothing is lost,
//! and what is fused does not depend on whether anybody asks for remarks.

use super::hazards::hazard;
use super::instead::Instead;
use super::unswitched::Unswitched;
use crate::llvm::{Block, Host, Loop, Opcode, Value};
use crate::model::{FORBIDDEN, LEFT_OVER, ONLY_FORCED};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

/// How many blocks behind a loop are looked at.
const MOST_BLOCKS: usize = 96;

/// All siblings of a function, those of outer loops before those within.
pub fn groups<'h>(host: &'h Host) -> impl Iterator<Item = Vec<Loop<'h>>> {
    let mut rest = VecDeque::from([host.top_level_loops()]);
    std::iter::from_fn(move || {
        let group = rest.pop_front()?;
        rest.extend(group.iter().map(|l| l.children(host)));
        Some(group)
    })
}

/// Is there a pair with a prospect, at whatever level?
pub fn has_prospect(host: &Host) -> bool {
    groups(host).any(|group| Prospects::new(host, &group).lead(&group))
}

/// The loops that may be in pairs, at whatever level, with all loops in them.
pub fn promising<'h>(host: &'h Host) -> impl Iterator<Item = Loop<'h>> {
    let eligible = |group: Vec<Loop<'h>>| {
        let prospects = Prospects::new(host, &group);
        let lead = prospects.lead(&group);
        let is_eligible = move |l: &Loop<'h>| lead && prospects.headers.contains(&l.header());
        group.into_iter().filter(is_eligible)
    };
    groups(host).flat_map(eligible).flat_map(|l| l.nest(host))
}
/// Siblings that are eligible, whatever becomes of what lies between them.
pub struct Prospects<'h> {
    host: &'h Host,
    headers: FxHashSet<Block<'h>>,
    /// Where the ways from a loop lead, by its header, as long as nothing is edited.
    reached: RefCell<FxHashMap<Block<'h>, Rc<[Block<'h>]>>>,
    /// Those of them that are left if no way leads around either loop, for as long.
    behind: RefCell<FxHashMap<Block<'h>, Rc<[Block<'h>]>>>,
    /// Whether blocks may lie between two loops, for as long.
    passable: RefCell<FxHashMap<Block<'h>, bool>>,
    /// What runs instead of loops, for as long, once asked for.
    instead: RefCell<Option<Instead<'h>>>,
}

impl<'h> Prospects<'h> {
    /// Looks at the loops of a group.
    pub fn new(host: &'h Host, group: &[Loop<'h>]) -> Self {
        let may_be = |l: &&Loop<'h>| !is_left_alone(**l) && is_eligible(host, **l);
        let eligible = group.iter().filter(may_be);
        let headers = eligible.map(|l| l.header()).collect();
        Prospects {
            host,
            headers,
            reached: RefCell::default(),
            behind: RefCell::default(),
            passable: RefCell::default(),
            instead: RefCell::default(),
        }
    }

    /// Forgets what follows what, once something was edited.
    pub fn forget(&self) {
        self.reached.borrow_mut().clear();
        self.behind.borrow_mut().clear();
        self.passable.borrow_mut().clear();
        self.instead.take();
    }

    /// May any loop of the group be fused with one behind it, as the function stands or in a version that it may be
    /// given?
    pub fn lead(&self, group: &[Loop<'h>]) -> bool {
        let is_conceivable = || {
            let is_eligible = |l: &Loop<'h>| self.headers.contains(&l.header());
            let eligible = group.iter().copied().filter(is_eligible);
            Unswitched::is_conceivable(self.host, &eligible.collect::<Vec<_>>(), self)
        };
        group.iter().any(|l| self.leads(*l)) || is_conceivable()
    }

    /// As the function stands, may this one?
    fn leads(&self, first: Loop<'h>) -> bool {
        self.headers.contains(&first.header())
            && self.headers.len() > 1
            && !self.headers_behind(first).is_empty()
    }

    /// As the function stands, may these two be fused?
    pub fn follows(&self, first: Loop<'h>, second: Loop<'h>) -> bool {
        self.headers_behind(first).contains(&second.header())
    }

    /// Headers of the eligible loops that may follow a loop: what lies between is a line with
    /// detours, as [`Between`](super::Between) describes it, as far as that can be told
    /// from what is passed and from what runs instead of the two.
    fn headers_behind(&self, l: Loop<'h>) -> Rc<[Block<'h>]> {
        let mut known = self.behind.borrow_mut();
        let behind = known.entry(l.header());
        let find = || {
            let mut behind = self.headers_reached(l).to_vec();
            behind.retain(|header| !self.is_in_arm(l, *header));
            behind.into()
        };
        behind.or_insert_with(find).clone()
    }

    /// In a version that leaves out some of what lies between, may these two be fused?
    pub(super) fn may_follow(&self, first: Loop<'h>, second: Loop<'h>) -> bool {
        self.headers_reached(first).contains(&second.header())
    }

    /// Headers of the eligible loops that some way from a loop leads to, through what may be passed.
    fn headers_reached(&self, l: Loop<'h>) -> Rc<[Block<'h>]> {
        let mut known = self.reached.borrow_mut();
        let reached = known.entry(l.header());
        let find = || {
            let mut reached = self.find_reached(l);
            reached.retain(|header| self.headers.contains(header));
            reached.into()
        };
        reached.or_insert_with(find).clone()
    }

    /// Does something run instead of a loop, or of one behind it, beside the other one?
    fn is_in_arm(&self, first: Loop<'h>, second: Block<'h>) -> bool {
        let around = first.parent();
        let siblings = || match around {
            None => self.host.top_level_loops(),
            Some(around) => around.children(self.host),
        };
        let find = || {
            let headers = siblings().into_iter().map(Loop::header);
            let eligible = headers.filter(|header| self.headers.contains(header));
            Instead::find(self.host, around, eligible)
        };
        let mut instead = self.instead.borrow_mut();
        instead
            .get_or_insert_with(find)
            .parts(first.header(), second)
    }

    fn find_reached(&self, l: Loop<'h>) -> Vec<Block<'h>> {
        let around = l.parent();
        let mut headers = Vec::new();
        let mut seen = FxHashSet::default();
        let mut rest: VecDeque<_> = l.unique_exit().into_iter().collect();
        while let Some(block) = rest.pop_front() {
            if seen.len() == MOST_BLOCKS || !seen.insert(block) {
                continue;
            }
            let inside = self.host.innermost_loop(block);
            if inside == around {
                let mut passable = self.passable.borrow_mut();
                let known = passable.entry(block);
                if *known.or_insert_with(|| may_be_passed(self.host, block)) {
                    rest.extend(block.successors());
                }
            } else if let Some(inside) = inside.filter(|_| block != l.header()) {
                headers.push(block);
                if self.headers.contains(&block) || is_eligible(self.host, inside) {
                    rest.extend(inside.unique_exit());
                }
            }
        }
        headers
    }
}

/// May one sibling run behind another, in one iteration of what is around both? Not if they are in
/// arms of one condition. Of loops that are far apart: yes.
pub fn may_run_behind<'h>(host: &'h Host, first: Loop<'h>, second: Loop<'h>) -> bool {
    let around = first.parent();
    let mut seen = FxHashSet::default();
    let mut rest = ways_out(first);
    while let Some(block) = rest.pop() {
        if around.is_some_and(|l| block == l.header() || !l.contains(block)) || !seen.insert(block)
        {
            continue;
        }
        if block == second.header() || seen.len() == MOST_BLOCKS {
            return true;
        }
        match host.innermost_loop(block) {
            inside if inside == around => rest.extend(block.successors()),
            inside => rest.extend(inside.into_iter().flat_map(ways_out)),
        }
    }
    false
}

/// The blocks that a loop leads to.
pub(super) fn ways_out(l: Loop<'_>) -> Vec<Block<'_>> {
    let exits = l.exiting_blocks().into_iter().flat_map(|b| b.successors());
    exits.filter(|b| !l.contains(*b)).collect()
}

/// Does its metadata keep a loop from being fused? Others may be fused across it.
fn is_left_alone(l: Loop<'_>) -> bool {
    let mut words = [LEFT_OVER, FORBIDDEN, ONLY_FORCED].into_iter();
    words.any(|word| l.has_attribute(word))
}

/// May the loop be fused with any other one, for all that one look at its instructions says?
pub fn is_eligible(host: &Host, l: Loop<'_>) -> bool {
    is_counted(l)
        && l.blocks().into_iter().all(|b| is_free_of_hazards(host, b))
        && l.nest(host)
            .into_iter()
            .all(|inner| inner == l || may_end(inner))
}

/// May it be known of a loop in another one that it ends?
fn may_end(l: Loop<'_>) -> bool {
    let may_be_counted = |exiting: Block<'_>| {
        let condition = exiting.terminator().branch_condition();
        condition.is_none_or(|condition| is_countable(l, condition))
    };
    l.must_progress() || l.exiting_blocks().into_iter().all(may_be_counted)
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
    is_countable(l, condition)
}

/// May the number of iterations until a condition of a loop turns be known before? Not if it depends on what the loop
/// loads from changing places.
fn is_countable(l: Loop<'_>, condition: Value<'_>) -> bool {
    let is_load = |v: Value<'_>| v.opcode() == Some(Opcode::LLVMLoad);
    let changes = |address| computation(l, address).any(Value::is_phi);
    !computation(l, condition).any(|v| is_load(v) && v.operands().any(changes))
}

/// Instructions of a loop that a value is computed from, itself included.
fn computation<'h>(l: Loop<'h>, value: Value<'h>) -> impl Iterator<Item = Value<'h>> {
    let mut rest = vec![value];
    let mut seen = FxHashSet::default();
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

/// May a block lie between two loops? What allocates may throw: loops sink behind it
/// ([`sinkable`](super::sinkable)).
fn may_be_passed(host: &Host, block: Block<'_>) -> bool {
    let mut all = block.instructions();
    all.all(|i| hazard(host.effects(i)).is_none() || host.is_local_memory(i))
}

fn is_free_of_hazards(host: &Host, block: Block<'_>) -> bool {
    block
        .instructions()
        .all(|i| hazard(host.effects(i)).is_none())
}
