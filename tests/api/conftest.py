"""The routes for programs in a process of their own, over the small collection, and a token for each role."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from api.routes import routes
from data import collections, judgements, tokens
from data.collections import Collection
from data.judgements import Act
from data.store import Store

AT = "/api/collections/small"


@pytest.fixture
def judged(store: Store, collection: Collection) -> Collection:
    """The small collection; Maria gave q1: c 3, a 1."""
    maria = collections.add_person(store, "Maria", "lead")
    queries, fragments = collections.query_ids(store, collection), collections.fragment_ids(store, collection)
    for name, grade in (("c", 3), ("a", 1)):
        act = Act(queries["q1"], fragments[name], "grade", grade, event_id=f"Maria {name}")
        judgements.append(store, collection, maria, [act])
    return collection


@pytest.fixture
def anybody(store: Store, judged: Collection, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    """A client without a token."""
    monkeypatch.setenv("QUILATE_DATABASE", str(store.path))
    with TestClient(Starlette(routes=routes()), raise_server_exceptions=False) as client:
        yield client


@pytest.fixture
def holding(store: Store, anybody: TestClient) -> Callable[[str], TestClient]:
    """The client with a token of that role."""

    def given(role: str) -> TestClient:
        anybody.headers["Authorization"] = f"Bearer {tokens.add(store, f'a {role}', role)}"
        return anybody

    return given


@pytest.fixture
def lead(holding: Callable[[str], TestClient]) -> TestClient:
    """The client with a lead's token."""
    return holding("lead")
