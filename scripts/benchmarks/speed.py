"""Speed: code fused by the pass against plain code, against code fused by hand as the limit, and
against what other loop fusions make of it.

Each kernel is compiled plain, with the plugin, with -DHAND, and with every rival, and all run
alternately in one process. Ratios are speeds relative to plain: above 1 is faster. The aims are LOSS
(nothing slower), SHARE (of the speed of hand-fused code) and GAIN (the share of the time saved by hand
that the pass saves too).
"""

import tempfile
from dataclasses import dataclass
from pathlib import Path

from . import rivals, variants
from .catalogue import find_kernels
from .harness import build_harness, measure, measure_memory
from .pairing import Ratio, geometric_mean, paired_ratio
from .tables import format_bytes, format_table
from .toolchain import Failure, find_plugin, find_tool, progress

LOSS = 0.97  # speed relative to plain below which a kernel counts as slower
SHARE = 0.90  # of the speed of hand-fused code, in the geometric mean
GAIN = 0.90  # share of the hand-fused code's gain that the pass is to reach
HELPS = 1.10  # speed of hand-fused code from which it counts as a gain
MEMORY = 1.10  # peak memory relative to hand-fused code up to which it counts as equal
MEMORY_FROM = 64 << 20  # bytes of a footprint from which its peak memory is more than what a process has anyway
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
    faults: list  # of rivals
    memory: dict  # peaks in bytes, by variant; empty for small footprints

    def speed(self, name):
        """Median speed relative to plain; 1 where there is no such code."""
        return self.speeds[name].median if name in self.speeds else 1.0

    def gain(self):
        """Share of the time that the hand-fused code saves which the fused code saves, or None."""
        if self.speed("hand") < HELPS:
            return None
        return (1 - 1 / self.speed("fused")) / (1 - 1 / self.speed("hand"))

    def flags(self):
        """What misses an aim, in words; in parentheses what is only to be known."""
        flags = [f"{name}: RESULTS DIFFER" for name in self.results_differ]
        if self.speed("fused") < LOSS:
            flags.append("slower" if self.speed("hand") >= LOSS else "slower (by hand too)")
        if self.kernel.expect == "fused":
            if not self.built["fused"].summary.fusions:
                flags.append("not fused")
            if (gain := self.gain()) is not None and gain < GAIN:
                flags.append("below hand")
        if self.has_more_memory("fused"):
            flags.append("more memory than by hand")
        if self.kernel.expect in ("later", "free"):
            flags.append(f"({self.kernel.expect}: {self.kernel.note})")
        return flags + [f"({fault})" for fault in self.faults]

    def has_more_memory(self, name):
        """Whether a variant has clearly more memory at a time than hand-fused code, or plain code where there is none."""
        return bool(self.memory) and self.memory[name] > MEMORY * self.memory.get("hand", self.memory["plain"])

    def misses_an_aim(self):
        """Whether a flag says more than what is only to be known."""
        return any(not flag.startswith("(") for flag in self.flags())

    def of_best(self):
        """Speed of the fused code relative to the faster of hand-fused and plain code."""
        return min(self.of_hand.median if self.of_hand else 1.0, self.speed("fused"))

    def label(self):
        """Kernel, footprint and speed of the fused code."""
        return f"{self.kernel.name} {format_bytes(self.size)} {self.speed('fused'):.2f}"


def measure_kernel(kernel, size, wanted, others, harness, directory, options):
    """The row of one kernel at one size, with the rivals `others`; measured longer where it would miss an aim."""
    built = {v.name: variants.build(kernel, v, size, directory) for v in wanted}
    theirs, faults = rivals.build(others, kernel, size, directory)
    times = lambda some, reps: measure(harness, some.values(), size, reps, options.sample_ms)  # noqa: E731
    try:
        rounds = times({**built, **theirs}, options.reps)
    except Failure:
        crashing = [name for name, one in theirs.items() if not survives(lambda: times({name: one}, 1))]
        if not crashing:
            raise
        faults += [f"{name}: crashes" for name in crashing]
        theirs = {name: one for name, one in theirs.items() if name not in crashing}
        rounds = times({**built, **theirs}, options.reps)
    memory = {name: measure_memory(harness, one, size) for name, one in built.items() if size >= MEMORY_FROM}
    built.update(theirs)
    row = build_row(kernel, size, built, rounds, others, faults, memory)
    if row.misses_an_aim() and not row.results_differ:
        rounds = rounds.followed_by(times(built, 2 * options.reps))
        row = build_row(kernel, size, built, rounds, others, faults, memory)
    return row


def survives(action):
    """Whether `action` does not raise Failure."""
    try:
        action()
    except Failure:
        return False
    return True


def build_row(kernel, size, built, rounds, others, faults, memory):
    """Ratios of the timed variants; of each rival its best variant is kept, under the rival's name."""
    times = rounds.times
    speeds = {name: paired_ratio(times["plain"], series) for name, series in times.items()}
    of_hand = paired_ratio(times["hand"], times["fused"]) if "hand" in times else None
    differ = rounds.differing("plain")
    theirs = [v.name for rival in others for v in rival.variants]
    loose = [v.name for rival in others for v in rival.variants if rival.rounds_otherwise]
    differ = [name for name in differ if name not in loose]
    best = {rival.name: rival.fastest(speeds, differ) for rival in others}
    kept = {name: name for name in built if name not in theirs}
    kept.update((rival, name) for rival, name in best.items() if name)
    return Row(
        kernel,
        size,
        {name: built[source] for name, source in kept.items()},
        {name: speeds[source] for name, source in kept.items()},
        of_hand,
        [name for name in differ if name not in theirs],
        faults + [f"{name}: results differ" for name in differ if name in theirs],
        memory,
    )


def format_rows(rows, names):
    """The table; `vectorised` counts loops per variant in the order of `names`; MB: peaks, plain/fused/hand."""
    header = ["kernel", "bytes", "fusions", "vectorised", "fused", "hand", "of hand", "gain", "MB"]
    return format_table([*header, *names[3:], ""], [format_row(row, names) for row in rows])


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
        "/".join(f"{peak / (1 << 20):.0f}" for peak in row.memory.values()),
        *(row.speeds.get(n, "-") for n in names[3:]),
        " ".join(row.flags()),
    ]


def format_means(rows, names):
    """A table of geometric means by footprint; `of best` is relative to the faster of hand-fused and plain."""
    lines = []
    for size in [*sorted({row.size for row in rows}), None]:
        some = [row for row in rows if size in (None, row.size)]
        means = [geometric_mean(row.speed(name) for row in some) for name in names]
        of_hand = geometric_mean(row.of_hand.median for row in some if row.of_hand)
        of_best = geometric_mean(row.of_best() for row in some)
        lines.append([format_bytes(size) if size else "all", *(f"{m:.2f}" for m in [*means, of_hand, of_best]), ""])
    return format_table(["bytes", *names, "of hand", "of best", ""], lines)


def summarise(rows, names):
    """The lines under the table; `names` are the columns of speeds."""
    slower = sorted((row for row in rows if row.speed("fused") < LOSS), key=lambda row: row.speed("fused"))
    held = [row for row in rows if row.kernel.expect == "fused" and row.gain() is not None]
    short = [row for row in held if row.gain() < GAIN]
    lines = [
        f"geometric means of the speed relative to clang {' '.join(variants.OPTIMISE)}; of the fused code's speed",
        f"relative to the hand-fused (aim: {SHARE:.2f}), and to the faster of hand-fused and plain:",
        "",
        format_means(rows, names),
        "",
        f"below {LOSS}: {len(slower)} of {len(rows)}" + "".join(f", {row.label()}" for row in slower),
    ]
    if held:
        lines.append(
            f"where fusing by hand gains {HELPS - 1:.0%} or more: at least {GAIN:.0%} of the gain in "
            f"{len(held) - len(short)} of {len(held)}"
        )
    heavy = [row for row in rows if row.has_more_memory("plain")]
    if heavy:
        light = sum(not row.has_more_memory("fused") for row in heavy)
        lines.append(
            f"where plain code has {MEMORY - 1:.0%} more memory than hand-fused code at a time: fused code has not "
            f"in {light} of {len(heavy)}"
        )
    for name in names[2:]:
        ahead = sum(row.speed("fused") > row.speed(name) for row in rows)
        failed = sum(name not in row.speeds for row in rows)
        lacking = f"; {failed} without result count as 1" if failed else ""
        lines.append(f"ahead of {name}: {ahead} of {len(rows)}{lacking}")
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
        "memory": row.memory,
        "flags": row.flags(),
    }


def choose_rivals(options):
    """The rivals to measure; says so where one is not there."""
    others = [rivals.LLVM] if options.llvm else []
    for wanted, rival, lack in (
        (options.polly, rivals.POLLY, f"{find_tool('clang')} has no Polly"),
        (options.gcc, rivals.GCC, "there is no gcc"),
    ):
        if wanted and rival.is_known():
            others.append(rival)
        elif wanted:
            print(f"{lack}: it is left out\n")
    return others


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
        others = choose_rivals(options)
        harness = build_harness(directory)
        for kernel in kernels:
            for size in sizes:
                progress(f"{kernel.name} {format_bytes(size)}")
                wanted = [variants.PLAIN, fused] + ([variants.HAND] if kernel.has_hand_variant else [])
                rows.append(measure_kernel(kernel, size, wanted, others, harness, directory, options))
    progress("")
    names = ["fused", "hand", *(rival.name for rival in others)]
    print(format_rows(rows, ["plain", *names]))
    print()
    print("\n".join(summarise(rows, names)))
    for kernel in kernels:
        mine = [row for row in rows if row.kernel == kernel]
        flagged = [row for row in mine if row.misses_an_aim()]
        if options.remarks or flagged:
            print("\n".join(["", *format_remarks((flagged or mine)[0])]))
    return int(any(row.results_differ for row in rows)), [as_json(row) for row in rows]
