//! What stands between two loops: single statements, and sets of them that have to move together.
//!
//! A fusion must carry all of it before or behind both loops, or leave the pair alone. So it is made of what
//! depends on its neighbours in every combination.

use super::*;

impl Maker<'_> {
    pub(super) fn between(&mut self, body: &mut Vec<Stmt>) {
        if self.chance(Feature::LateTemporaries) {
            self.late_temporary(body);
        }
        if self.chance(Feature::Swaps)
            && let Some(swap) = self.swap()
        {
            body.push(swap);
        }
        if !self.chance(Feature::Sets) {
            let stmt = self.single();
            body.push(stmt);
            return;
        }
        for _ in 0..self.pick(&[1, 2, 2, 3, 4]) {
            let stmt = self.member();
            body.push(stmt);
        }
    }

    pub(super) fn single(&mut self) -> Stmt {
        match self.range(0, 99) {
            0..30 => self.scalar_statement(&[]),
            30..60 => self.store(&[]),
            60..70 => {
                let inner = self.store(&[]);
                Stmt::If(self.data_condition(&[]), vec![inner], vec![])
            }
            70..76 => self.call(),
            76..84 if self.chance(Feature::Returns) => {
                Stmt::Return(self.data_condition(&[]), self.range(1, 9))
            }
            84..92 if self.chance(Feature::Transfers) => self.transfer(),
            _ => self.scalar_statement(&[]),
        }
    }

    pub(super) fn scalar_statement(&mut self, loops: &[Around]) -> Stmt {
        let all: Vec<_> = self.ints.iter().chain(&self.floats).copied().collect();
        let scalar = self.pick(&all);
        let ty = self.program.kernel.scalars[scalar].0;
        let value = self.expr(ty, loops, 1);
        Stmt::Assign(
            scalar,
            Expr::bin(Op::Add, Expr::new(ty, ExprKind::Scalar(scalar)), value),
        )
    }

    fn call(&mut self) -> Stmt {
        let (helper, args) = self.helper(&[]);
        Stmt::Call(helper, args)
    }

    /// A fill, or a copy between two arrays.
    fn transfer(&mut self) -> Stmt {
        let base = self.pick(&self.bases.clone());
        let at = |base, first| Place {
            base,
            index: Index::plain(Linear::constant(first)),
            access: None,
        };
        let first = self.range(0, 3);
        let count = match self.maybe(0.5) {
            true => Linear::constant(self.range(1, 9)),
            false => Linear::of(K, 0),
        };
        if base == Base::Global(0) || self.maybe(0.5) {
            let byte = self.pick(&[0, 0, 1, 255]);
            return Stmt::Fill(at(base, first), count, byte);
        }
        let like: Vec<_> = self
            .bases
            .iter()
            .copied()
            .filter(|b| *b != base && self.type_of(*b) == self.type_of(base))
            .collect();
        match like.choose(self.rng).copied() {
            Some(from) => Stmt::Copy(at(base, first), at(from, 1), count),
            None => Stmt::Fill(at(base, first), count, 0),
        }
    }

    // --- sets ---

    fn member(&mut self) -> Stmt {
        match self.range(0, 99) {
            0..25 => self.fetch(),
            25..40 => self.store(&[]),
            40..50 => self.scalar_statement(&[]),
            50..70 => self.branches(),
            70..82 => self.small_loop(),
            _ => self.effect(),
        }
    }

    /// A scalar gets a value that has nothing to do with the one it had.
    fn fetch(&mut self) -> Stmt {
        let all: Vec<_> = self.ints.iter().chain(&self.floats).copied().collect();
        let scalar = self.pick(&all);
        let ty = self.program.kernel.scalars[scalar].0;
        let value = match self.maybe(0.6) {
            true => self.load(ty, &[]),
            false => None,
        };
        let value = match value {
            Some(value) => value,
            None => self.expr(ty, &[], 1),
        };
        Stmt::Assign(scalar, value)
    }

    /// A whole conditional.
    fn branches(&mut self) -> Stmt {
        let some = |maker: &mut Self| -> Vec<Stmt> {
            let mut made = Vec::new();
            for _ in 0..maker.range(1, 2) {
                made.push(match maker.range(0, 3) {
                    0 | 1 => maker.fetch(),
                    2 => maker.scalar_statement(&[]),
                    _ => maker.store(&[]),
                });
            }
            if maker.maybe(0.12) {
                made.push(maker.small_loop());
            }
            made
        };
        let then = some(self);
        let other = if self.maybe(0.6) { some(self) } else { vec![] };
        let last = self.last_guard.take();
        let cond = if self.maybe(0.7) {
            self.guard()
        } else {
            self.data_condition(&[])
        };
        self.last_guard = last;
        Stmt::If(cond, then, other)
    }

    /// A loop of a few iterations.
    fn small_loop(&mut self) -> Stmt {
        let count = match self.maybe(0.7) {
            true => Linear::constant(self.range(1, 4)),
            false => Linear::of(K, 0),
        };
        let all = self.bases.clone();
        if self.maybe(0.5) {
            self.bases = vec![self.pick(&all)];
        }
        let (mut l, around) = self.header(Some(count));
        l.body = self.loop_body(&[around]);
        self.bases = all;
        Stmt::Loop(l)
    }

    /// A call that does something: prints, touches memory, lets it escape, may end the program.
    pub(super) fn effect(&mut self) -> Stmt {
        if self.maybe(self.weights.of(Feature::Exits) * 1.5) {
            // That it ends is the exception.
            let at = Expr::constant(Type::I32, self.pick(&[77, 77, 78, 1, 2, 17]));
            let int = self.pick(&[N, K]);
            let helper = self.pick(&[Helper::Stop, Helper::StopQuiet]);
            return Stmt::Call(helper, vec![Expr::new(Type::I32, ExprKind::Int(int)), at]);
        }
        if self.chance(Feature::Escapes) {
            if self.maybe(0.6) {
                let lasting: Vec<_> = self
                    .bases
                    .iter()
                    .copied()
                    .filter(|base| self.may_escape(*base))
                    .collect();
                if let Some(base) = lasting.choose(self.rng) {
                    return Stmt::Keep(*base);
                }
            }
            return Stmt::Call(Helper::Kick, vec![self.leaf(Type::I32, &[])]);
        }
        self.call()
    }

    /// Arrays with rows are laid out by rows, and what is on the stack ends before it is forgotten.
    fn may_escape(&self, base: Base) -> bool {
        let is_on_stack = match base {
            Base::Local(l) => !self.program.kernel.locals[l].how.is_heap(),
            Base::Pointer(p) => self.program.kernel.pointers[p].noalias,
            Base::Global(g) => self.program.globals[g].internal && g > 0,
        };
        !is_on_stack && !self.by_rows.contains(&base)
    }

    // --- temporaries ---

    /// A temporary begins.
    pub(super) fn temporary(&mut self, body: &mut Vec<Stmt>, late: bool) {
        use How::*;
        let like: Vec<_> = self
            .bases
            .iter()
            .map(|base| self.type_of(*base))
            .take(2)
            .collect();
        let ty = self.pick(&like);
        let how = match late {
            true => self.pick(&[Malloc, Malloc, Calloc, Aligned, Own]),
            false => self.pick(&[
                Malloc,
                Malloc,
                Malloc,
                Calloc,
                Aligned,
                Own,
                PosixMemalign,
                Stack,
                Stack,
                Zeroed,
            ]),
        };
        self.begin_temporary(body, ty, how, 0.35);
        if late {
            self.live.push(self.program.kernel.locals.len() - 1);
        }
    }

    /// One that is tested for failure so often.
    pub(super) fn begin_temporary(
        &mut self,
        body: &mut Vec<Stmt>,
        ty: Type,
        how: How,
        tested: f64,
    ) {
        let l = self.program.kernel.locals.len();
        let before = l.checked_sub(1).map(|l| &self.program.kernel.locals[l]);
        let has_partner = before.is_some_and(|b| b.test == Test::None && b.how.is_heap())
            && matches!(body.last(), Some(Stmt::Alloc(_)));
        let test = match how.is_heap() {
            true if has_partner && self.maybe(0.4) => Test::Both,
            true if self.maybe(tested) => Test::Return,
            _ => Test::None,
        };
        self.program.kernel.locals.push(Local {
            ty,
            how,
            test,
            size: Linear::default(),
            fits: true,
        });
        body.push(Stmt::Alloc(l));
        self.bases.extend([Base::Local(l); 2]);
    }

    fn late_temporary(&mut self, body: &mut Vec<Stmt>) {
        if !self.live.is_empty() && self.maybe(0.4) {
            let l = self.pick(&self.live.clone());
            self.end_temporary(body, l);
        } else if self.live.len() < 3 {
            self.temporary(body, true);
        }
    }

    pub(super) fn end_temporary(&mut self, body: &mut Vec<Stmt>, l: usize) {
        self.live.retain(|one| *one != l);
        self.bases.retain(|base| *base != Base::Local(l));
        if self.chance(Feature::Gives) {
            body.push(Stmt::Give(Base::Local(l)));
        }
        body.push(Stmt::Free(l));
    }

    /// What the row has begun ends with it.
    pub(super) fn end_temporaries(&mut self, body: &mut Vec<Stmt>) {
        for l in self.live.clone() {
            self.end_temporary(body, l);
        }
    }

    /// Two pointers of one type change places.
    fn swap(&mut self) -> Option<Stmt> {
        let pointers = &self.program.kernel.pointers;
        let pairs: Vec<_> = (0..pointers.len())
            .flat_map(|a| (0..a).map(move |b| (b, a)))
            .filter(|(a, b)| pointers[*a].ty == pointers[*b].ty)
            .collect();
        let (a, b) = *pairs.choose(self.rng)?;
        let swap = Stmt::Swap(a, b);
        if self.maybe(0.4) {
            let with = self.pick(&[2, 4, 8]);
            let own = self.program.kernel.ints[0];
            let cond = Cond::Ints(Rel::Lt, own, Linear::of(N, 0), Linear::constant(with));
            return Some(Stmt::If(cond, vec![swap], vec![]));
        }
        Some(swap)
    }
}
