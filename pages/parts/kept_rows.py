"""What stands on a page stays where it is while a person works on it: new rows come at the end."""

from __future__ import annotations

import time
from collections.abc import Hashable, Mapping, Set
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

import streamlit as st

Key = TypeVar("Key", bound=Hashable)
Row = TypeVar("Row")
AT_ONCE = 5  # rows with something left to do
_STATE = "rows of a page"


@dataclass
class KeptRows(Generic[Key, Row]):
    """The rows of a page, from top to bottom. begun: when the page was opened, by the monotonic clock."""

    rows: dict[Key, Row] = field(default_factory=dict)
    begun: float = field(default_factory=time.monotonic)

    def fill(self, newest: Mapping[Key, Row], done: Set[Key], at_once: int = AT_ONCE) -> bool:
        """Adds rows at the end until `at_once` are open; gives whether the page would look otherwise, begun anew.

        newest: those to be shown, the first in front; done: rows of which nothing is left to do.
        """
        open_ = [key for key in self.rows if key not in done]
        left = [key for key in newest if key not in done]
        added = [key for key in left if key not in self.rows]
        for key in added[: max(0, at_once - len(open_))]:
            self.rows[key] = newest[key]
            open_.append(key)
        return len(open_) < len(self.rows) or list(left[: len(open_)]) != open_


def rows_on(page: str, what: Hashable) -> KeptRows[Any, Any]:
    """What this session shows on a page, of what `what` names; nothing at first, and after another page."""
    leave(page)
    of_page = st.session_state.setdefault(_STATE, {"page": page})
    found: KeptRows[Any, Any] = of_page.setdefault(what, KeptRows())
    return found


def leave(page: str) -> None:
    """Forgets the rows of any other page than this one, by its name in the address."""
    if st.session_state.get(_STATE, {}).get("page") != page:
        st.session_state.pop(_STATE, None)
