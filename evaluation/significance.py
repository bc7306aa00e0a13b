"""How surprising differences between paired runs are when nothing differs: randomisation test, and Holm."""

from __future__ import annotations

import numpy as np

from evaluation.cores import one_thread
from evaluation.values import Float

DRAWS = 10_000
EXACT_UP_TO = 16
"""Queries that differ: up to this many, all 2^n sign patterns are counted instead of drawn."""
SEED = 20
TIE = 1e-9
"""Sums closer than this share of the sum of |differences| are the same sum, added in another order."""
_BLOCK = 1_000_000
"""Cells of a block of draws; small enough to stay near the processor."""


def sign_flip(differences: Float, draws: int = DRAWS, seed: int = SEED) -> Float:
    """Two-sided p-value of the paired randomisation test on the mean, for each column, float64 [c].

    differences: float64 [queries, c], NaN where a query is left out. Under "no difference" each query's
    difference might as well have the other sign; p is the share of sign patterns whose mean is at least as far
    from 0. Exact when at most 16 queries differ; else (1 + such draws) / (1 + draws), all columns under the
    same seeded draws. NaN for a column without a query.
    Source: Fisher 1935; Smucker, Allan & Carterette 2007. Equals scipy.stats.permutation_test
    (permutation_type="samples") on the mean.
    """
    filled = np.nan_to_num(differences, nan=0.0)
    differing = np.count_nonzero(filled, axis=0)
    p = np.full(differences.shape[1], np.nan)
    small = differing <= EXACT_UP_TO
    for column in np.flatnonzero(small).tolist():
        values = filled[:, column]
        p[column] = _exact(values[values != 0])
    if not small.all():
        p[~small] = _drawn(filled[:, ~small], draws, seed)
    p[np.isnan(differences).all(axis=0)] = np.nan
    return p


def holm(p: Float) -> Float:
    """p-values adjusted for all of them being looked at, float64 [m], in the order given; NaN stays NaN.

    Source: Holm 1979.
    """
    adjusted = np.full(len(p), np.nan)
    known = np.flatnonzero(~np.isnan(p))
    order = known[np.argsort(p[known], kind="stable")]
    factors = len(order) - np.arange(len(order))
    adjusted[order] = np.minimum(np.maximum.accumulate(p[order] * factors), 1.0)
    return adjusted


def _exact(values: Float) -> float:
    sums = np.zeros(1)
    for value in np.abs(values):
        sums = np.concatenate((sums + value, sums - value))
    reached = np.abs(sums) >= abs(values.sum()) - TIE * np.abs(values).sum()
    return float(np.mean(reached))


def _drawn(values: Float, draws: int, seed: int) -> Float:
    queries, columns = values.shape
    total = values.sum(axis=0)
    reach = np.abs(total) - TIE * np.abs(values).sum(axis=0)
    rng = np.random.default_rng(seed)
    reached = np.zeros(columns)
    block = max(1, _BLOCK // queries)
    with one_thread():
        for start in range(0, draws, block):
            size = min(block, draws - start)
            bits = np.unpackbits(rng.integers(0, 256, (size, -(-queries // 8)), dtype=np.uint8), axis=1)
            kept = bits[:, :queries].astype(np.float64) @ values
            reached += np.count_nonzero(np.abs(2 * kept - total) >= reach, axis=0)
    p: Float = (1 + reached) / (1 + draws)
    return p
