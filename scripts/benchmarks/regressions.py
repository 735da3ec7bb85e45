"""Regressions: what the pass makes slower, over all kernels and programs, from loops of ten iterations to
footprints beyond the last cache.

Plain and fused code run alternately in one process. What is below FLOOR is measured again, with three
times the rounds; what stays below it is listed with what the pass did there. Beside it runs the plain code,
moved by some bytes: loops of some nanoseconds are up to a fifth slower or faster by where their code lies. What
is no slower than plain code that was moved is counted by itself.
"""

import tempfile
from dataclasses import dataclass
from pathlib import Path

from . import variants
from .catalogue import find_kernels
from .harness import build_harness, measure
from .pairing import Ratio, geometric_mean, paired_ratio
from .tables import format_bytes, format_table
from .toolchain import find_plugin, progress

FOLDERS = ("kernels", "programs", "regressions")
FLOOR = 0.98  # speed relative to plain
ROUNDS = 11
SIZES = (320, 4 << 10, 256 << 10, 8 << 20, 128 << 20)  # bytes
MOVES = (16, 32, 48)  # bytes of no operation at a function's entry: loops are aligned to 16, cache lines to 64


@dataclass
class Row:
    """One program at one footprint (bytes): the speed of its fused code, and what the remarks say.

    `moved` is the speed of the plain code where it is slowest, moved, if that was measured.
    """

    kernel: object
    size: int
    speed: Ratio
    said: list
    differs: bool
    moved: float = 1.0

    @property
    def is_slower(self):
        return self.speed.median < FLOOR

    @property
    def is_placement(self):
        """Is it as fast, relative to plain code that was moved, as is wanted of it?"""
        return self.is_slower and self.speed.median >= FLOOR * self.moved


def measure_row(kernel, size, plugin, harness, directory, options):
    """The program at one size; none if both variants have the same code there."""
    plain, ours = (
        variants.build(kernel, variant, size, directory)
        for variant in (variants.PLAIN, variants.fused(plugin, options.options))
    )
    if plain.code == ours.code:
        return None
    times = lambda reps: measure(harness, [plain, ours], size, reps, options.sample_ms)  # noqa: E731
    rounds = times(options.rounds)
    row = lambda: Row(  # noqa: E731
        kernel, size, paired_ratio(rounds.times["plain"], rounds.times["fused"]), list(ours.summary.done),
        bool(rounds.differing("plain")),
    )  # fmt: skip
    if row().is_slower:
        rounds = rounds.followed_by(times(3 * options.rounds))
    measured = row()
    if measured.is_slower:
        measured.moved = slowest_moved(kernel, size, plain, harness, directory, options)
    return measured


def slowest_moved(kernel, size, plain, harness, directory, options):
    """The least speed, relative to plain code, of plain code that was moved; 1 at most, and in Fortran, which has no
    such flag."""
    if any(source.suffix == ".f90" for source in kernel.sources):
        return 1.0
    by_bytes = (variants.Variant(f"moved-{by}", (f"-fpatchable-function-entry={by}",)) for by in MOVES)
    moved = [variants.build(kernel, variant, size, directory) for variant in by_bytes]
    times = measure(harness, [plain, *moved], size, options.rounds, options.sample_ms).times
    speeds = [paired_ratio(times["plain"], times[one.variant.name]).median for one in moved]
    return min(1.0, *speeds)


def format_row(row):
    """Cells of the table, and below them what was done."""
    slower = "placement" if row.is_placement else "slower"
    note = "RESULTS DIFFER" if row.differs else slower if row.is_slower else ""
    return [row.kernel.name, format_bytes(row.size), row.speed, note]


def as_json(row):
    """The row as plain data."""
    return {
        "program": row.kernel.name,
        "bytes": row.size,
        "speed": [row.speed.median, row.speed.low, row.speed.high],
        "moved": row.moved,
        "done": row.said,
        "differs": row.differs,
    }


def run(options):
    """Measures and prints; returns (status, data), status 1 where results differ."""
    options.rounds = options.asked_reps or ROUNDS
    rows, equal = [], 0
    with tempfile.TemporaryDirectory(prefix="loopfuse-bench-") as name:
        directory = Path(name)
        plugin = find_plugin(options.plugin, directory)
        harness = build_harness(directory)
        for kernel in find_kernels(FOLDERS, options.kernels):
            for size in options.sizes or SIZES:
                progress(f"{kernel.name} {format_bytes(size)}")
                row = measure_row(kernel, size, plugin, harness, directory, options)
                if row:
                    rows.append(row)
                equal += row is None
    progress("")
    if not rows:
        print(f"the pass changes nothing in {equal} measurements")
        return 0, []
    print(format_table(["program", "bytes", "speed", ""], [format_row(row) for row in rows]))
    slower = sorted((row for row in rows if row.is_slower), key=lambda row: row.speed.median)
    mean = geometric_mean(row.speed.median for row in rows)
    print(
        f"\n{len(rows)} measurements of {options.rounds} pairs, {equal} more whose code is the same; geometric"
        f" mean {mean:.3f}; {len(slower)} below {FLOOR}, of which {sum(row.is_placement for row in slower)} are no"
        " slower than plain code that was moved"
    )
    for row in slower:
        print(f"  {row.kernel.name} {format_bytes(row.size)}: {row.speed}; plain code, moved: {row.moved:.2f}")
        for remark in row.said:
            print(f"    {remark}")
    return int(any(row.differs for row in rows)), [as_json(row) for row in rows]
