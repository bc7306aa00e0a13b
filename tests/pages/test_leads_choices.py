"""A lead's choices on the pages: the rule with what it moves, practice before work, pseudonyms, remarks answered."""

from __future__ import annotations

import pytest

from data import accounts, collections, guidelines, judgements, settling
from data.collections import Collection, Person
from data.judgements import Act
from data.store import Store
from tests.pages.conftest import Open

Pair = tuple[int, int]


@pytest.fixture
def pair(store: Store, collection: Collection) -> Pair:
    """Ana gave it 3, Luis 0: by the median 1."""
    found = collections.query_ids(store, collection)["q1"], collections.fragment_ids(store, collection)["a"]
    for name, grade in (("Ana", 3), ("Luis", 0)):
        judgements.append(
            store, collection, collections.add_person(store, name), [Act(*found, "grade", grade)]
        )
    return found


@pytest.fixture
def maria(store: Store) -> Person:
    return collections.add_person(store, "Maria", "lead")


def test_another_rule_says_what_it_moves_before_it_is_taken(
    store: Store, collection: Collection, pair: Pair, open_page: Open
) -> None:
    page = open_page("settle", collection=collection.name)
    next(one for one in page.radio if one.label.startswith("What counts")).set_value("strictest").run()
    assert any("1 agreed grade of 1 would change." in info.value for info in page.info)
    assert collections.find_collection(store, collection.name).rule == "median"
    next(button for button in page.button if button.label == "Use this rule").click().run()
    assert collections.find_collection(store, collection.name).rule == "strictest"


def test_practice_shows_the_decision_at_once_and_then_real_work_begins(
    store: Store, collection: Collection, pair: Pair, maria: Person, open_page: Open
) -> None:
    settling.settle(store, collection, maria, *pair, 2, "Half of it.")
    collections.change_collection(store, collection, practice=1)
    page = open_page("grade", "annotator", collection.name)
    next(button for button in page.button if button.key == "practice-0").click().run()
    assert "decided was 2" in page.warning[0].value.replace("\\", "")
    next(button for button in page.button if button.label == "Next").click().run()
    assert not any(button.key == "practice-0" for button in page.button)
    assert len(judgements.given_rows(store, collection).grade) == 2


def test_a_pseudonym_takes_the_place_of_a_name(store: Store, pair: Pair, open_page: Open) -> None:
    ana = accounts.find_person(store, "Ana")
    page = open_page("people")
    page.text_input(key=f"name-{ana.id}").set_value("Rater 7")
    page.button(key=f"save-{ana.id}").click().run()
    assert {person.name for person in collections.people(store)} == {"Rater 7", "Luis", "a lead"}


def test_a_remark_waits_beside_the_guidelines_for_the_leads_answer(
    store: Store, collection: Collection, pair: Pair, open_page: Open
) -> None:
    guidelines.remark(
        store, collection, accounts.find_person(store, "Ana"), "What of tables?", pair[0], unclear=True
    )
    page = open_page("collection", collection=collection.name)
    page.text_input(key="answer-text-1").set_value("They count.")
    next(button for button in page.button if button.label == "Answer").click().run()
    assert guidelines.remarks(store, collection)[0].answered == "They count."


def test_a_lead_sets_the_order_of_the_queue_and_its_audit(
    store: Store, collection: Collection, open_page: Open
) -> None:
    page = open_page("work", collection=collection.name)
    next(one for one in page.selectbox if one.label == "Order of the queue").set_value("hedge").run()
    next(one for one in page.number_input if one.label.startswith("Drawn at random")).set_value(20)
    page.button(key="save queue").click().run()
    found = collections.find_collection(store, collection.name)
    assert (found.queue_order, found.audit) == ("hedge", 0.2)


def test_with_one_run_there_is_nothing_to_decide_between(collection: Collection, open_page: Open) -> None:
    page = open_page("work", collection=collection.name)
    next(one for one in page.selectbox if one.label == "Order of the queue").set_value("decide").run()
    assert any("needs two runs" in info.value for info in page.info)
    assert not any(button.key == "save queue" for button in page.button)
