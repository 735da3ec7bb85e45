//! Two versions of a run of loops: one that loads what its stores do not write over once, before the
//! loops, and the original for where they do.
//!
//! ```text
//!   top, stage 0   loads; does the first loop run, and keep what was loaded? ─ no ──┐
//!   stage 1        loads; does the second loop?                     ───────── no ──┤
//!   ...            └──── yes ─┐                                                    │
//!   copy of the region, to be fused                                              region
//!                             └───────┬─────────────────────────────────────────────┘
//!   exit           values of the region, or of its copy
//! ```
//!
//! The copy is the version that changes, so that it can go again, if nothing comes of it.

use super::separate::{ask_in_turn, copy_region};
use super::split::mark_nest;
use crate::llvm::{Block, Host, Loaded, Loop, edit};
use crate::model::LOADED_ONCE;
use crate::options::Options;
use crate::survey::{Reloading, Staged, keeps_places};

/// Both versions.
pub struct LoadedOnce<'h> {
    /// The loops as they were.
    pub originals: Vec<Loop<'h>>,
    /// Those that load once.
    pub loops: Vec<Loop<'h>>,
    /// Leads to both.
    top: Block<'h>,
    /// Where the originals begin.
    entry: Block<'h>,
}

impl<'h> LoadedOnce<'h> {
    /// Makes the two versions; none if that is not worth anything, or if no check can tell.
    pub fn make(host: &'h Host, reloading: Reloading<'h>, options: &Options) -> Option<Self> {
        let Reloading {
            loops: originals,
            mut region,
        } = reloading;
        for &l in &originals {
            host.forget_loop(l);
        }
        let top = region.top;
        let entry = host.split_block(top, top.terminator());
        let (copy, exit) = copy_region(host, &mut region, &originals, entry);
        let mut begin = copy.block(entry);
        host.branch_if_checked(top, host.truth(), [begin, entry]);
        host.join_clone(&copy, &region.blocks, exit);
        host.recalculate_dominators();
        let mut blocks: Vec<_> = region.blocks.iter().map(|b| copy.block(*b)).collect();
        let header_of = |l: &Loop<'h>| copy.block(l.header());
        let loops = originals.iter().map(header_of);
        let loops: Option<Vec<_>> = loops.map(|header| host.innermost_loop(header)).collect();
        let mut stages = vec![top];
        for _ in 1..originals.len() {
            stages.push(begin);
            begin = host.split_block(begin, edit::first_insertion_point(begin));
            blocks.push(begin);
        }
        let version = LoadedOnce {
            originals,
            loops: loops.expect("the copy of a header is one"),
            top,
            entry,
        };
        if version
            .load(host, &stages, (begin, &blocks), options)
            .is_none()
        {
            version.undo(host);
            return None;
        }
        Some(version)
    }

    fn load(
        &self,
        host: &'h Host,
        stages: &[Block<'h>],
        (begin, blocks): (Block<'h>, &[Block<'h>]),
        options: &Options,
    ) -> Option<()> {
        let Loaded { places, guards } = host.load_once(stages, &self.loops, begin, blocks)?;
        let keep = || keeps_places(host, stages, &self.loops, &places, options);
        host.doubting_progress(&self.loops, || {
            let Staged {
                checks,
                least_count,
            } = keep()?;
            for (at, (stage, check)) in stages.iter().zip(checks).enumerate() {
                let old: Vec<_> = stage.instructions().collect();
                let position = stage.terminator();
                let least = least_count.filter(|_| at == 0);
                let least = least.map(|count| host.is_at_least(position, count));
                let mut asked: Vec<_> = guards[at].into_iter().chain(least).collect();
                asked.extend(host.check(position, &[], (&check.bounds, &check.pairs), &[]));
                if asked.len() > 1 && self.loops[0].parent().is_some() {
                    asked = vec![edit::and(position, &asked)];
                }
                let mut last = *stage;
                for branch in ask_in_turn(host, last, &old, &asked) {
                    host.branch_if_checked(
                        branch.block,
                        branch.condition,
                        [branch.next, self.entry],
                    );
                    last = branch.next;
                }
                edit::branch_always(last, stages.get(at + 1).copied().unwrap_or(begin));
            }
            Some(())
        })?;
        for l in &self.loops {
            edit::add_attribute(*l, LOADED_ONCE);
        }
        self.settle(host);
        Some(())
    }

    /// Deletes the version that loads once.
    pub fn undo(self, host: &'h Host) {
        let ways = self.top.successors();
        host.fold_branch(self.top, self.entry);
        for begin in ways.into_iter().filter(|way| *way != self.entry) {
            host.delete_from(begin);
        }
        self.settle(host);
    }

    /// Keeps both. The originals take no part in further fusion.
    pub fn keep(&self, host: &'h Host) {
        for l in &self.originals {
            mark_nest(host, l.header());
        }
    }

    fn settle(&self, host: &'h Host) {
        host.recalculate_dominators();
        host.forget_dispositions();
        host.ir_changed();
    }
}
