"""Reads the remarks that `-fsave-optimization-record` and `opt -pass-remarks-output` write.

LLVM writes YAML, but only a small part of it: one flat document per remark, one line per value. That
part is read here, as Python's library has no YAML.
"""

import ast
import re
from dataclasses import dataclass


# Arguments that no message says.
SILENT = {"CheckedGuards", "Edit", "Forwarded", "Kind", "MovedBefore", "MovedBehind", "RemainderOf", "Stronger"}

# Remarks about arrays, by name.
ARRAYS = {"Folded", "DeadStores", "AllocationSunk", "Kept"}


@dataclass(frozen=True)
class Remark:
    kind: str  # Passed, Missed or Analysis
    name: str  # what the pass calls it, such as Fused
    function: str
    line: int  # 0 where there is no debug location
    arguments: tuple  # (key, value) in the order of the sentence; plain text has the key String

    def __getitem__(self, key):
        return dict(self.arguments).get(key, "")

    @property
    def message(self):
        """The sentence. Behind a reason and its advice stand arguments for tools, which repeat it."""
        keys = [key for key, _ in self.arguments]
        last = next((keys.index(key) for key in ("Advice", "Reason") if key in keys), len(keys))
        said = self.arguments[: last + 1]
        return "".join(value for key, value in said if key not in SILENT)

    def __str__(self):
        place = f"{self.function}:{self.line}" if self.line else self.function
        return f"{place}: {self.message}"


def unquote(text):
    """The value of a scalar that fits on a line."""
    if text.startswith("'"):
        return text[1:-1].replace("''", "'")
    if text.startswith('"'):
        return ast.literal_eval(text)
    return text


def pairs(arguments):
    """The keys and values in a remark's list of arguments."""
    found = []
    for key, value, block in re.findall(
        r"^ {2}[- ] (\w+): *(.*)\n((?: {5,}.*\n|\n)*)", arguments, re.M
    ):
        if key == "DebugLoc":  # of the argument before it
            continue
        if value in ("|", "|-", ">", ">-"):
            value = "\n".join(line.strip() for line in block.splitlines())
        found.append((key, unquote(value)))
    return tuple(found)


def read(path, pass_name="loop-fuse"):
    """The remarks of one pass, in the order in which it made them. None where there is no file."""
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            documents = re.split(r"^--- !", file.read(), flags=re.M)[1:]
    except FileNotFoundError:
        return []
    found = []
    for document in documents:
        head, _, arguments = document.partition("\nArgs:")

        def field(pattern, default):
            match = re.search(pattern, head, re.M)
            return unquote(match[1].strip()) if match else default

        if field(r"^Pass:(.*)$", "") == pass_name:
            found.append(
                Remark(
                    head.split(maxsplit=1)[0],
                    field(r"^Name:(.*)$", ""),
                    field(r"^Function:(.*)$", ""),
                    int(field(r"\bLine: (\d+)", "0")),
                    pairs(arguments.partition("\n")[2]),
                )
            )
    return found


def fusions(path):
    return [remark for remark in read(path) if remark.kind == "Passed" and remark.name == "Fused"]
