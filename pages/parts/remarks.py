"""Remarks: an annotator's note on a query or "the guidelines do not say", and the lead's answers beside them."""

from __future__ import annotations

import streamlit as st

from components.plain import literal, paragraph
from components.words import _, moment, ngettext
from data import guidelines, history
from data.collections import Collection, Person
from data.guidelines import Remark
from data.store import Store
from pages.parts.opened import Opened

_SHOWN = 20


def remark_box(store: Store, collection: Collection, person: Person, content: Opened) -> None:
    """In the sidebar while grading: a form for a remark, and what was said of the query last worked on."""
    queries = [query.id for query in content.queries]
    if not queries:
        return
    last = history.last_acts(store, collection, person, 1)
    with st.sidebar.expander(_("Something unclear?"), icon=":material/help:"):
        with st.form("remark", border=False, clear_on_submit=True):
            query = st.selectbox(
                _("Query"),
                queries,
                index=queries.index(last[0].query) if last and last[0].query in queries else 0,
                format_func=lambda one: f"{content.query(one).query_id} · {content.query(one).text}",
            )
            unclear = st.checkbox(_("The guidelines do not say what to do"))
            text = st.text_area(_("Note for the lead and the others"), height=68)
            sent = st.form_submit_button(_("Leave the note"))
        if sent and text.strip():
            guidelines.remark(store, collection, person, text, query, unclear=unclear)
            st.success(_("The note is left."))
        for remark in guidelines.remarks(store, collection, last[0].query if last else None)[:_SHOWN]:
            _show(remark, content)


def remarks_for_lead(store: Store, collection: Collection, content: Opened) -> None:
    """Next to the guidelines: what annotators ask, those without an answer first, with a field for one."""
    found = guidelines.remarks(store, collection)
    if not found:
        return
    waiting = [remark for remark in found if remark.answered is None]
    st.markdown(
        ngettext("**{n} remark** waits for an answer", "**{n} remarks** wait for an answer", len(waiting))
    )
    for remark in found[:_SHOWN]:
        with st.container(border=True):
            _show(remark, content)
            if remark.answered is None:
                with st.form(f"answer-{remark.id}", border=False, clear_on_submit=True):
                    text = st.text_input(
                        _("Answer"),
                        placeholder=_("If it changes how to grade, change the guidelines too"),
                        key=f"answer-text-{remark.id}",
                    )
                    if st.form_submit_button(_("Answer")):
                        guidelines.answer(store, remark, text)
                        st.rerun()


def versions(store: Store, collection: Collection) -> None:
    """The guidelines' versions, the newest first."""
    found = guidelines.versions(store, collection)
    if len(found) < 2:
        return
    with st.popover(ngettext("{n} version", "{n} versions", len(found))):
        for version in found:
            st.caption(
                _("Version {n}, {when}, {who}; from act no. {revision} on").format(
                    n=version.version,
                    when=moment(version.at),
                    who=literal(version.person or "–"),
                    revision=version.after_revision + 1,
                )
            )
            paragraph(version.text)


def _show(remark: Remark, content: Opened) -> None:
    place = content.query(remark.query).query_id if remark.query is not None else _("the guidelines")
    mark = _("guidelines unclear") + " · " if remark.unclear else ""
    st.caption(f"{mark}{literal(place)} · {literal(remark.person)}, {moment(remark.at)}")
    paragraph(remark.text)
    if remark.answered is not None:
        st.caption(_("Answer: {text}").format(text=literal(remark.answered)))
