"""Estimates the true grades and each annotator's way of erring together, so that a careful one weighs more."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from evaluation.values import Float

Column = NDArray[np.int64]
_SMOOTHING = 0.01
_ENOUGH = 1e-6
_MOST_ROUNDS = 100


@dataclass(frozen=True)
class Estimate:
    """probability float64 [pair, grade]; errors float64 [annotator, true grade, given grade]; rows sum to 1."""

    probability: Float
    errors: Float
    rounds: int


def dawid_skene(pair: Column, annotator: Column, grade: Column, shape: tuple[int, int, int]) -> Estimate:
    """Expectation maximisation over the judgements, which stand one a row: int64 [n] each, numbers from 0.

    shape: how many pairs, annotators and grades there are. Starts at each pair's shares of votes; ends when no
    probability moves by 1e-6, or after 100 rounds. A hundredth of a vote is added to each cell, so that nothing
    is held to be impossible after few judgements. A pair without a judgement has the overall shares.
    Source: A. P. Dawid, A. M. Skene (1979), Maximum Likelihood Estimation of Observer Error-Rates Using the EM
    Algorithm, Applied Statistics 28(1), 20-28, equations 2.3 to 2.5.
    """
    pairs, annotators, grades = shape
    votes = np.bincount(pair * grades + grade, minlength=pairs * grades).reshape(pairs, grades)
    probability = (votes + 1e-9) / (votes + 1e-9).sum(axis=1, keepdims=True)
    given = annotator * grades + grade
    rounds = 0
    while True:
        rounds += 1
        share = probability.mean(axis=0)
        errors = _errors(probability[pair], given, annotators, grades)
        evidence = np.log(errors).transpose(0, 2, 1).reshape(annotators * grades, grades)[given]
        log = np.log(share + 1e-12) + _sums(pair, evidence, pairs)
        new = np.exp(log - log.max(axis=1, keepdims=True))
        new /= new.sum(axis=1, keepdims=True)
        moved = float(np.abs(new - probability).max(initial=0.0))
        probability = new
        if moved < _ENOUGH or rounds == _MOST_ROUNDS:
            return Estimate(probability, errors, rounds)


def _errors(weight: Float, given: Column, annotators: int, grades: int) -> Float:
    """How often each annotator gave each grade for each true one, [annotator, true, given]."""
    counts = _sums(given, weight, annotators * grades).reshape(annotators, grades, grades) + _SMOOTHING
    shares: Float = (counts / counts.sum(axis=1, keepdims=True)).transpose(0, 2, 1)
    return shares


def _sums(place: Column, rows: Float, places: int) -> Float:
    """Sums of the rows that belong to each place, [places, columns]."""
    return np.stack(
        [np.bincount(place, weights=rows[:, column], minlength=places) for column in range(rows.shape[1])],
        axis=1,
    )
