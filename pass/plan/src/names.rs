//! Names in a graph, and what is wrong with it, by the place where it stands.

use rustc_hash::FxHashMap;
use std::fmt;

/// What is wrong with a graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Where, as a JSON pointer (RFC 6901).
    pub pointer: String,
    /// What.
    pub message: String,
}

impl Fault {
    /// At a place.
    pub fn new(pointer: impl Into<String>, message: impl Into<String>) -> Self {
        Fault {
            pointer: pointer.into(),
            message: message.into(),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.pointer.is_empty() {
            write!(f, "{}: ", self.pointer)?;
        }
        f.write_str(&self.message)
    }
}

/// Names of one kind, and their numbers.
pub struct Names<'g> {
    kind: &'static str,
    numbers: FxHashMap<&'g str, usize>,
}

impl<'g> Names<'g> {
    /// Numbers things of a kind in their order. `list` is the place of their list.
    ///
    /// # Errors
    /// A name that stands twice.
    pub fn number(
        kind: &'static str,
        list: &str,
        ids: impl IntoIterator<Item = &'g String>,
    ) -> Result<Self, Fault> {
        let mut numbers = FxHashMap::default();
        for (number, id) in ids.into_iter().enumerate() {
            if let Some(first) = numbers.insert(id.as_str(), number) {
                let message = format!("{kind} '{id}' stands twice, first at {list}/{first}");
                return Err(Fault::new(format!("{list}/{number}/id"), message));
            }
        }
        Ok(Names { kind, numbers })
    }

    /// The number of what is named at a place.
    ///
    /// # Errors
    /// A name that nothing has.
    pub fn find(&self, id: &str, pointer: impl FnOnce() -> String) -> Result<usize, Fault> {
        let unknown = || {
            let hint = nearest(id, self.numbers.keys().copied());
            let hint = hint.map(|name| format!("; the nearest name is '{name}'"));
            let message = format!("unknown {} '{id}'{}", self.kind, hint.unwrap_or_default());
            Fault::new(pointer(), message)
        };
        self.numbers.get(id).copied().ok_or_else(unknown)
    }

    /// The numbers of all that are named in the list at a place.
    ///
    /// # Errors
    /// A name that nothing has, or that stands there twice.
    pub fn find_all(&self, ids: &[String], list: &str) -> Result<Vec<usize>, Fault> {
        let mut found = Vec::with_capacity(ids.len());
        for (at, id) in ids.iter().enumerate() {
            let number = self.find(id, || format!("{list}/{at}"))?;
            if found.contains(&number) {
                let message = format!("{} '{id}' stands twice", self.kind);
                return Err(Fault::new(format!("{list}/{at}"), message));
            }
            found.push(number);
        }
        Ok(found)
    }
}

/// The name that is written most alike; of several, the first in the alphabet.
pub fn nearest<'n>(name: &str, known: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    known.min_by_key(|other| (strsim::damerau_levenshtein(name, other), *other))
}
