"""Saved failures judged again, from the file alone."""

import re

from .oracle import Batch
from .program import Program


class Saved(Batch):
    """A batch of the one program in a file that `report` wrote."""

    def __init__(self, bench, path):
        with open(path) as f:
            text = f.read()
        lang = "c" if path.endswith(".c") else "ir"
        tags = sorted(set(re.findall(r"\bp0_(v\d+)\b", text)))
        # Without its tree the loops of a volatile's operations are unknown: each one is its own.
        program = Program(0, lang, "saved", [], [(t, t) for t in tags], [], [])
        self.file = path
        super().__init__(bench, [program])

    def _source(self):
        if self.lang == "c":
            with open(self.file) as f:
                self.printed = f.read()
            super()._source()
        else:
            self.source = self.raw = self.file
            self.whole = True

    def text(self):
        return self.printed


def judge_file(bench, path, config, test):
    batch = Saved(bench, path)
    findings = batch.judge(config, test).findings
    batch.remove()
    return findings
