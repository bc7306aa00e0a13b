"""A lead asks which of two runs is better and judges what would tell; and settles what contradicts itself."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

from data import collections, judgements, queues
from data.collections import Collection
from data.judgements import Act
from data.samples import load_samples
from data.store import Store
from tests.browser.conftest import AppServer, wait_until_idle

expect.set_options(timeout=30_000)  # The first page of a new server imports everything.
pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]
RETURNS = "devoluciones-plazos#1"  # Both annotators gave it 3 for q14.


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """The samples, a lead, and in q14 an old copy of a fragment, of which one number differs, with another grade."""
    store = Store(tmp_path / "quilate.db")
    load_samples(store)
    leo = collections.add_person(store, "Leo", "lead")
    collection = collections.find_collection(store, "Help centre")
    known = collections.fragment_ids(store, collection)[RETURNS]
    title, text = ((one := collections.fragments(store, [known])[known]).title, one.text)
    with store.writing("import") as db:
        collections.put_fragments(db, collection, [("old#1", title, text.replace("30", "14", 1), "", None)])
    grade(store, collection, leo, "q14", "old#1", 0)
    return store.path


def grade(
    store: Store, collection: Collection, person: collections.Person, query: str, fragment: str, grade: int
) -> None:
    pair = (
        collections.query_ids(store, collection)[query],
        collections.fragment_ids(store, collection)[fragment],
    )
    judgements.append(store, collection, person, [Act(*pair, "grade", grade)])


def test_from_compare_to_two_judgements_that_move_what_is_said(page: Page, server: AppServer) -> None:
    choices = {"person": "Leo", "collection": "Help centre", "baseline": "char_ngrams"}
    page.goto(f"{server.url}/compare?{urlencode(choices)}")
    page.get_by_test_id("stMain").get_by_test_id("stPageLink").get_by_role("link", name="A or B").click()
    page.get_by_label("Run B", exact=True).first.click()
    page.get_by_role("option", name="reranked", exact=True).click()
    page.wait_for_url(re.compile("against=reranked"))
    page.get_by_role("heading", level=1).click()  # Keys are letters while a chooser has the focus.
    said = page.get_by_text("“char_ngrams” on nDCG@10")
    for _ in range(2):
        expect(said).to_be_visible()
        wait_until_idle(page)
        before = said.inner_text()
        page.keyboard.press("3")
        expect(said).not_to_have_text(before)
    page.get_by_role("button", name="Serve these first to annotators").click()
    expect(page.get_by_text("Annotators are served these first.")).to_be_visible()
    store = Store(server.database)
    collection = collections.find_collection(store, "Help centre")
    assert list(judgements.held_by_name(store, collection, "Leo").values()).count(3) == 2
    assert queues.between(store, collection) == ("char_ngrams", "reranked")


def test_a_contradiction_is_shown_with_what_differs_and_is_settled(page: Page, server: AppServer) -> None:
    page.goto(f"{server.url}/contradictions?{urlencode({'person': 'Leo', 'collection': 'Help centre'})}")
    expect(page.get_by_text("Nearly the same text")).to_be_visible()
    expect(page.locator("mark")).to_have_text(["30", "14"])
    expect(page.get_by_text("Annotator A").first).to_be_visible()
    expect(page.get_by_text("Luis")).to_have_count(0)
    wait_until_idle(page)
    page.get_by_role("button", name="2 · Answers part of it").click()
    expect(page.get_by_text("Nothing contradicts itself")).to_be_visible()
