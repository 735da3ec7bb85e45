"""What kernels are called with: trip counts, and pointers that overlap or nearly do.

Run-time checks and copies of loops are taken or not by these numbers, so each kernel is called
several times: with counts that are equal, next to each other and far apart, none and one, at the
end of a narrow type; with pointers to one array that overlap by a few elements in either
direction, are the same, or end just where the other begins.
"""

from .program import Call, F64, Lin, LinCmp, Logic, Param, TYPES, U32
from .safety import advance, scope_of
from .scope import Unsafe

_NARROW = ["u8", "i8", "u8", "i8", "u16", "i16"]


class Calls:
    """Mixed into the generator; uses its rng and weights."""

    def signature(self):
        """The parameters of a kernel; decides whether its two counts are independent."""
        rng = self.rng
        self.two_counts = self.chance("two-counts")
        counts = rng.choice(["i32", "i32", "u32", "i64", "u64"])
        if self.chance("narrow"):
            counts = rng.choice(_NARROW)
        other = counts if self.chance(.8) else "i32"
        params = [Param("n", TYPES[counts]), Param("m", TYPES[other]), Param("b", TYPES["bool"]),
                  Param("c", TYPES["bool"]), Param("x", F64), Param("k", TYPES["i32"]),
                  Param("z", U32)]
        ones = [a for a in self.program.arrays if len(a.dims) == 1 and a.name not in "RF"]
        pointers = []
        if self.chance("pointers"):
            for p in "pqr"[: rng.randint(2, 3)]:
                like = [a for a in ones if pointers and a.elem == pointers[0][1].elem]
                target = rng.choice(like if like and self.chance("borders") else ones)
                pointers.append((p, target, not self.chance("overlap")))
                params.append(Param(p, target.elem, pointer=True))
        return params, pointers

    def runs(self, name, params, pointers):
        """The calls of a kernel."""
        rng = self.rng
        ones = [a for a in self.program.arrays if len(a.dims) == 1 and a.name not in "RF"]
        calls = []
        anchor = rng.choice([a for a in ones if not pointers or a.elem == pointers[0][1].elem])
        self.borders = bool(pointers) and self.chance("borders")
        counts = self.counts(params)
        if self.borders:   # several ways to lie for the same counts
            counts += rng.choices(counts, k=3)
        for n, m in counts:
            args = {"n": n, "m": m, "b": rng.randint(0, 1), "c": rng.randint(0, 1),
                    "x": rng.choice([0.0, 0.5, 1.0, 2.5, -1.0]), "k": rng.randint(0, 4), "z": 0}
            if self.borders and rng.random() < 0.9:
                args.update(self.neighbours(pointers, anchor, n))
            else:
                for p, target, apart in pointers:
                    base = target
                    if not apart or rng.random() < 0.2:
                        base = rng.choice([a for a in ones if a.elem == target.elem])
                    offset = rng.choice([1, 5, 9]) + rng.choice([0, 0, 0, 1, 2, 3, -1])
                    args[p] = (base.name, offset)
            calls.append(Call(name, args))
        return calls

    def counts(self, params):
        """Pairs (n, m), one for each call."""
        rng = self.rng
        if self.two_counts:
            return self._pairs(params)
        ns = [rng.choice([0, 1, 2, 3]), rng.choice([4, 5, 7, 9]), rng.choice([12, 16, 17, 20])]
        ns = rng.sample(ns, rng.randint(2, 3))
        if self.chance("ahead"):
            ns.append(rng.choice([1, 2, 3, 4, 5, 6]))   # about as many as a shift has
        return [(n, min(18, rng.choice([n, max(0, n - 1), n + 1, 3, 4, 8]))) for n in ns]

    def _pairs(self, params):
        rng = self.rng
        top = [p.t.highest for p in params[:2]]
        far = max(top) < 256 and rng.random() < 0.5   # as far as the types, and the arrays, go
        top = [min(t, 255) if far else 20 for t in top]
        some = rng.randint(2, 17)
        pairs = [(some, some), (some, some + 1), (some + 1, some), (0, some), (some, 0), (1, some),
                 (some, 1), (0, 0), (1, 1), (some, rng.randint(0, 18)), (rng.randint(0, 18), some),
                 (top[0], some), (some, top[1]), (top[0], top[1]), (top[0] - 1, top[1]),
                 (top[0], top[1] - 1), (some, some + 4), (some + 4, some)]
        return rng.sample(pairs, rng.randint(3, 5))

    def neighbours(self, pointers, anchor, n):
        """Pointers into one array: some elements apart, or as many as a loop of n has, or about
        as many. Those of other types point to arrays of their own."""
        rng = self.rng
        args, at = {}, 24
        for p, target, _ in pointers:
            if target.elem != anchor.elem:
                args[p] = (target.name, rng.choice([1, 5, 9]))
                continue
            args[p] = (anchor.name, at)
            near = rng.choice([0, 0, 1, 1, 2, 3, 5])
            border = n + rng.choice([-3, -2, -1, -1, -1, 0, 0, 0, 1, 2])
            step = rng.choice([near, border, border]) * rng.choice([1, 1, -1])
            at = at + step if at + step >= 2 else at - step
        return args

    def sharpen(self, calls):
        """Move pointers so that what one access touches begins where another's ends, give or take
        an element: the body is known now, and so is what it touches in each call."""
        rng = self.rng
        for call in calls:
            names = [n for n, v in call.args.items() if isinstance(v, tuple)]
            for name in names[1:]:
                touched = self._touched(call) or {}
                others = [n for n in names if n != name and n in touched
                          and call.args[n][0] == call.args[name][0]]
                if name not in touched or not others or rng.random() < 0.2:
                    continue
                other = rng.choice(others)
                mine, theirs = rng.choice(touched[name]), rng.choice(touched[other])
                slack = rng.choice([-2, -1, -1, -1, 0, 0, 1])
                base, at = call.args[other]
                old = call.args[name]
                if rng.random() < 0.5:
                    call.args[name] = (base, at + theirs[1] + 1 + slack - mine[0])
                else:
                    call.args[name] = (base, at + theirs[0] - 1 - slack - mine[1])
                if call.args[name][1] < 0 or self._touched(call) is None:
                    call.args[name] = old

    def _touched(self, call):
        """Pointer -> intervals of elements that accesses through it touch in a call, not counting
        where it points to; None if the call is not safe."""
        scope, found = scope_of(self.program, self.fn, call), {}
        scope.seen = []
        try:
            advance(self.program, self.fn, scope, self.fn.body)
        except Unsafe:
            return None
        for base, _, at, (low, high) in scope.seen:
            found.setdefault(base, []).append((low - at, high - at))
        return found

    def row_guard(self, scopes):
        """What a row of loops is under, so that they need no guards of their own, or that more is
        known of their counts; None where no call would get there."""
        rng = self.rng
        def some(name, least):
            return LinCmp(">", Lin(0, [(1, name)]), Lin(least))
        guard = some("n", rng.choice([0, 2, 4, 5]) if self.chance("ahead") else 0)
        if self.two_counts:
            both = LinCmp(rng.choice(["<", "<=", ">", ">=", "!="]), Lin(0, [(1, "n")]),
                          Lin(0, [(1, "m")]))
            guard = rng.choice([guard, Logic("and", guard, some("m", 0)),
                                Logic("and", guard, some("m", 0)), Logic("and", guard, both)])
        return guard if any(s.cond(guard) for s in scopes) else None
