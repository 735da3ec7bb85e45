//! Parts of one array that no two iterations of any loops bring together, as the colour planes of one
//! allocation. Alias scopes say so to all that comes behind, LLVM's passes among them.
//!
//! What an access touches is taken over all iterations of the outermost loop around it ([`reach`](super::reach)),
//! from a pointer that has one value while the function runs. So what is apart is apart whenever both
//! accesses are made.

use super::locals::LocalAccess;
use super::reach::{Reach, Reaches};
use super::turn::loops_around;
use crate::llvm::{Host, Loop, Scev, Value};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// More accesses from one pointer are not compared.
const MOST_ACCESSES: usize = 64;

/// Neither are more ranges.
const MOST_RANGES: usize = 24;

/// Of more accesses from one pointer nobody needs to find out that they lead nobody knows where.
const MOST_UNKNOWN: usize = 4;

/// Accesses in parts that never meet all others.
pub struct Planes<'h> {
    /// Each access, with its part's number.
    pub accesses: Vec<(Value<'h>, usize)>,
    /// For each part, those that it never meets.
    pub apart: Vec<Vec<usize>>,
}

impl<'h> Planes<'h> {
    /// Of all arrays that loops of the function access, where alias analysis does not know it.
    pub fn find_all(host: &'h Host) -> Vec<Self> {
        let mut by_pointer: FxHashMap<Value<'h>, Vec<(Value<'h>, Loop<'h>)>> = FxHashMap::default();
        let mut pointers = Vec::new();
        for l in host.top_level_loops() {
            for access in l.blocks().into_iter().flat_map(|b| b.instructions()) {
                let Some((pointer, _)) = host.access(access) else {
                    continue;
                };
                let from = host.underlying_object(pointer);
                if from != pointer && !l.defines(from) {
                    let known = by_pointer.entry(from).or_insert_with(|| {
                        pointers.push(from);
                        Vec::new()
                    });
                    known.push((access, l));
                }
            }
        }
        let all = pointers.iter().map(|from| &by_pointer[from][..]);
        all.filter_map(|accesses| Self::find(host, accesses))
            .collect()
    }

    fn find(host: &'h Host, accesses: &[(Value<'h>, Loop<'h>)]) -> Option<Self> {
        let writes = |(access, _): &(Value<'h>, _)| access.loaded_from().is_none();
        if !accesses.iter().any(writes) || !(2..=MOST_ACCESSES).contains(&accesses.len()) {
            return None;
        }
        if have_one_place(host, accesses) {
            return None;
        }
        let mut reaches = Reaches::new(host);
        let mut ranges: Vec<(Reach<'h>, Value<'h>)> = Vec::new();
        let mut all = Vec::new();
        let mut unknown = 0;
        for &(access, l) in accesses {
            let Some(range) = reaches.reach(access, l) else {
                unknown += 1;
                if unknown > MOST_UNKNOWN {
                    return None;
                }
                continue;
            };
            let known = ranges.iter().position(|(known, _)| *known == range);
            let at = known.unwrap_or(ranges.len());
            if known.is_none() {
                if ranges.len() == MOST_RANGES {
                    return None;
                }
                ranges.push((range, access));
            }
            all.push((access, at));
        }
        let mut apart = vec![vec![false; ranges.len()]; ranges.len()];
        let mut is_news = false;
        for (a, (range0, access0)) in ranges.iter().enumerate() {
            for (b, (range1, access1)) in ranges.iter().enumerate().skip(a + 1) {
                if reaches.are_apart(range0, range1) {
                    (apart[a][b], apart[b][a]) = (true, true);
                    is_news |= host.may_conflict(*access0, *access1, true);
                }
            }
        }
        is_news.then(|| Self::of_ranges(&all, &apart))
    }

    /// Ranges that meet the same ones are one part.
    fn of_ranges(all: &[(Value<'h>, usize)], apart: &[Vec<bool>]) -> Self {
        let mut numbers: BTreeMap<&[bool], usize> = BTreeMap::new();
        let mut firsts = Vec::new();
        let parts: Vec<_> = (0..apart.len())
            .map(|at| {
                *numbers.entry(&apart[at]).or_insert_with(|| {
                    firsts.push(at);
                    firsts.len() - 1
                })
            })
            .collect();
        let others = |at: &usize| {
            let is_apart = |(_, other): &(usize, &usize)| apart[*at][**other];
            let others = firsts.iter().enumerate().filter(is_apart);
            others.map(|(part, _)| part).collect()
        };
        Planes {
            accesses: all
                .iter()
                .map(|&(access, at)| (access, parts[at]))
                .collect(),
            apart: firsts.iter().map(others).collect(),
        }
    }
}

/// Do all accesses lead to one place in the first iteration of all loops? Then no two of them are
/// apart, and that costs less to find out than where else they lead.
fn have_one_place<'h>(host: &'h Host, accesses: &[(Value<'h>, Loop<'h>)]) -> bool {
    let start = |at: &Scev<'h>| at.as_recurrence(host).map(|recurrence| recurrence.start);
    let first = |(access, _): &(Value<'h>, _)| {
        let (pointer, _) = host.access(*access)?;
        std::iter::successors(Scev::of(host, pointer), start).last()
    };
    let place = first(&accesses[0]);
    place.is_some() && accesses[1..].iter().all(|access| first(access) == place)
}

/// One of several parts of memory of the function's own: nothing else that is accessed lies in it.
pub struct Plane<'h> {
    /// Its accesses.
    pub accesses: Vec<LocalAccess<'h>>,
    /// Those of them that begin no later than all others do.
    pub begins: Vec<LocalAccess<'h>>,
}

impl<'h> Plane<'h> {
    /// The planes of local memory, if all that accesses it is in one or another.
    ///
    /// From where a plane begins up to the end of each of its accesses lies nothing of another plane, whatever its own
    /// accesses are moved to between. For each access `a` of the plane, each begin `b`, and each access
    /// `d` of another one: `low(b) <= low(a)`, and `high(a) <= low(d)` or `high(d) <= low(b)`, where `a` and `d` are
    /// made. That is so for the other plane, too; so both may move.
    pub fn find_all(host: &'h Host, memory: Value<'h>, accesses: &[LocalAccess<'h>]) -> Vec<Self> {
        if !(2..=MOST_ACCESSES).contains(&accesses.len()) {
            return Vec::new();
        }
        let home = host.home_of(memory);
        let mut reaches = Reaches::new(host);
        let mut reach = |access: &LocalAccess<'h>| {
            let l = loops_around(host, access.block()?, home)?.pop()?;
            let reach = reaches.reach(access.instruction, l)?;
            let low = access.range(host, l, true)?.low.start;
            let is_begin = reaches.is_begin(&reach, low);
            (reach.from == memory).then_some((reach, is_begin))
        };
        let all: Option<Vec<_>> = accesses.iter().map(&mut reach).collect();
        let Some(all) = all else {
            return Vec::new();
        };
        let mut classes: Vec<Vec<usize>> = Vec::new();
        for (at, (reach, _)) in all.iter().enumerate() {
            let mut meets = |class: &Vec<usize>| {
                class
                    .iter()
                    .any(|other| !reaches.are_apart(reach, &all[*other].0))
            };
            let (met, mut others): (Vec<_>, Vec<_>) = classes.into_iter().partition(&mut meets);
            others.push(met.into_iter().flatten().chain([at]).collect());
            classes = others;
        }
        if classes.len() < 2 {
            return Vec::new();
        }
        let mut plane = |class: &Vec<usize>| {
            let others: Vec<_> = (0..all.len()).filter(|at| !class.contains(at)).collect();
            let mut is_first = |begin: &usize| {
                let begin = &all[*begin].0;
                class.iter().all(|a| {
                    let a = &all[*a].0;
                    reaches.begins_behind(a, begin)
                        && others.iter().all(|d| {
                            let d = &all[*d].0;
                            reaches.ends_before(a, d, [a, d])
                                || reaches.ends_before(d, begin, [a, d])
                        })
                })
            };
            let begins = class.iter().filter(|at| all[**at].1 && is_first(at));
            Plane {
                begins: begins.map(|at| accesses[*at]).collect(),
                accesses: class.iter().map(|at| accesses[*at]).collect(),
            }
        };
        let planes = classes.iter().map(&mut plane);
        planes.filter(|plane| !plane.begins.is_empty()).collect()
    }
}
