"""One project with both compilers: what differs, and what the table says of it."""

from collections import Counter
from dataclasses import dataclass, field

from benchmarks.toolchain import Failure

from . import calls
from .tools import PLACE, SIDES

SHOWN = 10  # tests of a project that differ


@dataclass
class Row:
    """A project in the table."""

    project: object
    passed: dict  # by side
    differences: list = field(default_factory=list)
    notes: list = field(default_factory=list)
    files: int = 0
    said: Counter = field(default_factory=Counter)  # remarks by (kind, name)
    times: list = field(default_factory=list)

    @property
    def fusions(self):
        return self.said["Passed", "Fused"]


def differences(project, outcomes):
    """Lines about tests and builds that do not have the same result."""
    clang, loopfuse = (outcomes[side] for side in SIDES)
    lines = []
    for side, outcome in outcomes.items():
        if outcome.broken:
            lines.append(f"{project.name}: cannot be built with {side} only: {outcome.broken}")
    if lines:
        return lines
    for name in sorted(clang.passed ^ loopfuse.passed):
        passes, fails = ("clang", "loopfuse") if name in clang.passed else ("loopfuse", "clang")
        how = "fails" if name in outcomes[fails].tests else "has no result"
        lines.append(f"{project.name}: test {name} passes with {passes} and {how} with {fails}")
    return shorten(project, lines)


def shorten(project, lines):
    """The first of many lines."""
    if len(lines) > SHOWN:
        lines[SHOWN:] = [f"{project.name}: and {len(lines) - SHOWN} more; see {PLACE / project.name}/*.log"]
    return lines


def compare(project, tools, rounds):
    """The project's row; raises Failure where there is nothing to compare."""
    outcomes = {side: project.make(side, tools) for side in SIDES}
    if all(outcome.broken for outcome in outcomes.values()):
        raise Failure(outcomes["clang"].broken)
    row = Row(project, {side: len(outcome.passed) for side, outcome in outcomes.items()})
    row.differences = differences(project, outcomes)
    both = set.intersection(*(set(outcome.tests) - outcome.passed for outcome in outcomes.values()))
    row.notes = [f"{project.name}: test {name} fails with either compiler" for name in sorted(both)]
    if any(outcome.broken for outcome in outcomes.values()):
        return row
    if not any(row.passed.values()):
        raise Failure(f"no test passes, with either compiler; see {PLACE / project.name}/*.log")
    found = calls.read(PLACE / project.name / "clang.calls")
    if not found:
        raise Failure("the build called no compiler")
    row.files = len(found)
    try:
        row.said, different = calls.verdicts(found, tools)
        unlike = "nothing was changed, but its object is not clang's"
        row.differences += shorten(project, [f"{project.name}: {source}: {unlike}" for source in different])
        row.times = calls.times(found, tools, rounds)
    except Failure as failure:  # the build has made the same calls
        row.differences.append(f"{project.name}: {failure}")
    return row
