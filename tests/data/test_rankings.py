"""Rankings come out in the one ranking order, whatever order they came in."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from data import collections, rankings
from data.collections import Collection
from data.store import Store
from evaluation.values import Results


def one_query(fragment_ids: list[str], scores: list[float]) -> Results:
    n = len(scores)
    return Results(
        "run",
        ["q1"],
        fragment_ids,
        np.zeros(n, dtype=np.int32),
        np.arange(n, dtype=np.int32),
        np.array(scores),
    )


def test_a_ranking_is_stored_by_score_then_by_fragment_id_descending() -> None:
    order, _ = rankings.ranked(one_query(["a", "é", "b", "z"], [1.0, 2.0, 2.0, 3.0]))
    assert order.tolist() == [3, 1, 2, 0]


def test_scores_that_are_equal_as_float32_keep_their_order() -> None:
    order, _ = rankings.ranked(one_query(["a", "b"], [16777217.0, 16777216.0]))
    assert order.tolist() == [0, 1]


def test_what_is_stored_reads_back(store: Store, collection: Collection) -> None:
    (run,) = rankings.runs(store, collection)
    read = rankings.read_rankings(store, run)
    names = {row_id: name for name, row_id in collections.fragment_ids(store, collection).items()}
    assert [names[i] for i in read.fragments] == ["c", "b", "a", "e", "d"]
    assert read.starts.tolist() == [0, 3, 5]


def test_a_run_of_the_same_name_takes_the_old_ones_place_and_the_old_one_is_kept(
    store: Store, collection: Collection
) -> None:
    ids = collections.query_ids(store, collection), collections.fragment_ids(store, collection)
    with store.writing() as db:
        rankings.add_run(db, collection, replace(one_query(["a"], [1.0]), name="bm25"), "digest", *ids)
    assert len(rankings.runs(store, collection)) == 1
    assert store.db.table("runs").count == 2


def test_an_empty_run_has_no_rankings() -> None:
    order, bounds = rankings.ranked(one_query([], []))
    assert len(order) == 0
    assert bounds.tolist() == [0]
