"""What a lead sets for the queue is kept, and what makes no sense is refused."""

from __future__ import annotations

import pytest

from data import collections, queues
from data.collections import Collection, NotFound
from data.store import Store


def test_a_new_collection_serves_the_likely_first_and_audits_a_twentieth(collection: Collection) -> None:
    assert (collection.queue_order, collection.audit) == ("likely", 0.05)


def test_an_order_is_kept(store: Store, collection: Collection) -> None:
    queues.set_order(store, collection, "hedge")
    assert collections.find_collection(store, collection.name).queue_order == "hedge"


def test_a_share_of_the_audit_is_kept_to_its_bounds(store: Store, collection: Collection) -> None:
    assert queues.set_audit(store, collection, 0.5).audit == 0.5
    with pytest.raises(ValueError, match=r"0 to 0\.5, not 0\.6"):
        queues.set_audit(store, collection, 0.6)


def test_to_decide_takes_two_different_runs_of_the_collection(store: Store, collection: Collection) -> None:
    with pytest.raises(ValueError, match="two different runs"):
        queues.set_order(store, collection, "decide")
    with pytest.raises(NotFound, match='no run that is called "dense"'):
        queues.set_order(store, collection, "decide", ("bm25", "dense"))
    assert queues.between(store, collection) is None


def test_an_unknown_order_is_refused(store: Store, collection: Collection) -> None:
    with pytest.raises(ValueError, match="not best"):
        queues.set_order(store, collection, "best")
