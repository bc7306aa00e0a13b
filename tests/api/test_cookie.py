"""The session's cookie: only for a session that is open, only for this site's own page, and not for scripts."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

from data import accounts
from data.store import Store


@pytest.fixture
def secret(store: Store) -> str:
    """Of a session that is open."""
    ada = accounts.accept(store, accounts.invite(store, "Ada", "lead"), "correct horse battery")
    return accounts.open_session(store, ada)


def test_an_open_session_is_kept_where_no_script_reads_it(anybody: TestClient, secret: str) -> None:
    answer = anybody.post("/session", json={"secret": secret})
    assert answer.status_code == 204
    assert answer.headers["set-cookie"] == (
        f"quilate_session={secret}; HttpOnly; Max-Age=604800; Path=/; SameSite=strict"
    )


def test_over_https_the_cookie_stays_on_https(anybody: TestClient, secret: str) -> None:
    answer = anybody.post("/session", json={"secret": secret}, headers={"X-Forwarded-Proto": "https"})
    assert answer.headers["set-cookie"].endswith("; Secure")


def test_signing_out_takes_it_away(anybody: TestClient) -> None:
    assert "Max-Age=0" in anybody.delete("/session").headers["set-cookie"]


@pytest.mark.parametrize("body", [b'{"secret": "made up"}', b"{", b"[]", b'{"secret": 1}', b'"' + b"x" * 300])
def test_nothing_else_is_kept(anybody: TestClient, body: bytes) -> None:
    answer = anybody.post("/session", content=body, headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.headers.get("set-cookie")) == (403, None)


def test_the_form_of_another_site_signs_nobody_in(anybody: TestClient, secret: str) -> None:
    answer = anybody.post(
        "/session", content=f'{{"secret": "{secret}"}}', headers={"Content-Type": "text/plain"}
    )
    assert (answer.status_code, answer.headers.get("set-cookie")) == (403, None)
