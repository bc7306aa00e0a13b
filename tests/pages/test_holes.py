"""Scores that know their holes are of the same queries as those beside them."""

from __future__ import annotations

import numpy as np
import pytest

from data import collections, judgements, snapshots
from data.collections import Collection
from data.judgements import Act
from data.samples import load_samples
from data.store import Store
from pages.parts import while_looked_at
from pages.parts.holes import hole_scores
from pages.parts.live import live_scores
from pages.parts.measures import MAIN, SHOWN
from pages.parts.opened import opened
from pages.parts.reading_on import reader_of
from pages.parts.report import report_of_collection
from tests.pages.conftest import Open


def test_a_judged_query_without_results_counts_0_in_the_plain_score_as_elsewhere(
    store: Store, collection: Collection
) -> None:
    with store.writing("import") as db:
        collections.put_queries(db, collection, [("q3", "nobody answers this", "", "[]")])
    queries, fragments = collections.query_ids(store, collection), collections.fragment_ids(store, collection)
    ana = collections.add_person(store, "Ana")
    for query, fragment in (("q1", "c"), ("q3", "a")):
        act = Act(queries[query], fragments[fragment], "grade", 3)
        judgements.append(store, collection, ana, [act])
    ((score,),) = hole_scores(store, collection, (MAIN,))
    live = live_scores(store, collection)
    # by hand: c is first for q1, which is 1; nothing is found for q3, which is 0
    assert score.plain == pytest.approx(0.5)
    assert score.plain == pytest.approx(float(np.nanmean(live.scores[0, :, live.measures.index(MAIN)])))


@pytest.fixture
def samples(store: Store) -> Store:
    load_samples(store)
    return store


@pytest.fixture
def read(samples: Store) -> None:
    """Its pools are read already."""
    shop = collections.find_collection(samples, "Help centre")
    reader_of(samples, shop, opened(samples, shop)).begin(within=60)


def run_table(page) -> str:
    return next(one.proto.body for one in page.get("html") if "class='runs'" in one.proto.body)


def switched_on(page, label: str):
    return next(one for one in page.toggle if one.label == label).set_value(True).run()


def test_until_the_judged_queries_are_read_the_page_says_how_far_that_is(
    samples: Store, open_page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(while_looked_at, "REST", 1e6)  # times as long as the first query took
    page = switched_on(open_page("compare", collection="Help centre"), "Estimate what they may change")
    assert not page.exception
    assert not any("Plain" in one.value.columns for one in page.dataframe)
    assert page.get("progress")


def test_with_a_tag_the_estimates_are_of_its_queries(read: None, open_page: Open) -> None:
    """The plain score is the mean that the table of runs has."""
    page = open_page("compare", collection="Help centre")
    page.selectbox(key="choose tag").set_value("devoluciones").run()
    page = switched_on(page, "Estimate what they may change")
    holes = next(one.value for one in page.dataframe if "Plain" in one.value.columns)
    for run, plain in zip(holes["Run"], holes["Plain"], strict=True):
        row = next(row for row in run_table(page).split("<tr") if f"<td>{run}" in row)
        assert f">{plain:.4f}</span>" in row
    assert any("devoluciones" in one.value for one in page.caption)


def test_as_of_a_snapshot_it_is_said_that_estimates_are_about_now(samples: Store, open_page: Open) -> None:
    snapshots.take(samples, collections.find_collection(samples, "Help centre"), "before")
    page = open_page("compare", collection="Help centre")
    page.selectbox(key="choose as-of").set_value("before").run()
    for label in ("Estimate what they may change", "With what the unjudged may still change"):
        page = switched_on(page, label)
    assert [one.value for one in page.info if "only known for now" in one.value] != []
    assert "can become" not in run_table(page)


def test_the_table_can_tell_range_and_estimate_of_every_measure(read: None, open_page: Open) -> None:
    """Four runs; only the share that is judged has no range."""
    page = open_page("compare", collection="Help centre")
    assert "can become" not in run_table(page)
    page.selectbox(key="choose tag").set_value("devoluciones").run()
    page = switched_on(page, "With what the unjudged may still change")
    assert run_table(page).count("can become") == run_table(page).count("estimate") == 4 * (len(SHOWN) - 1)


def test_the_report_has_them_when_they_are_asked_for(samples: Store) -> None:
    asked = (samples.path, "Help centre", None, MAIN.name, None, "devoluciones")
    assert "can become" in report_of_collection(*asked, estimates=True).as_html()
    assert "can become" not in report_of_collection(*asked).as_html()
