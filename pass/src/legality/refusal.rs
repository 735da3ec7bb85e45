//! Every reason not to fuse: its name for tools, its message with what was
//! found, and what the author of the loops can do.

use crate::model::{Hazard, HazardKind};
use std::fmt;

/// Why a loop is no candidate, or a pair of sibling loops is not fused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// LLVM could not bring the loop to simplified, closed form.
    NotSimplified,
    /// The loop can be left from several places.
    SeveralExits {
        /// Number of exiting blocks.
        count: usize,
    },
    /// The loop is left, beside its end, only where a check fails that it makes in each iteration.
    FailingChecks {
        /// Number of blocks with such checks.
        count: usize,
    },
    /// The loop is left elsewhere than at its end.
    NotRotated,
    /// The loop has no exit.
    NoExit,
    /// The number of iterations is not known when the loop starts.
    UnknownTripCount,
    /// Something in the loop may not be reordered.
    Hazard(Hazard),
    /// The loop holds the iterations that an earlier fusion left over.
    LeftOver,
    /// It is not wanted.
    Forbidden {
        /// The loop's attribute that says so.
        attribute: String,
    },
    /// The fused loop would be larger than the limit.
    TooLarge {
        /// Instructions in both loops.
        instructions: u64,
        /// The option's value.
        limit: u64,
    },
    /// The second loop does not run right after the first one.
    NotAdjacent {
        /// What lies between.
        what: String,
    },
    /// The loops run under different conditions.
    GuardsDiffer {
        /// The first loop's condition, or "always".
        first: String,
        /// The second loop's condition, or "always".
        second: String,
    },
    /// The trip counts differ, or are not known to be equal.
    TripCountsDiffer {
        /// The first loop's trip count.
        first: String,
        /// The second loop's trip count.
        second: String,
        /// First minus second in iterations, if constant.
        difference: Option<i64>,
        /// The largest difference that is taken off one loop.
        limit: u64,
    },
    /// One loop also runs for iterations, or in cases, where the other does not:
    /// it would be copied for these, which it must not be.
    CannotCopy {
        /// The loop.
        label: String,
    },
    /// One loop also runs where the other does not, and is too large to be copied
    /// for that case.
    CopyTooLarge {
        /// The loop.
        label: String,
        /// Its instructions, and those around it.
        instructions: u64,
        /// The option's value; 0 where small code is wanted.
        limit: u64,
    },
    /// Whether the second loop runs is only known behind the first one.
    ConditionLate,
    /// The second loop reads, in an earlier iteration, what the first one has
    /// not computed yet (or the like for other kinds of dependence).
    BackwardDependence {
        /// Flow, anti or output dependence.
        kind: DependenceKind,
        /// The array.
        array: String,
        /// Line of the first loop's access.
        first_line: u32,
        /// Line of the second loop's access.
        second_line: u32,
        /// By how many iterations the second loop would have to lag.
        needed_shift: Option<u64>,
    },
    /// Two pointers may point to the same memory.
    MayAlias {
        /// The first loop's pointer.
        first: String,
        /// The second loop's pointer.
        second: String,
        /// Why no run-time check tells them apart.
        unchecked: Unchecked,
    },
    /// Parts of an array may overlap, for all that is known.
    PartsMayOverlap {
        /// The array.
        array: String,
        /// Why no run-time check tells.
        unchecked: Unchecked,
    },
    /// Rows of an array may reach into each other, for all that is known.
    RowsMayOverlap {
        /// The array.
        array: String,
        /// Why no run-time check tells.
        unchecked: Unchecked,
    },
    /// The second loop must lag, and the first one may have too few iterations for that.
    TooFewIterations {
        /// The shift that dependences need.
        shift: u64,
        /// Why no run-time check tells.
        unchecked: Unchecked,
    },
    /// A call touches memory in a way that is not known well enough.
    CallTouchesMemory {
        /// The call.
        call: String,
        /// What it may conflict with.
        other: String,
    },
    /// A call may set `errno`, which another call sets, or which may be what a pointer points to.
    ErrnoOrder {
        /// The call.
        call: String,
        /// The other call, or the pointer.
        other: String,
    },
    /// The second loop needs a value that the first one only has at its end.
    ValueUsed {
        /// The value.
        value: String,
        /// The second loop only starts with it, and goes on from there.
        starts: bool,
    },
    /// Code between the loops can go neither before nor after both.
    CannotMove {
        /// The code.
        what: String,
        /// Its line.
        line: u32,
        /// Is, or contains, a loop.
        has_loop: bool,
        /// Why it cannot go before the first loop.
        before: String,
        /// Why it cannot go after the second loop.
        after: String,
    },
    /// The pragmas of the two loops contradict each other.
    PragmasContradict {
        /// Name of the setting.
        setting: String,
        /// What the first loop says.
        first: String,
        /// What the second loop says.
        second: String,
    },
    /// One loop may be vectorised whatever becomes of the order of its sums, and the other
    /// has sums whose order counts.
    SumsReordered {
        /// The loop that says so.
        asking: String,
        /// The other one.
        other: String,
    },
    /// The loops touch nothing in common.
    NoReuse,
    /// They could be one loop, and the plan has them in two.
    NotPlanned {
        /// The strategy whose plan it is.
        strategy: &'static str,
    },
    /// Most iterations of one loop would run before or behind the fused one.
    MostlyAlone {
        /// So many,
        alone: u64,
        /// of at most so many.
        all: u64,
    },
    /// The fused loop would walk through more arrays at a time than a cache set holds.
    TooManyStreams {
        /// Arrays of the fused loop.
        streams: u64,
        /// The largest number that always pays.
        limit: u64,
    },
    /// The fused loop would write more arrays at a time than its loops do.
    TooManyStores {
        /// Arrays that the fused loop writes.
        arrays: u64,
        /// The most that one of its loops does.
        alone: u64,
    },
    /// Each iteration of both loops reads an array again that the other loop does not.
    EvictsWhatIsReadAgain {
        /// The first loop's array.
        first: String,
        /// The second loop's.
        second: String,
    },
    /// The fused loop would carry more values than there are registers.
    TooManyRegisters {
        /// Values of the fused loop.
        values: u64,
        /// The target's registers for them.
        registers: u64,
    },
    /// The fused loop would lose vectorisation.
    LosesVectorisation {
        /// Why the fused loop would not be vectorised.
        reason: String,
    },
    /// The loops have counters and subscripts of narrow types, of different widths, which
    /// LLVM's vectoriser would get wrong in one loop.
    NarrowSubscripts,
    /// The fused loop would read what it stored in several widths, which LLVM's loop load elimination
    /// would get wrong.
    MixedWidths,
}

/// What kind of dependence two accesses have, by which of them writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DependenceKind {
    /// Written by the first, read by the second loop.
    Flow,
    /// Read by the first, written by the second loop.
    Anti,
    /// Written by both.
    Output,
}

impl Refusal {
    /// The shift by which the order of two accesses would be kept; none if none is known.
    pub fn needed_shift(&self) -> Option<u64> {
        match self {
            Refusal::BackwardDependence { needed_shift, .. } => *needed_shift,
            _ => None,
        }
    }
}

impl DependenceKind {
    /// All kinds.
    pub const ALL: [Self; 3] = [Self::Flow, Self::Anti, Self::Output];
}

/// Why two pointers that may point to the same memory are not told apart by a check
/// at run time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unchecked {
    /// The bytes that the loops touch are not known before them, or there would be too
    /// many checks.
    NotKnown,
    /// The loops must not be copied for the case that it fails.
    CannotCopy,
    /// Copying them exceeds the limit.
    TooLarge {
        /// What a copy would hold.
        instructions: u64,
        /// The option's value.
        limit: u64,
    },
    /// There is nothing to gain that is worth it.
    DoesNotPay,
    /// The loops run for too few iterations to be worth it.
    TooShort {
        /// How many there are at most.
        most: u64,
        /// How many would be worth it.
        fewest: u64,
    },
}

impl fmt::Display for Unchecked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unchecked::NotKnown => Ok(()),
            Unchecked::CannotCopy => {
                write!(f, ", and the loops must not be copied for that case")
            }
            Unchecked::TooLarge {
                instructions,
                limit,
            } => write!(
                f,
                ", and copying {instructions} instructions for that case exceeds the limit of {limit} \
                 (parameter max-version)"
            ),
            Unchecked::DoesNotPay => write!(
                f,
                ", and the loops share no array that would be worth a run-time check"
            ),
            Unchecked::TooShort { most, fewest } => write!(
                f,
                ", and a run-time check is worth its time from {fewest} iterations on, of which there \
                 are {most} at most (parameter check-work)"
            ),
        }
    }
}

/// Names for all refusals: what [`Refusal::name`] returns, and [`NAMES`] lists.
macro_rules! names {
    ($($refusal:pat => $name:literal,)*) => {
        /// The names of all refusals.
        pub const NAMES: &[&str] = &[$($name),*];

        impl Refusal {
            /// The remark's name: stable, for tools.
            pub fn name(&self) -> &'static str {
                match self {
                    $($refusal => $name,)*
                }
            }
        }
    };
}

names! {
    Refusal::NotSimplified => "NotSimplified",
    Refusal::SeveralExits { .. } => "SeveralExits",
    Refusal::FailingChecks { .. } => "FailingChecks",
    Refusal::NotRotated => "NotRotated",
    Refusal::NoExit => "NoExit",
    Refusal::UnknownTripCount => "UnknownTripCount",
    Refusal::Hazard(Hazard { kind: HazardKind::Volatile, .. }) => "Volatile",
    Refusal::Hazard(Hazard { kind: HazardKind::Atomic, .. }) => "Atomic",
    Refusal::Hazard(Hazard { kind: HazardKind::Convergent, .. }) => "Convergent",
    Refusal::Hazard(Hazard { kind: HazardKind::MayThrow, .. }) => "MayThrow",
    Refusal::Hazard(Hazard { kind: HazardKind::MayNotReturn, .. }) => "MayNotReturn",
    Refusal::Hazard(Hazard { kind: HazardKind::EndlessInnerLoop, .. }) => "EndlessInnerLoop",
    Refusal::Hazard(Hazard { kind: HazardKind::IrreducibleCycle, .. }) => "IrreducibleCycle",
    Refusal::Hazard(Hazard { kind: HazardKind::AddressTaken, .. }) => "AddressTaken",
    Refusal::Hazard(Hazard { kind: HazardKind::OddTerminator, .. }) => "OddTerminator",
    Refusal::Hazard(Hazard { kind: HazardKind::Pinned, .. }) => "Pinned",
    Refusal::LeftOver => "LeftOver",
    Refusal::Forbidden { .. } => "Forbidden",
    Refusal::TooLarge { .. } => "TooLarge",
    Refusal::NotAdjacent { .. } => "NotAdjacent",
    Refusal::GuardsDiffer { .. } => "GuardsDiffer",
    Refusal::TripCountsDiffer { .. } => "TripCountsDiffer",
    Refusal::CannotCopy { .. } => "CannotCopy",
    Refusal::CopyTooLarge { .. } => "CopyTooLarge",
    Refusal::ConditionLate => "ConditionLate",
    Refusal::BackwardDependence { .. } => "BackwardDependence",
    Refusal::MayAlias { .. } => "MayAlias",
    Refusal::PartsMayOverlap { .. } => "PartsMayOverlap",
    Refusal::RowsMayOverlap { .. } => "RowsMayOverlap",
    Refusal::TooFewIterations { .. } => "TooFewIterations",
    Refusal::CallTouchesMemory { .. } => "CallTouchesMemory",
    Refusal::ErrnoOrder { .. } => "ErrnoOrder",
    Refusal::ValueUsed { .. } => "ValueUsed",
    Refusal::CannotMove { .. } => "CannotMove",
    Refusal::PragmasContradict { .. } => "PragmasContradict",
    Refusal::SumsReordered { .. } => "SumsReordered",
    Refusal::NoReuse => "NoReuse",
    Refusal::NotPlanned { .. } => "NotPlanned",
    Refusal::MostlyAlone { .. } => "MostlyAlone",
    Refusal::TooManyStreams { .. } => "TooManyStreams",
    Refusal::TooManyStores { .. } => "TooManyStores",
    Refusal::EvictsWhatIsReadAgain { .. } => "EvictsWhatIsReadAgain",
    Refusal::TooManyRegisters { .. } => "TooManyRegisters",
    Refusal::LosesVectorisation { .. } => "LosesVectorisation",
    Refusal::NarrowSubscripts => "NarrowSubscripts",
    Refusal::MixedWidths => "MixedWidths",
}

impl Refusal {
    /// What was found, as the end of a sentence that starts "not fused: ".
    pub fn message(&self) -> String {
        match self {
            Refusal::NotSimplified => {
                "the loop has no single entry, or shares its exit with other code".into()
            }
            Refusal::SeveralExits { count } => format!("the loop is left from {count} places"),
            Refusal::FailingChecks { count } => {
                format!(
                    "{count} check(s) in the loop may fail, as those of bounds, and nothing goes on then"
                )
            }
            Refusal::NotRotated => "the loop is left in its middle".into(),
            Refusal::NoExit => "the loop has no exit".into(),
            Refusal::UnknownTripCount => {
                "the number of iterations is not known when the loop starts".into()
            }
            Refusal::Hazard(Hazard { kind, what, line }) => {
                let at = at_line(*line);
                match kind {
                    HazardKind::Volatile => format!("volatile access {what}{at}"),
                    HazardKind::Atomic => format!("atomic operation {what}{at}"),
                    HazardKind::Convergent => format!("convergent operation {what}{at}"),
                    HazardKind::MayThrow => format!("{what}{at} may throw"),
                    HazardKind::MayNotReturn => format!("{what}{at} may not return"),
                    HazardKind::EndlessInnerLoop => format!("inner {what}{at} may not end"),
                    HazardKind::IrreducibleCycle => {
                        format!("there is a cycle inside{at} that is no loop (goto)")
                    }
                    HazardKind::AddressTaken => format!("the address of {what} is taken"),
                    HazardKind::OddTerminator => {
                        format!("{what}{at} is no plain branch or switch")
                    }
                    HazardKind::Pinned => format!("{what}{at} handles exceptions"),
                }
            }
            Refusal::LeftOver => {
                "it is what an earlier fusion left over, or the original for where its check fails"
                    .into()
            }
            Refusal::Forbidden { attribute } => {
                format!("it is to be left alone, as its metadata say ({attribute})")
            }
            Refusal::TooLarge {
                instructions,
                limit,
            } => {
                format!("the fused loop would have {instructions} instructions, limit is {limit}")
            }
            Refusal::NotAdjacent { what } => what.clone(),
            Refusal::GuardsDiffer { first, second } if first == second => {
                format!("both loops run if {first}, but each asks anew, perhaps of another value")
            }
            Refusal::GuardsDiffer { first, second } => {
                format!("the first loop runs if {first}, the second one if {second}")
            }
            Refusal::TripCountsDiffer {
                first,
                second,
                difference,
                limit,
            } => match difference {
                Some(d) => format!(
                    "trip counts {first} and {second} differ by {}, limit is {limit}",
                    d.unsigned_abs()
                ),
                None => format!("trip counts {first} and {second} are not known to be equal"),
            },
            Refusal::CannotCopy { label } => format!(
                "{label} also runs where the other one does not, and contains what must not be \
                 copied"
            ),
            Refusal::CopyTooLarge {
                label,
                instructions,
                limit,
            } => format!(
                "{label} also runs where the other one does not, and copying \
                 {instructions} instructions for that exceeds the limit of {limit}"
            ),
            Refusal::ConditionLate => {
                "whether the second loop runs is only known behind the first one".into()
            }
            Refusal::BackwardDependence {
                kind,
                array,
                first_line,
                second_line,
                needed_shift,
            } => {
                let what = match kind {
                    DependenceKind::Flow => format!(
                        "the second loop reads {array}{} before the first loop writes it{}",
                        at_line(*second_line),
                        at_line(*first_line)
                    ),
                    DependenceKind::Anti => format!(
                        "the second loop overwrites {array}{} before the first loop reads it{}",
                        at_line(*second_line),
                        at_line(*first_line)
                    ),
                    DependenceKind::Output => format!(
                        "the second loop writes {array}{} before the first loop does{}",
                        at_line(*second_line),
                        at_line(*first_line)
                    ),
                };
                match needed_shift {
                    Some(s) => format!("if fused, {what}: needs a shift of {s}"),
                    None => format!("if fused, {what}: no bounded shift is known"),
                }
            }
            Refusal::PartsMayOverlap { array, unchecked } => {
                format!("parts of {array} may overlap{unchecked}")
            }
            Refusal::MayAlias {
                first,
                second,
                unchecked,
            } => format!("{first} and {second} may point to the same memory{unchecked}"),
            Refusal::RowsMayOverlap { array, unchecked } => {
                format!("rows of {array} may reach into each other{unchecked}")
            }
            Refusal::TooFewIterations { shift, unchecked } => format!(
                "the second loop reads ahead and must lag by {shift}, and the first loop may have no \
                 more iterations than that{unchecked}"
            ),
            Refusal::ErrnoOrder { call, other } => {
                format!(
                    "{call} may set errno, and {other} may set or touch it, too: fused, their order changes"
                )
            }
            Refusal::CallTouchesMemory { call, other } => {
                format!("{call} may touch the memory of {other}")
            }
            Refusal::ValueUsed { value, starts } => {
                let does = if *starts { "goes on with" } else { "uses" };
                format!("the second loop {does} {value}, the result of the first loop")
            }
            Refusal::CannotMove {
                what,
                line,
                before,
                after,
                ..
            } => format!(
                "{what}{} cannot move before the loops ({before}) or behind them ({after})",
                at_line(*line)
            ),
            Refusal::PragmasContradict {
                setting,
                first,
                second,
            } => {
                format!("{setting} is {first} for the first loop, {second} for the second one")
            }
            Refusal::SumsReordered { asking, other } => format!(
                "{asking} asks for vectors, which lets floating-point sums be reordered, and {other} \
                 has some and does not ask"
            ),
            Refusal::NoReuse => "there is nothing to gain: they touch no array in common".into(),
            Refusal::NotPlanned { strategy } => {
                format!("strategy {strategy} plans them to be in different loops")
            }
            Refusal::MostlyAlone { alone, all } => format!(
                "{alone} of {all} iterations of one loop would run before or behind the fused one"
            ),
            Refusal::TooManyStreams { streams, limit } => format!(
                "the fused loop would walk through {streams} arrays and save few of them, limit \
                 is {limit}: arrays of one alignment would evict each other from the cache"
            ),
            Refusal::TooManyStores { arrays, alone } => format!(
                "the fused loop would write {arrays} arrays at a time in place of {alone}, and the second loop finds \
                 the row in the cache anyway"
            ),
            Refusal::EvictsWhatIsReadAgain { first, second } => format!(
                "each iteration of the first loop reads all of {first} again, and of the second loop all of \
                 {second}: in one loop they would evict each other from the cache"
            ),
            Refusal::TooManyRegisters { values, registers } => format!(
                "the fused loop would carry {values} values from iteration to iteration, and \
                 there are {registers} registers"
            ),
            Refusal::LosesVectorisation { reason } => {
                format!("the fused loop would not be vectorised: {reason}")
            }
            Refusal::MixedWidths => {
                "the fused loop would carry values of several widths, which LLVM 22.1 confuses"
                    .into()
            }
            Refusal::NarrowSubscripts => {
                "the loops have counters or subscripts of several narrow types that may wrap \
                 around, and LLVM 22 vectorises two widths of them in one loop wrongly"
                    .into()
            }
        }
    }

    /// Do trip counts keep the loops apart?
    pub fn is_about_counts(&self) -> bool {
        matches!(self, Refusal::TripCountsDiffer { .. })
    }

    /// What was found, for tools: names and values of the message.
    pub fn arguments(&self) -> Vec<(&'static str, String)> {
        match self {
            Refusal::TripCountsDiffer { first, second, .. } => {
                vec![
                    ("FirstTripCount", first.clone()),
                    ("SecondTripCount", second.clone()),
                ]
            }
            Refusal::BackwardDependence {
                array,
                needed_shift,
                ..
            } => vec![
                ("Array", array.clone()),
                (
                    "NeededShift",
                    needed_shift.map_or("unbounded".into(), |s| s.to_string()),
                ),
            ],
            Refusal::MayAlias { first, second, .. } => {
                vec![
                    ("FirstPointer", first.clone()),
                    ("SecondPointer", second.clone()),
                ]
            }
            _ => vec![],
        }
    }

    /// What the author of the loops can do.
    pub fn advice(&self) -> Option<&'static str> {
        match self {
            Refusal::NotSimplified | Refusal::NotRotated | Refusal::NoExit | Refusal::LeftOver => {
                None
            }
            Refusal::SeveralExits { .. } => Some(
                "leave the loop only at its end: no break, return or goto; or let it only read what the loop before it \
                     touches in each iteration",
            ),
            Refusal::FailingChecks { .. } => Some(
                "check once before the loop: in Rust cut slices to one length (&a[..n]), assert lengths, or use iterators; \
                     in C and C++ assert there",
            ),
            Refusal::Forbidden { .. } => {
                Some("take it off the parameter skip, or the annotation off its function")
            }
            Refusal::UnknownTripCount => Some(
                "count with an integer towards a bound that the loop does not change; if a store in it may \
                     overwrite the bound, as a member of a struct, keep that in a local variable",
            ),
            Refusal::Hazard(hazard) => match hazard.kind {
                HazardKind::MayThrow => Some("declare the function noexcept, or let it be inlined"),
                HazardKind::MayNotReturn => {
                    Some("let the function be inlined, or declare it pure or const")
                }
                HazardKind::EndlessInnerLoop => Some("give the inner loop a bound"),
                HazardKind::IrreducibleCycle => Some("write the goto as a loop"),
                HazardKind::Volatile
                | HazardKind::Atomic
                | HazardKind::Convergent
                | HazardKind::AddressTaken
                | HazardKind::OddTerminator
                | HazardKind::Pinned => None,
            },
            Refusal::TooLarge { .. } => Some("raise the parameter max-size"),
            Refusal::NotAdjacent { .. } => Some("move the loops next to each other"),
            Refusal::GuardsDiffer { .. } => Some("run both loops under the same condition"),
            Refusal::TripCountsDiffer {
                difference: Some(_),
                ..
            } => Some("raise the parameter max-peel, or give both loops the same bounds"),
            Refusal::TripCountsDiffer {
                difference: None, ..
            } => Some("give both loops the same bounds, by the same variables"),
            Refusal::BackwardDependence {
                needed_shift: Some(_),
                ..
            } => Some("delay the second loop by hand, or let it read elements that are done"),
            Refusal::BackwardDependence {
                needed_shift: None, ..
            } => None,
            Refusal::CannotCopy { .. } => Some("give both loops the same bounds"),
            Refusal::CopyTooLarge { .. } => {
                Some("run both loops under the same condition, or raise the parameter max-copy")
            }
            Refusal::ConditionLate => Some("run both loops under the same condition"),
            Refusal::MayAlias { .. } => Some(
                "if they never overlap, pass both to a procedure: as restrict pointers in C and C++, as plain dummy arguments in Fortran",
            ),
            Refusal::PartsMayOverlap { .. } => Some(
                "if they never overlap, pass each part to a procedure: as a restrict pointer in C and C++, as a plain dummy argument in Fortran",
            ),
            Refusal::RowsMayOverlap { .. } => {
                Some("take the length of rows from the bounds of the loops")
            }
            Refusal::TooFewIterations { .. } => {
                Some("tell the compiler how many there are at least")
            }
            Refusal::ErrnoOrder { .. } => {
                Some("compile with -fno-math-errno, if nothing reads errno")
            }
            Refusal::CallTouchesMemory { .. } => {
                Some("let the function be inlined, or declare it const")
            }
            Refusal::ValueUsed { starts: true, .. } => Some(
                "where it does not matter in which order this is computed, let each loop begin with a variable of its own, \
                 and put both together behind the loops",
            ),
            Refusal::ValueUsed { starts: false, .. } => None,
            Refusal::CannotMove { .. } => Some("move the code before or behind both loops"),
            Refusal::PragmasContradict { .. } | Refusal::SumsReordered { .. } => {
                Some("give both loops the same pragmas")
            }
            Refusal::TooManyStreams { .. } => Some("raise the parameter max-streams"),
            Refusal::NotPlanned { .. } => {
                Some("use the parameter strategy=pairwise to fuse each pair that is legal and pays")
            }
            Refusal::NoReuse
            | Refusal::MostlyAlone { .. }
            | Refusal::TooManyStores { .. }
            | Refusal::EvictsWhatIsReadAgain { .. }
            | Refusal::TooManyRegisters { .. }
            | Refusal::LosesVectorisation { .. } => {
                Some("use the parameter no-profit to fuse all the same")
            }
            Refusal::NarrowSubscripts => {
                Some("count, and compute the subscripts, in a wide type such as size_t")
            }
            Refusal::MixedWidths => Some("store and load the elements of an array in one width"),
        }
    }
}

/// In words; nothing of a line that is not known.
pub fn at_line(line: u32) -> String {
    if line == 0 {
        String::new()
    } else {
        format!(" (line {line})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn the_manual_has_all_remarks() {
        let manual = include_str!("../../REMARKS.md");
        let others = "AllocationSunk DeadStores Edited Folded Fused Gain Interchanged Internal Kept Planned Strategies";
        let known: BTreeSet<_> = NAMES.iter().copied().chain(others.split(' ')).collect();
        let headings = manual.lines().filter_map(|line| line.strip_prefix("### "));
        assert_eq!(headings.collect::<BTreeSet<_>>(), known);
    }
}
