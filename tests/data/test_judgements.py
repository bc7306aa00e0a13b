"""The log only grows, takes each event once, and undo goes as deep as one likes."""

from __future__ import annotations

import sqlite3

import pytest

from data import collections, judgements
from data.collections import Collection, Person
from data.judgements import Act
from data.store import Store


@pytest.fixture
def ana(store: Store) -> Person:
    return collections.add_person(store, "Ana")


@pytest.fixture
def pair(store: Store, collection: Collection) -> tuple[int, int]:
    return collections.query_ids(store, collection)["q1"], collections.fragment_ids(store, collection)["a"]


def grade(pair: tuple[int, int], value: int, **fields: str) -> Act:
    return Act(*pair, "grade", value, **fields)


def test_the_newest_grade_holds(
    store: Store, collection: Collection, ana: Person, pair: tuple[int, int]
) -> None:
    judgements.append(store, collection, ana, [grade(pair, 1), grade(pair, 3)])
    assert [row.grade for row in judgements.held(store, pair[0])] == [3]


def test_undo_restores_the_grade_before(
    store: Store, collection: Collection, ana: Person, pair: tuple[int, int]
) -> None:
    judgements.append(store, collection, ana, [grade(pair, 1), grade(pair, 3)])
    judgements.undo_last(store, collection, ana)
    assert [row.grade for row in judgements.held(store, pair[0])] == [1]


def test_undo_goes_deeper_each_time_and_then_says_there_is_nothing(
    store: Store, collection: Collection, ana: Person, pair: tuple[int, int]
) -> None:
    judgements.append(store, collection, ana, [grade(pair, 1), grade(pair, 3)])
    undone = [judgements.undo_last(store, collection, ana) for _ in range(3)]
    assert [act.grade if act else None for act in undone] == [3, 1, None]
    assert judgements.held(store, pair[0]) == []


def test_undo_takes_back_only_ones_own_acts(
    store: Store, collection: Collection, ana: Person, pair: tuple[int, int]
) -> None:
    judgements.append(store, collection, ana, [grade(pair, 2)])
    luis = collections.add_person(store, "Luis")
    assert judgements.undo_last(store, collection, luis) is None


def test_a_replayed_event_counts_once(
    store: Store, collection: Collection, ana: Person, pair: tuple[int, int]
) -> None:
    act = grade(pair, 2)
    judgements.append(store, collection, ana, [act])
    revision = judgements.append(store, collection, ana, [act])
    assert revision == 1


@pytest.mark.parametrize("statement", ["DELETE FROM judgement_log", "UPDATE judgement_log SET grade = 0"])
def test_the_log_refuses_to_lose_or_change_a_row(
    store: Store, collection: Collection, ana: Person, pair: tuple[int, int], statement: str
) -> None:
    judgements.append(store, collection, ana, [grade(pair, 2)])
    with pytest.raises(sqlite3.IntegrityError, match="only grows"):
        store.db.conn.execute(statement)


def test_a_grade_outside_the_scale_is_refused_and_nothing_is_written(
    store: Store, collection: Collection, ana: Person, pair: tuple[int, int]
) -> None:
    with pytest.raises(ValueError, match="grade 4"):
        judgements.append(store, collection, ana, [grade(pair, 1), grade(pair, 4)])
    assert judgements.revision(store) == 0


def test_a_fragment_of_another_collection_is_refused(
    store: Store, collection: Collection, ana: Person, pair: tuple[int, int]
) -> None:
    other = collections.get_or_create_collection(store, "other")
    with pytest.raises(ValueError, match='not in collection "other"'):
        judgements.append(store, other, ana, [grade(pair, 1)])


def test_a_skip_is_no_grade(store: Store, collection: Collection, ana: Person, pair: tuple[int, int]) -> None:
    judgements.append(store, collection, ana, [Act(*pair, "skip")])
    assert len(judgements.grade_rows(store, collection).grade) == 0


def test_touched_queries_follow_the_log(
    store: Store, collection: Collection, ana: Person, pair: tuple[int, int]
) -> None:
    first = judgements.append(store, collection, ana, [grade(pair, 1)])
    judgements.undo_last(store, collection, ana)
    assert judgements.touched_queries(store, collection, 0) == (2, [pair[0]])
    assert judgements.touched_queries(store, collection, first) == (2, [pair[0]])
    assert judgements.touched_queries(store, collection, 2) == (2, [])


def test_what_holds_is_what_the_log_says_after_any_acts(
    store: Store, collection: Collection, pair: tuple[int, int]
) -> None:
    crew = [collections.add_person(store, name) for name in ("Ana", "Luis")]
    for value, who in [(0, 0), (3, 1), (2, 0), (1, 1)]:
        judgements.append(store, collection, crew[who], [grade(pair, value)])
    judgements.undo_last(store, collection, crew[0])
    assert {(row.person, row.grade) for row in judgements.held(store, pair[0])} == {
        (crew[0].id, 0),
        (crew[1].id, 1),
    }
