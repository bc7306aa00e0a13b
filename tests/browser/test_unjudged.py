"""The trap of incomplete judgements on the Help centre sample: what is served and why, and what nobody has judged."""

from __future__ import annotations

import json
import re
from pathlib import Path
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

from data import collections, judgements, queues
from data.checking import Upload, check_files
from data.importing import import_checked
from data.samples import load_samples
from data.store import Store
from tests.browser.conftest import AppServer, wait_until_idle

expect.set_options(timeout=30_000)
pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

GIVEN = [0, 1, 0, 2]


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """The samples, and a lead."""
    store = Store(tmp_path / "quilate.db")
    load_samples(store)
    collections.add_person(store, "Leo", "lead")
    return store.path


def visit(page: Page, server: AppServer, name: str) -> None:
    page.goto(f"{server.url}/{name}?{urlencode({'person': 'Leo', 'collection': 'Help centre'})}")
    page.get_by_test_id("stSidebarNav").wait_for()
    wait_until_idle(page)


def test_a_lead_orders_the_queue_and_the_log_says_why_each_fragment_was_served(
    page: Page, server: AppServer
) -> None:
    visit(page, server, "work")
    page.get_by_label("Order of the queue").click()
    page.get_by_role("option", name="By rank", exact=True).click()
    expect(page.get_by_text("What some run ranks first comes first")).to_be_visible()
    audit = page.get_by_role("spinbutton", name="Drawn at random")
    audit.fill("50")
    audit.press("Enter")
    wait_until_idle(page)
    page.get_by_test_id("stMain").get_by_role("button", name="Save").last.click()
    expect(page.get_by_text("Saved.", exact=True)).to_be_visible()
    visit(page, server, "unjudged")
    expect(page.get_by_text("No flag of this list has been judged yet.").first).to_be_visible()
    visit(page, server, "grade")
    expect(page.get_by_text(re.compile(r"relevant left in this query"))).to_be_visible()
    done = int(re.findall(r"\d+", page.get_by_text(re.compile("^Collection: ")).inner_text())[0])
    for place, grade in enumerate(GIVEN):
        expect(page.get_by_text(f"Collection: {done + place} of")).to_be_visible()
        page.keyboard.press(str(grade))
    expect(page.locator(".tick")).to_have_attribute("data-waiting", "0")
    visit(page, server, "log")
    cells = page.get_by_test_id("stDataFrame").locator("td")
    expect(cells.filter(has_text=re.compile("Queue · (rank|audit)"))).to_have_count(len(GIVEN))
    collection = collections.find_collection(Store(server.database), "Help centre")
    assert (collection.queue_order, collection.audit) == (queues.RANK, 0.5)


def test_both_lists_of_the_unjudged_are_graded_on_the_spot_and_say_how_right_they_were(
    page: Page, server: AppServer
) -> None:
    visit(page, server, "unjudged")
    first = page.get_by_text("Found at rank: ").first
    for listed in ("Several runs agree", "Only one run found it"):
        expect(page.get_by_text(f"{listed}: No flag of this list has been judged yet.")).to_be_visible()
        if listed.startswith("Only"):
            before = first.inner_text()
            page.get_by_test_id("stButtonGroup").get_by_text(listed, exact=True).click()
            expect(first).not_to_have_text(before)
        for judged, (name, right) in enumerate((("2 Answers part of it", 1), ("0 Not relevant", 1)), 1):
            wait_until_idle(page)
            page.get_by_role("button", name=name).click()
            said = f"{listed}: Of {judged} flagged and judged, {right} was relevant"
            expect(page.get_by_text(said)).to_be_visible()
    expect(page.get_by_text("How right were the probabilities?")).to_be_visible()


def test_a_held_key_grades_one_fragment(page: Page, server: AppServer) -> None:
    visit(page, server, "unjudged")
    expect(page.get_by_role("button", name="2 Answers part of it")).to_be_visible()
    before = judgements.revision(Store(server.database))
    page.keyboard.down("2")
    expect(page.get_by_text("Of 1 flagged and judged, 1 was relevant")).to_be_visible()
    for _ in range(8):  # a key that is held comes again and again
        page.keyboard.down("2")
    page.keyboard.up("2")
    wait_until_idle(page)
    page.wait_for_timeout(1000)
    assert judgements.revision(Store(server.database)) == before + 1


def keys(page: Page) -> list[str | None]:
    return [row.get_attribute("data-key") for row in page.locator(".row").all()]


def test_any_row_is_graded_by_keys_as_on_the_card(page: Page, server: AppServer) -> None:
    """The second row gets a note with digits in it and a 3, the third "can't tell", which is taken back."""
    visit(page, server, "unjudged")
    page.locator(".row").nth(4).wait_for()
    before, chosen, tick = keys(page), page.locator(".row.chosen"), page.locator(".tick")
    expect(chosen).to_have_attribute("data-key", before[0])
    page.keyboard.press("j")
    page.keyboard.press("n")
    page.keyboard.type("3 0 1 s")
    page.keyboard.press("Escape")
    page.keyboard.press("3")
    expect(chosen).to_have_attribute("data-key", before[2])
    page.keyboard.press("s")
    expect(chosen).to_have_attribute("data-key", before[3])
    page.keyboard.press("z")
    expect(chosen).to_have_attribute("data-key", before[2])
    expect(tick).to_have_attribute("data-waiting", "0")
    assert keys(page)[:5] == before[:5]
    acts = Store(server.database).db.conn.execute(
        """SELECT query_id || '-' || fragment_id, act, grade, note, milliseconds > 0 FROM judgement_log
           WHERE source = 'flagged' ORDER BY revision"""
    )
    assert acts.fetchall() == [
        (before[1], "grade", 3, "3 0 1 s", 1),
        (before[2], "cant_tell", None, "", 1),
        (before[2], "undo", None, "", None),
    ]


@pytest.mark.parametrize("name", ["unjudged", "decide"])
def test_grades_given_while_the_server_is_dead_are_saved_when_it_is_there_again(
    page: Page, server: AppServer, name: str
) -> None:
    """Five rows are there when the server dies; eight keys are pressed, and five grades wait to be sent.

    Keys that come before the next row grade nothing. The page is not loaded anew.
    """
    visit(page, server, name)
    page.locator(".row").nth(4).wait_for()
    before, graded = judgements.revision(Store(server.database)), keys(page)[:5]
    page.evaluate("window.isStillHere = true")
    server.kill()
    for _ in range(8):
        page.keyboard.press("1")
    expect(page.locator(".tick")).to_have_attribute("data-waiting", "5")
    server.start()
    expect(page.locator(".tick")).to_have_attribute("data-waiting", "0", timeout=60_000)
    assert page.evaluate("window.isStillHere")
    given = Store(server.database).db.conn.execute(
        "SELECT query_id || '-' || fragment_id, reason FROM judgement_log WHERE revision > ? ORDER BY revision",
        [before],
    )
    pairs, reasons = zip(*given, strict=True)
    assert list(pairs) == graded
    assert all(json.loads(reason)["list"] for reason in reasons)


@pytest.mark.parametrize("name", ["grade", "unjudged"])
def test_a_page_that_nobody_touched_while_the_server_was_dead_goes_on(
    page: Page, server: AppServer, name: str
) -> None:
    visit(page, server, name)
    page.locator("[data-key]").first.wait_for()
    before = judgements.revision(Store(server.database))
    server.kill()
    page.wait_for_timeout(3000)
    server.start()
    page.wait_for_timeout(20_000)
    page.keyboard.press("1")
    expect(page.locator(".tick")).to_have_attribute("data-waiting", "0", timeout=10_000)
    expect(page.locator(".tick")).to_have_text("✓ Saved")
    assert judgements.revision(Store(server.database)) == before + 1


def slow_to_read(store: Store) -> None:
    """150 queries with 100 candidates each, of texts made up of numbered words."""
    corpus = [
        {"_id": f"d{i}", "title": "", "text": " ".join(f"w{(i * 7 + j * j) % 997}" for j in range(120))}
        for i in range(300)
    ]
    queries = [{"_id": f"q{i}", "text": f"w{i} w{2 * i} w{3 * i}"} for i in range(150)]
    runs = {
        name: "".join(
            f"q{i} Q0 d{(i * step + rank) % 300} {rank} {100 - rank} {name}\n"
            for i in range(150)
            for rank in range(70)
        )
        for name, step in (("one", 1), ("two", 2))
    }
    uploads = [
        Upload("corpus.jsonl", "\n".join(map(json.dumps, corpus)).encode()),
        Upload("queries.jsonl", "\n".join(map(json.dumps, queries)).encode()),
        *(Upload(f"{name}.trec", text.encode()) for name, text in runs.items()),
    ]
    import_checked(store, check_files(store, "Slow", uploads))


def test_rows_are_there_before_all_is_read_and_stay_where_they_are(page: Page, server: AppServer) -> None:
    slow_to_read(Store(server.database))
    page.goto(f"{server.url}/unjudged?{urlencode({'person': 'Leo', 'collection': 'Slow'})}")
    page.locator(".row").first.wait_for()
    expect(page.get_by_text("of 150 queries read so far")).to_be_visible()
    expect(page.get_by_text("is told when all of them are read")).to_be_visible()
    before = keys(page)
    page.keyboard.press("1")
    expect(page.locator(".tick")).to_have_attribute("data-waiting", "0")
    expect(page.get_by_text("read so far")).to_have_count(0, timeout=180_000)
    expect(page.get_by_text("Which queries are worth going on with", exact=True)).to_be_visible()
    assert keys(page)[: len(before)] == before
    wait_until_idle(page)
    page.get_by_role("button", name="Show the newest order").click()
    expect(page.locator(".row.given")).to_have_count(0)
