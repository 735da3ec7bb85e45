//! The dynamic programming: solutions of each subtree from those of its children.

use super::MOST_ELEMENTS;
use super::nesting::{Nesting, Set, places};
use super::shape::Shape;
use super::sieve::{Sieve, Solution};

/// Subsets that are tried of each set, for each solution that is kept.
const SUBSETS: usize = 8;

/// A choice for the whole tree.
pub(super) struct Found {
    /// For each node, outermost first.
    pub(super) fused: Vec<Vec<usize>>,
    /// For each node.
    pub(super) elements: Vec<u64>,
    /// Of all nodes that count.
    pub(super) peak: u64,
}

/// The best solution of those that are kept, and what any other has at least: [`u64::MAX`] if there is none.
pub(super) fn first(shape: &Shape, width: usize, steps: &mut u64) -> (Found, u64) {
    let mut pass = Pass::new(shape, width, u64::MAX);
    let (found, dropped) = pass.run().expect("steps do not bind the first pass");
    *steps = steps.saturating_sub(pass.taken);
    (found.expect("to fuse nothing is a solution"), dropped)
}

/// A solution of less than `peak`, if one is kept, and what any other has at least. None if the steps do not suffice.
pub(super) fn better(
    shape: &Shape,
    width: usize,
    peak: u64,
    steps: &mut u64,
) -> Option<(Option<Found>, u64)> {
    let mut pass = Pass::new(shape, width, peak - 1);
    pass.steps = *steps;
    let done = pass.run();
    *steps = steps.saturating_sub(pass.taken);
    done
}

/// Of one that is cut to the parent: from which one of those merged, and what is fused.
type Cut = (usize, Set);

/// Of one of the merged: from which one before, and which one of the child.
type Merged = (usize, usize);

/// Solutions, the least memory first.
struct Front<How> {
    solutions: Vec<Solution<How>>,
    /// All that are not here have at least so much memory.
    dropped: u64,
}

impl<How> Front<How> {
    fn least(&self) -> u64 {
        let first = self.solutions.first().map_or(u64::MAX, |s| s.memory);
        first.min(self.dropped)
    }
}

/// One way from the leaves to the root.
struct Pass<'s> {
    shape: &'s Shape,
    /// Solutions that are kept of each subtree.
    width: usize,
    /// Solutions of the tree that have more are of no use.
    most: u64,
    /// Steps that may be taken.
    steps: u64,
    taken: u64,
    /// Of each node.
    cuts: Vec<Front<Cut>>,
    /// Of each node, before and after each child.
    merged: Vec<Vec<Front<Merged>>>,
}

impl<'s> Pass<'s> {
    fn new(shape: &'s Shape, width: usize, most: u64) -> Self {
        let none = |_| Front {
            solutions: Vec::new(),
            dropped: u64::MAX,
        };
        Pass {
            shape,
            width,
            most,
            steps: u64::MAX,
            taken: 0,
            cuts: (0..=shape.top()).map(none).collect(),
            merged: (0..=shape.top()).map(|_| Vec::new()).collect(),
        }
    }

    fn run(&mut self) -> Option<(Option<Found>, u64)> {
        for &at in self.shape.upwards() {
            let site = self.shape.site(at);
            let mut rest = self.shape.below(self.shape.top());
            let mut fronts = vec![Front {
                solutions: vec![Solution {
                    nesting: site.order.clone(),
                    memory: 0,
                    how: (0, 0),
                }],
                dropped: u64::MAX,
            }];
            for &child in &site.children {
                rest -= self.shape.below(child);
                fronts.push(self.merge(fronts.last()?, child, rest)?);
            }
            self.cuts[at] = self.cut(fronts.last()?, at, rest - site.least)?;
            self.merged[at] = fronts;
        }
        let top = &self.cuts[self.shape.top()];
        Some((top.solutions.first().map(|s| self.found(s)), top.dropped))
    }

    /// Solutions of a node's first children, with those of one more; the rest of the tree needs at least so much.
    fn merge(&mut self, front: &Front<Merged>, child: usize, rest: u64) -> Option<Front<Merged>> {
        let mut sieve = Sieve::new(self.width, rest, self.most);
        let more = &self.cuts[child];
        sieve.drop(front.dropped.saturating_add(more.least()));
        sieve.drop(front.least().saturating_add(more.dropped));
        for (i, one) in front.solutions.iter().enumerate() {
            for (k, two) in more.solutions.iter().enumerate() {
                if let Some(nesting) = one.nesting.merge(&two.nesting) {
                    let memory = one.memory.saturating_add(two.memory);
                    sieve.add(nesting, memory, (i, k));
                }
            }
            sieve.taken += more.solutions.len() as u64;
            if self.taken.saturating_add(sieve.taken) > self.steps {
                return None;
            }
        }
        self.pick(sieve)
    }

    /// Solutions of a node with all children, cut to what is fused with the parent.
    fn cut(&mut self, front: &Front<Merged>, at: usize, rest: u64) -> Option<Front<Cut>> {
        let site = self.shape.site(at);
        let mut sieve = Sieve::new(self.width, rest, self.most);
        sieve.drop(front.dropped.saturating_add(site.least));
        for (i, one) in front.solutions.iter().enumerate() {
            let (cuts, are_all) = one
                .nesting
                .cuts(site.may, self.width.saturating_mul(SUBSETS));
            sieve.taken += cuts.len() as u64;
            if !are_all {
                sieve.drop(one.memory.saturating_add(site.least));
            }
            for fused in cuts {
                let held = if site.is_counted { site.held(fused) } else { 0 };
                let sets = one.nesting.sets().iter().map(|set| site.up(set & fused));
                let nesting = Nesting::of(sets.chain([site.above & !site.up(fused)]));
                sieve.add(nesting, one.memory.saturating_add(held), (i, fused));
            }
            if self.taken.saturating_add(sieve.taken) > self.steps {
                return None;
            }
        }
        self.pick(sieve)
    }

    /// What the sieve keeps, if it did not take too many steps.
    fn pick<How>(&mut self, mut sieve: Sieve<How>) -> Option<Front<How>> {
        sieve.prune();
        self.taken = self.taken.saturating_add(sieve.taken);
        (self.taken <= self.steps).then_some(Front {
            solutions: sieve.found,
            dropped: sieve.dropped,
        })
    }

    /// What a solution of the whole tree consists of.
    ///
    /// Downwards, each node has one order of its loops: those that it shares with its parent come first, in the order
    /// that they have there, and the others follow in the order of its merged nesting.
    fn found(&self, best: &Solution<Cut>) -> Found {
        let top = self.shape.top();
        let mut fused = vec![Vec::new(); top];
        let mut elements = vec![0; top];
        let mut next = vec![(top, best, Vec::new())];
        while let Some((at, solution, outside)) = next.pop() {
            let site = self.shape.site(at);
            let (mut from, cut) = solution.how;
            let fronts = &self.merged[at];
            let nesting = &fronts[site.children.len()].solutions[from].nesting;
            let inside = nesting.sets().iter().flat_map(|set| places(set & !cut));
            let mut loops: Vec<usize> = outside;
            loops.extend(inside.map(|place| site.indices[place]));
            for (child, front) in site.children.iter().zip(&fronts[1..]).rev() {
                let (before, chosen) = front.solutions[from].how;
                from = before;
                let below = self.shape.site(*child);
                let chosen = &self.cuts[*child].solutions[chosen];
                let shared = places(chosen.how.1).map(|place| below.indices[place]);
                let shared: Vec<_> = shared.collect();
                let mut ordered = loops.clone();
                ordered.retain(|index| shared.contains(index));
                elements[*child] = below.held(chosen.how.1).min(MOST_ELEMENTS);
                fused[*child].clone_from(&ordered);
                next.push((*child, chosen, ordered));
            }
        }
        Found {
            fused,
            elements,
            peak: best.memory,
        }
    }
}
