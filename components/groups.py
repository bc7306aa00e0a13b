"""Groups of queries by tag, as a table: where a gain on the whole is a loss for some."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

import pandas as pd
import streamlit as st

from components.figures import as_table, number, written
from components.words import _, whole
from evaluation.comparison import Group

AT_ONCE = 12  # rows shown without scrolling
NUMBERS = ("baseline", "mean", "difference", "low", "high", "p")
SIGNED = ("difference", "low", "high")


def groups_frame(groups: Sequence[Group], names: Sequence[str]) -> pd.DataFrame:
    """A row a tag and run: queries, means, difference with its interval, p (not corrected)."""
    return pd.DataFrame(
        {
            "tag": group.tag,
            "run": names[verdict.run],
            "queries": verdict.queries,
            "baseline": verdict.before,
            "mean": verdict.after,
            "difference": verdict.difference,
            "low": verdict.low,
            "high": verdict.high,
            "p": verdict.p,
        }
        for group in groups
        for verdict in group.verdicts
        if verdict.queries
    )


def groups_table(groups: Sequence[Group], names: Sequence[str]) -> None:
    """The groups as a table that can be sorted."""
    frame = groups_frame(groups, names)
    as_table(
        written(frame, dict.fromkeys(NUMBERS, 3), signed=SIGNED),
        height="content" if len(frame) <= AT_ONCE else "auto",
        column_config={
            **headings(),
            "tag": st.column_config.TextColumn(_("Tag"), pinned=True, width="medium"),
        },
    )
    st.caption(how_groups_read())


def groups_html(groups: Sequence[Group], names: Sequence[str]) -> str:
    """The same table and note for a file; every text escaped."""
    frame = groups_frame(groups, names)
    columns = {name: _in_words(name, frame[name].tolist()) for name in frame}
    head = "".join(f"<th scope='col'{_side(name)}>{escape(headings()[name])}</th>" for name in columns)
    rows = "".join(
        "<tr>"
        + "".join(f"<td{_side(name)}>{escape(text)}</td>" for name, text in zip(columns, row, strict=True))
        + "</tr>"
        for row in zip(*columns.values(), strict=True)
    )
    table = f"<table class='plain'><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
    return f"{table}<p>{escape(how_groups_read())}</p>"


def headings() -> dict[str, str]:
    """What stands above each column."""
    return {
        "tag": _("Tag"),
        "run": _("Run"),
        "queries": _("Queries"),
        "baseline": _("Baseline"),
        "mean": _("Mean"),
        "difference": _("Difference"),
        "low": _("from"),
        "high": _("to"),
        "p": _("p, not corrected"),
    }


def how_groups_read() -> str:
    """How far small groups can be trusted."""
    return _("Groups are small: treat what is seen here as a question for more queries, not as an answer.")


def _in_words(name: str, values: list[Any]) -> list[str]:
    if name in NUMBERS:
        return [number(value, 3, name in SIGNED) for value in values]
    return [whole(value) for value in values] if name == "queries" else values


def _side(name: str) -> str:
    return "" if name in ("tag", "run") else " class='number'"
