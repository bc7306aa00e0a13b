"""A run of millions of results evaluated in a moment: only its judged results are ranked, nothing is sorted.

Gives what `evaluation.evaluate.evaluate` gives, which looks everything up by id.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from evaluation.evaluate import TREC_EVAL, UNKNOWN_LIKE, Evaluation, LeftOut, means_over
from evaluation.measures import Measure, compute
from evaluation.values import Float, Grades, Int, Judged, PartlyCoded, Results

Index = NDArray[np.intp]


def evaluate(
    results: Results, grades: Grades, measures: Sequence[Measure], like: str | None = None
) -> Evaluation:
    """As `evaluation.evaluate.evaluate`, for large runs. Every query of `grades` has a judgement.

    Fastest where `results.fragment_ids` is a `PartlyCoded` whose `known` is `grades.fragment_ids`.
    """
    if like not in (None, TREC_EVAL):
        raise ValueError(UNKNOWN_LIKE.format(like=like))
    judged = judged_of(results, grades)
    values = compute(judged, measures)
    if like == TREC_EVAL:
        values = np.nan_to_num(values, nan=0.0)
    query_ids = tuple(grades.query_ids)
    left_out = LeftOut(
        no_results=_named(query_ids, judged.retrieved == 0),
        not_judged=_named(results.query_ids, _places(results.query_ids, query_ids) < 0),
        no_relevant=_named(query_ids, judged.grades[judged.starts[:-1]] < 1),
    )
    means = means_over(values, measures, query_ids)
    return Evaluation(results.name, query_ids, tuple(measures), values, means, left_out)


def judged_of(results: Results, grades: Grades) -> Judged:
    """What the measures see of a run, a ranking a query of `grades` and in their order.

    A query without results has 0 retrieved; results for other queries are passed over.
    """
    results = _by_query(results)
    asked = len(grades.query_ids)
    row_of = np.full(len(results.query_ids) + 1, -1, dtype=np.int32)
    row_of[:-1] = _places(results.query_ids, grades.query_ids)
    starts = np.searchsorted(results.query, np.arange(len(results.query_ids) + 1, dtype=np.int32))
    retrieved = np.zeros(asked, dtype=np.int32)
    answers = np.flatnonzero(row_of[:-1] >= 0)
    retrieved[row_of[answers]] = np.diff(starts)[answers]
    place, row, grade = _hits(results, grades, row_of)
    rank = _ranks(results, starts, place)
    order = np.lexsort((rank, row))
    best_first = np.lexsort((-grades.grade, grades.query))
    return Judged(
        row=row[order],
        rank=rank[order],
        grade=grade[order],
        retrieved=retrieved,
        query=np.arange(asked, dtype=np.int32),
        starts=np.concatenate(([0], np.cumsum(np.bincount(grades.query, minlength=asked)))).astype(np.int64),
        grades=grades.grade[best_first],
    )


def _named(query_ids: Sequence[str], chosen: NDArray[np.bool_]) -> tuple[str, ...]:
    return tuple(query_ids[row] for row in np.flatnonzero(chosen).tolist())


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
    pair = row.astype(np.int64) * width + fragment
    judged = grades.query.astype(np.int64) * width + grades.fragment
    order = np.argsort(judged)
    at = np.minimum(np.searchsorted(judged, pair, sorter=order), len(judged) - 1)
    found = np.flatnonzero(judged[order[at]] == pair) if len(judged) else np.zeros(0, np.intp)
    return place[found], row[found], grades.grade[order[at[found]]]


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
    for value in np.unique(wanted[tied]).tolist():
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
