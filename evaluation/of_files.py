"""Scores that know their holes for runs and qrels as they stand in files, where ids are texts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from evaluation import unjudged
from evaluation.estimates import NOTHING, Holes, Score, holes, scores
from evaluation.measures import Measure
from evaluation.unjudged import Candidates, Model, Terms, candidates, terms
from evaluation.values import Grades, Results, code_point_rank, ranking_order

DEPTH = 100


def estimate_runs(
    runs: Sequence[Results],
    grades: Grades,
    measures: Sequence[Measure],
    texts: Mapping[str, str] | None = None,
    queries: Mapping[str, str] | None = None,
    seed: int = 0,
) -> list[list[Score]]:
    """Every run's numbers over the queries of `grades`, [run][measure]; the plain ones are `evaluate`'s.

    texts, queries: of the fragments and queries, by id; with both, text is evidence too, one that is missing being
    empty. Nobody knows how the pairs in `grades` were chosen, so they correct no probability.
    """
    return scores(_holes(runs, grades, texts, queries), measures, seed=seed)


def _holes(
    runs: Sequence[Results],
    grades: Grades,
    texts: Mapping[str, str] | None,
    queries: Mapping[str, str] | None,
) -> Holes:
    number = _numbered(runs, grades)
    rankings = _rankings(runs, grades.query_ids, number)
    judged = _judged(grades, number)
    asked = [query for query, lists in enumerate(rankings) if any(lists)]
    highest = max((grade for of_query in judged for grade in of_query.values()), default=1)
    with_text = texts is not None and queries is not None
    ids = list(number)
    words: dict[int, Terms] = {}

    def pool_of(place: int) -> Candidates:
        lists = rankings[asked[place]]
        if texts is None or queries is None:
            return candidates(lists, DEPTH)
        pool = {fragment for ranking in lists for fragment in ranking[:DEPTH]}
        words.update((i, terms(texts.get(ids[i], ""))) for i in pool - words.keys())
        return candidates(lists, DEPTH, words, terms(queries.get(grades.query_ids[asked[place]], "")))

    estimates = [NOTHING] * len(rankings)
    if asked:
        model = Model.shipped("text" if with_text else "ranks")
        collection = unjudged.Collection(
            [rankings[query] for query in asked], pool_of, model, DEPTH, max(highest, 1)
        )
        for place, query in enumerate(asked):
            for fragment, grade in judged[query].items():
                collection.judge(place, fragment, grade, informs=False)
        for place, query in enumerate(asked):
            estimates[query] = collection.estimate(place)
    return holes(rankings, judged, estimates, DEPTH)


def _numbered(runs: Sequence[Results], grades: Grades) -> dict[str, int]:
    """Every fragment id's number, the same for all files."""
    number: dict[str, int] = {}
    for ids in (grades.fragment_ids, *(run.fragment_ids for run in runs)):
        for text in ids:
            number.setdefault(text, len(number))
    return number


def _rankings(
    runs: Sequence[Results], query_ids: Sequence[str], number: Mapping[str, int]
) -> list[list[list[int]]]:
    """Fragment numbers, best first, [query][run]; results for other queries are passed over."""
    found: list[list[list[int]]] = [[[] for _ in runs] for _ in query_ids]
    place = {text: query for query, text in enumerate(query_ids)}
    for column, run in enumerate(runs):
        rank, numbers = code_point_rank(run.fragment_ids), np.array([number[i] for i in run.fragment_ids])
        order = np.argsort(run.query, kind="stable")
        for rows in np.split(order, np.flatnonzero(np.diff(run.query[order])) + 1):
            query = place.get(run.query_ids[run.query[rows[0]]]) if len(rows) else None
            if query is not None:
                fragment = run.fragment[rows][ranking_order(run.score[rows], rank[run.fragment[rows]])]
                found[query][column] = numbers[fragment].tolist()
    return found


def _judged(grades: Grades, number: Mapping[str, int]) -> list[dict[int, int]]:
    """Fragment number → grade, of each query; grades below 0 are 0, as the measures take them."""
    found: list[dict[int, int]] = [{} for _ in grades.query_ids]
    for query, fragment, grade in zip(
        grades.query.tolist(), grades.fragment.tolist(), grades.grade.tolist(), strict=True
    ):
        found[query][number[grades.fragment_ids[fragment]]] = max(grade, 0)
    return found
