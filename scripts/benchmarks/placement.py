"""Placement: the pass early in the pipeline, at vectorizer start, or at both, over many programs.

The programs are the kernels and the files in programs/. For each place: fusions, loops that the
vectoriser vectorised, and speed relative to plain code, all variants run alternately in one process.
"""

import tempfile
from dataclasses import dataclass
from pathlib import Path

from . import variants
from .catalogue import find_kernels
from .harness import build_harness, measure
from .pairing import geometric_mean, paired_ratio
from .tables import format_bytes, format_table
from .toolchain import find_plugin, progress

PLACES = ("early", "late", "both")
SIZES = (256 << 10, 8 << 20)  # bytes
NOISE = 0.03  # speeds that differ by less count as equal


@dataclass
class Row:
    """One program at one footprint (bytes): fusions, vectorised loops and speeds by variant name."""

    kernel: object
    size: int
    fusions: dict
    vectorised: dict
    speeds: dict
    differ: list

    def best(self):
        """The places whose speed is the best, within noise."""
        top = max(self.speeds[p].median for p in PLACES)
        return [p for p in PLACES if self.speeds[p].median >= top * (1 - NOISE)]


def measure_row(kernel, size, wanted, harness, directory, options):
    """Builds and times every variant."""
    built = [variants.build(kernel, v, size, directory) for v in wanted]
    rounds = measure(harness, built, size, options.reps, options.sample_ms)
    return Row(
        kernel,
        size,
        {b.variant.name: b.summary.fusions for b in built},
        {b.variant.name: b.summary.vectorised for b in built},
        {name: paired_ratio(rounds.times["plain"], series) for name, series in rounds.times.items()},
        rounds.differing("plain"),
    )


def format_row(row):
    """Cells of the table."""
    cells = [row.kernel.name, format_bytes(row.size), row.vectorised["plain"]]
    for place in PLACES:
        cells += [row.fusions[place], row.vectorised[place], row.speeds[place]]
    best = row.best()
    note = "" if len(best) == len(PLACES) else " ".join(best)
    if row.differ:
        note = "RESULTS DIFFER: " + " ".join(row.differ)
    return [*cells, note]


def summarise(rows):
    """A table of totals per place."""
    smallest = min(row.size for row in rows)
    once = [row for row in rows if row.size == smallest]
    lines = []
    for place in PLACES:
        speeds = [row.speeds[place].median for row in rows]
        lines.append(
            [
                place,
                sum(row.fusions[place] for row in once),
                sum(row.fusions[place] > 0 for row in once),
                sum(row.vectorised[place] for row in once),
                f"{geometric_mean(speeds):.3f}",
                f"{min(speeds):.2f}",
                sum(speed < 1 - NOISE for speed in speeds),
                sum(place in row.best() for row in rows),
                "",
            ]
        )
    header = ["place", "fusions", "programs with one", "vectorised"]
    header += ["geometric mean", "worst", "slower", "among best", ""]
    plain = sum(row.vectorised["plain"] for row in once)
    return f"{len(once)} programs, {len(rows)} measurements; vectorised loops without fusion: {plain}\n" + format_table(
        header, lines
    )


def as_json(row):
    """The row as plain data."""
    return {
        "program": row.kernel.name,
        "bytes": row.size,
        "fusions": row.fusions,
        "vectorised": row.vectorised,
        "speed": {name: [s.median, s.low, s.high] for name, s in row.speeds.items()},
        "differ": row.differ,
    }


def list_variants(plugin, options):
    """Plain, and one variant per place, each with the pass's other `options` too."""
    extra = ";" + options if options else ""
    return [variants.PLAIN, *(variants.fused(plugin, f"place={place}{extra}", name=place) for place in PLACES)]


def run(options):
    """Measures and prints; returns (status, data), status 1 where results differ."""
    rows = []
    with tempfile.TemporaryDirectory(prefix="loopfuse-bench-") as name:
        directory = Path(name)
        wanted = list_variants(find_plugin(options.plugin, directory), options.options)
        harness = build_harness(directory)
        for kernel in find_kernels(["kernels", "programs"], options.kernels):
            for size in options.sizes or SIZES:
                progress(f"{kernel.name} {format_bytes(size)}")
                rows.append(measure_row(kernel, size, wanted, harness, directory, options))
    progress("")
    header = ["program", "bytes", "vec"]
    for place in PLACES:
        header += [f"{place}: fused", "vec", "speed"]
    print(format_table([*header, "best"], [format_row(row) for row in rows]))
    print()
    print(summarise(rows))
    return int(any(row.differ for row in rows)), [as_json(row) for row in rows]
