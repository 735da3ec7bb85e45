"""Compile time: the plugin's share of clang's, and the growth of the pass's own time.

1. Ordinary files, compiled with and without the plugin in turns: the median of the differences in
   CPU time of the whole compiler process, as a share of the time without. An empty file shows
   what loading the plugin costs. Beside it, the pass's own line of clang's -ftime-report.
2. Generated functions of 10 to 5,000 loops, brought to the form that the pass sees, then run through
   `opt -passes=loop-fuse -time-passes`: the pass's own line and the sum of all passes and analyses,
   with the exponent of the growth from size to size (1 is linear, 2 quadratic).
3. Generated functions of 100 and 400 loops as 1. has it: what comes before and behind in clang changes what the pass
   finds, and what it asks of LLVM.
"""

import re
import statistics
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from . import fetched, generated, variants
from .catalogue import find_kernels
from .pairing import growth_exponent
from .remarks import summarise
from .tables import format_table
from .toolchain import Failure, find_plugin, find_tool, progress, run as run_tool, cpu_seconds

COUNTS = (10, 100, 1000, 5000)
IN_CLANG = (100, 400)
PATIENCE = 200  # seconds that one run of the pass may be expected to take; larger sizes are left out
BUDGET = 2  # seconds of compiling after which a file is not compiled again
COUNTED = 1000  # loops up to which fusions are counted, in a second run, as remarks take time too
PASS_LINE = re.compile(r"LoopFus|FusePass|loop-?fuse", re.I)
NOT_OURS = re.compile(r"Verifier|BitcodeReader|PrintModule", re.I)
PREPARE = "function(sroa,early-cse,simplifycfg,instcombine,simplifycfg,loop-simplify,lcssa)"


def parse_times(report):
    """(seconds of our pass, seconds of all passes and analyses) of CPU in a -time-passes report."""
    ours = total = 0.0
    section, columns = "", []
    for line in report.splitlines():
        if title := re.match(r"\s+(\S.* report)$", line):
            section = title[1]
        if "--- Name ---" in line:
            columns = re.findall(r"-+\s*(\w[\w+ ]*?)\s*-+", line)
        entry = re.match(r"\s*((?:[\d.]+ \(\s*[\d.]+%\)\s+)+)(\S.*)$", line)
        if not entry or entry[2] == "Total" or "execution timing" not in section or NOT_OURS.search(entry[2]):
            continue
        values = dict(zip(columns, map(float, re.findall(r"([\d.]+) \(", entry[1]))))
        seconds = values.get("User+System", values.get("User Time", 0.0))
        total += seconds
        if "Pass" in section and PASS_LINE.search(entry[2]):
            ours += seconds
    return ours, total


def time_report(command, runs=3):
    """parse_times of the reports that `command` writes to standard error: the least of `runs` runs."""
    reports = []
    for _ in range(runs):
        done = subprocess.run([str(c) for c in command], capture_output=True, text=True)
        if done.returncode != 0:
            raise Failure(f"{' '.join(map(str, command))} failed: {(done.stderr.strip().splitlines() or [''])[0]}")
        reports.append(parse_times(done.stderr))
    return min(own for own, _ in reports), min(total for _, total in reports)


@dataclass
class FileTime:
    """One ordinary file: seconds without the plugin, paired difference with it, the pass's own time."""

    name: str
    plain: float
    difference: float
    own: float
    fusions: int


def measure_file(name, command, plugin_flags, directory, reps):
    """Compiles in turns without and with the plugin, `reps` times or, large files, for about BUDGET seconds."""
    plain, differences = [], []
    while len(plain) < reps and (len(plain) < 3 or sum(plain) < BUDGET):
        before = cpu_seconds(command)
        after = cpu_seconds([*command, *plugin_flags])
        plain.append(before)
        differences.append(after - before)
    own, _ = time_report([*command, *plugin_flags, "-ftime-report"], runs=3 if sum(plain) < BUDGET else 1)
    record = directory / "record.yaml"
    run_tool([*command, *plugin_flags, "-fsave-optimization-record", f"-foptimization-record-file={record}"])
    return FileTime(
        name, statistics.median(plain), statistics.median(differences), own, summarise(record).fusions
    )


def ordinary_files(options, directory):
    """(name, compiler command without output) of every ordinary file."""
    empty = directory / "empty.c"
    empty.write_text("")
    files = [("(empty)", [find_tool("clang"), empty])]
    for kernel in find_kernels(["kernels", "programs"], options.kernels):
        defines = [f"-DBENCH_BYTES={8 << 20}L"] if kernel.has_constant_size else []
        files.append((kernel.name, [*variants.compiler_for(kernel.path), *defines, kernel.path]))
    folders = [Path(options.sources)] if options.sources else []
    if options.fetch:
        folders.append(fetched.fetch(directory / "fetched"))
    for folder in folders:
        if not folder.is_dir():
            raise Failure(f"--sources {folder}: no such directory")
        files += fetched.compilable_files(folder, find_tool("clang"))
    flags = [*variants.OPTIMISE, "-w", "-I", variants.HERE, "-c", "-o", directory / "out.o"]
    return [(name, [*command, *flags]) for name, command in files]


def generated_files(options, directory):
    """(name, compiler command without output) of generated functions."""
    for shape in generated.SHAPES:
        for count in IN_CLANG[:1] if options.quick else IN_CLANG:
            source = directory / f"{shape}-{count}.c"
            source.write_text(generated.SHAPES[shape](count))
            yield source.stem, [find_tool("clang"), *variants.OPTIMISE, "-c", "-o", directory / "out.o", source]


def run_files(files, plugin, options, directory):
    """Prints a table of files; returns its rows."""
    rows = []
    flags = variants.fused(plugin, options.options).flags
    for name, command in files:
        progress(name)
        rows.append(measure_file(name, command, flags, directory, options.reps))
    progress("")
    cells = [
        [r.name, f"{r.plain * 1e3:.0f}", f"{r.difference * 1e3:+.1f}", f"{r.difference / r.plain:+.1%}",
         f"{r.own * 1e3:.2f}", f"{r.own / r.plain:.2%}", r.fusions, ""]
        for r in rows
    ]
    header = ["file", "clang ms", "plugin ms", "share", "pass's own ms", "share", "fusions", ""]
    print(format_table(header, cells))
    return rows


def run_ordinary(plugin, options, directory):
    """Prints the table of ordinary files; returns its rows as plain data."""
    rows = run_files(ordinary_files(options, directory), plugin, options, directory)
    load = rows[0].difference
    plain = sum(r.plain for r in rows[1:])
    extra = sum(r.difference for r in rows[1:])
    own = sum(r.own for r in rows[1:])
    print(
        f"\n{len(rows) - 1} files, {plain:.2f} s: with the plugin {extra / plain:+.2%} "
        f"({(extra - load * (len(rows) - 1)) / plain:+.2%} without loading it, {load * 1e3:.1f} ms a time); "
        f"the pass's own time {own / plain:.2%}"
    )
    return [vars(r) for r in rows]


def prepare(shape, count, directory):
    """Bitcode of a generated function in the form that the pass sees."""
    source, raw, ready = (directory / f"{shape}-{count}{suffix}" for suffix in (".c", ".raw.bc", ".bc"))
    source.write_text(generated.SHAPES[shape](count))
    run_tool([find_tool("clang"), "-O2", "-Xclang", "-disable-llvm-passes", "-emit-llvm", "-c", source, "-o", raw])
    run_tool([find_tool("opt"), f"-passes={PREPARE}", raw, "-o", ready])
    return ready


def run_generated(plugin, options, directory):
    """Prints the pass's time for generated functions; returns the rows as plain data."""
    name = f"loop-fuse<{options.options}>" if options.options else "loop-fuse"
    opt = [find_tool("opt"), f"-load-pass-plugin={plugin}", f"-passes={name}", "-disable-output"]
    counts = COUNTS[:3] if options.quick else COUNTS
    rows = []
    for shape in generated.SHAPES:
        own, total = [], []
        for count in counts:
            if total and total[-1] * (count / rows[-1]["loops"]) ** 2 > PATIENCE:
                break
            progress(f"{shape} {count}")
            ready = prepare(shape, count, directory)
            times = time_report([*opt, "-time-passes", ready], runs=3 if count <= COUNTED else 1)
            own.append(times[0])
            total.append(times[1])
            rows.append({"shape": shape, "loops": count, "own": own[-1], "total": total[-1], "fusions": None})
            if count <= COUNTED:
                record = directory / "record.yaml"
                run_tool([*opt, f"-pass-remarks-output={record}", "-pass-remarks-filter=loop-fuse", ready])
                rows[-1]["fusions"] = summarise(record).fusions
        for series, key in ((own, "own_exponent"), (total, "total_exponent")):
            for row, exponent in zip(rows[-len(series):], [None, *growth_exponent(counts, series)]):
                row[key] = exponent
    progress("")
    number = lambda e: "" if e is None else f"{e:.2f}"  # noqa: E731
    cells = [
        [r["shape"], r["loops"], "" if r["fusions"] is None else r["fusions"], f"{r['own'] * 1e3:.1f}",
         number(r["own_exponent"]), f"{r['own'] / r['loops'] * 1e6:.0f}", f"{r['total'] * 1e3:.1f}",
         number(r["total_exponent"]), ""]
        for r in rows
    ]
    header = ["shape", "loops", "fusions", "pass ms", "exponent", "us per loop", "with analyses ms", "exponent", ""]
    print(format_table(header, cells))
    return rows


def run(options):
    """Prints all tables; returns (status, data)."""
    with tempfile.TemporaryDirectory(prefix="loopfuse-bench-") as name:
        directory = Path(name)
        plugin = find_plugin(options.plugin, directory)
        growth = run_generated(plugin, options, directory)
        print()
        in_clang = run_files(generated_files(options, directory), plugin, options, directory)
        print()
        ordinary = run_ordinary(plugin, options, directory)
    return 0, {"ordinary": ordinary, "generated": growth, "in_clang": [vars(r) for r in in_clang]}
