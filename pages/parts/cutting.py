"""What the page about k needs from the store: recall over k, the lengths of the texts that would fill the prompt."""

from __future__ import annotations

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from components.words import _
from data.fragment_lengths import text_lengths
from evaluation.cutoffs import Suggestion, plateau, token_counts
from evaluation.values import Int
from pages.parts.charts_of_runs import recall_of
from pages.parts.compared import Compared, grid

CHARACTERS_A_TOKEN = 4


def token_lengths(shown: Compared, run: int, places: NDArray[np.intp], deepest: int) -> Int | None:
    """Length of the text of each of the first `deepest` results in tokens, int32 [query, depth]; 0 below these.

    None where fragments have no text.

    A token is taken as 4 characters: shares of a prompt come out the same whatever the length of a token is.
    """
    return _lengths((*shown.key, run, places.tobytes(), deepest), shown, run, places, deepest)


@st.cache_resource(max_entries=8, show_spinner=False)
def _lengths(
    key: tuple[object, ...], _shown: Compared, _run: int, _places: NDArray[np.intp], _deepest: int
) -> Int | None:
    fragments = grid(_shown).fragment[_run, _places, :_deepest]
    lengths = text_lengths(_shown.store, (int(i) for i in np.unique(fragments) if i >= 0))
    tokens = {i: -(-characters // CHARACTERS_A_TOKEN) for i, characters in lengths.items()}
    return token_counts(grid(_shown).fragment[_run, _places], tokens) if any(tokens.values()) else None


def candidates_needed(shown: Compared, retriever: int, tag: str) -> Suggestion:
    """How many candidates to take from a run, by its recall over the queries with a tag."""
    return _plateau((*shown.key, retriever, tag, shown.tags_key(tag)), shown, retriever, tag)


@st.cache_resource(max_entries=16, show_spinner=False)
def _plateau(key: tuple[object, ...], _shown: Compared, _retriever: int, _tag: str) -> Suggestion:
    return plateau(recall_of(_shown, _retriever, _tag))


def fewest_queries() -> None:
    """Says that there is too little to suggest anything."""
    st.info(_("At least two queries with a known relevant fragment are needed to suggest a k."))
