"""Who may use the routes for programs: every route as every role, and every way in which a token does not hold."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from starlette.testclient import TestClient

from api.routes import OPERATIONS
from data import accounts, collections, tokens
from data.permissions import RIGHTS, ROLES, NotAllowed
from data.store import Store
from tests.api.conftest import AT

REQUESTS: dict[str, tuple[str, str, bytes]] = {
    "put_run": ("PUT", f"{AT}/runs/new", b"q1 Q0 a 1 2.0 any\n"),
    "put_file": ("PUT", f"{AT}/files/new.qrels", b"q1 0 a 1\n"),
    "get_qrels": ("GET", f"{AT}/qrels", b""),
    "get_scores": ("GET", f"{AT}/scores", b""),
    "get_comparison": ("GET", f"{AT}/comparison?baseline=bm25&run=bm25", b""),
    "post_judgements": ("POST", f"{AT}/judgements", b"[]"),
    "get_log": ("GET", f"{AT}/log", b""),
}
MAY = {
    "put_run": {"lead"},
    "put_file": {"lead"},
    "get_qrels": {"lead", "viewer"},
    "get_scores": {"lead", "viewer"},
    "get_comparison": {"lead", "viewer"},
    "post_judgements": {"lead", "annotator"},
    "get_log": {"lead"},
}


def send(client: TestClient, name: str) -> int:
    method, address, body = REQUESTS[name]
    return int(client.request(method, address, content=body or None).status_code)


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("name", [operation.name for operation in OPERATIONS])
def test_a_route_answers_the_roles_that_may_and_no_other(
    holding: Callable[[str], TestClient], name: str, role: str
) -> None:
    assert (send(holding(role), name) != 403) == (role in MAY[name])


@pytest.mark.parametrize("name", [operation.name for operation in OPERATIONS])
@pytest.mark.parametrize("header", ["", "Bearer ", "Bearer wrong", "Basic bGVhZDpsZWFk", "Bearer é"])
def test_without_a_token_that_holds_no_route_answers(anybody: TestClient, name: str, header: str) -> None:
    method, address, body = REQUESTS[name]
    sent = [(b"Authorization", header.encode("latin-1"))]
    answer = anybody.request(method, address, content=body, headers=sent)
    assert (answer.status_code, answer.json()["type"]) == (401, "urn:quilate:no-token")
    assert answer.headers["www-authenticate"].startswith("Bearer")


def test_a_revoked_token_opens_nothing(lead: TestClient, store: Store) -> None:
    assert send(lead, "get_qrels") == 200
    tokens.revoke(store, 1)
    assert send(lead, "get_qrels") == 401


def test_a_token_that_has_ended_opens_nothing(lead: TestClient, store: Store) -> None:
    with store.writing() as db:
        db.conn.execute("UPDATE tokens SET until = '2020-01-01T00:00:00.000+00:00'")
    assert send(lead, "get_qrels") == 401
    assert [token.holds for token in tokens.tokens(store)] == [False]


def test_a_token_ends_with_the_account_of_its_name(lead: TestClient, store: Store) -> None:
    accounts.close(store, accounts.find_person(store, "a lead"))
    assert send(lead, "get_qrels") == 401


def test_a_token_loses_what_its_person_may_not_any_more(lead: TestClient, store: Store) -> None:
    collections.add_person(store, "Ada", "lead")
    accounts.change(store, accounts.find_person(store, "a lead"), "a lead", "annotator")
    assert send(lead, "get_qrels") == 403


def test_a_token_may_no_more_than_its_own_role_though_its_person_leads(store: Store) -> None:
    tokens.add(store, "pipeline", "lead")
    found = tokens.in_hands_of(store, tokens.add(store, "pipeline", "viewer"))
    assert found is not None
    hands, _person = found
    hands.check("export")
    with pytest.raises(NotAllowed):
        hands.check("import")


def test_a_token_that_is_revoked_in_the_middle_of_the_work_writes_nothing_more(store: Store) -> None:
    found = tokens.in_hands_of(store, tokens.add(store, "pipeline", "lead"))
    assert found is not None
    tokens.revoke(store, 1)
    with pytest.raises(NotAllowed), found[0].writing("settings"):
        pass


def test_nobody_gets_a_token_in_the_name_of_a_person(store: Store) -> None:
    collections.add_person(store, "Ada", "lead")
    with pytest.raises(tokens.Refused, match="Ada"):
        tokens.add(store, "Ada", "viewer")


def test_who_leads_may_have_a_token_in_the_own_name(store: Store) -> None:
    ada = collections.add_person(store, "Ada", "lead")
    tokens.add(store.acting_as(ada), "Ada", "viewer")
    assert [(token.name, token.role) for token in tokens.tokens(store)] == [("Ada", "viewer")]


@pytest.mark.parametrize(
    ("name", "role", "days"), [(" ", "viewer", 1), ("x", "viewer", 0), ("x", "viewer", 731)]
)
def test_a_token_needs_a_name_and_an_end(store: Store, name: str, role: str, days: int) -> None:
    with pytest.raises(tokens.Refused):
        tokens.add(store, name, role, days)


def test_the_file_does_not_hold_the_secret(store: Store) -> None:
    secret = tokens.add(store, "pipeline", "lead")
    assert secret not in "\n".join(store.db.conn.iterdump())


def test_every_right_of_a_route_is_a_right() -> None:
    assert {operation.right for operation in OPERATIONS} <= RIGHTS.keys()
