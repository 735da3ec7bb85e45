//! Makes a program one without undefined behaviour: by what a run of it does.
//!
//! Objects get the size that is touched, so that guard pages at their ends show whatever else touches
//! more; subscripts move with them. What no run has seen overflow may be said not to. Temporaries of
//! which something is read that nobody wrote are zeros at first.

use super::interpret::{self, ESCAPED, ESCAPED_SIZE, FLOATS, Observed, RESULTS, Result_, Unfit};
use super::walk::{self, Visitor};
use super::*;
use std::collections::{BTreeMap, HashSet};

/// How often a program is run to find all temporaries that have to be zeros.
const TRIES: usize = 4;

/// Fits a program, and says what it does.
pub fn fit(program: &mut Program) -> Result<Result_, Unfit> {
    let observed = zero_unwritten(program)?;
    let mut inexact = Inexact(&observed.inexact);
    walk::body(&mut program.kernel.body, &mut inexact);
    lay_out(program, &observed)?;
    check_failures(program)?;
    let (result, observed) = interpret::run(program, &[])?;
    // Where an object begins may be another element now.
    match observed.unwritten.is_empty() {
        true => Ok(result),
        false => Err(Unfit::Undefined("unwritten memory")),
    }
}

fn zero_unwritten(program: &mut Program) -> Result<Observed, Unfit> {
    for _ in 0..TRIES {
        let (_, observed) = interpret::run(program, &[])?;
        if observed.unwritten.is_empty() {
            return Ok(observed);
        }
        for l in observed.unwritten {
            let local = &mut program.kernel.locals[l];
            local.how = if local.how.is_heap() {
                How::Calloc
            } else {
                How::Zeroed
            };
        }
    }
    Err(Unfit::Undefined("unwritten memory"))
}

/// Flags that do not hold go.
struct Inexact<'o>(&'o HashSet<usize>);

impl Visitor for Inexact<'_> {
    fn index(&mut self, _: Base, index: &mut Index) {
        // Where subscripts move, constants may become negative.
        index.exact &= index.ty.signed && !self.0.contains(&(std::ptr::from_ref(index) as usize));
    }

    fn one_loop(&mut self, l: &mut Loop) {
        l.exact &= !self.0.contains(&(std::ptr::from_ref(l) as usize));
    }
}

/// By how many elements bases move.
struct Move {
    by: BTreeMap<Base, i64>,
    /// The rows of bases that are accessed by rows.
    rows: BTreeMap<Base, i64>,
}

struct FindRows<'m>(&'m mut BTreeMap<Base, i64>);

impl Visitor for FindRows<'_> {
    fn index(&mut self, base: Base, index: &mut Index) {
        if let Some((_, length)) = index.row {
            self.0.insert(base, length);
        }
    }
}

impl Move {
    fn set(&mut self, base: Base, low: i64) -> i64 {
        let back = -low;
        let by = match self.rows.get(&base) {
            Some(length) => {
                back.div_euclid(*length) * length + if back % length == 0 { 0 } else { *length }
            }
            None => back,
        };
        self.by.insert(base, by);
        by
    }
}

impl Visitor for Move {
    fn index(&mut self, base: Base, index: &mut Index) {
        let by = self.by.get(&base).copied().unwrap_or(0);
        match &mut index.row {
            Some((row, length)) => row.constant += by / *length,
            None if index.post == Post::None
                && (index.exact && index.ty.signed || index.ty.ty == Type::I64) =>
            {
                index.column.constant += by;
            }
            None => index.after += by,
        }
    }
}

fn lay_out(program: &mut Program, observed: &Observed) -> Result<(), Unfit> {
    let mut moves = Move {
        by: BTreeMap::new(),
        rows: BTreeMap::new(),
    };
    walk::body(&mut program.kernel.body, &mut FindRows(&mut moves.rows));
    let mut moved: BTreeMap<Object, i64> = BTreeMap::new();
    for (g, global) in program.globals.iter_mut().enumerate() {
        let (low, high) = observed.globals.get(&g).copied().unwrap_or((0, 0));
        if [ESCAPED, RESULTS, FLOATS].contains(&g) {
            if low < 0 || high >= ESCAPED_SIZE {
                return Err(Unfit::Far);
            }
            global.size = ESCAPED_SIZE;
            continue;
        }
        let by = moves.set(Base::Global(g), low);
        moved.insert(Object::Global(g), by);
        global.origin += by;
        global.size = high + by + 1;
    }
    for (a, array) in program.arena.iter_mut().enumerate() {
        let (low, high) = observed.arena.get(&a).copied().unwrap_or((0, 0));
        moved.insert(Object::Arena(a), -low);
        array.origin -= low;
        array.size = high - low + 1;
    }
    for (l, local) in program.kernel.locals.iter_mut().enumerate() {
        let (low, high) = observed.locals.get(&l).copied().unwrap_or((0, 0));
        if local.fits {
            let by = moves.set(Base::Local(l), low);
            local.size = Linear::constant(high + by + 1);
        } else if low < 0 {
            return Err(Unfit::Far);
        }
    }
    for call in &mut program.calls {
        for (object, offset) in &mut call.pointers {
            *offset += moved.get(object).copied().unwrap_or(0);
        }
    }
    walk::body(&mut program.kernel.body, &mut moves);
    Ok(())
}

/// Whatever allocations fail, the program must be right.
fn check_failures(program: &mut Program) -> Result<(), Unfit> {
    let failing = program.failing.clone();
    for subset in subsets(&failing).skip(1) {
        let (_, observed) = interpret::run(program, &subset)?;
        // What is done in the calls behind may be something else.
        if !observed.unwritten.is_empty() {
            return Err(Unfit::Undefined("unwritten memory"));
        }
        let is_outside = |arrays: &[Global], touched: &BTreeMap<usize, (i64, i64)>| {
            let mut touched = touched.iter();
            touched.any(|(n, (low, high))| *low < 0 || *high >= arrays[*n].size)
        };
        let mut locals = program.kernel.locals.iter().enumerate();
        let is_outside_local = locals.any(|(l, local)| {
            let (low, high) = observed.locals.get(&l).copied().unwrap_or((0, 0));
            low < 0 || local.fits && high >= local.size.constant
        });
        if is_outside(&program.globals, &observed.globals)
            || is_outside(&program.arena, &observed.arena)
            || is_outside_local
        {
            return Err(Unfit::Far);
        }
    }
    Ok(())
}

/// All subsets, the empty one first.
pub fn subsets(all: &[usize]) -> impl Iterator<Item = Vec<usize>> {
    (0..1usize << all.len()).map(|bits| {
        let chosen = all.iter().enumerate().filter(|(n, _)| bits >> n & 1 == 1);
        chosen.map(|(_, l)| *l).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::{Seed, generate};

    #[test]
    fn nothing_is_read_that_nobody_wrote_whatever_allocations_fail() {
        // Behind a call that failed, the first try of the last seed comes upon other values in the arrays, takes another
        // way, and reads a temporary there before it is written.
        for number in (0..100).chain([51_000_296]) {
            let (program, _) = generate(&Seed::new("handed-on", number, &[])).unwrap();
            for failing in subsets(&program.failing) {
                let (_, observed) = interpret::run(&program, &failing).unwrap();
                assert!(observed.unwritten.is_empty(), "seed {number}, {failing:?}");
            }
        }
    }
}
