//! What a region computes outside its loops, and what of that can be computed before it by the same
//! instructions: those that have no effect and cannot trap, and loads that are reached from there for
//! certain, or harm nobody, and read what they would read there.

use crate::facts::guards::{Guard, Shape};
use crate::facts::hazards::hazard;
use crate::facts::region::Region;
use crate::llvm::{Block, Host, Loop, Value};

/// Values are followed so deep only.
const DEEPEST: u32 = 16;

/// What can be computed before a region.
pub(crate) struct Above<'h, 'r> {
    host: &'h Host,
    region: &'r Region<'h>,
    writes: Vec<Value<'h>>,
    lifted: Vec<Value<'h>>,
    copied: Vec<Value<'h>>,
}

impl<'h, 'r> Above<'h, 'r> {
    pub(crate) fn new(host: &'h Host, region: &'r Region<'h>) -> Self {
        let all = region.own_blocks().flat_map(|block| block.instructions());
        Above {
            host,
            region,
            writes: all.filter(|i| host.effects(*i).writes()).collect(),
            lifted: Vec::new(),
            copied: Vec::new(),
        }
    }

    /// Lets a value be computed there, if it can be.
    pub(crate) fn lift(&mut self, value: Value<'h>) -> bool {
        self.lift_all(&[value])
    }

    /// Lets values be computed there, if all can be.
    pub(crate) fn lift_all(&mut self, values: &[Value<'h>]) -> bool {
        let before = self.lifted.len();
        let can = values.iter().all(|value| self.try_to_lift(*value, DEEPEST));
        if !can {
            self.lifted.truncate(before);
        }
        can
    }

    /// Lets a value be computed there, also from what stores of the region may write over: then it is copied there, and equal
    /// to the value only if none does.
    pub(crate) fn lift_or_copy(&mut self, value: Value<'h>) -> bool {
        let before = self.copied.len();
        let can = self.try_to_copy(value, DEEPEST);
        if !can {
            self.copied.truncate(before);
        }
        can
    }

    /// If anything is copied, lets other loads beside the loops be, too, as far as they can be and up to `most` values: where
    /// later loops write is often known by pointers that are loaded there.
    pub(crate) fn copy_others(&mut self, most: usize) {
        let region = self.region;
        let blocks = region.own_blocks();
        let beside = blocks.filter(|block| !region.loops.iter().any(|l| l.contains(**block)));
        let loads = beside.flat_map(|block| block.instructions());
        for load in loads.filter(|i| i.loaded_from().is_some()) {
            if self.copied.is_empty() || self.copied.len() >= most {
                break;
            }
            self.lift_or_copy(load);
        }
    }

    fn try_to_copy(&mut self, value: Value<'h>, depth: u32) -> bool {
        let (host, top) = (self.host, self.region.top);
        if self.lift(value) || self.copied.contains(&value) {
            return true;
        }
        let is_in_loop = |value| {
            let mut loops = self.region.loops.iter();
            loops.any(|l| l.defines(value))
        };
        let effects = host.effects(value);
        let is_plain = match value.loaded_from() {
            // Loops are asked what they write, code between them is not.
            Some(_) => self.is_kept(value, |write| !is_in_loop(write)),
            None => !effects.reads(),
        };
        let can = depth > 0
            && !value.is_phi()
            && !is_in_loop(value)
            && is_plain
            && !effects.writes()
            && hazard(effects).is_none()
            && host.is_speculatable(value, top.terminator())
            && value
                .operands()
                .all(|part| self.try_to_copy(part, depth - 1));
        if can {
            self.copied.push(value);
        }
        can
    }

    /// Lets the conditions be computed there under which loops run, as far as these are asked within the region and
    /// can be: what lies around the region is decided where it begins.
    pub(crate) fn lift_guards(&mut self, loops: impl Iterator<Item = Loop<'h>>) -> Vec<Guard<'h>> {
        let guards = loops.filter_map(|l| Shape::find(self.host, l)?.guard);
        let guards = guards.filter(|guard| self.region.asks_in(guard.branch));
        let guards: Vec<_> = guards.collect();
        let lifted = guards.into_iter().filter(|g| self.lift(g.condition));
        lifted.collect()
    }

    /// What has to move for that, in the order in which it is computed.
    pub(crate) fn into_lifted(self) -> Vec<Value<'h>> {
        self.lifted
    }

    /// The same, and what has to be copied behind that.
    pub(crate) fn into_lifted_and_copied(self) -> (Vec<Value<'h>>, Vec<Value<'h>>) {
        (self.lifted, self.copied)
    }

    fn try_to_lift(&mut self, value: Value<'h>, depth: u32) -> bool {
        let host = self.host;
        let Some(block) = value.block() else {
            return true;
        };
        if host.dominates(block, self.region.top) || self.lifted.contains(&value) {
            return true;
        }
        let is_in_loop = self.region.loops.iter().any(|l| l.contains(block));
        let can = depth > 0
            && !is_in_loop
            && !value.is_phi()
            && self.may_run_above(value, block)
            && value
                .operands()
                .all(|part| self.try_to_lift(part, depth - 1));
        if can {
            self.lifted.push(value);
        }
        can
    }

    fn may_run_above(&self, value: Value<'h>, block: Block<'h>) -> bool {
        let (host, top) = (self.host, self.region.top);
        let effects = host.effects(value);
        let may_run_for_nothing = || host.is_speculatable(value, top.terminator());
        if value.loaded_from().is_none() {
            return !effects.reads()
                && !effects.writes()
                && hazard(effects).is_none()
                && may_run_for_nothing();
        }
        let is_reached =
            || host.nearest_post_dominator(top, block) == Some(block) || may_run_for_nothing();
        hazard(effects).is_none() && is_reached() && self.is_kept(value, |_| true)
    }

    /// Does the region, or do those of its writes, leave alone what a load reads, till it does?
    fn is_kept(&self, load: Value<'h>, counts: impl Fn(Value<'h>) -> bool) -> bool {
        let host = self.host;
        let is_behind = |write: Value<'h>| {
            let both = load.block().zip(write.block());
            both.is_some_and(|(load, write)| load != write && host.dominates(load, write))
        };
        let mut writes = self.writes.iter().copied().filter(|write| counts(*write));
        writes.all(|write| is_behind(write) || !host.may_conflict(write, load, false))
    }
}
