//! What a graph looks like, by its schema.

use boon::{Compiler, ErrorKind, SchemaIndex, Schemas, ValidationError};
use loopfuse_plan::names::{Fault, nearest};
use serde_json::Value;

/// The schema of graphs.
pub struct Schema {
    text: Value,
    schemas: Schemas,
    graph: SchemaIndex,
}

impl Schema {
    /// Of this version.
    pub fn new() -> Self {
        let text = include_str!("../../../pass/plan/graph.schema.json");
        let text: Value = serde_json::from_str(text).expect("the schema is JSON");
        let (mut schemas, mut compiler) = (Schemas::new(), Compiler::new());
        let added = compiler.add_resource("graph", text.clone());
        added.expect("the schema has a name of its own");
        let graph = compiler.compile("graph", &mut schemas);
        let graph = graph.expect("the schema is one");
        Schema {
            text,
            schemas,
            graph,
        }
    }

    /// Does a value look like a graph? The first thing that does not.
    pub fn check(&self, value: &Value) -> Result<(), Fault> {
        let checked = self.schemas.validate(value, self.graph);
        checked.map_err(|error| {
            let cause = deepest(&error);
            let place = cause.instance_location.to_string();
            match &cause.kind {
                // The place of what is too much, not of what it is in.
                ErrorKind::AdditionalProperties { got } if !got.is_empty() => {
                    let known = self.fields(cause.schema_url);
                    let hint = nearest(&got[0], known.iter().map(String::as_str));
                    let hint = hint.map(|name| format!("; the nearest one is '{name}'"));
                    let message = format!("unknown field '{}'{}", got[0], hint.unwrap_or_default());
                    Fault::new(format!("{place}/{}", got[0]), message)
                }
                kind => Fault::new(place, message(kind)),
            }
        })
    }

    /// Fields of what a part of the schema describes.
    fn fields(&self, url: &str) -> Vec<String> {
        let pointer = url.split_once('#').map_or("", |(_, pointer)| pointer);
        let part = self
            .text
            .pointer(pointer)
            .and_then(|part| part.get("properties"));
        let fields = part.and_then(Value::as_object).into_iter().flatten();
        fields.map(|(name, _)| name.clone()).collect()
    }
}

/// Of several causes, the one that lies deepest: of alternatives it comes next to what was meant.
fn deepest<'e>(error: &'e ValidationError<'e, 'e>) -> &'e ValidationError<'e, 'e> {
    let depth = |error: &ValidationError<'_, '_>| error.instance_location.tokens.len();
    let is_of_type = |error: &ValidationError<'_, '_>| matches!(error.kind, ErrorKind::Type { .. });
    let causes = error.causes.iter().map(deepest).rev();
    let best = causes.max_by_key(|cause| (depth(cause), !is_of_type(cause)));
    best.unwrap_or(error)
}

fn message(kind: &ErrorKind<'_, '_>) -> String {
    match kind {
        ErrorKind::Required { want } if want == &["nodes"] || want == &["nest"] => {
            "neither nodes nor nest: there is nothing to plan".into()
        }
        ErrorKind::Required { want } => format!("missing field '{}'", want.join("', '")),
        ErrorKind::Type { got, want } => {
            let all: Vec<_> = want.iter().map(|one| one.to_string()).collect();
            format!("must be of type {}, not {got}", all.join(" or "))
        }
        ErrorKind::Const { want } => format!("must be {want}"),
        ErrorKind::Enum { want } => {
            let all = want.iter().map(ToString::to_string).collect::<Vec<_>>();
            format!("must be one of {}", all.join(", "))
        }
        ErrorKind::Pattern { got, .. } => {
            format!("'{got}' is no name: a letter or '_', then at most 63 of A-Z a-z 0-9 _ . : -")
        }
        ErrorKind::Maximum { got, want } => format!("{got} is above {want}"),
        ErrorKind::Minimum { got, want } => format!("{got} is below {want}"),
        ErrorKind::ExclusiveMinimum { got, want } => format!("{got} is not above {want}"),
        ErrorKind::MaxItems { got, want } => format!("{got} entries, at most {want} are allowed"),
        ErrorKind::MinItems { got, want } => format!("{got} entries, at least {want} are needed"),
        ErrorKind::UniqueItems {
            got: [first, second],
        } => format!("entries {first} and {second} are equal"),
        other => other.to_string(),
    }
}
