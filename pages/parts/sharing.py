"""Who has done how much and what is left, and the queries that are given to some."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from components.figures import as_table, written
from components.plain import literal
from components.words import _, moment, ngettext
from data import collections, shares
from data.collections import Collection
from data.permissions import allows
from data.store import Store
from pages.parts.grading import left_for
from pages.parts.opened import Opened


def assign(store: Store, collection: Collection, content: Opened) -> None:
    """Gives queries, those with a tag or those chosen, to people."""
    crew = [someone for someone in collections.people(store) if allows(someone.role, "grade")]
    given = shares.assignments(store, collection)
    names = {someone.id: someone.name for someone in crew}
    tags = sorted({tag for query in content.queries for tag in query.tags})
    with st.container(horizontal=True):
        tag = st.selectbox(_("Queries with the tag"), tags, index=None, placeholder=_("Any"), width=280)
        own = st.multiselect(
            _("Or these queries"),
            content.queries,
            format_func=lambda query: f"{query.query_id} · {query.text}",
            placeholder=_("All"),
            width=420,
        )
    people = st.multiselect(
        _("Given to"), crew, format_func=lambda someone: someone.name, placeholder=_("Everybody"), width=420
    )
    chosen = own or [query for query in content.queries if tag is None or tag in query.tags]
    if st.button(ngettext("Give out {n} query", "Give out {n} queries", len(chosen))):
        shares.assign(store, collection, [query.id for query in chosen], people)
        st.rerun()
    rows = [
        {
            _("Query"): content.query(query).query_id,
            _("Text"): content.query(query).text,
            _("Given to"): ", ".join(names.get(one, "?") for one in people_),
        }
        for query, people_ in given.items()
    ]
    if rows:
        as_table(pd.DataFrame(rows))
    else:
        st.caption(_("All queries are for everybody."))


def progress(store: Store, collection: Collection, content: Opened) -> None:
    """Who has done how much, how fast, and how long it takes yet."""
    found = shares.workers(store, collection)
    if not found:
        st.caption(_("Nobody has judged anything yet."))
        return
    rows = []
    for worker in found:
        left = int(left_for(store, collection, content, worker.person).sum())
        hours = None if worker.pace is None else left * worker.pace / 3_600_000
        rows.append(
            {
                _("Annotator"): worker.person.name,
                _("Judged"): worker.graded,
                _("In the last day"): worker.last_day,
                _("Last seen"): moment(worker.last) if worker.last else None,
                _("Seconds each"): None if worker.pace is None else worker.pace / 1000,
                _("Could still judge"): left,
                _("Hours left, alone"): hours,
                _("Later"): worker.skipped,
                _("Can't tell"): worker.cannot_tell,
                _("On the screen"): worker.reserved,
            }
        )
    table = pd.DataFrame(rows)
    as_table(written(table, {_("Seconds each"): 1, _("Hours left, alone"): 1}), height="content")
    with st.container(horizontal=True, vertical_alignment="bottom"):
        worker = st.selectbox(
            _("Take back the work of"), found, format_func=lambda one: one.person.name, width=280
        )
        if st.button(_("Take back")):
            gone = shares.take_back(store, collection, worker.person)
            st.success(
                ngettext("{n} fragment is free again.", "{n} fragments are free again.", gone)
                + " "
                + _("What {name} has judged stays.").format(name=literal(worker.person.name))
            )
