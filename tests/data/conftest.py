"""Two annotators, and a query with its candidates, for what is served and reserved."""

from __future__ import annotations

import pytest

from data import collections
from data.collections import Collection, Person
from data.store import Store


@pytest.fixture
def ana(store: Store) -> Person:
    return collections.add_person(store, "Ana")


@pytest.fixture
def luis(store: Store) -> Person:
    return collections.add_person(store, "Luis")


@pytest.fixture
def q1(store: Store, collection: Collection) -> tuple[int, list[int]]:
    """The first query and its three candidates a, b, c."""
    ids = collections.fragment_ids(store, collection)
    return collections.query_ids(store, collection)["q1"], [ids[name] for name in "abc"]
