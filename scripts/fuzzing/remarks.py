"""Which functions had loops fused, and how many.

Our pass says so in optimisation remarks. LLVM's own is silent in release builds; for it the loops
are counted before and after.
"""

import re
from collections import Counter

_REMARK = re.compile(r"--- !Passed\n(.*?)\n\.\.\.", re.S)
_ARGUMENT = re.compile(r"^  - (\w+):", re.M)
_EVERY = {"String", "FirstLoop", "SecondLoop", "TripCount"}   # arguments that any fusion has
_FIELD = re.compile(r"^(Pass|Name|Function):\s+'?([^'\n]*)'?$", re.M)
_LOOPS = re.compile(
    r"^Loop info for function '([^']*)':\n((?:[ ]*(?:Parallel )?Loop at .*\n?)*)", re.M)


def fused(yaml, pass_name):
    """(function -> fusions, kind -> fusions) of a YAML remark file. Kinds are what else a remark
    has to say: `prologue`, `remainder`, `checks` and whatever more arguments there are; `guards` for loops
    that need not run together."""
    counts, kinds = Counter(), Counter()
    for remark in _REMARK.finditer(yaml):
        fields = dict(_FIELD.findall(remark[1]))
        if fields.get("Pass") == pass_name and fields.get("Name") == "Fused":
            counts[fields.get("Function", "?")] += 1
            found = {k.lower() for k in _ARGUMENT.findall(remark[1]) if k not in _EVERY}
            if "where both run" in remark[1] or "where all loops run" in remark[1]:
                found.add("guards")
            kinds.update(found or {"plain"})
    return counts, kinds


def loops(text):
    """function -> list of printouts of its loops, one list per time print<loops> ran."""
    found = {}
    for m in _LOOPS.finditer(text):
        found.setdefault(m[1], []).append([l for l in m[2].splitlines() if l.strip()])
    return found


def fewer_loops(text):
    """function -> loops that vanished between its first printout and its last."""
    counts = Counter()
    for fn, prints in loops(text).items():
        if len(prints) > 1 and len(prints[-1]) < len(prints[0]):
            counts[fn] = len(prints[0]) - len(prints[-1])
    return counts
