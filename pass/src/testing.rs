//! Faults on purpose, for tests of the tests: the feature `testing`, which is never shipped.
//!
//! `fault=NAME` leaves one condition out of the pass, to see that the fuzzer notices;
//! `panic=PHASE` lets one phase panic, to see what becomes of the function.

/// Faults and phases, each with the name that parameters call it by.
macro_rules! named {
    ($(#[$attribute:meta])* $name:ident { $($(#[doc = $doc:literal])+ $variant:ident = $text:literal,)* }) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name { $($(#[doc = $doc])+ $variant,)* }

        #[cfg(feature = "testing")]
        impl $name {
            /// All, with their names and what they are.
            pub const ALL: &'static [($name, &'static str, &'static str)] =
                &[$(($name::$variant, $text, concat!($($doc,)+)),)*];

            /// The one of that name.
            pub fn named(name: &str) -> Option<Self> {
                Self::ALL.iter().find(|(_, text, _)| *text == name).map(|(one, ..)| *one)
            }
        }
    };
}

named! {
    /// A condition that is left out.
    Fault {
        /// Legality: the order of dependences does not matter.
        Dependences = "dependences",
        /// Legality: a loop may write what the other one still has to read.
        Anti = "anti-dependences",
        /// Legality: objects that may overlap do not.
        Aliases = "aliases",
        /// Legality: a loop lags behind by one iteration less than it has to.
        Shift = "shift",
        /// Legality: guards of which one implies the other are the same.
        Guards = "guards",
        /// Legality: what stands between two loops keeps no order.
        Order = "order-between",
        /// Legality: what stands between two loops moves past whatever they touch.
        Between = "code-between",
        /// Legality: loops may be left in the middle.
        Hazards = "hazards",
        /// Checks: one pair of pointers is not told apart.
        Pairs = "checked-pairs",
        /// Checks: what is touched last is forgotten.
        Bounds = "checked-bounds",
        /// Checks: a shift needs no least number of iterations.
        Iterations = "checked-iterations",
        /// Rewriting: a prologue of several iterations runs one less.
        Prologue = "prologue",
        /// Rewriting: what is left of a loop begins one iteration too early.
        Remainder = "remainder",
        /// Rewriting: a value that is carried comes from one iteration too late.
        Carried = "carried",
        /// Rewriting: what is carried on to a remainder was stored before it, however long ago it is read.
        CarriedBehind = "carried-behind",
        /// Profit: what else writes a carried element does not matter.
        CarriedPlace = "carried-place",
        /// Versioning: nobody asks whether both sizes of rows are positive.
        Strips = "strips",
        /// Versioning: one check that may fail in a loop is not asked before.
        FailingChecks = "failing-checks",
        /// Versioning: a search may read what it does not come to.
        SearchReads = "search-reads",
        /// Versioning: nobody asks whether a longer loop has enough iterations.
        Scales = "scales",
        /// Preparing: there may be gaps between rows that become one loop.
        Gaps = "gaps",
        /// Preparing: what is done with one number for an element is done with any other one for the next.
        Lanes = "lanes",
        /// Copying: the copies of a loop have the alias scopes of its iterations.
        Scopes = "scopes",
        /// Contraction: stores may go as if all that is read were written again.
        DeadStores = "dead-stores",
        /// Contraction: rows that a prologue should have written are taken for written.
        MustWrite = "must-write",
        /// Contraction: half of the rows are kept.
        Window = "window",
        /// Contraction: accesses may leave their row.
        Rows = "rows",
        /// Facts: what is touched is taken for one byte.
        Reach = "reach",
        /// Facts: a condition excludes one element more.
        Conditions = "conditions",
        /// Contraction: what is read behind all that was written is taken for written.
        Written = "written",
        /// Contraction: an allocation passes by whatever stands in its way.
        Way = "sinking-way",
    }
}

named! {
    /// A part of the pass that only reads.
    Phase {
        /// Is there anything to do?
        Look = "look",
        /// What is known of a loop.
        Survey = "survey",
        /// May a pair be fused?
        Judge = "judge",
        /// How many loops does a check serve?
        Chain = "chain",
        /// What does nobody read?
        DeadStores = "dead-stores",
        /// Which rows live?
        Fold = "fold",
        /// Whose iterations do not meet?
        Parallel = "parallel",
        /// Which allocations are not needed?
        SinkAllocations = "sink-allocations",
        /// What is refused?
        Explain = "explain",
    }
}

#[cfg(not(feature = "testing"))]
mod faults {
    use super::{Fault, Phase};

    /// Is this condition left out? Never.
    pub const fn lacks(_: Fault) -> bool {
        false
    }

    /// Goes on.
    pub const fn enter(_: Phase) {}
}

#[cfg(feature = "testing")]
mod faults {
    use super::{Fault, Phase};
    use std::cell::Cell;

    thread_local! {
        static FAULT: Cell<Option<Fault>> = const { Cell::new(None) };
        static PANIC: Cell<Option<Phase>> = const { Cell::new(None) };
    }

    /// What goes wrong in this run of the pass.
    pub fn begin(fault: Option<Fault>, panic: Option<Phase>) {
        FAULT.set(fault);
        PANIC.set(panic);
    }

    /// Is this condition left out?
    pub fn lacks(fault: Fault) -> bool {
        FAULT.get() == Some(fault)
    }

    /// Panics if that was asked for, once.
    pub fn enter(phase: Phase) {
        if PANIC.get() == Some(phase) {
            PANIC.set(None);
            panic!("on purpose");
        }
    }
}

pub use faults::*;
