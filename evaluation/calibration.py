"""How right probabilities were, once it is known what they spoke of."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from evaluation.values import Float

BINS = 10


@dataclass(frozen=True)
class Calibration:
    """error: expected calibration error, 0 … 1; brier: mean squared error; base: that of always saying `share`.

    expected: mean probability; share: of those that were relevant; count: how many.
    """

    error: float
    brier: float
    base: float
    expected: float
    share: float
    count: int


def calibration(probability: Float, relevant: NDArray[np.bool_]) -> Calibration:
    """Of probabilities float64 [n] and what was so, bool [n]. Raises ValueError for none.

    The error is over ten equal bins, each weighted by what is in it; with few it is too high by chance. Source:
    Naeini, Cooper & Hauskrecht, "Obtaining well calibrated probabilities using Bayesian binning", AAAI 2015.
    """
    if not len(probability):
        raise ValueError("nothing to calibrate: no probability was given")
    place = np.minimum((probability * BINS).astype(int), BINS - 1)
    off = np.bincount(place, probability - relevant, BINS)
    share = float(relevant.mean())
    return Calibration(
        error=float(np.abs(off).sum() / len(place)),
        brier=float(((probability - relevant) ** 2).mean()),
        base=share * (1 - share),
        expected=float(probability.mean()),
        share=share,
        count=len(place),
    )
