//! Will LLVM's loop vectoriser take a loop?
//!
//! The vectoriser wants an innermost loop whose memory accesses it can order,
//! whose header phis are inductions, reductions or first-order recurrences, and
//! whose calls have vector forms. Its own analyses answer each of these.

use super::loops::Surveyed;
use super::words::describe;
use crate::llvm::{Host, Loop, Opcode, Recurrence};
use crate::model::Vectorisable;

/// Will a loop with loops inside be an innermost one, since LLVM unrolls all of these as
/// often as they run?
pub fn becomes_innermost(host: &Host, l: Loop<'_>) -> bool {
    let inner = l.children(host);
    let vanishes = |l: &Loop<'_>| {
        let is_innermost = l.children(host).is_empty();
        (is_innermost || becomes_innermost(host, *l)) && l.is_unrolled_wholly(host)
    };
    !inner.is_empty() && inner.iter().all(vanishes)
}

impl Surveyed<'_> {
    /// What the vectoriser will say of this loop as it stands.
    pub fn vectorisable(&self, host: &Host) -> Vectorisable {
        if !self.facts.is_innermost {
            return Vectorisable::NotInnermost;
        }
        if self.facts.attributes.iter().any(|a| {
            a.name == "llvm.loop.vectorize.enable" && a.value == Some(0)
                || a.name == "llvm.loop.vectorize.width" && a.value == Some(1)
                || a.name == "llvm.loop.isvectorized"
        }) {
            return Vectorisable::No("its pragma says so".into());
        }
        for phi in self.l.header().phis() {
            let name = phi.label();
            match self.l.recurrence(host, phi) {
                Recurrence::Induction | Recurrence::Reduction | Recurrence::FirstOrder => {}
                Recurrence::OrderedReduction if host.vectorises_ordered_reductions() => {}
                Recurrence::OrderedReduction => {
                    return Vectorisable::No(format!(
                        "{name} accumulates floating-point numbers in strict order"
                    ));
                }
                Recurrence::Other => {
                    return Vectorisable::No(format!(
                        "{name} depends on its value of the iteration before"
                    ));
                }
            }
        }
        for block in self.l.blocks() {
            if block.terminator().opcode() == Some(Opcode::LLVMSwitch) {
                return Vectorisable::No("it contains a switch".into());
            }
            for instruction in block.instructions() {
                let is_call = instruction.opcode() == Some(Opcode::LLVMCall);
                if is_call
                    && !host.effects(instruction).is_harmless()
                    && !host.is_vector_call(instruction)
                {
                    let call = describe(host, instruction);
                    return Vectorisable::No(format!("{call} has no vector form"));
                }
            }
        }
        match self.l.vectorisable_memory(host) {
            Some(checks) => Vectorisable::Yes { checks },
            None => Vectorisable::No("its own memory accesses cannot be reordered".into()),
        }
    }
}
