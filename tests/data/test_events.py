"""Every event that a browser sends is taken once, or refused with a reason; none is lost."""

from __future__ import annotations

import sqlite3
import threading
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from data import audit, collections, events, flags, guidelines, guides, history, judgements, reservations
from data.collections import Collection, Person
from data.events import OTHER_CONTENT, Refusal, Taken
from data.store import Store, now
from data.trouble import StoreBusy


@pytest.fixture
def ana(store: Store) -> Person:
    return collections.add_person(store, "Ana")


@pytest.fixture
def pair(store: Store, collection: Collection) -> dict[str, int]:
    """q1 and its fragment a, as an event names them."""
    query = collections.query_ids(store, collection)["q1"]
    return {"query": query, "fragment": collections.fragment_ids(store, collection)["a"]}


def take(store: Store, collection: Collection, person: Person, *given: Any) -> Taken:
    with store.writing() as db:
        return events.take(db, collection, person, given)


def graded(event_id: str, pair: dict[str, int], grade: Any = 2, **more: Any) -> dict[str, Any]:
    return {"event_id": event_id, "act": "grade", "grade": grade, **pair, **more}


def undo(event_id: str, of: str) -> dict[str, Any]:
    return {"event_id": event_id, "act": "undo", "undoes_event": of}


def log(store: Store) -> list[tuple[Any, ...]]:
    return store.db.conn.execute(
        "SELECT event_id, act, grade, note, milliseconds, source FROM judgement_log ORDER BY revision"
    ).fetchall()


def test_a_grade_is_kept_with_its_note_time_and_source(store, collection, ana, pair) -> None:
    answer = take(
        store, collection, ana, graded("e1", pair, 3, note="clear", milliseconds=4200, source="list")
    )
    assert answer == Taken(("e1",), ())
    assert log(store) == [("e1", "grade", 3, "clear", 4200, "list")]


def test_events_sent_twice_are_answered_twice_and_written_once(store, collection, ana, pair) -> None:
    given = [graded("e1", pair, 1), undo("e2", "e1"), graded("e3", pair, 2)]
    assert take(store, collection, ana, *given) == take(store, collection, ana, *given)
    assert [row[0] for row in log(store)] == ["e1", "e2", "e3"]


@pytest.mark.parametrize(
    "other",
    [
        {"grade": 3}, {"note": "another"}, {"act": "cant_tell"}, {"act": "skip"}, {"fragment": "b"},
        {"act": "undo", "undoes_event": "e0"}, {"grade": 7},
    ],
)  # fmt: skip
def test_a_number_that_is_in_the_log_is_not_taken_for_another_act(
    store, collection, ana, pair, other: dict[str, Any]
) -> None:
    take(store, collection, ana, graded("e0", pair, 1), graded("e1", pair, 2, note="clear"))
    before = log(store)
    if "fragment" in other:
        other = {"fragment": collections.fragment_ids(store, collection)["b"]}
    answer = take(store, collection, ana, {**graded("e1", pair, 2, note="clear"), **other})
    assert (answer.taken, [one.event_id for one in answer.refused]) == ((), ["e1"])
    assert log(store) == before


def test_an_undo_of_another_act_is_not_taken_under_the_same_number(store, collection, ana, pair) -> None:
    take(store, collection, ana, graded("e1", pair, 1), graded("e2", pair, 3), undo("e3", "e2"))
    answer = take(store, collection, ana, undo("e3", "e1"))
    assert answer.refused == (Refusal("e3", OTHER_CONTENT),)
    assert [row.grade for row in judgements.held(store, pair["query"])] == [1]


def test_what_only_the_browser_measures_may_differ_when_an_event_is_sent_again(
    store, collection, ana, pair
) -> None:
    take(store, collection, ana, graded("e1", pair, 1, milliseconds=10))
    answer = take(store, collection, ana, graded("e1", pair, 1, milliseconds=10, age=60_000, guidelines=0))
    assert answer == Taken(("e1",), ())


def test_a_very_long_note_is_cut_and_may_be_sent_again(store, collection, ana, pair) -> None:
    given = graded("e1", pair, 1, note="n" * 20_000)
    assert take(store, collection, ana, given) == take(store, collection, ana, given)


def test_the_same_events_from_many_threads_at_once_are_written_once(store, collection, ana, pair) -> None:
    given = [graded(f"e{n}", pair, n % 4) for n in range(10)]
    crew = [threading.Thread(target=take, args=(store, collection, ana, *given)) for _ in range(8)]
    for worker in crew:
        worker.start()
    for worker in crew:
        worker.join()
    assert [row[0] for row in log(store)] == [f"e{n}" for n in range(10)]


def test_an_undo_takes_back_the_event_it_names(store, collection, ana, pair) -> None:
    take(store, collection, ana, graded("e1", pair, 1), graded("e2", pair, 3), undo("e3", "e1"))
    assert [row.grade for row in judgements.held(store, pair["query"])] == [3]


def test_undoing_everything_one_after_the_other_leaves_nothing(store, collection, ana, pair) -> None:
    take(store, collection, ana, graded("e1", pair, 1), graded("e2", pair, 3))
    take(store, collection, ana, undo("e3", "e2"), undo("e4", "e1"))
    assert judgements.held(store, pair["query"]) == []


@pytest.mark.parametrize(
    ("bad", "reason"),
    [
        ({"grade": 4}, events.BAD_GRADE),
        ({"grade": None}, events.BAD_GRADE),
        ({"grade": True}, events.BAD_GRADE),
        ({"fragment": 999}, events.OTHER_COLLECTION),
        ({"fragment": None}, events.MALFORMED),
        ({"query": "1"}, events.MALFORMED),
        ({"act": "adjudicate"}, events.MALFORMED),
        ({"source": "import"}, events.MALFORMED),
    ],
)
def test_a_bad_event_is_refused_with_a_reason_and_the_others_are_taken(
    store, collection, ana, pair, bad, reason
) -> None:
    answer = take(store, collection, ana, {**graded("e1", pair), **bad}, graded("e2", pair))
    assert answer.taken == ("e2",)
    assert [(refusal.event_id, refusal.reason) for refusal in answer.refused] == [("e1", reason)]


def test_an_event_for_another_collection_is_refused(store, collection, ana, pair) -> None:
    other = collections.get_or_create_collection(store, "other")
    answer = take(store, other, ana, graded("e1", pair))
    assert [refusal.reason for refusal in answer.refused] == [events.OTHER_COLLECTION]


def test_a_viewer_may_not_grade(store, collection, pair) -> None:
    viewer = collections.add_person(store, "Eva", "viewer")
    answer = take(store, collection, viewer, graded("e1", pair))
    assert [refusal.reason for refusal in answer.refused] == [events.MAY_NOT]


def test_nobody_takes_back_what_somebody_else_did(store, collection, ana, pair) -> None:
    luis = collections.add_person(store, "Luis")
    take(store, collection, ana, graded("e1", pair))
    answer = take(store, collection, luis, undo("e2", "e1"))
    assert [refusal.reason for refusal in answer.refused] == [events.NOTHING_TO_UNDO]


def test_an_act_is_taken_back_only_once(store, collection, ana, pair) -> None:
    take(store, collection, ana, graded("e1", pair), undo("e2", "e1"))
    answer = take(store, collection, ana, undo("e3", "e1"))
    assert [refusal.reason for refusal in answer.refused] == [events.UNDONE_BEFORE]


def test_an_event_id_of_somebody_else_is_refused(store, collection, ana, pair) -> None:
    luis = collections.add_person(store, "Luis")
    take(store, collection, ana, graded("e1", pair))
    answer = take(store, collection, luis, graded("e1", pair))
    assert [refusal.reason for refusal in answer.refused] == [events.OTHER_PERSON]


def test_a_verdict_on_the_query_is_in_the_log_until_it_is_taken_back(store, collection, ana, pair) -> None:
    verdict = {"event_id": "e1", "act": "no_answer", "query": pair["query"], "note": "nothing fits"}
    take(store, collection, ana, verdict)
    assert [(v.query_id, v.person, v.note) for v in history.no_answers(store, collection)] == [
        ("q1", "Ana", "nothing fits")
    ]
    take(store, collection, ana, undo("e2", "e1"))
    assert history.no_answers(store, collection) == []


def test_cant_tell_and_later_are_no_judgements(store, collection, ana, pair) -> None:
    take(store, collection, ana, {**graded("e1", pair), "act": "cant_tell"})
    take(store, collection, ana, {**graded("e2", pair), "act": "skip"})
    assert len(judgements.grade_rows(store, collection).grade) == 0


def test_a_later_note_holds_with_the_same_grade(store, collection, ana, pair) -> None:
    take(store, collection, ana, graded("e1", pair, 2, note="first"))
    take(store, collection, ana, graded("e2", pair, 2, note="better"))
    held = history.acts_on(store, collection, ana, pair["query"])
    assert [(act.grade, act.note) for act in held] == [(2, "better")]


def test_own_pace_is_the_median_of_the_timed_grades(store, collection, ana, pair) -> None:
    take(store, collection, ana, *(graded(f"e{n}", pair, milliseconds=n * 1000) for n in (1, 2, 9)))
    assert history.pace(store, collection, ana) == 2000


def test_a_busy_database_writes_nothing_and_says_so_and_the_same_events_are_taken_after(
    store, collection, ana, pair
) -> None:
    store.db.conn.execute("PRAGMA busy_timeout = 20")
    blocker = sqlite3.connect(store.path)
    blocker.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreBusy):
        take(store, collection, ana, graded("e1", pair))
    blocker.rollback()
    assert log(store) == []
    assert take(store, collection, ana, graded("e1", pair)).taken == ("e1",)


def days_ago(moment: str) -> float:
    return (datetime.now(UTC) - datetime.fromisoformat(moment)) / timedelta(days=1)


@pytest.mark.parametrize(("told", "believed"), [(2, 2), (7, 7), (1000, 7)])
def test_an_age_that_a_browser_tells_is_believed_up_to_a_week(
    store, collection, ana, pair, told, believed
) -> None:
    take(store, collection, ana, graded("e1", pair, age=told * 86_400_000))
    row = audit.entries(store, collection)[0]
    assert days_ago(row.at) == pytest.approx(believed, abs=0.01)
    assert days_ago(row.received) == pytest.approx(0, abs=0.01)


def test_a_forged_age_does_not_escape_from_being_taken_back(store, collection, ana, pair) -> None:
    lead = collections.add_person(store, "Maria", "lead")
    take(store, collection, ana, graded("e1", pair, age=3 * 365 * 86_400_000))
    an_hour_ago = (datetime.now(UTC) - timedelta(hours=1)).isoformat(timespec="milliseconds")
    assert audit.undo_between(store, collection, lead, ana, an_hour_ago, now()) == 1
    assert judgements.held(store, pair["query"]) == []


def test_a_grade_is_logged_under_the_guidelines_that_the_person_saw(store, collection, ana, pair) -> None:
    lead = collections.add_person(store, "Maria", "lead")
    for text in ("Be strict.", "Be mild."):
        collection = guidelines.write(store, collection, lead, text)
    seen = [{"guidelines": 0}, {"guidelines": 1}, {"guidelines": 2}, {"guidelines": 3}, {}]
    take(store, collection, ana, *(graded(f"e{n}", pair, **one) for n, one in enumerate(seen)))
    assert [row.guidelines for row in audit.entries(store, collection)][::-1] == [None, 1, 2, 2, 2]


def test_an_older_database_is_brought_up_to_date(store, collection, ana, pair) -> None:
    store.db.conn.execute("DROP TABLE reservations")
    store.db.conn.execute("DROP TABLE grade_guides")
    store.db.conn.execute("DROP INDEX judgement_log_no_answer")
    store.db.conn.execute("DELETE FROM _sqlite_migrations WHERE name = 'm004_reservations'")
    store.db.conn.commit()
    assert {"reservations", "grade_guides"} <= set(Store(store.path).db.table_names())


def test_a_lead_words_a_grade_and_marks_its_example(store, collection, pair) -> None:
    guides.set_meaning(store, collection, 3, "Solves it")
    guides.set_example(store, collection, 3, pair["query"], pair["fragment"])
    assert guides.guides(store, collection)[3] == guides.Guide(3, "Solves it", *pair.values())
    guides.clear_example(store, collection, 3)
    assert guides.guides(store, collection)[3].fragment is None


@pytest.mark.parametrize(
    ("reserved_for", "kept"),
    [("", "a flag"), ('{"why": "likely"}', "a flag"), ('{"why": "audit", "left": 3}', "the audit")],
)
def test_a_flagged_fragment_is_logged_as_flagged_unless_the_audit_drew_it(
    store, collection, ana, pair, reserved_for: str, kept: str
) -> None:
    key, flag = (pair["query"], pair["fragment"]), flags.reason(flags.ALONE, 0.7)
    flags.remember(store, ana, {key: flag})
    with store.writing() as db:
        reservations.hold(db, collection, ana, 1, [(key[0], {key[1]: reserved_for})])
        events.take(db, collection, ana, [graded("e1", pair, source="flagged")])
    reason = store.db.conn.execute("SELECT reason FROM judgement_log").fetchone()[0]
    assert reason == (flag if kept == "a flag" else reserved_for)
    assert len(flags.judged_flags(store, collection)) == (kept == "a flag")


def test_why_a_page_flagged_it_is_no_reason_for_what_the_queue_served(store, collection, ana, pair) -> None:
    key = pair["query"], pair["fragment"]
    flags.remember(store, ana, {key: flags.reason(flags.ALONE, 0.7)})
    with store.writing() as db:
        events.take(db, collection, ana, [graded("e1", pair)])
    assert store.db.conn.execute("SELECT reason FROM judgement_log").fetchone()[0] == ""
