"""Which grade a relevant fragment has: as those judged, and higher where it is surer to be relevant at all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from scipy.optimize import minimize_scalar

from evaluation.values import Float

GRADE_START = 0.1
FIRM_TILT = 5.0  # 1 / variance of the tilt before any judgement
MOST_TILT = 1.5


def grade_shares(often: Mapping[int, int], highest: int) -> Float:
    """How likely each grade 1 … highest is for a relevant fragment, float64 [highest], by how often each was given.

    Every grade starts with a tenth of a judgement: a new collection has no certain ones, and in one that uses
    a single grade the others soon stay away, where each would make the ideal ranking much better.
    """
    count = np.array([often.get(grade, 0) + GRADE_START for grade in range(1, highest + 1)])
    shares: Float = count / count.sum()
    return shares


def tilted(shares: Float, logit: Float, tilt: float) -> Float:
    """The shares of every fragment, float64 [n, highest]: ln of each changed by tilt × logit × grade.

    logit: float64 [n], less that at which the shares are `shares`.
    """
    change = np.outer(np.clip(tilt * logit, -10, 10), np.arange(1, len(shares) + 1))
    weight = shares * np.exp(change - change.max(axis=1, keepdims=True))
    found: Float = weight / weight.sum(axis=1, keepdims=True)
    return found


def likely_tilt(shares: Float, logit: Float, grades: Sequence[int]) -> float:
    """The most likely tilt given judged relevant fragments, normal prior; logit: float64 [m], grades: [m]."""
    at = np.asarray(grades, dtype=np.int64) - 1
    if not len(at):
        return 0.0

    def unlikely(tilt: float) -> float:
        given = tilted(shares, logit, tilt)[np.arange(len(at)), at]
        return float(FIRM_TILT / 2 * tilt**2 - np.log(given).sum())

    return float(minimize_scalar(unlikely, bounds=(-MOST_TILT, MOST_TILT), method="bounded").x)
