"""What may be claimed about runs against a baseline: difference, interval, test, and what the queries can show."""

from __future__ import annotations

import math
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
FEWEST = 3
"""With fewer queries a bootstrap sees too little of their spread for an interval."""
WORTH = 0.03
"""The difference that is worth finding, unless somebody says otherwise."""


@dataclass(frozen=True)
class Verdict:
    """One run against the baseline on one measure, over the queries where both have a value.

    run, baseline: places in the array that was compared. before, after: means of baseline and run.
    difference = after − before, with its interval low … high (95 %, of this run alone), NaN where all queries have
    the same difference or fewer than three count. p: randomisation test; adjusted: after Holm over `comparisons`
    runs. better, worse, same: queries. detectable: the smallest difference that so many queries show at 80 % power,
    NaN if unknown; needed: queries it takes to show a difference of `worth`, None if unknown.
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
    def has_interval(self) -> bool:
        """Whether anything is known of how far the difference may be from the true one."""
        return not math.isnan(self.low)

    @property
    def claim(self) -> int:
        """1: better than the baseline, −1: worse, 0: no difference can be claimed (5 %, after Holm)."""
        if not self.adjusted <= ALPHA:
            return 0
        return 1 if self.difference > 0 else -1


def compare(
    scores: Float,
    baseline: int,
    others: Sequence[int],
    worth: float | None = WORTH,
    p: Float | None = None,
) -> tuple[Verdict, ...]:
    """A verdict on each of `others` against the baseline, in their order.

    scores: float64 [run, query] of one measure, NaN where a query is left out. worth None: the number of
    queries needed is not reckoned. p: of each, if `randomised` has worked it out.
    """
    if not others:
        return ()
    differences = _differences(scores, baseline, others)
    p = sign_flip(differences) if p is None else p
    return _verdicts(scores, baseline, others, differences, p, worth)


def randomised(
    scores: Float, tags: Sequence[Sequence[str]], baseline: int, others: Sequence[int]
) -> tuple[Float, Float]:
    """p of the randomisation test over all queries, float64 [others], and within each tag, by tag, [tags, others].

    The draws, which cost most of it, are shared. A query outside a tag is left out of the tag's columns.
    """
    differences = _differences(scores, baseline, others)
    inside = [differences, *(np.where(has[:, None], differences, np.nan) for _name, has in _tagged(tags))]
    p = sign_flip(np.concatenate(inside, axis=1)).reshape(len(inside), len(others))
    return p[0], p[1:]


def _differences(scores: Float, baseline: int, others: Sequence[int]) -> Float:
    """Each run's value minus the baseline's, float64 [query, other]; exactly 0 where they are the same."""
    differences: Float = (scores[list(others)] - scores[baseline]).T
    differences[np.abs(differences) < SAME] = 0.0
    return differences


def _verdicts(
    scores: Float, baseline: int, others: Sequence[int], differences: Float, p: Float, worth: float | None
) -> tuple[Verdict, ...]:
    adjusted = holm(p)
    low, high = mean_intervals(differences)
    tells = _spreads(differences) & ((~np.isnan(differences)).sum(axis=0) >= FEWEST)
    low, high = np.where(tells, low, np.nan), np.where(tells, high, np.nan)
    verdicts = []
    for place, run in enumerate(others):
        counted = ~np.isnan(differences[:, place])
        change = differences[counted, place]
        verdicts.append(
            Verdict(
                run=run,
                baseline=baseline,
                queries=len(change),
                before=_mean(scores[baseline][counted]),
                after=_mean(scores[run][counted]),
                difference=_mean(change),
                low=float(low[place]),
                high=float(high[place]),
                p=float(p[place]),
                adjusted=float(adjusted[place]),
                comparisons=len(others),
                better=int((change > 0).sum()),
                worse=int((change < 0).sum()),
                same=int((change == 0).sum()),
                **_power(change, len(others), worth),
            )
        )
    return tuple(verdicts)


def _spreads(differences: Float) -> NDArray[np.bool_]:
    """Whether the queries of each column differ from each other, bool [c]: else nothing is known of the next one."""
    highest = np.nanmax(differences, axis=0, initial=-np.inf)
    lowest = np.nanmin(differences, axis=0, initial=np.inf)
    spreads: NDArray[np.bool_] = highest - lowest > SAME
    return spreads


def _power(differences: Float, comparisons: int, worth: float | None) -> dict[str, Any]:
    unknown = {"detectable": math.nan, "needed": None, "worth": math.nan if worth is None else worth}
    if worth is None or len(differences) < 2 or not _spreads(differences[:, None])[0]:
        return unknown
    alpha, deviation = ALPHA / comparisons, float(differences.std(ddof=1))
    shown = float(detectable(np.array([deviation]), len(differences), alpha)[0])
    return unknown | {"detectable": shown, "needed": queries_needed(deviation, worth, alpha)}


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
    scores: Float, tags: Sequence[Sequence[str]], baseline: int, others: Sequence[int], p: Float
) -> tuple[Group, ...]:
    """The comparison within each tag, by tag. tags: those of each query; a query may be in several groups.

    p: what `randomised` gives, float64 [tags, others].
    """
    if not others:
        return ()
    differences = _differences(scores, baseline, others)
    groups = []
    for (name, has), p_inside in zip(_tagged(tags), p, strict=True):
        queries = np.flatnonzero(has)
        of_group = (scores[:, queries], baseline, others, differences[queries], p_inside, None)
        groups.append(Group(name, queries, _verdicts(*of_group)))
    return tuple(groups)


def _tagged(tags: Sequence[Sequence[str]]) -> list[tuple[str, NDArray[np.bool_]]]:
    """Each tag, rising, and which queries have it."""
    names = sorted({tag for of_query in tags for tag in of_query})
    return [(name, np.array([name in of_query for of_query in tags])) for name in names]
