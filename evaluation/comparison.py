"""What may be claimed about runs against a baseline: difference, interval, test, and what the queries can show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evaluation.intervals import mean_intervals
from evaluation.power import ALPHA, detectable, queries_needed
from evaluation.significance import holm, sign_flip
from evaluation.values import Float

SAME = 1e-9
"""Values of a query closer than this are the same value."""
WORTH = 0.03
"""The difference that is worth finding, unless somebody says otherwise."""


@dataclass(frozen=True)
class Verdict:
    """One run against the baseline on one measure, over the queries where both have a value.

    run, baseline: places in the array that was compared. before, after: means of baseline and run.
    difference = after − before, with its interval low … high (95 %). p: randomisation test; adjusted: after
    Holm over `comparisons` runs. better, worse, same: queries. detectable: the smallest difference that so many
    queries show at 80 % power; needed: queries it takes to show a difference of `worth`, None if unknown.
    """

    run: int
    baseline: int
    queries: int
    before: float
    after: float
    difference: float
    low: float
    high: float
    p: float
    adjusted: float
    comparisons: int
    better: int
    worse: int
    same: int
    detectable: float
    needed: int | None
    worth: float

    @property
    def changed(self) -> int:
        """Queries whose value is not the same."""
        return self.better + self.worse

    @property
    def claim(self) -> int:
        """1: better than the baseline, −1: worse, 0: no difference can be claimed (5 %, after Holm)."""
        if not self.adjusted <= ALPHA:
            return 0
        return 1 if self.difference > 0 else -1


def compare(scores: Float, baseline: int, others: Sequence[int], worth: float = WORTH) -> tuple[Verdict, ...]:
    """A verdict on each of `others` against the baseline, in their order.

    scores: float64 [run, query] of one measure, NaN where a query is left out.
    """
    if not others:
        return ()
    differences = (scores[list(others)] - scores[baseline]).T
    differences[np.abs(differences) < SAME] = 0.0
    p = sign_flip(differences)
    adjusted = holm(p)
    low, high = mean_intervals(differences)
    both = ~np.isnan(differences)
    return tuple(
        Verdict(
            run=run,
            baseline=baseline,
            queries=int(both[:, place].sum()),
            before=_mean(scores[baseline][both[:, place]]),
            after=_mean(scores[run][both[:, place]]),
            difference=_mean(differences[both[:, place], place]),
            low=float(low[place]),
            high=float(high[place]),
            p=float(p[place]),
            adjusted=float(adjusted[place]),
            comparisons=len(others),
            better=int((differences[:, place] > 0).sum()),
            worse=int((differences[:, place] < 0).sum()),
            same=int((differences[:, place] == 0).sum()),
            **_power(differences[both[:, place], place], len(others), worth),
        )
        for place, run in enumerate(others)
    )


def _power(differences: Float, comparisons: int, worth: float) -> dict[str, Any]:
    alpha = ALPHA / comparisons
    deviation = float(differences.std(ddof=1)) if len(differences) > 1 else 0.0
    return {
        "detectable": float(detectable(np.array([deviation]), len(differences), alpha)[0]),
        "needed": queries_needed(deviation, worth, alpha),
        "worth": worth,
    }


def _mean(values: Float) -> float:
    return float(values.mean()) if len(values) else float("nan")


@dataclass(frozen=True)
class Leaders:
    """Who leads on each measure. best int [m]: the run with the highest mean, −1 if none has any.

    close bool [run, m]: cannot be told from the best (randomisation test against it, 5 %, after Holm).
    """

    best: NDArray[np.intp]
    close: NDArray[np.bool_]


def leaders(scores: Float) -> Leaders:
    """The best run on each measure and those that cannot be told from it. scores: float64 [run, query, m]."""
    runs, queries, measures = scores.shape
    means = query_means(scores)
    best = np.where(np.isnan(means).all(axis=0), -1, np.argmax(np.nan_to_num(means, nan=-1.0), axis=0))
    reference = scores[np.maximum(best, 0), :, np.arange(measures)].T
    differences = scores - reference
    differences[np.abs(differences) < SAME] = 0.0
    p = sign_flip(differences.transpose(1, 0, 2).reshape(queries, runs * measures)).reshape(runs, measures)
    close = np.zeros((runs, measures), dtype=np.bool_)
    for column in np.flatnonzero(best >= 0).tolist():
        others = np.delete(np.arange(runs), best[column])
        close[others, column] = holm(p[others, column]) > ALPHA
    return Leaders(best, close)


def query_means(scores: Float) -> Float:
    """Mean over the queries that count. scores: float64 [run, query, …] → [run, …]; NaN over none."""
    counted = ~np.isnan(scores)
    with np.errstate(invalid="ignore"):
        means: Float = np.where(counted, scores, 0.0).sum(axis=1) / counted.sum(axis=1)
    return means


@dataclass(frozen=True)
class Group:
    """The queries with one tag, and the verdicts over them alone."""

    tag: str
    queries: NDArray[np.intp]
    verdicts: tuple[Verdict, ...]


def by_tag(
    scores: Float, tags: Sequence[Sequence[str]], baseline: int, others: Sequence[int], worth: float = WORTH
) -> tuple[Group, ...]:
    """The comparison within each tag, by tag. tags: those of each query. A query may be in several groups."""
    names = sorted({tag for of_query in tags for tag in of_query})
    groups = []
    for name in names:
        queries = np.flatnonzero([name in of_query for of_query in tags])
        groups.append(Group(name, queries, compare(scores[:, queries], baseline, others, worth)))
    return tuple(groups)
