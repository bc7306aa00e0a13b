"""What a page says when there is nothing to show, and what to do then."""

from __future__ import annotations

import streamlit as st

from components.words import _


def nothing_yet() -> None:
    """There is no collection at all."""
    st.info(_("There is no collection yet. Import fragments, queries and runs to begin."))
    st.page_link("pages/load.py", label=_("Import files"), icon=":material/upload:")


def no_candidates() -> None:
    """No run has results for any query."""
    st.info(_("There is nothing to grade: no run has results for the queries. Import a run first."))
    st.page_link("pages/load.py", label=_("Import files"), icon=":material/upload:")


def no_runs() -> None:
    """The collection has no run to compare."""
    st.info(_("This collection has no run yet. Import at least one to see scores."))
    st.page_link("pages/load.py", label=_("Import files"), icon=":material/upload:")


def no_judgements() -> None:
    """Nothing in the collection is judged."""
    st.info(_("Nothing is judged yet, so no score can be given. Grade a few fragments first."))
    st.page_link("pages/grade.py", label=_("Grade"), icon=":material/grading:")
