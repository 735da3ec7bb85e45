//! An explanation for programs: one JSON object.
//!
//! `driver/explain.schema.json` says what it holds.

use serde_json::{Map, Value, json};

use crate::remarks::{NamedLoop, Remark};

/// The version of this form; it changes when something is taken away or gets another meaning.
const VERSION: u32 = 1;

/// The explanation as a text that ends in a newline.
pub fn render(remarks: &[Remark]) -> String {
    let remarks: Vec<Value> = remarks.iter().map(remark).collect();
    format!("{:#}\n", json!({ "version": VERSION, "remarks": remarks }))
}

fn remark(remark: &Remark) -> Value {
    let mut object = Map::new();
    let mut set = |key: &str, value: Value| object.insert(key.into(), value);
    set("kind", remark.kind.words().into());
    set("name", remark.name.as_str().into());
    set("function", remark.function_in_source().into());
    set("message", remark.message.as_str().into());
    for (key, value) in [("reason", remark.reason()), ("advice", remark.advice())] {
        if let Some(value) = value {
            set(key, value.into());
        }
    }
    set("loops", remark.loops.iter().map(named).collect());
    let others = remark.arguments.iter();
    let others = others.filter(|(key, _)| !["Reason", "Advice"].contains(&key.as_str()));
    let others: Map<String, Value> = others
        .map(|(key, value)| (key.clone(), value.as_str().into()))
        .collect();
    set("arguments", others.into());
    object.into()
}

fn named(l: &NamedLoop) -> Value {
    match &l.place {
        None => json!({ "label": l.label }),
        Some(place) => json!({
            "label": l.label, "file": place.file, "line": place.line, "column": place.column,
        }),
    }
}
