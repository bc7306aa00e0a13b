"""How far a mean over queries may be from what many more such queries would give: bootstrap intervals."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from evaluation.cores import one_thread
from evaluation.significance import SEED, TIE
from evaluation.values import Float

Method = Literal["studentised", "bca"]

CONFIDENCE = 0.95
DRAWS = 10_000
DRAWS_OF_MANY = 2_000
MANY = 1_000
"""From this many queries on, the quantiles are as steady with fewer draws as the interval is narrow."""
LEAST_SPREAD = 0.1
"""A resample's variance counts as at least this share of the sample's: where few queries differ, some resamples
hold none of them, and their t would be infinite."""
_BLOCK = 125_000
"""Cells of a block of resamples: counting them, at 8 bytes each, stays within a core's own cache."""


def mean_intervals(
    values: Float,
    confidence: float = CONFIDENCE,
    method: Method = "studentised",
    seed: int = SEED,
    draws: int = 0,
) -> tuple[Float, Float]:
    """(low, high) of each column's mean by a bootstrap over queries, float64 [c] each.

    values: float64 [queries, c], NaN where a query is left out; columns with the same queries share their
    resamples, so that intervals of one page move together. "studentised" is the symmetric bootstrap-t: it covers
    as often as it says with 20 queries already. "bca" covers too seldom there (docs/benchmarks-compare.md).
    draws: 0 for 10,000 (2,000 from 1,000 queries on). NaN where fewer than two queries count.
    Source: Hall 1988 (studentised); Efron 1987 (BCa, equal to scipy.stats.bootstrap's).
    """
    low, high = np.full((2, values.shape[1]), np.nan)
    ends = _studentised if method == "studentised" else _bca
    for rows, columns in _alike(~np.isnan(values)):
        if len(rows) < 2:
            continue
        counted = values[np.ix_(rows, columns)]
        means = counted.mean(axis=0)
        still = np.ptp(counted, axis=0) <= TIE * np.abs(counted).max(axis=0)
        deviations = np.where(still, 0.0, counted - means)
        enough = draws or (DRAWS if len(rows) < MANY else DRAWS_OF_MANY)
        below, above = ends(deviations, (1 - confidence) / 2, enough, seed)
        low[columns] = means + np.where(still, 0.0, below)
        high[columns] = means + np.where(still, 0.0, above)
    return low, high


def _alike(counted: NDArray[np.bool_]) -> Iterator[tuple[NDArray[np.intp], NDArray[np.intp]]]:
    """(rows, columns) of each set of columns that count the same rows."""
    patterns, which = np.unique(np.packbits(counted, axis=0), axis=1, return_inverse=True)
    for pattern in range(patterns.shape[1]):
        columns = np.flatnonzero(which == pattern)
        yield np.flatnonzero(counted[:, columns[0]]), columns


def _studentised(deviations: Float, tail: float, draws: int, seed: int) -> tuple[Float, Float]:
    columns = deviations.shape[1]
    variance = (deviations**2).mean(axis=0)
    moments = _resampled(np.concatenate((deviations, deviations**2), axis=1), draws, seed)
    means, squares = moments[:, :columns], moments[:, columns:]
    spread = np.maximum(squares - means**2, LEAST_SPREAD * variance)
    with np.errstate(invalid="ignore"):
        t = np.abs(means) / np.sqrt(spread)
    place = min(draws - 1, int(np.ceil((1 - 2 * tail) * draws)))
    reach = np.partition(t.T, place, axis=1)[:, place] * np.sqrt(variance)
    return -reach, reach


def _bca(deviations: Float, tail: float, draws: int, seed: int) -> tuple[Float, Float]:
    spread = (deviations**2).sum(axis=0)
    ordered = np.sort(_resampled(deviations, draws, seed).T, axis=1)
    with np.errstate(invalid="ignore"):
        skew = (deviations**3).sum(axis=0) / (6 * spread**1.5)
    bias = _bias(ordered, TIE * np.sqrt(spread / len(deviations)))
    ends = []
    for side in (stats.norm.ppf(tail), stats.norm.isf(tail)):
        shifted = bias + side
        ends.append(_quantile(ordered, stats.norm.cdf(bias + shifted / (1 - skew * shifted))))
    return ends[0], ends[1]


def _resampled(columns: Float, draws: int, seed: int) -> Float:
    """The mean of each column over queries drawn with replacement, float64 [draws, c]."""
    n = len(columns)
    rng = np.random.default_rng(seed)
    means = np.empty((draws, columns.shape[1]))
    block = max(1, _BLOCK // n)
    with one_thread():
        for start in range(0, draws, block):
            size = min(block, draws - start)
            drawn = (
                rng.integers(0, n, (size, n), dtype=np.int32) + n * np.arange(size, dtype=np.int32)[:, None]
            )
            weights = np.bincount(drawn.ravel(), minlength=size * n).reshape(size, n)
            means[start : start + size] = weights.astype(np.float64) @ columns
    return means / n


def _bias(ordered: Float, tie: Float) -> Float:
    """z of the share of resamples below the mean, those at it counted half; kept off 0 and 1."""
    draws = ordered.shape[1]
    below = np.count_nonzero(ordered < -tie[:, None], axis=1)
    not_above = np.count_nonzero(ordered <= tie[:, None], axis=1)
    share = np.clip((below + not_above) / (2 * draws), 0.5 / draws, 1 - 0.5 / draws)
    bias: Float = stats.norm.ppf(share)
    return bias


def _quantile(ordered: Float, share: Float) -> Float:
    """Quantile `share[i]` of the ordered row i, linear between draws, float64 [c]."""
    place = np.nan_to_num(share) * (ordered.shape[1] - 1)
    lower = np.floor(place).astype(np.intp)
    upper = np.minimum(lower + 1, ordered.shape[1] - 1)
    row = np.arange(len(ordered))
    value: Float = ordered[row, lower] + (place - lower) * (ordered[row, upper] - ordered[row, lower])
    return value
