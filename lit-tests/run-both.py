#!/usr/bin/env python3
"""Runs a program with and without fusion and requires that the two do the same.

    run-both.py [--fused | --not-fused] [--options=OPTIONS] FILE.{c,cpp,f90,ll} [COMPILER FLAG...]

A C or Fortran file is compiled at -O2 (flags may say otherwise). An IR file is fused by opt and compiled
at -O0, so that only the fusion differs, and at -O2, where later passes meet what it left. --fused
demands at least one fusion, --not-fused none; OPTIONS are further options of the pass, as in
`loop-fuse<OPTIONS>`. Prints a line per fusion, the exit status and the output, for FileCheck.
"""

import argparse
import os
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir, "scripts"))
import remarks  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PLUGIN = os.path.join(ROOT, "target", "release", "libloopfuse.so")  # lit names it by LOOPFUSE_PLUGIN
TIME_LIMIT = 60  # seconds for one command


class Failure(Exception):
    """What to tell the user, in one message."""


def run(command):
    """The finished command; its output is bytes, since a program may print anything."""
    try:
        return subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, timeout=TIME_LIMIT
        )
    except subprocess.TimeoutExpired:
        raise Failure(f"no end after {TIME_LIMIT} s: {' '.join(command)}")


def build(command):
    """Runs a compiler and returns what it says, or fails with that."""
    done = run(command)
    message = done.stderr.decode(errors="replace")
    if done.returncode != 0:
        raise Failure(f"status {done.returncode} from {' '.join(command)}\n{message}")
    return message


def programs(source, options, flags, plugin, folder):
    """Compiles to [(name, program)], the reference first, and the fusions that were done."""

    def path(name):
        return os.path.join(folder, name)

    record = path("remarks.yaml")
    if source.endswith(".ll"):
        pass_name = f"loop-fuse<{options}>"
        build(["opt-22", f"-load-pass-plugin={plugin}", f"-passes={pass_name}", source]
              + ["-o", path("fused.bc"), f"-pass-remarks-output={record}"])
        variants = [
            ("not fused, -O0", source, ["-O0"]),
            ("fused, -O0", path("fused.bc"), ["-O0"]),
            ("not fused, -O2", source, ["-O2"]),
            ("fused, -O2", path("fused.bc"), ["-O2"]),
        ]
    else:
        fuse = [f"-fpass-plugin={plugin}", "-mllvm", f"-loop-fuse-options={options}"]
        fuse += ["-fsave-optimization-record", f"-foptimization-record-file={record}"]
        variants = [("not fused", source, ["-O2"]), ("fused", source, ["-O2"] + fuse)]
    compiler = ["clang-22", "-Wno-override-module"]
    if source.endswith(".cpp"):
        compiler[0] = "clang++-22"
    elif source.endswith(".f90"):
        compiler = ["flang-22"]
    built = []
    for name, file, switches in variants:
        program = path(f"program{len(built)}")
        build([*compiler, *switches, *flags, file, "-o", program, "-lm"])
        built.append((name, program))
    return built, remarks.fusions(record)


def show(name, done):
    print(f"exit status ({name}): {done.returncode}", flush=True)
    sys.stdout.buffer.write(done.stdout)
    sys.stdout.flush()


def main():
    parser = argparse.ArgumentParser(allow_abbrev=False, usage=__doc__.split("\n\n")[1].strip())
    wanted = parser.add_mutually_exclusive_group()
    wanted.add_argument("--fused", action="store_true")
    wanted.add_argument("--not-fused", action="store_true")
    parser.add_argument("--options", default="")
    parser.add_argument("file")
    arguments, flags = parser.parse_known_args()
    plugin = os.environ.get("LOOPFUSE_PLUGIN", PLUGIN)
    options = ";".join(filter(None, ["verify", "check-work=0", arguments.options]))

    with tempfile.TemporaryDirectory(prefix="run-both.") as folder:
        built, fused = programs(arguments.file, options, flags, plugin, folder)
        for fusion in fused:
            print(f"fused in {fusion}")
        (name, program), *others = built
        reference = run([program])
        # Not even a segmentation fault may change, but a test whose program dies of one tests nothing.
        if reference.returncode < 0:
            show(name, reference)
            raise Failure(f"'{name}' was killed by signal {-reference.returncode}")
        for other, program in others:
            done = run([program])
            if (done.returncode, done.stdout) != (reference.returncode, reference.stdout):
                show(name, reference)
                show(other, done)
                raise Failure(f"'{other}' differs from '{name}'")
        print(f"exit status: {reference.returncode}", flush=True)
        sys.stdout.buffer.write(reference.stdout)
        sys.stdout.flush()
    if arguments.fused and not fused:
        raise Failure("nothing was fused")
    if arguments.not_fused and fused:
        raise Failure(f"{len(fused)} fused, and none should be")


if __name__ == "__main__":
    try:
        main()
    except (Failure, OSError) as failure:
        sys.exit(f"run-both: {failure}")
