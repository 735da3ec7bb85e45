"""Chains of stages: each reads what those before it wrote, some elements or rows ahead, at or
behind.

Random pairs of loops seldom look ahead by a few elements and nothing else, and three in a row
never do. Here the distances are chosen first, in iterations, and the subscripts follow from them,
from the stride and from the direction. A stage may store to what an earlier one has read, so that
distances run the other way as well.
"""

import copy

from .program import Assign, Bin, Idx, If, Lin, Load, Loop, Ref, Store, TYPES, Var
from .scope import Unsafe

_AHEAD = [1, 1, 1, 2, 2, 3, 4, 4, 5]


class Chains:
    """Mixed into the generator."""

    def chain(self, body):
        """Append a chain to the row; False when no stage of it would do."""
        rng = self.rng
        shape = self._shape()
        bases = self._chain_bases(shape)
        if len(bases) < 2:
            return False
        source, done, lost = rng.choice(bases), [], 0
        wanted = rng.choice([2, 2, 3, 3, 4, 5])
        while len(done) < wanted and lost < 6:
            # The first writes the source, unless it reads what is there already.
            others = [b for b in bases if b not in done[-1:] or rng.random() < 0.15]
            target = source if not done and rng.random() < 0.9 else rng.choice(others or bases)
            stage = self._stage_of_chain(shape, target, done)
            if stage is not None and done and self.chance("between"):
                self.between(body)
            if stage is None or not self.emit(body, self._guarded(stage)):
                lost += 1
                continue
            done.append(target)
        return len(done) > 1

    def _shape(self):
        """How the loops of a chain run: what its stages have in common."""
        rng, base = self.rng, self.base
        kind = "flat"
        if self.chance("nests"):
            kind = rng.choice(["rows", "rows", "flatrows"])
        t = TYPES[rng.choice(["i32", "i64", "u32", "u64", "i16", "u8"])] \
            if self.chance("odd-counters") else base["t"]
        count = copy.deepcopy(base["count"])
        if kind != "flat" and not count.terms:
            count = Lin(rng.choice([3, 5, 8, 16]))
        lead = rng.choice([0, 0, 1, 2, 4])   # so that the stages behind may be shorter
        shape = {"kind": kind, "t": t, "count": Lin(count.const + lead, count.terms),
                 "row": copy.deepcopy(base["row"]), "start": rng.choice([0, 0, 0, 1, 2, 4]),
                 "down": self.chance("downward"), "step": 1, "scale": 1,
                 "ahead": rng.choice(_AHEAD), "across": 0, "shorter": rng.random() < 0.6}
        if self.chance("steps"):
            shape["step"] = rng.choice([2, 3])
        if kind == "flat" and rng.random() < self.weights["stride"] / 40:
            shape["scale"] = rng.choice([2, 2, -1])
        if kind == "flatrows":
            shape["row"] = Lin(rng.choice([3, 4, 6, 8])) if rng.random() < 0.7 else \
                Lin(0, [(1, "m")])
        if kind != "flat" and rng.random() < 0.4:
            shape["across"] = rng.choice([1, 1, 2, 3])
            if rng.random() < 0.4:
                shape["ahead"] = 0
        return shape

    def _chain_bases(self, shape):
        """The names that such a chain may go through: mostly of one type."""
        want = 2 if shape["kind"] == "rows" else 1
        known = {b: self.scopes[0].extent(b) for b in self.bases}
        bases = [b for b, k in known.items() if k is not None and len(k[0]) == want]
        if not bases:
            return []
        elem = known[self.rng.choice(bases)][2]
        same = [b for b in bases if known[b][2] == elem]
        bases = same if len(same) > 1 else [b for b in bases
                                            if known[b][2].floating == elem.floating]
        return self.rng.sample(bases, min(len(bases), self.rng.choice([2, 3, 4, 5])))

    # --- one stage ---

    def _headers(self, shape, less):
        """The loops of a stage, outermost first, `less` iterations shorter than the first one."""
        rng, t, start = self.rng, shape["t"], shape["start"]
        count = Lin(shape["count"].const - less, list(shape["count"].terms))
        if self.chance("unequal"):
            count.const += rng.choice([-2, -1, 1, 2])
        if self.two_counts and rng.random() < 0.4:
            count = Lin(count.const, [(1, rng.choice("nm"))])
        step = shape["step"]
        var = self.fresh("it")
        if shape["down"]:
            low = max(start, 0 if t.signed else step)
            top = Lin(count.const + low - 1, count.terms)
            outer = Loop(var, t, top, Lin(low), ">=", -step, [])
        else:
            rel = "!=" if step == 1 and self.chance("not-equal-exit") else "<"
            outer = Loop(var, t, Lin(start), Lin(count.const + start, count.terms), rel, step, [])
        if shape["kind"] == "flat":
            return [outer]
        width = shape["row"]
        if rng.random() < 0.15:
            width = Lin(width.const + rng.choice([-1, 1]), list(width.terms))
        inner = Loop(self.fresh("it"), t, Lin(0), Lin(width.const, list(width.terms)), "<", 1, [])
        return [outer, inner]

    def _at(self, shape, loops, ahead, across):
        """The subscripts `ahead` iterations of the outer loop and `across` of the inner one on."""
        outer = loops[0]
        reach = ahead * shape["step"] * (-1 if shape["down"] else 1)
        if shape["kind"] == "rows":
            return [Idx([(1, outer.var)], reach, None, True),
                    Idx([(1, loops[1].var)], across, None, True)]
        if shape["kind"] == "flatrows":
            row = shape["row"]
            if row.terms:   # (i + d) * m has no constant part to move: d * m is a term of its own
                terms = [(row.terms[0][1], outer.var), (1, loops[1].var)]
                return [Idx(terms + [(reach, row.terms[0][1])] if reach else terms, across, None,
                            True)]
            return [Idx([(row.const, outer.var), (1, loops[1].var)], reach * row.const + across,
                        None, True)]
        scale = shape["scale"]
        off = scale * reach + (40 if scale < 0 else 0)
        wide = scale != 1 or self.rng.random() < 0.5
        return [Idx([(scale, outer.var)], off, None, wide)]

    def _stage_of_chain(self, shape, target, done):
        """A loop or nest that stores to `target` what it makes of the last arrays in `done`."""
        rng = self.rng
        ahead = shape["ahead"] if rng.random() < 0.6 else rng.choice([0, 1, 1, 2])
        less = len(done) * ahead if shape["shorter"] else 0
        loops = self._headers(shape, less)
        try:
            scopes = self.under(loops)
        except Unsafe:
            return None
        if not scopes or scopes[0].extent(target) is None:
            return None
        def ref(base, ahead, across=0):
            made = Ref(base, self._at(shape, loops, ahead, across))
            known = scopes[0].extent(base)
            return made if known and len(known[0]) == len(made.idx) else None
        reads = []
        for base in done[-1:] + [b for b in done[-3:-1] if rng.random() < 0.4]:
            reads.append((base, ahead, shape["across"]))
            for _ in range(rng.choice([0, 1, 1, 2])):
                reads.append((base, rng.choice([-2, -1, 0, 0, 1, ahead]), rng.choice([0, 0, -1, 1])
                              if shape["across"] else 0))
        if not done or rng.random() < 0.3:
            reads.append((rng.choice(self.bases), rng.choice([-1, 0, 0, 1, 2]), 0))
        total = None
        if done and self.chance(self.weights["reductions"] / 3):
            total = rng.choice(self.ints + self.floats)
        t = total[1] if total else self.domain(scopes[0].extent(target)[2])
        value = None
        for base, d, e in reads:
            made = ref(base, d, e)
            if made is None or scopes[0].extent(base)[2].floating and not t.floating:
                continue
            if not all(s.readable(made) for s in scopes):
                continue
            load, ops = Load(made, t), ["+", "+", "-", "*"] if t.floating else "++-^*&"
            value = load if value is None else Bin(rng.choice(ops), value, load, t)
        if value is None and done:
            return None
        value = value or Var(loops[-1].var, t)
        if rng.random() < 0.5:
            value = Bin("+", value, self.leaf(t, loops, scopes), t)
        if total:
            inside = [Assign(total[0], Bin("+", Var(total[0], t), value, t))]
        else:
            made = ref(target, 0)
            if made is None or not all(s.ref_intervals(made) is not None for s in scopes):
                return None
            inside = [Store(made, value)]
        if self.chance(self.weights["conditionals"] / 3):
            inside = [If(self.data_condition(loops, scopes), inside)]
        if self.chance(self.weights["volatile"] / 2):
            inside.append(self.ordered(loops, scopes))
        loops[-1].body = inside
        if len(loops) > 1:
            loops[0].body = [loops[1]]
        self._pragma(loops[-1])
        return loops[0]

    def _guarded(self, stage):
        if self.chance(self.weights["guards"] / 2):
            return If(self.guard(), [stage])
        return stage
