//! Values that are handed on in memory of the heap, between loops that only a check lets fuse.
//!
//! The fused loops need that memory no more, the original ones do: so it may be allocated late, behind what
//! stands between its allocation and the loops.

use super::*;

impl Maker<'_> {
    pub(super) fn handed_on(&mut self, body: &mut Vec<Stmt>) {
        let pointers = self.pointers_of(None);
        let Some(&like) = pointers.choose(self.rng) else {
            return;
        };
        let ty = self.type_of(like);
        let before = self.program.kernel.locals.len();
        for _ in 0..self.pick(&[1, 1, 2, 2, 3]) {
            use How::*;
            let how = self.pick(&[Malloc, Malloc, Malloc, Calloc, Aligned, Own, PosixMemalign]);
            self.begin_temporary(body, ty, how, 0.75);
            // Values are handed on in the order in which memory was allocated, or not.
            if self.maybe(0.2) {
                let stmt = self.single();
                body.push(stmt);
            }
        }
        // Most of this has to stay where it is.
        for _ in 0..self.pick(&[0, 1, 1, 1, 2]) {
            let stmt = match self.maybe(0.4) {
                true => self.single(),
                false => self.effect(),
            };
            body.push(stmt);
        }
        let locals = before..self.program.kernel.locals.len();
        let bases = self.bases.clone();
        self.bases.retain(|base| !matches!(base, Base::Local(_)));
        let (like, _) = self.header(None);
        let mut last = None;
        for l in locals.clone() {
            self.handing(body, &like, Some(l), last);
            last = Some(l);
        }
        self.handing(body, &like, None, last);
        self.bases = bases;
        for l in locals {
            self.end_temporary(body, l);
        }
    }

    /// Pointers to data of a type.
    fn pointers_of(&self, ty: Option<Type>) -> Vec<Base> {
        let all = self.bases.iter().copied();
        all.filter(|base| matches!(base, Base::Pointer(_)))
            .filter(|base| ty.is_none_or(|ty| self.type_of(*base) == ty))
            .collect()
    }

    /// A loop that reads one temporary, and writes another one or something else.
    fn handing(
        &mut self,
        body: &mut Vec<Stmt>,
        like: &Loop,
        to: Option<usize>,
        from: Option<usize>,
    ) {
        let counter = self.counter();
        let around = Around {
            counter,
            ty: like.ty,
            start: like.start.constant,
        };
        let at = |local| Place {
            base: Base::Local(local),
            index: Index {
                exact: true,
                ..Index::plain(Linear::of(Int::Counter(counter), 0))
            },
            access: None,
        };
        let target = match to {
            Some(local) => at(local),
            None => {
                let pointers = self.pointers_of(from.map(|l| self.type_of(Base::Local(l))));
                let base = self.pick(&pointers);
                self.place(base, &[around])
            }
        };
        let ty = self.type_of(target.base).domain();
        let mut value = self.expr(ty, &[around], 1);
        if let Some(from) = from {
            let handed = Expr::new(ty, ExprKind::Load(at(from)));
            value = Expr::bin(Op::Add, handed, value);
        }
        let mut l = Loop {
            counter,
            body: vec![Stmt::Store(target, value)],
            ..like.clone()
        };
        if self.chance(Feature::Reductions) {
            l.body.push(self.scalar_statement(&[around]));
        }
        if self.chance(Feature::Conditionals) && to.is_none() {
            let cond = self.data_condition(&[around]);
            l.body = vec![Stmt::If(cond, l.body, vec![])];
        }
        body.push(Stmt::Loop(l));
    }
}
