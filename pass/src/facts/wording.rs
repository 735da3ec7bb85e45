//! How remarks call loops and instructions.

use crate::llvm::{Block, Host, Loop, Opcode, Value};

/// How remarks call a loop.
pub fn label(l: Loop<'_>) -> String {
    let place = l.place();
    if !place.is_empty() {
        return format!("loop {place}");
    }
    match l.header().name() {
        name if name.is_empty() => "loop <unnamed>".into(),
        name => format!("loop %{name}"),
    }
}

/// Where a block is.
pub fn place(block: Block<'_>) -> String {
    let line = block
        .instructions()
        .map(|i| i.line())
        .find(|&line| line != 0);
    match (line, block.name()) {
        (Some(line), _) => format!("line {line}"),
        (None, name) if name.is_empty() => "block <unnamed>".into(),
        (None, name) => format!("block %{name}"),
    }
}

/// An instruction in words.
pub fn describe<'h>(host: &'h Host, instruction: Value<'h>) -> String {
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
                .map(|p| host.underlying_object(p).label());
            format!("store to {}", target.unwrap_or_default())
        }
        Some(Opcode::LLVMLoad) => {
            let source = instruction
                .operands()
                .next()
                .map(|p| host.underlying_object(p).label());
            format!("load from {}", source.unwrap_or_default())
        }
        _ => format!("computation of {}", instruction.label()),
    }
}
