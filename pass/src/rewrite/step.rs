//! A fusion that was judged, with everything that carrying it out needs and nothing it would have to check again.

use crate::facts::between::{Between, Part};
use crate::facts::guards::Shape;
use crate::facts::loops::Surveyed;
use crate::facts::pair::Pair;
use crate::facts::unrolled::have_rows;
use crate::legality::Legal;
use crate::legality::alignment::{Alignment, Remainder};
use crate::legality::guards::Shared;
use crate::legality::movability::{Destination, Zone};
use crate::llvm::{Attribute, Loop, Scev, Value};
use crate::model::{SEARCHED, Side};
use crate::testing::{Fault, lacks};

/// A fusion that was judged and can be applied: everything that the rewriting
/// needs, and nothing it would have to check again.
pub struct Step<'h> {
    /// The first and the second loop.
    pub loops: [Loop<'h>; 2],
    /// Their borders.
    pub shapes: [Shape<'h>; 2],
    /// Under which condition the fused loop runs.
    pub shared: Shared,
    /// What lies between them.
    pub between: Between<'h>,
    /// Where the code between them goes, in program order.
    pub moves: Vec<Move<'h>>,
    /// Which iterations run side by side.
    pub alignment: Alignment,
    /// The back-edge counts of both, where the fused loop runs for the lesser.
    pub counts: Option<[Scev<'h>; 2]>,
    /// The fused loop has more iterations than that.
    pub exceeds: Option<u64>,
    /// Stores whose values replace loads, each so many iterations later.
    pub replacements: Vec<Replacement<'h>>,
    /// So many iterations of the second loop run behind the fused one, and find what that one stored.
    pub rest: Option<u64>,
    /// What goes first in the fused loop, of the second one.
    pub ahead: Vec<Value<'h>>,
    /// Metadata of the fused loop.
    pub attributes: Vec<Attribute<'h>>,
    /// Alias scopes of single iterations no longer hold.
    pub drop_scopes: bool,
    /// Each iteration of both is rows that fill vectors.
    pub is_of_rows: bool,
}

impl<'h> Step<'h> {
    /// Of a pair, as judged.
    pub fn new(pair: &Pair<'_, 'h>, legal: Legal) -> Self {
        let between = pair.between.clone().expect("a legal pair is adjacent");
        let destinations = legal.movable.destinations;
        let moves: Vec<_> = between
            .parts()
            .into_iter()
            .zip(destinations)
            .map(|((part, zone), destination)| Move {
                part,
                zone,
                destination,
            })
            .collect();
        let mut replacements: Vec<Replacement<'h>> = Vec::new();
        for carry in &legal.carries {
            let [store, _] = pair.sites(carry.store, carry.load);
            let loads = pair
                .carried_loads(*carry, &legal.checks.objects)
                .unwrap_or_default();
            let lag = carry.lag.saturating_sub(u64::from(lacks(Fault::Carried)));
            let loads: Vec<_> = loads.into_iter().map(|load| (load, lag)).collect();
            match replacements
                .iter_mut()
                .find(|r| r.store == store.instruction)
            {
                // Two accesses that differ in their tags may be one place.
                Some(known) => {
                    let new: Vec<_> = loads
                        .into_iter()
                        .filter(|l| !known.loads.contains(l))
                        .collect();
                    known.loads.extend(new);
                }
                None => replacements.push(Replacement {
                    store: store.instruction,
                    loads,
                }),
            }
        }
        replacements.retain(|r| !r.loads.is_empty());
        let kept = |surveyed: &Surveyed<'h>, kept: &[bool]| -> Vec<Attribute<'h>> {
            let all = surveyed.attributes.iter().zip(kept);
            all.filter(|(_, keep)| **keep).map(|(a, _)| *a).collect()
        };
        let [kept0, kept1] = &legal.agreeing.kept;
        let mut attributes = kept(pair.first, kept0);
        attributes.extend(kept(pair.second, kept1));
        // More is computed than that by now.
        attributes.retain(|a| a.name().as_bytes() != SEARCHED.to_bytes());
        let is_uneven = legal.alignment.remainder == Remainder::OfEither;
        let shape = |s: &Surveyed<'h>| s.shape.clone().expect("a legal loop is canonical");
        let writes = |m: &Move<'h>| {
            let mut all = m.part.instructions().into_iter();
            m.destination == Destination::After && all.any(|i| pair.host.effects(i).writes())
        };
        let rest = match legal.alignment.remainder {
            Remainder::Of(Side::Second, count) if !moves.iter().any(writes) => Some(count),
            _ => None,
        };
        Step {
            loops: [pair.first.l, pair.second.l],
            shapes: [shape(pair.first), shape(pair.second)],
            shared: legal.shared,
            between,
            moves,
            alignment: legal.alignment,
            counts: pair.counts().filter(|_| is_uneven),
            exceeds: pair
                .exceeds
                .and_then(|n| n.checked_sub(legal.alignment.alone(Side::First)?)),
            replacements,
            rest,
            ahead: pair.ahead(),
            attributes,
            drop_scopes: !pair.keep_scopes(),
            is_of_rows: have_rows(pair.host, [pair.first.l, pair.second.l]),
        }
    }

    /// Loops between the two that go before the first.
    pub fn risen(&self) -> Vec<Loop<'h>> {
        let before = self
            .moves
            .iter()
            .filter(|m| m.destination == Destination::Before);
        let loops = before.flat_map(|m| match &m.part {
            Part::SideRegion(side_region) => &side_region.loops[..],
            Part::Instruction(_) => &[],
        });
        loops.copied().collect()
    }
}

/// A store whose values replace loads.
pub struct Replacement<'h> {
    /// The store, of the first loop.
    pub store: Value<'h>,
    /// The loads, and how many iterations before what each reads was stored.
    pub loads: Vec<(Value<'h>, u64)>,
}

/// A part of what lies between the loops and where it goes.
pub struct Move<'h> {
    /// The part.
    pub part: Part<'h>,
    /// When it ran.
    pub zone: Zone,
    /// Where it goes.
    pub destination: Destination,
}
