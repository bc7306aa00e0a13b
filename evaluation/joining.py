"""Rankings and judgements brought together by number, for all queries at once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from evaluation.values import Int

Pairs = NDArray[np.int64]
"""(query, fragment) as query · number of fragments + fragment."""


def found_in(pairs: Pairs, judged: Pairs) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Rows of `pairs` that are judged, rising, and the row of `judged` that each of them is."""
    if not len(judged):
        return np.zeros(0, np.intp), np.zeros(0, np.intp)
    order = np.argsort(judged)
    place = np.minimum(np.searchsorted(judged, pairs, sorter=order), len(judged) - 1)
    found = np.flatnonzero(judged[order[place]] == pairs)
    return found, order[place[found]]


def in_order(first: NDArray[np.integer], then: Int) -> NDArray[np.intp]:
    """Indices that sort by `first` (0 or higher), then by `then`; as np.lexsort, many times as fast."""
    return np.argsort((first.astype(np.int64) << 32) + then)


def best_first(query: NDArray[np.integer], grade: Int, queries: int) -> tuple[NDArray[np.int64], Int]:
    """`starts` and `grades` of `Judged`: each query's grades together, highest first."""
    sizes = np.bincount(query, minlength=queries)
    starts = np.concatenate(([0], np.cumsum(sizes))).astype(np.int64)
    return starts, grade[in_order(query, -grade)]
