//! How the iterations of two loops lie side by side; which way is taken is found in
//! [`conformance`](super::conformance).

use crate::model::Side;

/// Which iterations are laid side by side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Alignment {
    /// The recipe's `s`: so many iterations of the first loop run before the fused
    /// loop, and the second loop lags by as many.
    pub shift: u64,
    /// What runs behind the fused loop.
    pub remainder: Remainder,
}

/// Iterations that have no partner and run behind the fused loop.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Remainder {
    /// There are none.
    #[default]
    None,
    /// So many of this loop.
    Of(Side, u64),
    /// Of the loop that turns out to be the longer one.
    OfEither,
}

impl Remainder {
    /// The loops that are copied for it.
    pub fn sides(self) -> &'static [Side] {
        match self {
            Remainder::None => &[],
            Remainder::Of(Side::First, _) => &[Side::First],
            Remainder::Of(Side::Second, _) => &[Side::Second],
            Remainder::OfEither => &[Side::First, Side::Second],
        }
    }
}

impl Alignment {
    /// How many iterations of a loop are not in the fused one, if that is known.
    pub fn alone(self, side: Side) -> Option<u64> {
        let before = match side {
            Side::First => self.shift,
            Side::Second => 0,
        };
        match self.remainder {
            Remainder::Of(longer, count) if longer == side => Some(before + count),
            Remainder::OfEither => None,
            _ => Some(before),
        }
    }
}
