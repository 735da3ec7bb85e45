"""Random programs that loop fusion might get wrong.

A kernel is a row of sibling loops whose headers are variations of one base header and whose
subscripts are *correlated*: an array is mostly accessed in the form it was accessed in last, with
the same or a nearby offset. Independent subscripts almost never make two loops that are nearly,
but not quite, fusible. `safety.Scope` is asked at every step, one scope per call of the kernel,
so that what comes out has no undefined behaviour.
"""

import random

from . import profiles
from .gen_between import Between, SIZE
from .gen_body import Bodies
from .gen_calls import Calls
from .gen_chains import Chains
from .gen_loops import Headers
from .program import (Alloc, Always, Array, Assign, Bin, Call, Cmp, Const, Do, F64, Flag, Free,
                      Function, Helper, Idx, If, Lin, LinCmp, Load, Logic, Loop, Not, Param,
                      Program, Ref, Stage, Store, TYPES, U32, U64, Var, loop_count, walk)
from .safety import check, ends, scopes_of
from .scope import Unsafe

ROWS, COLS = 24, 24


def generate(seed, profile):
    """The program of a seed: always the same one for the same arguments."""
    rng = random.Random(f"{seed}/{profile}")
    for _ in range(50):
        program = _Maker(rng, seed, profile).make()
        try:
            check(program)
        except Unsafe:
            continue
        if loop_count(program) >= 2:
            if rng.random() < 0.7:
                tighten(program)
            return program
    raise AssertionError(f"seed {seed} yields no safe program")


def tighten(program):
    """Make heap temporaries end with the last element that is accessed: the harness's allocator
    shows an access beyond."""
    last = ends(program)
    for fn in program.functions:
        for alloc in walk(fn.body):
            if isinstance(alloc, Alloc) and alloc.how in ("malloc", "calloc"):
                alloc.size = max(1, last.get((fn.name, alloc.name), 0))


class _Maker(Calls, Headers, Bodies, Chains, Between):
    def __init__(self, rng, seed, profile):
        self.rng = rng
        name, self.weights = profiles.features(profile, rng)
        self.program = Program(seed, name, [], [], [], [])
        self.serial = 0
        self.forms = {}

    def chance(self, feature):
        p = self.weights[feature] if isinstance(feature, str) else feature
        return self.rng.random() < p

    def fresh(self, stem):
        self.serial += 1
        return f"{stem}{self.serial}"

    def make(self):
        self.make_arrays()
        for k in range(2 if self.chance("two-kernels") else 1):
            self.make_kernel(f"k{k}")
        self.rng.shuffle(self.program.calls)
        return self.program

    def make_arrays(self):
        rng = self.rng
        pool = ["u32", "i32", "u64", "u16", "u8", "i64"]
        if self.chance("floats"):
            pool = ["f64", "f32", "u32"]
        main = TYPES[rng.choice(pool[:3])]
        for name in "ABCDEG"[: rng.randint(3, 6)]:
            elem = main if self.chance(0.7) else TYPES[rng.choice(pool)]
            self.program.arrays.append(Array(name, elem, [SIZE], self.chance(0.5)))
        if self.chance("two-dim") and self.weights["nests"]:
            for name in "MNO"[: rng.randint(2 if self.chance("ahead") else 1, 3)]:
                self.program.arrays.append(Array(name, main, [ROWS, COLS], self.chance(0.5)))
        # Results that only the dump reads.
        self.program.arrays.append(Array("R", U64, [32], False))
        self.program.arrays.append(Array("F", F64, [32], False))

    # --- kernels ---

    def make_kernel(self, name):
        rng = self.rng
        params, pointers = self.signature()
        self.fn = Function(name, params, [], [])
        calls = self.runs(name, params, pointers)
        self.program.calls.extend(calls)
        self.scopes = scopes_of(self.program, self.fn, calls)
        self.bases = [a.name for a in self.program.arrays if a.name not in "RF"]
        self.bases += [p for p, _, _ in pointers] * (3 if self.chance("borders") else 1)
        self.make_scalars()
        self.stage_count, self.live = 0, []
        self.base = self.base_header()
        self.forms, self.last_guard = {}, None
        body = self.fn.body
        self.make_temps(body)
        target = rng.choice([2, 3, 3, 4, 4, 5, 6, 7, 8])
        if self.chance("outer-loop"):
            self.emit(body, self.under_outer_loop(target))
        row, whole = body, self.scopes
        guard = self.row_guard(whole) if self.chance("non-empty") else None
        if guard is not None:
            # `if (n > 0) {...}` around the row: then no loop needs a guard of its own.
            self.scopes = [s for s in whole if s.cond(guard)]
            row = []
        for _ in range(8 * target):
            if sum(1 for s in _flat_loops(row)) >= target:
                break
            self.piece(row)
        self.end_temporaries(row)
        self.scopes = whole
        if row is not body and row:
            body.append(If(guard, row))   # the scopes know its statements already
        self.finish(body)
        self.program.functions.append(self.fn)
        if self.borders:
            self.sharpen(calls)

    def make_scalars(self):
        self.ints, self.floats = [], []
        for i in range(self.rng.randint(1, 5 if self.chance("sets") else 3)):
            t = self.rng.choice([U32, U64])
            self.ints.append((f"s{i}", t))
            self.fn.scalars.append((f"s{i}", t, self.rng.randint(0, 9)))
        if any(a.elem.floating for a in self.program.arrays[:-1]):
            self.floats.append(("d0", F64))
            self.fn.scalars.append(("d0", F64, 1.0))
        for scope in self.scopes:
            scope.types.update({n: t for n, t in self.ints + self.floats})

    def make_temps(self, body):
        if not self.chance("temporaries"):
            return
        elem = self.program.arrays[0].elem
        for i in range(self.rng.randint(1, 2)):
            how = self.rng.choice(["malloc", "malloc", "calloc", "stack", "zeroed"])
            size = SIZE if how in ("malloc", "calloc") else 64
            name = f"t{i}"
            self.emit(body, Alloc(name, elem, size, how))
            self.bases.append(name)

    def finish(self, body):
        ended = {s.name for s in body if isinstance(s, Free)}
        temps = [s for s in body if isinstance(s, Alloc) and s.how in ("malloc", "calloc")]
        for temp in temps:
            if temp.name not in ended:
                body.append(Free(temp.name))
        for slot, (name, t) in enumerate(self.ints):
            ref = Ref("R", [Idx([], slot + 8 * (self.fn.name == "k1"))])
            body.append(Store(ref, Bin("+", Bin("*", Load(ref, U64), Const(3, U64), U64),
                                       Var(name, U64), U64)))
        for slot, (name, t) in enumerate(self.floats):
            ref = Ref("F", [Idx([], slot)])
            body.append(Store(ref, Bin("+", Load(ref, F64), Var(name, F64), F64)))

    # --- the row of siblings ---

    def piece(self, body):
        """One more loop, with its guard, and perhaps something before it."""
        if body and isinstance(body[-1], (Loop, If)) and self.chance("between"):
            self.between(body)
        if self.chance("ahead") and self.chain(body):
            return
        if self.chance(self.weights["restrict-stage"] / 3):
            if self.emit(body, self.stage()):
                return
        if self.chance(self.weights["exit"] / 3) and self.exit_and_trap(body):
            return
        loop = self.loop()
        if loop is None:
            return
        if self.chance("guards"):
            guard = self.guard()
            other = []
            if self.chance(0.1):
                other = [self.scalar_statement()]
            then = [loop]
            if self.chance(0.1):
                then.append(self.scalar_statement())
            self.emit(body, If(guard, then, other))
        else:
            self.emit(body, loop)

    def under_outer_loop(self, target):
        """Siblings under a common outer loop: for (r...) { loop; loop; ... }"""
        var = self.fresh("r")
        outer = Loop(var, TYPES["i32"], Lin(0), Lin(self.rng.randint(1, 3)), "<", 1, [])
        saved = self.scopes
        self.scopes = [s.enter(outer) for s in saved]
        for _ in range(min(4, target)):
            self.piece(outer.body)
        self.scopes = saved
        return outer if outer.body else None

    def guard(self):
        """Guards that are easily confused: nearly the same condition over the same counts."""
        rng = self.rng
        def atom():
            kind = rng.random()
            if kind < 0.5:
                return LinCmp(rng.choice([">", ">", ">=", "!=", "<", "<="]), Lin(0, [(1, "n")]),
                              Lin(rng.choice([0, 1, 2, 3, 4, 5, 8, 16])))
            if kind < 0.6:
                return LinCmp(rng.choice(["<", "<=", "==", "!="]), Lin(0, [(1, "n")]),
                              Lin(0, [(1, "m")]))
            if kind < 0.75:
                return Flag(rng.choice("bbc"))
            if kind < 0.85:
                return Cmp(rng.choice(["<", ">", "<=", "=="]), Var("x", F64),
                           Const(rng.choice([0.0, 0.5, 1.0]), F64))
            if kind < 0.9:
                return Always(self.chance(0.7))
            return self.data_condition([])
        if self.chance(0.45) and self.last_guard is not None:
            return self.last_guard
        cond = atom()
        if self.chance(0.25):
            cond = Logic(rng.choice(["and", "and", "or"]), cond, atom(), self.chance(0.5))
        if self.chance(0.1):
            cond = Not(cond)
        self.last_guard = cond
        return cond

    # --- special pieces ---

    def stage(self):
        """A static inline function with restrict arguments, called with distinct arrays."""
        ones = {}
        for base in self.bases:
            known = self.scopes[0].extent(base)
            if known and len(known[0]) == 1 and known[1] == 0:
                ones.setdefault(known[2], []).append(base)
        choices = [bases for bases in ones.values() if len(bases) >= 2]
        if not choices:
            return None
        arrays = self.rng.sample(self.rng.choice(choices), 2)
        elem = self.scopes[0].extent(arrays[0])[2]
        name = f"{self.fn.name}s{self.stage_count}"
        self.stage_count += 1
        scalars = [p for p in self.fn.params if not p.pointer]
        params = [Param("dst", elem, True, True), Param("src", elem, True, True)] + scalars
        saved = (self.fn, self.scopes, self.bases, self.forms, self.ints, self.floats)
        callee = Function(name, params, [], [], stage=True)
        scopes = []
        for s in self.scopes:
            inner = s.fork()
            inner.types = {p.name: p.t for p in scalars}
            inner.objects = {"dst": (arrays[0], 0), "src": (arrays[1], 0)}
            inner.inited = dict(s.inited)
            inner.pending = []
            scopes.append(inner)
        self.fn, self.scopes, self.bases = callee, scopes, ["dst", "src"]
        self.forms = {"dst": saved[3].get(arrays[0]), "src": saved[3].get(arrays[1])}
        self.ints, self.floats = [], []
        for _ in range(self.rng.choice([1, 1, 2])):
            self.emit(callee.body, self.loop(flat=True))
        self.fn, self.scopes, self.bases, self.forms, self.ints, self.floats = saved
        if not callee.body:
            return None
        self.program.functions.insert(0, callee)
        return Stage(name, arrays)

    def exit_and_trap(self, body):
        """A loop that surely exits, then one that would trap: the trap must not come first."""
        header = self.header()
        if header is None:
            return False
        inner = [s.enter(header) for s in self.scopes]
        if any(i is None for i in inner):
            return False
        at = self.rng.randint(max(i.values[header.var][0] for i in inner),
                              max(i.values[header.var][0] for i in inner) + 3)
        header.body = [Do(Helper("stop", [Var(header.var, U32), Const(at & 0xffffffff, U32)]))]
        if self.chance(0.5) and self.ints:
            header.body.append(self.scalar_statement())
        if not self.emit(body, header):
            return False
        if all(s.dead for s in self.scopes):
            after = self.header()
            if after is not None and self.ints:
                name, t = self.rng.choice(self.ints)
                # z is 0 in every call, which the compiler cannot know.
                divisor = Bin("&", Var("z", t), Var(after.var, t), t)
                after.body = [Assign(name, Bin("+", Var(name, t),
                                               Bin("trap", Const(100, t), divisor, t), t))]
                self.emit(body, after)
        return True


def _flat_loops(body):
    for s in walk(body):
        if isinstance(s, (Loop, Stage)):
            yield s
