//! The code between siblings, and what orders it, and them.
//!
//! An **item** is a sibling, or an instruction between siblings that touches memory or may not be moved past others.
//! One item must stay behind another one if
//!
//! - it uses a value of it, be it computed further on the way, or runs only under a condition that does;
//! - both touch the same memory, one of them writing;
//! - one of the two may not be moved past anything.
//!
//! What orders two siblings through memory is left to [`edges`](super::edges). Code that nothing orders behind a sibling can
//! go before all of them, code that nothing orders before one can go behind all: only what has both is of interest.

use super::order::Order;
use crate::facts::hazards::is_hazard;
use crate::facts::loops::Surveyed;
use crate::facts::wording::describe;
use crate::legality::refusal::at_line;
use crate::llvm::{Block, Host, Loop, Value};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// More instructions are not told from what may not be moved.
const MOST_INSTRUCTIONS: usize = 512;

/// What orders siblings, beside memory that both touch.
pub struct Items<'h> {
    /// Code that is ordered behind a sibling and before one, in program order.
    pub code: Vec<Code<'h>>,
    /// Pairs of items, the earlier one first. Siblings have their numbers, code follows.
    pub ordered: BTreeSet<[usize; 2]>,
}

/// An instruction between siblings.
pub struct Code<'h> {
    /// It.
    pub instruction: Value<'h>,
    /// Its place in program order.
    pub at: (usize, usize),
    /// It must not be moved past anything.
    pub is_fixed: bool,
}

impl<'h> Items<'h> {
    /// Finds out what orders siblings, given in program order.
    pub fn find(host: &'h Host, loops: &[Surveyed<'h>], order: &Order<'h>) -> Self {
        let mut code = code_between(host, loops, order);
        if code.len() > MOST_INSTRUCTIONS {
            code.iter_mut().for_each(|code| code.is_fixed = true);
        }
        let mut items = Items {
            ordered: BTreeSet::new(),
            code,
        };
        items.order_by_values(host, loops);
        items.order_by_memory(host, loops, order);
        items.order_what_is_fixed(loops, order);
        items.face_forwards(loops, order);
        items.keep_what_is_between(loops.len());
        items
    }

    fn order_by_values(&mut self, host: &'h Host, loops: &[Surveyed<'h>]) {
        let mut sources = Sources::new(host, loops, &self.code);
        for (at, surveyed) in loops.iter().enumerate() {
            let l = surveyed.l;
            let inside = l
                .blocks()
                .into_iter()
                .flat_map(|block| block.instructions());
            let mut used = BTreeSet::new();
            for value in inside.flat_map(|i| i.operands()).filter(|v| !l.defines(*v)) {
                used.extend(sources.of_value(value));
            }
            used.extend(sources.of_block(l.header()));
            self.ordered.extend(used.into_iter().map(|by| [by, at]));
        }
        for (n, code) in self.code.iter().enumerate() {
            let at = loops.len() + n;
            let mut used = BTreeSet::new();
            for value in code.instruction.operands() {
                used.extend(sources.of_value(value));
            }
            used.extend(
                code.instruction
                    .block()
                    .map(|block| sources.of_block(block))
                    .unwrap_or_default(),
            );
            self.ordered
                .extend(used.into_iter().filter(|by| *by != at).map(|by| [by, at]));
        }
    }

    fn order_by_memory(&mut self, host: &'h Host, loops: &[Surveyed<'h>], order: &Order<'h>) {
        let conflict = |a: Value<'h>, b: Value<'h>| {
            let writes = host.effects(a).writes() || host.effects(b).writes();
            writes && (host.may_conflict(a, b, false) || host.may_conflict(b, a, false))
        };
        for (n, code) in self
            .code
            .iter()
            .enumerate()
            .filter(|(_, code)| !code.is_fixed)
        {
            let number = loops.len() + n;
            for (m, later) in self.code.iter().enumerate().skip(n + 1) {
                if !later.is_fixed && conflict(code.instruction, later.instruction) {
                    self.ordered.insert([number, loops.len() + m]);
                }
            }
            for (at, surveyed) in loops.iter().enumerate() {
                if surveyed
                    .memory
                    .iter()
                    .any(|i| conflict(code.instruction, *i))
                {
                    let is_before = code.at < order.place(surveyed.l);
                    self.ordered.insert(if is_before {
                        [number, at]
                    } else {
                        [at, number]
                    });
                }
            }
        }
    }

    /// What is fixed is behind all since the last such, and before all up to the next.
    fn order_what_is_fixed(&mut self, loops: &[Surveyed<'h>], order: &Order<'h>) {
        let of_loops = loops.iter().enumerate().map(|(n, surveyed)| {
            (
                order.place(surveyed.l),
                n,
                !surveyed.facts.hazards.is_empty(),
            )
        });
        let of_code = self.code.iter().enumerate();
        let of_code = of_code.map(|(n, code)| (code.at, loops.len() + n, code.is_fixed));
        let mut all: Vec<_> = of_loops.chain(of_code).collect();
        all.sort_unstable();
        let fixed: Vec<_> = (0..all.len()).filter(|n| all[*n].2).collect();
        for (n, &at) in fixed.iter().enumerate() {
            let before = if n == 0 { 0 } else { fixed[n - 1] };
            let behind = fixed.get(n + 1).copied().unwrap_or(all.len());
            self.ordered
                .extend(all[before..at].iter().map(|item| [item.1, all[at].1]));
            self.ordered
                .extend(all[at + 1..behind].iter().map(|item| [all[at].1, item.1]));
        }
    }

    /// Where control comes back that no loop is known for, it enters at several places (irreducible control flow): an item may
    /// depend on a later one, or on itself in the round before. The two keep their order then.
    fn face_forwards(&mut self, loops: &[Surveyed<'h>], order: &Order<'h>) {
        let at = |item: &usize| match item.checked_sub(loops.len()) {
            None => order.place(loops[*item].l),
            Some(n) => self.code[n].at,
        };
        let pairs = self.ordered.iter().filter(|[a, b]| a != b);
        let forwards = pairs.map(|&[a, b]| if at(&a) < at(&b) { [a, b] } else { [b, a] });
        self.ordered = forwards.collect();
    }

    /// Leaves out code that is not ordered behind a sibling, or not before one.
    fn keep_what_is_between(&mut self, loops: usize) {
        let reach = |from: usize, to: usize| {
            let mut next: FxHashMap<usize, Vec<usize>> = FxHashMap::default();
            self.ordered
                .iter()
                .for_each(|pair| next.entry(pair[from]).or_default().push(pair[to]));
            let mut reached: FxHashSet<usize> = FxHashSet::default();
            let mut rest: Vec<_> = (0..loops).collect();
            while let Some(item) = rest.pop() {
                let new = next.get(&item).into_iter().flatten();
                rest.extend(new.copied().filter(|item| reached.insert(*item)));
            }
            reached
        };
        let (behind, before) = (reach(0, 1), reach(1, 0));
        let is_kept = |n: usize| n < loops || behind.contains(&n) && before.contains(&n);
        let mut numbers = FxHashMap::default();
        for n in (0..loops + self.code.len()).filter(|n| is_kept(*n)) {
            numbers.insert(n, numbers.len());
        }
        let renumber = |[a, b]: &[usize; 2]| Some([*numbers.get(a)?, *numbers.get(b)?]);
        self.ordered = self.ordered.iter().filter_map(renumber).collect();
        let mut n = loops;
        self.code.retain(|_| {
            n += 1;
            is_kept(n - 1)
        });
    }
}

impl<'h> Code<'h> {
    /// What it is, and where.
    pub fn label(&self, host: &'h Host) -> String {
        let line = self.instruction.line();
        describe(host, self.instruction) + &at_line(line)
    }
}

/// Instructions on the level of the loops, behind the first one and before the last.
fn code_between<'h>(host: &'h Host, loops: &[Surveyed<'h>], order: &Order<'h>) -> Vec<Code<'h>> {
    let headers = || loops.iter().map(|surveyed| order.at(surveyed.l.header()));
    let (first, last) = (headers().min().unwrap_or(0), headers().max().unwrap_or(0));
    let around = loops[0].l.parent();
    let is_between = |block: &Block<'h>| {
        (first..last).contains(&order.at(*block)) && host.innermost_loop(*block) == around
    };
    let mut code = Vec::new();
    for block in host.blocks().into_iter().filter(is_between) {
        for (n, instruction) in block.instructions().enumerate() {
            let effects = host.effects(instruction);
            let is_fixed = is_hazard(host, instruction) || leaves(instruction, around);
            let touches = !effects.is_harmless() && (effects.reads() || effects.writes());
            if is_fixed || touches && !instruction.is_terminator() {
                code.push(Code {
                    instruction,
                    at: (order.at(block), n),
                    is_fixed,
                });
            }
        }
    }
    code.sort_by_key(|code| code.at);
    code
}

/// Does a terminator end the function, or leave the loop around?
fn leaves<'h>(instruction: Value<'h>, around: Option<Loop<'h>>) -> bool {
    let Some(block) = instruction.block().filter(|_| instruction.is_terminator()) else {
        return false;
    };
    let next = block.successors();
    let leaves =
        |next: &Block<'h>| around.is_some_and(|l| !l.contains(*next) || l.header() == *next);
    next.is_empty() || next.iter().any(leaves)
}

/// Finds the items that values are computed from, and that conditions are.
struct Sources<'h> {
    host: &'h Host,
    around: Option<Loop<'h>>,
    loops: Vec<Loop<'h>>,
    code: FxHashMap<Value<'h>, usize>,
    /// Blocks on the level of the loops, and headers of loops, with those whose branch decides whether they run.
    deciding: FxHashMap<Block<'h>, Vec<Block<'h>>>,
    values: FxHashMap<Value<'h>, BTreeSet<usize>>,
    blocks: FxHashMap<Block<'h>, BTreeSet<usize>>,
}

impl<'h> Sources<'h> {
    fn new(host: &'h Host, loops: &[Surveyed<'h>], code: &[Code<'h>]) -> Self {
        let numbered = code.iter().enumerate();
        let mut sources = Sources {
            host,
            around: loops[0].l.parent(),
            loops: loops.iter().map(|surveyed| surveyed.l).collect(),
            code: numbered
                .map(|(n, code)| (code.instruction, loops.len() + n))
                .collect(),
            deciding: FxHashMap::default(),
            values: FxHashMap::default(),
            blocks: FxHashMap::default(),
        };
        sources.find_deciding();
        sources
    }

    /// Control dependence (Ferrante, Ottenstein, Warren, "The program dependence graph", 1987), loops whole: a branch
    /// decides on all blocks from where it leads to up to where all its ways meet again.
    fn find_deciding(&mut self) {
        let host = self.host;
        let is_here = |block: &Block<'h>| host.innermost_loop(*block) == self.around;
        let level: Vec<_> = host.blocks().into_iter().filter(is_here).collect();
        for block in level
            .into_iter()
            .filter(|block| block.successors().len() > 1)
        {
            let end = self.meets(block);
            for next in block.successors() {
                let mut seen = FxHashSet::default();
                let mut runner = Some(next);
                let is_new = |at: &Block<'h>| self.around.is_some_and(|l| l.header() == *at);
                while let Some(at) = runner
                    && Some(at) != end
                    && !is_new(&at)
                    && seen.insert(at)
                {
                    self.deciding.entry(at).or_default().push(block);
                    runner = match self.loops.iter().find(|l| l.contains(at)) {
                        Some(l) => l.unique_exit(),
                        None => self.meets(at),
                    };
                }
            }
        }
    }

    /// Where all ways from a block meet again.
    fn meets(&self, block: Block<'h>) -> Option<Block<'h>> {
        let mut next = block.successors().into_iter();
        let first = next.next()?;
        next.try_fold(first, |a, b| self.host.nearest_post_dominator(a, b))
    }

    /// The items that a value is computed from.
    fn of_value(&mut self, value: Value<'h>) -> BTreeSet<usize> {
        let Some(block) = value.block() else {
            return BTreeSet::new();
        };
        if let Some(at) = self.loops.iter().position(|l| l.contains(block)) {
            return BTreeSet::from([at]);
        }
        if let Some(&at) = self.code.get(&value) {
            return BTreeSet::from([at]);
        }
        if let Some(known) = self.values.get(&value) {
            return known.clone();
        }
        self.values.insert(value, BTreeSet::new());
        let mut found = BTreeSet::new();
        let is_here = self.host.innermost_loop(block) == self.around;
        let is_new = |l: &Loop<'h>| value.is_phi() && l.header() == block;
        if is_here && !self.around.is_some_and(|l| is_new(&l)) {
            for operand in value.operands() {
                found.extend(self.of_value(operand));
            }
            // Which value a phi has depends on the way that leads to it.
            for (_, from) in value
                .is_phi()
                .then(|| value.incoming())
                .into_iter()
                .flatten()
            {
                found.extend(self.of_block(from));
                for value in from.terminator().operands() {
                    found.extend(self.of_value(value));
                }
            }
        }
        self.values.insert(value, found.clone());
        found
    }

    /// The items that decide whether a block runs.
    fn of_block(&mut self, block: Block<'h>) -> BTreeSet<usize> {
        if let Some(known) = self.blocks.get(&block) {
            return known.clone();
        }
        self.blocks.insert(block, BTreeSet::new());
        let mut found = BTreeSet::new();
        for from in self.deciding.get(&block).cloned().unwrap_or_default() {
            for value in from.terminator().operands() {
                found.extend(self.of_value(value));
            }
            found.extend(self.of_block(from));
        }
        self.blocks.insert(block, found.clone());
        found
    }
}
