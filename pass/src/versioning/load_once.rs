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
//! Nests that count to numbers of their own, each loaded from an object of its own, are asked to count to the same
//! ones. A count is what ends its loop, and the stage asks behind the guards, so that all of the loops run: were one of
//! the numbers poison, the loops would do what nobody defines. So one may stand for both where they are equal.

use super::alternative::Alternative;
use super::reloading::{Reloading, Staged, keeps_places};
use crate::llvm::specialise::is_equal;
use crate::llvm::{Block, Host, Loaded, edit};
use crate::model::LOADED_ONCE;
use crate::options::Options;

/// Makes the two versions; none if that is not worth anything, or if no check can tell.
pub fn apply<'h>(
    host: &'h Host,
    reloading: Reloading<'h>,
    options: &Options,
) -> Option<Alternative<'h>> {
    let Reloading { loops, region } = reloading;
    let kept = loops.clone();
    let (version, region, copy) = Alternative::make(host, region, loops, &kept);
    let entry = copy.block(version.entry);
    let blocks: Vec<_> = region.blocks.iter().map(|b| copy.block(*b)).collect();
    let mut stages = vec![version.top()];
    for _ in 1..version.originals.len() {
        let stage = version.begin();
        host.split_block(stage, edit::first_insertion_point(stage));
        stages.push(stage);
    }
    if load(&version, host, &stages, (entry, &blocks), options).is_none() {
        version.undo(host);
        return None;
    }
    Some(version)
}

fn load<'h>(
    version: &Alternative<'h>,
    host: &'h Host,
    stages: &[Block<'h>],
    (entry, blocks): (Block<'h>, &[Block<'h>]),
    options: &Options,
) -> Option<()> {
    let Loaded { places, guards } = host.load_once(stages, &version.loops, entry, blocks)?;
    let keep = || keeps_places(host, stages, &version.loops, &places, options);
    host.doubting_progress(&version.loops, || {
        let Staged {
            checks,
            least_count,
            equal,
        } = keep()?;
        for (at, (stage, check)) in stages.iter().zip(checks).enumerate() {
            let old: Vec<_> = stage.instructions().collect();
            let position = stage.terminator();
            let least = least_count.filter(|_| at == 0);
            let least = least.map(|count| host.is_at_least(position, count));
            let mut asked: Vec<_> = guards[at].into_iter().chain(least).collect();
            asked.extend(host.check(position, &[], (&check.bounds, &check.pairs), &[]));
            // The loops count to these numbers, once they are entered: no promise of them is broken here.
            for (one, other) in equal.iter().filter(|_| at + 1 == stages.len()) {
                let [a, b] = [one, other].map(|number| host.freeze(position, *number));
                asked.push(is_equal(position, a, b));
                host.forget_value(*other);
                edit::replace_uses_in_blocks(*other, *one, blocks);
            }
            if asked.len() > 1 && version.loops[0].parent().is_some() {
                asked = vec![edit::and(position, &asked)];
            }
            let next = stages.get(at + 1).copied();
            let next = next.unwrap_or_else(|| version.begin());
            version.ask(host, *stage, (&old, &asked), next);
        }
        Some(())
    })?;
    for l in &version.loops {
        edit::add_attribute(*l, LOADED_ONCE);
    }
    version.settle(host);
    Some(())
}
