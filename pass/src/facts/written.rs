//! What stores have written, one behind the other, when a load is made.
//!
//! Each store is made in every iteration of its loops and leaves no gaps, so that its loop writes all from its first byte on: up
//! to its last one, if the loop has run before, or up to the last byte of an iteration, if it is the load's own loop. Where a
//! store begins no farther than where another one ends, both have written all from the first one's begin on. As integers, all of
//! what the load may touch lies in between ([`reach`](super::reach)).

use super::polynomial::Polynomial;
use super::reach::{Asked, Reach, Reaches, in_iterations};
use crate::llvm::{Loop, Value};
use crate::testing::{Fault, lacks};

/// A store that leaves no gaps, in the outermost loop around it.
#[derive(Clone, Copy)]
pub(crate) struct Stored<'h> {
    pub store: Value<'h>,
    pub l: Loop<'h>,
}

/// What a store has written.
#[derive(Clone, Copy)]
pub(crate) enum Until {
    /// All of it: its loop has run before.
    End,
    /// What it writes up to the load's iteration of the same loop, and so many more.
    Iteration(i128),
}

/// From one byte to another.
struct Bytes {
    low: Polynomial,
    high: Polynomial,
}

impl<'h> Reaches<'h> {
    /// Which of some stores have written all that a load may touch in an iteration of its loop, with others before it? Each of
    /// `before` has written all of its bytes. None if they have not.
    pub fn written_by(
        &mut self,
        (load, l): (Value<'h>, Loop<'h>),
        (last, until): (Stored<'h>, Until),
        before: &[Stored<'h>],
    ) -> Option<Vec<usize>> {
        let read = self.exact(Asked::one_iteration(load, l))?;
        let mut all = self.stored(last, until, &read)?;
        let mut used = Vec::new();
        loop {
            self.enter([&read, &read]);
            let mut highs = read.highs.iter();
            if !highs.any(|high| self.is_at_least(&all.high, high)) && !lacks(Fault::Written) {
                return None;
            }
            if read.lows.iter().any(|low| self.is_at_least(low, &all.low)) {
                return Some(used);
            }
            let mut left = (0..before.len()).filter(|at| !used.contains(at));
            let (at, low) = left.find_map(|at| {
                let bytes = self.stored(before[at], Until::End, &read)?;
                let follows = self.is_at_least(&bytes.high, &all.low);
                let is_longer = !self.is_at_least(&bytes.low, &all.low);
                (follows && is_longer).then_some((at, bytes.low))
            })?;
            used.push(at);
            all.low = low;
        }
    }

    /// The bytes that a store has written, if it is to what a load reads from.
    fn stored(
        &mut self,
        Stored { store, l }: Stored<'h>,
        until: Until,
        read: &Reach<'h>,
    ) -> Option<Bytes> {
        let asked = match until {
            Until::End => Asked::all_iterations(store, l),
            Until::Iteration(_) => Asked::one_iteration(store, l),
        };
        let written = self.exact(asked)?;
        let ([low], [high]) = (&written.lows[..], &written.highs[..]) else {
            return None;
        };
        if !written.is_attained || written.from != read.from {
            return None;
        }
        self.enter([read, &written]);
        let (_, low) = in_iterations(low, written.iteration)?;
        let high = match until {
            Until::End => high.clone(),
            Until::Iteration(more) => {
                let (step, _) = in_iterations(high, written.iteration)?;
                high.plus(&step.times(&Polynomial::constant(more))?)?
            }
        };
        Some(Bytes { low, high })
    }
}
