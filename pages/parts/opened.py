"""What does not change while people grade: the queries and candidates of a collection, read once a process."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from components.words import _
from data import collections, rankings
from data.collections import Collection, Query
from data.store import Store
from evaluation.serving import Pool, pool_collection


@dataclass(frozen=True)
class Opened:
    """key: changes when runs or texts do. number_of: database id of a query → its place."""

    key: tuple[int, ...]
    queries: list[Query]
    number_of: dict[int, int]
    pool: Pool

    def query(self, row_id: int) -> Query:
        """The query with this database id."""
        return self.queries[self.number_of[row_id]]


def opened(store: Store, collection: Collection) -> Opened:
    """The collection as it stands; read again when runs, texts or the pool's depth have changed."""
    run_ids = [run.id for run in rankings.runs(store, collection)]
    key = (collection.pool_depth, collections.texts_version(store, collection), *run_ids)
    with st.spinner(_("Reading the collection…")):
        return _read(str(store.path), collection.id, key, _store=store, _collection=collection)


@st.cache_resource(max_entries=4, show_spinner=False)
def _read(
    path: str, collection_id: int, key: tuple[int, ...], _store: Store, _collection: Collection
) -> Opened:
    columns = []
    for run in rankings.runs(_store, _collection):
        read = rankings.read_rankings(_store, run, first=_collection.pool_depth)
        columns.append((read.queries, read.starts, read.fragments))
    queries = collections.queries(_store, _collection)
    return Opened(
        key=key,
        queries=queries,
        number_of={query.id: number for number, query in enumerate(queries)},
        pool=pool_collection(columns, _collection.pool_depth),
    )
