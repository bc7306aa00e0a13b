"""Remarks: an annotator's note on a query or "the guidelines do not say", and the lead's answers beside them."""

from __future__ import annotations

import streamlit as st

from components.plain import literal, paragraph
from components.saved import say_saved
from components.words import _, moment, ngettext
from data import guidelines, history, reservations
from data.collections import Collection, Person
from data.guidelines import Remark
from data.store import Store
from pages.parts.opened import Opened

_SHOWN = 20
_OPENED = "remark forms opened"


def remark_box(
    store: Store, collection: Collection, person: Person, content: Opened, listed: int | None = None
) -> None:
    """In the sidebar while grading: opens a form for a remark on the query on the card, and what was said of it.

    listed: the query whose list is on the page, None while fragments are shown one at a time. Call it below the card:
    by then all that its browser sent is taken.
    """
    if not content.queries:
        return
    if st.sidebar.button(_("Something unclear?"), icon=":material/help:"):
        query = on_the_card(store, collection, person) if listed is None else listed
        st.session_state[_OPENED] = st.session_state.get(_OPENED, 0) + 1
        st.dialog(_("Something unclear?"))(_form)(store, collection, person, content, query)


def on_the_card(store: Store, collection: Collection, person: Person) -> int | None:
    """The query (database id) of what is served to the person first, else the one last worked on; None if neither."""
    held = reservations.reserved(store.db, collection, person)
    return held[0][0] if held else history.last_query(store, collection, person)


def _form(
    store: Store, collection: Collection, person: Person, content: Opened, at_first: int | None
) -> None:
    """In a dialog, so that nothing is graded meanwhile and the query stays what it was."""
    queries = [query.id for query in content.queries]
    query = st.selectbox(
        _("Query"),
        queries,
        index=queries.index(at_first) if at_first in queries else 0,
        format_func=lambda one: f"{content.query(one).query_id} · {content.query(one).text}",
        key=f"remark on {st.session_state[_OPENED]}",
    )
    with st.form("remark", border=False, enter_to_submit=False):
        unclear = st.checkbox(_("The guidelines do not say what to do"))
        text = st.text_area(
            _("Note for the lead and the others"), height=102, max_chars=guidelines.LONGEST_REMARK
        )
        sent = st.form_submit_button(_("Leave the note"), type="primary")
    if sent and (text.strip() or unclear):
        guidelines.remark(store, collection, person, text, query, unclear=unclear)
        say_saved(_("The note is left."))
        st.rerun()
    if sent:
        st.error(_("Write a note, or tick that the guidelines do not say what to do."))
    for remark in guidelines.remarks(store, collection, query)[:_SHOWN]:
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
    if remark.text:
        paragraph(remark.text)
    if remark.answered is not None:
        st.caption(_("Answer: {text}").format(text=literal(remark.answered)))
