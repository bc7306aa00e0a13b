"""Work beside the pages that goes on as long as a page looks at what it gives, and tells when all is done."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from pages.parts.beside import Beside

SOON = 1.0  # seconds that a page waits before it shows what there is so far
SOON_AFTER = 0.3  # the same after a grade, which touches little
EVERY = 1.0  # seconds after which a page looks again while there is something to do
PATIENCE = 10.0  # seconds after which the work ends where no page asks any more
REST = 1.0  # times as long as it worked the thread rests


class WhileLookedAt:
    """Runs one piece of work on a thread of its own. Safe to share between threads.

    work: takes in what is new, then does step after step while `goes_on`; gives whether all is done.
    """

    def __init__(self, name: str, work: Callable[[], bool]) -> None:
        self._work = work
        self._asked = self._done = 0
        self._asked_at = 0.0
        self._told = threading.Condition()
        self._beside = Beside(name, self._run)

    def begin(self, within: float) -> None:
        """Begins, or takes in what is new; returns when nothing is left to do, or after `within` seconds."""
        with self._told:
            self._asked += 1
            number, self._asked_at = self._asked, time.monotonic()
            self._beside.ask()
            self._told.wait_for(lambda: self._done >= number, within)

    @property
    def goes_on(self) -> bool:
        """Whether somebody still looks, and nobody has asked for something new."""
        return not self._beside.asked_again and time.monotonic() - self._asked_at < PATIENCE

    def step(self, do: Callable[[], None]) -> None:
        """One step, after which the thread rests, for those who grade."""
        start = time.perf_counter()
        do()
        time.sleep(REST * (time.perf_counter() - start))

    def _run(self) -> None:
        number = self._asked
        if self._work():
            with self._told:
                self._done = number
                self._told.notify_all()
