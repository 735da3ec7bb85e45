"""Failures as files: self-contained, with the commands that show them.

A program is one .c file: compiled as it is, it is the program; with -DHARNESS, the harness that
runs it.
"""

import os
import re
import shlex

from . import harness, print_c
from .toolchain import ROOT

_HEADER = re.compile(r"^// fuzz: (.*)$", re.M)


def seed_name(program):
    return f"c{program.seed}"


def name_of(finding, reduced=False):
    return (f"{finding.kind}-{seed_name(finding.program)}-{finding.config}"
            f"{'-reduced' if reduced else ''}.c")


def save(finding, config, test, profile, out, reduced=False):
    """Write a finding as a file; returns its path."""
    os.makedirs(out, exist_ok=True)
    path = os.path.join(out, name_of(finding, reduced))
    program = finding.program
    head = [f"fuzz: kind={finding.kind} seed={seed_name(program)} profile={profile} "
            f"config={finding.config} pass={test.text(config)}",
            f"{finding.detail}", *_commands(path, config, test)]
    text = "".join(f"// {line}\n" for line in head)
    text += ("#ifdef HARNESS\n" + harness.SOURCE + "#else\n"
             + print_c.file([program], ["p0"]) + "#endif\n")
    with open(path, "w") as f:
        f.write(text)
    return path


def _commands(path, config, test):
    """How to see the failure by hand."""
    base = os.path.basename(path)
    link = f"clang-22 -w -DHARNESS -c {base} -o h.o"
    if config.clang:
        plugin = shlex.quote(_relative(test.shown or ""))
        clang = f"clang-22 -w {config.clang} -ffp-contract=off -mllvm -fast-isel"
        return [f"{clang} -fpass-plugin={plugin} -mllvm "
                f"'-{test.name}-options={test.options(config)}' -c {base} -o fused.o",
                f"{clang} -c {base} -o plain.o", link,
                "for x in plain fused; do clang-22 h.o $x.o -o $x && ./$x; done"]
    opt = " ".join(["opt-22"] + [f"-load-pass-plugin={shlex.quote(_relative(f.split('=', 1)[1]))}"
                    if f.startswith("-load") else f
                                 for f in test.opt_flags(shown=True)])
    return ["clang-22 -w -O2 -ffp-contract=off -Xclang -disable-llvm-passes -emit-llvm -c "
            f"{base} -o raw.bc",
            f"opt-22 -passes='{config.prepare}' raw.bc -o plain.bc",
            f"{opt} -passes='{config.prepare},function({test.text(config)})' raw.bc -o fused.bc",
            link, "for x in plain fused; do llc-22 -O0 -relocation-model=pic -filetype=obj "
            "$x.bc -o $x.o && clang-22 h.o $x.o -o $x && ./$x; done   # or clang-22 -O2 -mllvm "
            "-fast-isel in place of llc-22 -O0"]


def _relative(path):
    """A path of the repository as one from its root."""
    path = os.path.abspath(path)
    return os.path.relpath(path, ROOT) if path.startswith(ROOT) else path


def header(path):
    """The fields of a saved failure: kind, seed, profile, config, pass."""
    with open(path) as f:
        found = _HEADER.search(f.read(2000))
    if not found:
        raise ValueError(f"{path}: no '// fuzz:' line, not a file of this fuzzer")
    return dict(x.split("=", 1) for x in found[1].split(" ") if "=" in x)
