"""The files that are measured, and what their opening comments say about them."""

import re
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path

from .toolchain import HERE, Failure

EXPECTATIONS = ("fused", "refused", "later", "free")


@dataclass(frozen=True)
class Kernel:
    """One file that follows bench.h.

    `expect` is `fused` (the aims hold: not slower, and most of what fusing by hand gains), `refused`
    (must not be slower, nothing is to be gained), `later` (the pass cannot do it yet, must not be
    slower) or `free` (either, but not slower). `note` is the reason in words.
    """

    name: str
    path: Path
    expect: str
    note: str
    has_constant_size: bool
    has_hand_variant: bool

    @property
    def sources(self):
        """The files to compile."""
        return find_sources(self.path)


def find_sources(path):
    """The file at `path`, and that of its kernel, if that is in Fortran: the last one has the kernel."""
    fortran = path.with_suffix(".f90")
    return [path, fortran] if fortran.exists() else [path]


def read_kernel(path):
    """Reads the opening comment of the file at `path`, and what its sources say."""
    text = "".join(source.read_text() for source in find_sources(path))
    comment = text.split("*/", 1)[0]
    found = re.search(r"expect: (\w+)(?: \((.*?)\))?", comment, re.S)
    if not found or found[1] not in EXPECTATIONS:
        raise Failure(f"{path}: its opening comment has no line `expect: {'|'.join(EXPECTATIONS)}`")
    return Kernel(
        name=path.stem,
        path=path,
        expect=found[1],
        note=re.sub(r"\s*\n \*\s*", " ", found[2] or ""),
        has_constant_size="constant-size" in comment,
        has_hand_variant=re.search(r"^#if.*\bHAND\b", text, re.M) is not None,
    )


def find_kernels(folders, pattern):
    """Kernels in `folders` (names below this directory) whose names match the regular expression."""
    paths = [path for folder in folders for path in sorted((HERE / folder).iterdir())]
    kernels = [read_kernel(path) for path in paths if path.suffix in (".c", ".cpp")]
    if not shutil.which("flang-22"):
        kernels = [kernel for kernel in kernels if len(kernel.sources) == 1]
        print("note: kernels in Fortran need flang-22, which is not there", file=sys.stderr)
    try:
        chosen = [kernel for kernel in kernels if re.search(pattern, kernel.name)]
    except re.error as error:
        raise Failure(f"--kernels {pattern}: {error}") from error
    if not chosen:
        raise Failure(f"no kernel's name matches {pattern}; there are: {' '.join(k.name for k in kernels)}")
    return chosen
