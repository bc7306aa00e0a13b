"""What is known of one query's pool before anything is judged: ranks, and how alike its fragments are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from evaluation.unjudged.text import Cosines, Likeness, Terms, likeness
from evaluation.values import Float, Int

DEPTH = 100
NEIGHBOURS = 10  # of each fragment, in the graph over which evidence spreads
TOP = 10  # fragments that stand for the answer in pseudo-relevance feedback
TINY = 1e-9


@dataclass(frozen=True)
class Kernel:
    """Cosines of n fragments with each other, float32 [n, n], and the mean and deviation off the diagonal."""

    cosine: Cosines
    mean: float
    deviation: float


@dataclass(frozen=True)
class Candidates:
    """One query's pool of n fragments as `runs` rankings give it, in rising order of fragment number.

    rank: int32 [runs, n], from 1, 0 where a run has the fragment not at all; discount: 1 / log2(1 + rank).
    features: those that judging does not change, float64 [n] each, by name. kernels: by name, "profile"
    always, "text" and "dense" where there are texts or vectors. neighbours: int [n, NEIGHBOURS], the
    nearest by text (or ranks), near: their cosines.
    """

    fragments: Int
    rank: Int
    discount: Float
    features: Mapping[str, Float]
    kernels: Mapping[str, Kernel]
    neighbours: NDArray[np.int64]
    near: Float
    query_cosine: Mapping[str, Float]


def candidates(
    rankings: Sequence[Sequence[int]],
    depth: int = DEPTH,
    texts: Mapping[int, Terms] | None = None,
    query: Terms | None = None,
    vectors: Mapping[int, Float] | None = None,
    query_vector: Float | None = None,
) -> Candidates:
    """The pool of the runs' first `depth` results, with everything about it that no judgement changes.

    rankings: fragment numbers of each run, best first; a run without results is an empty one. texts: of the
    pool's fragments at least; vectors: likewise, any length but 0. Raises ValueError when no run has any.
    """
    fragments = np.unique(np.concatenate([np.asarray(r[:depth], dtype=np.int32) for r in rankings]))
    if not len(fragments):
        raise ValueError("no run has results for this query, so it has no pool")
    rank = _ranks(rankings, fragments, depth)
    discount = np.where(rank > 0, 1 / np.log2(1 + np.maximum(rank, 1)), 0.0)
    features = _rank_features(rank, discount)
    kernels = {"profile": _kernel(single(_cosine(discount.T)))}
    query_cosine: dict[str, Float] = {}
    if texts is not None and query is not None:
        alike = likeness([texts[int(f)] for f in fragments], query)
        kernels |= _text_kernels(alike)
        query_cosine |= _text_queries(alike)
    if vectors is not None and query_vector is not None:
        both = np.vstack([query_vector, *(vectors[int(f)] for f in fragments)])
        cosine = _cosine(both)
        kernels["dense"] = _kernel(single(cosine[1:, 1:]))
        query_cosine["dense"] = cosine[0, 1:]
    neighbours, near = _nearest(kernels.get("text", kernels["profile"]).cosine)
    if "text" in kernels:
        features |= _text_features(alike, features, query_cosine, kernels, neighbours, near)
    if "dense" in kernels:
        features |= _dense_features(features, query_cosine["dense"], kernels["dense"])
    return Candidates(fragments, rank, discount, features, kernels, neighbours, near, query_cosine)


def standard(values: Float) -> Float:
    """Mean 0 and deviation 1 over the pool, so that collections with other texts look the same."""
    standardised: Float = (values - values.mean()) / (values.std() + TINY)
    return standardised


def single(cosine: Float) -> Cosines:
    """The same in half the memory."""
    half: Cosines = cosine.astype(np.float32)
    return half


def _ranks(rankings: Sequence[Sequence[int]], fragments: Int, depth: int) -> Int:
    rank: Int = np.zeros((len(rankings), len(fragments)), dtype=np.int32)
    for row, ranking in enumerate(rankings):
        first = np.asarray(ranking[:depth], dtype=np.int32)
        rank[row, np.searchsorted(fragments, first)] = np.arange(1, len(first) + 1)
    return rank


def _cosine(rows: Float) -> Float:
    length = np.linalg.norm(rows, axis=1, keepdims=True)
    unit = rows / np.maximum(length, TINY)
    cosine: Float = unit @ unit.T
    return cosine


def _kernel(cosine: Cosines) -> Kernel:
    n = len(cosine)
    if n < 2:
        return Kernel(cosine, 0.0, 1.0)
    pairs = n * (n - 1)
    diagonal = np.diag(cosine)
    mean = float(cosine.sum() - diagonal.sum()) / pairs
    square = float(np.vdot(cosine, cosine) - diagonal @ diagonal) / pairs
    return Kernel(cosine, mean, float(np.sqrt(max(square - mean * mean, 0.0))) + TINY)


def _nearest(cosine: Cosines) -> tuple[NDArray[np.int64], Float]:
    others = cosine - 2 * np.eye(len(cosine), dtype=np.float32)
    count = min(NEIGHBOURS, max(1, len(cosine) - 1))
    nearest = np.argpartition(others, -count, axis=1)[:, -count:]
    return nearest, np.maximum(np.take_along_axis(others, nearest, axis=1), 0.0).astype(np.float64)


def _rank_features(rank: Int, discount: Float) -> dict[str, Float]:
    found = rank > 0
    safe = np.maximum(rank, 1)
    return {
        "rrf_60": np.where(found, 61 / (60 + safe), 0.0).mean(axis=0),
        "rrf_10": np.where(found, 11 / (10 + safe), 0.0).mean(axis=0),
        "runs_share": found.mean(axis=0),
        "log_best_rank": np.log(np.where(found, rank, np.iinfo(np.int32).max).min(axis=0)),
        "top_10_share": (found & (rank <= 10)).mean(axis=0),
        "discount": discount.mean(axis=0),
        "log_rank": np.where(found, np.log(101 / safe), 0.0).mean(axis=0) / np.log(101),
    }


def _text_kernels(alike: Likeness) -> dict[str, Kernel]:
    """The cosines, and the same after what the whole pool has in common is taken away."""
    cosine = alike.fragments
    common = cosine.mean(axis=0)
    centred = cosine - common[:, None] - common[None, :] + cosine.mean()
    scale = np.sqrt(np.maximum(np.diag(centred), TINY))
    return {"text": _kernel(cosine), "centred": _kernel(centred / scale[:, None] / scale[None, :])}


def _text_queries(alike: Likeness) -> dict[str, Float]:
    both = (alike.query_words + alike.query_grams) / 2
    common = alike.fragments.mean(axis=0, dtype=np.float64)
    scale = np.sqrt(np.maximum(1 - 2 * common + alike.fragments.mean(), TINY))
    return {"text": both, "centred": (both - both.mean() - common + alike.fragments.mean()) / scale}


def _text_features(
    alike: Likeness,
    ranks: Mapping[str, Float],
    query: Mapping[str, Float],
    kernels: Mapping[str, Kernel],
    neighbours: NDArray[np.int64],
    near: Float,
) -> dict[str, Float]:
    weight = ranks["rrf_10"] ** 2
    weight = weight / weight.sum()
    first = np.argsort(-ranks["rrf_10"], kind="stable")[:TOP]
    share = near / (near.sum(axis=1, keepdims=True) + TINY)
    text, n = kernels["text"].cosine, len(weight)
    return {
        "query": standard(query["text"]),
        "query_words": standard(alike.query_words),
        "query_grams": standard(alike.query_grams),
        "query_centred": standard(query["centred"]),
        "feedback": standard(text @ weight),
        "feedback_top": standard(text[:, first].sum(axis=1) - np.isin(np.arange(n), first)),
        "feedback_centred": standard(kernels["centred"].cosine @ weight),
        "neighbours_rank": (share * ranks["rrf_10"][neighbours]).sum(axis=1),
        "neighbours_query": standard((share * query["text"][neighbours]).sum(axis=1)),
        "length": standard(np.log(alike.length + 20)),
        "density": standard(text.mean(axis=1)),
    }


def _dense_features(ranks: Mapping[str, Float], query: Float, kernel: Kernel) -> dict[str, Float]:
    weight = ranks["rrf_10"] ** 2
    return {
        "dense_query": standard(query),
        "dense_feedback": standard(kernel.cosine @ (weight / weight.sum())),
    }
