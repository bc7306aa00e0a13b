"""Shares of work: queries are given out and taken back only on purpose, and the page says what has changed."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import Button, Checkbox, Multiselect

from data import collections, reservations, shares
from data.collections import Collection, Person
from data.store import Store
from tests.pages.conftest import Open


@pytest.fixture
def ana(store: Store) -> Person:
    return collections.add_person(store, "Ana")


@pytest.fixture
def given(store: Store, collection: Collection, ana: Person) -> dict[int, tuple[int, ...]]:
    """Both queries are given to Ana, who has one fragment on the screen."""
    queries = collections.query_ids(store, collection).values()
    shares.assign(store, collection, queries, [ana])
    with store.writing() as db:
        reservations.hold(db, collection, ana, 1, [(1, {1: ""})])
    return shares.assignments(store, collection)


@pytest.fixture
def work(open_page: Open, collection: Collection, given: object) -> AppTest:
    return open_page("work", collection=collection.name)


def button(page: AppTest, label: str) -> Button:
    return next(one for one in page.button if one.label.startswith(label))


def checkbox(page: AppTest, label: str) -> Checkbox:
    return next(one for one in page.checkbox if label in one.label)


def chooser(page: AppTest, label: str) -> Multiselect:
    return next(one for one in page.multiselect if one.label == label)


def test_nothing_chosen_gives_nothing_out(work: AppTest, store: Store, collection: Collection) -> None:
    assert button(work, "Give out").disabled
    assert len(shares.assignments(store, collection)) == 2


def test_who_loses_a_query_is_asked_about_before_it_happens(
    work: AppTest, store: Store, collection: Collection, ana: Person
) -> None:
    queries = chooser(work, "Or these queries")
    page = queries.select(queries.options[0]).run()
    page = chooser(page, "Given to").select("a lead").run()
    assert button(page, "Give out 1 query").disabled
    page = checkbox(page, "1 of these queries is given to some").check().run()
    page = button(page, "Give out 1 query").click().run()
    assert [one.value for one in page.success] == ["1 query is given to a lead now."]
    assert ana.id not in shares.assignments(store, collection)[1]


def test_all_queries_are_for_everybody_again_after_a_question(
    work: AppTest, store: Store, collection: Collection
) -> None:
    assert button(work, "All queries for everybody").disabled
    page = checkbox(work, "2 queries are given to some").check().run()
    page = button(page, "All queries for everybody").click().run()
    assert [one.value for one in page.success] == ["2 queries are for everybody now."]
    assert shares.assignments(store, collection) == {}


def test_taking_back_leaves_the_queries_that_are_given_to_the_person(
    work: AppTest, store: Store, collection: Collection, given: dict[int, tuple[int, ...]]
) -> None:
    page = button(work, "Take back").click().run()
    assert [one.value for one in page.success] == ["1 fragment is free again. What Ana has judged stays."]
    assert shares.assignments(store, collection) == given


def test_taking_back_the_queries_too_says_how_many(
    work: AppTest, store: Store, collection: Collection
) -> None:
    page = checkbox(work, "Also the 2 queries that are given to Ana").check().run()
    page = button(page, "Take back").click().run()
    assert [one.value for one in page.success] == [
        "1 fragment is free again. 2 queries are not given to Ana any more. 2 queries are for everybody now. "
        "What Ana has judged stays."
    ]
    assert shares.assignments(store, collection) == {}
