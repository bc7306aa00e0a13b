"""What the pool leaves out: runs that it treats worse than others, and relevant fragments still unfound."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from evaluation.estimates import DRAWS, Holes, draw_grades, means, plain_values
from evaluation.measures import Measure
from evaluation.values import Float


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
    shallow = holes.rank <= depth
    run = holes.row[shallow] // holes.queries
    finders = np.zeros((holes.runs, len(holes.grade)), dtype=bool)
    finders[run, holes.item[shallow]] = True
    alone = finders.sum(axis=0) == 1
    change = np.empty_like(before)
    for number in range(holes.runs):
        own = finders[number] & alone & ~holes.unjudged
        without = replace(holes, grade=np.where(own, -1, holes.grade))
        change[number] = means(plain_values(without, measures), holes)[number] - before[number]
    return change


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


def outsiders(
    rankings: Sequence[Sequence[Sequence[int]]], judged: Sequence[Mapping[int, int]], cutoff: int = 10
) -> Float:
    """Share of each run's first `cutoff` results that is unjudged, float64 [runs]; rankings[query][run]."""
    runs = len(rankings[0])
    total, missing = np.zeros(runs), np.zeros(runs)
    for lists, grades in zip(rankings, judged, strict=True):
        for run, ranking in enumerate(lists):
            total[run] += len(ranking[:cutoff])
            missing[run] += sum(fragment not in grades for fragment in ranking[:cutoff])
    share: Float = missing / np.maximum(total, 1)
    return share
