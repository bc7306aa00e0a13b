"""Contradictions: the same text, or nearly, with different grades for a query; the lead decides on the spot."""

from __future__ import annotations

import streamlit as st

from components.empty import nothing_yet
from components.words import _, ngettext
from data import collections
from pages.parts import choices
from pages.parts.contradicting import contradicting
from pages.parts.contradiction_card import Card
from pages.parts.opened import opened
from pages.parts.suspects import reading

AT_ONCE = 5

store = choices.open_store()
person = choices.require(store, "settle")
collection = choices.collection(store)
st.title(_("Contradictions"))
if collection is None:
    nothing_yet()
    st.stop()
content = opened(store, collection)
st.write(
    _(
        "One query, the same text or nearly the same under several ids, and different grades: at least one of them "
        "is wrong. A grade chosen here is a decision of yours; what the annotators gave stays in the log, and "
        "*Settle* lists it among the decisions."
    )
)
with reading() as progress:
    every = contradicting(store, collection, progress)
if not every:
    st.success(_("Nothing contradicts itself: the same text has the same grade everywhere."))
    st.stop()
with st.container(horizontal=True, vertical_alignment="center"):
    st.markdown(ngettext("**{n}** contradiction", "**{n}** contradictions", len(every)))
    names = st.toggle(_("Show names"), value=False)
people = {one.id: one.name for one in collections.people(store)}
for one in every[:AT_ONCE]:
    Card(store, collection, person, one, people, names).show(content.query(one.query))
