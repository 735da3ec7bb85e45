//! A graph with numbers in place of names, in the form in which plans are made and verified.

use crate::graph::{self, EdgeKind, Graph, Limits, NodeKind, Number, Vector};
use crate::names::{Fault, Names};
use std::collections::BTreeSet;

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
    /// What else is worth while to fuse them for.
    pub reuses: Vec<Reuse>,
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
    /// Instructions.
    pub cost: u64,
    /// Values that iterations hand on.
    pub carried: u64,
    /// Is it vectorised, if that is known?
    pub vector: Option<Vector>,
}

/// An array.
#[derive(Clone, Debug, Default)]
pub struct Array {
    /// Nothing but these nodes touches it, each node that writes it touches one element in each iteration, and nothing reads
    /// what was there before.
    pub is_own: bool,
    /// Its size, if known.
    pub bytes: Option<u64>,
    /// Bytes that one iteration goes on by, if known.
    pub step: Option<u64>,
    /// The nodes that edges say touch it, in program order.
    pub users: Vec<NodeId>,
}

/// What orders two nodes.
#[derive(Clone, Debug)]
pub struct Edge {
    /// Its place in the graph.
    pub number: usize,
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

/// Bytes that are not moved if both nodes are in one group, of no array whose size is known.
#[derive(Clone, Copy, Debug)]
pub struct Reuse {
    /// The earlier node.
    pub from: NodeId,
    /// The later one.
    pub to: NodeId,
    /// How many.
    pub bytes: u64,
}

impl Group {
    /// Of a graph, outermost level alone.
    ///
    /// # Errors
    /// A name that stands twice, or that the graph uses and does not define; an edge that goes backwards, and not around a
    /// loop outside; lists for levels that do not fit each other; a least distance that is greater than the greatest one.
    pub fn of(graph: &Graph) -> Result<Self, Fault> {
        let nodes = Names::number("node", "/nodes", graph.nodes.iter().map(|n| &n.id))?;
        let arrays = Names::number("array", "/arrays", graph.arrays.iter().map(|a| &a.id))?;
        let mut users = vec![BTreeSet::new(); graph.arrays.len()];
        let (mut edges, mut reuses) = (Vec::new(), Vec::new());
        for (number, edge) in graph.edges.iter().enumerate() {
            let at = |field: &str| format!("/edges/{number}/{field}");
            let from = nodes.find(&edge.from, || at("from"))?;
            let to = nodes.find(&edge.to, || at("to"))?;
            if from >= to && !edge.outer {
                let message = format!("goes backwards, from '{}' to '{}'", edge.from, edge.to);
                return Err(Fault::new(format!("/edges/{number}"), message));
            }
            let array = edge.array.as_ref();
            let array = array
                .map(|id| arrays.find(id, || at("array")))
                .transpose()?;
            check_levels(graph, edge, (from, to), at)?;
            if let Some(array) = array {
                users[array].extend([from, to]);
            }
            let size = array.map(|array| &graph.arrays[array].bytes);
            if edge.saves > 0 && from < to && !matches!(size, Some(Number::Known(_))) {
                reuses.push(Reuse {
                    from,
                    to,
                    bytes: edge.saves,
                });
            }
            if edge.kind == EdgeKind::Input || edge.outer {
                continue;
            }
            let need = edge.need.as_ref().map(|need| need[0]);
            let same = need.and_then(|need| i64::try_from(need).ok()).unwrap_or(0);
            edges.push(Edge {
                number,
                from,
                to,
                kind: edge.kind,
                array,
                need,
                least: edge.least.first().copied().unwrap_or(same),
                assume: edge.assume.clone(),
            });
        }
        let sets = graph.refused.iter().enumerate();
        let refused = sets.map(|(at, set)| nodes.find_all(set, &format!("/refused/{at}")));
        let arrays = graph.arrays.iter().zip(users);
        Ok(Group {
            nodes: graph.nodes.iter().map(Node::of).collect(),
            arrays: arrays.map(|(a, users)| Array::of(a, users)).collect(),
            edges,
            reuses,
            refused: refused.collect::<Result<_, _>>()?,
            limits: graph.limits.clone(),
        })
    }
}

impl Edge {
    /// Does the later node read what the earlier one writes?
    pub fn is_flow(&self) -> bool {
        self.kind == EdgeKind::Flow
    }

    /// Does it keep its ends apart in whatever group?
    pub fn prevents(&self, group: &Group) -> bool {
        let limits = &group.limits;
        let is_too_far = |need| need > limits.max_lag || need > 0 && limits.max_shift == 0;
        group.nodes[self.from].kind != group.nodes[self.to].kind || self.need.is_none_or(is_too_far)
    }
}

/// Do the lists of an edge, one entry for each level, fit each other and its nodes?
fn check_levels(
    graph: &Graph,
    edge: &graph::Edge,
    (from, to): (NodeId, NodeId),
    at: impl Fn(&str) -> String,
) -> Result<(), Fault> {
    let is_too_great = |least: &i64| least.unsigned_abs() > graph::GREATEST;
    if let Some(level) = edge.least.iter().position(is_too_great) {
        let message = format!("{} is beyond 2^53 - 1", edge.least[level]);
        return Err(Fault::new(at(&format!("least/{level}")), message));
    }
    let Some(need) = &edge.need else {
        return Ok(());
    };
    if edge.kind == EdgeKind::Input {
        let message = "orders nothing, since both nodes read: an input edge needs no shift";
        return Err(Fault::new(at("need"), message));
    }
    let levels = |node: NodeId| match graph.nodes[node].trips.len() {
        0 => need.len().max(1),
        levels => levels,
    };
    let (least, most) = (levels(from).min(levels(to)), levels(from).max(levels(to)));
    if !(least..=most).contains(&need.len()) {
        let message = format!(
            "lists of unequal length: {} entries for {most} levels of its nodes",
            need.len()
        );
        return Err(Fault::new(at("need"), message));
    }
    if !edge.least.is_empty() && edge.least.len() != need.len() {
        let message = format!(
            "lists of unequal length: {} entries, but need has {}",
            edge.least.len(),
            need.len()
        );
        return Err(Fault::new(at("least"), message));
    }
    let pairs = edge.least.iter().zip(need).enumerate();
    for (level, (least, need)) in pairs {
        if i128::from(*least) > i128::from(*need) {
            let message = format!("the least distance {least} is above the greatest, need {need}");
            return Err(Fault::new(at(&format!("least/{level}")), message));
        }
    }
    Ok(())
}

impl Node {
    fn of(node: &graph::Node) -> Self {
        Node {
            is_loop: node.kind == NodeKind::Loop,
            is_outer: node.vector == Some(Vector::Outer) || node.trips.len() > 1,
            trips: match node.trips.first() {
                Some(Number::Known(trips)) => Some(*trips),
                _ => None,
            },
            kind: node.r#type.clone(),
            cost: node.cost,
            carried: node.carried,
            vector: node.vector,
        }
    }
}

impl Array {
    fn of(array: &graph::Array, users: BTreeSet<NodeId>) -> Self {
        Array {
            is_own: array.private && !array.live_in,
            bytes: match array.bytes {
                Number::Known(bytes) => Some(bytes),
                Number::Named(_) => None,
            },
            step: array.step.first().copied(),
            users: users.into_iter().collect(),
        }
    }
}
