//! Which siblings are to be one loop, as a strategy of the planner has it.
//!
//! A plan is made of the siblings as they stand when their turn comes, before any of them is fused. It proposes: each pair
//! within a group is still judged, so that a plan can leave fusions out, and never makes a wrong one.
//!
//! `maximal` and `memory` say themselves what they are after, fewer loops or arrays that go: what is legal is done then,
//! whether or not it pays by the pass's own rules. What `auto` plans must pay by both.

use crate::graph;
use crate::llvm::{Host, Loop};
use crate::options::Options;
use crate::remark::Reporter;
use loopfuse_plan::answer::Input;
use loopfuse_plan::strategy::Strategy;
use rustc_hash::FxHashMap;
use std::borrow::Cow;

/// The groups of a plan, by numbers; none of them where there is no plan.
#[derive(Default)]
pub struct Planned<'h>(FxHashMap<Loop<'h>, usize>);

impl<'h> Planned<'h> {
    /// What the strategy that is asked for makes of siblings.
    pub fn find(
        host: &'h Host,
        group: &[Loop<'h>],
        options: &Options,
        report: &Reporter<'_, 'h>,
    ) -> Self {
        if options.strategy == Strategy::Pairwise {
            return Planned::default();
        }
        let (graph, loops) = graph::of_siblings(host, group, options);
        let answer = Input::of(graph).and_then(|input| input.answer(options.strategy, false));
        let answer = answer.unwrap_or_else(|fault| panic!("the graph of siblings: {fault}"));
        let groups = answer.groups.iter();
        let groups = groups.map(|group| group.loops.iter().map(|id| loops[id]).collect::<Vec<_>>());
        let mut planned = Planned::default();
        for (n, members) in groups.enumerate() {
            report.planned(options.strategy.name(), &members);
            planned.0.extend(members.into_iter().map(|l| (l, n)));
        }
        planned
    }

    /// The number of the group that a loop is to be in.
    pub fn group_of(&self, l: Loop<'h>) -> Option<usize> {
        self.0.get(&l).copied()
    }
}

/// The parameters, without rules on what pays where a strategy goes before these.
pub fn judged(options: &Options) -> Cow<'_, Options> {
    match options.strategy {
        Strategy::Maximal | Strategy::Memory => Cow::Owned(Options {
            profit: false,
            ..options.clone()
        }),
        _ => Cow::Borrowed(options),
    }
}
