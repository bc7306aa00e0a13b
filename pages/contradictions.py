"""Contradictions: the same text, or nearly, with different grades for a query; the lead decides on the spot."""

from __future__ import annotations

import streamlit as st

from components.empty import nothing_yet
from components.words import _, ngettext
from data import collections
from pages.parts import choices
from pages.parts.contradicting import contradicting
from pages.parts.contradiction_card import Card
from pages.parts.kept_rows import rows_on
from pages.parts.opened import opened
from pages.parts.while_looked_at import EVERY, SOON

store = choices.open_store()
person = choices.require(store, "settle")
collection = choices.collection(store)
st.title(_("Contradictions"))
if collection is None:
    nothing_yet(choices.may(store, "import"))
    st.stop()
content = opened(store, collection)
st.write(
    _(
        "One query, the same text or nearly the same under several ids, and different grades: at least one of them "
        "is wrong. A grade chosen here is a decision of yours; what the annotators gave stays in the log, and "
        "*Settle* lists it among the decisions."
    )
)
finder = contradicting(store, collection)
finder.begin(SOON)
is_looking = not finder.is_done
people = {one.id: one.name for one in collections.people(store)}


def cards() -> None:
    """The first of them; only this runs again when one is settled, or more are found."""
    finder.follow()
    every = {(one.query, one.fragments): one for one in finder.found()}
    kept = rows_on("contradictions", collection.id)
    kept.rows = {key: every[key] for key in kept.rows if key in every}
    is_newer = kept.fill(every, frozenset())
    with st.container(horizontal=True, vertical_alignment="center"):
        if every:
            st.markdown(ngettext("**{n}** contradiction", "**{n}** contradictions", len(every)))
        if finder.progress:
            st.caption(finder.progress)
        names = st.toggle(_("Show names"), value=False)
        st.button(
            _("Show the widest first"),
            icon=":material/sort:",
            disabled=not is_newer,
            on_click=kept.rows.clear,
        )
    for one in kept.rows.values():
        Card(store, collection, person, one, people, names).show(content.query(one.query))
    if not every and finder.is_done:
        st.success(_("Nothing contradicts itself: the same text has the same grade everywhere."))
    if is_looking and finder.is_done:
        st.rerun()


st.fragment(cards, run_every=EVERY if is_looking else None)()
