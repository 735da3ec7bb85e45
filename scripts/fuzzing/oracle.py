"""Judging a batch of programs under a configuration.

The reference is the unprepared module compiled at -O0. What clang makes with the plugin must give
the same; where it does not, clang without the plugin tells whose fault it is. What a pass of opt
leaves is compiled at -O0, and after -O2 the same again.
"""

import os
import re
from collections import Counter
from dataclasses import dataclass, field

from . import harness, print_c, remarks
from .toolchain import Outcome, run

CANONICAL = ("function(early-cse<memssa>,loop-simplify,lcssa,loop-mssa(loop-rotate,licm),"
             "loop(indvars))")


def optimising(level):
    """Options of clang. Instructions are selected one by one: LLVM 22.1's DAG of a block has no
    order between a division and a call before it that does not return."""
    return ["-w", level, "-fPIE", "-ffp-contract=off", "-mllvm", "-fast-isel"]


@dataclass
class Finding:
    """Something wrong with one program. Kinds: wrong, wrong-after-O2, crash, hang, llvm."""
    kind: str
    program: object
    config: str
    detail: str

    @property
    def failure(self):
        return self.kind != "llvm"


@dataclass
class Verdict:
    """What came of a batch under one configuration."""
    findings: list = field(default_factory=list)
    fusions: Counter = field(default_factory=Counter)   # index of program -> fusions
    kinds: Counter = field(default_factory=Counter)     # what remarks say of them -> fusions


class Bench:
    """Tools, the harness and a scratch directory: what all batches of a worker share."""

    def __init__(self, tools, scratch):
        self.tools, self.scratch = tools, scratch
        self.serial = 0
        source = os.path.join(scratch, "harness.c")
        self.harness = os.path.join(scratch, "harness.o")
        with open(source, "w") as f:
            f.write(harness.SOURCE)
        must(run([tools.clang, "-w", "-O1", "-c", source, "-o", self.harness]), "the harness")

    def directory(self):
        self.serial += 1
        path = os.path.join(self.scratch, f"b{self.serial}")
        os.makedirs(path, exist_ok=True)
        return path


class Broken(Exception):
    """The fuzzer itself failed: its programs do not compile, or the reference does not run."""


def must(outcome, what):
    if not outcome.ok:
        raise Broken(f"{what}: {outcome.summary}")
    return outcome


class Batch:
    """Programs in one module."""

    def __init__(self, bench, programs):
        self.bench, self.tools, self.programs = bench, bench.tools, programs
        self.prefixes = [f"p{n}" for n in range(len(programs))]
        self.dir = bench.directory()
        self.cache = {}
        self._source()

    def path(self, name):
        return os.path.join(self.dir, name)

    def _source(self):
        self.source, self.raw = self.path("batch.c"), self.path("raw.bc")
        self.write(self.source, self.text())
        must(run([self.tools.clang, "-w", "-O2", "-ffp-contract=off", "-Xclang",
                  "-disable-llvm-passes", "-emit-llvm", "-c", self.source, "-o", self.raw]),
             "clang on the programs")

    def text(self):
        """The programs as one C file."""
        return print_c.file(self.programs, self.prefixes)

    @staticmethod
    def write(path, text):
        with open(path, "w") as f:
            f.write(text)

    def remove(self):
        for name in os.listdir(self.dir):
            os.unlink(self.path(name))
        os.rmdir(self.dir)

    # --- running ---

    def execute(self, obj):
        """prefix -> result of an object file."""
        exe = obj + ".exe"
        must(run([self.tools.clang, "-fuse-ld=lld", obj, self.bench.harness,
                  "-o", exe]), "linking")
        out = run([exe], timeout=30 + 2 * len(self.programs))
        return harness.results(out.out)

    def plain(self, module, tag):
        """Results of a module at -O0."""
        obj = self.path(tag + ".o")
        must(run([self.tools.llc, "-O0", "-relocation-model=pic", "-filetype=obj", module,
                  "-o", obj]), f"llc on {tag}")
        return self.execute(obj)

    def optimised(self, module, tag, level="-O2"):
        """Results of a module after -O2."""
        obj = self.path(tag + ".o")
        out = run([self.tools.clang, *optimising(level), "-c", module, "-o", obj])
        must(out, f"clang {level} on {tag}")
        return self.execute(obj)

    def once(self, key, make):
        if key not in self.cache:
            self.cache[key] = make()
        return self.cache[key]

    def reference(self):
        return self.once("reference", lambda: self.plain(self.raw, "reference"))

    def prepared(self, config):
        """The module as `config` prepares it, not fused."""
        def make():
            path = self.path(f"prepared-{len(self.cache)}.bc")
            must(run([self.tools.opt, f"-passes={config.prepare}", self.raw, "-o", path]),
                 f"preparing for {config.name}")
            return path
        return self.once(config.prepare, make)

    def canonical(self, config):
        """The prepared module after LLVM's passes that the pass runs before it fuses."""
        path = self.path(f"canonical-{config.name}.bc")
        must(run([self.tools.opt, f"-passes={CANONICAL}", self.prepared(config), "-o", path]),
             f"canonical form for {config.name}")
        return path

    # --- fusing ---

    def command(self, config, test):
        """The command that fuses, its output file and its remark file."""
        out, yaml = self.path(f"{config.name}.bc"), self.path(f"{config.name}.yaml")
        if config.clang:
            out = self.path(f"{config.name}.o")
            options = test.options(config)
            return ([self.tools.clang, *optimising(config.clang), f"-fpass-plugin={test.plugin}"]
                    + (["-mllvm", f"-{test.name}-options={options}"] if options else [])
                    + [f"-foptimization-record-file={yaml}",
                       f"-foptimization-record-passes={test.name}", "-c", self.source, "-o", out],
                    out, yaml)
        around = [] if test.ours else ["print<loops>"]
        middle = ",".join([*around, test.text(config), *around])
        return ([self.tools.opt, *test.opt_flags(), f"-passes={config.prepare},function({middle})",
                 f"-pass-remarks-output={yaml}", f"-pass-remarks-filter={test.name}",
                 self.raw, "-o", out], out, yaml)

    def judge(self, config, test):
        """Everything that is wrong with the programs of this batch under a configuration."""
        verdict = Verdict()
        self.reference()
        command, out, yaml = self.command(config, test)
        fuse = run(command, timeout=20 + 2 * len(self.programs))
        if not fuse.ok:
            return self._split(config, test, fuse, command)
        self._count(verdict, test, fuse, yaml)
        if verdict.fusions:
            try:
                self._compare(config, verdict, out)
            except Broken as e:
                # What fusion left crashes the code generator, or the optimiser.
                return self._split(config, test, Outcome(1, "", f"error: after fusion: {e}"))
        return verdict

    def _count(self, verdict, test, fuse, yaml):
        """Add the fusions of one run of the pass to the verdict."""
        if test.ours:
            with open(yaml) as f:
                counts, kinds = remarks.fused(f.read(), test.name)
        else:
            counts = remarks.fewer_loops(fuse.err)
            kinds = Counter()
        verdict.kinds.update(kinds)
        for fn, n in counts.items():
            prefix = fn.split("_")[0]
            if prefix in self.prefixes:
                verdict.fusions[int(prefix[1:])] += n

    def _compare(self, config, verdict, out):
        expected = self.reference()
        got = self.execute(out) if config.clang else self.plain(out, config.name)
        def unfused():
            if config.clang:
                return self.optimised(self.source, f"un-{config.name}", config.clang)
            return self.plain(self.prepared(config), f"un-{config.name}")
        bad = self._differences(config, verdict, expected, got, [unfused], "wrong")
        if not config.clang:
            got = self.optimised(out, f"{config.name}-O2")
            # Without fusion, but also after what the pass runs of LLVM's own to prepare.
            base = lambda: self.optimised(self.prepared(config), f"un-{config.name}-O2")
            bases = [base, lambda: self.optimised(self.canonical(config), f"in-{config.name}-O2")]
            self._differences(config, verdict, expected, got, bases, "wrong-after-O2", bad)

    def _differences(self, config, verdict, expected, got, unfused, kind, known=()):
        """Programs with unexpected results. `unfused`: ways to get results without fusion; where
        one of these is wrong as well, the fault is LLVM's."""
        bad = [p for p in self.prefixes if got.get(p) != expected.get(p) and p not in known]
        if bad:
            without = [way() for way in unfused]
            for p in bad:
                theirs = any(results.get(p) != expected.get(p) for results in without)
                verdict.findings.append(Finding(
                    "llvm" if theirs else kind, self.programs[int(p[1:])], config.name,
                    harness.difference(expected.get(p, ""), got.get(p))))
        return bad

    def _crashes_alone(self, command, outcome):
        """Did a pass of LLVM's crash on valid code, which crashes it without the plugin, too?"""
        running = re.findall(r'Running pass "([\w-]+)" on function "(\w+)"', outcome.err)
        if not running:
            return False
        name, function = running[-1]
        printing = [f"-print-before={name}", "-print-module-scope", f"-filter-print-funcs={function}"]
        if command[0] == self.tools.clang:
            printing = [word for option in printing for word in ("-mllvm", option)]
        text = run(command + printing).err
        module = self.path("before.ll")
        with open(module, "w") as f:
            f.write(text[text.rfind("; ModuleID"):].split("PLEASE submit")[0])
        opt = [self.tools.opt, module, "-o", self.path("behind.bc"), f"-pass-remarks-output={module}.yaml"]
        return run(opt + ["-passes=verify"]).ok and not run(opt + [f"-passes={name}"]).ok

    def _split(self, config, test, outcome, command=None):
        """Fusion crashed or hung: find out on which programs, and judge the others."""
        if len(self.programs) == 1:
            kind = "hang" if outcome.hung else "crash"
            if command and self._crashes_alone(command, outcome):
                kind = "llvm"
            return Verdict([Finding(kind, self.programs[0], config.name, outcome.summary)])
        verdict = Verdict()
        middle = len(self.programs) // 2
        found_any = False
        for first, part in ((0, self.programs[:middle]), (middle, self.programs[middle:])):
            half = Batch(self.bench, part)
            sub = half.judge(config, test)
            half.remove()
            # A crash of LLVM's own explains that of the batch as well.
            found_any |= any(f.kind in ("crash", "hang", "llvm") for f in sub.findings)
            verdict.findings.extend(sub.findings)
            verdict.kinds.update(sub.kinds)
            for n, count in sub.fusions.items():
                verdict.fusions[first + n] += count
        if not found_any:
            verdict.findings.append(Finding(
                "crash", self.programs[0], config.name,
                "only as a batch of " + str(len(self.programs)) + ": " + outcome.summary))
        return verdict
