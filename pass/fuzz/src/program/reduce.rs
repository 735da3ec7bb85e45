//! Smaller programs: every single simplification of one.

use super::*;

/// The program after simplification number `n`; none if there are no more. Large ones come first.
pub fn simplify(program: &Program, n: usize) -> Option<Program> {
    let mut simpler = program.clone();
    let mut edit = Edit {
        left: n,
        done: false,
    };
    edit.calls(&mut simpler);
    edit.body(&mut simpler.kernel.body, true);
    if !edit.done {
        edit.body(&mut simpler.kernel.body, false);
    }
    edit.rest(&mut simpler);
    edit.done.then_some(simpler)
}

struct Edit {
    /// How many are passed by.
    left: usize,
    done: bool,
}

impl Edit {
    /// Is it this one's turn?
    fn takes(&mut self) -> bool {
        if self.done {
            return false;
        }
        if self.left == 0 {
            self.done = true;
            return true;
        }
        self.left -= 1;
        false
    }

    fn calls(&mut self, program: &mut Program) {
        for n in 0..program.calls.len() {
            if program.calls.len() > 1 && self.takes() {
                program.calls.remove(n);
                program.fails_in -= usize::from(n <= program.fails_in && program.fails_in > 0);
                return;
            }
        }
    }

    fn rest(&mut self, program: &mut Program) {
        for n in 0..program.failing.len() {
            if self.takes() {
                program.failing.remove(n);
                return;
            }
        }
        for call in &mut program.calls {
            for value in &mut call.ints {
                if *value > 4 && self.takes() {
                    *value = (*value / 2).max(4);
                    return;
                }
            }
        }
        for local in &mut program.kernel.locals {
            if local.test != Test::None && self.takes() {
                local.test = Test::None;
            }
        }
    }

    /// Whole statements, or what they are made of.
    fn body(&mut self, body: &mut Vec<Stmt>, whole: bool) {
        let mut n = 0;
        while n < body.len() && !self.done {
            if whole && self.removes(body, n) {
                return;
            }
            match &mut body[n] {
                Stmt::Loop(l) => {
                    if !whole {
                        self.one_loop(l);
                    }
                    self.body(&mut l.body, whole);
                }
                Stmt::If(cond, then, other) => {
                    if !whole {
                        self.cond(cond);
                    }
                    self.body(then, whole);
                    self.body(other, whole);
                }
                _ if whole => {}
                Stmt::Store(place, value) => {
                    self.place(place);
                    self.expr(value);
                }
                Stmt::Assign(_, value) | Stmt::Ordered(_, _, value) => self.expr(value),
                Stmt::Call(_, args) => args.iter_mut().for_each(|arg| self.expr(arg)),
                _ => {}
            }
            n += 1;
        }
    }

    fn removes(&mut self, body: &mut Vec<Stmt>, n: usize) -> bool {
        if let Stmt::If(_, then, _) = &body[n]
            && self.takes()
        {
            let then = then.clone();
            body.splice(n..=n, then);
            return true;
        }
        // A temporary goes with its end.
        let alloc = match &body[n] {
            Stmt::Alloc(l) => Some(*l),
            Stmt::Free(_) => return false,
            _ => None,
        };
        if !self.takes() {
            return false;
        }
        body.remove(n);
        body.retain(|stmt| match stmt {
            Stmt::Free(l) => Some(*l) != alloc,
            _ => true,
        });
        true
    }

    fn one_loop(&mut self, l: &mut Loop) {
        if l.layout != Layout::Top && l.layout != Layout::Do && self.takes() {
            l.layout = Layout::Top;
        }
        if l.inverted && self.takes() {
            l.inverted = false;
        }
        if l.scopes.is_some() && self.takes() {
            l.scopes = None;
        }
        if !l.exact && self.takes() {
            l.exact = true;
        }
    }

    fn place(&mut self, place: &mut Place) {
        let index = &mut place.index;
        if place.access.is_some() && self.takes() {
            place.access = None;
        }
        if index.post != Post::None && self.takes() {
            index.post = Post::None;
        }
        if index.column.terms.len() > 1 {
            for n in 0..index.column.terms.len() {
                if self.takes() {
                    index.column.terms.remove(n);
                    return;
                }
            }
        }
        if index.ty.ty != Type::I64 && self.takes() {
            index.ty = IntType {
                ty: Type::I64,
                signed: true,
            };
        }
    }

    fn expr(&mut self, expr: &mut Expr) {
        let simpler = match &expr.kind {
            ExprKind::Bin(op, a, b) if *op != Op::Trap => vec![(**a).clone(), (**b).clone()],
            ExprKind::Select(_, a, b) => vec![(**a).clone(), (**b).clone()],
            ExprKind::Load(_) | ExprKind::Scalar(_) | ExprKind::Int(_) | ExprKind::Call(..) => {
                vec![Expr::constant(expr.ty, 1)]
            }
            _ => vec![],
        };
        for one in simpler {
            if self.takes() {
                *expr = one;
                return;
            }
        }
        match &mut expr.kind {
            ExprKind::Load(place) => self.place(place),
            ExprKind::Bin(_, a, b) => {
                self.expr(a);
                self.expr(b);
            }
            ExprKind::Select(cond, a, b) => {
                self.cond(cond);
                self.expr(a);
                self.expr(b);
            }
            ExprKind::Call(_, args) => args.iter_mut().for_each(|arg| self.expr(arg)),
            _ => {}
        }
    }

    fn cond(&mut self, cond: &mut Cond) {
        match cond {
            Cond::Both(a, b, _) => {
                for one in [(**a).clone(), (**b).clone()] {
                    if self.takes() {
                        *cond = one;
                        return;
                    }
                }
            }
            Cond::Not(a) if self.takes() => *cond = (**a).clone(),
            Cond::Data { a, b, .. } => {
                self.expr(a);
                self.expr(b);
            }
            _ => {}
        }
    }
}
