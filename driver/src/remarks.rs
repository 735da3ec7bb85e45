//! What the pass said, as LLVM records it: one YAML document for each remark, tagged with its kind
//! (LLVM's "Remarks" document).

use std::collections::BTreeMap;

use anyhow::{Context, Result};
use saphyr::{LoadableYamlNode, Yaml};

use crate::names;

/// What became of one or two loops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Two loops are one now.
    Fused,
    /// Two loops are not.
    NotFused,
    /// A loop cannot take part.
    NotCandidate,
    /// An array needs less memory, or none.
    Contracted,
    /// An array does not.
    Kept,
    /// What strategies would make of loops.
    Planned,
    /// What a fusion gains.
    Gained,
    /// Something else was changed, of which remarks speak only where changes are counted.
    Edited,
}

impl Kind {
    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Fused => "fused",
            Self::NotFused => "not fused",
            Self::NotCandidate => "no candidate",
            Self::Contracted => "contracted",
            Self::Kept => "kept",
            Self::Planned => "strategies",
            Self::Gained => "gain",
            Self::Edited => "edited",
        }
    }
}

/// A place in a source, lines and columns counted from 1; column 0 is unknown.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// As the compiler was given it.
    pub file: String,
    /// The line.
    pub line: usize,
    /// The column, in bytes.
    pub column: usize,
}

/// A loop that a remark names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedLoop {
    /// Its words in the message.
    pub label: String,
    /// Where it begins, if the compiler knows.
    pub place: Option<Place>,
}

/// One remark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// What became of the loops.
    pub kind: Kind,
    /// What the pass calls it, as `BackwardDependence`.
    pub name: String,
    /// The function, by its name in the object.
    pub function: String,
    /// One sentence.
    pub message: String,
    /// The loops that it is about, in program order: one or two.
    pub loops: Vec<NamedLoop>,
    /// Everything that has a name, as `Reason`, `Advice`, `TripCount`.
    pub arguments: BTreeMap<String, String>,
    /// How often its place runs, where a profile says so.
    pub hotness: Option<u64>,
}

impl Remark {
    /// The number of the change that it speaks of, where changes are counted.
    pub fn edit(&self) -> Option<u64> {
        self.arguments.get("Edit")?.parse().ok()
    }

    /// What stands in the way.
    pub fn reason(&self) -> Option<&str> {
        self.arguments.get("Reason").map(String::as_str)
    }

    /// What the author of the loops can do about it.
    pub fn advice(&self) -> Option<&str> {
        self.arguments.get("Advice").map(String::as_str)
    }

    /// The function as its author wrote it.
    pub fn function_in_source(&self) -> String {
        names::in_source(&self.function).unwrap_or_else(|| self.function.clone())
    }
}

/// Leaves out what is said once more of the main program of Fortran where it is inlined.
fn say_once(all: &mut Vec<Remark>) {
    let of_program: Vec<_> = all
        .iter()
        .filter(|r| r.function == names::PROGRAM)
        .cloned()
        .collect();
    all.retain(|remark| {
        let is_copy = |other: &Remark| {
            (other.kind, &other.message, &other.loops)
                == (remark.kind, &remark.message, &remark.loops)
        };
        remark.function != "main" || !of_program.iter().any(is_copy)
    });
}

/// Reads the pass's verdicts out of a record, in the order in which they were made. What a
/// fusion gains is no verdict, nor is what only those hear of who count changes. What strategies would make of loops is
/// left out where none would make anything else.
pub fn read(record: &str) -> Result<Vec<Remark>> {
    let mut all = read_with_gains(record)?;
    all.retain(|remark| remark.kind != Kind::Gained);
    Ok(all)
}

/// The same, and what each fusion gains, behind it.
pub fn read_with_gains(record: &str) -> Result<Vec<Remark>> {
    let mut all = read_all(record)?;
    let is_the_same = |remark: &Remark| {
        let differ = remark.arguments.get("Differ").map(String::as_str);
        remark.kind == Kind::Planned && differ == Some("0")
    };
    all.retain(|remark| remark.kind != Kind::Edited && !is_the_same(remark));
    say_once(&mut all);
    Ok(all)
}

/// Reads what is said of changes that are counted, the same number more than once if more is said
/// of one.
pub fn read_edits(record: &str) -> Result<Vec<Remark>> {
    let mut all = read_all(record)?;
    all.retain(|remark| remark.kind != Kind::Gained && remark.edit().is_some());
    Ok(all)
}

/// Arguments that no message says.
const SILENT: [&str; 9] = [
    "CheckedGuards",
    "Differ",
    "Edit",
    "Forwarded",
    "Kind",
    "MovedBefore",
    "MovedBehind",
    "RemainderOf",
    "Stronger",
];

fn read_all(record: &str) -> Result<Vec<Remark>> {
    let documents = Yaml::load_from_str(record).context("the compiler's record is no YAML")?;
    documents
        .iter()
        .filter(|document| {
            let field = |key| scalar(untagged(document).as_mapping_get(key));
            field("Pass") == "loop-fuse" && field("Name") != "Planned"
        })
        .map(|document| remark(document).context("the compiler's record holds no remark"))
        .collect()
}

fn remark(document: &Yaml) -> Option<Remark> {
    let Yaml::Tagged(tag, body) = document else {
        return None;
    };
    let name = scalar(body.as_mapping_get("Name"));
    let kind = match (tag.suffix.as_str(), name.as_str()) {
        ("Passed", "Fused") => Kind::Fused,
        ("Passed", _) => Kind::Contracted,
        ("Missed", "Kept") => Kind::Kept,
        ("Missed", _) => Kind::NotFused,
        ("Analysis", "Edited") => Kind::Edited,
        ("Analysis", "Strategies") => Kind::Planned,
        ("Analysis", "Gain") => Kind::Gained,
        ("Analysis", _) => Kind::NotCandidate,
        _ => return None,
    };
    let mut remark = Remark {
        kind,
        name,
        function: scalar(body.as_mapping_get("Function")),
        message: String::new(),
        loops: Vec::new(),
        arguments: BTreeMap::new(),
        hotness: scalar(body.as_mapping_get("Hotness")).parse().ok(),
    };
    // Behind a reason and its advice stand arguments for tools, which repeat it.
    let mut is_said = true;
    let arguments = body.as_mapping_get("Args").and_then(Yaml::as_sequence)?;
    let keys: Vec<String> = arguments.iter().filter_map(|a| first_key(a)).collect();
    let last = ["Advice", "Reason"]
        .iter()
        .find_map(|key| keys.iter().position(|k| k == key));
    for (at, argument) in arguments.iter().enumerate() {
        let key = first_key(argument)?;
        let value = names::within(&scalar(argument.as_mapping_get(&key)));
        is_said &= !SILENT.contains(&&*key);
        if is_said {
            remark.message.push_str(&value);
        }
        is_said &= Some(at) != last;
        match key.as_str() {
            "String" => {}
            "FirstLoop" | "SecondLoop" | "Loop" => remark.loops.push(NamedLoop {
                label: value,
                place: argument.as_mapping_get("DebugLoc").and_then(place),
            }),
            _ => {
                remark.arguments.insert(key, value);
            }
        }
    }
    // Of an array: where it was contracted, or might have been.
    if remark.loops.is_empty() {
        remark.loops.push(NamedLoop {
            label: String::new(),
            place: body.as_mapping_get("DebugLoc").and_then(place),
        });
    }
    Some(remark)
}

fn place(location: &Yaml) -> Option<Place> {
    let number = |key| scalar(location.as_mapping_get(key)).parse().ok();
    let place = Place {
        file: scalar(location.as_mapping_get("File")),
        line: number("Line")?,
        column: number("Column")?,
    };
    (place.line != 0).then_some(place)
}

fn untagged<'a, 'input>(node: &'a Yaml<'input>) -> &'a Yaml<'input> {
    match node {
        Yaml::Tagged(_, body) => body,
        _ => node,
    }
}

/// The key of a mapping's first entry: LLVM writes an argument as a mapping of its key to its value,
/// followed by its location.
fn first_key(argument: &Yaml) -> Option<String> {
    let (key, _) = argument.as_mapping()?.iter().next()?;
    Some(scalar(Some(key)))
}

/// A scalar as it was written, near enough: nothing that the pass says looks like a number with a sign
/// or a point.
fn scalar(node: Option<&Yaml>) -> String {
    match node {
        Some(node) => match (node.as_str(), node.as_integer()) {
            (Some(text), _) => text.to_owned(),
            (_, Some(number)) => number.to_string(),
            _ => String::new(),
        },
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RECORD: &str = "\
--- !Passed
Pass:            loop-fuse
Name:            Fused
DebugLoc:        { File: a.c, Line: 6, Column: 3 }
Function:        _Z4toneRSt6vectorIfSaIfEE
Args:
  - String:          'fused '
  - FirstLoop:       loop at line 6
    DebugLoc:        { File: a.c, Line: 6, Column: 3 }
  - String:          ' with '
  - SecondLoop:      loop at line 8
    DebugLoc:        { File: 'b c.h', Line: 8, Column: 3 }
  - String:          ', trip count '
  - TripCount:       '1000'
...
--- !Missed
Pass:            inline
Name:            NoDefinition
Function:        f
Args:
  - Callee:          g
...
--- !Missed
Pass:            loop-fuse
Name:            BackwardDependence
Function:        f
Args:
  - FirstLoop:       'loop %a'
  - String:          ' and '
  - SecondLoop:      'loop %b'
  - String:          ' not fused: '
  - Reason:          'reads A: too early'
  - String:          '; '
  - Advice:          change it
  - Shift:           1
...
";

    #[test]
    fn records_are_read() {
        let remarks = read(RECORD).unwrap();
        assert_eq!(remarks.len(), 2, "another pass's remark is none of ours");
        let [fused, refused] = &remarks[..] else {
            unreachable!()
        };
        assert_eq!(
            fused.message,
            "fused loop at line 6 with loop at line 8, trip count 1000"
        );
        assert_eq!(fused.kind, Kind::Fused);
        let function = fused.function_in_source();
        assert!(function.starts_with("tone(std::vector<float"), "{function}");
        let place = fused.loops[1].place.clone().unwrap();
        assert_eq!(
            (place.file.as_str(), place.line, place.column),
            ("b c.h", 8, 3)
        );
        assert_eq!(
            refused.message,
            "loop %a and loop %b not fused: reads A: too early; change it"
        );
        assert_eq!(refused.loops[0].place, None);
        assert_eq!(refused.advice(), Some("change it"));
        assert_eq!(refused.arguments["Shift"], "1");
        assert_eq!(refused.function_in_source(), "f");
    }

    #[test]
    fn counted_changes_are_read() {
        let edited = "--- !Analysis\nPass: loop-fuse\nName: Edited\nFunction: f\nArgs:\n  \
            - String: 'cleaned up'\n  - Edit: '2'\n...\n";
        let record = RECORD.replace("'1000'\n", "'1000'\n  - Edit: '1'\n") + edited;
        let edits = read_edits(&record).unwrap();
        let said: Vec<_> = edits.iter().map(|r| (r.edit(), &*r.message)).collect();
        let fused = "fused loop at line 6 with loop at line 8, trip count 1000";
        assert_eq!(said, [(Some(1), fused), (Some(2), "cleaned up")]);
        assert_eq!(read(&record).unwrap().len(), 2);
    }

    #[test]
    fn a_main_program_is_spoken_of_once() {
        let record = |function: &str, reason: &str| {
            format!(
                "--- !Missed\nPass: loop-fuse\nName: ValueUsed\nFunction: {function}\nArgs:\n  \
                - FirstLoop: a\n  - SecondLoop: b\n  - Reason: {reason}\n...\n"
            )
        };
        let twice = record("_QQmain", "uses s") + &record("main", "uses s");
        let both = twice.clone() + &record("main", "uses t");
        let functions = |record: &str| -> Vec<_> {
            let remarks = read(record).unwrap();
            remarks.into_iter().map(|r| r.function).collect()
        };
        assert_eq!(functions(&twice), ["_QQmain"]);
        assert_eq!(functions(&both), ["_QQmain", "main"]);
        assert_eq!(functions(&record("main", "uses s")), ["main"]);
    }

    #[test]
    fn what_is_no_record_is_refused() {
        assert!(read("").unwrap().is_empty());
        assert!(read("{").is_err());
        assert!(read("--- !Failure\nPass: loop-fuse\nArgs: []\n").is_err());
    }
}
