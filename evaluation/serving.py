"""What an annotator is served next: the candidates of a collection, and their order within a query."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

Column = NDArray[np.int64]
_FRAGMENT_BITS = 32


@dataclass(frozen=True)
class Pool:
    """The candidates for judging of a whole collection, ordered by (query, fragment).

    queries int64 [q], rising: those that have candidates; starts int64 [q + 1]; fragments int64 [p]:
    the candidates of queries[i] are fragments[starts[i]:starts[i + 1]].
    """

    queries: Column
    starts: Column
    fragments: Column

    def of(self, query: int) -> list[int]:
        """The candidates of one query, empty if it has none."""
        place = int(np.searchsorted(self.queries, query))
        if place == len(self.queries) or self.queries[place] != query:
            return []
        found: list[int] = self.fragments[self.starts[place] : self.starts[place + 1]].tolist()
        return found

    def left(self, done: Sequence[tuple[int, int]]) -> Column:
        """How many candidates of each of `queries` are not among the `done` (query, fragment) pairs, int64 [q]."""
        pairs = np.array(done, dtype=np.int64).reshape(-1, 2)
        keys = np.repeat(self.queries, np.diff(self.starts)) << _FRAGMENT_BITS | self.fragments
        is_left = ~np.isin(keys, pairs[:, 0] << _FRAGMENT_BITS | pairs[:, 1])
        counts = np.concatenate(([0], np.cumsum(is_left)))[self.starts]
        return np.diff(counts)


def pool_collection(rankings: Sequence[tuple[Column, Column, NDArray[np.int32]]], depth: int) -> Pool:
    """The union of the first `depth` results of every run for every query.

    rankings: one (queries, starts, fragments) a run, laid out like `Pool`, each ranking best first.
    """
    keys = [np.zeros(0, dtype=np.int64)]
    for queries, starts, fragments in rankings:
        lengths = np.diff(starts)
        first = np.arange(len(fragments)) - np.repeat(starts[:-1], lengths) < depth
        keys.append((np.repeat(queries, lengths)[first] << _FRAGMENT_BITS) | fragments[first])
    union = np.unique(np.concatenate(keys))
    queries, starts = np.unique(union >> _FRAGMENT_BITS, return_index=True)
    return Pool(queries, np.concatenate((starts, [len(union)])), union & (1 << _FRAGMENT_BITS) - 1)


def serve(
    candidates: Sequence[int],
    judged: Mapping[int, int],
    mine: Set[int],
    later: Set[int],
    wanted: int,
    seed: str,
) -> list[int]:
    """The fragments of a query that a person has still to judge, in the order in which they are served.

    judged: fragment → judgements it has from anybody; mine: those that this person judged; later: those that
    the person put off, served last. Left out: `mine`, and what has its `wanted` judgements. Fewest judgements
    first; within these mixed by `seed`, the same way each time, so that the place does not tell the rank.
    """
    open_ = [f for f in candidates if f not in mine and judged.get(f, 0) < wanted]
    return sorted(open_, key=lambda f: (f in later, judged.get(f, 0), _mixed(seed, f)))


def _mixed(seed: str, fragment: int) -> bytes:
    return blake2b(f"{seed}/{fragment}".encode(), digest_size=8).digest()
