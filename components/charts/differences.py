"""Per-query differences, largest gain first: the "waterfall" that shows whether a mean rests on a few queries."""

from __future__ import annotations

import altair as alt
import pandas as pd

from components.charts.frame import BETTER, SAME, WORSE, Drawing, choosable, drawn
from components.words import _


def waterfall(table: pd.DataFrame, title: str) -> Drawing:
    """One bar a query. table: query_id, query (text), difference; in any order."""
    ordered = table.sort_values("difference", ascending=False, kind="stable").reset_index(drop=True)
    ordered["place"] = ordered.index + 1
    colour = (
        alt.when(alt.datum.difference > 0)
        .then(alt.value(BETTER))
        .when(alt.datum.difference < 0)
        .then(alt.value(WORSE))
        .otherwise(alt.value(SAME))
    )
    some = drawn(ordered)
    bars = (
        alt.Chart(some)
        .mark_bar()
        .encode(
            x=alt.X(
                "place:O", title=_("Queries, largest gain first"), axis=alt.Axis(labels=False, ticks=False)
            ),
            y=alt.Y("difference:Q", title=title),
            color=colour,
            tooltip=[
                alt.Tooltip("query_id:N", title=_("Query")),
                alt.Tooltip("query:N", title=_("Text")),
                alt.Tooltip("difference:Q", title=_("Difference"), format="+.3f"),
            ],
        )
        .add_params(choosable("query_id"))
        .properties(height=240)
    )
    return Drawing(bars, ordered, "differences", len(some))
