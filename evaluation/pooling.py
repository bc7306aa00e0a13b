"""Which fragments of a query are candidates for judging, and in what order they are served."""

from __future__ import annotations

from collections.abc import Sequence


def pool(rankings: Sequence[Sequence[int]], depth: int) -> list[tuple[int, int, int]]:
    """The union of the runs' first `depth` results of one query, as (fragment, best rank, number of runs).

    rankings: one sequence of fragment numbers a run, best first; ranks count from 1. The number of runs
    counts those with the fragment among their first `depth`. Ordered by best rank, then by more runs, then by
    number.
    Raises ValueError when depth is below 1. Source: depth-k pooling, Spärck Jones & van Rijsbergen (1975).
    """
    if depth < 1:
        raise ValueError(f"the depth of a pool is at least 1, not {depth}")
    best: dict[int, int] = {}
    runs: dict[int, int] = {}
    for ranking in rankings:
        for rank, fragment in enumerate(ranking[:depth], start=1):
            best[fragment] = min(rank, best.get(fragment, rank))
            runs[fragment] = runs.get(fragment, 0) + 1
    return sorted(((f, best[f], runs[f]) for f in best), key=lambda row: (row[1], -row[2], row[0]))
