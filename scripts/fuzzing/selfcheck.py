"""Are the generated programs free of undefined behaviour? Sanitizers watch them (gcc's, since clang's need a
further package); reads of memory that was never written show as results that change with the
pattern it is filled with."""

import os

from . import harness, print_c
from .generator import generate
from .oracle import Batch, must
from .toolchain import Missing, run

_SANITIZE = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]


def check(bench, seed, count, profile):
    """Lines that describe what is wrong with the programs from `seed` on."""
    problems = []
    programs = [generate(seed + n, profile) for n in range(count)]
    batch = Batch(bench, programs)
    expected = batch.reference()
    for what, results in _views(bench, batch):
        for n, prefix in enumerate(batch.prefixes):
            want, got = expected.get(prefix), results.get(prefix)
            if want is None or want != got or not want.endswith("-> 0"):
                detail = harness.difference(want or "nothing", got)
                problems.append(f"c{seed + n}: {what}: {detail}")
    batch.remove()
    return problems


def _views(bench, batch):
    """The same programs built in other ways: (name, results) each."""
    source, runner, own = (batch.path(x) for x in ("check.c", "harness.c", "harness.o"))
    batch.write(source, print_c.file(batch.programs, batch.prefixes))
    batch.write(runner, harness.SOURCE)
    exe, obj = batch.path("check"), batch.path("check.o")
    must(run([bench.tools.clang, "-w", "-O1", "-DSYSTEM_MALLOC", "-c", runner, "-o", own]),
         "the harness")

    def build(what, command, *link, **env):
        must(run([*command, "-w", "-c", source, "-o", obj]), what)
        must(run([command[0], *link, "-w", obj, own, "-o", exe]), "linking " + what)
        os.environ.update(env)
        out = run([exe], timeout=300)
        for name in env:
            del os.environ[name]
        return what, harness.results(out.out)

    try:
        yield build("gcc's sanitizers", ["gcc", "-O1", "-ffp-contract=off", *_SANITIZE], *_SANITIZE,
                    ASAN_OPTIONS="detect_leaks=0")
    except FileNotFoundError:
        raise Missing("gcc not found: the self-check needs its sanitizers") from None
    for fill, pattern in (("1", "zero"), ("77", "pattern")):
        yield build(f"memory filled with {pattern}",
                    [bench.tools.clang, "-O0", f"-ftrivial-auto-var-init={pattern}"],
                    MALLOC_PERTURB_=fill)
