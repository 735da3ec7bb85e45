//! Branch and cut: which arrays of a part are given up.
//!
//! The linear program is solved, violated cuts are added, and again. Then arrays are contracted as far as legal, what the
//! program contracts first, the greatest first: that is a solution, and each array that is refused has a cut, which covers
//! sets that do not fit, too. If none of them is violated, the array nearest to a half is contracted on one branch, and
//! given up on the other. The branch with the least bound goes first.
//!
//! **A first bound** comes of the greatest-first solution: of each cut it met, as much is given up as the array of it has
//! left that has least left, and taken from all of them. That is a `y` of the linear program's dual form. For parts with
//! very many arrays it is the only one, since the program keeps an inverse of their number squared.

use super::cover::Cover;
use super::cuts::{cut, is_violated, separate, walk};
use super::graph::{Groups, Oracle, Problem};
use rustc_hash::FxHashSet;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// With more arrays than these there is no linear program.
const MOST: usize = 2000;

/// What was found.
pub(super) struct Found {
    pub is_contracted: Vec<bool>,
    /// At least so many bytes are given up.
    pub bound: i128,
}

/// What a branch says of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Fate {
    Open,
    Contracted,
    GivenUp,
}

struct Search<'p> {
    problem: &'p Problem,
    /// Bytes of the arrays, as multiples of what divides them all.
    bytes: Vec<i128>,
    cuts: Vec<Vec<usize>>,
    known: FxHashSet<Vec<usize>>,
    best: Vec<bool>,
    /// Given up by the best.
    least: i128,
}

/// What became of a branch.
enum Outcome {
    /// Nothing better is on it.
    Closed,
    /// Steps ended. At least so much is given up.
    Unfinished(i128),
    /// The same of both sides of this array, with what is known of others.
    Split(i128, usize, Vec<Fate>),
}

/// Finds arrays to contract, the most bytes if steps suffice.
pub(super) fn search(problem: &Problem, oracle: &mut Oracle) -> Found {
    let divisor = problem
        .arrays
        .iter()
        .fold(0, |d, array| gcd(d, array.bytes))
        .max(1);
    let bytes: Vec<i128> = problem
        .arrays
        .iter()
        .map(|array| array.bytes / divisor)
        .collect();
    let mut search = Search {
        problem,
        least: bytes.iter().sum(),
        best: vec![false; bytes.len()],
        bytes,
        cuts: Vec::new(),
        known: FxHashSet::default(),
    };
    let bound = search.run(oracle);
    Found {
        is_contracted: search.best,
        bound: bound * divisor,
    }
}

fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

impl Search<'_> {
    /// The bound.
    fn run(&mut self, oracle: &mut Oracle) -> i128 {
        let count = self.bytes.len();
        let cuts = self.round(&vec![0.0; count], oracle);
        let bound = self.packed(&cuts);
        self.add(cuts);
        if count > MOST {
            return bound;
        }
        let mut open = BinaryHeap::from([Reverse((bound, 0, vec![Fate::Open; count]))]);
        let mut branches = 0;
        while let Some(Reverse((bound, _, fates))) = open.pop() {
            if bound >= self.least {
                break;
            }
            match self.bounded(bound, fates, oracle) {
                Outcome::Closed => {}
                Outcome::Unfinished(bound) => return bound.min(self.least),
                Outcome::Split(bound, array, fates) => {
                    for fate in [Fate::Contracted, Fate::GivenUp] {
                        let mut fates = fates.clone();
                        fates[array] = fate;
                        branches += 1;
                        open.push(Reverse((bound, branches, fates)));
                    }
                }
            }
        }
        self.least
    }

    fn bounded(&mut self, mut bound: i128, fates: Vec<Fate>, oracle: &mut Oracle) -> Outcome {
        let given_up = |a: &usize| fates[*a] == Fate::GivenUp;
        let fixed: i128 = (0..fates.len())
            .filter(given_up)
            .map(|a| self.bytes[a])
            .sum();
        let reduced = |cut: &Vec<usize>| {
            let rest = cut.iter().copied().filter(|a| fates[*a] == Fate::Open);
            (!cut.iter().any(given_up)).then(|| rest.collect::<Vec<usize>>())
        };
        let cuts: Vec<_> = self.cuts.iter().filter_map(reduced).collect();
        oracle.spend(8 * cuts.len() + fates.len() * fates.len() / 8);
        if cuts.iter().any(Vec::is_empty) {
            return Outcome::Closed;
        }
        let mut cover = Cover::new(self.bytes.clone(), cuts);
        loop {
            cover.solve(oracle);
            oracle.spend(fates.len() * fates.len() / 4);
            bound = bound.max(fixed + cover.bound().total);
            if bound >= self.least {
                return Outcome::Closed;
            }
            if oracle.is_spent() {
                return Outcome::Unfinished(bound);
            }
            let x: Vec<f64> = (0..fates.len())
                .map(|array| match fates[array] {
                    Fate::Open => cover.x()[array].clamp(0.0, 1.0),
                    Fate::Contracted => 0.0,
                    Fate::GivenUp => 1.0,
                })
                .collect();
            let mut added = self.add(separate(self.problem, &x, oracle));
            if added.is_empty() {
                let cuts = self.round(&x, oracle);
                added = self.add(cuts);
                if bound >= self.least {
                    return Outcome::Closed;
                }
            }
            if added.is_empty() {
                return self.split(bound, &x, fates, &cover.bound().with, fixed);
            }
            for cut in added.iter().filter_map(reduced) {
                if cut.is_empty() {
                    return Outcome::Closed;
                }
                cover.add(cut);
            }
        }
    }

    /// Branches on the open array nearest to a half. One that no better solution gives up is contracted.
    fn split(
        &self,
        bound: i128,
        x: &[f64],
        mut fates: Vec<Fate>,
        with: &[i128],
        fixed: i128,
    ) -> Outcome {
        for (fate, with) in fates.iter_mut().zip(with) {
            if *fate == Fate::Open && fixed + with >= self.least {
                *fate = Fate::Contracted;
            }
        }
        let away = |array: &usize| ((x[*array] - 0.5).abs() * 1e6) as u64;
        let open = (0..fates.len()).filter(|array| fates[*array] == Fate::Open);
        match open.min_by_key(|array| (away(array), *array)) {
            Some(array) => Outcome::Split(bound, array, fates),
            None => Outcome::Closed,
        }
    }

    /// How much these cuts take, one after the other.
    fn packed(&self, cuts: &[Vec<usize>]) -> i128 {
        let mut rest = self.bytes.clone();
        let take = |cut: &Vec<usize>| {
            let y = cut.iter().map(|array| rest[*array]).min().unwrap_or(0);
            for &array in cut {
                rest[array] -= y;
            }
            y
        };
        cuts.iter().map(take).sum()
    }

    /// Those cuts that are new.
    fn add(&mut self, mut cuts: Vec<Vec<usize>>) -> Vec<Vec<usize>> {
        cuts.retain(|cut| self.known.insert(cut.clone()));
        self.cuts.extend(cuts.iter().cloned());
        cuts
    }

    /// Contracts all arrays that it can, those first of which least is given up, of these the greatest. Violated cuts.
    fn round(&mut self, x: &[f64], oracle: &mut Oracle) -> Vec<Vec<usize>> {
        let mut order: Vec<usize> = (0..x.len()).collect();
        let share = |array: usize| (x[array] * 1e6) as u64;
        order.sort_by_key(|array| (share(*array), Reverse(self.bytes[*array]), *array));
        let mut groups = Groups::new(self.problem);
        let mut cuts = Vec::new();
        for array in order {
            if oracle.is_spent() {
                break;
            }
            if let Err(refusal) = groups.contract(array, oracle)
                && x[array] < 1.0
            {
                let is_contracted = |other| other == array || groups.is_contracted[other];
                let cut = cut(&walk(self.problem, &refusal, is_contracted, oracle));
                if is_violated(&cut, x) {
                    cuts.push(cut);
                }
            }
        }
        let is_given_up = |array: &usize| !groups.is_contracted[*array];
        let given_up = (0..x.len())
            .filter(is_given_up)
            .map(|array| self.bytes[array])
            .sum();
        if given_up < self.least {
            (self.least, self.best) = (given_up, groups.is_contracted);
        }
        cuts
    }
}
