//! The loops that ways from a loop lead to, through what may lie between two loops that are fused.

use super::eligible::is_left_alone;
use super::failing::{is_eligible_if_checked, way_on};
use super::hazards::hazard;
use super::order::MOST_BLOCKS;
use super::search::may_be_search;
use crate::llvm::{Block, Host, Loop};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

/// Which eligible siblings follow which, in whatever version of what lies between them.
pub struct Reached<'h> {
    host: &'h Host,
    headers: FxHashSet<Block<'h>>,
    /// By the header of a loop, as long as nothing is edited.
    reached: RefCell<FxHashMap<Block<'h>, Rc<[Block<'h>]>>>,
    /// Whether blocks may lie between two loops, for as long.
    passable: RefCell<FxHashMap<Block<'h>, bool>>,
}

impl<'h> Reached<'h> {
    /// Looks at the loops of a group.
    pub fn new(host: &'h Host, group: &[Loop<'h>]) -> Self {
        let may_be = |l: &&Loop<'h>| {
            !is_left_alone(**l) && (is_eligible_if_checked(host, **l) || may_be_search(host, **l))
        };
        let eligible = group.iter().filter(may_be);
        Reached {
            host,
            headers: eligible.map(|l| l.header()).collect(),
            reached: RefCell::default(),
            passable: RefCell::default(),
        }
    }

    /// Forgets what follows what, once something was edited.
    pub fn forget(&self) {
        self.reached.borrow_mut().clear();
        self.passable.borrow_mut().clear();
    }

    /// How many loops are eligible?
    pub fn count(&self) -> usize {
        self.headers.len()
    }

    /// Is the loop with this header eligible?
    pub fn is_eligible(&self, header: Block<'h>) -> bool {
        self.headers.contains(&header)
    }

    /// In a version that perhaps leaves out some of what lies between, may these two follow each other?
    pub fn may_follow(&self, first: Loop<'h>, second: Loop<'h>) -> bool {
        self.from(first).contains(&second.header())
    }

    /// Headers of the eligible loops that some way from a loop leads to.
    pub fn from(&self, l: Loop<'h>) -> Rc<[Block<'h>]> {
        let mut known = self.reached.borrow_mut();
        let reached = known.entry(l.header());
        let find = || {
            let mut reached = self.find(l);
            reached.retain(|header| self.headers.contains(header));
            reached.into()
        };
        reached.or_insert_with(find).clone()
    }

    fn find(&self, l: Loop<'h>) -> Vec<Block<'h>> {
        let around = l.parent();
        let mut headers = Vec::new();
        let mut seen = FxHashSet::default();
        let mut rest: VecDeque<_> = way_on(l).into_iter().collect();
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
                if self.headers.contains(&block) || is_eligible_if_checked(self.host, inside) {
                    rest.extend(way_on(inside));
                }
            }
        }
        headers
    }
}

/// May a block lie between two loops? What allocates may throw: loops sink behind it
/// (`prepare::sinkable`).
fn may_be_passed(host: &Host, block: Block<'_>) -> bool {
    let mut all = block.instructions();
    all.all(|i| hazard(host.effects(i)).is_none() || host.is_local_memory(i))
}
