//! What a subtree demands of loops: in which order they are nested.

use std::collections::VecDeque;

/// Indices of one node, each by its place among those that may be fused there.
pub(super) type Set = u64;

/// A [`Set`] has no more.
pub(super) const MOST: usize = 64;

/// Disjoint sets, none of them empty: the loops of each are outside those of the next.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Nesting(Vec<Set>);

impl Nesting {
    /// Of disjoint sets, of which empty ones are left out.
    pub(super) fn of(sets: impl IntoIterator<Item = Set>) -> Self {
        Nesting(sets.into_iter().filter(|set| *set != 0).collect())
    }

    /// Outermost first.
    pub(super) fn sets(&self) -> &[Set] {
        &self.0
    }

    /// What demands all that two nestings of the same indices demand; none if they contradict each other.
    ///
    /// The outermost loops are what the leading sets have in common. If that is nothing, each index of one leading set
    /// is in a later set of the other, and the other way round.
    pub(super) fn merge(&self, other: &Nesting) -> Option<Nesting> {
        let mut merged = Vec::with_capacity(self.0.len() + other.0.len());
        let (mut ours, mut theirs) = (self.0.iter(), other.0.iter());
        let (mut one, mut two) = (ours.next().copied(), theirs.next().copied());
        while let (Some(a), Some(b)) = (one, two) {
            let common = a & b;
            if common == 0 {
                return None;
            }
            merged.push(common);
            one = Some(a & !common)
                .filter(|left| *left != 0)
                .or_else(|| ours.next().copied());
            two = Some(b & !common)
                .filter(|left| *left != 0)
                .or_else(|| theirs.next().copied());
        }
        Some(Nesting(merged))
    }

    /// It demands nothing that another nesting of the same indices does not demand: each set is a row of the other's
    /// sets.
    pub(super) fn allows(&self, other: &Nesting) -> bool {
        let mut theirs = other.0.iter();
        self.0.iter().all(|&set| {
            let mut left = set;
            while left != 0 {
                match theirs.next() {
                    Some(next) if left & next == *next => left &= !next,
                    _ => return false,
                }
            }
            true
        })
    }

    /// Which of these indices may be fused with the parent, from the most to none. Of each of the nesting's sets no
    /// more than `most` subsets are tried; the flag says whether those are all.
    pub(super) fn cuts(&self, may: Set, most: usize) -> (Vec<Set>, bool) {
        let (mut outside, mut levels, mut are_all) = (0, Vec::new(), true);
        for &set in &self.0 {
            levels.push((outside, set & may));
            if set & !may != 0 {
                break;
            }
            outside |= set;
        }
        let mut cuts = Vec::new();
        for (outside, set) in levels.into_iter().rev() {
            let all = 1u64.checked_shl(set.count_ones()).unwrap_or(u64::MAX) - 1;
            are_all &= all <= most as u64;
            cuts.extend(Subsets::of(set).take(most).map(|subset| outside | subset));
        }
        cuts.push(0);
        (cuts, are_all)
    }
}

/// The subsets of a set that are not empty, larger ones first.
struct Subsets {
    /// With what may still be taken from each.
    next: VecDeque<(Set, Set)>,
}

impl Subsets {
    fn of(set: Set) -> Self {
        let next = VecDeque::from([(set, set)]);
        Subsets { next }
    }
}

impl Iterator for Subsets {
    type Item = Set;

    fn next(&mut self) -> Option<Set> {
        let (set, mut from) = self.next.pop_front().filter(|(set, _)| *set != 0)?;
        while from != 0 {
            let taken = from & from.wrapping_neg();
            from &= !taken;
            self.next.push_back((set & !taken, from));
        }
        Some(set)
    }
}

/// The places in a set.
pub(super) fn places(mut set: Set) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = set.trailing_zeros() as usize;
        (set != 0).then(|| {
            set &= set - 1;
            place
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn merged_nestings_demand_what_both_demand() {
        let [a, b, c] = [1, 2, 4];
        let merge = |one: &[Set], two: &[Set]| {
            let merged = Nesting::of(one.to_vec()).merge(&Nesting::of(two.to_vec()));
            merged.map(|nesting| nesting.0)
        };
        assert_eq!(merge(&[a | b | c], &[b, a | c]), Some(vec![b, a | c]));
        assert_eq!(merge(&[a | b, c], &[a, b | c]), Some(vec![a, b, c]));
        assert_eq!(merge(&[], &[]), Some(vec![]));
        assert_eq!(merge(&[a, b], &[b, a]), None);
        assert_eq!(merge(&[a | b, c], &[b | c, a]), None);
    }

    #[test]
    fn a_nesting_allows_its_refinements() {
        let [a, b, c] = [1, 2, 4];
        let nesting = |sets: &[Set]| Nesting::of(sets.to_vec());
        assert!(nesting(&[a | b, c]).allows(&nesting(&[b, a, c])));
        assert!(!nesting(&[a | b, c]).allows(&nesting(&[a, b | c])));
        assert!(!nesting(&[b, a, c]).allows(&nesting(&[a | b, c])));
    }

    #[test]
    fn cuts_are_prefixes_larger_ones_first() {
        let nesting = Nesting::of([1, 2 | 4, 8]);
        let cuts = |may, most| nesting.cuts(may, most);
        assert_eq!(cuts(15, 9), (vec![15, 7, 5, 3, 1, 0], true));
        assert_eq!(cuts(1 | 2 | 8, 9), (vec![3, 1, 0], true));
        assert_eq!(cuts(14, 9), (vec![0], true));
        assert_eq!(cuts(15, 1), (vec![15, 7, 1, 0], false));
        assert_eq!(Nesting::of([]).cuts(0, 1), (vec![0], true));
    }
}
