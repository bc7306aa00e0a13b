"""The live scores of the app follow the log through anything: they are what opening the collection anew gives."""

from __future__ import annotations

import random

import numpy as np
import pytest

from data import collections, judgements
from data.checking import Upload, check_files
from data.collections import Collection
from data.importing import import_checked
from data.judgements import Act
from data.store import Store
from evaluation.live import LiveScores
from pages.parts import live, opened


def scores_from_nothing(store: Store, collection: Collection) -> LiveScores:
    """As a process that starts now would have them."""
    for cached in (live._open, opened._read):
        cached.clear()
    return live.live_scores(store, collection)


@pytest.mark.parametrize("seed", range(4))
def test_after_grades_undos_and_imports_they_are_those_computed_from_nothing(
    store: Store, collection: Collection, seed: int
) -> None:
    rng = random.Random(seed)
    crew = [collections.add_person(store, name, "lead") for name in ("Ana", "Luis")]
    queries = list(collections.query_ids(store, collection).values())
    fragments = list(collections.fragment_ids(store, collection).values())
    followed = live.live_scores(store, collection)
    for _ in range(25):
        somebody, what = rng.choice(crew), rng.random()
        if what < 0.65:
            act = Act(rng.choice(queries), rng.choice(fragments), "grade", rng.randrange(4))
            judgements.append(store, collection, somebody, [act])
        elif what < 0.9:
            judgements.undo_last(store, collection, somebody)
        else:
            line = f"q1 0 {rng.choice('abcde')} {rng.randrange(4)}\n".encode()
            import_checked(store, check_files(store, collection.name, [Upload("qrels.txt", line)]))
        assert live.live_scores(store, collection) is followed
    seen, means = followed.scores, followed.means().mean
    anew = scores_from_nothing(store, collection)
    assert anew is not followed
    np.testing.assert_array_equal(anew.scores, seen)
    np.testing.assert_array_equal(anew.means().mean, means)
