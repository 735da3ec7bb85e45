//! Facts about loops, as plain data: what candidacy, legality and profit read.
//!
//! `facts` fills these from LLVM; unit tests fill them by hand.

use std::collections::BTreeSet;
use std::ffi::CStr;

/// The attribute of a loop that is made of several.
pub const FUSED: &CStr = c"loopfuse.fused";

/// The attribute of a fused loop each iteration of which is rows that fill vectors, if LLVM unrolls the loops along them.
pub const OF_ROWS: &CStr = c"loopfuse.of.rows";

/// The attribute of a loop that stands behind a check.
pub const VERSIONED: &CStr = c"loopfuse.versioned";

/// The attribute of a loop in a version behind a check. A remark has said why the loop that follows both versions is not
/// fused with it.
pub const EXPLAINED: &CStr = c"loopfuse.explained";

/// The attribute of a loop for where no store overwrites what it would load again.
pub const LOADED_ONCE: &CStr = c"loopfuse.loaded.once";
/// On loops that belong to a check.
pub const CHECKS: &CStr = c"loopfuse.check";
/// Where pointers to rows are computed, in a version behind a check.
pub const ROWS_COMPUTED: &CStr = c"loopfuse.rows.computed";

/// The attribute of a loop for where the tests hold that choose between versions of loops.
pub const SPECIALISED: &CStr = c"loopfuse.specialised";

/// The attribute of a loop for where no check in it fails.
pub const PREDICATED: &CStr = c"loopfuse.predicated";

/// The attribute of a loop that is not left early, but finds out whether it would be.
pub const SEARCHED: &CStr = c"loopfuse.searched";

/// The attribute of a loop in a version for one way that a condition between the loops goes.
pub const UNSWITCHED: &CStr = c"loopfuse.unswitched";

/// The attribute of a loop over rows that ran over all their elements at once.
pub const STRIP_MINED: &CStr = c"loopfuse.strip.mined";

/// The attribute of a loop, some iterations of which became one, as many as another one needs.
pub const SCALED: &CStr = c"loopfuse.scaled";

/// The attribute of a loop over all elements of rows that was a nest.
pub const FLATTENED: &CStr = c"loopfuse.flattened";

/// The attribute of the iterations of a longer loop that found no partner, and of an original
/// loop for where a check fails.
pub const LEFT_OVER: &CStr = c"loopfuse.left.over";

/// The attribute of a loop that whoever compiles it wants to be left alone.
pub const FORBIDDEN: &CStr = c"loopfuse.forbidden";

/// LLVM's attribute of a loop that is transformed only where that is asked for (Language Reference, `llvm.loop`).
pub const ONLY_FORCED: &CStr = c"llvm.loop.disable_nonforced";

/// Index of a memory access among those of its loop.
pub type AccessId = usize;

/// An underlying object (allocation, global, argument) that accesses share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ObjectId(pub u32);

/// A number that may be negative, in which case the rows of an array reach into each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MarginId(pub u32);

/// Which loop of a pair: `First` runs before `Second`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The loop that comes first in program order.
    First,
    /// The loop that follows it.
    Second,
}

impl Side {
    /// In a word.
    pub fn name(self) -> &'static str {
        match self {
            Side::First => "first",
            Side::Second => "second",
        }
    }

    /// The other one.
    pub fn other(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }
}

/// Does an access read or write?
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AccessKind {
    /// Reads only.
    Read,
    /// Writes, and perhaps reads.
    Write,
}

/// One memory access of a loop, inner loops included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Access {
    /// Reads or writes.
    pub kind: AccessKind,
    /// The object it points into; none for a call that may touch many.
    pub object: Option<ObjectId>,
    /// A call that writes `errno` and nothing else.
    pub only_errno: bool,
    /// How many bytes it touches at a time, if that is one number.
    pub bytes: Option<u64>,
    /// The array (or call) by its name in the source, as far as known.
    pub name: String,
    /// Source line; 0 if unknown.
    pub line: u32,
}

/// How one iteration of a loop walks over an object, in the loops inside of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Walk {
    /// The object, or a part of it.
    pub object: ObjectId,
    /// The next iteration walks on elsewhere, not over the same bytes again.
    pub moves: bool,
    /// In how many loops inside it goes on.
    pub depth: u32,
}

/// Something a loop contains that fusion may not reorder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HazardKind {
    /// A volatile access.
    Volatile,
    /// An atomic access of any ordering, or a fence.
    Atomic,
    /// A convergent operation.
    Convergent,
    /// May unwind.
    MayThrow,
    /// May run for ever, or end the program.
    MayNotReturn,
    /// An inner loop that may run for ever.
    EndlessInnerLoop,
    /// A cycle that is no natural loop.
    IrreducibleCycle,
    /// A block whose address is taken.
    AddressTaken,
    /// A terminator other than a branch or switch.
    OddTerminator,
    /// An exception pad or token.
    Pinned,
}

/// A hazard, with what it is in the program's words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hazard {
    /// What kind.
    pub kind: HazardKind,
    /// The instruction or block, for the remark.
    pub what: String,
    /// Source line; 0 if unknown.
    pub line: u32,
}

/// How a loop hangs in the control flow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Structure {
    /// Simplified, in LCSSA form, rotated: the latch is the only exiting block.
    Canonical,
    /// No preheader, several latches or shared exits, and LLVM could not mend it.
    NotSimplified,
    /// More than one exiting block.
    SeveralExits(usize),
    /// The same, but all save one lead to where the program, or the function, fails.
    FailingChecks(usize),
    /// One exiting block that is not the latch.
    NotRotated,
    /// No exit at all.
    Endless,
}

/// What the source's `#pragma`s, as loop metadata, ask for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoopAttribute {
    /// Such as `llvm.loop.vectorize.enable`.
    pub name: String,
    /// Its integer operand.
    pub value: Option<i64>,
}

/// What is known of one loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoopFacts {
    /// How the remark calls it: `loop at line 12` or `loop %for.body`.
    pub label: String,
    /// Source line; 0 if unknown.
    pub line: u32,
    /// Contains no loop.
    pub is_innermost: bool,
    /// Instructions in it.
    pub instructions: u64,
    /// How it hangs in the control flow.
    pub structure: Structure,
    /// Its trip count as an expression, if computable before it runs.
    pub trip_count: Option<String>,
    /// Upper bound of the trip count, if a constant one is known.
    pub max_trip_count: Option<u64>,
    /// A floating-point value goes from iteration to iteration, as in a sum: its order is
    /// part of what the loop computes.
    pub carries_floats: bool,
    /// What may not be reordered.
    pub hazards: Vec<Hazard>,
    /// Metadata of the loop.
    pub attributes: Vec<LoopAttribute>,
}

impl LoopFacts {
    /// Is an attribute among its metadata?
    pub fn has(&self, attribute: &CStr) -> bool {
        let mut attributes = self.attributes.iter();
        attributes.any(|a| a.name.as_bytes() == attribute.to_bytes())
    }

    /// Its trip count, if that is a constant.
    pub fn constant_trip_count(&self) -> Option<u64> {
        self.trip_count.as_ref()?.parse().ok()
    }
}

/// What a processor carries out for an iteration of a loop that is not vectorised.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Operations {
    /// How many operations.
    pub all: u64,
    /// Does it add floating-point numbers, by themselves?
    pub sums: bool,
    /// Does it multiply and add them in one operation?
    pub products: bool,
}

/// Will LLVM's loop vectoriser take a loop?
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Vectorisable {
    /// Yes, with this many run-time pointer checks.
    Yes {
        /// Number of checks.
        checks: u32,
    },
    /// No, for this reason.
    No(String),
    /// No, since it accumulates floating-point numbers in strict order: each iteration waits for the one before.
    InOrder(String),
    /// Only where a check finds these objects, or parts of one, apart: the vectoriser cannot ask, as
    /// where subscripts are not linear.
    IfApart(BTreeSet<(ObjectId, ObjectId)>),
    /// It is not innermost: its inner loops matter, and fusion leaves them be.
    NotInnermost,
}

impl Vectorisable {
    /// Does a loop run one iteration after the other, whatever a check finds out?
    pub fn is_scalar(&self) -> bool {
        matches!(self, Vectorisable::No(_) | Vectorisable::InOrder(_))
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// An innermost, canonical loop of `n` iterations.
    pub(crate) fn plain_loop() -> LoopFacts {
        LoopFacts {
            label: "loop at line 1".into(),
            line: 1,
            is_innermost: true,
            instructions: 5,
            structure: Structure::Canonical,
            trip_count: Some("n".into()),
            max_trip_count: None,
            carries_floats: false,
            hazards: vec![],
            attributes: vec![],
        }
    }
}
