"""What a browser sent is taken for the collection that it was done in, and for nobody else."""

from __future__ import annotations

from typing import Any

import pytest

from data import collections, judgements
from data.collections import Collection, Person
from data.store import Store
from pages.parts import desk
from pages.parts.places import batches, place_of, places


@pytest.fixture
def ana(store: Store) -> Person:
    return collections.add_person(store, "Ana")


@pytest.fixture
def other(store: Store) -> Collection:
    return collections.get_or_create_collection(store, "other")


@pytest.fixture
def event(store: Store, collection: Collection) -> dict[str, Any]:
    """A grade of 2 for a fragment of the small collection."""
    query = collections.query_ids(store, collection)["q1"]
    fragment = collections.fragment_ids(store, collection)["a"]
    return {"event_id": "e1", "act": "grade", "query": query, "fragment": fragment, "grade": 2}


def take(store: Store, person: Person, shown: Collection, sent: dict[str, Any]) -> list[int]:
    """The grades in the log after the person's page, which shows a collection, has taken what was sent."""
    desk.visit().hear(sent)
    desk.take_what_came_last(store, person, shown)
    return [
        row[0]
        for row in store.db.conn.execute("SELECT grade FROM judgement_log WHERE person_id = ?", [person.id])
    ]


def test_what_was_done_before_another_collection_was_chosen_is_taken(
    store, collection, other, ana, event
) -> None:
    sent = {"place": place_of(store, ana, collection), "events": [event]}
    assert take(store, ana, other, sent) == [2]
    assert judgements.grade_rows(store, collection).grade.tolist() == [2]
    assert list(desk.visit().taken)[-1:] == ["e1"]


def test_what_waited_for_another_collection_is_taken_beside_it(store, collection, other, ana, event) -> None:
    waited = {"place": place_of(store, ana, collection), "events": [event]}
    sent = {"place": place_of(store, ana, other), "events": [], "others": [waited]}
    assert take(store, ana, other, sent) == [2]


def test_an_event_of_one_place_is_refused_under_the_name_of_another(
    store, collection, other, ana, event
) -> None:
    assert take(store, ana, other, {"place": place_of(store, ana, other), "events": [event]}) == []
    assert [refused[0] for refused in desk.visit().refused][-1:] == ["e1"]


def test_the_place_of_another_person_is_not_taken(store, collection, ana, event) -> None:
    ben = collections.add_person(store, "Ben")
    sent = {"place": place_of(store, ben, collection), "events": [event]}
    assert take(store, ana, collection, sent) == []
    assert take(store, ben, collection, {"place": "", "events": [], "others": [sent]}) == [2]


@pytest.mark.parametrize(
    "sent",
    [
        {"place": 3, "events": [{}]},
        {"place": "2026/1/1", "events": [{}]},
        {"place": ["x"], "events": "none", "others": 7},
        {"others": [3, {"events": [{}]}, None]},
    ],
)
def test_messages_that_name_no_place_are_left_out(store, collection, ana, sent) -> None:
    assert batches(store, ana, sent) == []


def test_places_name_the_collections_of_one_database(store, collection, other, ana) -> None:
    assert places(store, ana) == {place_of(store, ana, one): one for one in (collection, other)}
