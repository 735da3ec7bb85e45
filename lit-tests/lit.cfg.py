"""How lit runs the tests below this folder: `lit-22 lit-tests`, after `cargo build --release`.

Substitutions, by the three things a test can look at:

    the verdict   %opt -passes='loop-fuse<print-verdicts>' ...    opt with the plugin loaded
    the IR        %fuse %s                                        opt, fuses, verifies each step, prints
    the run       %run_both --fused %s                            run-both.py: the same result either way

and %loopfuse (the plugin's path), %python, %clang, %clang_fuse (clang with the plugin, verifying), %llc, %lli,
%rustc, %bisect, %install, %cmake, %root (the project's).
LOOPFUSE_PLUGIN names another plugin than target/release/libloopfuse.so.
"""

import os
import shlex
import shutil
import subprocess
import sys

import lit.formats

root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
target = os.path.join(root, os.environ.get("CARGO_TARGET_DIR", "target"))
plugin = os.path.abspath(
    os.environ.get("LOOPFUSE_PLUGIN", os.path.join(target, "release", "libloopfuse.so"))
)
if not os.path.exists(plugin):
    lit_config.fatal(f"no plugin at {plugin}: run cargo build --release")

config.name = "loopfuse"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".ll", ".c", ".cpp", ".f90", ".rs", ".test"]
config.excludes = ["Inputs"]
config.test_source_root = os.path.dirname(os.path.abspath(__file__))
config.test_exec_root = os.path.join(target, "lit")

# FileCheck, not, opt and the rest are LLVM 22's by their plain names, whatever else is installed.
bindir = subprocess.check_output(["llvm-config-22", "--bindir"], text=True).strip()
config.environment["PATH"] = bindir + os.pathsep + config.environment["PATH"]
config.environment["LOOPFUSE_PLUGIN"] = plugin
for feature, program in {"flang": "flang-22", "cmake": "cmake"}.items():
    if shutil.which(program):
        config.available_features.add(feature)
# Debian's package qemu-user-static.
if all(shutil.which(f"qemu-{processor}-static") for processor in ["aarch64", "riscv64"]):
    config.available_features.add("qemu")
# Debian's package libclang-rt-22-dev: sanitizers, and what writes profiles.
runtime = ["clang-22", "-print-file-name=libclang_rt.profile-x86_64.a"]
if os.path.exists(subprocess.check_output(runtime, text=True).strip()):
    config.available_features.add("compiler-rt")


# rustc itself, not what chooses among several by the environment.
rustc = shutil.which("rustc")
if rustc and "LLVM version: 22." in subprocess.check_output([rustc, "-vV"], text=True):
    sysroot = subprocess.check_output([rustc, "--print=sysroot"], text=True).strip()
    rustc = os.path.join(sysroot, "bin", "rustc")
    config.available_features.add("rustc")


def python(*path):
    return shlex.join([sys.executable, os.path.join(root, *path)])


quoted = shlex.quote(plugin)
opt = f"opt -load-pass-plugin={quoted}"
for name, command in {
    "loopfuse": quoted,
    "opt": opt,
    "fuse": f"{opt} -passes='loop-fuse<verify;check-work=0>' -S",
    "clang": "clang",
    "clang_fuse": f"clang -fpass-plugin={quoted} -mllvm -loop-fuse-options='verify;check-work=0'",
    "llc": "llc",
    "lli": "lli",
    "rustc": shlex.quote(rustc or "rustc"),
    "run_both": python("lit-tests", "run-both.py"),
    "install": shlex.quote(os.path.join(root, "scripts", "install")),
    "cmake": "env -u CFLAGS -u CXXFLAGS -u LOOPFUSE_PLUGIN cmake",
    "root": shlex.quote(root),
    "python": shlex.quote(sys.executable),
    "bisect": shlex.quote(os.path.join(root, "scripts", "bisect")),
}.items():
    config.substitutions.append((f"%{name}\\b", command))
