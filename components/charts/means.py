"""Means with their intervals, queries won and lost, and how a measure's values are spread."""

from __future__ import annotations

from collections.abc import Sequence

import altair as alt
import numpy as np
import pandas as pd

from components.charts.frame import BETTER, MOST_ROWS, SAME, WORSE, Drawing, at_some, drawn
from components.charts.names import legend, name_axis
from components.charts.rows import BARS, foot, in_rows
from components.colours import run_colour
from components.scores import measure_label
from components.words import _, whole
from evaluation.comparison import Verdict
from evaluation.measures import Measure
from evaluation.values import Float

BINS = 20


def means_with_intervals(
    runs: Sequence[str], every: Sequence[str], mean: Float, low: Float, high: Float, measure: Measure
) -> Drawing:
    """One bar for each run, best first, with the interval of its mean; `every`: all runs, for the colours."""
    table = pd.DataFrame({"run": list(runs), "mean": mean, "low": low, "high": high})
    best_first = table.sort_values("mean", ascending=False, kind="stable")["run"].tolist()
    some = drawn(table)
    base = alt.Chart(some).encode(
        y=alt.Y("run:N", sort=best_first, title=None, axis=name_axis()),
        tooltip=[
            alt.Tooltip("run:N", title=_("Run")),
            alt.Tooltip("mean:Q", title=_("Mean"), format=".3f"),
            alt.Tooltip("low:Q", title=_("from"), format=".3f"),
            alt.Tooltip("high:Q", title=_("to"), format=".3f"),
        ],
    )
    bar = base.mark_bar(height=16, opacity=0.85).encode(
        x=alt.X("mean:Q", title=measure_label(measure), scale=alt.Scale(domainMin=0)),
        color=run_colour(every, _("Run")).legend(None),
    )
    rule = base.mark_rule(strokeWidth=2, color="#8A8A8A").encode(x="low:Q", x2="high:Q")
    ends = base.mark_tick(thickness=2, size=10, color="#8A8A8A")
    chart = (bar + rule + ends.encode(x="low:Q") + ends.encode(x="high:Q")).properties(height=alt.Step(30))
    return Drawing(chart, table, "means", len(some))


def wins_and_losses(verdicts: Sequence[Verdict], names: Sequence[str]) -> Drawing:
    """For each run the share of queries that are better, the same and worse than with the baseline."""
    kinds = ((_("better"), "better", BETTER), (_("the same"), "same", SAME), (_("worse"), "worse", WORSE))
    table = pd.DataFrame(
        {"run": names[v.run], "kind": kind, "order": place, "queries": getattr(v, field)}
        for v in verdicts
        for place, (kind, field, _colour) in enumerate(kinds)
    )
    colours = alt.Scale(domain=[kind for kind, _field, _c in kinds], range=[colour for *_k, colour in kinds])
    some = at_some(table, "run")
    chart = (
        alt.Chart(some)
        .mark_bar(height=18)
        .encode(
            y=alt.Y("run:N", sort=[names[v.run] for v in verdicts], title=None, axis=name_axis()),
            x=alt.X("queries:Q", title=_("Queries"), stack="zero"),
            color=alt.Color(
                "kind:N", title=None, scale=colours, legend=legend([kind for kind, *_k in kinds])
            ),
            order="order:Q",
            tooltip=[
                alt.Tooltip("run:N", title=_("Run")),
                "kind:N",
                alt.Tooltip("queries:Q", title=_("Queries")),
            ],
        )
        .properties(height=alt.Step(30))
    )
    return Drawing(chart, table, "better-same-worse", len(some))


def spread(runs: Sequence[str], every: Sequence[str], values: Float, measure: Measure) -> Drawing:
    """How many queries have which value of the measure, a row of bars for each run. values: float64 [run, query]."""
    counted = values[~np.isnan(values)]
    bins = max(1, min(BINS, MOST_ROWS // max(1, len(runs))))
    edges = np.linspace(0, max(1.0, float(counted.max(initial=0))), bins + 1)
    counts = np.array([np.histogram(row[~np.isnan(row)], edges)[0] for row in values])
    table = pd.DataFrame(
        {
            "run": np.repeat(list(runs), bins),
            "from": np.tile(edges[:-1], len(runs)),
            "to": np.tile(edges[1:], len(runs)),
            "queries": counts.ravel(),
        }
    )
    highest = max(1, int(counts.max(initial=0)))
    low = table["run"].map(foot(runs))
    bars = table.assign(low=low, high=low + BARS * table["queries"] / highest)
    marks = (
        alt.Chart(bars[bars["queries"] > 0])
        .mark_rect(x2Offset=-1)
        .encode(
            x=alt.X("from:Q", title=measure_label(measure), scale=alt.Scale(domain=[0, edges[-1]])),
            x2="to:Q",
            color=run_colour(every, _("Run")).legend(None),
            tooltip=[
                alt.Tooltip("run:N", title=_("Run")),
                alt.Tooltip("from:Q", title=_("from"), format=".2f"),
                alt.Tooltip("to:Q", title=_("to"), format=".2f"),
                alt.Tooltip("queries:Q", title=_("Queries")),
            ],
        )
    )
    return Drawing(in_rows(marks, runs, ["0", whole(highest)], _("Queries"), height=54), table, "spread")
