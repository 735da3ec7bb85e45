//! How remarks call loops and instructions.

use crate::llvm::{Loop, Opcode, Value};

/// How remarks call a loop.
pub fn label(l: Loop<'_>) -> String {
    match l.line() {
        (0, _) => format!("loop %{}", l.header().name()),
        (line, _) => format!("loop at line {line}"),
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
