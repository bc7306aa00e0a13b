"""From evidence to probability: a logistic regression with shipped weights, set right by the collection."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from evaluation.unjudged.table import prior_of, term_name, terms_of
from evaluation.unjudged_weights import PRIOR, WEIGHTS
from evaluation.values import Float

CENTRE, REACH = -3.0, 4.0  # logits around which the slope turns, and beyond which it stops counting
FIRM_INTERCEPT, FIRM_SLOPE, FIRM_RUNS = (
    2.0,
    30.0,
    10.0,
)  # 1 / variance of each correction before any judgement
MOST_INTERCEPT, LEAST_SLOPE, MOST_SLOPE = 2.0, 0.5, 1.5
NEWTON_STEPS = 25
GRADE_START = 0.1


@dataclass(frozen=True)
class Model:
    """The weights of one tier: intercept, one for every term, and those of the first guess."""

    tier: str
    intercept: float
    weights: Mapping[tuple[str, str], float]
    prior: Mapping[str, float]

    @staticmethod
    def shipped(tier: str) -> Model:
        """The model whose weights ship with the app. Raises ValueError for a tier that has none."""
        if tier not in WEIGHTS:
            raise ValueError(f"no weights ship for the tier {tier}, only for {', '.join(WEIGHTS)}")
        weights = {term: WEIGHTS[tier][term_name(*term)] for term in terms_of(tier)}
        prior = {name: PRIOR[tier][name] for name in ("intercept", *prior_of(tier))}
        return Model(tier, WEIGHTS[tier]["intercept"], weights, prior)

    def logit(self, features: Mapping[str, Float]) -> Float:
        """ln(p / (1 − p)) of every fragment before the collection's correction, float64 [n]."""
        total = np.full(len(features["rrf_10"]), self.intercept)
        for (name, state), weight in self.weights.items():
            if weight:
                value = features[name]
                total += weight * (value * features[state] if state else value)
        return total


@dataclass(frozen=True)
class Correction:
    """What a collection's own judgements change in the model, bounded: intercept, slope, each run's worth.

    runs: float64 [runs], weights of the runs' discounts beyond their mean; empty: none.
    """

    intercept: float = 0.0
    slope: float = 0.0
    runs: Float = field(default_factory=lambda: np.zeros(0))

    def apply(self, logit: Float, discount: Float) -> Float:
        """The corrected logits, float64 [n]; discount: float64 [runs, n], the pool's."""
        total: Float = logit + self.intercept + self.slope * _around(logit)
        return total + self.runs @ lean(discount) if len(self.runs) else total


def lean(discount: Float) -> Float:
    """How much each run is for a fragment beyond the runs' mean, float64 [runs, n]."""
    worth: Float = 2 * (discount - discount.mean(axis=0))
    return worth


def correct(logit: Float, leaning: Float, relevant: Float) -> Correction:
    """The most likely correction given judged fragments as they looked just before they were judged.

    logit: float64 [m], uncorrected; leaning: float64 [m, runs], of `lean`; relevant: float64 [m], 1 or 0.
    What was judged was chosen by its evidence and not by its grade, so the judged alone give it without bias;
    unjudged fragments are never taken as not relevant. Source: maximum a posteriori, normal prior, by
    Newton's method with steps of at most 1: longer ones overshoot where the model was far off.
    """
    columns = np.column_stack([np.ones(len(logit)), _around(logit), leaning])
    firm = np.full(columns.shape[1], FIRM_RUNS)
    firm[:2] = FIRM_INTERCEPT, FIRM_SLOPE
    change = np.zeros(columns.shape[1])
    for _ in range(NEWTON_STEPS):
        chance = probability(logit + columns @ change)
        slope = columns.T @ (relevant - chance) - firm * change
        curve = (columns * (chance * (1 - chance))[:, None]).T @ columns + np.diag(firm)
        step = np.linalg.solve(curve, slope)
        largest = float(np.abs(step).max())
        change += step / max(1.0, largest)
        if largest < 1e-4:
            break
    return Correction(
        float(np.clip(change[0], -MOST_INTERCEPT, MOST_INTERCEPT)),
        float(np.clip(change[1], 2 * (LEAST_SLOPE - 1), 2 * (MOST_SLOPE - 1))),
        change[2:],
    )


def probability(logit: Float) -> Float:
    """1 / (1 + e^−logit), without overflow."""
    chance: Float = 0.5 * (1 + np.tanh(logit / 2))
    return chance


def grade_shares(grades: Sequence[int], highest: int) -> Float:
    """How likely each grade 1 … highest is for a relevant fragment, float64 [highest], from those judged.

    Every grade starts with a tenth of a judgement: a new collection has no certain ones, and in one that uses
    a single grade the others soon stay away, where each would make the ideal ranking much better.
    """
    count = np.bincount(np.asarray(grades, dtype=np.int64), minlength=highest + 1)[1:] + GRADE_START
    shares: Float = count / count.sum()
    return shares


def _around(logit: Float) -> Float:
    around: Float = np.clip(logit - CENTRE, -REACH, REACH) / 2
    return around
