"""The grading card in a real browser: quick to the hand, and no grade is lost or counted twice."""

from __future__ import annotations

import itertools
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from data import collections, judgements, rankings
from data.collections import Collection
from data.judgements import Act
from data.store import Store
from evaluation.values import Results
from tests.browser.conftest import AppServer
from tests.browser.network import Network

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

Made = Callable[..., Collection]
_names = (f"collection {n}" for n in itertools.count())


def make(store: Store, queries: int = 3, fragments: int = 16, texts: list[str] | None = None) -> Collection:
    """A new collection; the run has every fragment for every query. Titles: "f0", "f1", …"""
    made = collections.get_or_create_collection(store, next(_names))
    names = [f"f{n}" for n in range(len(texts) if texts else fragments)]
    with store.writing() as db:
        collections.put_queries(
            db, made, [(f"q{n}", f"what is the lift of wing {n}", "", "[]") for n in range(queries)]
        )
        collections.put_fragments(
            db,
            made,
            [
                (name, name, texts[n] if texts else f"the wings of {name}", "book", n)
                for n, name in enumerate(names)
            ],
        )
        results = Results(
            name="run",
            query_ids=[f"q{n}" for n in range(queries)],
            fragment_ids=names,
            query=np.repeat(np.arange(queries, dtype=np.int32), len(names)),
            fragment=np.tile(np.arange(len(names), dtype=np.int32), queries),
            score=np.tile(-np.arange(len(names), dtype=np.float64), queries),
        )
        ids = collections.query_ids(store, made), collections.fragment_ids(store, made)
        rankings.add_run(db, made, results, "digest", *ids)
    return made


@pytest.fixture(scope="module")
def shared_app(tmp_path_factory: pytest.TempPathFactory, start_app: Callable[[Path], AppServer]) -> AppServer:
    """One server for the tests that leave it alone; each has a collection of its own."""
    database = tmp_path_factory.mktemp("app") / "quilate.db"
    for name, role in (("Ana", "annotator"), ("Luis", "annotator"), ("Eva", "lead")):
        collections.add_person(Store(database), name, role)
    return start_app(database)


@pytest.fixture
def store(shared_app: AppServer) -> Store:
    return Store(shared_app.database)


@pytest.fixture(scope="module")
def context(browser: Browser) -> Iterator[BrowserContext]:
    """One browser profile for all: what they keep in it is kept by collection."""
    made = browser.new_context(viewport={"width": 1280, "height": 900}, locale="en-GB")
    made.set_default_timeout(20_000)
    yield made
    made.close()


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    made = context.new_page()
    yield made
    made.close()


@pytest.fixture
def network(shared_app: AppServer) -> Iterator[Network]:
    made = Network(shared_app.port)
    yield made
    made.close()


def open_card(page: Page, url: str, collection: Collection, person: str = "Ana") -> Page:
    page.goto(f"{url}/grade?person={person}&collection={collection.name}")
    expect(page.locator(".card .grade").first).to_be_visible(timeout=60_000)
    expect(page.locator(".fragment .title")).to_be_visible()
    return page


def shown(page: Page) -> tuple[str, str]:
    """The query and the fragment on the card."""
    return page.locator(".query").inner_text(), page.locator(".fragment .title").inner_text()


def press(page: Page, key: str) -> tuple[str, str, int]:
    """Grades what is on the card as soon as there is something; gives what was graded."""
    fragment = page.locator(".fragment")
    expect(page.get_by_role("dialog", name="Connection error")).to_have_count(0, timeout=60_000)
    expect(fragment).to_be_visible(timeout=60_000)
    graded, number = shown(page), fragment.get_attribute("data-key")
    page.keyboard.press(key)
    expect(fragment).not_to_have_attribute("data-key", number or "")
    return *graded, int(key)


def until(page: Page, holds: Callable[[], bool]) -> None:
    """Looks again every tenth of a second, for half a minute, whether what the page was asked to do is done."""
    for _ in range(300):
        if holds():
            return
        page.wait_for_timeout(100)
    raise AssertionError("not done within half a minute")


def all_saved(page: Page, within: float = 90) -> None:
    expect(page.locator(".tick")).to_have_attribute("data-waiting", "0", timeout=within * 1000)


def log(database: Path, collection: Collection, act: str = "grade") -> list[tuple[str, str, int]]:
    """(query, fragment, grade) of every such act in the log, undone or not."""
    return (
        Store(database)
        .db.conn.execute(
            """SELECT queries.text, fragments.title, grade FROM judgement_log AS l
           JOIN queries ON queries.id = l.query_id LEFT JOIN fragments ON fragments.id = l.fragment_id
           WHERE l.collection_id = ? AND act = ? ORDER BY revision""",
            [collection.id, act],
        )
        .fetchall()
    )


def assert_each_once(database: Path, collection: Collection, given: list[tuple[str, str, int]]) -> None:
    """The log has the grades given, each exactly once, and no (query, fragment) twice."""
    assert sorted(log(database, collection)) == sorted(given)
    assert max(Counter(row[:2] for row in given).values()) == 1


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
    page.keyboard.press("z")
    expect(page.locator(".tick")).to_have_text("✓ Saved")
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


CONTRAST = """elements => {
  const channel = (c) => (c /= 255, c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
  const light = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const paint = (colours) => {
    canvas.clearRect(0, 0, 1, 1);
    for (const [colour, alpha] of colours) {
      canvas.globalAlpha = alpha; canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1);
    }
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  return elements.filter((e) => e.offsetParent && e.textContent.trim()).map((element) => {
    const chain = [];
    let opacity = 1;
    for (let e = element; e; e = e.parentElement ?? e.getRootNode().host) {
      chain.unshift([getComputedStyle(e).backgroundColor, 1]);
      opacity *= Number(getComputedStyle(e).opacity);
    }
    const behind = [["#fff", 1], ...chain];
    const pair = [light(paint(behind)), light(paint([...behind, [getComputedStyle(element).color, opacity]]))];
    const [low, high] = pair.sort((a, b) => a - b);
    return [element.className || element.tagName, (high + 0.05) / (low + 0.05)];
  });
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_text_of_the_card_has_a_contrast_of_at_least_4_5(browser, shared_app, store, scheme) -> None:
    small = make(store)
    made = browser.new_context(color_scheme=scheme, locale="en-GB")
    page = open_card(made.new_page(), shared_app.url, small)
    press(page, "1")
    all_saved(page)
    found = page.locator(".card :is(p, h2, h3, kbd, span, mark, button)").evaluate_all(CONTRAST)
    made.close()
    assert len(found) > 20
    assert [(name, round(ratio, 2)) for name, ratio in found if ratio < 4.5] == []


def test_the_card_fits_a_phone_with_its_buttons_in_the_lower_half(browser, shared_app, store) -> None:
    small = make(store)
    made = browser.new_context(viewport={"width": 360, "height": 720}, has_touch=True, locale="en-GB")
    page = open_card(made.new_page(), shared_app.url, small)
    for button in page.locator(".grade").all():
        box = button.bounding_box()
        assert box is not None
        assert box["y"] > 360
        assert box["y"] + box["height"] <= 720
        assert box["height"] >= 44
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.locator(".grade").nth(3).tap()
    all_saved(page)
    made.close()
    assert [row[2] for row in log(shared_app.database, small)] == [3]


def test_the_card_speaks_to_a_screen_reader(page, shared_app, store) -> None:
    small = make(store)
    open_card(page, shared_app.url, small)
    expect(page.get_by_role("region", name="Grading card")).to_be_focused()
    expect(page.get_by_role("group", name="Grade").get_by_role("button")).to_have_count(4)
    expect(page.get_by_role("progressbar")).to_have_count(2)
    press(page, "1")
    expect(page.locator("[aria-live=polite]")).to_contain_text(shown(page)[1])
    expect(page.get_by_role("region", name="Grading card")).to_be_focused()
