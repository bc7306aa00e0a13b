"""How measures are named, and the scores of runs as they move while somebody grades."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from components.words import _, decimal
from evaluation.measures import Measure

Float = NDArray[np.float64]


def measure_label(measure: Measure) -> str:
    """A measure's name as people read it: "nDCG@10, exponential gain"."""
    return _(measure.label_template).format(**measure.label_values)


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
