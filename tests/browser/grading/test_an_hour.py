"""What makes an hour at the card bearable: guidelines and examples, progress, long texts, lists, its clock."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from data import guides, judgements
from data.collections import Collection
from data.store import Store
from tests.browser.conftest import AppServer, wait_until_idle
from tests.browser.grading.card import all_saved, log, make, open_card, press, shown

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]


def open_list(page: Page, app: AppServer, collection: Collection, person: str = "Ana") -> None:
    open_card(page, app.url, collection, person)
    page.get_by_text("List of a query").click()
    expect(page.locator(".row").first).to_be_visible()
    wait_until_idle(page)


def open_guidelines(page: Page) -> None:
    wait_until_idle(page)
    page.get_by_text("Guidelines", exact=True).click()
    expect(page.get_by_test_id("stSidebar").get_by_text("Answers part of it").first).to_be_visible()


def titles(page: Page) -> list[str]:
    return page.locator(".row .title").all_inner_texts()


def test_the_lead_writes_guidelines_and_meanings_and_the_annotator_reads_them(
    page, shared_app, store
) -> None:
    small = make(store)
    open_card(page, shared_app.url, small, "Eva")
    open_guidelines(page)
    page.get_by_role("button", name="Change").click()
    page.get_by_label("Guidelines for annotators (Markdown)").fill("Read **all** of it. <b>raw</b>")
    page.get_by_label("What 3 means").fill("Says it all")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator(".grade").nth(3)).to_contain_text("Says it all")
    open_card(page, shared_app.url, small)
    open_guidelines(page)
    expect(page.get_by_test_id("stSidebar").locator("strong", has_text="all")).to_be_visible()
    expect(page.get_by_test_id("stSidebar").locator("b")).to_have_count(0)
    expect(page.get_by_role("button", name="Change")).to_have_count(0)


def test_the_lead_marks_an_example_annotators_see_it_and_it_is_taken_away(page, shared_app, store) -> None:
    small = make(store, queries=1, fragments=4)
    open_list(page, shared_app, small, "Eva")
    page.keyboard.press("2")
    all_saved(page)
    page.locator(".row.given").click()
    text = page.locator(".row.given .text").inner_text()
    page.get_by_role("button", name="Use as the example of its grade").click()
    open_guidelines(page)
    page.get_by_role("button", name="Example", exact=True).click()
    expect(page.get_by_test_id("stPopoverBody").get_by_text(text)).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Take this example away").click()
    expect(page.get_by_role("button", name="Example", exact=True)).to_have_count(0)
    assert guides.guides(store, small)[2].fragment is None


def test_progress_counts_the_query_and_the_collection_and_says_the_pace(page, shared_app, store) -> None:
    small = make(store, queries=2, fragments=3)
    open_card(page, shared_app.url, small)
    expect(page.locator(".query-count")).to_have_text("This query: 0 of 3")
    press(page, "1")
    expect(page.locator(".query-count")).to_have_text("This query: 1 of 3")
    expect(page.locator(".all-count")).to_have_text("Collection: 1 of 6")
    page.keyboard.press("s")
    expect(page.locator(".query-count")).to_have_text("This query: 2 of 3")
    expect(page.locator(".pace")).to_have_text(re.compile(r"^[\d.,]+ s each · left: query 1 min, all 1 min$"))


def test_the_card_says_when_a_query_is_done_and_moves_on(page, shared_app, store) -> None:
    small = make(store, queries=2, fragments=2)
    open_card(page, shared_app.url, small)
    first = press(page, "1")[0]
    press(page, "2")
    expect(page.locator(".query")).not_to_have_text(first)
    expect(page.get_by_text("The query before is done. This is the next one.")).to_be_visible()
    expect(page.locator("[aria-live=polite]")).to_contain_text("The query is done. Next query:")


def test_a_query_of_which_something_was_put_off_is_not_said_to_be_done(page, shared_app, store) -> None:
    small = make(store, queries=2, fragments=2)
    open_card(page, shared_app.url, small)
    first = press(page, "1")[0]
    page.keyboard.press("l")
    expect(page.locator(".query")).not_to_have_text(first)
    expect(page.locator("[data-strip=moved]")).to_have_count(0)


def test_a_long_fragment_scrolls_inside_the_card_by_keys_and_the_next_starts_at_its_top(
    page, shared_app, store
) -> None:
    small = make(store, queries=1, texts=["wing and lift\n" * 400, "lift and wing\n" * 400])
    open_card(page, shared_app.url, small)
    fragment = page.locator(".fragment")
    page.keyboard.press("PageDown")
    page.keyboard.press("ArrowDown")
    window = fragment.evaluate("e => e.clientHeight")
    assert 0.8 * window + 60 < fragment.evaluate("e => e.scrollTop") < window + 60
    expect(page.locator(".grade").first).to_be_in_viewport()
    press(page, "1")
    assert fragment.evaluate("e => e.scrollTop") == 0


def test_rows_of_the_list_are_chosen_by_arrows_graded_and_taken_back(page, shared_app, store) -> None:
    small = make(store, queries=1, fragments=5)
    open_list(page, shared_app, small)
    order = titles(page)
    for key in ("ArrowDown", "ArrowDown", "3", "ArrowUp", "ArrowUp", "1"):
        page.keyboard.press(key)
    all_saved(page)
    assert [row[1:] for row in log(shared_app.database, small)] == [(order[2], 3), (order[1], 1)]
    page.keyboard.press("z")
    expect(page.locator(".row.chosen .title")).to_have_text(order[1])
    all_saved(page)
    assert judgements.grade_rows(store, small).grade.tolist() == [3]


def test_the_list_is_sorted_as_one_likes_it_and_stays_so_while_grading(page, shared_app, store) -> None:
    small = make(store, queries=1, texts=["wing " * 30, "wing", "wing " * 9])
    open_list(page, shared_app, small)
    page.get_by_label("Sort by").select_option("length")
    assert titles(page) == ["f1", "f2", "f0"]
    page.locator(".row", has_text="f2").click()
    page.keyboard.press("2")
    all_saved(page)
    assert titles(page) == ["f1", "f2", "f0"]
    page.get_by_label("Sort by").select_option("grade")
    assert titles(page)[0] == "f2"


def test_the_clock_of_a_judgement_stops_when_nobody_looks_or_stirs(context, shared_app, store) -> None:
    small = make(store)
    page = context.new_page()
    page.clock.install()
    open_card(page, shared_app.url, small)
    page.keyboard.press("?")
    page.keyboard.press("Escape")
    page.clock.run_for(300_000)
    graded = shown(page)
    page.keyboard.press("2")
    all_saved(page)
    took = judged_in(store, small)
    page.close()
    assert graded[1]
    assert 60_000 <= took < 70_000


def judged_in(store: Store, collection: Collection) -> int:
    """The time of the newest judgement, ms."""
    (newest,) = store.db.conn.execute(
        "SELECT milliseconds FROM judgement_log WHERE collection_id = ? ORDER BY revision DESC LIMIT 1",
        [collection.id],
    ).fetchone()
    return int(newest)
