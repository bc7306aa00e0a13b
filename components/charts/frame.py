"""What all charts share: they are shown, saved as SVG or PNG, and their data as CSV."""

from __future__ import annotations

import io
import textwrap
from dataclasses import dataclass, replace
from typing import Any

import altair as alt
import numpy as np
import pandas as pd
import streamlit as st
from altair.utils import schemapi

from components.plain import literal
from components.words import _, decimal_mark, ngettext, spoken, whole

# Altair validates each part of a chart against the whole schema while it is built; our tests do that for us.
schemapi.DEBUG_MODE = False

MOST_ROWS = 5_000
"""Rows that are sent to the browser for one chart; of longer data evenly spaced rows are drawn."""
BETTER, WORSE, SAME = "#0072B2", "#D55E00", "#8A8A8A"
_SAVED_WIDTH, _CAPTION_CHARACTERS = 720, 105
# The height is the plot's: a legend of many lines makes the whole taller, not the plot flatter.
_AUTOSIZE = {"type": "fit-x", "contains": "padding"}


@dataclass(frozen=True)
class Drawing:
    """A chart, the data behind it (all of it, for the CSV), and a name for files.

    rows: how many of the data's rows are drawn; None for all. caption: what the chart shows, of what and of whom.
    source: which collection, queries and moment it is of; what the page says anyway, and a saved picture must.
    hint: what can be done with it on a page.
    """

    chart: alt.TopLevelMixin
    data: pd.DataFrame
    name: str
    rows: int | None = None
    caption: str = ""
    source: str = ""
    hint: str = ""

    def specification(self) -> dict[str, Any]:
        """The chart as Vega-Lite; not validated again, which would take longer than drawing it."""
        specification: dict[str, Any] = self.chart.configure(locale=_locale()).to_dict(validate=False)
        return {**specification, "autosize": _AUTOSIZE}

    def svg(self, captioned: bool = True) -> str:
        """The chart as a picture of its own, its caption in it unless that stands beside it."""
        return picture(self._sized(captioned))

    def png(self) -> bytes:
        """The chart as pixels, at twice the size for sharp print."""
        pixels = io.BytesIO()
        self._sized(True).save(pixels, format="png", scale_factor=2)
        return pixels.getvalue()

    def csv(self) -> bytes:
        """The data behind the chart."""
        return self.data.to_csv(index=False).encode()

    def _sized(self, captioned: bool) -> alt.TopLevelMixin:
        chart = self.chart.properties(width=_SAVED_WIDTH)
        if captioned and (self.caption or self.source):
            chart = chart.properties(title=_title(self.caption, self.source))
        return chart.configure(background="white", locale=_locale())


def picture(chart: alt.TopLevelMixin) -> str:
    """A chart as SVG, as large as it says."""
    text = io.StringIO()
    chart.save(text, format="svg")
    return text.getvalue()


def show(drawing: Drawing, describes: str) -> None:
    """Draws the chart, with a menu to save it. describes: what it shows, for those who cannot see it."""
    st.vega_lite_chart(drawing.specification(), width="stretch", alt=drawing.caption or describes)
    _say_caption(drawing)
    save_menu(replace(drawing, caption=drawing.caption or describes))


def show_choosable(drawing: Drawing, describes: str, key: str, field: str) -> str | None:
    """As `show`; returns the value of `field` of a mark that was chosen, None if none was."""
    picked = st.vega_lite_chart(
        drawing.specification(),
        width="stretch",
        alt=drawing.caption or describes,
        on_select="rerun",
        key=key,
    )
    _say_caption(drawing)
    save_menu(replace(drawing, caption=drawing.caption or describes))
    chosen = picked["selection"].get(CHOSEN) or []
    return str(chosen[0][field]) if chosen else None


CHOSEN = "chosen"


def choosable(field: str) -> alt.Parameter:
    """The selection that `show_choosable` reads."""
    return alt.selection_point(name=CHOSEN, fields=[field])


def save_menu(drawing: Drawing) -> None:
    """Three ways to take the chart along; each file is made when it is asked for."""
    total = len(drawing.data)
    if drawing.rows is not None and drawing.rows < total:
        st.caption(
            ngettext(
                "{n} of {all} rows is drawn; the data (CSV) holds all of them.",
                "{n} of {all} rows are drawn; the data (CSV) holds all of them.",
                drawing.rows,
                all=whole(total),
            )
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


def at_some(table: pd.DataFrame, field: str, first: float = 0) -> pd.DataFrame:
    """At most MOST_ROWS rows: those at some of the values of `field`, each of which has as many rows.

    first: share of what is kept that goes to the first values, one after the other; the rest is evenly spaced up
    to the last.
    """
    if len(table) <= MOST_ROWS:
        return table
    values = table[field].unique()
    most = max(1, MOST_ROWS * len(values) // len(table))
    closely = int(most * first)
    kept = [*range(closely), *np.linspace(closely, len(values) - 1, most - closely).astype(int)]
    return drawn(table[table[field].isin(values[kept])])


def _say_caption(drawing: Drawing) -> None:
    said = " ".join(filter(None, (drawing.caption, drawing.hint)))
    if said:
        st.caption(literal(said))


def _title(caption: str, source: str) -> alt.TitleParams:
    lines = textwrap.wrap(caption, _CAPTION_CHARACTERS)
    below = textwrap.wrap(source, _CAPTION_CHARACTERS)
    return alt.TitleParams(
        lines,
        subtitle=below,
        anchor="start",
        fontSize=13,
        fontWeight="normal",
        subtitleColor="#555",
        offset=12,
    )


def _locale() -> dict[str, object]:
    number = {"decimal": decimal_mark(), "thousands": " ", "grouping": [3], "currency": ["", ""]}
    return {"number": number}
