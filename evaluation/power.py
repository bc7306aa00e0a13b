"""What a number of queries can show, and how many queries it takes to show a difference."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np
from scipy import special, stats

from evaluation.values import Float

POWER = 0.8
ALPHA = 0.05
_NORMAL_FROM = 1_000
_MOST_QUERIES = 10_000_000


def detectable(deviation: Float, queries: int, alpha: float = ALPHA, power: float = POWER) -> Float:
    """The smallest true difference that a paired test over so many queries finds with `power`, float64 [c].

    deviation: standard deviation of the differences per query, float64 [c]. NaN with so few queries that the test
    finds nothing, however large.
    Source: power of the two-sided paired t-test (Sakai 2014), to which the randomisation test is close.
    """
    if queries < fewest(alpha):
        return np.full(len(deviation), np.nan)
    difference: Float = deviation * (_reach(queries, alpha, power) / np.sqrt(queries))
    return difference


def queries_needed(
    deviation: float, difference: float, alpha: float = ALPHA, power: float = POWER
) -> int | None:
    """How many queries it takes to find a true `difference` with `power`; None if it cannot be said.

    deviation: standard deviation of the differences per query; with 0 nothing can be said.
    """
    if not deviation > 0 or not difference > 0:
        return None
    rough = (_reach(_NORMAL_FROM, alpha, power) * deviation / difference) ** 2
    if rough > _MOST_QUERIES:
        return None
    # The normal approximation is never too high, and at most a few queries too low.
    queries = max(fewest(alpha), math.ceil(rough))
    while _reach(queries, alpha, power) * deviation > difference * math.sqrt(queries):
        queries += 1
    return queries


def fewest(alpha: float) -> int:
    """The least number of queries of which the randomisation test can give p ≤ alpha.

    With n queries there are 2^n patterns of signs, and two of them are as far from 0 as any.
    """
    return max(3, 1 + math.ceil(-math.log2(alpha)))


@lru_cache(maxsize=4096)
def _reach(queries: int, alpha: float, power: float) -> float:
    """The difference in standard errors that is found with `power`."""
    if queries >= _NORMAL_FROM:
        return float(stats.norm.isf(alpha / 2) + stats.norm.ppf(power))
    freedom = queries - 1
    return float(special.nctdtrinc(freedom, 1 - power, special.stdtrit(freedom, 1 - alpha / 2)))
