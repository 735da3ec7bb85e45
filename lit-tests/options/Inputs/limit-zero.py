#!/usr/bin/env python3
"""Compiles all tests of some kinds with `limit=0` and without the plugin: the same bytes must come out.

    limit-zero.py PLUGIN FOLDER EXTENSION...
"""

import pathlib
import subprocess
import sys

OPTIONS = "limit=0"
REMARKS = "-pass-remarks-output=/dev/null"


def output(command):
    """Status and standard output."""
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True)
    return done.returncode, done.stdout


def commands(path, plugin):
    """Pairs of commands, with the plugin and without."""
    file = str(path)
    if path.suffix == ".ll":
        opt, load = ["opt", "-S", file, "-o", "-"], f"-load-pass-plugin={plugin}"
        fuse = f"-passes=function(loop-fuse<{OPTIONS}>)"
        without = [*opt, "-passes=function(verify)"]
        # Where remarks are wanted, refusals are looked for in a copy.
        return [([*opt, load, fuse], without), ([*opt, load, fuse, REMARKS], without)]
    clang = ["flang"] if path.suffix == ".f90" else ["clang", "-w"]
    clang += ["-O2", "-c", file, "-o", "-"]
    return [([*clang, f"-fpass-plugin={plugin}", "-mllvm", f"-loop-fuse-options={OPTIONS}"], clang)]


def main(plugin, folder, *extensions):
    files = sorted(p for e in extensions for p in pathlib.Path(folder).glob(f"*/*{e}"))
    different = 0
    for path in files:
        for with_plugin, without in commands(path, plugin):
            if output(with_plugin) != output(without):
                different += 1
                print(f"different: {' '.join(with_plugin)}")
    print(f"{len(files)} files, {different} differences")
    return different > 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
