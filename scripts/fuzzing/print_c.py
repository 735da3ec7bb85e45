"""Programs as C: many in one file, each under a prefix of its own.

`run` and `dump` of a program are optnone, so that the loops which fill and hash the arrays are
not themselves fused, and so that internal arrays stay internal: nobody outside takes their
address. `dump` runs from atexit: a program that exits early shows its memory too.
"""

from .program import (Alloc, Always, Assign, Bin, Break, Cmp, Const, Do, Flag, Free, Helper, If,
                      Keep, LinCmp, Load, Logic, Loop, Micro, Not, Sel, Stage, Store, Swap, U32,
                      Var, VLoad, VStore, nodes, walk)
from .prelude import PRELUDE

_ORDER = {"relaxed": "__ATOMIC_RELAXED", "seq_cst": "__ATOMIC_SEQ_CST"}


def file(programs, prefixes):
    """One self-contained translation unit (but for the harness)."""
    parts = [PRELUDE]
    for program, prefix in zip(programs, prefixes):
        parts.append(Printer(program, prefix).whole())
    parts.append(table(prefixes))
    return "\n".join(parts)


def table(prefixes):
    rows = ", ".join(f'{{"{p}", {p}_run, {p}_dump}}' for p in prefixes)
    return (f"const struct fz_prog fz_progs[] = {{{rows}}};\n"
            f"const int fz_count = {len(prefixes)};\n")


def helpers_used(program):
    """Names of the helper functions; those that deal with what was kept come together."""
    found = {n.name for n in nodes(program.functions) if isinstance(n, Helper)}
    if keeps(program):
        found |= {"keep", "kick", "drop"}
    return sorted(found)


def keeps(program):
    """Does a pointer escape from a kernel?"""
    return any(isinstance(n, Keep) or isinstance(n, Helper) and n.name == "kick"
               for n in nodes(program.functions))


def peeked(program):
    """The array the peek and poke helpers touch, if there is one."""
    return next((a for a in program.arrays if len(a.dims) == 1 and not a.elem.floating), None)


class Printer:
    def __init__(self, program, prefix):
        self.program, self.prefix = program, prefix
        self.lines = []
        self.depth = 0

    def whole(self):
        for a in self.program.arrays:
            dims = "".join(f"[{d}]" for d in a.dims)
            static = "static " if a.internal else ""
            self.put(f"{static}{a.elem.name} {self.g(a.name)}{dims};")
        for name in self.program.volatiles:
            self.put(f"u32 {self.g(name)} = 5;")
        self.helpers()
        self.micros()
        for fn in self.program.functions:
            self.function(fn)
        self.run()
        self.dump()
        return "\n".join(self.lines) + "\n"

    def put(self, text):
        self.lines.append("  " * self.depth + text)

    def g(self, name):
        return f"{self.prefix}_{name}"

    # --- what surrounds the kernels ---

    def helpers(self):
        used = helpers_used(self.program)
        if not used:
            return
        array = self.g(peeked(self.program).name)
        elem = peeked(self.program).elem.name
        kept = self.g("kept")
        if keeps(self.program):
            self.put(f"static u8 *{kept};")
        text = {
            "pure": ("__attribute__((const)) u32 {}(u32 a)",
                     "return (a * 2654435761u) ^ (a >> 5);"),
            "peek": ("__attribute__((pure)) u32 {}(u32 a)", f"return (u32){array}[a & 15];"),
            "poke": ("u32 {}(u32 a, u32 b)",
                     f"{array}[a & 15] = ({elem})((u64){array}[a & 15] + b); return b;"),
            "trace": ("u32 {}(u32 a)", "fz_trace(a); return a;"),
            "stop": ("u32 {}(u32 a, u32 k)", "if (a == k) exit(0); return a;"),
            "keep": ("void {}(void *p)",
                     f"{kept} = (u8 *)p; fz_trace({kept}[1]); {kept}[1] ^= 5;"),
            "kick": ("u32 {}(u32 a)", f"if ({kept}) {kept}[1] ^= a & 15; return a;"),
            "drop": ("void {}(void *p)", f"if ({kept} == p) {kept} = 0;"),
        }
        for name in used:
            head, body = text[name]
            self.put(f"static NOINLINE {head.format(self.g(name))} {{ {body} }}")

    def micros(self):
        seen = set()
        for fn in self.program.functions:
            elems = self.elems_of(fn)
            for n in nodes(fn.body):
                if isinstance(n, Micro) and elems[n.dst.base].name not in seen:
                    elem = elems[n.dst.base]
                    seen.add(elem.name)
                    e, d = elem.name, "u64" if elem.bits == 64 else "u32"
                    self.put(f"static inline void {self.g('micro_' + e)}({e} *restrict d, "
                             f"const {e} *restrict s, u32 k) {{ *d = ({e})(({d})*d * 3u + "
                             f"({d})*s + k); }}")

    def elems_of(self, fn):
        """Element types of the names that can be subscripted in a function."""
        elems = {a.name: a.elem for a in self.program.arrays}
        elems.update({p.name: p.t for p in fn.params if p.pointer})
        elems.update({s.name: s.elem for s in walk(fn.body) if isinstance(s, Alloc)})
        return elems

    def run(self):
        self.put(f"PLAIN void {self.g('run')}(void) {{")
        self.depth = 1
        for n, a in enumerate(self.program.arrays):
            kind = f"FILL{len(a.dims)}{'F' if a.elem.floating else ''}"
            dims = ", ".join(map(str, a.dims))
            self.put(f"{kind}({self.g(a.name)}, {dims}, {n + 1})")
        for call in self.program.calls:
            fn = self.program.function(call.fn)
            args = []
            for p in fn.params:
                v = call.args[p.name]
                if isinstance(v, tuple):
                    args.append(f"({p.t.name} *){self.g(v[0])} + {v[1]}")
                else:
                    args.append(str(v))
            self.put(f"{self.g(fn.name)}({', '.join(args)});")
        self.depth = 0
        self.put("}")

    def dump(self):
        self.put(f"PLAIN void {self.g('dump')}(void) {{")
        self.depth = 1
        self.put("u64 h;")
        for a in self.program.arrays:
            kind = f"HASH{len(a.dims)}{'F' if a.elem.floating else ''}"
            dims = ", ".join(map(str, a.dims))
            self.put(f"{kind}({self.g(a.name)}, {dims}) fz_out(\"{a.name}\", h);")
        for name in self.program.volatiles:
            self.put(f"fz_out(\"{name}\", {self.g(name)});")
        self.depth = 0
        self.put("}")

    # --- functions ---

    def signature(self, fn):
        params = []
        for p in fn.params:
            if p.pointer:
                params.append(f"{p.t.name} *{'restrict ' if p.restrict else ''}{p.name}")
            else:
                params.append(f"{'_Bool' if p.t.name == 'bool' else p.t.name} {p.name}")
        head = "static inline void" if fn.stage else "NOINLINE void"
        return f"{head} {self.g(fn.name)}({', '.join(params)})"

    def function(self, fn):
        self.elems = self.elems_of(fn)
        self.types = {p.name: p.t for p in fn.params if not p.pointer}
        self.types.update({n: t for n, t, _ in fn.scalars})
        self.locals = {p.name for p in fn.params} | {
            s.name for s in walk(fn.body) if isinstance(s, Alloc)}
        self.put(self.signature(fn) + " {")
        self.depth = 1
        for name, t, init in fn.scalars:
            self.put(f"{t.name} {name} = {init};")
        self.body(fn.body)
        self.depth = 0
        self.put("}")

    def body(self, stmts):
        for s in stmts:
            self.stmt(s)

    def stmt(self, s):
        if isinstance(s, Loop):
            self.loop(s)
        elif isinstance(s, If):
            self.put(f"if ({self.cond(s.cond)}) {{")
            self.nested(s.then)
            if s.other:
                self.put("} else {")
                self.nested(s.other)
            self.put("}")
        elif isinstance(s, Assign):
            self.put(f"{s.name} = ({self.types[s.name].name})({self.expr(s.value)});")
        elif isinstance(s, Store):
            self.store(s)
        elif isinstance(s, VStore):
            name, value = self.g(s.name), self.expr(s.value)
            if s.order == "volatile":
                self.put(f"*(volatile u32 *)&{name} = (u32)({value});")
            else:
                call = "__atomic_store_n" if s.order == "unordered" else "__atomic_fetch_add"
                self.put(f"{call}(&{name}, (u32)({value}), {_ORDER[s.order]});")
        elif isinstance(s, Do):
            self.put(self.expr(s.call) + ";")
        elif isinstance(s, Stage):
            scalars = [p.name for p in self.program.function(s.fn).params if not p.pointer]
            arrays = [self.base(a) for a in s.arrays]
            self.put(f"{self.g(s.fn)}({', '.join(arrays + scalars)});")
        elif isinstance(s, Micro):
            elem = self.elems[s.dst.base].name
            self.put(f"{self.g('micro_' + elem)}(&{self.ref(s.dst)}, &{self.ref(s.src)}, {s.k}u);")
        elif isinstance(s, Break):
            self.put(f"if ({self.cond(s.cond)}) break;")
        elif isinstance(s, Alloc):
            e = s.elem.name
            self.put({
                "malloc": f"{e} *{s.name} = ({e} *)malloc({s.size} * sizeof({e}));",
                "calloc": f"{e} *{s.name} = ({e} *)calloc({s.size}, sizeof({e}));",
                "stack": f"{e} {s.name}[{s.size}];",
                "zeroed": f"{e} {s.name}[{s.size}] = {{0}};",
            }[s.how])
        elif isinstance(s, Free):
            drop = f"{self.g('drop')}({s.name}); " if keeps(self.program) else ""
            self.put(f"{drop}free({s.name});")
        elif isinstance(s, Swap):
            t = self.elems[s.a].name
            self.put(f"{{ {t} *w = {s.a}; {s.a} = {s.b}; {s.b} = w; }}")
        elif isinstance(s, Keep):
            self.put(f"{self.g('keep')}({self.base(s.base)});")
        else:
            raise AssertionError(s)

    def nested(self, stmts):
        self.depth += 1
        self.body(stmts)
        self.depth -= 1

    def loop(self, s):
        self.types[s.var] = s.t
        t, v = s.t.name, s.var
        start, bound = self.lin(s.start, s.t), self.lin(s.bound, s.t)
        step = f"++{v}" if s.step == 1 else f"--{v}" if s.step == -1 else \
            f"{v} += {s.step}" if s.step > 0 else f"{v} -= {-s.step}"
        pragma = {None: None, "safety": "vectorize(assume_safety)"}.get(s.pragma, s.pragma)
        head = f"#pragma clang loop {pragma}" if pragma else None
        if s.style == "do" or s.style == "while":
            self.put(f"{{ {t} {v} = {start};")
            if head:
                self.put(head)
            self.put("do {" if s.style == "do" else f"while ({v} {s.rel} {bound}) {{")
            self.nested(s.body)
            self.put(f"  {step};")
            self.put(f"}} while ({v} {s.rel} {bound}); }}" if s.style == "do" else "} }")
            return
        if head:
            self.put(head)
        if s.style == "postdec":
            self.put(f"for ({t} {v} = {start}; {v}-- > {bound}; ) {{")
        else:
            self.put(f"for ({t} {v} = {start}; {v} {s.rel} {bound}; {step}) {{")
        self.nested(s.body)
        self.put("}")

    def store(self, s):
        value = self.expr(s.value)
        if s.ref.acc is not None:
            t = s.ref.acc.name
            if s.ref.how == "memcpy":
                self.put(f"{{ {t} w = ({t})({value}); "
                         f"memcpy(&{self.ref(s.ref)}, &w, sizeof w); }}")
            else:
                self.put(f"*({t}_v *)&{self.ref(s.ref)} = ({t})({value});")
        else:
            self.put(f"{self.ref(s.ref)} = ({self.elems[s.ref.base].name})({value});")

    # --- expressions ---

    def base(self, name):
        return name if name in self.locals else self.g(name)

    def ref(self, ref):
        return self.base(ref.base) + "".join(f"[{self.idx(i)}]" for i in ref.idx)

    def load(self, ref):
        if ref.acc is None:
            return self.ref(ref)
        if ref.how == "memcpy":
            t = ref.acc.name
            return f"({{ {t} w; memcpy(&w, &{self.ref(ref)}, sizeof w); w; }})"
        return f"*({ref.acc.name}_v *)&{self.ref(ref)}"

    def idx(self, idx):
        if idx.gather is not None:
            return f"(u32){self.load(idx.gather)} & {idx.post[1]}"
        text = self.linear(idx)
        if idx.post is None:
            return text
        op, k = idx.post
        if op == "trunc":
            return f"(u8)({text})"
        return f"({text}) {dict(div='/', mod='%', xor='^')[op] if op != 'and' else '&'} {k}"

    def linear(self, idx):
        types = {self.types[n] for _, n in idx.terms}
        own = types.pop() if len(types) == 1 and not idx.wide else None
        parts = []
        for coef, name in idx.terms:
            var = name if own else f"(i64){name}"
            if isinstance(coef, str):
                coef = coef if own else f"(i64){coef}"
            parts.append(var if coef == 1 else f"{coef} * {var}")
        off = idx.off
        if own and not own.signed and own.bits >= 32 and abs(off) >= 1 << 31:
            off %= 1 << own.bits
            parts.append(f"{off}{'u' if own.bits == 32 else 'ul'}")
        elif off or not parts:
            parts.append(f"{off}{'l' if abs(off) >= 1 << 31 else ''}")
        return " + ".join(parts).replace("+ -", "- ")

    def lin(self, lin, t=None):
        """A linear expression, cast to `t` where it is not of that type anyway."""
        if not lin.terms:
            if t is None:
                return str(lin.const)
            value = lin.const % (1 << t.bits) if not t.signed else lin.const
            suffix = {32: "u", 64: "ul"}.get(t.bits, "") if not t.signed else \
                "l" if t.bits == 64 else ""
            return f"{value}{suffix}"
        wide = len(lin.terms) > 1
        parts = []
        for coef, name in lin.terms:
            var = f"(i64){name}" if wide else name
            parts.append(var if coef == 1 else f"{coef} * {var}")
        if lin.const:
            parts.append(str(lin.const))
        text = " + ".join(parts).replace("+ -", "- ")
        if t is None or (not wide and self.types[lin.terms[0][1]] == t and t.bits >= 32):
            return text
        return f"({t.name})({text})"

    def expr(self, e):
        if isinstance(e, Const):
            if e.t.floating:
                return f"{e.value!r}{'f' if e.t.bits == 32 else ''}" if e.value >= 0 else \
                    f"({e.value!r}{'f' if e.t.bits == 32 else ''})"
            return f"{e.value}{'u' if e.t.bits == 32 else 'ul'}"
        if isinstance(e, Load):
            return f"({e.t.name}){self.load(e.ref)}"
        if isinstance(e, Var):
            return e.name if self.types[e.name] == e.t else f"({e.t.name}){e.name}"
        if isinstance(e, VLoad):
            name = self.g(e.name)
            if e.order == "volatile":
                return f"({e.t.name})*(volatile u32 *)&{name}"
            return f"({e.t.name})__atomic_load_n(&{name}, {_ORDER[e.order]})"
        if isinstance(e, Sel):
            return f"({self.cond(e.cond)} ? {self.expr(e.a)} : {self.expr(e.b)})"
        if isinstance(e, Helper):
            return f"{self.g(e.name)}({', '.join(self.expr(a) for a in e.args)})"
        assert isinstance(e, Bin), e
        a, b = self.expr(e.a), self.expr(e.b)
        if e.op in ("min", "max"):
            return f"({a} {'<' if e.op == 'min' else '>'} {b} ? {a} : {b})"
        if e.op == "udiv":
            return f"({a} / ({b} | 1u))"
        return f"({a} {'/' if e.op == 'trap' else e.op} {b})"

    def cond(self, c):
        if isinstance(c, Always):
            return "1" if c.value else "0"
        if isinstance(c, Flag):
            return c.name
        if isinstance(c, Not):
            return f"!({self.cond(c.a)})"
        if isinstance(c, Logic):
            op = {"and": "&", "or": "|"}[c.op] * (2 if c.lazy else 1)
            return f"({self.cond(c.a)}) {op} ({self.cond(c.b)})"
        if isinstance(c, LinCmp):
            return f"{self.lin(c.a)} {c.op} {self.lin(c.b)}"
        assert isinstance(c, Cmp), c
        a, b = self.expr(c.a), self.expr(c.b)
        if c.signed and not c.a.t.floating:
            cast = "(i32)" if c.a.t == U32 else "(i64)"
            a, b = f"{cast}({a})", f"{cast}({b})"
        return f"{a} {c.op} {b}"

