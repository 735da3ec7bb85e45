//! A graph with numbers in place of names, in the form in which plans are made and verified.

use crate::graph::{EdgeKind, Graph, Limits, NodeKind, Number, Vector};
use std::collections::HashMap;

/// A node, by its place in program order.
pub type NodeId = usize;

/// An array, by its place in the graph.
pub type ArrayId = usize;

/// What is known of the nodes of a graph.
#[derive(Clone, Debug, Default)]
pub struct Group {
    /// In program order.
    pub nodes: Vec<Node>,
    /// What they touch.
    pub arrays: Vec<Array>,
    /// What orders them.
    pub edges: Vec<Edge>,
    /// Sets of nodes of which not all may be in one group.
    pub refused: Vec<Vec<NodeId>>,
    /// What binds plans.
    pub limits: Limits,
}

/// A loop, or code.
#[derive(Clone, Debug, Default)]
pub struct Node {
    /// It may be fused.
    pub is_loop: bool,
    /// It has loops inside.
    pub is_outer: bool,
    /// Iterations, if known.
    pub trips: Option<u64>,
    /// Loops of different types are never fused.
    pub kind: Option<String>,
}

/// An array.
#[derive(Clone, Debug, Default)]
pub struct Array {
    /// Nothing but these nodes touches it, each node that writes it touches one element in each iteration, and nothing reads
    /// what was there before.
    pub is_own: bool,
}

/// What orders two nodes.
#[derive(Clone, Debug)]
pub struct Edge {
    /// The earlier node.
    pub from: NodeId,
    /// The later one.
    pub to: NodeId,
    /// What it is; no edge is of kind [`EdgeKind::Input`].
    pub kind: EdgeKind,
    /// What both touch.
    pub array: Option<ArrayId>,
    /// The least lag of the later node; none if they are never in one group.
    pub need: Option<u64>,
    /// The least distance.
    pub least: i64,
    /// What a run-time check must say.
    pub assume: Vec<String>,
}

impl Group {
    /// Of a graph, outermost level alone.
    ///
    /// # Errors
    /// A line about a name that the graph uses and does not define, or about an edge that goes backwards.
    pub fn of(graph: &Graph) -> Result<Self, String> {
        let places = |ids: Vec<&String>| -> HashMap<String, usize> {
            let numbered = ids.into_iter().enumerate();
            numbered.map(|(at, id)| (id.clone(), at)).collect()
        };
        let nodes = places(graph.nodes.iter().map(|node| &node.id).collect());
        let arrays = places(graph.arrays.iter().map(|array| &array.id).collect());
        let find = |known: &HashMap<String, usize>, id: &String| {
            known
                .get(id)
                .copied()
                .ok_or_else(|| format!("unknown name '{id}'"))
        };
        let mut edges = Vec::new();
        for edge in &graph.edges {
            if edge.kind == EdgeKind::Input {
                continue;
            }
            let need = edge.need.as_ref().and_then(|need| need.first().copied());
            let same = need.and_then(|need| i64::try_from(need).ok()).unwrap_or(0);
            let (from, to) = (find(&nodes, &edge.from)?, find(&nodes, &edge.to)?);
            if from >= to {
                return Err(format!(
                    "the edge from '{}' to '{}' goes backwards",
                    edge.from, edge.to
                ));
            }
            edges.push(Edge {
                from,
                to,
                kind: edge.kind,
                array: edge
                    .array
                    .as_ref()
                    .map(|id| find(&arrays, id))
                    .transpose()?,
                need,
                least: edge.least.first().copied().unwrap_or(same),
                assume: edge.assume.clone(),
            });
        }
        let sets = graph.refused.iter();
        let refused = sets.map(|set| set.iter().map(|id| find(&nodes, id)).collect());
        Ok(Group {
            nodes: graph.nodes.iter().map(Node::of).collect(),
            arrays: graph
                .arrays
                .iter()
                .map(|array| Array {
                    is_own: array.private && !array.live_in,
                })
                .collect(),
            edges,
            refused: refused.collect::<Result<_, _>>()?,
            limits: graph.limits.clone(),
        })
    }
}

impl Node {
    fn of(node: &crate::graph::Node) -> Self {
        Node {
            is_loop: node.kind == NodeKind::Loop,
            is_outer: node.vector == Some(Vector::Outer) || node.trips.len() > 1,
            trips: match node.trips.first() {
                Some(Number::Known(trips)) => Some(*trips),
                _ => None,
            },
            kind: node.r#type.clone(),
        }
    }
}
