"""What the pool leaves out: runs that it treats worse than others, and relevant fragments still unfound."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from evaluation.estimates import DRAWS, Holes, draw_grades, means, only, plain_values
from evaluation.measures import Measure
from evaluation.values import Float, Int


@dataclass(frozen=True)
class Unfound:
    """How many relevant fragments of a query (or of a collection) are still unjudged, and a 95 % interval."""

    expected: float
    low: float
    high: float


@dataclass(frozen=True)
class Audited:
    """A fragment that was drawn at random from the unjudged: what the model said, and what it was."""

    probability: float
    relevant: bool


def leave_one_out(holes: Holes, measures: Sequence[Measure], depth: int) -> Float:
    """How each run's mean changes without the judgements that only it brought, float64 [runs, measures].

    A run's own: the judged fragments that no other run has among its first `depth`. Negative: a run like this
    one that was not in the pool would score lower by that much. Source: Zobel, "How reliable are the results
    of large-scale information retrieval experiments?", SIGIR 1998.
    """
    before = means(plain_values(holes, measures), holes)
    own = _own(holes, depth)
    change = np.empty_like(before)
    for number in range(holes.runs):
        without = only(replace(holes, grade=np.where(own[number], -1, holes.grade)), number)
        change[number] = means(plain_values(without, measures), without)[0] - before[number]
    return change


def own_judged(holes: Holes, depth: int) -> Int:
    """How many judgements each run alone brought, int32 [runs], as `leave_one_out` counts them."""
    count: Int = _own(holes, depth).sum(axis=1, dtype=np.int32)
    return count


def _own(holes: Holes, depth: int) -> NDArray[np.bool_]:
    """Which judged items only that run has among its first `depth`, bool [runs, items]."""
    shallow = holes.rank <= depth
    finders = np.zeros((holes.runs, len(holes.grade)), dtype=bool)
    finders[holes.row[shallow] // holes.queries, holes.item[shallow]] = True
    own: NDArray[np.bool_] = finders & (finders.sum(axis=0) == 1) & ~holes.unjudged
    return own


def unfound(holes: Holes, draws: int = 4 * DRAWS, seed: int = 0) -> list[Unfound]:
    """For every query, how many of the unjudged in its pool are relevant, by the model."""
    rng = np.random.default_rng(seed)
    open_ = holes.unjudged
    query = holes.query[open_]
    counts = np.stack(
        [np.bincount(query, draw_grades(holes, rng)[open_] > 0, holes.queries) for _ in range(draws)]
    )
    low, high = np.quantile(counts, [0.025, 0.975], axis=0)
    return [Unfound(*map(float, row)) for row in zip(counts.mean(axis=0), low, high, strict=True)]


def unfound_by_audit(expected: float, unjudged: int, audit: Sequence[Audited]) -> Unfound:
    """The collection's number of unfound relevant fragments, set right by the audit.

    expected: sum of the probabilities of all `unjudged` fragments now. The mean of relevant − probability
    over the audited estimates without bias how far the model is off on each; it needs no trust in the model.
    Source: difference estimator, Särndal, Swensson & Wretman, "Model Assisted Survey Sampling", 1992, 6.3.
    Raises ValueError with fewer than two audited.
    """
    if len(audit) < 2:
        raise ValueError(f"an audit needs at least 2 judged fragments, there are {len(audit)}")
    off = np.array([float(a.relevant) - a.probability for a in audit])
    centre = expected + unjudged * float(off.mean())
    half = 1.96 * unjudged * float(off.std(ddof=1)) / np.sqrt(len(off))
    return Unfound(max(0.0, centre), max(0.0, centre - half), min(float(unjudged), max(0.0, centre + half)))
