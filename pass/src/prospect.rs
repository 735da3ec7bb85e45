//! A cheap look at loops as they come, before anything is prepared: may there be
//! a pair to fuse?
//!
//! Preparing and judging loops costs far more than looking at each instruction
//! once, and most loops of ordinary code have several exits, call functions that
//! may not return, run until they find something, or stand far apart. All that is
//! asked here holds of every pair that legality accepts, so that nothing is lost,
//! and what is fused does not depend on whether anybody asks for remarks.

use crate::facts::instead::Instead;
use crate::facts::reached::Reached;
use crate::llvm::{Block, Host, Loop};
use crate::versioning::unswitched::Unswitched;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

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
        let is_eligible = move |l: &Loop<'h>| lead && prospects.reached.is_eligible(l.header());
        group.into_iter().filter(is_eligible)
    };
    groups(host).flat_map(eligible).flat_map(|l| l.nest(host))
}

/// Siblings that are eligible, whatever becomes of what lies between them.
pub struct Prospects<'h> {
    host: &'h Host,
    reached: Rc<Reached<'h>>,
    /// Which loops follow a loop as the function stands, by its header, as long as nothing is edited.
    behind: RefCell<FxHashMap<Block<'h>, Rc<[Block<'h>]>>>,
    /// What runs instead of loops, for as long, once asked for.
    instead: RefCell<Option<Instead<'h>>>,
}

impl<'h> Prospects<'h> {
    /// Looks at the loops of a group.
    pub fn new(host: &'h Host, group: &[Loop<'h>]) -> Self {
        Prospects {
            host,
            reached: Rc::new(Reached::new(host, group)),
            behind: RefCell::default(),
            instead: RefCell::default(),
        }
    }

    /// Which loops follow which, in whatever version.
    pub fn reached(&self) -> Rc<Reached<'h>> {
        self.reached.clone()
    }

    /// Forgets what follows what, once something was edited.
    pub fn forget(&self) {
        self.reached.forget();
        self.behind.borrow_mut().clear();
        self.instead.take();
    }

    /// May any loop of the group be fused with one behind it, as the function stands or in a version that it may be
    /// given?
    pub fn lead(&self, group: &[Loop<'h>]) -> bool {
        let is_conceivable = || {
            let is_eligible = |l: &Loop<'h>| self.reached.is_eligible(l.header());
            let eligible = group.iter().copied().filter(is_eligible);
            Unswitched::is_conceivable(self.host, &eligible.collect::<Vec<_>>(), &self.reached)
        };
        group.iter().any(|l| self.leads(*l)) || is_conceivable()
    }

    /// As the function stands, may this one?
    fn leads(&self, first: Loop<'h>) -> bool {
        self.reached.is_eligible(first.header())
            && self.reached.count() > 1
            && !self.headers_behind(first).is_empty()
    }

    /// As the function stands, may these two be fused?
    pub fn follows(&self, first: Loop<'h>, second: Loop<'h>) -> bool {
        self.headers_behind(first).contains(&second.header())
    }

    /// Headers of the eligible loops that may follow a loop: what lies between is a line with
    /// side regions, as [`Between`](crate::facts::between::Between) describes it, as far as that can be told
    /// from what is passed and from what runs instead of the two.
    fn headers_behind(&self, l: Loop<'h>) -> Rc<[Block<'h>]> {
        let mut known = self.behind.borrow_mut();
        let behind = known.entry(l.header());
        let find = || {
            let mut behind = self.reached.from(l).to_vec();
            behind.retain(|header| !self.is_in_arm(l, *header));
            behind.into()
        };
        behind.or_insert_with(find).clone()
    }

    /// Does something run instead of a loop, or of one behind it, beside the other one?
    fn is_in_arm(&self, first: Loop<'h>, second: Block<'h>) -> bool {
        let find = || {
            let headers = first.siblings(self.host).into_iter().map(Loop::header);
            let eligible = headers.filter(|header| self.reached.is_eligible(*header));
            Instead::find(self.host, first.parent(), eligible)
        };
        let mut instead = self.instead.borrow_mut();
        instead
            .get_or_insert_with(find)
            .parts(first.header(), second)
    }
}
