"""Builds harness.c with arrays.c, and runs the variants of one kernel alternately in one process."""

from dataclasses import dataclass

from .toolchain import HERE, find_tool, peak_memory, run


@dataclass
class Rounds:
    """By variant's name: the hash of its results, and its times in ns per run, one per round."""

    checks: dict
    times: dict

    def followed_by(self, more):
        """These rounds and those of another measurement of the same variants."""
        return Rounds(self.checks, {name: series + more.times[name] for name, series in self.times.items()})

    def differing(self, name):
        """The variants whose results are not those of the variant `name`."""
        return [other for other, check in self.checks.items() if check != self.checks[name]]


def build_harness(directory):
    """Compiles the harness into `directory` and returns its path."""
    path = directory / "harness"
    sources = [HERE / "harness.c", HERE / "arrays.c"]
    run([find_tool("clang"), "-O2", "-rdynamic", "-I", HERE, *sources, "-o", path, "-ldl", "-lm"])
    return path


def measure(harness, built, size, rounds, sample_ms):
    """Times the variants `built` for a footprint of `size` bytes; the first one sets the arrays up.

    Variants whose code is equal run once and share their times, so that their ratio is exactly 1.
    """
    libraries = {}
    for variant in built:
        libraries.setdefault(variant.code, variant.library)
    output = run([harness, size, rounds, int(sample_ms * 1e6), *libraries.values()])
    lines = [line.split() for line in output.splitlines()]
    checks = dict(zip(libraries, (values[0] for word, *values in lines if word == "check")))
    times = dict(zip(libraries, zip(*([float(v) for v in values] for word, *values in lines if word == "round"))))
    return Rounds(
        {b.variant.name: checks[b.code] for b in built},
        {b.variant.name: list(times[b.code]) for b in built},
    )


def measure_memory(harness, built, size):
    """Peak memory in bytes of a process that runs one variant once on arrays of `size` bytes."""
    return peak_memory([harness, size, 0, 0, built.library])
