"""The page about k reads as deep as it is asked."""

from __future__ import annotations

import numpy as np
import pytest

from data import collections, judgements, rankings
from data.collections import Collection
from data.judgements import Act
from data.store import Store
from evaluation.values import Results
from tests.pages.conftest import Open

DEEP = 120


@pytest.fixture
def deep(store: Store) -> Collection:
    """Two queries with 120 results each, all texts of one length; those at 51 … 90 and at 101 are relevant."""
    made = collections.get_or_create_collection(store, "deep")
    names = [f"f{rank:03}" for rank in range(1, DEEP + 1)]
    with store.writing() as db:
        collections.put_queries(db, made, [(name, name, "", "[]") for name in ("q1", "q2")])
        rows = ({"collection_id": made.id, "fragment_id": name, "text": "four"} for name in names)
        db.table("fragments").insert_all(rows)
        queries, fragments = collections.query_ids(store, made), collections.fragment_ids(store, made)
        ranks = np.tile(np.arange(DEEP, dtype=np.int32), 2)
        of_query = np.repeat(np.arange(2, dtype=np.int32), DEEP)
        results = Results("run", ["q1", "q2"], names, of_query, ranks, 1000.0 - ranks)
        rankings.add_run(db, made, results, "digest", queries, fragments)
    relevant = [*range(51, 91), 101]
    acts = [
        Act(query, fragments[f"f{rank:03}"], "grade", 3) for query in queries.values() for rank in relevant
    ]
    judgements.append(store, made, collections.add_person(store, "Ana"), acts)
    return made


def test_the_share_of_tokens_is_read_as_deep_as_another_k(deep: Collection, open_page: Open) -> None:
    """40 of the first 100 texts, all of one length, are relevant: 0.4."""
    page = open_page("cutoffs", collection="deep")
    page.number_input(key="choose k").set_value(100).run()
    steps = next(one.value for one in page.dataframe if "tokens" in one.value.columns).set_index("k")
    assert steps.loc[100, "tokens"] == pytest.approx(0.4)
    assert steps.loc[50, "tokens"] == 0


def test_what_stands_below_rank_100_is_not_called_found_by_no_run(deep: Collection, open_page: Open) -> None:
    page = open_page("query", collection="deep")
    assert not page.exception
    assert [one.value for one in page.markdown if "found by no run" in one.value] == []


def test_the_depth_that_the_page_looks_at_is_named(deep: Collection, open_page: Open) -> None:
    page = open_page("cutoffs", collection="deep")
    assert any("first 100 results" in one.value for one in page.caption)
