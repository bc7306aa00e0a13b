"""The unjudged that are likely relevant, in two lists: one list would bury what only the better run finds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from evaluation.unjudged.candidates import Candidates
from evaluation.unjudged.collection import Estimate
from evaluation.unjudged.text import Cosines

FOUND = 20  # a run has found what is among its first so many
NEAR_DUPLICATE = 0.9  # cosine from which two texts are nearly the same


@dataclass(frozen=True)
class Flag:
    """An unjudged fragment of a query, how likely it is relevant, and where the runs have it: (run, rank)."""

    fragment: int
    probability: float
    found_by: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Near:
    """A judged fragment near another one: its grade, and their cosine."""

    fragment: int
    grade: int
    cosine: float


def flags(
    estimate: Estimate, rankings: Sequence[Sequence[int]], found: int = FOUND
) -> tuple[list[Flag], list[Flag]]:
    """What several runs have among their first `found`, and what one alone has; each the most likely first.

    What no run has so high is in neither list.
    """
    where: dict[int, list[tuple[int, int]]] = {}
    for run, ranking in enumerate(rankings):
        for rank, fragment in enumerate(ranking[:found], start=1):
            where.setdefault(fragment, []).append((run, rank))
    order = np.argsort(-estimate.probability, kind="stable")
    rows = [
        Flag(fragment, float(estimate.probability[i]), tuple(where[fragment]))
        for i, fragment in ((i, int(estimate.fragments[i])) for i in order)
        if fragment in where
    ]
    return [f for f in rows if len(f.found_by) > 1], [f for f in rows if len(f.found_by) == 1]


def found_by_one(ranks: Sequence[int], found: int = FOUND) -> bool:
    """Whether exactly one run has a fragment among its first `found`. ranks: those of the runs that have it."""
    return sum(rank <= found for rank in ranks) == 1


def near_duplicates(pool: Candidates, fragment: int, alike: float = NEAR_DUPLICATE) -> list[int]:
    """Fragments of the pool with nearly the same text, or without texts nearly the same ranks.

    Raises KeyError when the fragment is not in the pool.
    """
    near = np.flatnonzero(_cosines(pool, fragment) >= alike)
    return [other for other in pool.fragments[near].tolist() if other != fragment]


def nearest_relevant(pool: Candidates, judged: Mapping[int, int], fragment: int) -> Near | None:
    """The relevant fragment most like this one, by text, else by ranks; None when none is known in the pool.

    Raises KeyError when the fragment is not in the pool.
    """
    place = {int(f): i for i, f in enumerate(pool.fragments)}
    cosine = _cosines(pool, fragment)
    known = [f for f, grade in judged.items() if grade > 0 and f in place and f != fragment]
    if not known:
        return None
    best = max(known, key=lambda f: (cosine[place[f]], -f))
    return Near(best, judged[best], float(cosine[place[best]]))


def _cosines(pool: Candidates, fragment: int) -> Cosines:
    """How alike the pool's fragments are to this one, float32 [n]."""
    at = int(np.searchsorted(pool.fragments, fragment))
    if at == len(pool.fragments) or pool.fragments[at] != fragment:
        raise KeyError(fragment)
    cosine: Cosines = pool.kernels.get("text", pool.kernels["profile"]).cosine[at]
    return cosine
