"""What programs judge over HTTP, and the log that they follow."""

from __future__ import annotations

import json

import pytest
from starlette.testclient import TestClient

from data import collections, judgements
from data.collections import Collection
from data.events import OTHER_CONTENT
from data.store import Store
from tests.api.conftest import AT

GRADE = {"event_id": "e1", "act": "grade", "query_id": "q2", "fragment_id": "e", "grade": 2}


def test_an_event_that_is_sent_again_is_taken_and_not_counted_again(lead: TestClient, store: Store) -> None:
    answers = [lead.post(f"{AT}/judgements", json=[GRADE]).json() for _ in range(3)]
    assert answers == [{"taken": ["e1"], "revision": 3}] * 3
    assert judgements.revision(store) == 3


def test_an_event_id_with_another_grade_is_refused_and_named_and_nothing_is_taken(
    lead: TestClient, store: Store
) -> None:
    lead.post(f"{AT}/judgements", json=[GRADE])
    other = {**GRADE, "grade": (GRADE["grade"] + 1) % 4}
    answer = lead.post(f"{AT}/judgements", json=[{**GRADE, "event_id": "e9"}, other])
    assert answer.status_code == 422
    assert answer.json()["errors"] == [{"index": 1, "event_id": "e1", "reason": OTHER_CONTENT}]
    assert "e1" in answer.json()["detail"]
    assert judgements.revision(store) == 3


def test_one_event_id_with_two_grades_in_one_call_is_refused(lead: TestClient, store: Store) -> None:
    answer = lead.post(f"{AT}/judgements", json=[GRADE, {**GRADE, "grade": (GRADE["grade"] + 1) % 4}])
    assert answer.status_code == 422
    assert judgements.revision(store) == 2


def test_one_bad_event_keeps_all_of_the_call_out_and_is_named(lead: TestClient, store: Store) -> None:
    bad = {**GRADE, "event_id": "e2", "fragment_id": "nowhere"}
    answer = lead.post(f"{AT}/judgements", json=[GRADE, bad])
    assert (answer.status_code, answer.json()["errors"][0]["index"]) == (422, 1)
    assert judgements.revision(store) == 2


@pytest.mark.parametrize(
    "body",
    [
        b"", b"{", b"\xff", b"{}", b"[1]", b"[{}]", b"[" * 100_000, b'[{"event_id": "a"}]',
        json.dumps([{**GRADE, "grade": 4}]).encode(),
        json.dumps([{**GRADE, "grade": True}]).encode(),
        json.dumps([{**GRADE, "note": "\ud800"}]).encode(),
        json.dumps([{**GRADE, "act": "adjudicate"}]).encode(),
        json.dumps([{**GRADE, "act": "no_answer"}]).encode(),
        json.dumps([{**GRADE, "unknown": 1}]).encode(),
        b'[{"event_id": "a", "act": "grade", "query_id": "q2", "fragment_id": "e", "grade": NaN}]',
    ],
)  # fmt: skip
def test_a_broken_body_is_refused_and_nothing_is_kept(lead: TestClient, store: Store, body: bytes) -> None:
    answer = lead.post(f"{AT}/judgements", content=body)
    assert (answer.status_code, answer.json()["type"]) == (400, "urn:quilate:bad-body")
    assert judgements.revision(store) == 2


def test_a_program_takes_back_its_own_event_and_nobody_elses(lead: TestClient) -> None:
    lead.post(f"{AT}/judgements", json=[GRADE])
    own = {"event_id": "u1", "act": "undo", "undoes_event": "e1"}
    assert lead.post(f"{AT}/judgements", json=[own]).status_code == 200
    others = {"event_id": "u2", "act": "undo", "undoes_event": "Maria c"}
    assert lead.post(f"{AT}/judgements", json=[others]).status_code == 422


def test_judgements_are_in_the_name_of_the_token(lead: TestClient, store: Store, judged: Collection) -> None:
    lead.post(f"{AT}/judgements", json=[GRADE])
    query = collections.query_ids(store, judged)["q2"]
    names = {person.id: person.name for person in collections.people(store)}
    assert [names[held.person] for held in judgements.held(store, query)] == ["a lead"]


def test_who_follows_the_log_gets_each_row_once(lead: TestClient) -> None:
    first = lead.get(f"{AT}/log", params={"limit": 1}).json()
    second = lead.get(f"{AT}/log", params={"after": first["next"]}).json()
    third = lead.get(f"{AT}/log", params={"after": second["next"]}).json()
    assert [row["fragment_id"] for page in (first, second, third) for row in page["entries"]] == ["c", "a"]
    assert third == {"entries": [], "next": 2}


def test_the_log_comes_as_lines_too(lead: TestClient) -> None:
    answer = lead.get(f"{AT}/log", params={"format": "ndjson"})
    assert [json.loads(line)["grade"] for line in answer.text.splitlines()] == [3, 1]
