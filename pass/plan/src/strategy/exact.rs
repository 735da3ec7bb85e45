//! The best partition of a small graph, by dynamic programming over down-sets.
//!
//! Groups run one behind the other, so what has run after each of them is a down-set: a set of nodes with all that must
//! run before them. The best that can follow a down-set does not depend on how it came about. All groups that may come
//! next are tried: those with which the set is a down-set again. A group that must not be one for what no further member
//! cures (code, types, what prevents it, refused sets, size, vectors) is not extended.
//!
//! Code that may run runs at once: it is a group by itself, worth nothing, and nothing has to wait for it to wait. So does a
//! loop that is [`apart`](crate::apart) from all that are left.

use crate::apart::Apart;
use crate::cluster::{Cluster, Violation};
use crate::cost::{Cost, Value};
use crate::group::NodeId;
use rustc_hash::FxHashMap;

/// Nodes, by a bit each.
type Set = u64;

struct Search<'c, 'g> {
    cost: &'c Cost<'g>,
    /// What must run before each node.
    before: Vec<Set>,
    /// What is in no group with each node.
    apart: Vec<Set>,
    /// What groups are worth, and whether a greater one may be legal.
    values: FxHashMap<Set, (Option<Value>, bool)>,
    /// The best that can follow each down-set, and the group that comes next.
    best: FxHashMap<Set, (Value, Set)>,
    steps: u64,
}

/// The best groups, and what they are worth; none if that takes more steps than there are.
pub fn solve(cost: &Cost<'_>, steps: u64) -> Option<(Vec<Vec<NodeId>>, Value)> {
    let group = cost.index.group;
    let count = group.nodes.len();
    if count > Set::BITS as usize {
        return None;
    }
    let mut before = vec![0; count];
    for edge in &group.edges {
        before[edge.to] |= 1 << edge.from;
    }
    let known = Apart::of(cost.index);
    let is_code = |node: NodeId| !group.nodes[node].is_loop;
    let are_apart = |a, b| a != b && (is_code(a) || is_code(b) || known.are(a, b));
    let apart = |a| {
        let others = (0..count).filter(|b| are_apart(a, *b));
        others.fold(0, |set: Set, b| set | 1 << b)
    };
    let mut search = Search {
        cost,
        before,
        apart: (0..count).map(apart).collect(),
        values: FxHashMap::default(),
        best: FxHashMap::default(),
        steps,
    };
    let (value, _) = search.follow(0)?;
    let (mut sets, mut done) = (Vec::new(), 0);
    while done != search.all() {
        let (_, next) = search.best[&done];
        sets.push(search.nodes(next));
        done |= next;
    }
    Some((sets, value))
}

impl Search<'_, '_> {
    fn all(&self) -> Set {
        let count = self.before.len() as u32;
        Set::MAX.checked_shr(Set::BITS - count).unwrap_or(0)
    }

    fn nodes(&self, set: Set) -> Vec<NodeId> {
        (0..self.before.len())
            .filter(|node| set >> node & 1 == 1)
            .collect()
    }

    fn may_run(&self, node: NodeId, done: Set) -> bool {
        done >> node & 1 == 0 && self.before[node] & !done == 0
    }

    /// The best that can follow a down-set, and its next group.
    fn follow(&mut self, done: Set) -> Option<(Value, Set)> {
        if done == self.all() {
            return Some((0, 0));
        }
        if let Some(known) = self.best.get(&done) {
            return Some(*known);
        }
        let left = self.all() & !done;
        let is_alone = |node: &NodeId| left & !self.apart[*node] == 1 << node;
        let mut nodes = 0..self.before.len();
        let best = match nodes.find(|node| self.may_run(*node, done) && is_alone(node)) {
            Some(alone) => (self.follow(done | 1 << alone)?.0, 1 << alone),
            None => {
                let mut best = None;
                self.extend(done, 0, 0, &mut best)?;
                best.expect("of nodes that are left, one may run")
            }
        };
        self.best.insert(done, best);
        Some(best)
    }

    /// Tries a group, and all with more members from a node on.
    fn extend(
        &mut self,
        done: Set,
        next: Set,
        from: NodeId,
        best: &mut Option<(Value, Set)>,
    ) -> Option<()> {
        self.steps = self.steps.checked_sub(1)?;
        if next != 0 {
            let (value, may_grow) = self.value(next);
            if let Some(value) = value {
                let value = value + self.follow(done | next)?.0;
                if best.is_none_or(|(known, _)| value > known) {
                    *best = Some((value, next));
                }
            }
            if !may_grow {
                return Some(());
            }
        }
        for node in from..self.before.len() {
            if self.may_run(node, done | next) && self.apart[node] & next == 0 {
                self.extend(done, next | 1 << node, node + 1, best)?;
            }
        }
        Some(())
    }

    fn value(&mut self, set: Set) -> (Option<Value>, bool) {
        if let Some(known) = self.values.get(&set) {
            return *known;
        }
        let members = self.nodes(set);
        let value = self.cost.of(&members);
        let may_grow = value.is_some() || {
            let is_cured = |v: &Violation| matches!(v, Violation::Shift { .. });
            let legal = Cluster::of(self.cost.index, &members);
            legal
                .as_ref()
                .map_or_else(is_cured, |_| self.cost.may_be_cured(&members))
        };
        self.values.insert(set, (value, may_grow));
        (value, may_grow)
    }
}
