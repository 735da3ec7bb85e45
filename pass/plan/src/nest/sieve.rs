//! Which of many solutions are kept.

use super::nesting::Nesting;

/// A solution of a subtree.
pub(super) struct Solution<How> {
    /// What it demands.
    pub(super) nesting: Nesting,
    /// What it holds.
    pub(super) memory: u64,
    /// From what it was made.
    pub(super) how: How,
}

/// So many times as many solutions as are kept are gathered before they are pruned.
const LOOSE: usize = 8;

/// No fewer are pruned at once.
const LEAST: usize = 256;

/// Keeps the solutions that no other is better than, and no more than so many.
pub(super) struct Sieve<How> {
    pub(super) found: Vec<Solution<How>>,
    width: usize,
    /// What the rest of the tree needs at least.
    rest: u64,
    /// Those that with the rest have more memory are dropped.
    most: u64,
    /// All that were dropped have at least so much memory.
    pub(super) dropped: u64,
    /// Merges and comparisons.
    pub(super) taken: u64,
}

impl<How> Sieve<How> {
    pub(super) fn new(width: usize, rest: u64, most: u64) -> Self {
        Sieve {
            found: Vec::new(),
            width: width.max(1),
            rest,
            most,
            dropped: u64::MAX,
            taken: 0,
        }
    }

    /// Solutions of so much memory are not looked at.
    pub(super) fn drop(&mut self, memory: u64) {
        self.dropped = self.dropped.min(memory);
    }

    pub(super) fn add(&mut self, nesting: Nesting, memory: u64, how: How) {
        if memory.saturating_add(self.rest) > self.most {
            return self.drop(memory);
        }
        self.found.push(Solution {
            nesting,
            memory,
            how,
        });
        if self.found.len() >= self.width.saturating_mul(LOOSE).max(LEAST) {
            self.prune();
        }
    }

    /// Leaves those that no other is better than, the least memory first.
    pub(super) fn prune(&mut self) {
        let mut found = std::mem::take(&mut self.found);
        found.sort_by(|a, b| (&a.nesting, a.memory).cmp(&(&b.nesting, b.memory)));
        found.dedup_by(|later, kept| later.nesting == kept.nesting);
        found.sort_by_key(|s| (s.memory, s.nesting.sets().len()));
        let mut kept: Vec<Solution<How>> = Vec::new();
        for solution in found {
            let better = kept
                .iter()
                .position(|k| k.nesting.allows(&solution.nesting));
            self.taken += better.unwrap_or(kept.len()) as u64 + 1;
            if better.is_none() {
                kept.push(solution);
            }
        }
        self.thin(&mut kept);
        self.found = kept;
    }

    /// Drops what is too many. A quarter of those that stay have the least memory. The others are spread evenly over
    /// what is left: each solution there has more memory than those before it only because it demands less, which may
    /// save more above. The last one stays in any case: it demands least.
    fn thin(&mut self, kept: &mut Vec<Solution<How>>) {
        if kept.len() <= self.width {
            return;
        }
        let first = self.width / 4;
        let (from, to) = (kept.len() - first, self.width - first);
        let mut nth = 0;
        kept.retain(|solution| {
            let spread = nth.max(first) - first;
            let stays = nth < first || (spread + 1) * to / from > spread * to / from;
            nth += 1;
            if !stays {
                self.dropped = self.dropped.min(solution.memory);
            }
            stays
        });
    }
}
