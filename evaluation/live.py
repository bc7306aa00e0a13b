"""Every run's scores, kept up to date: a judgement touches one query, and only that query is computed again.

What is kept follows from the rankings and the grades that hold now, not from how they came about: after any
sequence of changes it is, to the last bit, what it would be if built anew.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from evaluation.joining import best_first, found_in
from evaluation.measures import Measure, compute
from evaluation.values import Float, Int, Judged

Column = NDArray[np.int64]
QUERIES_PER_SUM = 84
"""About the square root of 7,000: a change adds up its block of queries, then the blocks."""


@dataclass(frozen=True)
class Means:
    """The means over queries, and what they leave out.

    mean float64 [run, measure], NaN where no query counts (counts such as NumRet are totals instead).
    queries int64 [measure]: how many queries each mean is over. judged: queries with a grade;
    not_judged: queries without; no_relevant: judged, and no grade of 1 or higher.
    """

    mean: Float
    queries: Column
    judged: int
    not_judged: int
    no_relevant: int


@dataclass(frozen=True)
class Rankings:
    """One run's rankings: that of query queries[i] is fragments[starts[i]:starts[i + 1]], best first.

    queries: numbers from 0, rising; fragments int32: numbers from 0.
    """

    queries: Column
    starts: Column
    fragments: Int


class LiveScores:
    """Scores of all runs for all queries and measures. Safe to share between threads.

    runs: names, in the order of `rankings`. queries: how many there are. grades: the agreed grades as columns
    (query, fragment, grade). revision: the log's revision that they are of. `rankings` is read once, run by run.
    """

    def __init__(
        self,
        runs: Sequence[str],
        queries: int,
        rankings: Iterable[Rankings],
        measures: Sequence[Measure],
        grades: tuple[Column, Column, Column],
        revision: int = 0,
    ) -> None:
        self.runs, self.measures, self.queries = tuple(runs), tuple(measures), queries
        self._lock = threading.RLock()
        self._revision = revision
        self._as_of = np.full(queries, revision, dtype=np.int64)
        self._fragments: list[Int] = []
        self._starts: list[Column] = []
        for run in rankings:
            lengths = np.zeros(queries, dtype=np.int64)
            lengths[run.queries] = np.diff(run.starts)
            self._fragments.append(run.fragments)
            self._starts.append(np.concatenate(([0], np.cumsum(lengths))))
        self._judged: dict[int, tuple[Int, Int]] = _by_query(*grades)
        highest = max((int(fragments.max(initial=0)) for fragments in self._fragments), default=0)
        self._is_asked = np.zeros(highest + 1, dtype=np.bool_)
        self._no_relevant = np.zeros(queries, dtype=np.bool_)
        self._no_relevant[[q for q, (_, given) in self._judged.items() if given.max() < 1]] = True
        self._scores = np.full((len(self.runs), queries, len(self.measures)), np.nan)
        asked = list(self._judged)
        self._scores[:, asked] = self.compute(self.measures)
        blocks = -(-queries // QUERIES_PER_SUM)
        self._sums = np.zeros((len(self.runs), blocks, len(self.measures)))
        self._counts = np.zeros((blocks, len(self.measures)), dtype=np.int64)
        for block in range(blocks):
            self._add_up(block)
        self._means = self._mean_of_sums()

    @property
    def revision(self) -> int:
        """The log's revision up to which every change has been followed."""
        with self._lock:
            return self._revision

    @property
    def scores(self) -> Float:
        """A copy of all values, float64 [run, query, measure]; NaN where undefined or not judged."""
        with self._lock:
            return self._scores.copy()

    def grades_of(self, query: int) -> dict[int, int]:
        """The agreed grades of one query, fragment → grade."""
        with self._lock:
            fragments, grades = self._judged.get(query, (_NONE, _NONE))
        return dict(zip(fragments.tolist(), grades.tolist(), strict=True))

    def ranking(self, run: int, query: int) -> Int:
        """One run's fragments for one query, best first, int32."""
        starts = self._starts[run]
        return self._fragments[run][starts[query] : starts[query + 1]]

    def set_query(self, query: int, grades: Mapping[int, int], revision: int | None = None) -> None:
        """The agreed grades of a query are these from now on: fragment → grade, all of them.

        revision: of the log, as of which they hold; if later ones have been taken over already, nothing changes.
        """
        with self._lock:
            self._take_over(query, grades, revision)
            self._means = self._mean_of_sums()

    def follow(self, revision: int, changes: Mapping[int, Mapping[int, int]]) -> None:
        """Takes over all that the log holds up to `revision`; two followers may come in any order.

        changes: every query touched since `self.revision`, with the grades that hold now.
        """
        with self._lock:
            for query, grades in changes.items():
                self._take_over(query, grades, revision)
            self._means = self._mean_of_sums()
            self._revision = max(self._revision, revision)

    def means(self) -> Means:
        """The means as of now; never changed afterwards."""
        with self._lock:
            return self._means

    def compute(self, measures: Sequence[Measure]) -> Float:
        """Values of any measures from nothing, float64 [run, judged query, measure], for `judged_queries`."""
        with self._lock:
            query = np.array([q for q, held in self._judged.items() for _ in held[0]], dtype=np.int64)
            fragment = np.concatenate([_NONE, *(held[0] for held in self._judged.values())])
            grade = np.concatenate([_NONE, *(held[1] for held in self._judged.values())])
            asked = np.array(sorted(self._judged), dtype=np.intp)
            values = np.empty((len(self.runs), len(asked), len(measures)))
            starts, best = best_first(query, grade, self.queries)
            for run in range(len(self.runs)):
                seen = self._seen_of_run(run, query, fragment, grade, starts, best)
                values[run] = compute(seen, measures)[asked]
            return values

    def judged_queries(self) -> list[int]:
        """Numbers of the queries with at least one grade, rising; the order of `compute`."""
        with self._lock:
            return sorted(self._judged)

    def _take_over(self, query: int, grades: Mapping[int, int], revision: int | None) -> None:
        if revision is not None:
            if revision < self._as_of[query]:
                return
            self._as_of[query] = revision
        if grades:
            fragments = np.fromiter(grades, dtype=np.int32, count=len(grades))
            given = np.fromiter(grades.values(), dtype=np.int32, count=len(grades))
            self._judged[query] = fragments, given
            self._no_relevant[query] = given.max() < 1
            self._scores[:, query] = compute(self._seen_of_query(query, fragments, given), self.measures)
        else:
            self._judged.pop(query, None)
            self._no_relevant[query] = False
            self._scores[:, query] = np.nan
        self._add_up(query // QUERIES_PER_SUM)

    def _seen_of_query(self, query: int, fragments: Int, grades: Int) -> Judged:
        """What the measures see of one query: a ranking a run."""
        parts = [self.ranking(run, query) for run in range(len(self.runs))]
        retrieved = np.array([len(part) for part in parts], dtype=np.int32)
        ends = np.cumsum(retrieved)
        ranked = np.concatenate([_NONE, *parts])
        asked = fragments[fragments < len(self._is_asked)]
        self._is_asked[asked] = True
        place = np.flatnonzero(self._is_asked.take(ranked))
        self._is_asked[asked] = False
        row = np.searchsorted(ends, place, side="right").astype(np.int32)
        order = np.argsort(fragments)
        return Judged(
            row=row,
            rank=(place - (ends - retrieved)[row] + 1).astype(np.int32),
            grade=grades[order[np.searchsorted(fragments, ranked[place], sorter=order)]],
            retrieved=retrieved,
            query=np.zeros(len(parts), dtype=np.int32),
            starts=np.array([0, len(grades)]),
            grades=np.sort(grades)[::-1],
        )

    def _seen_of_run(
        self, run: int, query: Column, fragment: Int, grade: Int, starts: Column, best: Int
    ) -> Judged:
        """What the measures see of one run: a ranking a query, judged or not."""
        fragments, bounds, width = self._fragments[run], self._starts[run], len(self._is_asked)
        there = np.flatnonzero(fragment < width)
        self._is_asked[fragment[there]] = True
        place = np.flatnonzero(self._is_asked.take(fragments))
        self._is_asked[fragment[there]] = False
        row = np.searchsorted(bounds, place, side="right") - 1
        found, held = found_in(row * width + fragments[place], query[there] * width + fragment[there])
        row, place = row[found], place[found]
        return Judged(
            row=row.astype(np.int32),
            rank=(place - bounds[row] + 1).astype(np.int32),
            grade=grade[there[held]],
            retrieved=np.diff(bounds).astype(np.int32),
            query=np.arange(self.queries, dtype=np.int32),
            starts=starts,
            grades=best,
        )

    def _add_up(self, block: int) -> None:
        """Always the same additions in the same order, so that sums never drift."""
        scores = self._scores[:, block * QUERIES_PER_SUM : (block + 1) * QUERIES_PER_SUM]
        defined = ~np.isnan(scores)
        self._sums[:, block] = np.where(defined, scores, 0.0).sum(axis=1)
        self._counts[block] = defined[:1].sum(axis=(0, 1))

    def _mean_of_sums(self) -> Means:
        total, counts = self._sums.sum(axis=1), self._counts.sum(axis=0)
        is_total = np.array([measure.total for measure in self.measures], dtype=np.bool_)
        with np.errstate(invalid="ignore"):
            mean = np.where(is_total, total, total / counts)
        mean.flags.writeable = False
        judged = len(self._judged)
        no_relevant = int(np.count_nonzero(self._no_relevant))
        return Means(mean, counts, judged, self.queries - judged, no_relevant)


_NONE: Int = np.zeros(0, dtype=np.int32)


def _by_query(query: Column, fragment: Column, grade: Column) -> dict[int, tuple[Int, Int]]:
    """Query → its fragments and grades, for the queries that have some, rising."""
    order = np.argsort(query, kind="stable")
    numbers, first = np.unique(query[order], return_index=True)
    bounds = [*first.tolist(), len(order)]
    fragments, grades = fragment[order].astype(np.int32), grade[order].astype(np.int32)
    return {
        number: (fragments[start:end], grades[start:end])
        for number, start, end in zip(numbers.tolist(), bounds, bounds[1:], strict=False)
    }
