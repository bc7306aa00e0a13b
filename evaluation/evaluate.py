"""One run against qrels, the plain way: per query, means, and who is left out of them and why.

This is the reference that the fast ways (live scores, batch) must equal; it looks everything up by id.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from evaluation.measures import Measure, compute
from evaluation.values import Float, Grades, Judged, Results, code_point_rank, judge, ranking_order
from evaluation.words import N_

TREC_EVAL = "trec_eval"
UNKNOWN_LIKE = N_("means can be taken like “trec_eval” only, not like “{like}”")


@dataclass(frozen=True)
class Mean:
    """A measure over queries: its mean (its total, for counts), over how many, and which are not in it.

    value: NaN when it is over no query. left_out: query_ids for which the measure is undefined.
    """

    measure: Measure
    value: float
    over: int
    left_out: tuple[str, ...]


@dataclass(frozen=True)
class LeftOut:
    """The three states that a mean alone would hide, as query_ids.

    no_results: judged, and the run has nothing; scores 0 and is in the means. not_judged: in the run only;
    excluded. no_relevant: judged, and no grade of 1 or higher; undefined, and not in the means.
    """

    no_results: tuple[str, ...]
    not_judged: tuple[str, ...]
    no_relevant: tuple[str, ...]


@dataclass(frozen=True)
class Evaluation:
    """One run's numbers. values float64 [judged queries, measures], NaN where undefined."""

    run: str
    query_ids: tuple[str, ...]
    measures: tuple[Measure, ...]
    values: Float
    means: tuple[Mean, ...]
    left_out: LeftOut

    def value(self, query_id: str, measure: Measure) -> float:
        """One query's value."""
        return float(self.values[self.query_ids.index(query_id), self.measures.index(measure)])

    @property
    def answered(self) -> NDArray[np.bool_]:
        """Whether the run has results for each of `query_ids`, bool [judged queries]."""
        without = set(self.left_out.no_results)
        return np.array([query not in without for query in self.query_ids], dtype=np.bool_)

    def mean(self, measure: Measure) -> Mean:
        """One measure over all queries."""
        return self.means[self.measures.index(measure)]


def evaluate(
    results: Results, grades: Grades, measures: Sequence[Measure], like: str | None = None
) -> Evaluation:
    """The run's value for every judged query and measure, in the order of `grades.query_ids`.

    like "trec_eval": means as `trec_eval -c` takes them, undefined values count as 0. Raises ValueError for
    any other `like`.
    """
    rankings = ranked(results)
    qrels = graded(grades)
    judged = judge([rankings.get(query, []) for query in qrels], list(qrels.values()))
    not_judged = [query for query in rankings if query not in qrels]
    return evaluation_of(judged, results.name, list(qrels), not_judged, measures, like)


def evaluation_of(
    judged: Judged,
    run: str,
    query_ids: Sequence[str],
    not_judged: Sequence[str],
    measures: Sequence[Measure],
    like: str | None,
) -> Evaluation:
    """The numbers of a run of which `judged` has a ranking for each of `query_ids`; else as `evaluate`."""
    if like not in (None, TREC_EVAL):
        raise ValueError(UNKNOWN_LIKE.format(like=like))
    values = compute(judged, measures)
    if like == TREC_EVAL:
        values = np.nan_to_num(values, nan=0.0)
    left_out = LeftOut(
        no_results=_chosen(query_ids, judged.retrieved == 0),
        not_judged=tuple(not_judged),
        no_relevant=_chosen(query_ids, judged.grades[judged.starts[:-1]] < 1),
    )
    means = means_over(values, measures, query_ids)
    return Evaluation(run, tuple(query_ids), tuple(measures), values, means, left_out)


def means_over(values: Float, measures: Sequence[Measure], query_ids: Sequence[str]) -> tuple[Mean, ...]:
    """Each measure's mean over the queries where it is defined; counts are added up instead.

    values: float64 [queries, measures], NaN where undefined.
    """
    defined = ~np.isnan(values)
    means = []
    for column, measure in enumerate(measures):
        counted = values[defined[:, column], column]
        missing = _chosen(query_ids, ~defined[:, column])
        total = float(counted.sum())
        value = total if measure.total else total / len(counted) if len(counted) else float("nan")
        means.append(Mean(measure, value, len(counted), missing))
    return tuple(means)


def _chosen(query_ids: Sequence[str], chosen: NDArray[np.bool_]) -> tuple[str, ...]:
    return tuple(query_ids[row] for row in np.flatnonzero(chosen).tolist())


def ranked(results: Results) -> dict[str, list[str]]:
    """query_id → its fragment_ids in the ranking order, for every query that has results."""
    fragment_rank = code_point_rank(results.fragment_ids)[results.fragment]
    rankings: dict[str, list[str]] = defaultdict(list)
    for row in ranking_order(results.score, fragment_rank).tolist():
        rankings[results.query_ids[results.query[row]]].append(results.fragment_ids[results.fragment[row]])
    return {query: rankings[query] for query in results.query_ids if query in rankings}


def graded(grades: Grades) -> dict[str, dict[str, int]]:
    """query_id → fragment_id → grade, for every query that has a judgement."""
    qrels: dict[str, dict[str, int]] = defaultdict(dict)
    for query, fragment, grade in zip(grades.query, grades.fragment, grades.grade.tolist(), strict=True):
        qrels[grades.query_ids[query]][grades.fragment_ids[fragment]] = grade
    return {query: qrels[query] for query in grades.query_ids if query in qrels}
