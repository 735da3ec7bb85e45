"""Loop bodies: correlated subscripts, stores, reductions, conditionals, calls."""

import copy

from .program import (Assign, Bin, Cmp, Const, Do, Helper, Idx, If, Load, Micro, Ref, Sel, Store,
                      TYPES, U32, U64, VLoad, VStore, Var, nodes)

_MASKS = [3, 7, 15, 31]


class Bodies:
    """Mixed into the generator. `loops` are the enclosing loops, outermost first; `scopes` what
    holds inside them, one per call of the kernel that gets there."""

    # --- subscripts ---

    def form(self, loops, dims):
        """A fresh subscript form: a function from the current loops to a list of Idx."""
        rng, w = self.rng, self.weights
        names = ["plain", "stride", "reversed", "invariant", "noninjective", "truncated",
                 "symbolic", "gather"]
        kind = rng.choices(names, [w[n] for n in names])[0] if any(w[n] for n in names) else "plain"
        choice = {"kind": kind, "off": self.offset(), "k": rng.choice([2, 2, 3]),
                  "mask": rng.choice(_MASKS), "inv": rng.choice([0, 3, 5, 5, 7]),
                  "nest": rng.choice(["flat", "flat", "flat", "j", "j", "i", "i+j", "C-j", "8i+j",
                                      "i-j", "i,8j"]),
                  "square": rng.choice(["ij", "ij", "ij", "ij", "ji", "i5", "3j", "i,C-j", "ii"]),
                  "post": rng.choice(["div", "and", "mod", "xor", "and"]),
                  "wide": rng.random() < 0.5, "off2": rng.choice([-2, -1, 0, 0, 0, 0, 1, 2])}
        if w["nests"] == 0 and kind == "plain":
            choice["nest"] = "flat"
        return choice

    def offset(self):
        return self.rng.choices(range(-3, 4), [1, 2, 4, 9, 3, 1, 1])[0]

    def correlated(self, base, loops, dims):
        """The form last used for this array, mostly; else a new one."""
        last = self.forms.get(base)
        roll = self.rng.random()
        if last is not None and roll < 0.6:
            form = last
        elif last is not None and roll < 0.85:
            form = {**last, "off": self.offset(), "off2": self.rng.choice([-1, 0, 0, 0, 1])}
        elif last is None and roll < 0.5 and any(self.forms.values()):
            form = self.rng.choice([f for f in self.forms.values() if f])
        else:
            form = self.form(loops, dims)
        self.forms[base] = form
        return form

    def subscripts(self, form, loops, dims):
        """The Idx list of a form in these loops."""
        kind, off = form["kind"], form["off"]
        wide = form["wide"] or len({l.t for l in loops}) > 1
        if not loops:
            return [Idx([], form["inv"] % d) for d in dims]
        i = loops[0]
        shift = -i.start.const if i.start.const > 1000 else 0
        if len(dims) == 2:
            j = loops[-1]
            square = form["square"]
            two = {
                "ij": [[(1, i.var)], [(1, j.var)]], "ji": [[(1, j.var)], [(1, i.var)]],
                "i5": [[(1, i.var)], []], "3j": [[], [(1, j.var)]],
                "i,C-j": [[(1, i.var)], [(-1, j.var)]], "ii": [[(1, i.var)], [(1, i.var)]],
            }[square]
            return [Idx(two[0], shift + off, None, True), Idx(two[1], form["off2"], None, True)]
        if len(loops) > 1:
            j = loops[-1]
            m = self.base["row"]
            row = m.terms[0][1] if m.terms else m.const
            terms = {
                "flat": [(row, i.var), (1, j.var)], "j": [(1, j.var)], "i": [(1, i.var)],
                "i+j": [(1, i.var), (1, j.var)], "C-j": [(-1, j.var)],
                "8i+j": [(8, i.var), (1, j.var)], "i-j": [(1, i.var), (-1, j.var)],
                "i,8j": [(1, i.var), (8, j.var)],
            }[form["nest"]]
            idx = Idx(terms, off, None, True)
            if kind == "noninjective":
                idx.post = (form["post"], form["mask"] if form["post"] in ("and", "xor") else 5)
                if form["post"] == "div":
                    idx.post = ("div", 2)
            elif kind == "invariant":
                idx = Idx([], form["inv"])
            return [idx]
        off += shift
        if kind == "plain":
            return [Idx([(1, i.var)], off, None, wide)]
        if kind == "stride":
            return [Idx([(form["k"], i.var)], off, None, True)]
        if kind == "reversed":
            return [Idx([(-1, i.var)], off + 20 - 2 * shift, None, True)]
        if kind == "invariant":
            return [Idx([], form["inv"])]
        if kind == "symbolic":
            return [Idx([(1, i.var), (1, "k")], off, None, True)]
        if kind == "truncated":
            scale = {2: 1, 3: 37}[form["k"]] if form["mask"] > 7 else 51
            return [Idx([(scale, i.var)], off * 40, ("trunc", 8), wide and scale == 1)]
        if kind == "noninjective":
            post = {"div": ("div", 2), "mod": ("mod", 5), "and": ("and", form["mask"]),
                    "xor": ("xor", 1)}[form["post"]]
            return [Idx([(1, i.var)], off + (3 if post[0] != "and" else 0), post, wide)]
        source = [a.name for a in self.program.arrays
                  if len(a.dims) == 1 and not a.elem.floating and a.name not in "RF"]
        if not source:
            return [Idx([(1, i.var)], off, None, wide)]
        gather = Ref(self.rng.choice(source), [Idx([(1, i.var)], shift + abs(form["off"]), None,
                                                   True)])
        return [Idx([], 0, ("and", form["mask"]), False, gather)]

    def ref(self, base, loops, scopes, write):
        """A safe reference to an array in these loops, or None."""
        known = self.scopes[0].extent(base) if not scopes else scopes[0].extent(base)
        if known is None:
            return None
        dims = known[0]
        if len(dims) == 2 and len(loops) == 1 and self.chance(0.5):
            return None
        form = self.correlated(base, loops, dims)
        ref = Ref(base, self.subscripts(form, loops, dims))
        if self.chance("mixed-width") and not known[2].floating and len(dims) == 1:
            wider = [t for t in ("u16", "u32", "u64", "u8") if TYPES[t].bits != known[2].bits]
            ref.acc = TYPES[self.rng.choice(wider)]
            ref.how = self.rng.choice(["cast", "memcpy"])
        fits = _writable if write else _readable
        if fits(scopes, ref):
            return ref
        # Move it until it fits; then wrap it; then give up.
        for delta in (3, -3, 6, -6, 12, 20, 40):
            moved = copy.deepcopy(ref)
            moved.idx[-1].off += delta
            if fits(scopes, moved):
                return moved
        for idx in ref.idx:
            idx.wide = True
        if fits(scopes, ref):
            return ref
        if len(dims) == 1 and self.weights["noninjective"] and self.chance(0.5):
            idx = ref.idx[0]
            if idx.post is None and idx.gather is None:
                idx.post = ("and", self.rng.choice([15, 31, 63]))
                if fits(scopes, ref):
                    return ref
        return None

    # --- expressions ---

    def load(self, t, loops, scopes):
        for _ in range(4):
            base = self.rng.choice(self.bases)
            known = (scopes or self.scopes)[0].extent(base)
            if known is None or (known[2].floating and not t.floating):
                continue
            ref = self.ref(base, loops, scopes or self.scopes, write=False)
            if ref is not None:
                return Load(ref, t)
        return None

    def leaf(self, t, loops, scopes):
        roll = self.rng.random()
        if roll < 0.5:
            found = self.load(t, loops, scopes)
            if found is not None:
                return found
        if roll < 0.7 and loops:
            return Var(self.rng.choice(loops).var, t)
        pool = self.ints if not t.floating else self.ints + self.floats
        if roll < 0.75 + 0.25 * self.weights["carried"] and pool:
            return Var(self.rng.choice(pool)[0], t)
        if roll < 0.93 and roll > 0.9:
            return Var(self.rng.choice("nk"), t)
        if t.floating:
            return Const(self.rng.choice([0.25, 0.5, 1.0, 1.5, -2.0]), t)
        return Const(self.rng.randint(0, 100), t)

    def expr(self, t, loops, depth, scopes=None):
        rng = self.rng
        if depth == 0 or rng.random() < 0.15:
            return self.leaf(t, loops, scopes)
        if rng.random() < 0.07:
            return Sel(self.data_condition(loops, scopes), self.leaf(t, loops, scopes),
                       self.leaf(t, loops, scopes), t)
        a = self.expr(t, loops, depth - 1, scopes)
        b = self.expr(t, loops, depth - 1, scopes)
        if t.floating:
            return Bin(rng.choice(["+", "+", "-", "*", "min", "max"]), a, b, t)
        op = rng.choice(["+", "+", "-", "*", "&", "|", "^", "<<", ">>", "min", "max", "udiv", "+"])
        if op in ("<<", ">>"):
            b = Const(rng.randint(1, 9), t)
        return Bin(op, a, b, t)

    def data_condition(self, loops, scopes=None):
        t = U32
        return Cmp(self.rng.choice(["<", ">", "!=", "==", "<="]),
                   Bin("&", self.leaf(t, loops, scopes), Const(7, t), t),
                   Const(self.rng.randint(0, 6), t), self.chance(0.3))

    def domain(self, elem):
        if elem.floating:
            return elem
        return U64 if elem.bits == 64 else U32

    # --- statements ---

    def store(self, loops, scopes=None):
        scopes = scopes or self.scopes
        for _ in range(4):
            base = self.rng.choice(self.bases)
            ref = self.ref(base, loops, scopes, write=True)
            if ref is None:
                continue
            elem = ref.acc or scopes[0].extent(base)[2]
            t = self.domain(elem)
            value = self.expr(t, loops, self.rng.choice([0, 1, 1, 1, 2]), scopes)
            if self.chance(0.25) and _readable(scopes, ref):
                value = Bin("+", Load(copy.deepcopy(ref), t), value, t)
            return Store(ref, value)
        return None

    def helper(self, loops, scopes=None):
        name = self.rng.choice(["pure", "pure", "peek", "poke", "trace"])
        arity = {"pure": 1, "peek": 1, "poke": 2, "trace": 1}[name]
        return Helper(name, [self.leaf(U32, loops, scopes) for _ in range(arity)])

    def reduction(self, loops, scopes):
        rng = self.rng
        pool = self.ints + self.floats
        if not pool:
            return None
        name, t = rng.choice(pool)
        op = rng.choice(["+", "+", "+", "max", "min"] if t.floating else
                        ["+", "+", "^", "max", "min", "*"])
        return Assign(name, Bin(op, Var(name, t), self.expr(t, loops, 1, scopes), t))

    def micro(self, loops, scopes):
        first = self.store(loops, scopes)
        if first is None or first.ref.acc or len(first.ref.idx) != 1:
            return None
        elem = scopes[0].extent(first.ref.base)[2]
        src = copy.deepcopy(first.ref)
        if src.idx[0].post or src.idx[0].gather:
            return None
        src.idx[0].off += self.rng.choice([-2, -1, 1, 2])
        if elem.floating or not _readable(scopes, src) or not _readable(scopes, first.ref):
            return None
        return Micro(first.ref, src, self.rng.randint(1, 9))

    def ordered(self, loops, scopes):
        """A volatile or atomic operation on a global of its own."""
        name = f"v{len(self.program.volatiles)}"
        self.program.volatiles.append(name)
        order = self.rng.choice(["volatile", "volatile", "relaxed", "relaxed", "seq_cst"])
        if self.ints and self.chance(0.5):
            scalar, t = self.rng.choice(self.ints)
            return Assign(scalar, Bin("+", Var(scalar, t), VLoad(name, order, t), t))
        return VStore(name, order, self.leaf(U32, loops, scopes))

    def loop_body(self, loops, scopes):
        """The statements of a loop; `scopes` may be empty when no call ever enters it."""
        if not scopes:
            scopes = self.scopes
            if self.ints:
                name, t = self.rng.choice(self.ints)
                return [Assign(name, Bin("+", Var(name, t), Var(loops[-1].var, t), t))]
            return []
        body = []
        for _ in range(self.rng.choice([1, 1, 1, 1, 2, 2, 3])):
            if self.chance("reductions"):
                stmt = self.reduction(loops, scopes)
            elif self.chance("restrict-micro"):
                stmt = self.micro(loops, scopes)
            elif self.chance(self.weights["calls"]):
                stmt = Do(self.helper(loops, scopes))
            else:
                stmt = self.store(loops, scopes)
            if stmt is None:
                continue
            if self.chance("conditionals"):
                stmt = If(self.data_condition(loops, scopes), [stmt])
            body.append(stmt)
        if self.chance("volatile"):
            stmt = self.ordered(loops, scopes)
            body.insert(self.rng.randint(0, len(body)), stmt)
        return body

    def is_parallel(self, loop):
        """No element is touched by two iterations: only plain stores to arrays that are neither
        read nor stored to otherwise, subscript i + c, no scalar written."""
        stored = []
        for stmt in loop.body:
            if not isinstance(stmt, Store) or stmt.ref.acc:
                return False
            idx = stmt.ref.idx[-1]
            if len(stmt.ref.idx) != 1 or idx.post or idx.gather or len(idx.terms) != 1:
                return False
            if abs(idx.terms[0][0]) != 1:
                return False
            stored.append(stmt.ref.base)
        globals_ = {a.name for a in self.program.arrays}
        touched = [n.base for n in nodes(loop.body) if isinstance(n, Ref)]
        calls = any(isinstance(n, (Helper, VLoad)) for n in nodes(loop.body))
        return (not calls and all(t in globals_ for t in touched)
                and all(touched.count(s) == 1 for s in stored))


def _readable(scopes, ref):
    return all(s.readable(ref) for s in scopes)


def _writable(scopes, ref):
    return all(s.ref_intervals(ref) is not None and
               all(i.gather is None or s.readable(i.gather) for i in ref.idx) for s in scopes)
