"""What is known at one point of one call: intervals of the variables, which part of a temporary has
been written, whether the point is surely reached.

All arithmetic is on intervals of the mathematical values; where C or the IR would wrap or overflow
on the way, the reference is refused unless wrapping is exact.
"""

from .program import Always, Const, Flag, Idx, LinCmp, Logic, Not, Ref, TYPES, Var


LONGEST = 1000  # values of a loop variable; a triangle over a counter near its limit has billions


class Unsafe(Exception):
    """The program may have undefined behaviour; the text says where."""


class Scope:
    """What is known at one point of one call."""

    def __init__(self, program, fn, values, pointers):
        self.program = program
        self.types = {p.name: p.t for p in fn.params if not p.pointer}
        self.types.update({name: t for name, t, _ in fn.scalars})
        self.values = dict(values)      # name -> (lo, hi)
        self.objects = dict(pointers)   # name -> (object name, offset in elements)
        self.arrays = {a.name: a for a in program.arrays}
        self.temps = {}                 # temporaries: name -> Alloc
        self.inited = {}                # name -> (lo, hi) or None
        self.pending = []               # coverage that counts once the outermost loop has ended
        self.loops = []                 # enclosing (loop, surely) of this call
        self.sure = True                # this point is surely reached
        self.dead = False               # the program has surely exited before this point
        self.freed = set()
        self.seen = None                # a list: gets (name, object, offset, interval) of accesses
        self.fn = fn

    # --- linear arithmetic ---

    def lin(self, lin):
        lo = hi = lin.const
        for coef, name in lin.terms:
            a, b = self.values[name]
            lo += min(coef * a, coef * b)
            hi += max(coef * a, coef * b)
        return lo, hi

    def idx(self, idx):
        """The interval of a subscript, or None if it cannot be bounded."""
        if idx.gather is not None:
            return 0, idx.post[1]
        lo = hi = idx.off
        for coef, name in idx.terms:
            a, b = self.values[name]
            if isinstance(coef, str):
                c0, c1 = self.values[coef]
            else:
                c0 = c1 = coef
            ends = [c0 * a, c0 * b, c1 * a, c1 * b]
            lo += min(ends)
            hi += max(ends)
        if idx.post is None:
            return lo, hi
        op, k = idx.post
        if op == "and":
            return 0, k
        if op == "trunc":
            return (lo, hi) if 0 <= lo and hi < (1 << k) else (0, (1 << k) - 1)
        if lo < 0:
            return None
        if op == "div":
            return lo // k, hi // k
        if op == "mod":
            return (lo, hi) if hi < k else (0, k - 1)
        assert op == "xor"
        return (lo & ~k, hi | k)

    def extent(self, base):
        """(dims, offset, element type) of a name, or None if it is not known here."""
        name, off = self.objects.get(base, (base, 0))
        if name in self.temps:
            if name in self.freed:
                return None
            return [self.temps[name].size], off, self.temps[name].elem
        array = self.arrays.get(name)
        return (array.dims, off, array.elem) if array else None

    def ref_intervals(self, ref):
        """Intervals of the subscripts when surely in bounds, else None."""
        known = self.extent(ref.base)
        if known is None or len(known[0]) != len(ref.idx):
            return None
        dims, off, elem = known
        name = self.objects.get(ref.base, (ref.base,))[0]
        extra = 0
        if ref.acc is not None:
            if elem.floating or ref.acc.floating:
                return None
            extra = max(0, -(-ref.acc.bytes // elem.bytes) - 1)
        found = []
        for n, (dim, idx) in enumerate(zip(dims, ref.idx)):
            if idx.gather is not None and self.ref_intervals(idx.gather) is None:
                return None
            interval = self.idx(idx)
            if interval is None:
                return None
            if n == len(dims) - 1:
                interval = (interval[0] + off, interval[1] + off + extra)
            if interval[0] < 0 or interval[1] >= dim:
                return None
            if not self._natural_ok(idx):
                return None
            found.append(interval)
        if self.seen is not None:
            self.seen.append((ref.base, name, off, found[-1]))
        return found

    def _natural_ok(self, idx):
        """A subscript computed in the loop variable's own type must not wrap half-way unless it
        is the only variable's unsigned type, where wrapping is exact."""
        names = {n for _, n in idx.terms} | {c for c, _ in idx.terms if isinstance(c, str)}
        if idx.wide or not names:
            if any(self.types[n] == TYPES["u64"] and self.values[n][1] >= 1 << 62 for n in names):
                return False
            limit = TYPES["i64"]
        else:
            types = {self.types[n] for n in names}
            if len(types) != 1:
                return False
            t = types.pop()
            if not t.signed and t.bits >= 32:
                masked = idx.post is not None and idx.post[0] in ("and", "trunc")
                return masked or self._raw(idx)[0] >= 0
            limit = TYPES["i32"] if t.bits < 32 else t
        lo, hi = self._raw(idx)
        if not (limit.lowest <= lo and hi <= limit.highest):
            return False
        # The partial sums are printed left to right, coefficient products first.
        partial = [0, 0]
        for coef, name in idx.terms:
            a, b = self.values[name]
            cs = self.values[coef] if isinstance(coef, str) else (coef, coef)
            ends = [c * v for c in cs for v in (a, b)]
            if min(ends) < limit.lowest or max(ends) > limit.highest:
                return False
            partial = [partial[0] + min(ends), partial[1] + max(ends)]
            if partial[0] < limit.lowest or partial[1] > limit.highest:
                return False
        return limit.lowest <= idx.off <= limit.highest

    def _raw(self, idx):
        bare = type(idx)(idx.terms, idx.off)
        return self.idx(bare)

    def readable(self, ref):
        found = self.ref_intervals(ref)
        if found is None:
            return False
        for idx in ref.idx:
            if idx.gather is not None and not self.readable(idx.gather):
                return False
        name, _ = self.objects.get(ref.base, (ref.base, 0))
        if name in self.temps and self.temps[name].how in ("malloc", "stack"):
            done = self.inited.get(name)
            return done is not None and done[0] <= found[0][0] and found[0][1] <= done[1]
        return True

    def escapable(self, base):
        """May a function that keeps this pointer change its second byte, now and until it is
        freed? Locals end without being freed."""
        elem = (self.extent(base) or [None] * 3)[2]
        name = self.objects.get(base, (base,))[0]
        if elem is None or len(self.extent(base)[0]) != 1:
            return False
        if name in self.temps and self.temps[name].how in ("stack", "zeroed"):
            return False
        second = 1 if elem.bits == 8 else 0   # the element that the second byte belongs to
        return all(self.readable(Ref(base, [Idx([], n)])) for n in (0, second))

    def swap(self, a, b):
        """Two pointers change places."""
        x, y = (self.objects.get(p, (p, 0)) for p in (a, b))
        if self.loops or not self.sure or self.extent(a) is None or self.extent(b) is None or \
                self.extent(a)[2] != self.extent(b)[2]:
            raise Unsafe("pointers change places")
        self.objects = {**self.objects, a: y, b: x}

    # --- conditions ---

    def cond(self, c):
        """True, False, or None for unknown."""
        if isinstance(c, Always):
            return c.value
        if isinstance(c, Flag):
            return bool(self.values[c.name][0])
        if isinstance(c, Not):
            v = self.cond(c.a)
            return None if v is None else not v
        if isinstance(c, Logic):
            a, b = self.cond(c.a), self.cond(c.b)
            if c.op == "and":
                if a is False or b is False:
                    return False
                return True if a and b else None
            if a or b:
                return True
            return False if a is False and b is False else None
        if isinstance(c, LinCmp):
            (a0, a1), (b0, b1) = self.lin(c.a), self.lin(c.b)
            return _compare(c.op, a0, a1, b0, b1)
        if isinstance(c.a, Var) and c.a.t.floating and isinstance(c.b, Const):
            v = self.values.get(c.a.name)
            if v is not None and self.types.get(c.a.name) == c.a.t:
                return _compare(c.op, v[0], v[1], c.b.value, c.b.value)
        return None

    # --- loops ---

    def enter(self, loop):
        """The scope of the loop's body, or None when it surely does not run."""
        s, b = self.lin(loop.start), self.lin(loop.bound)
        t, step = loop.t, loop.step
        for lin in (loop.start, loop.bound):
            if lin.terms and any(not self.types[n].signed for _, n in lin.terms):
                if self.lin(lin)[0] < 0 or len(lin.terms) > 1:
                    raise Unsafe("unsigned bound below zero")
            if lin.terms:
                for _, n in lin.terms:
                    nt = self.types[n]
                    lo, hi = self.lin(lin)
                    if not (nt.lowest <= lo and hi <= nt.highest) and nt.bits >= 32:
                        raise Unsafe("bound wraps in its own type")
        wraps = (loop.rel == "!=" and not t.signed and not loop.bound.terms
                 and loop.bound.const == t.highest + 1 and step == 1)
        if not (t.lowest <= s[0] and s[1] <= t.highest):
            raise Unsafe(f"start of {loop.var} not in range")
        if not wraps and not (t.lowest <= b[0] and b[1] <= t.highest):
            raise Unsafe(f"bound of {loop.var} not in range")
        if loop.style == "postdec":
            first, last = s[1] - 1, b[0]
            lo, hi, sure, empty = last, first, s[0] > b[1], s[1] <= b[0]
            if t.signed and b[0] - 1 < t.lowest:
                raise Unsafe("postdec runs below the type")
            if step != -1 or loop.rel != ">":
                raise Unsafe("postdec has a step of -1")
        elif loop.rel == "!=":
            exact = s[0] == s[1] and b[0] == b[1]
            gap = (b[0] - s[1], b[1] - s[0]) if step > 0 else (s[0] - b[1], s[1] - b[0])
            if gap[0] < 0 or (abs(step) != 1 and (not exact or gap[0] % abs(step))):
                raise Unsafe(f"{loop.var} misses its bound")
            sure, empty = gap[0] > 0, gap[1] == 0
            lo, hi = (s[0], b[1] - step) if step > 0 else (b[0] - step, s[1])
        elif step > 0:
            incl = 1 if loop.rel == "<=" else 0
            if loop.rel not in ("<", "<="):
                raise Unsafe("relation against the step")
            lo, hi = s[0], b[1] - 1 + incl
            sure, empty = s[1] < b[0] + incl, s[0] >= b[1] + incl
            if s[0] == s[1] and hi >= lo:
                hi = lo + (hi - lo) // step * step
            if hi >= lo and hi + step > t.highest:
                raise Unsafe(f"{loop.var} overflows")
        else:
            incl = 1 if loop.rel == ">=" else 0
            if loop.rel not in (">", ">="):
                raise Unsafe("relation against the step")
            lo, hi = b[0] + 1 - incl, s[1]
            sure, empty = s[0] > b[1] - incl, s[1] <= b[0] - incl
            if s[0] == s[1] and hi >= lo:
                lo = hi - (hi - lo) // -step * -step
            if hi >= lo and lo + step < t.lowest:
                raise Unsafe(f"{loop.var} runs below its type")
        if loop.style == "do" and not sure:
            raise Unsafe("a do loop must run")
        if empty:
            return None
        if hi - lo > LONGEST:
            raise Unsafe(f"{loop.var} runs too long")
        inner = self.fork()
        inner.values[loop.var] = (lo, hi)
        inner.types[loop.var] = t
        inner.sure = self.sure and sure
        inner.loops = self.loops + [(loop, sure)]
        return inner

    def fork(self):
        other = Scope.__new__(Scope)
        other.__dict__ = dict(self.__dict__)
        other.values = dict(self.values)
        other.types = dict(self.types)
        return other

    # --- which part of a temporary has surely been written ---

    def wrote(self, ref):
        name, off = self.objects.get(ref.base, (ref.base, 0))
        if name not in self.temps or not self.sure or self.dead or ref.acc is not None:
            return
        covered = self._covered(ref.idx[0])
        if covered:
            self.pending.append((name, covered[0] + off, covered[1] + off))

    def _covered(self, idx):
        """The interval of elements that the enclosing loops write without a hole, or None."""
        if idx.post or idx.gather:
            return None
        loops = {l.var: l for l, _ in self.loops}
        if any(abs(l.step) != 1 for l in loops.values()):
            return None
        if any(t[1] not in loops for t in idx.terms if t[1] in self.values and
               self.values[t[1]][0] != self.values[t[1]][1]):
            return None
        moving = [(c, v) for c, v in idx.terms if v in loops]
        if any(l.bound.terms and any(n in loops for _, n in l.bound.terms + l.start.terms)
               for l in loops.values()):
            return None
        if len(moving) == 1 and moving[0][0] in (1, -1):
            return self.idx(idx)
        if len(moving) == 2:
            (c0, v0), (c1, v1) = moving
            if c1 == 1 and self.values[v1][0] == 0:
                width = self.values[c0][0] if isinstance(c0, str) else c0
                if width == self.values[v1][1] + 1:
                    return self.idx(idx)
        return None

    def settle(self):
        """Coverage counts once no loop is under way."""
        for name, lo, hi in self.pending:
            have = self.inited.get(name)
            if have and lo <= have[1] + 1 and hi >= have[0] - 1:
                self.inited[name] = (min(lo, have[0]), max(hi, have[1]))
            elif have is None or hi - lo > have[1] - have[0]:
                self.inited[name] = (lo, hi)
        self.pending.clear()


def _compare(op, a0, a1, b0, b1):
    if op in (">", ">="):
        return _compare({">": "<", ">=": "<="}[op], b0, b1, a0, a1)
    if op == "<":
        return True if a1 < b0 else False if a0 >= b1 else None
    if op == "<=":
        return True if a1 <= b0 else False if a0 > b1 else None
    same = True if a0 == a1 == b0 == b1 else False if a1 < b0 or b1 < a0 else None
    if op == "==":
        return same
    return None if same is None else not same
