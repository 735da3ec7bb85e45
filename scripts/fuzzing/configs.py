"""The ways a program is compiled with the pass.

Our plugin runs where clang's own pipelines load it. A pass of opt alone, such as LLVM's own
loop fusion, runs behind passes that bring loops into its form.
"""

from dataclasses import dataclass

_CANON = ("sroa,early-cse,simplifycfg,instcombine<no-verify-fixpoint>,loop-simplify,lcssa,"
          "loop(loop-rotate),early-cse<memssa>,instcombine<no-verify-fixpoint>,loop-simplify,lcssa")


@dataclass(frozen=True)
class Config:
    name: str
    clang: str = ""          # clang with the plugin at this level
    prepare: str = ""        # else a pipeline of opt
    profit: bool = False     # leave the profitability veto on


CONFIGS = {c.name: c for c in [
    Config("clang-O1", clang="-O1"),
    Config("clang-O2", clang="-O2", profit=True),
    Config("clang-O3", clang="-O3"),
    Config("early", prepare=f"function({_CANON})"),
    Config("simplified", prepare="thinlto-pre-link<O2>"),
]}


def choose(batch, only=None, plugin=True):
    """The configuration of a batch: each comes round, always in the same order."""
    if only:
        return CONFIGS[only]
    names = ["clang-O2", "clang-O3", "clang-O1", "clang-O3"] if plugin else ["early", "simplified"]
    return CONFIGS[names[batch % len(names)]]


class Pass:
    """The pass under test: our plugin, or one that opt already has."""

    def __init__(self, name="loop-fuse", plugin=None, params=None, flags=()):
        self.name, self.params, self.flags = name, params, list(flags)
        self.plugin = self.shown = plugin   # the file to load, and the one to name to people
        self.ours = plugin is not None

    def options(self, config):
        if not self.ours:
            return ""
        if self.params is not None:
            return self.params
        return "verify" if config.profit else "verify;no-profit"

    def text(self, config):
        options = self.options(config)
        return f"{self.name}<{options}>" if options else self.name

    def opt_flags(self, shown=False):
        plugin = self.shown if shown else self.plugin
        return ([f"-load-pass-plugin={plugin}"] if plugin else []) + self.flags
