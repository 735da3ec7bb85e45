//! Gives parts of one array alias scopes. They hold while the function runs: they are declared where it begins, so
//! that each copy of it that is inlined has scopes of its own.

use crate::facts::planes::Planes;
use crate::llvm::Host;

/// Says of all accesses which parts they never meet.
pub fn apply(host: &Host, planes: &Planes<'_>) {
    let Some(entry) = host.blocks().first().copied() else {
        return;
    };
    let scopes = host.new_scopes(Some(entry.terminator()), planes.apart.len());
    for &(access, part) in &planes.accesses {
        let others: Vec<_> = planes.apart[part].iter().map(|at| scopes[*at]).collect();
        scopes[part].add_to(access, &others);
    }
    host.ir_changed();
}
