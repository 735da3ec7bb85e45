//! An explanation for people: the source with the loops marked, in the manner of compilers.

use std::fmt::Write;

use annotate_snippets::{
    Annotation, AnnotationKind, Element, Group, Level, Origin, Renderer, Snippet,
};

use crate::remarks::{Kind, NamedLoop, Remark};
use crate::source::{self, Sources};

/// One pair of loops, or one loop, with all that was said of it.
struct Finding<'a> {
    remark: &'a Remark,
    /// Further reasons, where the pass was asked for all of them.
    more: Vec<&'a Remark>,
}

/// The explanation, with colours.
pub fn render(remarks: &[Remark], sources: &mut Sources) -> String {
    let renderer = Renderer::styled();
    let mut text = String::new();
    let mut function = None;
    let findings = gather(remarks);
    for finding in &findings {
        let here = finding.remark.function_in_source();
        if function.as_ref() != Some(&here) {
            let _ = writeln!(text, "in {here}:\n");
            function = Some(here);
        }
        let group = group(finding, sources);
        let _ = writeln!(text, "{}\n", renderer.render(&[group]));
    }
    text + &summary(&findings) + "\n"
}

/// Brings together what was said of the same loops, in the order of the source.
fn gather(remarks: &[Remark]) -> Vec<Finding<'_>> {
    let mut findings: Vec<Finding> = Vec::new();
    for remark in remarks {
        let is_same = |finding: &&mut Finding| {
            let known = finding.remark;
            (known.kind, &known.function, &known.loops)
                == (remark.kind, &remark.function, &remark.loops)
        };
        match findings.iter_mut().rev().find(is_same) {
            Some(finding) if finding.remark.kind != Kind::Fused => {
                if finding.remark != remark && !finding.more.contains(&remark) {
                    finding.more.push(remark);
                }
            }
            _ => findings.push(Finding {
                remark,
                more: Vec::new(),
            }),
        }
    }
    // Functions stay in their order, and so do the remarks of loops without a place.
    let mut order: Vec<&str> = Vec::new();
    for finding in &findings {
        if !order.contains(&finding.remark.function.as_str()) {
            order.push(&finding.remark.function);
        }
    }
    let function = |finding: &Finding| order.iter().position(|f| *f == finding.remark.function);
    let place = |finding: &Finding| finding.remark.loops.first().and_then(|l| l.place.clone());
    // What else could be comes behind what is.
    let is_plan = |finding: &Finding| finding.remark.kind == Kind::Planned;
    findings.sort_by_cached_key(|finding| (function(finding), place(finding), is_plan(finding)));
    findings
}

fn group<'a>(finding: &Finding<'a>, sources: &mut Sources) -> Group<'a> {
    let remark = finding.remark;
    let level = match remark.kind {
        Kind::Fused => Level::NOTE,
        Kind::NotFused => Level::WARNING,
        Kind::NotCandidate => Level::INFO,
        Kind::Contracted => Level::NOTE,
        Kind::Kept | Kind::Planned | Kind::Gained | Kind::Edited => Level::INFO,
    };
    let title = match remark.kind {
        Kind::Fused => remark.message.strip_prefix("fused "),
        Kind::NotFused | Kind::NotCandidate => remark.reason(),
        Kind::Contracted | Kind::Kept => remark.message.strip_prefix("array "),
        Kind::Planned | Kind::Gained | Kind::Edited => None,
    };
    let level = level.with_name(remark.kind.words());
    let mut group = level
        .primary_title(title.unwrap_or(&remark.message))
        .elements(places(remark, sources));
    for remark in &finding.more {
        let reason = remark.reason().unwrap_or(&remark.message);
        group = group.element(Level::NOTE.with_name("and").message(reason));
    }
    let all = std::iter::once(&remark).chain(&finding.more);
    let mut advices: Vec<&str> = all.filter_map(|remark| remark.advice()).collect();
    advices.dedup();
    for advice in advices {
        group = group.element(Level::HELP.message(advice));
    }
    group
}

/// Shows the loops of a remark, each file once.
fn places<'a>(remark: &'a Remark, sources: &mut Sources) -> Vec<Element<'a>> {
    let mut elements: Vec<Element> = Vec::new();
    let mut shown: Vec<&str> = Vec::new();
    for named in &remark.loops {
        let Some(place) = &named.place else { continue };
        if shown.contains(&place.file.as_str()) {
            continue;
        }
        shown.push(&place.file);
        let in_file = |l: &&(usize, &NamedLoop)| {
            let other = l.1.place.as_ref();
            other.is_some_and(|other| other.file == place.file)
        };
        let all: Vec<_> = remark.loops.iter().enumerate().collect();
        let text = sources.text(&place.file);
        let marks: Vec<Annotation> = text.map_or(Vec::new(), |text| {
            let here = all.iter().filter(in_file);
            here.filter_map(|(at, l)| mark(remark, *at, l, text))
                .collect()
        });
        match text.filter(|_| !marks.is_empty()) {
            Some(text) => {
                let snippet = Snippet::source(text.to_owned()).path(place.file.as_str());
                elements.push(snippet.annotations(marks).into());
            }
            None => {
                let origin = Origin::path(place.file.as_str()).line(place.line);
                elements.push(origin.char_column(place.column.max(1)).into());
            }
        }
    }
    elements
}

/// Marks one loop of a remark.
fn mark<'a>(remark: &Remark, at: usize, l: &NamedLoop, text: &str) -> Option<Annotation<'a>> {
    let span = source::head(text, l.place.as_ref()?)?;
    let kind = match at {
        0 => AnnotationKind::Primary,
        _ => AnnotationKind::Context,
    };
    let label = match (remark.kind, at) {
        (Kind::Fused, 0) => "this loop now does the work of both",
        (Kind::Fused, _) => "this one is part of it",
        (Kind::NotFused, 0) => "the first loop",
        (Kind::NotFused, _) => "the second loop",
        (Kind::NotCandidate | Kind::Contracted | Kind::Kept | Kind::Edited, _) => "this loop",
        (Kind::Planned | Kind::Gained, _) => "from here on",
    };
    Some(kind.span(span).label(label))
}

fn summary(findings: &[Finding]) -> String {
    let count = |kind| findings.iter().filter(|f| f.remark.kind == kind).count();
    let fused = count(Kind::Fused);
    let pairs = fused + count(Kind::NotFused);
    let others = count(Kind::NotCandidate);
    if pairs + others == 0 {
        return "no two loops stand side by side in what was compiled".into();
    }
    let plural =
        |n: usize, one: &str, many: &str| format!("{n} {}", if n == 1 { one } else { many });
    let mut text = format!(
        "{fused} of {} of loops fused",
        plural(pairs, "pair", "pairs")
    );
    let is_contracted = |finding: &&Finding| finding.remark.kind == Kind::Contracted;
    let contracted = findings.iter().filter(is_contracted);
    let arrays: usize = contracted.map(|finding| 1 + finding.more.len()).sum();
    if arrays != 0 {
        let _ = write!(text, "; {} contracted", plural(arrays, "array", "arrays"));
    }
    if others != 0 {
        let _ = write!(
            text,
            "; {} no candidate",
            plural(others, "loop is", "loops are")
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    fn remark(kind: Kind, reason: &str, lines: &[usize]) -> Remark {
        let named = |line: &usize| NamedLoop {
            label: format!("loop at line {line}"),
            place: None,
        };
        Remark {
            kind,
            name: reason.into(),
            function: "f".into(),
            message: format!("fused {reason}"),
            loops: lines.iter().map(named).collect(),
            arguments: BTreeMap::from([("Reason".into(), reason.into())]),
            hotness: None,
        }
    }

    #[test]
    fn reasons_for_one_pair_stand_together() {
        let remarks = [
            remark(Kind::NotFused, "a", &[1, 2]),
            remark(Kind::NotFused, "b", &[1, 2]),
            remark(Kind::NotFused, "b", &[1, 2]),
            remark(Kind::NotFused, "c", &[2, 3]),
        ];
        let findings = gather(&remarks);
        let shape: Vec<_> = findings.iter().map(|f| f.more.len()).collect();
        assert_eq!(shape, [1, 0]);
    }

    #[test]
    fn the_summary_counts() {
        let text = |remarks: &[Remark]| summary(&gather(remarks));
        assert_eq!(
            text(&[]),
            "no two loops stand side by side in what was compiled"
        );
        let fused = remark(Kind::Fused, "x", &[1, 2]);
        let refused = remark(Kind::NotFused, "y", &[1, 3]);
        let other = remark(Kind::NotCandidate, "z", &[4]);
        assert_eq!(
            text(std::slice::from_ref(&fused)),
            "1 of 1 pair of loops fused"
        );
        assert_eq!(
            text(&[fused, refused, other]),
            "1 of 2 pairs of loops fused; 1 loop is no candidate"
        );
    }
}
