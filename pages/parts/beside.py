"""Work that goes on beside the pages, so that nobody waits for it."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable

TURN = 0.0005  # seconds that working threads keep others waiting, at each of their statements; Python's own is 0.005


class Beside:
    """Runs one piece of work on a thread of its own when it is asked for, and once more if asked meanwhile.

    work: may look at `asked_again` and return early; it is then called again. The thread ends with the work.
    """

    def __init__(self, name: str, work: Callable[[], None]) -> None:
        self._name, self._work = name, work
        self._lock = threading.Lock()
        self._asked = False
        self._thread: threading.Thread | None = None

    @property
    def asked_again(self) -> bool:
        """Whether somebody has asked since the work began."""
        return self._asked

    def ask(self) -> None:
        """Begins the work, or has it begun again when it is done; returns at once."""
        with self._lock:
            self._asked = True
            sys.setswitchinterval(TURN)
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name=self._name, daemon=True)
                self._thread.start()

    def wait(self) -> None:
        """Returns when nothing is left to do."""
        thread = self._thread
        if thread is not None:
            thread.join()

    def _run(self) -> None:
        try:
            while self._is_wanted():
                self._work()
        except BaseException:
            with self._lock:
                self._thread = None
            raise

    def _is_wanted(self) -> bool:
        with self._lock:
            wanted, self._asked = self._asked, False
            if not wanted:
                self._thread = None
            return wanted
