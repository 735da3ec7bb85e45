"""Reads which tests passed out of what a test run prints. Each reader gives {name: passed}.

Tests that a project leaves out by itself, for it lacks something here, are not among them.
"""

import re


def reader(result, passed, heading=None):
    """Reads lines that match `result` (`name`, `verdict`), each below the last that matches `heading`."""

    def read(text):
        tests, above = {}, ""
        for line in text.splitlines():
            if heading and (match := re.search(heading, line)):
                above = match["name"] + ": "
            elif match := re.search(result, line):
                name = above + " ".join(match["name"].split())
                tests[unused(name, tests)] = match["verdict"] in passed
        return tests

    return read


def unused(name, tests):
    """The name, numbered if there was one before it."""
    count = sum(known == name or known.startswith(f"{name} #") for known in tests)
    return f"{name} #{count + 1}" if count else name


def nothing(_):
    """Of tests that write what they find to files."""
    return {}


def comparisons(text):
    """Of bzip2's Makefile, which compares files until some differ."""
    lines = text.splitlines()
    tests = {}
    for line, following in zip(lines, [*lines[1:], ""]):
        if line.startswith("cmp "):
            tests[" ".join(line.split())] = not re.search(r"differ|EOF|Error", following)
    return tests


automake = reader(r"^(?P<verdict>PASS|FAIL|XFAIL|XPASS|ERROR): (?P<name>\S+)", ("PASS", "XFAIL"))
ctest = reader(
    r"^ *\d+/\d+ Test +#\d+: (?P<name>\S+) \.+[^*]*\**"
    r"(?P<verdict>Passed|Failed|Timeout|Exception|Not Run(?! \(Disabled))",
    ("Passed",),
)
zfp = reader(r"^  (?P<name>\S.*?) +(?P<verdict>OK|FAIL) *$", ("OK",), r"^testing (?P<name>.*)")
cargo = reader(
    r"^test (?P<name>.+?) \.\.\. (?P<verdict>ok|FAILED)",
    ("ok",),
    r"^ +(?:Running |Doc-tests )(?P<name>.*?)(?: \(|$)",
)
# What the tests of the reference BLAS write to files, one for each precision and level.
blas = reader(
    r"^ *(?P<name>-{5}|[A-Z]\w+) +(?P<verdict>PASS|FAIL)(?: -|ED THE)",
    ("PASS",),
    r"^ Test of subprogram number +\d+ +(?P<name>\w+)",
)
