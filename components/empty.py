"""What a page says when there is nothing to show, and what to do then: by who looks, or by whom else."""

from __future__ import annotations

import streamlit as st

from components.words import _


def nothing_yet(may_import: bool) -> None:
    """There is no collection at all."""
    if may_import:
        st.info(_("There is no collection yet. Import fragments, queries and runs to begin."))
        _import_link()
    else:
        st.info(_("There is no collection yet. A lead has to import one first."))


def no_candidates(may_import: bool) -> None:
    """No run has results for any query."""
    if may_import:
        st.info(_("There is nothing to grade: no run has results for the queries. Import a run first."))
        _import_link()
    else:
        st.info(
            _(
                "There is nothing to grade: no run has results for the queries. A lead has to import a run first."
            )
        )


def no_runs(may_import: bool) -> None:
    """The collection has no run to compare."""
    if may_import:
        st.info(_("This collection has no run yet. Import at least one to see scores."))
        _import_link()
    else:
        st.info(_("This collection has no run yet. A lead has to import one first."))


def no_judgements(may_grade: bool) -> None:
    """Nothing in the collection is judged."""
    if may_grade:
        st.info(_("Nothing is judged yet, so no score can be given. Grade a few fragments first."))
        st.page_link("pages/grade.py", label=_("Grade"), icon=":material/grading:")
    else:
        st.info(
            _("Nothing is judged yet, so no score can be given. Somebody has to grade a few fragments first.")
        )


def _import_link() -> None:
    st.page_link("pages/load.py", label=_("Import files"), icon=":material/upload:")
