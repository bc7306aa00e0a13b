"""The live scores of the app follow the log through anything: they are what opening the collection anew gives."""

from __future__ import annotations

import random
from collections.abc import Callable

import numpy as np
import pytest

from data import collections, judgements, settling
from data.checking import Upload, check_files
from data.collections import Collection, Person
from data.importing import import_checked
from data.judgements import Act
from data.store import Store
from evaluation.agreement import RULES
from evaluation.live import LiveScores
from pages.parts import live, opened


class Life:
    """What happens to a collection, at random: each step is one thing that somebody does."""

    def __init__(self, store: Store, collection: Collection, seed: int) -> None:
        self.store, self.collection, self.rng = store, collection, random.Random(seed)
        self.crew = [collections.add_person(store, name, "lead") for name in ("Ana", "Luis")]
        self.queries = list(collections.query_ids(store, collection).values())
        self.fragments = list(collections.fragment_ids(store, collection).values())

    def somebody(self) -> Person:
        return self.rng.choice(self.crew)

    def pair(self) -> tuple[int, int]:
        return self.rng.choice(self.queries), self.rng.choice(self.fragments)

    def grade(self) -> None:
        act = Act(*self.pair(), "grade", self.rng.randrange(4))
        judgements.append(self.store, self.collection, self.somebody(), [act])

    def undo(self) -> None:
        judgements.undo_last(self.store, self.collection, self.somebody())

    def load_grades(self) -> None:
        self._load("qrels.txt", f"q1 0 {self.rng.choice('abcde')} {self.rng.randrange(4)}\n")

    def settle(self) -> None:
        settling.settle(
            self.store, self.collection, self.somebody(), *self.pair(), self.rng.randrange(4), "so"
        )

    def reopen(self) -> None:
        if made := settling.decisions(self.store, self.collection):
            settling.reopen(self.store, self.collection, self.somebody(), self.rng.choice(made))

    def another_rule(self) -> None:
        rule = self.rng.choice(list(RULES))
        self.collection = collections.change_collection(self.store, self.collection, rule=rule)

    def load_run_again(self) -> None:
        found = self.rng.sample("abcde", 3)
        lines = [f"q{n} Q0 {name} 1 {self.rng.random():.3f} bm25\n" for n in (1, 2) for name in found]
        self._load("bm25.trec", "".join(lines))

    def _load(self, name: str, text: str) -> None:
        import_checked(
            self.store, check_files(self.store, self.collection.name, [Upload(name, text.encode())])
        )


ALL_OF_THE_LOG = (Life.grade, Life.grade, Life.grade, Life.undo, Life.load_grades, Life.settle, Life.reopen)
EVERYTHING = (*ALL_OF_THE_LOG, Life.another_rule, Life.load_run_again)


def assert_as_from_nothing(store: Store, collection: Collection, followed: LiveScores) -> None:
    """As a process that starts now would have them."""
    seen, means = followed.scores.copy(), followed.means().mean
    for cached in (live._open, opened._read):
        cached.clear()
    anew = live.live_scores(store, collection)
    assert anew is not followed
    np.testing.assert_array_equal(anew.scores, seen)
    np.testing.assert_array_equal(anew.means().mean, means)


@pytest.mark.parametrize("seed", range(4))
def test_after_grades_undos_imports_and_decisions_they_are_those_computed_from_nothing(
    store: Store, collection: Collection, seed: int
) -> None:
    life = Life(store, collection, seed)
    followed = live.live_scores(store, collection)
    for _ in range(30):
        life.rng.choice(ALL_OF_THE_LOG)(life)
        assert live.live_scores(store, collection) is followed
    assert_as_from_nothing(store, collection, followed)


@pytest.mark.parametrize("seed", range(6))
def test_after_other_rules_and_runs_imported_again_as_well(
    store: Store, collection: Collection, seed: int
) -> None:
    life = Life(store, collection, seed)
    for _ in range(30):
        life.rng.choice(EVERYTHING)(life)
        followed = live.live_scores(store, life.collection)
    assert_as_from_nothing(store, life.collection, followed)


@pytest.mark.parametrize("step", EVERYTHING, ids=lambda step: step.__name__)
def test_each_of_these_can_move_a_score(
    store: Store, collection: Collection, step: Callable[[Life], None]
) -> None:
    life = Life(store, collection, 1)
    moved = False
    for _ in range(40):
        for prepare in (Life.grade, Life.settle):
            prepare(life)
        before = live.live_scores(store, life.collection).scores.copy()
        step(life)
        moved = moved or not np.array_equal(
            live.live_scores(store, life.collection).scores, before, equal_nan=True
        )
    assert moved
