"""Import in a real browser: what a file leaves open is asked, and an import that is under way can be cancelled."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from data import collections, judgements, rankings
from data.store import Store
from tests.browser.conftest import AppServer, open_page, wait_until_idle
from tests.browser.test_main_job import sign_in

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]


def choose_files(page: Page, collection: str, files: list[Path]) -> None:
    open_page(page, "Import")
    name = page.get_by_label("Into which collection?")
    name.fill(collection)
    name.press("Enter")
    page.locator("input[type=file]").set_input_files([str(file) for file in files])
    expect(page.get_by_text("What would be imported")).to_be_visible(timeout=120_000)
    wait_until_idle(page)


def test_encoding_columns_and_scale_are_asked_before_anything_is_imported(
    page: Page, server: AppServer, tmp_path: Path
) -> None:
    path = tmp_path / "ratings.csv"
    path.write_bytes("question;doc_id;rating;judge\nKöln?;a;5;Ann\nKöln?;b;1;Ann\n".encode("latin-1"))
    sign_in(page, server.url, "Ada", "I lead")
    choose_files(page, "asked", [path])
    page.get_by_role("button", name="Read it so").click()
    expect(page.get_by_text("Which column is what?")).to_be_visible()
    wait_until_idle(page)
    page.get_by_role("button", name="Read it so").click()
    page.get_by_role("button", name="Use this table").click()
    page.get_by_role("button", name="Import everything").click()
    expect(page.get_by_text("Now in ")).to_be_visible()
    store = Store(server.database)
    made = collections.find_collection(store, "asked")
    assert [query.text for query in collections.queries(store, made)] == ["Köln?"]
    assert sorted(judgements.held_by_name(store, made, "Ann").values()) == [0, 3]


def test_a_cancelled_import_leaves_nothing(page: Page, server: AppServer, tmp_path: Path) -> None:
    path = tmp_path / "corpus.jsonl"
    lines = (json.dumps({"_id": f"d{n}", "title": "t", "text": f"text {n}"}) for n in range(400_000))
    path.write_text("\n".join(lines))
    sign_in(page, server.url, "Ada", "I lead")
    choose_files(page, "large", [path])
    page.get_by_role("button", name="Import everything").click(timeout=120_000)
    page.get_by_role("button", name="Cancel").click(timeout=60_000)
    expect(page.get_by_text("Cancelled. Nothing was imported.")).to_be_visible(timeout=60_000)
    assert collections.all_collections(Store(server.database)) == []


def test_a_table_without_header_and_numbers_that_may_be_scores_are_asked_about(
    page: Page, server: AppServer, tmp_path: Path
) -> None:
    table, nested = tmp_path / "bare.tsv", tmp_path / "mine.json"
    table.write_text("q1\td1\t3\nq1\td2\t0\n")
    nested.write_text('{"q1": {"d1": 2, "d2": 1}}')
    sign_in(page, server.url, "Ada", "I lead")
    choose_files(page, "bare", [table, nested])
    expect(page.get_by_role("checkbox", name="The first row names the columns")).not_to_be_checked()
    page.get_by_role("button", name="Read it so").click()
    wait_until_idle(page)
    expect(page.get_by_text("Answer what is still open above.")).to_be_visible()
    page.get_by_label("What is this file?").first.click()
    page.get_by_role("option", name="run (ranx, pytrec_eval)").click()
    page.get_by_role("button", name="It is this").click()
    page.get_by_role("button", name="Import everything").click()
    expect(page.get_by_text("Now in bare: 2 results, 2 judgements")).to_be_visible()
    store = Store(server.database)
    made = collections.find_collection(store, "bare")
    assert sorted(judgements.held_by_name(store, made, "imported").values()) == [0, 3]
    assert [run.name for run in rankings.runs(store, made)] == ["mine"]
