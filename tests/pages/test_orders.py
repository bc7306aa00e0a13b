"""The queue's order is worked out beside the serving, and nobody is told why a fragment is served."""

from __future__ import annotations

import json
import threading
import time

import numpy as np
import pytest

from data import collections, judgements, queues, reservations, served
from data.checking import Upload, check_files
from data.collections import Collection, Person
from data.importing import import_checked
from data.judgements import Act
from data.samples import load_samples
from data.store import Store
from evaluation.pooling import BEST_RANK
from pages.parts.beside import Beside
from pages.parts.desk import Desk, Visit
from pages.parts.opened import opened
from pages.parts.orders import Orders, orders
from pages.parts.serving import Serving
from pages.parts.suspects import judged_suspects
from tests.pages.conftest import Open


@pytest.fixture
def ana(store: Store) -> Person:
    return collections.add_person(store, "Ana")


@pytest.fixture
def q1(store: Store, collection: Collection) -> int:
    """Its ranking is c b a."""
    return collections.query_ids(store, collection)["q1"]


def ready(store: Store, collection: Collection) -> Orders:
    found = orders(store, collection, opened(store, collection))
    found.wait()
    return found


def named(store: Store, collection: Collection, found: list) -> str:
    names = {row_id: name for name, row_id in collections.fragment_ids(store, collection).items()}
    return "".join(names[one.fragment] for one in found)


def test_until_the_runs_are_read_there_is_no_order(store: Store, collection: Collection, q1: int) -> None:
    assert Orders(store, collection, opened(store, collection)).of(q1, {}) == []


def test_by_rank_the_candidates_come_as_the_run_has_them(
    store: Store, collection: Collection, q1: int
) -> None:
    found = ready(store, queues.set_order(store, collection, "rank")).of(q1, {})
    assert (named(store, collection, found), found[0].reason) == ("cba", BEST_RANK)


def test_what_is_judged_leaves_the_order_and_the_estimate(
    store: Store, collection: Collection, ana: Person, q1: int
) -> None:
    found = ready(store, collection)
    c = collections.fragment_ids(store, collection)["c"]
    judgements.append(store, collection, ana, [Act(q1, c, "grade", 3)])
    found.follow()
    found.wait()
    assert found.agreed(q1) == {c: 3}
    assert named(store, collection, found.of(q1, {c: 3})).strip("c") in ("ab", "ba")
    assert found.stop(q1).more <= 2


def test_half_of_the_places_are_drawn_at_random_when_the_lead_wants_it(
    store: Store, collection: Collection, ana: Person, q1: int
) -> None:
    half = queues.set_audit(store, collection, 0.5)
    serving = Serving(store, half, ana, opened(store, half), ready(store, half), None, "a place")
    drawn = [one for place in range(200) if (one := serving.audit(q1, place))]
    assert 60 <= len(drawn) <= 140
    assert len({fragment for fragment, _why in drawn}) == 3
    assert served.read_reason(drawn[0][1])[1]["left"] == 3


def test_in_the_list_of_a_query_nothing_is_drawn(
    store: Store, collection: Collection, ana: Person, q1: int
) -> None:
    half = queues.set_audit(store, collection, 0.5)
    serving = Serving(store, half, ana, opened(store, half), ready(store, half), q1, "a place")
    assert not any(serving.audit(q1, place) for place in range(50))


def test_the_card_is_told_nothing_of_why_it_is_served(
    store: Store, collection: Collection, ana: Person
) -> None:
    content, found = opened(store, collection), ready(store, collection)
    answer = Desk(store.acting_as(ana), collection, ana, content, found).answer(Visit())
    assert len(answer["queue"]) == 5
    assert not any(
        word in json.dumps(answer) for word in ("likely", "percent", "audit", "probability", "bm25")
    )
    kept = store.db.conn.execute("SELECT reason FROM reservations").fetchall()
    assert {served.read_reason(why)[0] for (why,) in kept} <= {"likely", "likely in top", "audit"}


def test_a_query_that_somebody_leaves_comes_last(
    store: Store, collection: Collection, ana: Person, q1: int
) -> None:
    content, found = opened(store, collection), ready(store, collection)
    desk, visit = Desk(store.acting_as(ana), collection, ana, content, found), Visit()
    assert desk.answer(visit)["queue"][0].startswith(f"{q1}-")
    with store.writing() as db:
        reservations.release(db, ana, q1)
    visit.leaves = q1
    queue = desk.answer(visit)["queue"]
    assert [key.startswith(f"{q1}-") for key in queue] == [False, False, True, True, True]


def test_what_decides_between_two_runs_is_what_stands_differently_in_them(
    store: Store, collection: Collection, ana: Person, q1: int
) -> None:
    a, b, c = (collections.fragment_ids(store, collection)[name] for name in "abc")
    run = b"q1 Q0 c 1 3 other\nq1 Q0 a 2 2 other\nq1 Q0 b 3 1 other\n"
    import_checked(store, check_files(store, collection.name, [Upload("other.trec", run)]))
    judgements.append(store, collection, ana, [Act(q1, c, "grade", 3)])
    found = ready(store, queues.set_order(store, collection, "decide", ("bm25", "other")))
    ((query, some),) = found.across()
    assert query == q1
    assert {one.fragment for one in some} == {a, b}


@pytest.fixture
def shop(store: Store) -> Collection:
    """The sample: 42 queries, 33 of them judged; q02 is read before all others when somebody waits for it."""
    load_samples(store)
    return collections.find_collection(store, "Help centre")


def test_what_is_left_of_a_query_is_not_told_before_the_judged_queries_are_read(
    store: Store, shop: Collection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pages.parts.orders.REST", 1e6)  # times as long as the first query took
    q02 = collections.query_ids(store, shop)["q02"]
    found = orders(store, shop, opened(store, shop))
    deadline = time.monotonic() + 20
    while not found.chances(q02, {}) and time.monotonic() < deadline:
        found.begin()
    assert found.chances(q02, {})
    assert found.stop(q02) is None


def test_what_is_left_of_a_query_is_the_same_whichever_was_read_first(
    store: Store, shop: Collection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pages.parts.orders.REST", 0)
    q02 = collections.query_ids(store, shop)["q02"]
    found = orders(store, shop, opened(store, shop))
    found.stop(q02)
    found.wait()
    told = found.stop(q02)
    # 0.72 (0–6), one more, by q02 alone; 0.32 (0–3) by all 33 judged queries.
    assert (told.more, told.unfound.expected, told.unfound.high) == (0, pytest.approx(0.32, abs=0.01), 3)


def test_estimates_know_all_judged_queries_in_whatever_order_these_were_read(
    store: Store, shop: Collection
) -> None:
    found = judged_suspects(store, shop)
    before = {query: found.latest(query).probability for query in found.asked if found.latest(query)}
    for query in before:
        found.estimate_again(query)
    assert len(before) == 33
    assert all(np.array_equal(found.latest(query).probability, before[query]) for query in before)


def test_of_a_query_that_no_run_answers_nothing_is_said_to_be_worked_out(
    store: Store, collection: Collection, ana: Person, open_page: Open
) -> None:
    with store.writing("import") as db:
        collections.put_queries(db, collection, [("q3", "nobody answers this", "", "[]")])
    c, q1 = (collections.fragment_ids(store, collection)["c"], collections.query_ids(store, collection)["q1"])
    judgements.append(store, collection, ana, [Act(q1, c, "grade", 3)])
    page = open_page("query", collection="small")
    page.selectbox(key="choose query").set_value("q3").run()
    assert not page.exception
    assert not any("worked out" in one.value for one in page.caption)


def test_work_that_is_asked_for_meanwhile_is_done_once_more() -> None:
    begun, go_on, times = threading.Event(), threading.Event(), []

    def work() -> None:
        times.append(1)
        begun.set()
        go_on.wait(10)

    beside = Beside("test", work)
    beside.ask()
    begun.wait(10)
    for _time in range(3):
        beside.ask()
    go_on.set()
    beside.wait()
    assert len(times) == 2
