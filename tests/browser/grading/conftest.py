"""One server and one browser profile for all tests of the grading card that leave them alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from data import collections
from data.store import Store
from tests.browser.conftest import AppServer
from tests.browser.network import Network


@pytest.fixture(scope="module")
def shared_app(
    tmp_path_factory: pytest.TempPathFactory, start_app: Callable[[Path], AppServer]
) -> Iterator[AppServer]:
    """One server for the tests that leave it alone; each has a collection of its own."""
    database = tmp_path_factory.mktemp("app") / "quilate.db"
    for name, role in (("Ana", "annotator"), ("Luis", "annotator"), ("Eva", "lead")):
        collections.add_person(Store(database), name, role)
    server = start_app(database)
    yield server
    server.stop()


@pytest.fixture
def store(shared_app: AppServer) -> Store:
    return Store(shared_app.database)


@pytest.fixture(scope="module")
def context(browser: Browser) -> Iterator[BrowserContext]:
    """One browser profile for all: what they keep in it is kept by collection."""
    made = browser.new_context(viewport={"width": 1280, "height": 900}, locale="en-GB")
    made.set_default_timeout(20_000)
    yield made
    made.close()


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    made = context.new_page()
    yield made
    if made.url.startswith("http"):
        made.evaluate("localStorage.removeItem('quilate/marks')")
    made.close()


@pytest.fixture
def network(shared_app: AppServer) -> Iterator[Network]:
    made = Network(shared_app.port)
    yield made
    made.close()
