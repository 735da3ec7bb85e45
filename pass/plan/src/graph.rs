//! The graph of a group of sibling loops, as `graph.schema.json` beside this crate's sources describes it.
//!
//! - A **node** is a loop that may be fused, or code that never is. Nodes stand in program order.
//! - An **edge** leads from a node to a later one. Within a group, the later node `v` must lag behind the earlier one
//!   `u` by at least `need` iterations: both touch a common byte in iterations `i0` of `u` and `i1` of `v` only if
//!   `i0 - i1 <= need`. Without `need` the two are never in one group. `least` is the least such distance
//!   `i0 - i1`: how long a value may have to wait.
//! - An `outer` edge is carried by a loop around all nodes, and orders nothing here.
//! - What must hold at run time for an edge to be as it is stands in `assume`.
//! - Of a private array, `least` holds for all accesses of both nodes, also of those that never meet.
//!
//! Lists have one entry for each fused level of a nest, the outermost first.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Version of the JSON format.
pub const VERSION: u32 = 1;

/// Numbers in a graph are no greater: other programs read them as floating-point ones.
pub const GREATEST: u64 = (1 << 53) - 1;

/// The most iterations that a member lags behind the first one, unless a graph says otherwise.
pub const MOST_LAG: u64 = 16;

/// A group of siblings, or a tree of nests.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Graph {
    /// [`VERSION`].
    pub version: u32,
    /// For people.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// What binds plans.
    #[serde(default)]
    pub limits: Limits,
    /// In program order.
    #[serde(default)]
    pub nodes: Vec<Node>,
    /// What the nodes touch.
    #[serde(default)]
    pub arrays: Vec<Array>,
    /// What orders the nodes, or makes it worth while to fuse them.
    #[serde(default)]
    pub edges: Vec<Edge>,
    /// Sets of nodes of which not all may be in one group.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub refused: Vec<Vec<Id>>,
    /// Nests that hand on arrays to each other.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nest: Option<Nest>,
}

/// The name of a node or an array: it begins with a letter, and has at most 64 of `A-Z a-z 0-9 _ . : -`.
pub type Id = String;

/// What binds plans. What is not given does not bind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// The most iterations that a member of a group lags behind the one before it.
    pub max_shift: u64,
    /// The most iterations that a member of a group lags behind the first one.
    pub max_lag: u64,
    /// The most arrays that a fused loop walks through.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_streams: Option<u64>,
    /// The most instructions of a fused loop.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_size: Option<u64>,
    /// Registers for values that iterations hand on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub registers: Option<u64>,
    /// Bytes of a vector register; 0 for none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vector_bytes: Option<u64>,
    /// Sizes of the caches, the first level first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cache_bytes: Vec<u64>,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            max_shift: 4,
            max_lag: MOST_LAG,
            max_streams: None,
            max_size: None,
            registers: None,
            vector_bytes: None,
            cache_bytes: Vec::new(),
        }
    }
}

/// What a node is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum NodeKind {
    /// A loop that may be fused.
    #[default]
    Loop,
    /// Code, or a loop that may not.
    Code,
}

/// A loop, or code.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Node {
    /// Its name.
    pub id: Id,
    /// What it is.
    #[serde(default)]
    pub kind: NodeKind,
    /// The loop that it is a piece of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<Id>,
    /// Of a loop: iterations of each level.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub trips: Vec<Number>,
    /// Loops of different types are never fused.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub r#type: Option<Id>,
    /// Instructions.
    #[serde(default)]
    pub cost: u64,
    /// Values carried from iteration to iteration, counters aside.
    #[serde(default)]
    pub carried: u64,
    /// Of a loop: does LLVM vectorise it?
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vector: Option<Vector>,
    /// For people: a place in the source.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub label: String,
}

/// Does LLVM vectorise a loop?
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Vector {
    /// Yes.
    Yes,
    /// No.
    No,
    /// It is the outer loop of a nest.
    Outer,
}

/// A number, or a name for one that is not known. Equal names stand for equal numbers.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Number {
    /// So many.
    Known(u64),
    /// As many as every number of that name.
    Named(Id),
}

/// An array.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Array {
    /// Its name.
    pub id: Id,
    /// Its size.
    pub bytes: Number,
    /// Its name in the source.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub label: String,
    /// Bytes that one iteration of each level goes on by.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub step: Vec<u64>,
    /// Nothing but these nodes touches it, and each node that writes it touches one element in each iteration.
    #[serde(default)]
    pub private: bool,
    /// Some read may find what was there before.
    #[serde(default)]
    pub live_in: bool,
}

/// What an edge is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EdgeKind {
    /// The earlier node writes what the later one reads.
    Flow,
    /// The earlier node reads what the later one writes.
    Anti,
    /// Both write.
    Output,
    /// Both read: nothing is ordered, but read once if both are in one group.
    Input,
    /// Values, or code.
    Order,
}

/// Something that orders two nodes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Edge {
    /// The earlier node.
    pub from: Id,
    /// The later one.
    pub to: Id,
    /// What it is.
    pub kind: EdgeKind,
    /// What both touch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub array: Option<Id>,
    /// A loop around all nodes carries it.
    #[serde(default, skip_serializing_if = "is_false")]
    pub outer: bool,
    /// The least shift of each level that keeps the order; none if none does, or if nothing is ordered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub need: Option<Vec<u64>>,
    /// The least distance of each level; none stands for `need`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub least: Vec<i64>,
    /// What a run-time check must say.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub assume: Vec<String>,
    /// Bytes that are not moved if both nodes are in one group.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub saves: u64,
}

/// A tree of perfect nests, each of which makes an array of what its children made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Nest {
    /// Iterations of the loop over each index.
    pub indices: BTreeMap<Id, u64>,
    /// The nests.
    pub tree: Vec<NestNode>,
}

/// A perfect nest, and the array that it makes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NestNode {
    /// Its name.
    pub id: Id,
    /// Its loops.
    pub indices: Vec<Id>,
    /// Those that are no dimension of its array.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sum: Vec<Id>,
    /// Nests whose arrays it reads.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub children: Vec<Id>,
    /// Loops that may be fused with those of the parent; all that both have if not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fusible: Option<Vec<Id>>,
    /// Its loops from the outermost on, if their order must stay.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order: Option<Vec<Id>>,
    /// The part of its array that is there, where no loop is fused.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub density: Option<f64>,
    /// Does its array count?
    #[serde(default = "yes", skip_serializing_if = "is_true")]
    pub counted: bool,
}

fn yes() -> bool {
    true
}

fn is_true(it: &bool) -> bool {
    *it
}

fn is_false(it: &bool) -> bool {
    !it
}

fn is_zero(n: &u64) -> bool {
    *n == 0
}

impl Edge {
    /// Between two nodes that are never in one group.
    pub fn preventing(from: &str, to: &str, kind: EdgeKind) -> Self {
        Edge {
            from: from.into(),
            to: to.into(),
            kind,
            array: None,
            outer: false,
            need: None,
            least: Vec::new(),
            assume: Vec::new(),
            saves: 0,
        }
    }
}

impl Graph {
    /// In one line of JSON.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("a graph has names and numbers alone")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    fn example() -> Graph {
        let node = |id: &str, kind, trips: Vec<Number>, vector| Node {
            id: id.into(),
            kind,
            origin: None,
            trips,
            r#type: None,
            cost: 9,
            carried: 1,
            vector,
            label: format!("at {id}"),
        };
        Graph {
            version: VERSION,
            name: "f".into(),
            limits: Limits::default(),
            nodes: vec![
                node(
                    "L1",
                    NodeKind::Loop,
                    vec![Number::Known(8)],
                    Some(Vector::Yes),
                ),
                node("S1", NodeKind::Code, vec![], None),
                node(
                    "L2",
                    NodeKind::Loop,
                    vec![Number::Named("n1".into())],
                    Some(Vector::Outer),
                ),
            ],
            arrays: vec![Array {
                id: "A1".into(),
                bytes: Number::Named("bytes_A1".into()),
                label: "x y".into(),
                step: vec![8],
                private: true,
                live_in: false,
            }],
            edges: vec![
                Edge {
                    array: Some("A1".into()),
                    need: Some(vec![2]),
                    least: vec![-1],
                    assume: vec!["L2 runs".into()],
                    saves: GREATEST,
                    ..Edge::preventing("L1", "L2", EdgeKind::Flow)
                },
                Edge::preventing("L1", "S1", EdgeKind::Order),
            ],
            refused: vec![vec!["L1".into(), "L2".into()]],
            nest: None,
        }
    }

    fn is_valid(written: &Value) -> Result<(), String> {
        let schema = serde_json::from_str(include_str!("../graph.schema.json")).unwrap();
        let (mut schemas, mut compiler) = (boon::Schemas::new(), boon::Compiler::new());
        compiler.add_resource("graph", schema).unwrap();
        let known = compiler.compile("graph", &mut schemas).unwrap();
        schemas.validate(written, known).map_err(|e| e.to_string())
    }

    #[test]
    fn what_is_written_is_what_the_schema_says() {
        let mut written: Value = serde_json::from_str(&example().to_json()).unwrap();
        assert_eq!(is_valid(&written), Ok(()));
        written["nodes"][0]["kind"] = "block".into();
        assert!(is_valid(&written).is_err());
    }

    #[test]
    fn what_is_written_can_be_read() {
        assert_eq!(
            serde_json::from_str::<Graph>(&example().to_json()).unwrap(),
            example()
        );
    }

    #[test]
    fn what_says_nothing_is_left_out() {
        let written: Value = serde_json::from_str(&example().to_json()).unwrap();
        let order = &written["edges"][1];
        let names: Vec<_> = order.as_object().unwrap().keys().collect();
        assert_eq!(names, ["from", "kind", "to"]);
        assert!(written["nodes"][1].get("trips").is_none());
        assert!(!example().to_json().contains('\n'));
    }
}
