"""Scores over time, and how much of each change is the judgements' and how much the retrieval's."""

from __future__ import annotations

from collections.abc import Sequence

import altair as alt
import numpy as np
import pandas as pd

from components.charts.frame import BETTER, WORSE, Drawing, at_some
from components.charts.names import how_seen_alone, legend, line_legend, seen_alone
from components.charts.rows import BARS, foot, in_rows
from components.colours import run_colour, run_dash
from components.scores import measure_label
from components.words import _, decimal
from evaluation.measures import Measure
from evaluation.values import Float

FEW_POINTS = 8
"""So many labels stand beside each other on a narrow screen too; of more, some are left out."""


def over_time(points: Sequence[str], runs: Sequence[str], values: Float, measure: Measure) -> Drawing:
    """Each run's mean at each point. values: float64 [point, run]; NaN where a run was not there."""
    table = _long(points, runs, {"mean": values})
    some = at_some(table, "point")
    chart = (
        alt.Chart(some)
        .mark_line(point=True, strokeWidth=2)
        .encode(
            x=_points(points),
            y=alt.Y("mean:Q", title=measure_label(measure), scale=alt.Scale(zero=False)),
            color=run_colour(runs, _("Run")).legend(line_legend(runs)),
            strokeDash=run_dash(runs, _("Run")).legend(line_legend(runs)),
            tooltip=["point:N", alt.Tooltip("run:N", title=_("Run")), alt.Tooltip("mean:Q", format=".3f")],
        )
        .properties(height=220)
    )
    return Drawing(seen_alone(chart), table, "over-time", len(some), hint=how_seen_alone())


def causes(
    points: Sequence[str], runs: Sequence[str], judgements: Float, retrieval: Float, measure: Measure
) -> Drawing:
    """Each step's change in two parts, a row of bars for each run. judgements, retrieval: float64 [step, run]."""
    kinds = (
        (_("because judgements changed"), judgements, BETTER),
        (_("because the retrieval changed"), retrieval, WORSE),
    )
    words = [name for name, *_rest in kinds]
    table = pd.concat(
        _long(points, runs, {"change": values}).assign(cause=name) for name, values, _colour in kinds
    )
    # What moved the same way stands on top of the other, what moved against it starts from nought as well.
    first = np.where(judgements * retrieval > 0, judgements, 0.0)
    starts = np.concatenate([np.zeros(judgements.size), first.ravel()])
    ends = starts + table["change"].to_numpy()
    reach = float(np.nanmax(np.abs(ends), initial=0)) or 1.0
    middle, half = table["run"].map(foot(runs)) + BARS / 2, BARS / 2 / reach
    stacked = table.assign(low=middle + half * starts, high=middle + half * ends)
    some = at_some(stacked, "point")
    bars = (
        alt.Chart(some.dropna(subset="change"))
        .mark_bar()
        .encode(
            x=_points(points),
            color=alt.Color(
                "cause:N",
                title=None,
                scale=alt.Scale(domain=words, range=[colour for *_rest, colour in kinds]),
                legend=legend(words),
            ),
            tooltip=["point:N", "run:N", "cause:N", alt.Tooltip("change:Q", format="+.3f")],
        )
    )
    change = _("Change in {measure}").format(measure=measure_label(measure))
    labels = [f"−{decimal(reach)}", "0", f"+{decimal(reach)}"]
    chart = in_rows(bars, runs, labels, change, height=84)
    return Drawing(chart, table, "causes", len(some))


def _points(points: Sequence[str]) -> alt.X:
    overlap = len(points) > FEW_POINTS
    axis = alt.Axis(labelAngle=-30, labelLimit=160, labelOverlap=overlap)
    return alt.X("point:N", sort=list(points), title=None, axis=axis)


def _long(points: Sequence[str], runs: Sequence[str], columns: dict[str, Float]) -> pd.DataFrame:
    table = pd.DataFrame(
        {"point": np.repeat(list(points), len(runs)), "run": np.tile(list(runs), len(points))}
    )
    for name, values in columns.items():
        table[name] = values.ravel()
    return table
