"""Every page as every role: shown to those who may, refused to the others, and never broken."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from data import collections
from data.permissions import MAY_NOT
from data.samples import load_samples
from data.store import Store
from tests.conftest import ROOT
from tests.pages.conftest import Open

EVERYBODY = {"annotator", "lead", "viewer"}
MAY_OPEN = {
    "collection": EVERYBODY,
    "measures": EVERYBODY,
    "unjudged": EVERYBODY,
    "grade": {"annotator", "lead"},
    "mine": {"annotator", "lead"},
    "compare": {"viewer", "lead"},
    "decide": {"viewer", "lead"},
    "stages": {"viewer", "lead"},
    "cutoffs": {"viewer", "lead"},
    "query": {"viewer", "lead"},
    "history": {"viewer", "lead"},
    "export": {"viewer", "lead"},
    "load": {"lead"},
    "settle": {"lead"},
    "contradictions": {"lead"},
    "agreement": {"lead"},
    "work": {"lead"},
    "log": {"lead"},
    "people": {"lead"},
}


@pytest.fixture(scope="module")
def loaded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    store = Store(tmp_path_factory.mktemp("samples") / "quilate.db")
    load_samples(store)
    store.db.conn.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    store.close()
    return store.path


@pytest.fixture
def samples(store: Store, loaded: Path) -> Store:
    store.close()
    shutil.copy(loaded, store.path)
    return store


@pytest.mark.parametrize("role", sorted(EVERYBODY))
@pytest.mark.parametrize("name", MAY_OPEN)
def test_a_page_opens_for_those_who_may_and_refuses_the_others(
    samples: Store, open_page: Open, name: str, role: str
) -> None:
    page = open_page(name, role, "Help centre")
    assert not page.exception
    refused = any(error.value == MAY_NOT for error in page.error)
    assert refused == (role not in MAY_OPEN[name])


def test_every_page_is_in_the_list_above() -> None:
    assert {file.stem for file in (ROOT / "pages").glob("*.py")} == set(MAY_OPEN)


@pytest.mark.parametrize("name", ["mine", "settle", "contradictions", "agreement", "work", "log", "people"])
def test_a_page_works_without_any_collection(open_page: Open, name: str) -> None:
    assert not open_page(name).exception


@pytest.mark.parametrize("name", ["mine", "settle", "contradictions", "agreement", "work", "log"])
def test_a_page_works_without_judgements(
    open_page: Open, collection: collections.Collection, name: str
) -> None:
    assert not open_page(name, collection=collection.name).exception


def test_somebody_whose_role_was_taken_away_is_refused_at_once(samples: Store, open_page: Open) -> None:
    page: AppTest = open_page("work", "lead", "Help centre")
    samples.db.conn.execute("UPDATE people SET role = 'annotator' WHERE name = 'a lead'")
    samples.db.conn.commit()
    assert [error.value for error in page.run().error] == [MAY_NOT]
