"""What the grading page stands on: settings, guidelines, meanings, runs; the page is drawn anew when one changes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import streamlit as st

from components.words import _
from data import collections, guidelines, guides, rankings
from data.collections import Collection
from data.guides import Guide
from data.store import Store

_SEEN = "ground of the card"


@dataclass(frozen=True)
class Ground:
    """As read at one moment. version: of the guidelines, 0 if there are none; runs: database ids."""

    version: int
    collection: Collection
    guide: Mapping[int, Guide]
    runs: tuple[int, ...]

    def words(self) -> tuple[int, dict[int, str]]:
        """What an annotator reads before grading: the guidelines' version, and grade → its meaning here."""
        return self.version, {grade: one.meaning for grade, one in self.guide.items() if one.meaning}


def ground_of(store: Store, collection: Collection) -> Ground:
    """As it is now; a few small reads, for it is asked at each grade.

    The version is read before the text: should both change in between, the next look finds another version.
    """
    return Ground(
        guidelines.newest_version(store.db, collection),
        collections.find_collection(store, collection.name),
        guides.guides(store, collection),
        tuple(run.id for run in rankings.runs(store, collection)),
    )


def say_new_words(ground: Ground) -> None:
    """Says that the guidelines or a grade's meaning are others than when this session drew the page last."""
    before = st.session_state.get(_SEEN)
    if before and before[0] == ground.collection.id and before[1] != ground.words():
        st.toast(_("The guidelines have changed: read them in the side bar."), icon=":material/menu_book:")
    st.session_state[_SEEN] = (ground.collection.id, ground.words())
