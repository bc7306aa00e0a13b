"""A small row of bars for each run, under its name, in one view: a view grows with the page, facets do not."""

from __future__ import annotations

from collections.abc import Sequence

import altair as alt
import pandas as pd

from components.charts.names import shortened

BARS = 0.6
"""The share of a row that its bars take; above them stands the name."""


def foot(runs: Sequence[str]) -> dict[str, int]:
    """Where each run's row begins on the axis; the first run's is at the top."""
    return {run: len(runs) - 1 - place for place, run in enumerate(runs)}


def in_rows(
    bars: alt.Chart, runs: Sequence[str], labels: Sequence[str], title: str, height: int
) -> alt.LayerChart:
    """The bars of all rows, from `low` to `high` on one axis of 1 a row, and each run's name above its own.

    labels: of every row, evenly spaced from the lowest to the highest of its bars. height: of a row, in pixels.
    """
    axis, scale = _axis(len(runs), labels), alt.Scale(domain=[0, len(runs)], nice=False)
    drawn = bars.encode(y=alt.Y("low:Q", title=title, axis=axis, scale=scale), y2="high:Q")
    tops = [place + BARS for place in foot(runs).values()]
    table = pd.DataFrame({"name": [shortened(run) for run in runs], "top": tops})
    names = (
        alt.Chart(table)
        .mark_text(align="left", baseline="bottom", dy=-3, fontSize=12, fontWeight="bold", color="#808080")
        .encode(x=alt.value(2), y=alt.Y("top:Q", title=title, axis=axis, scale=scale), text="name:N")
    )
    return alt.layer(drawn, names).properties(height=height * len(runs))


def _axis(rows: int, labels: Sequence[str]) -> alt.Axis:
    step = BARS / (len(labels) - 1)
    values = [row + step * number for row in range(rows) for number in range(len(labels))]
    texts = ", ".join(f"'{label}'" for label in labels)
    number = f"round((datum.value - floor(datum.value + 0.001)) / {step})"
    return alt.Axis(values=values, labelExpr=f"[{texts}][{number}]", labelOverlap=False, ticks=False)
