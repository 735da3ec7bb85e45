//! What is said at one place, and how much in all.

use std::collections::BTreeSet;

use serde::Serialize;

use crate::manual;
use crate::remarks::{Kind, Remark};

/// How much was said of which kind.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Counts {
    /// Fusions.
    pub fused: usize,
    /// Arrays that go or shrink, each once, whatever is said of it.
    pub arrays: usize,
    /// Pairs not fused.
    pub refused: usize,
    /// Loops that cannot take part.
    pub left_out: usize,
}

impl Counts {
    /// Counts what is said.
    pub fn of<'n>(notes: impl Iterator<Item = &'n Note>) -> Self {
        let mut counts = Counts::default();
        let mut arrays = BTreeSet::new();
        for note in notes {
            match note.of {
                Kind::Fused => counts.fused += note.times,
                Kind::NotFused => counts.refused += note.times,
                Kind::NotCandidate => counts.left_out += note.times,
                Kind::Contracted => _ = arrays.insert((&note.function, &note.array, note.line)),
                _ => {}
            }
        }
        counts.arrays = arrays.len();
        counts
    }
}

/// What is said.
#[derive(Clone, Debug, Serialize)]
pub struct Note {
    /// Of what kind it is.
    #[serde(skip)]
    pub of: Kind,
    /// The same, for who draws it.
    class: &'static str,
    /// The same, in words.
    kind: &'static str,
    /// What the pass calls it.
    pub name: String,
    /// The function, as its author wrote it.
    pub function: String,
    /// The line; 0 if the compiler does not know it.
    pub line: usize,
    /// In words.
    pub text: String,
    advice: Option<String>,
    meaning: Option<String>,
    hotness: Option<u64>,
    /// The array that it is about.
    array: Option<String>,
    /// How often it is said.
    pub times: usize,
}

impl Note {
    /// Of a remark.
    pub fn of(remark: &Remark) -> Self {
        let place = remark.loops.first().and_then(|l| l.place.as_ref());
        let fused = remark.message.strip_prefix("fused ");
        let text = match (remark.kind, remark.reason(), remark.loops.get(1)) {
            (Kind::NotFused, Some(reason), Some(second)) => {
                format!("with {}: {reason}", second.label)
            }
            (Kind::NotCandidate, Some(reason), _) => reason.to_owned(),
            (Kind::Fused, ..) => fused.unwrap_or(&remark.message).to_owned(),
            _ => remark.message.clone(),
        };
        Note {
            of: remark.kind,
            class: match remark.kind {
                Kind::Fused => "fused",
                Kind::Contracted => "array",
                Kind::NotFused => "refused",
                _ => "said",
            },
            kind: remark.kind.words(),
            name: remark.name.clone(),
            function: remark.function_in_source(),
            line: place.map_or(0, |place| place.line),
            text,
            advice: remark.advice().map(str::to_owned),
            meaning: manual::summary(&remark.name),
            hotness: remark.hotness,
            array: remark.arguments.get("Array").cloned(),
            times: 1,
        }
    }
}
