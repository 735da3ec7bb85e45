"""Saved failures judged again, from the file alone."""

from .oracle import Batch
from .program import Program


class Saved(Batch):
    """A batch of the one program in a file that `report` wrote."""

    def __init__(self, bench, path):
        with open(path) as f:
            self.printed = f.read()
        super().__init__(bench, [Program(0, "saved", [], [], [], [])])

    def text(self):
        return self.printed


def judge_file(bench, path, config, test):
    batch = Saved(bench, path)
    findings = batch.judge(config, test).findings
    batch.remove()
    return findings
