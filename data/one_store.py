"""The one store of this process: pages and programs share it, so that their writes take turns without waiting."""

from __future__ import annotations

import os
from functools import cache

from data.store import Store

DATABASE = "QUILATE_DATABASE"


def served() -> Store:
    """The database that this process serves, in nobody's hands: named by QUILATE_DATABASE, else quilate.db here."""
    return opened(os.environ.get(DATABASE, "quilate.db"))


@cache
def opened(path: str) -> Store:
    """The store of that file, opened once. Raises StoreError."""
    return Store(path)
