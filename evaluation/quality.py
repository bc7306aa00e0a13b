"""Signs of how one person grades: haste, drift within a session, use of the grades, agreement with oneself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from evaluation.values import Float

Column = NDArray[np.int64]
PAUSE = 30 * 60 * 1000
_HASTE = 1 / 3
_FEWEST_TIMES, _FEWEST_HALF, _FEWEST_REPEATS = 20, 20, 5


@dataclass(frozen=True)
class Quality:
    """Of one person. None: cannot be said yet.

    grades: how many judgements; median_time: ms; fast: share of answers in under a third of that; drift: mean grade
    of the later half of each session less that of the earlier; drifts: it is more than two standard errors;
    use float64 [grade 0–3]: shares; with_oneself: share of repeats with the same grade; repeats: how many.
    """

    grades: int
    median_time: float | None
    fast: float | None
    drift: float | None
    drifts: bool
    use: Float
    with_oneself: float | None
    repeats: int


def quality(
    moment: Column, grade: Column, milliseconds: Float, repeats: Sequence[tuple[int, int]]
) -> Quality:
    """One person's signs.

    moment int64 [n]: when, ms, rising; grade int64 [n]; milliseconds float64 [n]: time taken, NaN if unknown.
    repeats: (grade given before, grade given again) of the fragments that were asked for twice.
    """
    times = milliseconds[~np.isnan(milliseconds)]
    median = float(np.median(times)) if len(times) >= _FEWEST_TIMES else None
    fast = float((times < median * _HASTE).mean()) if median is not None else None
    drift, drifts = _drift(moment, grade)
    counts = np.bincount(grade[(grade >= 0) & (grade <= 3)], minlength=4).astype(np.float64)
    same = [first == again for first, again in repeats]
    return Quality(
        len(grade),
        median,
        fast,
        drift,
        drifts,
        counts / max(counts.sum(), 1),
        sum(same) / len(same) if len(same) >= _FEWEST_REPEATS else None,
        len(same),
    )


def _drift(moment: Column, grade: Column) -> tuple[float | None, bool]:
    if len(moment) == 0:
        return None, False
    starts = np.concatenate(([0], np.flatnonzero(np.diff(moment) > PAUSE) + 1, [len(moment)]))
    place = np.concatenate([np.arange(length) / length for length in np.diff(starts).tolist()])
    early, late = grade[place < 0.5], grade[place >= 0.5]
    if min(len(early), len(late)) < _FEWEST_HALF:
        return None, False
    difference = float(late.mean() - early.mean())
    error = float(np.sqrt(early.var(ddof=1) / len(early) + late.var(ddof=1) / len(late)))
    return difference, abs(difference) > 2 * error > 0
