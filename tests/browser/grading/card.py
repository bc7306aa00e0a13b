"""What the tests of the grading card share: a small collection, the card opened, keys pressed, the log read."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import numpy as np
from playwright.sync_api import Page, expect

from data import collections, rankings
from data.collections import Collection
from data.store import Store
from evaluation.values import Results

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


def open_card(page: Page, url: str, collection: Collection, person: str = "Ana") -> Page:
    """One fragment at a time, whatever the browser showed last."""
    page.context.clear_cookies()
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
