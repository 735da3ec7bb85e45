//! `loopfuse stats`: what the pass said in a build, counted.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::manual;
use crate::records;
use crate::remarks::{Kind, Remark};
use crate::run;

/// How many files are named of those in which a remark is most frequent.
const MOST_NAMED: usize = 3;

/// The parts of the table, in their order.
const PARTS: [(Kind, &str); 5] = [
    (Kind::Fused, "loops fused"),
    (Kind::Contracted, "arrays that go or shrink"),
    (Kind::Kept, "arrays that stay"),
    (Kind::NotFused, "pairs not fused"),
    (Kind::NotCandidate, "loops that cannot take part"),
];

/// Prints a table of all remarks in files and folders. Exit status 0.
///
/// # Errors
/// A file cannot be read, or is no record; there is no record at all.
pub fn count(places: &[PathBuf]) -> Result<i32> {
    let (records, all) = records::read(places)?;
    run::print(&table(records, &all))?;
    Ok(0)
}

/// The table as a text that ends in a newline.
fn table(records: usize, all: &[Remark]) -> String {
    // Of what stands in a header, each source that includes it says the same.
    let mut seen = BTreeSet::new();
    let mut parts: BTreeMap<(usize, &str), BTreeMap<&str, usize>> = BTreeMap::new();
    for remark in all {
        let Some(part) = PARTS.iter().position(|(kind, _)| *kind == remark.kind) else {
            continue;
        };
        let places: Vec<_> = remark.loops.iter().map(|l| l.place.as_ref()).collect();
        let is_placed = places.iter().all(Option::is_some);
        if is_placed && !seen.insert((&remark.name, &remark.function, places)) {
            continue;
        }
        let place = remark.loops.first().and_then(|l| l.place.as_ref());
        let file = place.map_or("", |place| place.file.as_str());
        let files = parts.entry((part, &remark.name)).or_default();
        *files.entry(file).or_default() += 1;
    }
    let number: usize = parts.values().flat_map(BTreeMap::values).sum();
    let folder = common_folder(parts.values().flat_map(BTreeMap::keys).copied());
    let plural = |n: usize| if n == 1 { "" } else { "s" };
    let below = match folder.as_os_str().is_empty() {
        true => String::new(),
        false => format!(", in sources below {}", folder.display()),
    };
    let mut text = format!(
        "{records} record{}, {number} remark{}{below}\n",
        plural(records),
        plural(number)
    );
    for (part, (_, title)) in PARTS.iter().enumerate() {
        let rows = parts.range((part, "")..(part + 1, ""));
        let mut rows: Vec<_> = rows
            .map(|((_, name), files)| (files.values().sum::<usize>(), *name, files))
            .collect();
        rows.sort_by_key(|(number, name, _)| (std::cmp::Reverse(*number), *name));
        if rows.is_empty() {
            continue;
        }
        let sum: usize = rows.iter().map(|(number, ..)| number).sum();
        let _ = writeln!(text, "\n{sum:>7}  {title}");
        for (number, name, files) in rows {
            let line = format!("{number:>7}    {name:<22} {}", most(files, &folder));
            let _ = writeln!(text, "{}", line.trim_end());
            if let Some(summary) = manual::summary(name) {
                let _ = writeln!(text, "{:>11}{summary}", "");
            }
        }
    }
    text
}

/// The folder that all named files are in.
pub(crate) fn common_folder<'a>(files: impl Iterator<Item = &'a str>) -> PathBuf {
    let folders = files.filter(|file| !file.is_empty());
    let mut folders = folders.map(|file| Path::new(file).parent().unwrap_or(Path::new("")));
    let first = folders.next().unwrap_or(Path::new("")).to_owned();
    folders.fold(first, |common, folder| {
        let both = common.components().zip(folder.components());
        both.take_while(|(a, b)| a == b).map(|(a, _)| a).collect()
    })
}

/// The files in which there are most, as they are named below a folder, with how many.
fn most(files: &BTreeMap<&str, usize>, folder: &Path) -> String {
    let mut named: Vec<_> = files.iter().filter(|(file, _)| !file.is_empty()).collect();
    named.sort_by_key(|(file, number)| (std::cmp::Reverse(**number), **file));
    let words = named.into_iter().take(MOST_NAMED);
    let words = words.map(|(file, number)| {
        let name = Path::new(file).strip_prefix(folder);
        format!("{} {number}", name.unwrap_or(Path::new(file)).display())
    });
    let words: Vec<_> = words.collect();
    words.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::remarks;

    fn remark(kind: &str, name: &str, line: u32) -> String {
        format!(
            "--- !{kind}\nPass: loop-fuse\nName: {name}\nFunction: f\nArgs:\n  - FirstLoop: a\n    \
             DebugLoc: {{ File: a.c, Line: {line}, Column: 3 }}\n  - Reason: x\n...\n"
        )
    }

    #[test]
    fn remarks_are_counted_once_for_each_place() {
        let record = [
            remark("Missed", "MayAlias", 1),
            remark("Missed", "MayAlias", 2),
            remark("Missed", "MayAlias", 2),
            remark("Missed", "NoReuse", 3),
            remark("Analysis", "SeveralExits", 4),
        ];
        let text = table(1, &remarks::read(&record.concat()).unwrap());
        let lines: Vec<_> = text.lines().map(str::trim).collect();
        assert_eq!(lines[0], "1 record, 4 remarks");
        assert_eq!(lines[2], "3  pairs not fused");
        assert_eq!(lines[3], "2    MayAlias               a.c 2");
        assert!(lines[4].starts_with("Two pointers may lead"), "{text}");
        assert_eq!(lines[5], "1    NoReuse                a.c 1");
        assert_eq!(lines[8], "1  loops that cannot take part");
        assert_eq!(lines[9], "1    SeveralExits           a.c 1");
    }

    #[test]
    fn files_are_named_by_how_many_there_are() {
        let files = [
            ("/x/y/a", 1),
            ("/x/b", 3),
            ("", 9),
            ("/x/z/c", 3),
            ("/x/d", 2),
        ];
        let folder = common_folder(files.iter().map(|(file, _)| *file));
        assert_eq!(folder, Path::new("/x"));
        assert_eq!(most(&BTreeMap::from(files), &folder), "b 3, z/c 3, d 2");
        assert_eq!(common_folder(["a.c", "/x/b.c"].into_iter()), Path::new(""));
    }
}
