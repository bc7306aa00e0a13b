"""What is told to who watches over the server."""

from __future__ import annotations

import sqlite3

import pytest
from starlette.testclient import TestClient

from data import health
from data.store import Store


def test_the_process_and_the_database_are_ready(anybody: TestClient) -> None:
    alive = anybody.get("/healthz").json()
    assert (alive["status"], anybody.get("/healthz").json()) == ("ok", alive)
    assert anybody.get("/readyz").json()["checks"] == {"database": "ok", "writing": "ok", "schema": "ok"}


def test_a_database_that_went_away_is_not_ready(anybody: TestClient, store: Store) -> None:
    anybody.get("/readyz")
    store.path.rename(store.path.with_suffix(".gone"))
    answer = anybody.get("/readyz")
    assert (answer.status_code, answer.json()["status"]) == (503, "not ready")
    assert not store.path.exists()


def test_somebody_who_writes_at_the_moment_is_no_trouble(store: Store) -> None:
    with store.writing():
        assert health.readiness(store)["writing"] == "ok"


def test_a_database_of_another_version_is_not_ready(store: Store) -> None:
    with sqlite3.connect(store.path) as connection:
        connection.execute("DELETE FROM _sqlite_migrations WHERE name = 'm050_tokens'")
    assert health.readiness(store)["schema"] != "ok"


def test_requests_are_counted_by_operation_and_status(lead: TestClient) -> None:
    def count() -> float:
        lines = lead.get("/metrics").text.splitlines()
        key = 'quilate_requests_total{operation="get_qrels",status="200"} '
        return next((float(line.removeprefix(key)) for line in lines if line.startswith(key)), 0.0)

    before = count()
    lead.get("/api/collections/small/qrels")
    assert count() == before + 1


def test_metrics_say_how_much_there_is_and_no_name(lead: TestClient) -> None:
    text = lead.get("/metrics").text
    assert "quilate_judgements 2.0" in text
    assert not any(name in text for name in ("small", "Maria", "bm25"))


@pytest.mark.parametrize("address", ["/healthz", "/readyz", "/metrics", "/api/openapi.json"])
def test_these_need_no_token(anybody: TestClient, address: str) -> None:
    assert anybody.get(address).status_code == 200
