//! Chains of stages: each reads what those before it wrote, some elements or rows ahead, at or behind.
//!
//! Random pairs of loops seldom look ahead by a few elements and nothing else, and three in a row never do.
//! Here the distances are chosen first, in iterations, and the subscripts follow from them. A stage may store
//! to what an earlier one has read, so that distances run the other way as well; several may write one array.

use super::*;

/// How the loops of a chain run.
struct Shape {
    nested: bool,
    ty: IntType,
    count: Linear,
    start: i64,
    step: i64,
    down: bool,
    scale: i64,
    ahead: i64,
    across: i64,
    /// Each stage is shorter than the one before by as much as it looks ahead.
    shorter: bool,
    int: bool,
}

impl Maker<'_> {
    pub(super) fn chain(&mut self, body: &mut Vec<Stmt>) {
        let shape = self.shape();
        let bases = self.chain_bases();
        if bases.len() < 2 {
            return;
        }
        let mut done: Vec<Base> = Vec::new();
        for stage in 0..self.pick(&[2, 2, 3, 3, 4, 5]) {
            let others: Vec<_> = bases
                .iter()
                .copied()
                .filter(|b| done.last() != Some(b))
                .collect();
            let mut target = self.pick(if others.is_empty() { &bases } else { &others });
            // Several stages make one array.
            if stage > 0 && self.chance(Feature::Producers) {
                target = done[done.len() - 1];
            }
            if stage > 0 && self.chance(Feature::Between) {
                self.between(body);
            }
            let made = self.stage(&shape, target, &done);
            body.push(match self.maybe(self.weights.of(Feature::Guards) / 3.0) {
                true => {
                    let guard = self.guard();
                    // A step may be done in one of two ways.
                    let other = match self.maybe(0.4) {
                        true => vec![self.stage(&shape, target, &done)],
                        false => vec![],
                    };
                    Stmt::If(guard, vec![made], other)
                }
                false => made,
            });
            done.push(target);
        }
        if self.chance(Feature::PartialReads) {
            // Some of it is read behind.
            let base = done[0];
            let ty = self.type_of(base).domain();
            let scalars = if ty.is_float() {
                &self.floats
            } else {
                &self.ints
            };
            if let Some(scalar) = scalars.choose(self.rng).copied() {
                let own = self.program.kernel.scalars[scalar].0;
                let index = Index::plain(Linear::constant(shape.start + self.range(0, 2)));
                let read = Expr::new(
                    own,
                    ExprKind::Load(Place {
                        base,
                        index,
                        access: None,
                    }),
                );
                let old = Expr::new(own, ExprKind::Scalar(scalar));
                body.push(Stmt::Assign(scalar, Expr::bin(Op::Add, old, read)));
            }
        }
    }

    fn shape(&mut self) -> Shape {
        let nested = self.chance(Feature::Nests);
        let mut count = self.header.count.clone();
        if nested && count.terms.is_empty() {
            count = Linear::constant(self.pick(&[3, 5, 8, 12]));
        }
        count.constant += self.pick(&[0, 0, 1, 2, 4]);
        let step = if self.chance(Feature::Steps) {
            self.pick(&[2, 3])
        } else {
            1
        };
        Shape {
            nested,
            ty: if self.chance(Feature::OddCounters) {
                self.odd_type()
            } else {
                self.header.ty
            },
            count,
            start: self.pick(&[0, 0, 0, 1, 2, 4]),
            step,
            down: self.chance(Feature::Downward),
            scale: if nested || !self.maybe(0.15) {
                1
            } else {
                self.pick(&[2, 2, -1])
            },
            ahead: self.pick(&[1, 1, 1, 2, 2, 3, 4, 4, 5, 0]),
            across: if nested && self.maybe(0.4) {
                self.pick(&[1, 1, 2, 3])
            } else {
                0
            },
            shorter: self.maybe(0.6),
            int: self.chance(Feature::Ints),
        }
    }

    /// The arrays that such a chain may go through: of one type.
    fn chain_bases(&mut self) -> Vec<Base> {
        let all: Vec<_> = self
            .bases
            .iter()
            .copied()
            .filter(|b| *b != Base::Global(0) && !self.by_rows.contains(b))
            .collect();
        let Some(&first) = all.choose(self.rng) else {
            return vec![];
        };
        let mut like: Vec<_> = all
            .into_iter()
            .filter(|b| self.type_of(*b) == self.type_of(first))
            .collect();
        like.sort_unstable();
        like.dedup();
        let count = self.range(2, 5) as usize;
        like.choose_multiple(self.rng, count).copied().collect()
    }

    fn stage(&mut self, shape: &Shape, target: Base, done: &[Base]) -> Stmt {
        let ahead = if self.maybe(0.6) {
            shape.ahead
        } else {
            self.pick(&[0, 1, 1, 2])
        };
        let less = if shape.shorter {
            done.len() as i64 * ahead
        } else {
            0
        };
        let mut count = Linear {
            constant: shape.count.constant - less,
            ..shape.count.clone()
        };
        if self.chance(Feature::Unequal) {
            count.constant += self.pick(&[-2, -1, 1, 2]);
        }
        let (start, bound, rel, step) = if shape.down {
            let top = Linear {
                constant: count.constant + shape.start - 1,
                ..count
            };
            (top, Linear::constant(shape.start), Rel::Ge, -shape.step)
        } else {
            let rel = if shape.step == 1 && self.chance(Feature::NotEqual) {
                Rel::Ne
            } else {
                Rel::Lt
            };
            let end = Linear {
                constant: count.constant + shape.start,
                ..count
            };
            (Linear::constant(shape.start), end, rel, shape.step)
        };
        let layout = self.pick(&[Layout::Top, Layout::Rotated, Layout::Bare]);
        let mut l = Loop {
            counter: self.counter(),
            ty: shape.ty,
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
        let outer = Around {
            counter: l.counter,
            ty: l.ty,
            start: shape.start,
        };
        let inner = shape.nested.then(|| {
            let counter = self.counter();
            Around {
                counter,
                ty: shape.ty,
                start: 0,
            }
        });
        let stage = self.stage_body(shape, target, done, ahead, (outer, inner));
        l.body = match inner {
            None => stage,
            Some(inner) => vec![Stmt::Loop(Loop {
                counter: inner.counter,
                ty: inner.ty,
                start: Linear::constant(0),
                bound: self.header.row.clone(),
                rel: Rel::Lt,
                step: 1,
                layout: self.pick(&[Layout::Top, Layout::Rotated]),
                inverted: false,
                exact: true,
                scopes: None,
                body: stage,
            })],
        };
        Stmt::Loop(l)
    }

    fn stage_body(
        &mut self,
        shape: &Shape,
        target: Base,
        done: &[Base],
        ahead: i64,
        (outer, inner): (Around, Option<Around>),
    ) -> Vec<Stmt> {
        let at = |maker: &Self, base, ahead: i64, across: i64| {
            let reach = ahead * shape.step * if shape.down { -1 } else { 1 };
            let own = Int::Counter(outer.counter);
            let mut index = Index::plain(Linear::default());
            index.exact = true;
            if shape.int {
                index.ty = INT;
            }
            index.column = match inner {
                None => Linear {
                    terms: vec![Term {
                        factor: Factor::Const(shape.scale),
                        int: Some(own),
                        add: 0,
                    }],
                    constant: shape.scale * reach,
                },
                Some(inner) => {
                    let row = match maker.header.row.terms.first() {
                        Some(Term {
                            int: Some(Int::Param(p)),
                            ..
                        }) => Factor::Param(*p),
                        _ => Factor::Const(maker.header.row.constant),
                    };
                    let rows = Term {
                        factor: row,
                        int: Some(own),
                        add: reach,
                    };
                    let columns = Term {
                        factor: Factor::Const(1),
                        int: Some(Int::Counter(inner.counter)),
                        add: 0,
                    };
                    Linear {
                        terms: vec![rows, columns],
                        constant: across,
                    }
                }
            };
            Place {
                base,
                index,
                access: None,
            }
        };
        let ty = self.type_of(target).domain();
        let mut sources: Vec<(Base, i64, i64)> = Vec::new();
        let recent = done.iter().rev().take(3);
        for (n, base) in recent.enumerate() {
            if n == 0 || self.maybe(0.4) {
                sources.push((*base, ahead, shape.across));
                if self.maybe(0.4) {
                    let away = self.pick(&[-1, 0, -2, 1]);
                    sources.push((*base, away, 0));
                }
            }
        }
        let mut value = match sources.is_empty() {
            true => self.expr(ty, &[outer], 1),
            false => Expr::constant(ty, self.range(1, 9)),
        };
        for (base, ahead, across) in sources {
            let load = Expr::new(ty, ExprKind::Load(at(self, base, ahead, across)));
            let op = self.pick(&[Op::Add, Op::Add, Op::Sub, Op::Mul, Op::Max]);
            value = Expr::bin(op, load, value);
        }
        let mut stmt = Stmt::Store(at(self, target, 0, 0), value);
        if self.maybe(self.weights.of(Feature::Conditionals) / 2.0) {
            let cond = self.data_condition(&[outer]);
            stmt = Stmt::If(cond, vec![stmt], vec![]);
        }
        let mut body = vec![stmt];
        if self.maybe(self.weights.of(Feature::Reductions) / 3.0) {
            body.push(self.scalar_statement(&[outer]));
        }
        body
    }
}
