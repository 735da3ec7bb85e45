"""Reduction with the generator's help: seconds instead of minutes.

The program is a tree, and `safety` knows which of its parts can go. All single edits that leave a
safe program are tried *at once*, as the programs of one batch; those that keep the failure are
then applied together, in halves, or alone, until nothing can go any more.
"""

import copy

from .oracle import Batch, Broken
from .print_c import file, peeked
from .program import (Alloc, Assign, Bin, Const, Free, Helper, Idx, If, Load, Loop, Ref, Sel,
                      TYPES, VLoad, VStore, Var, blocks, mentions, nodes)
from .safety import check
from .scope import Unsafe
from .toolchain import Stopwatch

BATCH = 40


def edits(program):
    """Every single simplification, as functions that change this very object; big ones first."""
    found = []
    for fn in list(program.functions):
        if not fn.stage and sum(not f.stage for f in program.functions) > 1:
            found.append(lambda fn=fn: _drop_kernel(program, fn))
    for call in program.calls:
        found.append(lambda call=call: _drop(program.calls, call))
    for fn in program.functions:
        found.extend(_body_edits(fn.body))
    for fn in program.functions:
        for node in nodes(fn.body):
            found.extend(_node_edits(node))
    for call in program.calls:
        for name, value in call.args.items():
            if isinstance(value, int) and not isinstance(value, bool) and value > 4:
                found.append(lambda c=call, n=name: c.args.__setitem__(n, 4))
    for array in program.arrays:
        if not any(mentions(n, array.name) for n in nodes(program.functions)) and \
                array is not _first_ints(program) and \
                not any(isinstance(v, tuple) and v[0] == array.name
                        for c in program.calls for v in c.args.values()):
            found.append(lambda a=array: _drop(program.arrays, a))
    for fn in program.functions:
        for scalar in fn.scalars:
            if not any(isinstance(n, (Assign, Var)) and n.name == scalar[0]
                       for n in nodes(fn.body)):
                found.append(lambda fn=fn, s=scalar: _drop(fn.scalars, s))
        if not fn.stage:
            for param in fn.params:
                if not _used(program, fn, param.name):
                    found.append(lambda fn=fn, p=param: _drop_param(program, fn, p))
    for v in program.volatiles:
        if not any(isinstance(n, (VLoad, VStore)) and n.name == v
                   for n in nodes(program.functions)):
            found.append(lambda v=v: _drop(program.volatiles, v))
    return found


def _first_ints(program):
    """The array that the helpers touch must stay while they are called."""
    calls = any(isinstance(n, Helper) for n in nodes(program.functions))
    return peeked(program) if calls else None


def _drop(items, item):
    for n, x in enumerate(items):
        if x is item:
            del items[n]
            return


def _drop_kernel(program, fn):
    _drop(program.functions, fn)
    program.calls[:] = [c for c in program.calls if c.fn != fn.name]


def _drop_param(program, fn, param):
    _drop(fn.params, param)
    for call in program.calls:
        if call.fn == fn.name:
            call.args.pop(param.name, None)


def _used(program, fn, name):
    if any(f.stage for f in program.functions):
        return True
    return any(mentions(n, name) for n in nodes(fn.body))


def _body_edits(body):
    found = []
    for stmt in list(body):
        if isinstance(stmt, Alloc):
            found.append(lambda b=body, s=stmt: _drop_temp(b, s))
        elif not isinstance(stmt, Free):
            found.append(lambda b=body, s=stmt: _drop(b, s))
        if isinstance(stmt, If):
            found.append(lambda b=body, s=stmt: _replace(b, s, s.then))
            if stmt.other:
                found.append(lambda s=stmt: s.other.clear())
    for stmt in list(body):
        for inner in blocks(stmt):
            found.extend(_body_edits(inner))
    return found


def _drop_temp(body, alloc):
    for n, s in reversed(list(enumerate(body))):
        if s is alloc or isinstance(s, Free) and s.name == alloc.name:
            del body[n]


def _replace(body, stmt, others):
    for n, s in enumerate(body):
        if s is stmt:
            body[n:n + 1] = others
            return


_PLAIN = {"style": "for", "pragma": None, "how": "cast"}


def _node_edits(node):
    found = []
    def put(field, value):
        found.append(lambda: setattr(node, field, value))
    for field in node.__dataclass_fields__:
        value = getattr(node, field)
        if isinstance(value, Bin) and value.op != "trap":
            put(field, value.a)
            put(field, value.b)
        elif isinstance(value, Sel):
            put(field, value.a)
            put(field, value.b)
        elif isinstance(value, (Load, Var, VLoad)) and field in ("value", "a", "b"):
            put(field, Const(1.0 if value.t.floating else 1, value.t))
        elif field in _PLAIN and value != _PLAIN[field] and not isinstance(node, Alloc) \
                and value != "postdec":
            put(field, _PLAIN[field])
    if isinstance(node, Idx):
        if node.off:
            put("off", 0)
        if node.post and not node.gather:
            put("post", None)
        if len(node.terms) > 1:
            for n in range(len(node.terms)):
                put("terms", node.terms[:n] + node.terms[n + 1:])
    elif isinstance(node, Ref) and node.acc:
        put("acc", None)
    elif isinstance(node, Alloc) and node.how == "malloc":
        put("how", "calloc")
    elif isinstance(node, Loop) and node.t != TYPES["i64"]:
        put("t", TYPES["i64"])
    elif isinstance(node, If) and hasattr(node.cond, "op") and node.cond.op in ("and", "or"):
        put("cond", node.cond.a)
        put("cond", node.cond.b)
    return found


def variant(program, which):
    """A copy of the program with some of its edits applied, or None if that is not safe."""
    clone = copy.deepcopy(program)
    steps = edits(clone)
    for n in which:
        steps[n]()
    try:
        check(clone)
        size(clone)  # code that is never reached may still name what has gone
    except (Unsafe, KeyError, StopIteration):
        return None
    return clone


def size(program):
    return len(file([program], ["p0"]))


class Reducer:
    def __init__(self, bench, config, test, kind, seconds=90):
        self.bench, self.config, self.test, self.kind = bench, config, test, kind
        self.clock = Stopwatch(seconds)
        self.tried = 0

    def failing(self, programs):
        """Which of the programs still fail the same way; crashes are judged one by one."""
        bad = set()
        lonely = self.kind in ("crash", "hang")
        step = 1 if lonely else BATCH
        for first in range(0, len(programs), step):
            part = programs[first:first + step]
            if self.clock.over:
                break
            self.tried += len(part)
            try:
                batch = Batch(self.bench, part)
                verdict = batch.judge(self.config, self.test)
                batch.remove()
            except Broken:
                continue
            for finding in verdict.findings:
                if finding.kind == self.kind:
                    bad.update(first + n for n, p in enumerate(part) if p is finding.program)
            if lonely and len(bad) >= 8:
                break  # enough to go on with
        return bad

    def reduce(self, program):
        """The smallest program found that fails the same way, or None if it does not fail."""
        if not self.failing([program]):
            return None
        offset = 0
        while not self.clock.over:
            count = len(edits(program))
            tries = [(n,) for n in range(offset, min(count, offset + 2 * BATCH))]
            keep = self.failing_edits(program, tries)
            if not keep:
                offset += 2 * BATCH
                if offset >= count:
                    if getattr(self, "swept", None) == size(program):
                        break
                    self.swept, offset = size(program), 0
                continue
            single = [n for (n,) in keep]
            half = len(single) // 2
            groups = [tuple(single), tuple(single[:half]), tuple(single[half:]),
                      tuple(single[:half // 2]), tuple(single[half // 2:half])]
            groups = [g for g in groups if len(g) > 1]
            good = self.failing_edits(program, groups) if groups else []
            options = [variant(program, g) for g in good] + [variant(program, keep[0])]
            smallest = min(options, key=size)
            if size(smallest) >= size(program) and offset == 0 and len(good) == 0:
                offset += len(tries)
            program = smallest
        return program

    def failing_edits(self, program, tries):
        pairs = [(which, variant(program, which)) for which in tries]
        pairs = [(w, v) for w, v in pairs if v is not None]
        bad = self.failing([v for _, v in pairs])
        return [pairs[n][0] for n in sorted(bad)]
