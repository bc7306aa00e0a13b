"""Agreement says nothing of the runs under somebody who judged next to nothing."""

from __future__ import annotations

from data import collections, judgements
from data.collections import Collection
from data.judgements import Act
from data.store import Store
from pages.parts.judged import orders_alone
from pages.parts.opened import opened


def test_one_query_of_an_annotator_orders_no_runs(store: Store, collection: Collection) -> None:
    ana = collections.add_person(store, "Ana")
    judgements.append(store, collection, ana, [Act(1, fragment, "grade", 2) for fragment in (1, 2, 3)])
    (alone,) = orders_alone(store, collection, opened(store, collection))
    assert (alone.queries, alone.tau, alone.best) == (1, None, None)
