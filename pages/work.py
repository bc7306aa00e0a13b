"""Shares of work: how many judgements are wanted, what everybody judges, who is given which queries, who did what."""

from __future__ import annotations

import streamlit as st

from components.empty import nothing_yet
from components.saved import say_saved
from components.words import _
from data import collections
from data.collections import Collection
from pages.parts import choices
from pages.parts.opened import opened
from pages.parts.queueing import queue_settings
from pages.parts.sharing import assign, progress, take_back

store = choices.open_store()
choices.require(store, "share work")
collection = choices.collection(store)
st.title(_("Shares of work"))
if collection is None:
    nothing_yet(choices.may(store, "import"))
    st.stop()
content = opened(store, collection)


def settings(collection: Collection) -> None:
    """How the work is shared out."""
    with st.form("shares"):
        with st.container(horizontal=True):
            wanted = st.number_input(
                _("Judgements wanted for each fragment"), 1, 5, collection.wanted, width=280
            )
            shared = st.number_input(
                _("Part that everybody judges (%)"),
                0,
                100,
                round(collection.shared * 100),
                help=_("Drawn by lot from the pool. From it the agreement is measured."),
                width=280,
            )
            repeats = st.number_input(
                _("Asked for again without a word (%)"),
                0,
                50,
                round(collection.repeats * 100),
                help=_("Of one's own judgements, to see whether one agrees with oneself."),
                width=280,
            )
            practice = st.number_input(
                _("Practice before real work"),
                0,
                50,
                collection.practice,
                help=_("So many settled fragments come first, with the right grade shown at once."),
                width=280,
            )
        if st.form_submit_button(_("Save"), type="primary"):
            collections.change_collection(
                store,
                collection,
                wanted=wanted,
                shared=shared / 100,
                repeats=repeats / 100,
                practice=practice,
            )
            say_saved()
            st.rerun()


progress(store, collection, content)
take_back(store, collection)
st.subheader(_("How the work is shared out"))
settings(collection)
st.subheader(_("What is served first"))
queue_settings(store, collection)
st.subheader(_("Queries given to some"))
assign(store, collection, content)
