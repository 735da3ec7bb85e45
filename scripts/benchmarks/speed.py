"""Speed: code fused by the pass against plain code, and against code fused by hand as the limit.

Each kernel is compiled plain, with the plugin, and with -DHAND, and the three run alternately in one
process. Ratios are speeds relative to plain: above 1 is faster. The aims are LOSS (nothing slower)
and GAIN (the share of the time saved by hand that the pass saves too).
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

LOSS = 0.97  # speed relative to plain below which a kernel counts as slower
GAIN = 0.90  # share of the hand-fused code's gain that the pass is to reach
HELPS = 1.10  # speed of hand-fused code from which it counts as a gain
SIZES = (8 << 10, 256 << 10, 8 << 20, 128 << 20)  # bytes: within L1, L2, L3, beyond


@dataclass
class Row:
    """One kernel at one footprint (bytes). Speeds are relative to the plain variant."""

    kernel: object
    size: int
    built: dict
    speeds: dict
    of_hand: Ratio | None
    results_differ: list

    def hand(self):
        """Speed of the hand-fused code relative to plain; 1 where there is none."""
        return self.speeds["hand"].median if "hand" in self.speeds else 1.0

    def gain(self):
        """Share of the time that the hand-fused code saves which the fused code saves, or None."""
        if self.hand() < HELPS:
            return None
        saved = 1 - 1 / self.speeds["fused"].median
        return saved / (1 - 1 / self.hand())

    def flags(self):
        """What misses an aim, in words."""
        flags = [f"{name}: RESULTS DIFFER" for name in self.results_differ]
        if self.speeds["fused"].median < LOSS:
            flags.append("slower" if self.hand() >= LOSS else "slower (by hand too)")
        if self.kernel.expect == "fused":
            if not self.built["fused"].summary.fusions:
                flags.append("not fused")
            if (gain := self.gain()) is not None and gain < GAIN:
                flags.append("below hand")
        if self.kernel.expect in ("later", "free"):
            flags.append(f"({self.kernel.expect}: {self.kernel.note})")
        return flags


def measure_kernel(kernel, size, wanted, harness, directory, options):
    """The row of one kernel at one size; measured longer where it would miss an aim."""
    built = {v.name: variants.build(kernel, v, size, directory) for v in wanted}
    rounds = measure(harness, built.values(), size, options.reps, options.sample_ms)
    row = build_row(kernel, size, built, rounds)
    if any(not flag.startswith("(") for flag in row.flags()) and not row.results_differ:
        more = measure(harness, built.values(), size, 2 * options.reps, options.sample_ms)
        row = build_row(kernel, size, built, rounds.followed_by(more))
    return row


def build_row(kernel, size, built, rounds):
    """Ratios of the timed variants."""
    times = rounds.times
    speeds = {name: paired_ratio(times["plain"], series) for name, series in times.items()}
    of_hand = paired_ratio(times["hand"], times["fused"]) if "hand" in times else None
    return Row(kernel, size, built, speeds, of_hand, rounds.differing("plain"))


def format_rows(rows, with_llvm):
    """The table; `vectorised` counts loops per variant in the order plain, fused, hand (, llvm)."""
    names = ["plain", "fused", "hand"] + (["llvm"] if with_llvm else [])
    header = ["kernel", "bytes", "fusions", "vectorised", "fused", "hand", "of hand", "gain"]
    return format_table(header + names[3:] + [""], [format_row(row, names) for row in rows])


def format_row(row, names):
    """Cells of one line of the table."""
    vectors = "/".join(str(row.built[n].summary.vectorised) if n in row.built else "-" for n in names)
    gain = row.gain()
    return [
        row.kernel.name,
        format_bytes(row.size),
        row.built["fused"].summary.fusions,
        vectors,
        row.speeds["fused"],
        row.speeds.get("hand", ""),
        f"{row.of_hand.median:.2f}" if row.of_hand else "",
        f"{gain:.0%}" if gain is not None else "",
        *(row.speeds[n] for n in names[3:]),
        " ".join(row.flags()),
    ]


def summarise(rows):
    """The lines under the table."""
    fused = [row.speeds["fused"].median for row in rows]
    worst = min(rows, key=lambda row: row.speeds["fused"].median)
    slower = [row for row in rows if row.speeds["fused"].median < LOSS]
    held = [row for row in rows if row.kernel.expect == "fused" and row.gain() is not None]
    short = [row for row in held if row.gain() < GAIN]
    lines = [
        f"speed relative to plain: geometric mean {geometric_mean(fused):.2f}, worst {min(fused):.2f} "
        f"({worst.kernel.name}, {format_bytes(worst.size)}), below {LOSS}: {len(slower)} of {len(rows)}"
    ]
    for size in sorted({row.size for row in rows}):
        some = [row for row in rows if row.size == size]
        mean = geometric_mean(row.speeds["fused"].median for row in some)
        hand = geometric_mean(row.hand() for row in some)
        lines.append(f"  {format_bytes(size):>7}: fused {mean:.2f}, by hand {hand:.2f}")
    if held:
        mean = geometric_mean(row.of_hand.median for row in held)
        lines.append(
            f"where fusing by hand gains {HELPS - 1:.0%} or more: at least {GAIN:.0%} of the gain in "
            f"{len(held) - len(short)} of {len(held)}, geometric mean of the speed relative to hand {mean:.2f}"
        )
    return lines


def format_remarks(row):
    """The refusals that the pass reported for a kernel."""
    lines = [f"{row.kernel.name} ({', '.join(row.flags()) or 'as expected'}):"]
    seen = dict.fromkeys((r.line, r.name, r.message) for r in row.built["fused"].summary.refusals)
    return lines + [f"  line {line}: {name}: {message}" for line, name, message in seen]


def as_json(row):
    """The row as plain data."""
    return {
        "kernel": row.kernel.name,
        "expect": row.kernel.expect,
        "bytes": row.size,
        "fusions": row.built["fused"].summary.fusions,
        "vectorised": {name: b.summary.vectorised for name, b in row.built.items()},
        "speed": {name: [s.median, s.low, s.high] for name, s in row.speeds.items()},
        "of_hand": row.of_hand.median if row.of_hand else None,
        "gain": row.gain(),
        "flags": row.flags(),
    }


def run(options):
    """Measures, prints as it goes, and returns (status, data): status 1 where results differ."""
    kernels = find_kernels(["kernels"], options.kernels)
    sizes = options.sizes or SIZES
    rows = []
    with tempfile.TemporaryDirectory(prefix="loopfuse-bench-") as name:
        directory = Path(name)
        if options.only_hand:  # what fusing by hand is worth
            fused = variants.Variant("fused")
        else:
            fused = variants.fused(find_plugin(options.plugin, directory), options.options)
        wanted = [variants.PLAIN, fused] + ([variants.LLVM] if options.llvm else [])
        harness = build_harness(directory)
        for kernel in kernels:
            for size in sizes:
                progress(f"{kernel.name} {format_bytes(size)}")
                mine = wanted + ([variants.HAND] if kernel.has_hand_variant else [])
                rows.append(measure_kernel(kernel, size, mine, harness, directory, options))
    progress("")
    print(format_rows(rows, options.llvm))
    print()
    print("\n".join(summarise(rows)))
    for kernel in kernels:
        mine = [row for row in rows if row.kernel == kernel]
        flagged = [row for row in mine if any(not f.startswith("(") for f in row.flags())]
        if options.remarks or flagged:
            print("\n".join(["", *format_remarks((flagged or mine)[0])]))
    return int(any(row.results_differ for row in rows)), [as_json(row) for row in rows]
