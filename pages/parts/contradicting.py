"""The contradictions of a collection, found anew when a judgement has been given."""

from __future__ import annotations

import streamlit as st

from data import collections, judgements
from data.collections import Collection
from data.store import Store
from evaluation.contradictions import Contradiction, Given, contradictions
from pages.parts.suspects import Progress

KEPT = 4


def contradicting(store: Store, collection: Collection, progress: Progress) -> list[Contradiction]:
    """Those of now, database ids, the widest gap first."""
    fragments = collections.sizes(store, collection).fragments
    key = (str(store.path), collection.id, judgements.revision(store), fragments)
    kept = _kept()
    found = kept.get(key)
    if found is None:
        if len(kept) >= KEPT:
            kept.clear()
        found = kept[key] = _find(store, collection, progress)
    return found


@st.cache_resource(show_spinner=False)
def _kept() -> dict[tuple[str, int, int, int], list[Contradiction]]:
    """What was found, by all that it depends on; not cached by Streamlit itself, which cannot show progress then."""
    return {}


def _find(store: Store, collection: Collection, progress: Progress) -> list[Contradiction]:
    rows = judgements.grade_rows(store, collection)
    columns = (rows.query, rows.fragment, rows.person, rows.grade, rows.settled)
    given = [Given(*row) for row in zip(*(column.tolist() for column in columns), strict=True)]
    fragments = collections.fragments(store, {one.fragment for one in given})
    texts = {i: f"{fragment.title}\n{fragment.text}" for i, fragment in fragments.items()}
    return contradictions(given, texts, progress=progress)
