"""What one person is served next: query by query, in the collection's order, and what the audit draws."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from data import history, judgements, shares
from data.collections import Collection, Person
from data.judgements import Held
from data.reservations import Queue
from data.served import reason
from data.store import Store
from evaluation.pooling import Served, draw_audit, lot_falls
from evaluation.reasons import name_of
from evaluation.serving import copies_last, serve
from evaluation.tally import Tally
from pages.parts.opened import Opened
from pages.parts.orders import Orders


@dataclass(frozen=True)
class Serving:
    """One person's queue. query: in the list view the query whose pool is on the page, else None.

    seed: names the person's place in this database, so that no other draws the same lots. leaves: the query that
    the person left, which comes last.
    """

    store: Store
    collection: Collection
    person: Person
    content: Opened
    orders: Orders
    query: int | None
    seed: str
    leaves: int | None = None

    def queues(self, tally: Tally) -> Iterator[Queue]:
        """Queries with what is open in them: from the one last worked on and then round, what was put off last."""
        if self.query is not None:
            for later in (False, True):
                yield self.query, self._order(self.query, later)
            return
        newest = history.last_acts(self.store, self.collection, self.person, 1)
        start = int(np.searchsorted(tally.pool.queries, newest[0].query)) if newest else 0
        if self.leaves is not None:
            start = int(np.searchsorted(tally.pool.queries, self.leaves)) + 1
        for query, chunk in self.orders.across():
            if query != self.leaves:
                yield query, self._order(query, later=False, chunk=chunk)
        for later in (False, True):
            left = np.roll(tally.left(self.person.id, later), -start)
            for place in np.flatnonzero(left).tolist():
                query = int(tally.pool.queries[(place + start) % len(left)])
                yield query, self._order(query, later)

    def _order(self, query: int, later: bool, chunk: Sequence[Served] | None = None) -> dict[int, str]:
        """The open candidates of a query as they are served, and why; only those put off, or only the others.

        chunk: only these, in this order, instead of the query's own order.
        """
        held = judgements.held(self.store, query)
        own = [row for row in held if row.person == self.person.id]
        put_off = {row.fragment for row in own if row.act == "skip"}
        pool = self.content.pool.of(query)
        by_all = shares.shared(self.collection, np.full(len(pool), query), np.array(pool, dtype=np.int64))
        everybodys = {
            fragment for fragment, is_shared in zip(pool, by_all.tolist(), strict=True) if is_shared
        }
        judged = self._judged(query, held)
        queue = serve(
            pool,
            Counter(row.fragment for row in held if row.act == "grade" and row.fragment not in everybodys),
            {row.fragment for row in own if row.act != "skip"},
            put_off,
            self.collection.wanted,
            f"{self.person.id}/{query}",
            self.orders.of(query, judged) if chunk is None else chunk,
        )
        queue = copies_last(queue, self.orders.texts(query), judged)
        wanted = None if chunk is None else {served.fragment for served in chunk}
        return {
            served.fragment: _reason(served)
            for served in queue
            if (served.fragment in put_off) == later and (wanted is None or served.fragment in wanted)
        }

    def _judged(self, query: int, held: Sequence[Held]) -> dict[int, int]:
        """The query's agreed grades, and those that have not been taken in yet."""
        newest = {row.fragment: row.grade for row in held if row.grade is not None}
        agreed = self.orders.agreed(query)
        return newest | {fragment: agreed[fragment] for fragment in newest.keys() & agreed.keys()}

    def audit(self, query: int, place: int) -> tuple[int, str] | None:
        """What the audit draws for one place of the queue, mostly None; in a list all is served."""
        seed = f"{self.seed}/{judgements.revision(self.store)}/{query}/{place}"
        if self.query is not None or not lot_falls(self.collection.audit, seed):
            return None
        judged = self._judged(query, judgements.held(self.store, query))
        pool = set(self.content.pool.of(query))
        found = sum(grade >= 1 for fragment, grade in judged.items() if fragment in pool)
        drawn = draw_audit(self.orders.chances(query, judged), found, seed)
        return None if drawn is None else (drawn.fragment, _reason(drawn))


def _reason(served: Served) -> str:
    return reason(name_of(served.reason), served.values) if served.reason else ""
