"""The section on groups of queries: the comparison by tag, and tags given by hand."""

from __future__ import annotations

import streamlit as st

from components import address
from components.groups import groups_table
from components.words import _
from data import query_tags
from pages.parts import choices
from pages.parts.compared import groups
from pages.parts.comparing import Choice


def groups_section(choice: Choice) -> None:
    """The comparison within each tag, where queries have tags; and a form to give them."""
    shown = choice.shown
    st.subheader(_("Groups of queries"))
    inside = groups(shown, choice.measure, choice.baseline, choice.others, choice.worth)
    if inside and choice.others:
        groups_table(inside, shown.names)
    elif not inside:
        st.caption(_("No query has a tag yet. Tags come with the import, or are given here."))
    person = choices.person(shown.store)
    if person is not None and person.role == "lead":
        with st.expander(_("Give tags to a query"), icon=":material/sell:"):
            _tag_form(choice)


def _tag_form(choice: Choice) -> None:
    queries = {query.query_id: query for query in choice.shown.queries}
    query_id = address.one_of(_("Query"), list(queries), "tagged", shown=lambda i: f"{i} · {queries[i].text}")
    every = sorted({tag for given in choice.shown.tags for tag in given})
    given = list(choice.shown.tags[list(queries).index(query_id)])
    tags = st.multiselect(_("Tags"), every, given, key=f"tags {query_id} {given}", accept_new_options=True)
    if tags != given and st.button(_("Save tags"), type="primary"):
        query_tags.set_tags(choice.shown.store, queries[query_id], tags)
        st.rerun()
