"""Collection: what is in it, how far the grading is, its guidelines and settings, and what to do next."""

from __future__ import annotations

import streamlit as st

from components.empty import nothing_yet
from components.plain import paragraph
from components.saved import say_saved
from components.words import _, percent, whole
from data import collections, guidelines
from data.collections import Collection
from data.permissions import allows
from pages.parts import choices
from pages.parts.grading import work
from pages.parts.opened import opened
from pages.parts.remarks import remarks_for_lead, versions

store = choices.open_store()
person = choices.person(store)
collection = choices.collection(store)
if collection is None or person is None:
    nothing_yet(choices.may(store, "import"))
    st.stop()


def settings(collection: Collection) -> None:
    """What the lead sets for the collection."""
    with st.form("settings"):
        depth = st.number_input(
            _("Pool depth"),
            1,
            1000,
            collection.pool_depth,
            help=_("How many results of each run are candidates."),
        )
        wanted = st.number_input(
            _("Judgements wanted for each fragment"), 1, 5, collection.wanted, help=_("By different people.")
        )
        description = st.text_input(_("Description"), collection.description)
        text = st.text_area(_("Guidelines for annotators (Markdown)"), collection.guidelines, height=240)
        if st.form_submit_button(_("Save settings"), type="primary"):
            collections.change_collection(
                store,
                collection,
                pool_depth=depth,
                wanted=wanted,
                description=description,
            )
            guidelines.write(store, collection, person, text)
            say_saved()
            st.rerun()


size = collections.sizes(store, collection)
paragraph(collection.name, "title")
paragraph(collection.description, "aside")
with st.container(horizontal=True, gap="large"):
    for label, value in (
        (_("Fragments"), size.fragments),
        (_("Queries"), size.queries),
        (_("Runs"), size.runs),
        (_("Judgements"), size.judgements),
    ):
        st.metric(label, whole(value), width="content")
now = work(store, collection, person, opened(store, collection))
if now.candidates:
    st.progress(
        now.done / now.candidates,
        text=_("{done} of {all} candidates done ({share})").format(
            done=whole(now.done), all=whole(now.candidates), share=percent(now.done / now.candidates)
        ),
    )
with st.container(horizontal=True):
    for what, page, label, icon in (
        ("grade", "pages/grade.py", _("Grade fragments"), ":material/grading:"),
        ("compare", "pages/compare.py", _("Compare runs"), ":material/leaderboard:"),
        ("import", "pages/load.py", _("Import files"), ":material/upload:"),
        ("export", "pages/export.py", _("Export qrels"), ":material/download:"),
    ):
        if allows(person.role, what):
            st.page_link(page, label=label, icon=icon)
if collection.guidelines:
    with st.expander(_("Guidelines"), icon=":material/menu_book:"):
        st.markdown(collection.guidelines)
        versions(store, collection)
if person.role == "lead":
    remarks_for_lead(store, collection, opened(store, collection))
    with st.expander(_("Settings"), icon=":material/settings:"):
        settings(collection)
