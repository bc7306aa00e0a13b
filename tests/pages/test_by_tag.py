"""History and A or B can be about the queries with a tag; the recall curve bands those that are decided between."""

from __future__ import annotations

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from data import collections, snapshots
from data.samples import load_samples
from data.store import Store
from evaluation.comparison import WORTH
from pages.parts import timeline
from pages.parts.charts_of_runs import recall
from pages.parts.compared import EVERY, compared
from pages.parts.comparing import Choice
from pages.parts.measures import MAIN
from tests.pages.conftest import Open


@pytest.fixture
def samples(store: Store) -> Store:
    load_samples(store)
    return store


def test_history_tells_the_means_of_the_queries_with_a_tag(samples: Store, open_page: Open) -> None:
    page = open_page("history", collection="Help centre")
    page.selectbox(key="choose tag").set_value("devoluciones").run()
    told = next(one.value for one in page.dataframe if "after" in one.value.columns).set_index("run")["after"]
    shown = compared(samples, collections.find_collection(samples, "Help centre"))
    ours = [place for place, tags in enumerate(shown.tags) if "devoluciones" in tags]
    assert not page.exception
    assert told[shown.names].tolist() == pytest.approx(np.nanmean(shown.of(MAIN)[:, ours], axis=1).tolist())


def decided(page: AppTest) -> str:
    """What is said of A and B, which is worked out beside the page."""
    for _ in range(60):
        if said := [one.value for one in page.markdown if "ettled" in one.value]:
            return said[0]
        page.run()
    raise AssertionError("nothing is said")


def test_a_or_b_is_decided_over_the_queries_with_a_tag(samples: Store, open_page: Open) -> None:
    page = open_page("decide", collection="Help centre")
    everywhere = decided(page)
    page.selectbox(key="choose tag").set_value("devoluciones").run()
    assert not page.exception
    assert decided(page) != everywhere


def test_of_many_curves_the_baseline_and_the_best_other_have_a_band(samples: Store) -> None:
    shown = compared(samples, collections.find_collection(samples, "Help centre"))
    best = max((1, 2, 3), key=lambda run: np.nanmean(shown.of(MAIN)[run]))
    data = recall(Choice(shown, MAIN, 0, (1, 2, 3), WORTH, EVERY)).data
    assert set(data["run"][data["low"].notna()]) == {shown.names[0], shown.names[best]}


def test_every_page_that_shows_grades_names_the_rule_they_are_by(samples: Store, open_page: Open) -> None:
    for name in ("compare", "decide", "stages", "cutoffs", "query", "history", "unjudged", "measures"):
        page = open_page(name, collection="Help centre")
        assert not page.exception
        assert [one.value for one in page.caption if "Where several people graded" in one.value] != [], name


def test_history_says_when_an_earlier_moment_was_by_another_rule(samples: Store, open_page: Open) -> None:
    collection = collections.find_collection(samples, "Help centre")
    snapshots.take(samples, collection, "before")
    page = open_page("history", collection="Help centre")
    said = "Earlier moments are by the rule that held then."
    assert said not in [one.value for one in page.caption]
    collections.change_collection(samples, collection, rule="strictest")
    assert said in [one.value for one in page.run().caption]


def test_moments_of_one_minute_are_told_apart_in_the_history(samples: Store) -> None:
    found = timeline.points(compared(samples, collections.find_collection(samples, "Help centre")))
    assert len({point.label for point in found}) == len(found) > 2
