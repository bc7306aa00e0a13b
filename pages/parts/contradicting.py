"""The contradictions of a collection: found beside the pages, and of a query anew when its grades or texts change."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from functools import partial
from itertools import groupby

import streamlit as st

from components.words import ngettext, whole
from data import collections, judgements
from data.collections import Collection
from data.judgements import GradeRows
from data.store import Store
from evaluation.contradictions import Contradiction, Given, contradictions, widest_first
from pages.parts.while_looked_at import WhileLookedAt

Key = tuple[tuple[Given, ...], int]


class Contradicting:
    """Those of one collection, for all sessions of the process. Safe to share between threads; database ids."""

    def __init__(self, store: Store, collection: Collection) -> None:
        self._store, self._collection = store, collection
        self._lock, self._following = threading.Lock(), threading.Lock()
        self._revision: int | None = None
        self._texts_version = -1
        self._given: dict[int, tuple[Given, ...]] = {}
        self._unread: list[int] = []
        self._kept: dict[int, tuple[Key, list[Contradiction]]] = {}
        self._beside = WhileLookedAt(f"contradictions of {collection.name}", self._work)

    def begin(self, within: float) -> None:
        """Looks beside through what has not been, or through all again after an import of texts.

        Returns when all is done, or after `within` seconds.
        """
        texts = collections.texts_version(self._store, self._collection)
        with self._lock:
            if texts != self._texts_version:
                self._unread, self._texts_version = sorted(self._given, reverse=True), texts
        self._beside.begin(within)

    def follow(self) -> None:
        """Takes in what was judged or settled since: the queries that it touches, at once. Keeps the rest going."""
        if self._revision is not None:
            self._follow()
        self._beside.begin(0)

    @property
    def is_done(self) -> bool:
        """Whether all queries have been looked through."""
        return self._revision is not None and not self._unread

    @property
    def progress(self) -> str:
        """How far it is, as a line; "" when all are looked through."""
        if self.is_done:
            return ""
        every, left = len(self._given), len(self._unread)
        return ngettext(
            "{read} of {n} query looked through so far",
            "{read} of {n} queries looked through so far",
            every,
            read=whole(every - left),
        )

    def found(self) -> list[Contradiction]:
        """Those known so far, the widest gap first."""
        return widest_first(one for _key, found in list(self._kept.values()) for one in found)

    def _work(self) -> bool:
        try:
            if self._revision is None:
                self._read_grades()
            self._follow()
            while self._unread and self._beside.goes_on:
                self._beside.step(partial(self._look, self._unread[-1:]))
            return not self._unread
        finally:
            self._store.close()

    def _read_grades(self) -> None:
        """The grades of all queries; the revision is read first, so that nothing is missed in between."""
        revision, _touched = judgements.touched_queries(self._store, self._collection, 0)
        given = _by_query(judgements.grade_rows(self._store, self._collection))
        with self._lock:
            self._given, self._unread, self._revision = given, sorted(given, reverse=True), revision

    def _follow(self) -> None:
        with self._following:
            after, touched = judgements.touched_queries(self._store, self._collection, self._revision or 0)
            for query in touched:
                rows = judgements.grade_rows(self._store, self._collection, query)
                self._given = {**self._given, query: (), **_by_query(rows)}
            self._look(touched)
            self._revision = after

    def _look(self, queries: Iterable[int]) -> None:
        """Finds those of the queries anew where grades or texts are others than before."""
        for query in queries:
            given = self._given[query]
            texts = self._texts(given)
            key = given, hash(tuple(sorted(texts.items())))
            if query not in self._kept or self._kept[query][0] != key:
                self._kept[query] = key, contradictions(given, texts) if texts else []
            with self._lock:
                if query in self._unread:
                    self._unread.remove(query)

    def _texts(self, given: Iterable[Given]) -> dict[int, str]:
        """By fragment; none where there is nothing to compare."""
        graded = {one.fragment for one in given}
        if len(graded) < 2 or len({one.grade for one in given}) < 2:
            return {}
        fragments = collections.fragments(self._store, graded)
        return {i: f"{fragment.title}\n{fragment.text}" for i, fragment in fragments.items()}


def _by_query(rows: GradeRows) -> dict[int, tuple[Given, ...]]:
    columns = (rows.query, rows.fragment, rows.person, rows.grade, rows.settled)
    given = [Given(*row) for row in zip(*(column.tolist() for column in columns), strict=True)]
    given.sort(key=lambda one: (one.query, one.fragment, one.person))
    return {query: tuple(mine) for query, mine in groupby(given, key=lambda one: one.query)}


def contradicting(store: Store, collection: Collection) -> Contradicting:
    """Those of the collection; nothing has begun yet."""
    key = str(store.path), collections.birth(store, collection), collection.id
    return _contradicting(*key, _store=store, _collection=collection)


@st.cache_resource(max_entries=4, show_spinner=False)
def _contradicting(
    path: str, birth: str, collection_id: int, _store: Store, _collection: Collection
) -> Contradicting:
    return Contradicting(_store, _collection)
