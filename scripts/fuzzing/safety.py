"""Proof that a program has no undefined behaviour.

Every kernel is run a few times with known arguments, so the walk is over concrete calls: all
parameters are numbers, each loop variable an interval (see `scope`). In bounds means: the interval
of the subscript lies inside the array for every call. A doubt (an interval too wide) rejects the
program; the generator then picks another subscript, the reducer another deletion. The generator
asks `Scope` while it builds, `check` judges the finished or reduced program.
"""

from .program import (Alloc, Assign, Bin, Break, Cmp, Const, Do, Free, Helper, If, Keep, LinCmp,
                      Load, Logic, Loop, Micro, Not, Ref, Sel, Stage, Store, Swap, Var, VLoad,
                      VStore, nodes)
from .scope import Scope, Unsafe


def scopes_of(program, fn, calls):
    """One scope per call of a kernel."""
    return [scope_of(program, fn, call) for call in calls if call.fn == fn.name]


def scope_of(program, fn, call):
    values = {n: (v, v) for n, v in call.args.items() if not isinstance(v, tuple)}
    pointers = {n: v for n, v in call.args.items() if isinstance(v, tuple)}
    return Scope(program, fn, values, pointers)


def check(program):
    """Raise Unsafe unless the program is free of undefined behaviour."""
    for call in program.calls:
        _check(program, call)


def ends(program):
    """(kernel, temporary) -> one more than the highest element that is accessed in any call of a
    program that has passed `check`."""
    found = {}
    for call in program.calls:
        seen = []
        _check(program, call, seen)
        for _, name, _, interval in seen:
            found[call.fn, name] = max(found.get((call.fn, name), 0), interval[1] + 1)
    return found


def _check(program, call, seen=None):
    fn = program.function(call.fn)
    scope = scope_of(program, fn, call)
    scope.seen = seen
    advance(program, fn, scope, fn.body)
    if any(a.how in ("malloc", "calloc") and a.name not in scope.freed
           for a in scope.temps.values()) and not scope.dead:
        raise Unsafe("a temporary is not freed")


def advance(program, fn, scope, body):
    """Walk statements, changing `scope` to what holds after them."""
    for stmt in body:
        _stmt(program, fn, scope, stmt)
        if not scope.loops:
            scope.settle()


def _stmt(program, fn, scope, stmt):
    if isinstance(stmt, Loop):
        inner = scope.enter(stmt)
        if inner is not None:
            was_sure = scope.sure
            inner.sure = inner.sure and not any(isinstance(s, Break) for s in stmt.body)
            advance(program, fn, inner, stmt.body)
            if inner.dead and was_sure:
                scope.dead = True
            scope.freed = inner.freed
    elif isinstance(stmt, If):
        _cond(scope, stmt.cond)
        verdict = scope.cond(stmt.cond)
        for branch, taken in ((stmt.then, True), (stmt.other, False)):
            if verdict is None:
                inner = scope.fork()
                inner.sure = False
                advance(program, fn, inner, branch)
            elif verdict == taken:
                advance(program, fn, scope, branch)
    elif isinstance(stmt, Break):
        _cond(scope, stmt.cond)
    elif isinstance(stmt, (Assign, VStore)):
        _expr(scope, stmt.value)
    elif isinstance(stmt, Store):
        _expr(scope, stmt.value)
        _gathers(scope, stmt.ref)
        if scope.ref_intervals(stmt.ref) is None:
            raise Unsafe(f"store to {stmt.ref.base} out of bounds")
        scope.wrote(stmt.ref)
    elif isinstance(stmt, Micro):
        if not scope.readable(stmt.dst) or not scope.readable(stmt.src):
            raise Unsafe("restrict access out of bounds")
        if not _distinct(scope, stmt.dst, stmt.src):
            raise Unsafe("restrict arguments overlap")
    elif isinstance(stmt, Do):
        _expr(scope, stmt.call)
        if stmt.call.name == "stop" and _surely_stops(scope, stmt.call):
            scope.dead = True
    elif isinstance(stmt, Alloc):
        scope.temps = {**scope.temps, stmt.name: stmt}
        scope.inited.pop(stmt.name, None)
    elif isinstance(stmt, Free):
        name = scope.objects.get(stmt.name, (stmt.name,))[0]
        if name in scope.freed or name not in scope.temps:
            raise Unsafe("free of what is not there")
        if not scope.sure or scope.loops:
            raise Unsafe("conditional free")
        scope.freed = scope.freed | {name}
    elif isinstance(stmt, Swap):
        scope.swap(stmt.a, stmt.b)
    elif isinstance(stmt, Keep):
        if not scope.escapable(stmt.base):
            raise Unsafe(f"{stmt.base} must not escape")
    elif isinstance(stmt, Stage):
        _stage(program, fn, scope, stmt)
    else:
        raise AssertionError(stmt)


def _stage(program, fn, scope, stmt):
    callee = program.function(stmt.fn)
    pointers = [p for p in callee.params if p.pointer]
    if len(set(scope.objects.get(a, (a, 0))[0] for a in stmt.arrays)) != len(stmt.arrays):
        raise Unsafe("restrict arguments overlap")
    inner = scope.fork()
    inner.fn = callee
    inner.types = {p.name: p.t for p in callee.params if not p.pointer}
    inner.objects = {}
    for p, array in zip(pointers, stmt.arrays):
        known = scope.extent(array)
        if known is None or len(known[0]) != 1 or known[2] != p.t:
            raise Unsafe("stage argument of another kind")
        inner.objects[p.name] = scope.objects.get(array, (array, 0))
    _by_name(callee, set(array for array, _ in inner.objects.values()))
    inner.pending = scope.pending
    advance(program, callee, inner, callee.body)


def _by_name(callee, restricted):
    """What restrict arguments point to must not be named besides, nor touched by helpers."""
    for node in nodes(callee.body):
        if isinstance(node, Ref) and node.base in restricted:
            raise Unsafe(f"{node.base} is accessed beside a restrict argument that points to it")
        if isinstance(node, Keep) or (isinstance(node, Helper)
                                      and node.name in ("poke", "peek", "kick")):
            raise Unsafe("a helper may touch what a restrict argument points to")


def _cond(scope, c):
    if isinstance(c, Logic):
        _cond(scope, c.a)
        _cond(scope, c.b)
    elif isinstance(c, Not):
        _cond(scope, c.a)
    elif isinstance(c, Cmp):
        _expr(scope, c.a)
        _expr(scope, c.b)
    elif isinstance(c, LinCmp):
        for lin in (c.a, c.b):
            scope.lin(lin)


def _gathers(scope, ref):
    for idx in ref.idx:
        if idx.gather is not None and not scope.readable(idx.gather):
            raise Unsafe("gathered subscript out of bounds")


def _expr(scope, e):
    if isinstance(e, Load):
        if not scope.readable(e.ref):
            raise Unsafe(f"read of {e.ref.base} out of bounds or not initialised")
    elif isinstance(e, Bin):
        if e.op == "trap" and not scope.dead:
            raise Unsafe("a trap may be reached")
        _expr(scope, e.a)
        _expr(scope, e.b)
    elif isinstance(e, Sel):
        _cond(scope, e.cond)
        _expr(scope, e.a)
        _expr(scope, e.b)
    elif isinstance(e, Helper):
        for arg in e.args:
            _expr(scope, arg)
    elif isinstance(e, Var):
        if e.name not in scope.types:
            raise Unsafe(f"{e.name} is not known here")
    else:
        assert isinstance(e, (Const, VLoad)), e


def _surely_stops(scope, call):
    """stop(v, k) ends the program when v == k: sure when the loop around it takes the value k."""
    v, k = call.args
    if not scope.sure or len(scope.loops) != 1 or not isinstance(v, Var):
        return False
    loop, sure = scope.loops[0]
    lo, hi = scope.values[loop.var]
    return sure and v.name == loop.var and abs(loop.step) == 1 and lo <= k.value <= hi


def _distinct(scope, a, b):
    """Two elements of different objects, or of one with subscripts a constant apart."""
    if scope.objects.get(a.base, (a.base,))[0] != scope.objects.get(b.base, (b.base,))[0]:
        return True
    if a.base != b.base or len(a.idx) != 1 or a.acc or b.acc:
        return False
    x, y = a.idx[0], b.idx[0]
    return (x.terms == y.terms and x.post is None and y.post is None and x.off != y.off
            and x.gather is None and y.gather is None)
