"""Which fragments of a query are candidates for judging, in what order they are served, and the audit's draw."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b

import numpy as np

from evaluation.values import Float
from evaluation.words import N_

TOP = 10
TOP_BONUS = 0.7
HEDGE_RATE = 0.1

LIKELY = N_("likely relevant: {percent} %")
LIKELY_IN_TOP = N_("likely relevant: {percent} %; runs that have it in their top 10: {runs}")
BEST_RANK = N_("rank {rank} in its best run; runs that have it: {runs}")
TRUSTED_RUNS = N_("ranked high by the runs that were right so far")
AT_RANDOM = N_("drawn at random from the pool")
AUDIT = N_("audit: drawn at random from the {left} unjudged candidates")


def pool(rankings: Sequence[Sequence[int]], depth: int) -> list[tuple[int, int, int]]:
    """The union of the runs' first `depth` results of one query, as (fragment, best rank, number of runs).

    rankings: one sequence of fragment numbers a run, best first; ranks count from 1. The number of runs
    counts those with the fragment among their first `depth`. Ordered by best rank, then by more runs, then by
    number.
    Raises ValueError when depth is below 1. Source: depth-k pooling, Spärck Jones & van Rijsbergen (1975).
    """
    if depth < 1:
        raise ValueError(f"the depth of a pool is at least 1, not {depth}")
    best: dict[int, int] = {}
    runs: dict[int, int] = {}
    for ranking in rankings:
        for rank, fragment in enumerate(ranking[:depth], start=1):
            best[fragment] = min(rank, best.get(fragment, rank))
            runs[fragment] = runs.get(fragment, 0) + 1
    return sorted(((f, best[f], runs[f]) for f in best), key=lambda row: (row[1], -row[2], row[0]))


@dataclass(frozen=True)
class Served:
    """A fragment to judge next, and why: a sentence with named places, and what stands in them."""

    fragment: int
    reason: str
    values: Mapping[str, float] = field(default_factory=dict)


def by_likelihood(
    fragments: Sequence[int], probability: Float, rankings: Sequence[Sequence[int]], bonus: float = TOP_BONUS
) -> list[Served]:
    """The unjudged fragments, the most likely relevant first; those in some run's top 10 gain `bonus` logits.

    The bonus keeps the runs comparable: what a run shows first is what its score hangs on. fragments: [n],
    probability: float64 [n], 0 … 1. A tie goes to the lower number.
    """
    runs_of: dict[int, int] = {}
    for ranking in rankings:
        for fragment in ranking[:TOP]:
            runs_of[fragment] = runs_of.get(fragment, 0) + 1
    chance = np.clip(probability, 1e-9, 1 - 1e-9)
    logit = np.log(chance / (1 - chance)) + bonus * np.array([f in runs_of for f in fragments], dtype=float)
    order = np.lexsort((np.asarray(fragments), -logit))
    return [
        Served(
            int(fragments[i]),
            LIKELY_IN_TOP if fragments[i] in runs_of else LIKELY,
            {"percent": round(100 * float(probability[i])), "runs": runs_of.get(int(fragments[i]), 0)},
        )
        for i in order
    ]


def by_rank(rankings: Sequence[Sequence[int]], depth: int, judged: Mapping[int, int]) -> list[Served]:
    """Depth pooling: the unjudged of the pool, by best rank."""
    return [
        Served(fragment, BEST_RANK, {"rank": best, "runs": runs})
        for fragment, best, runs in pool(rankings, depth)
        if fragment not in judged
    ]


def by_hedge(
    rankings: Sequence[Sequence[int]], depth: int, judged: Mapping[int, int], learning: float = HEDGE_RATE
) -> list[Served]:
    """The unjudged by the runs' weighted ranks, a run's weight falling with what it ranked high in vain.

    A judged fragment at rank r costs a run ln(depth / r) / 2 when it is not relevant and gains it as much
    when it is; weights are rate ^ (loss / ln depth). Source: Aslam, Pavlu & Savell, "A unified
    model for metasearch, pooling, and system evaluation", CIKM 2003.
    """
    fragments = sorted({f for ranking in rankings for f in ranking[:depth]})
    place = {fragment: i for i, fragment in enumerate(fragments)}
    worth = np.zeros((len(rankings), len(fragments)))
    for row, ranking in enumerate(rankings):
        for rank, fragment in enumerate(ranking[:depth], start=1):
            worth[row, place[fragment]] = np.log(depth / rank) / 2
    loss = np.zeros(len(rankings))
    for fragment, grade in judged.items():
        if fragment in place:
            loss += worth[:, place[fragment]] * (-1 if grade > 0 else 1)
    weight = learning ** ((loss - loss.min()) / max(np.log(depth), 1.0))
    total = (weight / weight.sum()) @ worth
    order = np.lexsort((np.asarray(fragments), -total))
    return [
        Served(fragments[i], TRUSTED_RUNS, {"weight": float(total[i])})
        for i in order
        if fragments[i] not in judged
    ]


def at_random(fragments: Sequence[int], judged: Mapping[int, int], seed: int) -> list[Served]:
    """The unjudged of the pool in an order that the seed alone decides, all orders equally likely."""
    order = np.random.default_rng(seed).permutation(np.sort(np.asarray(fragments, dtype=np.int64)))
    return [Served(int(fragment), AT_RANDOM) for fragment in order if int(fragment) not in judged]


def lot_falls(share: float, seed: str) -> bool:
    """Whether one place of a queue, which the seed names, is in this share of all places; the same each time."""
    return _lot(f"{seed}/place") < share


def draw_audit(chance: Mapping[int, float], found: int, seed: str) -> Served | None:
    """A fragment of a query for one place of its queue, drawn at random; None when none is left.

    chance: probability of every unjudged candidate of the query, all equally likely to be drawn, whatever the order
    is: so the drawn tell without bias how well the model is calibrated and how many relevant fragments are missing.
    found: relevant known among the query's candidates. seed: names the place.
    """
    if not chance:
        return None
    fragments = sorted(chance)
    fragment = fragments[int(_lot(f"{seed}/fragment") * len(fragments))]
    total = found + sum(chance.values())
    values = {
        "probability": round(chance[fragment], 5),
        "left": len(fragments),
        "total": round(total, 4),
    }
    return Served(fragment, AUDIT, values)


def _lot(seed: str) -> float:
    """0 … 1, the same for the same seed."""
    return int.from_bytes(blake2b(seed.encode(), digest_size=6).digest()) / 2**48
