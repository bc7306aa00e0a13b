"""The evidence for each fragment of a pool, as numbers that mean the same in every collection."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from evaluation.unjudged.candidates import TINY, Candidates, Kernel
from evaluation.unjudged.text import Cosines
from evaluation.values import Float

CLOSE = 3  # places in one ranking within which a judged fragment tells something of another
RIDGES = {"profile": 2.0, "together": 1.0, "text": 0.5, "centred": 0.5, "dense": 0.5}
FIXED_SCALE = {"profile": (0.5, 0.2), "together": (0.0, 0.2)}  # these cosines are of counts: same everywhere
SPREAD = 0.6  # of a fragment's evidence that goes to its neighbours at each step
HASTE = 3.0  # judgements that a run's precision waits for before it counts

_Where = NDArray[np.int64]


@dataclass(frozen=True)
class Shared:
    """What the other queries of the collection tell of this one's n fragments.

    run_precision: float64 [runs]; base_rate: share of judged fragments that are relevant, smoothed;
    together: cosine of the fragments over the queries that retrieve both; elsewhere_*: judged relevant or not
    for other queries, weighted by how much their runs' results overlap; anywhere_*: the plain counts;
    popular: how many queries retrieve it, 0 … 1.
    """

    run_precision: Float
    base_rate: float
    together: Kernel
    elsewhere_relevant: Float
    elsewhere_other: Float
    anywhere_relevant: Float
    anywhere_other: Float
    popular: Float


@dataclass(frozen=True)
class _Seen:
    """The judged of one query as places in its pool: relevant, others, all, and 1 or 0 for each of all."""

    relevant: _Where
    others: _Where
    places: _Where
    label: Float
    share: Float


def evidence(
    pool: Candidates, judged: Mapping[int, int], shared: Shared, prior: Mapping[str, float]
) -> dict[str, Float]:
    """Every feature of every fragment of the pool, float64 [n] (or a number where all have the same) by name.

    judged: fragment → grade, relevant from 1 up; fragments outside the pool count for nothing. prior: weights
    of a first guess from what no judgement changes; the model learns from how far the judged are from it.
    """
    seen = _seen(pool, judged)
    features = dict(pool.features)
    features |= _state(seen, shared.base_rate) | _runs(pool, seen, shared) | _elsewhere(shared)
    guess = _guess(features, prior)
    features["guess"] = guess
    surprise = seen.label - 1 / (1 + np.exp(-guess[seen.places]))
    for name, kernel in {**pool.kernels, "together": shared.together}.items():
        features |= _alike(name, kernel, seen)
        features |= _ridges(name, kernel, seen, shared.base_rate, surprise)
    features |= _mixed(pool, seen, shared, surprise)
    for name, cosine in pool.query_cosine.items():
        features[f"{name}_with_query"] = _with_query(pool.kernels[name].cosine, cosine, seen)
    return features


def _seen(pool: Candidates, judged: Mapping[int, int]) -> _Seen:
    fragments = np.fromiter(judged, dtype=np.int64, count=len(judged))
    grades = np.fromiter(judged.values(), dtype=np.int64, count=len(judged))
    place = np.searchsorted(pool.fragments, fragments).clip(max=len(pool.fragments) - 1)
    inside = pool.fragments[place] == fragments
    places, grades = place[inside], grades[inside]
    label = (grades > 0).astype(np.float64)
    share = label * grades / max(3, int(grades.max(initial=0)))
    return _Seen(places[grades > 0], places[grades <= 0], places, label, share)


def _state(seen: _Seen, base: float) -> dict[str, Float]:
    relevant, judged = len(seen.relevant), len(seen.places)
    values = {
        "none_relevant": float(relevant == 0),
        "log_relevant": np.log1p(relevant),
        "log_judged": np.log1p(judged),
        "log_other": np.log1p(len(seen.others)),
        "precision_here": (relevant + base) / (judged + 1),
        "log_base": np.log(base),
    }
    return {name: np.array(value) for name, value in values.items()}


def _runs(pool: Candidates, seen: _Seen, shared: Shared) -> dict[str, Float]:
    precision = shared.run_precision / (shared.run_precision.sum() + TINY)
    sharp = shared.run_precision**2 / ((shared.run_precision**2).sum() + TINY)
    held = pool.discount[:, seen.places]
    gain = held @ (seen.label - shared.base_rate) / (held.sum(axis=1) + HASTE)
    return {
        "precise_runs": precision @ pool.discount,
        "precise_runs_sharp": sharp @ pool.discount,
        "precise_runs_here": 10 * gain @ pool.discount / len(gain),
        "near_relevant": _close(pool, seen.relevant),
        "near_other": _close(pool, seen.others),
    }


def _close(pool: Candidates, places: _Where) -> Float:
    """Judged fragments within `CLOSE` places in the same run, in runs' shares, as ln(1 + sum)."""
    if not len(places):
        return np.zeros(len(pool.fragments))
    total = np.zeros(len(pool.fragments))
    for place in places:
        there = pool.rank[:, place]
        rank, at = pool.rank[there > 0], there[there > 0, None]
        total += ((rank > 0) & (np.abs(rank - at) <= CLOSE)).sum(axis=0)
    return np.log1p(total / len(pool.rank))


def _elsewhere(shared: Shared) -> dict[str, Float]:
    return {
        "elsewhere_relevant": np.log1p(5 * shared.elsewhere_relevant),
        "elsewhere_other": np.log1p(5 * shared.elsewhere_other),
        "anywhere_relevant": np.log1p(shared.anywhere_relevant),
        "anywhere_other": np.log1p(shared.anywhere_other),
        "popular": shared.popular,
    }


def _guess(features: Mapping[str, Float], prior: Mapping[str, float]) -> Float:
    total = np.full(len(features["rrf_10"]), prior["intercept"])
    for name, weight in prior.items():
        if name != "intercept":
            total = total + weight * features[name]
    return total


def _alike(name: str, kernel: Kernel, seen: _Seen) -> dict[str, Float]:
    """How alike each fragment is to the judged: the nearest, the mean, and the two nearest relevant."""
    middle, scale = FIXED_SCALE.get(name, (kernel.mean, 3 * kernel.deviation))
    none = np.zeros(len(kernel.cosine))
    found = {f"{name}_{what}": none for what in ("max_relevant", "mean_relevant", "max_other", "mean_other")}
    found[f"{name}_two_relevant"] = none
    for who, places in (("relevant", seen.relevant), ("other", seen.others)):
        if len(places):
            likeness = (kernel.cosine[:, places] - middle) / scale
            found[f"{name}_max_{who}"] = likeness.max(axis=1)
            found[f"{name}_mean_{who}"] = likeness.mean(axis=1)
            if who == "relevant":
                two = min(2, len(places))
                found[f"{name}_two_relevant"] = np.partition(likeness, -two, axis=1)[:, -two:].mean(axis=1)
    return found


def _ridges(name: str, kernel: Kernel, seen: _Seen, base: float, surprise: Float) -> dict[str, Float]:
    """Kernel ridge regressions on the judged: of relevance, of the surprise, of the grade."""
    targets = {
        f"{name}_ridge": seen.label - min(0.5, max(base, 0.02)),
        f"{name}_surprise": surprise,
        f"{name}_grade": seen.share - 0.1,
    }
    return _solve(kernel.cosine, RIDGES[name], seen.places, targets)


def _mixed(pool: Candidates, seen: _Seen, shared: Shared, surprise: Float) -> dict[str, Float]:
    """Evidence spread over all kernels at once, and over the graph of the nearest neighbours."""
    n = len(pool.fragments)
    content = pool.kernels.get("centred", pool.kernels.get("dense", pool.kernels["profile"])).cosine
    at = seen.places
    columns = 0.5 * content[:, at] + 0.25 * pool.kernels["profile"].cosine[:, at]
    columns = columns + 0.25 * shared.together.cosine[:, at]
    weights = np.linalg.solve(columns[at] + 0.5 * np.eye(len(at)), surprise)
    share = pool.near / (pool.near.sum(axis=1, keepdims=True) + TINY)
    first, unexpected = np.zeros(n), np.zeros(n)
    first[at], unexpected[at] = seen.label - shared.base_rate, surprise
    spread = first
    for _ in range(3):
        spread = SPREAD * (share * spread[pool.neighbours]).sum(axis=1) + first
    return {
        "mixed_surprise": columns @ weights,
        "neighbours_spread": spread,
        "neighbours_surprise": (share * unexpected[pool.neighbours]).sum(axis=1),
        "surprise_so_far": np.array(surprise.sum() / np.sqrt(1 + len(at))),
    }


def _solve(cosine: Cosines, ridge: float, places: _Where, targets: Mapping[str, Float]) -> dict[str, Float]:
    if not len(places):
        return {name: np.zeros(len(cosine)) for name in targets}
    columns = cosine[:, places]
    weights = np.linalg.solve(
        columns[places] + ridge * np.eye(len(places)), np.stack(list(targets.values()), axis=1)
    )
    return dict(zip(targets, (columns @ weights).T, strict=True))


def _with_query(cosine: Cosines, query: Float, seen: _Seen) -> Float:
    """Kernel ridge on the judged with the query as one more relevant text."""
    known = np.column_stack([query, cosine[:, seen.places]])
    inner = np.vstack([np.concatenate(([1.0], query[seen.places])), known[seen.places]])
    weights = np.linalg.solve(inner + 0.5 * np.eye(len(inner)), np.concatenate(([1.0], seen.label)))
    result: Float = 5 * known @ weights
    return result
