"""The disagreements of a collection in order of their effect, computed once for each state of the log."""

from __future__ import annotations

import streamlit as st

from data import judgements, settling
from data.collections import Collection
from data.store import Store
from evaluation.alone import Disagreement, disagreements
from evaluation.live import LiveScores
from pages.parts.measures import MAIN
from pages.parts.opened import Opened


def ranked(store: Store, collection: Collection, content: Opened, live: LiveScores) -> list[Disagreement]:
    """Pairs with different grades and no decision, the one that could move the leaderboard most first."""
    state = (*content.key, collection.rule, collection.threshold, judgements.revision(store))
    found: list[Disagreement] = _ranked(
        str(store.path),
        collection.id,
        state,
        _store=store,
        _collection=collection,
        _content=content,
        _live=live,
    )
    return found


@st.cache_data(max_entries=4, show_spinner=False)
def _ranked(
    path: str,
    collection: int,
    state: tuple[object, ...],
    _store: Store,
    _collection: Collection,
    _content: Opened,
    _live: LiveScores,
) -> list[Disagreement]:
    pairs = [
        (_content.number_of[query], fragment, grades)
        for query, fragment, grades in settling.disagreeing(_store, _collection)
    ]
    return disagreements(_live, pairs, MAIN)
