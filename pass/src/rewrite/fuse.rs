//! Fuses two adjacent loops.
//!
//! ```text
//!   before                           after
//!
//!   branch0 ────┐                    branch0 ────┐      ─┐ only if the
//!   preheader0  │                    preheader0  │       │ loops have
//!   header0 ◄─┐ │                    header0 ◄─┐ │       │ guards
//!   latch0 ───┘ │                    latch0    │ │
//!   exit0       │                    header1   │ │
//!   join0 ──────┘                    latch1 ───┘ │
//!   branch1 ────┐                    exit1       │
//!   preheader1  │                    join1 ──────┘
//!   header1 ◄─┐ │
//!   latch1 ───┘ │
//!   exit1       │
//!   join1 ──────┘
//! ```
//!
//! The blocks between vanish. What they computed has moved before the first loop
//! or behind the second; their phis either stood for values that are there
//! before, or hand on results of the first loop and move to `exit1` and `join1`,
//! which take the parts of `exit0` and `join0`. The exit test of the shorter loop
//! serves both; where the counts differ, `split` runs what is left.

use super::guarded;
use super::induction;
use super::side_region::{self, Parted};
use super::split::{self, RemainderLoop, incoming};
use super::step::{Move, Step};
use crate::facts::between::{Between, Part};
use crate::facts::guards::{Guard, Shape};
use crate::legality::movability::{Destination, Zone};
use crate::llvm::edit::{self, Edge};
use crate::llvm::{Block, Host, Loop, Value};
use crate::model::{FUSED, OF_ROWS, Side};
use crate::testing::{Fault, lacks};

/// Fuses the loops of a step and returns the fused one. Consumes the step: the
/// second loop, and the blocks between, are gone.
pub fn apply<'h>(host: &'h Host, step: Step<'h>) -> Loop<'h> {
    let Step {
        loops: [first, second],
        shapes: [mut shape0, mut shape1],
        mut between,
        mut moves,
        ..
    } = step;
    host.forget_loop(first);
    host.forget_loop(second);
    for (block, to) in &between.decided {
        host.fold_branch(*block, *to);
    }
    own_join(host, &mut between);
    let side_regions: Vec<_> = between
        .side_regions
        .iter()
        .map(|d| side_region::part(host, d))
        .collect();
    // What the exit phis of the second loop rename may itself move into the exit.
    edit::drop_renaming_phis(shape1.exit, |value| second.defines(value));
    drop_phis_between(first, &between);
    if let Some(stronger) = step.shared.stronger() {
        let shapes = [&shape0, &shape1];
        guarded::apply(
            host,
            stronger,
            [first, second],
            shapes,
            &mut between,
            &mut moves,
        );
    }
    let carried = settle_phis(first, second, &between, &side_regions);
    let behind = edit::first_insertion_point(shape1.exit);
    move_code(
        host,
        (&mut shape0, behind),
        &mut between,
        &moves,
        side_regions,
    );

    let exit1 = shape1.exit;
    let alignment = step.alignment;
    let lesser = step.counts.map(|[count0, count1]| {
        let done = i64::try_from(alignment.shift).expect("shifts are small numbers");
        let left = count0.offset(host, -done).expect("counts are integers");
        let lesser = host.lesser(shape0.preheader.terminator(), [left, count1]);
        // Computing counts looks at the loops again.
        host.forget_loop(first);
        host.forget_loop(second);
        lesser
    });
    let prologue =
        (alignment.shift > 0).then(|| split::prologue(host, first, &mut shape0, alignment.shift));
    let before = shape0.preheader.terminator();
    let mut remainders = Vec::new();
    for &side in alignment.remainder.sides() {
        let (l, shape, results) = match side {
            Side::First => (first, &mut shape0, carried.at_exit.clone()),
            Side::Second => (second, &mut shape1, exit1.phis().collect()),
        };
        empty_preheader(host, shape, &mut between);
        // What moved behind the loops follows the rest of the first, not of the second.
        let position = match side {
            Side::First => edit::first_insertion_point(exit1),
            Side::Second => behind,
        };
        let end = end_of_tail(&between);
        let lesser = lesser.map(|lesser| (lesser.number, lesser.is_greater[side as usize]));
        let prepared = RemainderLoop::prepare(host, l, shape, (before, position), lesser);
        own_tail(&mut between, end);
        remainders.push((prepared, results));
    }
    // What they begin with was found by looking at the loops as they were.
    host.forget_loop(first);
    host.forget_loop(second);
    if alignment.remainder.sides() == [Side::Second] {
        let own = (shape1.latch, shape1.header);
        edit::copy_exit_test((shape0.latch, shape0.header), own);
    }
    move_results(&shape0, &shape1, &between, carried);
    move_header_phis(&shape0, &shape1);
    let top = edit::first_insertion_point(shape0.header);
    for instruction in step.ahead {
        edit::move_before(instruction, top);
    }
    let exit_test = shape0.latch.terminator().branch_condition();
    rewire(host, &shape0, &shape1, &between);
    if let Some(test) = exit_test {
        edit::delete_if_dead(test);
    }
    host.absorb_loop(first, second);
    if let Some(lesser) = lesser {
        let header = shape0.header;
        edit::count_to(shape0.preheader, header, shape1.latch, lesser.number);
    }
    let attach = |(remainder, results): (RemainderLoop<'h>, Vec<_>)| {
        remainder.attach(host, shape1.exit, shape1.latch, &results)
    };
    let copies: Vec<_> = remainders.into_iter().map(attach).collect();
    host.forget_dispositions();

    edit::drop_iteration_facts(first, step.drop_scopes);
    edit::set_attributes(first, &step.attributes);
    edit::add_attribute(first, FUSED);
    if step.is_of_rows {
        edit::add_attribute(first, OF_ROWS);
    }
    for replacement in &step.replacements {
        let earlier = prologue
            .as_ref()
            .map(|copy| (copy.value(replacement.store), alignment.shift));
        // They store nothing: what they read so late was stored before.
        let rest = step.rest.unwrap_or(0);
        let finds_stored = |(_, lag): &&(Value<'h>, u64)| {
            step.rest
                .is_some_and(|n| *lag >= n || lacks(Fault::CarriedBehind))
        };
        let late = replacement.loads.iter().filter(finds_stored);
        let in_copy = |(load, lag): &(Value<'h>, u64)| Some((copies.first()?.value(*load), *lag));
        let behind: Vec<_> = late.filter_map(in_copy).collect();
        host.carry(
            first,
            replacement.store,
            &replacement.loads,
            earlier,
            (&behind, rest),
        );
    }
    // Deletes what nothing uses, loads too.
    induction::merge(host, first);
    host.merge_addresses(first);
    host.ir_changed();
    first
}

/// Moves the code between the loops to where it was judged to go, in order. Blocks that
/// take in control flow are split, so that the borders of the loops change.
fn move_code<'h>(
    host: &'h Host,
    (shape0, behind_run): (&mut Shape<'h>, Value<'h>),
    between: &mut Between<'h>,
    moves: &[Move<'h>],
    side_regions: Vec<Parted<'h>>,
) {
    // Fixed before anything moves, so that what follows lands in order.
    let before_run = shape0.preheader.terminator();
    let (before_all, behind_all) = match &between.guards {
        None => (before_run, behind_run),
        Some((guard0, guard1)) => (
            guard0.branch.terminator(),
            edit::first_insertion_point(guard1.join),
        ),
    };
    let end = end_of_tail(between);
    let mut side_regions = side_regions.into_iter();
    for m in moves {
        let position = match (m.destination, m.zone) {
            (Destination::Before, Zone::Always) => before_all,
            (Destination::Before, Zone::IfRun) => before_run,
            (Destination::After, Zone::IfRun) => behind_run,
            (Destination::After, Zone::Always) => behind_all,
        };
        match &m.part {
            Part::Instruction(instruction) => edit::move_before(*instruction, position),
            Part::SideRegion(_) => {
                let side_region = side_regions
                    .next()
                    .expect("each side region between the loops moves");
                side_region.move_before(host, position);
            }
        }
    }
    // What debug records between the loops say holds behind them, too.
    for block in between.blocks() {
        let is_always = between.always.contains(&block);
        let position = if is_always { behind_all } else { behind_run };
        edit::move_debug_records(block.terminator(), position);
    }
    let (Some(preheader), branch) = (before_run.block(), before_all.block()) else {
        return;
    };
    shape0.preheader = preheader;
    if let (Some((guard0, _)), Some(branch)) = (&mut between.guards, branch) {
        if guard0.bypass == guard0.branch {
            guard0.bypass = branch;
        }
        guard0.branch = branch;
    }
    own_tail(between, end);
}

/// Gives the second guard's two ways a join that nothing else leads to.
fn own_join<'h>(host: &'h Host, between: &mut Between<'h>) {
    let Some((_, guard1)) = &mut between.guards else {
        return;
    };
    let ways = [guard1.bypass, guard1.tail.last()];
    if guard1.join.predecessors().len() != ways.len() {
        guard1.join = host.split_predecessors(guard1.join, &ways);
    }
}

/// Leaves a loop's code before it in a block of its own: a copy of the loop
/// copies its preheader, too.
fn empty_preheader<'h>(host: &'h Host, shape: &mut Shape<'h>, between: &mut Between<'h>) {
    let full = shape.preheader;
    shape.preheader = host.split_block(full, full.terminator());
    for blocks in [&mut between.tail, &mut between.head] {
        if blocks.last() == Some(&full) {
            blocks.push(shape.preheader);
        }
    }
}

/// Where the second guard's way from behind its loop ends.
fn end_of_tail<'h>(between: &Between<'h>) -> Option<Value<'h>> {
    let (_, guard1) = between.guards.as_ref()?;
    Some(guard1.tail.last().terminator())
}

/// Blocks on that way were split: where it ended, it ends still.
fn own_tail<'h>(between: &mut Between<'h>, end: Option<Value<'h>>) {
    let Some((_, guard1)) = &mut between.guards else {
        return;
    };
    let end = end.and_then(Value::block);
    let end = end.filter(|block| *block != guard1.tail.last());
    guard1.tail.blocks.extend(end);
}

/// Results of the first loop that outlive the blocks between.
struct Carried<'h> {
    /// Phis of `exit0`.
    at_exit: Vec<Value<'h>>,
    /// Phis of `join0`.
    at_join: Vec<Value<'h>>,
}

/// Removes the phis between that only rename a value.
fn drop_phis_between<'h>(first: Loop<'h>, between: &Between<'h>) {
    let exit0 = between.tail[0];
    for block in between.blocks().filter(|b| Some(*b) != between.join()) {
        edit::drop_renaming_phis(block, |value| block == exit0 && first.defines(value));
    }
}

/// Finds the results of the first loop, and lets code that runs only with the
/// loops see through the phis of `join0`.
fn settle_phis<'h>(
    first: Loop<'h>,
    second: Loop<'h>,
    between: &Between<'h>,
    parted: &[Parted<'h>],
) -> Carried<'h> {
    drop_phis_between(first, between);
    let carried = Carried {
        at_exit: between.tail[0].phis().collect(),
        at_join: between.join().iter().flat_map(|b| b.phis()).collect(),
    };
    if let Some((guard0, guard1)) = &between.guards {
        let mut if_run = second.blocks();
        if_run.extend(guard1.head.all_blocks());
        if_run.extend(parted.iter().filter_map(|p| p.entry_from(&guard1.head)));
        if_run.extend(guard1.tail.all_blocks());
        for phi in &carried.at_join {
            let ran = incoming(*phi, guard0.tail.last());
            edit::replace_uses_in_blocks(*phi, ran, &if_run);
        }
    }
    carried
}

/// Moves the phis that carry results of the first loop behind the second one.
fn move_results<'h>(
    shape0: &Shape<'h>,
    shape1: &Shape<'h>,
    between: &Between<'h>,
    carried: Carried<'h>,
) {
    for phi in carried.at_exit {
        edit::set_incoming_block(phi, shape0.latch, shape1.latch);
        edit::move_phi(phi, shape1.exit);
    }
    let Some((guard0, guard1)) = &between.guards else {
        return;
    };
    // Skipped, both loops are skipped: the values of the first bypass reach the
    // second join.
    let here: Vec<_> = guard1.join.phis().collect();
    for phi in here {
        let skipped = between.resolve_if_skipped(incoming(phi, guard1.bypass));
        edit::set_incoming_value(phi, guard1.bypass, skipped);
        edit::set_incoming_block(phi, guard1.bypass, guard0.bypass);
    }
    for phi in carried.at_join {
        edit::set_incoming_block(phi, guard0.tail.last(), guard1.tail.last());
        edit::move_phi(phi, guard1.join);
    }
}

/// All header phis stand in the first header, carried by the second latch.
fn move_header_phis(shape0: &Shape<'_>, shape1: &Shape<'_>) {
    for phi in shape0.header.phis() {
        edit::set_incoming_block(phi, shape0.latch, shape1.latch);
    }
    let phis: Vec<_> = shape1.header.phis().collect();
    for phi in phis {
        edit::set_incoming_block(phi, shape1.preheader, shape0.preheader);
        edit::move_phi(phi, shape0.header);
    }
}

/// Changes the edges, tells the dominator trees, and deletes the blocks between.
fn rewire<'h>(host: &'h Host, shape0: &Shape<'h>, shape1: &Shape<'h>, between: &Between<'h>) {
    let mut dead: Vec<_> = between.blocks().collect();
    if let Some((_, Guard { bypass, branch, .. })) = &between.guards
        && bypass != branch
    {
        dead.push(*bypass);
    }
    let mut edges = Edges::default();
    for block in &dead {
        for successor in block.successors() {
            edges.deleted(*block, successor);
        }
    }
    for successor in shape0.latch.successors() {
        edges.deleted(shape0.latch, successor);
    }
    // The fused loop stands in the source where the first one does.
    edit::copy_loop_metadata(shape0.latch, shape1.latch);
    edit::branch_always(shape0.latch, shape1.header);
    edges.inserted(shape0.latch, shape1.header);

    edges.deleted(shape1.latch, shape1.header);
    edit::replace_successor(shape1.latch, shape1.header, shape0.header);
    edges.inserted(shape1.latch, shape0.header);

    if let Some((guard0, guard1)) = &between.guards {
        edges.deleted(guard0.bypass, guard0.join);
        edit::replace_successor(guard0.bypass, guard0.join, guard1.join);
        edges.inserted(guard0.bypass, guard1.join);
    }
    // Behind the second guard's join only the first guard dominates.
    let guards = between.guards.as_ref();
    let above = guards.map_or(shape0.preheader, |(guard0, _)| guard0.branch);
    host.apply_edges(&edges.0, &dead, (shape1.header, shape0.latch), above);
}

/// Edges that changed, each once.
#[derive(Default)]
struct Edges<'h>(Vec<Edge<'h>>);

impl<'h> Edges<'h> {
    fn deleted(&mut self, from: Block<'h>, to: Block<'h>) {
        self.note(Edge {
            from,
            to,
            inserted: false,
        });
    }

    fn inserted(&mut self, from: Block<'h>, to: Block<'h>) {
        self.note(Edge {
            from,
            to,
            inserted: true,
        });
    }

    fn note(&mut self, edge: Edge<'h>) {
        if !self.0.contains(&edge) {
            self.0.push(edge);
        }
    }
}
