"""What the comparing pages show: every text escaped, valid charts that send little, numbers as people read them."""

from __future__ import annotations

import base64
import json
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from components.charts import differences, history, means, recall, stages
from components.charts.calibration import calibration
from components.charts.frame import MOST_ROWS, Drawing
from components.charts.holes import holes_chart
from components.rankings import Column, Place, _column, _lines
from components.report import Report
from components.run_table import RunTable
from components.said import said
from components.words import speaking
from evaluation.cautions import Caution
from evaluation.comparison import Leaders, compare
from evaluation.cutoffs import FEW_MORE
from evaluation.estimates import Score
from evaluation.measures import parse_measure

HOSTILE = "<img src=x onerror=alert(1)>"
NDCG, RR = parse_measure("nDCG@10"), parse_measure("RR")
RUNS = ["a", "b"]


def table(names: list[str]) -> RunTable:
    return RunTable(
        names=names,
        measures=[NDCG, RR],
        means=np.array([[0.5, 0.25], [0.75, np.nan]]),
        low=np.zeros((2, 2)),
        high=np.ones((2, 2)),
        queries=[30, 29],
        leaders=Leaders(np.array([1, 0]), np.array([[True, False], [False, False]])),
        baseline=0,
    )


def test_the_table_marks_the_best_those_close_to_it_and_the_difference() -> None:
    html = table(RUNS).as_html([1, 0])
    assert html.index(">b<") < html.index(">a<")
    assert "<span class='best'>0.7500</span>" in html
    assert "<span>0.5000</span><span class='mark'>≈</span>" in html
    assert "<small>+0.250</small>" in html


def test_the_measure_that_decides_is_first_and_marked() -> None:
    led = replace(table(RUNS), ranges=[["x", "y"], ["z", None]]).led_by(RR)
    assert [measure.name for measure in led.measures] == ["RR", "nDCG@10"]
    assert (led.means[1].tolist()[1], led.queries, led.ranges) == (0.75, [29, 30], [["y", "x"], [None, "z"]])
    assert led.leaders.best.tolist() == [0, 1]
    html = replace(led, ranges=()).as_html([0, 1])
    assert "<th scope='col' class='deciding'><small>decides</small>RR<" in html
    assert html.count("class='deciding'") == 3


def test_the_order_of_the_table_follows_the_measure_that_decides_until_another_is_chosen() -> None:
    means = np.array([[0.5, 0.9], [0.75, 0.1]])
    there = replace(table(["b", "a"]), means=means)
    assert (there.order(), there.led_by(RR).order()) == ([1, 0], [0, 1])
    assert there.led_by(RR).order("nDCG@10") == [1, 0]
    assert there.order("") == [1, 0]


def test_the_name_of_a_run_stays_in_sight_while_the_table_is_scrolled() -> None:
    html = table(RUNS).as_html([0, 1])
    assert "position:sticky;left:0" in html
    assert "light-dark(" in html


def test_on_paper_the_table_is_in_parts_that_fit() -> None:
    wide = replace(
        table(RUNS),
        measures=[NDCG] * 9,
        means=np.ones((2, 9)),
        low=np.ones((2, 9)),
        high=np.ones((2, 9)),
        queries=[30] * 9,
        leaders=Leaders(np.zeros(9, dtype=int), np.zeros((2, 9), dtype=bool)),
    )
    parts = wide.as_sheets([0, 1]).split("<table")[1:]
    assert [part.count("<th ") for part in parts] == [5, 5, 2]
    assert all(f"<td>{run}" in part for part in parts for run in RUNS)
    assert "@media print{.runs-frame{overflow:visible" in wide.as_sheets([0, 1])


def test_the_table_as_a_file_holds_every_number() -> None:
    frame = table(RUNS).as_frame()
    row = frame[(frame.run == "b") & (frame.measure == "nDCG@10")].iloc[0]
    assert (row["mean"], row["difference"], row["queries"], row["best"]) == (0.75, 0.25, 30, True)


def test_a_cell_tells_what_its_mean_can_still_become() -> None:
    score = Score(0.5, 0.8, 0.4, 0.6, 0.55, 0.5, 0.59)
    told = replace(table(RUNS), ranges=[[score, None], [None, None]])
    assert told.as_html([0, 1]).count("can become 0.400 – 0.600") == 1
    assert "estimate 0.550 [0.500, 0.590]" in told.as_html([0, 1])
    assert told.as_frame()["most"].fillna(-1).tolist() == [0.6, -1, -1, -1]


def drawings(names: list[str]) -> list[Drawing]:
    values = np.array([[0.1, 0.5, np.nan], [0.2, 0.9, np.nan]])
    curves = np.array([[0.2, 0.4], [0.3, 0.5]])
    queries = pd.DataFrame(
        {"query_id": ["1"], "query": [HOSTILE], "recall": [1.0], "ndcg": [0.5], "stage": ["reranker"]}
    )
    change = pd.DataFrame({"query_id": ["1", "2"], "query": [HOSTILE, "y"], "difference": [0.2, -0.1]})
    return [
        means.means_with_intervals(names, names, np.ones(2), np.zeros(2), np.ones(2), NDCG),
        means.wins_and_losses(compare(values, 0, [1]), names),
        means.spread(names, names, values, NDCG),
        recall.recall_curves(names, names, curves, {names[0]: (curves[0], curves[0])}, {"context": 2}),
        recall.added_by_rank(np.array([0.5, 0.1]), 0.1),
        stages.quadrants(queries, 50, 5, 0.8, 0.7),
        stages.losses(names, [0.5, 0.6], [0.3, 0.2], [0.2, 0.2]),
        history.over_time(["then", "now"], names, curves, NDCG),
        history.causes(["now"], names, curves[:1], curves[1:], NDCG),
        differences.waterfall(change, "change"),
    ]


@pytest.mark.parametrize("place", range(10))
def test_every_chart_is_valid_and_can_be_saved(place: int) -> None:
    drawing = drawings(RUNS)[place]
    assert drawing.chart.to_dict(validate=True)
    assert drawing.svg().startswith("<svg")
    assert drawing.csv().count(b"\n") == len(drawing.data) + 1


def test_a_saved_picture_shows_hostile_names_as_text() -> None:
    assert all("<img" not in drawing.svg() for drawing in drawings([HOSTILE, "b"])[:4])


def test_a_chart_of_many_queries_sends_few_rows_and_saves_all() -> None:
    many = pd.DataFrame(
        {"query_id": [str(i) for i in range(7_000)], "query": "", "difference": np.linspace(-1, 1, 7_000)}
    )
    drawing = differences.waterfall(many, "change")
    sent = drawing.specification()["datasets"]
    assert sum(map(len, sent.values())) == MOST_ROWS
    assert len(drawing.data) == 7_000


def test_the_chart_of_estimates_gives_a_run_the_colour_that_it_has_elsewhere() -> None:
    scores = [Score(0.5, 0.8, 0.4, 0.6, 0.55, 0.5, 0.59)]
    drawing = holes_chart(["b"], ["a", "b"], scores, NDCG)
    assert "#E69F00" in drawing.svg()
    assert drawing.csv().startswith(b"plain,judged,least,most")


def test_the_chart_of_calibration_can_be_saved() -> None:
    drawing = calibration([0.1, 0.15, 0.9], [False, True, True])
    assert drawing.svg().startswith("<svg")
    assert drawing.data["relevant"].tolist() == [0.5, 1.0]


def test_a_ranking_shows_grade_share_and_unjudged() -> None:
    html = _column(Column("run", 0.5, [Place(1, "d1", "", 3, 0.8), Place(2, "d2", HOSTILE, None, 0)]), "nDCG")
    assert ">3</span>" in html
    assert ">80%</span>" in html
    assert html.count("cell open") == 1
    assert "<img" not in html


def test_lines_join_only_what_both_rankings_hold() -> None:
    one = [Place(1, "a", "", 0, 0), Place(2, "b", "", 3, 1)]
    other = [Place(2, "b", "", 3, 1), Place(9, "z", "", None, 0)]
    source = _lines(one, other).split("base64,")[1].split("'")[0]
    assert base64.b64decode(source).count(b"<line") == 1


def report(name: str) -> str:
    caution = Caution("x", "{run} loses", {"run": name})
    return Report(
        made_by=("Quilate", "1.2.3"),
        collection=name,
        snapshot=name,
        revision=7,
        rule="the median counts",
        tag=name,
        verdicts=[("{run} is better", {"run": name})],
        cautions=[caution],
        table=table([name, "b"]),
        drawings=[],
        groups=(),
        names=[name, "b"],
        left_out={"why": [(name, name)]},
    ).as_html()


def test_the_report_runs_nothing_that_came_with_the_data() -> None:
    assert "<img" not in report(HOSTILE)
    assert "&lt;img" in report(HOSTILE)


def test_the_report_says_what_it_is_of() -> None:
    html = report("shop")
    for words in ("shop is better", "Revision of the qrels", "numpy", "Definitions", "n = 30"):
        assert words in html


def test_the_report_names_the_rule_of_agreement_and_the_version_of_the_app() -> None:
    assert "the median counts" in report("shop")
    assert "<th>Quilate</th><td>1.2.3</td>" in report("shop")


def test_numbers_follow_the_language_and_shares_are_percent() -> None:
    values = {"k": 5, "next": 10, "share": 0.05, "before": 0.4, "enough": 0.1}
    assert said(FEW_MORE, values).startswith("From 5 to 10 fragments, 5% of those added are relevant")
    assert speaking("es", lambda: said("{difference}", {"difference": -0.25})) == "−0,250"


def test_a_chance_is_never_said_to_be_nought() -> None:
    assert said("p {p}", {"p": 0.00009}) == "p < 0.001"
    assert said("p {p}", {"p": 0.0125}) == "p = 0.013"


def test_a_specification_is_plain_json() -> None:
    assert all(json.dumps(drawing.specification()) for drawing in drawings(RUNS))
