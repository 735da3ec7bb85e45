//! The graph `D`, its strongly connected components, and groups that grow as arrays are contracted.
//!
//! All is in one form, whatever order arcs and arrays were listed in: arcs sorted and once each, arrays by bytes and
//! arcs. Arrays with the same arcs are contracted together or not at all, so that they are one.
//!
//! **Growing.** Groups are kept in an order in which they can be run. To contract an array reverses its arcs. A new
//! cycle goes through one of these. It cannot leave the part of the order from the first to the last group that the
//! array touches: all other arcs lead onwards, so that nothing would lead back. So components are computed anew there
//! alone.

use super::{Arc, Instance};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::ops::Range;

/// What is asked about groups, and how many steps are left. A step is about as much work as to look at an arc.
pub(super) struct Oracle<'f> {
    fits: &'f dyn Fn(&[usize]) -> bool,
    known: FxHashMap<Vec<usize>, bool>,
    left: u64,
}

impl<'f> Oracle<'f> {
    pub(super) fn new(fits: &'f dyn Fn(&[usize]) -> bool, steps: u64) -> Self {
        Oracle {
            fits,
            known: FxHashMap::default(),
            left: steps,
        }
    }

    /// So many steps, and no more.
    pub(super) fn grant(&mut self, steps: u64) {
        self.left = steps;
    }

    pub(super) fn spend(&mut self, steps: usize) {
        self.left = self.left.saturating_sub(steps as u64);
    }

    pub(super) fn is_spent(&self) -> bool {
        self.left == 0
    }

    /// May these nodes of the instance be one group? Asked once for each set.
    fn fits(&mut self, nodes: Vec<usize>) -> bool {
        self.spend(8 * nodes.len());
        let fits = self.fits;
        *self.known.entry(nodes).or_insert_with_key(|n| fits(n))
    }
}

/// An arc of `D` with all arrays contracted: of the instance, or the reverse of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Link {
    pub node: usize,
    /// The array that must be contracted.
    pub array: Option<usize>,
}

/// An array, or several with the same arcs.
#[derive(Clone, Debug)]
pub(super) struct Array {
    pub bytes: i128,
    pub arcs: Vec<(usize, usize)>,
    /// Which ones of the instance.
    pub members: Vec<usize>,
}

/// An instance, or a part of it.
pub(super) struct Problem {
    /// The nodes' numbers in the instance, in program order.
    pub names: Vec<usize>,
    pub arrays: Vec<Array>,
    pub out: Vec<Vec<Link>>,
    pub into: Vec<Vec<Link>>,
    /// How many there are.
    pub links: usize,
    /// Of each node, those that it is never in one group with.
    pub apart: Vec<Vec<usize>>,
    pub alone: Vec<bool>,
}

/// Why nodes may not be one group: these are enough of them to be refused.
pub(super) struct Refusal {
    pub nodes: Vec<usize>,
}

impl Problem {
    pub(super) fn new(instance: &Instance) -> Self {
        let mut touched = vec![Vec::new(); instance.bytes.len()];
        let forward = |arc: &&Arc| arc.from != arc.to;
        for arc in instance.arcs.iter().filter(forward) {
            if let Some(array) = arc.array {
                touched[array].push((arc.from, arc.to));
            }
        }
        let mut same: BTreeMap<Vec<(usize, usize)>, Array> = BTreeMap::new();
        for (member, mut arcs) in touched.into_iter().enumerate() {
            arcs.sort_unstable();
            arcs.dedup();
            let array = same.entry(arcs.clone()).or_insert(Array {
                bytes: 0,
                arcs,
                members: Vec::new(),
            });
            array.bytes += i128::from(instance.bytes[member]);
            array.members.push(member);
        }
        let mut arrays: Vec<Array> = same.into_values().collect();
        arrays.sort_by_key(|array| -array.bytes);
        let arcs = instance.arcs.iter().filter(forward);
        let mut apart = vec![Vec::new(); instance.nodes];
        for &(u, v) in instance.apart.iter().filter(|(u, v)| u != v) {
            apart[u].push(v);
            apart[v].push(u);
        }
        for others in &mut apart {
            others.sort_unstable();
            others.dedup();
        }
        let alone = (0..instance.nodes).map(|v| instance.alone.get(v) == Some(&true));
        Problem::link(
            (0..instance.nodes).collect(),
            arrays,
            arcs.map(|arc| (arc.from, arc.to)),
            apart,
            alone.collect(),
        )
    }

    fn link(
        names: Vec<usize>,
        arrays: Vec<Array>,
        arcs: impl Iterator<Item = (usize, usize)>,
        apart: Vec<Vec<usize>>,
        alone: Vec<bool>,
    ) -> Self {
        let (mut out, mut into) = (vec![Vec::new(); names.len()], vec![Vec::new(); names.len()]);
        let mut link = |from: usize, to: usize, array| {
            out[from].push(Link { node: to, array });
            into[to].push(Link { node: from, array });
        };
        for (from, to) in arcs {
            link(from, to, None);
        }
        for (at, array) in arrays.iter().enumerate() {
            for &(from, to) in &array.arcs {
                link(to, from, Some(at));
            }
        }
        for links in out.iter_mut().chain(&mut into) {
            links.sort_unstable();
            links.dedup();
        }
        Problem {
            names,
            arrays,
            links: out.iter().map(Vec::len).sum(),
            out,
            into,
            apart,
            alone,
        }
    }

    /// These nodes, in program order, and these arrays, all of whose arcs lie between them.
    pub(super) fn part(&self, nodes: &[usize], arrays: &[usize]) -> Self {
        let places: FxHashMap<_, _> = nodes.iter().enumerate().map(|(at, v)| (*v, at)).collect();
        let inside = |(from, to): (usize, usize)| Some((*places.get(&from)?, *places.get(&to)?));
        let arcs = nodes.iter().flat_map(|&from| {
            let forward = self.out[from].iter().filter(|link| link.array.is_none());
            forward.filter_map(move |link| inside((from, link.node)))
        });
        let arrays = arrays.iter().map(|&array| {
            let array = &self.arrays[array];
            Array {
                arcs: array.arcs.iter().filter_map(|arc| inside(*arc)).collect(),
                ..array.clone()
            }
        });
        let apart = nodes.iter().map(|&v| {
            let others = self.apart[v].iter();
            others
                .filter_map(|other| places.get(other).copied())
                .collect()
        });
        Problem::link(
            nodes.iter().map(|v| self.names[*v]).collect(),
            arrays.collect(),
            arcs,
            apart.collect(),
            nodes.iter().map(|v| self.alone[*v]).collect(),
        )
    }

    /// May these nodes, in program order, be one group?
    fn judge(&self, nodes: &[usize], oracle: &mut Oracle) -> Result<(), Refusal> {
        let is_inside = |v: &&usize| nodes.binary_search(v).is_ok();
        for &u in nodes {
            oracle.spend(1 + self.apart[u].len());
            if let Some(&v) = self.apart[u].iter().find(is_inside) {
                return Err(Refusal { nodes: vec![u, v] });
            }
        }
        if let Some(&v) = nodes.iter().find(|v| self.alone[**v]) {
            // Whatever leads back to it, some other node is on the way.
            return Err(Refusal { nodes: vec![v] });
        }
        let names = |nodes: &[usize]| nodes.iter().map(|v| self.names[*v]).collect();
        if oracle.fits(names(nodes)) {
            return Ok(());
        }
        // As few nodes as do not fit.
        let mut few = nodes.to_vec();
        for v in nodes.iter().rev() {
            let fewer: Vec<usize> = few.iter().copied().filter(|u| u != v).collect();
            if fewer.len() > 1 && !oracle.fits(names(&fewer)) {
                few = fewer;
            }
        }
        Err(Refusal { nodes: few })
    }

    /// Strongly connected components of `nodes` and the arcs between them, those of contracted arrays in both
    /// directions; in an order that can be run, each in program order. `place` says where a node stands in `nodes`.
    pub(super) fn components(
        &self,
        nodes: &[usize],
        place: impl Fn(usize) -> Option<usize>,
        is_contracted: impl Fn(usize) -> bool,
        oracle: &mut Oracle,
    ) -> Vec<Vec<usize>> {
        const NEW: usize = usize::MAX;
        let (mut found, mut count) = (Vec::new(), 0);
        // When each node was met, and the earliest one still open that it leads to; `NEW - 1` once it is in a component.
        let mut low = vec![NEW; nodes.len()];
        let (mut open, mut path): (Vec<usize>, Vec<(usize, usize, usize)>) = Default::default();
        for root in 0..nodes.len() {
            if low[root] != NEW {
                continue;
            }
            low[root] = count;
            path.push((root, 0, count));
            open.push(root);
            count += 1;
            while let Some((at, next, met)) = path.last_mut() {
                let (at, met) = (*at, *met);
                if let Some(link) = self.out[nodes[at]].get(*next) {
                    *next += 1;
                    let (true, Some(to)) =
                        (link.array.is_none_or(&is_contracted), place(link.node))
                    else {
                        continue;
                    };
                    if low[to] == NEW {
                        low[to] = count;
                        path.push((to, 0, count));
                        open.push(to);
                        count += 1;
                    } else if low[to] != NEW - 1 {
                        low[at] = low[at].min(low[to]);
                    }
                    continue;
                }
                oracle.spend(1 + self.out[nodes[at]].len());
                path.pop();
                if low[at] == met {
                    let first = open.iter().rposition(|v| *v == at).expect("open");
                    let mut members: Vec<usize> = open.split_off(first);
                    for member in &mut members {
                        low[*member] = NEW - 1;
                        *member = nodes[*member];
                    }
                    members.sort_unstable();
                    found.push(members);
                } else if let Some((before, ..)) = path.last() {
                    low[*before] = low[*before].min(low[at]);
                }
            }
        }
        found.reverse();
        found
    }
}

/// The groups that follow from contracting some arrays.
pub(super) struct Groups<'p> {
    problem: &'p Problem,
    pub is_contracted: Vec<bool>,
    /// The nodes, group after group, in an order that can be run.
    order: Vec<usize>,
    /// Where each node stands in it.
    place: Vec<usize>,
    /// Where each node's group stands in it.
    home: Vec<Range<usize>>,
}

impl<'p> Groups<'p> {
    pub(super) fn new(problem: &'p Problem) -> Self {
        let count = problem.names.len();
        Groups {
            problem,
            is_contracted: vec![false; problem.arrays.len()],
            order: (0..count).collect(),
            place: (0..count).collect(),
            home: (0..count).map(|v| v..v + 1).collect(),
        }
    }

    /// With these arrays contracted, which must be legal.
    pub(super) fn of(problem: &'p Problem, is_contracted: Vec<bool>, oracle: &mut Oracle) -> Self {
        let mut groups = Groups::new(problem);
        let found = problem.components(&groups.order, Some, |array| is_contracted[array], oracle);
        groups.is_contracted = is_contracted;
        groups.set(0, &found);
        groups
    }

    /// All of them, each in program order.
    pub(super) fn all(&self) -> Vec<Vec<usize>> {
        let firsts = self
            .order
            .iter()
            .filter(|v| self.home[**v].start == self.place[**v]);
        firsts
            .map(|v| self.order[self.home[*v].clone()].to_vec())
            .collect()
    }

    fn set(&mut self, mut start: usize, groups: &[Vec<usize>]) {
        for group in groups {
            let home = start..start + group.len();
            for (at, &v) in group.iter().enumerate() {
                self.order[start + at] = v;
                self.place[v] = start + at;
                self.home[v] = home.clone();
            }
            start = home.end;
        }
    }

    /// What stands between the first and the last group that an array touches, if it is contracted, too.
    fn with(&self, array: usize, oracle: &mut Oracle) -> Result<(usize, Vec<Vec<usize>>), Refusal> {
        let ends = self.problem.arrays[array].arcs.iter();
        let homes = ends.flat_map(|(u, v)| [&self.home[*u], &self.home[*v]]);
        let all = homes
            .cloned()
            .reduce(|a, b| a.start.min(b.start)..a.end.max(b.end));
        let all = all.unwrap_or_default();
        if all
            .clone()
            .next()
            .is_none_or(|at| self.home[self.order[at]] == all)
        {
            return Ok((0, Vec::new()));
        }
        let found = self.problem.components(
            &self.order[all.clone()],
            |v| {
                all.contains(&self.place[v])
                    .then(|| self.place[v] - all.start)
            },
            |other| other == array || self.is_contracted[other],
            oracle,
        );
        for group in &found {
            if group.len() > self.home[group[0]].len() {
                self.problem.judge(group, oracle)?;
            }
        }
        Ok((all.start, found))
    }

    /// May an array be contracted, too?
    pub(super) fn judge(&self, array: usize, oracle: &mut Oracle) -> Result<(), Refusal> {
        self.with(array, oracle).map(|_| ())
    }

    /// Contracts an array, if that is legal.
    pub(super) fn contract(&mut self, array: usize, oracle: &mut Oracle) -> Result<(), Refusal> {
        let (start, groups) = self.with(array, oracle)?;
        self.set(start, &groups);
        self.is_contracted[array] = true;
        Ok(())
    }
}
