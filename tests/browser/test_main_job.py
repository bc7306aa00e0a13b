"""The main job in a real browser: import, grade by keys, see a score move, undo, export, read back."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from data import collections, judgements
from data.formats import trec
from data.store import Store
from tests.browser.conftest import AppServer, open_page, wait_until_idle

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

GIVEN = [3, 0, 1, 2, 0, 0, 3, 1, 0, 2]


def sign_in(page: Page, url: str, name: str, role: str) -> None:
    page.goto(url)
    page.get_by_label("Your name").fill(name)
    page.get_by_text(role).click()
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_text(f"You are {name}")).to_be_visible()


def import_files(page: Page, collection: str, files: list[Path]) -> None:
    open_page(page, "Import")
    name = page.get_by_label("Into which collection?")
    name.fill(collection)
    name.press("Enter")
    page.locator("input[type=file]").set_input_files([str(file) for file in files])
    page.get_by_role("button", name="Import everything").click(timeout=60_000)
    expect(page.get_by_text("Now in ")).to_be_visible(timeout=60_000)


@pytest.fixture
def cranfield(shared: Path) -> list[Path]:
    folder = shared / "collections" / "cranfield"
    runs = [folder / "runs" / f"{name}.trec.gz" for name in ("bm25_stem_09_04", "dense_minilm")]
    return [folder / "corpus.jsonl", folder / "queries.jsonl", *runs]


def test_a_collection_is_imported_graded_and_exported(
    page: Page, server: AppServer, cranfield: list[Path], tmp_path: Path
) -> None:
    sign_in(page, server.url, "Ada", "I lead")
    import_files(page, "cranfield", cranfield)
    open_page(page, "Grade")
    for done, grade in enumerate(GIVEN):
        expect(page.get_by_text(f"Collection: {done} of")).to_be_visible()
        wait_until_idle(page)
        page.keyboard.press(str(grade))
    expect(page.get_by_text(f"Collection: {len(GIVEN)} of")).to_be_visible()
    expect(page.get_by_text("→").first).to_be_visible()
    wait_until_idle(page)
    page.keyboard.press("z")
    expect(page.get_by_text(f"Collection: {len(GIVEN) - 1} of")).to_be_visible()
    expect(page.locator(".tick")).to_have_attribute("data-waiting", "0", timeout=30_000)
    open_page(page, "Export")
    with page.expect_download() as download:
        page.get_by_role("button", name="Download qrels").click()
    exported = tmp_path / "exported.qrels"
    download.value.save_as(exported)
    assert sorted(trec.read_qrels(exported).grade.tolist()) == sorted(GIVEN[:-1])
    assert set(trec.graded_pairs(trec.read_qrels(exported))) == graded_in(server.database)


def graded_in(database: Path) -> set[tuple[str, str, int]]:
    store = Store(database)
    held = judgements.held_by_name(store, collections.find_collection(store, "cranfield"), "Ada")
    return {(query, fragment, grade) for (query, fragment), grade in held.items()}


def test_a_new_server_asks_who_is_there_before_it_shows_a_page(page: Page, server: AppServer) -> None:
    page.goto(f"{server.url}/compare")
    page.get_by_label("Your name").fill("Ada")
    page.get_by_text("I lead").click()
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_text("There is no collection yet")).to_be_visible()
    assert page.url.startswith(f"{server.url}/compare")


def test_a_malformed_run_is_refused_with_its_line_and_nothing_is_written(
    page: Page, server: AppServer, tmp_path: Path
) -> None:
    broken = tmp_path / "broken.trec"
    broken.write_text("q1 Q0 a 1 2.0 bm25\nq1 Q0 b 2 bm25\n")
    sign_in(page, server.url, "Ada", "I lead")
    open_page(page, "Import")
    name = page.get_by_label("Into which collection?")
    name.fill("broken")
    name.press("Enter")
    page.locator("input[type=file]").set_input_files(str(broken))
    expect(page.get_by_text("Nothing was changed.")).to_be_visible()
    expect(page.get_by_role("button", name="Import everything")).to_have_count(0)
    assert collections.all_collections(Store(server.database)) == []


@pytest.fixture
def hostile(tmp_path: Path) -> list[Path]:
    """A collection whose every text tries to be something else than text."""
    corpus, queries, run = (tmp_path / name for name in ("corpus.jsonl", "queries.jsonl", "run.trec"))
    corpus.write_text(
        '{"_id": "<b>x</b>", "title": "<img src=x onerror=\\"window.hacked=1\\">", '
        '"text": "<script>window.hacked=1</script> ![pixel](http://localhost/x.png) **not bold** $x$"}\n'
    )
    queries.write_text('{"_id": "q1", "text": "# no heading </style><script>window.hacked=1</script>"}\n')
    run.write_text("q1 Q0 <b>x</b> 1 2.0 **run**<i>\n")
    return [corpus, queries, run]


def test_texts_are_shown_as_they_are_and_never_run(
    page: Page, server: AppServer, hostile: list[Path]
) -> None:
    dialogs: list[str] = []
    page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    sign_in(page, server.url, "*Ada* <b>", "I lead")
    import_files(page, "_x_ <i>", hostile)
    open_page(page, "Grade")
    expect(page.get_by_text("<script>window.hacked=1</script> ![pixel]")).to_be_visible()
    expect(page.get_by_text("# no heading </style>")).to_be_visible()
    wait_until_idle(page)
    page.keyboard.press("3")
    open_page(page, "Compare")
    expect(page.locator("table.runs")).to_be_visible()
    assert page.evaluate("window.hacked") is None
    assert dialogs == []
