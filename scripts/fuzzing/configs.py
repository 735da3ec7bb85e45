"""The ways a program is prepared, fused and cleaned up.

What a pass decides depends on the shape of the IR *and* on the analyses that happen to be cached,
so preparation and fusion run in one opt process and in two, and some configurations let passes
that trust the preserved analyses run straight after.
"""

from dataclasses import dataclass

_EARLY = ("sroa,early-cse,simplifycfg,instcombine<no-verify-fixpoint>,loop-simplify,lcssa,"
          "loop(loop-rotate)")
_CANON = _EARLY + ",early-cse<memssa>,instcombine<no-verify-fixpoint>,loop-simplify,lcssa"
_AFTER = ("loop-simplify,lcssa,loop-mssa(licm<allowspeculation>),loop(indvars,loop-deletion),"
          "early-cse<memssa>,gvn,dse,instcombine<no-verify-fixpoint>,simplifycfg")


@dataclass(frozen=True)
class Config:
    name: str
    prepare: str = ""        # a pipeline of opt
    split: bool = False      # preparation and fusion in two processes
    inside: str = ""         # functions passes that run just before fusion, in its process
    after: str = ""          # function passes in the same process, right after fusion
    again: str = None        # then a second process: these function passes, and fusion again
    clang: str = ""          # instead of all that: clang with the plugin at this level
    profit: bool = False     # leave the profitability veto on
    optimise: bool = True    # also judge the fused IR after -O2
    langs: tuple = ("c", "ir")


CONFIGS = {c.name: c for c in [
    Config("early", f"function({_CANON})"),
    Config("early-split", f"function({_CANON})", split=True),
    Config("indvars", f"function({_CANON},loop(indvars))", optimise=False),
    Config("analyses", f"function({_CANON})", optimise=False,
           inside="require<scalar-evolution>,require<da>,require<postdomtree>,require<memoryssa>"),
    Config("followed", f"function({_CANON})", after=_AFTER, optimise=False),
    Config("twice", f"function({_CANON})", again=""),
    Config("twice-simplified", f"function({_CANON})", again=_AFTER, optimise=False),
    Config("raw", "function(sroa)", optimise=False),
    Config("rotated", "function(sroa,loop-simplify,lcssa,loop(loop-rotate))", split=True,
           optimise=False),
    Config("attributes", f"cgscc(inline,function-attrs,function({_CANON}))", optimise=False),
    Config("simplified", "thinlto-pre-link<O2>", split=True),
    Config("simplified-one", "thinlto-pre-link<O2>"),
    Config("profitable", "thinlto-pre-link<O2>", profit=True),
    Config("clang-O1", clang="-O1", optimise=False),
    Config("clang-O2", clang="-O2", profit=True, optimise=False),
    Config("clang-O3", clang="-O3", optimise=False),
]}

# One of each row per batch: cheap shapes, realistic shapes, whole compilers.
ROWS = [
    ["early", "early-split", "twice", "indvars", "analyses", "followed"],
    ["simplified", "raw", "simplified-one", "rotated", "attributes", "profitable"],
    ["clang-O2", "clang-O3", "followed", "clang-O1", "twice-simplified", "clang-O3"],
]


def choose(batch, only=None, lang="c", plugin=True):
    """The configurations of a batch: every one comes round, always in the same order."""
    if only:
        return [CONFIGS[only]]
    rows = ROWS if plugin else ROWS[:2]
    picked = []
    for n, row in enumerate(rows):
        config = CONFIGS[row[(batch // (n + 1)) % len(row)]]
        if config not in picked and lang in config.langs:
            picked.append(config)
    return picked


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
