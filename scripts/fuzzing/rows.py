"""`--rows`: programs of gen_rows, compiled with and without the pass by clang itself.

Some runs are under AddressSanitizer, all with memory that malloc has filled with some byte. A
program that differs, or does not compile, is kept as a C file whose first lines say how.
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


class Trial:
    """What became of one program."""

    def __init__(self, seed, sanitizes):
        self.seed, self.sanitizes = seed, sanitizes
        self.failure, self.fused, self.contracted = None, False, False

    def judge(self, clang, plugin, scratch):
        rng = random.Random(f"trial{self.seed}")
        base = os.path.join(scratch, f"r{self.seed}")
        source, plain, fused = base + ".c", base + ".plain", base + ".fused"
        with open(source, "w") as f:
            f.write(generate(self.seed))
        level = rng.choice(["-O1", "-O2", "-O3"])
        common = [clang, level, "-w", "-ffp-contract=off", source]
        if rng.random() < 0.15 and self.sanitizes:
            common.insert(1, "-fsanitize=address")
        options = rng.choice(OPTIONS)
        ours = ["-fpass-plugin=" + plugin, "-mllvm", "-loop-fuse-options=" + options]
        self.how = " ".join([*common[:-1], "-fpass-plugin=... -mllvm", f"'{ours[2]}'"])
        fill = ["env", f"MALLOC_PERTURB_={rng.randint(1, 255)}", "ASAN_OPTIONS=detect_leaks=0"]
        built = run([*common, "-o", plain])
        if not built.ok:
            raise ValueError(f"the program of seed {self.seed} does not compile: {built.summary}")
        built = run([*common, *ours, "-Rpass=loop-fuse", "-o", fused])
        self.fused = "fused loop" in built.err
        self.contracted = "folded onto" in built.err or "is not written here" in built.err
        if not built.ok:
            self.failure = built.summary
        else:
            expected, found = run([*fill, plain]), run([*fill, fused])
            if expected.ok and (not found.ok or found.out != expected.out):
                self.failure = found.summary if not found.ok else "other output"
        for path in (plain, fused):
            if os.path.exists(path):
                os.remove(path)
        return self

    def keep(self, scratch, out):
        os.makedirs(out, exist_ok=True)
        path = os.path.join(out, f"rows-{self.seed}.c")
        with open(os.path.join(scratch, f"r{self.seed}.c")) as f:
            text = f.read()
        with open(path, "w") as f:
            f.write(f"// {self.failure}\n// {self.how}\n{text}")
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

    def judge(seed):
        return Trial(seed, sanitizes).judge(clang, test.plugin, scratch)

    try:
        with ThreadPoolExecutor(args.jobs) as pool:
            while not clock.over and (args.programs is None or done < args.programs):
                batch = min(8 * args.jobs, (args.programs or done + 8 * args.jobs) - done)
                first = args.seed + done
                for trial in pool.map(judge, range(first, first + batch)):
                    done += 1
                    fused += trial.fused
                    contracted += trial.contracted
                    if trial.failure:
                        failed += 1
                        trial.keep(scratch, args.out)
                    os.remove(os.path.join(scratch, f"r{trial.seed}.c"))
                if clock.elapsed - said > 15 and done != args.programs:
                    said = clock.elapsed
                    print(line(), flush=True)
    finally:
        shutil.rmtree(scratch, True)
    print(line())
    return 1 if failed else 0
