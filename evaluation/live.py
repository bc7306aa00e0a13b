"""Every run's scores, kept up to date: a judgement recomputes its own query, for all runs, and the means.

What is kept follows from the rankings and the judgements that hold now, not from how they came about: after
any sequence of changes it is, to the last bit, what it would be if built anew.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from evaluation.joining import best_first, found_in
from evaluation.measures import Measure, compute
from evaluation.values import Float, Int, Judged

QUERIES_PER_SUM = 84
"""Of the size of the square root of 7,000: a change adds up its block of queries, then the blocks."""

NO_FRAGMENTS: Int = np.zeros(0, dtype=np.int32)

Fragments = Mapping[int, int]
"""The judged fragments of one query: fragment number → agreed grade. Empty: the query is not judged."""


@dataclass(frozen=True)
class Rankings:
    """One run: fragment numbers in the ranking order, query j's are fragments[starts[j]:starts[j + 1]].

    fragments: int32, 0 or higher; starts: int64 [queries + 1]. A query without results has an empty part.
    """

    name: str
    fragments: Int
    starts: NDArray[np.int64]


@dataclass(frozen=True)
class Means:
    """Each measure over the judged queries where it is defined; counts are added up instead.

    value float64 [run, measure], NaN for a mean over no query; over int64 [run, measure], how many queries.
    judged: queries with a judgement; not_judged: all others, which are excluded.
    """

    value: Float
    over: NDArray[np.int64]
    judged: int
    not_judged: int

    @property
    def undefined(self) -> NDArray[np.int64]:
        """How many judged queries are left out, as no relevant fragment is known, int64 [run, measure]."""
        return self.judged - self.over


@dataclass(frozen=True)
class Change:
    """What one query's new judgements did. before, after: its scores, float64 [run, measure]."""

    query: int
    before: Float
    after: Float
    means_before: Means
    means_after: Means


@dataclass(frozen=True)
class Snapshot:
    """All scores at one moment: float64 [run, query, measure], NaN where undefined or not judged."""

    scores: Float
    judged: NDArray[np.bool_]
    means: Means
    revision: int


class LiveScores:
    """The scores of the runs of a collection; any thread may read or change them.

    >>> live = LiveScores([Rankings("bm25", fragments, starts)], {0: {17: 3}}, [parse_measure("RR")])
    >>> live.set_query(0, {17: 3, 4: 0}).after
    """

    def __init__(
        self,
        runs: Sequence[Rankings],
        grades: Mapping[int, Fragments],
        measures: Sequence[Measure],
        queries: int,
        revision: int = 0,
    ) -> None:
        """grades: by query number, 0 … queries − 1. revision: that of the log at which `grades` held."""
        self.runs = tuple(run.name for run in runs)
        self.measures = tuple(measures)
        self.rankings = tuple(runs)
        self._totals = np.array([measure.total for measure in measures], dtype=np.bool_)
        self._lock = threading.Lock()
        self._revision = revision
        self._as_of = np.full(queries, revision, dtype=np.int64)
        self._judged = np.zeros(queries, dtype=np.bool_)
        self._judged[[query for query, fragments in grades.items() if fragments]] = True
        self._is_asked = np.zeros(
            1 + max((int(r.fragments.max(initial=0)) for r in runs), default=0), np.bool_
        )
        self._scores = np.full((len(runs), queries, len(measures)), np.nan)
        self._build({query: fragments for query, fragments in grades.items() if fragments})
        blocks = -(-queries // QUERIES_PER_SUM)
        self._sums = np.zeros((len(runs), blocks, len(measures)))
        self._counts = np.zeros((len(runs), blocks, len(measures)), dtype=np.int64)
        for block in range(blocks):
            self._add_up(block)
        self._means = self._mean_of_sums()

    @property
    def revision(self) -> int:
        """The revision of the judgement log up to which every change has been followed."""
        with self._lock:
            return self._revision

    def snapshot(self) -> Snapshot:
        """Everything as it is now; a copy."""
        with self._lock:
            return Snapshot(self._scores.copy(), self._judged.copy(), self._means, self._revision)

    def of_query(self, query: int) -> Float:
        """One query's scores now, float64 [run, measure]; a copy."""
        with self._lock:
            return self._scores[:, query].copy()

    def means(self) -> Means:
        """The means now; never changed afterwards."""
        with self._lock:
            return self._means

    def set_query(self, query: int, fragments: Fragments, revision: int | None = None) -> Change:
        """Replaces the judgements of one query: grades, undos, settlements and imports all come this way.

        revision: of the log, as of which `fragments` are all that holds for the query. If later ones have
        been taken in already, nothing changes. The revision of the whole is moved by `follow` alone.
        """
        with self._lock:
            before, means_before = self._scores[:, query].copy(), self._means
            self._take_in(query, fragments, revision)
            self._means = self._mean_of_sums()
            return Change(query, before, self._scores[:, query].copy(), means_before, self._means)

    def follow(self, revision: int, changes: Mapping[int, Fragments]) -> None:
        """Takes in all that the log holds up to `revision`.

        changes: every query that was touched since `self.revision`, with the judgements that hold now. Two
        followers may come in any order.
        """
        with self._lock:
            for query, fragments in changes.items():
                self._take_in(query, fragments, revision)
            self._means = self._mean_of_sums()
            self._revision = max(self._revision, revision)

    def _take_in(self, query: int, fragments: Fragments, revision: int | None) -> None:
        if revision is not None and revision < self._as_of[query]:
            return
        self._scores[:, query] = compute(self._seen(query, fragments), self.measures) if fragments else np.nan
        self._judged[query] = bool(fragments)
        self._as_of[query] = self._as_of[query] if revision is None else revision
        self._add_up(query // QUERIES_PER_SUM)

    def _add_up(self, block: int) -> None:
        """Always the same additions in the same order, so that sums never drift."""
        scores = self._scores[:, block * QUERIES_PER_SUM : (block + 1) * QUERIES_PER_SUM]
        defined = ~np.isnan(scores)
        self._sums[:, block] = np.where(defined, scores, 0.0).sum(axis=1)
        self._counts[:, block] = defined.sum(axis=1)

    def _mean_of_sums(self) -> Means:
        total, over = self._sums.sum(axis=1), self._counts.sum(axis=1)
        with np.errstate(invalid="ignore"):
            value = np.where(self._totals, total, total / over)
        value.flags.writeable = over.flags.writeable = False
        judged = int(np.count_nonzero(self._judged))
        return Means(value, over, judged, len(self._judged) - judged)

    def _seen(self, query: int, fragments: Fragments) -> Judged:
        """What the measures see of one query: a ranking a run."""
        numbers = np.fromiter(fragments.keys(), np.int32, len(fragments))
        grades = np.fromiter(fragments.values(), np.int32, len(fragments))
        parts = [run.fragments[run.starts[query] : run.starts[query + 1]] for run in self.rankings]
        retrieved = np.array([len(part) for part in parts], dtype=np.int32)
        ends = np.cumsum(retrieved)
        ranked = np.concatenate([NO_FRAGMENTS, *parts])
        asked = numbers[numbers < len(self._is_asked)]
        self._is_asked[asked] = True
        place = np.flatnonzero(self._is_asked.take(ranked))
        self._is_asked[asked] = False
        row = np.searchsorted(ends, place, side="right").astype(np.int32)
        order = np.argsort(numbers)
        return Judged(
            row=row,
            rank=(place - (ends - retrieved)[row] + 1).astype(np.int32),
            grade=grades[order[np.searchsorted(numbers, ranked[place], sorter=order)]],
            retrieved=retrieved,
            query=np.zeros(len(parts), dtype=np.int32),
            starts=np.array([0, len(grades)]),
            grades=np.sort(grades)[::-1],
        )

    def _build(self, grades: Mapping[int, Fragments]) -> None:
        """The scores of all judged queries, a run at a time."""
        judged = [(q, f, grade) for q, fragments in grades.items() for f, grade in fragments.items()]
        query, number, graded = np.array(judged, dtype=np.int64).reshape(-1, 3).T
        width = len(self._is_asked)
        asked = np.flatnonzero(number < width)
        pairs = query[asked] * width + number[asked]
        grade = graded.astype(np.int32)
        starts, best = best_first(query, grade, len(self._judged))
        self._is_asked[number[asked]] = True
        for run, scores in zip(self.rankings, self._scores, strict=True):
            place = np.flatnonzero(self._is_asked.take(run.fragments))
            row = np.searchsorted(run.starts, place, side="right") - 1
            found, held = found_in(row * width + run.fragments[place], pairs)
            row, place = row[found], place[found]
            seen = Judged(
                row=row.astype(np.int32),
                rank=(place - run.starts[row] + 1).astype(np.int32),
                grade=grade[asked[held]],
                retrieved=np.diff(run.starts).astype(np.int32),
                query=np.arange(len(self._judged), dtype=np.int32),
                starts=starts,
                grades=best,
            )
            scores[self._judged] = compute(seen, self.measures)[self._judged]
        self._is_asked[:] = False
