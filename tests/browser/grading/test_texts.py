"""What fragments hold is shown as text, with the words of the query marked."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.grading.card import all_saved, make, open_card, press

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]


HOSTILE = [
    "<script>window.hacked = 1</script>",
    "<img src=x onerror='window.hacked = 1'>",
    "</style><script>window.hacked = 1</script>",
    "</textarea><svg onload=window.hacked=1>",
    "<a href='javascript:window.hacked=1'>lift</a>",
    "![pixel](http://attacker.example/pixel.png)",
    "[lift](javascript:window.hacked=1) <iframe srcdoc='<script>parent.hacked=1</script>'>",
    "${window.hacked=1} {{constructor.constructor('window.hacked=1')()}}",
    "\u202eright to left\u202c مرحبا lift 👩‍👩‍👧",
    "a\tb\n---\t---\n1\t2 <style>*{display:none}</style>",
]


def test_a_fragment_that_tries_to_run_is_shown_as_its_text_and_does_nothing(page, shared_app, store) -> None:
    small = make(store, queries=1, texts=HOSTILE)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    open_card(page, shared_app.url, small)
    texts = set()
    for _ in HOSTILE:
        expect(page.locator(".fragment")).to_be_visible()
        texts.add(page.locator(".fragment > .text").text_content())
        press(page, "0")
    all_saved(page)
    assert texts == set(HOSTILE)
    assert page.evaluate("window.hacked") is None
    assert [url for url in asked if "attacker" in url] == []


def test_query_words_are_marked_by_code_points_with_accents_and_inflections_folded(
    page, shared_app, store
) -> None:
    small = make(store, queries=1, texts=["𝔘 the Wíngs and lifting 👍 but no swing, lift."])
    open_card(page, shared_app.url, small)
    assert page.locator(".fragment mark").all_inner_texts() == ["Wíngs", "lifting", "lift"]
    page.get_by_role("button", name="Mark words").click()
    background = page.locator(".fragment mark").first.evaluate("e => getComputedStyle(e).backgroundColor")
    assert background == "rgba(0, 0, 0, 0)"


def test_the_fragments_before_and_after_are_shown_on_demand(page, shared_app, store) -> None:
    small = make(store, queries=1, texts=["first text", "middle text", "last text"])
    open_card(page, shared_app.url, small)
    while page.locator(".fragment > .text").inner_text() != "middle text":
        press(page, "0")
    page.get_by_role("button", name="Show what stands before and after").first.click()
    expect(page.locator(".neighbour.before")).to_have_text("first text")
    expect(page.locator(".neighbour.after")).to_have_text("last text")


def test_a_copy_of_a_text_tells_what_it_was_graded_under_another_id(page, shared_app, store) -> None:
    small = make(store, queries=1, texts=["You have 30 days.", "you have  30 DAYS."])
    store.db.conn.execute("UPDATE fragments SET title = 'Returns' WHERE collection_id = ?", [small.id])
    store.db.conn.commit()
    open_card(page, shared_app.url, small)
    expect(page.locator("[data-strip=alike]")).to_have_count(0)
    press(page, "2")
    expect(page.locator("[data-strip=alike]")).to_contain_text("the very same text 2 for this query")
    page.keyboard.press("2")
    all_saved(page)
