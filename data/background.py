"""An import that runs beside the page that began it, so that it can be watched and cancelled."""

from __future__ import annotations

import threading

from data.checking import Check
from data.collections import Collection
from data.importing import Cancelled, import_checked
from data.store import Store
from data.trouble import StoreError


class Import:
    """One import on a thread of its own. Closing the page does not end it; `cancel` does, and keeps nothing.

    parts: what it brings → how many. share: how much is done, 0–1. collection: what it went into, None until it is
    done. failure: why it ended without that, in words; "" for one that was cancelled.
    """

    def __init__(self, store: Store, check: Check) -> None:
        self.name, self.parts = check.collection, check.parts
        self.share = 0.0
        self.collection: Collection | None = None
        self.failure: str | None = None
        self._store, self._check = store, check
        self._cancelled = threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"import into {self.name}", daemon=True)
        self._thread.start()

    @property
    def is_over(self) -> bool:
        """Whether it is done, cancelled or failed."""
        return not self._thread.is_alive()

    def cancel(self) -> None:
        """Ends it at its next step; what it wrote is rolled back."""
        self._cancelled.set()

    def wait(self) -> None:
        """Returns when it is over."""
        self._thread.join()

    def _run(self) -> None:
        try:
            self.collection = import_checked(self._store, self._check, self._step)
        except Cancelled:
            self.failure = ""
        except StoreError as error:
            self.failure = str(error)
        except BaseException as error:
            self.failure = f"{type(error).__name__}: {error}"
            raise
        finally:
            self._store.close()

    def _step(self, share: float) -> None:
        self.share = share
        if self._cancelled.is_set():
            raise Cancelled
