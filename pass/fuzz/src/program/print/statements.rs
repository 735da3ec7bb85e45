//! Statements and loops.

use super::*;

impl<'p> Printer<'p> {
    pub(super) fn body(&mut self, body: &'p [Stmt]) {
        for stmt in body {
            self.stmt(stmt);
        }
    }

    pub(super) fn stmt(&mut self, stmt: &'p Stmt) {
        match stmt {
            Stmt::Loop(l) => self.one_loop(l),
            Stmt::If(cond, then, other) => {
                let [yes, no, join] = ["then", "else", "join"].map(|stem| self.label(stem));
                let condition = self.cond(cond);
                self.branch(&condition, &yes, if other.is_empty() { &join } else { &no });
                for (label, body) in [(yes, then), (no, other)] {
                    if label.starts_with("then") || !body.is_empty() {
                        self.start(label);
                        self.body(body);
                        self.put(&format!("br label %{join}"));
                    }
                }
                self.start(join);
            }
            Stmt::Store(place, value) => {
                let bits = self.expr(value);
                let (address, ty, align) = self.address(place);
                let bits = self.convert(bits, value.ty, ty);
                let scope = self.scope(place.base);
                self.put(&format!(
                    "store {} {bits}, ptr {address}, align {align}{scope}",
                    name(ty)
                ));
            }
            Stmt::Assign(scalar, value) => {
                let ty = self.program.kernel.scalars[*scalar].0;
                let bits = self.expr(value);
                let bits = self.convert(bits, value.ty, ty);
                self.put(&format!("store {} {bits}, ptr %s{scalar}", name(ty)));
            }
            Stmt::Call(helper, args) => {
                self.helper(*helper, args);
            }
            Stmt::Ordered(n, order, value) => {
                let bits = self.expr(value);
                let bits = self.convert(bits, value.ty, Type::I32);
                let tag = order_tag(*n, *order);
                match order {
                    Order::Volatile => self.put(&format!(
                        "store volatile i32 {bits}, ptr @o{n}, align 4{tag}"
                    )),
                    Order::Unordered => {
                        self.put(&format!(
                            "store atomic i32 {bits}, ptr @o{n} unordered, align 4"
                        ));
                    }
                    Order::Monotonic => {
                        self.tmp(&format!(
                            "atomicrmw add ptr @o{n}, i32 {bits} monotonic, align 4{tag}"
                        ));
                    }
                    Order::SeqCst => {
                        self.tmp(&format!(
                            "atomicrmw add ptr @o{n}, i32 {bits} seq_cst, align 4{tag}"
                        ));
                    }
                }
            }
            Stmt::Alloc(l) => self.alloc(*l),
            Stmt::Free(l) => {
                self.alive.retain(|one| one != l);
                self.free(*l);
            }
            Stmt::Give(base) => {
                let pointer = self.base(*base);
                self.put(&format!("call void @fz_give(ptr @nothing, ptr {pointer})"));
            }
            Stmt::Fill(place, count, byte) => {
                let (address, ty, _) = self.address(place);
                let bytes = self.bytes(count, ty);
                self.put(&format!(
                    "call void @llvm.memset.p0.i64(ptr {address}, i8 {byte}, i64 {bytes}, i1 false)"
                ));
            }
            Stmt::Copy(to, from, count) => {
                let (to, ty, _) = self.address(to);
                let (from, ..) = self.address(from);
                let bytes = self.bytes(count, ty);
                self.put(&format!(
                    "call void @llvm.memcpy.p0.p0.i64(ptr {to}, ptr {from}, i64 {bytes}, i1 false)"
                ));
            }
            Stmt::Swap(a, b) => {
                let (x, y) = (self.base(Base::Pointer(*a)), self.base(Base::Pointer(*b)));
                self.put(&format!("store ptr {y}, ptr %q{a}"));
                self.put(&format!("store ptr {x}, ptr %q{b}"));
            }
            Stmt::Keep(base) => {
                let pointer = self.base(*base);
                self.put(&format!("call void @fz_keep(ptr {pointer})"));
            }
            Stmt::Break(cond) => {
                let on = self.label("on");
                let condition = self.cond(cond);
                let out = self.breaks.last().expect("a break is in a loop").clone();
                self.branch(&condition, &out, &on);
                self.start(on);
            }
            Stmt::Return(cond, code) => {
                let [out, on] = ["out", "on"].map(|stem| self.label(stem));
                let condition = self.cond(cond);
                self.branch(&condition, &out, &on);
                self.start(out);
                self.leave(*code);
                self.start(on);
            }
            Stmt::Check(cond, said) => {
                let [fail, on] = ["fail", "on"].map(|stem| self.label(stem));
                let condition = self.cond(cond);
                self.branch(&condition, &on, &fail);
                self.start(fail);
                self.helper(Helper::Trace, std::slice::from_ref(said));
                self.put("call i32 @fz_stop(i32 0, i32 0) noreturn");
                self.put("unreachable");
                self.start(on);
            }
            Stmt::Recurse => self.recurse(),
        }
    }

    pub(super) fn recurse(&mut self) {
        let kernel = &self.program.kernel;
        let [deeper, join] = ["deeper", "join"].map(|stem| self.label(stem));
        let may = self.tmp(&format!("icmp ult i32 %depth, {}", interpret::DEPTH));
        self.branch(&may, &deeper, &join);
        self.start(deeper);
        let less = self.tmp(&format!("add {} %n0, -1", name(kernel.ints[0].ty)));
        let mut args: Vec<String> = (0..kernel.ints.len())
            .map(|n| {
                let value = if n == 0 {
                    less.clone()
                } else {
                    format!("%n{n}")
                };
                format!("{} {value}", name(kernel.ints[n].ty))
            })
            .collect();
        args.extend((0..kernel.flags).map(|n| format!("i1 %b{n}")));
        args.push("double %x".into());
        for n in 0..kernel.pointers.len() {
            let pointer = self.base(Base::Pointer(n));
            args.push(format!("ptr {pointer}"));
        }
        let depth = self.tmp("add i32 %depth, 1");
        args.push(format!("i32 {depth}"));
        self.tmp(&format!("call i32 @k({})", args.join(", ")));
        self.put(&format!("br label %{join}"));
        self.start(join);
    }

    pub(super) fn bytes(&mut self, count: &Linear, ty: Type) -> String {
        let wide = IntType {
            ty: Type::I64,
            signed: true,
        };
        let count = self.linear(count, wide, false);
        self.tmp(&format!("mul i64 {count}, {}", ty.bytes()))
    }

    pub(super) fn free(&mut self, l: usize) {
        if self.keeps {
            self.put(&format!("call void @fz_drop(ptr {})", self.locals[l]));
        }
        let free = match self.program.kernel.locals[l].how {
            How::Own => "fz_return",
            _ => "free",
        };
        self.put(&format!("call void @{free}(ptr {})", self.locals[l]));
    }

    /// Gives back what there is, and returns.
    pub(super) fn leave(&mut self, code: i64) {
        for l in self.alive.clone() {
            self.free(l);
        }
        self.put(&format!("ret i32 {code}"));
    }

    pub(super) fn alloc(&mut self, l: usize) {
        let local = &self.program.kernel.locals[l];
        if local.how == How::Zeroed {
            let bytes = local.size.constant.max(1) * local.ty.bytes() as i64;
            self.put(&format!(
                "call void @llvm.memset.p0.i64(ptr %t{l}, i8 0, i64 {bytes}, i1 false)"
            ));
        }
        if !local.how.is_heap() {
            return;
        }
        let wide = IntType {
            ty: Type::I64,
            signed: true,
        };
        let elements = self.linear(&local.size, wide, true);
        let width = local.ty.bytes();
        let site = self.program.failing.iter().position(|one| *one == l);
        let mark = site.map_or(0, |site| MARK * (site as u64 + 1));
        let bytes = if local.how == How::Calloc {
            self.tmp(&format!("add i64 {elements}, {}", mark / width))
        } else {
            let bytes = self.tmp(&format!("mul i64 {elements}, {width}"));
            self.tmp(&format!("add i64 {bytes}, {mark}"))
        };
        let pointer = match local.how {
            How::Calloc => self.tmp(&format!("call ptr @calloc(i64 {bytes}, i64 {width})")),
            How::Aligned => self.tmp(&format!(
                "call ptr @aligned_alloc(i64 {width}, i64 {bytes})"
            )),
            How::PosixMemalign => {
                let failed = self.tmp(&format!(
                    "call i32 @posix_memalign(ptr %t{l}.at, i64 16, i64 {bytes})"
                ));
                let got = self.tmp(&format!("load ptr, ptr %t{l}.at"));
                let fails = self.tmp(&format!("icmp ne i32 {failed}, 0"));
                self.tmp(&format!("select i1 {fails}, ptr null, ptr {got}"))
            }
            How::Own => self.tmp(&format!("call ptr @fz_take(i64 {bytes})")),
            _ => self.tmp(&format!("call ptr @malloc(i64 {bytes})")),
        };
        self.locals[l] = pointer.clone();
        let failed = match local.test {
            Test::None => {
                self.alive.push(l);
                return;
            }
            Test::Return => self.tmp(&format!("icmp eq ptr {pointer}, null")),
            Test::Both => {
                let a = self.tmp(&format!("icmp eq ptr {}, null", self.locals[l - 1]));
                let b = self.tmp(&format!("icmp eq ptr {pointer}, null"));
                match self.program.noise & 4 {
                    0 => self.tmp(&format!("or i1 {a}, {b}")),
                    _ => self.tmp(&format!("select i1 {a}, i1 true, i1 {b}")),
                }
            }
        };
        let [out, on] = ["failed", "on"].map(|stem| self.label(stem));
        self.branch(&failed, &out, &on);
        self.start(out);
        if local.test == Test::Both {
            self.alive.push(l);
            self.leave(-1);
        } else {
            self.leave(-1);
            self.alive.push(l);
        }
        self.start(on);
    }

    pub(super) fn one_loop(&mut self, l: &'p Loop) {
        let ty = name(l.ty.ty);
        let start = self.linear(&l.start, l.ty, false);
        let bound = self.linear(&l.bound, l.ty, false);
        let [header, body, latch, done] =
            ["header", "body", "latch", "done"].map(|stem| self.label(stem));
        let c = l.counter;
        let before = match l.layout {
            Layout::Rotated => {
                let pre = self.label("pre");
                self.test(l, &start, &bound, (&pre, &done));
                self.start(pre.clone());
                self.put(&format!("br label %{header}"));
                pre
            }
            Layout::Bare => {
                let before = self.block.clone();
                self.test(l, &start, &bound, (&header, &done));
                before
            }
            Layout::Top | Layout::Do => {
                let before = self.block.clone();
                self.put(&format!("br label %{header}"));
                before
            }
        };
        self.start(header.clone());
        self.put(&format!(
            "%i{c} = phi {ty} [ {start}, %{before} ], [ %i{c}.next, %{latch} ]"
        ));
        if l.layout == Layout::Top {
            self.test(l, &format!("%i{c}"), &bound, (&body, &done));
            self.start(body);
        }
        if let Some(bases) = l.scopes {
            let first = SCOPES + 5 * self.scoped.len();
            self.scoped.push(first);
            self.scopes = Some((bases, first));
            for list in [first + 3, first + 4] {
                self.put(&format!(
                    "call void @llvm.experimental.noalias.scope.decl(metadata !{list})"
                ));
            }
        }
        self.breaks.push(done.clone());
        self.body(&l.body);
        self.breaks.pop();
        self.scopes = None;
        self.put(&format!("br label %{latch}"));
        self.start(latch);
        let flags = match (l.exact, l.ty.signed) {
            (false, _) => "",
            (true, true) => " nsw",
            (true, false) if l.step > 0 => " nuw",
            (true, false) => "",
        };
        let step = number(l.ty.ty, l.step);
        self.put(&format!("%i{c}.next = add{flags} {ty} %i{c}, {step}"));
        if l.layout == Layout::Top {
            self.put(&format!("br label %{header}"));
        } else {
            self.test(l, &format!("%i{c}.next"), &bound, (&header, &done));
        }
        self.start(done);
    }

    pub(super) fn test(&mut self, l: &Loop, value: &str, bound: &str, (yes, no): (&str, &str)) {
        let rel = if l.inverted { l.rel.opposite() } else { l.rel };
        let (yes, no) = if l.inverted { (no, yes) } else { (yes, no) };
        let (op, ty) = (predicate(rel, l.ty.signed), name(l.ty.ty));
        let holds = self.tmp(&format!("icmp {op} {ty} {value}, {bound}"));
        self.branch(&holds, yes, no);
    }
}
