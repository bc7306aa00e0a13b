"""The list of a query: it ends when nothing is open, says so and goes on; keys are for the row in hand."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from data import collections, judgements
from data.collections import Collection
from data.judgements import Act
from data.store import Store
from tests.browser.conftest import AppServer, wait_until_idle
from tests.browser.grading.card import all_saved, log, make, open_card
from tests.browser.grading.test_an_hour import open_list, pytestmark, titles

__all__ = ["pytestmark"]


def choose_query(page: Page, name: str) -> None:
    field = page.get_by_test_id("stMain").get_by_test_id("stSelectbox").get_by_role("combobox")
    field.click()
    field.fill(name)
    page.keyboard.press("Enter")
    expect(page.locator(".where")).to_contain_text(f"· {name}")


def judge_all(store: Store, collection: Collection, query: str, by: str) -> None:
    person = next(one for one in collections.people(store) if one.name == by)
    number = collections.query_ids(store, collection)[query]
    fragments = collections.fragment_ids(store, collection).values()
    judgements.append(store, collection, person, [Act(number, one, "grade", grade=1) for one in fragments])


def test_a_list_that_is_done_takes_no_more_keys_says_so_and_goes_on_to_the_next_query(
    page, shared_app, store
) -> None:
    small = make(store, queries=3, fragments=3)
    judge_all(store, small, "q1", "Luis")
    open_list(page, shared_app, small)
    for key in "123300s":
        page.keyboard.press(key)
    all_saved(page)
    assert [row[2] for row in log(shared_app.database, small) if row[0].endswith("0")] == [1, 2, 3]
    expect(page.locator(".row.chosen")).to_have_count(0)
    expect(page.locator("[data-strip=done]")).to_have_text("This query is done. Query q2 has more.Go there")
    page.keyboard.press("Enter")
    expect(page.locator(".where")).to_contain_text("q2")
    expect(page.locator(".row.chosen")).to_be_focused()
    page.keyboard.press("0")
    all_saved(page)
    assert log(shared_app.database, small)[-1][0].endswith("2")


def test_a_graded_row_that_is_chosen_is_graded_anew_and_then_the_list_is_done_again(
    page, shared_app, store
) -> None:
    small = make(store, queries=1, fragments=2)
    open_list(page, shared_app, small)
    page.keyboard.press("1")
    page.keyboard.press("1")
    expect(page.locator("[data-strip=done]")).to_be_visible()
    expect(page.locator("[data-strip=done]")).to_contain_text(
        "Nothing in this collection is left for you to judge."
    )
    page.locator(".row").first.click()
    for key in ("3", "2", "ArrowUp", "0", "0"):
        page.keyboard.press(key)
    all_saved(page)
    first, last = titles(page)
    assert [row[1:] for row in log(shared_app.database, small)][2:] == [(first, 3), (last, 0)]
    page.keyboard.press("z")
    expect(page.locator(".row.chosen .title")).to_have_text(last)
    expect(page.locator("[data-strip=done]")).to_have_count(0)


def test_what_was_put_off_in_the_list_comes_again_before_it_is_done(page, shared_app, store) -> None:
    small = make(store, queries=1, fragments=3)
    open_list(page, shared_app, small)
    first = titles(page)[0]
    for key in "l12":
        page.keyboard.press(key)
    expect(page.locator(".row.chosen .title")).to_have_text(first)
    page.keyboard.press("3")
    expect(page.locator("[data-strip=done]")).to_be_visible()
    all_saved(page)
    assert [row[2] for row in log(shared_app.database, small)] == [1, 2, 3]


def test_a_list_with_nothing_in_it_says_so_and_has_no_buttons_for_grades(page, shared_app, store) -> None:
    small = make(store, queries=2, fragments=3)
    judge_all(store, small, "q0", "Luis")
    open_card(page, shared_app.url, small)
    page.get_by_text("List of a query").click()
    expect(page.locator(".nothing-title")).to_have_text("Nothing in this query is left for you")
    expect(page.locator(".nothing-text")).to_have_text("With other people, or judged: 3")
    expect(page.locator(".grade").first).not_to_be_visible()
    page.get_by_role("button", name="Go there").click()
    expect(page.locator(".row")).to_have_count(3)
    expect(page.locator(".nothing")).not_to_be_visible()


def test_after_a_query_or_an_order_was_chosen_keys_are_for_the_row_in_hand(page, shared_app, store) -> None:
    small = make(store, queries=2, fragments=4)
    open_list(page, shared_app, small)
    choose_query(page, "q1")
    expect(page.locator(".row.chosen")).to_be_focused()
    page.keyboard.press("2")
    page.get_by_label("Sort by").focus()
    page.get_by_label("Sort by").select_option("open")
    expect(page.locator(".row.chosen")).to_be_focused()
    page.keyboard.press("3")
    all_saved(page)
    assert [(row[0][-1], row[2]) for row in log(shared_app.database, small)] == [("1", 2), ("1", 3)]


def test_the_view_the_query_and_whether_words_are_marked_outlast_a_reload(
    page, shared_app: AppServer, store
) -> None:
    small = make(store, queries=3, fragments=3)
    open_list(page, shared_app, small)
    choose_query(page, "q2")
    expect(page.locator(".row")).to_have_count(3)
    page.get_by_role("button", name="Mark words").click()
    page.reload()
    wait_until_idle(page)
    expect(page.locator(".row")).to_have_count(3)
    expect(page.locator(".where")).to_contain_text("· q2")
    marks = page.get_by_role("button", name="Mark words")
    expect(marks).to_have_attribute("aria-pressed", "false")
    marks.click()
    page.goto(f"{shared_app.url}/grade?person=Ana&collection={small.name}")
    expect(page.locator(".row")).to_have_count(3)
    expect(marks).to_have_attribute("aria-pressed", "true")
