"""Loop headers: variations of one base header per kernel, and nests of them."""

from .program import Break, If, Lin, Loop, TYPES
from .scope import Unsafe

_COUNTERS = ["i32", "u32", "i64", "u64", "u16", "u8", "i16", "i8"]


class Headers:
    """Mixed into the generator; uses its rng, weights and scopes."""

    def base_header(self):
        """(count, start, counter type) that most loops of the kernel share."""
        rng = self.rng
        if rng.random() < (0.1 if self.two_counts else 0.45):
            count = Lin(rng.choice([4, 6, 9, 16, 17, 33, 40, 40, 64]))
        else:
            count = Lin(0, [(1, "n")])
        start = rng.choice([0, 0, 0, 0, 1, 2])
        own = next(p.t.name for p in self.fn.params if p.name == "n")
        t = TYPES[own if rng.random() < 0.7 else rng.choice(_COUNTERS[:4])]
        return {"count": count, "start": start, "t": t, "row": Lin(rng.choice([3, 4, 6, 8]))
                if rng.random() < 0.5 else Lin(0, [(1, "m")])}

    def header(self, count=None, outer=None):
        """A loop without a body that enters safely in every call, or None."""
        for _ in range(12):
            loop = self._try_header(count, outer)
            try:
                for s in self.scopes:
                    s.enter(loop)
            except Unsafe:
                continue
            return loop
        return None

    def _try_header(self, count, outer):
        rng, base = self.rng, self.base
        var = self.fresh("it")
        t = base["t"]
        if self.chance("odd-counters"):
            t = TYPES[rng.choice(_COUNTERS)]
        if count is None and self.two_counts and self.chance(0.45):
            count = Lin(rng.choice([0, 0, 0, 0, -1, 1]), [(1, rng.choice("nm"))])
        count = count or base["count"]
        count = Lin(count.const, list(count.terms))
        if self.chance("unequal"):
            kind = rng.random()
            if kind < 0.7:
                count.const += rng.choice([-3, -2, -1, -1, 1, 1, 2, 3])
            elif kind < 0.85:
                count = Lin(0, [(1, rng.choice("nmk"))])
            else:
                count = Lin(rng.choice([0, 1, 2, 7, 11]))
        start = base["start"] if self.chance(0.88) else rng.choice([0, 1, 2, 3])
        pick = rng.random()
        if self.chance("limits") and not count.terms and 0 <= count.const < 100 and t.bits >= 32:
            return self._near_limit(var, t, count.const)
        bound = Lin(count.const + start, list(count.terms))
        if outer is not None and self.chance("triangular"):
            bound = Lin(rng.choice([0, 1]), [(1, outer.var)])
            if self.chance(0.3):
                return Loop(var, t, Lin(0, [(1, outer.var)]), Lin(count.const, count.terms), "<", 1, [])
        if self.chance("downward"):
            if self.chance(0.4):
                return Loop(var, t, bound, Lin(start), ">", -1, [], style="postdec")
            top = Lin(bound.const - 1, bound.terms)
            low = max(start, 0 if t.signed else 1)
            return Loop(var, t, top, Lin(low), ">=" if self.chance(0.7) else ">", -1, [])
        step = rng.choice([2, 3]) if self.chance("steps") else 1
        if step == 1 and self.chance("not-equal-exit"):
            return Loop(var, t, Lin(start), bound, "!=", 1, [])
        if pick < 0.1:
            return Loop(var, t, Lin(start), Lin(bound.const - 1, bound.terms), "<=", step, [])
        style = "for"
        if self.chance("do-while"):
            style = rng.choice(["do", "while"])
        return Loop(var, t, Lin(start), bound, "<", step, [], style=style)

    def _near_limit(self, var, t, count):
        """Counters that end just at, or wrap just past, the end of their type."""
        if not t.signed and self.chance(0.5):
            return Loop(var, t, Lin(t.highest + 1 - count), Lin(t.highest + 1), "!=", 1,
                        []) if count else Loop(var, t, Lin(0), Lin(0), "<", 1, [])
        top = t.highest - self.rng.choice([0, 0, 1, 2])
        return Loop(var, t, Lin(top - count), Lin(top), "<", 1, [])

    # --- whole loops ---

    def under(self, loops):
        """The scopes inside some loops: one per call that reaches them."""
        scopes = self.scopes
        for loop in loops:
            scopes = [s.enter(loop) for s in scopes]
            scopes = [s for s in scopes if s is not None]
        return scopes

    def loop(self, flat=False):
        """A loop with its body, perhaps a nest; None when nothing safe was found."""
        if not flat and self.chance("nests"):
            return self._nest()
        loop = self.header()
        if loop is None:
            return None
        loop.body = self.loop_body([loop], self.under([loop]))
        if self.chance("break") and loop.body:
            scopes = self.scopes
            self.scopes = self.under([loop])
            if self.scopes:
                loop.body.append(Break(self.data_condition([loop], self.scopes)))
            self.scopes = scopes
        if not loop.body:
            return None
        self._pragma(loop)
        return loop

    def _pragma(self, loop):
        """Loop metadata; `assume_safety` only where no two iterations touch one element."""
        if not self.chance("pragmas"):
            return
        loop.pragma = self.rng.choice(["vectorize(disable)", "unroll(disable)",
                                       "vectorize(enable)", "safety"])
        if loop.pragma == "safety" and not self.is_parallel(loop):
            loop.pragma = "interleave(enable)"

    def _nest(self):
        outer = self.header()
        if outer is None:
            return None
        if not self.under([outer]):
            return None
        saved = self.scopes
        body = []
        for _ in range(self.rng.choice([1, 1, 1, 2])):
            self.scopes = self._entered(saved, outer)
            inner = self.header(count=self.base["row"], outer=outer)
            if inner is not None:
                reached = self.under([inner])
                self.scopes = saved
                inner.body = self.loop_body([outer, inner], reached)
                if inner.body:
                    body.append(inner)
            self.scopes = saved
        if self.chance(0.25):
            extra = self.store([outer], self.under([outer]))
            if extra is not None:
                body.insert(self.rng.choice([0, len(body)]), extra)
        outer.body = body
        return outer if any(isinstance(s, (Loop, If)) for s in body) else None

    @staticmethod
    def _entered(scopes, loop):
        inner = [s.enter(loop) for s in scopes]
        return [s for s in inner if s is not None]
