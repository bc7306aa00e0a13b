"""Words can be read on every page, light and dark: a contrast of 4.5 to 1 or more (WCAG 2.2, AA)."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from components.filled import FILL, WORDS
from data import collections, shares
from data.collections import Collection
from data.store import Store
from tests.browser.conftest import wait_until_idle
from tests.browser.grading.card import make
from tests.browser.grading.test_looks import CONTRAST
from tests.conftest import ROOT

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

LEAST = 4.5
WORDED = ":is(p, label, button, small, th, td, h1, h2, h3, kbd, [data-tag], [role=gridcell] [data-selected])"
DARK_PAGES = {"page": "#171614", "sidebar": "#24231f", "chosen": "#2d281c"}
"""As Chromium has them, of Streamlit's own dark theme; chosen: behind the words of what is chosen."""


def light(colour: str) -> float:
    """The relative luminance of "#rrggbb" or "#rgb", as WCAG defines it."""
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    red, green, blue = (
        value / 12.92 if value <= 0.03928 else ((value + 0.055) / 1.055) ** 2.4
        for value in (int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4))
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first: str, second: str) -> float:
    low, high = sorted((light(first), light(second)))
    return (high + 0.05) / (low + 0.05)


def test_the_themes_colours_can_be_read_as_words_and_under_words() -> None:
    theme = tomllib.loads((ROOT / ".streamlit/config.toml").read_text("utf-8"))["theme"]
    assert contrast(theme["light"]["primaryColor"], "#ffffff") >= LEAST
    assert min(contrast(theme["dark"]["primaryColor"], page) for page in DARK_PAGES.values()) >= LEAST
    assert contrast(FILL, WORDS) >= LEAST


@pytest.fixture
def collection(database: Path) -> Collection:
    """A lead Lea and a query that is given to an annotator."""
    store = Store(database)
    made = make(store, queries=2, fragments=3)
    collections.add_person(store, "Lea", "lead")
    shares.assign(store, made, [1], [collections.add_person(store, "Ana")])
    return made


@pytest.fixture(params=["light", "dark"])
def page(browser: Browser, collection: Collection, request: pytest.FixtureRequest) -> Iterator[Page]:
    context = browser.new_context(
        viewport={"width": 1280, "height": 1600}, locale="en-GB", color_scheme=request.param
    )
    context.set_default_timeout(30_000)
    yield context.new_page()
    context.close()


def pale(page: Page) -> list[tuple[str, float]]:
    """Words with too little contrast; what is switched off may be pale."""
    found = page.locator(f"{WORDED}:not([disabled], [disabled] *)").evaluate_all(CONTRAST)
    assert len(found) > 10
    return [(name, round(ratio, 2)) for name, ratio in found if ratio < LEAST]


def test_every_page_can_be_read(page: Page, app: str, collection: Collection) -> None:
    for name in ("work", "grade", "mine", "log", "people", "collection", "unjudged", "export", "settle"):
        page.goto(f"{app}/{name}?person=Lea&collection={collection.name}")
        expect(page.get_by_text("You are Lea")).to_be_visible(timeout=60_000)
        wait_until_idle(page)
        assert (name, pale(page)) == (name, [])


def test_what_is_filled_can_be_read(page: Page, app: str, collection: Collection) -> None:
    page.goto(f"{app}/work?person=Lea&collection={collection.name}")
    page.get_by_role("combobox", name="Given to").fill("Ana")
    page.keyboard.press("Enter")
    expect(page.locator("[data-tag]")).to_be_visible()
    wait_until_idle(page)
    assert pale(page) == []
    page.goto(f"{app}/log?person=Lea&collection={collection.name}")
    page.get_by_text("Take back what somebody did").click()
    page.get_by_label("From (UTC)").first.click()
    expect(page.get_by_role("gridcell").first).to_be_visible()
    assert pale(page) == []
