"""How the ranking of the runs would look under other grades: of one annotator alone, or with one grade settled."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.stats import kendalltau

from evaluation.live import LiveScores, Rankings
from evaluation.measures import Measure
from evaluation.values import Float

Column = NDArray[np.int64]
FEWEST_QUERIES, FEWEST_GRADES = 10, 20
"""What one annotator must have judged before an order of the runs is read from it: queries with a relevant fragment,
and grades. Of 5 queries of the sample Help centre, drawn by lot, one draw in twenty has a tau of −0.33 or less with
the order by all of them; of 10 queries, of 0 or less."""


@dataclass(frozen=True)
class Disagreement:
    """A pair to which people gave different grades, and how far the runs' means can move with it.

    query: number in the live scores; effect: by how much the distance between two runs' means changes at most
    when the pair gets its lowest or its highest given grade.
    """

    query: int
    fragment: int
    grades: tuple[int, ...]
    effect: float


def means_under(live: LiveScores, grades: tuple[Column, Column, Column], measure: Measure) -> Float:
    """Each run's mean of the measure under these grades alone, float64 [run]; NaN if no query counts.

    grades: (query, fragment, grade) columns; query as numbered in `live`.
    """
    query, fragment, grade = grades
    queries = np.unique(query)
    fresh = LiveScores(
        live.runs,
        len(queries),
        _rankings(live, queries),
        [measure],
        (np.searchsorted(queries, query), fragment, grade),
    )
    return fresh.means().mean[:, 0]


def enough(query: Column, grade: Column) -> bool:
    """Whether these grades, a row each, are enough to say how the runs stand under them."""
    return len(grade) >= FEWEST_GRADES and len(np.unique(query[grade >= 1])) >= FEWEST_QUERIES


def tau(first: Float, second: Float) -> float | None:
    """Kendall's tau-b of two orders of the runs: 1 the same, −1 reversed; None if it is not defined.

    Source: M. G. Kendall (1945), The treatment of ties in ranking problems; computed by scipy.
    """
    if len(first) < 2 or np.isnan(first).any() or np.isnan(second).any():
        return None
    value = float(kendalltau(first, second).statistic)
    return None if np.isnan(value) else value


def disagreements(
    live: LiveScores, pairs: Sequence[tuple[int, int, tuple[int, ...]]], measure: Measure
) -> list[Disagreement]:
    """The pairs (query, fragment, grades given) in order of their effect on the leaderboard, largest first."""
    by_query: dict[int, list[tuple[int, tuple[int, ...]]]] = {}
    for query, fragment, grades in pairs:
        by_query.setdefault(query, []).append((fragment, grades))
    queries = max(len(live.judged_queries()), 1)
    found = []
    for query, some in by_query.items():
        values = _variants(live, query, some, measure)
        for place, (fragment, grades) in enumerate(some):
            moved = (values[2 * place + 1] - values[2 * place]) / queries
            effect = float(np.ptp(moved)) if len(moved) > 1 else float(np.abs(moved).max(initial=0.0))
            found.append(Disagreement(query, fragment, grades, effect))
    return sorted(
        found, key=lambda one: (-one.effect, min(one.grades) - max(one.grades), one.query, one.fragment)
    )


def _variants(
    live: LiveScores, query: int, pairs: Sequence[tuple[int, tuple[int, ...]]], measure: Measure
) -> Float:
    """The query's values with each pair at its lowest, then at its highest grade; undefined counts as 0.

    float64 [2 · pairs, run].
    """
    held = live.grades_of(query)
    variants = [{**held, fragment: end(grades)} for fragment, grades in pairs for end in (min, max)]
    columns = [
        (number, fragment, grade)
        for number, grades in enumerate(variants)
        for fragment, grade in grades.items()
    ]
    query_, fragment_, grade_ = np.array(columns, dtype=np.int64).reshape(-1, 3).T
    fresh = LiveScores(
        live.runs,
        len(variants),
        _rankings(live, np.full(len(variants), query)),
        [measure],
        (query_, fragment_, grade_),
    )
    values: Float = np.nan_to_num(fresh.scores[:, :, 0].T)
    return values


def _rankings(live: LiveScores, queries: Column) -> Iterator[Rankings]:
    for run in range(len(live.runs)):
        pieces = [live.ranking(run, query) for query in queries.tolist()]
        starts = np.concatenate(([0], np.cumsum([len(piece) for piece in pieces]))).astype(np.int64)
        fragments = np.concatenate([*pieces, np.zeros(0, dtype=np.int32)]).astype(np.int32)
        yield Rankings(np.arange(len(queries)), starts, fragments)
