//! What the pages show: one for each source, and one that leads to all of them.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::extent;
use super::group::{self, Group};
use super::picture::{Picture, short};
use crate::explain::source::{self, Sources};
use crate::manual;
use crate::remarks::{Kind, Place, Remark};

/// How many loops are drawn beside each other.
const MOST_LANES: usize = 6;

/// How many lines before and behind something are shown at once.
const NEAR: usize = 8;

/// How many colours groups have.
const COLOURS: usize = 6;

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
    /// Counts a remark.
    pub fn add(&mut self, remark: &Remark) {
        match remark.kind {
            Kind::Fused => self.fused += 1,
            Kind::NotFused => self.refused += 1,
            Kind::NotCandidate => self.left_out += 1,
            _ => {}
        }
    }
}

/// Lines that follow each other.
#[derive(Debug, Serialize)]
struct Stretch {
    /// Nothing is near to them.
    is_far: bool,
    lines: Vec<Line>,
}

#[derive(Debug, Serialize)]
struct Line {
    number: usize,
    text: String,
    /// What is drawn in each lane.
    lanes: Vec<String>,
    /// The same beside what is said of the line.
    below: Vec<String>,
    notes: Vec<Note>,
}

#[derive(Clone, Debug, Serialize)]
struct Note {
    class: &'static str,
    kind: &'static str,
    name: String,
    function: String,
    line: usize,
    text: String,
    advice: Option<String>,
    meaning: Option<String>,
    hotness: Option<u64>,
    /// The array that it is about.
    array: Option<String>,
    /// How often it is said.
    times: usize,
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
    fn of(name: &str, remarks: &[&Remark], texts: &mut Sources) -> Self {
        let text = texts.text(name).unwrap_or_default();
        let groups = group::groups(remarks);
        let mut counts = Counts::default();
        let mut notes: BTreeMap<usize, Vec<Note>> = BTreeMap::new();
        for remark in remarks {
            counts.add(remark);
            if !matches!(remark.kind, Kind::Gained | Kind::Edited) {
                let note = Note::of(remark);
                let of_line = notes.entry(note.line).or_default();
                match of_line.iter_mut().find(|other| other.says_the_same(&note)) {
                    Some(other) => other.times += 1,
                    None => of_line.push(note),
                }
            }
        }
        let arrays = remarks
            .iter()
            .filter(|remark| remark.kind == Kind::Contracted);
        let arrays = arrays.map(|remark| (&remark.function, array_of(remark)));
        counts.arrays = arrays.collect::<BTreeSet<_>>().len();
        let loops = loops(name, remarks, &groups);
        let drawn = lanes(name, text, &loops, &groups);
        let number_of_lanes = drawn
            .iter()
            .map(|(_, lane, ..)| lane + 1)
            .max()
            .unwrap_or(0);
        let lines = text.lines().enumerate().map(|(at, text)| {
            let number = at + 1;
            let mut lanes = vec![String::new(); number_of_lanes];
            let mut below = lanes.clone();
            for (lines, lane, class, blocks) in &drawn {
                let is_block = |number| blocks.iter().any(|block| block.contains(&number));
                let with = |is_block| format!("{class}{}", if is_block { " block" } else { "" });
                if lines.contains(&number) {
                    lanes[*lane] = with(is_block(number));
                }
                if lines.contains(&number) && lines.contains(&(number + 1)) {
                    below[*lane] = with(
                        blocks
                            .iter()
                            .any(|block| block.contains(&number) && block.contains(&(number + 1))),
                    );
                }
            }
            Line {
                number,
                text: text.to_owned(),
                lanes,
                below,
                notes: notes.remove(&number).unwrap_or_default(),
            }
        });
        let lines: Vec<_> = lines.collect();
        let cards = groups.iter().enumerate();
        Source {
            name: name.to_owned(),
            counts,
            stretches: stretches(lines),
            groups: cards.map(|(n, group)| Card::of(n, group, text)).collect(),
            notes: notes.into_values().flatten().collect(),
            hotness: remarks.iter().filter_map(|remark| remark.hotness).max(),
        }
    }
}

impl Note {
    fn of(remark: &Remark) -> Self {
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

    fn says_the_same(&self, other: &Self) -> bool {
        (&self.function, self.kind, &self.text) == (&other.function, other.kind, &other.text)
    }
}

/// Lines in stretches that are near to something or far from all.
fn stretches(lines: Vec<Line>) -> Vec<Stretch> {
    let says =
        |line: &Line| !line.notes.is_empty() || line.lanes.iter().any(|lane| !lane.is_empty());
    let said: Vec<bool> = lines.iter().map(says).collect();
    let is_near =
        |at: usize| said[at.saturating_sub(NEAR)..said.len().min(at + NEAR + 1)].contains(&true);
    let is_far: Vec<bool> = (0..said.len()).map(|at| !is_near(at)).collect();
    let mut all: Vec<Stretch> = Vec::new();
    for (line, is_far) in lines.into_iter().zip(is_far) {
        match all.last_mut().filter(|last| last.is_far == is_far) {
            Some(last) => last.lines.push(line),
            None => all.push(Stretch {
                is_far,
                lines: vec![line],
            }),
        }
    }
    all
}

/// Which array a remark is about: by its name, and where it was contracted.
fn array_of(remark: &Remark) -> (Option<&String>, Option<&Place>) {
    let place = remark.loops.first().and_then(|l| l.place.as_ref());
    (remark.arguments.get("Array"), place)
}

/// Where the loops of a source begin that anything is said of, but for those of groups.
fn loops<'r>(name: &str, remarks: &[&'r Remark], groups: &[Group<'r>]) -> BTreeSet<&'r Place> {
    let of_loops = [Kind::NotFused, Kind::NotCandidate];
    let about = remarks
        .iter()
        .filter(|remark| of_loops.contains(&remark.kind));
    let places = about.flat_map(|remark| remark.loops.iter().filter_map(|l| l.place.as_ref()));
    let is_grouped = |place: &&Place| groups.iter().any(|group| group.number(place) > 0);
    places
        .filter(|place| place.file == name && !is_grouped(place))
        .collect()
}

/// Lines that something is drawn beside, in which lane, how, and which of them are loops.
type Drawn = (
    std::ops::RangeInclusive<usize>,
    usize,
    String,
    Vec<std::ops::RangeInclusive<usize>>,
);

/// Gives each loop, and all loops of a group, a lane of their own.
fn lanes(name: &str, text: &str, loops: &BTreeSet<&Place>, groups: &[Group<'_>]) -> Vec<Drawn> {
    let extent = |place: &Place| {
        let last = source::head(text, place).map(|head| extent::last_line(text, &head, place.line));
        place.line..=last.unwrap_or(place.line)
    };
    let mut all: Vec<_> = loops
        .iter()
        .map(|place| ("lone".to_owned(), vec![extent(place)]))
        .collect();
    for (n, group) in groups.iter().enumerate() {
        let here = group.members.keys().filter(|place| place.file == name);
        let blocks: Vec<_> = here.map(|place| extent(place)).collect();
        if !blocks.is_empty() {
            all.push((format!("band c{}", n % COLOURS), blocks));
        }
    }
    let lines = |blocks: &[std::ops::RangeInclusive<usize>]| {
        let first = blocks.iter().map(|block| *block.start()).min().unwrap_or(0);
        let last = blocks.iter().map(|block| *block.end()).max().unwrap_or(0);
        first..=last
    };
    // Those around others come first.
    all.sort_by_key(|(_, blocks)| {
        let lines = lines(blocks);
        (*lines.start(), std::cmp::Reverse(*lines.end()))
    });
    let mut ends: Vec<usize> = Vec::new();
    let mut drawn = Vec::new();
    for (class, blocks) in all {
        let lines = lines(&blocks);
        let free = ends.iter().position(|end| end < lines.start());
        let lane = free.unwrap_or(ends.len());
        if lane == MOST_LANES {
            continue;
        }
        if lane == ends.len() {
            ends.push(0);
        }
        ends[lane] = *lines.end();
        drawn.push((lines, lane, class, blocks));
    }
    drawn
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

impl Source {
    /// All that is said in it.
    fn said(&self) -> impl Iterator<Item = &Note> {
        let lines = self.stretches.iter().flat_map(|stretch| &stretch.lines);
        let of_lines = lines.flat_map(|line| &line.notes);
        of_lines.chain(&self.notes)
    }
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
    let row = |((file, name), notes): ((&str, &str), Vec<&Note>)| {
        let of = |kind: Kind| notes.iter().filter(move |note| note.kind == kind.words());
        let number = |kind| of(kind).map(|note| note.times).sum();
        let arrays = of(Kind::Contracted).map(|note| (&note.array, note.line));
        Function {
            name: name.to_owned(),
            file: file.to_owned(),
            counts: Counts {
                fused: number(Kind::Fused),
                arrays: arrays.collect::<BTreeSet<_>>().len(),
                refused: number(Kind::NotFused),
                left_out: number(Kind::NotCandidate),
            },
            line: notes.iter().map(|note| note.line).min().unwrap_or(0),
        }
    };
    all.into_iter().map(row).collect()
}

/// Why loops were not fused, the most frequent reason first.
pub fn reasons(sources: &[Source]) -> Vec<Reason> {
    let refusals = [Kind::NotFused.words(), Kind::NotCandidate.words()];
    let mut all: BTreeMap<&str, (usize, BTreeSet<&str>)> = BTreeMap::new();
    for source in sources {
        for note in source.said().filter(|note| refusals.contains(&note.kind)) {
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
