#!/usr/bin/env python3
"""Compiles develop.c with fusion off and on, says what was fused, and compares the two at work.

    compare.py PLUGIN OUTPUT_FOLDER
"""

import filecmp
import itertools
import os
import re
import struct
import subprocess
import sys
import textwrap
import zlib

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
import remarks  # noqa: E402

FLAGS = ["-O3", "-march=native"]
SIZE = (4000, 3000)  # planes of 48 MB: far beyond any cache
RUNS = 7  # of each program, in turn, so that a busy machine disturbs both alike


class Failure(Exception):
    """What went wrong, in one line."""


def compile_c(source, program, *flags):
    command = ["clang-22", *FLAGS, *flags, os.path.join(HERE, source), "-o", program, "-lm"]
    if subprocess.run(command).returncode != 0:
        raise Failure(f"{source} does not compile")


def run(command):
    """What the program printed, the seconds it says it took, and its peak memory in MB."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    # The outputs are a few lines and fit in the pipes, so waiting first cannot block.
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    printed, said = process.communicate()
    if process.returncode != 0:
        raise Failure(f"{command[0]} ends with status {process.returncode}: {said.strip()}")
    return printed, float(said), usage.ru_maxrss / 1024


def write_png(ppm, path):
    with open(ppm, "rb") as file:
        _, size, _, pixels = file.read().split(b"\n", 3)
    width, height = map(int, size.split())
    stride = 3 * width
    rows = b"".join(b"\0" + pixels[y * stride : (y + 1) * stride] for y in range(height))

    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    with open(path, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n")
        file.write(chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)))
        file.write(chunk(b"IDAT", zlib.compress(rows, 1)) + chunk(b"IEND", b""))


class Helpers:
    """The functions of develop.c by line: a loop is best known by the step that it is."""

    def __init__(self):
        self.names = []  # (first line, name)
        with open(os.path.join(HERE, "develop.c")) as file:
            for number, text in enumerate(file, 1):
                if head := re.match(r"[a-z].*?(\w+)\(.*\{$", text):
                    self.names.append((number, head[1]))

    def __call__(self, label):
        """`film:67` for "loop at line 67"."""
        line = int((re.findall(r"\d+", label) or ["0"])[-1])
        names = [name for number, name in self.names if number <= line]
        return f"{names[-1]}:{line}" if names else label


def wrapped(text, indent):
    return textwrap.fill(text, 100, initial_indent=indent, subsequent_indent=indent + "    ")


def report_fusions(found, helper):
    """One line per resulting loop: a fused loop that takes in another goes by the other's line."""
    chains = []
    for remark in found:
        if remark.kind == "Passed" and remark.name == "Fused":
            first, second = helper(remark["FirstLoop"]), helper(remark["SecondLoop"])
            if not chains or chains[-1][-1] != first:
                chains.append([first])
            chains[-1].append(second)
    print(f"\n{sum(map(len, chains))} loops of develop.c fused into {len(chains)} (step:line):")
    for chain in chains:
        steps = ((step, len(list(same))) for step, same in itertools.groupby(chain))
        print(wrapped(", ".join(s if n == 1 else f"{s} ({n} times)" for s, n in steps), "  "))


def report_refusals(found, helper):
    """One line per pair of steps: the pass meets a pair several times, and its last word counts."""
    last_word = {}
    for remark in found:
        if remark.kind == "Missed" and remark.name not in remarks.ARRAYS:
            pair = helper(remark["FirstLoop"]), helper(remark["SecondLoop"])
            last_word.pop(pair, None)
            last_word[pair] = remark["Reason"]
        elif remark.kind == "Analysis" and remark["Reason"]:
            last_word[helper(remark["Loop"]), None] = remark["Reason"]
    print("\nNot fused, and why:")
    for (first, second), reason in last_word.items():
        print(wrapped(f"{first} with {second}: {reason}" if second else f"{first}: {reason}", "  "))


def report_arrays(found):
    """What became of its arrays: of each the last word counts."""
    became = {}
    for remark in found:
        if remark.name in remarks.ARRAYS:
            became[remark["Array"]] = remark
    print("\nWhat became of its arrays:")
    for remark in became.values():
        print(wrapped(remark.message, "  "))


def main(plugin, folder):
    os.makedirs(folder, exist_ok=True)

    def path(name):
        return os.path.join(folder, name)

    scene, record = path("scene.pfm"), path("remarks.yaml")
    compile_c("scene.c", path("scene"))
    compile_c("develop.c", path("develop-plain"))
    compile_c(
        "develop.c",
        path("develop-fused"),
        "-g",  # names of variables, for the remarks
        f"-fpass-plugin={plugin}",
        "-fsave-optimization-record",
        f"-foptimization-record-file={record}",
    )
    found, helper = remarks.read(record), Helpers()
    report_fusions(found, helper)
    report_refusals(found, helper)
    report_arrays(found)

    print(f"\nPainting a scene of {SIZE[0]} x {SIZE[1]}, and developing it {RUNS} times each way ...")
    subprocess.run([path("scene"), *map(str, SIZE), scene], check=True)
    results = {"plain": [], "fused": []}
    for _ in range(RUNS):
        for kind, runs in results.items():
            runs.append(run([path(f"develop-{kind}"), scene, path(f"{kind}.ppm")]))

    printed = {text for runs in results.values() for text, _, _ in runs}
    if len(printed) != 1:
        raise Failure("the statistics differ:\n" + "\n".join(sorted(printed)))
    if not filecmp.cmp(path("plain.ppm"), path("fused.ppm"), shallow=False):
        raise Failure(f"the pictures differ: {path('plain.ppm')} and {path('fused.ppm')}")
    write_png(path("fused.ppm"), path("picture.png"))

    print("\n" + printed.pop())
    (plain, plain_memory), (fused, fused_memory) = (
        (min(seconds for _, seconds, _ in runs), max(memory for _, _, memory in runs))
        for runs in results.values()
    )
    print(f"fusion off   {plain:.3f} s, {plain_memory:.0f} MB   clang-22 {' '.join(FLAGS)}")
    print(f"fusion on    {fused:.3f} s, {fused_memory:.0f} MB   with -fpass-plugin=libloopfuse.so")
    print(f"speed-up     {plain / fused:.2f}x   (best of {RUNS} runs)")
    print(f"pictures     identical bit for bit: {path('picture.png')} (and plain.ppm, fused.ppm)")
    # What is remarked of the source, as pages.
    driver = os.path.join(os.path.dirname(plugin), "loopfuse")
    subprocess.run([driver, "report", record, "-o", path("report")], check=True, stdout=subprocess.DEVNULL)
    print(f"report       {path('report/index.html')}: the source, what was fused, and why the rest was not")


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except (Failure, OSError, subprocess.CalledProcessError) as failure:
        sys.exit(f"demo: {failure}")
