"""What the measures of one call share: relevance, discounts, gains and ideals, each worked out once.

Everything is per ranking, n of them at once, by sums over the flat hits of `Judged`. Sums run in the order
of the hits of each ranking alone, so a ranking's values are the same to the last bit whether it is measured
alone or among 70,000.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Any, Concatenate, NamedTuple, ParamSpec, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from evaluation.values import Float, Int, Judged

Bool = NDArray[np.bool_]
Index = NDArray[np.intp]
P = ParamSpec("P")
T = TypeVar("T")

LINEAR = "log2"
EXPONENTIAL = "exp-log2"


class Hits(NamedTuple):
    """Relevant hits, ordered by (row, rank); ordinal: 1 for the first of its ranking, 2 for the second …"""

    row: Index
    rank: Float
    ordinal: Float
    place: Index


def once(compute: Callable[Concatenate[Seen, P], T]) -> Callable[Concatenate[Seen, P], T]:
    """Keeps what `compute` gives for each set of arguments."""

    @wraps(compute)
    def kept(self: Seen, *args: P.args, **kwargs: P.kwargs) -> T:
        key = (compute, *args)
        value: T | None = self.kept.get(key)
        if value is None:
            value = self.kept[key] = compute(self, *args, **kwargs)
        return value

    return cast(Callable[Concatenate["Seen", P], T], kept)


class Seen:
    """A `Judged`, and all that has been worked out from it."""

    def __init__(self, judged: Judged) -> None:
        self.kept: dict[tuple[object, ...], Any] = {}
        self.judged = judged
        self.n = len(judged.retrieved)
        self.retrieved = judged.retrieved
        self.query = judged.query
        self.row = judged.row.astype(np.intp)
        self.rank = judged.rank
        self.grade = judged.grade

    def sum(self, row: NDArray[np.integer], weight: Float | Bool) -> Float:
        """Sum of `weight` over the hits of each ranking, float64 [n]."""
        return cast(Float, np.bincount(row, weight, self.n))

    @once
    def known(self, lowest: int) -> Float:
        """How many fragments with grade `lowest` or higher are known for the ranking's query, float64 [n]."""
        return self._judged_at_least(lowest)[self.query]

    @once
    def undefined(self, rel: int) -> Float:
        """NaN where no relevant fragment is known, else 0: to be added to a value, float64 [n]."""
        return np.where(self.known(rel) > 0, 0.0, np.nan)

    @once
    def within(self, cutoff: int) -> Bool:
        """Which hits are among the first `cutoff` results."""
        return self.rank <= cutoff

    @once
    def relevant(self, rel: int) -> Hits:
        """The hits with grade `rel` or higher."""
        place = np.flatnonzero(self.grade >= rel)
        row = self.row[place]
        ordinal = np.arange(1, len(row) + 1) - first_places(row, self.n)[row]
        return Hits(row, self.rank[place].astype(np.float64), ordinal.astype(np.float64), place)

    @once
    def found(self, rel: int, cutoff: int | None) -> Float:
        """How many relevant fragments are among the first `cutoff` results, float64 [n]."""
        hits = self.relevant(rel)
        if cutoff is None:
            return np.bincount(hits.row, minlength=self.n).astype(np.float64)
        return self.sum(hits.row, hits.rank <= cutoff)

    def above(self, chosen: Bool, hits: Hits) -> Index:
        """How many of the chosen hits stand above each of `hits` in its own ranking."""
        total: Index = chosen.cumsum() - chosen
        start = first_places(self.row, self.n)
        return total[hits.place] - total[start[hits.row]]

    @once
    def dcg(self, gain: str | int, cutoff: int | None) -> Float:
        """Discounted cumulative gain, discount 1 / log2(rank + 1), float64 [n]; gain as in `gain_of`."""
        weight = self._discounted_gain(gain)
        return self.sum(self.row, weight if cutoff is None else weight * self.within(cutoff))

    @once
    def ideal_dcg(self, gain: str | int, cutoff: int | None) -> Float:
        """The DCG of all judged fragments of the query, best first, cut at `cutoff`, float64 [n]."""
        query, place = self._judged_places()
        weight = self._ideal_gain(gain) * discounts(int(place.max(initial=0)))[place]
        if cutoff is not None:
            weight = weight * (place <= cutoff)
        return cast(Float, np.bincount(query, weight, len(self.judged.starts) - 1))[self.query]

    @once
    def _discounted_gain(self, gain: str | int) -> Float:
        highest = self._highest_grade()[self.query][self.row] if gain == EXPONENTIAL else None
        return gain_of(self.grade, gain, highest) * discounts(int(self.rank.max(initial=0)))[self.rank]

    @once
    def _ideal_gain(self, gain: str | int) -> Float:
        query, _ = self._judged_places()
        highest = self._highest_grade()[query] if gain == EXPONENTIAL else None
        return gain_of(self.judged.grades, gain, highest)

    @once
    def _judged_places(self) -> tuple[Index, Index]:
        """(query, rank in the ideal ranking from 1) of every judged fragment."""
        starts = self.judged.starts
        sizes = starts[1:] - starts[:-1]
        query = np.arange(len(sizes)).repeat(sizes)
        return query, np.arange(1, len(query) + 1) - starts[query]

    @once
    def _highest_grade(self) -> Float:
        """The highest grade of each query, 0 at least, float64 [q]."""
        starts = self.judged.starts
        judged = np.flatnonzero(starts[1:] > starts[:-1])
        highest = np.zeros(len(starts) - 1)
        highest[judged] = np.maximum(self.judged.grades[starts[judged]], 0)
        return highest

    @once
    def _judged_at_least(self, lowest: int) -> Float:
        query, _ = self._judged_places()
        return cast(Float, np.bincount(query, self.judged.grades >= lowest, len(self.judged.starts) - 1))


def gain_of(grade: Int, gain: str | int, highest: Float | None = None) -> Float:
    """What a grade is worth; grades below 1 are worth nothing.

    gain "log2": the grade. "exp-log2": (2^grade − 1) · 2^−highest, which keeps ratios and cannot overflow.
    A number: 1 for that grade or higher, else 0.
    """
    if gain == LINEAR:
        return np.maximum(grade, 0).astype(np.float64)
    if highest is not None:
        return np.where(grade > 0, np.exp2(grade - highest) - np.exp2(-highest), 0.0)
    return (grade >= int(gain)).astype(np.float64)


def discounts(depth: int) -> Float:
    """1 / log2(rank + 1), indexed by rank up to at least `depth`; index 0 is not used."""
    return _discount_table(max(depth, 1).bit_length())


@lru_cache
def _discount_table(bits: int) -> Float:
    table = np.ones(1 << bits)
    table[1:] = 1.0 / np.log2(np.arange(2, (1 << bits) + 1))
    table.flags.writeable = False
    return table


def first_places(row: NDArray[np.integer], n: int) -> Index:
    """Where each ranking's hits begin in the ordered `row`, [n]."""
    counts = np.bincount(row, minlength=n)
    return np.cumsum(counts) - counts
