"""Shares of work: a part for everybody drawn by lot, queries for some, and nobody judged more than is wanted."""

from __future__ import annotations

import numpy as np
import pytest

from data import collections, judgements, reservations, shares
from data.collections import Collection, Person
from data.judgements import Act
from data.shares import TakenBack
from data.store import Store


@pytest.fixture
def crew(store: Store) -> list[Person]:
    return [collections.add_person(store, name) for name in ("Ana", "Luis", "Eva")]


def hold(store: Store, collection: Collection, person: Person) -> list[tuple[int, int]]:
    queries, fragments = collections.query_ids(store, collection), collections.fragment_ids(store, collection)
    queues = [
        (queries["q1"], dict.fromkeys((fragments[name] for name in "abc"), "")),
        (queries["q2"], dict.fromkeys((fragments[name] for name in "de"), "")),
    ]
    with store.writing("grade", person) as db:
        return reservations.hold(db, collection, person, 10, queues)


def test_what_is_shared_is_served_to_everybody(
    store: Store, collection: Collection, crew: list[Person]
) -> None:
    shared = collections.change_collection(store, collection, shared=1.0)
    assert [len(hold(store, shared, person)) for person in crew] == [5, 5, 5]


def test_what_is_not_shared_is_served_to_as_many_as_are_wanted(
    store: Store, collection: Collection, crew: list[Person]
) -> None:
    assert [len(hold(store, collection, person)) for person in crew] == [5, 0, 0]


def test_nobody_judges_a_shared_fragment_twice(
    store: Store, collection: Collection, crew: list[Person]
) -> None:
    shared = collections.change_collection(store, collection, shared=1.0)
    query, fragment = hold(store, shared, crew[0])[0]
    judgements.append(store, shared, crew[0], [Act(query, fragment, "grade", 1)])
    assert (query, fragment) not in hold(store, shared, crew[0])


def test_the_lot_is_the_same_in_the_database_and_in_columns(store: Store) -> None:
    query, fragment = np.array([1, 7, 123_456]), np.array([1, 4_000_000, 2_147_483_647])
    by_sql = [
        store.db.conn.execute(f"SELECT {shares.LOT}", {"query": q, "fragment": f}).fetchone()[0]
        for q, f in zip(query.tolist(), fragment.tolist(), strict=True)
    ]
    assert shares.lots(query, fragment).tolist() == by_sql


def test_the_shared_part_is_of_the_size_asked_for_and_spread_evenly(collection: Collection) -> None:
    tenth = Collection(**{**collection.__dict__, "shared": 0.1})
    query, fragment = np.repeat(np.arange(1, 201), 50), np.arange(1, 10_001)
    by_query = shares.shared(tenth, query, fragment).reshape(200, 50).sum(axis=1)
    assert by_query.sum() == pytest.approx(1000, abs=90)
    assert by_query.var() == pytest.approx(50 * 0.1 * 0.9, rel=0.35)


def test_queries_given_to_some_are_served_to_them_alone(
    store: Store, collection: Collection, crew: list[Person]
) -> None:
    q1 = collections.query_ids(store, collection)["q1"]
    shares.assign(store, collection, [q1], [crew[1]])
    assert {query for query, _fragment in hold(store, collection, crew[0])} == {q1 + 1}
    assert {query for query, _fragment in hold(store, collection, crew[1])} == {q1}


def test_given_to_nobody_in_particular_a_query_is_for_all(
    store: Store, collection: Collection, crew: list[Person]
) -> None:
    q1 = collections.query_ids(store, collection)["q1"]
    shares.assign(store, collection, [q1], [crew[1]])
    shares.assign(store, collection, [q1], [])
    assert shares.assignments(store, collection) == {}
    assert len(hold(store, collection, crew[0])) == 5


def test_work_taken_back_is_free_for_others(store: Store, collection: Collection, crew: list[Person]) -> None:
    hold(store, collection, crew[0])
    assert shares.take_back(store, collection, crew[0]) == TakenBack(5, 0, 0)
    assert len(hold(store, collection, crew[1])) == 5


def test_queries_stay_with_whom_they_are_given_to_unless_they_are_taken_back_too(
    store: Store, collection: Collection, crew: list[Person]
) -> None:
    q1, q2 = collections.query_ids(store, collection).values()
    shares.assign(store, collection, [q1], crew[:1])
    shares.assign(store, collection, [q2], crew[:2])
    assert shares.take_back(store, collection, crew[0]) == TakenBack(0, 0, 0)
    assert shares.take_back(store, collection, crew[0], with_queries=True) == TakenBack(0, 2, 1)
    assert shares.assignments(store, collection) == {q2: (crew[1].id,)}


def test_giving_out_tells_how_many_queries_it_changes(
    store: Store, collection: Collection, crew: list[Person]
) -> None:
    q1, q2 = collections.query_ids(store, collection).values()
    assert shares.assign(store, collection, [q1], crew[:1]) == 1
    assert shares.assign(store, collection, [q1, q2], crew[:1]) == 1
    assert shares.assign(store, collection, [q1, q2], []) == 2


def test_a_lead_sees_who_did_how_much(store: Store, collection: Collection, crew: list[Person]) -> None:
    pairs = hold(store, collection, crew[0])
    acts = [
        Act(*pair, "grade", 1, milliseconds=took)
        for pair, took in zip(pairs, (1000, 3000, 9000), strict=False)
    ]
    judgements.append(store, collection, crew[0], acts)
    (ana,) = shares.workers(store, collection)
    assert (ana.person.name, ana.graded, ana.last_day, ana.pace, ana.reserved) == ("Ana", 3, 3, 3000, 5)
