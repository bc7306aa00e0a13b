"""No grade stays in the browser unseen: the collection is changed, the person signs out, the session ends."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from data import accounts, collections
from tests.browser.conftest import until
from tests.browser.grading.card import all_saved, assert_each_once, log, make, open_card, press, shown

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]


@contextmanager
def locked(database: Path) -> Iterator[None]:
    """Nothing can be written meanwhile."""
    blocker = sqlite3.connect(database, isolation_level=None)
    blocker.execute("BEGIN IMMEDIATE")
    yield
    blocker.execute("ROLLBACK")
    blocker.close()


def choose_collection(page: Page, name: str) -> None:
    page.get_by_test_id("stSidebar").get_by_test_id("stSelectbox").first.click()
    page.get_by_role("option", name=name, exact=True).click()


def kept(page: Page) -> int:
    """How many acts the browser has kept."""
    return int(page.evaluate("Object.keys(localStorage).filter((name) => name.includes('/event/')).length"))


def test_grades_that_wait_when_the_collection_is_changed_are_saved_from_there(
    page, shared_app, store
) -> None:
    small, other = make(store), make(store)
    open_card(page, shared_app.url, small)
    with locked(shared_app.database):
        given = [press(page, key) for key in "012"]
        expect(page.locator(".tick")).to_have_text("Not saved yet: 3")
        choose_collection(page, other.name)
        page.wait_for_timeout(2000)
    expect(page.locator(".strip", has_text=f"Saved for {small.name}: 3")).to_be_visible(timeout=60_000)
    given_there = [press(page, "3")]
    all_saved(page)
    assert_each_once(shared_app.database, small, given)
    assert_each_once(shared_app.database, other, given_there)
    page.get_by_role("button", name="I have seen this").click()
    expect(page.locator(".strip")).to_have_count(0)
    assert kept(page) == 0


def test_grades_given_just_before_the_collection_is_changed_are_saved(page, shared_app, store) -> None:
    small, other = make(store), make(store)
    open_card(page, shared_app.url, small)
    page.get_by_test_id("stSidebar").get_by_test_id("stSelectbox").first.click()
    option = page.get_by_role("option", name=other.name, exact=True)
    page.locator(".grade").nth(2).dispatch_event("click")
    option.click()
    until(page, lambda: len(log(shared_app.database, small)) == 1)
    until(page, lambda: kept(page) == 0)


def test_a_grade_given_just_before_signing_out_is_saved(page, shared_app, store) -> None:
    small = make(store)
    open_card(page, shared_app.url, small)
    page.keyboard.press("2")
    page.get_by_role("button", name="Sign out").evaluate(
        """button => { document.activeElement.dispatchEvent(new KeyboardEvent("keydown",
        { key: "1", bubbles: true, composed: true, cancelable: true })); button.click(); }"""
    )
    expect(page.get_by_label("Your name")).to_be_visible()
    until(page, lambda: sorted(row[2] for row in log(shared_app.database, small)) == [1, 2])
    expect(page.get_by_text("Kept in this browser")).to_have_count(0)


def test_who_signed_out_while_grades_wait_is_told_so_and_they_are_saved_when_they_come_back(
    page, shared_app, store
) -> None:
    small = make(store)
    open_card(page, shared_app.url, small)
    with locked(shared_app.database):
        given = [press(page, key) for key in "03"]
        expect(page.locator(".tick")).to_have_text("Not saved yet: 2")
        page.get_by_role("button", name="Sign out").click()
        page.wait_for_timeout(2000)
    expect(page.get_by_text("Kept in this browser and not saved yet: 2")).to_be_visible(timeout=60_000)
    page.get_by_role("button", name="Ana").click()
    expect(page.locator(".card .grade").first).to_be_visible(timeout=60_000)
    all_saved(page)
    until(page, lambda: kept(page) == 0)
    assert_each_once(shared_app.database, small, given)


def test_an_account_closed_while_grading_leads_to_signing_in_and_nothing_is_lost(
    page, shared_app, store
) -> None:
    small, marta = make(store), collections.add_person(store, "Marta")
    accounts.open_again(store, marta)
    open_card(page, shared_app.url, small, "Marta")
    accounts.close(store, marta)
    given = [(*shown(page), 1)]
    page.keyboard.press("1")  # and the card goes
    expect(page.get_by_label("Your name")).to_be_visible(timeout=60_000)
    expect(page.get_by_text("You are Marta")).to_have_count(0)
    expect(page.get_by_text("Kept in this browser and not saved yet: 1")).to_be_visible()
    assert log(shared_app.database, small) == []
    accounts.open_again(store, marta)
    page.reload()
    until(page, lambda: len(log(shared_app.database, small)) == 1)
    assert_each_once(shared_app.database, small, given)


def test_a_role_that_grades_no_more_says_so_and_what_is_kept(page, shared_app, store) -> None:
    small, nora = make(store), collections.add_person(store, "Nora")
    open_card(page, shared_app.url, small, "Nora")
    accounts.change(store, nora, "Nora", "viewer")
    given = [(*shown(page), 3)]
    page.keyboard.press("3")  # and the card goes
    expect(page.get_by_text("Your role does not allow this.")).to_be_visible(timeout=60_000)
    expect(
        page.get_by_test_id("stMain").get_by_text("Kept in this browser and not saved yet: 1")
    ).to_be_visible()
    accounts.change(store, nora, "Nora", "annotator")
    page.reload()
    until(page, lambda: len(log(shared_app.database, small)) == 1)
    assert_each_once(shared_app.database, small, given)
