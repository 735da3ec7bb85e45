//! Loops of which one has several iterations for each of another one: arrays become smaller or larger, by elements or by rows.

use super::*;

/// Rows that loops go over.
#[derive(Clone, Copy)]
enum Row {
    /// Of so many elements.
    Of(i64),
    /// Of as many as a parameter says, and of a part of these where there are fewer rows.
    Variable,
}

/// Which way an array goes from one loop to the next.
#[derive(Clone, Copy, PartialEq)]
enum Way {
    /// Several elements are read for each iteration.
    Smaller,
    /// Several elements are written in each iteration.
    Wider,
    /// An element is read in several iterations.
    Repeated,
}

impl Maker<'_> {
    /// Two such loops, and perhaps one like either of them.
    pub(super) fn scaled(&mut self, body: &mut Vec<Stmt>) {
        let times = self.pick(&[2, 2, 2, 3, 4]);
        let mut short = match self.range(0, 3) {
            0 => Linear::constant(self.pick(&[3, 8, 17, 40])),
            1 => Linear::of(M, 0),
            _ => Linear::of(N, 0),
        };
        let mut long = short.clone();
        long.constant = long.constant * times + self.pick(&[0, 0, 0, 0, 1, 3, -1]);
        for term in &mut long.terms {
            term.factor = Factor::Const(times);
        }
        if self.maybe(0.15) {
            long = Linear::of(self.pick(&[N, M]), 0);
        }
        let mut way = self.pick(&[Way::Smaller, Way::Smaller, Way::Wider, Way::Repeated]);
        let base = self.pick(&self.bases.clone());
        let row = match self.range(0, 10) {
            0..=2 => Some(Row::Of(self.pick(&[3, 6, 8]))),
            3..=5 => {
                // Images become smaller, or larger by what is written.
                way = self.pick(&[Way::Smaller, Way::Smaller, Way::Smaller, Way::Wider]);
                long = Linear::of(M, 0);
                short = part(1, times);
                self.header.start = 0;
                Some(Row::Variable)
            }
            _ => None,
        };
        let is_longer = |at: usize| (way == Way::Smaller) == (at == 0);
        for at in 0..2 {
            let count = if is_longer(at) { &long } else { &short };
            let inner = row.map(|row| match row {
                Row::Of(elements) => Linear::constant(elements),
                Row::Variable if is_longer(at) => Linear::of(N, 0),
                Row::Variable => part(0, times),
            });
            let row = row.zip(inner);
            self.side(body, (base, way, times), count, (at, &row));
            if self.maybe(0.15) {
                self.side(body, (base, way, times), count, (1, &row));
            }
        }
    }

    /// A loop that writes the array, or else reads it, by elements or by rows of so many.
    fn side(
        &mut self,
        body: &mut Vec<Stmt>,
        (base, way, times): (Base, Way, i64),
        count: &Linear,
        (at, row): (usize, &Option<(Row, Linear)>),
    ) {
        let (mut l, around) = self.header(Some(count.clone()));
        let mut loops = vec![around];
        let inner = row
            .as_ref()
            .map(|(_, count)| self.header(Some(count.clone())));
        loops.extend(inner.iter().map(|(_, around)| *around));
        let steps = matches!((way, at), (Way::Smaller, 1) | (Way::Wider, 0));
        let repeats = (way, at) == (Way::Repeated, 1) && row.is_none();
        let far = if steps { times } else { 1 };
        let column = self.range(0, times);
        let place = |nth: i64| {
            let term = |factor, around: &Around| Term {
                factor,
                int: Some(Int::Counter(around.counter)),
                add: 0,
            };
            let by = |number: i64, around: &Around| term(Factor::Const(number), around);
            let (mut terms, along, constant) = match row {
                // So many rows before, each of a parameter's length.
                Some((Row::Variable, _)) => {
                    let mut rows: Vec<_> =
                        (0..far).map(|_| term(Factor::Param(0), &around)).collect();
                    rows[0].add = nth;
                    (rows, far, if steps { column } else { 0 })
                }
                Some((Row::Of(elements), _)) => {
                    (vec![by(far * elements, &around)], 1, nth * elements)
                }
                None => (vec![by(far, &around)], 1, nth),
            };
            terms.extend(inner.iter().map(|(_, around)| by(along, around)));
            let mut index = Index::plain(Linear { terms, constant });
            if repeats {
                index.post = Post::Divide(times);
            }
            index.exact = true;
            Place {
                base,
                index,
                access: None,
            }
        };
        let ty = self.type_of(base).domain();
        let all = if steps {
            self.pick(&[1, times, times, times])
        } else {
            1
        };
        let mut stmts = Vec::new();
        if at == 0 {
            for nth in 0..all {
                let value = self.expr(ty, &loops, 1);
                stmts.push(Stmt::Store(place(nth), value));
            }
        } else {
            let offset = self.pick(&[0, 0, 0, 0, 0, 1, -1]);
            let loads = (0..all).map(|nth| Expr::new(ty, ExprKind::Load(place(nth + offset))));
            let sum = loads.reduce(|a, b| Expr::bin(Op::Add, a, b));
            let other = self.pick(&self.bases.clone());
            let to = self.place(other, &loops);
            let ty = self.type_of(other).domain();
            let sum = sum.expect("something is read");
            if ty == sum.ty {
                stmts.push(Stmt::Store(to, sum));
            } else {
                let cond = Cond::Data {
                    rel: Rel::Lt,
                    signed: true,
                    a: Expr::constant(sum.ty, 40).into(),
                    b: sum.into(),
                };
                let value = self.expr(ty, &loops, 1);
                stmts.push(Stmt::If(cond, vec![Stmt::Store(to, value)], vec![]));
            }
        }
        if self.chance(Feature::Reductions) {
            stmts.push(self.scalar_statement(&loops));
        }
        l.body = match inner {
            Some((mut inner, _)) => {
                inner.body = stmts;
                vec![Stmt::Loop(inner)]
            }
            None => stmts,
        };
        body.push(Stmt::Loop(l));
    }
}

/// A part of a parameter, as a number of iterations.
fn part(parameter: usize, times: i64) -> Linear {
    let part = Term {
        factor: Factor::Part(parameter, times),
        int: None,
        add: 1,
    };
    Linear {
        terms: vec![part],
        constant: 0,
    }
}
