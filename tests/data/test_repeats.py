"""Silent repeats: of what was graded long enough ago, each once, as many as the lead wants; and never to others."""

from __future__ import annotations

import pytest

from data import collections, events, judgements, own_work, practice, repeats, reservations, settling
from data.collections import Collection, Person
from data.judgements import Act
from data.store import Store

GRADES = [0, 1, 2, 3] * 10


@pytest.fixture
def ana(store: Store) -> Person:
    return collections.add_person(store, "Ana")


@pytest.fixture
def tenth(store: Store, collection: Collection, ana: Person) -> Collection:
    """A tenth is asked for again; Ana graded 40 fragments of q1, x0 to x39."""
    with store.writing() as db:
        collections.put_fragments(db, collection, ((f"x{n}", "", "", "", None) for n in range(len(GRADES))))
    ids, query = collections.fragment_ids(store, collection), collections.query_ids(store, collection)["q1"]
    acts = [Act(query, ids[f"x{n}"], "grade", grade) for n, grade in enumerate(GRADES)]
    judgements.append(store, collection, ana, acts)
    return collections.change_collection(store, collection, repeats=0.1)


def hold(store: Store, collection: Collection, person: Person) -> list[tuple[int, int]]:
    with store.writing("grade", person) as db:
        return reservations.hold(db, collection, person, 6, [])


def answer(store: Store, collection: Collection, person: Person, pair: tuple[int, int], grade: int) -> None:
    event = {
        "event_id": f"again {pair}",
        "act": "grade",
        "query": pair[0],
        "fragment": pair[1],
        "grade": grade,
    }
    with store.writing("grade", person) as db:
        assert events.take(db, collection, person, [event]).refused == ()


def test_a_repeat_is_asked_for_among_what_was_graded_thirty_acts_ago(
    store: Store, tenth: Collection, ana: Person
) -> None:
    (pair,) = hold(store, tenth, ana)
    ids = collections.fragment_ids(store, tenth)
    assert pair[1] in {ids[f"x{n}"] for n in range(10)}


def test_it_stays_on_the_screen_until_it_is_answered(store: Store, tenth: Collection, ana: Person) -> None:
    first = hold(store, tenth, ana)
    assert hold(store, tenth, ana)[0] == first[0]


def test_no_more_are_asked_for_than_the_lead_wants(store: Store, tenth: Collection, ana: Person) -> None:
    for _time in range(9):
        for pair in hold(store, tenth, ana):
            answer(store, tenth, ana, pair, 1)
    assert len(own_work.own_over_time(store, tenth, ana).repeats) == 4


def test_what_was_given_before_and_again_is_told(store: Store, tenth: Collection, ana: Person) -> None:
    (pair,) = hold(store, tenth, ana)
    before = next(row.grade for row in judgements.held(store, pair[0]) if row.fragment == pair[1])
    answer(store, tenth, ana, pair, 3)
    assert own_work.own_over_time(store, tenth, ana).repeats == ((before, 3),)


def test_without_the_leads_wish_nothing_is_asked_again(store: Store, tenth: Collection, ana: Person) -> None:
    assert hold(store, collections.change_collection(store, tenth, repeats=0), ana) == []


def test_the_log_says_why_a_fragment_was_served(store: Store, collection: Collection, ana: Person) -> None:
    shared = collections.change_collection(store, collection, shared=1.0)
    query, fragment = collections.query_ids(store, shared)["q1"], collections.fragment_ids(store, shared)["a"]
    with store.writing("grade", ana) as db:
        assert repeats.why_served(db, shared, ana, query, fragment) == "shared"


def test_practice_is_the_settled_examples_and_keeps_the_first_answer(
    store: Store, collection: Collection, ana: Person
) -> None:
    lead = collections.add_person(store, "Maria", "lead")
    query, fragment = (
        collections.query_ids(store, collection)["q1"],
        collections.fragment_ids(store, collection)["a"],
    )
    settling.settle(store, collection, lead, query, fragment, 2, "Half of it.")
    two = collections.change_collection(store, collection, practice=2)
    (example,) = practice.examples(store, two, ana)
    for grade in (1, 2):
        practice.answer(store, two, ana, example, grade)
    (after,) = practice.examples(store, two, ana)
    assert (after.grade, after.reason, after.answer) == (2, "Half of it.", 1)
    assert judgements.held(store, query) == []
