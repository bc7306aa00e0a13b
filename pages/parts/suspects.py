"""The unjudged fragments of a collection that are likely relevant, kept up to date for all sessions."""

from __future__ import annotations

import threading
from collections.abc import Callable, Container, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from heapq import merge
from itertools import islice

import numpy as np
import streamlit as st

from data import collections, flags, vectors
from data.collections import Collection
from data.fragment_lengths import text_lengths
from data.store import Store
from evaluation import unjudged
from evaluation.contradictions import Offer, offers, plain
from evaluation.cores import one_thread
from evaluation.live import LiveScores
from evaluation.unjudged import (
    Candidates,
    Estimate,
    Flag,
    Model,
    Near,
    Terms,
    candidates,
    found_by_one,
    near_duplicates,
    nearest_relevant,
    terms,
)
from pages.parts.live import live_of
from pages.parts.opened import Opened, opened

DEPTH = 100
LIKELY = (
    8  # of each list of a query, for which it is kept what a row shows: their pools need not be read again
)
ENOUGH = 500  # judged queries; once they are read, the others change little of what is estimated of a query
KEPT_POOLS = 16  # whose likenesses stay in memory here; a pool of 350 fragments takes a few megabytes
Open = Callable[[int, int], bool]


@dataclass(frozen=True)
class Suspect:
    """An unjudged fragment. query: its number; ranks: (run, rank) of the runs that have it, best first.

    nearest: the judged relevant fragment whose text (without texts: whose ranks) is most like it; twins: fragments
    of the pool with nearly the same text.
    """

    query: int
    fragment: int
    probability: float
    ranks: tuple[tuple[int, int], ...]
    nearest: Near | None
    twins: tuple[int, ...]

    @property
    def listed(self) -> str:
        """Which of the two lists it is in."""
        return flags.ALONE if found_by_one([rank for _run, rank in self.ranks]) else flags.AGREED


class Suspects:
    """The model over one collection's pools. Safe to share between threads; after a grade one query is redone."""

    def __init__(self, store: Store, collection: Collection, live: LiveScores, content: Opened) -> None:
        self._lock = threading.Lock()
        self._store, self._collection, self._live, self._content = store, collection, live, content
        runs = range(len(live.runs))
        rankings = [
            [live.ranking(run, query)[:DEPTH].tolist() for run in runs] for query in range(live.queries)
        ]
        self._asked = [query for query, lists in enumerate(rankings) if any(lists)]
        self._place_of = {query: place for place, query in enumerate(self._asked)}
        self._rankings = [rankings[query] for query in self._asked]
        self._pool = lru_cache(maxsize=KEPT_POOLS)(self._candidates)
        self.without_vector = self._without_vector()
        self.tier = self._tier()
        self._model = unjudged.Collection(self._rankings, self._pool, Model.shipped(self.tier))
        self._flags: dict[int, tuple[list[Flag], list[Flag]]] = {}
        self._words: dict[int, Terms] = {}
        self._plain: dict[int, int] = {}
        self._offers: dict[int, list[Offer]] = {}
        self._estimates: dict[int, Estimate] = {}
        self._grades: dict[int, dict[int, int]] = {}
        self._likely: dict[int, dict[int, Suspect]] = {}
        judged = [query for query in live.judged_queries() if query in self._place_of]
        self._awaited = set(judged[:ENOUGH])
        self._early: set[int] = set()

    def _tier(self) -> str:
        """The model for what there is. Without any text, likeness by text would be that of nothing with nothing."""
        if self.without_vector == 0:
            return "dense"
        pools = ({fragment for ranking in lists for fragment in ranking} for lists in self._rankings)
        return "text" if any(any(text_lengths(self._store, pool).values()) for pool in pools) else "ranks"

    def _without_vector(self) -> int | None:
        """How many queries and candidates have no vector, where the collection has any; else None."""
        if not vectors.imported(self._store, self._collection):
            return None
        queries = {self._content.queries[query].id for query in self._asked}
        pools = {fragment for lists in self._rankings for ranking in lists for fragment in ranking}
        missing = queries - vectors.have(self._store, self._collection, vectors.QUERY)
        return len(missing) + len(pools - vectors.have(self._store, self._collection, vectors.FRAGMENT))

    @property
    def asked(self) -> list[int]:
        """Numbers of the queries with results."""
        return self._asked

    def read(self, queries: Iterable[int]) -> int:
        """How many of the queries (numbers) are read."""
        return sum(self._place_of.get(query, -1) in self._estimates for query in queries)

    def follow(self, queries: Iterable[int]) -> None:
        """Takes in what was judged of the queries (numbers) since, and estimates anew those that this touches.

        Query by query, so that several may follow at once and nobody waits for more than one.
        """
        for query in queries:
            if query not in self._place_of or not self._is_new(query):
                continue
            with self._lock, one_thread():
                if self._is_new(query):  # else another thread has just done it
                    self._take_in(self._place_of[query], query, self._live.grades_of(query))
                    self._estimate(self._place_of[query])

    def _is_new(self, query: int) -> bool:
        """Whether there is something to take in: the query has not been read, or was judged since."""
        is_read = self._place_of[query] in self._estimates
        return not is_read or self._live.grades_of(query) != self._grades.get(query)

    def latest(self, query: int) -> Estimate | None:
        """What was last estimated of a query, by its number; None before. Waits for nobody."""
        return self._estimates.get(self._place_of.get(query, -1))

    def is_settled(self, query: int) -> bool:
        """Whether what was last estimated of a query (number) knows what is judged of the others."""
        return self.latest(query) is not None and not self._awaited and query not in self._early

    def next_early(self, rather: Container[int] = ()) -> int | None:
        """A query (number) that was estimated before the judged ones were read, to be estimated again; else None.

        None also as long as they are not read. rather: numbers of those that come first.
        """
        with self._lock:
            if self._awaited or not self._early:
                return None
            return max(self._early, key=lambda query: (query in rather, query))

    def estimate_again(self, query: int) -> None:
        """Estimates a query by all that is known of the others by now."""
        with self._lock, one_thread():
            self._estimate(self._place_of[query])

    def top(self, listed: str, count: int, is_open: Open = lambda query, fragment: True) -> list[Suspect]:
        """The `count` most likely relevant of one of the two lists, over all queries.

        is_open: whether to show a fragment, by the query's number and the fragment's database id. Waits for nobody
        who reads, unless a pool has to be read again for what a row shows.
        """
        every = (
            self._open_flags(place, alone if listed == flags.ALONE else agreed, is_open)
            for place, (agreed, alone) in sorted(self._flags.items())
        )
        first = islice(merge(*every, key=lambda row: -row[0].probability), count)
        return [self._shown(place, flag) for flag, place in first]

    def _open_flags(self, place: int, found: list[Flag], is_open: Open) -> Iterator[tuple[Flag, int]]:
        query = self._asked[place]
        return ((flag, place) for flag in found if is_open(query, flag.fragment))

    def _shown(self, place: int, flag: Flag) -> Suspect:
        found = self._likely[place].get(flag.fragment)
        if found is None:
            with self._lock:
                found = self._suspect(place, flag.fragment, flag.probability)
        return found

    def estimates(self) -> tuple[list[int], list[list[list[int]]], list[dict[int, int]], list[Estimate]]:
        """(numbers, rankings[query][run], grades, estimates) of the queries that are read, for scores with holes."""
        with self._lock:
            read = sorted(self._estimates)
            queries = [self._asked[place] for place in read]
            return (
                queries,
                [self._rankings[place] for place in read],
                [self._grades[query] for query in queries],
                [self._estimates[place] for place in read],
            )

    @property
    def runs(self) -> int:
        """How many runs there are."""
        return len(self._live.runs)

    def unanswered(self) -> list[tuple[int, dict[int, int]]]:
        """(number, grades) of the judged queries for which no run has results: they count 0 for all."""
        every = ((query, self._live.grades_of(query)) for query in range(self._live.queries))
        return [(query, grades) for query, grades in every if grades and query not in self._place_of]

    def offers(self) -> list[tuple[int, Offer]]:
        """Query number and grade that unjudged fragments of its pool may take over from one with the same text."""
        every = sorted(self._offers.items())
        return [(self._asked[place], offer) for place, found in every for offer in found]

    def texts(self, fragments: Iterable[int]) -> dict[int, int]:
        """Fragment → what tells its text from others, for those that have one and are in a pool that is read."""
        return {fragment: text for fragment in fragments if (text := self._plain.get(fragment))}

    def _estimate(self, place: int) -> None:
        (self._early.add if self._awaited else self._early.discard)(self._asked[place])
        estimate = self._estimates[place] = self._model.estimate(place)
        lists, grades = self._rankings[place], self._grades[self._asked[place]]
        open_ = [*estimate.fragments.tolist(), *grades]
        self._offers[place] = offers(grades, {i: self._plain.get(i, 0) for i in open_})
        found = unjudged.flags(estimate, lists)
        first = [flag for listed in found for flag in listed[:LIKELY]]
        self._likely[place] = {
            one.fragment: self._suspect(place, one.fragment, one.probability) for one in first
        }
        self._flags[place] = found

    def _take_in(self, place: int, query: int, grades: dict[int, int]) -> None:
        before = self._grades.get(query, {})
        served = flags.served_fragments(self._store, self._content.queries[query].id) if grades else set()
        for fragment in before.keys() - grades.keys():
            self._model.withdraw(place, fragment)
        for fragment, grade in grades.items():
            if before.get(fragment) != grade:
                self._model.judge(place, fragment, grade, informs=fragment in served)
        self._grades[query] = grades
        self._awaited.discard(query)

    def _candidates(self, place: int) -> Candidates:
        lists = self._rankings[place]
        pool = {fragment for ranking in lists for fragment in ranking}
        new = collections.fragments(self._store, pool - self._words.keys())
        texts = {i: f"{fragment.title}\n{fragment.text}" for i, fragment in new.items()}
        self._words |= {i: terms(text) for i, text in texts.items()}
        self._plain |= {i: hash(short) if (short := plain(text)) else 0 for i, text in texts.items()}
        query = self._content.queries[self._asked[place]]
        if self.tier == "ranks":
            return candidates(lists, DEPTH)
        if self.tier == "text":
            return candidates(lists, DEPTH, self._words, terms(query.text))
        of_pool = vectors.vectors(self._store, self._collection, vectors.FRAGMENT, pool)
        of_query = vectors.vectors(self._store, self._collection, vectors.QUERY, [query.id])[query.id]
        return candidates(lists, DEPTH, self._words, terms(query.text), of_pool, of_query)

    def suspect(self, query: int, fragment: int) -> Suspect:
        """One unjudged fragment of the pool of a query, by the query's number."""
        with self._lock:
            place = self._asked.index(query)
            estimate = self._estimates[place]
            at = int(np.searchsorted(estimate.fragments, fragment))
            return self._suspect(place, fragment, float(estimate.probability[at]))

    def _suspect(self, place: int, fragment: int, chance: float) -> Suspect:
        pool, query = self._pool(place), self._asked[place]
        at = int(np.searchsorted(pool.fragments, fragment))
        ranks = sorted((int(rank), run) for run, rank in enumerate(pool.rank[:, at]) if rank)
        return Suspect(
            query,
            fragment,
            chance,
            tuple((run, rank) for rank, run in ranks),
            nearest_relevant(pool, self._grades[query], fragment),
            () if self.tier == "ranks" else tuple(near_duplicates(pool, fragment)),
        )


def judged_suspects(store: Store, collection: Collection) -> Suspects:
    """The collection's suspects, those of the judged queries as of the newest act in the log."""
    content = opened(store, collection)
    found = suspects_of(store, collection, content)
    found.follow(live_of(store, collection, content).judged_queries())
    while (query := found.next_early()) is not None:
        found.estimate_again(query)
    return found


def suspects_of(store: Store, collection: Collection, content: Opened) -> Suspects:
    """The collection's suspects as far as they have followed; shows nothing, so that it may run beside the pages."""
    live = live_of(store, collection, content)
    key = model_key(store, collection, content)
    path = str(store.path)
    return _open(path, collection.id, key, _store=store, _collection=collection, _live=live, _content=content)


def model_key(store: Store, collection: Collection, content: Opened) -> tuple[object, ...]:
    """What the model's numbers depend on besides the judgements: pools, rule of agreement, vectors."""
    return (*content.key, collection.rule, collection.threshold, vectors.imported(store, collection))


@st.cache_resource(max_entries=4, show_spinner=False)
def _open(
    path: str,
    collection_id: int,
    key: tuple[object, ...],
    _store: Store,
    _collection: Collection,
    _live: LiveScores,
    _content: Opened,
) -> Suspects:
    return Suspects(_store, _collection, _live, _content)
