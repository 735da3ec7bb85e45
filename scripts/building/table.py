"""The results as Markdown."""

import statistics
from collections import Counter

import remarks

HEADER = ["project", "version", "files", "fusions", "tests passed (clang / loopfuse)", "compile time"]


def ratio(rounds):
    """`12.3 s x 1.012 (1.001 to 1.020)`: clang's time, the driver's relative to it, least and most."""
    if not rounds:
        return "-"
    ratios = [sums["loopfuse"] / sums["clang"] for sums in rounds]
    seconds = statistics.median(sums["clang"] for sums in rounds)
    middle = statistics.median(ratios)
    return f"{seconds:.1f} s x {middle:.3f} ({min(ratios):.3f} to {max(ratios):.3f})"


def line(cells):
    return "| " + " | ".join(str(cell) for cell in cells) + " |"


def head():
    return "\n".join([line(HEADER), "|---|---|--:|--:|--:|---|"])


def row(result):
    """The line of a project."""
    passed = f"{result.passed['clang']} / {result.passed['loopfuse']}"
    project = result.project
    return line([project.name, project.version, result.files, result.fusions, passed, ratio(result.times)])


def total(rows):
    """The last line: sums, and the ratio of the summed times of each round."""
    times = [result.times for result in rows if result.times]
    rounds = [
        {side: sum(sums[side] for sums in together) for side in together[0]} for together in zip(*times)
    ]
    passed = [sum(result.passed[side] for result in rows) for side in ("clang", "loopfuse")]
    files, fusions = sum(result.files for result in rows), sum(result.fusions for result in rows)
    return line(["total", "", files, fusions, f"{passed[0]} / {passed[1]}", ratio(rounds)])


# What a remark's kind is about.
ABOUT = {"Passed": "pairs fused", "Missed": "pairs refused", "Analysis": "loops left out"}


def reasons(rows):
    """What the pass said, most frequent first, and in which projects most often."""
    sums = sum((row.said for row in rows), Counter())
    lines = [line(["what", "verdict", "count", "most in"]), "|---|---|--:|---|"]
    for (kind, name), count in sorted(sums.items(), key=lambda item: -item[1]):
        if kind == "Analysis" and name in ("Gain", "Planned"):
            continue
        most = sorted(rows, key=lambda row: -row.said[kind, name])[:3]
        where = ", ".join(f"{row.project.name} {row.said[kind, name]}" for row in most if row.said[kind, name])
        about = "arrays" if name in remarks.ARRAYS else ABOUT[kind]
        lines.append(line([about, name, count, where]))
    return "\n".join(lines)


def listing(projects):
    """Names, versions and sources, for people."""
    width = max(len(project.name) for project in projects)
    return "\n".join(
        f"{project.name.ljust(width)}  {project.version:8}  {project.source}"
        for project in projects
    )
