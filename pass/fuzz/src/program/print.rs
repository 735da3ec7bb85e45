//! A program as LLVM IR: the kernel, and a function for each call of it.
//!
//! Scalars live in allocas, which every configuration promotes first; counters are phis. What helpers do
//! is said by their attributes, which is what makes them interesting.

use super::*;
use std::fmt::Write;

/// Allocations of at least this many bytes are marked: the first one may fail, the second one is the
/// next ... So the runtime knows which allocation it is that asks.
pub const MARK: u64 = 16 * 1024;

/// Where numbers of scopes begin: for each loop with scopes a domain, two scopes, and a list of each.
const SCOPES: usize = 1000;

const HEAD: &str = r#"target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
declare noalias ptr @malloc(i64) allockind("alloc,uninitialized") allocsize(0) nounwind willreturn memory(inaccessiblemem: readwrite) "alloc-family"="malloc"
declare noalias ptr @calloc(i64, i64) allockind("alloc,zeroed") allocsize(0,1) nounwind willreturn memory(inaccessiblemem: readwrite) "alloc-family"="malloc"
declare noalias ptr @aligned_alloc(i64 allocalign, i64) allockind("alloc,uninitialized,aligned") allocsize(1) nounwind willreturn memory(inaccessiblemem: readwrite) "alloc-family"="malloc"
declare i32 @posix_memalign(ptr, i64, i64) nounwind willreturn memory(inaccessiblemem: readwrite, argmem: write)
declare void @free(ptr allocptr captures(none)) allockind("free") nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite) "alloc-family"="malloc"
declare void @llvm.experimental.noalias.scope.decl(metadata)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare i32 @fz_pure(i32) nounwind willreturn nosync memory(none)
declare i32 @fz_once(i32) noduplicate nounwind willreturn nosync memory(none)
declare i32 @fz_peek(i32) nounwind willreturn memory(read)
declare i32 @fz_poke(i32, i32) nounwind willreturn
declare i32 @fz_trace(i32) nounwind
declare i32 @fz_stop(i32, i32)
declare i32 @fz_stop_quiet(i32, i32) nounwind memory(inaccessiblemem: readwrite)
declare i32 @fz_kick(i32) nounwind willreturn
declare void @fz_keep(ptr) nounwind willreturn
declare void @fz_drop(ptr) nounwind willreturn
declare noalias ptr @fz_take(i64) allockind("alloc,uninitialized") allocsize(0) nounwind willreturn memory(inaccessiblemem: readwrite) "alloc-family"="ours"
declare void @fz_return(ptr allocptr captures(none)) allockind("free") nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite) "alloc-family"="ours"
declare void @fz_give(ptr allocptr captures(none), ptr captures(none)) allockind("free") nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite) "alloc-family"="ours"
@nothing = internal global [8 x i8] zeroinitializer
"#;

/// The whole module.
pub fn print(program: &Program) -> String {
    let mut printer = Printer {
        program,
        out: String::from(HEAD),
        next: 0,
        block: String::new(),
        alive: Vec::new(),
        breaks: Vec::new(),
        keeps: walk::any(&program.kernel.body, &|stmt| matches!(stmt, Stmt::Keep(_))),
        locals: vec![String::new(); program.kernel.locals.len()],
        scopes: None,
        scoped: Vec::new(),
    };
    printer.module();
    printer.out
}

fn name(ty: Type) -> &'static str {
    match ty {
        Type::I8 => "i8",
        Type::I16 => "i16",
        Type::I32 => "i32",
        Type::I64 => "i64",
        Type::F32 => "float",
        Type::F64 => "double",
    }
}

fn number(ty: Type, value: i64) -> String {
    match ty {
        Type::F64 => format!("0x{:016X}", (value as f64 * 0.25).to_bits()),
        Type::F32 => format!("0x{:016X}", f64::from(value as f32 * 0.25).to_bits()),
        _ => interpret::wrap(i128::from(value), IntType { ty, signed: true }).to_string(),
    }
}

struct Printer<'p> {
    program: &'p Program,
    out: String,
    next: u32,
    block: String,
    /// Heap temporaries that have to be given back.
    alive: Vec<usize>,
    breaks: Vec<String>,
    keeps: bool,
    /// Pointers to temporaries.
    locals: Vec<String>,
    /// The bases that have scopes here, and their first number.
    scopes: Option<((Base, Base), usize)>,
    /// The first numbers of all.
    scoped: Vec<usize>,
}

impl<'p> Printer<'p> {
    fn module(&mut self) {
        for (g, global) in self.program.globals.iter().enumerate() {
            let (ty, size) = (name(global.ty), global.size);
            let _ = if global.internal {
                writeln!(
                    self.out,
                    "@g{g} = internal global [{size} x {ty}] zeroinitializer, align 16"
                )
            } else {
                writeln!(
                    self.out,
                    "@g{g} = external global [{size} x {ty}], align {}",
                    global.ty.bytes()
                )
            };
        }
        for (a, array) in self.program.arena.iter().enumerate() {
            let (ty, size) = (name(array.ty), array.size);
            let _ = writeln!(
                self.out,
                "@a{a} = external global [{size} x {ty}], align {}",
                array.ty.bytes()
            );
        }
        for n in 0..self.program.ordered.len() {
            let _ = writeln!(self.out, "@o{n} = external global i32, align 4");
        }
        self.kernel();
        for (n, call) in self.program.calls.iter().enumerate() {
            self.call(n, call);
        }
        for (n, tag) in self.program.ordered.iter().enumerate() {
            let _ = writeln!(self.out, "!{n} = !{{i64 {tag}}}");
        }
        for first in self.scoped.clone() {
            let [domain, a, b] = [first, first + 1, first + 2];
            let _ = writeln!(self.out, "!{domain} = distinct !{{!{domain}}}");
            for scope in [a, b] {
                let list = scope + 2;
                let _ = writeln!(self.out, "!{scope} = distinct !{{!{scope}, !{domain}}}");
                let _ = writeln!(self.out, "!{list} = !{{!{scope}}}");
            }
        }
    }

    fn call(&mut self, n: usize, call: &Call) {
        let kernel = &self.program.kernel;
        let mut args: Vec<String> = kernel
            .ints
            .iter()
            .zip(&call.ints)
            .map(|(ty, value)| format!("{} {}", name(ty.ty), number(ty.ty, *value)))
            .collect();
        args.extend(call.flags.iter().map(|flag| format!("i1 {flag}")));
        args.push(format!("double {}", number(Type::F64, call.float)));
        for (pointer, &(object, offset)) in kernel.pointers.iter().zip(&call.pointers) {
            let object = match object {
                Object::Global(g) => format!("@g{g}"),
                Object::Arena(a) => format!("@a{a}"),
            };
            let ty = name(pointer.ty);
            args.push(format!(
                "ptr getelementptr ({ty}, ptr {object}, i64 {offset})"
            ));
        }
        args.push("i32 0".into());
        let args = args.join(", ");
        let _ = write!(
            self.out,
            "define void @call{n}() noinline optnone {{\n  %code = call i32 @k({args})\n  \
             %done = call i32 @fz_trace(i32 %code)\n  ret void\n}}\n"
        );
    }

    fn kernel(&mut self) {
        let kernel = &self.program.kernel;
        let mut params: Vec<String> = kernel
            .ints
            .iter()
            .enumerate()
            .map(|(n, ty)| format!("{} %n{n}", name(ty.ty)))
            .collect();
        params.extend((0..kernel.flags).map(|n| format!("i1 zeroext %b{n}")));
        params.push("double %x".into());
        params.extend(kernel.pointers.iter().enumerate().map(|(n, pointer)| {
            let noalias = if pointer.noalias { "noalias " } else { "" };
            format!("ptr {noalias}%p{n}")
        }));
        params.push("i32 %depth".into());
        let recursion = if kernel.recursive { "" } else { " norecurse" };
        let progress = if self.program.noise & 3 == 0 {
            ""
        } else {
            " mustprogress"
        };
        let params = params.join(", ");
        let _ = writeln!(
            self.out,
            "define i32 @k({params}) noinline nounwind{recursion}{progress} {{"
        );
        self.start("entry".into());
        for (n, (ty, first)) in kernel.scalars.iter().enumerate() {
            self.put(&format!("%s{n} = alloca {}", name(*ty)));
            self.put(&format!(
                "store {} {}, ptr %s{n}",
                name(*ty),
                number(*ty, *first)
            ));
        }
        for n in self.swapped() {
            self.put(&format!("%q{n} = alloca ptr"));
            self.put(&format!("store ptr %p{n}, ptr %q{n}"));
        }
        for (l, local) in kernel.locals.iter().enumerate() {
            match local.how {
                How::Stack | How::Zeroed => {
                    let elements = local.size.constant.max(1);
                    self.put(&format!(
                        "%t{l} = alloca [{elements} x {}], align 16",
                        name(local.ty)
                    ));
                    self.locals[l] = format!("%t{l}");
                }
                How::PosixMemalign => self.put(&format!("%t{l}.at = alloca ptr")),
                _ => {}
            }
        }
        self.body(&kernel.body);
        self.results();
        self.put("ret i32 0");
        self.out.push_str("}\n");
    }

    fn results(&mut self) {
        for (slot, &(ty, _)) in self.program.kernel.scalars.iter().enumerate() {
            let value = self.tmp(&format!("load {}, ptr %s{slot}", name(ty)));
            let (array, wide) = match ty.is_float() {
                true => (interpret::FLOATS, Type::F64),
                false => (interpret::RESULTS, Type::I64),
            };
            let value = self.convert(value, ty, wide);
            let wide = name(wide);
            let at = self.tmp(&format!(
                "getelementptr inbounds {wide}, ptr @g{array}, i64 {slot}"
            ));
            let old = self.tmp(&format!("load {wide}, ptr {at}"));
            let new = if ty.is_float() {
                let half = self.tmp(&format!("fmul {wide} {old}, 5.000000e-01"));
                self.tmp(&format!("fadd {wide} {half}, {value}"))
            } else {
                let thrice = self.tmp(&format!("mul {wide} {old}, 3"));
                self.tmp(&format!("add {wide} {thrice}, {value}"))
            };
            self.put(&format!("store {wide} {new}, ptr {at}"));
        }
    }

    fn swapped(&self) -> Vec<usize> {
        let is_swapped = |n: &usize| {
            walk::any(
                &self.program.kernel.body,
                &|stmt| matches!(stmt, Stmt::Swap(a, b) if a == n || b == n),
            )
        };
        (0..self.program.kernel.pointers.len())
            .filter(is_swapped)
            .collect()
    }

    // --- emitting ---

    fn put(&mut self, text: &str) {
        self.out.push_str("  ");
        self.out.push_str(text);
        self.out.push('\n');
    }

    fn tmp(&mut self, text: &str) -> String {
        self.next += 1;
        let value = format!("%v{}", self.next);
        let _ = writeln!(self.out, "  {value} = {text}");
        value
    }

    fn label(&mut self, stem: &str) -> String {
        self.next += 1;
        format!("{stem}{}", self.next)
    }

    fn start(&mut self, label: String) {
        let _ = writeln!(self.out, "{label}:");
        self.block = label;
    }

    fn branch(&mut self, condition: &str, yes: &str, no: &str) {
        self.put(&format!("br i1 {condition}, label %{yes}, label %{no}"));
    }

    // --- statements ---

    fn body(&mut self, body: &'p [Stmt]) {
        for stmt in body {
            self.stmt(stmt);
        }
    }

    fn stmt(&mut self, stmt: &'p Stmt) {
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
                let tag = format!("!fuzz.tag !{n}");
                match order {
                    Order::Volatile => self.put(&format!(
                        "store volatile i32 {bits}, ptr @o{n}, align 4, {tag}"
                    )),
                    Order::Unordered => {
                        self.put(&format!(
                            "store atomic i32 {bits}, ptr @o{n} unordered, align 4, {tag}"
                        ));
                    }
                    Order::Monotonic => {
                        self.tmp(&format!(
                            "atomicrmw add ptr @o{n}, i32 {bits} monotonic, align 4, {tag}"
                        ));
                    }
                    Order::SeqCst => {
                        self.tmp(&format!(
                            "atomicrmw add ptr @o{n}, i32 {bits} seq_cst, align 4, {tag}"
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
            Stmt::Recurse => self.recurse(),
        }
    }

    fn recurse(&mut self) {
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

    fn bytes(&mut self, count: &Linear, ty: Type) -> String {
        let wide = IntType {
            ty: Type::I64,
            signed: true,
        };
        let count = self.linear(count, wide, false);
        self.tmp(&format!("mul i64 {count}, {}", ty.bytes()))
    }

    fn free(&mut self, l: usize) {
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
    fn leave(&mut self, code: i64) {
        for l in self.alive.clone() {
            self.free(l);
        }
        self.put(&format!("ret i32 {code}"));
    }

    fn alloc(&mut self, l: usize) {
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

    fn one_loop(&mut self, l: &'p Loop) {
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

    fn test(&mut self, l: &Loop, value: &str, bound: &str, (yes, no): (&str, &str)) {
        let rel = if l.inverted { l.rel.opposite() } else { l.rel };
        let (yes, no) = if l.inverted { (no, yes) } else { (yes, no) };
        let (op, ty) = (predicate(rel, l.ty.signed), name(l.ty.ty));
        let holds = self.tmp(&format!("icmp {op} {ty} {value}, {bound}"));
        self.branch(&holds, yes, no);
    }

    // --- addresses ---

    fn base(&mut self, base: Base) -> String {
        match base {
            Base::Global(g) => format!("@g{g}"),
            Base::Local(l) => self.locals[l].clone(),
            Base::Pointer(p) if self.swapped().contains(&p) => {
                self.tmp(&format!("load ptr, ptr %q{p}"))
            }
            Base::Pointer(p) => format!("%p{p}"),
        }
    }

    /// Is what the base points to always within the object?
    fn is_within(&self, base: Base) -> bool {
        let Base::Pointer(pointer) = base else {
            return true;
        };
        let swapped = self.swapped();
        let program = self.program;
        let is_within = |&(object, offset): &(Object, i64)| {
            let size = match object {
                Object::Global(g) => program.globals[g].size,
                Object::Arena(a) => program.arena[a].size,
            };
            (0..=size).contains(&offset)
        };
        let mut all = program
            .calls
            .iter()
            .flat_map(|call| call.pointers.iter().enumerate());
        all.all(|(p, place)| p != pointer && !swapped.contains(&p) || is_within(place))
    }

    /// The address of a place, the type it is accessed as, and how it is aligned.
    fn address(&mut self, place: &'p Place) -> (String, Type, u64) {
        let own = self
            .program
            .kernel
            .type_of(&self.program.globals, place.base);
        let index = &place.index;
        let column = self.column(index);
        let base = self.base(place.base);
        let inbounds = match self.is_within(place.base) {
            true => " inbounds",
            false => "",
        };
        let ty = name(own);
        let address = match &index.row {
            Some((row, length)) => {
                let row = self.linear(row, index.ty, index.exact);
                let row = self.resize(row, index.ty, Type::I64);
                let inbounds = if index.exact { inbounds } else { "" };
                self.tmp(&format!(
                    "getelementptr{inbounds} [{length} x {ty}], ptr {base}, i64 {row}, i64 {column}"
                ))
            }
            None => self.tmp(&format!(
                "getelementptr{inbounds} {ty}, ptr {base}, i64 {column}"
            )),
        };
        match place.access {
            Some(access) => (address, access, 1),
            None => (address, own, own.bytes()),
        }
    }

    /// The last subscript in 64 bits.
    fn column(&mut self, index: &'p Index) -> String {
        if let Post::Gather(place, mask) = &index.post {
            let (value, ty) = self.load(place);
            let value = self.convert(value, ty, Type::I32);
            let value = self.tmp(&format!("and i32 {value}, {mask}"));
            let value = self.tmp(&format!("zext i32 {value} to i64"));
            return self.plus(value, index.after);
        }
        let ty = name(index.ty.ty);
        let mut value = self.linear(&index.column, index.ty, index.exact);
        let signed = index.ty.signed;
        let op = match index.post {
            Post::None | Post::Gather(..) => None,
            Post::Divide(k) => Some((if signed { "sdiv" } else { "udiv" }, k)),
            Post::Remainder(k) => Some((if signed { "srem" } else { "urem" }, k)),
            Post::And(k) => Some(("and", k)),
            Post::Xor(k) => Some(("xor", k)),
            Post::Low8 => {
                let low = self.tmp(&format!("trunc {ty} {value} to i8"));
                value = self.tmp(&format!("zext i8 {low} to {ty}"));
                None
            }
        };
        if let Some((op, k)) = op {
            value = self.tmp(&format!("{op} {ty} {value}, {k}"));
        }
        let value = self.resize(value, index.ty, Type::I64);
        self.plus(value, index.after)
    }

    fn plus(&mut self, value: String, constant: i64) -> String {
        match constant {
            0 => value,
            c => self.tmp(&format!("add i64 {value}, {c}")),
        }
    }

    fn load(&mut self, place: &'p Place) -> (String, Type) {
        let (address, ty, align) = self.address(place);
        let scope = self.scope(place.base);
        let load = format!("load {}, ptr {address}, align {align}{scope}", name(ty));
        (self.tmp(&load), ty)
    }

    /// What an access by way of a base says of scopes.
    fn scope(&self, base: Base) -> String {
        let Some(((a, b), first)) = self.scopes else {
            return String::new();
        };
        let (own, other) = match base {
            _ if base == a => (first + 3, first + 4),
            _ if base == b => (first + 4, first + 3),
            _ => return String::new(),
        };
        format!(", !alias.scope !{own}, !noalias !{other}")
    }

    fn int(&self, int: Int) -> (String, IntType) {
        match int {
            Int::Param(n) => (format!("%n{n}"), self.program.kernel.ints[n]),
            Int::Counter(c) => (
                format!("%i{c}"),
                self.counter_type(&self.program.kernel.body, c),
            ),
        }
    }

    fn counter_type(&self, body: &[Stmt], counter: usize) -> IntType {
        fn find(body: &[Stmt], counter: usize) -> Option<IntType> {
            body.iter().find_map(|stmt| match stmt {
                Stmt::Loop(l) if l.counter == counter => Some(l.ty),
                Stmt::Loop(l) => find(&l.body, counter),
                Stmt::If(_, then, other) => find(then, counter).or_else(|| find(other, counter)),
                _ => None,
            })
        }
        find(body, counter).expect("a counter is that of a loop")
    }

    fn widen(&mut self, int: Int, to: Type) -> String {
        let (value, own) = self.int(int);
        self.resize(value, own, to)
    }

    fn resize(&mut self, value: String, from: IntType, to: Type) -> String {
        let (a, b) = (name(from.ty), name(to));
        match from.ty.bits().cmp(&to.bits()) {
            std::cmp::Ordering::Equal => value,
            std::cmp::Ordering::Greater => self.tmp(&format!("trunc {a} {value} to {b}")),
            std::cmp::Ordering::Less if from.signed => {
                self.tmp(&format!("sext {a} {value} to {b}"))
            }
            std::cmp::Ordering::Less => self.tmp(&format!("zext {a} {value} to {b}")),
        }
    }

    fn linear(&mut self, linear: &Linear, ty: IntType, exact: bool) -> String {
        let flags = match (exact, ty.signed) {
            (false, _) => "",
            (true, true) => " nsw",
            (true, false) => " nuw",
        };
        let own = name(ty.ty);
        let mut total: Option<String> = None;
        for term in &linear.terms {
            let mut value = match term.int {
                Some(int) => {
                    let value = self.widen(int, ty.ty);
                    match term.add {
                        0 => value,
                        add => {
                            self.tmp(&format!("add{flags} {own} {value}, {}", number(ty.ty, add)))
                        }
                    }
                }
                None => number(ty.ty, term.add),
            };
            value = match term.factor {
                Factor::Const(1) => value,
                Factor::Const(c) => {
                    self.tmp(&format!("mul{flags} {own} {value}, {}", number(ty.ty, c)))
                }
                Factor::Param(p) => {
                    let factor = self.widen(Int::Param(p), ty.ty);
                    self.tmp(&format!("mul{flags} {own} {value}, {factor}"))
                }
            };
            total = Some(match total {
                None => value,
                Some(total) => self.tmp(&format!("add{flags} {own} {total}, {value}")),
            });
        }
        match total {
            None => number(ty.ty, linear.constant),
            Some(total) if linear.constant == 0 => total,
            Some(total) => {
                let constant = number(ty.ty, linear.constant);
                self.tmp(&format!("add{flags} {own} {total}, {constant}"))
            }
        }
    }

    // --- values ---

    fn convert(&mut self, value: String, from: Type, to: Type) -> String {
        let (a, b) = (name(from), name(to));
        match (from, to) {
            _ if from == to => value,
            (Type::F32, Type::F64) => self.tmp(&format!("fpext {a} {value} to {b}")),
            (Type::F64, Type::F32) => self.tmp(&format!("fptrunc {a} {value} to {b}")),
            (_, Type::F32 | Type::F64) => self.tmp(&format!("uitofp {a} {value} to {b}")),
            _ => self.resize(
                value,
                IntType {
                    ty: from,
                    signed: false,
                },
                to,
            ),
        }
    }

    fn expr(&mut self, expr: &'p Expr) -> String {
        let ty = name(expr.ty);
        match &expr.kind {
            ExprKind::Const(value) => number(expr.ty, *value),
            ExprKind::Load(place) => {
                let (value, own) = self.load(place);
                self.convert(value, own, expr.ty)
            }
            ExprKind::Scalar(s) => {
                let own = self.program.kernel.scalars[*s].0;
                let value = self.tmp(&format!("load {}, ptr %s{s}", name(own)));
                self.convert(value, own, expr.ty)
            }
            ExprKind::Int(int) => {
                let (value, own) = self.int(*int);
                if expr.ty.is_float() {
                    let op = if own.signed { "sitofp" } else { "uitofp" };
                    self.tmp(&format!("{op} {} {value} to {ty}", name(own.ty)))
                } else {
                    self.resize(value, own, expr.ty)
                }
            }
            ExprKind::Float => self.convert("%x".into(), Type::F64, expr.ty),
            ExprKind::Bin(op, a, b) => {
                let (a, b) = (self.expr(a), self.expr(b));
                self.bin(*op, expr.ty, a, b)
            }
            ExprKind::Select(cond, a, b) => {
                let condition = self.cond(cond);
                let (a, b) = (self.expr(a), self.expr(b));
                self.tmp(&format!("select i1 {condition}, {ty} {a}, {ty} {b}"))
            }
            ExprKind::Call(helper, args) => {
                let value = self.helper(*helper, args);
                self.convert(value, Type::I32, expr.ty)
            }
            ExprKind::Ordered(n, order) => {
                let tag = format!("!fuzz.tag !{n}");
                let value = match order {
                    Order::Volatile => {
                        self.tmp(&format!("load volatile i32, ptr @o{n}, align 4, {tag}"))
                    }
                    order => {
                        let order = match order {
                            Order::Unordered => "unordered",
                            Order::SeqCst => "seq_cst",
                            _ => "monotonic",
                        };
                        self.tmp(&format!(
                            "load atomic i32, ptr @o{n} {order}, align 4, {tag}"
                        ))
                    }
                };
                self.convert(value, Type::I32, expr.ty)
            }
        }
    }

    fn helper(&mut self, helper: Helper, args: &'p [Expr]) -> String {
        let mut given = Vec::new();
        for arg in args {
            let value = self.expr(arg);
            given.push(format!("i32 {}", self.convert(value, arg.ty, Type::I32)));
        }
        let function = match helper {
            Helper::Pure => "fz_pure",
            Helper::Once => "fz_once",
            Helper::Peek => "fz_peek",
            Helper::Poke => "fz_poke",
            Helper::Trace => "fz_trace",
            Helper::Stop => "fz_stop",
            Helper::StopQuiet => "fz_stop_quiet",
            Helper::Kick => "fz_kick",
        };
        self.tmp(&format!("call i32 @{function}({})", given.join(", ")))
    }

    fn bin(&mut self, op: Op, ty: Type, a: String, b: String) -> String {
        let t = name(ty);
        if matches!(op, Op::Min | Op::Max) {
            let rel = if op == Op::Min { "lt" } else { "gt" };
            let (kind, sign) = if ty.is_float() {
                ("fcmp", "o")
            } else {
                ("icmp", "u")
            };
            let first = self.tmp(&format!("{kind} {sign}{rel} {t} {a}, {b}"));
            return self.tmp(&format!("select i1 {first}, {t} {a}, {t} {b}"));
        }
        let op = match (op, ty.is_float()) {
            (Op::Sub, true) => "fsub",
            (Op::Mul, true) => "fmul",
            (_, true) => "fadd",
            (Op::Add, _) => "add",
            (Op::Sub, _) => "sub",
            (Op::Mul, _) => "mul",
            (Op::And, _) => "and",
            (Op::Or, _) => "or",
            (Op::Xor, _) => "xor",
            (Op::Trap, _) => "udiv",
            (Op::Div, _) => {
                let odd = self.tmp(&format!("or {t} {b}, 1"));
                return self.tmp(&format!("udiv {t} {a}, {odd}"));
            }
            (op, _) => {
                let by = self.tmp(&format!("and {t} {b}, 7"));
                let op = if op == Op::Shl { "shl" } else { "lshr" };
                return self.tmp(&format!("{op} {t} {a}, {by}"));
            }
        };
        self.tmp(&format!("{op} {t} {a}, {b}"))
    }

    fn cond(&mut self, cond: &'p Cond) -> String {
        match cond {
            Cond::Always(value) => value.to_string(),
            Cond::Flag(flag) => format!("%b{flag}"),
            Cond::Ints(rel, ty, a, b) => {
                let (a, b) = (self.linear(a, *ty, false), self.linear(b, *ty, false));
                self.tmp(&format!(
                    "icmp {} {} {a}, {b}",
                    predicate(*rel, ty.signed),
                    name(ty.ty)
                ))
            }
            Cond::Data { rel, signed, a, b } => {
                let ty = name(a.ty);
                let is_float = a.ty.is_float();
                let (a, b) = (self.expr(a), self.expr(b));
                if is_float {
                    let op = match rel {
                        Rel::Lt => "olt",
                        Rel::Le => "ole",
                        Rel::Gt => "ogt",
                        Rel::Ge => "oge",
                        Rel::Eq => "oeq",
                        Rel::Ne => "une",
                    };
                    self.tmp(&format!("fcmp {op} {ty} {a}, {b}"))
                } else {
                    self.tmp(&format!("icmp {} {ty} {a}, {b}", predicate(*rel, *signed)))
                }
            }
            Cond::Not(cond) => {
                let value = self.cond(cond);
                self.tmp(&format!("xor i1 {value}, true"))
            }
            Cond::Both(a, b, Connective { and, lazy }) => {
                let (a, b) = (self.cond(a), self.cond(b));
                match (and, lazy) {
                    (true, false) => self.tmp(&format!("and i1 {a}, {b}")),
                    (false, false) => self.tmp(&format!("or i1 {a}, {b}")),
                    (true, true) => self.tmp(&format!("select i1 {a}, i1 {b}, i1 false")),
                    (false, true) => self.tmp(&format!("select i1 {a}, i1 true, i1 {b}")),
                }
            }
        }
    }
}

fn predicate(rel: Rel, signed: bool) -> &'static str {
    match (rel, signed) {
        (Rel::Lt, true) => "slt",
        (Rel::Le, true) => "sle",
        (Rel::Gt, true) => "sgt",
        (Rel::Ge, true) => "sge",
        (Rel::Lt, false) => "ult",
        (Rel::Le, false) => "ule",
        (Rel::Gt, false) => "ugt",
        (Rel::Ge, false) => "uge",
        (Rel::Eq, _) => "eq",
        (Rel::Ne, _) => "ne",
    }
}
