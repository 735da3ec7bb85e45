//! A source as it is shown: its lines with what is drawn beside them, and with what is said of them.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use serde::Serialize;

use super::extent;
use super::group::Group;
use super::note::Note;
use crate::remarks::{Kind, Place, Remark};
use crate::source;

/// How many loops are drawn beside each other.
const MOST_LANES: usize = 6;

/// How many lines before and behind something are shown at once.
const NEAR: usize = 8;

/// How many colours groups have.
pub const COLOURS: usize = 6;

/// Lines that follow each other.
#[derive(Debug, Serialize)]
pub struct Stretch {
    /// Nothing is near to them.
    is_far: bool,
    pub lines: Vec<Line>,
}

/// One line.
#[derive(Debug, Serialize)]
pub struct Line {
    number: usize,
    text: String,
    /// What is drawn in each lane.
    lanes: Vec<String>,
    /// The same beside what is said of the line.
    below: Vec<String>,
    /// What is said of it.
    pub notes: Vec<Note>,
}

/// The lines of a source, with what is said of them, which is taken out of `notes`.
pub fn of(
    (name, text): (&str, &str),
    remarks: &[&Remark],
    groups: &[Group<'_>],
    notes: &mut BTreeMap<usize, Vec<Note>>,
) -> Vec<Stretch> {
    let drawn = lanes(name, text, &loops(name, remarks, groups), groups);
    let lanes = drawn.iter().map(|drawn| drawn.lane + 1).max().unwrap_or(0);
    let lines = text.lines().enumerate().map(|(at, text)| {
        let number = at + 1;
        let beside = |lines: RangeInclusive<usize>| {
            let mut beside = vec![String::new(); lanes];
            for drawn in &drawn {
                if let Some(class) = drawn.class_at(&lines) {
                    beside[drawn.lane] = class;
                }
            }
            beside
        };
        Line {
            number,
            text: text.to_owned(),
            lanes: beside(number..=number),
            below: beside(number..=number + 1),
            notes: notes.remove(&number).unwrap_or_default(),
        }
    });
    stretches(lines.collect())
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

/// What is drawn beside lines.
struct Drawn {
    /// From its first line to its last.
    lines: RangeInclusive<usize>,
    lane: usize,
    class: String,
    /// Which of the lines are loops.
    blocks: Vec<RangeInclusive<usize>>,
}

impl Drawn {
    fn new(class: String, blocks: Vec<RangeInclusive<usize>>) -> Self {
        let first = blocks.iter().map(|block| *block.start()).min();
        let last = blocks.iter().map(|block| *block.end()).max();
        Drawn {
            lines: first.unwrap_or(0)..=last.unwrap_or(0),
            lane: 0,
            class,
            blocks,
        }
    }

    /// How it is drawn beside all of these lines, if it is.
    fn class_at(&self, lines: &RangeInclusive<usize>) -> Option<String> {
        let holds =
            |all: &RangeInclusive<usize>| all.contains(lines.start()) && all.contains(lines.end());
        let block = if self.blocks.iter().any(holds) {
            " block"
        } else {
            ""
        };
        holds(&self.lines).then(|| format!("{}{block}", self.class))
    }
}

/// Gives each loop, and all loops of a group, a lane of their own.
fn lanes(name: &str, text: &str, loops: &BTreeSet<&Place>, groups: &[Group<'_>]) -> Vec<Drawn> {
    let extent = |place: &Place| {
        let last = source::head(text, place).map(|head| extent::last_line(text, &head, place.line));
        place.line..=last.unwrap_or(place.line)
    };
    let alone = loops
        .iter()
        .map(|place| Drawn::new("lone".to_owned(), vec![extent(place)]));
    let of_groups = groups.iter().enumerate().filter_map(|(n, group)| {
        let here = group.members.keys().filter(|place| place.file == name);
        let blocks: Vec<_> = here.map(|place| extent(place)).collect();
        (!blocks.is_empty()).then(|| Drawn::new(format!("band c{}", n % COLOURS), blocks))
    });
    in_lanes(alone.chain(of_groups).collect())
}

/// Puts what overlaps beside each other, as far as there is room.
fn in_lanes(mut all: Vec<Drawn>) -> Vec<Drawn> {
    // Those around others come first.
    all.sort_by_key(|drawn| (*drawn.lines.start(), Reverse(*drawn.lines.end())));
    let mut ends: Vec<usize> = Vec::new();
    all.retain_mut(|drawn| {
        let free = ends.iter().position(|end| end < drawn.lines.start());
        drawn.lane = free.unwrap_or(ends.len());
        match ends.get_mut(drawn.lane) {
            Some(end) => *end = *drawn.lines.end(),
            None if drawn.lane < MOST_LANES => ends.push(*drawn.lines.end()),
            None => return false,
        }
        true
    });
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(class: &str, blocks: &[RangeInclusive<usize>]) -> Drawn {
        Drawn::new(class.to_owned(), blocks.to_vec())
    }

    #[test]
    fn what_overlaps_has_lanes_of_its_own() {
        let group = drawn("band", &[5..=6, 9..=12]);
        assert_eq!(group.class_at(&(4..=4)), None);
        assert_eq!(group.class_at(&(6..=6)).as_deref(), Some("band block"));
        // Between two of its loops, and below the last line of the first one.
        assert_eq!(group.class_at(&(7..=7)).as_deref(), Some("band"));
        assert_eq!(group.class_at(&(6..=7)).as_deref(), Some("band"));
        assert_eq!(group.class_at(&(12..=13)), None);
        let all = vec![
            drawn("d", &[20..=21]),
            drawn("b", &[2..=3]),
            drawn("a", &[1..=9]),
            drawn("c", &[3..=4]),
        ];
        let placed = in_lanes(all)
            .into_iter()
            .map(|drawn| (drawn.class, drawn.lane));
        let placed: Vec<_> = placed.collect();
        let expected = [("a", 0), ("b", 1), ("c", 2), ("d", 0)];
        assert_eq!(
            placed,
            expected.map(|(class, lane)| (class.to_owned(), lane))
        );
        let many = (0..9).map(|_| drawn("a", &[1..=9])).collect();
        assert_eq!(in_lanes(many).len(), MOST_LANES);
    }

    #[test]
    fn what_is_far_from_all_is_apart() {
        let line = |number: usize| Line {
            number,
            text: String::new(),
            lanes: vec![if number == 20 {
                "band".to_owned()
            } else {
                String::new()
            }],
            below: vec![],
            notes: vec![],
        };
        let all = stretches((1..=40).map(line).collect());
        let all: Vec<_> = all.iter().map(|s| (s.is_far, s.lines.len())).collect();
        assert_eq!(
            all,
            [(true, 19 - NEAR), (false, 2 * NEAR + 1), (true, 20 - NEAR)]
        );
    }
}
