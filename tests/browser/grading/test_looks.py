"""The card can be read by everybody: contrast, phone, screen reader."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from data import guides
from tests.browser.grading.card import all_saved, log, make, open_card, press, shown

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]


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


@pytest.mark.parametrize("locale", ["en-GB", "es-ES"])
def test_on_a_phone_every_button_is_within_reach_and_the_collections_progress_is_told(
    browser, shared_app, store, locale
) -> None:
    small = make(store)
    made = browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True, locale=locale)
    page = open_card(made.new_page(), shared_app.url, small)
    page.locator(".grade").first.tap()
    all_saved(page)
    for button in page.locator(".acts button:visible").all():
        box = button.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 360
        assert box["y"] + box["height"] <= 740
    assert page.locator(".others button:visible").count() == 6
    for told in (".all-count", ".pace"):
        expect(page.locator(told)).to_be_visible()
    heights = page.locator(".query-count, .all-count").evaluate_all("es => es.map((e) => e.offsetTop)")
    assert len(set(heights)) == 1
    assert page.locator(".fragment").evaluate("e => e.clientHeight") > 150
    made.close()


@pytest.mark.parametrize("width", [1280, 360])
def test_a_long_meaning_without_a_space_pushes_no_button_off_the_screen(
    browser, shared_app, store, width
) -> None:
    small = make(store)
    guides.set_meaning(store, small, 2, "n" * 60)
    made = browser.new_context(viewport={"width": width, "height": 800}, locale="en-GB")
    page = open_card(made.new_page(), shared_app.url, small)
    widths = [box["width"] for button in page.locator(".grade").all() if (box := button.bounding_box())]
    ends = page.locator(".acts button:visible").evaluate_all(
        "es => es.map((e) => e.getBoundingClientRect().right)"
    )
    made.close()
    assert max(widths) - min(widths) < 1
    assert max(ends) <= width


def test_the_card_speaks_to_a_screen_reader(page, shared_app, store) -> None:
    small = make(store)
    open_card(page, shared_app.url, small)
    expect(page.get_by_role("region", name="Grading card")).to_be_focused()
    expect(page.get_by_role("group", name="Grade").get_by_role("button")).to_have_count(4)
    expect(page.get_by_role("progressbar")).to_have_count(2)
    press(page, "1")
    expect(page.locator("[aria-live=polite]")).to_contain_text(shown(page)[1])
    expect(page.get_by_role("region", name="Grading card")).to_be_focused()
