//! A program as LLVM IR: the kernel, and a function for each call of it.
//!
//! Scalars live in allocas, which every configuration promotes first; counters are phis. What helpers do
//! is said by their attributes, which is what makes them interesting.

mod addresses;
mod statements;
mod values;

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
}

/// What names the loop of the n-th access with an order, so that it is found again. LLVM moves unordered ones as it likes.
fn order_tag(n: usize, order: Order) -> String {
    match order {
        Order::Unordered => String::new(),
        _ => format!(", !fuzz.tag !{n}"),
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
