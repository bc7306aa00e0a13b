"""Rankings of several runs against qrels, as columns: what the measures see of them, and the grade at each rank."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from evaluation.values import Int, Judged

Column = NDArray[np.int64]
RunColumns = tuple[Column, Column, Int]
"""(queries, starts, fragments): ranking i of the run answers queries[i], fragments[starts[i]:starts[i + 1]]."""

NOT_RETRIEVED = -1
UNJUDGED = -128


@dataclass(frozen=True)
class Pairs:
    """Agreed grades as columns, int64 [p] each, ordered by (query, fragment); database ids."""

    query: Column
    fragment: Column
    grade: Column


@dataclass(frozen=True)
class Grid:
    """The first results of every ranking. fragment int32 [run, query, depth], −1 below the end of a ranking;

    grade int16, the same shape, −128 where nothing is judged.
    """

    fragment: Int
    grade: NDArray[np.int16]


def judge_runs(runs: Sequence[RunColumns], queries: Column, pairs: Pairs) -> Judged:
    """What the measures see of every run for every query; ranking run · len(queries) + place of the query.

    queries: rising database ids; rankings of other queries are passed over.
    """
    rows, ranks, grades, lengths = [], [], [], []
    for number, columns in enumerate(runs):
        query, rank, fragment, length = _flat(columns, queries)
        grade = grade_of(pairs, queries[query], fragment)
        hit = np.flatnonzero(grade != UNJUDGED)
        rows.append(number * len(queries) + query[hit])
        ranks.append(rank[hit])
        grades.append(grade[hit])
        lengths.append(length)
    place = np.searchsorted(queries, pairs.query)
    ours = np.flatnonzero(queries[np.minimum(place, len(queries) - 1)] == pairs.query)
    order = ours[np.lexsort((-pairs.grade[ours], place[ours]))]
    counts = np.bincount(place[ours], minlength=len(queries))
    return Judged(
        row=_joined(rows).astype(np.int32),
        rank=_joined(ranks).astype(np.int32),
        grade=_joined(grades).astype(np.int32),
        retrieved=_joined(lengths).astype(np.int32),
        query=np.tile(np.arange(len(queries), dtype=np.int32), len(runs)),
        starts=np.concatenate(([0], np.cumsum(counts))).astype(np.int64),
        grades=pairs.grade[order].astype(np.int32),
    )


def first_results(runs: Sequence[RunColumns], queries: Column, pairs: Pairs, depth: int) -> Grid:
    """The first `depth` results of every run for every query, and their grades."""
    fragments = np.full((len(runs), len(queries), depth), NOT_RETRIEVED, dtype=np.int32)
    for number, columns in enumerate(runs):
        query, rank, fragment, _ = _flat(columns, queries)
        first = rank <= depth
        fragments[number, query[first], rank[first] - 1] = fragment[first]
    query = np.broadcast_to(queries[None, :, None], fragments.shape)
    grade = grade_of(pairs, query.ravel(), fragments.ravel()).reshape(fragments.shape)
    return Grid(fragments, grade.astype(np.int16))


def grade_of(pairs: Pairs, query: Column, fragment: NDArray[np.integer]) -> Column:
    """The agreed grade of each (query, fragment), −128 where there is none. int64 [n]."""
    if len(pairs.grade) == 0:
        return np.full(len(query), UNJUDGED, dtype=np.int64)
    width = int(max(pairs.fragment.max(), fragment.max(initial=0))) + 1
    known = pairs.query * width + pairs.fragment
    wanted = query * width + fragment
    place = np.minimum(np.searchsorted(known, wanted), len(known) - 1)
    found = (known[place] == wanted) & (fragment >= 0)
    return np.where(found, pairs.grade[place], UNJUDGED)


def _flat(columns: RunColumns, queries: Column) -> tuple[Column, Column, Column, Column]:
    """(place of the query, rank from 1, fragment) of every result, and the length of each query's ranking."""
    of_run, starts, fragments = columns
    place = np.minimum(np.searchsorted(queries, of_run), max(len(queries) - 1, 0))
    ours = queries[place] == of_run if len(queries) else np.zeros(len(of_run), dtype=np.bool_)
    length = np.diff(starts)
    rank = np.arange(1, len(fragments) + 1) - np.repeat(starts[:-1], length)
    kept = np.repeat(ours, length)
    lengths = np.bincount(place[ours], length[ours], len(queries)).astype(np.int64)
    order = np.argsort(np.repeat(place, length)[kept], kind="stable")
    flat = (np.repeat(place, length)[kept], rank[kept], fragments[kept].astype(np.int64))
    return (flat[0][order], flat[1][order], flat[2][order], lengths)


def _joined(parts: Sequence[NDArray[np.int64]]) -> NDArray[np.int64]:
    return np.concatenate(parts) if parts else np.zeros(0, dtype=np.int64)
