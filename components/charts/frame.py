"""What all charts share: they are shown, saved as SVG or PNG, and their data as CSV."""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import Any

import altair as alt
import numpy as np
import pandas as pd
import streamlit as st
from altair.utils import schemapi

from components.words import _, decimal_mark, ngettext, spoken

# Altair validates each part of a chart against the whole schema while it is built; our tests do that for us.
schemapi.DEBUG_MODE = False

MOST_ROWS = 5_000
"""Rows that are sent to the browser for one chart; of longer data evenly spaced rows are drawn."""
BETTER, WORSE, SAME = "#0072B2", "#D55E00", "#8A8A8A"
_SAVED_WIDTH = 720


@dataclass(frozen=True)
class Drawing:
    """A chart, the data behind it (all of it, for the CSV), and a name for files."""

    chart: alt.TopLevelMixin
    data: pd.DataFrame
    name: str

    def specification(self) -> dict[str, Any]:
        """The chart as Vega-Lite; not validated again, which would take longer than drawing it."""
        specification: dict[str, Any] = self.chart.configure(locale=_locale()).to_dict(validate=False)
        return specification

    def svg(self) -> str:
        """The chart as a picture of its own."""
        text = io.StringIO()
        self._sized().save(text, format="svg")
        return text.getvalue()

    def png(self) -> bytes:
        """The chart as pixels, at twice the size for sharp print."""
        picture = io.BytesIO()
        self._sized().save(picture, format="png", scale_factor=2)
        return picture.getvalue()

    def csv(self) -> bytes:
        """The data behind the chart."""
        return self.data.to_csv(index=False).encode()

    def _sized(self) -> alt.TopLevelMixin:
        return self.chart.properties(width=_SAVED_WIDTH).configure(background="white", locale=_locale())


def show(drawing: Drawing, describes: str) -> None:
    """Draws the chart, with a menu to save it. describes: what it shows, for those who cannot see it."""
    st.vega_lite_chart(drawing.specification(), width="stretch", alt=describes)
    save_menu(drawing)


def show_choosable(drawing: Drawing, describes: str, key: str, field: str) -> str | None:
    """As `show`; returns the value of `field` of a mark that was chosen, None if none was."""
    picked = st.vega_lite_chart(
        drawing.specification(),
        width="stretch",
        alt=describes,
        on_select="rerun",
        key=key,
    )
    save_menu(drawing)
    chosen = picked["selection"].get(CHOSEN) or []
    return str(chosen[0][field]) if chosen else None


CHOSEN = "chosen"


def choosable(field: str) -> alt.Parameter:
    """The selection that `show_choosable` reads."""
    return alt.selection_point(name=CHOSEN, fields=[field])


def save_menu(drawing: Drawing) -> None:
    """Three ways to take the chart along; each file is made when it is asked for."""
    if len(drawing.data) > MOST_ROWS:
        st.caption(
            ngettext("{n} evenly spaced row is drawn.", "{n} evenly spaced rows are drawn.", MOST_ROWS)
        )
    with st.popover(_("Save"), icon=":material/download:", type="tertiary"):
        for label, make, ending, kind in (
            (_("Picture (SVG)"), drawing.svg, "svg", "image/svg+xml"),
            (_("Picture (PNG)"), drawing.png, "png", "image/png"),
            (_("Data (CSV)"), drawing.csv, "csv", "text/csv"),
        ):
            st.download_button(
                label,
                spoken(make),
                f"{drawing.name}.{ending}",
                kind,
                key=f"save {drawing.name} {ending}",
                on_click="ignore",
                width="stretch",
            )


def drawn(table: pd.DataFrame) -> pd.DataFrame:
    """At most MOST_ROWS rows, evenly spaced."""
    if len(table) <= MOST_ROWS:
        return table
    return table.iloc[np.linspace(0, len(table) - 1, MOST_ROWS).astype(int)]


def _locale() -> dict[str, object]:
    number = {"decimal": decimal_mark(), "thousands": " ", "grouping": [3], "currency": ["", ""]}
    return {"number": number}
