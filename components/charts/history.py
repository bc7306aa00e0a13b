"""Scores over time, and how much of each change is the judgements' and how much the retrieval's."""

from __future__ import annotations

from collections.abc import Sequence

import altair as alt
import numpy as np
import pandas as pd

from components.charts.frame import BETTER, WORSE, Drawing
from components.colours import run_colour, run_dash
from components.scores import measure_label
from components.words import _
from evaluation.measures import Measure
from evaluation.values import Float


def over_time(points: Sequence[str], runs: Sequence[str], values: Float, measure: Measure) -> Drawing:
    """Each run's mean at each point. values: float64 [point, run]; NaN where a run was not there."""
    table = _long(points, runs, {"mean": values})
    chart = (
        alt.Chart(table)
        .mark_line(point=True, strokeWidth=2)
        .encode(
            x=alt.X("point:N", sort=list(points), title=None, axis=alt.Axis(labelAngle=-30, labelLimit=160)),
            y=alt.Y("mean:Q", title=measure_label(measure), scale=alt.Scale(zero=False)),
            color=run_colour(runs, _("Run")).legend(orient="top"),
            strokeDash=run_dash(runs, _("Run")),
            tooltip=["point:N", alt.Tooltip("run:N", title=_("Run")), alt.Tooltip("mean:Q", format=".3f")],
        )
        .properties(height=320)
    )
    return Drawing(chart, table, "over-time")


def causes(points: Sequence[str], runs: Sequence[str], judgements: Float, retrieval: Float) -> Drawing:
    """Each step's change in two parts, a row of bars for each run. judgements, retrieval: float64 [step, run]."""
    kinds = (
        (_("because judgements changed"), judgements, BETTER),
        (_("because the retrieval changed"), retrieval, WORSE),
    )
    table = pd.concat(
        _long(points, runs, {"change": values}).assign(cause=name) for name, values, _colour in kinds
    )
    chart = (
        alt.Chart(table)
        .mark_bar()
        .encode(
            x=alt.X("point:N", sort=list(points), title=None, axis=alt.Axis(labelAngle=-30, labelLimit=160)),
            y=alt.Y("change:Q", title=_("Change")),
            color=alt.Color(
                "cause:N",
                title=None,
                scale=alt.Scale(domain=[k[0] for k in kinds], range=[k[2] for k in kinds]),
                legend=alt.Legend(orient="top", columns=1, labelLimit=400),
            ),
            xOffset=alt.XOffset("run:N", sort=list(runs)),
            tooltip=["point:N", "run:N", "cause:N", alt.Tooltip("change:Q", format="+.3f")],
        )
        .properties(height=260)
    )
    return Drawing(chart, table, "causes")


def _long(points: Sequence[str], runs: Sequence[str], columns: dict[str, Float]) -> pd.DataFrame:
    table = pd.DataFrame(
        {"point": np.repeat(list(points), len(runs)), "run": np.tile(list(runs), len(points))}
    )
    for name, values in columns.items():
        table[name] = values.ravel()
    return table
