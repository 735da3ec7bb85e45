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
}

impl<'h, 'r> Above<'h, 'r> {
    pub(crate) fn new(host: &'h Host, region: &'r Region<'h>) -> Self {
        let all = region.own_blocks().flat_map(|block| block.instructions());
        Above {
            host,
            region,
            writes: all.filter(|i| host.effects(*i).writes()).collect(),
            lifted: Vec::new(),
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
        let is_behind = |write: &Value<'h>| {
            let at = write.block();
            at.is_some_and(|at| at != block && host.dominates(block, at))
        };
        let is_kept = || {
            let mut writes = self.writes.iter();
            writes.all(|write| is_behind(write) || !host.may_conflict(*write, value, false))
        };
        hazard(effects).is_none() && is_reached() && is_kept()
    }
}
