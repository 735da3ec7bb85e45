"""What stands between two loops: single statements, and sets of them that have to move together.

A fusion must carry all of it before or behind both loops, or leave the pair alone. So it is made
of what depends on its neighbours in every combination: scalars that are read or summed on both
sides, conditionals with stores in both branches, small loops, calls that print, exit or touch
memory that has escaped, temporaries that begin or end here, pointers that change places.
"""

from .program import (Alloc, Assign, Bin, Const, Do, Free, Helper, If, Keep, Lin, LinCmp, Loop,
                      Swap, U32, Var)
from .safety import advance
from .scope import Unsafe

SIZE = 288          # elements of a one-dimensional array: more than (u8)i can reach


class Between:
    """Mixed into the generator. `live` are the temporaries that the row has begun, not ended."""

    def emit(self, body, stmt):
        """Append a statement if it is safe at this point, and learn from it."""
        if stmt is None:
            return False
        backup = [(s, dict(s.inited), s.temps, s.freed, s.dead, s.objects) for s in self.scopes]
        try:
            for scope in self.scopes:
                advance(self.program, self.fn, scope, [stmt])
        except Unsafe:
            for s, inited, temps, freed, dead, objects in backup:
                s.inited.clear()
                s.inited.update(inited)
                s.pending.clear()
                s.temps, s.freed, s.dead, s.objects = temps, freed, dead, objects
            return False
        body.append(stmt)
        return True

    def between(self, body):
        """Code between two loops."""
        alone = not any(s.loops for s in self.scopes)   # else it runs more than once
        if alone and self.chance("late-temps"):
            self.temporary(body)
        if alone and self.chance("swaps"):
            self.emit(body, self.swap())
        if self.chance("sets"):
            for _ in range(self.rng.choice([1, 2, 2, 3, 4])):
                self.emit(body, self.member())
        else:
            self.emit(body, self.single())

    def single(self):
        kind = self.rng.random()
        if kind < 0.35:
            return self.scalar_statement()
        if kind < 0.65:
            return self.store([])
        if kind < 0.75:
            inner = self.store([])
            return If(self.data_condition([]), [inner]) if inner else None
        if kind < 0.85 and self.chance(0.5):
            return Do(self.helper([]))
        return self.scalar_statement()

    def scalar_statement(self):
        name, t = self.rng.choice(self.ints + self.floats)
        return Assign(name, Bin("+", Var(name, t), self.expr(t, [], 1), t))

    # --- sets ---

    def member(self):
        """One statement of a set."""
        roll = self.rng.random()
        if roll < 0.25:
            return self.fetch()
        if roll < 0.4:
            return self.store([])
        if roll < 0.5:
            return self.scalar_statement()
        if roll < 0.7:
            return self.branches()
        if roll < 0.82:
            return self.small_loop()
        return self.effect() or self.fetch()

    def fetch(self):
        """A scalar gets a value that has nothing to do with the one it had."""
        name, t = self.rng.choice(self.ints + self.floats)
        value = self.load(t, [], None) if self.rng.random() < 0.6 else None
        return Assign(name, value or self.expr(t, [], 1))

    def branches(self):
        """A whole conditional."""
        rng = self.rng
        def some(most):
            made = [rng.choice([self.fetch, self.fetch, self.scalar_statement,
                                lambda: self.store([])])() for _ in range(rng.randint(1, most))]
            made = [s for s in made if s is not None]
            if rng.random() < 0.12:
                made += [s for s in [self.small_loop() or self.effect()] if s is not None]
            return made
        then = some(2)
        other = some(2) if rng.random() < 0.6 else []
        if not then:
            return None
        last, self.last_guard = self.last_guard, None
        cond = self.guard() if rng.random() < 0.7 else self.data_condition([])
        self.last_guard = last
        return If(cond, then, other)

    def small_loop(self):
        """A loop of a few iterations over arrays of its own, or over those of its neighbours."""
        rng, all_bases = self.rng, self.bases
        if rng.random() < 0.5 and len(all_bases) > 1:
            self.bases = rng.sample(all_bases, 1)
        var, t = self.fresh("it"), self.base["t"]
        count = Lin(rng.choice([1, 2, 3, 4])) if rng.random() < 0.7 else Lin(0, [(1, "k")])
        loop = Loop(var, t, Lin(0), count, "<", 1, [])
        try:
            loop.body = self.loop_body([loop], self.under([loop]))
        except Unsafe:
            loop.body = []
        self.bases = all_bases
        return loop if loop.body else None

    def effect(self):
        """A call that does something: prints, touches memory, lets it escape, may exit."""
        rng = self.rng
        if self.chance(self.weights["exit"] * 1.5):
            # n and k are small; that it exits is the exception.
            at = rng.choice([77, 77, 78, 1, 2, 17])
            return Do(Helper("stop", [Var(rng.choice("nk"), U32), Const(at, U32)]))
        if not self.chance(0.5 + self.weights["calls"]):
            return None
        kept = self.chance("escapes")
        if kept and rng.random() < 0.6:
            return Keep(rng.choice(self.bases))
        if kept:
            return Do(Helper("kick", [self.leaf(U32, [], None)]))
        return Do(self.helper([]))

    # --- pointers ---

    def temporary(self, body):
        """Begin a temporary, or end one."""
        rng = self.rng
        if self.live and rng.random() < 0.4:
            name = rng.choice(self.live)
            if self.emit(body, Free(name)):
                self.live.remove(name)
            return
        if len(self.live) > 2:
            return
        name = self.fresh("h")
        elem = rng.choice([a.elem for a in self.program.arrays if a.name not in "RF"][:2])
        if self.emit(body, Alloc(name, elem, SIZE, rng.choice(["malloc", "malloc", "calloc"]))):
            self.live.append(name)
            self.bases.append(name)

    def swap(self):
        """Two pointers change places, perhaps only in some calls."""
        rng = self.rng
        names = [p.name for p in self.fn.params if p.pointer] + self.live
        known = {n: self.scopes[0].extent(n) for n in names}
        pairs = [(a, b) for a in names for b in names
                 if a < b and known[a] and known[b] and known[a][2] == known[b][2]]
        # A temporary is freed by name: it changes places with another that will be, too.
        pairs = [(a, b) for a, b in pairs if (a in self.live) == (b in self.live)]
        if not pairs:
            return None
        swap = Swap(*rng.choice(pairs))
        if rng.random() < 0.4:
            left = rng.choice([Lin(rng.choice([2, 4, 8])), Lin(0, [(1, "m")])])
            return If(LinCmp(rng.choice(["<", ">"]), Lin(0, [(1, "n")]), left), [swap])
        return swap

    def end_temporaries(self, body):
        """What the row has begun ends with it."""
        for name in self.live:
            self.emit(body, Free(name))
        self.bases = [b for b in self.bases if b not in self.live]
        self.live = []
