"""The section on groups of queries: the comparison by tag."""

from __future__ import annotations

import streamlit as st

from components.groups import groups_table
from components.words import _
from pages.parts.compared import groups
from pages.parts.comparing import Choice


def groups_section(choice: Choice) -> None:
    """The comparison within each tag, where queries have tags."""
    shown = choice.shown
    st.subheader(_("Groups of queries"))
    inside = groups(shown, choice.measure, choice.baseline, choice.others)
    if inside and choice.others:
        groups_table(inside, shown.names)
    elif not inside:
        st.caption(
            _("No query has a tag yet. Tags come with the import, or are given on the page of a query.")
        )
