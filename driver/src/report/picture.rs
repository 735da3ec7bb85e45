//! Loops of a group before and after, with the arrays between them, as coordinates of a picture. Units are those of SVG.

use serde::Serialize;

use super::group::Group;

/// More arrays are only counted.
const MOST_ARRAYS: usize = 6;

const ROW: usize = 46;
const BOX: usize = 30;
const WIDTH: usize = 246;
const TOP: usize = 34;
const RAIL: usize = 30;

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
fn fate(name: &str) -> &'static str {
    match name {
        "DeadStores" | "AllocationSunk" => "gone",
        "Folded" => "shrinks",
        _ => "kept",
    }
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
        // A loop that comes to those before shares arrays with one of them at least: with which one is not said, but for
        // arrays that were named before.
        let mut touched: Vec<(&str, Vec<usize>)> = Vec::new();
        for step in &group.steps {
            let newest = step.newest();
            let newest = group.members.keys().position(|m| Some(*m) == newest);
            let Some(newest) = newest else { continue };
            for name in step.shared() {
                let known = touched.iter().position(|(other, _)| *other == name);
                let at = known.unwrap_or_else(|| {
                    touched.push((name, vec![newest.saturating_sub(1)]));
                    touched.len() - 1
                });
                touched[at].1.push(newest);
            }
        }
        let more = touched.len().saturating_sub(MOST_ARRAYS);
        touched.truncate(MOST_ARRAYS);
        let arrays = touched
            .into_iter()
            .enumerate()
            .map(|(n, (name, mut rows))| {
                rows.sort_unstable();
                rows.dedup();
                let dots: Vec<_> = rows.iter().map(|at| row(*at) + BOX / 2).collect();
                let is_it = |said: &&&crate::remarks::Remark| {
                    said.arguments
                        .get("Array")
                        .is_some_and(|array| array == name)
                };
                let said = group.arrays.iter().find(is_it);
                Rail {
                    x: WIDTH + 20 + n * RAIL,
                    name: short(name, 9),
                    ends: [dots[0], dots[dots.len() - 1]],
                    dots,
                    fate: said.map_or("kept", |said| fate(&said.name)),
                }
            });
        let arrays: Vec<_> = arrays.collect();
        let right = WIDTH + 40 + arrays.len() * RAIL + 40;
        let bottom = row(group.members.len() - 1) + BOX;
        Picture {
            width: right + WIDTH + 40 + arrays.len() * RAIL,
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
