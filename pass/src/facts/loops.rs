//! Surveys one loop: structure, count and hazards.

use super::eligible::is_counted;
use super::failing::may_fail;
use super::footprint::{Footprint, Objects, is_named};
use super::guards::Shape;
use super::hazards::hazard;
use super::wording::{describe, label, place};
use crate::llvm::{Attribute, Block, Host, Loop, Opcode, Recurrence, Value};
use crate::model::{Hazard, HazardKind, LoopAttribute, LoopFacts, Structure, VERSIONED};
use std::cell::OnceCell;

/// One loop as surveyed.
pub struct Surveyed<'h> {
    /// The loop.
    pub l: Loop<'h>,
    /// What legality reads.
    pub facts: LoopFacts,
    /// Its borders; none unless its structure is canonical.
    pub shape: Option<Shape<'h>>,
    /// Alias scopes are declared inside, which hold for one iteration only.
    pub declares_scopes: bool,
    /// A check has told its pointers apart already, as far as that goes.
    pub is_versioned: bool,
    /// The loop's metadata, in the order of the facts' attributes.
    pub attributes: Vec<Attribute<'h>>,
    /// Instructions that touch memory, hazards aside.
    pub memory: Vec<Value<'h>>,
    /// What it touches, once asked for.
    footprint: OnceCell<Footprint<'h>>,
}

/// Surveys a loop, inner loops included.
pub fn survey<'h>(host: &'h Host, l: Loop<'h>) -> Surveyed<'h> {
    let structure = structure(host, l);
    let shape = if structure == Structure::Canonical {
        Shape::find(host, l)
    } else {
        None
    };
    let structure = match shape {
        None if structure == Structure::Canonical => Structure::NotSimplified,
        _ => structure,
    };
    // Of other loops LLVM may evaluate one iteration after the other, to find out how many there are.
    let is_counted = is_counted(l);
    let attributes = l.attributes();
    let mut survey = Surveyed {
        l,
        facts: LoopFacts {
            label: label(l),
            line: l.line(),
            is_innermost: l.children(host).is_empty(),
            instructions: 0,
            structure,
            trip_count: is_counted.then(|| trip_count(host, l)).flatten(),
            max_trip_count: is_counted.then(|| max_trip_count(host, l)).flatten(),
            carries_floats: l.header().phis().any(Value::is_floating_point),
            hazards: Vec::new(),
            attributes: attributes.iter().map(|a| attribute_fact(*a)).collect(),
        },
        shape,
        declares_scopes: false,
        is_versioned: l.has_attribute(VERSIONED),
        attributes,
        memory: Vec::new(),
        footprint: OnceCell::new(),
    };
    survey.note_inner_loops(host, l);
    for block in l.blocks() {
        survey.note_block(host, block);
        for instruction in block.instructions() {
            survey.facts.instructions += 1;
            survey.note_instruction(host, instruction);
        }
    }
    survey
}

fn structure(host: &Host, l: Loop<'_>) -> Structure {
    let exiting = l.exiting_blocks();
    match exiting.len() {
        0 => Structure::Endless,
        several @ 2.. => match exiting.iter().filter(|b| may_fail(l, **b)).count() {
            checks if checks + 1 == several => Structure::FailingChecks(checks),
            _ => Structure::SeveralExits(several),
        },
        _ if !l.is_simplified() || !l.is_lcssa(host) => Structure::NotSimplified,
        _ if l.latch() == Some(exiting[0]) => Structure::Canonical,
        _ => Structure::NotRotated,
    }
}

fn trip_count(host: &Host, l: Loop<'_>) -> Option<String> {
    let count = l.backedge_count(host)?;
    if let Some(n) = count.as_unsigned_constant().and_then(|n| n.checked_add(1)) {
        return Some(n.to_string());
    }
    // One more than the back-edge count, unless that overflows its type.
    count.offset(host, 1).map(|c| c.text())
}

fn max_trip_count(host: &Host, l: Loop<'_>) -> Option<u64> {
    l.max_backedge_count(host)?.checked_add(1)
}

fn attribute_fact(attribute: Attribute<'_>) -> LoopAttribute {
    LoopAttribute {
        name: attribute.name(),
        value: attribute.value(),
    }
}

impl<'h> Surveyed<'h> {
    /// What the loop touches: costs more than all else, and is computed when first
    /// asked for. The facts must still hold.
    pub fn footprint(&self, host: &'h Host, objects: &Objects<'h>) -> &Footprint<'h> {
        self.footprint.get_or_init(|| {
            Footprint::find(host, (self.l, &self.memory), self.shape.is_some(), objects)
        })
    }

    /// Can all places be named that it writes?
    pub(crate) fn names_writes(&self, host: &Host) -> bool {
        let writes = |i: &&Value<'h>| host.effects(**i).writes();
        self.memory
            .iter()
            .filter(writes)
            .all(|i| is_named(host, *i))
    }

    /// How many values it carries from iteration to iteration, counters aside.
    pub fn carried_values(&self, host: &'h Host) -> u64 {
        let is_carried = |phi: &Value<'h>| self.l.recurrence(host, *phi) != Recurrence::Induction;
        self.l.header().phis().filter(is_carried).count() as u64
    }

    fn hazard(&mut self, kind: HazardKind, what: String, line: u32) {
        self.facts.hazards.push(Hazard { kind, what, line });
    }

    fn note_inner_loops(&mut self, host: &'h Host, l: Loop<'h>) {
        if self.facts.structure == Structure::Canonical && l.has_irreducible_cycle(host) {
            self.hazard(HazardKind::IrreducibleCycle, String::new(), 0);
        }
        let mut rest = l.children(host);
        while let Some(inner) = rest.pop() {
            // A loop without volatile, atomic or calls that may not return has
            // no way to make progress but to end; those are hazards themselves.
            if inner.backedge_count(host).is_none() && !inner.must_progress() {
                self.hazard(HazardKind::EndlessInnerLoop, label(inner), inner.line());
            }
            rest.extend(inner.children(host));
        }
    }

    fn note_block(&mut self, host: &'h Host, block: Block<'h>) {
        if block.is_address_taken() {
            self.hazard(HazardKind::AddressTaken, place(block), 0);
        }
        let end = block.terminator();
        let kind = match end.opcode() {
            Some(Opcode::LLVMBr | Opcode::LLVMSwitch) => return,
            // A call with a handler of exceptions. LLVM makes plain calls of those that cannot throw.
            Some(Opcode::LLVMInvoke) => HazardKind::MayThrow,
            _ => HazardKind::OddTerminator,
        };
        self.hazard(kind, describe(host, end), end.line());
    }

    fn note_instruction(&mut self, host: &'h Host, instruction: Value<'h>) {
        let effects = host.effects(instruction);
        self.declares_scopes |= effects.is_scope_declaration();
        if let Some(kind) = hazard(effects) {
            self.hazard(kind, describe(host, instruction), instruction.line());
        } else if !effects.is_harmless() && (effects.reads() || effects.writes()) {
            self.memory.push(instruction);
        }
    }
}
