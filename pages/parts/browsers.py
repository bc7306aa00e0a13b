"""In which browsers a person grades: who has a fragment on two screens is told, or would grade it twice."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

import streamlit as st

SEEN_FOR = 300.0  # seconds; an open card is heard of every four minutes at least


class Browsers:
    """When each browser of each person was heard of last, in this process. Safe to share between threads."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._lock, self._clock = threading.Lock(), clock
        self._heard: dict[str, dict[str, float]] = {}

    def hear(self, place: str, browser: str) -> bool:
        """Notes a browser (a number that it gave itself); whether another of the place was heard of lately."""
        now = self._clock()
        with self._lock:
            heard = {one: at for one, at in self._heard.get(place, {}).items() if now - at < SEEN_FOR}
            self._heard[place] = {**heard, browser: now}
        return bool(heard.keys() - {browser})


@st.cache_resource(show_spinner=False)
def browsers() -> Browsers:
    """Those of this process."""
    return Browsers()
