"""No grade is lost or counted twice: networks, servers, tabs and people that come and go."""

from __future__ import annotations

import itertools
import sqlite3

import pytest
from playwright.sync_api import expect

from data import collections
from data.store import Store
from tests.browser.conftest import AppServer, until
from tests.browser.grading.card import all_saved, assert_each_once, log, make, open_card, press, shown

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]


def test_a_key_shows_the_next_fragment_at_once_and_the_grade_is_saved_behind(page, shared_app, store) -> None:
    small = make(store)
    open_card(page, shared_app.url, small)
    first = shown(page)
    given = press(page, "2")
    assert shown(page) != first
    all_saved(page)
    expect(page.locator(".tick")).to_have_text("✓ Saved")
    assert log(shared_app.database, small) == [given]


def test_the_network_is_cut_for_30_seconds_in_the_middle_of_40_grades(
    page, shared_app, store, network
) -> None:
    small = make(store)
    open_card(page, network.url, small)
    given = [press(page, str(n % 4)) for n in range(18)]
    network.cut()
    given += [press(page, str(n % 4)) for n in range(3)]
    expect(page.locator("[data-strip=late]")).to_be_visible()
    assert int(page.locator(".tick").get_attribute("data-waiting") or 0) >= 3
    page.wait_for_timeout(30_000)
    network.mend()
    given += [press(page, str(n % 4)) for n in range(19)]
    all_saved(page)
    assert_each_once(shared_app.database, small, given)


def test_the_server_is_killed_and_started_again(page, server: AppServer) -> None:
    store = Store(server.database)
    collections.add_person(store, "Ana")
    small = make(store)
    open_card(page, server.url, small)
    given = [press(page, "1") for _ in range(4)]
    server.kill()
    given += [press(page, "3") for _ in range(2)]
    server.start()
    given += [press(page, "2") for _ in range(10)]
    all_saved(page)
    assert_each_once(server.database, small, given)


def test_a_tab_closed_with_unsaved_grades_sends_them_when_it_is_opened_again(
    context, shared_app, store, network
) -> None:
    small = make(store)
    page = open_card(context.new_page(), network.url, small)
    all_saved(page)
    network.cut()
    given = [press(page, "3") for _ in range(3)]
    page.close()
    network.mend()
    again = open_card(context.new_page(), network.url, small)
    all_saved(again)
    given.append(press(again, "0"))
    all_saved(again)
    assert_each_once(shared_app.database, small, given)


def test_events_sent_twice_are_in_the_log_once(page, shared_app, store) -> None:
    small = make(store)
    page.add_init_script("Storage.prototype.removeItem = () => undefined")
    open_card(page, shared_app.url, small)
    given = [press(page, key) for key in "0123"]
    all_saved(page)
    page.reload()
    expect(page.locator(".fragment")).to_be_visible()
    all_saved(page)
    assert_each_once(shared_app.database, small, given)


def test_a_locked_database_saves_nothing_says_so_and_saves_all_when_it_is_free(
    page, shared_app, store
) -> None:
    small = make(store)
    open_card(page, shared_app.url, small)
    blocker = sqlite3.connect(shared_app.database, isolation_level=None)
    blocker.execute("BEGIN IMMEDIATE")
    given = [press(page, key) for key in "012"]
    expect(page.locator("[data-strip=late]")).to_be_visible()
    expect(page.locator(".tick")).to_have_text("Not saved yet: 3")
    blocker.execute("ROLLBACK")
    all_saved(page)
    assert_each_once(shared_app.database, small, given)


def test_a_second_tab_of_the_same_person_says_so_and_takes_no_keys(context, shared_app, store) -> None:
    small = make(store)
    first = open_card(context.new_page(), shared_app.url, small)
    second = open_card(context.new_page(), shared_app.url, small)
    expect(second.get_by_text("You grade this collection in another tab already.")).to_be_visible()
    second.keyboard.press("3")
    given = [press(first, "1")]
    all_saved(first)
    second.get_by_role("button", name="Grade here instead").click()
    expect(first.get_by_text("You grade this collection in another tab already.")).to_be_visible()
    expect(second.locator("[data-strip=tab]")).to_have_count(0)
    expect(second.locator(".fragment .title")).not_to_have_text(given[0][1])
    given.append(press(second, "2"))
    all_saved(second)
    assert_each_once(shared_app.database, small, given)


def test_two_people_on_one_query_grade_every_fragment_once_between_them(browser, shared_app, store) -> None:
    small = make(store, queries=1, fragments=14)
    crew = {
        name: browser.new_context(locale="en-GB", viewport={"width": 1000, "height": 800})
        for name in ("Ana", "Luis")
    }
    pages = [open_card(made.new_page(), shared_app.url, small, name) for name, made in crew.items()]
    given = []
    for page in itertools.cycle(pages):
        if len(given) == 14:
            break
        if page.locator(".fragment").is_visible():
            given.append(press(page, "1"))
        page.wait_for_timeout(40)
    for page in pages:
        all_saved(page)
    assert_each_once(shared_app.database, small, given)
    for made in crew.values():
        made.close()


def test_a_grade_given_just_before_leaving_the_page_is_saved_and_the_page_is_left(
    page, shared_app, store
) -> None:
    small = make(store)
    open_card(page, shared_app.url, small)
    link = page.get_by_test_id("stSidebarNav").get_by_role("link", name="Measures", exact=True)
    page.locator(".card").focus()
    link.evaluate(
        "link => { document.activeElement.dispatchEvent(new KeyboardEvent("
        "'keydown', { key: '3', bubbles: true, composed: true, cancelable: true })); link.click(); }"
    )
    expect(page.get_by_role("heading", name="Measures", level=1)).to_be_visible()
    until(page, lambda: len(log(shared_app.database, small)) == 1)
