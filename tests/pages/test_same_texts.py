"""The same text graded differently is shown and settled; graded once, its grade is offered and has to be taken."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from data import collections, judgements, reservations, settling
from data.collections import Collection
from data.judgements import Act
from data.store import Store
from pages.parts.contradicting import contradicting
from pages.parts.opened import opened
from pages.parts.orders import orders
from pages.parts.serving import Serving
from tests.pages.conftest import Open


@pytest.fixture
def twins(store: Store, collection: Collection) -> dict[str, int]:
    """Fragments a and b of q1 have one text; c nearly the same, with another number."""
    text = "You have {} days from the day of delivery to return what you bought in the shop or on the web."
    for name, days in (("a", 30), ("b", 30), ("c", 90)):
        store.db.conn.execute(
            "UPDATE fragments SET text = ? WHERE fragment_id = ?", [text.format(days), name]
        )
    store.db.conn.commit()
    return collections.fragment_ids(store, collection)


def grade(store: Store, collection: Collection, name: str, fragment: int, grade: int) -> None:
    query = collections.query_ids(store, collection)["q1"]
    act = Act(query, fragment, "grade", grade)
    judgements.append(store, collection, collections.add_person(store, name), [act])


def press(page: AppTest, label: str) -> AppTest:
    return next(button for button in page.button if button.label == label).click().run()


def test_identical_texts_with_two_grades_are_settled_at_once(
    store: Store, collection: Collection, twins: dict[str, int], open_page: Open
) -> None:
    grade(store, collection, "Ana", twins["a"], 3)
    grade(store, collection, "Luis", twins["b"], 0)
    page = open_page("contradictions", collection=collection.name).run()
    assert not page.exception
    assert not any("Ana" in text.value for text in page.markdown)
    page = press(page, "2 · Answers part of it")
    assert "Nothing contradicts itself" in page.success[0].value
    decided = {one.fragment: one.grade for one in settling.decisions(store, collection)}
    assert decided == {twins["a"]: 2, twins["b"]: 2}


def test_a_difference_that_matters_keeps_both_grades(
    store: Store, collection: Collection, twins: dict[str, int], open_page: Open
) -> None:
    grade(store, collection, "Ana", twins["a"], 3)
    grade(store, collection, "Ana", twins["c"], 0)
    page = open_page("contradictions", collection=collection.name)
    assert any("one annotator" in caption.value for caption in page.caption)
    press(page, "The difference matters: keep these grades")
    decided = {one.fragment: one.grade for one in settling.decisions(store, collection)}
    assert decided == {twins["a"]: 3, twins["c"]: 0}


def test_a_text_that_is_imported_again_contradicts_no_more(
    store: Store, collection: Collection, twins: dict[str, int], open_page: Open
) -> None:
    grade(store, collection, "Ana", twins["a"], 3)
    grade(store, collection, "Luis", twins["b"], 0)
    page = open_page("contradictions", collection=collection.name)
    assert not page.success
    with store.writing("import") as db:
        collections.put_fragments(db, collection, [("b", "", "Something else altogether.", "", None)])
    assert "Nothing contradicts itself" in page.run().success[0].value


def test_after_a_grade_only_its_query_is_compared_anew(
    store: Store, collection: Collection, twins: dict[str, int]
) -> None:
    grade(store, collection, "Ana", twins["a"], 3)
    grade(store, collection, "Luis", twins["b"], 0)
    found = contradicting(store, collection)
    found.begin(within=30)
    before = [one.gap for one in found.found()]
    grade(store, collection, "Luis", twins["b"], 2)
    found.follow()
    assert (before, [one.gap for one in found.found()]) == ([3], [1])


def test_the_grade_of_a_text_is_offered_to_its_copy_and_counts_when_it_is_taken(
    store: Store, collection: Collection, twins: dict[str, int], open_page: Open
) -> None:
    grade(store, collection, "a annotator", twins["a"], 2)
    page = open_page("unjudged", "annotator", collection.name)
    assert len(judgements.given_rows(store, collection).grade) == 1
    press(page, "Give 2 to 1 other fragment")
    held = judgements.held_by_name(store, collection, "a annotator")
    assert held == {("q1", "a"): 2, ("q1", "b"): 2}


def test_the_grade_of_another_is_offered_to_leads_alone(
    store: Store, collection: Collection, twins: dict[str, int], open_page: Open
) -> None:
    grade(store, collection, "Ana", twins["a"], 2)
    offered = [
        [
            button.label
            for button in open_page("unjudged", role, collection.name).button
            if "Give" in button.label
        ]
        for role in ("annotator", "lead")
    ]
    assert offered == [[], ["Give 2 to 1 other fragment"]]


def test_a_viewer_is_offered_nothing(
    store: Store, collection: Collection, twins: dict[str, int], open_page: Open
) -> None:
    grade(store, collection, "a annotator", twins["a"], 2)
    page = open_page("unjudged", "viewer", collection.name)
    assert not any(button.label.startswith("Give") for button in page.button)


def reserve(store: Store, collection: Collection, name: str, fragment: int) -> None:
    query = collections.query_ids(store, collection)["q1"]
    with store.writing() as db:
        person = collections.add_person(store, name)
        reservations.hold(db, collection, person, 1, [(query, {fragment: ""})])


def test_a_copy_that_somebody_else_is_reading_is_not_offered(
    store: Store, collection: Collection, twins: dict[str, int], open_page: Open
) -> None:
    grade(store, collection, "a annotator", twins["a"], 2)
    reserve(store, collection, "Ana", twins["b"])
    page = open_page("unjudged", "annotator", collection.name)
    assert not any(button.label.startswith("Give") for button in page.button)
    assert any("are left out here" in caption.value for caption in page.caption)


def test_a_copy_that_went_to_somebody_else_since_the_page_was_drawn_is_not_graded(
    store: Store, collection: Collection, twins: dict[str, int], open_page: Open
) -> None:
    grade(store, collection, "a annotator", twins["a"], 2)
    page = open_page("unjudged", "annotator", collection.name)
    reserve(store, collection, "Ana", twins["b"])
    page = press(page, "Give 2 to 1 other fragment")
    assert "1 grade was not saved: somebody else is reading it" in page.toast[0].value
    assert judgements.held_by_name(store, collection, "a annotator") == {("q1", "a"): 2}


def test_the_queue_serves_a_copy_when_nothing_else_of_its_query_is_left(
    store: Store, collection: Collection, twins: dict[str, int]
) -> None:
    """Of a, b and c the first two have one text: c is never last, and nothing is left out."""
    query = collections.query_ids(store, collection)["q1"]
    content = opened(store, collection)
    found = orders(store, collection, content)
    found.wait()
    for name in ("Ana", "Luis", "Eva", "Juan", "Rosa", "Iris"):
        person = collections.add_person(store, name)
        serving = Serving(store, collection, person, content, found, query, "a place")
        served = list(next(serving.queues(None))[1])
        assert sorted(served) == sorted(twins[one] for one in "abc")
        assert served[-1] != twins["c"]
