//! Loops of a group before and after, with the arrays between them, as coordinates of a picture. Units are those of SVG.

use std::collections::BTreeSet;

use serde::Serialize;

use super::group::Group;
use crate::remarks::Remark;

/// More arrays are only counted.
const MOST_ARRAYS: usize = 6;

const ROW: usize = 46;
const BOX: usize = 30;
const WIDTH: usize = 246;
const TOP: usize = 34;
const RAIL: usize = 30;
const LETTER: usize = 6;

/// A picture of one group.
#[derive(Debug, Serialize)]
pub struct Picture {
    width: usize,
    height: usize,
    box_width: usize,
    /// Where the right half begins.
    right: usize,
    loops: Vec<Box>,
    arrays: Vec<Rail>,
    /// The one loop that is left.
    one: [usize; 2],
    /// How many arrays are not drawn.
    more: usize,
}

#[derive(Debug, Serialize)]
struct Box {
    y: usize,
    middle: usize,
    label: String,
}

/// An array, drawn beside the loops that touch it.
#[derive(Debug, Serialize)]
struct Rail {
    x: usize,
    name: String,
    /// From where to where it reaches.
    ends: [usize; 2],
    dots: Vec<usize>,
    /// `kept`, `shrinks` or `gone`.
    fate: &'static str,
}

/// What becomes of an array, in one word.
fn fate(group: &Group<'_>, array: &str) -> &'static str {
    let is_it = |said: &&&Remark| {
        said.arguments
            .get("Array")
            .is_some_and(|name| name == array)
    };
    let said = group.arrays.iter().find(is_it);
    match said.map(|said| said.name.as_str()) {
        Some("DeadStores" | "AllocationSunk") => "gone",
        Some("Folded") => "shrinks",
        _ => "kept",
    }
}

/// Arrays, and which loops touch them, in the order of the source. A loop that comes to those before shares arrays with one
/// of them at least: with which one is not said, but for arrays that were named before.
fn touched<'r>(group: &Group<'r>) -> Vec<(&'r str, BTreeSet<usize>)> {
    let mut touched: Vec<(&str, BTreeSet<usize>)> = Vec::new();
    for step in &group.steps {
        let newest = step.newest();
        let newest = group.members.keys().position(|m| Some(*m) == newest);
        let Some(newest) = newest else { continue };
        for name in step.shared() {
            match touched.iter_mut().find(|(other, _)| *other == name) {
                Some((_, rows)) => _ = rows.insert(newest),
                None => touched.push((name, BTreeSet::from([newest.saturating_sub(1), newest]))),
            }
        }
    }
    touched
}

impl Picture {
    /// Draws a group; `label` says what stands in a loop's box.
    pub fn draw(group: &Group<'_>, label: impl Fn(usize) -> String) -> Self {
        let row = |at: usize| TOP + at * ROW;
        let loops = (0..group.members.len()).map(|at| Box {
            y: row(at),
            middle: row(at) + BOX / 2 + 4,
            label: label(at),
        });
        let mut touched = touched(group);
        let more = touched.len().saturating_sub(MOST_ARRAYS);
        touched.truncate(MOST_ARRAYS);
        let mut end = WIDTH + 20;
        let arrays = touched.into_iter().map(|(name, rows)| {
            let dots: Vec<_> = rows.into_iter().map(|at| row(at) + BOX / 2).collect();
            let rail = Rail {
                x: end,
                name: short(name, 9),
                ends: [dots[0], dots[dots.len() - 1]],
                dots,
                fate: fate(group, name),
            };
            end += RAIL.max(rail.name.chars().count() * LETTER + 12);
            rail
        });
        let arrays: Vec<_> = arrays.collect();
        let right = end + 50;
        let bottom = row(group.members.len() - 1) + BOX;
        Picture {
            width: right + end,
            height: bottom + 14,
            box_width: WIDTH - 4,
            right,
            loops: loops.collect(),
            arrays,
            one: [TOP, bottom - TOP],
            more,
        }
    }
}

/// A text, cut to so many characters.
pub fn short(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        None => text.to_owned(),
        Some(_) => text.chars().take(most - 1).chain(['…']).collect(),
    }
}
