"""How far the grading of a collection has come, and what is left for whom: one count for every page."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from data import judgements, reservations, shares
from data.collections import Collection, Person
from data.permissions import allows
from data.store import Store
from evaluation.tally import Row, Tally
from pages.parts.opened import Opened


@dataclass(frozen=True)
class Work:
    """Counts of candidates: those that are done, and all."""

    done: int
    candidates: int


def work(store: Store, collection: Collection, person: Person, opened: Opened) -> Work:
    """Done is what is not left for the person; for who does not grade, what has as many judgements as are wanted."""
    total = len(opened.pool.fragments)
    if not allows(person.role, "grade"):
        return Work(read_tally(store, collection, opened).done(), total)
    return Work(total - int(left_for(store, collection, opened, person).sum()), total)


def left_for(store: Store, collection: Collection, opened: Opened, person: Person) -> NDArray[np.int64]:
    """How many candidates of each query of the pool the person may still judge, int64 [q].

    What they put off ("later") is left, and the part that everybody judges until they judged it. Nothing is left in
    a query that is given to others, or that they, or as many people as are wanted, said nothing answers.
    """
    tally = read_tally(store, collection, opened)
    left = tally.left(person.id, later_too=True)
    closed = reservations.closed_queries(store.db, collection, person)
    left[np.isin(tally.pool.queries, list(closed))] = 0
    return left


def read_tally(store: Store, collection: Collection, opened: Opened) -> Tally:
    """The count of what is judged, shared by all sessions of the process, fed up to the log's newest revision."""
    tally = _first_tally(
        str(store.path),
        collection.id,
        collection.wanted,
        (*opened.key, collection.shared),
        _opened=opened,
        _store=store,
        _collection=collection,
    )
    revision, touched = judgements.touched_queries(store, collection, tally.revision)
    if touched:
        tally.put({query: _rows(store, query) for query in touched}, revision)
    return tally


@st.cache_resource(max_entries=8, show_spinner=False)
def _first_tally(
    path: str,
    collection: int,
    wanted: int,
    key: tuple[float, ...],
    _opened: Opened,
    _store: Store,
    _collection: Collection,
) -> Tally:
    revision = judgements.revision(_store)
    rows = judgements.rows_in_force(_store, collection)
    queries = np.repeat(_opened.pool.queries, np.diff(_opened.pool.starts))
    return Tally(
        _opened.pool, wanted, rows, revision, shares.shared(_collection, queries, _opened.pool.fragments)
    )


def _rows(store: Store, query: int) -> list[Row]:
    return [(row.query, row.fragment, row.person, row.act) for row in judgements.held(store, query)]
