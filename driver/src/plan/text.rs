//! Plans for people.

use std::collections::HashMap;
use std::fmt;

use loopfuse_plan::answer::{Answer, Input, Kind, Status};
use loopfuse_plan::graph::Number;
use loopfuse_plan::strategy::Strategy;

/// A graph, and what is planned of it.
pub struct Shown<'a> {
    /// The graph.
    pub input: &'a Input,
    /// The plan.
    pub answer: &'a Answer,
}

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = &self.input.graph().name;
        if !name.is_empty() {
            writeln!(f, "{name}")?;
        }
        writeln!(f, "{}", self.summary())?;
        self.groups(f)?;
        self.arrays(f)?;
        self.nests(f)
    }
}

impl Shown<'_> {
    fn summary(&self) -> String {
        let (value, bound) = (self.answer.value, self.answer.bound);
        let what = match self.answer.strategy {
            Strategy::Pairwise | Strategy::Auto => {
                format!("{value} bytes need not move, of at most {bound}")
            }
            Strategy::Memory => format!("{value} bytes of arrays go, of at most {bound}"),
            Strategy::Maximal => format!("{value} loops fewer, at most {bound}"),
            Strategy::Nest => format!("{value} elements are held, at least {bound}"),
        };
        let sure = match self.answer.status {
            Status::Optimal => "none is better",
            Status::Bounded => "steps were used up",
            Status::Heuristic => "not proved",
        };
        format!("{}: {what} ({sure})", self.answer.strategy.name())
    }

    /// Each group with a bracket around it.
    fn groups(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let nodes = self.input.graph().nodes.iter();
        let labels: HashMap<_, _> = nodes.map(|node| (&node.id, node.label.as_str())).collect();
        let ids = self.answer.groups.iter().flat_map(|group| &group.loops);
        let width = ids.map(|id| id.len()).max().unwrap_or(0);
        for group in &self.answer.groups {
            for (at, (id, lag)) in group.loops.iter().zip(&group.lags).enumerate() {
                let bracket = match at {
                    _ if group.loops.len() == 1 => ' ',
                    0 => '┌',
                    at if at + 1 == group.loops.len() => '└',
                    _ => '│',
                };
                let lag = if *lag > 0 {
                    format!("{lag} behind")
                } else {
                    String::new()
                };
                let line = format!("  {bracket} {id:width$}  {lag:<10}  {}", labels[id]);
                writeln!(f, "{}", line.trim_end())?;
            }
        }
        Ok(())
    }

    fn arrays(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self
            .answer
            .arrays
            .iter()
            .map(|array| array.id.len())
            .max()
            .unwrap_or(0);
        for (array, known) in self.answer.arrays.iter().zip(&self.input.graph().arrays) {
            let window = array.window.unwrap_or(0);
            let becomes = match array.becomes {
                Kind::Kept => "is kept".into(),
                Kind::Value => "becomes a value".into(),
                Kind::Registers => format!("becomes {window} values"),
                Kind::Rows => format!("becomes {window} rows"),
            };
            let bytes = match &array.bytes {
                Some(Number::Known(bytes)) if array.becomes != Kind::Value => {
                    format!("{bytes} bytes")
                }
                Some(Number::Known(_) | Number::Named(_)) | None => String::new(),
            };
            let line = format!(
                "  {:width$}  {becomes:<18}  {bytes:<16}  {}",
                array.id, known.label
            );
            writeln!(f, "{}", line.trim_end())?;
        }
        for given_up in &self.answer.given_up {
            let edges: Vec<_> = given_up.conflict.iter().map(ToString::to_string).collect();
            let why = match edges.is_empty() {
                true => "no room for it beside the others".into(),
                false => format!("edges {} would be a cycle", edges.join(", ")),
            };
            writeln!(f, "  {} cannot go, too: {why}", given_up.array)?;
        }
        Ok(())
    }

    /// Parents before what they read, which is further in.
    fn nests(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(nest) = self
            .input
            .graph()
            .nest
            .as_ref()
            .filter(|_| !self.answer.nest.is_empty())
        else {
            return Ok(());
        };
        let places: HashMap<_, _> = nest
            .tree
            .iter()
            .enumerate()
            .map(|(at, node)| (&node.id, at))
            .collect();
        let children: Vec<Vec<usize>> = nest
            .tree
            .iter()
            .map(|node| node.children.iter().map(|id| places[id]).collect())
            .collect();
        let mut is_child = vec![false; nest.tree.len()];
        children
            .iter()
            .flatten()
            .for_each(|child| is_child[*child] = true);
        let root = is_child.iter().position(|is_child| !is_child);
        let mut rest: Vec<_> = root.map(|root| (root, 0)).into_iter().collect();
        while let Some((at, depth)) = rest.pop() {
            let nested = &self.answer.nest[at];
            let fused = match nested.fused.is_empty() {
                true => String::new(),
                false => format!(", fused over {}", nested.fused.join(" ")),
            };
            let plural = if nested.elements == 1 { "" } else { "s" };
            let indent = 2 + 2 * depth.min(40);
            writeln!(
                f,
                "{:indent$}{}: {} element{plural}{fused}",
                "", nested.id, nested.elements
            )?;
            rest.extend(children[at].iter().rev().map(|child| (*child, depth + 1)));
        }
        Ok(())
    }
}
