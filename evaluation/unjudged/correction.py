"""What a collection's own judgements change in the model: for all queries within bounds, and for each one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from evaluation.unjudged.model import probability
from evaluation.values import Float

DEEPEST, CENTRE, KNEE, HIGHEST = -7.0, -3.0, -1.0, 2.0  # logits: one slope up to the knee, another above it
FIRM = (2.0, 30.0, 30.0)  # 1 / variance of intercept and both slopes before any judgement
FIRM_RUNS = 10.0
MOST_INTERCEPT, MOST_SLOPE = 2.0, 1.0  # a slope of 1 is half a logit more for each
SPREADS = (0.1, 0.25, 0.5, 0.75, 1.0, 1.4, 2.0)  # deviations over the queries that are tried
USUAL = 0.5  # such a deviation in most collections, within a factor of e
STEPS = 25

_Place = NDArray[np.int64]


@dataclass(frozen=True)
class Correction:
    """Logits to add: intercept, slopes below and above the knee, each run's worth, each query's own.

    runs: float64 [runs], weights of the runs' discounts beyond their mean; empty: none. queries: by number,
    how much more is relevant there than the model says; unsure: the deviation of what is not known of that;
    spread: its deviation over the queries. known: mean logit of the judged, corrected.
    """

    intercept: float = 0.0
    slope: float = 0.0
    top: float = 0.0
    runs: Float = field(default_factory=lambda: np.zeros(0))
    queries: Mapping[int, float] = field(default_factory=dict)
    unsure: Mapping[int, float] = field(default_factory=dict)
    spread: float = USUAL
    known: float = 0.0

    def apply(self, logit: Float, discount: Float, query: int) -> Float:
        """The corrected logits of a query's pool, float64 [n]; discount: float64 [runs, n], the pool's."""
        total: Float = self._common(logit, lean(discount).T) + self.queries.get(query, 0.0)
        return total

    def judged(self, logit: Float, leaning: Float, query: _Place) -> Float:
        """Likewise of judged fragments as `correct` takes them, float64 [m]."""
        total: Float = self._common(logit, leaning)
        total += np.array([self.queries.get(number, 0.0) for number in query.tolist()])
        return total

    def _common(self, logit: Float, leaning: Float) -> Float:
        total: Float = logit + _columns(logit) @ np.array([self.intercept, self.slope, self.top])
        return total + leaning @ self.runs if len(self.runs) else total


@dataclass(frozen=True)
class _Fit:
    """change: float64 [columns]; own, unsure: float64 [queries]; evidence: ln of how likely the spread is."""

    change: Float
    own: Float
    unsure: Float
    total: Float
    evidence: float


def lean(discount: Float) -> Float:
    """How much each run is for a fragment beyond the runs' mean, float64 [runs, n]."""
    worth: Float = 2 * (discount - discount.mean(axis=0))
    return worth


def correct(logit: Float, leaning: Float, relevant: Float, query: _Place) -> Correction:
    """The most likely correction given judged fragments as they looked just before they were judged.

    logit: float64 [m], uncorrected; leaning: float64 [m, runs], of `lean`; relevant: float64 [m], 1 or 0;
    query: int [m]. What was judged was chosen by its evidence and not by its grade, so the judged alone give it
    without bias; unjudged fragments are never taken as not relevant. Source: logistic regression with normal
    priors and one random intercept a query, whose deviation has the highest marginal likelihood (Laplace).
    """
    if not len(logit):
        return Correction(runs=np.zeros(leaning.shape[1]))
    columns = np.column_stack([_columns(logit), leaning])
    firm = np.array([*FIRM, *[FIRM_RUNS] * leaning.shape[1]])
    numbers, place = np.unique(query, return_inverse=True)
    fits = [(_fit(logit, columns, relevant, place, firm, spread), spread) for spread in SPREADS]
    best, spread = max(fits, key=lambda fit: fit[0].evidence)
    slope, top = np.clip(best.change[1:3], -MOST_SLOPE, MOST_SLOPE).tolist()
    return Correction(
        intercept=float(np.clip(best.change[0], -MOST_INTERCEPT, MOST_INTERCEPT)),
        slope=slope,
        top=top,
        runs=best.change[3:],
        queries=dict(zip(numbers.tolist(), best.own.tolist(), strict=True)),
        unsure=dict(zip(numbers.tolist(), best.unsure.tolist(), strict=True)),
        spread=spread,
        known=float(best.total.mean()),
    )


def _fit(logit: Float, columns: Float, relevant: Float, place: _Place, firm: Float, spread: float) -> _Fit:
    """By Newton's method with steps of at most 1: longer ones overshoot where the model was far off."""
    count = int(place.max()) + 1
    change, own = np.zeros(columns.shape[1]), np.zeros(count)
    total = logit
    for _ in range(STEPS):
        chance = probability(total)
        weight = chance * (1 - chance)
        weighted = columns * weight[:, None]
        shared = np.stack([np.bincount(place, column, count) for column in weighted.T], axis=1)
        curve = np.bincount(place, weight, count) + spread**-2
        slope = np.bincount(place, relevant - chance, count) - own / spread**2
        inner = weighted.T @ columns + np.diag(firm) - shared.T @ (shared / curve[:, None])
        first = columns.T @ (relevant - chance) - firm * change - shared.T @ (slope / curve)
        step = np.linalg.solve(inner, first)
        step_own = (slope - shared @ step) / curve
        largest = float(max(np.abs(step).max(), np.abs(step_own).max()))
        change = change + step / max(1.0, largest)
        own = own + step_own / max(1.0, largest)
        total = logit + columns @ change + own[place]
        if largest < 1e-4:
            break
    part = shared / curve[:, None]
    unsure = np.sqrt(1 / curve + ((part @ np.linalg.inv(inner)) * part).sum(axis=1))
    likely = float((relevant * total - np.logaddexp(0, total)).sum())
    evidence = likely - (firm @ change**2 + own @ own / spread**2) / 2 - np.log(spread / USUAL) ** 2 / 2
    evidence -= (np.linalg.slogdet(inner)[1] + np.log(curve).sum()) / 2 + count * np.log(spread)
    return _Fit(change, own, unsure, total, float(evidence))


def _columns(logit: Float) -> Float:
    """What intercept and both slopes are multiplied with, float64 [n, 3]."""
    low = (np.clip(logit, DEEPEST, KNEE) - CENTRE) / 2
    high = (np.clip(logit, KNEE, HIGHEST) - KNEE) / 2
    return np.stack([np.ones(len(logit)), low, high], axis=1)
