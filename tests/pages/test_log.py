"""The log's pages are as many as its rows that were asked for."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from data import audit, collections, judgements
from data.collections import Collection, Person
from data.judgements import Act
from data.store import Store
from tests.pages.conftest import Open


@pytest.fixture
def crew(store: Store, collection: Collection) -> list[Person]:
    """Ana graded 101 times, Luis once, Eva never."""
    crew = [collections.add_person(store, name) for name in ("Ana", "Luis", "Eva")]
    judgements.append(store, collection, crew[0], [Act(1, 1, "grade", 1) for _ in range(101)])
    judgements.append(store, collection, crew[1], [Act(2, 4, "grade", 1)])
    return crew


def last_page(page: AppTest) -> float | None:
    return next(one for one in page.number_input if one.label == "Page").max


def test_the_pages_are_those_of_the_person_that_is_asked_for(
    open_page: Open, collection: Collection, crew: list[Person]
) -> None:
    page = open_page("log", collection=collection.name)
    assert last_page(page) == 2
    page = next(one for one in page.selectbox if one.label == "Who").select("Luis").run()
    assert (last_page(page), len(page.dataframe[0].value)) == (1, 1)


def test_the_log_says_that_nothing_is_like_what_is_asked_for(
    open_page: Open, collection: Collection, crew: list[Person]
) -> None:
    page = open_page("log", collection=collection.name)
    page = next(one for one in page.selectbox if one.label == "Who").select("Eva").run()
    assert "No row of the log is like this." in [caption.value for caption in page.caption]
    assert not page.dataframe


def test_rows_are_counted_as_they_are_listed(
    store: Store, collection: Collection, crew: list[Person]
) -> None:
    asked = [
        (None, "", ""),
        (crew[0], "", ""),
        (None, "undo", ""),
        (None, "", "q2"),
        (crew[0], "grade", "q2"),
    ]
    counted = [audit.count(store, collection, *one) for one in asked]
    assert counted == [len(audit.entries(store, collection, *one, size=1000)) for one in asked]
    assert counted == [102, 101, 0, 1, 0]
