"""A collection read from the store into the pure rooms, once for all sessions of the process."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from components.words import _
from data import collections, rankings
from data.collections import Collection, Query
from data.rankings import RunRankings
from data.store import Store
from evaluation.serving import Pool, pool_collection


@dataclass(frozen=True)
class Opened:
    """What does not change while people grade: the queries, the runs' rankings, the candidates."""

    queries: list[Query]
    runs: list[RunRankings]
    pool: Pool

    def query(self, row_id: int) -> Query:
        """The query with this database id."""
        return next(query for query in self.queries if query.id == row_id)


def opened(store: Store, collection: Collection) -> Opened:
    """The collection as it stands; read again when a run, a query or the pool's depth has changed."""
    run_ids = tuple(run.id for run in rankings.runs(store, collection))
    size = collections.sizes(store, collection)
    with st.spinner(_("Reading the collection…")):
        return _read(str(store.path), collection, run_ids, (size.queries, size.fragments), _store=store)


@st.cache_resource(max_entries=4, show_spinner=False)
def _read(
    path: str, collection: Collection, run_ids: tuple[int, ...], size: tuple[int, int], _store: Store
) -> Opened:
    runs = [rankings.read_rankings(_store, run) for run in rankings.runs(_store, collection)]
    columns = [(run.queries, run.starts, run.fragments) for run in runs]
    return Opened(
        queries=collections.queries(_store, collection),
        runs=runs,
        pool=pool_collection(columns, collection.pool_depth),
    )
