//! Images whose stages hand on rows through temporaries.
//!
//! The first stage reads an argument, the last one writes another, and each in between writes a temporary of
//! some kind that later ones read, some rows and columns away. The margins of a stage follow from what those
//! before it have written, so that little is read that was not.

use super::*;
use rand::seq::SliceRandom;

/// Rows above and below, columns left and right, that are not written.
type Margins = [i64; 4];

/// How far away a stage reads.
const AWAY: [i64; 12] = [0, 0, 0, 0, 1, 1, -1, -1, 2, -2, 3, -4];

/// An image under construction.
struct Image {
    h: Linear,
    w: Linear,
    /// Rows that are a constant number of elements long.
    width: Option<i64>,
    index: IntType,
    /// Subscripts are said not to overflow, if they do not.
    exact: bool,
    down: bool,
    margins: BTreeMap<Base, Margins>,
    /// What may be read without having been written.
    zeroed: Vec<Base>,
    /// What is set where both sizes are negative, too: their product is not.
    set: Vec<Base>,
    flat: bool,
    /// Rows of a few elements, most of which are read where they are written.
    pixels: bool,
    /// What lies beyond the borders is read at them, or not at all: all stages write all.
    stops: bool,
    /// How many images lie behind each other in each array, how far apart, and which one is at hand.
    planes: i64,
    distance: Factor,
    plane: Term,
}

impl Image {
    fn at(&self, base: Base, row: (usize, i64), (j, dj): (usize, i64)) -> Place {
        self.in_column(base, row, Linear::of(Int::Counter(j), dj))
    }

    fn in_column(&self, base: Base, (i, di): (usize, i64), column: Linear) -> Place {
        self.in_row(base, (Int::Counter(i), di), column)
    }

    /// The element some rows and columns away, or that at the border if it is beyond.
    fn within(&self, base: Base, (i, di): (usize, i64), (j, dj): (usize, i64)) -> Place {
        let size = |of: &Linear| match of.terms.first() {
            Some(Term {
                int: Some(Int::Param(p)),
                ..
            }) => Size::Param(*p),
            _ => Size::Const(of.constant),
        };
        let int = |counter, add, of| match add {
            0 => Int::Counter(counter),
            _ => Int::Within(counter, add, size(of)),
        };
        let column = Linear::of(int(j, dj, &self.w), 0);
        self.in_row(base, (int(i, di, &self.h), 0), column)
    }

    fn in_row(&self, base: Base, (row, di): (Int, i64), column: Linear) -> Place {
        let mut index = Index::plain(column);
        index.ty = self.index;
        index.exact = self.exact;
        match self.width {
            Some(width) if !self.flat => index.row = Some((Linear::of(row, di), width)),
            width => {
                let factor = width.map_or(Factor::Param(1), Factor::Const);
                index.column.terms.insert(
                    0,
                    Term {
                        factor,
                        int: Some(row),
                        add: di,
                    },
                );
            }
        }
        if self.planes > 1 {
            index.column.terms.insert(0, self.plane);
        }
        Place {
            base,
            index,
            access: None,
        }
    }
}

impl Maker<'_> {
    pub(super) fn rows(&mut self) {
        let ty = self.pick(&[Type::F32, Type::F64, Type::I32, Type::I16, Type::I8]);
        let own = self.pick(&[INT, WIDE, WIDE]);
        let pixels = self.chance(Feature::Pixels);
        let constant = !pixels && self.maybe(0.4);
        self.program.kernel.ints = vec![own, own, INT];
        self.program.kernel.flags = 2;
        let restrict = self.chance(Feature::Noalias) || !self.chance(Feature::Pointers);
        self.program.kernel.pointers = vec![
            Pointer {
                ty,
                noalias: restrict
            };
            2
        ];
        self.program.arena = vec![
            Global {
                ty,
                internal: false,
                size: 1,
                origin: 0
            };
            2
        ];
        self.bases = vec![Base::Pointer(0), Base::Pointer(1)];
        self.scalars();
        self.header = Header {
            count: Linear::of(N, 0),
            start: 0,
            ty: own,
            row: Linear::of(M, 0),
        };
        let h = self.pick(&[5, 8, 13, 21]);
        let w = match pixels {
            true => self.pick(&[2, 3, 3, 4, 4, 5, 8]),
            false => self.pick(&[3, 8, 16, 19]),
        };
        let is_wide = constant || pixels;
        let mut image = Image {
            h: if constant {
                Linear::constant(h)
            } else {
                Linear::of(N, 0)
            },
            w: if is_wide {
                Linear::constant(w)
            } else {
                Linear::of(M, 0)
            },
            width: is_wide.then_some(w),
            index: if self.chance(Feature::Ints) {
                INT
            } else {
                WIDE
            },
            exact: true,
            down: self.chance(Feature::RowsDown),
            margins: BTreeMap::from([(Base::Pointer(0), [0; 4])]),
            zeroed: Vec::new(),
            set: vec![Base::Pointer(0)],
            flat: self.maybe(0.6),
            pixels,
            stops: !pixels && self.chance(Feature::Stops),
            planes: 1,
            distance: Factor::Const(1),
            plane: Term {
                factor: Factor::Const(1),
                int: None,
                add: 0,
            },
        };
        if self.chance(Feature::Planes) {
            image.planes = self.range(2, 4);
            image.flat = true;
            if image.index == INT && self.maybe(0.5) {
                // Narrow enough to wrap around.
                let ty = self.pick(&[Type::I32, Type::I16, Type::I8, Type::I8]);
                (image.index, image.exact) = (IntType { ty, ..INT }, false);
                self.program.kernel.ints[..2].fill(image.index);
            }
            image.distance = match constant {
                // Planes may reach into each other.
                _ if self.maybe(0.15) => Factor::Const(self.range(1, 3 * w)),
                true => Factor::Const(h * w + self.pick(&[0, 0, 0, 5])),
                false => Factor::Product(0, 1),
            };
        }
        self.sizes(constant.then_some(h), is_wide.then_some(w), restrict);
        let (mut begin, mut body) = (Vec::new(), Vec::new());
        let stages = self.pick(&[2, 3, 3, 4, 5]);
        let mut done = vec![Base::Pointer(0)];
        for stage in 0..stages {
            let target = match stage == stages - 1 {
                true => Base::Pointer(1),
                false => self.image_temporary(&mut begin, &mut image, ty),
            };
            let mut sources = vec![done[done.len() - 1]];
            if self.maybe(0.5) {
                sources.push(self.pick(&done));
            }
            self.image_planes(&mut body, &mut image, target, &sources);
            if self.chance(Feature::Producers) && target != Base::Pointer(1) {
                self.image_planes(&mut body, &mut image, target, &sources);
            }
            self.between_stages(&mut body, &image, target);
            done.push(target);
        }
        let heap = (0..self.program.kernel.locals.len())
            .filter(|l| self.program.kernel.locals[*l].how.is_heap());
        let heap: Vec<_> = heap.collect();
        let mut end = Vec::new();
        for l in heap {
            if self.chance(Feature::Gives) && self.maybe(0.3) {
                end.push(Stmt::Give(Base::Local(l)));
            }
            end.push(Stmt::Free(l));
        }
        let again = |maker: &mut Self, body: Vec<Stmt>| {
            let times = maker.range(2, 3);
            let (mut l, _) = maker.header(Some(Linear::constant(times)));
            l.layout = Layout::Top;
            l.body = body;
            vec![Stmt::Loop(l)]
        };
        let is_free = !walk::any(&begin, &|stmt| matches!(stmt, Stmt::Return(..)));
        let all = match self.range(0, 9) {
            0 | 1 if is_free => {
                let inner = [begin, body, end].concat();
                again(self, inner)
            }
            // Buffers that each step writes anew, or not.
            2..=4 => {
                let body = again(self, body);
                [begin, body, end].concat()
            }
            _ => [begin, body, end].concat(),
        };
        if self.chance(Feature::Recursion) {
            self.program.kernel.recursive = true;
            let mut all = all;
            let at = self.rng.random_range(0..=all.len());
            all.insert(at, Stmt::Recurse);
            self.program.kernel.body = all;
        } else {
            self.program.kernel.body = all;
        }
    }

    /// The calls: sizes of images, and where they lie.
    fn sizes(&mut self, rows: Option<i64>, width: Option<i64>, restrict: bool) {
        let mut sizes = vec![
            (self.range(0, 3), self.range(0, 12)),
            (self.range(3, 9), self.range(0, 4)),
            (self.range(4, 12), self.range(3, 14)),
        ];
        if self.maybe(0.5) {
            sizes.push((21, 17));
        }
        if self.maybe(0.5) {
            // No rows, but elements.
            sizes.push((-self.range(1, 5), -self.range(1, 7)));
        }
        if let Some(width) = width {
            sizes.retain(|(h, _)| *h >= 0);
            sizes.iter_mut().for_each(|(_, w)| *w = width);
        }
        if let Some(size) = rows.zip(width) {
            sizes = vec![size; 2];
        }
        for (n, (h, w)) in sizes.into_iter().enumerate() {
            let second = match restrict || n % 2 == 0 && self.maybe(0.5) {
                true => (Object::Arena(1), 0),
                false => {
                    let near =
                        self.pick(&[0, 1, w, -w, 2 * w + 1, h * w, h * w + 1, h * w - 1, -h * w]);
                    (Object::Arena(0), near)
                }
            };
            let call = Call {
                ints: vec![h, w, self.range(0, 4)],
                flags: (0..2).map(|_| self.rng.random()).collect(),
                float: self.pick(&[0, 2, 4]),
                pointers: vec![(Object::Arena(0), 0), second],
            };
            self.program.calls.push(call);
        }
    }

    /// A temporary for a stage: of the heap, on the stack, static, or the caller's.
    fn image_temporary(&mut self, begin: &mut Vec<Stmt>, image: &mut Image, ty: Type) -> Base {
        use How::*;
        let roll = self.range(0, 9);
        if roll == 0 || image.width.is_some() && self.chance(Feature::Statics) {
            let base = self.global(ty, roll != 0);
            // What an earlier call left there, or anybody.
            image.zeroed.push(base);
            image.set.push(base);
            return base;
        }
        let constant = image
            .width
            .zip(image.h.terms.is_empty().then_some(image.h.constant));
        let how = match constant {
            Some(_) => self.pick(&[Malloc, Malloc, Calloc, Aligned, Stack, Stack]),
            None => self.pick(&[Malloc, Malloc, Malloc, Calloc, Aligned, Own, PosixMemalign]),
        };
        let size = match constant {
            Some((w, h)) => Linear::constant(image.planes * (h * w + 8)),
            None => {
                let product = Term {
                    factor: Factor::Product(0, 1),
                    int: None,
                    add: image.planes,
                };
                Linear {
                    terms: vec![product],
                    constant: 8,
                }
            }
        };
        let l = self.program.kernel.locals.len();
        let has_partner = self
            .program
            .kernel
            .locals
            .last()
            .is_some_and(|b| b.test == Test::None && b.how.is_heap())
            && matches!(begin.last(), Some(Stmt::Alloc(_)));
        let test = match how.is_heap() {
            true if has_partner && self.maybe(0.4) => Test::Both,
            true if self.maybe(0.4) => Test::Return,
            _ => Test::None,
        };
        self.program.kernel.locals.push(Local {
            ty,
            how,
            test,
            size: size.clone(),
            fits: false,
        });
        begin.push(Stmt::Alloc(l));
        let base = Base::Local(l);
        if how == Calloc && self.maybe(0.7) {
            image.zeroed.push(base);
            image.set.push(base);
        }
        if how.is_heap() && self.chance(Feature::Transfers) {
            let index = Index::plain(Linear::constant(0));
            begin.push(Stmt::Fill(
                Place {
                    base,
                    index,
                    access: None,
                },
                size,
                self.pick(&[0, 0, 1]),
            ));
            image.zeroed.push(base);
            image.set.push(base);
        }
        base
    }

    fn image_loop(
        &mut self,
        ty: IntType,
        (from, to): (i64, Linear),
        down: bool,
        body: Vec<Stmt>,
        counter: usize,
    ) -> Stmt {
        let last = Linear {
            constant: to.constant - 1,
            ..to.clone()
        };
        let (start, bound, rel, step) = match down {
            true => (last, Linear::constant(from), Rel::Ge, -1),
            false => (Linear::constant(from), to, Rel::Lt, 1),
        };
        Stmt::Loop(Loop {
            counter,
            ty,
            start,
            bound,
            rel,
            step,
            layout: self.pick(&[Layout::Top, Layout::Top, Layout::Rotated]),
            inverted: false,
            exact: true,
            scopes: None,
            body,
        })
    }

    /// Nests that compute all planes of `target`: a loop over planes, or one nest for each.
    fn image_planes(
        &mut self,
        body: &mut Vec<Stmt>,
        image: &mut Image,
        target: Base,
        sources: &[Base],
    ) {
        let planes = image.planes;
        let plane = |image: &mut Image, int, add| {
            image.plane = Term {
                factor: image.distance,
                int,
                add,
            };
        };
        if planes == 1 && (image.flat || image.width.is_none()) && self.maybe(0.2) {
            self.sweep(body, image, target, sources);
        } else if planes == 1 {
            self.image_stage(body, image, target, sources);
        } else if self.maybe(0.5) {
            let own = self.program.kernel.ints[0];
            let c = self.counter();
            plane(image, Some(Int::Counter(c)), 0);
            let mut nest = Vec::new();
            self.image_stage(&mut nest, image, target, sources);
            body.push(self.image_loop(own, (0, Linear::constant(planes)), false, nest, c));
            plane(image, None, 0);
        } else {
            for n in 0..planes {
                plane(image, None, n);
                self.image_stage(body, image, target, sources);
            }
        }
    }

    /// A loop over all elements at once that computes `target`.
    fn sweep(&mut self, body: &mut Vec<Stmt>, image: &mut Image, target: Base, sources: &[Base]) {
        let ty = self.type_of(target).domain();
        let own = self.program.kernel.ints[0];
        let i = self.counter();
        let here = |base| {
            let mut index = Index::plain(Linear::of(Int::Counter(i), 0));
            (index.ty, index.exact) = (image.index, image.exact);
            Place {
                base,
                index,
                access: None,
            }
        };
        let mut sources = sources.iter().filter(|base| image.set.contains(base));
        let source = sources.next().copied().unwrap_or(Base::Pointer(0));
        let load = Expr::new(ty, ExprKind::Load(here(source)));
        let factor = self.range(1, 3) * if ty.is_float() { 4 } else { 1 };
        let mut value = Expr::bin(Op::Mul, load, Expr::constant(ty, factor));
        if self.maybe(0.2) {
            let number = Expr::new(ty, ExprKind::Int(Int::Counter(i)));
            value = Expr::bin(Op::Add, value, number);
        }
        let count = match image.width.filter(|_| image.h.terms.is_empty()) {
            Some(width) => Linear::constant(image.h.constant * width),
            None => Linear {
                terms: vec![Term {
                    factor: Factor::Product(0, 1),
                    int: None,
                    add: 1,
                }],
                constant: 0,
            },
        };
        let store = vec![Stmt::Store(here(target), value)];
        image.margins.insert(target, [0; 4]);
        image.set.push(target);
        let down = self.maybe(0.05);
        body.push(self.image_loop(own, (0, count), down, store, i));
    }

    /// A loop over rows that computes all of their elements as it is written for each, now and then one in its own way.
    fn pixel_stage(
        &mut self,
        body: &mut Vec<Stmt>,
        image: &mut Image,
        target: Base,
        sources: &[Base],
        width: i64,
    ) {
        let ty = self.type_of(target).domain();
        let own = self.program.kernel.ints[0];
        let i = self.counter();
        let terms: Vec<_> = (0..self.pick(&[1, 2, 3]))
            .map(|_| (self.pick(sources), self.pick(&[Op::Add, Op::Sub, Op::Mul])))
            .collect();
        let add = self.pick(&[0, 1, 5]);
        let mut lanes: Vec<_> = (0..width).collect();
        if self.maybe(0.3) {
            lanes.shuffle(self.rng);
        }
        let odd = self.maybe(0.3).then(|| self.range(0, width - 1));
        // What is read is written again.
        let overwrites = sources[0] != target && self.maybe(0.15);
        let mut row = Vec::new();
        for lane in lanes {
            let mut value = Expr::constant(ty, add);
            for (source, op) in &terms {
                let column = match odd == Some(lane) && self.maybe(0.5) {
                    true => self.range(0, width - 1),
                    false => lane,
                };
                let place = image.in_column(*source, (i, 0), Linear::constant(column));
                let load = Expr::new(ty, ExprKind::Load(place));
                value = Expr::bin(*op, value, load);
            }
            if odd == Some(lane) && self.maybe(0.3) {
                value = Expr::bin(Op::Add, value, Expr::constant(ty, 4));
            }
            let here = image.in_column(target, (i, 0), Linear::constant(lane));
            let mut stores = vec![Stmt::Store(here, value)];
            if overwrites {
                let read = image.in_column(sources[0], (i, 0), Linear::constant(lane));
                stores.push(Stmt::Store(read, Expr::constant(ty, 20)));
            }
            if odd == Some(lane) && self.maybe(0.5) {
                stores.reverse();
            }
            row.extend(stores);
        }
        let rows = self.image_loop(own, (0, image.h.clone()), image.down, row, i);
        body.push(rows);
        image.margins.entry(target).or_default();
    }

    /// A nest that computes `target`.
    fn image_stage(
        &mut self,
        body: &mut Vec<Stmt>,
        image: &mut Image,
        target: Base,
        sources: &[Base],
    ) {
        if let Some(width) = image.width.filter(|_| image.pixels)
            && self.maybe(0.4)
        {
            return self.pixel_stage(body, image, target, sources, width);
        }
        let ty = self.type_of(target).domain();
        let own = self.program.kernel.ints[0];
        let (i, j) = (self.counter(), self.counter());
        let [mut above, mut below, mut left, mut right] = [0; 4];
        let mut value: Option<Expr> = None;
        // Loads under conditions, that what they read is not beyond a border.
        let mut conditional = Vec::new();
        for source in sources {
            for _ in 0..self.pick(&[1, 2, 3]) {
                let (di, dj) = match image.pixels && self.maybe(0.95) {
                    true => (0, 0),
                    false => (self.pick(&AWAY), self.pick(&[0, 0, 0, 1, -1])),
                };
                let edge = match image.zeroed.contains(source) {
                    true => [0; 4],
                    false => image.margins.get(source).copied().unwrap_or_default(),
                };
                if !image.stops {
                    (above, below) = (above.max(edge[0] - di), below.max(edge[1] + di));
                    (left, right) = (left.max(edge[2] - dj), right.max(edge[3] + dj));
                }
                let mut place = match image.stops {
                    true => image.within(*source, (i, di), (j, dj)),
                    false => image.at(*source, (i, di), (j, dj)),
                };
                if image.planes > 1 && self.maybe(0.15) {
                    // Another plane.
                    let first = &mut place.index.column.terms[0];
                    (first.int, first.add) = (None, self.range(0, image.planes - 1));
                }
                if image.stops && (di, dj) != (0, 0) && value.is_some() && self.maybe(0.4) {
                    let cond = self.is_inside(own, (i, di, &image.h), (j, dj, &image.w));
                    conditional.push((cond, image.at(*source, (i, di), (j, dj))));
                    continue;
                }
                let load = Expr::new(ty, ExprKind::Load(place));
                let op = self.pick(&[Op::Add, Op::Sub]);
                value = Some(match value {
                    None => load,
                    Some(value) => Expr::bin(op, value, load),
                });
            }
        }
        let value = value.expect("a stage has a source");
        let value = Expr::bin(
            Op::Mul,
            value,
            Expr::constant(ty, self.range(1, 3) * if ty.is_float() { 4 } else { 1 }),
        );
        let value = Expr::bin(Op::Add, value, Expr::constant(ty, self.pick(&[0, 1, 5])));
        let here = image.at(target, (i, 0), (j, 0));
        let read = |place: &Place| Expr::new(ty, ExprKind::Load(place.clone()));
        let mut inner = vec![Stmt::Store(here.clone(), value.clone())];
        for (cond, place) in conditional {
            let sum = Expr::bin(Op::Add, read(&here), read(&place));
            inner.push(Stmt::If(cond, vec![Stmt::Store(here.clone(), sum)], vec![]));
        }
        match self.range(0, if image.pixels { 50 } else { 11 }) {
            0 => {
                let source = image.at(sources[0], (i, 0), (j, 0));
                let cond = Cond::Data {
                    rel: Rel::Gt,
                    signed: false,
                    a: read(&source).into(),
                    b: Expr::constant(ty, 12).into(),
                };
                inner.push(Stmt::If(
                    cond,
                    vec![Stmt::Store(here.clone(), Expr::constant(ty, 28))],
                    vec![],
                ));
            }
            1 => {
                let counter = self.counter();
                let sum = Expr::bin(Op::Add, read(&here), value);
                let sum = Expr::bin(
                    Op::Add,
                    sum,
                    Expr::new(ty, ExprKind::Int(Int::Counter(counter))),
                );
                let within = vec![Stmt::Store(here.clone(), sum)];
                let repeated =
                    self.image_loop(own, (0, Linear::constant(3)), false, within, counter);
                inner = vec![Stmt::Store(here.clone(), Expr::constant(ty, 0)), repeated];
            }
            2 => inner.push(Stmt::Store(
                here.clone(),
                Expr::bin(Op::Add, read(&here), Expr::constant(ty, 4)),
            )),
            3 => {
                // The second one beside it reads what the first one wrote.
                let beside = image.at(target, (i, 0), (j, 1));
                inner.push(Stmt::Store(
                    beside,
                    Expr::bin(Op::Add, read(&here), Expr::constant(ty, 8)),
                ));
                right += 1;
            }
            4 => {
                let (helper, args) = self.helper(&[]);
                if self.chance(Feature::Calls) {
                    inner.push(Stmt::Call(helper, args));
                }
            }
            _ => {}
        }
        let columns_to = Linear {
            constant: image.w.constant - right,
            ..image.w.clone()
        };
        let rows_to = Linear {
            constant: image.h.constant - below,
            ..image.h.clone()
        };
        let columns = self.image_loop(own, (left, columns_to.clone()), false, inner, j);
        let mut row = vec![columns];
        if target != Base::Pointer(1) && self.maybe(0.1) {
            // An element beside the row, once for each.
            let mut edge = here.clone();
            match &mut edge.index {
                Index {
                    row: Some(_),
                    column,
                    ..
                } => *column = Linear::constant(left),
                Index { column, .. } => {
                    column.terms.pop();
                    column.constant = left;
                }
            }
            let fits = Cond::Ints(
                Rel::Gt,
                own,
                image.w.clone(),
                Linear::constant(left + right),
            );
            row.push(Stmt::If(
                fits,
                vec![Stmt::Store(edge, Expr::constant(ty, 36))],
                vec![],
            ));
        }
        if image.zeroed.contains(&target) && self.maybe(0.15) {
            let cond = self.data_condition(&[Around {
                counter: i,
                ty: own,
                start: 0,
            }]);
            row = vec![Stmt::If(cond, row, vec![])];
        }
        if target != Base::Pointer(1) && self.maybe(0.12) {
            // Zeros first.
            let (i, j) = (self.counter(), self.counter());
            let zero = Stmt::Store(image.at(target, (i, 0), (j, 0)), Expr::constant(ty, 0));
            let columns = self.image_loop(own, (left, columns_to), false, vec![zero], j);
            let rows = self.image_loop(own, (above, rows_to.clone()), image.down, vec![columns], i);
            body.push(rows);
        }
        let rows = self.image_loop(own, (above, rows_to), image.down, row, i);
        body.push(rows);
        let known = image.margins.entry(target).or_default();
        for (margin, new) in known.iter_mut().zip([above, below, left, right]) {
            *margin = (*margin).max(new);
        }
    }

    /// Is what lies some rows and columns away inside the image?
    fn is_inside(
        &mut self,
        own: IntType,
        (i, di, h): (usize, i64, &Linear),
        (j, dj, w): (usize, i64, &Linear),
    ) -> Cond {
        let one = |(counter, away, size): (usize, i64, &Linear)| {
            let at = Linear::of(Int::Counter(counter), away);
            match away {
                ..0 => Cond::Ints(Rel::Ge, own, at, Linear::constant(0)),
                _ => Cond::Ints(Rel::Lt, own, at, size.clone()),
            }
        };
        match (di, dj) {
            (_, 0) => one((i, di, h)),
            (0, _) => one((j, dj, w)),
            _ => Cond::Both(
                Box::new(one((i, di, h))),
                Box::new(one((j, dj, w))),
                Connective {
                    and: true,
                    lazy: self.maybe(0.8),
                },
            ),
        }
    }

    /// Now and then something else stands between two stages.
    fn between_stages(&mut self, body: &mut Vec<Stmt>, image: &Image, target: Base) {
        if self.chance(Feature::Between) && self.maybe(0.3) {
            let (helper, args) = (Helper::Trace, vec![Expr::new(Type::I32, ExprKind::Int(K))]);
            body.push(Stmt::Call(helper, args));
        }
        if target != Base::Pointer(1) && self.chance(Feature::PartialReads) {
            let [above, below, left, right] = image.margins[&target];
            let ty = self.type_of(target).domain();
            let own = self.program.kernel.ints[0];
            let scalars = if ty.is_float() {
                &self.floats
            } else {
                &self.ints
            };
            let Some(scalar) = scalars.choose(self.rng).copied() else {
                return;
            };
            let held = self.program.kernel.scalars[scalar].0;
            let mut index = Index::plain(Linear::constant(left));
            match image.width {
                Some(width) => index.column.constant += above * width,
                None => index.column.terms.push(Term {
                    factor: Factor::Const(above),
                    int: Some(M),
                    add: 0,
                }),
            }
            let read = Expr::new(
                held,
                ExprKind::Load(Place {
                    base: target,
                    index,
                    access: None,
                }),
            );
            let sum = Expr::bin(Op::Add, Expr::new(held, ExprKind::Scalar(scalar)), read);
            let rows = Cond::Ints(
                Rel::Gt,
                own,
                image.h.clone(),
                Linear::constant(above + below),
            );
            let columns = Cond::Ints(
                Rel::Gt,
                own,
                image.w.clone(),
                Linear::constant(left + right),
            );
            let both = Cond::Both(
                Box::new(rows),
                Box::new(columns),
                Connective {
                    and: true,
                    lazy: true,
                },
            );
            body.push(Stmt::If(both, vec![Stmt::Assign(scalar, sum)], vec![]));
        }
    }
}
