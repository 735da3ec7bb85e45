//! Tables over all sources.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::note::{Counts, Note};
use super::page::Source;
use crate::manual;
use crate::remarks::Kind;

/// A row of the table of files.
#[derive(Debug, Serialize)]
pub struct File<'s> {
    name: &'s str,
    link: &'s str,
    counts: &'s Counts,
    hotness: Option<u64>,
}

impl<'s> File<'s> {
    /// A source, and the name of its page.
    pub fn of(source: &'s Source, link: &'s str) -> Self {
        File {
            name: &source.name,
            link,
            counts: &source.counts,
            hotness: source.hotness,
        }
    }
}

/// A row of the table of functions.
#[derive(Debug, Serialize)]
pub struct Function {
    name: String,
    file: String,
    counts: Counts,
    line: usize,
}

impl Function {
    /// How much is said of it.
    pub fn said(&self) -> usize {
        let counts = &self.counts;
        counts.fused + counts.arrays + counts.refused + counts.left_out
    }
}

/// A row of the table of reasons.
#[derive(Debug, Serialize)]
pub struct Reason {
    name: String,
    number: usize,
    meaning: Option<String>,
    files: usize,
}

/// Functions of all sources.
pub fn functions(sources: &[Source]) -> Vec<Function> {
    let mut all: BTreeMap<(&str, &str), Vec<&Note>> = BTreeMap::new();
    for source in sources {
        for note in source.said() {
            let key = (source.name.as_str(), note.function.as_str());
            all.entry(key).or_default().push(note);
        }
    }
    let row = |((file, name), notes): ((&str, &str), Vec<&Note>)| Function {
        name: name.to_owned(),
        file: file.to_owned(),
        line: notes.iter().map(|note| note.line).min().unwrap_or(0),
        counts: Counts::of(notes.into_iter()),
    };
    all.into_iter().map(row).collect()
}

/// Why loops were not fused, the most frequent reason first.
pub fn reasons(sources: &[Source]) -> Vec<Reason> {
    let refusals = [Kind::NotFused, Kind::NotCandidate];
    let mut all: BTreeMap<&str, (usize, BTreeSet<&str>)> = BTreeMap::new();
    for source in sources {
        for note in source.said().filter(|note| refusals.contains(&note.of)) {
            let (number, files) = all.entry(&note.name).or_default();
            *number += note.times;
            files.insert(&source.name);
        }
    }
    let row = |(name, (number, files)): (&str, (usize, BTreeSet<&str>))| Reason {
        name: name.to_owned(),
        number,
        meaning: manual::summary(name),
        files: files.len(),
    };
    let mut rows: Vec<_> = all.into_iter().map(row).collect();
    rows.sort_by_key(|row| std::cmp::Reverse(row.number));
    rows
}
