"""From evidence to probability: a logistic regression with shipped weights."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from evaluation.unjudged.table import prior_of, term_name, terms_of
from evaluation.unjudged_weights import PRIOR, WEIGHTS
from evaluation.values import Float


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


def probability(logit: Float) -> Float:
    """1 / (1 + e^−logit), without overflow."""
    chance: Float = 0.5 * (1 + np.tanh(logit / 2))
    return chance
