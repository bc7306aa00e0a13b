"""The plain values that the rooms hand to each other: results, grades, and what a measure sees of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

Int = NDArray[np.int32]
Float = NDArray[np.float64]


@dataclass(frozen=True)
class Results:
    """One run as columns, a row a result, in the order of the file.

    query, fragment: int32 [n], indices into query_ids and fragment_ids; score: float64 [n], never NaN.
    Ids are kept as they were written; each stands once in its list, but for the unknown ids of a
    `PartlyCoded` list of fragments. No (query, fragment) stands twice.
    """

    name: str
    query_ids: Sequence[str]
    fragment_ids: Sequence[str]
    query: Int
    fragment: Int
    score: Float


@dataclass(frozen=True)
class Grades:
    """Qrels as columns, a row a judged pair; the layout is that of `Results`. grade: int32 [n]."""

    query_ids: Sequence[str]
    fragment_ids: Sequence[str]
    query: Int
    fragment: Int
    grade: Int


@dataclass(frozen=True)
class Judged:
    """All that a measure sees of n rankings: where their judged fragments stand, and what there was to find.

    Hits (judged fragments that were retrieved), flat, ordered by (row, rank):
      row int32 [h], the ranking, 0 … n−1; rank int32 [h], from 1; grade int32 [h].
    retrieved int32 [n]: results in each ranking, 0 if the run has none for the query.
    query int32 [n]: the query that each ranking answers, 0 … q−1.
    The judged set of query j is grades[starts[j]:starts[j + 1]], highest first:
      starts int64 [q + 1]; grades int32 [sum].
    """

    row: Int
    rank: Int
    grade: Int
    retrieved: Int
    query: Int
    starts: NDArray[np.int64]
    grades: Int


class Texts(Protocol):
    """A long column of texts that are made only when they are asked for."""

    def __len__(self) -> int: ...

    def take(self, rows: NDArray[np.integer[Any]]) -> list[str]: ...


class PartlyCoded(Sequence[str]):
    """Fragment ids of `Results` in which only the fragments that somebody asked about are coded.

    First `known`, then `rest`: the id of every result in the order of its row, so an id that is not known may
    stand in it several times, and a known one stands again. Saves coding millions of unjudged fragments.
    """

    def __init__(self, known: Sequence[str], rest: Texts) -> None:
        self.known = known
        self.rest = rest

    def __len__(self) -> int:
        return len(self.known) + len(self.rest)

    def __getitem__(self, code: int) -> str:  # type: ignore[override]
        return self.take(np.array([code]))[0]

    def take(self, codes: NDArray[np.integer[Any]]) -> list[str]:
        """The ids of `codes`, in their order."""
        is_rest = codes >= len(self.known)
        rest = iter(self.rest.take(codes[is_rest] - len(self.known)))
        return [
            next(rest) if unknown else self.known[code]
            for code, unknown in zip(codes.tolist(), is_rest.tolist(), strict=True)
        ]


def ranking_order(score: Float, fragment_rank: Int) -> NDArray[np.int64]:
    """Indices that put results in the one ranking order: score descending, ties by fragment_id descending.

    fragment_rank int32 [n]: place of each result's fragment_id among all ids sorted by code point, so that
    ties follow trec_eval (strcmp on UTF-8 is code-point order). Scores are compared as float64.
    """
    return np.lexsort((-fragment_rank, -score))


def code_point_rank(fragment_ids: Sequence[str]) -> Int:
    """Place of each id among all of them sorted by code point, int32 [len(fragment_ids)]."""
    order = sorted(range(len(fragment_ids)), key=fragment_ids.__getitem__)
    rank = np.empty(len(order), dtype=np.int32)
    rank[order] = np.arange(len(order), dtype=np.int32)
    return rank


def judge(rankings: Sequence[Sequence[str]], qrels: Sequence[Mapping[str, int]]) -> Judged:
    """What the measures see of `rankings`, the i-th one judged by `qrels[i]` (fragment_id → grade)."""
    hits = [
        (row, rank, grades[fragment])
        for row, (ranking, grades) in enumerate(zip(rankings, qrels, strict=True))
        for rank, fragment in enumerate(ranking, start=1)
        if fragment in grades
    ]
    columns = np.array(hits, dtype=np.int32).reshape(-1, 3)
    ideal = [sorted(grades.values(), reverse=True) for grades in qrels]
    return Judged(
        row=columns[:, 0],
        rank=columns[:, 1],
        grade=columns[:, 2],
        retrieved=np.array([len(ranking) for ranking in rankings], dtype=np.int32),
        query=np.arange(len(rankings), dtype=np.int32),
        starts=np.concatenate(([0], np.cumsum([len(grades) for grades in ideal]))).astype(np.int64),
        grades=np.array([grade for grades in ideal for grade in grades], dtype=np.int32),
    )
