"""`--rows`: programs of gen_rows, compiled with and without the pass by clang itself.

Some runs are under AddressSanitizer, all with memory that malloc has filled with some byte. A
program that differs, or does not compile, is kept in a file whose first lines say how.
"""

import os
import random
import shutil
import tempfile
from concurrent.futures import ThreadPoolExecutor

from .gen_rows import generate
from .toolchain import Stopwatch, Tools, run

OPTIONS = ["no-profit;verify", "no-profit;verify", "verify", "no-profit;verify;place=late",
           "no-profit;verify;place=early"]


BATCH = 20


class Trial:
    """What became of the programs of some seeds, all of them in one file."""

    def __init__(self, seeds, sanitizes, way):
        self.seeds, self.sanitizes, self.way = seeds, sanitizes, way
        self.failure, self.fused, self.contracted = None, set(), set()

    def judge(self, clang, plugin, scratch):
        rng = random.Random(f"trial{self.way}")
        base = os.path.join(scratch, f"rows-{self.seeds[0]}-{len(self.seeds)}")
        cpp = rng.random() < 0.3
        self.suffix = ".cpp" if cpp else ".c"
        source, plain, fused = base + self.suffix, base + ".plain", base + ".fused"
        self.text = generate(self.seeds, cpp)
        with open(source, "w") as f:
            f.write(self.text)
        level = rng.choice(["-O1", "-O2", "-O3"])
        common = [clang, level, "-w", "-ffp-contract=off", *(["-lstdc++"] if cpp else []), source]
        if rng.random() < 0.15 and self.sanitizes:
            common.insert(1, "-fsanitize=address")
        options = rng.choice(OPTIONS)
        ours = ["-fpass-plugin=" + plugin, "-mllvm", "-loop-fuse-options=" + options]
        self.how = " ".join([*common[:-1], "-fpass-plugin=... -mllvm", f"'{ours[2]}'"])
        fill = ["env", f"MALLOC_PERTURB_={rng.randint(1, 255)}", "ASAN_OPTIONS=detect_leaks=0"]
        built = run([*common, "-o", plain])
        if not built.ok:
            raise ValueError(f"the program of seeds {self.seeds} does not compile: {built.summary}")
        built = run([*common, *ours, "-Rpass=loop-fuse", "-o", fused])
        for line in built.err.splitlines():
            program = line.split(":")[0]
            if "fused loop" in line:
                self.fused.add(program)
            if "folded onto" in line or "is not written here" in line:
                self.contracted.add(program)
        if not built.ok:
            self.failure = built.summary
        else:
            expected, found = run([*fill, plain]), run([*fill, fused])
            if expected.ok and (not found.ok or found.out != expected.out):
                self.failure = found.summary if not found.ok else "other output"
        for path in (source, plain, fused):
            if os.path.exists(path):
                os.remove(path)
        return self

    def keep(self, out):
        os.makedirs(out, exist_ok=True)
        path = os.path.join(out, f"rows-{self.seeds[0]}{self.suffix}")
        with open(path, "w") as f:
            f.write(f"// {self.failure}\n// {self.how}\n{self.text}")
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
    clock, clang = Stopwatch(seconds), Tools().clang
    done = fused = contracted = failed = said = 0
    scratch = tempfile.mkdtemp(prefix="fuzz-")
    sanitizes = has_sanitizer(clang, scratch)
    if not sanitizes:
        print("note: without AddressSanitizer, whose library is in the package libclang-rt-22-dev")

    def line():
        return (f"{done} programs, {fused} with fusion, {contracted} with contraction, "
                f"{failed} failures, {60 * done / max(1e-9, clock.elapsed):.0f} programs/minute")

    def judge(seeds, way=None):
        return Trial(seeds, sanitizes, way or seeds[0]).judge(clang, test.plugin, scratch)

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
                    fused += len(trial.fused)
                    contracted += len(trial.contracted)
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
