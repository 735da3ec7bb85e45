//! Two versions of a run of loops: the originals, and a copy that changes, for where a check holds.
//!
//! The copy is the version that changes, so that it can go again, if nothing comes of it. Till that
//! is decided, it is on trial: the originals may be reached where the check holds, too. What is found
//! out of them meanwhile, by analyses or passes of LLVM, is true without the copy.
//!
//! ```text
//!   top     does the check hold? ─ no ───┐
//!   begin   nobody knows ────────────────┤
//!           └──┐                         │
//!           copy of the region         region
//!              └────────────┬────────────┘
//! ```

use super::check::{ask_in_turn, copy_region};
use crate::facts::region::Region;
use crate::llvm::region::LoopClone;
use crate::llvm::{Block, Host, Loop, Value, edit};
use crate::model::UNSWITCHED;
use crate::rewrite::split::mark_nest;

/// Lets all copies that are on trial stay: what was to decide of them has failed. Either version is right where
/// the check holds.
pub fn end_trials(host: &Host) {
    for block in host.blocks() {
        let choices: Vec<_> = block
            .instructions()
            .filter(|i| i.is_free_choice())
            .collect();
        choices.into_iter().for_each(|choice| host.choose(choice));
    }
}

/// Lets what a check asks be computed where a region begins.
pub(crate) fn raise<'h>(host: &'h Host, top: Block<'h>, lifted: Vec<Value<'h>>) {
    for value in lifted {
        host.forget_value(value);
        let is_made = |block| host.nearest_post_dominator(top, block) == Some(block);
        if value.loaded_from().is_none() || !value.block().is_some_and(is_made) {
            edit::drop_promises(value);
        }
        edit::move_before(value, top.terminator());
    }
}

/// Deletes a counted copy of a search, so that the search itself always runs.
pub(crate) fn drop_search<'h>(host: &'h Host, copy: Loop<'h>) {
    let begin = copy.header();
    host.drop_search(copy);
    host.recalculate_dominators();
    host.delete_from(&[begin]);
}

/// Both versions.
pub struct Alternative<'h> {
    /// The loops as they were, in program order.
    pub originals: Vec<Loop<'h>>,
    /// Those of the copy that are to be fused.
    pub loops: Vec<Loop<'h>>,
    /// The first block behind the one that leads to both.
    behind_top: Block<'h>,
    /// Where the originals begin.
    pub(crate) entry: Block<'h>,
    /// Whether the copy is entered where the check holds; none if it always is, and the originals behind it.
    trial: Option<Value<'h>>,
    /// What becomes of the originals if the copy is kept; none if they take no part in further fusion.
    pub(crate) otherwise: Option<Otherwise<'h>>,
}

/// Originals that are the version for where a condition goes the other way.
pub(crate) struct Otherwise<'h> {
    /// The condition, and its value for them.
    pub condition: (Value<'h>, bool),
    /// The blocks of the originals that branch on it.
    pub branches: Vec<Block<'h>>,
    /// The loops of the copy that run in no other version.
    pub chosen: Vec<Loop<'h>>,
    /// The originals that are left.
    pub loops: Vec<Loop<'h>>,
}

impl<'h> Otherwise<'h> {
    /// Leaves out of the originals what the condition excludes.
    fn close(self, host: &'h Host) -> Vec<Loop<'h>> {
        let (condition, holds) = self.condition;
        let asks = |block: &Block<'h>| block.terminator().branch_condition() == Some(condition);
        let branches = self.branches.into_iter().filter(asks);
        keep_ways(host, branches.map(|block| (block, way(block, holds))));
        for l in &self.loops {
            edit::add_attribute(*l, UNSWITCHED);
        }
        self.loops
    }
}

/// Where a branch leads if its condition has a value.
pub(crate) fn way(branch: Block<'_>, holds: bool) -> Block<'_> {
    branch.successors()[usize::from(!holds)]
}

/// Lets branches always lead to a block each. Of what nothing leads to then, as other branches among them, nothing goes
/// before all are done.
pub(crate) fn keep_ways<'h>(
    host: &'h Host,
    ways: impl IntoIterator<Item = (Block<'h>, Block<'h>)>,
) {
    let mut others = Vec::new();
    for (branch, kept) in ways {
        let all = branch.successors();
        others.extend(all.into_iter().filter(|way| *way != kept));
        host.fold_branch(branch, kept);
    }
    host.delete_from(&others);
}

impl<'h> Alternative<'h> {
    /// Copies a region with all its loops, of which `kept` are to be fused. Control goes to its
    /// begin always, till a check is made.
    pub(crate) fn make(
        host: &'h Host,
        region: Region<'h>,
        originals: Vec<Loop<'h>>,
        kept: &[Loop<'h>],
    ) -> (Self, Region<'h>, LoopClone<'h>) {
        Alternative::make_without(host, region, originals, kept, &[])
    }

    /// The same, but blocks of the copy always lead to one of their successors, which are given as they are in the region.
    /// Only the region leads elsewhere from there: to where nothing goes on.
    pub(crate) fn make_without(
        host: &'h Host,
        mut region: Region<'h>,
        originals: Vec<Loop<'h>>,
        kept: &[Loop<'h>],
        ways: &[(Block<'h>, Block<'h>)],
    ) -> (Self, Region<'h>, LoopClone<'h>) {
        for &l in &originals {
            host.forget_loop(l);
        }
        let top = region.top;
        let entry = host.split_block(top, top.terminator());
        let begin = host.split_block(top, top.terminator());
        let (copy, exit) = copy_region(host, &mut region, &originals, entry);
        for (block, kept) in ways {
            let block = if *block == top { entry } else { *block };
            // The region has an exit of its own by now.
            let is_behind = *kept == region.end && !region.is_straight();
            let kept = if is_behind { exit } else { *kept };
            // Where it led else has no entries for it yet.
            edit::branch_always(copy.block(block), copy.block(kept));
        }
        let trial = host.free_choice(begin.terminator());
        host.branch_if_checked(begin, trial, [copy.block(entry), entry]);
        host.join_clone(&copy, &region.blocks, exit);
        host.recalculate_dominators();
        let copied = kept.iter().map(|l| {
            let l = host.innermost_loop(copy.block(l.header()));
            l.expect("the copy of a header is one")
        });
        let alternative = Alternative {
            loops: copied.collect(),
            originals,
            behind_top: begin,
            entry,
            trial: Some(trial),
            otherwise: None,
        };
        (alternative, region, copy)
    }

    /// What was put before an original, which begins at `entry` now.
    pub(crate) fn before(
        original: Loop<'h>,
        copy: Loop<'h>,
        begin: Block<'h>,
        entry: Block<'h>,
    ) -> Self {
        Alternative {
            originals: vec![original],
            loops: vec![copy],
            behind_top: begin,
            entry,
            trial: None,
            otherwise: None,
        }
    }

    /// Lets branches of a copy lead where a check says that they do. They are given as they are in the region, of which `top`
    /// was the block before it.
    pub(crate) fn close_other_ways(
        &self,
        host: &'h Host,
        copy: &LoopClone<'h>,
        top: Block<'h>,
        ways: Vec<(Block<'h>, Block<'h>)>,
    ) {
        let in_copy = |(branch, kept)| {
            let branch = self.in_originals(top, branch);
            (copy.block(branch), copy.block(kept))
        };
        keep_ways(host, ways.into_iter().map(in_copy));
    }

    /// The block of the originals that ends as a block of the region did, of which `top` was the block before it.
    pub(crate) fn in_originals(&self, top: Block<'h>, block: Block<'h>) -> Block<'h> {
        if block == top { self.entry } else { block }
    }

    /// Lets a block that held these instructions, and then what computes some conditions, ask them in turn and lead on where
    /// all hold, and to the originals where one does not.
    pub(crate) fn ask(
        &self,
        host: &'h Host,
        block: Block<'h>,
        (old, conditions): (&[Value<'h>], &[Value<'h>]),
        next: Block<'h>,
    ) {
        let mut last = block;
        for branch in ask_in_turn(host, block, old, conditions) {
            let ways = [branch.next, self.entry];
            host.branch_if_checked(branch.block, branch.condition, ways);
            last = branch.next;
        }
        edit::branch_always(last, next);
    }

    /// Lets more of a check be asked in front of where the copy begins, from that block on.
    pub(crate) fn ask_from(&mut self, begin: Block<'h>) {
        self.behind_top = begin;
    }

    /// Deletes the copy.
    pub fn undo(self, host: &'h Host) {
        if self.trial.is_none() {
            drop_search(host, self.loops[0]);
        } else {
            self.end_trial(host);
            let top = self.top();
            let ways = top.successors();
            edit::branch_always(top, self.entry);
            host.recalculate_dominators();
            let copies = ways.into_iter().filter(|way| *way != self.entry);
            host.delete_from(&copies.collect::<Vec<_>>());
        }
        host.forget_dispositions();
        host.ir_changed();
    }

    /// Keeps both, and says which of the originals may be fused with each other; the others take no part in further
    /// fusion.
    pub fn keep(mut self, host: &'h Host) -> Vec<Loop<'h>> {
        self.end_trial(host);
        if let Some(otherwise) = self.otherwise.take() {
            let others = otherwise.close(host);
            self.settle(host);
            return others;
        }
        for l in &self.originals {
            mark_nest(host, l.header());
        }
        vec![]
    }

    /// The loops of the copy that are to be fused with others of it; none if any two may be.
    pub fn chosen(&self) -> &[Loop<'h>] {
        let otherwise = self.otherwise.as_ref();
        otherwise.map_or(&[], |otherwise| &otherwise.chosen)
    }

    /// The block that leads to both. It is another one once a loop that it lies behind was fused, and what
    /// that one left, or what stood before, was put in front of its end; and it ends with a check once one is made.
    pub(crate) fn top(&self) -> Block<'h> {
        let above = |block: Block<'h>| block.predecessors().into_iter().next();
        let mut top = above(self.behind_top).expect("something leads to a version");
        // Of a check in several steps, each leads to the originals, too.
        while top.successors().contains(&self.entry)
            && let Some(step) = above(top)
            && step.successors().contains(&self.entry)
        {
            top = step;
        }
        top
    }

    /// Where the copy begins.
    pub(crate) fn begin(&self) -> Block<'h> {
        let begin = self.trial.and_then(Value::block);
        begin.expect("it is on trial")
    }

    fn end_trial(&self, host: &'h Host) {
        let Some(trial) = self.trial else { return };
        let begin = self.begin();
        let copy = begin
            .successors()
            .into_iter()
            .find(|way| *way != self.entry);
        host.fold_branch(begin, copy.expect("it leads to two blocks"));
        host.choose(trial);
    }

    pub(crate) fn settle(&self, host: &'h Host) {
        host.recalculate_dominators();
        host.forget_dispositions();
        host.ir_changed();
    }
}
