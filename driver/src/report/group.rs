//! Loops that became one, as a build's remarks tell it.

use std::collections::BTreeMap;

use crate::remarks::{Kind, Place, Remark};

/// Loops of one function that are one now.
#[derive(Debug, Default)]
pub struct Group<'r> {
    /// Where they begin, in the order of the source, and how many of them begin there: what is inlined more than once has
    /// loops at one place.
    pub members: BTreeMap<&'r Place, usize>,
    /// The function.
    function: &'r str,
    /// By which place the loop is called that they are.
    head: Option<&'r Place>,
    /// The fusions, as they were made.
    pub steps: Vec<Step<'r>>,
    /// What became of arrays between them.
    pub arrays: Vec<&'r Remark>,
    /// Why a loop behind did not join them.
    pub others: Vec<&'r Remark>,
}

/// One fusion.
#[derive(Debug)]
pub struct Step<'r> {
    /// What was said of it.
    pub fused: &'r Remark,
    /// What it gains, if that was said.
    pub gain: Option<&'r Remark>,
}

impl<'r> Step<'r> {
    /// The loop that came to those before.
    pub fn newest(&self) -> Option<&'r Place> {
        self.fused.loops.get(1)?.place.as_ref()
    }

    /// Arrays that both touch, as far as they are named.
    pub fn shared(&self) -> impl Iterator<Item = &'r str> + use<'r> {
        let shared = self.gain.and_then(|gain| gain.arguments.get("Shared"));
        let names = shared.map_or("", String::as_str).split(", ");
        names.filter(|name| !name.is_empty())
    }

    /// How many bytes less an iteration brings in.
    pub fn saved_bytes(&self) -> Option<u64> {
        self.gain?.arguments.get("SavedBytes")?.parse().ok()
    }
}

/// All groups, in the order of the fusions that begin them.
///
/// A remark names loops by their places, and the fused loop by that of its first one. Several loops may have one place.
/// Then the one that comes first in the program is taken to be meant, and other loops are fused if the group has as many
/// at the second place as at the first one already.
pub fn groups<'r>(all: &[&'r Remark]) -> Vec<Group<'r>> {
    let mut groups: Vec<Group<'r>> = Vec::new();
    for remark in all {
        let place = |n: usize| remark.loops.get(n)?.place.as_ref();
        let Some(first) = place(0) else { continue };
        let of_function = |group: &Group<'_>| group.function == remark.function;
        match remark.kind {
            Kind::Fused => {
                let Some(second) = place(1) else { continue };
                let of_head = |head: &'r Place| {
                    let is_it =
                        move |group: &Group<'_>| of_function(group) && group.head == Some(head);
                    groups
                        .iter()
                        .enumerate()
                        .filter(move |(_, group)| is_it(group))
                        .map(|(at, _)| at)
                };
                let joins = of_head(second).nth(usize::from(first == second));
                let has_room = |at: &usize| {
                    let [one, other] = [first, second].map(|place| groups[*at].number(place));
                    joins.is_some() || first == second || other < one
                };
                let at = of_head(first).find(has_room);
                let other = joins.map(|other| std::mem::take(&mut groups[other]));
                let at = at.unwrap_or_else(|| {
                    groups.push(Group::of(&remark.function, first));
                    groups.len() - 1
                });
                let group = &mut groups[at];
                match other {
                    Some(other) => group.take_in(other),
                    None => *group.members.entry(second).or_default() += 1,
                }
                group.steps.push(Step {
                    fused: remark,
                    gain: None,
                });
            }
            Kind::Gained => {
                let steps = groups.iter_mut().filter(|group| of_function(group));
                let steps = steps.flat_map(|group| &mut group.steps);
                let is_open = |step: &&mut Step<'_>| {
                    step.gain.is_none() && step.fused.loops[0].place.as_ref() == Some(first)
                };
                if let Some(step) = steps.filter(is_open).last() {
                    step.gain = Some(remark);
                }
            }
            Kind::Contracted | Kind::Kept => {
                let is_it = |group: &&mut Group<'_>| of_function(group) && group.number(first) > 0;
                if let Some(group) = groups.iter_mut().find(is_it) {
                    group.arrays.push(remark);
                }
            }
            _ => {}
        }
    }
    for remark in all.iter().filter(|remark| remark.kind == Kind::NotFused) {
        let [Some(first), second] = [0, 1].map(|n| remark.loops.get(n)?.place.as_ref()) else {
            continue;
        };
        let is_it = |group: &&mut Group<'_>| {
            let has_second = second.is_some_and(|second| group.number(second) > 0);
            group.function == remark.function && group.number(first) > 0 && !has_second
        };
        if let Some(group) = groups.iter_mut().find(is_it) {
            group.others.push(remark);
        }
    }
    groups.retain(|group| !group.steps.is_empty());
    groups
}

impl<'r> Group<'r> {
    fn of(function: &'r str, head: &'r Place) -> Self {
        Group {
            members: BTreeMap::from([(head, 1)]),
            function,
            head: Some(head),
            ..Group::default()
        }
    }

    /// How many of its loops begin at a place.
    pub fn number(&self, place: &Place) -> usize {
        self.members.get(place).copied().unwrap_or(0)
    }

    fn take_in(&mut self, other: Self) {
        for (place, number) in other.members {
            *self.members.entry(place).or_default() += number;
        }
        self.steps.extend(other.steps);
        self.arrays.extend(other.arrays);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::remarks::NamedLoop;

    fn remark(kind: Kind, lines: &[usize], arguments: &[(&str, &str)]) -> Remark {
        let argument = |(key, value): &(&str, &str)| ((*key).to_owned(), (*value).to_owned());
        let named = |line: &usize| NamedLoop {
            label: format!("loop at line {line}"),
            place: Some(Place {
                file: "a.c".to_owned(),
                line: *line,
                column: 3,
            }),
        };
        Remark {
            kind,
            name: String::new(),
            function: "f".to_owned(),
            message: String::new(),
            loops: lines.iter().map(named).collect(),
            arguments: arguments.iter().map(argument).collect(),
            hotness: None,
        }
    }

    #[test]
    fn a_chain_is_one_group() {
        let all = [
            remark(Kind::Fused, &[2, 4], &[]),
            remark(
                Kind::Gained,
                &[2],
                &[("Shared", "a, b"), ("SavedBytes", "12")],
            ),
            remark(Kind::Fused, &[6, 8], &[]),
            remark(Kind::Fused, &[2, 6], &[]),
            remark(Kind::Gained, &[2], &[("Shared", "c")]),
            remark(Kind::Contracted, &[2], &[("Array", "a")]),
            remark(Kind::NotFused, &[8, 9], &[]),
            remark(Kind::NotFused, &[2, 8], &[]),
            remark(Kind::Fused, &[20, 22], &[]),
        ];
        let all: Vec<_> = all.iter().collect();
        let groups = groups(&all);
        let lines = |group: &Group<'_>| group.members.keys().map(|p| p.line).collect::<Vec<_>>();
        let found: Vec<_> = groups.iter().map(lines).collect();
        assert_eq!(found, [vec![2, 4, 6, 8], vec![20, 22]]);
        let shared = groups[0]
            .steps
            .iter()
            .map(|step| step.shared().collect::<Vec<_>>());
        assert_eq!(
            shared.collect::<Vec<_>>(),
            [vec!["a", "b"], vec![], vec!["c"]]
        );
        assert_eq!(groups[0].steps[0].saved_bytes(), Some(12));
        // What is said of two loops of the group was true before they were one.
        assert_eq!((groups[0].arrays.len(), groups[0].others.len()), (1, 1));
    }

    #[test]
    fn loops_that_are_inlined_more_than_once_are_told_apart() {
        let fused = |lines: &[[usize; 2]]| -> Vec<Remark> {
            lines
                .iter()
                .map(|lines| remark(Kind::Fused, lines, &[]))
                .collect()
        };
        let members = |all: &[Remark]| -> Vec<Vec<(usize, usize)>> {
            let groups = groups(&all.iter().collect::<Vec<_>>());
            let lines =
                |group: &Group<'_>| group.members.iter().map(|(p, n)| (p.line, *n)).collect();
            groups.iter().map(lines).collect()
        };
        // Three channels, a stage that is called for all of them, and a helper that another group has, too.
        let all = fused(&[
            [52, 67],
            [52, 67],
            [52, 67],
            [52, 26],
            [52, 52],
            [52, 52],
            [52, 74],
            [52, 74],
            [52, 74],
            [84, 90],
            [84, 26],
        ]);
        let first = vec![(26, 1), (52, 3), (67, 3), (74, 3)];
        assert_eq!(members(&all), [first, vec![(26, 1), (84, 1), (90, 1)]]);
        assert_eq!(
            members(&fused(&[[2, 4], [2, 4]])),
            vec![vec![(2, 1), (4, 1)]; 2]
        );
        assert_eq!(members(&fused(&[[2, 2], [2, 2]])).len(), 1);
    }
}
