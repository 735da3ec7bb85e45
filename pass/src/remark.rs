//! What the pass says: every fusion, every refusal of a pair, every loop that is
//! no candidate; as LLVM remarks, or printed as verdicts.

use crate::legality::conformance::Alignment;
use crate::legality::{Legal, Refusal};
use crate::llvm::{Host, Loop, Piece, RemarkKind};
use crate::model::{LoopFacts, Side};

/// Where verdicts go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Channel {
    /// LLVM remarks of fusions.
    Fusions,
    /// LLVM remarks of refusals.
    Refusals,
    /// All to standard error.
    Print,
}

impl Channel {
    /// Does it carry more than fusions?
    pub fn tells_refusals(self) -> bool {
        self != Channel::Fusions
    }
}

/// Reports verdicts about one function.
pub struct Reporter<'h> {
    host: &'h Host,
    channel: Channel,
    is_heard: bool,
}

impl<'h> Reporter<'h> {
    /// Reports on the function of `host`.
    pub fn new(host: &'h Host, channel: Channel) -> Self {
        Reporter {
            host,
            channel,
            is_heard: host.wants_remarks(),
        }
    }

    /// Will anybody hear of refusals?
    pub fn tells_refusals(&self) -> bool {
        self.channel.tells_refusals()
    }

    /// Two loops are about to be fused.
    pub fn fused(&self, l: Loop<'_>, first: &LoopFacts, second: &LoopFacts, legal: &Legal) {
        self.emit(RemarkKind::Passed, "Fused", l, || {
            fused_pieces(first, second, legal)
        });
    }

    /// Two siblings are not fused.
    pub fn refused(
        &self,
        l: Loop<'_>,
        first: &LoopFacts,
        second: &LoopFacts,
        refusals: &[Refusal],
    ) {
        for refusal in refusals {
            self.emit(RemarkKind::Missed, refusal.name(), l, || {
                refused_pieces(first, second, refusal)
            });
        }
    }

    /// A loop cannot take part in fusion.
    pub fn not_candidate(&self, l: Loop<'_>, facts: &LoopFacts, refusals: &[Refusal]) {
        for refusal in refusals {
            self.emit(RemarkKind::Analysis, refusal.name(), l, || {
                candidate_pieces(facts, refusal)
            });
        }
    }

    fn emit(&self, kind: RemarkKind, name: &str, l: Loop<'_>, pieces: impl FnOnce() -> Vec<Piece>) {
        let is_fusion = kind == RemarkKind::Passed;
        match self.channel {
            Channel::Fusions if !is_fusion || !self.is_heard => {}
            Channel::Refusals if is_fusion => {}
            Channel::Fusions | Channel::Refusals => self.host.remark(kind, name, l, &pieces()),
            Channel::Print => {
                let spoken = pieces().into_iter().filter(|p| !p.is_silent);
                let text: String = spoken.map(|p| p.value).collect();
                eprintln!("  [{name}] {text}");
            }
        }
    }
}

fn fused_pieces(first: &LoopFacts, second: &LoopFacts, legal: &Legal) -> Vec<Piece> {
    let mut pieces = vec![
        text("fused "),
        argument("FirstLoop", &first.label),
        text(" with "),
        argument("SecondLoop", &second.label),
    ];
    if let Some(count) = &first.trip_count {
        pieces.extend([text(", trip count "), argument("TripCount", count)]);
    }
    if legal.shared.stronger().is_some() {
        pieces.push(text("; only where both run"));
    }
    match legal.alignment {
        Alignment::Equal => {}
        Alignment::Prologue { iterations } => pieces.extend([
            text("; the first "),
            argument("Prologue", &iterations.to_string()),
            text(" of the first loop run before"),
        ]),
        Alignment::Remainder { longer, iterations } => pieces.extend([
            text("; the last "),
            argument("Remainder", &iterations.to_string()),
            text(match longer {
                Side::First => " of the first loop run behind",
                Side::Second => " of the second loop run behind",
            }),
        ]),
    }
    pieces
}

fn refused_pieces(first: &LoopFacts, second: &LoopFacts, refusal: &Refusal) -> Vec<Piece> {
    let mut pieces = vec![
        argument("FirstLoop", &first.label),
        text(" and "),
        argument("SecondLoop", &second.label),
        text(" not fused: "),
    ];
    pieces.extend(reason_pieces(refusal));
    pieces
}

fn candidate_pieces(facts: &LoopFacts, refusal: &Refusal) -> Vec<Piece> {
    let mut pieces = vec![argument("Loop", &facts.label), text(" cannot be fused: ")];
    pieces.extend(reason_pieces(refusal));
    pieces
}

fn reason_pieces(refusal: &Refusal) -> Vec<Piece> {
    let mut pieces = vec![argument("Reason", &refusal.message())];
    if let Some(advice) = refusal.advice() {
        pieces.extend([text("; "), argument("Advice", advice)]);
    }
    // The sentence has said these; tools find them by name.
    let silent = |(key, value)| Piece {
        key,
        value,
        is_silent: true,
    };
    pieces.extend(refusal.arguments().into_iter().map(silent));
    pieces
}

fn text(value: &str) -> Piece {
    Piece {
        key: "",
        value: value.into(),
        is_silent: false,
    }
}

fn argument(key: &'static str, value: &str) -> Piece {
    Piece {
        key,
        value: value.into(),
        is_silent: false,
    }
}
