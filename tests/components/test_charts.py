"""Charts of many runs and queries: they send little, no name is cut off, and each run is told apart."""

from __future__ import annotations

import re
from itertools import pairwise

import numpy as np
import pandas as pd
import pytest

from components.charts import differences, frame, history, means, recall, stages
from components.charts.frame import MOST_ROWS, Drawing, at_some
from components.charts.holes import holes_chart
from components.colours import run_colour, run_dash
from evaluation.comparison import compare
from evaluation.estimates import Score
from evaluation.measures import parse_measure

NDCG = parse_measure("nDCG@10")
MANY, DEPTH, QUERIES, POINTS = [f"run {i}" for i in range(60)], 100, 7_000, 90
THIRTEEN = [f"bm25_variant_{i}" for i in range(13)]


def many_drawings() -> dict[str, Drawing]:
    """Every chart that grows with the runs or the queries."""
    rng = np.random.default_rng(7)
    values = rng.random((len(MANY), QUERIES))
    over_k = np.cumsum(rng.random((len(MANY), DEPTH)), axis=1) / DEPTH
    moments, moved = [f"point {i}" for i in range(POINTS)], rng.normal(size=(2, POINTS, len(MANY)))
    ids = [str(i) for i in range(QUERIES)]
    queries = pd.DataFrame({"query_id": ids, "query": "", "stage": "reranker"})
    points = queries.assign(recall=values[0], ndcg=values[1])
    ends, parts = (np.zeros(len(MANY)), np.ones(len(MANY))), [0.3] * len(MANY)
    some_score = Score(0.5, 0.8, 0.4, 0.6, 0.55, 0.5, 0.59)
    return {
        "means": means.means_with_intervals(MANY, MANY, values[:, 0], *ends, NDCG),
        "wins": means.wins_and_losses(compare(values[:, :30], 0, range(1, 60)), MANY),
        "spread": means.spread(MANY, MANY, values, NDCG),
        "recall": recall.recall_curves(MANY, MANY, over_k, {}),
        "losses": stages.losses(MANY, parts, parts, parts),
        "quadrants": stages.quadrants(points, 50, 5, 0.8, 0.7),
        "over time": history.over_time(moments, MANY, moved[0], NDCG),
        "causes": history.causes(moments, MANY, *moved, NDCG),
        "differences": differences.waterfall(queries.assign(difference=values[0] - 0.5), "change"),
        "holes": holes_chart(MANY, MANY, [some_score] * len(MANY), NDCG),
    }


@pytest.fixture(scope="module")
def many() -> dict[str, Drawing]:
    return many_drawings()


@pytest.mark.parametrize(
    "name",
    [
        "means",
        "wins",
        "spread",
        "recall",
        "losses",
        "quadrants",
        "over time",
        "causes",
        "differences",
        "holes",
    ],
)
def test_a_chart_of_many_runs_and_queries_sends_few_rows(many: dict[str, Drawing], name: str) -> None:
    sent = many[name].specification()["datasets"].values()
    assert max(map(len, sent)) <= MOST_ROWS
    assert many[name].svg().startswith("<svg")


@pytest.mark.parametrize("name", ["recall", "over time", "causes", "differences", "quadrants"])
def test_what_is_left_out_of_a_chart_is_in_its_data_and_told(many: dict[str, Drawing], name: str) -> None:
    assert len(many[name].data) > MOST_ROWS >= (many[name].rows or 0) > MOST_ROWS * 0.9


def test_of_many_cutoffs_the_first_ones_and_the_last_are_drawn() -> None:
    table = pd.DataFrame({"k": np.tile(np.arange(1, 101), 60)})
    kept = at_some(table, "k", first=0.5)["k"].unique().tolist()
    assert kept[:41] == list(range(1, 42))
    assert kept[-1] == 100
    assert max(b - a for a, b in pairwise(kept)) == 2


def width(drawing: Drawing, pixels: int) -> float:
    """How wide the picture of a plot of so many pixels becomes."""
    found = re.search(r'width="([\d.]+)"', frame.picture(drawing.chart.properties(width=pixels)))
    assert found
    return float(found[1])


def test_a_legend_of_many_names_is_no_wider_than_a_narrow_chart() -> None:
    curves = np.linspace(0, 1, 13 * 20).reshape(13, 20)
    for drawing in (
        recall.recall_curves(THIRTEEN, THIRTEEN, curves, {}),
        history.over_time(["a", "b"], THIRTEEN, curves[:, :2].T, NDCG),
        history.causes(["a", "b"], THIRTEEN, curves[:, :2].T, curves[:, 2:4].T, NDCG),
    ):
        assert width(drawing, 290) < 390
        assert all(f">{name}<" in drawing.svg() for name in THIRTEEN)


def test_a_long_name_is_whole_in_two_lines_and_a_longer_one_keeps_both_ends() -> None:
    long, longer = "a" * 20 + "b" * 20, "begins " + "x" * 90 + " ends"
    picture = means.means_with_intervals([long, longer], [long, longer], *np.eye(3)[:, :2], NDCG).svg()
    shown = "".join(re.findall(r">([^<]+)<", picture))
    assert "a" * 20 + "b" * 20 in shown
    assert "begins x" in shown
    assert "x ends" in shown


def test_sixty_four_runs_each_look_like_no_other() -> None:
    names = [f"run {i}" for i in range(64)]
    colours = run_colour(names, "").to_dict()["scale"]["range"]
    dashes = run_dash(names, "").to_dict()["scale"]["range"]
    assert len({(colour, *dash) for colour, dash in zip(colours, dashes, strict=True)}) == 64


def test_a_legend_of_lines_shows_the_dash_of_each() -> None:
    picture = recall.recall_curves(THIRTEEN, THIRTEEN, np.ones((13, 3)), {}).svg()
    legend = picture[picture.index("role-legend") :]
    assert legend.count('stroke-dasharray="6,3"') == 5


def test_the_highest_values_have_a_bar_as_wide_as_the_others() -> None:
    drawing = means.spread(["a"], ["a"], np.array([[1.0, 1.0, 0.5]]), NDCG)
    bars = re.findall(
        r'aria-roledescription="rect mark"[^>]*d="M([\d.]+),([\d.]+)h([\d.]+)v([\d.]+)', drawing.svg()
    )
    (_x, _y, one_width, one_height), (_x, _y, last_width, last_height) = bars
    assert float(last_width) == pytest.approx(float(one_width)) == pytest.approx(35)
    assert float(last_height) == pytest.approx(2 * float(one_height))


def test_runs_with_the_same_values_each_have_their_bars() -> None:
    picture = means.spread(["a", "b"], ["a", "b"], np.array([[0.1], [0.1]]), NDCG).svg()
    assert picture.count('aria-roledescription="rect mark"') == 2
    assert ">a<" in picture
    assert ">b<" in picture


def test_a_step_tells_each_runs_change_under_its_name() -> None:
    moved = np.array([[0.2, -0.1]]), np.array([[0.1, 0.3]])
    drawing = history.causes(["now"], ["a", "b"], *moved, NDCG)
    rows = next(rows for rows in drawing.specification()["datasets"].values() if "cause" in rows[0])
    ends = {(row["run"], round(row["low"], 3), round(row["high"], 3)) for row in rows}
    assert ends == {("a", 1.3, 1.5), ("a", 1.5, 1.6), ("b", 0.3, 0.2), ("b", 0.3, 0.6)}
