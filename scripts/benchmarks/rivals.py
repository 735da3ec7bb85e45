"""Other loop fusions and compilers, measured in the same rounds. What they do wrong is told, and fails no run."""

from dataclasses import dataclass

from . import variants
from .toolchain import Failure, find_compiler, run


@dataclass(frozen=True)
class Rival:
    """Another loop fusion, or compiler: the fastest of its variants counts, for each kernel and footprint.

    A rival that `rounds_otherwise`, as it contracts other products and sums, is not held to equal results.
    """

    name: str
    variants: tuple
    rounds_otherwise: bool = False

    def is_known(self):
        """Whether the compiler has it."""
        empty = ["-xc", "-c", "/dev/null", "-o", "/dev/null"]
        try:
            for variant in self.variants:
                run([find_compiler(variant.compiler), *variants.OPTIMISE, *variant.flags, *empty])
        except Failure:
            return False
        return True

    def fastest(self, speeds, wrong):
        """Name of its fastest variant in `speeds` (Ratios by name) that is not `wrong`, or None."""
        names = [v.name for v in self.variants if v.name in speeds and v.name not in wrong]
        return max(names, key=lambda name: speeds[name].median, default=None)


def list_flags(*options):
    """LLVM's options as clang takes them."""
    return tuple(flag for option in options for flag in ("-mllvm", option))


GREEDY = list_flags("-polly", "-polly-process-unprofitable", "-polly-loopfusion-greedy")
LLVM = Rival("llvm", (variants.Variant("llvm", ("-fexperimental-loop-fusion",)),))
POLLY = Rival(
    "polly",
    (
        variants.Variant("polly", GREEDY),
        variants.Variant("polly-untiled", GREEDY + list_flags("-polly-tiling=0")),
    ),
)
GCC = Rival("gcc", (variants.Variant("gcc", compiler="gcc"),), rounds_otherwise=True)


def build(rivals, kernel, size, directory):
    """Builds all variants of the rivals: (by name what compiles, in words what does not)."""
    built, faults = {}, []
    for variant in (v for rival in rivals for v in rival.variants):
        try:
            built[variant.name] = variants.build(kernel, variant, size, directory)
        except Failure:
            faults.append(f"{variant.name}: does not compile")
    return built, faults
