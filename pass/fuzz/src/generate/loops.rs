//! Loop headers: variations of one header, and nests of them.

use super::*;

/// Types of counters: C has them all.
const TYPES: [IntType; 8] = [
    INT,
    IntType {
        ty: Type::I32,
        signed: false,
    },
    WIDE,
    IntType {
        ty: Type::I64,
        signed: false,
    },
    IntType {
        ty: Type::I16,
        signed: false,
    },
    IntType {
        ty: Type::I8,
        signed: false,
    },
    IntType {
        ty: Type::I16,
        signed: true,
    },
    IntType {
        ty: Type::I8,
        signed: true,
    },
];

impl Maker<'_> {
    pub(super) fn odd_type(&mut self) -> IntType {
        self.pick(&TYPES)
    }

    /// What most loops of the kernel have in common.
    pub(super) fn base_header(&mut self) {
        let constant = self.maybe(if self.two_counts { 0.1 } else { 0.4 });
        let count = match constant {
            true => Linear::constant(self.pick(&[4, 6, 9, 16, 17, 33, 40])),
            false => Linear::of(N, 0),
        };
        let own = self.program.kernel.ints[0];
        let row = match self.maybe(0.5) {
            // As many as vectors need.
            _ if self.chance(Feature::Scopes) => Linear::constant(self.pick(&[17, 32, 40])),
            true => Linear::constant(self.pick(&[3, 4, 6, 8])),
            false => Linear::of(M, 0),
        };
        self.header = Header {
            count,
            start: self.pick(&[0, 0, 0, 0, 1, 2]),
            ty: if self.maybe(0.7) {
                own
            } else {
                self.pick(&TYPES[..4])
            },
            row,
        };
    }

    pub(super) fn counter(&mut self) -> usize {
        self.program.kernel.counters += 1;
        self.program.kernel.counters - 1
    }

    /// A loop without a body: so many iterations, or about as many as most have.
    pub(super) fn header(&mut self, count: Option<Linear>) -> (Loop, Around) {
        let mut count = match count {
            Some(count) => count,
            None if self.two_counts && self.maybe(0.45) => {
                let int = self.pick(&[N, M]);
                Linear::of(int, self.pick(&[0, 0, 0, 0, -1, 1]))
            }
            None => self.header.count.clone(),
        };
        if self.chance(Feature::Unequal) {
            count.constant += self.pick(&[-3, -2, -1, 1, 2, 3, -1, 1]);
        }
        let ty = if self.chance(Feature::OddCounters) {
            self.odd_type()
        } else {
            self.header.ty
        };
        let start = if self.maybe(0.8) {
            self.header.start
        } else {
            self.range(0, 3)
        };
        let step = if self.chance(Feature::Steps) {
            self.pick(&[2, 2, 3])
        } else {
            1
        };
        let down = self.chance(Feature::Downward);
        let (start, bound, rel, step) = if down {
            let top = Linear {
                constant: count.constant + start - 1,
                ..count
            };
            let last = Linear::constant(start);
            match self.maybe(0.6) {
                true => (top, last, Rel::Ge, -step),
                false => (top, Linear::constant(start - 1), Rel::Gt, -step),
            }
        } else {
            let end = Linear {
                constant: count.constant + start,
                ..count
            };
            let rel = match step {
                1 if self.chance(Feature::NotEqual) => Rel::Ne,
                _ if self.maybe(0.1) => Rel::Le,
                _ => Rel::Lt,
            };
            (Linear::constant(start), end, rel, step)
        };
        let layout = match self.chance(Feature::DoLoops) {
            true => Layout::Do,
            false => self.pick(&[Layout::Top, Layout::Top, Layout::Rotated, Layout::Bare]),
        };
        let l = Loop {
            counter: self.counter(),
            ty,
            start,
            bound,
            rel,
            step,
            layout,
            inverted: self.maybe(0.2),
            exact: self.maybe(0.6),
            scopes: None,
            body: Vec::new(),
        };
        let around = Around {
            counter: l.counter,
            ty,
            start: l.start.constant,
        };
        (l, around)
    }

    /// A loop or a nest with a body.
    pub(super) fn any_loop(&mut self) -> Stmt {
        if self.chance(Feature::Deep) {
            return self.nest(3);
        }
        if self.chance(Feature::Nests) {
            return self.nest(2);
        }
        let (mut l, around) = self.header(None);
        l.body = self.loop_body(&[around]);
        l.scopes = self.scopes(&mut l.body, &[around]);
        if self.chance(Feature::Breaks) {
            let cond = self.data_condition(&[around]);
            let at = self.rng.random_range(0..=l.body.len());
            l.body.insert(at, Stmt::Break(cond));
        }
        Stmt::Loop(l)
    }

    /// Loops within loops, the innermost of them with what they do.
    fn nest(&mut self, depth: usize) -> Stmt {
        let outer_count = match depth {
            3 => Some(Linear::constant(self.pick(&[2, 3, 3, 4]))),
            _ if self.header.count.terms.is_empty() => {
                Some(Linear::constant(self.pick(&[3, 4, 6, 8])))
            }
            _ => None,
        };
        let (mut outer, around) = self.header(outer_count);
        let mut loops = vec![around];
        outer.body = self.nest_body(depth, &mut loops);
        if self.maybe(0.2) {
            let extra = self.store(&[around]);
            let at = self.rng.random_range(0..=outer.body.len());
            outer.body.insert(at, extra);
        }
        Stmt::Loop(outer)
    }

    fn nest_body(&mut self, depth: usize, loops: &mut Vec<Around>) -> Vec<Stmt> {
        let mut body = Vec::new();
        let inner = if depth > 2 || self.maybe(0.75) { 1 } else { 2 };
        for _ in 0..inner {
            let mut count = self.header.row.clone();
            if self.chance(Feature::Triangular) {
                let outer = loops[loops.len() - 1];
                count = Linear::of(Int::Counter(outer.counter), self.pick(&[0, 1, 2]));
            }
            let (mut l, around) = self.header(Some(count));
            loops.push(around);
            l.body = match depth {
                2 => self.loop_body(loops),
                _ => self.nest_body(depth - 1, loops),
            };
            if depth == 2 {
                l.scopes = self.scopes(&mut l.body, loops);
            }
            loops.pop();
            body.push(match self.maybe(0.1) {
                true => Stmt::If(self.data_condition(loops), vec![Stmt::Loop(l)], vec![]),
                false => Stmt::Loop(l),
            });
        }
        body
    }

    /// An inlined function with `restrict` parameters: one is written, the other one read.
    fn scopes(&mut self, body: &mut Vec<Stmt>, loops: &[Around]) -> Option<(Base, Base)> {
        if !self.chance(Feature::Scopes) {
            return None;
        }
        let pointers = self.program.kernel.pointers.len();
        let pairs: Vec<_> = (0..pointers)
            .flat_map(|a| (0..pointers).map(move |b| (Base::Pointer(a), Base::Pointer(b))))
            .filter(|(a, b)| a != b && self.type_of(*a) == self.type_of(*b))
            .collect();
        let (to, from) = *pairs.choose(self.rng)?;
        let place = self.place(to, loops);
        let read = Place {
            base: from,
            ..place.clone()
        };
        let ty = self.type_of(to).domain();
        let value = self.expr(ty, loops, 1);
        let value = Expr::bin(Op::Add, Expr::new(ty, ExprKind::Load(read)), value);
        if self.maybe(0.5) {
            body.clear();
        }
        body.push(Stmt::Store(place, value));
        Some((to, from))
    }

    /// Siblings under a common outer loop.
    pub(super) fn under_outer_loop(&mut self, wanted: i64) -> Option<Stmt> {
        let times = self.range(1, 3);
        let (mut outer, _) = self.header(Some(Linear::constant(times)));
        let mut body = Vec::new();
        for _ in 0..wanted.min(4) {
            self.piece(&mut body);
        }
        self.end_temporaries(&mut body);
        outer.body = body;
        (!outer.body.is_empty()).then_some(Stmt::Loop(outer))
    }

    /// One more loop, with its guard, and perhaps something before it.
    pub(super) fn piece(&mut self, body: &mut Vec<Stmt>) {
        if matches!(body.last(), Some(Stmt::Loop(_) | Stmt::If(..)))
            && self.chance(Feature::Between)
        {
            self.between(body);
        }
        if self.chance(Feature::HandedOn) {
            self.handed_on(body);
            return;
        }
        if self.chance(Feature::Scaled) {
            self.scaled(body);
            return;
        }
        if self.chance(Feature::Ahead) {
            self.chain(body);
            return;
        }
        if self.maybe(self.weights.of(Feature::Exits) / 3.0) {
            self.exit_and_trap(body);
            return;
        }
        if self.chance(Feature::Recursion) && !self.program.kernel.recursive {
            self.program.kernel.recursive = true;
            body.push(Stmt::Recurse);
        }
        if self.maybe(self.weights.of(Feature::Checks) / 4.0) {
            let check = self.check(&[]);
            body.push(check);
        }
        if self.maybe(self.weights.of(Feature::Checks) / 3.0) {
            self.load_length(body);
        }
        let l = self.any_loop();
        if !self.chance(Feature::Guards) {
            body.push(l);
            return;
        }
        let guard = self.guard();
        let mut then = vec![l];
        if self.maybe(0.1) {
            then.push(self.scalar_statement(&[]));
        }
        let other = if self.maybe(0.1) {
            vec![self.scalar_statement(&[])]
        } else {
            vec![]
        };
        body.push(Stmt::If(guard, then, other));
    }

    /// Guards that are easily confused: nearly the same condition over the same counts.
    pub(super) fn guard(&mut self) -> Cond {
        if let Some(last) = self.last_guard.clone()
            && self.maybe(0.45)
        {
            // The same, or more than that: what the loop before it wrote may decide.
            if self.maybe(0.8) {
                return last;
            }
            let lazy = self.maybe(0.3);
            let how = Connective { and: true, lazy };
            return Cond::Both(last.into(), self.element_condition().into(), how);
        }
        let mut cond = self.guard_atom();
        if self.maybe(0.25) {
            let other = self.guard_atom();
            let how = Connective {
                and: self.maybe(0.67),
                lazy: self.maybe(0.5),
            };
            cond = Cond::Both(Box::new(cond), Box::new(other), how);
        }
        if self.maybe(0.1) {
            cond = Cond::Not(Box::new(cond));
        }
        self.last_guard = Some(cond.clone());
        cond
    }

    /// Is there something in an array?
    fn element_condition(&mut self) -> Cond {
        let Some(element) = self.load(Type::I32, &[]) else {
            return self.data_condition(&[]);
        };
        Cond::Data {
            rel: Rel::Ne,
            signed: false,
            a: element.into(),
            b: Expr::constant(Type::I32, 1).into(),
        }
    }

    fn guard_atom(&mut self) -> Cond {
        let own = self.program.kernel.ints[0];
        match self.range(0, 99) {
            0..50 => {
                let rel = self.pick(&[Rel::Gt, Rel::Gt, Rel::Ge, Rel::Ne, Rel::Lt, Rel::Le]);
                let with = self.pick(&[0, 1, 2, 3, 4, 5, 8, 16]);
                Cond::Ints(rel, own, Linear::of(N, 0), Linear::constant(with))
            }
            50..60 => {
                let rel = self.pick(&[Rel::Lt, Rel::Le, Rel::Eq, Rel::Ne]);
                Cond::Ints(rel, WIDE, Linear::of(N, 0), Linear::of(M, 0))
            }
            60..75 => Cond::Flag(self.pick(&[0, 0, 1])),
            75..85 => {
                let rel = self.pick(&[Rel::Lt, Rel::Gt, Rel::Le, Rel::Eq]);
                let b = Expr::constant(Type::F64, self.pick(&[0, 2, 4]));
                Cond::Data {
                    rel,
                    signed: false,
                    a: Expr::new(Type::F64, ExprKind::Float).into(),
                    b: b.into(),
                }
            }
            85..90 => Cond::Always(self.maybe(0.7)),
            _ => self.data_condition(&[]),
        }
    }

    /// What a row of loops is under, so that they need no guards of their own.
    pub(super) fn row_guard(&mut self) -> Cond {
        let own = self.program.kernel.ints[0];
        let least = if self.chance(Feature::Ahead) {
            self.pick(&[0, 2, 4, 5])
        } else {
            0
        };
        let n = Cond::Ints(Rel::Gt, own, Linear::of(N, 0), Linear::constant(least));
        if !self.two_counts || self.maybe(0.3) {
            return n;
        }
        let both = match self.maybe(0.6) {
            true => Cond::Ints(
                Rel::Gt,
                self.program.kernel.ints[1],
                Linear::of(M, 0),
                Linear::constant(0),
            ),
            false => {
                let rel = self.pick(&[Rel::Lt, Rel::Le, Rel::Gt, Rel::Ge, Rel::Ne]);
                Cond::Ints(rel, WIDE, Linear::of(N, 0), Linear::of(M, 0))
            }
        };
        Cond::Both(
            Box::new(n),
            Box::new(both),
            Connective {
                and: true,
                lazy: self.maybe(0.5),
            },
        )
    }

    /// A loop that surely exits, then one that would trap: the trap must not come first.
    fn exit_and_trap(&mut self, body: &mut Vec<Stmt>) {
        let (mut l, around) = self.header(None);
        let helper = self.pick(&[Helper::Stop, Helper::StopQuiet]);
        let at = around.start + self.range(0, 3);
        let value = Expr::new(Type::I32, ExprKind::Int(Int::Counter(around.counter)));
        l.body = vec![Stmt::Call(
            helper,
            vec![value, Expr::constant(Type::I32, at)],
        )];
        if self.maybe(0.5) {
            l.body.push(self.scalar_statement(&[around]));
        }
        body.push(Stmt::Loop(l));
        let (mut behind, around) = self.header(None);
        let scalar = self.pick(&self.ints.clone());
        let ty = self.program.kernel.scalars[scalar].0;
        // Nobody gets there but where it is not zero.
        let divisor = Expr::bin(
            Op::And,
            Expr::new(ty, ExprKind::Int(K)),
            Expr::new(ty, ExprKind::Int(Int::Counter(around.counter))),
        );
        let trap = Expr::bin(Op::Trap, Expr::constant(ty, 100), divisor);
        let sum = Expr::bin(Op::Add, Expr::new(ty, ExprKind::Scalar(scalar)), trap);
        behind.body = vec![Stmt::Assign(scalar, sum)];
        body.push(Stmt::Loop(behind));
    }
}
