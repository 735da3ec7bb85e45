//! The code between two loops, part by part: what it crosses on its way before the first
//! or behind the second loop, and what holds it back. A part may be control flow of its
//! own; it moves where all its instructions may.
//!
//! A piece that ran only with the loops ends up right before or right behind
//! them. One that ran always also crosses what lies between the first loop and
//! its guard, or between the second loop and the join of its guard.

use super::between::{Between, Part};
use super::footprint::Objects;
use super::hazards::hazard;
use super::ranges::{Ends, Extent, Range, are_apart};
use super::straight_line::StraightLine;
use super::wording::describe;
use crate::legality::movability::{Destination, Piece, Zone, may_hold_back, place_next};
use crate::llvm::{Host, Loop, Scev, Value};
use crate::testing::{Fault, lacks};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::RefCell;

/// Looks at the pieces between two loops.
pub(crate) struct Pieces<'p, 'h> {
    host: &'h Host,
    first: Loop<'h>,
    second: Loop<'h>,
    between: &'p Between<'h>,
    /// Alias scopes of metadata count.
    keep_scopes: bool,
    /// What code crosses on its way before the first loop.
    up: Way<'p, 'h>,
    /// What code crosses on its way behind the second loop.
    down: Way<'p, 'h>,
    /// Instructions of the pieces so far whose order matters, in program order.
    earlier: Vec<Vec<Value<'h>>>,
    /// Of which of these pieces each instruction is.
    index: FxHashMap<Value<'h>, usize>,
    /// What accesses touch.
    objects: &'p Objects<'h>,
    /// From where to where instructions do: those of loops in the iterations that are crossed.
    ends: RefCell<FxHashMap<(Value<'h>, Zone), Option<Ends<'h>>>>,
}

/// A loop that code crosses.
pub(crate) struct Crossed<'p, 'h> {
    /// The loop.
    pub(crate) l: Loop<'h>,
    /// Its instructions that touch memory.
    pub(crate) memory: &'p [Value<'h>],
    /// The number of the last iteration that code which runs with the loops crosses, if
    /// not all are.
    pub(crate) last: Option<Scev<'h>>,
}

/// Code on one way.
struct Way<'p, 'h> {
    /// The loop.
    over: Crossed<'p, 'h>,
    /// Instructions between the loop and its guard, which only pieces that ran
    /// always cross.
    of_guard: Vec<Value<'h>>,
}

impl<'p, 'h> Pieces<'p, 'h> {
    /// The pieces between two loops.
    pub(crate) fn new(
        host: &'h Host,
        [first, second]: [Crossed<'p, 'h>; 2],
        between: &'p Between<'h>,
        objects: &'p Objects<'h>,
        keep_scopes: bool,
    ) -> Self {
        let code = |line: &StraightLine<'h>| line.instructions().collect();
        let (head, tail) = match &between.guards {
            Some((guard0, guard1)) => (code(&guard0.head), code(&guard1.tail)),
            None => (vec![], vec![]),
        };
        Pieces {
            host,
            first: first.l,
            second: second.l,
            between,
            keep_scopes,
            up: Way {
                over: first,
                of_guard: head,
            },
            down: Way {
                over: second,
                of_guard: tail,
            },
            earlier: Vec::new(),
            index: FxHashMap::default(),
            objects,
            ends: RefCell::default(),
        }
    }

    /// The pieces in program order: all, or up to the first that can go nowhere.
    pub(crate) fn collect(mut self) -> Vec<Piece> {
        let mut pieces = Vec::new();
        let mut destinations = Vec::new();
        for (part, zone) in self.between.parts() {
            let mut instructions = part.instructions();
            let mut piece = self.piece(&part, &instructions, zone);
            piece.follows = self.follows(&instructions, |n: usize| {
                may_hold_back(&pieces[n], destinations[n], zone)
            });
            let mut place = place_next(&pieces, &destinations, &piece);
            if place != Ok(Destination::Before) {
                piece.after_barrier = self.after_barrier(&part, &instructions, zone);
                place = place_next(&pieces, &destinations, &piece);
            }
            pieces.push(piece);
            let Ok(place) = place else { break };
            destinations.push(place);
            let number = self.earlier.len();
            self.index.extend(instructions.iter().map(|i| (*i, number)));
            instructions.retain(|i| self.has_order(*i));
            self.earlier.push(instructions);
        }
        pieces
    }

    /// A piece as far as it may go before the first loop.
    fn piece(&self, part: &Part<'h>, instructions: &[Value<'h>], zone: Zone) -> Piece {
        let operands = || instructions.iter().flat_map(|i| i.operands());
        let late = operands().find(|o| self.is_late(*o, zone));
        let before_barrier = late
            .map(|o| format!("it uses {}, a result of the first loop", o.label()))
            .or_else(|| self.barrier_of_any((part, instructions), zone, &self.up, |m, i| (m, i)));
        let seen_through = |o| self.index.get(&self.between.resolve_if_run(o));
        let (what, line) = part.describe(self.host);
        Piece {
            what,
            line,
            has_loop: part.has_loop(),
            zone,
            before_barrier,
            after_barrier: None,
            needs: operands().filter_map(seen_through).copied().collect(),
            follows: Vec::new(),
        }
    }

    /// Why a piece cannot go behind the second loop.
    fn after_barrier(
        &self,
        part: &Part<'h>,
        instructions: &[Value<'h>],
        zone: Zone,
    ) -> Option<String> {
        let is_needed = |i: &Value<'h>| self.is_needed_by_second(*i, zone);
        if instructions.iter().any(is_needed) {
            return Some("the second loop uses it".into());
        }
        self.barrier_of_any((part, instructions), zone, &self.down, |m, i| (i, m))
    }

    /// Which of the earlier pieces that this is asked of a piece must stay behind.
    fn follows(&self, instructions: &[Value<'h>], is_asked: impl Fn(usize) -> bool) -> Vec<usize> {
        let ordered = instructions.iter().filter(|i| self.has_order(**i));
        let ordered: Vec<_> = ordered.collect();
        let must_follow = |n: &usize| {
            let behind = |e: &Value<'h>| ordered.iter().any(|i| self.must_follow(*e, **i));
            self.earlier[*n].iter().any(behind)
        };
        let asked = (0..self.earlier.len()).filter(|n| is_asked(*n));
        asked.filter(must_follow).collect()
    }

    /// Is a value there only once the first loop has run?
    fn is_late(&self, value: Value<'h>, zone: Zone) -> bool {
        let join = self.between.join();
        // What the loops leave behind may be no result of them: a constant, if they run.
        let left = self.between.resolve_names(value);
        let is_of_join = left.is_phi() && join.is_some() && left.block() == join;
        self.first.defines(self.between.resolve_if_run(value))
            || (is_of_join && zone == Zone::Always)
    }

    /// Why a piece cannot cross a way. `order` puts an instruction on the way and one of the piece into program order.
    fn barrier_of_any(
        &self,
        (part, instructions): (&Part<'h>, &[Value<'h>]),
        zone: Zone,
        way: &Way<'p, 'h>,
        order: impl Fn(Value<'h>, Value<'h>) -> (Value<'h>, Value<'h>),
    ) -> Option<String> {
        let barrier = |i: &Value<'h>| self.barrier((part, *i), zone, way, |m| order(m, *i));
        let stays = || part.obstacle(self.host).map(String::from);
        instructions.iter().find_map(barrier).or_else(stays)
    }

    /// Why an instruction cannot cross a way. `order` puts it and an instruction
    /// on the way into program order.
    fn barrier(
        &self,
        (part, instruction): (&Part<'h>, Value<'h>),
        zone: Zone,
        way: &Way<'p, 'h>,
        order: impl Fn(Value<'h>) -> (Value<'h>, Value<'h>),
    ) -> Option<String> {
        let effects = self.host.effects(instruction);
        if hazard(effects).is_some() {
            return Some("its order against other code matters".into());
        }
        let of_guard = match zone {
            Zone::Always => &way.of_guard[..],
            Zone::IfRun => &[],
        };
        // The loops always end; code around them may not, and an assume may only hold
        // behind it.
        if let Some(stop) = of_guard.iter().find(|m| {
            let crossed = self.host.effects(**m);
            let promises = || effects.is_harmless() || !self.host.is_safe_anywhere(instruction);
            hazard(crossed).is_some() && promises()
                || effects.orders_stack() && crossed.orders_stack()
        }) {
            return Some(format!(
                "it must not cross a {}",
                describe(self.host, *stop)
            ));
        }
        if effects.is_harmless() {
            return None;
        }
        let conflicts = |m: &&Value<'h>| {
            let (first, second) = order(**m);
            self.host.may_conflict(first, second, self.keep_scopes)
        };
        let meets = |m: &&Value<'h>| {
            conflicts(m)
                && self.are_apart((part, instruction), zone, &way.over, **m) != Some(true)
                && !lacks(Fault::Between)
        };
        let in_loop = way.over.memory.iter().find(meets);
        let conflict = in_loop.or_else(|| of_guard.iter().find(conflicts))?;
        Some(format!(
            "it conflicts with a {}",
            describe(self.host, *conflict)
        ))
    }

    /// Do an instruction of a part and one of a loop never touch the same byte, in the
    /// iterations that are crossed?
    fn are_apart(
        &self,
        (part, instruction): (&Part<'h>, Value<'h>),
        zone: Zone,
        crossed: &Crossed<'p, 'h>,
        of_loop: Value<'h>,
    ) -> Option<bool> {
        let host = self.host;
        let address = |i: Value<'h>| Scev::of(host, host.access(i)?.0);
        // Where they are in different objects no more can be said, and to find ranges takes long.
        let of_one = address(instruction)?.is_comparable(host, address(of_loop)?);
        let own = || match part.loop_around(instruction) {
            Some(l) => self.range(l, instruction)?.whole,
            None => {
                let (pointer, bytes) = host.access(instruction)?;
                let low = Scev::at(host, pointer, instruction.block()?)?;
                Some((low, low.offset(host, i64::try_from(bytes).ok()?)?))
            }
        };
        let theirs = || {
            let range = self.range(crossed.l, of_loop)?;
            match crossed.last.filter(|_| zone == Zone::IfRun) {
                Some(last) => range.until(host, last, crossed.l),
                None => range.whole,
            }
        };
        let own = of_one.then(|| self.ends((instruction, zone), own))??;
        let theirs = self.ends((of_loop, zone), theirs)?;
        // The other loop need not run where this one does.
        Some(are_apart(host, own, theirs, &[crossed.l]))
    }

    /// What an instruction touches in an iteration of a loop.
    fn range(&self, l: Loop<'h>, i: Value<'h>) -> Option<Range<'h>> {
        let (pointer, bytes) = self.host.access(i)?;
        let place = (pointer, Extent::Bytes(bytes));
        self.objects.range(self.host, l, i.block()?, place)
    }

    /// What was found before for an instruction, since each meets many others; else finds it.
    fn ends(
        &self,
        key: (Value<'h>, Zone),
        find: impl FnOnce() -> Option<Ends<'h>>,
    ) -> Option<Ends<'h>> {
        let mut ends = self.ends.borrow_mut();
        *ends.entry(key).or_insert_with(find)
    }

    /// Does the order of an instruction and others matter?
    fn has_order(&self, instruction: Value<'h>) -> bool {
        let effects = self.host.effects(instruction);
        let touches = effects.reads() || effects.writes() || effects.orders_stack();
        touches && !effects.is_harmless()
    }

    /// Must an instruction stay behind an earlier one, if the order of both matters?
    fn must_follow(&self, earlier: Value<'h>, later: Value<'h>) -> bool {
        let host = self.host;
        let (a, b) = (host.effects(earlier), host.effects(later));
        a.orders_stack() && b.orders_stack() || host.may_conflict(earlier, later, self.keep_scopes)
    }

    /// Is a value used by code that runs before the place behind the second loop
    /// where its instruction would go?
    fn is_needed_by_second(&self, wanted: Value<'h>, zone: Zone) -> bool {
        let guard1 = self.between.guards.as_ref().map(|(_, guard1)| guard1);
        let mut seen = FxHashSet::default();
        let mut rest = vec![wanted];
        while let Some(value) = rest.pop() {
            for user in value.users() {
                let Some(block) = user.block() else { continue };
                if self.second.contains(block) {
                    return true;
                }
                let in_guard = guard1.is_some_and(|g| {
                    let at_join = |from| user.incoming_from(from);
                    let skipped = || at_join(g.bypass).map(|v| self.between.resolve_if_skipped(v));
                    let ran = || at_join(g.tail.last());
                    if user.is_phi() && block == g.join {
                        skipped() == Some(wanted) || (zone == Zone::Always && ran() == Some(value))
                    } else {
                        zone == Zone::Always && g.tail.all_blocks().any(|b| b == block)
                    }
                });
                if in_guard {
                    return true;
                }
                // Phis between the loops hand the value on.
                let is_between = self.between.blocks().any(|b| b == block);
                if user.is_phi() && is_between && seen.insert(user) {
                    rest.push(user);
                }
            }
        }
        false
    }
}
