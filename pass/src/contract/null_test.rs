//! Branches on whether allocations failed.

use crate::llvm::{Block, Connective, Opcode, Value};
use rustc_hash::FxHashSet;

/// How many values a condition may be made of.
const MOST_VALUES: usize = 64;

/// A branch that leads away if one of some allocations failed, and to the same place if not.
#[derive(Clone, Debug)]
pub struct NullTest<'h> {
    /// The block that ends in it.
    pub block: Block<'h>,
    /// Where it leads if one failed.
    pub failed: Block<'h>,
    /// Where it leads else.
    pub passed: Block<'h>,
    /// What is computed for it and for nothing else, each after what it is computed from.
    pub condition: Vec<Value<'h>>,
}

impl<'h> NullTest<'h> {
    /// The test at the end of a block, if it is one and of nothing but these allocations.
    pub fn at(block: Block<'h>, allocations: &FxHashSet<Value<'h>>) -> Option<Self> {
        let branch = block.terminator();
        let is_branch = branch.opcode() == Some(Opcode::LLVMBr);
        let &[if_true, if_false] = &block.successors()[..] else {
            return None;
        };
        let root = branch.operands().next().filter(|_| is_branch)?;
        let mut condition = Vec::new();
        let is_failure = tells_failure(root, branch, allocations, &mut condition)?;
        let (failed, passed) = if is_failure {
            (if_true, if_false)
        } else {
            (if_false, if_true)
        };
        (failed != passed).then_some(NullTest {
            block,
            failed,
            passed,
            condition,
        })
    }
}

/// Is a condition true if any allocation failed (`true`), or if none did (`false`)? None if it
/// is neither, or used elsewhere. What it is made of is collected.
fn tells_failure<'h>(
    value: Value<'h>,
    user: Value<'h>,
    allocations: &FxHashSet<Value<'h>>,
    condition: &mut Vec<Value<'h>>,
) -> Option<bool> {
    let is_used_elsewhere = value.users().any(|other| other != user) || condition.contains(&value);
    if condition.len() >= MOST_VALUES || is_used_elsewhere {
        return None;
    }
    let is_failure = match value.null_comparison() {
        Some((pointer, is_null)) => allocations.contains(&pointer).then_some(is_null)?,
        None => {
            let (connective, parts) = value.connective()?;
            let is_any = connective == Connective::Or;
            for part in parts {
                if tells_failure(part, value, allocations, condition)? != is_any {
                    return None;
                }
            }
            is_any
        }
    };
    condition.push(value);
    Some(is_failure)
}
