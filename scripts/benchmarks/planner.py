"""What plans are worth, and how long they take.

1. Random graphs of many sizes. Contraction runs in turns with a general solver of integer programs, on the same
   graphs, and must find what that finds. What the graphs are stands in pass/plan/examples/papers.
2. Graphs of real loops (corpus.py), with each strategy: loops that are gone, what the plans are worth by that
   strategy's measure, how many are proved to be best, and what all may be short of the best.
"""

import json
import resource

from building.tools import TARGET

from . import corpus
from .tables import format_table
from .toolchain import ROOT, run as run_tool

SPEED = ["cargo", "run", "--quiet", "--release", "--package", "loopfuse-plan", "--example", "papers", "--", "--speed"]
DRIVER = TARGET / "release" / "loopfuse"
BUILD = ["cargo", "build", "--quiet", "--release", "--package", "loopfuse"]
PLAN = ["plan", "-", "--format", "json", "--strategy"]
STRATEGIES = ("auto", "pairwise", "maximal", "memory")
HEADERS = ["strategy", "graphs", "loops gone", "value", "proved best", "gap", "CPU time"]


def cpu_time():
    """Seconds that commands have taken so far."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def plan(strategy, graphs):
    """A row of the second table, as plain data."""
    begin = cpu_time()
    answers = [json.loads(line) for line in run_tool([DRIVER, *PLAN, strategy], input=graphs).splitlines()]
    return {
        "strategy": strategy,
        "graphs": len(answers),
        "gone": sum(len(group["loops"]) - 1 for answer in answers for group in answer["groups"]),
        "value": sum(answer["value"] for answer in answers),
        "proved": sum(answer["status"] == "optimal" for answer in answers),
        "gap": 1 - sum(answer["value"] for answer in answers) / max(1, sum(answer["bound"] for answer in answers)),
        "seconds": cpu_time() - begin,
    }


def show(row):
    """A row as cells."""
    figures = [f"{row['value']:.0f}", row["proved"], f"{row['gap']:.2%}", f"{row['seconds']:.2f} s"]
    return [row["strategy"], row["graphs"], row["gone"], *figures]


def run(options):
    """Prints both tables; returns the exit status and their rows as plain data."""
    if options.collect:
        print(f"{corpus.collect(options)} graphs in {corpus.FILE}")
    speed = run_tool(SPEED, cwd=ROOT)
    print(speed)
    head, _, *rows = ([cell.strip() for cell in line.strip("| ").split(" | ")] for line in speed.splitlines())
    run_tool(BUILD, cwd=ROOT)
    graphs = corpus.read()
    plans = [plan(strategy, graphs) for strategy in STRATEGIES]
    print(format_table(HEADERS, [show(row) for row in plans]))
    return 0, {"random": [dict(zip(head, row)) for row in rows], "real": plans}
