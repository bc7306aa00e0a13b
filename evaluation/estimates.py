"""Scores that know their holes: what a run's value can still become, and what it most likely is.

An estimate is never a judgement: nothing here is ever taken for qrels.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from evaluation.measures import Measure, compute
from evaluation.unjudged import Estimate
from evaluation.unjudged.model import probability
from evaluation.values import Float, Int, Judged

DRAWS = 64
DEPTH = 100
UNSURE_COLLECTION = 0.5  # deviation, in logits, of the model's error that all queries share
UNSURE_QUERY = 0.8  # likewise of that of one query
UNSURE_DEPTH = 0.25  # likewise of all fragments a logit less likely than what is judged
DEEPEST = 5.0  # logits under the judged, beyond which it grows no more
PLACES_TRIED = 20  # ranks whose grades are tried one by one for the range

NOTHING = Estimate(np.zeros(0, np.int32), np.zeros(0), np.zeros(0), np.ones((0, 1)))
"""Of a query in whose pool nothing is unjudged, or that has no pool."""

_Index = NDArray[np.int64]
_Bool = NDArray[np.bool_]


@dataclass(frozen=True)
class Holes:
    """The rankings of all runs and queries over what is judged and what is not, flat.

    Items are the judged and the unjudged of each query's pool: query int64 [items]; grade int64 [items], −1
    for unjudged; fragment int64 [items]; chance float64 [items], of being relevant, 0 or 1 for the judged;
    shares float64 [items, highest grade], how likely each grade is for a relevant one; unsure, known float64
    [queries], as in `Estimate`. A row is a run and a query, run × queries + query. Hits, flat, ordered by
    (row, rank): row, rank, item. retrieved int32 [rows].
    """

    runs: int
    queries: int
    fragment: _Index
    query: _Index
    grade: _Index
    chance: Float
    shares: Float
    unsure: Float
    known: Float
    row: _Index
    rank: Int
    item: _Index
    retrieved: Int

    @property
    def unjudged(self) -> _Bool:
        """Which items are unjudged, bool [items]."""
        return self.grade < 0


@dataclass(frozen=True)
class Score:
    """A run's numbers for one measure, means over the queries where it is defined.

    plain: unjudged = not relevant. least, most: what it can still become. estimate: mean over draws of the
    unjudged as the model has it, low and high the 95 % interval with the model's own error drawn too. judged: share
    judged of its first k, k the measure's cutoff.
    """

    plain: float
    judged: float
    least: float
    most: float
    estimate: float
    low: float
    high: float


def holes(
    rankings: Sequence[Sequence[Sequence[int]]],
    judged: Sequence[Mapping[int, int]],
    estimates: Sequence[Estimate],
    depth: int = DEPTH,
) -> Holes:
    """Rankings[query][run], what is judged of each query and the estimates of what is not, made flat.

    Results below `depth` count only where they are judged. A fragment that is judged is so, whatever the
    estimate says.
    """
    highest = max((e.shares.shape[1] for e in estimates), default=1)
    parts = [_pool(grades, e, highest) for grades, e in zip(judged, estimates, strict=True)]
    hits: list[tuple[int, int, int]] = []
    start, queries, runs = 0, len(rankings), len(rankings[0])
    retrieved = np.array([len(lists[run]) for run in range(runs) for lists in rankings], dtype=np.int32)
    for number, (lists, grades, part) in enumerate(zip(rankings, judged, parts, strict=True)):
        place = {fragment: start + i for i, fragment in enumerate(part[0].tolist())}
        for run, ranking in enumerate(lists):
            for rank, fragment in enumerate(ranking, start=1):
                if fragment in place and (rank <= depth or fragment in grades):
                    hits.append((run * queries + number, rank, place[fragment]))
        start += len(place)
    columns = np.array(hits, dtype=np.int64).reshape(-1, 3)
    columns = columns[np.argsort(columns[:, 0], kind="stable")]
    return Holes(
        runs,
        queries,
        fragment=np.concatenate([part[0] for part in parts]),
        query=np.repeat(np.arange(queries), [len(part[0]) for part in parts]),
        grade=np.concatenate([part[1] for part in parts]),
        chance=np.concatenate([part[2] for part in parts]),
        shares=np.concatenate([part[3] for part in parts]),
        unsure=np.array([estimate.unsure for estimate in estimates]),
        known=np.array([estimate.known for estimate in estimates]),
        row=columns[:, 0],
        rank=columns[:, 1].astype(np.int32),
        item=columns[:, 2],
        retrieved=retrieved,
    )


def _pool(grades: Mapping[int, int], estimate: Estimate, highest: int) -> tuple[_Index, _Index, Float, Float]:
    """(fragments, their grades or −1, chances, shares [n, highest]) of a query: the judged, then the others."""
    new = [i for i, fragment in enumerate(estimate.fragments.tolist()) if fragment not in grades]
    fragments = np.array([*grades, *estimate.fragments[new].tolist()], dtype=np.int64)
    known = np.array([*grades.values(), *[-1] * len(new)], dtype=np.int64)
    sure = (known[: len(grades)] > 0).astype(np.float64)
    shares = np.zeros((len(fragments), highest))
    shares[len(grades) :, : estimate.shares.shape[1]] = estimate.shares[new]
    return fragments, known, np.concatenate((sure, estimate.probability[new])), shares


def scores(holes: Holes, measures: Sequence[Measure], draws: int = DRAWS, seed: int = 0) -> list[list[Score]]:
    """Every run's numbers, [run][measure]; the same seed gives the same draws."""
    plain = means(plain_values(holes, measures), holes)
    drawn, trusted = (
        np.stack([means(values, holes) for values in drawn_values(holes, measures, draws, seed, trusting)])
        for trusting in (False, True)
    )
    centre = trusted.mean(axis=0)
    low, high = np.quantile(drawn, [0.025, 0.975], axis=0)
    low, high = np.fmin(low, centre), np.fmax(high, centre)
    found: list[list[Score]] = [[] for _ in range(holes.runs)]
    for m, measure in enumerate(measures):
        least, most = value_range(holes, measure)
        share = judged_share(holes, places(measure))
        for r in range(holes.runs):
            values = (plain[r, m], share[r], least[r], most[r], centre[r, m], low[r, m], high[r, m])
            found[r].append(Score(*map(float, values)))
    return found


def means(values: Float, holes: Holes) -> Float:
    """Means over the queries where a value is defined, [runs, measures], of values [rows, measures]."""
    by_run = values.reshape(holes.runs, holes.queries, -1)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # a mean over no query is NaN
        mean: Float = np.nanmean(by_run, axis=1)
    return mean


def plain_values(holes: Holes, measures: Sequence[Measure]) -> Float:
    """Every row's value with the unjudged left out, [rows, measures]."""
    return compute(seen(holes, holes.grade, ~holes.unjudged), measures)


def drawn_values(
    holes: Holes, measures: Sequence[Measure], draws: int, seed: int, trusting: bool = False
) -> list[Float]:
    """Every row's value, [rows, measures], in each of `draws` ways in which the unjudged may turn out.

    trusting: as if the model's probabilities were right, with no error of its own.
    """
    rng = np.random.default_rng(seed)
    everything = np.ones(len(holes.grade), dtype=bool)
    return [
        compute(seen(holes, draw_grades(holes, rng, trusting), everything), measures) for _ in range(draws)
    ]


def draw_grades(holes: Holes, rng: np.random.Generator, trusting: bool = False) -> _Index:
    """Grades of all items, int64 [items]: the judged as they are, the unjudged drawn from the model.

    How much of a query is relevant as a whole is drawn with what is not known of it. The model's own error is drawn
    too, once for the collection, once for each query and once for how it grows below what was judged: else the
    intervals of means over many queries would be far too narrow. trusting: without that error.
    """
    chance = np.clip(holes.chance, 1e-6, 1 - 1e-6)
    logit = np.log(chance / (1 - chance))
    error = rng.normal(size=holes.queries) * np.hypot(holes.unsure, 0.0 if trusting else UNSURE_QUERY)
    total = logit + error[holes.query]
    if not trusting:
        below = np.clip(holes.known[holes.query] - logit, 0, DEEPEST)
        total += rng.normal(0, UNSURE_COLLECTION) + rng.normal(0, UNSURE_DEPTH) * below
    relevant = rng.random(len(chance)) < probability(total)
    above = rng.random(len(chance))[:, None] > np.cumsum(holes.shares, axis=1)
    grade = 1 + np.minimum(above.sum(axis=1), holes.shares.shape[1] - 1)
    return np.where(holes.unjudged, np.where(relevant, grade, 0), holes.grade)


def seen(holes: Holes, grade: _Index, known: _Bool) -> Judged:
    """What the measures see when the items in `known` have these grades and the others none."""
    hit = known[holes.item]
    query, grades = holes.query[known], grade[known]
    order = np.lexsort((-grades, query))
    starts = np.concatenate(([0], np.cumsum(np.bincount(query, minlength=holes.queries))))
    return Judged(
        row=holes.row[hit].astype(np.int32),
        rank=holes.rank[hit],
        grade=grade[holes.item[hit]].astype(np.int32),
        retrieved=holes.retrieved,
        query=np.tile(np.arange(holes.queries, dtype=np.int32), holes.runs),
        starts=starts.astype(np.int64),
        grades=grades[order].astype(np.int32),
    )


def places(measure: Measure) -> int:
    """How many first places of a ranking the measure looks at, `DEPTH` when it has no cutoff."""
    return min(measure.cutoff, DEPTH) if isinstance(measure.cutoff, int) else DEPTH


def judged_share(holes: Holes, cutoff: int) -> Float:
    """Judged@k: the share of the first k results that are judged, mean over queries, float64 [runs]."""
    top = (holes.rank <= cutoff) & ~holes.unjudged[holes.item]
    judged = np.bincount(holes.row[top], minlength=len(holes.retrieved))
    share = judged / np.maximum(np.minimum(holes.retrieved, cutoff), 1)
    some = (holes.retrieved > 0).reshape(holes.runs, -1)
    total = np.where(some, share.reshape(holes.runs, -1), 0).sum(axis=1)
    mean: Float = total / np.maximum(some.sum(axis=1), 1)
    return mean


def value_range(holes: Holes, measure: Measure) -> tuple[Float, Float]:
    """The least and the most each run's mean can become, float64 [runs] each, when the unjudged are judged.

    The ideal ranking moves with it: grades found elsewhere lower a run's nDCG. The least is with the unjudged
    of the run's own top not relevant and all others of the highest grade; the most with the others not
    relevant; then the grades of its first `PLACES_TRIED` places are tried one at a time. The most is looked for
    from two starts, all of its own not relevant (the plain value) and all of the highest grade, since more
    relevant results make the ideal better too. A query without a known relevant fragment may stay undefined: it
    counts where that takes the mean further.
    """
    highest = holes.shares.shape[1]
    least = _ends(holes, measure, [(highest, 0)], np.fmin)
    return least, _ends(holes, measure, [(0, highest), (0, 0)], np.fmax)


def _ends(holes: Holes, measure: Measure, starts: Sequence[tuple[int, int]], further: np.ufunc) -> Float:
    """The furthest mean of each run, [runs]; starts: (grade of all others, of its own unjudged); fmin or fmax."""
    values = np.full(len(holes.retrieved), np.nan)
    for run in range(holes.runs):
        one = only(holes, run)
        rows = slice(run * holes.queries, (run + 1) * holes.queries)
        for outside, own in starts:
            values[rows] = further(values[rows], _furthest(one, measure, outside, own, further))
    optional = np.isnan(plain_values(holes, [measure])[:, 0])
    pairs = zip(values.reshape(holes.runs, -1), optional.reshape(holes.runs, -1), strict=True)
    return np.array([_furthest_mean(of_run, free, further) for of_run, free in pairs])


def _furthest_mean(values: Float, optional: _Bool, further: np.ufunc) -> float:
    """The mean of the values, each of the optional ones counted or not; NaN is never counted."""
    fixed = values[~optional & ~np.isnan(values)]
    free = np.sort(values[optional & ~np.isnan(values)])
    free = free if further is np.fmin else free[::-1]
    total = fixed.sum() + np.concatenate(([0.0], np.cumsum(free)))
    count = len(fixed) + np.arange(len(free) + 1)
    return float(further.reduce(total[count > 0] / count[count > 0], initial=np.nan))


def only(holes: Holes, run: int) -> Holes:
    """The same with one run alone."""
    mine = holes.row // holes.queries == run
    rows = slice(run * holes.queries, (run + 1) * holes.queries)
    row = holes.row[mine] - run * holes.queries
    return replace(
        holes, runs=1, row=row, rank=holes.rank[mine], item=holes.item[mine], retrieved=holes.retrieved[rows]
    )


def _furthest(one: Holes, measure: Measure, outside: int, start: int, further: np.ufunc) -> Float:
    """The furthest value of every query that a search over the run's own unjudged finds, [queries]."""
    everything = np.ones(len(one.grade), dtype=bool)
    cutoff = places(measure)
    own = one.unjudged[one.item] & (one.rank <= cutoff)
    grade = np.where(one.unjudged, outside, one.grade)
    grade[one.item[own]] = start
    value = compute(seen(one, grade, everything), [measure])[:, 0]
    for rank in range(1, min(cutoff, PLACES_TRIED) + 1):
        here = own & (one.rank == rank)
        for other in range(one.shares.shape[1] + 1 if here.any() else 0):
            tried = grade.copy()
            tried[one.item[here]] = other
            new = compute(seen(one, tried, everything), [measure])[:, 0]
            best = further(value, new)
            gains = (best != value) & ~np.isnan(best)
            taken = one.item[here][gains[one.row[here]]]
            grade[taken], value = other, best
    return value
