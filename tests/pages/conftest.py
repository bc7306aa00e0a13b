"""Runs a page as Streamlit does, over a database of the test's own."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from data import collections
from data.store import Store
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
