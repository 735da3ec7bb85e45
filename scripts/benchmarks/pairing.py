"""Statistics of paired measurements: ratios within a round, then the median over the rounds."""

import math
import statistics
from dataclasses import dataclass


@dataclass(frozen=True)
class Ratio:
    """Median and quartiles of paired ratios; dimensionless."""

    median: float
    low: float
    high: float

    def __str__(self):
        return f"{self.median:.2f} [{self.low:.2f}-{self.high:.2f}]"


def paired_ratio(numerators, denominators):
    """Ratio of two series measured in the same rounds."""
    ratios = sorted(a / b for a, b in zip(numerators, denominators))
    if len(ratios) < 2:
        return Ratio(ratios[0], ratios[0], ratios[0])
    low, median, high = statistics.quantiles(ratios, n=4, method="inclusive")
    return Ratio(median, low, high)


def geometric_mean(values):
    """Geometric mean of positive numbers; 1 of none."""
    values = list(values)
    return math.exp(sum(map(math.log, values)) / len(values)) if values else 1.0


def growth_exponent(sizes, times):
    """Exponents e of time = c * size^e between neighbouring sizes; None where a time is zero."""
    pairs = zip(zip(sizes, times), zip(sizes[1:], times[1:]))
    return [
        math.log(t1 / t0) / math.log(n1 / n0) if t0 > 0 and t1 > 0 else None for (n0, t0), (n1, t1) in pairs
    ]
