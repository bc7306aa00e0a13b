"""An open grading page notices what the lead changes, and nothing else makes it be drawn anew."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from data import collections, events, guidelines, guides, queues
from data.checking import Upload, check_files
from data.collections import Collection, Person
from data.importing import import_checked
from data.store import Store
from pages.parts.ground import ground_of

Change = Callable[[Store, Collection, Person], object]


def a_run_again(store: Store, collection: Collection, lead: Person) -> None:
    run = b"q1 Q0 a 1 3 bm25\n"
    import_checked(store, check_files(store, collection.name, [Upload("bm25.trec", run)]))


CHANGES: dict[str, Change] = {
    "guidelines": lambda s, c, lead: guidelines.write(s, c, lead, "Be strict."),
    "a meaning": lambda s, c, lead: guides.set_meaning(s, c, 3, "Solves it"),
    "an example": lambda s, c, lead: guides.set_example(s, c, 3, 1, 1),
    "the order": lambda s, c, lead: queues.set_order(s, c, "random"),
    "the audit": lambda s, c, lead: queues.set_audit(s, c, 0.5),
    "how many are wanted": lambda s, c, lead: collections.change_collection(s, c, wanted=2),
    "a run": a_run_again,
}


@pytest.fixture
def lead(store: Store) -> Person:
    return collections.add_person(store, "Maria", "lead")


@pytest.mark.parametrize("name", CHANGES)
def test_the_page_notices(store: Store, collection: Collection, lead: Person, name: str) -> None:
    before = ground_of(store, collection)
    CHANGES[name](store, collection, lead)
    assert ground_of(store, collection) != before


def test_a_grade_does_not_draw_the_page_anew(store: Store, collection: Collection, lead: Person) -> None:
    before = ground_of(store, collection)
    event = {"event_id": "e", "act": "grade", "query": 1, "fragment": 1, "grade": 2}
    with store.writing() as db:
        assert events.take(db, collection, lead, [event]).taken == ("e",)
    assert ground_of(store, collection) == before


def test_guidelines_and_meanings_are_news_and_other_settings_are_not(
    store: Store, collection: Collection, lead: Person
) -> None:
    told = [ground_of(store, collection).words()]
    for change in ("the order", "an example", "guidelines", "a meaning"):
        CHANGES[change](store, collection, lead)
        told.append(ground_of(store, collection).words())
    assert told == [(0, {}), (0, {}), (0, {}), (1, {}), (1, {3: "Solves it"})]
