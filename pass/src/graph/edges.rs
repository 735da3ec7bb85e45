//! What orders siblings.

use super::arrays::Arrays;
use super::order::Order;
use crate::legality::dependence::{self, Allowed, Dependence};
use crate::legality::distance::{Distances, Strided};
use crate::legality::guards::Shared;
use crate::legality::oracle::PairOracle;
use crate::legality::{self, DependenceKind, Legal, Refusal, Unchecked};
use crate::llvm::{Block, Host};
use crate::model::{AccessKind, ObjectId, Side};
use crate::options::Options;
use crate::survey::{Objects, Pair, Surveyed, loops_used, stuck_between};
use loopfuse_plan::graph::{Edge, EdgeKind, GREATEST, Id, Node, NodeKind};
use std::collections::{BTreeMap, BTreeSet};

/// Longer lags are not looked for where distances are no constants.
const MOST_LAG: u64 = 16;

/// Of a distance that nobody knows.
const LEAST: i64 = -(GREATEST as i64);

/// Edges between siblings, by their numbers.
pub struct Edges<'h> {
    all: Vec<Edge>,
    refused: Vec<Vec<Id>>,
    /// Code that keeps siblings apart: where it is, what it is, and between which siblings.
    stuck: Vec<Stuck<'h>>,
}

struct Stuck<'h> {
    block: Block<'h>,
    label: String,
    between: Vec<[usize; 2]>,
}

/// Siblings as surveyed and as nodes.
type Siblings<'a, 'h> = (&'a [Surveyed<'h>], &'a [Node]);

impl<'h> Edges<'h> {
    /// Compares siblings that have something to do with each other.
    pub fn find(
        host: &'h Host,
        (loops, nodes): Siblings<'_, 'h>,
        objects: &Objects<'h>,
        arrays: &Arrays,
        options: &Options,
    ) -> Self {
        let mut edges = Edges {
            all: Vec::new(),
            refused: Vec::new(),
            stuck: Vec::new(),
        };
        let values = uses(host, loops);
        let mut pairs = related(host, loops, objects);
        pairs.extend(&values);
        for [a, b] in pairs {
            let between = Between {
                ids: [&nodes[a].id, &nodes[b].id],
                arrays,
                objects,
            };
            let pair = Pair::new(host, &loops[a], &loops[b], objects);
            let has_value = values.contains(&[a, b]);
            if [a, b].iter().any(|at| nodes[*at].kind == NodeKind::Code) {
                if has_value || dependence::may_conflict(&pair) {
                    edges.all.push(between.order());
                }
                continue;
            }
            let verdict = between.judge(&pair, has_value, options, &mut edges.all);
            match verdict {
                Verdict::Fusible => {}
                Verdict::Refused => {
                    let both = between.ids.map(Id::clone);
                    edges.refused.push(both.into());
                }
                Verdict::Stuck => edges.note_stuck(host, &pair, [a, b]),
            }
        }
        edges.all.extend(hazards(loops, nodes));
        edges
    }

    /// All edges between loops.
    pub fn all(&self) -> &[Edge] {
        &self.all
    }

    /// Notes what keeps two siblings apart; loops among it are nodes already.
    fn note_stuck(&mut self, host: &'h Host, pair: &Pair<'_, 'h>, both: [usize; 2]) {
        let Some((block, label)) = stuck_between(host, pair) else {
            return;
        };
        let is_known = |stuck: &&mut Stuck<'h>| stuck.block == block && stuck.label == label;
        match self.stuck.iter_mut().find(is_known) {
            Some(known) => known.between.push(both),
            None => self.stuck.push(Stuck {
                block,
                label,
                between: vec![both],
            }),
        }
    }

    /// All nodes in program order, with the code that keeps siblings apart, and all edges and refused sets.
    pub fn with_code(
        mut self,
        order: &Order<'h>,
        loops: &[Surveyed<'h>],
        nodes: Vec<Node>,
    ) -> (Vec<Node>, Vec<Edge>, Vec<Vec<Id>>) {
        let mut behind: BTreeMap<usize, Vec<(usize, Node)>> = BTreeMap::new();
        for (n, stuck) in self.stuck.iter().enumerate() {
            let node = Node {
                id: format!("S{}", n + 1),
                kind: NodeKind::Code,
                label: stuck.label.clone(),
                ..Node::default()
            };
            let at = order.at(stuck.block);
            let mut last = 0;
            let mut until = usize::MAX;
            for [a, b] in &stuck.between {
                let ids = [&nodes[*a].id, &nodes[*b].id];
                self.all
                    .push(Edge::preventing(ids[0], &node.id, EdgeKind::Order));
                self.all
                    .push(Edge::preventing(&node.id, ids[1], EdgeKind::Order));
                (last, until) = (last.max(*a), until.min(*b));
            }
            let is_before = |n: &usize| order.at(loops[*n].l.header()) < at;
            let place = (last + 1..until)
                .take_while(is_before)
                .last()
                .unwrap_or(last);
            behind.entry(place).or_default().push((at, node));
        }
        let mut all = Vec::new();
        for (at, node) in nodes.into_iter().enumerate() {
            all.push(node);
            let mut code = behind.remove(&at).unwrap_or_default();
            code.sort_by_key(|(at, _)| *at);
            all.extend(code.into_iter().map(|(_, node)| node));
        }
        let mut seen = BTreeSet::new();
        self.all.retain(|edge| {
            let is_order = edge.kind == EdgeKind::Order;
            !is_order || seen.insert((edge.from.clone(), edge.to.clone()))
        });
        (all, self.all, self.refused)
    }
}

/// Pairs of siblings that touch what may be one array, be it read by both.
fn related<'h>(
    host: &'h Host,
    loops: &[Surveyed<'h>],
    objects: &Objects<'h>,
) -> BTreeSet<[usize; 2]> {
    let mut by_object: BTreeMap<Option<ObjectId>, BTreeSet<usize>> = BTreeMap::new();
    for (at, surveyed) in loops.iter().enumerate() {
        for access in &surveyed.footprint(host, objects).accesses {
            by_object.entry(access.object).or_default().insert(at);
        }
    }
    let mut pairs = BTreeSet::new();
    for (n, (first, of_first)) in by_object.iter().enumerate() {
        for (second, of_second) in by_object.iter().skip(n) {
            let meet = match (first, second) {
                (Some(a), Some(b)) => a == b || !objects.are_disjoint(host, *a, *b),
                _ => true,
            };
            let both = of_first
                .iter()
                .flat_map(|a| of_second.iter().map(move |b| [*a.min(b), *a.max(b)]));
            pairs.extend(both.filter(|[a, b]| meet && a != b));
        }
    }
    pairs
}

/// Pairs of siblings of which the later one uses a value of the earlier one.
fn uses<'h>(host: &'h Host, loops: &[Surveyed<'h>]) -> BTreeSet<[usize; 2]> {
    let all: Vec<_> = loops.iter().map(|surveyed| surveyed.l).collect();
    let used = |at: usize| {
        loops_used(host, all[at], &all[..at])
            .into_iter()
            .map(move |by| [by, at])
    };
    (0..loops.len()).flat_map(used).collect()
}

/// What cannot be passed by anything: from all siblings since the last such, and to all up to the next.
fn hazards(loops: &[Surveyed<'_>], nodes: &[Node]) -> Vec<Edge> {
    let is_hazard = |at: &usize| !loops[*at].facts.hazards.is_empty();
    let mut edges = Vec::new();
    for at in (0..loops.len()).filter(is_hazard) {
        let before = (0..at).rev().find(is_hazard).unwrap_or(0);
        let behind = (at + 1..loops.len()).find(is_hazard).unwrap_or(loops.len());
        let order =
            |a: usize, b: usize| Edge::preventing(&nodes[a].id, &nodes[b].id, EdgeKind::Order);
        edges.extend((before..at).map(|a| order(a, at)));
        edges.extend((at + 1..behind).map(|b| order(at, b)));
    }
    edges
}

/// What came of a pair, but for its edges.
enum Verdict {
    /// The edges say all.
    Fusible,
    /// The two are never in one group.
    Refused,
    /// Code lies between that cannot move.
    Stuck,
}

/// Two siblings.
struct Between<'a, 'h> {
    ids: [&'a Id; 2],
    arrays: &'a Arrays,
    objects: &'a Objects<'h>,
}

impl<'h> Between<'_, 'h> {
    fn edge(&self, kind: EdgeKind, array: Option<ObjectId>) -> Edge {
        Edge {
            array: array.and_then(|object| self.arrays.id(object)),
            ..Edge::preventing(self.ids[0], self.ids[1], kind)
        }
    }

    /// What nothing allows.
    fn order(&self) -> Edge {
        self.edge(EdgeKind::Order, None)
    }

    /// Adds the edges of two loops, and says what else keeps them apart.
    fn judge(
        &self,
        pair: &Pair<'_, 'h>,
        has_value: bool,
        options: &Options,
        edges: &mut Vec<Edge>,
    ) -> Verdict {
        let asked = Options {
            explain: true,
            profit: false,
            ..options.clone()
        };
        let judged = legality::judge(pair, &asked);
        let assumed = match &judged {
            Ok(legal) => self.assumed(legal),
            Err(_) => Vec::new(),
        };
        let allowed = Allowed {
            shift: MOST_LAG,
            pays: false,
            checks: options.max_checks,
        };
        let dependences = dependence::dependences(pair, allowed);
        let mut found: Vec<_> = dependences
            .iter()
            .map(|d| self.dependence(pair, d))
            .collect();
        found.extend(self.inputs(pair));
        for edge in &mut found {
            edge.assume.extend(assumed.iter().cloned());
        }
        let refusals = judged.err().unwrap_or_default();
        let is_used = |refusal: &Refusal| matches!(refusal, Refusal::ValueUsed { .. });
        let is_separate = |refusal: &Refusal| matches!(refusal, Refusal::NotAdjacent { .. });
        // Of loops that do not follow each other nobody has asked.
        if refusals.iter().any(is_used) || has_value && refusals.iter().any(is_separate) {
            found.push(self.order());
        }
        let is_prevented = found
            .iter()
            .any(|edge| edge.kind != EdgeKind::Input && edge.need.is_none());
        edges.append(&mut found);
        let is_stuck = |refusal: &Refusal| matches!(refusal, Refusal::CannotMove { .. });
        if refusals.iter().any(is_stuck) {
            Verdict::Stuck
        } else if refusals.iter().all(is_an_edge) || is_prevented {
            Verdict::Fusible
        } else {
            Verdict::Refused
        }
    }

    fn dependence(&self, pair: &Pair<'_, 'h>, dependence: &Dependence) -> Edge {
        let kind = match dependence.kind {
            DependenceKind::Flow => EdgeKind::Flow,
            DependenceKind::Anti => EdgeKind::Anti,
            DependenceKind::Output => EdgeKind::Output,
        };
        let mut edge = self.edge(kind, dependence.first.or(dependence.second));
        let known = dependence.needed_shift().filter(|shift| *shift <= GREATEST);
        edge.need = known.map(|shift| vec![shift]);
        if let Ok(ordered) = &dependence.order {
            edge.least = least(pair, dependence).into_iter().collect();
            let apart = ordered.checks.iter().map(|(a, b)| self.apart(*a, *b));
            let rows = ordered
                .rows
                .values()
                .map(|array| format!("rows of {array} are apart"));
            edge.assume = apart
                .chain(rows)
                .collect::<BTreeSet<_>>()
                .into_iter()
                .collect();
            if edge.need.is_some() {
                edge.saves = saves(pair, [dependence.first, dependence.second]);
            }
        }
        edge
    }

    /// What both read and neither writes.
    fn inputs(&self, pair: &Pair<'_, 'h>) -> Vec<Edge> {
        let touched = |side: Side, kind: AccessKind| -> BTreeSet<ObjectId> {
            let all = pair
                .accesses(side)
                .iter()
                .filter(|access| access.kind == kind);
            all.filter_map(|access| access.object).collect()
        };
        let [first, second] = [Side::First, Side::Second].map(|side| {
            let written = touched(side, AccessKind::Write);
            &touched(side, AccessKind::Read) - &written
        });
        let both = first.intersection(&second);
        both.map(|object| Edge {
            saves: saves(pair, [Some(*object); 2]),
            ..self.edge(EdgeKind::Input, Some(*object))
        })
        .collect()
    }

    /// What a run-time check has to say of both, arrays aside.
    fn assumed(&self, legal: &Legal) -> Vec<String> {
        let [first, second] = self.ids;
        let guards = match legal.shared {
            Shared::Equivalent => None,
            Shared::Checked => Some(format!("{first} and {second} run")),
            Shared::Stronger(Side::First) => Some(format!("{first} runs")),
            Shared::Stronger(Side::Second) => Some(format!("{second} runs")),
        };
        let count = legal.checks.iterations;
        let count = count.map(|n| format!("{first} has more than {n} iterations"));
        guards.into_iter().chain(count).collect()
    }

    fn apart(&self, a: ObjectId, b: ObjectId) -> String {
        let [first, second] = [a, b].map(|object| self.objects.whole(object));
        let name = |object| self.arrays.id(object).unwrap_or_default();
        if first == second {
            format!("parts of {} are apart", name(first))
        } else {
            format!("{} and {} are apart", name(first), name(second))
        }
    }
}

/// Does an edge say what a refusal does?
fn is_an_edge(refusal: &Refusal) -> bool {
    match refusal {
        Refusal::BackwardDependence { .. }
        | Refusal::CallTouchesMemory { .. }
        | Refusal::ErrnoOrder { .. }
        | Refusal::ValueUsed { .. } => true,
        Refusal::MayAlias { unchecked, .. } => *unchecked == Unchecked::NotKnown,
        _ => false,
    }
}

/// The least distance between accesses of two loops to an array, also of those that never meet for what counts say: they
/// would share places if it were folded. None where the loops only touch what must be apart.
fn least(pair: &Pair<'_, '_>, dependence: &Dependence) -> Option<i64> {
    if dependence.first != dependence.second {
        return None;
    }
    let of = |side: Side, is_write: bool| {
        let all = pair.accesses(side).iter().enumerate();
        let chosen = all.filter(move |(_, access)| {
            access.object == dependence.first && (access.kind == AccessKind::Write) == is_write
        });
        chosen.map(|(id, _)| id)
    };
    let first = of(Side::First, dependence.kind != DependenceKind::Anti);
    let pairs = first.flat_map(|a| {
        let second = of(Side::Second, dependence.kind != DependenceKind::Flow);
        second.map(move |b| (a, b))
    });
    let distances = pairs.filter_map(|(a, b)| match pair.strided(a, b).map(Strided::distances) {
        Some(Distances::None) => None,
        Some(Distances::Range { least, .. }) => Some(least.max(LEAST)),
        Some(Distances::All) | None => Some(LEAST),
    });
    distances.min()
}

/// Bytes that both loops touch of two objects, if in constant steps and known times.
fn saves(pair: &Pair<'_, '_>, [first, second]: [Option<ObjectId>; 2]) -> u64 {
    let of = |side: Side, object: Option<ObjectId>| {
        let all = pair.accesses(side).iter().enumerate();
        let of_object = all.filter(move |(_, access)| access.object == object);
        of_object.map(|(id, _)| id).collect::<Vec<_>>()
    };
    let (of_first, of_second) = (of(Side::First, first), of(Side::Second, second));
    let pairs = of_first
        .iter()
        .flat_map(|a| of_second.iter().map(move |b| (*a, *b)));
    let widths = pairs.filter_map(|(a, b)| {
        let strided = pair.strided(a, b)?;
        Some(strided.first_width.min(strided.second_width))
    });
    let counts = [Side::First, Side::Second].map(|side| {
        let count = pair.facts(side).trip_count.as_ref()?;
        count.parse::<u64>().ok()
    });
    let [Some(first), Some(second)] = counts else {
        return 0;
    };
    let bytes = widths.max().unwrap_or(0).saturating_mul(first.min(second));
    bytes.min(GREATEST)
}
