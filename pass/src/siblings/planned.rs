//! Which siblings are to be one loop, as a strategy of the planner has it.
//!
//! A plan is made of the siblings as they stand when their turn comes, before any of them is fused. It proposes: each pair
//! within a group is still judged, so that a plan can leave fusions out, and never makes a wrong one.
//!
//! `maximal` and `memory` say themselves what they are after, fewer loops or arrays that go: what is legal is done then,
//! whether or not it pays by the pass's own rules. What `auto` plans must pay by both.
//!
//! Loops within a loop that was fused are no loops of the code as written, and their graph does not say that rows of an
//! array are all that is left of it: the pass's own rules are for these.

use crate::graph;
use crate::llvm::{Host, Loop};
use crate::model::FUSED;
use crate::options::Options;
use crate::remark::Reporter;
use loopfuse_plan::answer::{Answer, Input};
use loopfuse_plan::graph::{Id, NodeKind};
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
        let mut planned = Planned::default();
        for (n, members) in groups_of(&answer, &loops).enumerate() {
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

/// The groups of an answer, each as its loops.
fn groups_of<'h>(
    answer: &Answer,
    loops: &FxHashMap<Id, Loop<'h>>,
) -> impl Iterator<Item = Vec<Loop<'h>>> {
    let groups = answer.groups.iter();
    groups.map(|group| group.loops.iter().map(|id| loops[id]).collect())
}

/// Plans for more siblings are not told.
const MOST_TOLD: usize = 128;

/// Says what each strategy makes of siblings as they were written, if any fuses some.
pub fn tell_all<'h>(
    host: &'h Host,
    group: &[Loop<'h>],
    options: &Options,
    report: &Reporter<'_, 'h>,
) {
    if group.len() > MOST_TOLD {
        return;
    }
    let (graph, loops) = graph::of_siblings(host, group, options);
    if !graph.nodes.iter().any(|node| node.kind == NodeKind::Loop) {
        return;
    }
    let Ok(input) = Input::of(graph) else { return };
    let plan = |strategy: Strategy| {
        let answer = input.answer(strategy, false).ok()?;
        let groups = groups_of(&answer, &loops).filter(|members| members.len() > 1);
        Some((strategy.name(), groups.collect(), input.worth(&answer)))
    };
    let all = [
        Strategy::Pairwise,
        Strategy::Auto,
        Strategy::Memory,
        Strategy::Maximal,
    ];
    let others = all.into_iter().filter(|other| *other != options.strategy);
    let all = std::iter::once(options.strategy).chain(others);
    let plans: Vec<(_, Vec<Vec<_>>, _)> = all.filter_map(plan).collect();
    if plans.iter().any(|(_, groups, _)| !groups.is_empty()) {
        report.strategies(group, &plans);
    }
}

/// The parameters that siblings are fused by.
pub struct Rules<'o> {
    /// Of loops as written: without rules on what pays where a strategy goes before these.
    written: Cow<'o, Options>,
    /// Of loops within a loop that was fused: without a strategy.
    within: Cow<'o, Options>,
}

impl<'o> Rules<'o> {
    /// What a strategy makes of the parameters.
    pub fn new(options: &'o Options) -> Self {
        let with = |strategy, profit| {
            Cow::Owned(Options {
                strategy,
                profit,
                ..options.clone()
            })
        };
        Rules {
            written: match options.strategy {
                own @ (Strategy::Maximal | Strategy::Memory) => with(own, false),
                _ => Cow::Borrowed(options),
            },
            within: match options.strategy {
                Strategy::Pairwise => Cow::Borrowed(options),
                _ => with(Strategy::Pairwise, options.profit),
            },
        }
    }

    /// Those for siblings.
    pub fn of(&self, group: &[Loop<'_>]) -> &Options {
        let mut around = std::iter::successors(group[0].parent(), |l| l.parent());
        let is_planned = self.written.strategy != Strategy::Pairwise;
        match is_planned && around.any(|l| l.has_attribute(FUSED)) {
            true => &self.within,
            false => &self.written,
        }
    }
}
