//! What the pass says: every fusion, every refusal of a pair, every loop that is
//! no candidate; as LLVM remarks, or printed as verdicts.

use crate::contract::allocation_sinking::Allocation;
use crate::contract::fold::{Fold, Kept, Own};
use crate::edits::{Edits, Kind, Permit};
use crate::facts::locals::LocalAccess;
use crate::facts::loops::Surveyed;
use crate::facts::wording::label;
use crate::legality::alignment::{Alignment, Remainder};
use crate::legality::checks::Checks;
use crate::legality::movability::Destination;
use crate::legality::{Legal, Refusal};
use crate::llvm::{Host, Loop, RemarkArgument, RemarkKind, Scev, Value};
use crate::model::{
    CHECKS, FLATTENED, LEFT_OVER, LOADED_ONCE, PREDICATED, SCALED, SEARCHED, SPECIALISED,
    STRIP_MINED, Side, UNSWITCHED,
};
use crate::profit::gain::Gain;
use std::collections::BTreeSet;

/// Where verdicts go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Channel {
    /// LLVM remarks of what is done.
    Fusions,
    /// LLVM remarks of refusals.
    Refusals,
    /// LLVM remarks of what is done, and of what is not.
    Both,
    /// All to standard error.
    Print,
}

impl Channel {
    /// Does it carry more than fusions?
    pub fn tells_refusals(self) -> bool {
        self != Channel::Fusions
    }
}

/// Reports verdicts about one function, and what is changed in it.
pub struct Reporter<'r, 'h> {
    host: &'h Host,
    channel: Channel,
    is_heard: bool,
    /// The changes.
    pub edits: &'r Edits<'r>,
}

impl<'r, 'h> Reporter<'r, 'h> {
    /// Reports on the function of `host`.
    pub fn new(host: &'h Host, channel: Channel, edits: &'r Edits<'r>) -> Self {
        Reporter {
            host,
            channel,
            is_heard: host.wants_remarks(),
            edits,
        }
    }

    /// A change that no other remark speaks of, for those who count them. One that prepares for
    /// others is spoken of when these are made.
    pub fn edited(&self, number: u64, kind: Kind) {
        if kind.prepares() {
            self.edits.tell_later(number, kind);
        } else {
            self.tell_prepared();
            self.say_edited(number, kind);
        }
    }

    /// Speaks of the changes that were made to prepare for others.
    pub fn tell_prepared(&self) {
        for (number, kind) in self.edits.take_untold() {
            self.say_edited(number, kind);
        }
    }

    fn say_edited(&self, number: u64, kind: Kind) {
        if self.is_heard && (self.edits.are_counted() || cfg!(feature = "testing")) {
            let arguments = [
                text(kind.words()),
                silent("Kind", kind.name().into()),
                edit_number(number),
            ];
            self.host
                .remark(RemarkKind::Analysis, "Edited", None, &arguments);
        }
    }

    /// The function is not wanted to be looked at.
    pub fn left_alone(&self) {
        let arguments = [
            text("this function is left alone: "),
            argument(
                "Reason",
                "an annotation of it says so, or the parameter skip or no-fusion",
            ),
        ];
        self.of_function(RemarkKind::Analysis, "Forbidden", &arguments);
    }

    /// The pass itself failed.
    pub fn failed(&self, panic: &str) {
        let arguments = [
            text("internal error in loopfuse: "),
            argument("Reason", panic),
            text("; nothing more is changed in this function; "),
            argument("Advice", "please report this"),
        ];
        self.of_function(RemarkKind::Missed, "Internal", &arguments);
    }

    fn of_function(&self, kind: RemarkKind, name: &str, arguments: &[RemarkArgument<'h>]) {
        if self.is_heard {
            self.host.remark(kind, name, None, arguments);
        }
    }

    /// Will anybody hear of refusals?
    pub fn tells_refusals(&self) -> bool {
        self.channel.tells_refusals()
    }

    /// Two loops are about to be fused, behind a check if there are any.
    pub fn fused(
        &self,
        permit: &Permit<'_>,
        (first, second): (&Surveyed<'h>, &Surveyed<'h>),
        legal: &Legal,
        checks: &Checks,
    ) {
        self.emit_edit(permit, "Fused", first.l, || {
            let mut arguments = fused_arguments(first, second, legal);
            let loops = [first.l, second.l];
            let versions = [
                (
                    SPECIALISED,
                    "Specialised",
                    "where the tests hold that choose a version of each loop, as for contiguous arrays",
                ),
                (
                    PREDICATED,
                    "Predicated",
                    "where no check of bounds, or of what is asserted, fails in the loops",
                ),
                (
                    SEARCHED,
                    "Searched",
                    "where it finds that the second loop is left early, that loop runs again by itself",
                ),
                (
                    UNSWITCHED,
                    "Unswitched",
                    "in a version for one outcome of a condition that loops run under",
                ),
                (
                    LOADED_ONCE,
                    "LoadedOnce",
                    "where no store overwrites what the loops load again",
                ),
                (
                    STRIP_MINED,
                    "StripMined",
                    "as a loop over rows in place of one over all elements, where both sizes are positive",
                ),
                (
                    SCALED,
                    "Scaled",
                    "several iterations of the longer loop for each one of the shorter",
                ),
                (
                    FLATTENED,
                    "Flattened",
                    "as a loop over all elements in place of one over short rows",
                ),
            ];
            for (attribute, name, words) in versions {
                if loops.iter().any(|l| l.has_attribute(attribute)) {
                    arguments.extend([text("; "), argument(name, words)]);
                }
            }
            arguments.extend(check_arguments(checks));
            arguments.extend(silent_arguments(legal, checks));
            arguments
        });
    }

    /// An array is about to be folded onto some of its rows.
    pub fn folded(&self, permit: &Permit<'_>, fold: &Fold<'h>) {
        self.emit_edit(permit, "Folded", fold.l, || {
            let mut arguments = array_arguments(self.host, fold.memory);
            arguments.extend([
                text(" folded onto "),
                argument("Rows", &fold.rows.to_string()),
                text(" row(s) of "),
                argument("RowBytes", &fold.pitch.text()),
                text(match &fold.own {
                    None => " bytes: no more of it is touched",
                    Some(Own { stack: None, .. }) => {
                        " bytes, in a block of the heap: none of it is touched where that can be had"
                    }
                    Some(_) => " bytes on the stack: none of it is touched",
                }),
            ]);
            arguments
        });
    }

    /// Stores to an array go, as nothing reads what they write: so many in loops, or, if none,
    /// what it was filled with.
    pub fn dead_stores(&self, permit: &Permit<'_>, memory: Value<'h>, l: Loop<'h>, stores: usize) {
        self.emit_edit(permit, "DeadStores", l, || {
            let mut arguments = array_arguments(self.host, memory);
            if stores == 0 {
                arguments.push(text(
                    " is not filled any more: loops write again all of it that is read",
                ));
            } else {
                arguments.extend([
                    text(" is not written here any more: "),
                    argument("Stores", &stores.to_string()),
                    text(" store(s) removed that nothing reads"),
                ]);
            }
            arguments
        });
    }

    /// A loop and the one within it change places.
    pub fn interchanged(
        &self,
        permit: &Permit<'_>,
        [outer, inner]: [Loop<'h>; 2],
        pairs: usize,
        least_count: Option<(Scev<'h>, u64)>,
    ) {
        self.emit_edit(permit, "Interchanged", outer, || {
            let mut arguments = vec![
                argument("Outer", &label(outer)),
                text(" changes places with "),
                argument("Inner", &label(inner)),
                text(": it walks along rows, where that one walked down columns"),
            ];
            if pairs > 0 {
                let pairs = pairs.to_string();
                arguments.extend([
                    text("; behind a run-time check of "),
                    argument("Checks", &pairs),
                    text(" pair(s) of pointers"),
                ]);
            }
            if let Some((_, least)) = least_count {
                arguments.extend([
                    text("; where it has at least "),
                    argument("Iterations", &(least + 1).to_string()),
                    text(" iterations"),
                ]);
            }
            arguments
        });
    }

    /// An array is only allocated where loops that are not fused need it.
    pub fn sunk(&self, permit: &Permit<'_>, allocation: &Allocation<'h>) {
        let Some(l) = self.host.loop_of(allocation.first_access()) else {
            return;
        };
        self.emit_edit(permit, "AllocationSunk", l, || {
            let mut arguments = array_arguments(self.host, allocation.memory);
            arguments.push(text(
                " is allocated only where the original loops run: the fused ones do not need it",
            ));
            arguments
        });
    }

    /// Why an array that loops write and read is not folded.
    pub fn kept(&self, memory: Value<'h>, accesses: &[LocalAccess<'h>], kept: Kept) {
        let l = accesses
            .iter()
            .find_map(|access| self.host.loop_of(access.instruction));
        if let Some((l, reason)) = l.zip(kept.message()) {
            self.emit(RemarkKind::Missed, "Kept", l, || {
                let mut arguments = array_arguments(self.host, memory);
                arguments.extend([text(" is kept: "), argument("Reason", reason)]);
                arguments
            });
        }
    }

    /// Loops that a strategy puts in one group, in the order in which an iteration would run them.
    pub fn planned(&self, strategy: &str, members: &[Loop<'h>]) {
        let [first, _, ..] = members else { return };
        if self.channel == Channel::Fusions && self.is_heard {
            let labels: Vec<_> = members.iter().map(|l| label(*l)).collect();
            let arguments = [
                argument("Loops", &labels.join(", ")),
                text(" are planned to be one ("),
                argument("Strategy", strategy),
                text(")"),
            ];
            self.host
                .remark(RemarkKind::Analysis, "Planned", Some(*first), &arguments);
        }
    }

    /// What the strategies make of siblings as they were written, the one that is followed first: of each its name, the
    /// loops of each group that are more than one, and what that is worth.
    pub fn strategies(&self, group: &[Loop<'h>], plans: &[(&str, Vec<Vec<Loop<'h>>>, String)]) {
        let [(_, followed, _), others @ ..] = plans else {
            return;
        };
        let differ = others
            .iter()
            .filter(|(_, groups, _)| !groups.is_empty() && groups != followed);
        let differ = differ.count();
        let labels = |loops: &Vec<Loop<'h>>| {
            let all: Vec<_> = loops.iter().map(|l| label(*l)).collect();
            all.join(", ")
        };
        let told = plans.iter().enumerate().map(|(at, (name, groups, worth))| {
            let same = plans[..at].iter().find(|(_, known, _)| known == groups);
            match (same, &groups[..]) {
                (_, []) => format!("{name} fuses none"),
                (Some((other, ..)), _) => format!("{name} the same as {other} ({worth})"),
                (None, groups) => {
                    let groups: Vec<_> = groups.iter().map(labels).collect();
                    format!("{name} makes one of {} ({worth})", groups.join(", one of "))
                }
            }
        });
        let told: Vec<_> = told.collect();
        let arguments = [
            text("as written, of "),
            argument("Number", &group.len().to_string()),
            text(" loops from "),
            RemarkArgument {
                place: Some(group[0]),
                ..argument("Loop", &label(group[0]))
            },
            text(" on, "),
            argument("Strategies", &told.join("; ")),
            silent("Differ", differ.to_string()),
        ];
        self.host.remark(
            RemarkKind::Analysis,
            "Strategies",
            Some(group[0]),
            &arguments,
        );
    }

    /// What fusing two loops gains.
    pub fn gain(&self, first: &Surveyed<'h>, gain: impl FnOnce() -> Gain) {
        if self.channel == Channel::Fusions && self.is_heard {
            let arguments = gain_arguments(first, &gain());
            self.host
                .remark(RemarkKind::Analysis, "Gain", Some(first.l), &arguments);
        }
    }

    /// Two siblings are not fused.
    pub fn refused(&self, first: &Surveyed<'h>, second: &Surveyed<'h>, refusals: &[Refusal]) {
        for refusal in refusals {
            self.emit(RemarkKind::Missed, refusal.name(), first.l, || {
                refused_arguments(first, second, refusal)
            });
        }
    }

    /// Says why a loop is not fused with one that is about to go behind a check. A later look finds only the check between
    /// the two.
    pub fn left_behind(&self, first: &Surveyed<'h>, second: &Surveyed<'h>, refusals: &[Refusal]) {
        let channel = match self.channel {
            Channel::Fusions => Channel::Both,
            // Nothing is changed where these are looked for.
            Channel::Refusals => return,
            other => other,
        };
        if !self.edits.are_over() {
            Reporter { channel, ..*self }.refused(first, second, refusals);
        }
    }

    /// A loop cannot take part in fusion.
    pub fn not_candidate(&self, surveyed: &Surveyed<'h>, refusals: &[Refusal]) {
        // What the pass has made itself is no loop of the source.
        let mut made = [CHECKS, LEFT_OVER].into_iter();
        if made.any(|mark| surveyed.l.has_attribute(mark)) {
            return;
        }
        for refusal in refusals {
            self.emit(RemarkKind::Analysis, refusal.name(), surveyed.l, || {
                candidate_arguments(surveyed, refusal)
            });
        }
    }

    /// A change, with its number for those who count.
    fn emit_edit(
        &self,
        permit: &Permit<'_>,
        name: &str,
        l: Loop<'h>,
        arguments: impl FnOnce() -> Vec<RemarkArgument<'h>>,
    ) {
        self.tell_prepared();
        self.emit(RemarkKind::Passed, name, l, || {
            let number = self.edits.are_counted().then(|| edit_number(permit.number));
            arguments().into_iter().chain(number).collect()
        });
    }

    fn emit(
        &self,
        kind: RemarkKind,
        name: &str,
        l: Loop<'h>,
        arguments: impl FnOnce() -> Vec<RemarkArgument<'h>>,
    ) {
        let is_fusion = kind == RemarkKind::Passed;
        match self.channel {
            Channel::Fusions if !is_fusion => {}
            Channel::Fusions | Channel::Both if !self.is_heard => {}
            Channel::Refusals if is_fusion => {}
            Channel::Fusions | Channel::Refusals | Channel::Both => {
                self.host.remark(kind, name, Some(l), &arguments());
            }
            Channel::Print => {
                let spoken = arguments().into_iter().filter(|p| !p.is_silent);
                let text: String = spoken.map(|p| p.value).collect();
                eprintln!("  [{name}] {text}");
            }
        }
    }
}

fn array_arguments<'h>(host: &'h Host, memory: Value<'h>) -> Vec<RemarkArgument<'h>> {
    let mut arguments = vec![text("array "), argument("Array", &memory.label())];
    // What a value without a name says is nothing to who reads it.
    let bytes = host.allocated_bytes(memory).map(Scev::text);
    if let Some(bytes) = bytes.filter(|bytes| !bytes.contains("a value")) {
        arguments.extend([text(" of "), argument("Bytes", &bytes), text(" bytes")]);
    }
    arguments
}

fn fused_arguments<'h>(
    first: &Surveyed<'h>,
    second: &Surveyed<'h>,
    legal: &Legal,
) -> Vec<RemarkArgument<'h>> {
    let mut arguments = vec![
        text("fused "),
        loop_argument("FirstLoop", first),
        text(" with "),
        loop_argument("SecondLoop", second),
    ];
    if let Some(count) = &first.facts.trip_count {
        let is_uneven = legal.alignment.remainder == Remainder::OfEither;
        let other = second.facts.trip_count.as_ref().filter(|_| is_uneven);
        arguments.push(text(match other {
            Some(_) => ", trip counts ",
            None => ", trip count ",
        }));
        arguments.push(argument("TripCount", count));
        if let Some(other) = other {
            arguments.extend([text(" and "), argument("SecondTripCount", other)]);
        }
    }
    if legal.shared.stronger().is_some() {
        arguments.push(text("; only where both run"));
    }
    let Alignment { shift, remainder } = legal.alignment;
    if shift > 0 {
        arguments.extend([
            text("; the first "),
            argument("Prologue", &shift.to_string()),
            text(" iteration(s) of the first loop run before"),
        ]);
    }
    match remainder {
        Remainder::None => {}
        Remainder::Of(longer, iterations) => arguments.extend([
            text("; the last "),
            argument("Remainder", &iterations.to_string()),
            text(match longer {
                Side::First => " iteration(s) of the first loop run afterwards",
                Side::Second => " iteration(s) of the second loop run afterwards",
            }),
        ]),
        Remainder::OfEither => {
            arguments.push(text("; what the longer loop has left runs afterwards"))
        }
    }
    let carried = legal.carries.iter().filter(|carry| carry.lag > 0).count();
    if carried > 0 {
        arguments.extend([
            text("; "),
            argument("Carried", &carried.to_string()),
            text(" load(s) replaced by values of earlier iterations"),
        ]);
    }
    arguments
}

/// What tools may want to count.
fn silent_arguments<'h>(legal: &Legal, checks: &Checks) -> Vec<RemarkArgument<'h>> {
    let moved = |to| {
        legal
            .movable
            .destinations
            .iter()
            .filter(|d| **d == to)
            .count()
    };
    let forwarded = legal.carries.iter().filter(|carry| carry.lag == 0).count();
    let numbers = [
        ("MovedBefore", moved(Destination::Before)),
        ("MovedBehind", moved(Destination::After)),
        ("Forwarded", forwarded),
        ("CheckedGuards", usize::from(checks.guards)),
    ];
    let numbers = numbers.into_iter().filter(|(_, number)| *number > 0);
    let mut arguments: Vec<_> = numbers
        .map(|(key, number)| silent(key, number.to_string()))
        .collect();
    if let Some(side) = legal.shared.stronger() {
        arguments.push(silent("Stronger", side.name().into()));
    }
    match legal.alignment.remainder {
        Remainder::None => {}
        Remainder::Of(side, _) => arguments.push(silent("RemainderOf", side.name().into())),
        Remainder::OfEither => arguments.push(silent("RemainderOf", "either".into())),
    }
    arguments
}

fn gain_arguments<'h>(first: &Surveyed<'h>, gain: &Gain) -> Vec<RemarkArgument<'h>> {
    let mut arguments = vec![
        loop_argument("FirstLoop", first),
        text(" and the one fused with it "),
    ];
    if gain.shared.is_empty() {
        arguments.push(text("share no array"));
    } else {
        arguments.extend([text("share "), argument("Shared", &gain.shared.join(", "))]);
    }
    if gain.bytes > 0 {
        let bytes = argument("SavedBytes", &gain.bytes.to_string());
        arguments.extend([
            text(": "),
            bytes,
            text(" byte(s) less to bring in per iteration"),
        ]);
    }
    let number = |key, n: u64| argument(key, &n.to_string());
    arguments.extend([
        text("; "),
        number("Streams", gain.streams),
        text(" array(s) in all, "),
        number("CarriedValues", gain.registers.fused),
        text(" value(s) carried in "),
        number("Registers", gain.registers.of),
        text(" registers, "),
        number("Growth", gain.growth),
        text(" instruction(s) copied"),
    ]);
    arguments
}

fn check_arguments<'h>(checks: &Checks) -> Vec<RemarkArgument<'h>> {
    let mut arguments = Vec::new();
    if checks.guards {
        arguments.push(text("; where all loops run"));
    }
    if !checks.objects.is_empty() {
        arguments.extend([
            text("; behind a run-time check of "),
            argument("Checks", &checks.objects.len().to_string()),
            text(" pair(s) of pointers"),
        ]);
    }
    if !checks.rows.is_empty() {
        let arrays: BTreeSet<_> = checks.rows.values().cloned().collect();
        let arrays: Vec<_> = arrays.into_iter().collect();
        arguments.extend([
            text("; where the sizes of "),
            argument("Rows", &arrays.join(" and ")),
            text(" keep rows apart"),
        ]);
    }
    if let Some(iterations) = checks.iterations {
        arguments.extend([
            text("; where there are more than "),
            argument("Iterations", &iterations.to_string()),
            text(" iterations"),
        ]);
    }
    arguments
}

fn refused_arguments<'h>(
    first: &Surveyed<'h>,
    second: &Surveyed<'h>,
    refusal: &Refusal,
) -> Vec<RemarkArgument<'h>> {
    let mut arguments = vec![
        loop_argument("FirstLoop", first),
        text(" and "),
        loop_argument("SecondLoop", second),
        text(" not fused: "),
    ];
    arguments.extend(reason_arguments(refusal));
    arguments
}

fn candidate_arguments<'h>(surveyed: &Surveyed<'h>, refusal: &Refusal) -> Vec<RemarkArgument<'h>> {
    let mut arguments = vec![loop_argument("Loop", surveyed), text(" cannot be fused: ")];
    arguments.extend(reason_arguments(refusal));
    arguments
}

fn reason_arguments<'h>(refusal: &Refusal) -> Vec<RemarkArgument<'h>> {
    let mut arguments = vec![argument("Reason", &refusal.message())];
    if let Some(advice) = refusal.advice() {
        arguments.extend([text("; "), argument("Advice", advice)]);
    }
    // The sentence has said these; tools find them by name.
    let more = refusal.arguments().into_iter();
    arguments.extend(more.map(|(key, value)| silent(key, value)));
    arguments
}

fn edit_number<'h>(number: u64) -> RemarkArgument<'h> {
    silent("Edit", number.to_string())
}

fn silent<'h>(key: &'static str, value: String) -> RemarkArgument<'h> {
    RemarkArgument {
        key,
        value,
        place: None,
        is_silent: true,
    }
}

fn text<'h>(value: &str) -> RemarkArgument<'h> {
    argument("", value)
}

fn argument<'h>(key: &'static str, value: &str) -> RemarkArgument<'h> {
    RemarkArgument {
        key,
        value: value.into(),
        place: None,
        is_silent: false,
    }
}

fn loop_argument<'h>(key: &'static str, surveyed: &Surveyed<'h>) -> RemarkArgument<'h> {
    RemarkArgument {
        place: Some(surveyed.l),
        ..argument(key, &surveyed.facts.label)
    }
}
