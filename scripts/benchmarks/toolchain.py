"""Finds the tools and the plugin, runs commands, and ends with one clear line where that fails."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
HERE = Path(__file__).resolve().parent
PLUGIN_DEFAULT = ROOT / "target" / "release" / "libloopfuse.so"


COMPILERS = {"clang": "clang-22", "clang++": "clang-22", "flang": "flang-22"}  # of LLVM 22, and their packages


class Failure(Exception):
    """Ends the program with its message as one line."""


def find_tool(name):
    """Path of an LLVM 22 tool (`clang`, `clang++`, `flang`, `opt`); raises Failure where there is none."""
    path = shutil.which(f"{name}-22")
    if not path:
        package = COMPILERS.get(name, "llvm-22")
        raise Failure(f"{name}-22 not found in PATH; install the package {package}, or run scripts/setup")
    return path


def find_compiler(name):
    """Path of LLVM 22's `clang`, `clang++` or `flang`, or of the system's `gcc`, `g++` or `gfortran`; raises Failure
    where there is none."""
    if name in COMPILERS:
        return find_tool(name)
    path = shutil.which(name)
    if not path:
        raise Failure(f"{name} not found in PATH")
    return path


def find_plugin(path, directory):
    """A copy in `directory` of the plugin at `path` or at its usual place; raises Failure where it is not built.

    The copy stays what it is when the plugin is built anew while a benchmark runs.
    """
    plugin = Path(path) if path else PLUGIN_DEFAULT
    if not plugin.is_file():
        raise Failure(f"{plugin} not found; build it with `cargo build --release`")
    return Path(shutil.copy(plugin, directory / "libloopfuse.so"))


def run(command, **options):
    """Runs `command`, returns its standard output; raises Failure with the first line it complains of."""
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True, **options)
    if done.returncode != 0:
        complaints = [line for line in done.stderr.splitlines() if line.strip()]
        first = next((line for line in complaints if "error" in line), complaints[0] if complaints else "no message")
        name = os.path.basename(str(command[0]))
        raise Failure(f"{name} exited with status {done.returncode}: {first}  [{' '.join(map(str, command))}]")
    return done.stdout


def cpu_seconds(command):
    """Runs `command` and returns the CPU time it and its children took, in seconds.

    User and system time together: their sum is exact, while Linux splits it by sampling, which for
    processes of a few milliseconds is noise.
    """
    usage = resources(command)
    return usage.ru_utime + usage.ru_stime


def peak_memory(command):
    """Runs `command` and returns the most memory it had at a time, in bytes."""
    return resources(command).ru_maxrss * 1024


def resources(command):
    """Runs `command` and returns what it and its children used; raises Failure where it fails."""
    process = subprocess.Popen([str(c) for c in command], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    complaints = process.stderr.read().decode(errors="replace")
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    process.stderr.close()
    if process.returncode != 0:
        first = (complaints.strip().splitlines() or ["no message"])[0]
        raise Failure(f"{' '.join(map(str, command))} exited with status {process.returncode}: {first}")
    return usage


def progress(text):
    """Shows what is being done, on a terminal only, on one line that the next call overwrites."""
    if sys.stderr.isatty():
        width = shutil.get_terminal_size().columns - 1
        sys.stderr.write("\r" + text[:width].ljust(width))
        if not text:
            sys.stderr.write("\r")
        sys.stderr.flush()
