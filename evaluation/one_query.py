"""One query across runs: where the gain of a ranking comes from, and which queries are worth opening."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from evaluation.judging import NOT_RETRIEVED, UNJUDGED
from evaluation.values import Float, Int

ORDERS = ("difference", "disagreement", "unjudged", "contrast")
LOOKED_AT = 10


def rank_shares(grades: NDArray[np.int16], cutoff: int) -> Float:
    """What each rank gives of the DCG that the ranking reaches.

    grades int16 [depth] in ranking order, as in `Grid`. Gain 2^grade − 1, discount 1 / log2(rank + 1); ranks
    beyond `cutoff` have 0. float64 [depth]; all 0 if there is no gain. Sums to 1 otherwise.
    """
    gain = np.exp2(np.maximum(grades, 0).astype(np.float64)) - 1
    ranks = np.arange(1, len(grades) + 1)
    part = np.where(ranks <= cutoff, gain / np.log2(ranks + 1), 0.0)
    total = part.sum()
    shares: Float = part / total if total > 0 else part
    return shares


def disagreement(scores: Float) -> Float:
    """How far the runs are apart on each query: standard deviation of their values, float64 [query].

    scores: float64 [run, query]; NaN where the query has no value.
    """
    spread: Float = scores.std(axis=0)
    return spread


def unjudged(grades: NDArray[np.int16], fragments: Int, depth: int = LOOKED_AT) -> NDArray[np.int64]:
    """How many different unjudged fragments the runs have among their first results of each query, int64 [query].

    grades, fragments: [run, query, depth] as in `Grid`.
    """
    runs, queries, deep = fragments[:, :, :depth].shape
    open_ = (grades[:, :, :depth] == UNJUDGED) & (fragments[:, :, :depth] != NOT_RETRIEVED)
    flat = (
        np.where(open_, fragments[:, :, :depth], NOT_RETRIEVED)
        .transpose(1, 0, 2)
        .reshape(queries, runs * deep)
    )
    ordered = np.sort(flat, axis=1)
    new = np.diff(ordered, axis=1, prepend=NOT_RETRIEVED) != 0
    count: NDArray[np.int64] = (new & (ordered != NOT_RETRIEVED)).sum(axis=1)
    return count


def contrast(one: Int, other: Int, depth: int = LOOKED_AT) -> Float:
    """How differently two runs rank each query, 0 (the same) to 1 (nothing shared), float64 [query].

    one, other: fragments int32 [query, depth], −1 below the end. 1 − the mean overlap of the first 1, 2 …
    results. Source: average overlap, Fagin et al. 2003; queries by contrast as in DiffIR, Jose et al. 2021.
    """
    one, other = one[:, :depth], other[:, :depth]
    same = (one[:, :, None] == other[:, None, :]) & (one[:, :, None] != NOT_RETRIEVED)
    shared = np.cumsum(np.cumsum(same, axis=1), axis=2)
    diagonal = np.diagonal(shared, axis1=1, axis2=2)
    overlap = diagonal / np.arange(1, diagonal.shape[1] + 1)
    apart: Float = 1 - overlap.mean(axis=1)
    return apart


def order_by(values: NDArray[np.floating] | NDArray[np.integer]) -> NDArray[np.intp]:
    """Places of the queries, highest value first, those without a value last; equal ones as they came."""
    return np.argsort(-np.nan_to_num(values.astype(np.float64), nan=-1.0), kind="stable")
