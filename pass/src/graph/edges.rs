//! What orders siblings, and what makes it worth while that they are one.

use super::arrays::Arrays;
use super::code::{Code, Items};
use super::order::Order;
use crate::facts::footprint::Objects;
use crate::facts::loops::Surveyed;
use crate::facts::pair::Pair;
use crate::legality::conformance;
use crate::legality::dependence::{self, Allowed, Dependence};
use crate::legality::distance::{Distances, Strided};
use crate::legality::guards::{self, Shared};
use crate::legality::oracle::PairOracle;
use crate::legality::{self, DependenceKind, Refusal, Unchecked};
use crate::llvm::Host;
use crate::model::{AccessKind, ObjectId, Side};
use crate::options::Options;
use crate::profit::gain::bytes_in_common;
use loopfuse_plan::graph::MOST_LAG;
use loopfuse_plan::graph::{Edge, EdgeKind, GREATEST, Id, Node, NodeKind};
use std::collections::BTreeSet;

/// So many siblings in a row are compared with each other. They are not fused with those behind.
const MOST_COMPARED: usize = 32;

/// So many instructions may lie between two of them, most of which are of loops that the same plan moves.
const MOST_INSTRUCTIONS: usize = 2048;

/// Of a distance that nobody knows.
const UNKNOWN_DISTANCE: i64 = -(GREATEST as i64);

/// Edges, and sets of nodes of which not all may be in one group.
pub struct Edges<'h> {
    all: Vec<Edge>,
    refused: Vec<Vec<Id>>,
    items: Items<'h>,
}

/// Siblings as surveyed and as nodes.
type Siblings<'a, 'h> = (&'a [Surveyed<'h>], &'a [Node]);

impl<'h> Edges<'h> {
    /// Compares siblings, given in program order.
    pub fn find(
        host: &'h Host,
        (loops, nodes): Siblings<'_, 'h>,
        (objects, arrays): (&Objects<'h>, &Arrays),
        order: &Order<'h>,
        options: &Options,
    ) -> Self {
        let items = Items::find(host, loops, order);
        let (mut all, mut refused) = (Vec::new(), Vec::new());
        for b in 0..loops.len() {
            for a in b / MOST_COMPARED * MOST_COMPARED..b {
                let pair = Pair::within(host, [&loops[a], &loops[b]], objects, MOST_INSTRUCTIONS);
                let both = Both {
                    ids: [&nodes[a].id, &nodes[b].id],
                    arrays,
                    objects,
                };
                if [a, b].iter().any(|at| nodes[*at].kind == NodeKind::Code) {
                    let conflicts = dependence::may_conflict(&pair);
                    all.extend(conflicts.then(|| both.edge(EdgeKind::Order, None)));
                    continue;
                }
                let is_ordered = items.ordered.contains(&[a, b]);
                if !both.judge(&pair, is_ordered, options, &mut all) {
                    refused.push(both.ids.map(Id::clone).into());
                }
            }
        }
        Edges {
            all,
            refused,
            items,
        }
    }

    /// All edges between siblings.
    pub fn all(&self) -> &[Edge] {
        &self.all
    }

    /// All nodes in program order, the code between siblings among them, all edges, and all refused sets.
    pub fn with_code(
        mut self,
        host: &'h Host,
        (loops, nodes): Siblings<'_, 'h>,
        order: &Order<'h>,
    ) -> (Vec<Node>, Vec<Edge>, Vec<Vec<Id>>) {
        let code = self.items.code.iter().enumerate();
        let code = code.map(|(n, code)| (code.at, code_node(host, n, code)));
        let siblings = loops.iter().zip(nodes);
        let mut placed: Vec<_> = siblings
            .map(|(surveyed, node)| (order.place(surveyed.l), node.clone()))
            .chain(code)
            .collect();
        let ids: Vec<_> = placed.iter().map(|(_, node)| node.id.clone()).collect();
        let order = |from: &Id, to: &Id| Edge::preventing(from, to, EdgeKind::Order);
        let mut ordered: BTreeSet<[&Id; 2]> = BTreeSet::new();
        ordered.extend(self.items.ordered.iter().map(|[a, b]| [&ids[*a], &ids[*b]]));
        let is_known = |edge: &Edge| {
            edge.kind == EdgeKind::Order
                && edge.need.is_none()
                && ordered.contains(&[&edge.from, &edge.to])
        };
        self.all.retain(|edge| !is_known(edge));
        self.all
            .extend(ordered.into_iter().map(|[from, to]| order(from, to)));
        placed.sort_by_key(|(at, _)| *at);
        let mut all: Vec<_> = placed.into_iter().map(|(_, node)| node).collect();
        for (n, first) in nodes.iter().step_by(MOST_COMPARED).enumerate().skip(1) {
            let border = border(n);
            let at = n * MOST_COMPARED;
            let (before, behind) = nodes.split_at(at);
            let before = &before[at - MOST_COMPARED..];
            let behind = &behind[..behind.len().min(MOST_COMPARED)];
            self.all
                .extend(before.iter().map(|node| order(&node.id, &border.id)));
            self.all
                .extend(behind.iter().map(|node| order(&border.id, &node.id)));
            let place = all.iter().position(|node| node.id == first.id);
            all.insert(place.unwrap_or(all.len()), border);
        }
        (all, self.all, self.refused)
    }
}

fn code_node<'h>(host: &'h Host, n: usize, code: &Code<'h>) -> Node {
    Node {
        id: format!("S{}", n + 1),
        kind: NodeKind::Code,
        label: code.label(host),
        ..Node::default()
    }
}

/// What lies between siblings that are not compared.
fn border(n: usize) -> Node {
    Node {
        id: format!("B{n}"),
        kind: NodeKind::Code,
        label: format!("no more than {MOST_COMPARED} loops in a row are compared"),
        ..Node::default()
    }
}

/// Two siblings.
struct Both<'a, 'h> {
    ids: [&'a Id; 2],
    arrays: &'a Arrays,
    objects: &'a Objects<'h>,
}

impl<'h> Both<'_, 'h> {
    fn edge(&self, kind: EdgeKind, array: Option<ObjectId>) -> Edge {
        Edge {
            array: array.and_then(|object| self.arrays.id(object)),
            ..Edge::preventing(self.ids[0], self.ids[1], kind)
        }
    }

    /// Adds the edges of two loops. False if they may not be one for reasons that these do not say.
    fn judge(
        &self,
        pair: &Pair<'_, 'h>,
        is_ordered: bool,
        options: &Options,
        edges: &mut Vec<Edge>,
    ) -> bool {
        let asked = Options {
            explain: true,
            profit: false,
            ..options.clone()
        };
        let allowed = Allowed {
            shift: MOST_LAG,
            pays: false,
            checks: &|| options.max_checks,
        };
        let may_lag = conformance::check(pair, &asked).is_ok_and(|c| c.greatest_shift() > 0);
        let dependences = dependence::dependences(pair, allowed);
        let dependences = dependences
            .iter()
            .map(|d| self.dependence(pair, d, may_lag));
        let mut found: Vec<_> = dependences.chain(self.inputs(pair)).collect();
        let refusals = legality::judge(pair, &asked).err().unwrap_or_default();
        let is_used = |refusal: &Refusal| matches!(refusal, Refusal::ValueUsed { .. });
        if !is_ordered && refusals.iter().any(is_used) {
            found.push(self.edge(EdgeKind::Order, None));
        }
        let assumed = guards::check(pair, &asked)
            .ok()
            .and_then(|shared| self.assumed(shared));
        if let Some(assumed) = assumed {
            if found.iter().all(|edge| edge.kind == EdgeKind::Input) {
                found.push(Edge {
                    need: Some(vec![0]),
                    ..self.edge(EdgeKind::Order, None)
                });
            }
            let ordering = found.iter_mut().filter(|edge| edge.kind != EdgeKind::Input);
            ordering.for_each(|edge| edge.assume.push(assumed.clone()));
        }
        let is_apart = |edge: &Edge| edge.kind != EdgeKind::Input && edge.need.is_none();
        let is_prevented = is_ordered || found.iter().any(is_apart);
        edges.append(&mut found);
        is_prevented || refusals.iter().all(is_an_edge)
    }

    fn dependence(&self, pair: &Pair<'_, 'h>, dependence: &Dependence, may_lag: bool) -> Edge {
        let kind = match dependence.kind {
            DependenceKind::Flow => EdgeKind::Flow,
            DependenceKind::Anti => EdgeKind::Anti,
            DependenceKind::Output => EdgeKind::Output,
        };
        let mut edge = self.edge(kind, dependence.first.or(dependence.second));
        let may_be = |shift: &u64| *shift == 0 || may_lag && *shift <= GREATEST;
        edge.need = dependence
            .needed_shift()
            .filter(may_be)
            .map(|shift| vec![shift]);
        if let (Ok(ordered), Some(_)) = (&dependence.order, &edge.need) {
            edge.least = least(pair, dependence).into_iter().collect();
            let apart = ordered.checks.iter().map(|(a, b)| self.apart(*a, *b));
            let rows = ordered
                .rows
                .iter()
                .map(|(margin, array)| format!("rows of {array} are apart ({})", margin.0 + 1));
            edge.assume = apart
                .chain(rows)
                .collect::<BTreeSet<_>>()
                .into_iter()
                .collect();
            edge.saves = saves(pair, [dependence.first, dependence.second]);
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

    /// What a run-time check has to say of the conditions under which both run.
    fn assumed(&self, shared: Shared) -> Option<String> {
        let [first, second] = self.ids;
        match shared {
            Shared::Equivalent => None,
            Shared::Checked => Some(format!("{first} and {second} run")),
            Shared::Stronger(Side::First) => Some(format!("{first} runs")),
            Shared::Stronger(Side::Second) => Some(format!("{second} runs")),
        }
    }

    fn apart(&self, a: ObjectId, b: ObjectId) -> String {
        let [first, second] = [a, b].map(|object| self.objects.whole(object));
        let name = |object| self.arrays.id(object).unwrap_or_default();
        if first == second {
            format!("parts {} and {} of {} are apart", a.0, b.0, name(first))
        } else {
            format!("{} and {} are apart", name(first), name(second))
        }
    }
}

/// Does an edge, or other nodes with theirs, say what a refusal does?
fn is_an_edge(refusal: &Refusal) -> bool {
    match refusal {
        Refusal::BackwardDependence { .. }
        | Refusal::CallTouchesMemory { .. }
        | Refusal::ErrnoOrder { .. }
        | Refusal::ValueUsed { .. } => true,
        // Loops between the two are nodes.
        Refusal::CannotMove { has_loop, .. } => *has_loop,
        Refusal::MayAlias { unchecked, .. } => *unchecked == Unchecked::NotKnown,
        _ => false,
    }
}

/// The least distance between accesses of two loops to an array, also of those that never meet for what counts say: they
/// would share places if it were folded. Planes that may be expected to be apart are folded one by one, as far as both loops
/// touch the same ones. None where the loops only touch what must be apart.
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
    let (of_one_plane, others): (Vec<_>, Vec<_>) =
        pairs.partition(|&(a, b)| pair.parts(a, b).is_none());
    let pairs = if of_one_plane.is_empty() {
        others
    } else {
        of_one_plane
    };
    let distances =
        pairs
            .into_iter()
            .filter_map(|(a, b)| match pair.strided(a, b).map(Strided::distances) {
                Some(Distances::None) => None,
                Some(Distances::Range { least, .. }) => Some(least.max(UNKNOWN_DISTANCE)),
                Some(Distances::All) => Some(UNKNOWN_DISTANCE),
                // Rows whose length is a variable.
                None => {
                    let back = pair.reaches_back(a, b, 0..=MOST_LAG);
                    let back = back.and_then(|back| i64::try_from(back).ok());
                    Some(back.map_or(UNKNOWN_DISTANCE, |back| -back))
                }
            });
    distances.min()
}

/// Bytes that both loops touch of two objects, if in constant steps and known times.
fn saves(pair: &Pair<'_, '_>, objects: [Option<ObjectId>; 2]) -> u64 {
    let counts = [Side::First, Side::Second].map(|side| pair.facts(side).constant_trip_count());
    let [Some(first), Some(second)] = counts else {
        return 0;
    };
    let bytes = bytes_in_common(pair, objects).saturating_mul(first.min(second));
    bytes.min(GREATEST)
}
