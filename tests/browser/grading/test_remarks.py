"""A remark goes to the query that is on the card, and says what it lacks."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from data import guidelines
from data.collections import Collection
from data.store import Store
from tests.browser.grading.card import all_saved, make, open_card, press, shown

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]


def open_form(page: Page) -> None:
    page.get_by_role("button", name="Something unclear?").click()
    expect(page.get_by_role("dialog")).to_be_visible()


def left(store: Store, collection: Collection) -> list[tuple[int | None, str, bool]]:
    return [(one.query, one.text, one.unclear) for one in guidelines.remarks(store, collection)]


def query_on_card(page: Page) -> int:
    return int((page.locator(".fragment").get_attribute("data-key") or "").split("-")[0])


def test_a_remark_goes_to_the_query_that_is_on_the_card_after_grading_on(page, shared_app, store) -> None:
    small = make(store, queries=3, fragments=2)
    open_card(page, shared_app.url, small)
    first = query_on_card(page)
    while query_on_card(page) == first:
        press(page, "1")
    all_saved(page)
    second, text = query_on_card(page), shown(page)[0]
    open_form(page)
    expect(page.get_by_role("combobox", name="Query")).to_have_value(re.compile(re.escape(text)))
    page.get_by_label("Note for the lead and the others").fill("What of tables? 0 1 2")
    page.get_by_role("button", name="Leave the note").click()
    expect(page.get_by_text("The note is left.")).to_be_visible()
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert left(store, small) == [(second, "What of tables? 0 1 2", False)]


def test_that_the_guidelines_are_unclear_is_enough_and_nothing_at_all_is_not(page, shared_app, store) -> None:
    small = make(store, queries=1, fragments=2)
    open_card(page, shared_app.url, small)
    open_form(page)
    page.get_by_role("button", name="Leave the note").click()
    expect(page.get_by_role("dialog").get_by_text("Write a note, or tick")).to_be_visible()
    page.get_by_text("The guidelines do not say what to do", exact=True).click()
    page.get_by_role("button", name="Leave the note").click()
    expect(page.get_by_text("The note is left.")).to_be_visible()
    assert [(text, unclear) for _query, text, unclear in left(store, small)] == [("", True)]
