"""Runs a page as Streamlit does, over a database of the test's own."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from data import collections
from data.store import Store
from pages.parts.desk import STATE, Visit
from tests.conftest import ROOT

Open = Callable[..., AppTest]


@pytest.fixture
def open_page(store: Store, monkeypatch: pytest.MonkeyPatch) -> Open:
    """Opens pages/<name>.py as a lead (or another role), optionally on a collection."""
    monkeypatch.setenv("QUILATE_DATABASE", str(store.path))

    def open_(name: str, role: str = "lead", collection: str | None = None) -> AppTest:
        person = collections.add_person(store, f"a {role}", role)
        test = AppTest.from_file(str(ROOT / "app.py"), default_timeout=30)
        test.session_state["person"] = person.name
        if collection:
            test.session_state["collection"] = collection
        test.run()
        return test.switch_page(f"pages/{name}.py").run()

    return open_


def flag_rows(page: AppTest) -> dict[str, Any]:
    """What the browser was told of the rows of the unjudged; without rows as if there were an empty list."""
    found = page.get("bidi_component")
    return json.loads(found[0].proto.json) if found else {"list": {"rows": []}, "items": {}, "refused": []}


def grade_row(page: AppTest, key: str, grade: int, event_id: str = "e1", **more: object) -> AppTest:
    """Tells the server what a browser does at a key press on the row, and draws the page again."""
    told = flag_rows(page)
    query, fragment = map(int, key.split("-"))
    event = {"event_id": event_id, "act": "grade", "query": query, "fragment": fragment, "grade": grade}
    visit: Visit = page.session_state[STATE]
    visit.hear({"place": told["place"], "events": [{**event, "source": told["source"], **more}]})
    return page.run()
