"""In which browsers a person grades: who has a fragment on two screens is told, or would grade it twice."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import NamedTuple

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

SEEN_FOR = 300.0  # seconds; an open card is heard of every four minutes at least


class Seen(NamedTuple):
    """Where a session grades, in which browser (a number that it gave itself), and when it was heard of last."""

    place: str
    browser: str
    at: float


class Browsers:
    """Which sessions of this process grade where, in which browser. Safe to share between threads.

    is_open: whether the session's page is still open. A session is at one place at a time.
    """

    def __init__(
        self,
        clock: Callable[[], float] = time.monotonic,
        is_open: Callable[[str], bool] = lambda _session: True,
    ) -> None:
        self._lock, self._clock, self._is_open = threading.Lock(), clock, is_open
        self._seen: dict[str, Seen] = {}

    def hear(self, session: str, place: str, browser: str) -> None:
        """Notes that the session grades there, and nowhere else any more."""
        with self._lock:
            self._forget()
            self._seen[session] = Seen(place, browser, self._clock())

    def leave(self, session: str) -> None:
        """The session does not grade any more."""
        with self._lock:
            self._seen.pop(session, None)

    def elsewhere(self, session: str, place: str) -> bool:
        """Whether the person has the place, where the session is now, open in another browser too."""
        with self._lock:
            self._forget()
            mine = self._seen.get(session)
            if mine and mine.place != place:
                mine = self._seen.pop(session)
            others = {
                other
                for other, seen in self._seen.items()
                if mine and mine.place == place == seen.place and seen.browser != mine.browser
            }
        return any(self._is_open(other) for other in others)

    def _forget(self) -> None:
        now = self._clock()
        self._seen = {one: seen for one, seen in self._seen.items() if now - seen.at < SEEN_FOR}


@st.cache_resource(show_spinner=False)
def browsers() -> Browsers:
    """Those of this process."""
    return Browsers(is_open=_is_connected)


def this_session() -> str:
    """A name for the session whose page runs, "" outside of one."""
    context = get_script_run_ctx()
    return context.session_id if context else ""


def _is_connected(session: str) -> bool:
    return st.runtime.exists() and st.runtime.get_instance().is_active_session(session)
