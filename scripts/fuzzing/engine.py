"""The engine, which is the crate pass/fuzz: builds it, and hands the command line over."""

import os
import subprocess

from .toolchain import OUT, ROOT

TARGET = os.path.join(ROOT, "target", "engine")

USAGE = """\
Looks for programs that loop fusion makes wrong.

  scripts/fuzz [OPTIONS]                    make programs and compare, until --seconds or so are over
  scripts/fuzz --show SEED                  print the program of a seed such as rows-17
  scripts/fuzz --reduce SEED                make it smaller, as long as it fails
  scripts/fuzz --replay FILE...             do saved programs still fail?
  scripts/fuzz --check-generator            are the programs what they should be?
  scripts/fuzz --faults [NAME...]           leave conditions out of the pass: is each found?
  scripts/fuzz --compilers [KIND]           through clang and flang; see its own --help

Options of the first form; most of the others take --profile, --without, --config and --params, too:
"""

# Options that choose something else than a run, as the engine's command line has it.
MODES = ("--show", "--reduce", "--replay", "--check-generator", "--faults")


def command_line(argv):
    """The engine's own: the mode first, a run where none is chosen."""
    chosen = [arg for arg in argv if arg in MODES]
    rest = [arg for arg in argv if arg not in MODES]
    if len(chosen) > 1:
        raise ValueError(f"{chosen[0]} and {chosen[1]} do not go together")
    if chosen:
        return [chosen[0][2:], *rest]
    given = any(arg.split("=")[0] == "--out" for arg in rest)
    return ["run", *rest, *([] if given else ["--out", OUT])]


def main(argv):
    """Runs it; the result is its exit status."""
    line = command_line(argv)
    build = ["cargo", "build", "--quiet", "--release", "--package", "loopfuse-fuzz",
             "--features", "testing", "--target-dir", TARGET]
    if "--help" in argv or "-h" in argv:
        print(USAGE, flush=True)
    done = subprocess.run(build, cwd=ROOT)
    if done.returncode:
        raise ValueError("the engine does not build")
    return subprocess.run([os.path.join(TARGET, "release", "loopfuse-fuzz"), *line]).returncode
