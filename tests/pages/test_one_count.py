"""What is left for an annotator is one number: on the card, on the page of the collection and in the lead's table."""

from __future__ import annotations

import json

import pytest
from streamlit.testing.v1 import AppTest

from data import collections, judgements, own_work, shares
from data.collections import Collection, Person
from data.judgements import Act
from data.store import Store
from pages.parts.judged import quality_words
from tests.pages.conftest import Open

NAME = "a annotator"


@pytest.fixture
def ana(store: Store) -> Person:
    return collections.add_person(store, NAME)


@pytest.fixture
def luis(store: Store) -> Person:
    return collections.add_person(store, "Luis")


def place(store: Store, collection: Collection, query: str, fragment: str) -> tuple[int, int]:
    return collections.query_ids(store, collection)[query], collections.fragment_ids(store, collection)[
        fragment
    ]


def row_of(page: AppTest, name: str) -> dict[str, object]:
    """What the lead's table says of the person."""
    table = page.dataframe[0].value
    return dict(table[table["Annotator"] == name].iloc[0])


def left(open_page: Open, collection: Collection) -> tuple[int, int, int]:
    """What is left of the 5 candidates: on the card, on the page of the collection, in the table of the lead."""
    card = json.loads(open_page("grade", "annotator", collection.name).get("bidi_component")[0].proto.json)
    told = open_page("collection", "annotator", collection.name).get("progress")[0].proto.text
    table = row_of(open_page("work", "lead", collection.name), NAME)
    done, total = (int(word) for word in told.split() if word.isdigit())
    return card["left"], total - done, int(str(table["Could still judge"]))


def test_the_part_for_everybody_is_left_until_one_has_judged_it_oneself(
    store: Store, collection: Collection, open_page: Open, ana: Person, luis: Person
) -> None:
    shared = collections.change_collection(store, collection, shared=1.0)
    judgements.append(store, shared, luis, [Act(*place(store, shared, "q1", "a"), "grade", 1)])
    judgements.append(store, shared, ana, [Act(*place(store, shared, "q1", "b"), "grade", 1)])
    assert left(open_page, shared) == (4, 4, 4)


def test_nothing_is_left_of_a_query_that_one_said_nothing_answers(
    store: Store, collection: Collection, open_page: Open, ana: Person
) -> None:
    query, _fragment = place(store, collection, "q1", "a")
    judgements.append(store, collection, ana, [Act(query, None, "no_answer")])
    assert left(open_page, collection) == (2, 2, 2)


def test_nothing_is_left_of_a_query_that_is_given_to_others(
    store: Store, collection: Collection, open_page: Open, ana: Person, luis: Person
) -> None:
    query, fragment = place(store, collection, "q2", "d")
    judgements.append(store, collection, ana, [Act(query, fragment, "skip")])
    shares.assign(store, collection, [query], [luis])
    assert left(open_page, collection) == (3, 3, 3)


def test_who_only_looks_on_sees_what_has_all_its_judgements(
    store: Store, collection: Collection, open_page: Open, luis: Person
) -> None:
    shared = collections.change_collection(store, collection, shared=1.0)
    judgements.append(store, shared, luis, [Act(*place(store, shared, "q1", "a"), "grade", 1)])
    page = open_page("collection", "viewer", shared.name)
    assert page.get("progress")[0].proto.text.startswith("1 of 5")


def test_a_grade_that_was_taken_back_or_given_again_is_counted_once_everywhere(
    store: Store, collection: Collection, open_page: Open, ana: Person
) -> None:
    pair = place(store, collection, "q1", "a")
    for grade in (1, 2):
        judgements.append(store, collection, ana, [Act(*pair, "grade", grade)])
    judgements.append(store, collection, ana, [Act(*place(store, collection, "q1", "b"), "grade", 1)])
    judgements.undo_last(store, collection, ana)
    row = row_of(open_page("work", "lead", collection.name), NAME)
    assert (row["Judged"], row["In the last day"]) == (1, 1)
    assert quality_words(own_work.given_over_time(store, collection)[ana.id])["Judgements"] == "1"
