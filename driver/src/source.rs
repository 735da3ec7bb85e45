//! The sources that remarks point into.

use std::collections::HashMap;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use crate::remarks::Place;

/// Sources that were read, each once.
#[derive(Debug, Default)]
pub struct Sources {
    texts: HashMap<String, Option<String>>,
    /// Where relative names begin; where the program runs if it is empty.
    below: PathBuf,
}

impl Sources {
    /// Sources whose relative names begin in a folder.
    pub fn below(folder: &Path) -> Self {
        Sources {
            below: folder.to_owned(),
            ..Self::default()
        }
    }

    /// The text of a source, if it can be read where the compiler found it.
    pub fn text(&mut self, file: &str) -> Option<&str> {
        let path = self.below.join(file);
        let read = || fs::read(path).ok().and_then(|b| String::from_utf8(b).ok());
        let text = self.texts.entry(file.to_owned()).or_insert_with(read);
        text.as_deref()
    }
}

/// Where the head of a loop stands in its source, in bytes: from its first word to the parenthesis that
/// closes the head, or to the end of the line. None where the source has no such place.
pub fn head(text: &str, place: &Place) -> Option<Range<usize>> {
    let start_of_line = match place.line {
        0 => return None,
        1 => 0,
        line => text.match_indices('\n').nth(line - 2)?.0 + 1,
    };
    let rest = &text[start_of_line..];
    let line = rest.lines().next()?;
    let indent = line.len() - line.trim_start().len();
    let column = place.column.checked_sub(1).unwrap_or(indent);
    let tail = line.get(column..).filter(|tail| !tail.trim().is_empty())?;
    let is_head = ["for", "while", "do"].iter().any(|word| {
        let behind = tail.strip_prefix(word).and_then(|t| t.chars().next());
        tail.starts_with(word) && behind.is_none_or(|c| !c.is_alphanumeric() && c != '_')
    });
    let end = match is_head {
        true => closing(tail).unwrap_or(tail.trim_end().len()),
        false => tail.trim_end().len(),
    };
    let start = start_of_line + column;
    Some(start..start + end)
}

/// Behind the parenthesis that closes the first one.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0;
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' if depth == 1 => return Some(at + 1),
            ')' => depth -= 1,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_are_found() {
        let text =
            "int x;\n  for (int i = f(0); i < n; i++) a[i] = 0;\n  while (more) ;\nformat();\n";
        let at = |line, column| {
            let file = String::new();
            head(text, &Place { file, line, column }).map(|range| &text[range])
        };
        assert_eq!(at(2, 3), Some("for (int i = f(0); i < n; i++)"));
        assert_eq!(at(2, 0), Some("for (int i = f(0); i < n; i++)"));
        assert_eq!(at(2, 8), Some("int i = f(0); i < n; i++) a[i] = 0;"));
        assert_eq!(at(3, 3), Some("while (more)"));
        assert_eq!(at(4, 1), Some("format();"));
        assert_eq!(at(1, 1), Some("int x;"));
        // The source is not the one that was compiled.
        assert_eq!(at(2, 99), None);
        assert_eq!(at(9, 1), None);
    }

    #[test]
    fn characters_are_not_cut() {
        let file = String::new();
        let place = Place {
            file,
            line: 1,
            column: 2,
        };
        assert_eq!(head("äh\n", &place), None);
    }
}
