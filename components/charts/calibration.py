"""How right the probabilities of flags were: a chart of what was shown against what it turned out to be."""

from __future__ import annotations

from collections.abc import Sequence

import altair as alt
import numpy as np
import pandas as pd

from components.charts.frame import Drawing
from components.words import _

BINS = np.linspace(0, 1, 6)


def calibration(probability: Sequence[float], relevant: Sequence[bool]) -> Drawing:
    """How often flags of each shown probability turned out relevant; the diagonal is a model that is right."""
    table = pd.DataFrame({"shown": probability, "relevant": relevant})
    table["bin"] = pd.cut(table["shown"], BINS, include_lowest=True, labels=False)
    points = table.groupby("bin", as_index=False).agg(
        shown=("shown", "mean"), relevant=("relevant", "mean"), judged=("relevant", "size")
    )
    scale = alt.Scale(domain=[0, 1])
    dots = (
        alt.Chart(points)
        .mark_circle(opacity=0.9)
        .encode(
            x=alt.X("shown:Q", title=_("Probability shown"), scale=scale),
            y=alt.Y("relevant:Q", title=_("Share relevant"), scale=scale),
            size=alt.Size("judged:Q", title=_("Judged")),
            tooltip=[alt.Tooltip("judged:Q", title=_("Judged")), alt.Tooltip("relevant:Q", format=".2f")],
        )
    )
    line = alt.Chart(pd.DataFrame({"x": [0, 1], "y": [0, 1]})).mark_line(strokeDash=[4, 4], color="gray")
    chart = alt.layer(line.encode(x="x:Q", y="y:Q"), dots).properties(height=240)
    return Drawing(chart, points.drop(columns="bin"), "calibration")
