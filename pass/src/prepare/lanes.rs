//! Loops that do the same for each of a few elements, as it is written for the coordinates of points, or as LLVM unrolls it:
//!
//! ```text
//!   for i in 0..n: { v[i].x += f[i].x; v[i].y += f[i].y; v[i].z += f[i].z; }
//! ```
//!
//! Rolled up, that is a nest over rows ([`dense`](super::dense)). The elements that follow each other in one array are its
//! lanes. What is stored in one lane is computed in the same way as in each other one, from what is loaded in that lane
//! and from what does not change in the loop.
//!
//! **Order.** Rolled up, all that is done in one lane comes before what is done in the next one, and in the order of the
//! first one. Lanes of one array are apart. Other accesses that come in another order as it is written must not conflict.
//! This is superword-level parallelism (Larsen and Amarasinghe, 2000), with a loop in place of vectors.

use crate::llvm::{Block, Element, Host, Loop, Scev, Value};
use crate::testing::{Fault, lacks};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// More accesses are not looked at.
const MOST_ACCESSES: usize = 48;

/// Neither are more lanes.
const MOST_LANES: u64 = 8;

/// Neither is more that is done in each.
const MOST_MATCHES: usize = 256;

/// What is the same in all lanes.
pub(crate) struct Lanes<'h> {
    /// How many there are.
    pub(crate) length: u64,
    /// The accesses of the first one.
    pub(crate) elements: Vec<Element<'h>>,
    /// What is done in the first one, and the same in another one.
    pub(crate) equal: Vec<(Value<'h>, Value<'h>)>,
}

/// An access to an array.
struct Access<'h> {
    begin: Scev<'h>,
    bytes: u64,
    /// Among arrays whose places have nothing to do with each other.
    array: usize,
    /// How many elements behind the first one it is.
    lane: u64,
}

/// Values of all lanes that are the same, by that of the first lane.
struct Matches<'m, 'h> {
    host: &'h Host,
    l: Loop<'h>,
    accesses: &'m BTreeMap<Value<'h>, Access<'h>>,
    /// All values of each match.
    all: Vec<Vec<Value<'h>>>,
    /// Of which match each value is.
    known: FxHashMap<Value<'h>, usize>,
}

impl<'h> Matches<'_, 'h> {
    /// Are values, one for each lane, computed in the same way?
    fn are_equal(&mut self, values: Vec<Value<'h>>) -> bool {
        let first = values[0];
        if !self.l.defines(first) {
            return lacks(Fault::Lanes) || values.iter().all(|value| *value == first);
        }
        if let Some(known) = self.known.get(&first) {
            return self.all[*known] == values;
        }
        let is_new = |value: &Value<'h>| {
            self.l.defines(*value) && !value.is_phi() && !self.known.contains_key(value)
        };
        let is_of_lane = |(lane, value): (usize, &Value<'h>)| {
            let accesses = [first, *value].map(|v| self.accesses.get(&v));
            match accesses {
                [Some(a), Some(b)] => a.array == b.array && b.lane == lane as u64,
                [None, None] => !self.host.effects(*value).reads(),
                _ => false,
            }
        };
        let are_alike = |value: &Value<'h>| first == *value || first.is_same_operation(*value);
        let number = self.all.len();
        let may_match = number < MOST_MATCHES
            && values.iter().all(is_new)
            && values.iter().all(are_alike)
            && values.iter().enumerate().all(is_of_lane);
        if !may_match {
            return false;
        }
        for value in &values {
            // Not of two lanes.
            if self.known.insert(*value, number).is_some() {
                return false;
            }
        }
        self.all.push(values.clone());
        let operands = |value: &Value<'h>| -> Vec<Value<'h>> {
            if self.accesses.contains_key(value) {
                value.stored_value().into_iter().collect()
            } else {
                value.operands().collect()
            }
        };
        let operands: Vec<_> = values.iter().map(operands).collect();
        (0..operands[0].len()).all(|n| {
            let nth: Option<Vec<_>> = operands.iter().map(|all| all.get(n).copied()).collect();
            nth.is_some_and(|nth| self.are_equal(nth))
        })
    }
}

impl<'h> Lanes<'h> {
    /// Those of a loop without conditions that only counts, in which nothing else has an effect.
    pub(crate) fn find(host: &'h Host, l: Loop<'h>) -> Option<Self> {
        let next = |block: &Block<'h>| block.single_successor();
        let blocks = std::iter::successors(Some(l.header()), next).take_while(|b| l.contains(*b));
        let all: Vec<_> = blocks.flat_map(|block| block.instructions()).collect();
        let (length, accesses) = accesses(host, l, &all)?;
        let is_store = |i: &&Value<'h>| i.stored_value().is_some();
        // In program order, by lane.
        let mut stores: BTreeMap<usize, Vec<Vec<Value<'h>>>> = BTreeMap::new();
        for store in all.iter().filter(is_store) {
            let access = accesses.get(store)?;
            let of_array = stores
                .entry(access.array)
                .or_insert_with(|| vec![Vec::new(); length as usize]);
            of_array[access.lane as usize].push(*store);
        }
        let has_effect = |i: &Value<'h>| {
            let effects = host.effects(*i);
            effects.is_harmless() || effects.writes()
        };
        if all
            .iter()
            .any(|i| has_effect(i) && !accesses.contains_key(i))
        {
            return None;
        }
        let mut matches = Matches {
            host,
            l,
            accesses: &accesses,
            all: Vec::new(),
            known: FxHashMap::default(),
        };
        for lanes in stores.values() {
            let count = lanes[0].len();
            let are_as_many = lanes.iter().all(|stores| stores.len() == count);
            let mut nth = (0..count).map(|n| lanes.iter().map(|stores| stores[n]).collect());
            if !are_as_many || !nth.all(|stores| matches.are_equal(stores)) {
                return None;
            }
        }
        let Matches {
            all: equal, known, ..
        } = matches;
        // What comes of each access: its lane, and its place in that, as in the first lane.
        let place = |instruction: &Value<'h>| {
            let first = equal[*known.get(instruction)?][0];
            let at = all.iter().position(|i| *i == first)?;
            Some((*instruction, accesses.get(instruction)?, at))
        };
        let used: Vec<_> = all.iter().filter_map(place).collect();
        if !keep_order(host, &used) {
            return None;
        }
        let elements = used.iter().filter(|(_, access, _)| access.lane == 0);
        let elements = elements.map(|(instruction, access, _)| Element {
            access: *instruction,
            begin: access.begin,
            bytes: access.bytes,
        });
        Some(Lanes {
            length,
            elements: elements.collect(),
            equal: equal
                .iter()
                .flat_map(|values| values[1..].iter().map(|other| (values[0], *other)))
                .collect(),
        })
    }
}

/// How many lanes there are, and the lane of each access; none if some access is of none.
fn accesses<'h>(
    host: &'h Host,
    l: Loop<'h>,
    all: &[Value<'h>],
) -> Option<(u64, BTreeMap<Value<'h>, Access<'h>>)> {
    let mut length = None;
    // An array is known by the first access to it, and by the size of its elements: the lanes of two arrays in one place are
    // not apart.
    let mut arrays: Vec<(Scev<'h>, u64, i64)> = Vec::new();
    let mut found = Vec::new();
    for instruction in all.iter().copied() {
        let Some((pointer, bytes)) = host.access(instruction) else {
            continue;
        };
        let address = Scev::of(host, pointer)?.as_recurrence(host)?;
        let row = address
            .step
            .as_unsigned_constant()
            .filter(|_| address.l == l)?;
        let lanes = row
            .checked_div(bytes)
            .filter(|lanes| lanes * bytes == row)?;
        let is_odd = *length.get_or_insert(lanes) != lanes || found.len() == MOST_ACCESSES;
        if is_odd || !(2..=MOST_LANES).contains(&lanes) {
            return None;
        }
        let begin = address.start;
        let from = |known: Scev<'h>| begin.minus(host, known)?.as_constant();
        let is_one =
            |&(first, size, _): &(Scev<'h>, u64, i64)| size == bytes && from(first).is_some();
        let known = arrays.iter().position(is_one);
        let array = known.unwrap_or(arrays.len());
        if known.is_none() {
            arrays.push((begin, bytes, 0));
        }
        let at = from(arrays[array].0)?;
        arrays[array].2 = arrays[array].2.min(at);
        found.push((instruction, begin, bytes, array, at));
    }
    let length = length?;
    type Found<'h> = (Value<'h>, Scev<'h>, u64, usize, i64);
    let access = |(instruction, begin, bytes, array, at): Found<'h>| {
        let behind = u64::try_from(at.checked_sub(arrays[array].2)?).ok()?;
        let lane = behind / bytes;
        let is_whole = behind % bytes == 0 && lane < length;
        is_whole.then_some((
            instruction,
            Access {
                begin,
                bytes,
                array,
                lane,
            },
        ))
    };
    let accesses: Option<BTreeMap<_, _>> = found.into_iter().map(access).collect();
    Some((length, accesses?))
}

/// May accesses, in program order, be made lane by lane, and in each lane in the order of the first one?
fn keep_order<'h>(host: &'h Host, all: &[(Value<'h>, &Access<'h>, usize)]) -> bool {
    let mut pairs = all
        .iter()
        .enumerate()
        .flat_map(|(n, earlier)| all[n + 1..].iter().map(move |later| (earlier, later)));
    pairs.all(|((earlier, a, at0), (later, b, at1))| {
        let are_apart = a.array == b.array && a.lane != b.lane;
        let stay = (a.lane, at0) < (b.lane, at1);
        stay || are_apart || !host.may_conflict(*earlier, *later, true)
    })
}
