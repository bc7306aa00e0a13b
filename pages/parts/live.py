"""The live scores of a collection: opened once for all sessions of the process, and following the log."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import streamlit as st

from components import scores
from components.words import _
from data import judgements, rankings
from data.collections import Collection, Person
from data.permissions import NotAllowed, allows
from data.store import Store
from evaluation.live import LiveScores, Rankings
from pages.parts.agreed import agreed_columns, changed_queries, numbered
from pages.parts.defining import how_link
from pages.parts.measures import MAIN, SHOWN
from pages.parts.opened import Opened, opened

_BEFORE = "means before"


def live_scores(store: Store, collection: Collection) -> LiveScores:
    """The collection's scores as of the newest act in the log."""
    return live_of(store, collection, opened(store, collection))


def live_of(store: Store, collection: Collection, now: Opened) -> LiveScores:
    """The same of a collection that is open already; shows nothing, so that it may run beside the pages."""
    key = (*now.key, collection.rule, collection.threshold)
    live = _open(str(store.path), collection.id, key, _store=store, _collection=collection, _opened=now)
    revision, touched = judgements.touched_queries(store, collection, live.revision)
    live.follow(revision, changed_queries(store, collection, touched, live, now.number_of))
    return live


def beside_the_card(store: Store, collection: Collection, person: Person, left: Callable[[], None]) -> None:
    """In the sidebar while grading, to be switched on: how much is left, and for who may compare runs their scores.

    left: shows how much is left. The scores are nDCG@10 of every run, before → after the last grades; leads have
    them on. It runs by itself every two seconds, so that no annotator waits for it.
    """
    compares = allows(person.role, "compare")
    label = _("Show scores while grading") if compares else _("Show how much is left")
    with st.sidebar:
        if st.toggle(label, value=compares):
            _moving(store, collection, left)


@st.fragment(run_every=2)
def _moving(store: Store, collection: Collection, left: Callable[[], None]) -> None:
    left()
    try:
        store.check("compare")
    except NotAllowed:
        return
    live = live_scores(store, collection)
    if not live.runs:
        return
    after = live.means().mean[:, live.measures.index(MAIN)]
    key, latest, before = st.session_state.get(_BEFORE, (None, after, None))
    if key != (collection.id, len(live.runs)):
        latest, before = after, None
    if not np.array_equal(latest, after, equal_nan=True):
        latest, before = after, latest
    st.session_state[_BEFORE] = ((collection.id, len(live.runs)), latest, before)
    scores.moving(scores.measure_label(MAIN), live.runs, before, after)
    how_link(MAIN)


@st.cache_resource(max_entries=4, show_spinner=False)
def _open(
    path: str,
    collection_id: int,
    key: tuple[object, ...],
    _store: Store,
    _collection: Collection,
    _opened: Opened,
) -> LiveScores:
    revision = judgements.revision(_store)
    query, fragment, grade = agreed_columns(_store, _collection)
    runs = rankings.runs(_store, _collection)
    return LiveScores(
        [run.name for run in runs],
        len(_opened.queries),
        _rankings(_store, runs, _opened),
        SHOWN,
        (numbered(query, _opened.number_of), fragment, grade),
        revision,
    )


def _rankings(store: Store, runs: list[rankings.Run], opened: Opened) -> Iterator[Rankings]:
    for run in runs:
        read = rankings.read_rankings(store, run)
        numbers = np.array([opened.number_of[i] for i in read.queries.tolist()], dtype=np.int64)
        yield Rankings(numbers, read.starts, read.fragments)
