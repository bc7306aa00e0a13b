"""A run of millions of results evaluated in a moment: only its judged results are ranked, nothing is sorted.

Gives what `evaluation.evaluate.evaluate` gives, which looks everything up by id.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from evaluation.evaluate import Evaluation, evaluation_of
from evaluation.joining import best_first, found_in, in_order
from evaluation.measures import Measure
from evaluation.values import Float, Grades, Int, Judged, PartlyCoded, Results

Index = NDArray[np.intp]


def evaluate(
    results: Results, grades: Grades, measures: Sequence[Measure], like: str | None = None
) -> Evaluation:
    """As `evaluation.evaluate.evaluate`, for large runs. Every query of `grades` has a judgement.

    Fastest where `results.fragment_ids` is a `PartlyCoded` whose `known` is `grades.fragment_ids`.
    """
    judged = judged_of(results, grades)
    is_judged = _places(results.query_ids, grades.query_ids) >= 0
    not_judged = [query for query, found in zip(results.query_ids, is_judged, strict=True) if not found]
    return evaluation_of(judged, results.name, grades.query_ids, not_judged, measures, like)


def judged_of(results: Results, grades: Grades) -> Judged:
    """What the measures see of a run, a ranking a query of `grades` and in their order.

    A query without results has 0 retrieved; results for other queries are passed over.
    """
    results = _by_query(results)
    asked = len(grades.query_ids)
    row_of = _places(results.query_ids, grades.query_ids)
    starts = np.searchsorted(results.query, np.arange(len(results.query_ids) + 1, dtype=np.int32))
    retrieved = np.zeros(asked, dtype=np.int32)
    answers = np.flatnonzero(row_of >= 0)
    retrieved[row_of[answers]] = np.diff(starts)[answers]
    place, row, grade = _hits(results, grades, row_of)
    rank = _ranks(results, starts, place)
    order = in_order(row, rank)
    best_starts, best_grades = best_first(grades.query, grades.grade, asked)
    return Judged(
        row=row[order],
        rank=rank[order],
        grade=grade[order],
        retrieved=retrieved,
        query=np.arange(asked, dtype=np.int32),
        starts=best_starts,
        grades=best_grades,
    )


def _by_query(results: Results) -> Results:
    """The same results with each query's rows together, rising by query."""
    if not np.any(results.query[1:] < results.query[:-1]):
        return results
    order = np.argsort(results.query, kind="stable")
    return replace(
        results, query=results.query[order], fragment=results.fragment[order], score=results.score[order]
    )


def _places(ids: Sequence[str], among: Sequence[str]) -> Int:
    """Place of each of `ids` in `among`, int32, −1 if it is not there."""
    place = {text: number for number, text in enumerate(among)}
    return np.fromiter((place.get(text, -1) for text in ids), dtype=np.int32, count=len(ids))


def _hits(results: Results, grades: Grades, row_of: Int) -> tuple[Index, Int, Int]:
    """The results that are judged: (place among the results, row of the query in `grades`, grade)."""
    ids = results.fragment_ids
    if isinstance(ids, PartlyCoded) and ids.known is grades.fragment_ids:
        place = np.flatnonzero(results.fragment < len(ids.known))
        fragment = results.fragment[place]
    else:
        code = _places(ids, grades.fragment_ids)[results.fragment]
        place = np.flatnonzero(code >= 0)
        fragment = code[place]
    row = row_of[results.query[place]]
    width = len(grades.fragment_ids)
    pairs = row.astype(np.int64) * width + fragment
    found, judged = found_in(pairs, grades.query.astype(np.int64) * width + grades.fragment)
    return place[found], row[found], grades.grade[judged]


def _ranks(results: Results, starts: Index, place: Index) -> Int:
    """Rank of the results at `place`, int32.

    1 + how many of the query have a better score, or the same score and a higher fragment_id. results: each
    query's together, from starts[query] on. Where scores fall from row to row, the rank is the row; only the
    other queries are counted through.
    """
    query, score = results.query, results.score
    start, end = starts[query[place]], starts[query[place] + 1]
    rank = (place - start + 1).astype(np.int32)
    rises = np.flatnonzero(score[1:] > score[:-1]) + 1
    to_count = np.zeros(len(results.query_ids), dtype=np.bool_)
    to_count[query[rises[query[rises] == query[rises - 1]]]] = True
    tied_above = (place > start) & (score[place - 1] == score[place])
    tied_below = (place + 1 < end) & (score[np.minimum(place + 1, len(score) - 1)] == score[place])
    to_count[query[place[tied_above | tied_below]]] = True
    bounds = np.searchsorted(place, starts)
    for number in np.flatnonzero(to_count & (np.diff(bounds) > 0)).tolist():
        rows = slice(starts[number], starts[number + 1])
        hits = slice(bounds[number], bounds[number + 1])
        rank[hits] = _counted(
            score[rows], results.fragment[rows], place[hits] - rows.start, results.fragment_ids
        )
    return rank


def _counted(score: Float, fragment: Int, hits: Index, fragment_ids: Sequence[str]) -> Int:
    """Rank of the results `hits` of one query."""
    rising = np.sort(score)
    wanted = score[hits]
    up_to = np.searchsorted(rising, wanted, side="right")
    rank = (len(score) - up_to + 1).astype(np.int32)
    tied = up_to - np.searchsorted(rising, wanted, side="left") > 1
    for value in set(wanted[tied].tolist()):
        equals = np.flatnonzero(score == value)
        ids = _texts(fragment_ids, fragment[equals])
        above = {
            code: number for number, code in enumerate(sorted(range(len(ids)), key=ids.__getitem__)[::-1])
        }
        same = np.flatnonzero(wanted == value)
        rank[same] += [above[at] for at in np.searchsorted(equals, hits[same]).tolist()]
    return rank


def _texts(ids: Sequence[str], codes: Int) -> list[str]:
    return ids.take(codes) if isinstance(ids, PartlyCoded) else [ids[code] for code in codes.tolist()]
