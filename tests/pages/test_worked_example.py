"""The app's own pages show the worked example's values, which were computed by hand in the article."""

from __future__ import annotations

import re

import pytest

from data import collections
from data.samples import load_samples
from data.store import Store
from pages.parts.live import live_scores
from tests.pages.conftest import Open

# R = {d3, d7, d12, d20} with grades 3, 2, 2, 1; ranking d5 d7 d11 d3 d2 d20 d9 d14 d1 d6.
EXPECTED = {
    "R@3": 0.25,
    "R@5": 0.50,
    "R@10": 0.75,
    "P@3": 1 / 3,
    "P@5": 0.40,
    "P@10": 0.30,
    "RR": 0.50,
    "nDCG(rel=1)@10": 1.4178 / 2.5616,
    "nDCG(dcg='exp-log2')@10": 5.2637 / 10.8235,
    "Judged@10": 1.0,
}


@pytest.fixture
def samples(store: Store) -> Store:
    load_samples(store)
    return store


@pytest.mark.parametrize(("name", "value"), EXPECTED.items())
def test_the_worked_example_has_the_values_of_the_article(samples: Store, name: str, value: float) -> None:
    live = live_scores(samples, collections.find_collection(samples, "Worked example"))
    column = [measure.name for measure in live.measures].index(name)
    assert live.means().mean[0, column] == pytest.approx(value, abs=5e-5)


def test_the_compare_page_shows_them(samples: Store, open_page: Open) -> None:
    page = open_page("compare", collection="Worked example")
    table = next(element.proto.body for element in page.get("html") if "class='runs'" in element.proto.body)
    shown = re.findall(r"<span[^>]*>([0-9.]+)</span>", table)
    assert shown[:2] == ["0.4863", "0.5535"]
    assert shown[2:5] == ["0.2500", "0.5000", "0.7500"]


def test_the_help_centre_comes_partly_graded_by_two_people(samples: Store) -> None:
    live = live_scores(samples, collections.find_collection(samples, "Help centre"))
    means = live.means()
    assert len(live.runs) == 4
    assert 0 < means.not_judged < means.judged
