//! What the page of a source shows.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::group::{self, Group};
use super::listing::{self, COLOURS, Stretch};
use super::note::{Counts, Note};
use super::picture::{Picture, short};
use crate::remarks::{Kind, Remark};
use crate::source::{self, Sources};

/// A source with what was said of it.
#[derive(Debug, Serialize)]
pub struct Source {
    /// Its name, as the compiler was given it.
    pub name: String,
    /// What is counted.
    pub counts: Counts,
    /// Its lines, in stretches; none if it cannot be read.
    stretches: Vec<Stretch>,
    groups: Vec<Card>,
    /// What is said of no line of it.
    notes: Vec<Note>,
    /// How often the most frequent of its loops runs, where a profile says so.
    pub hotness: Option<u64>,
}

/// A group of loops that are one.
#[derive(Debug, Serialize)]
struct Card {
    number: usize,
    colour: usize,
    function: String,
    /// The lines that its loops are at, and how many are there.
    lines: Vec<(usize, usize)>,
    picture: Picture,
    saved_bytes: u64,
    steps: Vec<String>,
    arrays: Vec<String>,
    others: Vec<Note>,
}

/// The pages of all sources, in the order of their names. What stands in a header is said once, however many sources
/// include it: what is said of a function in one go, and was said before, is left out.
pub fn sources(all: &[Remark], texts: &mut Sources) -> Vec<Source> {
    let mut seen = BTreeSet::new();
    let mut of: BTreeMap<&str, Vec<&Remark>> = BTreeMap::new();
    for said in all.chunk_by(|a, b| a.function == b.function) {
        let places = |remark: &'_ Remark| {
            let places = remark.loops.iter().map(|l| l.place.clone());
            places.collect::<Option<Vec<_>>>()
        };
        let key = said
            .iter()
            .map(|remark| Some((&remark.message, places(remark)?)));
        let key: Option<Vec<_>> = key.collect();
        if key.is_some_and(|key| !seen.insert((&said[0].function, key))) {
            continue;
        }
        for remark in said {
            let place = remark.loops.first().and_then(|l| l.place.as_ref());
            let file = place.map_or("", |place| place.file.as_str());
            of.entry(file).or_default().push(remark);
        }
    }
    let page = |(name, remarks): (&str, Vec<&Remark>)| Source::of(name, &remarks, texts);
    of.into_iter().map(page).collect()
}

impl Source {
    /// All that is said in it.
    pub fn said(&self) -> impl Iterator<Item = &Note> {
        let lines = self.stretches.iter().flat_map(|stretch| &stretch.lines);
        lines.flat_map(|line| &line.notes).chain(&self.notes)
    }

    fn of(name: &str, remarks: &[&Remark], texts: &mut Sources) -> Self {
        let text = texts.text(name).unwrap_or_default();
        let groups = group::groups(remarks);
        let mut notes: BTreeMap<usize, Vec<Note>> = BTreeMap::new();
        let mut said: BTreeMap<_, usize> = BTreeMap::new();
        for remark in remarks {
            if matches!(remark.kind, Kind::Gained | Kind::Edited) {
                continue;
            }
            let note = Note::of(remark);
            let of_line = notes.entry(note.line).or_default();
            // Without -g all is said of line 0.
            match said.entry((
                note.line,
                &remark.function,
                remark.kind.words(),
                note.text.clone(),
            )) {
                Entry::Occupied(known) => of_line[*known.get()].times += 1,
                Entry::Vacant(new) => {
                    new.insert(of_line.len());
                    of_line.push(note);
                }
            }
        }
        let counts = Counts::of(notes.values().flatten());
        let stretches = listing::of((name, text), remarks, &groups, &mut notes);
        let cards = groups.iter().enumerate();
        Source {
            name: name.to_owned(),
            counts,
            stretches,
            groups: cards.map(|(n, group)| Card::of(n, group, text)).collect(),
            notes: notes.into_values().flatten().collect(),
            hotness: remarks.iter().filter_map(|remark| remark.hotness).max(),
        }
    }
}

impl Card {
    fn of(number: usize, group: &Group<'_>, text: &str) -> Self {
        let members: Vec<_> = group
            .members
            .iter()
            .map(|(place, number)| (*place, *number))
            .collect();
        let label = |at: usize| {
            let (place, _) = members[at];
            let head = source::head(text, place).map_or("", |head| &text[head]);
            let head = head.split_whitespace().collect::<Vec<_>>().join(" ");
            short(&format!("{}: {head}", place.line), 30)
        };
        let message = |remark: &&Remark| remark.message.clone();
        Card {
            number: number + 1,
            colour: number % COLOURS,
            function: group.steps[0].fused.function_in_source(),
            lines: members
                .iter()
                .map(|(place, number)| (place.line, *number))
                .collect(),
            picture: Picture::draw(group, label),
            saved_bytes: group
                .steps
                .iter()
                .filter_map(|step| step.saved_bytes())
                .sum(),
            steps: group
                .steps
                .iter()
                .map(|step| step.fused.message.clone())
                .collect(),
            arrays: group.arrays.iter().map(message).collect(),
            others: group.others.iter().map(|remark| Note::of(remark)).collect(),
        }
    }
}
