//! Going through all parts of a program.

use super::*;
use std::collections::BTreeSet;

/// What is called for each part of a kind, parts within parts first.
pub trait Visitor {
    fn index(&mut self, _base: Base, _index: &mut Index) {}
    fn linear(&mut self, _linear: &mut Linear) {}
    fn expr(&mut self, _expr: &mut Expr) {}
    fn one_loop(&mut self, _l: &mut Loop) {}
    fn stmt(&mut self, _stmt: &mut Stmt) {}
}

pub fn body(body: &mut [Stmt], to: &mut impl Visitor) {
    for stmt in body {
        statement(stmt, to);
    }
}

fn statement(stmt: &mut Stmt, to: &mut impl Visitor) {
    match stmt {
        Stmt::Loop(l) => {
            to.linear(&mut l.start);
            to.linear(&mut l.bound);
            body(&mut l.body, to);
            to.one_loop(l);
        }
        Stmt::If(c, then, other) => {
            cond(c, to);
            body(then, to);
            body(other, to);
        }
        Stmt::Store(p, value) => {
            place(p, to);
            expr(value, to);
        }
        Stmt::Assign(_, value) | Stmt::Ordered(_, _, value) => expr(value, to),
        Stmt::Call(_, args) => args.iter_mut().for_each(|arg| expr(arg, to)),
        Stmt::Fill(p, count, _) => {
            place(p, to);
            to.linear(count);
        }
        Stmt::Copy(p, from, count) => {
            place(p, to);
            place(from, to);
            to.linear(count);
        }
        Stmt::Break(c) | Stmt::Return(c, _) => cond(c, to),
        Stmt::Check(c, said) => {
            cond(c, to);
            expr(said, to);
        }
        Stmt::Alloc(_)
        | Stmt::Free(_)
        | Stmt::Give(_)
        | Stmt::Swap(..)
        | Stmt::Keep(_)
        | Stmt::Recurse => {}
    }
    to.stmt(stmt);
}

pub fn place(place: &mut Place, to: &mut impl Visitor) {
    let base = place.base;
    let index = &mut place.index;
    if let Some((row, _)) = &mut index.row {
        to.linear(row);
    }
    to.linear(&mut index.column);
    if let Post::Gather(inner, _) = &mut index.post {
        self::place(inner, to);
    }
    to.index(base, index);
}

pub fn expr(e: &mut Expr, to: &mut impl Visitor) {
    match &mut e.kind {
        ExprKind::Load(p) => place(p, to),
        ExprKind::Bin(_, a, b) => {
            expr(a, to);
            expr(b, to);
        }
        ExprKind::Select(c, a, b) => {
            cond(c, to);
            expr(a, to);
            expr(b, to);
        }
        ExprKind::Call(_, args) => args.iter_mut().for_each(|arg| expr(arg, to)),
        ExprKind::Const(_)
        | ExprKind::Scalar(_)
        | ExprKind::Int(_)
        | ExprKind::Float
        | ExprKind::Ordered(..) => {}
    }
    to.expr(e);
}

pub fn cond(c: &mut Cond, to: &mut impl Visitor) {
    match c {
        Cond::Always(_) | Cond::Flag(_) => {}
        Cond::Ints(_, _, a, b) => {
            to.linear(a);
            to.linear(b);
        }
        Cond::Data { a, b, .. } => {
            expr(a, to);
            expr(b, to);
        }
        Cond::Both(a, b, _) => {
            cond(a, to);
            cond(b, to);
        }
        Cond::Not(a) => cond(a, to),
    }
}

/// Does any statement have a property?
pub fn any(body: &[Stmt], is: &impl Fn(&Stmt) -> bool) -> bool {
    body.iter().any(|stmt| {
        let within = match stmt {
            Stmt::Loop(l) => any(&l.body, is),
            Stmt::If(_, then, other) => any(then, is) || any(other, is),
            _ => false,
        };
        within || is(stmt)
    })
}

/// The widths of narrow types that subscripts are computed in.
pub fn widths(body: &[Stmt]) -> BTreeSet<u32> {
    struct Widths(BTreeSet<u32>);
    impl Visitor for Widths {
        fn index(&mut self, _: Base, index: &mut Index) {
            let bits = match index.post {
                Post::Low8 => Some(8),
                Post::And(mask) => Some(64 - mask.leading_zeros()),
                Post::Remainder(by) => Some(by.ilog2()),
                _ => None,
            };
            self.0.extend(bits);
            self.0.insert(8 * index.ty.ty.bytes() as u32);
        }
    }
    let mut widths = Widths(BTreeSet::new());
    self::body(&mut body.to_vec(), &mut widths);
    widths.0.remove(&64);
    widths.0
}

/// How many loops there are.
pub fn loops(body: &[Stmt]) -> usize {
    let within = body.iter().map(|stmt| match stmt {
        Stmt::Loop(l) => 1 + loops(&l.body),
        Stmt::If(_, then, other) => loops(then) + loops(other),
        _ => 0,
    });
    within.sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn store(ty: Type, post: Post) -> Stmt {
        let index = Index {
            post,
            ty: IntType { ty, signed: true },
            ..Index::plain(Linear::constant(0))
        };
        let place = Place {
            base: Base::Global(0),
            index,
            access: None,
        };
        Stmt::Store(place, Expr::constant(Type::I32, 1))
    }

    #[test]
    fn widths_are_those_below_64_bits() {
        let of = |body: Vec<Stmt>| widths(&body).into_iter().collect::<Vec<_>>();
        assert!(of(vec![store(Type::I64, Post::None)]).is_empty());
        assert_eq!(of(vec![store(Type::I64, Post::And(15))]), [4]);
        assert_eq!(of(vec![store(Type::I64, Post::Remainder(8))]), [3]);
        let within = vec![store(Type::I16, Post::None), store(Type::I64, Post::Low8)];
        let both = Stmt::If(Cond::Always(true), within, vec![]);
        assert_eq!(of(vec![both]), [8, 16]);
    }
}
