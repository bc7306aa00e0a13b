"""Why a fragment was served stands in the log, and what an audit drew stays drawn, whoever judges it."""

from __future__ import annotations

import pytest

from data import events, reservations, served
from data.reservations import Audit, no_audit
from data.served import Audited
from data.store import Store

DRAWN = served.reason("audit", {"probability": 0.25, "left": 3, "total": 1.5})


def serve(store, collection, person, q1, size, audit: Audit = no_audit) -> list[int]:
    queue = [(q1[0], {fragment: f"why {place}" for place, fragment in enumerate(q1[1])})]
    with store.writing() as db:
        return [pair[1] for pair in reservations.hold(db, collection, person, size, queue, audit=audit)]


def act(store, collection, person, q1, fragment: int, event: str, **fields: object) -> None:
    given = {"event_id": event, "act": "grade", "query": q1[0], "fragment": fragment, "grade": 2, **fields}
    with store.writing() as db:
        events.take(db, collection, person, [given])


def reasons(store: Store) -> list[str]:
    return [row[0] for row in store.db.conn.execute("SELECT reason FROM judgement_log ORDER BY revision")]


def test_the_log_keeps_why_the_queue_served_a_fragment(store, collection, ana, q1) -> None:
    serve(store, collection, ana, q1, 2)
    serve(store, collection, ana, q1, 2)
    act(store, collection, ana, q1, q1[1][1], "e1")
    assert reasons(store) == ["why 1"]


def test_a_drawn_fragment_takes_its_place_in_the_queue(store, collection, ana, q1) -> None:
    last = q1[1][2]
    first_place = lambda query, place: (last, DRAWN) if place == 0 else None  # noqa: E731
    assert serve(store, collection, ana, q1, 3, first_place) == [last, *q1[1][:2]]
    act(store, collection, ana, q1, last, "e1")
    assert served.audited(store, collection) == [Audited(q1[0], last, 0.25, 3, 1.5)]


def test_what_somebody_holds_is_marked_when_it_is_drawn_and_stays_theirs(
    store, collection, ana, luis, q1
) -> None:
    first = q1[1][0]
    serve(store, collection, ana, q1, 1)
    assert serve(store, collection, luis, q1, 1, lambda query, place: (first, DRAWN)) == [q1[1][1]]
    act(store, collection, ana, q1, first, "e1")
    assert reasons(store) == [DRAWN]


def test_a_drawn_fragment_stays_drawn_when_it_is_put_off_or_graded_again(store, collection, ana, q1) -> None:
    drawn = q1[1][0]
    serve(store, collection, ana, q1, 1, lambda query, place: (drawn, DRAWN))
    act(store, collection, ana, q1, drawn, "e1", act="skip", grade=None)
    act(store, collection, ana, q1, drawn, "e2")
    assert reasons(store) == [DRAWN, DRAWN]
    assert len(served.audited(store, collection)) == 1


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('{"why": "rank", "rank": 3}', ("rank", {"rank": 3})),
        ('{"list": "alone", "probability": 0.4}', ("alone", {"probability": 0.4})),
        ("repeat", ("repeat", {})),
        ("", ("", {})),
    ],
)
def test_every_reason_in_a_log_can_be_read(text: str, told: tuple[str, dict[str, object]]) -> None:
    assert served.read_reason(text) == told
