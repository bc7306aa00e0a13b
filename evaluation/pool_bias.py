"""What the pool leaves out: runs that it treats worse than others, and relevant fragments still unfound."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from evaluation.estimates import DRAWS, Holes, draw_grades, holes, means, only, plain_values
from evaluation.measures import Measure
from evaluation.unjudged import Estimate
from evaluation.values import Float, Int

WORTH = 0.1  # probability from which an unjudged fragment is worth judging when a query is to be finished
HALF = 0.5


@dataclass(frozen=True)
class Unfound:
    """How many relevant fragments of a query (or of a collection) are still unjudged, and a 95 % interval."""

    expected: float
    low: float
    high: float


@dataclass(frozen=True)
class Stop:
    """Whether a query is worth going on with: what is unfound, and how many unjudged are likely enough to judge."""

    unfound: Unfound
    more: int


@dataclass(frozen=True)
class Audited:
    """A fragment that was drawn at random from the unjudged candidates of a query, and what it was.

    probability: of being relevant, as the model saw it when it was drawn; left: how many there were to draw from;
    total: how many relevant candidates the query had, by what was known and by the model. query: any number.
    """

    query: int
    probability: float
    left: int
    total: float
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
    """For every query, how many of the unjudged in its pool are relevant, by the model: its probabilities' sum."""
    rng = np.random.default_rng(seed)
    open_ = holes.unjudged
    query = holes.query[open_]
    counts = np.stack(
        [np.bincount(query, draw_grades(holes, rng)[open_] > 0, holes.queries) for _ in range(draws)]
    )
    expected = np.bincount(query, holes.chance[open_], holes.queries)
    low, high = np.quantile(counts, [0.025, 0.975], axis=0)
    low, high = np.minimum(low, expected), np.maximum(high, expected)
    return [Unfound(*map(float, row)) for row in zip(expected, low, high, strict=True)]


def when_to_stop(
    rankings: Sequence[Sequence[Sequence[int]]],
    judged: Sequence[Mapping[int, int]],
    estimates: Sequence[Estimate],
    seed: int = 0,
) -> list[Stop]:
    """How much is left of each query, by the model. rankings[query][run]; estimates: of the unjudged candidates."""
    left = unfound(holes(rankings, judged, estimates), seed=seed)
    worth = [int((estimate.probability >= WORTH).sum()) for estimate in estimates]
    return [Stop(*of_query) for of_query in zip(left, worth, strict=True)]


def unfound_by_audit(audit: Sequence[Audited], found: Mapping[int, int], unjudged: int) -> Unfound:
    """How many relevant candidates the audited queries still have, whatever the model is worth.

    found: query → relevant candidates known now, of every audited query; unjudged: how many candidates they still
    have. Each draw estimates without bias how many relevant ones its query has: what was known and expected
    then, and what the drawn one was beyond expectation, for each that it stands for. So the mean over a query's draws
    less what is known now is what is missing. Source: difference estimator, Särndal, Swensson & Wretman, "Model
    Assisted Survey Sampling", 1992, 6.3. The interval takes the spread of all draws together, with half a surprise
    more than there was: else it is far too narrow while none has been relevant.
    Raises ValueError without any audited.
    """
    if not audit:
        raise ValueError("an audit needs at least one judged fragment")
    off = np.array([a.relevant - a.probability for a in audit])
    unsure = np.mean([a.probability * (1 - a.probability) for a in audit])
    spread = max((off @ off + HALF) / (len(off) + 2 * HALF), float(unsure))
    centre, variance = 0.0, 0.0
    for query, known in found.items():
        mine = [a for a in audit if a.query == query]
        totals = [a.total + a.left * (a.relevant - a.probability) for a in mine]
        centre += float(np.mean(totals)) - known
        variance += float(np.mean([a.left**2 for a in mine])) * spread / len(mine)
    half = 1.96 * float(np.sqrt(variance))
    low, centre, high = (min(max(0.0, x), float(unjudged)) for x in (centre - half, centre, centre + half))
    return Unfound(centre, low, high)
