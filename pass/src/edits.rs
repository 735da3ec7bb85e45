//! Every change to the IR has a number, counted over a module in the order in which they are made.
//!
//! With `limit=N` the first `N` are made and nothing else, so that a script can name the one that
//! makes a program wrong. Nothing is changed but by way of [`Edits`]: with `limit=0` a function
//! stays as it was.
//!
//! All else that the pass does only reads. Should that panic, which would be a fault of its own,
//! the function is as the last change left it: whole, and right. Only a panic within a change
//! leaves half of it behind.

use std::cell::{Cell, RefCell};
use std::sync::atomic::{AtomicU64, Ordering};

/// What a change is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// LLVM's passes bring loops into the form that fusion needs.
    Canonical,
    /// Loops get room between them.
    Prepared,
    /// Loops are copied, for where a check fails.
    Versioned,
    /// Two loops become one.
    Fused,
    /// A loop and the one within it change places.
    Interchanged,
    /// Stores go that nothing reads.
    DeadStores,
    /// An array is folded onto some of its rows.
    Folded,
    /// Allocations move to where they are needed.
    AllocationSunk,
    /// LLVM is told more of loops than it finds out.
    Hinted,
    /// LLVM's passes clean up.
    Tidied,
}

impl Kind {
    /// In a word, for tools.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Canonical => "canonical",
            Kind::Prepared => "prepared",
            Kind::Versioned => "versioned",
            Kind::Fused => "fused",
            Kind::Interchanged => "interchanged",
            Kind::DeadStores => "dead-stores",
            Kind::Folded => "folded",
            Kind::AllocationSunk => "allocation-sunk",
            Kind::Hinted => "hinted",
            Kind::Tidied => "tidied",
        }
    }

    /// In words, of a change that no other remark speaks of.
    pub fn words(self) -> &'static str {
        match self {
            Kind::Canonical => "loops brought into the form that fusion needs, by passes of LLVM",
            Kind::Prepared => "room made between two loops",
            Kind::Versioned => "loops copied for where a run-time check fails",
            Kind::Fused => "two loops fused",
            Kind::Interchanged => "a loop and the one within it change places",
            Kind::DeadStores => "stores removed that nothing reads",
            Kind::Folded => "an array folded onto some of its rows",
            Kind::AllocationSunk => "allocations moved to where they are needed",
            Kind::Hinted => "the vectoriser told what is known of loops",
            Kind::Tidied => "fused loops cleaned up, by passes of LLVM",
        }
    }

    /// Is it made to find out what else can be done?
    pub fn prepares(self) -> bool {
        matches!(self, Kind::Canonical | Kind::Prepared)
    }
}

/// How many changes were made to the functions of a module, and how many may be.
pub struct Fuel {
    made: AtomicU64,
    limit: Option<u64>,
}

impl Fuel {
    /// For `limit` changes, or without limit.
    pub fn new(limit: Option<u64>) -> Self {
        Fuel {
            made: AtomicU64::new(0),
            limit,
        }
    }

    /// The number of one more change, from 1 on, if it may be made.
    fn take(&self) -> Option<u64> {
        let may = |made| (self.limit.is_none_or(|limit| made < limit)).then_some(made + 1);
        let taken = self
            .made
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, may);
        taken.ok().map(|made| made + 1)
    }
}

/// What is edited.
enum Scope<'f> {
    /// The function.
    Function(&'f Fuel),
    /// A draft that is thrown away: all that would be done, or what prepares for it alone.
    Draft { only_prepares: bool },
}

/// The changes of one run of the pass over one function.
pub struct Edits<'f> {
    scope: Scope<'f>,
    made: Cell<u64>,
    version: Cell<u64>,
    are_worth_it: Cell<bool>,
    untold: RefCell<Vec<(u64, Kind)>>,
    is_editing: Cell<bool>,
}

impl<'f> Edits<'f> {
    /// Changes of the function itself.
    pub fn new(fuel: &'f Fuel) -> Self {
        Self::of(Scope::Function(fuel))
    }

    /// Changes of a draft that is thrown away: all, or those that prepare for others.
    pub fn on_draft(only_prepares: bool) -> Self {
        Self::of(Scope::Draft { only_prepares })
    }

    fn of(scope: Scope<'f>) -> Self {
        Edits {
            scope,
            made: Cell::new(0),
            version: Cell::new(0),
            are_worth_it: Cell::new(false),
            untold: RefCell::default(),
            is_editing: Cell::new(false),
        }
    }

    /// A permit for one more change, if it may be made.
    pub fn permit(&self, kind: Kind) -> Option<Permit<'_>> {
        if !kind.prepares() {
            self.are_worth_it.set(true);
        }
        let number = match self.scope {
            Scope::Function(fuel) => fuel.take()?,
            Scope::Draft { only_prepares } if only_prepares && !kind.prepares() => return None,
            Scope::Draft { .. } => 0,
        };
        Some(Permit {
            edits: self,
            number,
        })
    }

    /// Tries to make a change, which says whether it was one; its number if so.
    pub fn attempt(&self, kind: Kind, change: impl FnOnce() -> bool) -> Option<u64> {
        let permit = self.permit(kind)?;
        let number = permit.number;
        permit.attempt(change).then_some(number)
    }

    /// Ends a change that was made before: it has no number of its own.
    pub fn finish(&self, change: impl FnOnce()) {
        self.edit(|| {
            change();
            true
        });
    }

    /// What says whether it changed anything.
    fn edit(&self, change: impl FnOnce() -> bool) -> bool {
        let outer = self.is_editing.replace(true);
        let is_change = change();
        self.is_editing.set(outer);
        self.version.set(self.version.get() + u64::from(is_change));
        is_change
    }

    /// What was found out holds as long as this is the same.
    pub fn version(&self) -> u64 {
        self.version.get()
    }

    /// Was any change made, or asked for, that others only prepare for? It does not depend on the
    /// limit.
    pub fn are_worth_it(&self) -> bool {
        self.are_worth_it.get()
    }

    /// Says that the last change but prepared for one that was not made: whether all are worth it is as it `was`.
    pub fn come_to_nothing(&self, was: bool) {
        self.are_worth_it.set(was);
    }

    /// Remembers a change that is worth a word only if others follow.
    pub fn tell_later(&self, number: u64, kind: Kind) {
        self.untold.borrow_mut().push((number, kind));
    }

    /// Changes that are still to be spoken of.
    pub fn take_untold(&self) -> Vec<(u64, Kind)> {
        self.untold.take()
    }

    /// Takes all changes back: they were made to a draft that nobody needs.
    pub fn take_back(&self) {
        self.untold.take();
        if let Scope::Function(fuel) = self.scope {
            fuel.made.fetch_sub(self.made.take(), Ordering::Relaxed);
        }
    }

    /// How many changes were made.
    pub fn made(&self) -> u64 {
        self.made.get()
    }

    /// Does somebody count them?
    pub fn are_counted(&self) -> bool {
        matches!(self.scope, Scope::Function(fuel) if fuel.limit.is_some())
    }

    /// May none be made any more?
    pub fn are_over(&self) -> bool {
        match self.scope {
            Scope::Function(fuel) => fuel
                .limit
                .is_some_and(|limit| fuel.made.load(Ordering::Relaxed) >= limit),
            Scope::Draft { .. } => false,
        }
    }

    /// Is one half made?
    pub fn is_editing(&self) -> bool {
        self.is_editing.get()
    }
}

/// Leave to make one change.
pub struct Permit<'e> {
    edits: &'e Edits<'e>,
    /// The number of the change, from 1 on; 0 on a copy.
    pub number: u64,
}

impl Permit<'_> {
    /// Makes the change.
    pub fn apply<T>(self, change: impl FnOnce() -> T) -> T {
        let mut result = None;
        self.attempt(|| {
            result = Some(change());
            true
        });
        result.expect("the change was made")
    }

    /// Makes a change that may come to nothing: then it was none, and has no number.
    fn attempt(self, change: impl FnOnce() -> bool) -> bool {
        let is_change = self.edits.edit(change);
        if is_change {
            self.edits.made.set(self.edits.made.get() + 1);
        } else if let Scope::Function(fuel) = self.edits.scope {
            fuel.made.fetch_sub(1, Ordering::Relaxed);
        }
        is_change
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_numbered_up_to_the_limit() {
        let fuel = Fuel::new(Some(3));
        let edits = Edits::new(&fuel);
        let apply = |edits: &Edits, kind| {
            let permit = edits.permit(kind)?;
            let number = permit.number;
            Some(permit.apply(|| number))
        };
        assert_eq!(apply(&edits, Kind::Fused), Some(1));
        assert_eq!(edits.attempt(Kind::Canonical, || false), None);
        assert_eq!(edits.attempt(Kind::Canonical, || true), Some(2));
        assert!(!edits.are_over());
        let other = Edits::new(&fuel);
        assert_eq!(apply(&other, Kind::Folded), Some(3));
        assert!(edits.are_over());
        assert_eq!(apply(&edits, Kind::Tidied), None);
        assert_eq!((edits.made(), other.made()), (2, 1));
    }

    #[test]
    fn nothing_is_done_without_fuel() {
        let fuel = Fuel::new(Some(0));
        let edits = Edits::new(&fuel);
        assert_eq!(edits.attempt(Kind::Canonical, || unreachable!()), None);
        assert!(edits.permit(Kind::Fused).is_none());
    }

    #[test]
    fn what_only_prepares_is_taken_back() {
        let fuel = Fuel::new(Some(2));
        let edits = Edits::new(&fuel);
        assert_eq!(edits.attempt(Kind::Canonical, || true), Some(1));
        edits.tell_later(1, Kind::Canonical);
        assert!(!edits.are_worth_it());
        edits.take_back();
        assert_eq!((edits.made(), edits.take_untold()), (0, vec![]));
        let other = Edits::new(&fuel);
        assert_eq!(other.attempt(Kind::Canonical, || true), Some(1));
        assert_eq!(other.attempt(Kind::Prepared, || true), Some(2));
        assert!(other.permit(Kind::Fused).is_none());
        assert!(other.are_worth_it(), "whatever the limit");
    }

    #[test]
    fn a_draft_costs_nothing() {
        let judged = Edits::on_draft(true);
        assert!(judged.permit(Kind::Fused).is_none());
        assert!(judged.permit(Kind::Prepared).is_some());
        assert!(Edits::on_draft(false).permit(Kind::Fused).is_some());
        assert!(!judged.are_over() && !judged.are_counted());
    }

    #[test]
    fn who_panics_within_a_change_is_known() {
        let fuel = Fuel::new(None);
        let edits = Edits::new(&fuel);
        assert!(!edits.is_editing());
        let permit = edits.permit(Kind::Fused).unwrap();
        let fails = || permit.apply(|| panic!("on purpose"));
        let fails = std::panic::AssertUnwindSafe(fails);
        assert!(std::panic::catch_unwind(fails).is_err());
        assert!(edits.is_editing());
    }
}
