"""A lead decides on the Help centre sample: which run, is it sure, which stage, k and queries; and the report."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal
from urllib.parse import parse_qs, urlencode, urlparse

import pytest
from playwright.sync_api import Locator, Page, expect

from data import collections, judgements, snapshots
from data.samples import load_samples
from data.store import Store
from tests.browser.conftest import AppServer, until, wait_until_idle

expect.set_options(timeout=30_000)  # The first page of a new server imports everything.
pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]


def fill(path: Path) -> Path:
    """The two samples, and a lead."""
    store = Store(path)
    load_samples(store)
    collections.add_person(store, "Leo", "lead")
    return path


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """For tests that write."""
    return fill(tmp_path / "quilate.db")


@pytest.fixture(scope="module")
def sample(
    start_app: Callable[[Path], AppServer], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[AppServer]:
    """The app over the samples, for all tests that only look."""
    server = start_app(fill(tmp_path_factory.mktemp("lead") / "quilate.db"))
    yield server
    server.stop()


def address(server: AppServer, page: str, **choices: str) -> str:
    return f"{server.url}/{page}?{urlencode({'person': 'Leo', 'collection': 'Help centre', **choices})}"


def choose(page: Page, label: str, option: str) -> None:
    page.get_by_label(label, exact=True).first.click()
    page.get_by_role("option", name=option, exact=True).click()


def choice(page: Page, key: str) -> str:
    return parse_qs(urlparse(page.url).query, keep_blank_values=True).get(key, [""])[0]


def main(page: Page) -> Locator:
    return page.get_by_test_id("stMain")


def go(page: Page, title: str) -> None:
    main(page).get_by_test_id("stPageLink").get_by_role("link", name=title).click()


def test_a_lead_finds_which_run_stage_k_and_queries_and_takes_the_report(
    page: Page, sample: AppServer, tmp_path: Path
) -> None:
    page.goto(address(sample, "compare"))
    expect(page.get_by_text("“reranked” is better than “bm25” on nDCG@10")).to_be_visible()
    expect(page.get_by_text("after Holm for 3 comparisons").first).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("button", name="Report (HTML)").click()
    download.value.save_as(tmp_path / "report.html")
    assert "“reranked” is better than “bm25”" in (tmp_path / "report.html").read_text(encoding="utf-8")
    go(page, "Which stage")
    expect(page.get_by_text("An ideal reranker of its 50 candidates would reach")).to_be_visible()
    go(page, "Which k")
    expect(page.get_by_text(re.compile(r"^Retrieve \d+ candidates\. Recall at"))).to_be_visible()
    expect(page.get_by_text(re.compile(r"^Put \d+ fragments into the prompt\."))).to_be_visible()
    go(page, "One query")
    expect(page.locator(".ranks .column")).to_have_count(4)


def test_noise_at_twenty_queries_is_told_with_the_number_needed(page: Page, sample: AppServer) -> None:
    page.goto(address(sample, "compare", baseline="char_ngrams", without="bm25|rrf"))
    expect(
        page.get_by_text("No difference between “reranked” and “char_ngrams” can be claimed")
    ).to_be_visible()
    expect(page.get_by_text(re.compile(r"To see 0\.030 you need about \d+ queries"))).to_be_visible()
    expect(page.get_by_text("Only 28 queries count.")).to_be_visible()


def test_k_is_not_chosen_at_random(page: Page, sample: AppServer) -> None:
    page.goto(address(sample, "cutoffs"))
    expect(page.get_by_text("the smallest k that finds at least 95% of what is found at 50")).to_be_visible()
    expect(
        page.get_by_text("Going on to 50 brings 0.042 [0.000, 0.101] more recall; 3 of 28")
    ).to_be_visible()
    page.goto(address(sample, "cutoffs", final="bm25"))
    expect(page.get_by_text("is within the 95 % interval of recall at 50")).to_be_visible()
    expect(page.get_by_text("is worth a place")).to_be_visible()


def test_the_wrong_measure_for_the_stage_is_told(page: Page, sample: AppServer) -> None:
    page.goto(address(sample, "compare"))
    expect(page.get_by_text("Judge a retriever by its recall at the number of candidates")).to_be_visible()
    choose(page, "Measure that decides", "R@50")
    expect(page.get_by_text("They cannot change this measure.")).to_be_visible()
    expect(page.get_by_text("Judge a retriever by its recall at the number of candidates")).to_have_count(0)


def test_numbers_of_two_collections_are_not_to_be_compared(page: Page, sample: AppServer) -> None:
    page.goto(address(sample, "history", beside="Worked example"))
    expect(page.get_by_text("The grades differ between “Help centre” and “Worked example”")).to_be_visible()
    expect(page.get_by_text("cannot be compared with those of the other").last).to_be_visible()


def test_a_link_shows_what_the_sender_chose(page: Page, sample: AppServer) -> None:
    page.goto(address(sample, "compare"))
    for label, key, option in (
        ("Baseline", "baseline", "rrf"),
        ("Measure that decides", "measure", "RR"),
        ("Queries", "tag", "envíos"),
    ):
        choose(page, label, option)
        page.wait_for_url(
            lambda url, key=key, option=option: parse_qs(urlparse(url).query).get(key) == [option]
        )
    expect(page.get_by_text("“rrf” can be claimed on RR").first).to_be_visible()
    sent = page.url
    assert [choice(page, key) for key in ("baseline", "measure", "tag")] == ["rrf", "RR", "envíos"]
    page.context.clear_cookies()
    page.goto("about:blank")
    page.goto(sent)
    expect(page.get_by_text("“rrf” can be claimed on RR").first).to_be_visible()


def test_choices_are_kept_from_page_to_page(page: Page, sample: AppServer) -> None:
    page.goto(address(sample, "compare", baseline="rrf", measure="RR"))
    expect(main(page).get_by_text("All measures", exact=True)).to_be_visible()
    go(page, "One query")
    expect(page.locator(".ranks .head").first).to_contain_text("RR")
    assert (choice(page, "baseline"), choice(page, "measure")) == ("rrf", "RR")


def test_a_link_carries_the_last_choice_and_back_leads_to_where_it_was_made(
    page: Page, sample: AppServer
) -> None:
    page.goto(address(sample, "compare"))
    expect(page.get_by_text("“reranked” is better than “bm25” on nDCG@10")).to_be_visible()
    wait_until_idle(page)
    choose(page, "Baseline", "rrf")
    until(page, lambda: choice(page, "baseline") == "rrf")
    wait_until_idle(page)
    before = page.evaluate("history.length")
    go(page, "One query")
    page.get_by_text("1 of 42").wait_for()
    until(page, lambda: choice(page, "query") != "")
    wait_until_idle(page)
    assert choice(page, "baseline") == "rrf"
    assert page.evaluate("history.length") <= before + 2
    page.go_back()
    page.go_back()
    page.wait_for_url(re.compile("/compare"))
    wait_until_idle(page)
    assert choice(page, "baseline") == "rrf"


def test_an_unjudged_fragment_is_graded_from_its_query(page: Page, server: AppServer) -> None:
    page.goto(address(server, "query", query="q02"))
    expect(main(page).get_by_text("Read and grade")).to_be_visible()
    page.wait_for_url(re.compile("fragment="))
    wait_until_idle(page)
    fragment_id = choice(page, "fragment")
    unjudged = page.locator(".ranks .open").count()
    page.get_by_role("button", name="Answers it whole").click()
    store = Store(server.database)
    there = collections.find_collection(store, "Help centre")
    until(page, lambda: judgements.held_by_name(store, there, "Leo") == {("q02", fragment_id): 3})
    expect(page.locator(".ranks .open")).not_to_have_count(unjudged)


def test_a_snapshot_shows_the_scores_as_they_were(page: Page, server: AppServer) -> None:
    store = Store(server.database)
    collection = collections.find_collection(store, "Help centre")
    page.goto(address(server, "history"))
    page.get_by_label("Name of a new snapshot", exact=True).fill("before")
    page.get_by_role("button", name="Take a snapshot").click()
    until(page, lambda: bool(snapshots.snapshots(store, collection)))
    page.goto(address(server, "compare", **{"as-of": "before"}))
    expect(page.get_by_label("As of")).to_be_visible()
    expect(page.get_by_text("“reranked” is better than “bm25”")).to_be_visible()
    assert [one.name for one in snapshots.snapshots(store, collection)] == ["before"]


def test_a_chart_is_saved_as_picture_and_data(page: Page, sample: AppServer, tmp_path: Path) -> None:
    page.goto(address(sample, "compare", chart="wins"))
    page.get_by_role("button", name="Save").click()
    for label, begins in (
        ("Picture (SVG)", b"<svg"),
        ("Picture (PNG)", b"\x89PNG"),
        ("Data (CSV)", b"run,kind"),
    ):
        with page.expect_download() as download:
            page.get_by_role("button", name=label).click()
        download.value.save_as(tmp_path / label)
        assert (tmp_path / label).read_bytes().startswith(begins)


def test_the_report_shows_the_run_that_was_chosen_on_the_page(
    page: Page, sample: AppServer, tmp_path: Path
) -> None:
    page.goto(address(sample, "compare", chart="differences", run="rrf"))
    expect(main(page).get_by_text("“rrf” minus “bm25”")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("button", name="Report (HTML)").click()
    download.value.save_as(tmp_path / "report.html")
    assert "<figcaption>“rrf” minus “bm25”" in (tmp_path / "report.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("language", ["en", "es"])
def test_on_a_narrow_screen_every_run_of_a_chart_is_named(
    page: Page, sample: AppServer, language: str
) -> None:
    page.set_viewport_size({"width": 390, "height": 800})
    page.goto(address(sample, "compare", chart="recall", language=language))
    for run in ("bm25", "char_ngrams", "reranked", "rrf"):
        name = main(page).locator(".role-legend-label").get_by_text(run, exact=True)
        expect(name).to_be_visible()
        box = name.bounding_box()
        assert box
        assert box["x"] + box["width"] <= 390


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_runs_names_stay_in_sight_while_the_table_is_scrolled(
    page: Page, sample: AppServer, scheme: Literal["light", "dark"]
) -> None:
    page.emulate_media(color_scheme=scheme)
    page.goto(address(sample, "compare"))
    frame, name = page.locator(".runs-frame"), page.locator(".runs tbody td").first
    before = name.bounding_box()
    frame.evaluate("frame => { frame.scrollLeft = 400 }")
    assert frame.evaluate("frame => frame.scrollLeft") > 100
    assert name.bounding_box() == before
    behind = "cell => getComputedStyle(cell).backgroundColor"
    page_colour = page.locator(".stApp").evaluate(behind)
    assert name.evaluate(behind) == page_colour


@pytest.mark.parametrize("name", ["compare", "decide", "stages", "cutoffs", "query", "history"])
def test_no_page_is_wider_than_a_narrow_screen(page: Page, sample: AppServer, name: str) -> None:
    page.set_viewport_size({"width": 360, "height": 800})
    page.goto(address(sample, name))
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(main(page).get_by_test_id("stPageLink").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


@pytest.mark.parametrize(
    ("name", "choices", "mark"),
    [("compare", {"chart": "differences", "run": "reranked"}, "bar"), ("stages", {}, "point")],
)
def test_a_mark_of_a_chart_opens_its_query(
    page: Page, sample: AppServer, name: str, choices: dict[str, str], mark: str
) -> None:
    page.goto(address(sample, name, **choices))
    page.locator(f'path[aria-roledescription="{mark}"]').last.click()
    expect(page.get_by_role("heading", name="One query")).to_be_visible()
    expect(page.locator(".ranks .column").first).to_be_visible()
    assert choice(page, "query").startswith("q")
