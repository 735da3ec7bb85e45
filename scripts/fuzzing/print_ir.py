"""Kernels as LLVM IR, in the shapes C front ends do not give.

The same programs as `print_c` prints, so that both can be compared. Scalars live in allocas (every
configuration starts with sroa), loop counters are phis. A loop is laid out as its `shape` says,
tests may be inverted, increments may carry nsw/nuw where `safety` has shown that they hold,
wider and narrower accesses need no view types, and helpers are declarations with the attributes
that make them interesting: `stopquiet` touches no memory of ours, cannot throw, and may not return.
"""

from .program import (Alloc, Always, Assign, Bin, Break, Cmp, Const, Do, Flag, Free, Helper, If,
                      Keep, LinCmp, Load, Logic, Loop, Not, Sel, Store, Swap, TYPES, Var, VLoad,
                      VStore, walk)
from .print_c import helpers_used, keeps

HEADER = """\
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64\
-S128"
target triple = "x86_64-pc-linux-gnu"
declare noalias ptr @malloc(i64) allockind("alloc,uninitialized") allocsize(0) nounwind willreturn \
memory(inaccessiblemem: readwrite) "alloc-family"="malloc"
declare noalias ptr @calloc(i64, i64) allockind("alloc,zeroed") allocsize(0,1) nounwind willreturn \
memory(inaccessiblemem: readwrite) "alloc-family"="malloc"
declare void @free(ptr allocptr) allockind("free") nounwind willreturn \
memory(argmem: readwrite, inaccessiblemem: readwrite) "alloc-family"="malloc"
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
"""

_HELPERS = {
    "pure": "i32 @{}(i32) nounwind willreturn memory(none)",
    "peek": "i32 @{}(i32) nounwind willreturn memory(read)",
    "poke": "i32 @{}(i32, i32) nounwind willreturn",
    "trace": "i32 @{}(i32) nounwind",
    "stop": "i32 @{}(i32, i32)",
    "keep": "void @{}(ptr) nounwind willreturn",
    "kick": "i32 @{}(i32) nounwind willreturn",
    "drop": "void @{}(ptr) nounwind willreturn",
    "stopquiet": "i32 @{}(i32, i32) nounwind memory(inaccessiblemem: readwrite)",
}
_SIGNED = {"<": "slt", "<=": "sle", ">": "sgt", ">=": "sge", "==": "eq", "!=": "ne"}
_UNSIGNED = {"<": "ult", "<=": "ule", ">": "ugt", ">=": "uge", "==": "eq", "!=": "ne"}
_FLOAT = {"<": "olt", "<=": "ole", ">": "ogt", ">=": "oge", "==": "oeq", "!=": "une"}
_OPPOSITE = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "=="}


def file(programs, prefixes):
    return HEADER + "\n".join(Printer(p, x).whole() for p, x in zip(programs, prefixes))


def _float(value, t):
    """LLVM writes both kinds of float constant as the bits of a double."""
    import struct
    if t.bits == 32:
        value = struct.unpack("f", struct.pack("f", value))[0]
    return "0x%016X" % struct.unpack("Q", struct.pack("d", value))[0]


class Printer:
    def __init__(self, program, prefix):
        self.program, self.prefix = program, prefix
        self.arrays = {a.name: a for a in program.arrays}
        self.lines = []

    def g(self, name):
        return f"@{self.prefix}_{name}"

    def whole(self):
        for a in self.program.arrays:
            self.lines.append(f"{self.g(a.name)} = external global {self.array_type(a)}, align 16")
        for name, _ in self.program.volatiles:
            self.lines.append(f"{self.g(name)} = external global i32, align 4")
        for name in helpers_used(self.program):
            self.lines.append("declare " + _HELPERS[name].format(f"{self.prefix}_{name}"))
        for fn in self.program.functions:
            self.function(fn)
        return "\n".join(self.lines) + "\n"

    @staticmethod
    def array_type(array):
        text = array.elem.ir
        for d in reversed(array.dims):
            text = f"[{d} x {text}]"
        return text

    # --- emitting ---

    def put(self, text):
        self.lines.append("  " + text)

    def tmp(self, text):
        self.count += 1
        self.put(f"%v{self.count} = {text}")
        return f"%v{self.count}"

    def label(self, stem):
        self.count += 1
        return f"{stem}{self.count}"

    def start(self, label):
        self.lines.append(f"{label}:")
        self.block = label

    def function(self, fn):
        self.count = 0
        self.fn = fn
        self.types = {p.name: p.t for p in fn.params if not p.pointer}
        self.regs = {p.name: f"%{p.name}" for p in fn.params if not p.pointer}
        self.pointers = {p.name: (f"%{p.name}", p.t) for p in fn.params if p.pointer}
        self.slots, self.moving = {}, {}
        self.breaks = []
        params = []
        for p in fn.params:
            kind = "ptr" if p.pointer else "i1 zeroext" if p.t.name == "bool" else p.t.ir
            params.append(f"{kind} %{p.name}")
        head = f"{self.g(fn.name)}({', '.join(params)})"
        self.lines.append(f"define void {head} noinline nounwind {{")
        self.start("entry")
        for name, t, init in fn.scalars:
            slot = self.tmp(f"alloca {t.ir}")
            value = _float(init, t) if t.floating else init
            self.put(f"store {t.ir} {value}, ptr {slot}")
            self.slots[name] = slot
            self.types[name] = t
        for name in sorted({n for s in walk(fn.body) if isinstance(s, Swap) for n in (s.a, s.b)}):
            self.moving[name] = self.tmp("alloca ptr")
            if name in self.pointers:
                self.put(f"store ptr {self.pointers[name][0]}, ptr {self.moving[name]}")
        for s in walk(fn.body):
            if isinstance(s, Alloc) and s.how in ("stack", "zeroed"):
                reg = self.tmp(f"alloca [{s.size} x {s.elem.ir}], align 16")
                self.pointers[s.name] = (reg, s.elem)
                if s.how == "zeroed":
                    self.put(f"call void @llvm.memset.p0.i64(ptr {reg}, i8 0, "
                             f"i64 {s.size * s.elem.bytes}, i1 false)")
        self.body(fn.body)
        self.put("ret void")
        self.lines.append("}")

    def body(self, stmts):
        for s in stmts:
            self.stmt(s)

    # --- statements ---

    def stmt(self, s):
        if isinstance(s, Loop):
            self.loop(s)
        elif isinstance(s, If):
            then, other, join = self.label("then"), self.label("else"), self.label("join")
            c = self.cond(s.cond)
            self.put(f"br i1 {c}, label %{then}, label %{other if s.other else join}")
            self.start(then)
            self.body(s.then)
            self.put(f"br label %{join}")
            if s.other:
                self.start(other)
                self.body(s.other)
                self.put(f"br label %{join}")
            self.start(join)
        elif isinstance(s, Assign):
            t = self.types[s.name]
            value = self.convert(self.expr(s.value), s.value.t, t)
            self.put(f"store {t.ir} {value}, ptr {self.slots[s.name]}")
        elif isinstance(s, Store):
            elem = s.ref.acc or self.elem(s.ref)
            value = self.convert(self.expr(s.value), s.value.t, elem)
            self.put(f"store {elem.ir} {value}, ptr {self.address(s.ref)}, "
                     f"align {1 if s.ref.acc else elem.bytes}")
        elif isinstance(s, VStore):
            value = self.convert(self.expr(s.value), s.value.t, TYPES["u32"])
            if s.order == "volatile":
                self.put(f"store volatile i32 {value}, ptr {self.g(s.name)}, align 4")
            elif s.order == "unordered":
                self.put(f"store atomic i32 {value}, ptr {self.g(s.name)} unordered, align 4")
            else:
                order = {"relaxed": "monotonic", "seq_cst": "seq_cst"}[s.order]
                self.tmp(f"atomicrmw add ptr {self.g(s.name)}, i32 {value} {order}, align 4")
        elif isinstance(s, Do):
            self.expr(s.call)
        elif isinstance(s, Break):
            on = self.label("on")
            c = self.cond(s.cond)
            self.put(f"br i1 {c}, label %{self.breaks[-1]}, label %{on}")
            self.start(on)
        elif isinstance(s, Alloc):
            if s.how in ("malloc", "calloc"):
                size = {"malloc": f"i64 {s.size * s.elem.bytes}",
                        "calloc": f"i64 {s.size}, i64 {s.elem.bytes}"}[s.how]
                reg = self.tmp(f"call ptr @{s.how}({size})")
                self.pointers[s.name] = (reg, s.elem)
                if s.name in self.moving:
                    self.put(f"store ptr {reg}, ptr {self.moving[s.name]}")
        elif isinstance(s, Free):
            pointer = self.pointer(s.name)
            if keeps(self.program):
                self.put(f"call void {self.g('drop')}(ptr {pointer})")
            self.put(f"call void @free(ptr {pointer})")
        elif isinstance(s, Swap):
            a, b = self.pointer(s.a), self.pointer(s.b)
            self.put(f"store ptr {b}, ptr {self.moving[s.a]}")
            self.put(f"store ptr {a}, ptr {self.moving[s.b]}")
        elif isinstance(s, Keep):
            self.put(f"call void {self.g('keep')}(ptr {self.pointer(s.base)})")
        else:
            raise AssertionError(s)

    def loop(self, s):
        t, v = s.t, s.var
        self.types[v] = t
        pred = _SIGNED if t.signed else _UNSIGNED
        start, bound = self.lin(s.start, t), self.lin(s.bound, t)
        header, body, latch, done = (self.label(x) for x in ("header", "body", "latch", "done"))
        phi, step = f"%{v}", s.step
        rel = ">" if s.style == "postdec" else s.rel

        def test(value, yes, no):
            op = _OPPOSITE[rel] if s.inverted else rel
            if s.inverted:
                yes, no = no, yes
            c = self.tmp(f"icmp {pred[op]} {t.ir} {value}, {bound}")
            self.put(f"br i1 {c}, label %{yes}, label %{no}")

        shape = "do" if s.style == "do" else s.shape
        before = self.block
        if shape == "rot":
            pre = self.label("pre")
            test(start, pre, done)
            self.start(pre)
            self.put(f"br label %{header}")
            before = pre
        elif shape == "bare":
            test(start, header, done)
        else:
            self.put(f"br label %{header}")
        self.start(header)
        counter = phi + ".c" if s.style == "postdec" else phi
        self.put(f"{counter} = phi {t.ir} [ {start}, %{before} ], [ %{v}.next, %{latch} ]")
        if shape == "top":
            test(counter, body, done)
            self.start(body)
        if s.style == "postdec":
            self.put(f"{phi} = add {t.ir} {counter}, -1")
        self.regs[v] = phi
        self.breaks.append(done)
        self.body(s.body)
        self.breaks.pop()
        self.put(f"br label %{latch}")
        self.start(latch)
        if s.style == "postdec":
            self.put(f"%{v}.next = add {t.ir} {phi}, 0")
        else:
            flags = ""
            if s.flags:
                flags = " nsw" if t.signed else " nuw" if step > 0 else ""
            self.put(f"%{v}.next = add{flags} {t.ir} {phi}, {step}")
        if shape == "top":
            self.put(f"br label %{header}")
        else:
            test(f"%{v}.next", header, done)
        self.start(done)

    # --- addresses ---

    def elem(self, ref):
        if ref.base in self.pointers:
            return self.pointers[ref.base][1]
        return self.arrays[ref.base].elem

    def pointer(self, name):
        """A pointer's value, which is in memory where it changes places with another."""
        if name in self.moving:
            return self.tmp(f"load ptr, ptr {self.moving[name]}")
        return self.pointers[name][0] if name in self.pointers else self.g(name)

    def address(self, ref):
        subs = [self.idx(i) for i in ref.idx]
        if ref.base in self.pointers:
            reg, elem = self.pointer(ref.base), self.pointers[ref.base][1]
            return self.tmp(f"getelementptr inbounds {elem.ir}, ptr {reg}, i64 {subs[0]}")
        array = self.arrays[ref.base]
        path = "".join(f", i64 {x}" for x in subs)
        return self.tmp(f"getelementptr inbounds {self.array_type(array)}, "
                        f"ptr {self.g(array.name)}, i64 0{path}")

    def load(self, ref):
        """(register, type) of a read."""
        elem = ref.acc or self.elem(ref)
        align = 1 if ref.acc else elem.bytes
        return self.tmp(f"load {elem.ir}, ptr {self.address(ref)}, align {align}"), elem

    def idx(self, idx):
        """A subscript as i64."""
        if idx.gather is not None:
            value, t = self.load(idx.gather)
            value = self.convert(value, t, TYPES["u32"])
            value = self.tmp(f"and i32 {value}, {idx.post[1]}")
            return self.tmp(f"zext i32 {value} to i64")
        types = {self.types[n] for _, n in idx.terms}
        own = types.pop() if len(types) == 1 and not idx.wide else TYPES["i64"]
        if own.bits < 32:
            own = TYPES["i32"]  # as C promotes
        total = None
        for coef, name in idx.terms:
            value = self.widen(name, own)
            if isinstance(coef, str):
                value = self.tmp(f"mul {own.ir} {self.widen(coef, own)}, {value}")
            elif coef != 1:
                value = self.tmp(f"mul {own.ir} {value}, {coef}")
            total = value if total is None else self.tmp(f"add {own.ir} {total}, {value}")
        off = idx.off if own.signed else idx.off % (1 << own.bits)
        if total is None:
            total = str(off)
        elif off:
            total = self.tmp(f"add {own.ir} {total}, {off}")
        if idx.post is not None:
            op, k = idx.post
            if op == "trunc":
                total = self.tmp(f"trunc {own.ir} {total} to i8")
                return self.tmp(f"zext i8 {total} to i64")
            name = {"and": "and", "xor": "xor", "div": "udiv", "mod": "urem"}[op]
            if own.signed:
                name = {"udiv": "sdiv", "urem": "srem"}.get(name, name)
            total = self.tmp(f"{name} {own.ir} {total}, {k}")
        if own.bits == 64:
            return total
        return self.tmp(f"{'sext' if own.signed else 'zext'} {own.ir} {total} to i64")

    def widen(self, name, to):
        t = self.types[name]
        return self.resize(self.regs[name], t, to)

    def resize(self, value, t, to):
        if t.bits == to.bits:
            return value
        if t.bits > to.bits:
            return self.tmp(f"trunc {t.ir} {value} to {to.ir}")
        return self.tmp(f"{'sext' if t.signed else 'zext'} {t.ir} {value} to {to.ir}")

    def lin(self, lin, t):
        if not lin.terms:
            return str(lin.const if t.signed else lin.const % (1 << t.bits))
        types = [self.types[n] for _, n in lin.terms]
        own = types[0] if len(types) == 1 else TYPES["i64"]
        if own.bits < 32:
            own = TYPES["i32"]
        total = None
        for coef, name in lin.terms:
            value = self.widen(name, own)
            if coef != 1:
                value = self.tmp(f"mul {own.ir} {value}, {coef}")
            total = value if total is None else self.tmp(f"add {own.ir} {total}, {value}")
        if lin.const:
            total = self.tmp(f"add {own.ir} {total}, {lin.const}")
        return self.resize(total, own, t)

    # --- expressions ---

    def convert(self, value, t, to):
        if t == to:
            return value
        if t.floating and to.floating:
            if t.bits == to.bits:
                return value
            return self.tmp(f"{'fpext' if t.bits < to.bits else 'fptrunc'} {t.ir} {value} "
                            f"to {to.ir}")
        if to.floating:
            return self.tmp(f"{'sitofp' if t.signed else 'uitofp'} {t.ir} {value} to {to.ir}")
        assert not t.floating
        return self.resize(value, t, to)

    def expr(self, e):
        if isinstance(e, Const):
            return _float(e.value, e.t) if e.t.floating else str(e.value)
        if isinstance(e, Load):
            value, t = self.load(e.ref)
            return self.convert(value, t, e.t)
        if isinstance(e, Var):
            t = self.types[e.name]
            if e.name in self.slots:
                return self.convert(self.tmp(f"load {t.ir}, ptr {self.slots[e.name]}"), t, e.t)
            return self.convert(self.regs[e.name], t, e.t)
        if isinstance(e, VLoad):
            how = "volatile i32" if e.order == "volatile" else "atomic i32"
            order = {"volatile": "", "relaxed": " monotonic"}.get(e.order, " " + e.order)
            value = self.tmp(f"load {how}, ptr {self.g(e.name)}{order}, align 4")
            return self.convert(value, TYPES["u32"], e.t)
        if isinstance(e, Sel):
            c, a, b = self.cond(e.cond), self.expr(e.a), self.expr(e.b)
            return self.tmp(f"select i1 {c}, {e.t.ir} {a}, {e.t.ir} {b}")
        if isinstance(e, Helper):
            args = []
            for a in e.args:
                args.append("i32 " + self.convert(self.expr(a), a.t, TYPES["u32"]))
            return self.tmp(f"call i32 {self.g(e.name)}({', '.join(args)})")
        assert isinstance(e, Bin), e
        a, b, t = self.expr(e.a), self.expr(e.b), e.t.ir
        if e.op in ("min", "max"):
            rel = "lt" if e.op == "min" else "gt"
            c = self.tmp(f"fcmp o{rel} {t} {a}, {b}" if e.t.floating else
                         f"icmp u{rel} {t} {a}, {b}")
            return self.tmp(f"select i1 {c}, {t} {a}, {t} {b}")
        if e.op == "udiv":
            b = self.tmp(f"or {t} {b}, 1")
        op = {"+": "add", "-": "sub", "*": "mul", "&": "and", "|": "or", "^": "xor", "<<": "shl",
              ">>": "lshr", "udiv": "udiv", "trap": "udiv"}[e.op]
        return self.tmp(f"{'f' if e.t.floating else ''}{op} {t} {a}, {b}")

    def cond(self, c):
        if isinstance(c, Always):
            return "true" if c.value else "false"
        if isinstance(c, Flag):
            return self.regs[c.name]
        if isinstance(c, Not):
            return self.tmp(f"xor i1 {self.cond(c.a)}, true")
        if isinstance(c, Logic):
            a, b = self.cond(c.a), self.cond(c.b)
            if not c.lazy:
                return self.tmp(f"{c.op} i1 {a}, {b}")
            picks = (b, "false") if c.op == "and" else ("true", b)
            return self.tmp(f"select i1 {a}, i1 {picks[0]}, i1 {picks[1]}")
        if isinstance(c, LinCmp):
            names = [n for lin in (c.a, c.b) for _, n in lin.terms]
            own = {self.types[n] for n in names}
            t = own.pop() if len(own) == 1 else TYPES["i64"]
            a, b = self.lin(c.a, t), self.lin(c.b, t)
            return self.tmp(f"icmp {(_SIGNED if t.signed else _UNSIGNED)[c.op]} {t.ir} {a}, {b}")
        assert isinstance(c, Cmp), c
        a, b, t = self.expr(c.a), self.expr(c.b), c.a.t
        if t.floating:
            return self.tmp(f"fcmp {_FLOAT[c.op]} {t.ir} {a}, {b}")
        return self.tmp(f"icmp {(_SIGNED if c.signed else _UNSIGNED)[c.op]} {t.ir} {a}, {b}")
