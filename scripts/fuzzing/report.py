"""Failures as files: self-contained, with the commands that show them.

A C program is one .c file: compiled as it is, it is the program; with -DHARNESS, the harness that
runs it. A program in IR is one .ll file, its surroundings linked in as optnone functions.
"""

import os
import re
import shlex

from . import harness, print_c, print_ir
from .oracle import must
from .toolchain import run

_HEADER = re.compile(r"^(?://|;) fuzz: (.*)$", re.M)


def seed_name(program):
    return f"{program.lang}{program.seed}"


def name_of(finding, reduced=False):
    return (f"{finding.kind}-{seed_name(finding.program)}-{finding.config}"
            f"{'-reduced' if reduced else ''}.{'c' if finding.program.lang == 'c' else 'll'}")


def save(bench, finding, config, test, profile, out, reduced=False):
    """Write a finding as a file; returns its path."""
    os.makedirs(out, exist_ok=True)
    path = os.path.join(out, name_of(finding, reduced))
    program = finding.program
    mark = "//" if program.lang == "c" else ";"
    head = [f"fuzz: kind={finding.kind} seed={seed_name(program)} profile={profile} "
            f"config={finding.config} pass={test.text(config)}",
            f"{finding.detail}", *_commands(path, config, test)]
    text = "".join(f"{mark} {line}\n" for line in head)
    if program.lang == "c":
        text += ("#ifdef HARNESS\n" + harness.SOURCE + "#else\n"
                 + print_c.file([program], ["p0"]) + "#endif\n")
    else:
        text += _linked(bench, program)
    with open(path, "w") as f:
        f.write(text)
    return path


def _linked(bench, program):
    """Kernels, main and harness as one module."""
    tools, where = bench.tools, bench.directory()
    at = lambda name: os.path.join(where, name)
    with open(at("k.ll"), "w") as f:
        f.write(print_ir.file([program], ["p0"]))
    with open(at("m.c"), "w") as f:
        f.write(print_c.main_file([program], ["p0"]))
    with open(at("h.c"), "w") as f:
        f.write(harness.SOURCE)
    for part in "mh":
        must(run([tools.clang, "-w", "-O0", "-S", "-emit-llvm", at(part + ".c"),
                  "-o", at(part + ".ll")]), "clang")
    linked = must(run([tools.llvm_link, "-S", at("k.ll"), at("m.ll"), at("h.ll"), "-o", "-"]),
                  "llvm-link").out
    for name in os.listdir(where):
        os.unlink(at(name))
    os.rmdir(where)
    return re.sub(r"^(; ModuleID|source_filename).*\n", "", linked, flags=re.M)


def _commands(path, config, test):
    """How to see the failure by hand."""
    base = os.path.basename(path)
    is_c = base.endswith(".c")
    raw = ["clang-22 -w -O2 -ffp-contract=off -Xclang -disable-llvm-passes -emit-llvm -c "
           f"{base} -o raw.bc"] if is_c else []
    opt = " ".join(["opt-22"] + [f"-load-pass-plugin={shlex.quote(_relative(f.split('=', 1)[1]))}"
                    if f.startswith("-load") else f
                                 for f in test.opt_flags(shown=True)])
    source = "raw.bc" if is_c else base
    link = "-DHARNESS " + base + " " if is_c else ""
    if config.clang:
        plugin = shlex.quote(_relative(test.shown or ""))
        clang = f"clang-22 -w {config.clang} -ffp-contract=off -mllvm -fast-isel"
        lines = [f"{clang} -fpass-plugin={plugin} -mllvm "
                 f"'-{test.name}-options={test.options(config)}' -c {base} -o fused.o",
                 f"{clang} -c {base} -o plain.o"]
        return lines + [f"clang-22 -w -DHARNESS -c {base} -o h.o" if is_c else "",
                        "for x in plain fused; do clang-22 " + ("h.o " if is_c else "")
                        + "$x.o -o $x && ./$x; done"]
    inside = ",".join(x for x in (config.inside, test.text(config), config.after) if x)
    lines = raw + [f"opt-22 -passes='{config.prepare}' {source} -o plain.bc"]
    if config.split:
        lines.append(f"{opt} -passes='function({inside})' plain.bc -o fused.bc")
    else:
        lines.append(f"{opt} -passes='{config.prepare},function({inside})' {source} "
                     "-o fused.bc")
    if config.again is not None:
        inside = ",".join(x for x in (config.again, test.text(config)) if x)
        lines.append(f"{opt} -passes='function({inside})' fused.bc -o again.bc && "
                     "mv again.bc fused.bc")
    if is_c:
        lines.append(f"clang-22 -w {link}-c -o h.o")
    return lines + ["for x in plain fused; do llc-22 -O0 -relocation-model=pic -filetype=obj "
                    "$x.bc -o $x.o && clang-22 " + ("h.o " if is_c else "")
                    + "$x.o -o $x && ./$x; done   # or clang-22 -O2 -mllvm -fast-isel in place of "
                    "llc-22 -O0"]


def _relative(path):
    """A path of the repository as one from its root."""
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    path = os.path.abspath(path)
    return os.path.relpath(path, root) if path.startswith(root) else path


def header(path):
    """The fields of a saved failure: kind, seed, profile, config, pass."""
    with open(path) as f:
        found = _HEADER.search(f.read(2000))
    if not found:
        raise ValueError(f"{path}: no '// fuzz:' line, not a file of this fuzzer")
    return dict(x.split("=", 1) for x in found[1].split(" ") if "=" in x)
