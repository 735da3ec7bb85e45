//! Surveys one loop: structure, count, hazards and memory accesses.

use super::guards::Shape;
use super::ranges::{Extent, Range};
use crate::llvm::{AliasTags, Attribute, Block, Host, Loop, Opcode, Value};
use crate::model::{
    Access, AccessKind, Hazard, HazardKind, LoopAttribute, LoopFacts, ObjectId, Structure,
};
use std::collections::{HashMap, HashSet};

/// Numbers for underlying objects, shared by the loops of a pair. Valid until
/// something is edited.
#[derive(Default)]
pub struct Objects<'h> {
    ids: HashMap<Value<'h>, ObjectId>,
    objects: Vec<Value<'h>>,
}

impl<'h> Objects<'h> {
    fn id(&mut self, object: Value<'h>) -> ObjectId {
        let next = ObjectId(self.objects.len() as u32);
        *self.ids.entry(object).or_insert_with(|| {
            self.objects.push(object);
            next
        })
    }

    /// The object behind a number.
    pub fn value(&self, id: ObjectId) -> Value<'h> {
        self.objects[id.0 as usize]
    }
}

/// One loop as surveyed.
pub struct Surveyed<'h> {
    /// The loop.
    pub l: Loop<'h>,
    /// What legality reads.
    pub facts: LoopFacts,
    /// Its borders; none unless its structure is canonical.
    pub shape: Option<Shape<'h>>,
    /// For each access of the facts: an instruction that makes it, and the
    /// bytes it touches, where known.
    pub sites: Vec<Site<'h>>,
    /// All instructions that touch memory.
    pub memory: Vec<Value<'h>>,
    /// Alias scopes are declared inside, which hold for one iteration only.
    pub declares_scopes: bool,
    /// The loop's metadata, in the order of the facts' attributes.
    pub attributes: Vec<Attribute<'h>>,
}

/// Where an access is made.
#[derive(Clone, Copy)]
pub struct Site<'h> {
    /// The instruction.
    pub instruction: Value<'h>,
    /// The bytes that one iteration touches.
    pub range: Option<Range<'h>>,
}

/// Surveys a loop, inner loops included.
pub fn survey<'h>(host: &'h Host, l: Loop<'h>, objects: &mut Objects<'h>) -> Surveyed<'h> {
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
    let attributes = l.attributes();
    let mut survey = Surveyed {
        l,
        facts: LoopFacts {
            label: label(l),
            line: l.line().0,
            is_innermost: l.children(host).is_empty(),
            instructions: 0,
            structure,
            trip_count: trip_count(host, l),
            max_trip_count: l.max_backedge_count(host).and_then(|n| n.checked_add(1)),
            hazards: Vec::new(),
            accesses: Vec::new(),
            attributes: attributes.iter().map(|a| attribute_fact(*a)).collect(),
        },
        shape,
        sites: Vec::new(),
        memory: Vec::new(),
        declares_scopes: false,
        attributes,
    };
    survey.note_inner_loops(host, l);
    let mut seen = HashSet::new();
    for block in l.blocks() {
        survey.note_block(block);
        for instruction in block.instructions() {
            survey.facts.instructions += 1;
            survey.note_instruction(host, instruction, block, objects, &mut seen);
        }
    }
    survey
}

/// How remarks call a loop.
pub fn label(l: Loop<'_>) -> String {
    match l.line() {
        (0, _) => format!("loop %{}", l.header().name()),
        (line, _) => format!("loop at line {line}"),
    }
}

fn structure(host: &Host, l: Loop<'_>) -> Structure {
    let exiting = l.exiting_blocks();
    match exiting.len() {
        0 => Structure::Endless,
        several @ 2.. => Structure::SeveralExits(several),
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

fn attribute_fact(attribute: Attribute<'_>) -> LoopAttribute {
    LoopAttribute {
        name: attribute.name(),
        value: attribute.value(),
    }
}

/// What makes two accesses of a loop one.
type Place<'h> = (AccessKind, ObjectId, Range<'h>, AliasTags);

/// One access to note.
struct Found<'h> {
    kind: AccessKind,
    pointer: Value<'h>,
    extent: Extent<'h>,
}

impl<'h> Surveyed<'h> {
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
                self.hazard(HazardKind::EndlessInnerLoop, label(inner), inner.line().0);
            }
            rest.extend(inner.children(host));
        }
    }

    fn note_block(&mut self, block: Block<'h>) {
        if block.is_address_taken() {
            self.hazard(
                HazardKind::AddressTaken,
                format!("block %{}", block.name()),
                0,
            );
        }
        let end = block.terminator();
        if !matches!(end.opcode(), Some(Opcode::LLVMBr | Opcode::LLVMSwitch)) {
            self.hazard(HazardKind::OddTerminator, describe(end), end.line().0);
        }
    }

    fn note_instruction(
        &mut self,
        host: &'h Host,
        instruction: Value<'h>,
        block: Block<'h>,
        objects: &mut Objects<'h>,
        seen: &mut HashSet<Place<'h>>,
    ) {
        let effects = host.effects(instruction);
        self.declares_scopes |= effects.is_scope_declaration();
        if effects.is_harmless() {
            return;
        }
        for (holds, kind) in [
            (effects.is_volatile(), HazardKind::Volatile),
            (effects.is_atomic(), HazardKind::Atomic),
            (effects.is_convergent(), HazardKind::Convergent),
            (effects.may_throw(), HazardKind::MayThrow),
            (effects.may_not_return(), HazardKind::MayNotReturn),
            (effects.is_pinned(), HazardKind::Pinned),
        ] {
            if holds {
                self.hazard(kind, describe(instruction), instruction.line().0);
                return;
            }
        }
        if !effects.reads() && !effects.writes() {
            return;
        }
        self.memory.push(instruction);
        let found = accesses(host, instruction, effects.writes());
        if found.is_empty() {
            let kind = if effects.writes() {
                AccessKind::Write
            } else {
                AccessKind::Read
            };
            self.note_access(kind, None, describe(instruction), instruction, None);
        }
        for Found {
            kind,
            pointer,
            extent,
        } in found
        {
            let object = pointer.underlying_object();
            let id = objects.id(object);
            let range = self
                .shape
                .as_ref()
                .and_then(|_| Range::find(host, self.l, block, pointer, extent));
            // The same bytes under the same tags need no second question.
            let tags = instruction.alias_tags();
            if range.is_some_and(|range| !seen.insert((kind, id, range, tags))) {
                continue;
            }
            self.note_access(kind, Some(id), object.label(), instruction, range);
        }
    }

    fn note_access(
        &mut self,
        kind: AccessKind,
        object: Option<ObjectId>,
        name: String,
        instruction: Value<'h>,
        range: Option<Range<'h>>,
    ) {
        let line = instruction.line().0;
        self.facts.accesses.push(Access {
            kind,
            object,
            name,
            line,
        });
        self.sites.push(Site { instruction, range });
    }
}

/// The places that an instruction accesses; empty if they cannot be named.
fn accesses<'h>(host: &'h Host, instruction: Value<'h>, writes: bool) -> Vec<Found<'h>> {
    if let Some((to, from, length)) = instruction.block_transfer() {
        let extent = Extent::Length(length);
        let mut found = vec![Found {
            kind: AccessKind::Write,
            pointer: to,
            extent,
        }];
        found.extend(from.map(|pointer| Found {
            kind: AccessKind::Read,
            pointer,
            extent,
        }));
        return found;
    }
    let kind = if writes {
        AccessKind::Write
    } else {
        AccessKind::Read
    };
    match host.access(instruction) {
        Some((pointer, bytes)) => vec![Found {
            kind,
            pointer,
            extent: Extent::Bytes(bytes),
        }],
        None => vec![],
    }
}

/// An instruction in words.
pub fn describe(instruction: Value<'_>) -> String {
    match instruction.opcode() {
        Some(Opcode::LLVMCall | Opcode::LLVMInvoke | Opcode::LLVMCallBr) => {
            if instruction.is_inline_assembly() {
                return "inline assembly".into();
            }
            let callee = instruction
                .operands()
                .last()
                .map(Value::name)
                .unwrap_or_default();
            if callee.is_empty() {
                "call through a pointer".into()
            } else {
                format!("call of {callee}")
            }
        }
        Some(Opcode::LLVMStore) => {
            let target = instruction
                .operands()
                .nth(1)
                .map(|p| p.underlying_object().label());
            format!("store to {}", target.unwrap_or_default())
        }
        Some(Opcode::LLVMLoad) => {
            let source = instruction
                .operands()
                .next()
                .map(|p| p.underlying_object().label());
            format!("load from {}", source.unwrap_or_default())
        }
        _ => format!("computation of {}", instruction.label()),
    }
}
