"""Profiles: which features a program may have, and how often.

A masking profile leaves one class of programs out, so that a bug in that class does not hide the
others. Names can be joined with commas: `no-nests,no-overlap`.
"""

DEFAULTS = {
    # subscripts: relative weights
    "plain": 55, "stride": 7, "reversed": 7, "invariant": 8, "noninjective": 9, "truncated": 4,
    "symbolic": 4, "gather": 3,
    # probabilities
    "mixed-width": 0.08, "nests": 0.28, "two-dim": 0.5, "triangular": 0.15, "outer-loop": 0.10,
    "guards": 0.27, "unequal": 0.25, "odd-counters": 0.25, "limits": 0.04, "downward": 0.12,
    "not-equal-exit": 0.12, "between": 0.30, "conditionals": 0.15, "reductions": 0.35,
    "carried": 0.30, "overlap": 0.25, "pointers": 0.35, "exit": 0.06, "volatile": 0.06,
    "calls": 0.08, "temporaries": 0.25, "restrict-stage": 0.20, "restrict-micro": 0.05,
    "pragmas": 0.05, "break": 0.02, "floats": 0.35, "two-kernels": 0.45, "steps": 0.10,
    "non-empty": 0.5, "do-while": 0.15, "two-counts": 0.10, "narrow": 0.06, "borders": 0.25,
    "ahead": 0.12, "sets": 0.3, "late-temps": 0.12, "swaps": 0.06, "escapes": 0.3,
}

# Not features, but what programs are made of.
_ALWAYS = {"plain", "two-dim", "two-kernels", "carried", "floats", "non-empty"}

_MASKS = {
    "no-invariant": {"invariant": 0},
    "no-noninjective": {"noninjective": 0, "truncated": 0, "gather": 0},
    "no-truncated": {"truncated": 0},
    "no-gather": {"gather": 0},
    "no-reversed": {"reversed": 0, "downward": 0},
    "no-stride": {"stride": 0, "steps": 0},
    "no-symbolic": {"symbolic": 0},
    "no-mixed-width": {"mixed-width": 0},
    "no-nests": {"nests": 0, "outer-loop": 0, "two-dim": 0},
    "no-triangular": {"triangular": 0},
    "no-guards": {"guards": 0},
    "no-unequal": {"unequal": 0},
    "no-two-counts": {"two-counts": 0},
    "no-odd-counters": {"narrow": 0, "odd-counters": 0, "limits": 0, "not-equal-exit": 0,
                        "do-while": 0},
    "no-limits": {"limits": 0},
    "no-between": {"between": 0},
    "no-sets": {"sets": 0},
    "no-swaps": {"swaps": 0},
    "no-ahead": {"ahead": 0},
    "no-conditionals": {"conditionals": 0},
    "no-reductions": {"reductions": 0, "carried": 0},
    "no-overlap": {"overlap": 0, "borders": 0},
    "no-pointers": {"pointers": 0, "overlap": 0, "borders": 0},
    "no-exit": {"exit": 0},
    "no-volatile": {"volatile": 0},
    "no-calls": {"calls": 0, "exit": 0, "escapes": 0},
    "no-temporaries": {"temporaries": 0, "late-temps": 0},
    "no-restrict": {"restrict-stage": 0, "restrict-micro": 0},
    "no-pragmas": {"pragmas": 0},
    "no-floats": {"floats": 0},
}

_FOCUS = {
    "nests": {"nests": 0.9, "two-dim": 0.6, "triangular": 0.2, "outer-loop": 0.2},
    "guards": {"guards": 0.9, "unequal": 0.4, "nests": 0.1},
    "unequal": {"unequal": 0.8, "guards": 0.5},
    "counters": {"odd-counters": 0.9, "limits": 0.2, "downward": 0.3, "not-equal-exit": 0.3,
                 "steps": 0.3, "do-while": 0.3},
    "aliasing": {"pointers": 0.9, "overlap": 0.8, "mixed-width": 0.3, "restrict-stage": 0.4,
                 "restrict-micro": 0.2},
    "noninjective": {"plain": 20, "noninjective": 30, "invariant": 20, "truncated": 15,
                     "gather": 10, "mixed-width": 0.2},
    "temporaries": {"temporaries": 0.9, "guards": 0.15, "unequal": 0.15},
    # Loops over n and over m, which are any two numbers, up to the ends of narrow types.
    "two-counts": {"two-counts": 0.95, "narrow": 0.4, "unequal": 0.2, "guards": 0.15, "nests": 0.15,
                   "limits": 0},
    # Pointers that a run-time check must tell apart, to the element.
    "overlap": {"pointers": 1, "overlap": 0.5, "borders": 0.8, "guards": 0.1, "calls": 0,
                "volatile": 0, "noninjective": 4, "gather": 0, "truncated": 0, "between": 0.1},
    # Readers that look ahead, by elements or rows, in chains.
    "shifts": {"ahead": 0.9, "nests": 0.35, "two-dim": 0.8, "steps": 0.15, "downward": 0.2,
               "guards": 0.1, "between": 0.1, "calls": 0, "unequal": 0.15},
    # Sets of code that would have to move together.
    "between": {"between": 0.9, "sets": 0.8, "late-temps": 0.25, "swaps": 0.2, "escapes": 0.5,
                "pointers": 0.4, "guards": 0.1, "unequal": 0.1, "nests": 0.15, "reductions": 0.2,
                "calls": 0.05, "exit": 0.06},
    # Chains through temporaries, some of which live for a few stages only.
    "pipelines": {"ahead": 0.8, "temporaries": 0.8, "between": 0.5, "late-temps": 0.7,
                  "swaps": 0.1, "sets": 0.15, "guards": 0.05, "nests": 0.15, "calls": 0,
                  "restrict-stage": 0.3, "steps": 0.05},
    "carried": {"reductions": 0.8, "carried": 0.8, "between": 0.5},
    "effects": {"exit": 0.25, "volatile": 0.6, "calls": 0.4, "between": 0.2, "guards": 0.1},
    "ordered": {"between": 0.7, "calls": 0.2, "conditionals": 0.4},
    "simple": {**{k: v for mask in _MASKS.values() for k, v in mask.items()},
               "unequal": 0.15, "reductions": 0.2},
}

# What `mix`, the default, draws from: mostly everything at once, partly one subject in depth.
MIX = ["all"] * 6 + [name for name in _FOCUS if name != "simple"]

NAMES = ["mix", "all"] + sorted(_FOCUS) + sorted(_MASKS)


def swarm(rng):
    """Weights with most features off. A program that has a bit of everything has no fusible pair;
    one with a few features in earnest has many, and each feature gets its turn."""
    weights = dict(DEFAULTS)
    off = rng.choice([0.5, 0.65, 0.8])
    for name in weights:
        if name in _ALWAYS:
            continue
        if rng.random() < off:
            weights[name] = weights[name] * rng.choice([0, 0.15])
    return weights


def features(profile, rng):
    """(name, weights) of a profile; `mix` draws one."""
    names = profile.split(",")
    weights = swarm(rng)
    if "mix" in names:
        names = [rng.choice(MIX)] + [n for n in names if n != "mix"]
    if all(n in _MASKS for n in names):
        names = [rng.choice(MIX)] + names
    for name in sorted(names, key=lambda n: n in _MASKS):
        if name != "all":
            weights.update(_FOCUS.get(name) or _MASKS[name])
    return ",".join(names), weights


def unknown(profile):
    """The first unknown name in a profile, or None."""
    return next((n for n in profile.split(",") if n not in NAMES), None)
