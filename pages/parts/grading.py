"""Which fragment a person grades next, read from the store; and how far the work has come."""

from __future__ import annotations

import uuid
from collections import Counter
from dataclasses import dataclass, field

import numpy as np

from data import collections, judgements
from data.collections import Collection, Fragment, Person, Query
from data.store import Store
from evaluation.serving import serve
from pages.parts.opened import Opened


@dataclass(frozen=True)
class Served:
    """A fragment put before a person. event_id names the act it will lead to, so that no click counts twice."""

    query: Query
    fragment: Fragment
    event_id: str = field(default_factory=lambda: str(uuid.uuid4()))


@dataclass(frozen=True)
class Work:
    """What a person has still to judge: the next fragment (None: nothing) and counts of candidates."""

    served: Served | None
    query_done: int
    query_candidates: int
    done: int
    candidates: int


def work(
    store: Store, collection: Collection, person: Person, opened: Opened, start_at: int | None = None
) -> Work:
    """The next fragment for this person, from query `start_at` on and then round.

    What the person put off ("later") comes when nothing else is left.
    """
    pool = opened.pool
    left = pool.left(judgements.done_pairs(store, collection, person, later_too=False))
    fresh = pool.left(judgements.done_pairs(store, collection, person, later_too=True))
    total = len(pool.fragments)
    if not left.any():
        return Work(None, 0, 0, total, total)
    place = _next_place(fresh if fresh.any() else left, int(np.searchsorted(pool.queries, start_at or 0)))
    query = opened.query(int(pool.queries[place]))
    candidates = pool.of(query.id)
    fragment = _queue(store, collection, person, query, candidates)[0]
    served = Served(query, collections.fragments(store, [fragment])[fragment])
    return Work(served, len(candidates) - int(left[place]), len(candidates), total - int(left.sum()), total)


def _next_place(left: np.ndarray, start: int) -> int:
    rolled = np.roll(left, -start)
    return (int(np.flatnonzero(rolled)[0]) + start) % len(left)


def _queue(
    store: Store, collection: Collection, person: Person, query: Query, candidates: list[int]
) -> list[int]:
    held = judgements.held(store, query.id)
    judged = Counter(row.fragment for row in held if row.act == "grade")
    mine = {row.fragment for row in held if row.person == person.id and row.act != "skip"}
    later = {row.fragment for row in held if row.person == person.id and row.act == "skip"}
    return serve(candidates, judged, mine, later, collection.wanted, seed=f"{person.id}/{query.id}")
