//! What loops do: correlated subscripts, stores, reductions, conditionals, calls.

use super::*;

/// The form of a subscript, whatever the loops around are.
#[derive(Clone, Copy, Debug)]
pub struct Form {
    kind: Feature,
    offset: i64,
    second: i64,
    factor: i64,
    mask: i64,
    element: i64,
    nest: Nest,
    pitch: bool,
    plane: bool,
    post: u8,
    int: bool,
    exact: bool,
}

/// How the counters of a nest make one subscript.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Nest {
    Flat,
    Inner,
    Outer,
    Sum,
    Falling,
    Wide,
    Difference,
    Columns,
}

const KINDS: [Feature; 8] = [
    Feature::Plain,
    Feature::Stride,
    Feature::Reversed,
    Feature::Invariant,
    Feature::Noninjective,
    Feature::Truncated,
    Feature::Symbolic,
    Feature::Gather,
];

fn term(factor: i64, around: Around) -> Term {
    Term {
        factor: Factor::Const(factor),
        int: Some(Int::Counter(around.counter)),
        add: 0,
    }
}

impl Maker<'_> {
    fn form(&mut self) -> Form {
        let weights = KINDS.map(|kind| self.weights.of(kind));
        let total: f64 = weights.iter().sum();
        let mut at = self.rng.random_range(0.0..total.max(1e-9));
        let mut kind = Feature::Plain;
        for (candidate, weight) in KINDS.into_iter().zip(weights) {
            if at < weight {
                kind = candidate;
                break;
            }
            at -= weight;
        }
        use Nest::*;
        Form {
            kind,
            offset: self.offset(),
            second: self.pick(&[-2, -1, 0, 0, 0, 0, 1, 2]),
            factor: self.pick(&[2, 2, 3]),
            mask: self.pick(&[3, 7, 15, 31]),
            element: self.pick(&[0, 3, 5, 5, 7]),
            nest: self.pick(&[
                Flat, Flat, Flat, Flat, Inner, Inner, Outer, Sum, Falling, Wide, Difference,
                Columns,
            ]),
            pitch: self.chance(Feature::Pitches),
            plane: self.chance(Feature::Planes),
            post: self.rng.random_range(0..4),
            int: self.chance(Feature::Ints),
            exact: self.maybe(0.7),
        }
    }

    fn offset(&mut self) -> i64 {
        self.pick(&[
            -3, -2, -2, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 2, 3,
        ])
    }

    /// The form last used for this array, mostly; else a new one.
    fn correlated(&mut self, base: Base) -> Form {
        let roll = self.rng.random_range(0.0..1.0);
        let form = match self.forms.get(&base).copied() {
            Some(last) if roll < 0.6 => last,
            Some(last) if roll < 0.85 => {
                let second = self.pick(&[-1, 0, 0, 0, 1]);
                Form {
                    offset: self.offset(),
                    second,
                    plane: self.chance(Feature::Planes),
                    ..last
                }
            }
            None if roll < 0.5 && !self.forms.is_empty() => {
                let all: Vec<_> = self.forms.values().copied().collect();
                self.pick(&all)
            }
            _ => self.form(),
        };
        self.forms.insert(base, form);
        form
    }

    /// A subscript of a form in these loops.
    fn subscript(&mut self, base: Base, form: Form, loops: &[Around]) -> Index {
        let by_rows = self.by_rows.contains(&base);
        let mut index = Index::plain(Linear::constant(form.element));
        index.exact = form.exact;
        if form.int {
            index.ty = INT;
        }
        let (Some(&first), Some(&last)) = (loops.first(), loops.last()) else {
            if by_rows {
                index.row = Some((Linear::constant(form.element % 4), ROW));
            }
            return index;
        };
        if by_rows {
            let (row, column) = match form.nest {
                Nest::Inner => (vec![term(1, last)], vec![term(1, first)]),
                Nest::Outer => (vec![term(1, first)], vec![]),
                Nest::Columns => (vec![], vec![term(1, last)]),
                Nest::Falling => (vec![term(1, first)], vec![term(-1, last)]),
                _ => (vec![term(1, first)], vec![term(1, last)]),
            };
            index.row = Some((
                Linear {
                    terms: row,
                    constant: form.offset,
                },
                ROW,
            ));
            index.column = Linear {
                terms: column,
                constant: form.second,
            };
            return index;
        }
        index.column.constant = form.offset;
        if loops.len() > 1 {
            self.nested(&mut index, form, first, last);
            return index;
        }
        index.column.terms = vec![term(1, first)];
        match form.kind {
            Feature::Stride => index.column.terms = vec![term(form.factor, first)],
            Feature::Reversed => index.column.terms = vec![term(-1, first)],
            Feature::Invariant => index.column = Linear::constant(form.element),
            Feature::Symbolic => {
                index.column.terms.push(Term {
                    factor: Factor::Const(1),
                    int: Some(K),
                    add: 0,
                });
            }
            Feature::Truncated => {
                let factor = if form.mask > 7 { form.factor * 17 } else { 1 };
                index.column.terms = vec![term(factor, first)];
                index.column.constant = form.offset * 40;
                index.post = Post::Low8;
            }
            Feature::Noninjective => {
                index.column.constant += 3;
                index.post = Self::post(form);
            }
            Feature::Gather => {
                let integers: Vec<_> = self
                    .bases
                    .iter()
                    .copied()
                    .filter(|b| !self.type_of(*b).is_float())
                    .collect();
                if let Some(from) = integers.choose(self.rng).copied() {
                    let form = Form {
                        kind: Feature::Plain,
                        ..form
                    };
                    let inner = self.subscript(from, form, loops);
                    let place = Place {
                        base: from,
                        index: inner,
                        access: None,
                    };
                    index.post = Post::Gather(Box::new(place), form.mask);
                }
            }
            _ => {}
        }
        index
    }

    fn post(form: Form) -> Post {
        match form.post {
            0 => Post::Divide(2),
            1 => Post::Remainder(5),
            2 => Post::Xor(1),
            _ => Post::And(form.mask),
        }
    }

    fn nested(&mut self, index: &mut Index, form: Form, first: Around, last: Around) {
        let row = match self.header.row.terms.first() {
            Some(Term {
                int: Some(Int::Param(p)),
                ..
            }) => Factor::Param(*p),
            _ => Factor::Const(self.header.row.constant),
        };
        // As far apart as a number of its own says, whatever their length.
        let row = if form.pitch { Factor::Param(2) } else { row };
        let rows = Term {
            factor: row,
            ..term(1, first)
        };
        index.column.terms = match form.nest {
            Nest::Flat => vec![rows, term(1, last)],
            Nest::Inner => vec![term(1, last)],
            Nest::Outer => vec![term(1, first)],
            Nest::Sum => vec![term(1, first), term(1, last)],
            Nest::Falling => vec![term(-1, last)],
            Nest::Wide => vec![term(8, first), term(1, last)],
            Nest::Difference => vec![term(1, first), term(-1, last)],
            Nest::Columns => vec![term(1, first), term(8, last)],
        };
        if form.plane {
            index.column.terms.push(Term {
                factor: Factor::Const(form.factor),
                int: Some(K),
                add: 0,
            });
        }
        match form.kind {
            Feature::Noninjective => index.post = Self::post(form),
            Feature::Invariant => index.column = Linear::constant(form.element),
            _ => {}
        }
    }

    /// An element of an array.
    pub(super) fn place(&mut self, base: Base, loops: &[Around]) -> Place {
        let form = self.correlated(base);
        let mut index = self.subscript(base, form, loops);
        if base == Base::Global(0) {
            // What helpers touch has sixteen elements.
            index = Index {
                post: Post::And(15),
                after: 0,
                ..index
            };
        }
        let ty = self.type_of(base);
        let mut access = None;
        if !ty.is_float()
            && index.row.is_none()
            && base != Base::Global(0)
            && self.chance(Feature::MixedWidth)
        {
            access = Some(self.pick(&[Type::I8, Type::I16, Type::I32, Type::I64]))
                .filter(|other| *other != ty);
        }
        Place {
            base,
            index,
            access,
        }
    }

    fn base_like(&mut self, ty: Type) -> Option<Base> {
        for _ in 0..4 {
            let base = self.pick(&self.bases.clone());
            if ty.is_float() || !self.type_of(base).is_float() {
                return Some(base);
            }
        }
        None
    }

    // --- values ---

    pub(super) fn load(&mut self, ty: Type, loops: &[Around]) -> Option<Expr> {
        let base = self.base_like(ty)?;
        let place = self.place(base, loops);
        Some(Expr::new(ty, ExprKind::Load(place)))
    }

    pub(super) fn leaf(&mut self, ty: Type, loops: &[Around]) -> Expr {
        let roll = self.rng.random_range(0.0..1.0);
        if roll < 0.5
            && let Some(load) = self.load(ty, loops)
        {
            return load;
        }
        if roll < 0.7
            && let Some(around) = loops.choose(self.rng)
        {
            return Expr::new(ty, ExprKind::Int(Int::Counter(around.counter)));
        }
        let mut scalars = self.ints.clone();
        if ty.is_float() {
            scalars.extend(&self.floats);
        }
        if roll < 0.75 + 0.25 * self.weights.of(Feature::Carried)
            && let Some(scalar) = scalars.choose(self.rng)
        {
            return Expr::new(ty, ExprKind::Scalar(*scalar));
        }
        if roll > 0.97 {
            return Expr::new(ty, ExprKind::Int(self.pick(&[N, K])));
        }
        Expr::constant(ty, self.range(0, 100))
    }

    pub(super) fn expr(&mut self, ty: Type, loops: &[Around], depth: u32) -> Expr {
        if depth == 0 || self.maybe(0.15) {
            return self.leaf(ty, loops);
        }
        if self.maybe(0.07) {
            let cond = self.data_condition(loops);
            let (a, b) = (self.leaf(ty, loops), self.leaf(ty, loops));
            return Expr::new(
                ty,
                ExprKind::Select(Box::new(cond), Box::new(a), Box::new(b)),
            );
        }
        if self.maybe(0.1) && self.chance(Feature::Calls) {
            let helper = self.pick(&[Helper::Pure, Helper::Pure, Helper::Once, Helper::Peek]);
            let args = vec![self.leaf(Type::I32, loops)];
            return Expr::new(ty, ExprKind::Call(helper, args));
        }
        let (a, b) = (
            self.expr(ty, loops, depth - 1),
            self.expr(ty, loops, depth - 1),
        );
        use Op::*;
        let op = match ty.is_float() {
            true => self.pick(&[Add, Add, Sub, Mul, Min, Max]),
            false => self.pick(&[
                Add, Add, Add, Sub, Mul, And, Or, Xor, Shl, Shr, Min, Max, Div,
            ]),
        };
        Expr::bin(op, a, b)
    }

    pub(super) fn data_condition(&mut self, loops: &[Around]) -> Cond {
        let ty = Type::I32;
        let leaf = self.leaf(ty, loops);
        Cond::Data {
            rel: self.pick(&[Rel::Lt, Rel::Gt, Rel::Ne, Rel::Eq, Rel::Le]),
            signed: self.maybe(0.3),
            a: Expr::bin(Op::And, leaf, Expr::constant(ty, 7)).into(),
            b: Expr::constant(ty, self.range(0, 6)).into(),
        }
    }

    // --- statements ---

    pub(super) fn store(&mut self, loops: &[Around]) -> Stmt {
        let base = self.pick(&self.bases.clone());
        let place = self.place(base, loops);
        self.store_to(place, loops)
    }

    pub(super) fn store_to(&mut self, place: Place, loops: &[Around]) -> Stmt {
        let own = place.access.unwrap_or(self.type_of(place.base));
        let ty = own.domain();
        let depth = self.pick(&[0, 1, 1, 1, 2]);
        let mut value = self.expr(ty, loops, depth);
        if self.maybe(0.25) {
            let old = Expr::new(ty, ExprKind::Load(place.clone()));
            value = Expr::bin(Op::Add, old, value);
        }
        Stmt::Store(place, value)
    }

    pub(super) fn helper(&mut self, loops: &[Around]) -> (Helper, Vec<Expr>) {
        let helper = self.pick(&[
            Helper::Pure,
            Helper::Pure,
            Helper::Once,
            Helper::Peek,
            Helper::Poke,
            Helper::Trace,
        ]);
        let args = (0..helper.arity())
            .map(|_| self.leaf(Type::I32, loops))
            .collect();
        (helper, args)
    }

    fn reduction(&mut self, loops: &[Around]) -> Stmt {
        let all: Vec<_> = self.ints.iter().chain(&self.floats).copied().collect();
        let scalar = self.pick(&all);
        let ty = self.program.kernel.scalars[scalar].0;
        use Op::*;
        let op = match ty.is_float() {
            true => self.pick(&[Add, Add, Add, Max, Min]),
            false => self.pick(&[Add, Add, Xor, Max, Min, Mul]),
        };
        let value = self.expr(ty, loops, 1);
        Stmt::Assign(
            scalar,
            Expr::bin(op, Expr::new(ty, ExprKind::Scalar(scalar)), value),
        )
    }

    /// A length is loaded, which stores may write over.
    pub(super) fn load_length(&mut self, body: &mut Vec<Stmt>) {
        let scalar = self.pick(&self.ints.clone());
        let ty = self.program.kernel.scalars[scalar].0;
        let Some(mut length) = self.load(ty, &[]) else {
            return;
        };
        if self.maybe(0.5) {
            length = Expr::bin(Op::And, length, Expr::constant(ty, 63));
        }
        body.push(Stmt::Assign(scalar, length));
        self.length = Some(scalar);
    }

    /// A check of bounds, which mostly holds.
    pub(super) fn check(&mut self, loops: &[Around]) -> Stmt {
        let mut index = Linear::of(N, self.range(-1, 0));
        if let (Some(&first), Some(&last)) = (loops.first(), loops.last()) {
            index = Linear {
                terms: vec![term(1, last)],
                constant: self.pick(&[-1, 0, 0, 0, 0, 0, 1, 2]),
            };
            if loops.len() > 1 && self.maybe(0.7) {
                let mut row = term(self.pick(&[1, 3, 4, 8]), first);
                if self.maybe(0.5) {
                    row.factor = Factor::Param(1);
                }
                index.terms.push(row);
            }
        }
        let near = self.pick(&[-2, -1, 0, 0, 0, 0, 0, 1, 1, 2, 2, 4]);
        let mut limit = match self.range(0, 9) {
            0..5 => self.header.count.clone(),
            5 => Linear::of(N, 0),
            6 => Linear::of(M, 0),
            _ => Linear::constant(self.pick(&[9, 17, 40, 64, 300, 1000])),
        };
        limit.constant += near + self.header.start;
        let unsigned = |ty| IntType { ty, signed: false };
        let ty = match self.range(0, 9) {
            0..7 => unsigned(Type::I64),
            7 => unsigned(Type::I32),
            8 => WIDE,
            _ => unsigned(Type::I8),
        };
        let rel = self.pick(&[Rel::Lt, Rel::Lt, Rel::Lt, Rel::Lt, Rel::Le, Rel::Ne]);
        let cond = match self.maybe(0.3) {
            true => Cond::Not(Cond::Ints(rel.opposite(), ty, index, limit).into()),
            false => Cond::Ints(rel, ty, index, limit),
        };
        let cond = match (self.length, loops.last()) {
            (Some(length), Some(around)) if self.maybe(0.6) => {
                let ty = self.program.kernel.scalars[length].0;
                Cond::Data {
                    rel,
                    signed: false,
                    a: Expr::new(ty, ExprKind::Int(Int::Counter(around.counter))).into(),
                    b: Expr::new(ty, ExprKind::Scalar(length)).into(),
                }
            }
            _ => cond,
        };
        let check = Stmt::Check(cond, self.leaf(Type::I32, loops));
        match self.maybe(0.1) {
            true => Stmt::If(self.data_condition(loops), vec![check], vec![]),
            false => check,
        }
    }

    /// A way out of a loop that depends on an element, and is rarely taken or often.
    fn way_out(&mut self, loops: &[Around]) -> Stmt {
        let ty = Type::I32;
        let element = self.load(ty, loops);
        let element = element.unwrap_or_else(|| self.leaf(ty, loops));
        let mask = self.pick(&[1, 7, 63, 255, 4095, 65535]);
        let cond = Cond::Data {
            rel: self.pick(&[Rel::Eq, Rel::Eq, Rel::Eq, Rel::Lt, Rel::Gt]),
            signed: self.maybe(0.3),
            a: Expr::bin(Op::And, element, Expr::constant(ty, mask)).into(),
            b: Expr::constant(ty, self.range(0, mask)).into(),
        };
        match self.range(0, 9) {
            0..6 => Stmt::Break(cond),
            6..9 => Stmt::Return(cond, self.range(1, 9)),
            _ => Stmt::Check(cond, self.leaf(ty, loops)),
        }
    }

    /// What only looks for something.
    fn search(&mut self, loops: &[Around]) -> Vec<Stmt> {
        let ways = self.pick(&[1, 1, 1, 2]);
        let mut body: Vec<_> = (0..ways).map(|_| self.way_out(loops)).collect();
        if self.maybe(0.3) {
            let at = self.rng.random_range(0..=body.len());
            let sum = self.reduction(loops);
            body.insert(at, sum);
        }
        body
    }

    /// A volatile or atomic access to something of this loop's own.
    fn ordered(&mut self, loops: &[Around]) -> Stmt {
        let tag = loops[loops.len() - 1].counter as u64;
        self.program.ordered.push(tag);
        let n = self.program.ordered.len() - 1;
        use Order::*;
        let order = self.pick(&[Volatile, Volatile, Unordered, Monotonic, Monotonic, SeqCst]);
        if self.maybe(0.5) {
            let scalar = self.pick(&self.ints.clone());
            let ty = self.program.kernel.scalars[scalar].0;
            let old = Expr::new(ty, ExprKind::Scalar(scalar));
            return Stmt::Assign(
                scalar,
                Expr::bin(Op::Add, old, Expr::new(ty, ExprKind::Ordered(n, order))),
            );
        }
        Stmt::Ordered(n, order, self.leaf(Type::I32, loops))
    }

    pub(super) fn loop_body(&mut self, loops: &[Around]) -> Vec<Stmt> {
        if self.chance(Feature::Searches) {
            return self.search(loops);
        }
        let mut body = Vec::new();
        if self.chance(Feature::Checks) {
            for _ in 0..self.range(1, 2) {
                body.push(self.check(loops));
            }
        }
        for _ in 0..self.pick(&[1, 1, 1, 1, 2, 2, 3]) {
            let mut stmt = if self.chance(Feature::Reductions) {
                self.reduction(loops)
            } else if self.chance(Feature::Calls) {
                let (helper, args) = self.helper(loops);
                Stmt::Call(helper, args)
            } else {
                self.store(loops)
            };
            if self.chance(Feature::Conditionals) {
                let cond = self.data_condition(loops);
                stmt = Stmt::If(cond, vec![stmt], vec![]);
            }
            body.push(stmt);
        }
        if self.chance(Feature::Ordered) {
            let stmt = self.ordered(loops);
            let at = self.rng.random_range(0..=body.len());
            body.insert(at, stmt);
        }
        body
    }
}
