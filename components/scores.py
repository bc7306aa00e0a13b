"""Scores of runs as a table, as bars, as a recall curve, and as they move while somebody grades."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

import altair as alt
import numpy as np
import pandas as pd
import streamlit as st
from numpy.typing import NDArray

from components.colours import run_colour, run_dash
from components.words import _, decimal, decimal_mark, ngettext, whole
from evaluation.measures import Measure

Float = NDArray[np.float64]


@dataclass(frozen=True)
class Column:
    """One measure of the table: how many queries its mean is over."""

    measure: Measure
    queries: int


def measure_label(measure: Measure) -> str:
    """A measure's name as people read it: "nDCG@10, exponential gain"."""
    return _(measure.label_template).format(**measure.label_values)


def measure_table(runs: Sequence[str], columns: Sequence[Column], means: Float) -> None:
    """Runs × measures, each mean with the number of queries it is over. means: float64 [run, measure]."""
    table = pd.DataFrame({_("Run"): list(runs)})
    config: dict[str, object] = {_("Run"): st.column_config.TextColumn(pinned=True)}
    for place, column in enumerate(columns):
        heading = f"{measure_label(column.measure)} (n = {whole(column.queries)})"
        table[heading] = means[:, place]
        definition = " ".join(text for _heading, text in column.measure.definition.rows(_)[:2])
        config[heading] = st.column_config.NumberColumn(format="%.4f", help=definition)
    st.dataframe(table, hide_index=True, column_config=config, height="content")
    st.caption(_("n: the number of queries that the mean is over. Point at a heading for the definition."))


def left_out(not_judged: int, no_relevant: int) -> None:
    """Which queries no mean counts, and why."""
    parts = []
    if not_judged:
        parts.append(ngettext("{n} query is not judged yet", "{n} queries are not judged yet", not_judged))
    if no_relevant:
        parts.append(
            ngettext(
                "for {n} query no relevant fragment is known",
                "for {n} queries no relevant fragment is known",
                no_relevant,
            )
        )
    if parts:
        st.caption(_("Left out of the means: {reasons}.").format(reasons="; ".join(parts)))


def bars(runs: Sequence[str], values: Float, measure: Measure) -> None:
    """One bar for each run, best first. values: float64 [run]."""
    table = pd.DataFrame({"run": list(runs), "value": values})
    best_first = [runs[place] for place in np.argsort(-np.nan_to_num(values), kind="stable")]
    base = alt.Chart(table).encode(
        y=alt.Y("run:N", sort=best_first, title=None, axis=alt.Axis(labelLimit=220)),
        x=alt.X("value:Q", title=measure_label(measure), scale=alt.Scale(domainMin=0)),
        tooltip=[
            alt.Tooltip("run:N", title=_("Run")),
            alt.Tooltip("value:Q", title=measure.name, format=".4f"),
        ],
    )
    bar = base.mark_bar(cornerRadiusEnd=2).encode(color=run_colour(runs, _("Run")).legend(None))
    number = base.mark_text(align="left", dx=4, fill="gray").encode(text=alt.Text("value:Q", format=".3f"))
    _show((bar + number).properties(height=alt.Step(26)))


def recall_curve(runs: Sequence[str], curves: Float) -> None:
    """Mean recall over the cutoff k, a line for each run. curves: float64 [run, k = 1 …]."""
    depth = curves.shape[1]
    table = pd.DataFrame(
        {
            "run": np.repeat(list(runs), depth),
            "k": np.tile(np.arange(1, depth + 1), len(runs)),
            "recall": curves.ravel(),
        }
    )
    chart = (
        alt.Chart(table)
        .mark_line()
        .encode(
            x=alt.X("k:Q", title=_("Cutoff k"), scale=alt.Scale(domain=[1, depth])),
            y=alt.Y("recall:Q", title=_("Mean recall at k")),
            color=run_colour(runs, _("Run")),
            strokeDash=run_dash(runs, _("Run")),
            tooltip=[
                alt.Tooltip("run:N", title=_("Run")),
                alt.Tooltip("k:Q"),
                alt.Tooltip("recall:Q", title=_("Recall"), format=".3f"),
            ],
        )
    )
    _show(chart.properties(height=360))


def moving(label: str, runs: Sequence[str], before: Float | None, after: Float) -> None:
    """Each run's mean, before → after the last grade, best first. before, after: float64 [run]."""
    rows = []
    for place in np.argsort(-np.nan_to_num(after, nan=-1.0), kind="stable").tolist():
        moved = before is not None and not np.array_equal(before[place], after[place], equal_nan=True)
        old = f"{decimal(before[place], 4)} → " if moved and before is not None else ""
        mark = _direction(before[place], after[place]) if moved and before is not None else ""
        rows.append(
            f'<tr><td style="overflow-wrap:anywhere">{escape(runs[place])}</td>'
            f'<td style="text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums">'
            f"{old}<b>{decimal(after[place], 4)}</b> {mark}</td></tr>"
        )
    st.html(
        f'<table style="width:100%;font-size:.875rem;border-spacing:0 .35rem;border-collapse:separate">'
        f'<caption style="text-align:left;font-weight:600">{escape(label)}</caption>{"".join(rows)}</table>'
    )


def _direction(before: float, after: float) -> str:
    if np.isnan(before) or np.isnan(after):
        return ""
    return "▲" if after > before else "▼"


def _show(chart: alt.Chart | alt.LayerChart) -> None:
    numbers = {"decimal": decimal_mark(), "thousands": " ", "grouping": [3], "currency": ["", ""]}
    st.altair_chart(chart.configure(locale={"number": numbers}), width="stretch")
