"""Several annotators in real browsers: two grade the same and disagree, the lead settles, the log tells it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Browser, Page, expect

from data import accounts, audit, collections, exporting, rankings
from data.collections import Collection
from data.served import read_reason
from data.store import Store
from evaluation.agreement import agreed
from evaluation.values import Results
from tests.browser.conftest import AppServer, open_page
from tests.browser.grading.card import all_saved, press
from tests.browser.test_sign_in import choose_password, signed_in

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

NAMES = ["f0", "f1", "f2"]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[AppServer]:
    running = AppServer(tmp_path / "quilate.db", tmp_path / "log.txt", QUILATE_SIGN_IN="password").start()
    yield running
    running.stop()


@pytest.fixture
def collection(server: AppServer) -> Collection:
    """One query; two runs that rank three fragments f0 f1 f2 and f2 f1 f0; everybody judges all."""
    store = Store(server.database)
    made = collections.get_or_create_collection(store, "wings", shared=1.0)
    with store.writing() as db:
        collections.put_queries(db, made, [("q0", "what is lift", "", "[]")])
        collections.put_fragments(
            db, made, [(name, name, f"the wings of {name}", "", None) for name in NAMES]
        )
        ids = collections.query_ids(store, made), collections.fragment_ids(store, made)
        for run, scores in (("up", [3.0, 2.0, 1.0]), ("down", [1.0, 2.0, 3.0])):
            query, fragment = np.zeros(3, dtype=np.int32), np.arange(3, dtype=np.int32)
            rankings.add_run(
                db, made, Results(run, ["q0"], NAMES, query, fragment, np.array(scores)), run, *ids
            )
    return made


@pytest.fixture
def visitor(browser: Browser) -> Iterator[Callable[[], Page]]:
    """Opens a page of a browser profile of its own."""
    contexts = []

    def visit() -> Page:
        contexts.append(browser.new_context(viewport={"width": 1280, "height": 1000}, locale="en-GB"))
        contexts[-1].set_default_timeout(30_000)
        return contexts[-1].new_page()

    yield visit
    for context in contexts:
        context.close()


def go(page: Page, title: str) -> None:
    open_page(page, title)
    expect(page.get_by_role("heading", name=title, level=1)).to_be_visible(timeout=60_000)


def add(lead: Page, name: str) -> str:
    """Adds an annotator; gives the one-time link."""
    go(lead, "People")
    lead.get_by_label("Name", exact=True).fill(name)
    lead.get_by_role("button", name="Add", exact=True).click()
    expect(lead.get_by_text(f"Give this link to {name}")).to_be_visible()
    return lead.get_by_test_id("stCode").inner_text().strip()


def grade_all(page: Page, grades: dict[str, int]) -> None:
    open_page(page, "Grade")
    for _fragment in grades:
        title = page.locator(".fragment .title")
        expect(title).to_have_text(re.compile("|".join(grades)), timeout=60_000)
        press(page, str(grades[title.inner_text()]))
    all_saved(page)


def score_of_down(lead: Page, value: str) -> None:
    """nDCG@10 of the run f2 f1 f0, beside the card.

    f0 = f1 = 1: (1/log2 3 + 1/log2 4) / (1 + 1/log2 3) = 1.1309/1.6309 = 0.6934.
    f0 = 3, f1 = 1: (1/log2 3 + 7/log2 4) / (7 + 1/log2 3) = 4.1309/7.6309 = 0.5413.
    """
    open_page(lead, "Grade")
    expect(lead.get_by_role("row").filter(has_text="down")).to_contain_text(value, timeout=60_000)


def qrels(server: AppServer, collection: Collection) -> dict[str, int]:
    found = exporting.qrels(Store(server.database), collection, agreed)
    return dict(zip((found.fragment_ids[code] for code in found.fragment), found.grade.tolist(), strict=True))


def test_two_annotators_disagree_the_lead_settles_and_the_log_tells_the_story(
    server: AppServer, collection: Collection, visitor: Callable[[], Page]
) -> None:
    store = Store(server.database)
    lead = visitor()
    choose_password(lead, f"{server.url}/?invitation={accounts.invite(store, 'Maria', 'lead')}")
    signed_in(lead, "Maria")
    links = {name: add(lead, name) for name in ("Ana", "Luis")}
    given = {"Ana": {"f0": 3, "f1": 1, "f2": 0}, "Luis": {"f0": 0, "f1": 1, "f2": 0}}
    for name, link in links.items():
        page = visitor()
        choose_password(page, link)
        signed_in(page, name)
        expect(page.get_by_test_id("stSidebarNav").get_by_role("link", name="Settle")).to_have_count(0)
        grade_all(page, given[name])
    assert qrels(server, collection) == {"f0": 1, "f1": 1, "f2": 0}
    score_of_down(lead, "0.6934")
    go(lead, "Settle")
    expect(lead.get_by_text("the wings of f0")).to_be_visible()
    expect(lead.get_by_text("1 of 1")).to_be_visible()
    expect(lead.get_by_text("Ana", exact=True)).to_have_count(0)
    lead.get_by_text("3 · Answers it whole").last.click()
    lead.get_by_label("Reason").fill("It gives the formula.")
    lead.get_by_role("button", name="Settle", exact=True).click()
    expect(lead.get_by_text("Nobody disagrees")).to_be_visible()
    assert qrels(server, collection) == {"f0": 3, "f1": 1, "f2": 0}
    score_of_down(lead, "0.5413")
    go(lead, "Compare")
    expect(lead.get_by_text("a lead's decision counts")).to_be_visible(timeout=60_000)
    go(lead, "Log")
    story = [
        (entry.person, entry.act, entry.fragment_id, entry.grade)
        for entry in audit.entries(store, collection)
    ]
    assert story[0] == ("Maria", "adjudicate", "f0", 3)
    assert sorted(story[1:]) == sorted(
        (name, "grade", fragment, grade) for name in given for fragment, grade in given[name].items()
    )
    why = {read_reason(entry.reason)[0] for entry in audit.entries(store, collection) if entry.act == "grade"}
    assert why <= {"likely", "likely in top", "rank", "audit", "shared"}
    expect(lead.get_by_text("7 rows; none is ever changed or deleted.")).to_be_visible()
