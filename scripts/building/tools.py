"""The two compilers, the directories, the environment of a build, and commands that end in time."""

import fcntl
import os
import re
import shutil
import signal
import subprocess
from pathlib import Path

from benchmarks.toolchain import ROOT, Failure, find_tool

TARGET = ROOT / os.environ.get("CARGO_TARGET_DIR", "target")
PLACE = TARGET / "builds"
SIDES = ("clang", "loopfuse")
# The driver's names for the compilers it stands in for.
LINKS = {"clang": "loopfuse-cc", "clang++": "loopfuse-c++", "flang": "loopfuse-fc"}
PATIENCE = 1800  # seconds that one command may take; a loop that was fused wrongly may never end

# rustup puts cargo here, but a shell that has not read its profile does not look there.
os.environ["PATH"] += os.pathsep + os.path.join(os.environ.get("CARGO_HOME", Path.home() / ".cargo"), "bin")

# What would change how or with what a project is built.
FOREIGN = re.compile(
    r"((HOST|TARGET)_)?(CC|CXX|FC|AR|CFLAGS|CXXFLAGS|FFLAGS)(_.*)?|CPPFLAGS|LDFLAGS|LIBS|MAKE.*|MFLAGS|RUSTFLAGS"
    r"|CARGO_(TARGET|BUILD|PROFILE|ENCODED)_.*|CMAKE_.*|CTEST_.*|LANG|LC_.*"
)

# Writes down the compilations that succeed: the compiler, the directory and the arguments.
WRAPPER = """#!/bin/sh
{compiler} "$@" || exit
case " $* " in
*" -c "*) printf '%s\\0' {name} "$PWD" "$@" > "$(mktemp "$BUILDS_LOG/XXXXXXXX")" ;;
esac
"""


class Tools:
    """Compilers by side and language; the driver is a copy, which stays what it is when it is built anew."""

    def __init__(self, driver):
        driver = Path(driver) if driver else TARGET / "release" / "loopfuse"
        plugin = driver.with_name("libloopfuse.so")
        for file in (driver, plugin):
            if not file.is_file():
                raise Failure(f"{file} not found; build it with `cargo build --release`")
        self.bin = PLACE / "bin"
        PLACE.mkdir(parents=True, exist_ok=True)
        self.lock = open(PLACE / "lock", "w")  # until this program ends
        try:
            fcntl.flock(self.lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Failure(f"it already runs in {PLACE}") from None
        shutil.rmtree(self.bin, ignore_errors=True)
        self.bin.mkdir()
        for file in (driver, plugin):
            shutil.copy(file, self.bin)
        self.compilers = {side: {} for side in SIDES}
        for name, link in LINKS.items():
            if name == "flang" and not shutil.which("flang-22"):
                continue
            (self.bin / link).symlink_to(driver.name)
            self.compilers["clang"][name] = find_tool(name)
            self.compilers["loopfuse"][name] = str(self.bin / link)
            wrapper = self.bin / name
            wrapper.write_text(WRAPPER.format(compiler=find_tool(name), name=name))
            wrapper.chmod(0o755)

    def environment(self, side, log):
        """Variables for a build of that side; clang's compilations are written to the directory `log`."""
        kept = {name: value for name, value in os.environ.items() if not FOREIGN.fullmatch(name)}
        used = {name: str(self.bin / name) for name in self.compilers[side]}
        used = used if side == "clang" else self.compilers[side]
        languages = {"CC": used["clang"], "CXX": used["clang++"], "FC": used.get("flang", "flang-22")}
        return kept | languages | {"LC_ALL": "C", "BUILDS_LOG": str(log)}


def say(command):
    """The command as a line for people."""
    return " ".join(map(str, command))


def start(command, directory, environment, output):
    """Runs a command in a session of its own, which ends with it; its exit status, None if it hung."""
    with open(output, "ab") as file:
        file.write(f"$ {say(command)}\n".encode())
        file.flush()
        process = subprocess.Popen(
            [str(word) for word in command], cwd=directory, env=environment, stdin=subprocess.DEVNULL,
            stdout=file, stderr=subprocess.STDOUT, start_new_session=True,
        )  # fmt: skip
        try:
            return process.wait(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            return None
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
