"""Recall over the cutoff, and what each further fragment adds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import altair as alt
import numpy as np
import pandas as pd

from components.charts.frame import BETTER, Drawing, at_some
from components.charts.names import how_seen_alone, line_legend, seen_alone
from components.colours import run_colour, run_dash
from components.words import _
from evaluation.values import Float


def recall_curves(
    runs: Sequence[str],
    every: Sequence[str],
    curves: Float,
    bands: Mapping[str, tuple[Float, Float]],
    marked: Mapping[str, int] | None = None,
) -> Drawing:
    """Mean recall at k = 1 …, a line for each run, with an interval for those in `bands`.

    curves: float64 [run, k]. marked: a word → the k where it stands.
    """
    depth = curves.shape[1]
    nothing = np.full(depth, np.nan)
    table = pd.concat(
        pd.DataFrame(
            {
                "run": run,
                "k": np.arange(1, depth + 1),
                "recall": curves[place],
                "low": bands.get(run, (nothing, nothing))[0],
                "high": bands.get(run, (nothing, nothing))[1],
            }
        )
        for place, run in enumerate(runs)
    )
    some = at_some(table, "k", first=0.5)
    base = alt.Chart(some).encode(
        x=alt.X("k:Q", title=_("Cutoff k"), scale=alt.Scale(domain=[1, depth])),
        color=run_colour(every, _("Run")).legend(line_legend(runs)),
        tooltip=[
            alt.Tooltip("run:N", title=_("Run")),
            alt.Tooltip("k:Q"),
            alt.Tooltip("recall:Q", title=_("Recall"), format=".3f"),
            alt.Tooltip("low:Q", title=_("from"), format=".3f"),
            alt.Tooltip("high:Q", title=_("to"), format=".3f"),
        ],
    )
    line = base.mark_line(strokeWidth=2).encode(
        y=alt.Y("recall:Q", title=_("Mean recall at k"), scale=alt.Scale(domain=[0, 1])),
        strokeDash=run_dash(every, _("Run")).legend(line_legend(runs)),
    )
    band = base.mark_area(opacity=0.15).encode(y="low:Q", y2="high:Q").transform_filter("isValid(datum.low)")
    layers = [band, seen_alone(line), *_marks(marked or {})]
    chart = alt.layer(*layers).properties(height=250)
    return Drawing(chart, table, "recall", len(some), hint=how_seen_alone())


def _marks(marked: Mapping[str, int]) -> list[alt.Chart]:
    if not marked:
        return []
    table = pd.DataFrame({"word": list(marked), "k": list(marked.values())})
    base = alt.Chart(table).encode(x="k:Q")
    rule = base.mark_rule(strokeDash=[4, 4], color="#8A8A8A", strokeWidth=1.5)
    word = base.mark_text(align="left", dx=4, y="height", dy=-6, color="#8A8A8A", baseline="bottom").encode(
        text="word:N"
    )
    return [rule, word]


def added_by_rank(added: Float, worth: float) -> Drawing:
    """Relevant fragments that each rank adds, on average over the queries; and what is worth a place."""
    table = pd.DataFrame({"k": np.arange(1, len(added) + 1), "added": added})
    bars = (
        alt.Chart(table)
        .mark_bar(color=BETTER, opacity=0.85)
        .encode(
            x=alt.X("k:Q", title=_("Rank"), scale=alt.Scale(domain=[0.5, len(added) + 0.5], nice=False)),
            y=alt.Y("added:Q", title=_("Relevant per fragment")),
            tooltip=[alt.Tooltip("k:Q", title=_("Rank")), alt.Tooltip("added:Q", format=".3f")],
        )
    )
    line = (
        alt.Chart(pd.DataFrame({"worth": [worth]}))
        .mark_rule(strokeDash=[4, 4], color="#D55E00", strokeWidth=2)
        .encode(y="worth:Q")
    )
    return Drawing((bars + line).properties(height=190), table, "added-by-rank")
