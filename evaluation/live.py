"""Every run's scores, kept up to date: a judgement touches one query, and only that query is computed again."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from evaluation.measures import Measure, compute
from evaluation.values import Float, Int, Judged

Column = NDArray[np.int64]
_UNJUDGED = np.iinfo(np.int32).min


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

    runs: names, in the order of `rankings`. queries: how many there are. query, fragment, grade: the agreed
    grades as columns. revision: the log's revision that the grades are of. `rankings` is read once, run by run.
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
        self._fragments: list[Int] = []
        self._starts: list[list[int]] = []
        for run in rankings:
            lengths = np.zeros(queries, dtype=np.int64)
            lengths[run.queries] = np.diff(run.starts)
            self._fragments.append(run.fragments)
            self._starts.append([0, *np.cumsum(lengths).tolist()])
        self._judged: list[tuple[Int, Int]] = [_NOTHING] * queries
        self._remember(*grades)
        numbers: list[NDArray[np.integer]] = [*self._fragments, grades[1]]
        highest = max(int(some.max(initial=-1)) for some in numbers)
        self._grade_of = np.full(highest + 1, _UNJUDGED, dtype=np.int32)
        self._scores = np.full((queries, len(self.runs), len(self.measures)), np.nan)
        self._defined = np.zeros((queries, len(self.measures)), dtype=np.int64)
        self._fill(self._judged_queries())
        self._means: Means | None = None

    @property
    def revision(self) -> int:
        """The log's revision that the scores are of."""
        return self._revision

    @property
    def scores(self) -> Float:
        """A copy of all values, float64 [run, query, measure]; NaN where undefined or not judged."""
        with self._lock:
            return self._scores.transpose(1, 0, 2).copy()

    def grades_of(self, query: int) -> dict[int, int]:
        """The agreed grades of one query."""
        fragments, grades = self._judged[query]
        return dict(zip(fragments.tolist(), grades.tolist(), strict=True))

    def ranking(self, run: int, query: int) -> Int:
        """One run's fragments for one query, best first, int32."""
        starts = self._starts[run]
        return self._fragments[run][starts[query] : starts[query + 1]]

    def set_query(self, query: int, grades: Mapping[int, int]) -> None:
        """The agreed grades of a query are these from now on: fragment → grade, all of them."""
        with self._lock:
            fragments = np.fromiter(grades, dtype=np.int32, count=len(grades))
            self._judged[query] = fragments, np.fromiter(grades.values(), dtype=np.int32, count=len(grades))
            self._make_room(fragments)
            if grades:
                self._fill([query])
            else:
                self._scores[query] = np.nan
                self._defined[query] = 0
            self._means = None

    def follow(self, revision: int, changes: Mapping[int, Mapping[int, int]]) -> None:
        """Takes over the grades of the queries that acts up to `revision` of the log have touched."""
        with self._lock:
            for query, grades in changes.items():
                self.set_query(query, grades)
            self._revision = max(self._revision, revision)

    def means(self) -> Means:
        """The means as of now."""
        with self._lock:
            if self._means is None:
                self._means = self._take_means()
            return self._means

    def compute(self, measures: Sequence[Measure]) -> Float:
        """Values of any measures from nothing, float64 [run, judged query, measure], for `judged_queries`."""
        with self._lock:
            queries = self._judged_queries()
            values = compute(self._seen(queries), measures)
        return values.reshape(len(queries), len(self.runs), len(measures)).transpose(1, 0, 2)

    def judged_queries(self) -> list[int]:
        """Numbers of the queries with at least one grade, rising."""
        with self._lock:
            return self._judged_queries()

    def _judged_queries(self) -> list[int]:
        return [query for query, (fragments, _) in enumerate(self._judged) if len(fragments)]

    def _remember(self, query: Column, fragment: Column, grade: Column) -> None:
        order = np.argsort(query, kind="stable")
        bounds = np.searchsorted(query[order], np.arange(self.queries + 1))
        for number in np.unique(query).tolist():
            rows = order[bounds[number] : bounds[number + 1]]
            self._judged[number] = fragment[rows].astype(np.int32), grade[rows].astype(np.int32)

    def _make_room(self, fragments: Int) -> None:
        missing = int(fragments.max(initial=-1)) + 1 - len(self._grade_of)
        if missing > 0:
            self._grade_of = np.append(self._grade_of, np.full(missing, _UNJUDGED, dtype=np.int32))

    def _fill(self, queries: Sequence[int]) -> None:
        if not queries or not self.runs:
            return
        values = compute(self._seen(queries), self.measures).reshape(len(queries), len(self.runs), -1)
        self._scores[queries] = values
        self._defined[queries] = ~np.isnan(values[:, 0])

    def _seen(self, queries: Sequence[int]) -> Judged:
        """What the measures see of these queries' rankings: row = place of the query · runs + run."""
        runs = len(self.runs)
        rows, ranks, grades, retrieved = [], [], [], []
        for place, query in enumerate(queries):
            pieces = [self.ranking(run, query) for run in range(runs)]
            lengths = [len(piece) for piece in pieces]
            retrieved.extend(lengths)
            found, grade = self._hits(query, pieces)
            ends = np.cumsum(lengths)
            run = np.searchsorted(ends, found, side="right")
            rows.append(place * runs + run)
            ranks.append(found - (ends[run] - np.take(lengths, run)) + 1)
            grades.append(grade)
        judged = [np.sort(self._judged[query][1])[::-1] for query in queries]
        return Judged(
            row=_joined(rows),
            rank=_joined(ranks),
            grade=_joined(grades),
            retrieved=np.array(retrieved, dtype=np.int32),
            query=np.repeat(np.arange(len(queries), dtype=np.int32), runs),
            starts=np.concatenate(([0], np.cumsum([len(grades) for grades in judged]))).astype(np.int64),
            grades=_joined(judged),
        )

    def _hits(self, query: int, pieces: Sequence[Int]) -> tuple[NDArray[np.intp], Int]:
        """Places of the judged fragments in the joined pieces, and their grades."""
        fragments, grades = self._judged[query]
        if not pieces:
            return np.zeros(0, dtype=np.intp), np.zeros(0, dtype=np.int32)
        self._grade_of[fragments] = grades
        grade = self._grade_of[np.concatenate(pieces)]
        self._grade_of[fragments] = _UNJUDGED
        found = np.flatnonzero(grade != _UNJUDGED)
        return found, grade[found]

    def _take_means(self) -> Means:
        counts = self._defined.sum(axis=0)
        judged = self._judged_queries()
        totals = np.nansum(self._scores, axis=0) if judged else np.full(self._scores.shape[1:], np.nan)
        with np.errstate(invalid="ignore", divide="ignore"):
            mean = np.where(counts > 0, totals / counts, np.nan)
        total = np.array([measure.total for measure in self.measures], dtype=bool)
        mean[:, total] = totals[:, total]
        no_relevant = sum(int(self._judged[query][1].max(initial=0)) < 1 for query in judged)
        return Means(mean, counts, len(judged), self.queries - len(judged), no_relevant)


_NOTHING = (np.zeros(0, dtype=np.int32), np.zeros(0, dtype=np.int32))


def _joined(pieces: Sequence[NDArray[np.integer]]) -> Int:
    return np.concatenate([*pieces, np.zeros(0, dtype=np.int32)]).astype(np.int32)
