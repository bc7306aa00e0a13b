"""The order in which a collection's queue serves, worked out beside the serving: no grade ever waits for it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from functools import partial

import numpy as np
import streamlit as st

from data import judgements, queues, vectors
from data.collections import Collection
from data.store import Store
from evaluation.decide import decide
from evaluation.live import LiveScores
from evaluation.pool_bias import Stop, when_to_stop
from evaluation.pooling import Served, at_random, by_hedge, by_likelihood, by_rank
from evaluation.serving import by_query
from evaluation.unjudged import Estimate
from pages.parts.beside import Beside
from pages.parts.judged_pools import holes_of
from pages.parts.live import live_of
from pages.parts.measures import MAIN
from pages.parts.opened import Opened
from pages.parts.suspects import Suspects, suspects_of

AT_ONCE = 500  # queries of a collection that is read as a whole; of a larger one, those that are served
REST = 15  # times as long as it worked the thread rests, for those who grade
SOON = 0.5  # seconds
DECIDED_FOR = 10  # acts after which what decides between two runs is worked out again


class Orders:
    """The orders of one collection, for all sessions of the process. Queries are database ids.

    Until the model has read a query its candidates come by rank; until the runs are read, in no order.
    """

    def __init__(self, store: Store, collection: Collection, content: Opened) -> None:
        self._store, self._collection, self._content = store, collection, content
        self._live: LiveScores | None = None
        self._is_open = threading.Event()
        self._found: Suspects | None = None
        self._vectors: object = None
        self._revision = 0
        self._unread: list[int] | None = None
        self._wanted: set[int] = set()
        self._kept: dict[int, tuple[Estimate | None, Mapping[int, int], list[Served]]] = {}
        self._stops: dict[int, tuple[Estimate, Stop]] = {}
        self._across: list[tuple[int, list[Served]]] = []
        self._decided_at: int | None = None
        self._beside = Beside(f"orders of {collection.name}", self._catch_up)

    def follow(self) -> None:
        """Begins to take in what was judged since; returns at once."""
        self._beside.ask()

    def begin(self) -> None:
        """The same for who opens a page: returns when the runs are read, so that there is an order, or soon."""
        self._beside.ask()
        self._is_open.wait(SOON)

    def wait(self) -> None:
        """Returns when all that was asked for is taken in."""
        self._beside.wait()

    def across(self) -> list[tuple[int, list[Served]]]:
        """What decides between the two chosen runs, over many queries; empty in other orders."""
        return self._across

    def of(self, query: int, judged: Mapping[int, int]) -> list[Served]:
        """The unjudged candidates of a query, those to be served first in front. judged: its agreed grades."""
        if self._live is None:
            return []
        estimate, kept = self._estimate(query), self._kept.get(query)
        if kept is None or kept[0] is not estimate or kept[1] != judged:
            kept = self._kept[query] = estimate, judged, self._order(self._live, query, judged)
        return kept[2]

    def texts(self, query: int) -> dict[int, int]:
        """Candidate of a query → what tells its text from others; empty as long as that is not known."""
        return self._found.texts(self._content.pool.of(query)) if self._found else {}

    def chances(self, query: int, judged: Mapping[int, int]) -> dict[int, float]:
        """How likely each unjudged candidate of a query is to be relevant; empty as long as that is not known."""
        estimate = self._estimate(query)
        if estimate is None:
            return {}
        left = self._left(query, estimate, judged)
        return dict(zip(left.fragments.tolist(), left.probability.tolist(), strict=True))

    def stop(self, query: int) -> Stop | None:
        """Whether a query is worth going on with; None as long as that is not known.

        It is not known before the judged queries are read: what is judged of them tells of this one.
        """
        estimate, kept = self._estimate(query), self._stops.get(query)
        if estimate is None or self._live is None or not self._is_settled(query):
            return None
        if kept is None or kept[0] is not estimate:
            judged = self.agreed(query)
            left = self._left(query, estimate, judged)
            rankings = self._rankings(self._live, query)
            kept = self._stops[query] = estimate, when_to_stop([rankings], [judged], [left])[0]
        return kept[1]

    def agreed(self, query: int) -> dict[int, int]:
        """The agreed grades of a query as far as they have been taken in."""
        return {} if self._live is None else self._live.grades_of(self._content.number_of[query])

    def _estimate(self, query: int) -> Estimate | None:
        """The newest estimate; asks for one where there is none."""
        number = self._content.number_of[query]
        found = self._found.latest(number) if self._found else None
        if found is None and number not in self._wanted:
            self._wanted.add(number)
            self._beside.ask()
        return found

    def _is_settled(self, query: int) -> bool:
        return self._found is not None and self._found.is_settled(self._content.number_of[query])

    def _left(self, query: int, estimate: Estimate, judged: Mapping[int, int]) -> Estimate:
        """The estimate of the candidates that nobody has judged."""
        return estimate.only([f for f in self._content.pool.of(query) if f not in judged])

    def _rankings(self, live: LiveScores, query: int) -> list[list[int]]:
        number, depth = self._content.number_of[query], self._collection.pool_depth
        return [live.ranking(run, number)[:depth].tolist() for run in range(len(live.runs))]

    def _order(self, live: LiveScores, query: int, judged: Mapping[int, int]) -> list[Served]:
        depth, order = self._collection.pool_depth, self._collection.queue_order
        rankings = self._rankings(live, query)
        if order == queues.RANDOM:
            return at_random(self._content.pool.of(query), judged, seed=query)
        if order == queues.HEDGE:
            return by_hedge(rankings, depth, judged)
        chances = self.chances(query, judged)
        if order == queues.RANK or not chances:
            return by_rank(rankings, depth, judged)
        return by_likelihood(list(chances), np.array(list(chances.values())), rankings)

    def _catch_up(self) -> None:
        """Follows the log, reads what is wanted first, then the collection, until somebody asks again."""
        try:
            found, live = self._open()
            after, touched = judgements.touched_queries(self._store, self._collection, self._revision)
            wanted = list(self._wanted)
            for number in [*wanted, *(self._content.number_of[query] for query in touched)]:
                _follow(found, number)
            self._revision = after
            is_read = self._read_on(found, live)
            if self._collection.queue_order == queues.DECIDE and is_read:
                self._decide(found, live)
        finally:
            self._store.close()

    def _open(self) -> tuple[Suspects, LiveScores]:
        live = self._live = live_of(self._store, self._collection, self._content)
        self._is_open.set()
        vectored = vectors.imported(self._store, self._collection)
        if self._found is None or vectored != self._vectors:
            self._revision, self._unread, self._vectors = live.revision, None, vectored
            self._found = suspects_of(self._store, self._collection, self._content)
        return self._found, live

    def _read_on(self, found: Suspects, live: LiveScores) -> bool:
        """The judged queries first: what is known of them tells of the others. Gives whether all is read.

        When they are read, what was estimated before is estimated again, for those who wait first.
        """
        if self._unread is None:
            judged = [query for query in live.judged_queries() if query in set(found.asked)]
            whole = len(found.asked) <= AT_ONCE or self._collection.queue_order == queues.DECIDE
            rest = sorted(set(found.asked) - set(judged)) if whole else []
            self._unread = [*rest[::-1], *judged[::-1]]
        while not self._beside.asked_again:
            if (early := found.next_early(self._wanted)) is not None:
                _rested(partial(found.estimate_again, early))
            elif self._unread:
                _follow(found, self._unread.pop())
            else:
                return True
        return False

    def _decide(self, found: Suspects, live: LiveScores) -> None:
        """What decides between the two chosen runs, anew when enough was judged since."""
        pair = queues.between(self._store, self._collection)
        is_new = self._decided_at is None or self._revision - self._decided_at >= DECIDED_FOR
        if pair is None or not is_new or not live.judged_queries():
            return
        made, numbers = holes_of(found)
        queue = decide(made, *(live.runs.index(name) for name in pair), MAIN).queue
        asked = [self._content.queries[number].id for number in numbers]
        self._across = by_query([(asked[query], served) for query, served in queue])
        self._decided_at = self._revision


def orders(store: Store, collection: Collection, content: Opened) -> Orders:
    """The orders of the collection as it is set now, which begin to take in what was judged since."""
    key = (
        *content.key,
        collection.rule,
        collection.threshold,
        collection.queue_order,
        collection.decide_a,
        collection.decide_b,
    )
    found = _orders(
        str(store.path), collection.id, key, _store=store, _collection=collection, _content=content
    )
    found.begin()
    return found


@st.cache_resource(max_entries=4, show_spinner=False)
def _orders(
    path: str,
    collection_id: int,
    key: tuple[object, ...],
    _store: Store,
    _collection: Collection,
    _content: Opened,
) -> Orders:
    return Orders(_store, _collection, _content)


def _follow(found: Suspects, query: int) -> None:
    """Takes in what was judged of one query."""
    _rested(partial(found.follow, [query]))


def _rested(step: Callable[[], None]) -> None:
    """One step, after which the thread rests."""
    start = time.perf_counter()
    step()
    time.sleep(REST * (time.perf_counter() - start))
