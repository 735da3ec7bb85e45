"""The compiler calls of a build, and their repetition: what they take with either compiler, what fuses."""

import contextlib
import os
import re
import subprocess
import tempfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import remarks
from benchmarks.toolchain import Failure, cpu_seconds, progress

SOURCE = re.compile(r".*\.(c|cc|cpp|cxx|C|c\+\+|f|F|f90|F90)$")
# What configure, CMake and the crate cc compile to find out what there is.
PROBE = re.compile(r"(^|/)(conftest|testFortranCompiler|flag_check|detect_compiler_family|CMakeC)[^/]*$|(^|/)CMakeFiles/")
ALONE = {"-MD", "-MMD", "-MP", "-MG"}
WITH_VALUE = {"-MF", "-MT", "-MQ", "-o"}


@dataclass(frozen=True)
class Call:
    """A compilation without output, and without the dependencies that it would write for make."""

    compiler: str  # clang, clang++ or flang
    directory: str
    arguments: tuple

    @property
    def source(self):
        return next(word for word in reversed(self.arguments) if SOURCE.match(word))


def reduce(words):
    """The arguments that are to be repeated."""
    kept, words = [], iter(words)
    for word in words:
        if word in WITH_VALUE:
            next(words, None)
        elif word not in ALONE:
            kept.append(word)
    return tuple(kept)


def read(folder):
    """The compilations that a build has written to `folder`, each once, in order of their sources."""
    calls = set()
    for path in Path(folder).iterdir():
        compiler, directory, *words = path.read_text(errors="surrogateescape").split("\0")[:-1]
        files = [word for word in words if SOURCE.match(word)]
        if len(files) != 1 or PROBE.search(files[0]) or not os.path.exists(os.path.join(directory, files[0])):
            continue
        calls.add(Call(compiler, directory, reduce(words)))
    return sorted(calls, key=lambda call: (call.source, call.directory, call.arguments))


def command(call, compilers, output):
    return [compilers[call.compiler], *call.arguments, "-o", output]


def times(calls, tools, rounds):
    """[{side: seconds of processor time of all calls}] of each round; the sides take turns in being first."""
    measured = []
    with tempfile.TemporaryDirectory(prefix="loopfuse-builds-") as scratch:
        for count in range(rounds):
            sums = dict.fromkeys(tools.compilers, 0.0)
            for position, call in enumerate(calls):
                progress(f"timing, round {count + 1} of {rounds}: {call.source}")
                sides = list(sums) if (count + position) % 2 == 0 else list(reversed(sums))
                for side in sides:
                    with contextlib.chdir(call.directory):
                        output = os.path.join(scratch, "output.o")
                        sums[side] += cpu_seconds(command(call, tools.compilers[side], output))
            measured.append(sums)
    return measured


def compile_as(side, call, tools, output, flags=""):
    """The object that a call gives with a side's compiler."""
    words = command(call, tools.compilers[side], output)
    environment = os.environ | {"LOOPFUSE_FLAGS": flags.strip()}
    done = subprocess.run(words, cwd=call.directory, env=environment, capture_output=True, text=True)
    if done.returncode != 0:
        first = (done.stderr.strip().splitlines() or ["no message"])[0]
        raise Failure(f"{' '.join(words)} {flags} failed: {first}")
    return Path(output).read_bytes()


def are_equal(call, tools, output, flags):
    """Are both sides' objects the same? Without remarks, for which flang makes other code."""
    return len({compile_as(side, call, tools, output, flags) for side in tools.compilers}) == 1


def verdicts(calls, tools):
    """What the pass says, as a Counter by (kind, name), read in remarks that the driver writes; and the
    sources of which nothing was changed and the object is not clang's, byte for byte."""
    said, different = Counter(), []
    with tempfile.TemporaryDirectory(prefix="loopfuse-builds-") as scratch:
        output = os.path.join(scratch, "output.o")
        for number, call in enumerate(calls):
            progress(f"reading remarks: {call.source}")
            record = os.path.join(scratch, f"{number}.yaml")
            flags = os.environ.get("LOOPFUSE_FLAGS", "")
            compile_as("loopfuse", call, tools, output, f"{flags} --remarks {record}")
            remarked = Counter((remark.kind, remark.name) for remark in remarks.read(record))
            said += remarked
            is_changed = any(kind == "Passed" for kind, _ in remarked)
            if not is_changed and not are_equal(call, tools, output, flags):
                different.append(call.source)
    return said, different
