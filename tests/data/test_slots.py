"""Nobody fills a slot that is for somebody else, by whichever page or program; and nothing that was done is lost."""

from __future__ import annotations

from typing import Any

import pytest

from data import collections, events, judgements, reservations, shares, slots
from data.collections import Collection, Person
from data.judgements import Act
from data.store import Store


@pytest.fixture
def ana(store: Store) -> Person:
    return collections.add_person(store, "Ana")


@pytest.fixture
def ben(store: Store) -> Person:
    return collections.add_person(store, "Ben")


@pytest.fixture
def ids(store: Store, collection: Collection) -> dict[str, int]:
    """Database ids of the queries and fragments. The run has a, b, c for q1; d, e for q2."""
    return collections.query_ids(store, collection) | collections.fragment_ids(store, collection)


def serve(store: Store, collection: Collection, person: Person, query: int, *fragments: int) -> None:
    with store.writing() as db:
        reservations.hold(db, collection, person, 9, [(query, dict.fromkeys(fragments, ""))])


def grade(
    store: Store, collection: Collection, person: Person, query: int, fragment: int, grade: int = 2
) -> list[str]:
    """As the lists of the pages grade; why it was refused."""
    act = Act(query, fragment, "grade", grade, source="flagged")
    return list(slots.append_free(store, collection, person, [act]).values())


def send(store: Store, collection: Collection, person: Person, query: int, fragment: int | None) -> list[str]:
    """As a browser sends it, or whoever forges that; why it was refused."""
    act = {"act": "no_answer"} if fragment is None else {"act": "grade", "grade": 2, "fragment": fragment}
    event: dict[str, Any] = {"event_id": f"{person.name} {query} {fragment}", "query": query, **act}
    with store.writing("grade", person) as db:
        return [one.reason for one in events.take(db, collection, person, [event]).refused]


def graders(store: Store) -> list[str]:
    rows = store.db.conn.execute(
        "SELECT name FROM judgements JOIN people ON people.id = person_id ORDER BY revision"
    )
    return [row[0] for row in rows]


def let_lapse(store: Store) -> None:
    with store.writing() as db:
        db.conn.execute("UPDATE reservations SET until = '2020-01-01T00:00:00.000+00:00'")


@pytest.mark.parametrize("way", [grade, send])
def test_what_ana_holds_ben_cannot_grade_before_her(store, collection, ana, ben, ids, way) -> None:
    serve(store, collection, ana, ids["q1"], ids["a"])
    assert way(store, collection, ben, ids["q1"], ids["a"]) == [slots.TAKEN]
    assert way(store, collection, ana, ids["q1"], ids["a"]) == []
    assert graders(store) == ["Ana"]


@pytest.mark.parametrize("way", [grade, send])
def test_what_has_its_judgements_gets_no_more(store, collection, ana, ben, ids, way) -> None:
    grade(store, collection, ana, ids["q1"], ids["a"])
    assert way(store, collection, ben, ids["q1"], ids["a"]) == [slots.TAKEN]


@pytest.mark.parametrize("way", [grade, send])
def test_with_two_wanted_the_second_slot_is_free_and_the_third_is_not(
    store, collection, ana, ben, ids, way
) -> None:
    two = collections.change_collection(store, collection, wanted=2)
    serve(store, two, ana, ids["q1"], ids["a"])
    assert way(store, two, ben, ids["q1"], ids["a"]) == []
    assert way(store, two, collections.add_person(store, "Eve"), ids["q1"], ids["a"]) == [slots.TAKEN]


@pytest.mark.parametrize("way", [grade, send])
def test_a_query_of_ana_is_not_for_ben(store, collection, ana, ben, ids, way) -> None:
    shares.assign(store, collection, [ids["q1"]], [ana])
    assert way(store, collection, ben, ids["q1"], ids["a"]) == [slots.GIVEN_TO_OTHERS]
    assert way(store, collection, ana, ids["q1"], ids["a"]) == []


@pytest.mark.parametrize("way", [grade, send])
def test_a_lead_may_judge_what_somebody_holds(store, collection, ana, ids, way) -> None:
    serve(store, collection, ana, ids["q1"], ids["a"])
    lead = collections.add_person(store, "Maria", "lead")
    assert way(store, collection, lead, ids["q1"], ids["a"]) == []


@pytest.mark.parametrize("way", [grade, send])
def test_everybody_may_change_their_own_grade(store, collection, ana, ben, ids, way) -> None:
    grade(store, collection, ben, ids["q1"], ids["a"], 0)
    grade(store, collection, collections.add_person(store, "Maria", "lead"), ids["q1"], ids["a"])
    shares.assign(store, collection, [ids["q1"]], [ana])
    assert way(store, collection, ben, ids["q1"], ids["a"]) == []
    assert judgements.held_by_name(store, collection, "Ben") == {("q1", "a"): 2}


@pytest.mark.parametrize("way", [grade, send])
def test_what_everybody_judges_is_for_everybody(store, collection, ana, ben, ids, way) -> None:
    all_shared = collections.change_collection(store, collection, shared=1.0)
    serve(store, all_shared, ana, ids["q1"], ids["a"])
    assert way(store, all_shared, ben, ids["q1"], ids["a"]) == []


def test_of_several_grades_those_with_a_free_slot_are_kept(store, collection, ana, ben, ids) -> None:
    serve(store, collection, ana, ids["q1"], ids["a"])
    acts = [Act(ids["q1"], ids[name], "grade", 1) for name in "abc"]
    refused = slots.append_free(store, collection, ben, acts)
    assert refused == {(ids["q1"], ids["a"]): slots.TAKEN}
    assert judgements.held_by_name(store, collection, "Ben") == {("q1", "b"): 1, ("q1", "c"): 1}


def test_grading_on_a_list_gives_the_own_reservation_back(store, collection, ana, ids) -> None:
    serve(store, collection, ana, ids["q1"], ids["a"], ids["b"])
    grade(store, collection, ana, ids["q1"], ids["a"])
    assert reservations.reserved(store.db, collection, ana) == [(ids["q1"], ids["b"])]


def test_the_lists_know_what_is_for_others(store, collection, ana, ben, ids) -> None:
    serve(store, collection, ana, ids["q1"], ids["a"])
    shares.assign(store, collection, [ids["q2"]], [ana])
    others = slots.elsewhere(store, collection, ben)
    assert others == slots.Elsewhere(frozenset({ids["q2"]}), frozenset({(ids["q1"], ids["a"])}))
    assert slots.elsewhere(store, collection, ana) == slots.Elsewhere(frozenset(), frozenset())


def test_a_pair_that_no_run_has_and_nobody_judged_is_refused(store, collection, ben, ids) -> None:
    assert send(store, collection, ben, ids["q1"], ids["d"]) == [slots.IN_NO_RUN]
    grade(store, collection, collections.add_person(store, "Maria", "lead"), ids["q1"], ids["d"])
    assert send(store, collection, ben, ids["q1"], ids["d"]) == [slots.TAKEN]


def test_a_free_pair_of_a_run_is_taken_though_it_was_not_served(store, collection, ben, ids) -> None:
    assert send(store, collection, ben, ids["q1"], ids["c"]) == []


def test_nothing_is_lost_of_what_was_done_offline_though_others_judged_meanwhile(
    store, collection, ana, ben, ids
) -> None:
    serve(store, collection, ana, ids["q1"], ids["a"])
    let_lapse(store)
    grade(store, collection, ben, ids["q1"], ids["a"])
    serve(store, collection, ana, ids["q1"], ids["b"])
    assert send(store, collection, ana, ids["q1"], ids["a"]) == []
    assert graders(store) == ["Ben", "Ana"]


def test_what_was_done_offline_before_the_query_went_to_others_is_taken(
    store, collection, ana, ben, ids
) -> None:
    serve(store, collection, ben, ids["q1"], ids["a"])
    shares.assign(store, collection, [ids["q1"]], [ana])
    serve(store, collection, ben, ids["q2"], ids["d"])
    assert send(store, collection, ben, ids["q1"], ids["a"]) == []


def test_a_verdict_on_a_query_of_others_is_refused(store, collection, ana, ben, ids) -> None:
    shares.assign(store, collection, [ids["q1"]], [ana])
    assert send(store, collection, ben, ids["q1"], None) == [slots.GIVEN_TO_OTHERS]
    assert send(store, collection, ana, ids["q1"], None) == []
