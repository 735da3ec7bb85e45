//! Every stage in order: the only file that names them all.
//!
//! ```text
//! function ─ canonicalise ─ survey ─ candidate ─ legality ─ profit ─ rewrite ─ tidy
//!                             ▲                                         │
//!                             └──────── the fused loop, anew ───────────┘
//! ```
//!
//! Groups of siblings are taken from the outside in: fusing outer loops makes
//! their inner loops siblings, which come next.

use crate::candidate;
use crate::legality::Refusal;
use crate::llvm::{Host, Loop};
use crate::options::Options;
use crate::plan;
use crate::remark::{Channel, Reporter};
use crate::rewrite;
use crate::survey::{Objects, Pair, Surveyed, survey};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};

/// Where in a pipeline the pass stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Simplification passes follow and clean up.
    Early,
    /// The vectoriser follows: clean-up is ours.
    Late,
}

/// How many fusions may still be applied.
pub struct Fuel(Option<AtomicU64>);

impl Fuel {
    /// Fuel for `limit` fusions, or without limit.
    pub fn new(limit: Option<u64>) -> Self {
        Fuel(limit.map(AtomicU64::new))
    }

    fn take(&self) -> bool {
        self.0.as_ref().is_none_or(|left| {
            let spent =
                left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |n| n.checked_sub(1));
            spent.is_ok()
        })
    }
}

/// Runs the pass on one function; true if the function changed.
pub fn run(host: &mut Host, options: &Options, fuel: &Fuel, stage: Stage) -> bool {
    if !has_siblings(host) {
        return false;
    }
    if options.print_verdicts {
        eprintln!("loop-fuse: function {}", host.function_name());
        let mut trial = host.trial();
        let copy = trial.host();
        copy.canonicalise(true);
        fuse_function(copy, options, &Fuel::new(None), Channel::Print);
        return false;
    }
    // Where nothing can fuse, nothing is prepared, only said.
    let is_promising = is_promising(host);
    if !is_promising && !host.wants_remarks() {
        return false;
    }
    let changed = is_promising && host.canonicalise(stage == Stage::Late);
    // Where the pass runs twice, the last run says what is refused.
    let speaks_again = stage == Stage::Early && options.place.is_late();
    let channel = if speaks_again {
        Channel::Fusions
    } else {
        Channel::Remarks
    };
    if !fuse_function(host, options, fuel, channel) {
        return changed;
    }
    host.invalidate_after_fusion();
    // Early, the simplification passes that follow clean up.
    if options.tidy && stage == Stage::Late {
        host.tidy();
    }
    true
}

fn has_siblings(host: &Host) -> bool {
    any_group(host, |group| group.len() > 1)
}

/// Are there siblings that may turn out to be candidates? Preparing loops costs
/// more than judging them, and most loops of ordinary code have several exits.
fn is_promising(host: &Host) -> bool {
    any_group(host, |group| {
        let single_exit = group.iter().filter(|l| l.exiting_blocks().len() == 1);
        single_exit.count() > 1
    })
}

/// Is there a group of sibling loops, at whatever level, for which `holds`?
fn any_group(host: &Host, holds: impl Fn(&[Loop<'_>]) -> bool) -> bool {
    let mut groups = vec![host.top_level_loops()];
    while let Some(group) = groups.pop() {
        if holds(&group) {
            return true;
        }
        groups.extend(group.iter().map(|l| l.children(host)));
    }
    false
}

/// Fuses what can be fused; true if anything was.
fn fuse_function(host: &Host, options: &Options, fuel: &Fuel, channel: Channel) -> bool {
    let run = Run {
        host,
        options,
        fuel,
        report: Reporter::new(host, channel),
    };
    let mut fused = false;
    let mut groups = vec![host.top_level_loops()];
    while let Some(group) = groups.pop() {
        let loops = if group.len() > 1 {
            let left = run.fuse_group(&group);
            fused |= left.len() < group.len();
            left
        } else {
            group
        };
        groups.extend(
            loops
                .iter()
                .map(|l| l.children(host))
                .filter(|g| !g.is_empty()),
        );
    }
    fused
}

/// One run over one function.
struct Run<'r, 'h> {
    host: &'h Host,
    options: &'r Options,
    fuel: &'r Fuel,
    report: Reporter<'h>,
}

impl<'h> Run<'_, 'h> {
    /// Fuses siblings, given in program order, and returns those that are left.
    fn fuse_group(&self, group: &[Loop<'h>]) -> Vec<Loop<'h>> {
        let mut left = Vec::new();
        let mut objects = Objects::default();
        let mut first: Option<Surveyed<'h>> = None;
        for &l in group {
            let second = self.candidate(l, &mut objects);
            let fused = match (&first, &second) {
                (Some(first), Some(second)) => self.fuse_pair(first, second, &objects),
                _ => None,
            };
            match fused {
                Some(fused) => {
                    // Every fact is stale: the fused loop is surveyed anew.
                    left.pop();
                    left.push(fused);
                    objects = Objects::default();
                    first = self.candidate(fused, &mut objects);
                }
                None => {
                    left.push(l);
                    first = second;
                }
            }
        }
        left
    }

    /// Surveys a loop; none, with a remark, if it is no candidate.
    fn candidate(&self, l: Loop<'h>, objects: &mut Objects<'h>) -> Option<Surveyed<'h>> {
        let surveyed = survey(self.host, l, objects);
        match candidate::check(&surveyed.facts, self.options.explain) {
            Ok(_) => Some(surveyed),
            Err(refusals) => {
                self.report.not_candidate(l, &surveyed.facts, &refusals);
                None
            }
        }
    }

    /// Judges a pair and, if that is legal and pays, fuses it.
    fn fuse_pair(
        &self,
        first: &Surveyed<'h>,
        second: &Surveyed<'h>,
        objects: &Objects<'h>,
    ) -> Option<Loop<'h>> {
        let pair = Pair::new(self.host, first, second, objects);
        let judge = || plan::decide(&pair, self.options);
        // Judging only reads: after a panic the function is as it was.
        let verdict = catch_unwind(AssertUnwindSafe(judge)).unwrap_or_else(|_| {
            Err(vec![Refusal::Internal {
                what: "judging this pair".into(),
            }])
        });
        match verdict {
            Ok(legal) if self.fuel.take() => {
                self.report
                    .fused(first.l, &first.facts, &second.facts, &legal);
                let fused = rewrite::apply(self.host, pair.into_step(legal));
                if self.options.verify {
                    self.verify(&first.facts.label, &second.facts.label);
                }
                Some(fused)
            }
            Ok(_) => None,
            Err(refusals) => {
                self.report
                    .refused(first.l, &first.facts, &second.facts, &refusals);
                None
            }
        }
    }

    fn verify(&self, first: &str, second: &str) {
        if let Err(what) = self.host.verify() {
            eprintln!(
                "error: loop-fuse broke function '{}' by fusing {first} with {second}: {what}",
                self.host.function_name()
            );
            std::process::exit(1);
        }
    }
}
