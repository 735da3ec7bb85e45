"""How long the planners take, on random graphs of many sizes.

Contraction runs in turns with a general solver of integer programs, on the same graphs, and must find what that finds.
What the graphs are stands in pass/plan/examples/papers.
"""

import subprocess

from .toolchain import Failure, ROOT

COMMAND = ["cargo", "run", "--quiet", "--release", "--package", "loopfuse-plan", "--example", "papers", "--", "--speed"]


def run(_options):
    """Prints the table; returns the exit status and the rows as plain data."""
    done = subprocess.run(COMMAND, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    if done.returncode != 0:
        raise Failure(f"{' '.join(COMMAND)} exited with status {done.returncode}")
    print(done.stdout, end="")
    head, _, *rows = ([cell.strip() for cell in line.strip("| ").split(" | ")] for line in done.stdout.splitlines())
    return 0, [dict(zip(head, row)) for row in rows]
