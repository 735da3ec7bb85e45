"""Reads the optimisation records that clang writes with -fsave-optimization-record.

Only the few shapes of YAML that LLVM's writer produces are understood: a document per remark, flat
fields, and `Args` as a list of single-key maps (with an optional DebugLoc each).
"""

import re
from dataclasses import dataclass

import remarks as records

PASS = "loop-fuse"


@dataclass(frozen=True)
class Remark:
    """One remark. `kind` is Passed, Missed or Analysis; `line` of the source is 0 where unknown."""

    kind: str
    pass_name: str
    name: str
    function: str
    line: int
    message: str


def unquote(text):
    """The value of a YAML scalar, plain or in single or double quotes."""
    text = text.strip()
    if len(text) >= 2 and text[0] == text[-1] == "'":
        return text[1:-1].replace("''", "'")
    if len(text) >= 2 and text[0] == text[-1] == '"':
        return text[1:-1].replace('\\"', '"').replace("\\n", "\n").replace("\\\\", "\\")
    return text


def parse(text):
    """All remarks in `text`, in order."""
    remarks = []
    for document in re.split(r"^--- ", text, flags=re.M)[1:]:
        lines = document.splitlines()
        kind = lines[0].strip().lstrip("!")
        fields, message, line_number = {}, [], 0
        for line in lines[1:]:
            if argument := re.match(r"  - (\w+):\s*(.*)$", line):
                message.append(unquote(argument[2]))
            elif field := re.match(r"(\w+):\s*(.*)$", line):
                fields[field[1]] = unquote(field[2])
            elif message and re.match(r"      \S", line):  # a long scalar goes on
                message[-1] = unquote(message[-1] + " " + line.strip())
        if place := re.search(r"Line: (\d+)", fields.get("DebugLoc", "")):
            line_number = int(place[1])
        remarks.append(
            Remark(kind, fields.get("Pass", ""), fields.get("Name", ""), fields.get("Function", ""), line_number,
                   "".join(message))
        )
    return remarks


@dataclass(frozen=True)
class Summary:
    """What the remarks of one compilation say: counts, the refusals of our pass, and what it did."""

    fusions: int
    vectorised: int
    refusals: tuple
    done: tuple


def summarise(path):
    """Summary of the record at `path`; empty where the compiler wrote none."""
    if not path.exists():
        return Summary(0, 0, (), ())
    remarks = parse(path.read_text(errors="replace"))
    fused = [r for r in remarks if r.pass_name == PASS and r.kind == "Passed" and r.name == "Fused"]
    vectorised = [r for r in remarks if r.pass_name == "loop-vectorize" and r.name == "Vectorized"]
    refused = tuple(r for r in remarks if r.pass_name == PASS and r.kind != "Passed")
    done = tuple(remark.message for remark in records.read(path) if remark.kind == "Passed")
    return Summary(len(fused), len(vectorised), refused, done)
