//! An explanation for code review tools: SARIF 2.1.0 (OASIS, "Static Analysis Results Interchange
//! Format").
//!
//! A fusion is a result of kind `pass`, a loop that is no candidate is `informational`, and a refused
//! pair is a `fail` of level `note`. Rules say what the manual says of the remarks.

use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};
use serde_json::{Value, json};

use crate::manual;
use crate::remarks::{Kind, NamedLoop, Place, Remark};

/// What a path may not hold as it is in a URI (RFC 3986).
const RESERVED: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'#')
    .add(b'%')
    .add(b'<')
    .add(b'>')
    .add(b'?')
    .add(b'[')
    .add(b'\\')
    .add(b']')
    .add(b'^')
    .add(b'`')
    .add(b'{')
    .add(b'|')
    .add(b'}');

/// The explanation as a text that ends in a newline.
pub fn render(remarks: &[Remark]) -> String {
    let mut rules: Vec<(&str, Kind)> = remarks
        .iter()
        .map(|remark| (remark.name.as_str(), remark.kind))
        .collect();
    rules.sort_unstable_by_key(|(name, _)| *name);
    rules.dedup_by_key(|(name, _)| *name);
    let rules: Vec<Value> = rules.into_iter().map(rule).collect();
    let results: Vec<Value> = remarks.iter().map(result).collect();
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "loopfuse",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            } },
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    });
    format!("{log:#}\n")
}

/// What the remarks of one name are about.
fn rule((name, kind): (&str, Kind)) -> Value {
    let (_, level) = kind_and_level(kind);
    let mut rule = json!({ "id": name, "defaultConfiguration": { "level": level } });
    if let (Some(summary), Some(section)) = (manual::summary(name), manual::section(name)) {
        rule["shortDescription"] = json!({ "text": summary });
        rule["help"] = json!({ "text": section, "markdown": section });
    }
    rule
}

/// How SARIF calls a kind of remark.
fn kind_and_level(kind: Kind) -> (&'static str, &'static str) {
    match kind {
        Kind::Fused | Kind::Contracted => ("pass", "none"),
        Kind::NotFused => ("fail", "note"),
        _ => ("informational", "none"),
    }
}

fn result(remark: &Remark) -> Value {
    let (kind, level) = kind_and_level(remark.kind);
    let mut placed = remark
        .loops
        .iter()
        .filter_map(|l| Some((l, l.place.as_ref()?)));
    let function =
        json!([{ "fullyQualifiedName": remark.function_in_source(), "kind": "function" }]);
    let first = placed.next().map(
        |(_, place)| json!({ "physicalLocation": physical(place), "logicalLocations": function }),
    );
    let others: Vec<Value> = placed.map(|(l, place)| related(l, place)).collect();
    json!({
        "ruleId": remark.name,
        "kind": kind,
        "level": level,
        "message": { "text": remark.message },
        "locations": first.map_or(json!([{ "logicalLocations": function }]), |first| json!([first])),
        "relatedLocations": others,
        "properties": remark.arguments,
    })
}

fn related(l: &NamedLoop, place: &Place) -> Value {
    json!({ "physicalLocation": physical(place), "message": { "text": l.label } })
}

fn physical(place: &Place) -> Value {
    let path = utf8_percent_encode(&place.file, RESERVED).to_string();
    let uri = match place.file.starts_with('/') {
        true => format!("file://{path}"),
        false => path,
    };
    json!({
        "artifactLocation": { "uri": uri },
        "region": { "startLine": place.line, "startColumn": place.column.max(1) },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_uris() {
        let uri = |file: &str| {
            let file = file.to_owned();
            let place = Place {
                file,
                line: 1,
                column: 0,
            };
            physical(&place)["artifactLocation"]["uri"].clone()
        };
        assert_eq!(uri("a b.c"), "a%20b.c");
        assert_eq!(uri("/x/ä.c"), "file:///x/%C3%A4.c");
    }
}
