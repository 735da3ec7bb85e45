//! Where the code between two loops goes.
//!
//! Fusion leaves no place between the loops, so every piece of code there moves
//! before the first loop or behind the second. It runs exactly when it ran
//! before: pieces that ran whenever the first loop was reached go in front of
//! its guard or behind the join of the second loop's guard; pieces that ran only
//! when the loops ran go inside the guard. Candidates always end and do not
//! unwind, so a piece that moves up still runs, and one that traps would have
//! trapped.
//!
//! A piece may move before the first loop iff its operands are there already and
//! nothing in that loop conflicts with its memory accesses; behind the second
//! one iff nothing there uses it or conflicts with it. The order of two pieces
//! that depend on each other must stay, which their final places decide:
//!
//! ```text
//! guard block   <   preheader   <   loops   <   exit block   <   join block
//! (always)          (if run)                    (if run)          (always)
//! ```
//!
//! What already stands between the guard block and the first loop, or between
//! the second loop and the join block, is crossed too by pieces that ran always.

use super::refusal::Refusal;
use crate::testing::{Fault, lacks};

/// When a piece of code between the loops ran.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Zone {
    /// Whenever control came by, whether or not the loops ran.
    Always,
    /// Only if the loops ran.
    IfRun,
}

/// A piece of code between the loops: one instruction, or control flow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The code, for the remark.
    pub what: String,
    /// Source line; 0 if unknown.
    pub line: u32,
    /// Is, or contains, a loop.
    pub has_loop: bool,
    /// When it ran.
    pub zone: Zone,
    /// Why it cannot run before the first loop; none if it can.
    pub before_barrier: Option<String>,
    /// Why it cannot run behind the second loop; none if it can, or need not, as it goes before the first one.
    pub after_barrier: Option<String>,
    /// Earlier pieces whose value it uses.
    pub needs: Vec<usize>,
    /// Earlier pieces that must stay earlier for their memory accesses, of those that do not do so anyway.
    pub follows: Vec<usize>,
}

/// Where a piece goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Destination {
    /// Before the first loop.
    Before,
    /// Behind the second loop.
    After,
}

/// Proof that all pieces between two loops have somewhere to go.
#[derive(Debug, PartialEq, Eq)]
pub struct Movable {
    /// For each piece, in program order.
    pub destinations: Vec<Destination>,
}

/// Finds a place for each piece.
pub fn place(pieces: &[Piece]) -> Result<Movable, Refusal> {
    let mut destinations: Vec<Destination> = Vec::new();
    for (n, piece) in pieces.iter().enumerate() {
        destinations.push(place_next(&pieces[..n], &destinations, piece)?);
    }
    Ok(Movable { destinations })
}

/// Finds a place for a piece behind others that have theirs. Up is tried first: what can be computed before
/// both loops is available to both.
pub fn place_next(
    earlier: &[Piece],
    destinations: &[Destination],
    piece: &Piece,
) -> Result<Destination, Refusal> {
    let follows = if lacks(Fault::Order) {
        &[][..]
    } else {
        &piece.follows
    };
    let predecessors = || piece.needs.iter().chain(follows);
    let barrier = |own: &Option<String>, destination| {
        let is_behind =
            |&&p: &&usize| rank(earlier[p].zone, destinations[p]) > rank(piece.zone, destination);
        let held_back = || predecessors().find(is_behind);
        own.clone()
            .or_else(|| held_back().map(|&p| format!("it must stay behind {}", earlier[p].what)))
    };
    let Some(before) = barrier(&piece.before_barrier, Destination::Before) else {
        return Ok(Destination::Before);
    };
    let Some(after) = barrier(&piece.after_barrier, Destination::After) else {
        return Ok(Destination::After);
    };
    Err(Refusal::CannotMove {
        what: piece.what.clone(),
        line: piece.line,
        has_loop: piece.has_loop,
        before,
        after,
    })
}

/// Does it matter whether a piece must stay behind an earlier one that has its place? Not where it does in any.
pub fn may_hold_back(earlier: &Piece, destination: Destination, zone: Zone) -> bool {
    rank(earlier.zone, destination) > rank(zone, Destination::Before)
}

/// The order of the four places in the fused program.
fn rank(zone: Zone, destination: Destination) -> u8 {
    match (destination, zone) {
        (Destination::Before, Zone::Always) => 0,
        (Destination::Before, Zone::IfRun) => 1,
        (Destination::After, Zone::IfRun) => 2,
        (Destination::After, Zone::Always) => 3,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Destination::{After, Before};

    fn piece() -> Piece {
        Piece {
            what: "x".into(),
            line: 0,
            has_loop: false,
            zone: Zone::IfRun,
            before_barrier: None,
            after_barrier: None,
            needs: vec![],
            follows: vec![],
        }
    }

    fn stuck_before() -> Piece {
        Piece {
            before_barrier: Some("b".into()),
            ..piece()
        }
    }

    fn stuck_after() -> Piece {
        Piece {
            after_barrier: Some("a".into()),
            ..piece()
        }
    }

    fn destinations(pieces: &[Piece]) -> Vec<Destination> {
        place(pieces).unwrap().destinations
    }

    #[test]
    fn up_is_preferred() {
        assert_eq!(destinations(&[piece(), stuck_before()]), [Before, After]);
    }

    #[test]
    fn what_follows_a_sunk_piece_sinks() {
        for dependent in [
            Piece {
                needs: vec![0],
                ..piece()
            },
            Piece {
                follows: vec![0],
                ..piece()
            },
        ] {
            assert_eq!(destinations(&[stuck_before(), dependent]), [After, After]);
        }
    }

    #[test]
    fn stuck_between() {
        let both = Piece {
            needs: vec![0],
            ..stuck_after()
        };
        let refusal = place(&[stuck_before(), both]).unwrap_err();
        assert!(matches!(refusal, Refusal::CannotMove { .. }));
    }

    #[test]
    fn only_what_goes_behind_holds_others_back() {
        use Zone::{Always, IfRun};
        let holds_back = |zone, destination, other| {
            let earlier = Piece { zone, ..piece() };
            may_hold_back(&earlier, destination, other)
        };
        assert!(!holds_back(Always, Before, IfRun) && !holds_back(IfRun, Before, IfRun));
        assert!(holds_back(IfRun, Before, Always));
        assert!(holds_back(IfRun, After, IfRun) && holds_back(Always, After, Always));
    }

    #[test]
    fn zones_keep_their_order() {
        // A conditional store, then an unconditional load of it: hoisted, the
        // load would come first, so it sinks.
        let store = piece();
        let load = Piece {
            zone: Zone::Always,
            follows: vec![0],
            ..piece()
        };
        assert_eq!(destinations(&[store, load]), [Before, After]);
        // An unconditional piece that sinks, then a conditional one behind it:
        // sunk, that would come first.
        let sunk = Piece {
            zone: Zone::Always,
            ..stuck_before()
        };
        let conditional = Piece {
            follows: vec![0],
            ..piece()
        };
        assert!(place(&[sunk, conditional]).is_err());
    }
}
