"""The command line of the fuzzer with compilers; without `--compilers` it is the engine's, see `engine`."""

import argparse
import os
import re
import shutil
import sys
import tempfile
from collections import Counter

from . import configs, profiles, report, whole, work
from .generator import generate
from .oracle import Batch, Bench, Broken
from .reduce import Reducer
from .toolchain import OUT, ROOT, Missing, Stopwatch, Tools

REDUCE_FIRST = 5   # failures that are reduced at the end of a run
FILES_MOST = 100   # failures that are kept as files; a broken pass makes thousands


def arguments(argv):
    p = argparse.ArgumentParser(
        prog="fuzz --compilers",
        description="Look for programs that compilers, with loop fusion, make wrong.",
        epilog="Failures are kept as files in --out; exit status 1 when there were any.")
    p.add_argument("--compilers", nargs="?", const="c", choices=["c", *whole.KINDS], metavar="KIND",
                   help="programs of this kind: c (loops of all sorts), rows (images whose stages "
                        "hand on rows), flat (images, some loops over all elements), planes (of "
                        "images in one array), pointers (to rows), structs (arrays and sizes in memory), versions "
                        "(of loops, chosen by tests), threads (on rows of their own), fortran; "
                        "all but the first with --programs, --seconds, --seed, --plugin, --jobs and --out only")
    p.add_argument("--programs", type=int, metavar="N", help="stop after N programs")
    p.add_argument("--seconds", type=float, metavar="S", help="stop after S seconds (default 60)")
    p.add_argument("--seed", type=int, default=1, metavar="N", help="seed of the first program")
    p.add_argument("--profile", default="mix", metavar="NAME",
                   help="what programs are made of: " + ", ".join(profiles.NAMES))
    p.add_argument("--config", metavar="NAME", choices=sorted(configs.CONFIGS),
                   help="only this way to compile: " + ", ".join(sorted(configs.CONFIGS)))
    p.add_argument("--plugin", metavar="PATH", help="default target/release/libloopfuse.so")
    p.add_argument("--pass", dest="name", default="loop-fuse", metavar="NAME",
                   help="the pass under test; one of opt's own needs no plugin")
    p.add_argument("--params", metavar="'a;b=1'", help="parameters of the pass, in place of ours")
    p.add_argument("--opt-flag", action="append", default=[], metavar="FLAG",
                   help="a further option of opt")
    p.add_argument("--jobs", type=int, default=2, metavar="N", help="worker processes")
    p.add_argument("--out", metavar="DIR", help="where failures go (default target/fuzz)")
    p.add_argument("--reduce", metavar="FILE|SEED",
                   help="reduce a failure: a file, or a seed like c12")
    p.add_argument("--replay", nargs="+", metavar="FILE", help="do saved failures still fail?")
    p.add_argument("--show", metavar="SEED", help="print the program of a seed like c12")
    p.add_argument("--check-generator", action="store_true",
                   help="look for undefined behaviour in the generated programs themselves")
    p.add_argument("--no-reduce", action="store_true", help="do not reduce the first failures")
    p.add_argument("--verbose", action="store_true",
                   help="also list LLVM's own miscompilations, and count kinds of fusion")
    return p.parse_args(argv)


def main(argv=None):
    try:
        return _main(arguments(argv))
    except (Missing, Broken, ValueError, OSError) as e:
        print(f"fuzz: {e}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130


def _main(args):
    wrong = profiles.unknown(args.profile)
    if wrong is not None:
        raise ValueError(f"unknown profile {wrong!r}; there are {', '.join(profiles.NAMES)}")
    args.out = args.out or OUT
    if args.show:
        return show(args)
    if args.check_generator:
        return check_generator(args)
    Tools()
    own = tempfile.mkdtemp(prefix="fuzz-")
    try:
        test = pass_under_test(args, own)
        if args.config and configs.CONFIGS[args.config].clang and not test.ours:
            raise ValueError(f"{args.config} needs a plugin; {args.name} is a pass of opt alone")
        if args.compilers in whole.KINDS:
            return whole.fuzz(args, test)
        if args.reduce:
            return reduce_one(args, test)
        if args.replay:
            return replay(args, test)
        return fuzz(args, test)
    finally:
        shutil.rmtree(own, True)


def pass_under_test(args, own):
    """The pass; a plugin is copied first, so that a build under way does not disturb the run."""
    if args.name != "loop-fuse" and not args.plugin:
        return configs.Pass(args.name, None, args.params, args.opt_flag)
    plugin = args.plugin or os.path.join(ROOT, "target", "release", "libloopfuse.so")
    if not os.path.exists(plugin):
        raise Missing(f"no plugin at {plugin}: run cargo build --release, or give --plugin PATH")
    test = configs.Pass(args.name, plugin, args.params, args.opt_flag)
    test.plugin = shutil.copy(plugin, own)
    return test


def seed_of(text):
    """'c12' -> 12"""
    m = re.fullmatch(r"c?(\d+)", text)
    if not m:
        raise ValueError(f"{text!r} is neither a file nor a seed like c12")
    return int(m[1])


def show(args):
    from . import print_c
    program = generate(seed_of(args.show), args.profile)
    print(f"// seed c{program.seed}, features of {program.profile}")
    print(print_c.file([program], ["p0"]))
    return 0


def check_generator(args):
    from .selfcheck import check
    scratch, count, problems = tempfile.mkdtemp(prefix="fuzz-"), 0, 0
    try:
        bench, clock = Bench(Tools(), scratch), Stopwatch(args.seconds)
        while count < (args.programs or 400) and not clock.over:
            for line in check(bench, args.seed + count, 20, args.profile):
                problems += 1
                print(line)
            count += 20
    finally:
        shutil.rmtree(scratch, True)
    print(f"{count} programs, {problems} problems")
    return 1 if problems else 0


# --- fuzzing ------------------------------------------------------------------------------------

class Tally:
    def __init__(self):
        self.programs = self.with_fusion = self.fusions = self.failures = self.llvm = 0
        self.failed = set()
        self.kinds = Counter()
        self.per_config = Counter()
        self.of_kind = Counter()

    def add(self, result):
        self.programs += result.programs
        self.with_fusion += result.with_fusion
        self.fusions += result.fusions
        self.per_config.update(result.per_config)
        self.of_kind.update(result.kinds)
        for f in result.findings:
            if f.failure:
                self.failures += 1
                self.failed.add(report.seed_name(f.program))
                self.kinds[f.kind] += 1
            else:
                self.llvm += 1

    def line(self, clock):
        share = 100 * self.with_fusion / max(1, self.programs)
        return (f"{self.programs} programs, {self.with_fusion} with fusion ({share:.0f}%), "
                f"{self.fusions} fusions, {self.failures} failures in {len(self.failed)} programs, "
                f"{60 * self.programs / max(1e-9, clock.elapsed):.0f} programs/minute")


def fuzz(args, test):
    programs, seconds = args.programs, args.seconds
    if programs is None and seconds is None:
        seconds = 60
    job = work.Job(args.seed, args.profile, test, args.config)
    clock, tally, kept, said = Stopwatch(seconds), Tally(), [], 0
    scratch = tempfile.mkdtemp(prefix="fuzz-")
    try:
        bench = Bench(Tools(), scratch)
        for result in work.results(job, args.jobs, programs, clock):
            tally.add(result)
            for finding in result.findings:
                keep(finding, test, args, kept)
            if clock.elapsed - said > 15:
                said = clock.elapsed
                print(tally.line(clock), flush=True)
        summary = tally.line(clock)
        if not args.no_reduce:
            for finding, path in kept[:REDUCE_FIRST]:
                reduced(bench, finding, test, args)
    except KeyboardInterrupt:
        summary = tally.line(clock)
    finally:
        shutil.rmtree(scratch, True)
    if tally.kinds:
        print("failures: " + ", ".join(f"{n} {k}" for k, n in sorted(tally.kinds.items())))
    if tally.llvm:
        print(f"not ours: {tally.llvm} results that LLVM alone makes different")
    if args.verbose:
        print("fusions by configuration: " + ", ".join(
            f"{k} {n}" for k, n in sorted(tally.per_config.items())))
        print("fusions by kind: " + ", ".join(
            f"{k} {n}" for k, n in sorted(tally.of_kind.items())))
    print(summary)
    if 2 * tally.with_fusion < tally.programs and test.ours and test.params is None:
        print("note: fewer than half of the programs had a fusion; that tests little")
    return 1 if tally.failures else 0


def keep(finding, test, args, kept):
    """Save a finding, one file per program and configuration, and say so."""
    if not finding.failure and not args.verbose:
        return
    args.saved = getattr(args, "saved", 0) + 1
    if args.saved > FILES_MOST:
        return
    config = configs.CONFIGS[finding.config]
    path = report.save(finding, config, test, args.profile, args.out)
    print(f"{finding.kind}: {os.path.relpath(path)} ({finding.detail})", flush=True)
    known = {(f.program.seed, f.kind) for f, _ in kept}
    if finding.failure and (finding.program.seed, finding.kind) not in known:
        kept.append((finding, path))


# --- reducing and replaying ---------------------------------------------------------------------

def reduced(bench, finding, test, args):
    """Reduce a finding, save and announce the result."""
    config = configs.CONFIGS[finding.config]
    reducer = Reducer(bench, config, test, finding.kind)
    small = reducer.reduce(finding.program)
    if small is None:
        print(f"{report.seed_name(finding.program)} does not fail alone under {config.name}")
        return None
    batch = Batch(bench, [small])
    again = [f for f in batch.judge(config, test).findings if f.kind == finding.kind]
    batch.remove()
    path = report.save((again or [finding])[0], config, test, args.profile, args.out, True)
    print(f"reduced in {reducer.clock.elapsed:.0f} s, {reducer.tried} programs tried: "
          f"{os.path.relpath(path)}", flush=True)
    return path


def reduce_one(args, test):
    chosen = args.config
    if os.path.exists(args.reduce):
        fields = report.header(args.reduce)
        seed, args.profile = seed_of(fields["seed"]), fields["profile"]
        chosen = chosen or fields["config"]
    else:
        seed = seed_of(args.reduce)
    scratch = tempfile.mkdtemp(prefix="fuzz-")
    try:
        bench = Bench(Tools(), scratch)
        program = generate(seed, args.profile)
        for name in [chosen] if chosen else configs.CONFIGS:
            config = configs.CONFIGS[name]
            if config.clang and not test.ours:
                continue
            batch = Batch(bench, [program])
            findings = [f for f in batch.judge(config, test).findings if f.failure]
            batch.remove()
            if findings:
                print(f"c{seed} under {name}: {findings[0].kind} ({findings[0].detail})")
                reduced(bench, findings[0], test, args)
                return 1
    finally:
        shutil.rmtree(scratch, True)
    print(f"{args.reduce} does not fail")
    return 0


def replay(args, test):
    """Judge saved files as they are, whatever the generator would make of their seeds today."""
    from .replay import judge_file
    scratch = tempfile.mkdtemp(prefix="fuzz-")
    failed = 0
    try:
        bench = Bench(Tools(), scratch)
        for path in args.replay:
            name = args.config or report.header(path)["config"]
            findings = judge_file(bench, path, configs.CONFIGS[name], test)
            bad = [f for f in findings if f.failure]
            failed += bool(bad)
            print(f"{path}: " + (f"{bad[0].kind} ({bad[0].detail})" if bad else "passes"))
    finally:
        shutil.rmtree(scratch, True)
    print(f"{len(args.replay) - failed} passed, {failed} failed")
    return 1 if failed else 0
