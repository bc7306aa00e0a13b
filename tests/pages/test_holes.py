"""Scores that know their holes are of the same queries as those beside them."""

from __future__ import annotations

import numpy as np
import pytest

from data import collections, judgements
from data.collections import Collection
from data.judgements import Act
from data.store import Store
from pages.parts.holes import hole_scores
from pages.parts.live import live_scores
from pages.parts.measures import MAIN


def test_a_judged_query_without_results_counts_0_in_the_plain_score_as_elsewhere(
    store: Store, collection: Collection
) -> None:
    with store.writing("import") as db:
        collections.put_queries(db, collection, [("q3", "nobody answers this", "", "[]")])
    queries, fragments = collections.query_ids(store, collection), collections.fragment_ids(store, collection)
    ana = collections.add_person(store, "Ana")
    for query, fragment in (("q1", "c"), ("q3", "a")):
        act = Act(queries[query], fragments[fragment], "grade", 3)
        judgements.append(store, collection, ana, [act])
    (score,) = hole_scores(store, collection, MAIN, lambda share: None)
    live = live_scores(store, collection)
    # by hand: c is first for q1, which is 1; nothing is found for q3, which is 0
    assert score.plain == pytest.approx(0.5)
    assert score.plain == pytest.approx(float(np.nanmean(live.scores[0, :, live.measures.index(MAIN)])))
