"""Variants of a kernel and their compilation to shared objects for the harness."""

import hashlib
from dataclasses import dataclass
from pathlib import Path

from .remarks import Summary, summarise
from .toolchain import HERE, find_compiler, run

OPTIMISE = ("-O3", "-march=native")


@dataclass(frozen=True)
class Variant:
    """A way to compile: a name for the tables, the flags beyond OPTIMISE, and who compiles."""

    name: str
    flags: tuple = ()
    compiler: str = "clang"


@dataclass(frozen=True)
class Built:
    """A compiled variant. `code` identifies the object file: equal code needs no timing."""

    variant: Variant
    library: Path
    code: str
    summary: Summary


PLAIN = Variant("plain")
HAND = Variant("hand", ("-DHAND",))


def fused(plugin, options="", name="fused"):
    """The variant with the plugin; `options` are the pass's parameters, separated by semicolons."""
    flags = [f"-fpass-plugin={plugin}"]
    if options:
        flags += ["-mllvm", f"-loop-fuse-options={options}"]
    return Variant(name, tuple(flags))


CXX = {"clang": "clang++", "gcc": "g++"}
FORTRAN = {"clang": "flang", "gcc": "gfortran"}


def compiler_for(path, compiler="clang"):
    """The compiler driver and its language flags for a C, C++ or Fortran file."""
    if path.suffix == ".cpp":
        return [find_compiler(CXX[compiler]), "-std=c++17"]
    if path.suffix == ".f90":
        # Results are compared: no product is rounded with a sum.
        return [find_compiler(FORTRAN[compiler]), "-cpp", "-ffp-contract=off"]
    return [find_compiler(compiler), "-std=gnu17"]


def build(kernel, variant, size, directory):
    """Compiles `kernel` as `variant` for a footprint of `size` bytes into `directory`."""
    stem = f"{kernel.name}-{variant.name}"
    flags = [*OPTIMISE, "-fPIC", "-I", HERE, *variant.flags]
    if kernel.has_constant_size:
        stem += f"-{size}"
        flags.append(f"-DBENCH_BYTES={size}L")
    library, record = directory / f"{stem}.so", directory / f"{stem}.yaml"
    objects = [directory / f"{stem}{source.suffix}.o" for source in kernel.sources]
    if not library.exists():
        record_flags = ["-fsave-optimization-record", f"-foptimization-record-file={record}"]
        record_flags = record_flags if variant.compiler == "clang" else []
        for source, object_file in zip(kernel.sources, objects):
            compiler = compiler_for(source, variant.compiler)
            run([*compiler, *flags, *record_flags, "-c", source, "-o", object_file])
        run([compiler[0], "-shared", *objects, "-o", library, "-lm"])
    code = hashlib.sha256(b"".join(one.read_bytes() for one in objects)).hexdigest()
    return Built(variant, library, code, summarise(record))
