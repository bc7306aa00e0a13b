"""A slot goes to one person at a time, for as long as it is held, and never to somebody who had it."""

from __future__ import annotations

import threading
from multiprocessing import get_context
from pathlib import Path

import pytest

from data import collections, events, reservations
from data.collections import Collection, Person
from data.store import Store


def serve(
    store: Store, collection: Collection, person: Person, q1: tuple[int, list[int]], size: int
) -> list[int]:
    queue = [(q1[0], dict.fromkeys(q1[1], ""))]
    with store.writing() as db:
        return [pair[1] for pair in reservations.hold(db, collection, person, size, queue)]


def grade(
    store: Store, collection: Collection, person: Person, query: int, fragment: int, event: str
) -> None:
    given = {"event_id": event, "act": "grade", "query": query, "fragment": fragment, "grade": 2}
    with store.writing() as db:
        events.take(db, collection, person, [given])


def let_lapse(store: Store) -> None:
    with store.writing() as db:
        db.conn.execute("UPDATE reservations SET until = '2020-01-01T00:00:00.000+00:00'")


def test_two_people_are_served_different_fragments(store, collection, ana, luis, q1) -> None:
    assert serve(store, collection, ana, q1, 2) == q1[1][:2]
    assert serve(store, collection, luis, q1, 2) == q1[1][2:]


def test_a_person_is_served_the_same_again_until_it_is_judged(store, collection, ana, q1) -> None:
    first = serve(store, collection, ana, q1, 2)
    assert serve(store, collection, ana, (q1[0], q1[1][::-1]), 2) == first


def test_a_reservation_that_lapsed_goes_to_somebody_else(store, collection, ana, luis, q1) -> None:
    serve(store, collection, ana, q1, 3)
    let_lapse(store)
    assert serve(store, collection, luis, q1, 3) == q1[1]


def test_a_lapsed_reservation_that_nobody_took_is_kept(store, collection, ana, luis, q1) -> None:
    serve(store, collection, ana, q1, 2)
    let_lapse(store)
    serve(store, collection, luis, q1, 1)
    assert serve(store, collection, ana, q1, 2) == q1[1][1:]


def test_two_people_get_the_same_fragment_when_two_judgements_are_wanted(
    store, collection, ana, luis, q1
) -> None:
    two = collections.change_collection(store, collection, wanted=2)
    assert serve(store, two, ana, q1, 3) == serve(store, two, luis, q1, 3) == q1[1]


def test_nobody_gets_a_fragment_twice_though_more_judgements_are_wanted(store, collection, ana, q1) -> None:
    two = collections.change_collection(store, collection, wanted=2)
    grade(store, two, ana, q1[0], q1[1][0], "e1")
    assert serve(store, two, ana, q1, 3) == q1[1][1:]


def test_a_fragment_with_its_judgement_is_served_to_nobody(store, collection, ana, luis, q1) -> None:
    grade(store, collection, ana, q1[0], q1[1][0], "e1")
    assert serve(store, collection, luis, q1, 3) == q1[1][1:]


def test_what_one_person_cannot_tell_is_still_open_for_others(store, collection, ana, luis, q1) -> None:
    cant = {"event_id": "e1", "act": "cant_tell", "query": q1[0], "fragment": q1[1][0]}
    with store.writing() as db:
        events.take(db, collection, ana, [cant])
    assert serve(store, collection, ana, q1, 3) == q1[1][1:]
    serve(store, collection, ana, q1, 0)
    assert serve(store, collection, luis, q1, 3) == q1[1]


def test_a_query_that_nothing_answers_is_served_no_more(store, collection, ana, luis, q1) -> None:
    serve(store, collection, ana, q1, 2)
    with store.writing() as db:
        events.take(db, collection, ana, [{"event_id": "v", "act": "no_answer", "query": q1[0]}])
    assert serve(store, collection, ana, q1, 3) == []
    assert serve(store, collection, luis, q1, 3) == []


def test_an_undone_fragment_comes_first_again(store, collection, ana, q1) -> None:
    serve(store, collection, ana, q1, 3)
    grade(store, collection, ana, q1[0], q1[1][1], "e1")
    undo = {"event_id": "e2", "act": "undo", "undoes_event": "e1"}
    with store.writing() as db:
        events.take(db, collection, ana, [undo])
    assert serve(store, collection, ana, q1, 3) == [q1[1][1], q1[1][0], q1[1][2]]


def _grade_all(path: Path, name: str, served: list[tuple[str, int]] | None = None) -> None:
    """Works as one annotator until nothing is left, two at a time."""
    store = Store(path)
    collection = collections.find_collection(store, "wide")
    person = collections.add_person(store, name)
    fragments = [*collections.fragment_ids(store, collection).values()]
    query = collections.query_ids(store, collection)["q"]
    while held := serve(store, collection, person, (query, fragments), 2):
        for fragment in held:
            grade(store, collection, person, query, fragment, f"{name}-{fragment}")
    store.close()


@pytest.fixture
def wide(store: Store) -> Collection:
    """One query with 60 fragments."""
    made = collections.get_or_create_collection(store, "wide")
    with store.writing() as db:
        collections.put_queries(db, made, [("q", "text", "", "[]")])
        collections.put_fragments(db, made, [(f"f{n}", "", "text", "", None) for n in range(60)])
    return made


def times_graded(store: Store) -> list[tuple[int, int]]:
    return store.db.conn.execute(
        "SELECT fragment_id, count(*) FROM judgement_log WHERE act = 'grade' GROUP BY fragment_id"
    ).fetchall()


def test_twenty_threads_grade_every_fragment_once(store: Store, wide: Collection) -> None:
    crew = [threading.Thread(target=_grade_all, args=(store.path, f"P{n}")) for n in range(20)]
    for worker in crew:
        worker.start()
    for worker in crew:
        worker.join()
    assert [count for _fragment, count in times_graded(store)] == [1] * 60


def test_four_processes_grade_every_fragment_once(store: Store, wide: Collection) -> None:
    spawn = get_context("fork")
    crew = [spawn.Process(target=_grade_all, args=(store.path, f"P{n}")) for n in range(4)]
    for worker in crew:
        worker.start()
    for worker in crew:
        worker.join()
    assert [count for _fragment, count in times_graded(store)] == [1] * 60
