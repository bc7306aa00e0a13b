"""Groups of queries by tag, as a table: where a gain on the whole is a loss for some."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from components.figures import as_table, written
from components.words import _
from evaluation.comparison import Group

AT_ONCE = 12  # rows shown without scrolling


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
    places = {"baseline": 3, "mean": 3, "difference": 3, "low": 3, "high": 3, "p": 3}
    as_table(
        written(frame, places, signed=("difference", "low", "high")),
        height="content" if len(frame) <= AT_ONCE else "auto",
        column_config={
            "tag": st.column_config.TextColumn(_("Tag"), pinned=True, width="medium"),
            "run": _("Run"),
            "queries": _("Queries"),
            "baseline": _("Baseline"),
            "mean": _("Mean"),
            "difference": _("Difference"),
            "low": _("from"),
            "high": _("to"),
            "p": _("p, not corrected"),
        },
    )
    st.caption(
        _("Groups are small: treat what is seen here as a question for more queries, not as an answer.")
    )
