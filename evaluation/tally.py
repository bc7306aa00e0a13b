"""Keeps count of what is judged in a collection's pool, so that nobody counts it anew at every grade."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from evaluation.serving import Pool

Row = tuple[int, int, int, str]
_JUDGED, _LATER = 1, 2
_FRAGMENT_BITS = 32


class Tally:
    """How many judgements each candidate of a pool has, and which of them each person did.

    Fed with rows (query, fragment, person, act) that hold; act: grade, cant_tell or skip. Safe to share
    between threads. revision: of the log, up to which it is fed; kept by the caller. by_all: bool [p], which
    candidates everybody judges, however many judgements they have.
    """

    def __init__(
        self,
        pool: Pool,
        wanted: int,
        rows: Iterable[Row],
        revision: int,
        by_all: NDArray[np.bool_] | None = None,
    ) -> None:
        self._by_all = np.zeros(len(pool.fragments), dtype=bool) if by_all is None else by_all
        self.pool, self.wanted, self.revision = pool, wanted, revision
        self._lock = threading.Lock()
        self._grades = np.zeros(len(pool.fragments), dtype=np.int16)
        self._own: dict[int, NDArray[np.uint8]] = {}
        self._pairs = np.repeat(pool.queries, np.diff(pool.starts)) << _FRAGMENT_BITS | pool.fragments
        self._add(list(rows))

    def put(self, queries: dict[int, list[Row]], revision: int) -> None:
        """Replaces what is known of these queries by their rows, and notes the revision."""
        with self._lock:
            for query in queries:
                self._forget(query)
            self._add([row for rows in queries.values() for row in rows])
            self.revision = max(self.revision, revision)

    def done(self) -> int:
        """How many candidates of the collection have as many judgements as are wanted."""
        return int(np.count_nonzero(self._grades >= self.wanted))

    def left(self, person: int, later_too: bool) -> NDArray[np.int64]:
        """How many candidates of each of `pool.queries` the person has still to judge, int64 [q].

        later_too: count those that the person put off as well.
        """
        open_ = (self._grades < self.wanted) | self._by_all
        own = self._own.get(person)
        if own is not None:
            open_ &= own != _JUDGED
            if not later_too:
                open_ &= own != _LATER
        counts = np.concatenate(([0], np.cumsum(open_)))[self.pool.starts]
        return np.diff(counts)

    def _forget(self, query: int) -> None:
        place = int(np.searchsorted(self.pool.queries, query))
        if place == len(self.pool.queries) or self.pool.queries[place] != query:
            return
        candidates = slice(int(self.pool.starts[place]), int(self.pool.starts[place + 1]))
        self._grades[candidates] = 0
        for own in self._own.values():
            own[candidates] = 0

    def _add(self, rows: Sequence[Row]) -> None:
        if not rows or not len(self._pairs):
            return
        queries, fragments, people, acts = zip(*rows, strict=True)
        pairs = np.array(queries, dtype=np.int64) << _FRAGMENT_BITS | np.array(fragments, dtype=np.int64)
        at = np.searchsorted(self._pairs, pairs)
        inside = at < len(self._pairs)
        inside[inside] = self._pairs[at[inside]] == pairs[inside]
        at, person, act = at[inside], np.array(people)[inside], np.array(acts)[inside]
        np.add.at(self._grades, at[act == "grade"], 1)
        did = np.where(act == "skip", _LATER, _JUDGED)
        for someone in np.unique(person).tolist():
            own = self._own.setdefault(someone, np.zeros(len(self._pairs), dtype=np.uint8))
            own[at[person == someone]] = did[person == someone]
