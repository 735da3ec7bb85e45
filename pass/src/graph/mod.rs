//! Graphs of siblings: what is known of the loops of one group as they stand, as data for planning
//! ([`loopfuse_plan::graph`]).
//!
//! What legality finds out of a pair becomes edges:
//!
//! - Each pair of arrays, and each kind of dependence, is an edge with the shift that it needs ([`edges`]). What a
//!   run-time check would have to say stands on it.
//! - Code between loops that can go neither before nor behind all of them is a node, and what orders it an edge that
//!   nothing allows ([`code`]); so is what orders a loop behind another one whose value it uses, or runs under.
//! - Two loops that cannot be one for any other reason, as guards or counts, are a refused set.
//!
//! All loops are compared, also those that touch nothing in common: groups may have both. No profit option is asked.
//!
//! Not in it are loops that only exist in a version of the code (loaded once, strip-mined), levels inside of the one at
//! hand, and that two loops may follow each other once what lies between them is fused. Code under one condition is taken
//! apart into instructions, though it would move as a whole.

mod arrays;
mod code;
mod edges;
mod order;

use crate::candidate;
use crate::facts::footprint::Objects;
use crate::facts::loops::{Surveyed, survey};
use crate::llvm::{Host, Loop};
use crate::model::Vectorisable;
use crate::options::Options;
use arrays::Arrays;
use edges::Edges;
use loopfuse_plan::graph::{GREATEST, Graph, Id, Limits, Node, NodeKind, Number, VERSION, Vector};
use order::Order;
use rustc_hash::FxHashMap;

/// The graph of siblings, and which loop each node is that stands for one.
pub fn of_siblings<'h>(
    host: &'h Host,
    group: &[Loop<'h>],
    options: &Options,
) -> (Graph, FxHashMap<Id, Loop<'h>>) {
    let objects = Objects::default();
    let order = Order::of(host);
    let mut loops: Vec<_> = group.iter().map(|l| survey(host, *l)).collect();
    loops.sort_by_key(|surveyed| order.at(surveyed.l.header()));
    let mut counts = Counts::default();
    let nodes: Vec<_> = loops
        .iter()
        .enumerate()
        .map(|(at, surveyed)| node(host, at, surveyed, &objects, &mut counts))
        .collect();
    let of_nodes = nodes.iter().zip(&loops);
    let of_nodes = of_nodes
        .map(|(node, surveyed)| (node.id.clone(), surveyed.l))
        .collect();
    let arrays = Arrays::find(host, &loops, &nodes, &objects);
    let siblings = (&loops[..], &nodes[..]);
    let edges = Edges::find(host, siblings, (&objects, &arrays), &order, options);
    let arrays = arrays.into_all(edges.all());
    let (nodes, edges, refused) = edges.with_code(host, siblings, &order);
    let vectors = loops.iter().any(|s| s.facts.carries_floats);
    let graph = Graph {
        version: VERSION,
        name: format!("{} {}", host.function_name(), loops[0].facts.label),
        limits: Limits {
            max_shift: options.max_shift,
            max_streams: Some(options.max_streams),
            max_size: Some(options.max_size),
            registers: Some(host.registers(vectors).into()),
            vector_bytes: Some((host.vector_bits() / 8).into()),
            ..Limits::default()
        },
        nodes,
        arrays,
        edges,
        refused,
        nest: None,
    };
    (graph, of_nodes)
}

/// Names of trip counts.
#[derive(Default)]
struct Counts(FxHashMap<String, usize>);

impl Counts {
    /// Equal expressions have one name.
    fn number(&mut self, count: &str) -> Number {
        match count.parse() {
            Ok(known) if known <= GREATEST => Number::Known(known),
            _ => {
                let new = self.0.len() + 1;
                let at = self.0.entry(count.to_owned()).or_insert(new);
                Number::Named(format!("n{at}"))
            }
        }
    }
}

fn node<'h>(
    host: &'h Host,
    at: usize,
    surveyed: &Surveyed<'h>,
    objects: &Objects<'h>,
    counts: &mut Counts,
) -> Node {
    let facts = &surveyed.facts;
    let plain = Node {
        cost: facts.instructions,
        ..Node::default()
    };
    if let Err(refusals) = candidate::check(facts, false) {
        let why = refusals.first().map(|r| r.message()).unwrap_or_default();
        return Node {
            id: format!("C{}", at + 1),
            kind: NodeKind::Code,
            label: format!("{}: {why}", facts.label),
            ..plain
        };
    }
    let count = facts.trip_count.as_deref().unwrap_or_default();
    Node {
        id: format!("L{}", at + 1),
        trips: vec![counts.number(count)],
        carried: surveyed.carried_values(host),
        vector: Some(match surveyed.vectorisable(host, objects) {
            Vectorisable::Yes { .. } | Vectorisable::IfApart(_) => Vector::Yes,
            Vectorisable::No(_) | Vectorisable::InOrder(_) => Vector::No,
            Vectorisable::NotInnermost => Vector::Outer,
        }),
        label: format!("{}, trip count {count}", facts.label),
        ..plain
    }
}
