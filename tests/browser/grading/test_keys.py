"""What keys and buttons do on the card, and what they must not do."""

from __future__ import annotations

import itertools

import pytest
from playwright.sync_api import expect

from data import audit, collections, guidelines, guides, judgements
from data.judgements import Act
from tests.browser.conftest import until
from tests.browser.grading.card import all_saved, log, make, open_card, press, shown

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]


PRESS = """press => document.activeElement.dispatchEvent(
  new KeyboardEvent("keydown", { ...press, bubbles: true, composed: true, cancelable: true }))"""


def test_typing_digits_in_the_note_grades_nothing_and_the_note_goes_with_the_grade(
    page, shared_app, store
) -> None:
    small = make(store)
    open_card(page, shared_app.url, small)
    page.keyboard.press("n")
    page.keyboard.type("3 0 1 2 szl?")
    page.keyboard.press("Escape")
    press(page, "2")
    all_saved(page)
    notes = store.db.conn.execute(
        "SELECT act, grade, note FROM judgement_log WHERE collection_id = ?", [small.id]
    ).fetchall()
    assert notes == [("grade", 2, "3 0 1 2 szl?")]


def test_a_held_key_a_double_click_modifiers_an_ime_and_a_dialog_do_not_grade_more(
    page, shared_app, store
) -> None:
    small = make(store)
    open_card(page, shared_app.url, small)
    for _ in range(5):
        page.keyboard.down("2")
    page.keyboard.up("2")
    page.locator(".grade").nth(1).dblclick()
    for chord in ("Alt+3", "Control+3", "Meta+3", "Shift+3"):
        page.keyboard.press(chord)
    page.evaluate(
        "window.dispatchEvent(new KeyboardEvent('keydown', {key: '3', code: 'Digit3', isComposing: true}))"
    )
    page.keyboard.press("?")
    page.keyboard.press("3")
    page.keyboard.press("Escape")
    all_saved(page)
    assert [row[2] for row in log(shared_app.database, small)] == [2, 1]


def test_the_number_pad_grades_with_numlock_and_scrolls_without(page, shared_app, store) -> None:
    small = make(store)
    open_card(page, shared_app.url, small)
    pad = {"Numpad0": "Insert", "Numpad1": "End", "Numpad2": "ArrowDown", "Numpad3": "PageDown"}
    for code, key in pad.items():
        for repeat in (False, True, True):
            page.evaluate(PRESS, {"key": key, "code": code, "repeat": repeat})
    assert page.locator(".tick").get_attribute("data-waiting") == "0"
    for repeat in (False, True, True):
        page.evaluate(PRESS, {"key": "2", "code": "Numpad2", "repeat": repeat})
    all_saved(page)
    assert [row[2] for row in log(shared_app.database, small)] == [2]


def test_undo_goes_back_as_deep_as_one_likes_and_shows_each_fragment_again(page, shared_app, store) -> None:
    small = make(store)
    open_card(page, shared_app.url, small)
    given = [press(page, str(n % 4)) for n in range(9)]
    back = []
    for n in range(9):
        page.keyboard.press("z" if n % 2 else "Control+z")
        back.append(shown(page))
        page.wait_for_timeout(150)
    assert back == [row[:2] for row in reversed(given)]
    all_saved(page)
    assert len(judgements.grade_rows(store, small).grade) == 0


def test_undo_pressed_faster_than_the_server_answers_still_goes_as_deep_as_one_likes(
    page, shared_app, store
) -> None:
    small = make(store, queries=6)
    ana = next(one for one in collections.people(store) if one.name == "Ana")
    fragments = collections.fragment_ids(store, small).values()
    pairs = itertools.product(collections.query_ids(store, small).values(), fragments)
    judgements.append(
        store, small, ana, [Act(*pair, "grade", grade=2) for pair in itertools.islice(pairs, 90)]
    )
    open_card(page, shared_app.url, small)
    page.evaluate(
        "for (let n = 0; n < 90; n += 1) document.activeElement.dispatchEvent("
        "new KeyboardEvent('keydown', { key: 'z', bubbles: true, composed: true, cancelable: true }))"
    )
    until(page, lambda: len(log(shared_app.database, small, "undo")) == 90)
    assert len(judgements.grade_rows(store, small).grade) == 0


def test_undo_reaches_what_was_done_before_a_reload(page, shared_app, store) -> None:
    small = make(store)
    open_card(page, shared_app.url, small)
    given = press(page, "3")
    all_saved(page)
    page.reload()
    expect(page.locator(".fragment .title")).to_be_visible()
    page.keyboard.press("z")
    assert shown(page) == given[:2]
    all_saved(page)
    assert len(judgements.grade_rows(store, small).grade) == 0


def test_new_guidelines_reach_an_open_card_and_each_grade_is_logged_under_those_that_were_seen(
    page, shared_app, store
) -> None:
    small = make(store)
    lead = collections.add_person(store, "Eva", "lead")
    small = guidelines.write(store, small, lead, "Be mild.")
    open_card(page, shared_app.url, small)
    guidelines.write(store, small, lead, "Be strict.")
    guides.set_meaning(store, small, 3, "Solves it")
    press(page, "2")
    expect(page.locator(".grade").nth(3)).to_contain_text("Solves it")
    expect(page.get_by_test_id("stToast")).to_contain_text("The guidelines have changed")
    all_saved(page)
    press(page, "3")
    until(page, lambda: len(log(shared_app.database, small)) == 2)
    assert [row.guidelines for row in audit.entries(store, small)] == [2, 1]


def test_later_comes_again_at_the_end_and_cant_tell_does_not(page, shared_app, store) -> None:
    small = make(store, queries=1, fragments=4)
    open_card(page, shared_app.url, small)
    put_off = shown(page)
    page.keyboard.press("l")
    page.keyboard.press("s")
    for key in "12":
        press(page, key)
    expect(page.locator(".fragment .title")).to_have_text(put_off[1])
    press(page, "3")
    expect(page.locator(".nothing-title")).to_have_text("All is done")
    all_saved(page)
    assert sorted(row[2] for row in log(shared_app.database, small)) == [1, 2, 3]


def test_no_fragment_answers_this_closes_the_query_and_undo_opens_it(page, shared_app, store) -> None:
    small = make(store, queries=2, fragments=8)
    open_card(page, shared_app.url, small)
    first = shown(page)[0]
    page.get_by_role("button", name="No fragment answers this").click()
    page.get_by_role("button", name="Yes, none answers it").click()
    expect(page.locator(".query")).not_to_have_text(first)
    all_saved(page)
    assert log(shared_app.database, small, "no_answer") == [(first, None, None)]
    taken = page.locator("[data-strip=verdict]")
    expect(taken).to_contain_text(f"You said that no fragment answers “{first}”.")
    expect(page.locator("[aria-live=polite]")).to_contain_text("You said that no fragment answers")
    expect(page.locator("[data-strip=moved]")).to_have_count(0)
    taken.get_by_role("button", name="Undo").click()
    expect(page.locator(".query")).to_have_text(first)
    expect(taken).to_have_count(0)
    all_saved(page)
    assert len(log(shared_app.database, small, "undo")) == 1


def test_the_list_of_a_query_is_graded_with_the_same_keys(page, shared_app, store) -> None:
    small = make(store, queries=2, fragments=6)
    open_card(page, shared_app.url, small, "Eva")
    page.get_by_text("List of a query").click()
    expect(page.locator(".row")).to_have_count(6)
    for key in "30":
        page.keyboard.press(key)
    all_saved(page)
    expect(page.locator(".row.given")).to_have_count(2)
    sources = store.db.conn.execute(
        "SELECT source, grade FROM judgement_log WHERE collection_id = ?", [small.id]
    ).fetchall()
    assert sources == [("list", 3), ("list", 0)]
