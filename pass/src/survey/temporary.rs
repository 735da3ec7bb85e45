//! Memory that only carries values from one loop to the next.

use super::footprint::Objects;
use crate::llvm::{Host, Loop, Opcode};
use crate::model::ObjectId;

/// Uses looked at before giving up.
const MOST_USES: usize = 64;

/// Is an object the function's own, and used in these loops only? What it holds then goes
/// once they are one loop and read what they stored in the same iteration.
pub fn is_temporary<'h>(
    host: &'h Host,
    objects: &Objects<'h>,
    object: ObjectId,
    loops: [Loop<'h>; 2],
) -> bool {
    let memory = objects.value(object);
    if !host.is_local_memory(memory) {
        return false;
    }
    let mut left = MOST_USES;
    let mut pointers = vec![memory];
    while let Some(pointer) = pointers.pop() {
        for user in pointer.users() {
            left -= 1;
            if left == 0 {
                return false;
            }
            let is_inside = loops.iter().any(|l| l.defines(user));
            let holds = match user.opcode() {
                Some(Opcode::LLVMGetElementPtr) => {
                    pointers.push(user);
                    true
                }
                Some(Opcode::LLVMLoad) => is_inside,
                Some(Opcode::LLVMStore) => is_inside && user.stored_value() != Some(pointer),
                _ => host.ends_memory(user),
            };
            if !holds {
                return false;
            }
        }
    }
    true
}
