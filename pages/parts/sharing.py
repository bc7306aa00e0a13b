"""Who has done how much and what is left, the queries that are given to some, and what is taken back."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from components.figures import as_table, written
from components.plain import literal
from components.words import _, moment, ngettext
from data import collections, shares
from data.collections import Collection, Person, Query
from data.permissions import allows
from data.shares import TakenBack
from data.store import Store
from pages.parts.grading import left_for
from pages.parts.opened import Opened

_GIVEN, _TAKEN = "queries given out", "work taken back"


def assign(store: Store, collection: Collection, content: Opened) -> None:
    """Gives queries, those with a tag or those chosen, to people; never by a press with nothing chosen."""
    crew = [someone for someone in collections.people(store) if allows(someone.role, "grade")]
    given = shares.assignments(store, collection)
    queries = _choose_queries(content)
    people = st.multiselect(
        _("Given to"), crew, format_func=lambda someone: someone.name, placeholder=_("Everybody"), width=420
    )
    chosen = [query.id for query in queries or (content.queries if people else [])]
    new = {someone.id for someone in people}
    changes = [query for query in chosen if set(given.get(query, ())) != new]
    _ask_and_give(store, collection, chosen, people, given, bool(changes))
    if chosen and not changes:
        st.caption(_("This is how they are given already."))
    _told(_GIVEN)
    names = {someone.id: someone.name for someone in crew}
    _table_of_given(content, given, names)
    if given and not chosen:
        _give_all_to_everybody(store, collection, content, given)


def _choose_queries(content: Opened) -> list[Query]:
    """Those chosen by hand, else those with the tag that is chosen, else none."""
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
    return own or [query for query in content.queries if tag is not None and tag in query.tags]


def _ask_and_give(
    store: Store,
    collection: Collection,
    chosen: list[int],
    people: list[Person],
    given: dict[int, tuple[int, ...]],
    would_change: bool,
) -> None:
    """The button that gives the queries out; first it asks whether those who lose some of them may."""
    losing = [query for query in chosen if set(given.get(query, ())) - {one.id for one in people}]
    sure = True
    if losing:
        sure = st.checkbox(
            ngettext(
                "{n} of these queries is given to some: end that",
                "{n} of these queries are given to some: end that",
                len(losing),
            ),
            key=f"take from {hash((tuple(chosen), tuple(people)))}",
        )
    label = ngettext("Give out {n} query", "Give out {n} queries", len(chosen)) if chosen else _("Give out")
    help = None if chosen else _("Choose queries, people or both first. Without queries it is about all.")
    if st.button(label, disabled=not (would_change and sure), help=help):
        _give(store, collection, chosen, people)


def _give_all_to_everybody(
    store: Store, collection: Collection, content: Opened, given: dict[int, tuple[int, ...]]
) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        sure = st.checkbox(
            ngettext(
                "{n} query is given to some: end that",
                "{n} queries are given to some: end that",
                len(given),
            )
        )
        if st.button(_("All queries for everybody"), disabled=not sure):
            _give(store, collection, [query.id for query in content.queries], [])


def _give(store: Store, collection: Collection, queries: list[int], people: list[Person]) -> None:
    """Writes it and has the next run of the page say what has changed."""
    changed = shares.assign(store, collection, queries, people)
    st.session_state[_GIVEN] = (
        ngettext(
            "{n} query is given to {names} now.",
            "{n} queries are given to {names} now.",
            changed,
            names=literal(", ".join(someone.name for someone in people)),
        )
        if people
        else ngettext("{n} query is for everybody now.", "{n} queries are for everybody now.", changed)
    )
    st.rerun()


def _table_of_given(content: Opened, given: dict[int, tuple[int, ...]], names: dict[int, str]) -> None:
    rows = [
        {
            _("Query"): content.query(query).query_id,
            _("Text"): content.query(query).text,
            _("Given to"): ", ".join(names.get(one, "?") for one in people),
        }
        for query, people in given.items()
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


def take_back(store: Store, collection: Collection) -> None:
    """Takes back what waits on somebody's screen, and if the lead says so the queries that are given to them."""
    _told(_TAKEN)
    given = shares.assignments(store, collection)
    holders = {one for people in given.values() for one in people}
    active = {worker.person.id for worker in shares.workers(store, collection)}
    crew = [someone for someone in collections.people(store) if someone.id in active | holders]
    if not crew:
        return
    with st.container(horizontal=True, vertical_alignment="bottom"):
        someone = st.selectbox(_("Take back the work of"), crew, format_func=lambda one: one.name, width=280)
        pressed = st.button(_("Take back"))
    held = sum(someone.id in people for people in given.values())
    too = held > 0 and st.checkbox(
        ngettext(
            "Also the {n} query that is given to {name}",
            "Also the {n} queries that are given to {name}",
            held,
            name=literal(someone.name),
        ),
        key=f"queries of {someone.id}",
    )
    if pressed:
        gone = shares.take_back(store, collection, someone, with_queries=too)
        st.session_state[_TAKEN] = _taken_words(gone, literal(someone.name))
        st.rerun()


def _taken_words(gone: TakenBack, name: str) -> str:
    said = [ngettext("{n} fragment is free again.", "{n} fragments are free again.", gone.fragments)]
    if gone.queries:
        said.append(
            ngettext(
                "{n} query is not given to {name} any more.",
                "{n} queries are not given to {name} any more.",
                gone.queries,
                name=name,
            )
        )
    if gone.for_all:
        said.append(
            ngettext("{n} query is for everybody now.", "{n} queries are for everybody now.", gone.for_all)
        )
    return " ".join([*said, _("What {name} has judged stays.").format(name=name)])


def _told(key: str) -> None:
    """What the press of a button has changed, once."""
    if key in st.session_state:
        st.success(st.session_state.pop(key))
