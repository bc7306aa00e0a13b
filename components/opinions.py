"""Grades of several people side by side, what a rule would move, and grids of who gave what."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import numpy as np
import pandas as pd
import streamlit as st
from numpy.typing import NDArray

from components.figures import as_table, written
from components.grades import act_name
from components.plain import literal, paragraph
from components.words import _, decimal

Float = NDArray[np.float64]
_CELL = "padding:.35rem .8rem;text-align:right;border-radius:4px"


def pseudonym(place: int) -> str:
    """What stands for the name of the annotator at this place, from 0: A, B, …"""
    return _("Annotator {letter}").format(letter=chr(65 + place))


def side_by_side(opinions: Sequence[tuple[str, int, str]]) -> None:
    """A frame for each (name, grade, note), next to each other; wraps on a narrow screen."""
    with st.container(horizontal=True):
        for name, grade, note in opinions:
            with st.container(border=True, width=230):
                st.caption(literal(name))
                st.markdown(f"**{literal(act_name('grade', grade))}**")
                if note:
                    paragraph(note)


def means_moved(measure: str, runs: Sequence[str], before: Float, after: Float) -> None:
    """Each run's mean of the measure before and after, best first as it is now. before, after: float64 [run]."""
    order = np.argsort(-np.nan_to_num(before, nan=-1.0), kind="stable")
    table = pd.DataFrame(
        {
            _("Run"): [runs[place] for place in order],
            _("{measure} now").format(measure=measure): before[order],
            _("then"): after[order],
            _("difference"): (after - before)[order],
        }
    )
    places = dict.fromkeys(table.columns[1:], 4)
    as_table(written(table, places, signed=(_("difference"),)), height="content")


def grid(counts: NDArray[np.int64], grades: Sequence[int], first: str, second: str) -> None:
    """A table: how often the first gave a row's grade where the second gave a column's. counts int64 [row, column].

    The darker a cell, the more are in it.
    """
    most = max(int(counts.max(initial=1)), 1)
    heads = "".join(f'<th scope="col" style="{_CELL}">{grade}</th>' for grade in grades)
    rows = "".join(
        f'<tr><th scope="row" style="{_CELL}">{grade}</th>'
        + "".join(
            f'<td style="{_CELL};background:rgba(31,111,178,{0.55 * n / most:.2f})">{n}</td>' for n in row
        )
        + "</tr>"
        for grade, row in zip(grades, counts.tolist(), strict=True)
    )
    corner = f"{escape(first)} ↓ · {escape(second)} →"
    st.html(
        f'<table style="border-collapse:separate;border-spacing:3px;font-variant-numeric:tabular-nums">'
        f'<caption style="text-align:left;font-size:.875rem">{corner}</caption>'
        f"<tr><td></td>{heads}</tr>{rows}</table>"
    )


def alpha_line(value: float | None, low: float | None, high: float | None) -> None:
    """Krippendorff's alpha with its interval, large; nothing if it cannot be said."""
    if value is None or low is None or high is None:
        return
    st.metric(
        _("Krippendorff's alpha (ordinal)"),
        decimal(value, 3),
        help=_("1: everybody gives the same grades; 0: as if they were dealt out by chance."),
        width="content",
    )
    st.caption(_("95 % interval {low} to {high}").format(low=decimal(low, 2), high=decimal(high, 2)))
