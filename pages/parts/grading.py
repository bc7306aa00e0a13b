"""How far the grading of a collection has come, for one person."""

from __future__ import annotations

from dataclasses import dataclass

from data import judgements
from data.collections import Collection, Person
from data.store import Store
from pages.parts.opened import Opened


@dataclass(frozen=True)
class Work:
    """Counts of candidates: those that this person need not judge any more, and all."""

    done: int
    candidates: int


def work(store: Store, collection: Collection, person: Person, opened: Opened) -> Work:
    """What the person put off ("later") is not done."""
    left = opened.pool.left(judgements.done_pairs(store, collection, person))
    total = len(opened.pool.fragments)
    return Work(total - int(left.sum()), total)
