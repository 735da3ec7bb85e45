"""The order of volatile and atomic operations, which no checksum shows.

Each such operation of a program touches a global of its own, tagged with the source loop it stands
in. If two operations of different source loops have the same innermost loop after fusion and had
not before, their order has changed: iterations are interleaved. Loops are taken from print<loops>.
"""

import re
from itertools import combinations

from . import remarks

_FUNCTION = re.compile(r"^define [^\n]*@([\w.]+)\([^\n]*\{\n(.*?)^\}", re.M | re.S)
_LABEL = re.compile(r"^([-\w.]+|\"[^\"]*\"):")
_BLOCK = re.compile(r"%([-\w.]+|\"[^\"]*\")")
_ORDERED = re.compile(r"\b(?:volatile|atomic|atomicrmw)\b[^\n]*@(\w+_v\d+)\b")


def together(ir, loops_text):
    """Pairs of globals whose volatile or atomic operations share an innermost loop."""
    printed = remarks.loops(loops_text)
    pairs = set()
    for m in _FUNCTION.finditer(ir):
        if not _ORDERED.search(m[2]):
            continue
        inner = _innermost(printed.get(m[1], [[]])[-1])
        block, groups = "0", {}
        for line in m[2].splitlines():
            label = _LABEL.match(line)
            if label:
                block = label[1]
            op = _ORDERED.search(line)
            if op and block in inner:
                groups.setdefault(inner[block], set()).add(op[1])
        for names in groups.values():
            pairs.update(combinations(sorted(names), 2))
    return pairs


def _innermost(lines):
    """block -> number of its innermost loop; nested loops are printed after the outer one."""
    inner = {}
    for n, line in enumerate(lines):
        for block in _BLOCK.findall(line.split(":", 1)[1]):
            inner[block] = n
    return inner


def interleaved(program, prefix, before, after):
    """What fusion has put together that belongs to different loops of the source, or None."""
    tags = {f"{prefix}_{name}": tag for name, tag in program.volatiles}
    for a, b in sorted(after - before):
        if a in tags and b in tags and tags[a] != tags[b]:
            return f"{a} and {b} of different loops are in one loop"
    return None
