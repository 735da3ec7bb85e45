//! The loops of a group that are left, with what is known of each.

use super::planned::Planned;
use crate::facts::footprint::Objects;
use crate::facts::loops::Surveyed;
use crate::llvm::Loop;
use rustc_hash::FxHashMap;
use std::cell::{OnceCell, RefCell};

/// Siblings in program order.
#[derive(Default)]
pub struct Siblings<'h> {
    /// Those that are left.
    pub left: Vec<Sibling<'h>>,
    /// Which of them are to be one.
    pub plan: Planned<'h>,
    /// What they touch has numbers.
    pub objects: Objects<'h>,
    /// Second loops of pairs that wait for better partners to be found first, because one of the two is a nest
    /// and the other is none.
    pub mixed: Later<'h>,
    /// The same of pairs that trip counts keep apart so far.
    pub uneven: Later<'h>,
    /// Pairs that were refused.
    pub refused: Refused<'h>,
}

/// Pairs that were refused: by their loops, in which version of the function, and whether for their trip counts.
#[derive(Default)]
pub struct Refused<'h>(RefCell<FxHashMap<[Loop<'h>; 2], (u64, bool)>>);

/// Second loops of pairs that are tried later, and whether a refusal is to be said then.
#[derive(Default)]
pub struct Later<'h>(RefCell<Vec<(Loop<'h>, bool)>>);

/// One loop.
pub struct Sibling<'h> {
    /// The loop.
    pub l: Loop<'h>,
    /// It has more iterations than that.
    pub exceeds: Option<u64>,
    /// The number of the group that it is to be in, if there is a plan.
    pub planned: Option<usize>,
    /// Its survey, once asked for; none if it is no candidate.
    survey: OnceCell<Option<Surveyed<'h>>>,
}

/// What came of two loops.
pub struct Fused<'h> {
    /// The fused loop.
    pub l: Loop<'h>,
    /// It has more iterations than that.
    pub exceeds: Option<u64>,
    /// Siblings between the two that run before it now; all others run behind it.
    pub risen: Vec<Loop<'h>>,
}

impl<'h> Sibling<'h> {
    /// A loop of which nothing is known, with the number of the group that it is to be in.
    pub fn new(l: Loop<'h>, planned: Option<usize>) -> Self {
        Sibling {
            l,
            exceeds: None,
            planned,
            survey: OnceCell::new(),
        }
    }

    /// Its survey, made when first asked for; none if it is no candidate.
    pub fn survey(&self, make: impl Fn(Loop<'h>) -> Option<Surveyed<'h>>) -> Option<&Surveyed<'h>> {
        self.survey.get_or_init(|| make(self.l)).as_ref()
    }
}

impl<'h> Later<'h> {
    /// Notes a loop.
    pub fn note(&self, l: Loop<'h>, speaks: bool) {
        let mut all = self.0.borrow_mut();
        match all.iter_mut().find(|(other, _)| *other == l) {
            Some((_, known)) => *known |= speaks,
            None => all.push((l, speaks)),
        }
    }

    /// All that were noted; none is left.
    pub fn take(&self) -> Vec<(Loop<'h>, bool)> {
        self.0.take()
    }
}

impl<'h> Refused<'h> {
    /// Notes a pair.
    pub fn note(&self, pair: [Loop<'h>; 2], version: u64, is_for_counts: bool) {
        self.0.borrow_mut().insert(pair, (version, is_for_counts));
    }

    /// Is a pair refused once more in a version of the function, unless trip counts may be `uneven` now?
    pub fn still(&self, pair: [Loop<'h>; 2], version: u64, uneven: bool) -> bool {
        let all = self.0.borrow();
        let known = all.get(&pair);
        known.is_some_and(|&(of, is_for_counts)| of == version && !(uneven && is_for_counts))
    }
}

impl<'h> Siblings<'h> {
    /// All facts are stale, but that a loop is no candidate.
    pub fn forget(&mut self) {
        self.objects = Objects::default();
        for sibling in &mut self.left {
            if sibling.survey.get().is_some_and(Option::is_some) {
                sibling.survey = OnceCell::new();
            }
        }
    }

    /// The group that one of them is to be in, if there is a plan.
    pub fn planned(&self, l: Loop<'h>) -> Option<usize> {
        self.left.iter().find(|sibling| sibling.l == l)?.planned
    }

    /// Puts the fused loop in the place of the two it was made of, and says which place
    /// that is.
    pub fn replace(&mut self, first: usize, second: usize, fused: &Fused<'h>) -> usize {
        let planned = self.left[first].planned;
        let between = self.left.drain(first..=second).skip(1);
        let mut between: Vec<_> = between.collect();
        between.pop();
        let is_risen = |sibling: &Sibling<'h>| fused.risen.contains(&sibling.l);
        let (risen, sunk): (Vec<_>, Vec<_>) = between.into_iter().partition(is_risen);
        let at = first + risen.len();
        let fused = std::iter::once(Sibling {
            exceeds: fused.exceeds,
            ..Sibling::new(fused.l, planned)
        });
        self.left
            .splice(first..first, risen.into_iter().chain(fused).chain(sunk));
        self.forget();
        at
    }
}
