"""What the unjudged may still change: plain score, range and estimate of every run, as a chart."""

from __future__ import annotations

from collections.abc import Sequence

import altair as alt
import pandas as pd

from components.charts.frame import Drawing, drawn
from components.charts.names import name_axis
from components.colours import run_colour
from components.scores import measure_label
from components.words import _
from evaluation.estimates import Score
from evaluation.measures import Measure


def holes_chart(
    runs: Sequence[str], every: Sequence[str], scores: Sequence[Score], measure: Measure
) -> Drawing:
    """A bar to the plain score, a thin line over the range, a point with its interval for the estimate.

    every: all runs of the collection, so that a run has one colour everywhere.
    """
    table = pd.DataFrame([vars(score) for score in scores]).assign(run=list(runs))
    order = table.sort_values("estimate", ascending=False)["run"].tolist()
    some = drawn(table)
    base = alt.Chart(some).encode(y=alt.Y("run:N", sort=order, title=None, axis=name_axis()))
    x = alt.X("plain:Q", title=measure_label(measure), scale=alt.Scale(domainMin=0))
    bar = base.mark_bar(opacity=0.45, height=14).encode(x=x, color=run_colour(every, _("Run")).legend(None))
    whole_range = base.mark_rule(color="gray", strokeDash=[2, 2]).encode(x="least:Q", x2="most:Q")
    interval = base.mark_rule(color="gray", strokeWidth=3).encode(x="low:Q", x2="high:Q")
    point = base.mark_point(filled=True, size=70, color="gray").encode(
        x="estimate:Q",
        tooltip=[
            alt.Tooltip("run:N", title=_("Run")),
            alt.Tooltip("plain:Q", title=_("Plain"), format=".4f"),
            alt.Tooltip("estimate:Q", title=_("Estimate"), format=".4f"),
        ],
    )
    chart = alt.layer(bar, whole_range, interval, point).properties(height=alt.Step(28))
    return Drawing(chart, table, "if-unjudged-were-judged", len(some))
