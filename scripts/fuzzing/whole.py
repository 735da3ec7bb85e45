"""Programs that a compiler takes whole, with and without the pass: of images, of versions, of threads, in Fortran.

Those of some seeds share a file, so that few compilers are started. Some runs are under
AddressSanitizer, all with memory that malloc has filled with some byte. A program that differs, or
does not compile, is kept in a file whose first lines say how.
"""

import os
import random
import shutil
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Callable

from . import (gen_flat, gen_fortran, gen_planes, gen_pointers, gen_rows, gen_structs, gen_threads,
               gen_versions)
from .toolchain import Stopwatch, Tools, run

OPTIONS = ["no-profit;verify", "no-profit;verify", "verify", "no-profit;verify;place=late",
           "no-profit;verify;place=early"]

BATCH = 20


@dataclass(frozen=True)
class Kind:
    """What programs are made of, and who compiles them."""
    generate: Callable      # seeds -> the text of a program
    suffix: str
    tool: str = "clang"
    flags: tuple = ()
    comment: str = "//"
    sanitized: float = 0    # how often AddressSanitizer watches


ROWS = Kind(lambda seeds: gen_rows.generate(seeds, False), ".c", sanitized=0.15)
ROWS_OF_CONTAINERS = Kind(lambda seeds: gen_rows.generate(seeds, True), ".cpp", flags=("-lstdc++",),
                          sanitized=0.15)

PLANES = Kind(lambda seeds: gen_planes.generate(seeds, False), ".c", sanitized=0.15)
PLANES_OF_CONTAINERS = Kind(lambda seeds: gen_planes.generate(seeds, True), ".cpp", flags=("-lstdc++",),
                            sanitized=0.15)

POINTERS = Kind(lambda seeds: gen_pointers.generate(seeds, False), ".c", sanitized=0.15)
POINTERS_AND_VECTORS = Kind(lambda seeds: gen_pointers.generate(seeds, True), ".cpp", flags=("-lstdc++",),
                            sanitized=0.15)

FLAT = Kind(lambda seeds: gen_flat.generate(seeds, False), ".c", sanitized=0.15)
FLAT_IN_CPP = Kind(lambda seeds: gen_flat.generate(seeds, True), ".cpp", flags=("-lstdc++",), sanitized=0.15)

STRUCTS = Kind(lambda seeds: gen_structs.generate(seeds, False), ".c", sanitized=0.1)
STRUCTS_AND_CLASSES = Kind(lambda seeds: gen_structs.generate(seeds, True), ".cpp",
                           flags=("-lstdc++",), sanitized=0.1)

# Each trial draws one of these.
KINDS = {
    "rows": [ROWS, ROWS, ROWS_OF_CONTAINERS],
    "planes": [PLANES, PLANES, PLANES_OF_CONTAINERS],
    "pointers": [POINTERS, POINTERS, POINTERS_AND_VECTORS],
    "flat": [FLAT, FLAT, FLAT_IN_CPP],
    "structs": [STRUCTS, STRUCTS_AND_CLASSES],
    "versions": [Kind(gen_versions.generate, ".c", sanitized=0.1)],
    "threads": [Kind(gen_threads.generate, ".c", flags=("-pthread",))],
    "fortran": [Kind(gen_fortran.generate, ".f90", tool="flang", comment="!")],
}


class Trial:
    """What became of the programs of some seeds, all of them in one file."""

    def __init__(self, name, seeds, sanitizes, way):
        self.name, self.seeds, self.sanitizes, self.way = name, seeds, sanitizes, way
        self.kind = random.Random(f"kind{way}").choice(KINDS[name])
        self.failure, self.fused, self.contracted = None, 0, 0

    def judge(self, tools, plugin, scratch):
        rng, kind = random.Random(f"trial{self.way}"), self.kind
        # A directory of its own: Fortran's compilers write files for modules.
        scratch = tempfile.mkdtemp(dir=scratch)
        base = os.path.join(scratch, f"{self.name}-{self.seeds[0]}")
        source, plain, fused = base + kind.suffix, base + ".plain", base + ".fused"
        self.text = kind.generate(self.seeds)
        with open(source, "w") as f:
            f.write(self.text)
        common = [getattr(tools, kind.tool), rng.choice(["-O1", "-O2", "-O3"]), "-w",
                  "-ffp-contract=off", *kind.flags, source]
        if rng.random() < kind.sanitized and self.sanitizes:
            common.insert(1, "-fsanitize=address")
        options = rng.choice(OPTIONS)
        ours = ["-fpass-plugin=" + plugin, "-mllvm", "-loop-fuse-options=" + options]
        self.how = " ".join([*common[:-1], "-fpass-plugin=... -mllvm", f"'{ours[2]}'"])
        fill = ["env", f"MALLOC_PERTURB_={rng.randint(1, 255)}", "ASAN_OPTIONS=detect_leaks=0"]
        built = run([*common, "-o", plain], cwd=scratch)
        if not built.ok:
            raise ValueError(f"the program of seeds {self.seeds} does not compile: {built.summary}")
        built = run([*common, *ours, "-Rpass=loop-fuse", "-o", fused], cwd=scratch)
        self.fused = built.err.count("fused loop")
        self.contracted = built.err.count("folded onto") + built.err.count("is not written here")
        if not built.ok:
            self.failure = built.summary
        else:
            expected, found = run([*fill, plain]), run([*fill, fused])
            if not expected.ok:
                raise ValueError(f"the program of seeds {self.seeds} fails by itself: {expected.summary}")
            if not found.ok or found.out != expected.out:
                self.failure = found.summary if not found.ok else "other output"
        shutil.rmtree(scratch, True)
        return self

    def keep(self, out):
        os.makedirs(out, exist_ok=True)
        path = os.path.join(out, f"{self.name}-{self.seeds[0]}{self.kind.suffix}")
        mark = self.kind.comment
        with open(path, "w") as f:
            f.write(f"{mark} {self.failure}\n{mark} {self.how}\n{self.text}")
        print(f"{self.failure}: {os.path.relpath(path)}", flush=True)


def has_sanitizer(clang, scratch):
    """Is AddressSanitizer's library there?"""
    source = os.path.join(scratch, "empty.c")
    with open(source, "w") as f:
        f.write("int main(void) {}\n")
    return run([clang, "-fsanitize=address", source, "-o", source + ".out"]).ok


def fuzz(args, test):
    """Runs programs until `--programs` or `--seconds` are over; 1 if any failed."""
    seconds = args.seconds or (None if args.programs else 60)
    clock, name = Stopwatch(seconds), args.compilers
    tools = Tools(fortran=name == "fortran")
    done = fused = contracted = failed = said = 0
    scratch = tempfile.mkdtemp(prefix="fuzz-")
    wanted = any(kind.sanitized for kind in KINDS[name])
    sanitizes = wanted and has_sanitizer(tools.clang, scratch)
    if wanted and not sanitizes:
        print("note: without AddressSanitizer, whose library is in the package libclang-rt-22-dev")

    def line():
        return (f"{done} programs of {name}, {fused} fusions, {contracted} contractions, "
                f"{failed} failures, {60 * done / max(1e-9, clock.elapsed):.0f} programs/minute")

    def judge(seeds, way=None):
        return Trial(name, seeds, sanitizes, way or seeds[0]).judge(tools, test.plugin, scratch)

    def failures(trial):
        """Single programs that fail when tried in the same way, or else all of them."""
        alone = [judge([seed], trial.way) for seed in trial.seeds] if len(trial.seeds) > 1 else []
        return [one for one in alone if one.failure] or [trial]

    try:
        with ThreadPoolExecutor(args.jobs) as pool:
            while not clock.over and (args.programs is None or done < args.programs):
                end = done + 2 * BATCH * args.jobs
                if args.programs:
                    end = min(end, args.programs)
                batches = [list(range(args.seed + n, args.seed + min(n + BATCH, end)))
                           for n in range(done, end, BATCH)]
                for trial in pool.map(judge, batches):
                    done += len(trial.seeds)
                    fused += trial.fused
                    contracted += trial.contracted
                    for one in failures(trial) if trial.failure else []:
                        failed += 1
                        one.keep(args.out)
                if clock.elapsed - said > 15 and done != args.programs:
                    said = clock.elapsed
                    print(line(), flush=True)
    finally:
        shutil.rmtree(scratch, True)
    print(line())
    return 1 if failed else 0
