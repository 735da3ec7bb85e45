//! `loopfuse plan`: what it answers of graphs, and what it says of bad ones.

mod common;

use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use common::{DRIVER, Folder, feed, stderr, stdout};
use serde_json::{Value, json};

fn graph(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../pass/plan/tests/graphs")
        .join(name)
}

fn plan(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(DRIVER)
        .arg("plan")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    feed(&mut child, input);
    child.wait_with_output().unwrap()
}

fn answer(name: &str, strategy: &str) -> Value {
    let file = graph(name).display().to_string();
    let output = plan(
        &[&file, "--strategy", strategy, "--format", "json", "--exact"],
        "",
    );
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    serde_json::from_str(&stdout(&output)).unwrap()
}

fn loops(answer: &Value) -> Vec<Vec<&str>> {
    let groups = answer["groups"].as_array().unwrap().iter();
    let ids = |group: &'_ Value| -> Vec<String> {
        group["loops"]
            .as_array()
            .unwrap()
            .iter()
            .map(|id| id.as_str().unwrap().to_owned())
            .collect()
    };
    groups
        .map(|group| ids(group).into_iter().map(|id| &*id.leak()).collect())
        .collect()
}

/// The example of the paper on maximum loop distribution and fusion.
#[test]
fn the_fewest_groups_are_found() {
    let found = answer("mdf-ex1.json", "maximal");
    assert_eq!(loops(&found), [["L1", "L2", "L4"], ["L3", "L5", "L6"]]);
    assert_eq!(
        (&found["value"], &found["status"]),
        (&json!(4), &json!("optimal"))
    );
    let shifted = std::fs::read_to_string(graph("mdf-ex1.json"))
        .unwrap()
        .replace("\"max_shift\": 0", "\"max_shift\": 4");
    let output = plan(&["-", "--strategy=maximal", "--format=json"], &shifted);
    let shifted: Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!(shifted["groups"][0]["lags"], json!([0, 0, 0, 2, 2, 2]));
}

#[test]
fn the_most_bytes_are_contracted() {
    let found = answer("memory-conflict.json", "memory");
    assert_eq!((&found["value"], &found["bound"]), (&json!(60), &json!(60)));
    assert_eq!(found["given_up"][0]["array"], "a");
    assert_eq!(found["given_up"][1], json!({"array": "c", "conflict": [2]}));
    assert_eq!(found["arrays"][1]["becomes"], "value");
    assert_eq!(answer("memory-fig3.json", "memory")["value"], 70);
}

/// The figures of Lam and others.
#[test]
fn nests_hold_the_fewest_elements() {
    assert_eq!(answer("nest-fig1.json", "nest")["peak"], 160);
    let once = answer("nest-selfenergy-once.json", "nest")["peak"]
        .as_f64()
        .unwrap();
    assert!((1.1099e11..1.1101e11).contains(&once), "{once}");
    let relaxed = answer("nest-selfenergy-relaxed.json", "nest")["peak"]
        .as_f64()
        .unwrap();
    assert!((1.1001e9..1.1003e9).contains(&relaxed), "{relaxed}");
}

#[test]
fn bad_graphs_are_refused_in_one_line() {
    let nodes = r#""nodes": [{"id": "a"}, {"id": "b"}]"#;
    let edge = |edge: &str| {
        format!(r#"{{"version": 1, {nodes}, "edges": [{{"from": "a", "to": "b", {edge}}}]}}"#)
    };
    let nest = |tree: &str| {
        format!(r#"{{"version": 1, "nest": {{"indices": {{"i": 9}}, "tree": [{tree}]}}}}"#)
    };
    let table = [
        ("{".into(), "not JSON"),
        (String::new(), "there is no graph in it"),
        (
            format!(r#"{{"version": 2, {nodes}}}"#),
            "/version: must be 1",
        ),
        (r#"{"version": 1}"#.into(), "neither nodes nor nest"),
        (
            r#"{"version": 1, "nodes": [{"id": "a", "kost": 1}]}"#.into(),
            "/nodes/0/kost: unknown field 'kost'; the nearest one is 'cost'",
        ),
        (
            r#"{"version": 1, "nodes": [{"id": "a"}, {"id": "a"}]}"#.into(),
            "/nodes/1/id: node 'a' stands twice",
        ),
        (
            r#"{"version": 1, "nodes": [{"id": "a", "cost": "1"}]}"#.into(),
            "/nodes/0/cost: must be of type integer, not string",
        ),
        (
            r#"{"version": 1, "nodes": [{"id": "a", "cost": 9007199254740992}]}"#.into(),
            "/nodes/0/cost: 9007199254740992 is above",
        ),
        (
            edge(r#""kind": "flow", "array": "c""#),
            "/edges/0/array: unknown array 'c'",
        ),
        (
            edge(r#""kind": "flow", "need": [1], "least": [2]"#),
            "/edges/0/least/0: the least distance 2 is above",
        ),
        (
            edge(r#""kind": "flow", "need": [1, 0], "least": [0]"#),
            "/edges/0/least: lists of unequal length",
        ),
        (
            edge(r#""kind": "input", "need": [0]"#),
            "/edges/0/need: orders nothing",
        ),
        (
            edge(r#""kind": "flow""#).replace(r#""from": "a""#, r#""from": "aa""#),
            "/edges/0/from: unknown node 'aa'; the nearest name is 'a'",
        ),
        (
            edge(r#""kind": "flow""#).replace(r#""to": "b""#, r#""to": "a""#),
            "/edges/0: goes backwards",
        ),
        (
            nest(r#"{"id": "A", "indices": ["i"]}, {"id": "B", "indices": ["i"]}"#),
            "/nest/tree/1: two roots",
        ),
        (
            nest(r#"{"id": "A", "indices": ["j"]}"#),
            "/nest/tree/0/indices/0: unknown index 'j'",
        ),
        (
            nest(r#"{"id": "A", "indices": ["i"], "children": ["A"]}"#),
            "/nest/tree/0: no tree",
        ),
        (
            nest(r#"{"id": "A", "indices": [], "sum": ["i"]}"#),
            "/nest/tree/0/sum/0: 'i' is no index of 'A'",
        ),
    ];
    for (input, expected) in table {
        let output = plan(&["-"], &input);
        assert_eq!(output.status.code(), Some(2), "{input}");
        assert_eq!(stdout(&output), "");
        let said = stderr(&output);
        assert!(
            said.starts_with(&format!("standard input: {expected}")),
            "{input}: {said}"
        );
        assert_eq!(said.lines().count(), 1, "{said}");
    }
}

#[test]
fn nothing_is_planned_of_several_graphs_if_one_is_bad() {
    let good = r#"{"version": 1, "nodes": [{"id": "a"}]}"#;
    let output = plan(&["-", "--format", "json"], &format!("{good}\n{good}\n"));
    assert_eq!(stdout(&output).lines().count(), 2);
    let output = plan(&["-"], &format!("{good}\n{{\"version\": 1}}\n"));
    assert_eq!((output.status.code(), &*stdout(&output)), (Some(2), ""));
    assert!(
        stderr(&output).starts_with("standard input: graph 2: "),
        "{}",
        stderr(&output)
    );
    let missing = plan(&["-", "--strategy", "nest"], good);
    assert_eq!(missing.status.code(), Some(2));
    let folder = Folder::new();
    let file = folder.path("none.json").display().to_string();
    assert!(stderr(&plan(&[&file], "")).contains("none.json: cannot be read"));
}

#[test]
fn what_is_not_proved_is_said() {
    let node = |at: usize| format!(r#"{{"id": "n{at}", "cost": {at}}}"#);
    let nodes: Vec<_> = (0..40).map(node).collect();
    let input = format!(
        r#"{{"version": 1, "limits": {{"max_size": 60}}, "nodes": [{}]}}"#,
        nodes.join(",")
    );
    let output = plan(&["-", "--exact", "--format", "json"], &input);
    assert_eq!(output.status.code(), Some(3), "{}", stderr(&output));
    let found: Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!(found["status"], "heuristic");
    assert!(
        found["gap"].as_f64().unwrap() > 0.0 && found["bound"].as_f64() > found["value"].as_f64()
    );
    let output = plan(&["-"], &input);
    assert_eq!(output.status.code(), Some(0));
    assert!(
        stdout(&output).contains("not proved"),
        "{}",
        stdout(&output)
    );
}
