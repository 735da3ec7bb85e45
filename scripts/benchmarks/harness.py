"""Builds harness.c and runs the variants of one kernel alternately in one process."""

from dataclasses import dataclass

from .toolchain import HERE, find_tool, run


@dataclass
class Rounds:
    """Hash of each variant's results, and its times in ns per run, one per round."""

    checks: list
    times: list

    def extend(self, other):
        """Adds the rounds of another measurement of the same variants."""
        for mine, more in zip(self.times, other.times):
            mine.extend(more)


def build_harness(directory):
    """Compiles the harness into `directory` and returns its path."""
    path = directory / "harness"
    run([find_tool("clang"), "-O2", "-rdynamic", "-I", HERE, HERE / "harness.c", "-o", path, "-ldl", "-lm"])
    return path


def measure(harness, libraries, size, rounds, sample_ms):
    """Times the `libraries` for a footprint of `size` bytes; the first one sets the sample's length."""
    output = run([harness, size, rounds, int(sample_ms * 1e6), *libraries])
    checks, times = [], [[] for _ in libraries]
    for line in output.splitlines():
        word, *values = line.split()
        if word == "check":
            checks.append(values[0])
        elif word == "round":
            for series, value in zip(times, values):
                series.append(float(value))
    return Rounds(checks, times)
