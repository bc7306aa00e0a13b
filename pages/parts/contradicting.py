"""The contradictions of a collection, found anew when a judgement has been given."""

from __future__ import annotations

import streamlit as st

from data import collections, judgements
from data.collections import Collection
from data.store import Store
from evaluation.contradictions import Contradiction, Given, contradictions
from pages.parts.agreed import agreed_columns
from pages.parts.suspects import Progress


def contradicting(store: Store, collection: Collection, progress: Progress) -> list[Contradiction]:
    """Those of now, database ids, the widest gap first."""
    size = collections.sizes(store, collection)
    key = judgements.revision(store), size.fragments
    return _found(str(store.path), collection.id, key, _store=store, _collection=collection, _tell=progress)


def counting_grades(store: Store, collection: Collection, query: int) -> dict[int, int]:
    """Fragment → the grade that counts, by decision or rule, of one query."""
    _query, fragment, grade = agreed_columns(store, collection, query)
    return dict(zip(fragment.tolist(), grade.tolist(), strict=True))


@st.cache_data(max_entries=4, show_spinner=False)
def _found(
    path: str,
    collection_id: int,
    key: tuple[int, int],
    _store: Store,
    _collection: Collection,
    _tell: Progress,
) -> list[Contradiction]:
    rows = judgements.grade_rows(_store, _collection)
    columns = (rows.query, rows.fragment, rows.person, rows.grade, rows.settled)
    given = [Given(*row) for row in zip(*(column.tolist() for column in columns), strict=True)]
    fragments = collections.fragments(_store, {one.fragment for one in given})
    texts = {i: f"{fragment.title}\n{fragment.text}" for i, fragment in fragments.items()}
    return contradictions(given, texts, progress=_tell)
